// Carrying out a plan: writes side by side, each in the journal before and after, one bad record never stopping the
// others.
import { CalError } from '../../base/errors.ts'
import type { JsonObject } from '../../base/json.ts'
import type { Text } from '../../base/text/language.ts'
import { changesOf } from '../../client/update/compare.ts'
import { WaitTooLongError, withRetry } from '../../client/transport/retry.ts'
import { isBlank } from '../../client/api/protected.ts'
import { sendableOf } from '../../client/update/sendable.ts'
import { isTerm } from '../../spec/resources.ts'
import { dependentsOf } from '../plan/dependents.ts'
import type { InputError } from '../input/entry.ts'
import type { ResendResult } from './half-written.ts'
import type { WriteBegin, WriteEnd, Journal } from '../journal/journal.ts'
import { createdBy, findable } from '../matching/lookup.ts'
import { executeWrite, type WriteDeps, removeDuplicates } from './execute-write.ts'
import { compact, identityOf, recordSummaryOf } from '../journal/record-summary.ts'
import { type Create, isWrite, type Step, type WriteStep } from '../plan/plan.ts'

/**
 * What became of a step. `instead_of`: it was told of before, and others turned out to have created the record as well.
 */
export type PlanResult =
  | { readonly step: Step; readonly done: 'created' | 'updated' | 'deleted'; readonly record: JsonObject }
  | {
      readonly step: Step
      readonly done: 'unchanged' | 'skipped'
      readonly record?: JsonObject
      readonly instead_of?: 'created'
    }
  | { readonly step: Step; readonly done: 'failed'; readonly errors: readonly InputError[] }

export interface ExecuteOptions extends WriteDeps {
  readonly journal: Pick<Journal, 'write' | 'note'>
  /** Aborted by Ctrl-C: what is under way is finished, nothing new begins. */
  readonly signal: AbortSignal
  readonly allowance: FailureBudget
  /** How many writes may have begun in the journal at once. */
  readonly concurrency: number
  /**
   * Kinds that do not refer to each other are written side by side; else in their order, which gives the same ids each
   * time.
   */
  readonly kinds_at_once?: boolean
  readonly told: (result: PlanResult) => void | Promise<void>
  /** Told of each create that was sent again because no answer came. */
  readonly resent?: (resent: ResendResult) => void
  /** Words about the calendar, where there is someone to read them. */
  readonly say?: (text: Text) => void
}

/** How many records of a run may fail, counted over all its parts; the one after that is not begun. */
export class FailureBudget {
  #left: number

  constructor(failures_max: number) {
    this.#left = failures_max
  }

  get isSpent(): boolean {
    return this.#left <= 0
  }

  spend(): void {
    this.#left--
  }
}

/** The allowance was spent before the work was done. */
export class StoppedError extends Error {}

/** Begun in the journal but not yet sent: so that the disk and the network work at the same time. */
const ahead = 2
/**
 * Half of these go to the disk together, so that rows wait less for it than for the server; after a crash so many are
 * looked up.
 */
const begun_min = 128

/** Resolves when every step was carried out. Fails with what ends a run: no connection, no right, or `Stopped`. */
export async function executePlan(steps: AsyncIterable<Step>, carrying: ExecuteOptions): Promise<void> {
  const window = new BackpressureGate(Math.max(carrying.concurrency * ahead, begun_min))
  const repeated: ResendResult[] = []
  const run = { broken: undefined as unknown, stopped: false }
  const tell = async (result: PlanResult) => {
    if (result.done === 'failed') carrying.allowance.spend()
    await carrying.told(result)
  }
  for await (const step of steps) {
    // Between two writes nobody else notices: without this the run would count as finished.
    if (carrying.signal.aborted) run.broken ??= carrying.signal.reason
    run.stopped = carrying.allowance.isSpent
    if (run.broken !== undefined || run.stopped) break
    if (!isWrite(step)) {
      await tell(resultOf(step))
      continue
    }
    await window.enter()
    const work = carryOutWrite(step, carrying).then(async ({ result, again }) => {
      if (again && step.action === 'create') repeated.push({ step, record: again })
      await tell(result)
    })
    void work
      .catch((error) => {
        run.broken ??= error
      })
      .finally(() => window.leave())
  }
  await window.empty()
  if (run.broken !== undefined) throw run.broken
  for (const one of repeated) {
    await removeDuplicates(one.step, Number(one.record.id), carrying)
    carrying.resent?.(one)
  }
  if (run.stopped) throw new StoppedError()
}

function resultOf(step: Exclude<Step, WriteStep>): PlanResult {
  if (step.action === 'conflict') return { step, done: 'failed', errors: step.errors }
  return { step, done: step.action === 'skip' ? 'skipped' : 'unchanged' }
}

