// Addresses of calendars that are opened in this process: the only module above the storage engines that knows how
// they are spelled.
import { resolve } from 'node:path'

/** The name of a private calendar in memory, in the place of a file's name. */
export const in_memory = ':memory:'

/** Whether a calendar's address names a database server, and not a file. */
export function isDatabaseUrl(address: string): boolean {
  return /^\s*postgres(?:ql)?:/i.test(address)
}

/** The absolute path of a file; `:memory:` and the address of a database as they are. */
export function locationOf(name: string, cwd: string): string {
  return name === in_memory || isDatabaseUrl(name) ? name : resolve(cwd, name)
}

/** The beginning of a database file. */
export const database_mark = 'SQLite format 3'

/** The usual endings of database files; other names are possible. */
export const database_extension = /\.(db|sqlite3?)$/

/**
 * The address of a database without its password: `postgres://ada@db/app`; only the scheme if the password cannot be
 * found reliably. Other addresses are returned unchanged.
 */
export function withoutDatabasePassword(address: string): string {
  if (!isDatabaseUrl(address)) return address
  const scheme = address.trimStart().slice(0, address.trimStart().indexOf(':'))
  const url = databaseUrlOf(address)
  // A password with `/`, `?` or `#` that isn't percent-encoded ends up in another part of the address.
  if (url?.hash !== '' || /[@:]|%40/i.test(url.pathname) || [...url.searchParams].some(isOdd)) return `${scheme}://…`
  url.password = ''
  return url.href
}

/**
 * The parsed address; undefined if that is not possible. `postgres://ada@/app?host=/run/postgresql` has the host
 * `localhost`, because a URL with a user needs one.
 */
export function databaseUrlOf(address: string): URL | undefined {
  const complete = address.replace(/^(\w+:\/\/[^/?#@]*@)(?=\/.*[?&]host=)/, '$1localhost')
  return URL.canParse(complete) ? new URL(complete) : undefined
}

function isOdd([name, value]: readonly [string, string]): boolean {
  return !/^[a-z_]+$/.test(name) || (/pass/.test(name) && name !== 'passfile') || value.includes('@')
}

/**
 * The normalized address of a calendar, without credentials: `postgres://db:5432/app?schema=calendar`. A missing port,
 * database or schema is replaced by its default.
 */
export function databaseRootOf(address: string): string {
  const url = databaseUrlOf(address)
  if (!url) return withoutDatabasePassword(address)
  const { hostname, port, pathname, username, searchParams } = url
  const host = searchParams.get('host') ?? (hostname === '' ? 'localhost' : hostname)
  const database = pathname === '' || pathname === '/' ? `/${username}` : pathname
  return `postgres://${host.toLowerCase()}:${port || '5432'}${database}?schema=${searchParams.get('schema') ?? default_schema}`
}

/** The schema of a calendar in a database, if its address names none. */
export const default_schema = 'calendar'
