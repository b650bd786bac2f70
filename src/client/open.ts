// From an api root to an exchange: over the network, or the calendar file in this process.
import { accessSync, constants, existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Instant } from '../base/dates/zoned-time.ts'
import type { Exchange, Headers, OpenExchange } from '../base/exchange.ts'
import { CalError } from '../base/errors.ts'
import { statOf } from '../base/files/file-stat.ts'
import type { Language } from '../base/text/language.ts'
import { writeError } from '../base/files/file-errors.ts'
import { type CalendarIdentity, calendarRootOf, fileNameOf } from './address/calendar-identity.ts'
import { type Credentials, headersOf } from './transport/credentials.ts'
import { type WaitLimits, withRetry } from './transport/retry.ts'
import { proxyOf } from './transport/proxy.ts'
import { rootOf } from './address/api-root.ts'
import { followHttps } from './transport/https-redirect.ts'

/** `pretend`: an empty calendar stands for it, and no file is made. */
export type MissingFile = 'refuse' | 'pretend' | 'make'

export interface OpenApiOptions {
  /** `https://…/wp-json/tribe/events/v1`, `file:./calendar.db`; undefined where the user named none. */
  readonly api_root: string | undefined
  readonly credentials: Credentials
  readonly language: Language
  /** The service is asked for this language by the path of its address. */
  readonly language_segment: Language | undefined
  readonly timeout_ms: number
  /** Credentials may travel over plain HTTP to another machine. */
  readonly insecure_http: boolean
  /** Where `file:./…` is relative to. */
  readonly cwd: string
  readonly user_agent: string
  /** Names a proxy, where there is one. */
  readonly env: Readonly<Record<string, string | undefined>>
  /**
   * The site's zone of a file that does not exist yet; an existing one has its own. Asked for then alone: this
   * machine's costs 14 ms.
   */
  timezone(): string
  /** What becomes of a calendar file that is not there: D-285. */
  readonly missing_file: MissingFile
  /** A calendar file was made. */
  onNewFile(name: string): Promise<void>
  readonly signal: AbortSignal
  readonly wait_limits: WaitLimits
  /** Laid around the exchange as it is, below all waiting and repeating: what is shown there is what travels. */
  wrapExchange(exchange: Exchange): Exchange
  now(): Instant
  random(): number
  sleep(duration_ms: number): Promise<void>
}

/** An api root that is open. */
export interface OpenApi {
  /** As it was given, without a slash at the end. */
  readonly api_root: string
  /** What runs and caches are kept by. */
  readonly calendar: CalendarIdentity
  /** Waits and repeats where that is safe. */
  readonly exchange: Exchange
  /** The same without any repeating: for work that keeps its own pace. */
  readonly direct: Exchange
  /** The zone of a calendar file that was not there before. */
  readonly new_zone: string | undefined
  close(): Promise<void>
}

/** Fails with `configuration` where there is no api root, and where it is none. */
export async function openApiRoot(opening: OpenApiOptions): Promise<OpenApi> {
  const { api_root } = opening
  if (api_root === undefined) throw noRoot()
  const { exchange, close, id, new_zone } = api_root.startsWith('file:')
    ? await openFile(api_root, opening)
    : { ...(await openNetwork(api_root, opening)), id: undefined, new_zone: undefined }
  const direct = withHeaders(
    opening.wrapExchange(exchange),
    { accept: 'application/json', 'accept-language': opening.language, 'user-agent': opening.user_agent },
    opening.signal,
  )
  const calendar = { root: calendarRootOf(api_root, opening.cwd), id }
  return {
    api_root: api_root.replace(/\/+$/, ''),
    calendar,
    exchange: withRetry(direct, opening, opening.wait_limits),
    direct,
    new_zone,
    close,
  }
}

async function openNetwork(api_root: string, opening: OpenApiOptions): Promise<OpenExchange> {
  const { openNetwork } = await import('./transport/network.ts')
  const openOnly = (address: string) =>
    openNetwork({
      ...opening,
      api_root: address,
      headers: headersOf(opening.credentials),
      proxy: proxyOf(rootOf(address), opening.env),
    })
  const openAt = async (address: string) =>
    followHttps(await openOnly(address), rootOf(address), opening.credentials.kind === 'none' ? openOnly : undefined)
  const plain = await openAt(api_root)
  if (opening.language_segment === undefined) return plain
  const { withLanguageSegment, withFallback } = await import('./address/language-root.ts')
  return withFallback(await openAt(withLanguageSegment(api_root, opening.language_segment)), plain)
}

/** Answers of a file name this as their site. */
const file_place = { base: 'http://localhost', root: 'wp-json', vendor: 'tribe' } as const

async function openFile(
  api_root: string,
  opening: OpenApiOptions,
): Promise<OpenExchange & { readonly id: string; readonly new_zone: string | undefined }> {
  const name = fileNameOf(api_root)
  const { cwd, timezone, missing_file, now } = opening
  const file = name === ':memory:' ? name : resolve(cwd, name)
  const is_missing = file !== ':memory:' && !existsSync(file)
  if (is_missing && missing_file === 'refuse') throw noFile(name)
  if (is_missing && missing_file === 'make') requireFolder(file, name)
  const { openCalendar } = await import('../server/service/open.ts')
  const { exchange, close, id, settings, explain } = await openCalendar({
    name,
    file: is_missing && missing_file === 'pretend' ? ':memory:' : file,
    ...(existsSync(file) ? {} : { timezone: timezone() }),
    place: file_place,
    mode: 'standard',
    read_only: false,
    writer: 'inline',
    now,
  })
  if (is_missing && missing_file === 'make') await opening.onNewFile(name)
  // A file that is damaged shows it where it is read.
  return {
    exchange: (request) => exchange(request).catch((error: unknown) => Promise.reject(explain(error))),
    close,
    id,
    new_zone: is_missing ? settings.timezone : undefined,
  }
}

/** Where a new calendar file is to be. */
function requireFolder(file: string, name: string): void {
  try {
    statOf(file)
    accessSync(dirname(file), constants.W_OK)
  } catch (cause) {
    throw writeError(name, cause, 'configuration')
  }
}

function withHeaders(exchange: Exchange, headers: Headers, signal: AbortSignal): Exchange {
  return (request) => exchange({ signal, ...request, headers: { ...headers, ...request.headers } })
}

function noFile(name: string): CalError {
  return new CalError(
    'configuration',
    { en: `there is no calendar file ${name}`, de: `die Kalenderdatei ${name} gibt es nicht` },
    {
      hint: {
        en: 'the first write makes it, such as cal events create; so does cal serve',
        de: 'das erste Schreiben legt sie an, etwa cal events create; ebenso cal serve',
      },
    },
  )
}

function noRoot(): CalError {
  return new CalError(
    'configuration',
    { en: 'no api root is known', de: 'keine Adresse der Schnittstelle ist bekannt' },
    {
      hint: {
        en: 'three ways out: cal init,\nor in the environment: CAL_API_ROOT=https://example.org/wp-json/tribe/events/v1,\nor a file of your own, without any server: --api-root file:./calendar.db',
        de: 'drei Wege: cal init,\noder in der Umgebung: CAL_API_ROOT=https://example.org/wp-json/tribe/events/v1,\noder eine eigene Datei, ganz ohne Server: --api-root file:./calendar.db',
      },
    },
  )
}
