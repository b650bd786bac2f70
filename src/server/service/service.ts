// Opens a calendar in this process and answers requests to it: authenticates the caller, and passes the request to the
// storage engine or answers from the cache.
import { BoundedCache } from '../../base/bounded-cache.ts'
import type { Instant } from '../../base/dates/zoned-time.ts'
import type { ApiResponse, Exchange } from '../../base/exchange.ts'
import { CalError } from '../../base/errors.ts'
import { isReadMethod } from '../../spec/operations.ts'
import { refusalOf } from '../api/api.ts'
import { type ParsedRequest, parseOnce, type ReceivedRequest } from '../api/request.ts'
import { errorResponse } from '../api/respond.ts'
import { anonymous_administrator, type Authenticate, cacheUsers, type CurrentUsers } from '../auth/authenticate.ts'
import type { LimitPasswords } from '../auth/limits.ts'
import { ApiError } from '../domain/api-error.ts'
import { mayEditAll } from '../domain/rights.ts'
import type { Caller } from '../domain/settings.ts'
import type { Engine, EngineOptions } from '../storage/engine.ts'
import { openEngine } from '../storage/engines.ts'

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

/** A calendar as an exchange. An `ApiError` of the engine, which cannot answer now, becomes the response. */
function createService({ engine, now, responses, authenticate, limitPasswords }: ServiceDeps): Exchange {
  const { settings } = engine
  const publishDue = duePublisher(engine, now)
  const answer = async (request: ReceivedRequest): Promise<ApiResponse> => {
    await publishDue()
    const { parsed } = request
    const isRead = settings.read_only || isReadMethod(parsed.method)
    // At the same time, because both can need the generation: the engine then asks for it once.
    // It comes first: it can throw, and nobody would then await the caller.
    const [generation, caller] = await Promise.all([
      isRead && responses ? engine.generation() : 0,
      authenticate ? authenticate(request) : anonymous_administrator,
    ])
    const password = mayEditAll(caller) ? undefined : parsed.password
    // A cached response would answer without counting the attempt.
    const key = isRead && password === undefined ? responses && cacheKeyOf(parsed, caller) : undefined
    const refusal = refusalOf(parsed, caller, settings)
    if (refusal) return refusal
    if (password !== undefined) limitPasswords?.({ password, path: recordPathOf(parsed) }, request.from)
    if (!isRead) return engine.write(parsed, caller)
    const read = () => engine.read(parsed, caller)
    return responses && key !== undefined ? responses.get(key, calendarStateAt(generation, now()), read) : read()
  }
  return async (sent) => {
    const request = parseOnce(sent)
    try {
      return await answer(request)
    } catch (error) {
      if (error instanceof ApiError) return errorResponse(request.parsed, error, settings)
      throw error
    }
  }
}

/** The path, if it alone names the record: quirks modes read another one by `id` or `slug`. Source: interface Q11. */
function recordPathOf({ path, match, given }: ParsedRequest): string | undefined {
  const isOverridden = given.id !== undefined || given.slug !== undefined
  return isOverridden || match?.key === undefined ? undefined : path
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

const characters_max = 32_000_000

const second_ms = 1_000

/** The state of a calendar: dates of the interface are in whole seconds, so responses do not change within one. */
function calendarStateAt(generation: number, now: Instant): string {
  return `${generation} ${Math.floor(now / second_ms)}`
}

/** Responses of one calendar, valid for one generation of its data and one second of its clock. */
class ResponseCache {
  readonly #responses = new BoundedCache<string, ApiResponse>({
    weight_max: characters_max,
    weigh: ({ body }) => body.length,
  })
  #running = new Map<string, Promise<ApiResponse>>()
  #valid_at = ''

  /**
   * The cached response, or that of `read`, or of a read for the same key that is in progress. It is of the state
   * `valid_at` or newer, because a read starts after its state was determined.
   */
  async get(key: string, valid_at: string, read: () => Promise<ApiResponse>): Promise<ApiResponse> {
    if (valid_at !== this.#valid_at) {
      this.#valid_at = valid_at
      this.#responses.clear()
      this.#running = new Map()
    }
    const known = this.#responses.get(key) ?? this.#running.get(key)
    if (known) return known
    const running = this.#running
    const reading = read()
      .then((response) =>
        valid_at === this.#valid_at ? this.#responses.set(key, { ...response, valid_at }) : response,
      )
      .finally(() => running.delete(key))
    running.set(key, reading)
    return reading
  }
}

/**
 * Everything that engines and handlers receive of a read, apart from what is derived from the rest; undefined with a
 * body, which can be long, and for what cannot be parsed.
 */
export function cacheKeyOf(
  { match, given, body, error, ...request }: ParsedRequest,
  caller: Caller | undefined,
): string | undefined {
  return error || Object.keys(body).length > 0 ? undefined : JSON.stringify([request, caller])
}

export interface OpenOptions extends EngineOptions {
  /** Absent: every caller is the administrator. */
  readonly authenticate?: (users: CurrentUsers) => Authenticate
  /** Absent: any number of passwords of events can be tried. */
  readonly limitPasswords?: LimitPasswords
}

/** An open calendar. */
export interface OpenedCalendar extends Omit<Engine, 'read' | 'write' | 'publishDue'> {
  readonly exchange: Exchange
  /** The same with all rights, to fill a calendar before it is served. */
  readonly asAdministrator: Exchange
  /** The same with the rights of a visitor, regardless of credentials; responses are not cached. */
  readonly asVisitor: Exchange
  /** The state in which cached responses are valid now; undefined if the engine must be asked for it. */
  validAt(): string | undefined
}

/** Opens a calendar, and creates it if it is missing. Errors: those of `openEngine`. */
export async function openCalendar({ authenticate, limitPasswords, ...options }: OpenOptions): Promise<OpenedCalendar> {
  const engine = await openEngine(options)
  const { now } = options
  const responses = options.reads_once ? undefined : new ResponseCache()
  // Other engines ask the database each time, which a cache must not cause.
  const first = engine.generation()
  const isImmediate = typeof first === 'number'
  await first
  return {
    ...engine,
    exchange: createService({
      engine,
      now,
      ...(responses && { responses }),
      authenticate: authenticate?.(cacheUsers(engine.users, engine.users.generation ?? engine.generation)),
      limitPasswords,
    }),
    asAdministrator: createService({ engine, now }),
    asVisitor: createService({ engine, now, authenticate: async () => undefined }),
    validAt: () => {
      try {
        const generation = isImmediate && engine.generation()
        return typeof generation === 'number' ? calendarStateAt(generation, now()) : undefined
      } catch (error) {
        if (error instanceof CalError) return undefined
        throw error
      }
    },
  }
}
