// Opens an api root as an exchange: over the network, or a database file or a database in this process.
import type { Finding } from '../base/finding.ts'
import { type Instant, isZone } from '../base/dates/zoned-time.ts'
import type { ApiRequest, ApiResponse, Exchange, Headers, OpenExchange } from '../base/exchange.ts'
import { CalError } from '../base/errors.ts'
import { type Language, t, type Text } from '../base/text/language.ts'
import { locationOf } from '../base/database-url.ts'
import { isObject } from '../base/json.ts'
import {
  type CalendarIdentity,
  calendarRootOf,
  isLocalCalendar,
  isTemporaryCalendar,
  localNameOf,
  pathBelow,
  rootOf,
  withoutSlash,
} from './address/api-root.ts'
import type { OpenOptions } from '../server/service/service.ts'
import { type Credentials, headersOf, secretsOf, redactedBody } from './transport/credentials.ts'
import { jsonOfBody, redirectOf } from './transport/response.ts'
import { type WaitLimits, withRetry } from './transport/retry.ts'
import { proxySettingsFor } from './transport/proxy.ts'

/** How to handle a calendar in this process that does not exist; `memory` uses an empty one in memory. */
export type MissingLocalCalendar = NonNullable<OpenOptions['if_missing']>

export interface OpenApiOptions {
  /** `https://…/wp-json/tribe/events/v1`, `file:./calendar.db`, `postgres://…`; undefined if none is configured. */
  readonly api_root: string | undefined
  /** The address of a database with its password, which `api_root` doesn't have. */
  readonly database?: string | undefined
  readonly credentials: Credentials
  readonly language: Language
  /** Language segment that is inserted into the path of the api root. */
  readonly language_segment: Language | undefined
  readonly timeout_ms: number
  /** Allows sending credentials over unencrypted HTTP to another machine. */
  readonly insecure_http: boolean
  /** Base of relative `file:` addresses. */
  readonly cwd: string
  readonly user_agent: string
  /** Environment variables with the proxy. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Time zone of a new calendar. Called only for one, because finding this machine's zone takes 14 ms. */
  timezone(): string
  readonly if_missing: MissingLocalCalendar
  /** Called after a calendar was created, with a note that names it. */
  onNewCalendar(note: Text): Promise<void>
  readonly signal: AbortSignal
  readonly wait_limits: WaitLimits
  /** Wraps each exchange below all retries, so that it sees every request that is sent. */
  wrapExchange(exchange: Exchange, credentials: Credentials): Exchange
  now(): Instant
  random(): number
  sleep(duration_ms: number): Promise<void>
}

/** An open api root. */
export interface OpenApi {
  /** The configured address, without a trailing slash. */
  readonly api_root: string
  /** Identifies the calendar in journals and caches. */
  readonly calendar: CalendarIdentity
  /** Retries requests where that is safe. */
  readonly exchange: Exchange
  /** The same without retries, for bulk work, which throttles itself. */
  readonly direct: Exchange
  /** The time zone of the calendar; undefined if its site does not tell. */
  zone(): Promise<string | undefined>
  /** The time zone of a new calendar. */
  readonly new_zone: string | undefined
  /** An exchange with the rights of a visitor; undefined if `exchange` has no other rights. */
  readonly visitors: Exchange | undefined
  close(): Promise<void>
}

