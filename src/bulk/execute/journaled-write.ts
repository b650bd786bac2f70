// Executes one write with a journal line before and after it.
import { CalError } from '../../base/errors.ts'
import type { Exchange } from '../../base/exchange.ts'
import type { JsonObject } from '../../base/json.ts'
import { eachLanguage, t } from '../../base/text/language.ts'
import { isBlank } from '../../client/api/protected-records.ts'
import { isAnswerLost } from '../../client/transport/network-errors.ts'
import { WaitTooLongError, withRetry } from '../../client/transport/retry.ts'
import { changesOf } from '../../client/update/compare.ts'
import { isCostReadable, sendableOf } from '../../client/update/sendable.ts'
import { withStoredCost, withWrittenCost } from '../../client/update/stored-cost.ts'
import type { Plural } from '../../spec/model.ts'
import type { Values } from '../../spec/read.ts'
import { isTerm, resources } from '../../spec/resources.ts'
import type { InputError } from '../input/entry.ts'
import type { Dependents, Journal, WriteBegin, WriteEnd } from '../journal/journal.ts'
import { compact, identityOf, recordSummaryOf } from '../journal/record-summary.ts'
import { clock_skew_ms_max, findCreated, instantOfDate, lookupFieldsOf } from '../matching/lookup.ts'
import type { Create, PlanResult, WriteStep } from '../plan/plan.ts'
import { dependentsOf } from '../plan/record-usage.ts'
import { executeWrite, type WriteDeps } from './execute-write.ts'

export interface JournaledWriteDeps extends WriteDeps {
  readonly journal: Pick<Journal, 'write' | 'note'>
  /** Aborted by Ctrl-C: writes in flight are finished, no new one begins. */
  readonly signal: AbortSignal
}

const done = { create: 'created', update: 'updated', delete: 'deleted' } as const

/**
 * Executes a write between its two journal lines.
 * Shape:  `resent` is the record of a create that was sent more than once.
 * Errors: what ends the run; any other error of the write is its result.
 */
export async function executeJournaled(
  planned: WriteStep,
  deps: JournaledWriteDeps,
): Promise<{ readonly result: PlanResult; readonly resent?: JsonObject }> {
  const { journal, throttle, signal } = deps
  const step = await withStoredBefore(planned, deps)
  await journal.write(beginLineOf(step, { at: deps.clock.now(), dependents: await dependentsBefore(step, deps) }))
  return throttle.run(async () => {
    if (signal.aborted) throw signal.reason
    try {
      const { record, resent, found } = await executeWrite(step, deps)
      const id = Number(record.id)
      if (step.action === 'create' && isOlder(step, record, deps)) return { result: overwritten(step, id, deps) }
      // Flushed with the next awaited line; after a crash before that, the record is looked up.
      journal.note({ end: step.n, id, ...afterOf(step, record) })
      const shown = await withWrittenCost(retryingExchange(deps), step.kind, sentBy(step), record)
      return {
        result: { step, done: done[step.action], record: shown, ...(found ? { found } : {}) },
        ...(resent ? { resent: record } : {}),
      }
    } catch (error) {
      if (!(error instanceof CalError)) throw error
      if (endsRun(error)) {
        if (isRefusal(error)) journal.note({ end: step.n, failed: error.text })
        throw error
      }
      const found = step.action === 'create' ? await foundAfterRefusal(step, error, deps) : undefined
      if (found) return { result: foundInstead(step, found, journal) }
      if (!deps.single || !isAnswerLost(error)) journal.note({ end: step.n, failed: error.text })
      if (isLeftToEvents(step, error)) return { result: { step, done: 'skipped' } }
      return { result: { step, done: 'failed', errors: [inputErrorOf(error)], error } }
    }
  })
}

/** The step with the stored text of the cost, which an update sends and an undo restores. */
async function withStoredBefore(step: WriteStep, deps: JournaledWriteDeps): Promise<WriteStep> {
  if (step.action === 'create' || step.kind !== 'events' || isCostReadable(step.before)) return step
  const before = await deps.throttle.run(() => withStoredCost(retryingExchange(deps), step.kind, step.before))
  return { ...step, before }
}

function sentBy(step: WriteStep): Values {
  if (step.action === 'create') return step.values
  return step.action === 'update' ? Object.fromEntries(step.changes.map(({ field, after }) => [field, after])) : {}
}

function retryingExchange({ exchange, clock, throttle }: JournaledWriteDeps): Exchange {
  return withRetry(exchange, clock, throttle.wait_limits)
}

