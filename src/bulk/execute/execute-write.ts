// One write and everything that can come in between: throttling, lost answers, a server that fails for a while.
import type { ApiRequest, ApiResponse, Exchange } from '../../base/exchange.ts'
import { CalError } from '../../base/errors.ts'
import type { JsonObject } from '../../base/json.ts'
import { answerOf, recordOf } from '../../client/api/answer.ts'
import { call, requestOf } from '../../client/api/call.ts'
import { type Clock, retryAfterOf, withRetry } from '../../client/transport/retry.ts'
import { rereadIfBlank } from '../../client/api/records.ts'
import { type FailedRequest, errorOfAnswer } from '../../client/api/error-answer.ts'
import { completeChanges } from '../../client/update/update.ts'
import { fieldMismatchesOf } from '../../client/update/verify-write.ts'
import { operationNamed } from '../../spec/operations.ts'
import { createdBy, findable } from '../matching/lookup.ts'
import type { Throttle } from './throttle.ts'
import type { Create, Delete, Update, WriteStep } from '../plan/plan.ts'
import { findRecord } from '../matching/find-record.ts'
import { Usage } from '../plan/usage.ts'

export interface WriteDeps {
  /** Without any repeating of its own. */
  readonly exchange: Exchange
  readonly pace: Throttle
  readonly clockwork: Clock
  /** The highest id of the kind before the run began: what is newer may be ours. */
  readonly known_id_max: (kind: WriteStep['kind']) => number
}

export interface WriteOutcome {
  readonly record: JsonObject
  /** It was sent more than once because no answer came: a late one may have made a second. */
  readonly repeated: boolean
}

/** Failures of the server in a row before a record is given up. */
const attempts_max = 6
/** Being asked to wait is not a failure; but nobody waits for ever. */
const throttled_max = 30
const pause_first_ms = 250
const pause_longest_ms = 10_000

/** Carries out a write. Fails as the service refuses, and with `unreachable` where it stays away. */
export function executeWrite(step: WriteStep, tools: WriteDeps): Promise<WriteOutcome> {
  switch (step.action) {
    case 'create':
      return created(step, tools)
    case 'update':
      return persistently(step, tools, updateRequest(step))
    case 'delete':
      return deleted(step, tools)
  }
}

async function created(step: Create, tools: WriteDeps): Promise<WriteOutcome> {
  const found = step.unsure ? await lookedUp(step, tools) : undefined
  if (found) return { record: found, repeated: false }
  const done = await persistently(step, tools, requestOf(operationNamed(`${step.kind}.create`), step.values, {}))
  return { ...done, repeated: done.repeated || step.unsure === true }
}

function updateRequest({ kind, id, before, changes }: Update): ApiRequest {
  const changed = Object.fromEntries(changes.map(({ field, after }) => [field, after]))
  return requestOf(operationNamed(`${kind}.update`), { ...completeChanges(kind, before, changed), id }, {})
}

/** A delete that finds nothing after its answer was lost has done its work. */
async function deleted(step: Delete, tools: WriteDeps): Promise<WriteOutcome> {
  try {
    return await persistently(step, tools, requestOf(operationNamed(`${step.kind}.delete`), { id: step.id }, {}))
  } catch (error) {
    if (error instanceof CalError && error.code === 'not_found') return { record: step.before, repeated: false }
    throw error
  }
}

async function persistently(step: WriteStep, tools: WriteDeps, request: ApiRequest): Promise<WriteOutcome> {
  let repeated = false
  for (let attempt = 1; ; attempt++) {
    const answer = await unthrottled(tools, request, `${step.action} ${step.kind}`)
    if (!(answer instanceof CalError) && answer.status < 500) {
      const record = await recordAnswered(step, tools, answer)
      return { record: await rereadIfBlank(withRetry(tools.exchange, tools.clockwork), step.kind, record), repeated }
    }
    // Whether the write was carried out is not known: a create is looked up before it is sent again.
    const found = step.action === 'create' ? await lookedUp(step, tools) : undefined
    if (found) return { record: found, repeated }
    if (attempt >= attempts_max) throw answer instanceof CalError ? answer : errorOfAnswer(answer, askedFor(step))
    repeated = true
    await tools.clockwork.sleep(pauseOf(attempt, tools.clockwork))
    await tools.pace.ready()
  }
}

