// Writes records that a command names: shows the steps, asks for confirmation, executes them as one run, and reports
// each record.
import { CalError } from '../../base/errors.ts'
import type { ApiRequest } from '../../base/exchange.ts'
import { isObject, type JsonObject, parsedJson } from '../../base/json.ts'
import { t, type Text, warningText } from '../../base/text/language.ts'
import { foldedName } from '../../base/text/slug.ts'
import { escapeControls } from '../../base/text/untrusted-text.ts'
import {
  executePhases,
  executePlan,
  plannedSteps,
  type PlanPhase,
  type RunExecution,
} from '../../bulk/execute/execute-plan.ts'
import { requestOfWrite } from '../../bulk/execute/execute-write.ts'
import { statusesText } from '../../bulk/input/assumptions.ts'
import { MissingReferences, type MissingRecord } from '../../bulk/matching/missing-references.ts'
import { ambiguousName, candidatesText, idReference, ReferenceIndex } from '../../client/api/reference-index.ts'
import type { Reference } from '../../bulk/matching/references.ts'
import { createStep, isWrite, type PlanResult, type Step, valuesAfter } from '../../bulk/plan/plan.ts'
import { NameLookup } from '../../client/api/records.ts'
import { publishedPlacesOf } from '../../client/update/update.ts'
import type { Plural } from '../../spec/model.ts'
import { notFoundText, plurals_by_need, resources } from '../../spec/resources.ts'
import {
  type Outcome,
  type OutcomeItem,
  streamOf,
  type ViewOutcome,
  type Written,
  type WrittenItem,
} from '../types/outcome.ts'
import type { Session } from '../types/session.ts'
import { type Action, publishedText, successLine } from '../output/write-messages.ts'
import { procedureOf, runPlan } from './execute-run.ts'
import { noteSteps, type ShownBefore } from './plan-outcome.ts'
import { countsTexts, exitOfRun, undoHint } from './report.ts'

export interface StepsRun {
  readonly plural: Plural
  /** The name that `cal history list` shows: `events restore`. */
  readonly command: string
  /** The steps; `n` is the position. With `created`, names of new records are replaced by their ids. */
  readonly steps: (created?: ReferenceIndex) => readonly Step[]
  /** The names of records to create first, if `--create-missing` allows it. */
  readonly missing?: readonly Reference[]
  /** The records of the steps, in the same order; absent for steps that create records. */
  readonly records?: readonly JsonObject[]
  /** The number of targets that could not be read; each was reported. */
  readonly unread?: number
  /** Records up to this id existed before the run, even if they look the same. */
  readonly known_id?: number
  /** Rerunning the command would write a second time. */
  readonly repeats?: true
  /** What the user has seen of the steps; by default the targets. */
  readonly shown?: ShownBefore
  /** The records were selected by a filter: confirmed like the plan of an import, and only counted. */
  readonly as_plan?: true
  /** One write after another, so that ids follow the order of the input. */
  readonly in_order?: true
  /** The word for a written record; by default that of its step. */
  readonly action?: Action
  /** The message for a record that was left unchanged. */
  readonly leftText?: (record: JsonObject) => Text
  /** Printed after the line of a written record. */
  readonly nextText?: (record: JsonObject) => Text | undefined
  /** `--dry-run` prints the requests instead of the plan. */
  readonly shows_requests?: boolean
  /** Stored in the journal, to show the command line. */
  readonly stored_options?: JsonObject
}

interface StepsOptions {
  readonly dry_run?: boolean
  readonly porcelain?: boolean
}

