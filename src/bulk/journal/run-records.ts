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

/** Its records are kept; it undid a run, and may have restored some; or it only deleted some. */
type Role = 'own' | 'undo' | 'other'

/** A run with writes whose results are missing. */
interface InterruptedRun {
  readonly run: string
  readonly begins: ReadonlyMap<number, WriteBegin>
}

/** What some runs of a calendar wrote, according to the journals of all; `isMeant` selects the records to keep. */
export async function recordsOfRuns(
  runs: RunsOfCalendar,
  isKept: (head: JournalHead) => boolean,
  isMeant: (kind: Plural, id: number) => boolean = () => true,
): Promise<RunRecords> {
  const records = new RunRecords()
  for await (const { head, writes } of earlierRuns(runs)) {
    const role: Role = isKept(head) ? 'own' : isUndo(head) ? 'undo' : 'other'
    const begins = new Map<number, WriteBegin>()
    for await (const write of writes()) {
      const { begin, end } = write
      if (!end) begins.set(begin.begin, begin)
      else if (end.id !== undefined && isMeant(begin.kind, end.id)) records.note(write, end, role)
    }
    if (role === 'own' && begins.size > 0) records.interrupted.push({ run: head.run, begins })
  }
  return records
}

function isUndo({ options }: JournalHead): boolean {
  return options.undone !== undefined
}

/** The events that runs wrote and none deleted since, of those that no list showed: all of them can be a million. */
export async function unlistedEvents(runs: RunsOfCalendar, listed: ReadonlySet<number>): Promise<readonly RunRecord[]> {
  const isMeant = (kind: Plural, id: number) => kind === 'events' && !listed.has(id)
  return (await recordsOfRuns(runs, (head) => !isUndo(head), isMeant)).present()
}

export class RunRecords {
  readonly #present = new Map<string, RunRecord>()
  /** Records that were deleted by a later run. */
  readonly #lost = new Map<string, RunRecord>()
  /** Those of the runs whose records are kept that have writes without a result. */
  readonly interrupted: InterruptedRun[] = []

  /** Adds a write with its result; all runs of the calendar in order. */
  note({ begin, completes }: Omit<RunWrite, 'end'>, end: WriteEnd, role: Role): void {
    const { id, failed, found } = end
    if (id === undefined || failed !== undefined || found !== undefined) return
    const { action, kind, key } = begin
    const name = `${kind} ${id}`
    // No undo brings back a second copy, which has the key of the record that was kept.
    if (action === 'delete' && completes) this.#present.delete(name)
    else if (action === 'delete')
      this.#lose(name, role === 'own' ? { kind, id, key, created: false, written: {} } : undefined)
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
    const written = { ...known.written, ...Object.fromEntries(changed) }
    this.#present.set(name, { ...known, id, updated: true, written })
  }

  #written(begin: WriteBegin, end: WriteEnd, known: RunRecord | undefined): RunRecord {
    const { action, kind, key, is, source_id } = begin
    const { id = 0, uncertain } = end
    const created = (action === 'create' && !uncertain) || known?.created === true
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
