// Kills the built program while it writes.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
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
  const before = journalsOf(folder).length
  const child = home.start(words, { CAL_API_ROOT: api_root, CAL_STATE_DIR: 'state', CAL_RATE: rate })
  const ended = new AbortController()
  void child.finally(() => ended.abort())
  while (!ended.signal.aborted && journalsOf(folder).length <= before) await sleep(2)
  if (!ended.signal.aborted) await sleep(after_ms, undefined, { signal: ended.signal }).catch(() => undefined)
  child.kill('SIGKILL')
  const { signal, exitCode, stderr } = await child
  return signal === 'SIGKILL' ? 'killed' : { code: exitCode, stderr: String(stderr) }
}

/** Whether a run in this folder has begun to write. */
export const hasRun = (folder: string): boolean => journalsOf(folder).includes('"begin":')

/** The number of writes that runs in this folder have completed. */
export const writtenBy = (folder: string): number => journalsOf(folder).split('"end":').length - 1

function journalsOf(folder: string): string {
  const runs = join(folder, 'state/runs')
  if (!existsSync(runs)) return ''
  return readdirSync(runs)
    .map((run) => join(runs, run, 'journal.ndjson'))
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, 'utf8'))
    .join('')
}
