// Serves a database file over HTTP.
import { isIP } from 'node:net'
import type { Instant } from '../base/dates/zoned-time.ts'
import { CalError, errorCode, usageError } from '../base/errors.ts'
import type { Exchange } from '../base/exchange.ts'
import { seededRandom } from '../base/seeded-random.ts'
import { t, type Text } from '../base/text/language.ts'
import { isLoopback } from '../spec/addresses.ts'
import { authenticateBy, hasCredentials, passwordHash } from './auth/authenticate.ts'
import { limitPasswords } from './auth/limits.ts'
import type { NewUser } from './auth/users.ts'
import type { UserRecord } from './domain/records.ts'
import { apiRootOf, type ServiceAddress } from './domain/settings.ts'
import { listen, type Listener, type ListenOptions } from './http/http.ts'
import { type Limits, limits } from './http/connections.ts'
import { checkOrigin, type OriginCheck } from './http/origin-check.ts'
import { discoveryHeaders, siteOf } from './http/site.ts'
import { openCalendar, type OpenedCalendar } from './service/service.ts'
import { calendarState } from './feed/feed.ts'
import { openWeb } from './web/web.ts'
import type { EngineOptions } from './storage/engine.ts'
import {
  type FaultArguments,
  faultsOf,
  hasNoFaults,
  snapshotsOf,
  start_name,
  withFaults,
  withRequestLog,
  withTestControl,
} from './test-control.ts'

export interface ServeOptions
  extends Pick<
      EngineOptions,
      'file' | 'name' | 'timezone' | 'first_id' | 'mode' | 'premium' | 'read_only' | 'writer' | 'now'
    >,
    Pick<ListenOptions, 'host' | 'port' | 'tls' | 'onUnexpectedError'> {
  readonly root: string
  readonly vendor: string
  /** Added to those of the file; a user of the same login is replaced. */
  readonly users: readonly NewUser[]
  /** Removes all other users from the file. */
  readonly users_alone?: boolean
  /** Host names of the service, in addition to its addresses. */
  readonly hosts: readonly string[]
  /** The public URL behind a proxy: `https://cal.example.org`, without a slash at the end. */
  readonly public_url?: string
  /** Allowed origins of pages. */
  readonly origins: readonly string[]
  readonly limits?: Partial<Limits>
  /** Fault injection. */
  readonly faults: FaultArguments
  readonly random_seed: number
  /** Fills the calendar before the first request. */
  prepare?(exchange: Exchange, calendar: { readonly timezone: string; readonly now: Instant }): Promise<void>
  /** `false`: serves no pages. */
  readonly web?: boolean
  readonly pid: number
  /** The system clock; `now` can be stopped. */
  clock(): Instant
  /** Milliseconds of a monotonic clock, for durations. */
  ticks?(): number
  random_bytes(count: number): Uint8Array
}

export interface Server {
  /** The URL it listens on. */
  readonly api_root: string
  /** The public URL, if it differs. */
  readonly public_api_root?: string
  /** Without authentication every caller is the administrator. */
  readonly isOpen: boolean
  /** The calendar did not exist before, and is kept. */
  readonly isNew: boolean
  /** What the operator should know about the calendar. */
  readonly notes: readonly Text[]
  /** Finishes the requests in flight, then releases port and file. */
  close(): Promise<void>
}

/**
 * Serves a database file.
 *
 * Errors: `usage` for two users with the same login or id, for a host or port that cannot be used, and for other hosts
 * without users; those of opening the file.
 */
