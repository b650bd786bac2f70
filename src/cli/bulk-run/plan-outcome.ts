// A plan as lines of text and as the outcome of a command, and the confirmation before it is executed.
import { keysOf } from '../../base/collections.ts'
import { isWall } from '../../base/dates/days.ts'
import { instantOf, instantOfUtc } from '../../base/dates/zoned-time.ts'
import { isList, type Json } from '../../base/json.ts'
import { eachLanguage, type Language, sameText, t, type Text } from '../../base/text/language.ts'
import { withShortQuotes } from '../../base/text/quoted.ts'
import { escapeControlsInLine, textOfHtml } from '../../base/text/untrusted-text.ts'
import { type InputError, type InputItem, locationText } from '../../bulk/input/entry.ts'
import { ConfirmedSteps } from '../../bulk/execute/confirmed-steps.ts'
import type { Inputs } from '../../bulk/matching/input-scan.ts'
import { event_reference_fields } from '../../bulk/matching/references.ts'
import { isWrite, type Step, valuesAfter } from '../../bulk/plan/plan.ts'
import { type PublishedPlace, publishedPlacesOf } from '../../client/update/update.ts'
import { booleanOf, type Values } from '../../spec/read.ts'
import { countedRecords, isTerm, resources } from '../../spec/resources.ts'
import type { OutcomeItem, ViewOutcome } from '../types/outcome.ts'
import { hereOf, type Session, withProgramName } from '../types/session.ts'
import { doneBy, KindCounts } from '../../bulk/journal/read-journal.ts'
import { cut, cutAroundDifference, foldedMessage } from '../output/text-width.ts'
import { publishedText, whenAndWhere } from '../output/write-messages.ts'
import { calendarHere } from '../session/session.ts'
import { exitOfRun, type RunTotal } from './report.ts'

interface PlanExit {
  readonly exit_code?: boolean | undefined
  /** Whether records that were asked for are missing; asked when the plan was shown. */
  readonly isPartial?: (() => boolean) | undefined
}

/**
 * The steps of a plan as an outcome. The exit code is 6 if records are in conflict or missing, as when the plan is
 * executed; with `--exit-code` it is 10 if there are changes to make.
 */
export function planOutcome(
  show: () => AsyncIterable<Step>,
  { exit_code, isPartial }: PlanExit,
  session: Session,
): ViewOutcome {
  const counts: PlanCounts = new KindCounts()
  async function* steps(): AsyncIterable<Step> {
    for await (const step of shownPlanning(show(), session)) {
      addStep(counts, step)
      yield step
    }
  }
  return {
    kind: 'view',
    columns: plan_columns,
    render: async function* ({ isTerminal, columns }) {
      const foldedLine = (line: string) => `${isTerminal ? foldedMessage(line, columns) : line}\n`
      const common = new CommonErrors()
      // Events come first, although what they refer to is created before them.
      const others: Step[] = []
      const linesOf = async function* (shown: readonly Step[]) {
        for (const step of shown) yield* (await stepLines(step, session)).map(foldedLine)
      }
      for await (const step of steps()) {
        const own = common.withoutCommon(step)
        if (!own) continue
        if (own.kind === 'events' || others.length === held_max) yield* linesOf([own])
        else others.push(own)
      }
      yield* linesOf(others)
      for (const line of common.lines(session)) yield foldedLine(line)
      await session.note(planSummary(counts))
    },
    records: itemsOf(steps, session.language),
    get exit() {
      const failed = counts.of('conflict', 'invalid')
      const differences = exit_code ? counts.of('create', 'update', 'restore', 'delete') + failed : 0
      return exitOfRun(failed, isPartial?.(), differences)
    },
  }
}

/** Further steps of other kinds are shown in the order in which they are executed. */
const held_max = 1000

async function* itemsOf(steps: () => AsyncIterable<Step>, language: Language): AsyncIterable<OutcomeItem> {
  for await (const step of steps()) yield stepItem(step, language)
}