/** Errors: `configuration` if there is no api root or it is invalid. */
export async function openApiRoot(options: OpenApiOptions): Promise<OpenApi> {
  const { api_root } = options
  if (api_root === undefined)
    throw new CalError('configuration', t('no api root is configured'), {
      hint: t(
        'choose one:\nconnect to a site: cal init\nset a URL: CAL_API_ROOT=https://example.org/wp-json/tribe/events/v1\nuse a local file: --api-root file:./calendar.db\ntry a sample calendar: cal demo',
      ),
    })
  const { exchange, close, id, own_zone, new_zone, visitors } = isLocalCalendar(api_root)
    ? await openLocal(api_root, options)
    : { ...(await openSite(api_root, options)), id: undefined, own_zone: undefined, new_zone: undefined }
  const headers = { accept: 'application/json', 'accept-language': options.language, 'user-agent': options.user_agent }
  const directOf = (opened: Exchange, credentials: Credentials) =>
    withHeaders(options.wrapExchange(withoutEchoes(opened, credentials), credentials), headers, options.signal)
  const direct = directOf(exchange, options.credentials)
  const calendar = { root: calendarRootOf(api_root, options.cwd), id }
  const retried = withRetry(direct, options, options.wait_limits)
  let zone: Promise<string | undefined> | undefined
  return {
    api_root: withoutSlash(api_root),
    calendar,
    exchange: retried,
    direct,
    zone: () => (zone ??= own_zone === undefined ? zoneOfSite(direct, options.signal) : Promise.resolve(own_zone)),
    new_zone,
    visitors: visitors && withRetry(directOf(visitors, no_credentials), options, options.wait_limits),
    close,
  }
}

/** Error messages of a service can repeat the credentials of a request. */
function withoutEchoes(exchange: Exchange, credentials: Credentials): Exchange {
  const secrets = secretsOf(credentials)
  if (secrets.length === 0) return exchange
  return async (request) => {
    const response = await exchange(request)
    return response.status < 400
      ? response
      : { ...response, headers: response.headers, body: redactedBody(response.body, secrets) }
  }
}

const index_ms_max = 10_000

/** Asked once. A site without a readable index has an unknown zone. */
function zoneOfSite(exchange: Exchange, interrupt: AbortSignal): Promise<string | undefined> {
  const signal = AbortSignal.any([interrupt, AbortSignal.timeout(index_ms_max)])
  const request: ApiRequest = { method: 'GET', namespace: '', path: '', query: '', headers: {}, signal }
  return exchange(request).then(zoneInIndex, () => undefined)
}

/** The time zone in the index of a site: that of a city, or an offset; undefined if the index is not readable. */
function zoneInIndex({ status, body }: ApiResponse): string | undefined {
  const index = status === 200 ? jsonOfBody(body) : undefined
  const { timezone_string: name, gmt_offset } = isObject(index) ? index : {}
  if (typeof name === 'string' && name !== '') return isZone(name) ? name : undefined
  const hours = Number(gmt_offset ?? Number.NaN)
  if (Number.isNaN(hours)) return undefined
  return hours === 0 ? 'UTC' : `UTC${hours > 0 ? '+' : ''}${hours}`
}

/** Whether a calendar that is opened in this process exists. */
export async function hasLocalCalendar(
  api_root: string,
  { database, cwd }: Pick<OpenApiOptions, 'database' | 'cwd'>,
): Promise<boolean> {
  if (isTemporaryCalendar(api_root)) return false
  const { hasCalendar } = await import('../server/storage/engines.ts')
  return hasCalendar(database ?? locationOf(localNameOf(api_root), cwd))
}

/** Findings about the file or the database of a calendar, for `cal doctor`. Errors: those of opening it. */
export async function examineStorage(data: string): Promise<readonly Finding[]> {
  const { examine } = await import('../server/storage/engines.ts')
  return examine(data)
}

const no_credentials: Credentials = { kind: 'none' }

async function openSite(api_root: string, options: OpenApiOptions): Promise<OpenExchange & Pick<OpenApi, 'visitors'>> {
  const own = await openNetwork(api_root, options)
  if (options.credentials.kind === 'none') return { ...own, visitors: undefined }
  const anonymous = await openNetwork(api_root, { ...options, credentials: no_credentials })
  return {
    exchange: own.exchange,
    visitors: anonymous.exchange,
    close: async () => {
      await own.close()
      await anonymous.close()
    },
  }
}

