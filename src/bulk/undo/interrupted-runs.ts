// Work that was begun again before it was done is several runs, each to be taken back by itself: which ones came
// before.
import type { CalendarIdentity } from '../../client/address/calendar-identity.ts'
import { runScopeOf } from '../journal/run-scope.ts'
import type { JournalHead } from '../journal/journal.ts'
import { holderOf } from '../journal/run-lock.ts'
import { runFolder, runNames } from '../journal/runs.ts'
import { headOf, stateOf } from '../journal/read-journal.ts'

export interface InterruptedRun {
  readonly run: string
  /** Which process is still carrying it out; undefined where it broke off. */
  readonly process: string | undefined
}

/**
 * Unfinished runs of the same command on the same files right before this one, the newest first, but for those taken
 * back already.
 */
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
    // Asked before its journal is read: it may end in between.
    const process = await holderOf(runFolder(state_dir, name), platform)
    const { finished, counts, open } = await stateOf(state_dir, name)
    if (finished) break
    const wrote = counts.create + counts.update + counts.delete + open.size > 0
    if (wrote && !undone.has(name)) unfinished.push({ run: name, process })
  }
  return unfinished
}

/** Imports of this calendar that broke off and were not undone, the newest first. */
export async function interruptedImports(
  state_dir: string,
  calendar: CalendarIdentity,
  platform: string,
): Promise<readonly string[]> {
  const broken: string[] = []
  for (const run of runNames(state_dir)) {
    const head = await headOf(state_dir, run)
    if (head?.command !== 'import' || runScopeOf(head, calendar) !== 'own') continue
    if ((await holderOf(runFolder(state_dir, run), platform)) !== undefined || (await stateOf(state_dir, run)).finished)
      continue
    if ((await undoOf(state_dir, run)) === undefined) broken.push(run)
  }
  return broken
}

/** The newest run that undid this one; undefined where that was undone itself. */
export async function undoOf(state_dir: string, run: string): Promise<string | undefined> {
  const names = runNames(state_dir)
  const heads = await Promise.all(names.map((name) => headOf(state_dir, name)))
  const undoing = (wanted: string) => heads.find((head) => head?.options.undone === wanted)?.run
  const name = undoing(run)
  return name !== undefined && undoing(name) === undefined ? name : undefined
}

/** What no file was given for is never the same. */
function isSameWork(one: JournalHead | undefined, other: JournalHead | undefined): boolean {
  if (!one || !other || one.inputs.length === 0) return false
  const told = ({ command, api_root, calendar_id, inputs }: JournalHead) =>
    [command, api_root, calendar_id ?? '', ...inputs.map(({ path }) => path)].join('\n')
  return told(one) === told(other)
}