interface CommonError {
  readonly error: InputError
  /** The location of the first record with the error, or its title. */
  readonly first: string
  count: number
}

/** Errors with the same cause in several records, such as an unknown venue, are shown once. */
class CommonErrors {
  readonly #causes = new Map<string, CommonError>()
  /** The steps without other errors. */
  count = 0

  /** The step without common errors; undefined if it has no others. */
  withoutCommon(step: Step): Step | undefined {
    if (step.action !== 'conflict') return step
    for (const [cause, error] of new Map(step.errors.map((error) => [error.cause, error])))
      if (cause !== undefined) this.#count(cause, error, step)
    const own = step.errors.filter(({ cause }) => cause === undefined)
    if (own.length > 0) return { ...step, errors: own }
    this.count++
    return undefined
  }

  lines({ language, runtime }: Session): readonly string[] {
    return [...this.#causes.values()]
      .flatMap(({ error: { text, hint }, first, count }) => {
        const where =
          count === 1 ? sameText(first) : t('{records}, first {first}', { records: countedRecords(count), first })
        return [
          `! ${text[language]}: ${where[language]}`,
          ...(hint ? [`    ${withProgramName(runtime.program, hint[language])}`] : []),
        ]
      })
      .map(indentedLine)
  }

  #count(cause: string, error: InputError, { entry, title }: Step): void {
    const known = this.#causes.get(cause)
    if (known) known.count++
    else this.#causes.set(cause, { error, first: entry ? locationText(entry.location) : `"${title}"`, count: 1 })
  }
}

const listed_max = 10

/**
 * What a command has shown of its steps before they are confirmed. `nothing`: a plan. `targets`: each record was named.
 * `values`: one record as it was read from a sentence or from answers to prompts.
 */
export type ShownBefore = 'nothing' | 'targets' | 'values'

interface Confirmation {
  readonly shown: ShownBefore
  /** No step updates or deletes a record. */
  readonly only_creates?: boolean | undefined
  /** Refuses the plan before the question. */
  readonly check?: ((counts: PlanCounts) => void) | undefined
  /** The plan is made again when it is executed. */
  readonly is_remade: boolean
  /** The run that the plan undoes. */
  readonly undone?: string | undefined
}

/**
 * The one rule of confirmation (decision 27). What loses something (deletes, updates of several records or of a plan)
 * is asked for on a terminal, and needs `--yes` elsewhere; what only creates is asked for on a terminal, unless it is
 * one record whose values were given as they are sent. Returns the number of steps, and what was shown if it must be
 * compared with what is executed; nothing if there was no reason to show the steps.
 *
 * Errors: `not_confirmed`.
 */
export async function confirmPlan(
  show: () => AsyncIterable<Step>,
  { shown: before, only_creates, check, is_remade, undone }: Confirmation,
  session: Session,
): Promise<{ readonly total?: RunTotal; readonly confirmed?: ConfirmedSteps | undefined }> {
  const { interactive } = session.settings
  if ((session.skips_confirmation || (only_creates && !interactive)) && !check) return {}
  const counts: PlanCounts = new KindCounts()
  const remedy = undone === undefined ? undefined : t('to resume: {again}', { again: `cal history undo ${undone}` })
  const newConfirmed = () => new ConfirmedSteps({ is_remade, remedy })
  let confirmed = is_remade ? newConfirmed() : undefined
  const first = new FirstSteps()
  for await (const step of is_remade ? shownPlanning(show(), session) : show()) {
    addStep(counts, step)
    confirmed?.add(step)
    first.add(step)
  }
  check?.(counts)
  const writes = counts.of('create', 'update', 'restore', 'delete')
  const loses = counts.of('delete') > 0 || counts.of('update', 'restore') > (before === 'targets' ? 1 : 0)
  const adds = writes > (before === 'values' ? 0 : 1)
  if (!session.skips_confirmation && (loses || (interactive && adds))) {
    const [only] = writes === 1 ? first.writes : []
    // The question names a single record; an update has more to show.
    if (only?.action !== 'delete' && !(only && before === 'values')) await noteSteps(first.writes, writes, session)
    await noteSteps(first.failing, counts.of('conflict', 'invalid') - first.common.count, session)
    for (const line of first.common.lines(session)) await session.note(sameText(line))
    // Enter creates what was typed or answered field by field, which would be lost otherwise.
    const question = only && before === 'values' ? create_question : planQuestion(counts, only, undone !== undefined)
    await session.confirm(question, before === 'values')
    confirmed ??= newConfirmed()
    confirmed.was_asked = true
  }
  return { total: { count: counts.of(...plannedActions(counts)), of: 'steps' }, confirmed }
}

