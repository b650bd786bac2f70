// The calendar that a run wrote to: the run can be resumed and undone, and own records, only there.
import { existsSync } from 'node:fs'
import { isAbsolute, normalize, sep } from 'node:path'
import { CalError } from '../../base/errors.ts'
import { t } from '../../base/text/language.ts'
import { shellWord } from '../../base/text/quoted.ts'
import { type CalendarIdentity, calendarRootOf, isTemporaryCalendar } from '../../client/address/api-root.ts'
import type { JournalHead } from './journal.ts'
import { no_run_yet, noSuchRun, runNames, runNamed } from './runs.ts'
import { headOf, type RunWrite, writesOf } from './read-journal.ts'

/** `unclear`: written by an earlier version with a path relative to an unknown folder. */
export type RunScope = 'own' | 'other' | 'unclear'

export function runScopeOf(
  { api_root, calendar_id }: Pick<JournalHead, 'api_root' | 'calendar_id'>,
  calendar: CalendarIdentity,
): RunScope {
  if (isRelative(api_root)) return isSuffix(api_root.slice('file:'.length), calendar.root) ? 'unclear' : 'other'
  const root = calendarRootOf(api_root, sep)
  if (calendar_id !== undefined && calendar.id !== undefined && calendar_id !== calendar.id) return 'other'
  if (root === calendar.root) return 'own'
  // A database file that was moved is the same calendar; a copy is not.
  const isMoved = root.startsWith('file:') && !existsSync(root.slice('file:'.length))
  return calendar_id !== undefined && calendar_id === calendar.id && isMoved ? 'own' : 'other'
}

/** Earlier runs of a calendar, which is opened only if they are read. */
export interface RunsOfCalendar {
  readonly state_dir: string
  readonly open: () => Promise<{ readonly calendar: CalendarIdentity }>
}

/** A run that wrote to a calendar, or may have done so. */
interface EarlierRun {
  readonly head: JournalHead
  readonly scope: Exclude<RunScope, 'other'>
  writes(): AsyncIterable<RunWrite>
}

/** The runs of a calendar, the oldest first: the one walk over all journals. */
export async function* earlierRuns({ state_dir, open }: RunsOfCalendar): AsyncIterable<EarlierRun> {
  const { calendar } = await open()
  for (const run of [...runNames(state_dir)].reverse()) {
    const head = await headOf(state_dir, run)
    const scope = head ? runScopeOf(head, calendar) : 'other'
    if (head && scope !== 'other') yield { head, scope, writes: () => writesOf(state_dir, run) }
  }
}

function isRelative(api_root: string): boolean {
  return api_root.startsWith('file:') && !isTemporaryCalendar(api_root) && !isAbsolute(api_root.slice('file:'.length))
}

/** `../c.db` may have been `/home/anna/c.db`. */
function isSuffix(relative: string, root: string): boolean {
  const end = normalize(relative)
    .split(sep)
    .filter((part) => part !== '..' && part !== '.')
    .join(sep)
  return root.endsWith(`${sep}${end}`)
}

export interface RunChoice extends RunsOfCalendar {
  /** Selects runs if none is named; all by default. */
  readonly counts?: (head: JournalHead) => boolean
}

/**
 * The run of this name, or the newest of this calendar.
 * Errors: `not_found` if there is none; `usage` if it wrote to another or an unclear calendar.
 */
export async function chosenRun(name: string | undefined, choosing: RunChoice): Promise<string> {
  const { state_dir, open, counts } = choosing
  if (name !== undefined) {
    const run = runNamed(state_dir, name)
    const head = await headOf(state_dir, run)
    if (!head) throw noSuchRun(name, no_run_yet)
    const { calendar } = await open()
    if (runScopeOf(head, calendar) === 'other') throw otherCalendarError(head, calendar)
    return run
  }
  // Without any run, the database file is not opened: it may not exist.
  if (runNames(state_dir).length === 0) throw noSuchRun(undefined, no_run_yet)
  const { calendar } = await open()
  let elsewhere: JournalHead | undefined
  for (const run of runNames(state_dir)) {
    const head = await headOf(state_dir, run)
    if (!head || (counts && !counts(head))) continue
    const belonging = runScopeOf(head, calendar)
    if (belonging === 'own') return run
    if (belonging === 'unclear') throw unclearRun(head)
    elsewhere ??= head
  }
  throw elsewhere ? otherCalendarError(elsewhere, calendar) : noSuchRun(undefined, no_run_yet)
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

function unclearRun({ run, api_root }: JournalHead): CalError {
  return new CalError(
    'usage',
    t('run {run} wrote to {api_root}, but that path is relative to an unknown folder', { run, api_root }),
    {
      hint: t('if it was this calendar, specify the run: {run}', { run }),
    },
  )
}
