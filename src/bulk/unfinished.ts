// Work that was begun again before it was done is several runs, each to be taken back by itself: which ones came before.
import type { Head } from './journal.ts'
import { holderOf } from './run-lock.ts'
import { headOf, runFolder, runNames, stateOf } from './runs.ts'

export interface Unfinished {
  readonly run: string
  /** Which process is still carrying it out; undefined where it broke off. */
  readonly process: string | undefined
}

/** Unfinished runs of the same command on the same files right before this one, the newest first, but for those taken back already. */
export async function unfinishedBefore(state_dir: string, run: string, platform: string): Promise<readonly Unfinished[]> {
  const names = runNames(state_dir)
  const heads = new Map<string, Head | undefined>()
  for (const name of names) heads.set(name, await headOf(state_dir, name))
  const undone = new Set([...heads.values()].map((head) => head?.options.undone))
  const unfinished: Unfinished[] = []
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

/** What no file was given for is never the same. */
function isSameWork(one: Head | undefined, other: Head | undefined): boolean {
  if (!one || !other || one.inputs.length === 0) return false
  const told = ({ command, api_root, inputs }: Head) => [command, api_root, ...inputs.map(({ path }) => path)].join('\n')
  return told(one) === told(other)
}
