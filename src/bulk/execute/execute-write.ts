// Executes one write with a journal line before and after it, throttling, lost responses and temporary failures of the
// server.
import { doneBy } from '../journal/read-journal.ts'
import type { ApiRequest, ApiResponse, Exchange } from '../../base/exchange.ts'
import { CalError } from '../../base/errors.ts'
import type { JsonObject } from '../../base/json.ts'
import { eachLanguage, t } from '../../base/text/language.ts'
import { answerOf, errorOfAnswer, type FailedRequest, recordOf, requestOf } from '../../client/api/call.ts'
import { isHiddenByPassword, isTerm, resources } from '../../spec/resources.ts'
import { isAnswerLost, watchedWrites } from '../../client/transport/network-errors.ts'
import { type Clock, pauseOf, retryAfterOf, WaitTooLongError } from '../../client/transport/retry.ts'
import { rereadIfBlank, findRecord } from '../../client/api/records.ts'
import { sendableOf } from '../../client/update/sendable.ts'
import { isCostReadable } from '../../spec/cost.ts'
import { unknownCostError, withStoredCost, withWrittenCost } from '../../client/update/verify-write.ts'
import { completeChanges } from '../../client/update/update.ts'
import type { Plural } from '../../spec/model.ts'
import type { Values } from '../../spec/read.ts'
import { operationNamed } from '../../spec/operations.ts'
import type { InputError } from '../input/entry.ts'
import type { Dependents, Journal, WriteBegin, WriteEnd } from '../journal/journal.ts'
import { compact, identityOf, recordSummaryOf, sentSummaryOf } from '../journal/record-summary.ts'
import { type CreateClaims, isCertain, isOverwritten, sentCreateOf } from '../matching/create-claims.ts'
import { findCreated, lookupFieldsOf } from '../matching/lookup.ts'
import {
  type Create,
  type Delete,
  differenceOf,
  nameOfStep,
  type PlanResult,
  type Update,
  valuesAfter,
  type WriteStep,
} from '../plan/plan.ts'
import { dependentsOf } from '../plan/record-usage.ts'
import type { Throttle } from './throttle.ts'

interface WriteDeps {
  /** An exchange without retries. */
  readonly exchange: Exchange
  /** The same with retries, for reads. */
  readonly reading: Exchange
  readonly throttle: Throttle
  readonly clock: Clock
  /** The records that the creates of the run have made. */
  readonly creates: CreateClaims
  /**
   * The run writes one record: after a failure of the server it is not sent again, and the journal doesn't say whether
   * it was written.
   */
  readonly single?: boolean
  /** The command shows the written records; otherwise the answer to a delete needs only the id. */
  readonly shows_records?: boolean
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
  const { interrupted } = step
  if (interrupted?.made) {
    deps.creates.note(step.kind, Number(interrupted.made.id))
    return { record: interrupted.made, resent: true }
  }
  try {
    const outcome = await sendUntilAnswered(step, deps, requestOfWrite(step))
    return { ...outcome, resent: outcome.resent || interrupted !== undefined }
  } finally {
    deps.creates.ended(step)
  }
}

/** The values that an update sends. */
function updatedValues({ kind, before, changes, more = {}, only_given }: Update): Values {
  const changed = { ...valuesAfter(changes), ...more }
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
    const request = requestOfWrite(step)
    const sent = deps.shows_records ? request : { ...request, query: '_fields=id' }
    return await sendUntilAnswered(step, { ...deps, exchange }, sent)
  } catch (error) {
    if (!(error instanceof CalError) || error.code !== 'not_found' || (deps.single && attempts === 1)) throw error
    const record = isTerm(step.kind) ? step.before : { ...step.before, status: 'trash' }
    return { record, resent: false }
  }
}