/** Errors: with a single record, its error; others are reported. */
export async function runSteps(run: StepsRun, options: StepsOptions, session: Session): Promise<Outcome> {
  const { plural, unread = 0 } = run
  const steps = run.steps()
  const isSingle = steps.length + unread === 1 && !run.as_plan
  const [only] = steps
  if (isSingle && only?.action === 'conflict') throw conflictError(only)
  if (steps.length === 0) return { kind: 'done', exit: exitOfRun(unread) }
  const missing = run.missing?.length ? await plannedNames(run, session) : []
  const all = [...steps, ...missing]
  const { as_plan, shown = as_plan ? 'nothing' : 'targets' } = run
  const shows = procedureOf(options, session) === 'shows'
  // Otherwise the plan that is shown or confirmed says so.
  if (!shows && (isSingle || session.skips_confirmation)) await notePublished(steps, session)
  const results: PlanResult[] = []
  const { outcome, counts, name } = await runPlan(
    {
      command: run.command,
      options: { dry_run: shows },
      stored_options: { ...run.stored_options, ...(isSingle ? { single: true } : {}) },
      show: () => streamOf(all),
      preview: run.shows_requests ? () => requestsOf(steps, { run, isSingle, missing }, session) : undefined,
      isPartial: () => unread > 0,
      expected: { count: all.length, of: 'steps' },
      shown,
      ...(as_plan ? {} : { reports: 'records' }),
      single: all.length === 1 && isSingle,
      ...(run.repeats ? { repeats: true } : {}),
      ...(run.in_order ? { in_order: true } : {}),
      remakes: false,
      execute: (execution) => execute(run, steps, execution, session),
      onResult: async (result) => {
        if (result.step.n >= 0) results.push(result)
        else if (result.done === 'created')
          await session.note(successLine(result.step.kind, 'created', result.record, session.settings))
        if (result.done === 'failed' && result.step.n >= 0 && !isSingle && !as_plan)
          await session.reportError(errorOf(result))
      },
    },
    session,
  )
  if (as_plan || shows) return outcome
  const [result] = results
  if (isSingle && result?.done === 'failed') throw errorOf(result)
  const undo = name === undefined || options.porcelain === true ? [] : [undoHint(name)]
  return {
    kind: 'written',
    run: name,
    records: writtenOf(run, steps, results, {
      session,
      after: [...(isSingle ? [] : countsTexts(counts, undefined, session.settings)), ...undo],
    }),
    shown_as: { plural },
    ...(isSingle ? { single: true } : {}),
    exit: outcome.exit,
  }
}

/** The requests of the steps. The exit code is that of the run. */
async function requestsOf(
  steps: readonly Step[],
  { run, isSingle, missing }: { readonly run: StepsRun; readonly isSingle: boolean; readonly missing: readonly Step[] },
  session: Session,
): Promise<ViewOutcome> {
  for (const { kind, title } of missing)
    await session.note(t('new {title} "{title_2}"', { title: resources[kind].title, title_2: title }))
  const requests: ApiRequest[] = []
  const statuses = statusesText(steps.flatMap((step) => statusSentBy(step) ?? []))
  if (statuses) await session.note(statuses)
  const deletes = steps.filter(({ action }) => action === 'delete')
  await noteSteps(deletes, deletes.length, session)
  let failed = run.unread ?? 0
  for (const step of steps) {
    try {
      if (step.action === 'conflict') throw conflictError(step)
      if (!isWrite(step)) await session.note(leftText(run, run.records?.[step.n] ?? { id: step.id }, session))
      await notePublished([step], session)
      if (isWrite(step)) requests.push(requestOfWrite(step))
    } catch (error) {
      if (isSingle || !(error instanceof CalError)) throw error
      failed++
      await session.reportError(error)
    }
  }
  return {
    kind: 'view',
    columns: ['method', 'path', 'query', 'body'],
    records: streamOf(requests.map(requestItem)),
    render: () => requests.map(requestLine).join(''),
    exit: exitOfRun(failed),
    steps,
  }
}

function statusSentBy(step: Step): string | undefined {
  const { status } = step.action === 'create' ? step.values : step.action === 'update' ? valuesAfter(step.changes) : {}
  return typeof status === 'string' ? status : undefined
}

function requestLine({ method, path, query, body }: ApiRequest): string {
  const sent = body === undefined ? '' : ` ${String(body)}`
  return `${escapeControls(`${method} ${path}${query === '' ? '' : `?${query}`}${sent}`)}\n`
}

function requestItem({ method, path, query, body }: ApiRequest): OutcomeItem {
  const value = typeof body === 'string' ? parsedJson(body) : undefined
  return { method, path, query, ...(isObject(value) ? { body: value } : {}) }
}

/** Executes the steps that were shown; those that name records to create are made again with their ids. */
async function execute(
  run: StepsRun,
  shown: readonly Step[],
  execution: RunExecution,
  session: Session,
): Promise<void> {
  const { plural, known_id, missing = [] } = run
  if (known_id !== undefined) await execution.setKnownIdMax(plural, known_id)
  if (missing.length === 0) return executePlan(shown, execution)
  const created = new ReferenceIndex()
  const onResult = async (result: PlanResult) => {
    await execution.onResult(result)
    if (result.done === 'failed') throw errorOf(result)
  }
  await executePhases(createNamed(run, created, session), { ...execution, onResult })
  const steps = run.steps(created)
  if (!created.hasOnlyNames) return executePlan(steps, execution)
  const { exchange } = await session.open()
  // The events that name these terms create them; given its name again, a deployed service would create another tag
  // (Q8).
  for (const [n] of steps.entries()) {
    const step = run.steps(created)[n]
    if (step) await executePlan([step], execution)
    const names = new NameLookup(exchange)
    for (const reference of missing) {
      const found = created.find(reference)
      const name = found && 'name' in found ? found.name : undefined
      const id = name === undefined ? undefined : await names.idOf(reference.kind, { name })
      if (name !== undefined && id !== undefined) created.add(reference.kind, { id, name })
    }
  }
}

