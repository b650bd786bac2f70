// Test control at `/_cal`, for administrators only: reset, snapshots, request log. Fault injection for tests of
// clients: delays, failures and rate limits, reproducible by a seed.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Instant, utcWall } from '../base/dates/zoned-time.ts'
import type { ApiRequest, ApiResponse, Exchange } from '../base/exchange.ts'
import type { Authenticate } from './auth/authenticate.ts'
import { ApiError } from './domain/api-error.ts'
import { errorReply } from './api/respond.ts'
import { type ParsedRequest, parseOnce, type ReceivedRequest } from './api/request.ts'
import { errorAnswerTo } from './http/error-answer.ts'
import type { Engine } from './storage/engine.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { CalError } from '../base/errors.ts'
import { t } from '../base/text/language.ts'
import { type Rate, tokenBucket } from './auth/limits.ts'

export interface TestControl {
  readonly authenticate: Authenticate
  readonly log: Pick<ReturnType<typeof withRequestLog>, 'entries' | 'clear'>
  readonly snapshots: Snapshots
}

type Snapshots = Omit<ReturnType<typeof snapshotsOf>, 'close'>

/** The snapshot of the state before the first request. */
export const start_name = 'start'

/** Wraps an exchange with the paths of test control. */
export function withTestControl(control: TestControl, exchange: Exchange): Exchange {
  const answer = async (request: ReceivedRequest) => {
    const { error } = request.parsed
    if (error) return errorAnswerTo(request, error)
    try {
      await requireAdministrator(control, request)
      return jsonResponse(await runAction(control, request.parsed))
    } catch (error) {
      if (error instanceof ApiError) return errorReply(error, request.parsed.language)
      throw error
    }
  }
  return async (request) => (request.path.startsWith('/_cal/') ? answer(parseOnce(request)) : exchange(request))
}

async function requireAdministrator({ authenticate }: TestControl, request: ApiRequest): Promise<void> {
  const caller = await authenticate(request)
  if (caller?.role !== 'administrator') throw new ApiError('rest_forbidden', { status: caller ? 403 : 401 })
}

type Action = (control: TestControl, name: string) => Promise<object>

/** `NAME` is the name of a snapshot. */
const actions: Readonly<Record<string, Action>> = {
  'GET requests': async ({ log }) => ({ requests: log.entries() }),
  'DELETE requests': async ({ log }) => {
    log.clear()
    return { requests: [] }
  },
  'GET snapshots': async ({ snapshots }) => ({ snapshots: snapshots.names() }),
  'PUT snapshots/NAME': async ({ snapshots }, name) => {
    await snapshots.save(name)
    return { saved: name }
  },
  'POST snapshots/NAME': restore,
  'DELETE snapshots/NAME': async ({ snapshots }, name) => {
    await snapshots.delete(known(snapshots, name))
    return { deleted: name }
  },
  'POST reset': (control) => restore(control, start_name),
}

async function runAction(control: TestControl, { method, path }: ParsedRequest): Promise<object> {
  const [, place, name] = /^\/_cal\/([a-z]+)(?:\/([\w.-]{1,64}))?\/?$/.exec(path) ?? []
  const action = actions[`${method} ${place}${name === undefined ? '' : '/NAME'}`]
  if (!action) throw new ApiError('rest_no_route')
  return action(control, name ?? '')
}

async function restore({ snapshots }: TestControl, name: string): Promise<object> {
  await snapshots.restore(known(snapshots, name))
  return { restored: name }
}

function known(snapshots: Snapshots, name: string): string {
  if (snapshots.names().includes(name)) return name
  throw new ApiError('rest_no_snapshot', { values: { name } })
}

function jsonResponse(body: object): ApiResponse {
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=UTF-8', 'cache-control': 'no-store' },
    body: JSON.stringify(body),
  }
}

const entries_max = 1_000

const body_characters_max = 10_000

const secret = new Set(['authorization', 'cookie', 'proxy-authorization'])

/**
 * Wraps an exchange with a log of its requests, without credentials: oldest first, with the time of the answer in UTC.
 * Numbers count from 1, also after the log was cleared.
 */
export function withRequestLog(exchange: Exchange, now: () => Instant) {
  let count = 0
  let entries: ReturnType<typeof logged>[] = []
  const logged = (request: ApiRequest, { status }: ApiResponse) => {
    count += 1
    return { ...described(request), number: count, time: utcWall(now()), status }
  }
  return {
    exchange: async (request: ApiRequest) => {
      const answer = await exchange(request)
      entries.push(logged(request, answer))
      if (entries.length >= entries_max * 2) entries = entries.slice(-entries_max)
      return answer
    },
    entries: () => entries.slice(-entries_max),
    clear: () => {
      entries = []
    },
  }
}

function described({ method, path, query, headers, body = '' }: ApiRequest) {
  const harmless = Object.fromEntries(Object.entries(headers).filter(([name]) => !secret.has(name)))
  return { method, path, query, headers: harmless, body: Buffer.from(body).toString().slice(0, body_characters_max) }
}

