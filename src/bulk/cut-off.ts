// Work that was cut off and begun again is several runs, each to be taken back by itself: which ones came before.
import type { Head } from './journal.ts'
import { headOf, runNames, stateOf } from './runs.ts'

/** Runs of the same command on the same files that broke off right before this one, the newest first, but for those taken back already. */
export async function cutOffBefore(state_dir: string, run: string): Promise<readonly string[]> {
  const names = runNames(state_dir)
  const heads = new Map<string, Head | undefined>()
  for (const name of names) heads.set(name, await headOf(state_dir, name))
  const undone = new Set([...heads.values()].map((head) => head?.options.undone))
  const cut_off: string[] = []
  for (const name of names.slice(names.indexOf(run) + 1)) {
    if (!isSameWork(heads.get(name), heads.get(run))) continue
    const { finished, counts, open } = await stateOf(state_dir, name)
    if (finished) break
    const wrote = counts.create + counts.update + counts.delete + open.size > 0
    if (wrote && !undone.has(name)) cut_off.push(name)
  }
  return cut_off
}

/** What no file was given for is never the same. */
function isSameWork(one: Head | undefined, other: Head | undefined): boolean {
  if (!one || !other || one.inputs.length === 0) return false
  const told = ({ command, api_root, inputs }: Head) => [command, api_root, ...inputs.map(({ path }) => path)].join('\n')
  return told(one) === told(other)
}
