// Interrupted runs: which one is resumed, and which ones belong to the same work and must be undone too.
import { CalError } from '../../base/errors.ts'
import { t } from '../../base/text/language.ts'
import type { CalendarIdentity } from '../../client/address/api-root.ts'
import type { JournalHead, JournalInput } from './journal.ts'
import { headOf, type RunState, stateIfThere, runStateOf } from './read-journal.ts'
import { holderOf, inputOf, type LockOptions, lockRun, runFolder, runFolders, type RunLock, runNames } from './runs.ts'
import { chosenRun, isOfCalendar, type RunsOfCalendar } from './run-scope.ts'

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
    isMeantElsewhere: ({ run }) => isInterrupted(state_dir, run, locking.platform),
    none: new CalError('not_found', t('nothing to resume: no import of this calendar was interrupted'), {
      hint: t('list all runs: cal history list'),
    }),
  })
  const lock = await lockRun(runFolder(state_dir, name), locking)
  try {
    const state = await runStateOf(state_dir, name)
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

export interface InterruptedRun {
  readonly run: string
  /** The process that is executing it; undefined if it was interrupted. */
  readonly process: string | undefined
}

/** Unfinished runs of the same command on the same files right before this one, newest first, without undone ones. */
export async function interruptedBefore(
  state_dir: string,
  run: string,
  platform: string,
): Promise<readonly InterruptedRun[]> {
  const names = runNames(state_dir)
  const heads = new Map<string, JournalHead | undefined>()
  for (const name of names) heads.set(name, await headOf(state_dir, name))
  const undone = new Set([...heads.values()].map((head) => head?.options.undone))
  const unfinished: InterruptedRun[] = []
  for (const name of names.slice(names.indexOf(run) + 1)) {
    if (!isSameWork(heads.get(name), heads.get(run))) continue
    // Checked before its journal is read, because it may end in between.
    const process = await holderOf(runFolder(state_dir, name), platform)
    const state = await stateIfThere(state_dir, name)
    if (!state) continue
    const { finished, counts, open } = state
    if (finished) break
    const wrote = counts.of('created', 'updated', 'restored', 'deleted') + open.size > 0
    if (wrote && !undone.has(name)) unfinished.push({ run: name, process })
  }
  return unfinished
}

/** Interrupted imports of this calendar that were not undone, newest first. */
export async function interruptedImports(
  state_dir: string,
  calendar: CalendarIdentity,
  platform: string,
): Promise<readonly string[]> {
  const interrupted: string[] = []
  for (const run of runNames(state_dir)) {
    const head = await headOf(state_dir, run)
    if (head?.command !== 'import' || !isOfCalendar(head, calendar)) continue
    if (await isInterrupted(state_dir, run, platform)) interrupted.push(run)
  }
  return interrupted
}

async function isInterrupted(state_dir: string, run: string, platform: string): Promise<boolean> {
  if ((await holderOf(runFolder(state_dir, run), platform)) !== undefined) return false
  const state = await stateIfThere(state_dir, run)
  return state !== undefined && !state.finished && (await undoOf(state_dir, run)) === undefined
}

/** The newest run that undid this one; undefined if that was undone itself. */
export async function undoOf(state_dir: string, run: string): Promise<string | undefined> {
  const names = runNames(state_dir)
  const heads = await Promise.all(names.map((name) => headOf(state_dir, name)))
  const undoing = (undone: string) => heads.find((head) => head?.options.undone === undone)?.run
  const name = undoing(run)
  return name !== undefined && undoing(name) === undefined ? name : undefined
}

/** False for runs without input files. */
function isSameWork(one: JournalHead | undefined, other: JournalHead | undefined): boolean {
  if (!one || !other || one.inputs.length === 0) return false
  const identityOf = ({ command, api_root, calendar_id, inputs }: JournalHead) =>
    [command, api_root, calendar_id ?? '', ...inputs.map(({ path }) => path)].join('\n')
  return identityOf(one) === identityOf(other)
}
