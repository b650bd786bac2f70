// The test library `calctl/testing`: a calendar service in this process.
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { in_memory, locationOf } from './base/database-url.ts'
import { isOneZone } from './base/dates/zoned-time.ts'
import { CalError } from './base/errors.ts'
import type { Exchange } from './base/exchange.ts'
import { isObject } from './base/json.ts'
import { closest } from './base/text/closest.ts'
import { quoted } from './base/text/quoted.ts'
import { default_release, mode_of_release, releases } from './spec/releases.ts'

export interface TestUser {
  readonly login: string
  readonly password: string
  readonly role: 'administrator' | 'editor' | 'author' | 'contributor' | 'subscriber'
  readonly id?: number
  readonly email?: string
}

export interface TestServerOptions {
  /** A database file. Default: an empty calendar in memory, which can be reset and is deleted at the end. */
  readonly data?: string
  /**
   * Files to fill the calendar with at the start: calendar files as for `cal apply`, others as for `cal import`.
   */
  readonly seed?: readonly string[]
  /** Default: any free port. */
  readonly port?: number
  /** Time zone of the calendar, such as `Europe/Berlin`. Default: UTC. */
  readonly timezone?: string
  /** Stops the calendar's clock at this time. */
  readonly now?: Date
  /** Without users every caller is the administrator. */
  readonly users?: readonly TestUser[]
  /** Behaves exactly like deployed services of this release; true means 6.9.1. */
  readonly quirks?: boolean | '6.9.1' | '6.17'
  /** Allows filtering events by the coordinates of their venue, within this distance. */
  readonly premium?: { readonly geofence_km: number }
  readonly readOnly?: boolean
  /** The first id. */
  readonly firstId?: number
  /** Milliseconds: `50..200`. */
  readonly latency?: string
  /** `POST /events:5%:503` */
  readonly fail?: readonly string[]
  /** `10/s` */
  readonly rateLimit?: string
  /** The same seed selects the same requests for latency and failures. */
  readonly randomSeed?: number
}

/** A request that the server received, without credentials. */
export interface SeenRequest {
  readonly number: number
  readonly method: string
  readonly path: string
  readonly query: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly status: number
}

