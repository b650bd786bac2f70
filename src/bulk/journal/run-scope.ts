// The calendar that a run wrote to: the run can be resumed and undone, and own records, only there.
import { existsSync } from 'node:fs'
import { sep } from 'node:path'
import { CalError } from '../../base/errors.ts'
import { t } from '../../base/text/language.ts'
import { shellWord } from '../../base/text/quoted.ts'
import { type CalendarIdentity, calendarRootOf } from '../../client/address/api-root.ts'
import type { JournalHead } from './journal.ts'
import { no_run_yet, noSuchRun, runNames, runNamed } from './runs.ts'
import { headOf, type RunWrite, writesOf } from './read-journal.ts'

/** Whether a run wrote to this calendar, and not to another one, or to one that was at its address before. */
export function isOfCalendar(
  { api_root, calendar_id }: Pick<JournalHead, 'api_root' | 'calendar_id'>,
  calendar: CalendarIdentity,
): boolean {
  const root = calendarRootOf(api_root, sep)
  if (calendar_id !== undefined && calendar.id !== undefined && calendar_id !== calendar.id) return false
  if (root === calendar.root) return true
  // A database file that was moved is the same calendar; a copy is not.
  const isMoved = root.startsWith('file:') && !existsSync(root.slice('file:'.length))
  return calendar_id !== undefined && calendar_id === calendar.id && isMoved
}

/** Earlier runs of a calendar, which is opened only if they are read. */
export interface RunsOfCalendar {
  readonly state_dir: string
  readonly open: () => Promise<{ readonly calendar: CalendarIdentity }>
}

/** A run that wrote to a calendar. */
interface EarlierRun {
  readonly head: JournalHead
  writes(): AsyncIterable<RunWrite>
}

/** The runs of a calendar, the oldest first: the one walk over all journals. */
export async function* earlierRuns({ state_dir, open }: RunsOfCalendar): AsyncIterable<EarlierRun> {
  const { calendar } = await open()
  for (const run of [...runNames(state_dir)].reverse()) {
    const head = await headOf(state_dir, run)
    if (head && isOfCalendar(head, calendar)) yield { head, writes: () => writesOf(state_dir, run) }
  }
}

/** Whether the calendar has such a run. */
export async function hasRun(runs: RunsOfCalendar, isMeant: (head: JournalHead) => boolean): Promise<boolean> {
  for await (const { head } of earlierRuns(runs)) if (isMeant(head)) return true
  return false
}

export interface RunChoice extends RunsOfCalendar {
  /** Selects runs if none is named; all by default. */
  readonly counts?: (head: JournalHead) => boolean
  /** Whether a run of another calendar is named in the error; all by default. */
  readonly isMeantElsewhere?: (head: JournalHead) => Promise<boolean>
  /** The error if there is no such run. */
  readonly none?: CalError
}

/**
 * The run of this name, or the newest of this calendar.
 * Errors: `not_found` if there is none; `usage` if it wrote to another calendar.
 */
export async function chosenRun(name: string | undefined, choosing: RunChoice): Promise<string> {
  const { state_dir, open, counts, isMeantElsewhere, none = noSuchRun(undefined, no_run_yet) } = choosing
  if (name !== undefined) {
    const run = runNamed(state_dir, name)
    const head = await headOf(state_dir, run)
    if (!head) throw noSuchRun(name, no_run_yet)
    const { calendar } = await open()
    if (!isOfCalendar(head, calendar)) throw otherCalendarError(head, calendar)
    return run
  }
  // Without any run, the database file is not opened: it may not exist.
  if (runNames(state_dir).length === 0) throw none
  const { calendar } = await open()
  let elsewhere: JournalHead | undefined
  for (const run of runNames(state_dir)) {
    const head = await headOf(state_dir, run)
    if (!head || (counts && !counts(head))) continue
    if (isOfCalendar(head, calendar)) return run
    if (!elsewhere && (await isMeantElsewhere?.(head)) !== false) elsewhere = head
  }
  throw elsewhere ? otherCalendarError(elsewhere, calendar) : none
}

function otherCalendarError({ run, api_root }: JournalHead, { root }: CalendarIdentity): CalError {
  if (api_root === root) {
    return new CalError('usage', t('run {run} wrote to another calendar that was at {root} earlier', { run, root }), {
      hint: t('list all runs: cal history list'),
    })
  }
  return new CalError('usage', t('run {run} wrote to {api_root}, not to {root}', { run, api_root, root }), {
    hint: t('add --api-root {api_root}', { api_root: shellWord(api_root) }),
  })
}