async function sendUntilAnswered(step: WriteStep, deps: WriteDeps, request: ApiRequest): Promise<WriteOutcome> {
  let resent = false
  for (let attempt = 1; ; attempt++) {
    const sending = sendThrottled(deps, request, `${step.action} ${step.kind}`)
    if (step.action === 'create') deps.creates.sent(step, sending)
    const response = await sending
    if (!(response instanceof CalError) && response.status < 500) {
      const record = await recordOfResponse(step, deps, response)
      return { record: await rereadIfBlank(deps.reading, step.kind, record), resent }
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

/** The record of the response. If a successful response contains none, or another one, the record is read. */
async function recordOfResponse(step: WriteStep, deps: WriteDeps, response: ApiResponse): Promise<JsonObject> {
  try {
    const asked = step.action === 'create' ? undefined : step.id
    const record = recordOf(answerOf(response, failedRequestOf(step)), asked)
    // At once: a create whose answer was lost may have waited for this one.
    if (step.action === 'create') deps.creates.note(step.kind, Number(record.id))
    return record
  } catch (error) {
    if (!(error instanceof CalError) || error.code !== 'server_failed' || error.remote) throw error
    const found =
      step.action === 'create' ? await lookUp(step, deps, error) : await findRecord(deps.reading, step.kind, step.id)
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
async function send(exchange: Exchange, { signal: _, ...request }: ApiRequest): Promise<ApiResponse | CalError> {
  try {
    return await exchange({ signal: undefined, ...request })
  } catch (error) {
    if (error instanceof CalError && error.code === 'unreachable') return error
    throw error
  }
}

/**
 * The record that a create without an answer has made. A command that did not read the calendar before reports the
 * failure if there is none; undefined if the service cannot be reached.
 */
async function lookUp(step: Create, deps: WriteDeps, failure: CalError): Promise<JsonObject | undefined> {
  if (step.since === undefined) return deps.creates.claimLost(step, await findUntilAnswered(step, deps))
  if (!isAnswerLost(failure)) throw failure
  const found = candidatesOf(step, deps)
  const records = await found.catch((error: unknown) => (error instanceof CalError ? undefined : Promise.reject(error)))
  const record = records && (await deps.creates.claimLost(step, records))
  if (!record && records) throw notFound(failure)
  return record
}

/** The records that a create may have made. */
function candidatesOf({ kind, values }: Create, { reading, creates }: WriteDeps): Promise<readonly JsonObject[]> {
  return findCreated(reading, kind, lookupFieldsOf(kind, values), creates.known_id_max(kind))
}

/** Retries the lookup until it is known whether the record exists: only then may the create be sent again. */
async function findUntilAnswered(step: Create, deps: WriteDeps): Promise<readonly JsonObject[]> {
  const { clock, throttle } = deps
  // A lookup consists of several requests: each is retried by itself, so that one failure does not restart all.
  for (let attempt = 1; ; attempt++) {
    try {
      return await candidatesOf(step, deps)
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

/** An error from the service keeps its own hint. */
function notFound(error: CalError): CalError {
  const { code, text, cause, remote } = error
  if (remote) return error
  return new CalError(code, text, { cause, hint: t('it was not created: rerun the command to create it') })
}

export interface JournaledWriteDeps extends WriteDeps {
  readonly journal: Pick<Journal, 'write' | 'note'>
  /** Aborted by Ctrl-C: writes in flight are finished, no new one begins. */
  readonly signal: AbortSignal
  /** Called for a write that ends the run, and of which it is not known whether it was executed. */
  readonly onUnanswered?: () => void
}

/**
 * Executes a write between its two journal lines.
 * Errors: what ends the run; any other error of the write is its result.
 */
export async function executeStep(planned: WriteStep, deps: JournaledWriteDeps): Promise<PlanResult> {
  const { journal, throttle, signal } = deps
  const step = await withStoredBefore(planned, deps)
  const begin = beginLineOf(step, { at: deps.clock.now(), dependents: await dependentsBefore(step, deps) })
  await journal.write(begin)
  return throttle.run(async () => {
    if (signal.aborted) throw signal.reason
    let isLost = false
    const exchange = watchedWrites(deps.exchange, (lost) => {
      isLost ||= lost
    })
    try {
      const { record, resent, found } = await executeWrite(step, { ...deps, exchange })
      const id = Number(record.id)
      if (step.action === 'create' && isOverwritten(step, record, deps.creates.known_id_max(step.kind)))
        return overwritten(step, id, deps)
      // Flushed with the next awaited line; after a crash before that, the record is looked up.
      // The one record of a command is looked up once, and its request is not sent again.
      const lost = step.action === 'create' && !deps.single && (resent || found === true)
      const uncertain = step.action === 'create' && isFound(step, found) && !isProven(step, record)
      journal.note({
        end: step.n,
        id,
        ...afterOf(step, record),
        ...(lost ? { lost } : {}),
        ...(uncertain ? { uncertain } : {}),
      })
      if (lost) deps.creates.lost.push({ step, create: sentCreateOf(step), id })
      const shown = await withWrittenCost(deps.reading, step.kind, sentBy(step), record)
      return { step, done: doneBy(begin), record: shown, ...(found ? { found } : {}) }
    } catch (error) {
      if (!(error instanceof CalError)) throw error
      if (endsRun(error)) {
        if (isRefusal(error)) journal.note({ end: step.n, failed: error.text })
        else if (isLost) deps.onUnanswered?.()
        throw error
      }
      const found = step.action === 'create' ? await foundAfterRefusal(step, error, deps) : undefined
      if (found) return foundInstead(step, found, journal)
      if (!deps.single || !isAnswerLost(error)) journal.note({ end: step.n, failed: error.text })
      if (isLeftToEvents(step, error)) return { step, done: 'skipped' }
      return { step, done: 'failed', errors: [inputErrorOf(error)], error }
    }
  })
}

/** Whether the record was looked up, because the answer to the create was lost. */
function isFound({ interrupted }: Create, found: true | undefined): boolean {
  return found === true || interrupted?.made !== undefined
}

/** A command that did not read the calendar before does not know which records are new. */
function isProven(step: Create, record: JsonObject): boolean {
  return step.since === undefined && isCertain(sentCreateOf(step), record)
}

/** The step with the stored text of the cost, which an update sends and an undo restores. */
async function withStoredBefore(step: WriteStep, deps: JournaledWriteDeps): Promise<WriteStep> {
  if (step.action === 'create' || step.kind !== 'events' || isCostReadable(step.before)) return step
  const before = await deps.throttle.run(() => withStoredCost(deps.reading, step.kind, step.before))
  return { ...step, before }
}

function sentBy(step: WriteStep): Values {
  if (step.action === 'create') return step.values
  return step.action === 'update' ? valuesAfter(step.changes) : {}
}

/** Deployed services overwrite a venue or organizer of the same name (Q6); an undo of the run must not delete it. */
function overwritten(step: Create, id: number, { journal }: JournaledWriteDeps): PlanResult {
  journal.note({ end: step.n, found: id, kind: step.kind })
  const { title } = resources[step.kind]
  const text = t('not created: the service wrote it to the existing {title} {id}', { title, id })
  return { step, done: 'failed', errors: [{ text }] }
}

async function dependentsBefore(step: WriteStep, deps: JournaledWriteDeps): Promise<Dependents | undefined> {
  const { action, kind } = step
  if (action !== 'delete' || kind === 'events') return undefined
  const { id } = step
  return deps.throttle.run(() => dependentsOf(deps.reading, { kind, id }))
}

/** If a create is rejected because others created a record of that name since the plan was made, theirs is used. */
async function foundAfterRefusal(
  step: Create,
  { code }: CalError,
  deps: JournaledWriteDeps,
): Promise<JsonObject | undefined> {
  const { kind, since } = step
  if (kind === 'events' || since !== undefined || (code !== 'refused' && code !== 'server_failed')) return undefined
  const records = await candidatesOf(step, deps)
  return records.find((record) => differenceOf(step, record).changes.length === 0)
}

function foundInstead(step: WriteStep, record: JsonObject, journal: JournaledWriteDeps['journal']): PlanResult {
  const id = Number(record.id)
  journal.note({ end: step.n, found: id })
  return { step: { ...nameOfStep(step), action: 'unchanged', id }, done: 'unchanged', record }
}

/**
 * A user who may write events but not terms: the events that name a term create it.
 * Source: releases, 6.15.19.
 */
function isLeftToEvents(step: WriteStep, { code, remote }: CalError): boolean {
  return (
    step.action === 'create' &&
    step.n < 0 &&
    isTerm(step.kind) &&
    step.values.parent === undefined &&
    code === 'not_allowed' &&
    remote?.status === 403
  )
}

/** Whether the service rejected the write; after any other error, it may have been carried out. */
function isRefusal({ code, remote }: CalError): boolean {
  return code === 'configuration' || remote?.status === 401
}

/** Not signed in, service unreachable, or too long a wait: these apply to every record. */
function endsRun(error: CalError): boolean {
  const { code, remote } = error
  return (
    error instanceof WaitTooLongError ||
    code === 'unreachable' ||
    code === 'interrupted' ||
    code === 'terminated' ||
    code === 'configuration' ||
    remote?.status === 401
  )
}

function inputErrorOf({ text: message, hint, remote }: CalError): InputError {
  const fields = Object.entries(remote?.fields ?? {})
    .map(([name, reason]) => `${name}: ${reason}`)
    .join('; ')
  const text = fields === '' ? message : eachLanguage((language) => `${message[language]} (${fields})`)
  return { text, ...(hint ? { hint } : {}) }
}

interface BeginOptions {
  /** Time in milliseconds. */
  readonly at: number
  readonly dependents?: Dependents | undefined
}

/** The line before a write. `dependents` are those of a record that is deleted. */
function beginLineOf(step: WriteStep, { at, dependents }: BeginOptions): WriteBegin {
  const source_id = step.entry?.source_id
  const begin = step.n
  const named = {
    action: step.action,
    kind: step.kind,
    key: step.key,
    at,
    ...(source_id === undefined ? {} : { source_id }),
  } as const
  switch (step.action) {
    case 'create': {
      const find = lookupFieldsOf(step.kind, step.values)
      const sent = sentSummaryOf(step.kind, step.values, find)
      return {
        begin,
        ...named,
        find,
        ...(Object.keys(sent).length === 0 ? {} : { sent }),
        ...(step.replaces === undefined ? {} : { replaces: step.replaces }),
      }
    }
    case 'update': {
      const sent = valuesAfter(step.changes)
      return {
        begin,
        ...named,
        id: step.id,
        before: sendableFieldsOf(step.kind, step.before, writtenFields(step)),
        sent: compact(sent),
        is: identityOf(step.kind, { ...step.before, ...sent }),
      }
    }
    case 'delete':
      return {
        begin,
        ...named,
        id: step.id,
        before: { ...sendableOf(step.kind, step.before), slug: step.before.slug },
        ...(dependents ? { dependents } : {}),
      }
  }
}

/** The record after the write, for the line after it. */
function afterOf(step: WriteStep, record: JsonObject): Pick<WriteEnd, 'after' | 'stored'> {
  if (step.action === 'delete' || isHiddenByPassword(step.kind, record)) return {}
  if (step.action === 'create') return { stored: recordSummaryOf(step.kind, record, step.values) }
  // A record restored from the trash counts as created: an undo moves it back to the trash.
  if (step.before.status === 'trash') return { after: recordSummaryOf(step.kind, record) }
  return { after: sendableFieldsOf(step.kind, record, writtenFields(step)) }
}

/** The fields that an update changes; an event that becomes all-day loses its times of day too. */
function writtenFields({ changes }: Update): readonly string[] {
  const fields = changes.map(({ field }) => field)
  return fields.includes('all_day') ? [...new Set([...fields, 'start_date', 'end_date'])] : fields
}

/** Some fields of a record, in the form of a request. */
function sendableFieldsOf(kind: Plural, record: JsonObject, fields: readonly string[]): Values {
  const present = sendableOf(kind, record)
  return Object.fromEntries(fields.map((field) => [field, present[field] ?? '']))
}