export async function serve(options: ServeOptions): Promise<Server> {
  const faults = faultsOf(options.faults)
  refuseDuplicateUsers(options.users)
  const listener = await openListener(options)
  const toClose: (() => Promise<void>)[] = [listener.close]
  const close = async () => {
    for (const one of toClose) await one()
  }
  try {
    const local_address = addressOf(options, listener.port)
    const address = options.public_url === undefined ? local_address : { ...local_address, base: options.public_url }
    const calendar = await openFile(options, address)
    let discard = false
    toClose.push(() => calendar.close({ discard }))
    const isOpen = await begin(calendar, options).catch((error: unknown) => {
      discard = calendar.isNew
      throw calendar.explain(error)
    })
    const fault_context = { random: seededRandom(options.random_seed), now: options.ticks ?? options.clock }
    const faulty = (exchange: Exchange) =>
      hasNoFaults(faults) ? exchange : withFaults(faults, fault_context, exchange)
    const faulty_exchange = faulty(calendar.exchange)
    const test_control = calendar.isTemporary ? await openTestControl(calendar, faulty_exchange, options) : undefined
    if (test_control) toClose.push(test_control.close)
    const isPlain = hasNoFaults(faults) && !test_control
    const exchange = test_control?.exchange ?? faulty_exchange
    const exchanges = { exchange, visitors: faulty(calendar.asVisitor) }
    const pages =
      options.web === false ? undefined : await openPages(calendar, address, { ...options, ...exchanges, isOpen })
    listener.answerWith(
      checkOrigin(guardOf(options), siteOf({ ...address, timezone: calendar.settings.timezone }, exchange, pages)),
      isPlain ? calendar.validAt : undefined,
    )
    return {
      api_root: apiRootOf(local_address),
      ...(address !== local_address && { public_api_root: apiRootOf(address) }),
      isOpen,
      isNew: calendar.isNew && !calendar.isTemporary,
      notes: calendar.notes,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Errors: `usage` if two users have the same login or the same id. */
export function refuseDuplicateUsers(users: readonly NewUser[]): void {
  const duplicate = users.find(({ login }, i) => users.findIndex((other) => other.login === login) < i)
  if (duplicate) throw usageError(t('the user {login} is defined twice', { login: duplicate.login }))
  for (const [i, { id, login }] of users.entries()) {
    const first = users.slice(0, i).find((other) => id !== 0 && other.id === id)
    if (first)
      throw usageError(t('{login} and {login_2} have the same id {id}', { login: first.login, login_2: login, id }))
  }
}

/** Stores users and initial records before the first request is accepted. Returns whether there are no users. */
async function begin(calendar: OpenedCalendar, options: ServeOptions): Promise<boolean> {
  const isOpen = await addUsers(calendar, options)
  await options.prepare?.(calendar.asAdministrator, { timezone: calendar.settings.timezone, now: options.now() })
  return isOpen
}

/** The pages of a calendar. `visitors` have no rights: feeds are for them. */
function openPages(
  { settings, version }: OpenedCalendar,
  address: ServiceAddress,
  {
    exchange,
    visitors,
    isOpen,
    now,
    clock,
    random_bytes,
  }: ServeOptions & { readonly exchange: Exchange; readonly visitors: Exchange; readonly isOpen: boolean },
) {
  const process = Buffer.from(random_bytes(8)).toString('hex')
  return openWeb({
    exchange,
    api_root: apiRootOf(address),
    base: address.base,
    timezone: settings.timezone,
    headers: discoveryHeaders(address),
    sign_in: !isOpen && hasCredentials,
    feed: { exchange: visitors, state: calendarState({ version, process, now: clock }) },
    now,
  })
}

/** A temporary calendar has test control, which can reset it to its first state. */
async function openTestControl(
  calendar: OpenedCalendar,
  exchange: Exchange,
  { clock, ticks = clock, random_bytes }: ServeOptions,
) {
  const snapshots = snapshotsOf(calendar)
  await snapshots.save(start_name)
  const log = withRequestLog(exchange, clock)
  const authenticate = authenticateBy(async () => calendar.users, { key: random_bytes(32), now: ticks })
  return {
    exchange: withTestControl({ authenticate, log, snapshots }, log.exchange),
    close: async () => snapshots.close(),
  }
}

async function openListener({ host, port, tls, onUnexpectedError, limits: own }: ServeOptions): Promise<Listener> {
  try {
    return await listen({ host, port, onUnexpectedError, limits: { ...limits, ...own }, ...(tls && { tls }) })
  } catch (error) {
    throw listenError(error instanceof Error ? error : new Error(String(error)), `${host}:${port}`)
  }
}

async function openFile(options: ServeOptions, address: ServiceAddress): Promise<OpenedCalendar> {
  const { pid, clock, ticks = clock, random_bytes } = options
  return openCalendar({
    ...options,
    address,
    server: { pid },
    authenticate: (known) => authenticateBy(known, { key: random_bytes(32), now: ticks }),
    limitPasswords: limitPasswords(ticks),
  })
}

/** The public address is an accepted host and origin. */
function guardOf({ host, hosts, origins, public_url }: ServeOptions): OriginCheck {
  const found = public_url === undefined ? undefined : new URL(public_url)
  return {
    hosts: [host, ...hosts, ...(found ? [found.hostname] : [])],
    origins: [...origins, ...(found ? [found.origin] : [])],
  }
}

/** Returns whether there are no users. Errors: `usage` if everyone could then change the calendar. */
async function addUsers(
  calendar: OpenedCalendar,
  { users, users_alone = false, host, public_url, random_bytes }: ServeOptions,
): Promise<boolean> {
  if (users.length > 0)
    await calendar.users.put(await Promise.all(users.map((user) => hashed(user, random_bytes(16)))), {
      only: users_alone,
    })
  if (await calendar.users.any()) return false
  // A resolver may know another address for a name such as `cal.localhost`.
  if (!isLoopback(host) || host.endsWith('.localhost')) throw withoutUsers(host)
  if (public_url !== undefined && !isLoopback(new URL(public_url).hostname)) throw withoutUsers(public_url)
  return true
}

async function hashed({ password, ...user }: NewUser, salt: Uint8Array): Promise<UserRecord> {
  return { ...user, password_hash: await passwordHash(password, salt) }
}

/** A wildcard address cannot be connected to: the first host name is used, or this machine. */
function addressOf({ host, hosts, tls, root, vendor }: ServeOptions, port: number): ServiceAddress {
  const reachable = ['0.0.0.0', '::'].includes(host) ? (hosts[0] ?? '127.0.0.1') : host
  return {
    base: `${tls ? 'https' : 'http'}://${isIP(reachable) === 6 ? `[${reachable}]` : reachable}:${port}`,
    root,
    vendor,
  }
}

function withoutUsers(host: string): CalError {
  return new CalError(
    'usage',
    t('{host} is reachable from other machines, and no users are defined: everyone could change everything', { host }),
    { hint: t('define a user: --user admin:administrator') },
  )
}

function listenError(cause: Error, place: string): CalError {
  switch (errorCode(cause)) {
    case 'EADDRINUSE':
      return new CalError('usage', t('{place} is already in use', { place }), {
        cause,
        hint: t('choose another port with --port N, or any free port with --port 0'),
      })
    case 'EACCES':
      return new CalError('usage', t('{place} requires privileges that this account does not have', { place }), {
        cause,
        hint: t('use a port from 1024 up: --port 8787'),
      })
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new CalError('usage', t('{place} is not an address of this machine', { place }), { cause })
    default:
      return new CalError('usage', t('cannot listen on {place}: {message}', { place, message: cause.message }), {
        cause,
      })
  }
}