async function carryOutWrite(
  step: WriteStep,
  carrying: ExecuteOptions,
): Promise<{ readonly result: PlanResult; readonly again?: JsonObject }> {
  const { journal, pace, signal } = carrying
  await journal.write(await beginOf(step, carrying))
  return pace.run(async () => {
    if (signal.aborted) throw signal.reason
    try {
      const { record, repeated } = await executeWrite(step, carrying)
      const id = Number(record.id)
      // The next line to be awaited carries this one to the disk with it; until then a crash is answered by looking the
      // record up.
      journal.note({ end: step.n, id, ...afterOf(step, record) })
      return { result: { step, done: done[step.action], record }, ...(repeated ? { again: record } : {}) }
    } catch (error) {
      if (!(error instanceof CalError) || endsRun(error)) throw error
      const found = step.action === 'create' ? await foundAfterRefusal(step, error, carrying) : undefined
      if (found) return { result: foundInstead(step, found, journal) }
      journal.note({ end: step.n, failed: error.text })
      if (isLeftToEvents(step, error)) return { result: { step, done: 'skipped' } }
      return { result: { step, done: 'failed', errors: [errorOf(error)] } }
    }
  })
}

/**
 * Services refuse the name of a venue, an organizer or a term that others created since the plan was made: theirs is
 * the one.
 */
async function foundAfterRefusal(
  { kind, values }: Create,
  { code }: CalError,
  { exchange, clockwork, pace, known_id_max }: ExecuteOptions,
): Promise<JsonObject | undefined> {
  if (kind === 'events' || (code !== 'refused' && code !== 'server_failed')) return undefined
  const records = await createdBy(
    withRetry(exchange, clockwork, pace.wait_limits),
    kind,
    findable(kind, values),
    known_id_max(kind),
  )
  return records.find((record) => changesOf(kind, values, record).length === 0)
}

function foundInstead(
  { kind, n, key, title, entry }: WriteStep,
  record: JsonObject,
  journal: ExecuteOptions['journal'],
): PlanResult {
  const id = Number(record.id)
  journal.note({ end: n, found: id })
  return {
    step: { kind, n, key, title, ...(entry ? { entry } : {}), action: 'unchanged', id },
    done: 'unchanged',
    record,
  }
}

/** Who may write events but no terms has them created by the events that name them. Source: releases, 6.15.19. */
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

const done = { create: 'created', update: 'updated', delete: 'deleted' } as const

/** Not signed in, nobody there, or a wait that is too long: that holds for every record. */
function endsRun(failure: CalError): boolean {
  const { code, remote } = failure
  return (
    failure instanceof WaitTooLongError ||
    code === 'unreachable' ||
    code === 'interrupted' ||
    code === 'terminated' ||
    code === 'configuration' ||
    remote?.status === 401
  )
}

function errorOf({ text, hint, remote }: CalError): InputError {
  const blamed = Object.entries(remote?.fields ?? {})
    .map(([name, words]) => `${name}: ${words}`)
    .join('; ')
  const shown = blamed === '' ? text : { en: `${text.en} (${blamed})`, de: `${text.de} (${blamed})` }
  return { text: shown, ...(hint ? { hint } : {}) }
}

async function beginOf(step: WriteStep, { exchange, clockwork, pace }: ExecuteOptions): Promise<WriteBegin> {
  const named = { begin: step.n, action: step.action, kind: step.kind, key: step.key, at: clockwork.now() } as const
  switch (step.action) {
    case 'create': {
      const find = findable(step.kind, step.values)
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
        before: fieldsOf(step.kind, step.before, fields),
        sent: compact(sent),
        is: identityOf(step.kind, { ...step.before, ...sent }),
      }
    }
    case 'delete': {
      const dependents = isTerm(step.kind)
        ? await pace.run(() => dependentsOf(withRetry(exchange, clockwork, pace.wait_limits), step))
        : undefined
      return {
        ...named,
        id: step.id,
        before: { ...sendableOf(step.kind, step.before), slug: step.before.slug },
        ...(dependents ? { dependents } : {}),
      }
    }
  }
}

/** How the write left the record. */
function afterOf(step: WriteStep, record: JsonObject): Pick<WriteEnd, 'after'> {
  if (isBlank(step.kind, record)) return {}
  // What came out of the trash is as good as created: an undo puts it back whole.
  if (step.action === 'create' || (step.action === 'update' && step.before.status === 'trash'))
    return { after: recordSummaryOf(step.kind, record) }
  return step.action === 'update'
    ? {
        after: fieldsOf(
          step.kind,
          record,
          step.changes.map(({ field }) => field),
        ),
      }
    : {}
}

/** Some fields of a record, in the form in which they could be sent again. */
function fieldsOf(kind: WriteStep['kind'], record: JsonObject, fields: readonly string[]): JsonObject {
  const present = sendableOf(kind, record)
  return Object.fromEntries(fields.map((field) => [field, present[field] ?? '']))
}

/**
 * Lets a number of things be under way. Once it is full it waits until it is half empty, so that the next come
 * together.
 */
class BackpressureGate {
  readonly #size: number
  #inside = 0
  #waiting: (() => void) | undefined

  constructor(size: number) {
    this.#size = size
  }

  async enter(): Promise<void> {
    if (this.#inside >= this.#size) while (this.#inside > this.#size / 2) await this.#change()
    this.#inside++
  }

  leave(): void {
    this.#inside--
    this.#waiting?.()
  }

  async empty(): Promise<void> {
    while (this.#inside > 0) await this.#change()
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting = resolve
    })
  }
}