export interface TestServer {
  /** `http://127.0.0.1:40123/wp-json/tribe/events/v1` */
  readonly apiRoot: string
  /**
   * `fetch` for a path below the api root: `server.fetch('/events')`. Sends the administrator's credentials unless the
   * request has others.
   */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** Restores the state at the start. */
  reset(): Promise<void>
  /** Saves the present state and returns a function that restores it. */
  snapshot(): Promise<() => Promise<void>>
  /** The last requests, oldest first, without those of `reset` and `snapshot`. */
  requests(): Promise<readonly SeenRequest[]>
  /** Completes the requests in progress, then closes port and file. Later calls do nothing. */
  stop(): Promise<void>
  /** `stop`, for `await using server = await startServer()`. */
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Starts a calendar service on this machine. When the promise resolves, it accepts requests.
 *
 * Errors: for options that don't exist or have a wrong value, named in the message; if a file or port can't be used.
 */
export async function startServer(options: TestServerOptions = {}): Promise<TestServer> {
  requireValid(options)
  try {
    return await started(options)
  } catch (error) {
    throw error instanceof CalError ? inOptions(error) : error
  }
}

async function started(options: TestServerOptions): Promise<TestServer> {
  const [{ serve }, { parseUsers }] = await Promise.all([import('./server/serve.ts'), import('./server/auth/users.ts')])
  const users = parseUsers(JSON.stringify(options.users ?? []), 'users')
  const now = options.now?.getTime()
  const { api_root, close } = await serve({
    file: options.data === undefined ? in_memory : locationOf(options.data, process.cwd()),
    host: '127.0.0.1',
    port: options.port ?? 0,
    root: 'wp-json',
    vendor: 'tribe',
    mode: modeOf(options.quirks),
    read_only: options.readOnly ?? false,
    users,
    hosts: [],
    origins: [],
    faults: { latency: options.latency, fail: options.fail ?? [], rate_limit: options.rateLimit },
    random_seed: options.randomSeed ?? 1,
    writer: 'inline',
    pid: process.pid,
    clock: () => Date.now(),
    ticks: () => performance.now(),
    now: () => now ?? Date.now(),
    random_bytes: (count) => randomBytes(count),
    onUnexpectedError: (error) => {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
    },
    ...(options.timezone !== undefined && { timezone: options.timezone }),
    ...(options.premium && { premium: options.premium }),
    ...(options.firstId !== undefined && { first_id: { post: options.firstId, term: options.firstId } }),
    ...(options.seed && { prepare: seeding(options.seed) }),
  })
  return serverAt(
    api_root,
    users.find(({ role }) => role === 'administrator'),
    close,
  )
}

type Check = readonly [isValid: (value: unknown) => boolean, needs: string]

const isText = (value: unknown) => typeof value === 'string' && value !== ''
const isWhole = (min: number, max: number) => (value: unknown) =>
  typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
const isListOf = (isItem: (value: unknown) => boolean) => (value: unknown) =>
  Array.isArray(value) && value.every((item) => isItem(item))

/** What callers without TypeScript may have got wrong; the service checks what is inside texts and users. */
const checks: Readonly<Record<keyof TestServerOptions, Check>> = {
  data: [isText, 'the name of a database file'],
  seed: [isListOf(isText), 'a list of file names'],
  port: [isWhole(0, 65_535), 'a whole number from 0 to 65535'],
  timezone: [(value) => typeof value === 'string' && isOneZone(value), 'a time zone such as "Europe/Berlin"'],
  now: [(value) => value instanceof Date && !Number.isNaN(value.getTime()), 'a valid Date'],
  users: [isListOf(isObject), 'a list such as [{ login: "ada", password: "…", role: "administrator" }]'],
  quirks: [
    (value) => typeof value === 'boolean' || releases.some((release) => release === value),
    `true, false or one of ${releases.map((release) => `"${release}"`).join(', ')}`,
  ],
  premium: [
    (value) => isObject(value) && Object.keys(value).length === 1 && Number(value.geofence_km) > 0,
    'an object such as { geofence_km: 25 }',
  ],
  readOnly: [(value) => typeof value === 'boolean', 'true or false'],
  firstId: [isWhole(1, Number.MAX_SAFE_INTEGER), 'a whole number from 1'],
  latency: [isText, 'a text such as "50..200"'],
  fail: [isListOf(isText), 'a list such as ["POST /events:5%:503"]'],
  rateLimit: [isText, 'a text such as "10/s"'],
  randomSeed: [isWhole(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER), 'a whole number'],
}
const names = Object.keys(checks)

function requireValid(options: unknown): void {
  if (!isObject(options)) throw new TypeError(`startServer needs an object of options, not ${quoted(options).en}`)
  for (const [name, value] of Object.entries(options)) {
    const [, [isValid, needs] = []] = Object.entries(checks).find(([known]) => known === name) ?? []
    if (isValid === undefined) throw new TypeError(`unknown option ${quoted(name).en}: ${suggestion(name)}`)
    if (value !== undefined && !isValid(value))
      throw new TypeError(`${name} needs ${needs}, not ${value instanceof Date ? String(value) : quoted(value).en}`)
  }
  if (options.readOnly === true && options.data === undefined) throw new TypeError('readOnly needs the option data')
}

function suggestion(name: string): string {
  const near = closest(name, names)
  return near === undefined ? `options are ${names.join(', ')}` : `did you mean ${near}?`
}

/** The error with names of options in place of flags, and its hint. */
function inOptions(error: CalError): Error {
  const text = [error.text.en, ...(error.hint ? [error.hint.en] : [])].join('\n')
  const named = text.replace(/--([a-z][a-z-]*)/g, (flag, name: string) => {
    const option = name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
    return option === 'user' ? 'users' : names.includes(option) ? option : flag
  })
  return new Error(named, { cause: error })
}

function modeOf(quirks: TestServerOptions['quirks'] = false) {
  if (typeof quirks === 'boolean') return quirks ? mode_of_release[default_release] : 'standard'
  return mode_of_release[quirks]
}

/** Reads the seed files relative to the working directory; notes on them are warnings of the process. */
function seeding(files: readonly string[]) {
  return async (exchange: Exchange, { timezone: zone, now }: { readonly timezone: string; readonly now: number }) => {
    const [{ seed }, { fileSource }] = await Promise.all([import('./bulk/seed.ts'), import('./bulk/input/source.ts')])
    const clock = { now: () => Date.now(), random: () => Math.random(), sleep: wait }
    await seed(exchange, {
      sources: files.map((file) => fileSource(file)),
      now,
      zone,
      clock,
      signal: new AbortController().signal,
      note: ({ en }) => process.emitWarning(en, 'SeedNote'),
    })
  }
}

function serverAt(
  apiRoot: string,
  administrator: Pick<TestUser, 'login' | 'password'> | undefined,
  close: () => Promise<void>,
): TestServer {
  const credentials =
    administrator && `Basic ${Buffer.from(`${administrator.login}:${administrator.password}`).toString('base64')}`
  const ask = (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    if (credentials !== undefined && !headers.has('authorization')) headers.set('authorization', credentials)
    return fetch(`${apiRoot}${path}`, { ...init, headers })
  }
  const control = async (method: string, path: string) => {
    const response = await ask(`/_cal${path}`, { method })
    const body = (await response.json()) as { readonly message?: string; readonly requests?: readonly SeenRequest[] }
    if (!response.ok) throw new Error(`${method} /_cal${path}: ${body.message}`)
    return body
  }
  let snapshots = 0
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= close()
    return stopping
  }
  return {
    apiRoot,
    fetch: ask,
    stop,
    [Symbol.asyncDispose]: stop,
    reset: async () => {
      await control('POST', '/reset')
    },
    snapshot: async () => {
      snapshots += 1
      const place = `/snapshots/test-${snapshots}`
      await control('PUT', place)
      return async () => {
        await control('POST', place)
      }
    },
    requests: async () => (await control('GET', '/requests')).requests ?? [],
  }
}
