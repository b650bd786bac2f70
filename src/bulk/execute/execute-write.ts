// Executes one write, with throttling, lost responses and temporary failures of the server.
import type { ApiRequest, ApiResponse, Exchange } from '../../base/exchange.ts'
import { CalError } from '../../base/errors.ts'
import type { JsonObject } from '../../base/json.ts'
import { answerOf, recordOf } from '../../client/api/answer.ts'
import { requestOf } from '../../client/api/call.ts'
import { isAnswerLost } from '../../client/transport/network-errors.ts'
import { type Clock, withRetry, retryAfterOf } from '../../client/transport/retry.ts'
import { rereadIfBlank } from '../../client/api/records.ts'
import { type FailedRequest, errorOfAnswer } from '../../client/api/error-answer.ts'
import { unknownCostError } from '../../client/update/stored-cost.ts'
import { completeChanges } from '../../client/update/update.ts'
import type { Plural } from '../../spec/model.ts'
import type { Values } from '../../spec/read.ts'
import { operationNamed } from '../../spec/operations.ts'
import { isTerm } from '../../spec/resources.ts'
import { createdSince, findCreated, findRecord, lookupFieldsOf } from '../matching/lookup.ts'
import type { Create, Delete, Update, WriteStep } from '../plan/plan.ts'
import type { Throttle } from './throttle.ts'

export interface WriteDeps {
  /** An exchange without retries. */
  readonly exchange: Exchange
  readonly throttle: Throttle
  readonly clock: Clock
  /** The highest id of a kind before the run began: newer records may be its own. */
  readonly known_id_max: (kind: Plural) => number
  /**
   * The run writes one record: after a failure of the server it is not sent again, and the journal doesn't say whether
   * it was written.
   */
  readonly single?: boolean
}

export interface WriteOutcome {
  readonly record: JsonObject
  /** It was sent again after a lost response: the first request may have created a second record. */
  readonly resent: boolean
  /** The response was lost, and the record was looked up. */
  readonly found?: true
}

/** Consecutive failures of the server before a record is given up. */
const attempts_max = 6
/** Maximum number of waits requested by the server, which do not count as failures. */
const throttled_max = 30
const pause_first_ms = 250
const pause_longest_ms = 10_000

/** Executes a write. Errors: the error response of the service; `unreachable` if it does not respond. */
export function executeWrite(step: WriteStep, deps: WriteDeps): Promise<WriteOutcome> {
  switch (step.action) {
    case 'create':
      return create(step, deps)
    case 'update':
      return sendUntilAnswered(step, deps, requestOfWrite(step))
    case 'delete':
      return remove(step, deps)
  }
}

/**
 * The request of a write.
 * Errors: `not_allowed` if the update would overwrite a cost that cannot be read, or the fields of the record are
 *         hidden; `usage` if the event would end before it starts.
 */
export function requestOfWrite(step: WriteStep): ApiRequest {
  switch (step.action) {
    case 'create':
      return requestOf(operationNamed(`${step.kind}.create`), step.values, {})
    case 'update':
      return requestOf(operationNamed(`${step.kind}.update`), { ...updatedValues(step), id: step.id }, {})
    case 'delete':
      return requestOf(operationNamed(`${step.kind}.delete`), { id: step.id }, {})
  }
}

async function create(step: Create, deps: WriteDeps): Promise<WriteOutcome> {
  // The service may still be executing the interrupted request, so duplicates are removed at the end of the run.
  const [made] = step.interrupted ?? []
  if (made) return { record: made, resent: true }
  const outcome = await sendUntilAnswered(step, deps, requestOfWrite(step))
  return { ...outcome, resent: outcome.resent || step.interrupted !== undefined }
}

/** The values that an update sends. */
function updatedValues({ kind, before, changes, more = {}, only_given }: Update): Values {
  const changed = { ...Object.fromEntries(changes.map(({ field, after }) => [field, after])), ...more }
  if (only_given) return changed
  const unknown = unknownCostError(kind, before, changed)
  if (unknown) throw unknown
  return completeChanges(kind, before, changed)
}

/** If the response to an earlier attempt was lost, that attempt may have deleted the record. */
async function remove(step: Delete, deps: WriteDeps): Promise<WriteOutcome> {
  let attempts = 0
  const exchange: Exchange = (request) => {
    attempts++
    return deps.exchange(request)
  }
  try {
    return await sendUntilAnswered(step, { ...deps, exchange }, requestOfWrite(step))
  } catch (error) {
    if (!(error instanceof CalError) || error.code !== 'not_found' || (deps.single && attempts === 1)) throw error
    const record = isTerm(step.kind) ? step.before : { ...step.before, status: 'trash' }
    return { record, resent: false }
  }
}

