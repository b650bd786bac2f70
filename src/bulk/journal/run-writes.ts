// What a run wrote, by its journal: each write together with how it ended.
import { type WriteBegin, type WriteEnd, isBegin, isEnd } from './journal.ts'
import { journalLines } from './runs.ts'

/** One without an end may or may not have happened. */
export interface RunWrite {
  readonly begin: WriteBegin
  readonly end: WriteEnd | undefined
}

/** In the order in which they ended; those whose end is not known come last. */
export async function* writesOf(state_dir: string, run: string): AsyncIterable<RunWrite> {
  const open = new Map<number, WriteBegin>()
  for await (const line of journalLines(state_dir, run)) {
    if (isBegin(line)) open.set(line.begin, line)
    else if (isEnd(line)) {
      const begin = open.get(line.end)
      open.delete(line.end)
      if (begin) yield { begin, end: line }
    }
  }
  for (const begin of open.values()) yield { begin, end: undefined }
}
