// The address of a calendar in PostgreSQL: `postgres://user@host/database?schema=calendar&sslmode=require`, and the
// password file of PostgreSQL's clients: `~/.pgpass`, one line `host:port:database:user:password` each.
import { homedir, platform } from 'node:os'
import { join } from 'node:path'
import type { ConnectionOptions } from 'node:tls'
import { databaseUrlOf, default_schema, withoutDatabasePassword } from '../../../base/database-url.ts'
import { CalError, usageError } from '../../../base/errors.ts'
import { readText } from '../../../base/files/file-errors.ts'
import { isOpenToOthers, statOf } from '../../../base/files/file-system.ts'
import { t } from '../../../base/text/language.ts'
import { isLoopback } from '../../../spec/addresses.ts'

export interface PostgresAddress {
  /** The address without its password, for messages. */
  readonly name: string
  /** Absent parts have the driver's defaults: `PGHOST`, `PGUSER`, `PGPASSWORD`… */
  readonly server: {
    readonly host?: string
    readonly port?: number
    readonly user?: string
    readonly password?: string
    readonly database?: string
  }
  readonly schema: string
  readonly ssl_mode: SslMode
  /** The file of the certificate to verify the server with; undefined for those that the system trusts. */
  readonly root_certificate: string | undefined
  /** The file of passwords, instead of `~/.pgpass`. */
  readonly password_file: string | undefined
  readonly connections_max: number
}

const ssl_modes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'] as const
type SslMode = (typeof ssl_modes)[number]

const parameters = ['schema', 'sslmode', 'sslrootcert', 'passfile', 'host', 'connections'] as const
const connections_default = 16

/** Errors: `usage` for an address that cannot be read; no message contains the password. */
export function parsePostgresAddress(text: string): PostgresAddress {
  const name = withoutDatabasePassword(text)
  const url = databaseUrlOf(text)
  if (!url || name.endsWith('…')) throw unreadable(name)
  refuseUnknown(url.searchParams, name)
  const value = (key: (typeof parameters)[number]) => url.searchParams.get(key) ?? undefined
  // An IPv6 address has brackets in a URL only.
  const host = value('host') ?? decoded(url.hostname).replace(/^\[(.*)\]$/, '$1')
  return {
    name,
    server: {
      ...(host !== '' && { host }),
      ...(url.port !== '' && { port: Number(url.port) }),
      ...(url.username !== '' && { user: decoded(url.username) }),
      ...(url.password !== '' && { password: decoded(url.password) }),
      ...(url.pathname.length > 1 && { database: decoded(url.pathname.slice(1)) }),
    },
    schema: schemaOf(value('schema') ?? default_schema),
    ssl_mode: sslModeOf(value('sslmode') ?? (host.startsWith('/') || isLoopback(host) ? 'disable' : 'prefer')),
    root_certificate: value('sslrootcert'),
    password_file: value('passfile'),
    connections_max: connectionsOf(value('connections')),
  }
}

/**
 * The driver's TLS options, with the meaning of libpq: `require` encrypts without verifying, unless a certificate is
 * given to verify with; `verify-ca` doesn't check the host name. Sockets of this machine are never encrypted.
 * Errors: those of reading the certificate file.
 */
export function tlsOptionsOf({ ssl_mode, root_certificate }: PostgresAddress, host: string): false | ConnectionOptions {
  if (ssl_mode === 'disable' || host.startsWith('/')) return false
  const ca = root_certificate === undefined ? {} : { ca: readText(root_certificate) }
  if (ssl_mode === 'verify-full') return ca
  const verifies = ssl_mode === 'verify-ca' || root_certificate !== undefined
  return verifies ? { ...ca, checkServerIdentity: () => undefined } : { rejectUnauthorized: false }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function refuseUnknown(given: URLSearchParams, name: string): void {
  const unknown = [...given.keys()].find((key) => !parameters.some((known) => known === key))
  if (unknown === undefined) return
  throw usageError(
    t('{name} has the unknown parameter {unknown}', { name, unknown }),
    t('supported: {parameters}', { parameters: parameters.join(', ') }),
  )
}

/** The name of a schema. It is written into statements, so it must have no characters that need quotes. */
function schemaOf(schema: string): string {
  if (/^[a-z_][a-z0-9_]{0,62}$/.test(schema) && !/^(pg_|information_schema$)/.test(schema)) return schema
  throw usageError(
    t('schema needs up to 63 lower-case letters, digits and underscores, not "{schema}"', { schema }),
    t('such as ?schema=calendar; names beginning with pg_ are reserved'),
  )
}

function sslModeOf(text: string): SslMode {
  const mode = ssl_modes.find((known) => known === text)
  if (mode !== undefined) return mode
  throw usageError(t('sslmode needs one of {ssl_modes}, not "{text}"', { ssl_modes: ssl_modes.join(', '), text }))
}

function connectionsOf(text: string | undefined): number {
  if (text === undefined) return connections_default
  const count = Number(text)
  if (Number.isInteger(count) && count >= 2 && count <= 1_000) return count
  throw usageError(t('connections needs a number from 2 to 1000, not "{text}"', { text }))
}

function unreadable(name: string): CalError {
  return usageError(
    t('{name} is not the address of a database', { name }),
    t(
      'it looks like postgres://user@host/database?schema=calendar; in a password write @ / ? # % as %40 %2F %3F %23 %25',
    ),
  )
}

export interface PasswordQuery {
  /** A name, or the folder of a socket. */
  readonly host: string
  readonly port: number
  readonly database: string
  readonly user: string
}

/**
 * The password of the first line that matches; undefined if there is none, or no file.
 * Errors: `configuration` for a file that others can read; those of reading a file that was named.
 */
export function filePassword(file: string | undefined, query: PasswordQuery): string | undefined {
  const path = file ?? join(homedir(), '.pgpass')
  if (file === undefined && !statOf(path)) return undefined
  const text = readText(path)
  requirePrivate(path)
  return passwordIn(text, query)
}

/** The password of the first line of a password file that matches. */
export function passwordIn(text: string, { host, port, database, user }: PasswordQuery): string | undefined {
  const hosts = host.startsWith('/') ? [host, 'localhost'] : [host]
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('#')) continue
    const [of_host, of_port, of_database, of_user, password] = fieldsOf(line)
    const matches = (field: string | undefined, values: readonly string[]) =>
      field !== undefined && (field === '*' || values.includes(field))
    if (
      password !== undefined &&
      matches(of_host, hosts) &&
      matches(of_port, [String(port)]) &&
      matches(of_database, [database]) &&
      matches(of_user, [user])
    )
      return password
  }
  return undefined
}

/** The fields of a line, separated by colons; a backslash escapes colons and backslashes. */
function fieldsOf(line: string): readonly string[] {
  return (line.match(/(?:\\.|[^:\\])*(?::|$)/gs) ?? []).map((field) =>
    field.replace(/:$/, '').replaceAll(/\\(.)/gs, '$1'),
  )
}

/** Refuses a file that other users can read. */
function requirePrivate(path: string): void {
  if (!isOpenToOthers(path, platform())) return
  throw new CalError('configuration', t('other users can read the password file {path}', { path }), {
    hint: t('chmod 600 {path}', { path }),
  })
}
