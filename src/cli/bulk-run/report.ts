// The report of a run: its progress, each rejected record, and the summary.
import { CalError } from '../../base/errors.ts'
import { eachLanguage, sameText, t, type Text } from '../../base/text/language.ts'
import { withShortQuotes } from '../../base/text/quoted.ts'
import { fileError } from '../../base/files/file-errors.ts'
import { type PlanResult, type Update, valuesAfter } from '../../bulk/plan/plan.ts'
import { FirstTexts } from '../../bulk/input/assumptions.ts'
import { type InputError, locationText } from '../../bulk/input/entry.ts'
import type { RejectedRecords } from '../../bulk/execute/rejected.ts'
import { isHiddenByPassword, resources } from '../../spec/resources.ts'
import type { OutcomeItem, ProgressForm } from '../types/outcome.ts'
import { Progress } from '../session/progress.ts'
import type { RunSettings, Session } from '../types/session.ts'
import { KindCounts, type RunState, writtenTotals } from '../../bulk/journal/read-journal.ts'
import { unexpectedChangesOf } from '../../client/update/update.ts'
import { visibleMismatchesOf } from '../../client/update/verify-write.ts'
import type { Values } from '../../spec/read.ts'
import { mismatchText, unexpectedText, writerText } from '../output/write-messages.ts'

export interface ReportOptions {
  readonly session: Session
  /** Absent if the records are not those of files. */
  readonly rejects: RejectedRecords | undefined
  readonly total: RunTotal | undefined
  /** The run that is resumed. */
  readonly earlier: Pick<RunState, 'counts'> | undefined
  /** `--progress`; undefined for a single record. */
  readonly form: ProgressForm | undefined
  /** The command reports the errors of each record itself. */
  readonly records: boolean
}

/** The expected number of results: the steps of a plan that was computed, or the records of the input. */
export interface RunTotal {
  readonly count: number
  readonly of: 'steps' | 'records'
}

/** A record that failed, or that an undo skipped because it was edited or is in use. */
type RejectedResult = PlanResult & { readonly errors: readonly InputError[] }

function isRejected(result: PlanResult): result is RejectedResult {
  return 'errors' in result && result.errors !== undefined
}

/** Errors of further rejected records are not shown. */
const errors_shown_max = 20

export class RunReport {
  readonly counts: RunCounts = new KindCounts()
  readonly #session: Session
  readonly #rejects: RejectedRecords | undefined
  readonly #progress: Progress | undefined
  readonly #counts_steps: boolean
  readonly #records: boolean
  readonly #mismatches = new FieldMismatches()
  #rejected = 0

  constructor({ session, rejects, total, earlier, form, records }: ReportOptions) {
    for (const done of ['created', 'updated', 'restored', 'deleted', 'failed'] as const)
      for (const kind of earlier?.counts.kindsOf(done) ?? [])
        this.counts.add(done, kind, earlier?.counts.ofKind(done, kind))
    this.#session = session
    this.#records = records
    this.#rejects = rejects
    this.#progress =
      form &&
      new Progress({
        runtime: session.runtime,
        form,
        language: session.language,
        total: total?.count,
      })
    this.#counts_steps = total?.of !== 'records'
  }

