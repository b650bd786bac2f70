// Kills the built program while it writes.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Home } from './program.ts'

export interface KillOptions {
  /** Where the program runs; its journals are in `state`. */
  readonly home: Home
  readonly api_root: string
  /** Time between the first line of the journal and the kill. */
  readonly after_ms: number
}

/** `killed` while writing, or the exit code if it ended before. */
export type End = 'killed' | { readonly code: number | undefined; readonly stderr: string }

/** Slow enough that the import is still running when it is killed. */
const rate = '150/s'

/** Runs the program and kills it some time after its journal starts to grow. */
export async function killWhileWriting(
  words: readonly string[],
  { home, api_root, after_ms }: KillOptions,
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

/** Whether a run in this folder has begun to write. */
export function hasRun(folder: string): boolean {
  const runs = join(folder, 'state/runs')
  if (!existsSync(runs)) return false
  const journals = readdirSync(runs).map((run) => join(runs, run, 'journal.ndjson'))
  return journals.some((path) => existsSync(path) && readFileSync(path, 'utf8').includes('"begin":'))
}

function journalBytes(folder: string): number {
  const runs = join(folder, 'state/runs')
  if (!existsSync(runs)) return 0
  return readdirSync(runs)
    .map((run) => join(runs, run, 'journal.ndjson'))
    .reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0)
}
