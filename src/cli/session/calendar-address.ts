// The address of the calendar of a command: for messages, and for commands that work on databases directly.
import { isDatabaseUrl, locationOf, withoutDatabasePassword } from '../../base/database-url.ts'
import { CalError, usageError } from '../../base/errors.ts'
import { t, type Text } from '../../base/text/language.ts'
import { withoutPasswords } from '../../base/text/untrusted-text.ts'
import { fileNameOf } from '../../client/address/api-root.ts'
import type { Runtime, Session } from '../types/session.ts'

export interface CalendarAddress {
  /** For messages and journals. */
  readonly api_root: string
  /** The address of a database, with its password. */
  readonly database?: string
}

/**
 * Parses an address; `env:NAME` reads the address of a database from a variable, so that no process list shows its
 * password.
 */
export function calendarAddressOf(given: string, env: Runtime['env']): CalendarAddress {
  const [, name] = /^env:(.*)$/.exec(given) ?? []
  const address = name === undefined ? given : env[name]
  if (address === undefined || !isDatabaseUrl(address)) return { api_root: given }
  return { api_root: withoutDatabasePassword(address), database: withEnvironment(address, env) }
}

/** Parameters that other clients of the server also read from the environment; the driver reads the others itself. */
const variables = { sslmode: 'PGSSLMODE', sslrootcert: 'PGSSLROOTCERT', passfile: 'PGPASSFILE' } as const

function withEnvironment(address: string, env: Runtime['env']): string {
  const [base = '', query = ''] = address.split('?')
  const given = new URLSearchParams(query)
  const added = Object.entries(variables).flatMap(([parameter, name]) =>
    env[name] && !given.has(parameter) ? `${parameter}=${encodeURIComponent(env[name])}` : [],
  )
  if (added.length === 0 || address.includes('#') || address.split('?').length > 2) return address
  return `${base}?${[...(query === '' ? [] : [query]), ...added].join('&')}`
}

/**
 * The absolute path of a file, or the address of a database with its password, and a name without it for messages.
 * Errors: those of `requireAddress`.
 */
export function calendarLocationOf(given: string, { cwd, env }: Pick<Runtime, 'cwd' | 'env'>) {
  const address = calendarAddressOf(given, env)
  requireAddress(address, env)
  const { api_root, database } = address
  const name = locationOf(api_root, cwd)
  return { data: database ?? name, name }
}

/**
 * Errors: `usage` for `env:NAME` that `calendarAddressOf` could not replace, and for `NAME` without `env:`;
 *         `configuration` for a database that a project's file names.
 */
export function requireAddress({ api_root, database }: CalendarAddress, env: Runtime['env']): void {
  if (isDatabaseUrl(api_root) && database === undefined)
    throw new CalError(
      'configuration',
      t('{api_root} comes from a project file, which must not contain the address of a database', { api_root }),
      {
        hint: t(
          'set it in your own configuration, --api-root or CAL_API_ROOT; a project file may contain env:DATABASE_URL',
        ),
      },
    )
  if (isDatabaseUrl(env[api_root] ?? ''))
    throw usageError(
      t('{name} is an environment variable with the address of a database, not a file', { name: api_root }),
      t('use env:{name}; for a file of this name, ./{name}', { name: api_root }),
    )
  const [, name] = /^env:(.*)$/.exec(api_root) ?? []
  if (name === undefined) return
  throw usageError(
    env[name]
      ? t('the environment variable {name} is not the address of a database', { name })
      : t('the environment variable {name} is not set', { name }),
    t('set it: {name}=postgres://user:password@host/database', { name }),
  )
}

/**
 * The path of a database file, or the address of a database; undefined if neither flag is given.
 *
 * Errors: `usage` if both are given, `--api-root` is a service, or `--data` has an unknown scheme.
 */
export function calendarFileOf({
  data,
  api_root: address,
}: {
  readonly data?: string
  readonly api_root?: string
}): string | undefined {
  if (address === undefined) return data === undefined ? undefined : dataOf(data)
  if (data !== undefined)
    throw refused(
      withoutSecrets(address),
      t('--data "{shown}" and --api-root "{shown_2}" both specify the calendar', {
        shown: withoutSecrets(data),
        shown_2: withoutSecrets(address),
      }),
    )
  if (isDatabaseUrl(address) || address.startsWith('env:')) return address
  if (!address.startsWith('file:'))
    throw refused(
      address,
      t('this command needs a database file or a database, and --api-root "{address}" is neither', { address }),
    )
  return fileNameOf(address)
}

/** The calendar that other commands would use. Errors: `usage` for a service; those of `requireAddress`. */
export function configuredFile({ settings: { api_root, database }, runtime }: Session): string | undefined {
  if (api_root === undefined) return undefined
  requireAddress({ api_root, ...(database !== undefined && { database }) }, runtime.env)
  return calendarFileOf({ api_root: database ?? api_root })
}

/** A URL scheme. A single letter before the colon is a Windows drive. */
const scheme = /^[a-z][a-z\d+.-]+:/i

function dataOf(data: string): string {
  if (data.startsWith('file:')) return fileNameOf(data)
  if (isDatabaseUrl(data) || data.startsWith('env:')) return data
  if (/(host|dbname|password) *=/i.test(data))
    throw usageError(
      t('--data "{shown}" is not a file', { shown: withoutSecrets(data) }),
      t('for a database: --data postgres://USER:password@HOST/DATABASE'),
    )
  if (!scheme.test(data)) return data
  const [kind = ''] = data.split(':', 1)
  throw usageError(
    t('--data {shown}: "{kind}:" is not supported; use a file name, postgres://… or env:NAME', {
      shown: withoutSecrets(data),
      kind,
    }),
    data.includes('://')
      ? t('for example: --data ./calendar.db')
      : t('for a file whose name has a colon: --data ./{kind}:…', { kind }),
  )
}

function withoutSecrets(address: string): string {
  return withoutPasswords(withoutDatabasePassword(address))
}

function refused(address: string, text: Text): CalError {
  return usageError(text, t('use --data FILE instead of --api-root {address}', { address }))
}
