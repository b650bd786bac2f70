// Converts the flags of `cal serve` to the options of the server: reads files and checks values.
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { in_memory } from '../../../base/database-url.ts'
import { type Instant, instantOf, isZone } from '../../../base/dates/zoned-time.ts'
import { isDay } from '../../../base/dates/days.ts'
import { CalError } from '../../../base/errors.ts'
import { t, type Text } from '../../../base/text/language.ts'
import { hasUtcOffset, nonexistent } from '../../../base/dates/date-parser.ts'
import { readDate } from '../../../base/dates/typed-dates.ts'
import { readError } from '../../../base/files/file-errors.ts'
import { mode_of_release } from '../../../spec/releases.ts'
import type { ServeOptions } from '../../../server/serve.ts'
import type { NewUser } from '../../../server/auth/users.ts'
import type { CommandInput, OptionsOf } from '../../core/command.ts'
import { calendarFileOf } from '../../bulk-run/calendar-file.ts'
import type { global_options } from '../../arguments/options.ts'
import type { Runtime } from '../../core/runtime.ts'
import { calendarLocationOf } from '../../run/calendar-address.ts'
import type { serve_options } from './serve-flags.ts'

export type ServeRows = typeof serve_options & Pick<typeof global_options, 'api_root'>
type ServeFlags = OptionsOf<ServeRows>

export interface ServeUsers {
  readonly users: readonly NewUser[]
  /** The users whose passwords were generated, and are shown once. */
  readonly generated: readonly NewUser[]
}

/** The users of `--users` and `--user`. Errors: `usage`. */
export async function usersOf({ users, user = [] }: ServeFlags, runtime: Runtime): Promise<ServeUsers> {
  const { userNamed } = await import('../../../server/auth/users.ts')
  const listed = users === undefined ? [] : await usersInFile(users, runtime)
  const named = user.map((text) => userNamed(text, runtime))
  return {
    users: [...listed, ...named.map((one) => one.user)],
    generated: named.filter(({ isGenerated }) => isGenerated).map((one) => one.user),
  }
}

async function usersInFile(file: string, runtime: Runtime): Promise<readonly NewUser[]> {
  const { parseUsers } = await import('../../../server/auth/users-file.ts')
  return parseUsers(await textOf(file, runtime), file)
}

/** All options but the users. Errors: `usage`. */
export async function settingsOf(
  { options, after }: CommandInput<ServeFlags>,
  runtime: Runtime,
): Promise<Omit<ServeOptions, 'users'>> {
  const {
    host = '127.0.0.1',
    port = after.length > 0 ? 0 : 8787,
    root = 'wp-json',
    vendor = 'tribe',
    geofence = 25,
  } = options
  const timezone = zoneOf(options.timezone)
  const tls = await tlsOf(options, runtime)
  const name = calendarFileOf(options) ?? (after.length > 0 || options.seed !== undefined ? in_memory : './calendar.db')
  const { data: file } = calendarLocationOf(name, runtime)
  requireApplicable(options, file)
  const public_url = publicUrlOf(options.public_url)
  const first_id =
    options.first_id === undefined
      ? undefined
      : wholeFrom(options.first_id, { flag: '--first-id', min: 1, max: Number.MAX_SAFE_INTEGER })
  return {
    file,
    name,
    host,
    port: wholeFrom(port, { flag: '--port', min: 0, max: 65_535 }),
    root: segmentOf('--root', root),
    vendor: segmentOf('--vendor', vendor),
    mode: options.quirks === undefined ? 'standard' : mode_of_release[options.quirks],
    read_only: options.read_only === true,
    hosts: (options.allow_host ?? []).map(hostOf),
    origins: (options.cors ?? []).map(originOf),
    writer: 'thread',
    pid: runtime.pid,
    clock: runtime.now,
    ticks: runtime.ticks,
    now: await clockOf(options.now, timezone ?? 'UTC', runtime),
    random_bytes: runtime.random_bytes,
    onUnexpectedError: unexpectedErrorLog(runtime),
    faults: {
      latency: options.latency,
      fail: options.fail ?? [],
      rate_limit: options.rate_limit,
    },
    random_seed: options.random_seed ?? 1,
    web: options.web !== false,
    ...(options.premium === true && { premium: { geofence_km: geofence } }),
    ...(timezone !== undefined && { timezone }),
    ...(tls && { tls }),
    ...(public_url !== undefined && { public_url }),
    ...(first_id !== undefined && { first_id }),
  }
}