  async add(result: PlanResult): Promise<void> {
    this.counts.add(result.done, result.step.kind)
    if (result.done === 'unchanged' && result.instead_of) {
      this.counts.add(result.instead_of, result.step.kind, -1)
      return
    }
    this.#mismatches.add(result, this.#records)
    // Venues that only events refer to (n < 0) are steps, but not records of the input.
    if (this.#counts_steps || result.step.n >= 0) await this.#progress?.tick()
    if (!isRejected(result)) return
    if (result.done === 'failed') await this.#store(result)
    if (!this.#records && ++this.#rejected <= errors_shown_max) await this.#noteErrors(result)
  }

  /** Prints the counts of a run with writes, and returns the error with a hint how to resume it: see `resumable`. */
  async interrupted(error: unknown, name: string | undefined, again: string | Text | undefined): Promise<unknown> {
    this.#progress?.end()
    if (name !== undefined && (error instanceof CalError || fileError(error)))
      for (const text of countsTexts(this.counts, name, this.#session.settings)) await this.#session.note(text)
    return resumable(error, again)
  }

  /** Ends the progress display, and prints warnings about fields that were stored differently. */
  async close(): Promise<void> {
    this.#progress?.end()
    await this.#mismatches.report(this.#session)
  }

  async #store({ step: { entry, kind, n }, errors }: RejectedResult): Promise<void> {
    if (entry)
      await this.#rejects?.add({
        n,
        file: entry.location.file,
        kind: resources[kind].singular,
        original: entry.original,
        error: reasonsOf(errors)[this.#session.language],
      })
  }

  async #noteErrors({ step: { entry, kind, title }, errors }: RejectedResult): Promise<void> {
    const { note, language } = this.#session
    const where = entry ? locationText(entry.location) : `${resources[kind].title[language]} "${title}"`
    const reasons = reasonsOf(errors)
    const isLast = this.#rejected === errors_shown_max
    await note(
      isLast
        ? t('{where}: {reasons}\n… further ones are only counted', { where, reasons })
        : eachLanguage((one) => `${where}: ${reasons[one]}`),
    )
    const hints = new Map(errors.flatMap(({ hint }) => (hint ? [[hint.en, hint] as const] : [])))
    // Of several causes each has its own remedy, such as the ids to choose from.
    if (!isLast) for (const hint of hints.values()) await note(eachLanguage((language) => `  ${hint[language]}`))
  }
}

/**
 * The error with a hint how to resume the run: with the command or text `again`, by default by rerunning the command. A
 * bug is returned unchanged.
 */
export function resumable(error: unknown, again: string | Text | undefined): unknown {
  const failure = error instanceof CalError ? error : fileError(error)
  if (failure === undefined) return error
  const how =
    again === undefined
      ? t('to resume, rerun the command')
      : typeof again === 'string'
        ? t('to resume: {again}', { again })
        : again
  const { hint: known } = failure
  const hint = known === undefined ? how : eachLanguage((language) => `${known[language]}; ${how[language]}`)
  return new CalError(failure.code, failure.text, {
    cause: error,
    hint,
    ...(failure.remote ? { remote: failure.remote } : {}),
  })
}

function reasonsOf(errors: readonly InputError[]): Text {
  return eachLanguage((language) => errors.map(({ text }) => withShortQuotes(text[language])).join('; '))
}

type Done = PlanResult['done']

/**
 * The one rule for the exit code of a run, shown or executed: some records failed, or were asked for and left out.
 * `differences`: how many records differ, with `--exit-code`.
 */
export function exitOfRun(
  failed: number,
  isPartial = false,
  differences = 0,
): 'differences' | 'some_failed' | undefined {
  if (differences > 0) return 'differences'
  return failed > 0 || isPartial ? 'some_failed' : undefined
}

/** What a run did, by kind of record. */
export type RunCounts = KindCounts<Done>

/** The numbers by what was done, for the journal and `-o json`. */
export function runTotals(counts: RunCounts) {
  return {
    ...writtenTotals(counts),
    unchanged: counts.of('unchanged'),
    skipped: counts.of('skipped'),
    failed: counts.of('failed'),
  }
}

const words: Readonly<Record<Done, Text>> = {
  created: t('created'),
  updated: t('updated'),
  restored: t('restored'),
  deleted: t('deleted'),
  unchanged: t('unchanged'),
  skipped: t('left unchanged'),
  failed: t('failed'),
}

/**
 * `6 events, 5 venues created; 1 event failed · as anna`, and how to undo it. A run that was interrupted before the
 * first response may have written something.
 */
export function countsTexts(counts: RunCounts, run: string | undefined, settings: RunSettings): readonly Text[] {
  const by = run === undefined ? sameText('') : writerText(settings)
  if (run !== undefined && counts.text(words, 'en') === '') return [undoHint(run)]
  const text = eachLanguage((language) => (counts.text(words, language) || nothing_to_do[language]) + by[language])
  return run === undefined ? [text] : [text, undoHint(run)]
}

const nothing_to_do: Text = t('nothing to do')

export function undoHint(run: string): Text {
  return t('to undo: cal history undo {run}', { run })
}

export function summaryItem(counts: RunCounts, run: string | undefined, rejected: readonly string[]): OutcomeItem {
  return { run: run ?? null, ...runTotals(counts), rejected }
}

/** Collects warnings, to print one per field with the number of other records. */
class FieldMismatches {
  readonly #seen = new FirstTexts()

  add(result: PlanResult, unsent: boolean): void {
    if (result.done !== 'created' && result.done !== 'updated' && result.done !== 'restored') return
    const { step, record } = result
    const [kind, id] = [step.kind, String(record.id)]
    const sent = step.action === 'create' ? step.values : step.action === 'update' ? sentBy(step) : {}
    if (unsent && step.action === 'update' && !step.only_given && !isHiddenByPassword(kind, record))
      for (const { field, before, after } of unexpectedChangesOf(kind, {
        before: step.before,
        after: record,
        changes: sent,
      }))
        this.#seen.see(`${kind}.${field} unsent`, unexpectedText(field, id, { before, after }))
    for (const mismatch of visibleMismatchesOf(kind, sent, record))
      this.#seen.see(`${kind}.${mismatch.field}`, mismatchText(mismatch.field, id, mismatch))
  }

  async report({ note }: Pick<Session, 'note'>): Promise<void> {
    for (const warning of this.#seen.warnings()) await note(warning)
  }
}

function sentBy({ changes, more }: Update): Values {
  return { ...valuesAfter(changes), ...more }
}