/** The steps that create the records of names. Errors: those of `createNamed`. */
async function plannedNames(run: StepsRun, session: Session): Promise<readonly Step[]> {
  const planned: Step[] = []
  for await (const step of plannedSteps(createNamed(run, new ReferenceIndex(), session))) planned.push(step)
  return planned
}

/**
 * Creates the records of names, in the order of an import.
 * Errors: `not_found` for a category below a missing one; `usage` for a name that ends two new paths; those of
 * `createStep`.
 */
async function* createNamed(
  { missing: names = [] }: StepsRun,
  created: ReferenceIndex,
  { runtime }: Session,
): AsyncIterable<PlanPhase> {
  const missing = new MissingReferences(names, created)
  const since = runtime.now()
  const stepOf = ({ kind, n, values }: MissingRecord): Step => {
    const title = String(values[resources[kind].name])
    const step = createStep({ kind, n, key: `${kind}:${foldedName(title)}`, title }, values)
    if (step.action === 'conflict') throw conflictError(step)
    return { ...step, since }
  }
  for (const kind of plurals_by_need)
    for (const records of missing.levels(kind))
      yield {
        steps: records.map(stepOf),
        onRecord: (step, record) => created.addWritten(step.kind, record),
      }
  for (const reference of names) {
    const { kind, value } = reference
    const found = created.find(reference)
    if (found && 'candidates' in found) {
      const paths = found.candidates.map(
        ({ parent, name }) => `${created.row(kind, parent)?.name ?? idReference(parent)} > ${name}`,
      )
      const { text } = ambiguousName(kind, String(value), found.candidates)
      throw new CalError('usage', text, { hint: t('did you mean {near}?', { near: candidatesText(paths) }) })
    }
    if (found) continue
    const [, below = String(value)] = created.alongPath(String(value)).missing
    throw new CalError('not_found', notFoundText(kind, below))
  }
}

/** The error of a result. Errors of one record among several name it. */
function errorOf({ step, ...result }: PlanResult): CalError {
  if (step.action === 'conflict') return conflictError(step)
  const { error, errors: [first] = [] } = { error: undefined, errors: [], ...result }
  return error ?? new CalError('refused', first?.text ?? t('conflict'), { hint: first?.hint })
}

/** The error of a step that cannot be executed: `usage` if its values are wrong whatever the service has. */
export function conflictError({ error, errors: [first], invalid }: Extract<Step, { action: 'conflict' }>): CalError {
  return error ?? new CalError(invalid ? 'usage' : 'refused', first?.text ?? t('conflict'), { hint: first?.hint })
}

/** Names each venue and organizer that the updates publish too, with the first of them. */
async function notePublished(steps: readonly Step[], { note }: Session): Promise<void> {
  const named = new Set<string>()
  for (const step of steps) {
    if (step.action !== 'update' || step.kind !== 'events') continue
    const sent = valuesAfter(step.changes)
    for (const place of publishedPlacesOf(step.before, sent)) {
      const published = publishedText(place)
      if (named.has(published.en)) continue
      named.add(published.en)
      await note(warningText('the update of event {id} {published}', { id: String(step.id), published }))
    }
  }
}

function leftText({ plural, ...run }: StepsRun, record: JsonObject, { settings }: Session): Text {
  return run.leftText?.(record) ?? successLine(plural, 'left', record, settings)
}

const response_lost: Text = t('the response was lost, and this record was found afterwards; to undo it, add --force:')

async function* writtenOf(
  run: StepsRun,
  steps: readonly Step[],
  results: readonly PlanResult[],
  { session, after }: { readonly session: Session; readonly after: readonly Text[] },
): Written['records'] {
  const { plural, records = [], action, nextText } = run
  const by_step = new Map(results.map((result) => [result.step.n, result]))
  for (const step of steps) {
    const result = by_step.get(step.n)
    if (!result || result.done === 'failed') continue
    const record = ('record' in result ? result.record : undefined) ?? records[step.n]
    if (!record) continue
    if ('found' in result) await session.note(response_lost)
    const isLeft = result.done === 'unchanged' || result.done === 'skipped'
    const done = isLeft
      ? leftText(run, record, session)
      : successLine(plural, action ?? result.done, record, session.settings)
    yield { record, done, result } satisfies WrittenItem
    const next = isLeft ? undefined : nextText?.(record)
    if (next) await session.note(next)
  }
  for (const text of after) await session.note(text)
}