/** The record of the answer. A success that holds none says nothing about the record, so it is read. */
async function recordAnswered(step: WriteStep, tools: WriteDeps, answer: ApiResponse): Promise<JsonObject> {
  try {
    return recordOf(answerOf(answer, askedFor(step)))
  } catch (error) {
    if (!(error instanceof CalError) || error.code !== 'server_failed' || error.remote) throw error
    const found =
      step.action === 'create'
        ? await lookedUp(step, tools)
        : await findRecord(withRetry(tools.exchange, tools.clockwork), step.kind, step.id)
    if (step.action === 'delete' && !found) return step.before
    if (step.action === 'delete' || !found) throw error
    return found
  }
}

function askedFor(step: WriteStep): FailedRequest {
  return { kind: step.kind, ...('id' in step ? { target: step.id } : {}) }
}

/**
 * The answer once the server no longer asks for time. A 503 may have done the work, so it counts as a lost answer after
 * its pause.
 */
async function unthrottled(
  { exchange, pace, clockwork }: WriteDeps,
  request: ApiRequest,
  what: string,
): Promise<ApiResponse | CalError> {
  for (let times = 1; ; times++) {
    const sent = clockwork.now()
    const answer = await answered(exchange, request)
    if (!(answer instanceof CalError) && answer.status < 500 && answer.status !== 429)
      pace.succeeded(clockwork.now() - sent, what)
    if (answer instanceof CalError || (answer.status !== 429 && answer.status !== 503) || times > throttled_max)
      return answer
    pace.throttled(
      retryAfterOf(answer.headers['retry-after'], clockwork.now()) ?? pauseOf(times, clockwork),
      answer.status,
    )
    await pace.ready()
    if (answer.status === 503) return answer
  }
}

/** The answer, or the failure to get one. A request that is under way is finished, whatever interrupts the run. */
async function answered(exchange: Exchange, request: ApiRequest): Promise<ApiResponse | CalError> {
  try {
    return await exchange({ ...request, signal: undefined })
  } catch (error) {
    if (error instanceof CalError && error.code === 'unreachable') return error
    throw error
  }
}

/** Asks as often as it takes to get an answer: without one nothing may be sent again. */
async function lookedUp(
  step: Create,
  { exchange, pace, clockwork, known_id_max }: WriteDeps,
): Promise<JsonObject | undefined> {
  // A look-up is several requests: each is repeated by itself, so that one lost answer does not begin all of them anew.
  const repeating = withRetry(exchange, clockwork, pace.wait_limits)
  for (let attempt = 1; ; attempt++) {
    try {
      const [record] = await createdBy(repeating, step.kind, findable(step.kind, step.values), known_id_max(step.kind))
      return record
    } catch (error) {
      if (
        !(error instanceof CalError) ||
        !['unreachable', 'server_failed'].includes(error.code) ||
        attempt >= attempts_max
      )
        throw error
      const { status } = error.remote ?? {}
      if (status === 429 || status === 503) pace.throttled(pauseOf(attempt, clockwork), status)
      await clockwork.sleep(pauseOf(attempt, clockwork))
      await pace.ready()
    }
  }
}

function pauseOf(attempt: number, { random }: Clock): number {
  return Math.min(pause_longest_ms, pause_first_ms * 2 ** (attempt - 1)) * (0.5 + random())
}

/** Takes back what a late request made beside the record that counts: only what is as it was sent, and nobody uses. */
export async function removeDuplicates(step: Create, id: number, { exchange, known_id_max }: WriteDeps): Promise<void> {
  const { kind, values } = step
  const all = await createdBy(exchange, kind, findable(kind, values), known_id_max(kind))
  const twins = all
    .filter((record) => Number(record.id) !== id && fieldMismatchesOf(kind, values, record).length === 0)
    .map((record) => Number(record.id))
  const users = kind === 'events' || twins.length === 0 ? undefined : await new Usage(exchange).of(kind, twins)
  for (const twin of twins) if (!users?.has(twin)) await call(exchange, `${kind}.delete`, { id: twin })
}
