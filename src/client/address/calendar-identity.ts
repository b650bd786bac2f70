// The identity of a calendar, independent of the spelling of its address; journals and caches are stored by it.
import { realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { databaseRootOf, in_memory, isDatabaseUrl } from '../../base/database-url.ts'
import { CalError } from '../../base/errors.ts'
import { t } from '../../base/text/language.ts'

export interface CalendarIdentity {
  /** The address of the service, `file:` and the real path, or the address of a database without credentials. */
  readonly root: string
  /** The random id of a calendar that is opened in this process; undefined for a service. */
  readonly id: string | undefined
}

/** Whether a calendar is opened in this process: a database file or a database, without sign-in and pages. */
export function isLocalCalendar(api_root: string): boolean {
  return api_root.startsWith('file:') || isDatabaseUrl(api_root)
}

/** The name of a calendar that is opened in this process: the path after `file:`, or the address of a database. */
export function localNameOf(api_root: string): string {
  return api_root.startsWith('file:') ? fileNameOf(api_root) : api_root
}

/** Whether a calendar is in the memory of this process: it ends when it is closed. */
export function isTemporaryCalendar(api_root: string): boolean {
  return api_root === `file:${in_memory}`
}

/** `file:c.db` → `file:/home/anna/c.db`; `HTTPS://Example.org:443/v1/` → `https://example.org/v1`. */
export function calendarRootOf(api_root: string, cwd: string): string {
  if (isDatabaseUrl(api_root)) return databaseRootOf(api_root)
  if (!api_root.startsWith('file:'))
    return (URL.canParse(api_root) ? new URL(api_root).href : api_root).replace(/\/+$/, '')
  const name = fileNameOf(api_root)
  return name === in_memory ? `file:${in_memory}` : `file:${realPathOf(resolve(cwd, name))}`
}

/**
 * Whether both addresses lead to one calendar: both schemes and both forms of the routes of a site count as one, as do
 * the names of this machine. Languages don't, because they may be sites of their own.
 */
export function isSameCalendar(one: CalendarIdentity, other: CalendarIdentity): boolean {
  return one.root === other.root || (siteOf(one.root) !== undefined && siteOf(one.root) === siteOf(other.root))
}

function siteOf(root: string): string | undefined {
  if (isLocalCalendar(root) || !URL.canParse(root)) return undefined
  const { hostname, port, pathname, protocol, searchParams } = new URL(root)
  const isLoopback = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
  const parts = pathname.split('/').filter((part) => part !== '')
  const route = searchParams.get('rest_route')
  const base = (route === null ? parts.slice(0, -4) : parts).filter((part) => part !== 'index.php')
  const number = port === '' ? (isLoopback ? ({ 'https:': '443' }[protocol] ?? '80') : '') : port
  return [isLoopback ? 'localhost' : hostname, number, ...base].join('/')
}

/** The path after `file:` or `file://`. Errors: `configuration` if it is empty. */
export function fileNameOf(api_root: string): string {
  const name = api_root.slice('file:'.length).replace(/^\/\/(?=\/)/, '')
  if (name === '')
    throw new CalError('configuration', t('file: needs the path of a file'), {
      hint: t('for example: file:./calendar.db'),
    })
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
