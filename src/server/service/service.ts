// Answers requests: authenticates the caller, and passes the request to the storage engine or answers from the cache.
import type { Instant } from '../../base/dates/zoned-time.ts'
import type { ApiRequest, ApiResponse, Exchange } from '../../base/exchange.ts'
import { CalError } from '../../base/errors.ts'
import { refusalOf } from '../api/api.ts'
import { type ParsedRequest, received, type ReceivedRequest } from '../api/request.ts'
import { errorResponse } from '../api/respond.ts'
import { type Authenticate, anonymous_administrator } from '../auth/authenticate.ts'
import type { LimitPasswords } from '../auth/event-passwords.ts'
import { ApiError } from '../domain/api-error.ts'
import { mayEditAll } from '../domain/rights.ts'
import type { Caller, ServiceSettings } from '../domain/settings.ts'
import { matchOf } from '../route.ts'
import type { Engine } from '../storage/engine.ts'
import { cacheKeyOf, type ResponseCache } from './response-cache.ts'

export interface ServiceDeps {
  readonly engine: Engine
  now(): Instant
  /** Absent: no response is cached. */
  readonly responses?: ResponseCache
  /** Absent: every caller is the administrator. */
  readonly authenticate?: Authenticate | undefined
  /** Absent: any number of passwords of events can be tried. */
  readonly limitPasswords?: LimitPasswords | undefined
}

const read_methods = new Set(['GET', 'OPTIONS'])

/** A calendar as an exchange. An `ApiError` of the engine, which cannot answer now, becomes the response. */
export function createService({ engine, now, responses, authenticate, limitPasswords }: ServiceDeps): Exchange {
  const { settings } = engine
  const publishDue = duePublisher(engine, now)
  const answer = async (request: ReceivedRequest): Promise<ApiResponse> => {
    await publishDue()
    const { parsed } = request
    const isRead = isReadOnly(parsed.method, settings)
    // At the same time, because both can need the generation: the engine then asks for it once.
    const [caller, generation] = await Promise.all([
      authenticate ? callerOf(request, authenticate) : anonymous_administrator,
      isRead ? engine.generation() : 0,
    ])
    if (caller instanceof ApiError) throw caller
    const password = mayEditAll(caller) ? undefined : triedPassword(parsed)
    // A cached response would answer without counting the attempt.
    const key = isRead && password === undefined ? responses && cacheKeyOf(request, caller) : undefined
    const moment = { generation, now: now() }
    const cached = key === undefined ? undefined : responses?.get(key, moment)
    if (cached) return cached
    const refusal = refusalOf(parsed, caller, settings)
    if (refusal) return refusal
    if (password !== undefined) limitPasswords?.({ password, path: recordPathOf(parsed) }, request.from)
    if (!isRead) return engine.write(parsed, caller)
    const read = () => engine.read(parsed, caller)
    return responses && key !== undefined ? responses.shared(key, moment, read) : read()
  }
  return async (sent) => {
    const request = received(sent)
    try {
      return await answer(request)
    } catch (error) {
      if (error instanceof ApiError) return errorResponse(request.parsed, error, settings)
      throw error
    }
  }
}

/** The password of an event that a request tries; the password in the body of a write is a new one. */
function triedPassword({ method, given, query }: ParsedRequest): string | undefined {
  const { password } = method === 'GET' ? given : query
  return password === undefined || password === null ? undefined : JSON.stringify(password)
}

/** The path, if it alone names the record: quirks modes read another one by `id` or `slug`. Source: interface Q11. */
function recordPathOf({ path, given }: ParsedRequest): string | undefined {
  const isOverridden = given.id !== undefined || given.slug !== undefined
  return isOverridden || matchOf(path)?.key === undefined ? undefined : path
}

const check_interval_ms = 1_000

/** Publishes scheduled records before a request is answered; checks at most once a second. Source: decision 20. */
function duePublisher(engine: Engine, now: () => Instant): () => Promise<void> {
  let checked = Number.NEGATIVE_INFINITY
  return async () => {
    const moment = now()
    // The absolute difference, because the clock may be set back.
    if (engine.settings.read_only || Math.abs(moment - checked) < check_interval_ms) return
    checked = moment
    await engine.publishDue(moment).catch(ignoreUnwritable)
  }
}

/** Ignores the error of a calendar that cannot be written now: reads are answered from its current state. */
function ignoreUnwritable(error: unknown): void {
  if (!(error instanceof CalError || error instanceof ApiError)) throw error
}

async function callerOf(request: ApiRequest, authenticate: Authenticate): Promise<Caller | undefined | ApiError> {
  try {
    return await authenticate(request)
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

/** Whether the request cannot write, because of its method or because the service is read-only. */
function isReadOnly(method: string, { read_only }: ServiceSettings): boolean {
  return read_only || read_methods.has(method)
}