const create_question: Text = t('Create this event?')

/** The steps of a plan that are shown before it is confirmed. */
class FirstSteps {
  readonly common = new CommonErrors()
  readonly failing: Step[] = []
  readonly #events: Step[] = []
  readonly #others: Step[] = []

  get writes(): readonly Step[] {
    return [...this.#events, ...this.#others].slice(0, listed_max)
  }

  add(step: Step): void {
    const own = this.common.withoutCommon(step)
    const first = own?.action === 'conflict' ? this.failing : step.kind === 'events' ? this.#events : this.#others
    if (own && (isWrite(own) || own.action === 'conflict') && first.length < listed_max) first.push(own)
  }
}

/** Prints the first steps, and how many more there are. */
export async function noteSteps(steps: readonly Step[], count: number, session: Session): Promise<void> {
  const first = steps.slice(0, listed_max)
  for (const step of first) for (const line of await stepLines(step, session)) await session.note(sameText(line))
  if (count > first.length) await session.note(t('… and {count} more', { count: count - first.length }))
}

const plan_columns = ['action', 'kind', 'id', 'title', 'fields'] as const

/** A step as a record. */
export function stepItem(step: Step, language: Language): OutcomeItem {
  const { singular } = resources[step.kind]
  const place = step.entry ? locationText(step.entry.location) : undefined
  return {
    action: step.action === 'update' ? 'update' : actionOf(step),
    kind: singular,
    title: step.title,
    ...(place === undefined ? {} : { place }),
    key: step.key,
    ...('id' in step && step.id !== undefined ? { id: step.id } : {}),
    ...(step.action === 'create' ? { values: step.values } : {}),
    ...(step.action === 'update'
      ? {
          fields: step.changes.map(({ field }) => field),
          changes: step.changes.map((change) => ({ ...change })),
          ...(step.edited ? { edited: step.edited } : {}),
          ...(publishedBy(step).length > 0
            ? { publishes: publishedBy(step).map((place) => ({ ...place, kind: resources[place.kind].singular })) }
            : {}),
        }
      : {}),
    ...(step.action === 'conflict' ? { errors: step.errors.map(({ text }) => text[language]) } : {}),
  }
}

type Action = Step['action'] | 'invalid' | 'restore'

/**
 * Distinguishes invalid records of the file from conflicts with records of the service, and the updates that restore
 * records from the trash.
 */
function actionOf(step: Step): Action {
  if (step.action === 'update') return doneBy(step) === 'restored' ? 'restore' : 'update'
  return step.action === 'conflict' && step.invalid ? 'invalid' : step.action
}

const signs = {
  create: '+',
  update: '~',
  restore: '~',
  delete: '-',
  conflict: '!',
  invalid: '!',
  skip: '=',
  unchanged: '=',
} as const

const words: Readonly<Record<Action, Text>> = {
  create: t('create'),
  update: t('update'),
  restore: t('restore'),
  delete: t('delete'),
  conflict: t('conflict'),
  invalid: t('invalid'),
  skip: t('leave'),
  unchanged: t('unchanged'),
}

/** The lines of a step; none for an unchanged record. */
async function stepLines(step: Step, session: Session): Promise<readonly string[]> {
  const { language, runtime } = session
  if (step.action === 'unchanged') return []
  const what = recordOf(step, language)
  const word = words[actionOf(step)][language]
  const isConflict = step.action === 'conflict'
  const text = isConflict
    ? t('{conflict} {record}', { conflict: word, record: what })
    : t('{action} {record}', { action: word, record: what })
  const head = `${signs[actionOf(step)]} ${text[language]}`
  if (step.action === 'update')
    return [
      head,
      ...step.changes.map(
        ({ field, before, after }) =>
          `    ${field}: ${cutAroundDifference(valueText(before), shownLinks(field, after, language), shown_max).join(' → ')}` +
          (step.edited?.includes(field) ? edited_here[language] : ''),
      ),
      ...publishedBy(step).map((place) => `    ${publishedText(place)[language]}`),
    ].map(indentedLine)
  if (step.action === 'create' && step.kind === 'events')
    return [indentedLine(`${head}${await publicationText(step.values, session)}`)]
  if (step.action !== 'conflict') return [indentedLine(head)]
  const place = step.entry ? `${locationText(step.entry.location)}: ` : ''
  return [
    head,
    ...step.errors.flatMap(({ text, hint }) => [
      `    ${place}${withShortQuotes(text[language])}`,
      ...(hint ? [`      ${withProgramName(runtime.program, hint[language])}`] : []),
    ]),
  ].map(indentedLine)
}

/** `event 15 "Choir rehearsal" · Fri 27 Nov 2026, 19:00–21:00 · Town Library` */
function recordOf(step: Step, language: Language): string {
  const id = 'id' in step && step.id !== undefined ? ` ${step.id}` : ''
  const when =
    step.action === 'create' && step.values.start_date !== undefined
      ? whenPlanned(step.values, language)
      : step.action === 'delete'
        ? whenAndWhere(step.before, language)
        : ''
  const name = textOfHtml(step.title)
  const title = name === '' ? '' : t(' "{name}"', { name })[language]
  return `${resources[step.kind].title[language]}${id}${title}${when}`
}

/** Text that is not a date, in the file of a service that accepts it, is shown as it is. */
function whenPlanned({ start_date, end_date, all_day }: Values, language: Language): string {
  const when = whenAndWhere({ start_date, end_date, all_day: booleanOf(all_day) === true }, language)
  return when === '' ? ` · ${String(start_date)}` : when
}

/** ` · scheduled for 2027-03-01 10:00:00`; empty unless the calendar's clock has not reached it. */
async function publicationText({ date, date_utc, status = 'publish' }: Values, session: Session): Promise<string> {
  const { now, zone } = isWall(date) ? await calendarHere(session) : hereOf(session)
  const isLater = isWall(date) ? instantOf(date, zone) > now : isWall(date_utc) && instantOfUtc(date_utc) > now
  if (!isLater || (status !== 'publish' && status !== 'future')) return ''
  return t(' · scheduled for {date}', { date: isWall(date) ? date : `${String(date_utc)} UTC` })[session.language]
}

/** The venues and organizers that the update of an event publishes, too. */
function publishedBy({ kind, before, changes }: Extract<Step, { action: 'update' }>): readonly PublishedPlace[] {
  if (kind !== 'events') return []
  return publishedPlacesOf(before, valuesAfter(changes))
}

const edited_here = t(' (edited at the target since the last copy)') satisfies Text

/** A line with control characters escaped, including line breaks in names. */
function indentedLine(line: string): string {
  const [indent = ''] = /^ */.exec(line) ?? []
  return indent + escapeControlsInLine(line.slice(indent.length))
}

const shown_max = 80

/** As `valueText`; records that the run will create have no ids yet. */
function shownLinks(field: string, value: Json | undefined, language: Language): string {
  const isLink = field === 'parent' || event_reference_fields.includes(field)
  const ids = isLink ? (isList(value) ? value : [value ?? null]) : []
  return ids.some(isNew)
    ? ids.map((id) => (isNew(id) ? t('new')[language] : valueText(id))).join(', ')
    : valueText(value)
}

function isNew(id: Json): boolean {
  return typeof id === 'number' && id < 0
}

function valueText(value: Json | undefined): string {
  return typeof value === 'string'
    ? JSON.stringify(value)
    : Array.isArray(value)
      ? value.join(', ') || '""'
      : String(value ?? '""')
}

const planned_words: Readonly<Record<Action, Text>> = {
  create: t('to create'),
  update: t('to update'),
  restore: t('to restore'),
  delete: t('to delete'),
  unchanged: t('unchanged'),
  skip: t('left unchanged'),
  conflict: t('in conflict'),
  invalid: t('invalid'),
}

/** The steps of a plan, counted by action and kind of record. */
export type PlanCounts = KindCounts<Action>

export function addStep(counts: PlanCounts, step: Step): void {
  counts.add(actionOf(step), step.kind)
}

/** The actions of a plan with at least one step. */
export function plannedActions(counts: PlanCounts): readonly Action[] {
  return keysOf(planned_words).filter((action) => counts.of(action) > 0)
}

/** `6 events, 5 venues to create; 40 events unchanged` */
function planSummary(counts: PlanCounts): Text {
  if (plannedActions(counts).length === 0) return t('nothing to do')
  return eachLanguage((language) => counts.text(planned_words, language))
}

/** `Create 6 events, 5 venues?`; with several actions `3 events to update; 1 event to delete. Continue?` */
function planQuestion(counts: PlanCounts, only: Step | undefined, undoes: boolean): Text {
  const [action, ...others] = plannedActions(counts).filter((one) => one !== 'unchanged' && one !== 'skip')
  const verb = others.length > 0 ? undefined : undoes && action === 'update' ? revert : action && verbs[action]
  if (verb === undefined || action === undefined) return t('{summary}. Continue?', { summary: planSummary(counts) })
  const isFinal = action === 'delete' && counts.kindsOf(action).every(isTerm)
  const what = (language: Language) => (only ? recordOf(only, language) : counts.records(action)[language])
  return isFinal ? t('{verb} {what} permanently?', { verb, what }) : t('{verb} {what}?', { verb, what })
}

const revert: Text = t('Revert')

const verbs: Readonly<Partial<Record<Action, Text>>> = {
  create: t('Create'),
  update: t('Update'),
  restore: t('Restore'),
  delete: t('Delete'),
}

type ShowOn = Pick<Session, 'runtime' | 'language'>

/** The inputs, with the number of records shown while they are read. */
export function shownReading(inputs: Inputs, session: ShowOn): Inputs {
  const [first = '-'] = inputs.files
  const name = inputs.files.length > 1 ? `${first} …` : first
  return {
    ...inputs,
    batches: async function* () {
      const line = countingLine(`${t('Reading')[session.language]} ${name}`, session)
      const counted = function* (batch: Iterable<InputItem>) {
        for (const item of batch) {
          line.count()
          yield item
        }
      }
      try {
        for await (const batch of inputs.batches()) yield counted(batch)
      } finally {
        line.end()
      }
    },
  }
}

/** The steps; their number is shown while they are planned. */
async function* shownPlanning(steps: AsyncIterable<Step>, session: ShowOn): AsyncIterable<Step> {
  const line = countingLine(t('Planning')[session.language], session)
  try {
    for await (const step of steps) {
      line.count()
      yield step
    }
  } finally {
    line.end()
  }
}

/** `Planning: 120 records` on the status line. */
function countingLine(what: string, { runtime, language }: ShowOn): { count(): void; end(): void } {
  let count = 0
  const { update, end } = runtime.status.show((width) => cut(`${what}: ${countedRecords(count)[language]}`, width))
  return {
    count: () => {
      count++
      update()
    },
    end,
  }
}
