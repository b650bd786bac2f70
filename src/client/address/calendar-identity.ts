// The identity of a calendar, independent of the spelling of its address; journals and caches are stored by it.
import { realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { CalError } from '../../base/errors.ts'

export interface CalendarIdentity {
  /** The address of the service, or `file:` and the real path. */
  readonly root: string
  /** The random id of a database file; undefined for a service. */
  readonly id: string | undefined
}

/** `file:c.db` → `file:/home/anna/c.db`; `HTTPS://Example.org:443/v1/` → `https://example.org/v1`. */
export function calendarRootOf(api_root: string, cwd: string): string {
  if (!api_root.startsWith('file:'))
    return (URL.canParse(api_root) ? new URL(api_root).href : api_root).replace(/\/+$/, '')
  const name = fileNameOf(api_root)
  return name === ':memory:' ? 'file::memory:' : `file:${realPathOf(resolve(cwd, name))}`
}

/** The path after `file:` or `file://`. Errors: `configuration` if it is empty. */
export function fileNameOf(api_root: string): string {
  const name = api_root.slice('file:'.length).replace(/^\/\/(?=\/)/, '')
  if (name === '')
    throw new CalError(
      'configuration',
      { en: 'file: names no file', de: 'file: nennt keine Datei' },
      { hint: { en: 'such as file:./calendar.db', de: 'etwa file:./calendar.db' } },
    )
  return name
}

/** Resolves links; of a file that does not exist yet, those of its folder. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return dirname(path) === path ? path : join(realPathOf(dirname(path)), basename(path))
  }
}