/**
 * Saved states of the whole calendar by name, in numbered files, so that a snapshot's name is never part of a path.
 * `close` deletes them.
 */
export function snapshotsOf(engine: Pick<Engine, 'snapshot' | 'restore'>) {
  const folder = mkdtempSync(join(tmpdir(), 'cal-snapshots-'))
  const files = new Map<string, string>()
  let count = 0
  const remove = (name: string) => {
    const file = files.get(name)
    files.delete(name)
    if (file !== undefined) rmSync(file, { force: true })
  }
  return {
    names: (): readonly string[] => [...files.keys()],
    save: async (name: string) => {
      count += 1
      const file = join(folder, `${count}.db`)
      await engine.snapshot(file)
      remove(name)
      files.set(name, file)
    },
    restore: async (name: string) => {
      const file = files.get(name)
      if (file !== undefined) await engine.restore(file)
    },
    delete: async (name: string) => remove(name),
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}

export interface Faults {
  readonly latency?: ReturnType<typeof latencyOf>
  readonly failing: readonly FailureFault[]
  readonly rate?: Rate
}

type FailureFault = ReturnType<typeof failingOf>

/** Wraps an exchange with these faults; a failing request is not executed. */
export function withFaults(
  { latency, failing, rate }: Faults,
  { random, now }: { random(): number; now(): Instant },
  exchange: Exchange,
): Exchange {
  const bucket = rate && tokenBucket(rate, now)
  return async (request) => {
    const seconds = bucket?.take() ?? 0
    const { method, path, language } = parseOnce(request).parsed
    if (seconds > 0)
      return errorReply(
        new ApiError('rest_rate_limited', { values: { seconds: String(seconds) }, data: { retry_after: seconds } }),
        language,
      )
    if (latency)
      await wait(
        latency.from + random() * (latency.to - latency.from),
        undefined,
        request.signal && { signal: request.signal },
      )
    const fault = failing.find((one) => matches(one, method, path) && random() < one.share)
    if (!fault) return exchange(request)
    return errorReply(
      new ApiError('rest_fault', { status: fault.status, values: { status: String(fault.status) } }),
      language,
    )
  }
}

function matches({ method: wanted, path: pattern }: FailureFault, method: string, path: string): boolean {
  if (wanted !== undefined && wanted !== method) return false
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}/?$`, 'i').test(path)
}

export interface FaultArguments {
  readonly latency?: string | undefined
  readonly fail?: readonly string[]
  readonly rate_limit?: string | undefined
}

/** Errors: `usage` for a value that does not have the format of its flag. */
export function faultsOf({ latency, fail = [], rate_limit }: FaultArguments): Faults {
  return {
    failing: fail.map(failingOf),
    ...(latency !== undefined && { latency: latencyOf(latency) }),
    ...(rate_limit !== undefined && { rate: rateOf(rate_limit) }),
  }
}

export function hasNoFaults({ latency, failing, rate }: Faults): boolean {
  return latency === undefined && rate === undefined && failing.length === 0
}

/** `80`, `50..200`: a delay between these bounds, in milliseconds. */
function latencyOf(text: string) {
  const match = /^(\d{1,6})(?:\.\.(\d{1,6}))?$/.exec(text)
  const [from, to] = [Number(match?.[1]), Number(match?.[2] ?? match?.[1])]
  if (!match || from > to) throw formatError('--latency', text, '50..200')
  return { from, to }
}

/**
 * `POST /events:5%:503`, `/events*:100%:500`: the requests below the api root that fail, and how often. Without a
 * method all do; `*` in the path matches any text; the share is from 0 to 1.
 */
function failingOf(text: string) {
  const match = /^(?:(GET|POST|PUT|PATCH|DELETE|OPTIONS) )?((?:\/|\*)[^\s:]*):(\d{1,3}(?:\.\d+)?)%:([45]\d\d)$/i.exec(
    text,
  )
  const [, method, path = '', share, status] = match ?? []
  if (!match || Number(share) > 100) throw formatError('--fail', text, "'POST /events:5%:503'")
  const own = method === undefined ? {} : { method: method.toUpperCase() }
  return { ...own, path, share: Number(share) / 100, status: Number(status) }
}

const periods_ms: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 }

/** `10/s`, `100/m`, `1000/h`. */
function rateOf(text: string): Rate {
  const [, requests, unit = ''] = /^(\d{1,7})\/([smh])$/.exec(text) ?? []
  const period_ms = periods_ms[unit]
  if (period_ms === undefined || Number(requests) === 0) throw formatError('--rate-limit', text, '10/s')
  return { requests: Number(requests), period_ms }
}

function formatError(flag: string, text: string, example: string): CalError {
  return new CalError('usage', t('{flag} needs a value such as {example}, not "{text}"', { flag, example, text }))
}
