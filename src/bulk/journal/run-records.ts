// What the runs of a calendar wrote, according to their journals: the records that they created, and those that are
// still there.
import type { Plural } from '../../spec/model.ts'
import type { JournalHead, WriteBegin, WriteEnd } from './journal.ts'
import { type RecordSummary, shortened } from './record-summary.ts'
import { type RunWrite, writtenBy } from './read-journal.ts'
import { earlierRuns, type RunsOfCalendar } from './run-scope.ts'

/** A record that runs wrote. */
export interface RunRecord {
  readonly kind: Plural
  readonly id: number
  readonly key: string
  /** Created by the runs, rather than found and updated. */
  readonly created: boolean
  /** It may have been created by an interrupted run, or by another program. */
  readonly uncertain?: true
  /** Written again since: `written` may lack what the service changed too. */
  readonly updated?: true
  /** The fields after the last write: all non-empty fields of a created record, else those that were changed. */
  readonly written: RecordSummary
  /** Of a copy: the id in the calendar it is copied from. */
  readonly source_id?: number
}

/**
 * The records to keep: those that some runs wrote, with their fields; or those of all runs, without, because they can
 * be a million.
 */
type Kept = ((head: JournalHead) => boolean) | 'all'

/** Its records are kept; it undid a run, and may have restored some; or it only deleted some. */
type Role = 'own' | 'undo' | 'other'

/** A run with writes whose results are missing. */
interface InterruptedRun {
  readonly run: string
  readonly begins: ReadonlyMap<number, WriteBegin>
}

/** Reads the journals of all runs of a calendar. */
export async function recordsOfRuns(runs: RunsOfCalendar, kept: Kept): Promise<RunRecords> {
  const records = new RunRecords(kept !== 'all')
  for await (const { head, writes } of earlierRuns(runs)) {
    const role = roleOf(head, kept)
    const begins = new Map<number, WriteBegin>()
    for await (const write of writes()) {
      if (write.end) records.note(write, write.end, role)
      else begins.set(write.begin.begin, write.begin)
    }
    if (role === 'own' && begins.size > 0) records.interrupted.push({ run: head.run, begins })
  }
  return records
}

function roleOf(head: JournalHead, kept: Kept): Role {
  const { undone } = head.options
  if (kept !== 'all' && kept(head)) return 'own'
  if (undone !== undefined) return 'undo'
  return kept === 'all' ? 'own' : 'other'
}

const no_fields: RecordSummary = {}

export class RunRecords {
  readonly #has_fields: boolean
  readonly #present = new Map<string, RunRecord>()
  /** Records that were deleted by a later run. */
  readonly #lost = new Map<string, RunRecord>()
  /** Those of the runs whose records are kept that have writes without a result. */
  readonly interrupted: InterruptedRun[] = []

  constructor(has_fields: boolean) {
    this.#has_fields = has_fields
  }

  /** Adds a write with its result; all runs of the calendar in order. */
  note({ begin, completes }: Omit<RunWrite, 'end'>, end: WriteEnd, role: Role): void {
    const { id, failed, found } = end
    if (id === undefined || failed !== undefined || found !== undefined) return
    const { action, kind, key } = begin
    const name = `${kind} ${id}`
    // No undo brings back a second copy, which has the key of the record that was kept.
    if (action === 'delete' && completes) this.#present.delete(name)
    else if (action === 'delete')
      this.#lose(name, role === 'own' ? { kind, id, key, created: false, written: no_fields } : undefined)
    else if (role === 'own') this.#present.set(name, this.#written(begin, end, this.#present.get(name)))
    else if (role === 'undo') this.#regain(begin, end)
  }

  /** The kept records that the runs wrote and none deleted since, or that an undo restored. */
  present(kind?: Plural): readonly RunRecord[] {
    const all = [...this.#present.values()]
    return kind === undefined ? all : all.filter((one) => one.kind === kind)
  }

  #lose(name: string, deleted: RunRecord | undefined): void {
    const known = this.#present.get(name) ?? deleted
    if (known) this.#lost.set(name, known)
    this.#present.delete(name)
  }

  /**
   * What an undo writes is no edit; what it restores may have been edited before it was deleted. A record restored from
   * the trash keeps its id; a restored term is a new one with the same key.
   */
  #regain({ action, kind, key, before, sent = {} }: WriteBegin, { id = 0, after = {} }: WriteEnd): void {
    const name = `${kind} ${id}`
    const isLost = ([, one]: readonly [string, RunRecord]) => one.kind === kind && one.key === key
    const old = action === 'create' ? [...this.#lost].find(isLost)?.[0] : name
    const known = this.#present.get(name) ?? (old === undefined ? undefined : this.#lost.get(old))
    if (old === undefined || !known) return
    this.#lost.delete(old)
    const fields = action === 'create' ? [] : Object.keys(before?.status === 'trash' ? sent : after)
    const changed = fields.map((field) => [field, shortened(after[field])])
    const written = known.written === no_fields ? no_fields : { ...known.written, ...Object.fromEntries(changed) }
    this.#present.set(name, { ...known, id, updated: true, written })
  }

  #written(begin: WriteBegin, end: WriteEnd, known: RunRecord | undefined): RunRecord {
    const { action, kind, key, is, source_id } = begin
    const { id = 0, uncertain } = end
    const created = (action === 'create' && !uncertain) || known?.created === true
    if (!this.#has_fields) return { kind, id, key: known?.key ?? key, created, written: no_fields }
    const source = source_id ?? known?.source_id
    const after = writtenBy({ begin, end }) ?? {}
    const written =
      action === 'create'
        ? after
        : Object.fromEntries(
            Object.entries({ ...known?.written, ...is, ...after }).map(([field, value]) => [field, shortened(value)]),
          )
    return {
      kind,
      id,
      key: known?.key ?? key,
      created,
      ...(known ? { updated: true } : {}),
      ...(uncertain ? { uncertain } : {}),
      written,
      ...(source === undefined ? {} : { source_id: source }),
    }
  }
}