async function openNetwork(api_root: string, options: OpenApiOptions): Promise<OpenExchange> {
  const { openNetwork } = await import('./transport/network.ts')
  const openOnly = (address: string) =>
    openNetwork({
      ...options,
      api_root: address,
      headers: headersOf(options.credentials),
      proxy: proxySettingsFor(rootOf(address), options.env),
    })
  const openAt = async (address: string) =>
    followHttps(await openOnly(address), rootOf(address), options.credentials.kind === 'none' ? openOnly : undefined)
  const plain = await openAt(api_root)
  if (options.language_segment === undefined) return plain
  const { withLanguageSegment, withFallback } = await import('./address/api-root.ts')
  return withFallback(await openAt(withLanguageSegment(api_root, options.language_segment)), plain)
}

/** How a calendar is opened in this process. The site is that of the URLs in its responses. */
const in_process = {
  address: { base: 'http://localhost', root: 'wp-json', vendor: 'tribe' },
  mode: 'standard',
  read_only: false,
  writer: 'inline',
  reads_once: true,
} as const

type LocalCalendar = OpenExchange &
  Pick<OpenApi, 'new_zone' | 'visitors'> & { readonly id: string; readonly own_zone: string }

/** Errors are explained with each request, because a damaged file may fail only when it is read. */
async function openLocal(api_root: string, options: OpenApiOptions): Promise<LocalCalendar> {
  const name = localNameOf(api_root)
  const { database, cwd, if_missing, timezone, now } = options
  const { openCalendar } = await import('../server/service/service.ts')
  const { exchange, asVisitor, close, id, settings, isNew, creation_note, explain } = await openCalendar({
    name,
    file: database ?? locationOf(name, cwd),
    if_missing,
    newTimezone: timezone,
    ...in_process,
    now,
  })
  if (creation_note) await options.onNewCalendar(creation_note)
  return {
    exchange: explained(exchange, explain),
    visitors: explained(asVisitor, explain),
    close,
    id,
    own_zone: settings.timezone,
    new_zone: isNew ? settings.timezone : undefined,
  }
}

function explained(exchange: Exchange, explain: (error: unknown) => unknown): Exchange {
  return (request) => exchange(request).catch((error: unknown) => Promise.reject(explain(error)))
}

function withHeaders(exchange: Exchange, headers: Headers, signal: AbortSignal): Exchange {
  return (request) => exchange({ signal, ...request, headers: { ...headers, ...request.headers } })
}

/**
 * An exchange of an http address that reads over https if the site redirects there.
 *
 * Shape:  only a redirect to the same host, path and query is followed, and later reads go to https directly. Without
 *         `openAt` none is followed: credentials are sent only to the origin they were given for.
 * Errors: `server_failed` for a request that is redirected but not followed; the hint names the https address.
 */
export function followHttps(
  plain: OpenExchange,
  root: URL,
  openAt: ((address: string) => Promise<OpenExchange>) | undefined,
): OpenExchange {
  let secure: Promise<OpenExchange> | undefined
  return {
    exchange: async (request) => {
      const isReading = request.method === 'GET' || request.method === 'HEAD'
      if (isReading && secure) return (await secure).exchange(request)
      const answer = await plain.exchange(request)
      const address = secureAddress(root, request, answer)
      if (address === undefined) return answer
      if (!isReading || !openAt)
        throw new CalError(
          'server_failed',
          t('the server accepts this request over https only ({status})', { status: answer.status }),
          {
            remote: { status: answer.status },
            hint: t('use the api root {address}', { address }),
          },
        )
      secure ??= openAt(address)
      return (await secure).exchange(request)
    },
    close: async () => {
      await plain.close()
      await (await secure)?.close()
    },
  }
}

/** The api root over https, if the response redirects to exactly the same resource there. */
function secureAddress(root: URL, request: ApiRequest, response: ApiResponse): string | undefined {
  const location = redirectOf(response)
  if (location === undefined || root.protocol !== 'http:') return undefined
  const requested = new URL(pathBelow(root, request), root.href)
  if (!URL.canParse(location, requested.href)) return undefined
  const target = new URL(location, requested.href)
  const isSame =
    target.protocol === 'https:' &&
    target.hostname === root.hostname &&
    target.pathname === requested.pathname &&
    target.search === requested.search
  return isSame ? new URL(`${root.pathname}${root.search}`, target.origin).href : undefined
}