/** Whether the record existed before. */
function isOlder({ kind, values, since }: Create, { id, date_utc }: JsonObject, deps: JournaledWriteDeps): boolean {
  if (since === undefined) return Number(id) <= deps.known_id_max(kind)
  const isDated = isTerm(kind) || kind === 'events' || values.date !== undefined || values.date_utc !== undefined
  return !isDated && (instantOfDate(date_utc) ?? since) < since - clock_skew_ms_max
}

/** Deployed services overwrite a venue or organizer of the same name (Q6); an undo of the run must not delete it. */
function overwritten(step: Create, id: number, { journal }: JournaledWriteDeps): PlanResult {
  journal.note({ end: step.n, found: id, kind: step.kind })
  const { title } = resources[step.kind]
  const text = t('not created: the service wrote it to the existing {title} {id}', { title, id })
  return { step, done: 'failed', errors: [{ text }] }
}

async function dependentsBefore(step: WriteStep, deps: JournaledWriteDeps): Promise<Dependents | undefined> {
  if (step.action !== 'delete' || !isTerm(step.kind)) return undefined
  return deps.throttle.run(() => dependentsOf(retryingExchange(deps), step))
}

/** If a create is rejected because others created a record of that name since the plan was made, theirs is used. */
async function foundAfterRefusal(
  { kind, values, since }: Create,
  { code }: CalError,
  deps: JournaledWriteDeps,
): Promise<JsonObject | undefined> {
  if (kind === 'events' || since !== undefined || (code !== 'refused' && code !== 'server_failed')) return undefined
  const fields = lookupFieldsOf(kind, values)
  const records = await findCreated(retryingExchange(deps), kind, fields, deps.known_id_max(kind))
  return records.find((record) => changesOf(kind, values, record).length === 0)
}

function foundInstead(
  { kind, n, key, title, entry }: WriteStep,
  record: JsonObject,
  journal: JournaledWriteDeps['journal'],
): PlanResult {
  const id = Number(record.id)
  journal.note({ end: n, found: id })
  return {
    step: { kind, n, key, title, ...(entry ? { entry } : {}), action: 'unchanged', id },
    done: 'unchanged',
    record,
  }
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

/** The line before a write. `dependents` are those of a term that is deleted. */
function beginLineOf(step: WriteStep, { at, dependents }: BeginOptions): WriteBegin {
  const source_id = step.entry?.source_id
  const named = {
    begin: step.n,
    action: step.action,
    kind: step.kind,
    key: step.key,
    at,
    ...(source_id === undefined ? {} : { source_id }),
  } as const
  switch (step.action) {
    case 'create': {
      const find = lookupFieldsOf(step.kind, step.values)
      const sent = compact(Object.fromEntries(Object.entries(step.values).filter(([field]) => !(field in find))))
      return {
        ...named,
        find,
        ...(Object.keys(sent).length === 0 ? {} : { sent }),
        ...(step.replaces === undefined ? {} : { replaces: step.replaces }),
      }
    }
    case 'update': {
      const fields = step.changes.map(({ field }) => field)
      const sent = Object.fromEntries(step.changes.map(({ field, after }) => [field, after]))
      return {
        ...named,
        id: step.id,
        before: sendableFieldsOf(step.kind, step.before, fields),
        sent: compact(sent),
        is: identityOf(step.kind, { ...step.before, ...sent }),
      }
    }
    case 'delete':
      return {
        ...named,
        id: step.id,
        before: { ...sendableOf(step.kind, step.before), slug: step.before.slug },
        ...(dependents ? { dependents } : {}),
      }
  }
}

/** The record after the write, for the line after it. */
function afterOf(step: WriteStep, record: JsonObject): Pick<WriteEnd, 'after'> {
  if (isBlank(step.kind, record)) return {}
  // A record restored from the trash counts as created: an undo moves it back to the trash.
  if (step.action === 'create' || (step.action === 'update' && step.before.status === 'trash'))
    return { after: recordSummaryOf(step.kind, record) }
  if (step.action === 'delete') return {}
  const fields = step.changes.map(({ field }) => field)
  return { after: sendableFieldsOf(step.kind, record, fields) }
}

/** Some fields of a record, in the form of a request. */
function sendableFieldsOf(kind: Plural, record: JsonObject, fields: readonly string[]): Values {
  const present = sendableOf(kind, record)
  return Object.fromEntries(fields.map((field) => [field, present[field] ?? '']))
}