async function sendUntilAnswered(step: WriteStep, deps: WriteDeps, request: ApiRequest): Promise<WriteOutcome> {
  let resent = false
  for (let attempt = 1; ; attempt++) {
    const response = await sendThrottled(deps, request, `${step.action} ${step.kind}`)
    if (!(response instanceof CalError) && response.status < 500) {
      const record = await recordOfResponse(step, deps, response)
      return { record: await rereadIfBlank(withRetry(deps.exchange, deps.clock), step.kind, record), resent }
    }
    // It is not known whether the write was executed: a create is looked up before it is sent again.
    const failure = response instanceof CalError ? response : errorOfAnswer(response, failedRequestOf(step))
    const found = step.action === 'create' ? await lookUp(step, deps, failure) : undefined
    if (found) return { record: found, resent, found: true }
    if (attempt >= attempts_max || (deps.single && step.action !== 'delete')) throw failure
    resent = true
    await deps.clock.sleep(pauseOf(attempt, deps.clock))
    await deps.throttle.ready()
  }
}

/** The record of the response. If a successful response contains no record, the record is read. */
async function recordOfResponse(step: WriteStep, deps: WriteDeps, response: ApiResponse): Promise<JsonObject> {
  try {
    return recordOf(answerOf(response, failedRequestOf(step)))
  } catch (error) {
    if (!(error instanceof CalError) || error.code !== 'server_failed' || error.remote) throw error
    const found =
      step.action === 'create'
        ? await lookUp(step, deps, error)
        : await findRecord(withRetry(deps.exchange, deps.clock), step.kind, step.id)
    if (step.action === 'delete' && !found) return step.before
    if (step.action === 'delete' || !found) throw error
    return found
  }
}

function failedRequestOf(step: WriteStep): FailedRequest {
  return { kind: step.kind, ...('id' in step ? { target: step.id } : {}) }
}

/**
 * Retries while the server asks for a wait. A write that failed with 503 may have been executed, so after the pause it
 * counts as a lost response.
 */
async function sendThrottled(
  { exchange, throttle, clock }: WriteDeps,
  request: ApiRequest,
  request_type: string,
): Promise<ApiResponse | CalError> {
  for (let times = 1; ; times++) {
    const sent = clock.now()
    const response = await send(exchange, request)
    if (!(response instanceof CalError) && response.status < 500 && response.status !== 429)
      throttle.succeeded(clock.now() - sent, request_type)
    if (response instanceof CalError || (response.status !== 429 && response.status !== 503) || times > throttled_max)
      return response
    throttle.throttled(
      retryAfterOf(response.headers['retry-after'], clock.now()) ?? pauseOf(times, clock),
      response.status,
    )
    await throttle.ready()
    if (response.status === 503) return response
  }
}

/** The response, or the error that prevented it. A request in flight is awaited even if the run is interrupted. */
async function send(exchange: Exchange, request: ApiRequest): Promise<ApiResponse | CalError> {
  try {
    return await exchange({ ...request, signal: undefined })
  } catch (error) {
    if (error instanceof CalError && error.code === 'unreachable') return error
    throw error
  }
}

/** Retries the lookup until it is known whether the record exists: only then may the create be sent again. */
async function lookUp(
  step: Create,
  { exchange, throttle, clock, known_id_max }: WriteDeps,
  failure: CalError,
): Promise<JsonObject | undefined> {
  if (step.since !== undefined) {
    if (!isAnswerLost(failure)) throw failure
    return createdSince(withRetry(exchange, clock, throttle.wait_limits), { ...step, since: step.since }, failure)
  }
  // A lookup consists of several requests: each is retried by itself, so that one failure does not restart all.
  const retrying = withRetry(exchange, clock, throttle.wait_limits)
  const fields = lookupFieldsOf(step.kind, step.values)
  for (let attempt = 1; ; attempt++) {
    try {
      const [record] = await findCreated(retrying, step.kind, fields, known_id_max(step.kind))
      return record
    } catch (error) {
      if (
        !(error instanceof CalError) ||
        !['unreachable', 'server_failed'].includes(error.code) ||
        attempt >= attempts_max
      )
        throw error
      const { status } = error.remote ?? {}
      if (status === 429 || status === 503) throttle.throttled(pauseOf(attempt, clock), status)
      await clock.sleep(pauseOf(attempt, clock))
      await throttle.ready()
    }
  }
}

function pauseOf(attempt: number, { random }: Clock): number {
  return Math.min(pause_longest_ms, pause_first_ms * 2 ** (attempt - 1)) * (0.5 + random())
}
