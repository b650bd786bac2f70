// Finding out what became of the writes that a run left open when it broke off.
import type { Exchange } from '../../base/exchange.ts'
import type { Text } from '../../base/text/language.ts'
import { type WriteEnd, openJournal } from '../journal/journal.ts'
import { createdBy } from '../matching/lookup.ts'
import { recordSummaryOf } from '../journal/record-summary.ts'
import { type LockOptions, lockRun } from '../journal/run-lock.ts'
import { journalPath, runFolder, stateOf } from '../journal/runs.ts'

const broke_off_before: Text = { en: 'the run broke off before it', de: 'der Lauf brach davor ab' }

export interface ReconcileOptions extends LockOptions {
  readonly exchange: Exchange
  readonly state_dir: string
}

/**
 * Gives each create that the run began its end: the record it made, or that it made none. D-323.
 * Fails: `usage` where another process is carrying the run out.
 */
export async function reconcileJournal(
  { exchange, state_dir, ...locking }: ReconcileOptions,
  run: string,
): Promise<readonly WriteEnd[]> {
  const lock = await lockRun(runFolder(state_dir, run), locking)
  try {
    const { known_id_max, open } = await stateOf(state_dir, run)
    const ends: WriteEnd[] = []
    for (const { begin, action, kind, find = {} } of open.values()) {
      if (action !== 'create') continue
      const [record] = await createdBy(exchange, kind, find, known_id_max[kind] ?? 0)
      ends.push(
        record
          ? { end: begin, id: Number(record.id), after: recordSummaryOf(kind, record) }
          : { end: begin, failed: broke_off_before },
      )
    }
    const journal = await openJournal(journalPath(state_dir, run))
    for (const end of ends) journal.note(end)
    await journal.close()
    return ends
  } finally {
    lock.release()
  }
}
