// Interrupted runs: a command that was started again instead of resumed has several runs, and each must be undone.
import type { CalendarIdentity } from '../../client/address/calendar-identity.ts'
import { runScopeOf } from '../journal/run-scope.ts'
import type { JournalHead } from '../journal/journal.ts'
import { holderOf } from '../journal/run-lock.ts'
import { runFolder, runNames } from '../journal/runs.ts'
import { headOf, stateOf } from '../journal/read-journal.ts'

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
    const { finished, counts, open } = await stateOf(state_dir, name)
    if (finished) break
    const wrote = counts.create + counts.update + counts.delete + open.size > 0
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
    if (head?.command !== 'import' || runScopeOf(head, calendar) !== 'own') continue
    if ((await holderOf(runFolder(state_dir, run), platform)) !== undefined || (await stateOf(state_dir, run)).finished)
      continue
    if ((await undoOf(state_dir, run)) === undefined) interrupted.push(run)
  }
  return interrupted
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
