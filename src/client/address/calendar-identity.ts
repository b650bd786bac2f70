// Which calendar something belongs to, however its address was typed: runs and caches are kept by this.
import { realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { CalError } from '../../base/errors.ts'

export interface CalendarIdentity {
  /** The address of the service, or `file:` and the real path. */
  readonly root: string
  /** The random id that a calendar file was given when it was made; services have none. */
  readonly id: string | undefined
}

/** `file:c.db` → `file:/home/anna/c.db`; `HTTPS://Example.org:443/v1/` → `https://example.org/v1`. */
export function calendarRootOf(api_root: string, cwd: string): string {
  if (!api_root.startsWith('file:'))
    return (URL.canParse(api_root) ? new URL(api_root).href : api_root).replace(/\/+$/, '')
  const name = fileNameOf(api_root)
  return name === ':memory:' ? 'file::memory:' : `file:${realPathOf(resolve(cwd, name))}`
}

/** The file that stands behind `file:`, with or without `//`. Fails with `configuration` where that is nothing. */
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

/** Also of a file that is not there yet: then its folder is resolved. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return dirname(path) === path ? path : join(realPathOf(dirname(path)), basename(path))
  }
}
