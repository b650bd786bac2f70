// The library for tests: a calendar service in this process, for as long as a test needs it.
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
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
  /** A calendar file; without it the calendar is empty, can be reset, and is gone at the end. */
  readonly data?: string
  /**
   * Files that fill the calendar at the start: calendar files as `cal apply` reads them, others as `cal import` does.
   */
  readonly seed?: readonly string[]
  /** Any free port without it. */
  readonly port?: number
  /** Zone of the calendar, such as `Europe/Berlin`; UTC without it. */
  readonly timezone?: string
  /** The clock stands still here. */
  readonly now?: Date
  /** Without users everyone is the administrator. */
  readonly users?: readonly TestUser[]
  /** Answers exactly as deployed services of this release do; true is 6.9.1. */
  readonly quirks?: boolean | '6.9.1' | '6.17'
  /** Events can be filtered by the coordinates of their venue; `near` means within so many kilometres. */
  readonly premium?: { readonly geofence_km: number }
  readonly readOnly?: boolean
  /** Smallest id that is given. */
  readonly firstId?: number
  /** Milliseconds: `50..200`. */
  readonly latency?: string
  /** `POST /events:5%:503` */
  readonly fail?: readonly string[]
  /** `10/s` */
  readonly rateLimit?: string
  /** Which requests are slow or fail: the same for the same number. */
  readonly randomSeed?: number
}

/** A request that the server was asked, oldest first. Credentials are left out. */
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
   * `fetch` below the api root: `server.fetch('/events')`; as the administrator, unless the request brings other
   * credentials.
   */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** Back to the state at the start. */
  reset(): Promise<void>
  /** Keeps the present state, and gives the way back to it. */
  snapshot(): Promise<() => Promise<void>>
  /** The last requests, those of `reset` and `snapshot` left out. */
  requests(): Promise<readonly SeenRequest[]>
  /** Finishes what is in flight and lets go of port and file. */
  stop(): Promise<void>
}

/** Starts a calendar service on this machine; it answers when the promise resolves. */
export async function startServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { serve } = await import('./server/serve.ts')
  const users = options.users ?? []
  const now = options.now?.getTime()
  const { api_root, close } = await serve({
    file: options.data ?? ':memory:',
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

/** Fails: for a release that is none of ours, since not every test is written in TypeScript. */
function modeOf(quirks: TestServerOptions['quirks'] = false) {
  if (typeof quirks === 'boolean') return quirks ? mode_of_release[default_release] : 'standard'
  const mode = releases.includes(quirks) ? mode_of_release[quirks] : undefined
  if (mode === undefined) throw new Error(`quirks needs one of ${releases.join(', ')}, not ${JSON.stringify(quirks)}`)
  return mode
}

/** Seeds are read where the tests run; what they bring that means nothing is no matter. */
function seeding(files: readonly string[]) {
  return async (exchange: Exchange, { timezone: zone, now }: { readonly timezone: string; readonly now: number }) => {
    const [{ seed }, { fileSource }] = await Promise.all([import('./bulk/seed.ts'), import('./bulk/input/source.ts')])
    const clockwork = { now: () => Date.now(), random: () => Math.random(), sleep: wait }
    await seed(exchange, {
      sources: files.map((file) => fileSource(file)),
      now,
      zone,
      clock: clockwork,
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
    const answer = await ask(`/_cal${path}`, { method })
    const body = (await answer.json()) as { readonly message?: string; readonly requests?: readonly SeenRequest[] }
    if (!answer.ok) throw new Error(`${method} /_cal${path}: ${body.message}`)
    return body
  }
  let kept = 0
  return {
    apiRoot,
    fetch: ask,
    stop,
    reset: async () => {
      await control('POST', '/reset')
    },
    snapshot: async () => {
      kept += 1
      const place = `/snapshots/kept-${kept}`
      await control('PUT', place)
      return async () => {
        await control('POST', place)
      }
    },
    requests: async () => (await control('GET', '/requests')).requests ?? [],
  }
}
