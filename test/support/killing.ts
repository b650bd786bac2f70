// Ends the built program without a warning, at a moment of the test's choosing.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Home } from './program.ts'

export interface Killing {
  /** Where the program runs; its runs are kept in `state`. */
  readonly home: Home
  readonly api_root: string
  /** How long it lives on after the first line of its journal. */
  readonly after_ms: number
}

/** `killed` in the midst of its writes; where it ended before, how. */
export type End = 'killed' | { readonly code: number | undefined; readonly stderr: string }

/** Slow enough that there is something to interrupt. */
const rate = '150/s'

/** Runs the program and kills it once its journal has grown for a while. */
export async function killedWhileWriting(
  words: readonly string[],
  { home, api_root, after_ms }: Killing,
): Promise<End> {
  const { folder } = home
  const before = journalBytes(folder)
  const child = home.start(words, { CAL_API_ROOT: api_root, CAL_STATE_DIR: 'state', CAL_RATE: rate })
  const ended = new AbortController()
  void child.finally(() => ended.abort())
  while (!ended.signal.aborted && journalBytes(folder) <= before) await sleep(2)
  if (!ended.signal.aborted) await sleep(after_ms, undefined, { signal: ended.signal }).catch(() => undefined)
  child.kill('SIGKILL')
  const { signal, exitCode, stderr } = await child
  return signal === 'SIGKILL' ? 'killed' : { code: exitCode, stderr: String(stderr) }
}

/** Whether a run has begun in this folder. */
export function hasRun(folder: string): boolean {
  return journalBytes(folder) > 0
}

function journalBytes(folder: string): number {
  const runs = join(folder, 'state/runs')
  if (!existsSync(runs)) return 0
  return readdirSync(runs)
    .map((run) => join(runs, run, 'journal.ndjson'))
    .reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0)
}
