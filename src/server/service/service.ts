// Sends each request where it is answered: reads to the reading connection, writes to the queue.
import type { Instant } from '../../base/dates/zoned-time.ts'
import type { ApiRequest, Exchange } from '../../base/exchange.ts'
import { CalError } from '../../base/errors.ts'
import { type ResponseCache, cacheKeyOf } from './response-cache.ts'
import { createApi } from '../api/api.ts'
import { type Authenticate, everyone } from '../auth/authenticate.ts'
import { ApiError } from '../domain/api-error.ts'
import type { Caller, ServiceSettings } from '../domain/settings.ts'
import { isAnyDue } from '../storage/publish-due.ts'
import type { GroupCommit } from '../storage/sqlite/writer/group-commit.ts'
import { type ParsedRequest, parseRequest } from '../api/request.ts'
import { errorResponse } from '../api/respond.ts'
import type { OpenStore } from '../storage/sqlite/open-store.ts'

export interface ServiceDeps {
  readonly reading: OpenStore
  readonly writes: GroupCommit
  readonly settings: ServiceSettings
  now(): Instant
  /** Rises with every write that can be read here. */
  generation(): number
  /** Scheduled records are published when they are due, before anybody reads: D-356. */
  readonly publishes: boolean
  /** Absent: every read is answered anew. */
  readonly answers?: ResponseCache
  /** Absent: everyone is the administrator. */
  readonly authenticate: Authenticate | undefined
}

const look_ms = 1_000
const reading_methods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** The calendar as an exchange: credentials first, then the connection that can answer. */
export function createService(engine: ServiceDeps): Exchange {
  const { reading, writes, settings, now, generation, answers, authenticate } = engine
  const api = createApi({ store: reading.store, settings, now })
  const publish = publisherOf(engine)
  return async (request) => {
    const caller = await callerOf(request, authenticate)
    if (caller instanceof ApiError) return errorResponse(parseRequest(request), caller, settings)
    await publish()
    const key = answers && cacheKeyOf(request, caller)
    const moment = { generation: generation(), now: now() }
    const kept = key === undefined ? undefined : answers?.get(key, moment)
    if (kept) return kept
    const read = readOf(request, settings)
    if (read) {
      const answer = reading.connection.inOneView(() => api(read, caller))
      if (key !== undefined) answers?.set(key, moment, answer)
      return answer
    }
    const { signal: _, ...travelling } = request
    return writes.write({ request: travelling, caller })
  }
}

/** Looks once a second at most whether anything is due. */
function publisherOf({ reading, writes, now, publishes }: ServiceDeps): () => Promise<void> {
  let looked = Number.NEGATIVE_INFINITY
  return async () => {
    const moment = now()
    // A clock that was set back is looked at anew.
    if (!publishes || Math.abs(moment - looked) < look_ms) return
    looked = moment
    if (isAnyDue(reading.store, moment))
      await writes.order({ does: 'publish-due', now: moment }).catch(unlessUnwritable)
  }
}

/**
 * On a disk that takes no writes, and beside another who writes, a calendar is read as it is; the next look tries
 * again.
 */
function unlessUnwritable(error: unknown): void {
  if (!(error instanceof CalError)) throw error
}

async function callerOf(
  request: ApiRequest,
  authenticate: Authenticate | undefined,
): Promise<Caller | undefined | ApiError> {
  if (!authenticate) return everyone
  try {
    return await authenticate(request)
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

/** The parsed request if it only reads. A GET may stand for another method; a write is parsed where it is executed. */
function readOf(request: ApiRequest, { read_only }: ServiceSettings): ParsedRequest | undefined {
  if (!read_only && !reading_methods.has(request.method.toUpperCase())) return undefined
  const parsed = parseRequest(request)
  return read_only || reading_methods.has(parsed.method) ? parsed : undefined
}
