// The test library `calctl/testing`: a calendar service in this process.
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { in_memory } from './base/database-url.ts'
import type { Exchange } from './base/exchange.ts'
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
  /** Completes the requests in progress, then closes port and file. */
  stop(): Promise<void>
}

/** Starts a calendar service on this machine. When the promise resolves, it accepts requests. */
export async function startServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { serve } = await import('./server/serve.ts')
  const users = options.users ?? []
  const now = options.now?.getTime()
  const { api_root, close } = await serve({
    file: options.data ?? in_memory,
    host: '127.0.0.1',
    port: options.port ?? 0,
    root: 'wp-json',
    vendor: 'tribe',
    mode: modeOf(options.quirks),
    read_only: options.readOnly ?? false,
    users: users.map((user) => ({ id: 0, email: '', ...user })),
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
    ...(options.firstId !== undefined && { first_id: options.firstId }),
    ...(options.seed && { prepare: seeding(options.seed) }),
  })
  return serverAt(
    api_root,
    users.find(({ role }) => role === 'administrator'),
    close,
  )
}

/** Errors: for an unknown release, which callers without TypeScript can pass. */
function modeOf(quirks: TestServerOptions['quirks'] = false) {
  if (typeof quirks === 'boolean') return quirks ? mode_of_release[default_release] : 'standard'
  const mode = releases.includes(quirks) ? mode_of_release[quirks] : undefined
  if (mode === undefined) throw new Error(`quirks needs one of ${releases.join(', ')}, not ${JSON.stringify(quirks)}`)
  return mode
}

/** Reads the seed files relative to the working directory; its notes are ignored. */
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
      note: () => {},
    })
  }
}

function serverAt(apiRoot: string, administrator: TestUser | undefined, stop: () => Promise<void>): TestServer {
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
  return {
    apiRoot,
    fetch: ask,
    stop,
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
