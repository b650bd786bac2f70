// Interrupted imports: which one is resumed.
import { CalError } from '../../base/errors.ts'
import { t } from '../../base/text/language.ts'
import type { JournalInput } from './journal.ts'
import { headOf, type RunState, stateOf } from './read-journal.ts'
import { inputOf, type LockOptions, lockRun, runFolder, runFolders, type RunLock, runNames } from './runs.ts'
import { chosenRun, type RunsOfCalendar } from './run-scope.ts'

/** A locked run. `state.finished` says whether there is anything to resume. */
export interface RunToResume {
  readonly state: RunState
  readonly lock: RunLock
}

/**
 * The import of this name, or the newest import of the calendar.
 * Errors: `usage` if it is no import, was undone, wrote nothing, or is executed by another process.
 */
export async function lockRunToResume(
  named: string | undefined,
  runs: RunsOfCalendar,
  locking: LockOptions,
): Promise<RunToResume> {
  const { state_dir } = runs
  if (named === undefined) await refuseEmptyRun(state_dir, locking)
  const name = await chosenRun(named, {
    ...runs,
    counts: ({ command }) => command === 'import',
    none: new CalError('not_found', t('nothing to resume: no import of this calendar was interrupted'), {
      hint: t('list all runs: cal history list'),
    }),
  })
  const lock = await lockRun(runFolder(state_dir, name), locking)
  try {
    const state = await stateOf(state_dir, name)
    if (state.head.command !== 'import')
      throw new CalError('usage', t('run {name} is not an import but {command}', { name, command: state.head.command }))
    await requireNotUndone(state_dir, name)
    return { state, lock }
  } catch (error) {
    lock.release()
    throw error
  }
}

async function requireNotUndone(state_dir: string, name: string): Promise<void> {
  const undoing = await undoOf(state_dir, name)
  if (undoing !== undefined)
    throw new CalError('usage', t('run {name} was undone by run {undoing}', { name, undoing }), {
      hint: t('import the files again'),
    })
}

/**
 * Errors: `usage` if the newest run was killed before its journal had a line: it wrote nothing, and names no input; or
 *         if it is only about to begin.
 */
async function refuseEmptyRun(state_dir: string, locking: LockOptions): Promise<void> {
  const newest = runFolders(state_dir).toSorted().at(-1)
  if (newest === undefined || runNames(state_dir)[0] === newest) return
  const lock = await lockRun(runFolder(state_dir, newest), locking)
  lock.release()
  throw new CalError(
    'usage',
    t('run {newest} was killed before it wrote anything, so there is nothing to resume', { newest }),
    {
      hint: t('import the file again; to resume an earlier run, name it: cal history list'),
    },
  )
}

/** Errors: `usage` if the file at the path is not the one that the run was started with. */
export async function requireSameInput({ name, sha256 }: JournalInput, path: string): Promise<void> {
  if ((await inputOf(path, name)).sha256 === sha256) return
  throw new CalError('usage', t('{name} has changed since the run started', { name }), {
    hint: t('import the file again: existing records are recognized and left unchanged'),
  })
}

/** The newest run that undid this one; undefined if that was undone itself. */
async function undoOf(state_dir: string, run: string): Promise<string | undefined> {
  const names = runNames(state_dir)
  const heads = await Promise.all(names.map((name) => headOf(state_dir, name)))
  const undoing = (undone: string) => heads.find((head) => head?.options.undone === undone)?.run
  const name = undoing(run)
  return name !== undefined && undoing(name) === undefined ? name : undefined
}