const repeated_ms_min = 60_000

/** Writes errors to the log; one that each request causes, such as a full disk, once a minute. */
function unexpectedErrorLog({ stderr, ticks }: Runtime): ServeOptions['onUnexpectedError'] {
  const written = new Map<string, number>()
  return (error) => {
    if (!(error instanceof CalError)) {
      stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`).catch(() => undefined)
      return
    }
    const text = String(error)
    if (ticks() - (written.get(text) ?? Number.NEGATIVE_INFINITY) < repeated_ms_min) return
    if (written.size >= 100) written.clear()
    written.set(text, ticks())
    stderr.write(`${text}\n`).catch(() => undefined)
  }
}

/** Errors: `usage` for flags that have no effect. */
function requireApplicable({ read_only, premium, geofence }: ServeFlags, file: string): void {
  if (read_only === true && file === in_memory) throw usage(t('--read-only needs a database file: --data FILE'))
  if (geofence !== undefined && premium !== true) throw usage(t('--geofence requires --premium'))
}

/** The system clock, or a clock stopped at `--now`. */
async function clockOf(text: string | undefined, zone: string, runtime: Runtime): Promise<() => Instant> {
  if (text === undefined) return runtime.now
  const own = hasUtcOffset(text) ? 'UTC' : zone
  const date = nonexistent(text) ? undefined : await readDate(text, { now: runtime.now(), zone: own })
  const moment = date === undefined ? text : 'at' in date ? date.at : date.from
  const [day = '', time = '00:00:00'] = moment.split(' ')
  if (!isDay(day) || !/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(time))
    throw usage(t('--now needs a date such as 2026-03-01T18:00:00Z, not "{text}"', { text }))
  const instant = instantOf(`${day} ${time}`, own)
  return () => instant
}

function zoneOf(typed: string | undefined): string | undefined {
  if (typed === undefined || isZone(typed)) return typed
  throw usage(t('--timezone needs a zone such as Europe/Berlin or UTC+2, not "{typed}"', { typed }))
}

async function tlsOf({ tls_cert, tls_key }: ServeFlags, runtime: Runtime): Promise<ServeOptions['tls']> {
  if (tls_cert === undefined && tls_key === undefined) return undefined
  if (tls_cert === undefined || tls_key === undefined) throw usage(t('--tls-cert and --tls-key must be used together'))
  return { cert: await textOf(tls_cert, runtime), key: await textOf(tls_key, runtime) }
}

async function textOf(file: string, { cwd }: Runtime): Promise<string> {
  try {
    return await readFile(resolve(cwd, file), 'utf8')
  } catch (cause) {
    throw readError(file, cause)
  }
}

function wholeFrom(
  value: number,
  { flag, min, max }: { readonly flag: string; readonly min: number; readonly max: number },
): number {
  if (value >= min && value <= max) return value
  throw usage(t('{flag} needs a number from {min} to {max}, not {value}', { flag, min, max, value }))
}

function segmentOf(flag: string, value: string): string {
  if (/^[\w.-]+$/.test(value)) return value
  throw usage(t('{flag} needs letters, digits, dots and dashes, not "{value}"', { flag, value }))
}

function hostOf(text: string): string {
  if (/^[\w.-]+$/.test(text) || isIP(text) !== 0) return text
  throw usage(t('--allow-host needs a name such as cal.example.org, not "{text}"', { text }))
}

function originOf(text: string): string {
  if (URL.canParse(text) && /^https?:/.test(text) && new URL(text).origin === text.replace(/\/$/, ''))
    return new URL(text).origin
  throw usage(t('--cors needs an origin such as https://example.org, not "{text}"', { text }))
}

/** The URL without a trailing slash; it may have a path, if a proxy forwards one. */
function publicUrlOf(typed: string | undefined): string | undefined {
  if (typed === undefined) return undefined
  const url = URL.canParse(typed) ? new URL(typed) : undefined
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}${url.pathname}`)
    return url.href.replace(/\/+$/, '')
  throw usage(t('--public-url needs an address such as https://cal.example.org, not "{typed}"', { typed }))
}

function usage(text: Text): CalError {
  return new CalError('usage', text)
}
