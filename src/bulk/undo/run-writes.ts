// The writes of a run, read from its journal when they are needed: only their positions are in memory.
import { closeSync, openSync } from 'node:fs'
import { LineReader } from '../../base/files/line-reader.ts'
import { getOrInsert } from '../../base/collections.ts'
import type { Plural } from '../../spec/model.ts'
import { isTerm } from '../../spec/resources.ts'
import type { WriteBegin } from '../journal/journal.ts'
import { journalLineOf, type RunWrite, writesOf } from '../journal/read-journal.ts'
import { journalPath } from '../journal/runs.ts'

/** Where the lines of writes begin, in the order in which they ended; -1 for an unknown end. */
interface Positions {
  readonly begins: number[]
  readonly ends: number[]
}

const places = new Set<Plural>(['venues', 'organizers'])

/** 200,000 writes take 3 MB; their lines, with the fields before and after, 250. */
export class RunWrites {
  readonly #path: string
  readonly #by_kind = new Map<Plural, Positions>()
  readonly #deleted_places: Positions = { begins: [], ends: [] }
  readonly #deleted_terms: WriteBegin[] = []
  #last_write: number | undefined
  #hasOpenCreate = false

  /** Without writes that failed, and without records that others created. */
  static async of(state_dir: string, run: string): Promise<RunWrites> {
    const writes = new RunWrites(journalPath(state_dir, run))
    for await (const write of writesOf(state_dir, run)) if (isDone(write)) writes.#add(write)
    return writes
  }

  private constructor(path: string) {
    this.#path = path
  }

  /** When the run began its last write, in milliseconds; undefined in journals of earlier versions. */
  get last_write(): number | undefined {
    return this.#last_write
  }

  /** Whether it is unknown if a record was created. */
  get hasOpenCreate(): boolean {
    return this.#hasOpenCreate
  }

  get deleted_terms(): readonly WriteBegin[] {
    return this.#deleted_terms
  }

  /** Deleted venues and organizers, the last one first. */
  deletedPlaces(): AsyncIterable<RunWrite> {
    return this.#reversed(this.#deleted_places)
  }

  /** The other writes of a kind, the last one first. */
  ofKind(kind: Plural): AsyncIterable<RunWrite> {
    return this.#reversed(this.#by_kind.get(kind))
  }

  #add({ begin, begin_at, end, end_at }: RunWrite): void {
    const { action, kind, at } = begin
    if (at !== undefined) this.#last_write = Math.max(this.#last_write ?? 0, at)
    if (action === 'create' && !end) this.#hasOpenCreate = true
    if (action === 'delete' && isTerm(kind)) {
      this.#deleted_terms.push(begin)
      return
    }
    const { begins, ends } =
      action === 'delete' && places.has(kind)
        ? this.#deleted_places
        : getOrInsert(this.#by_kind, kind, () => ({ begins: [], ends: [] }))
    begins.push(begin_at)
    ends.push(end_at)
  }

  async *#reversed({ begins, ends }: Positions = { begins: [], ends: [] }): AsyncIterable<RunWrite> {
    if (begins.length === 0) return
    const file = openSync(this.#path, 'r')
    const lines = new LineReader(file)
    const lineAt = (position: number) => (position < 0 ? undefined : journalLineOf(lines.lineAt(position)))
    try {
      for (let i = begins.length - 1; i >= 0; i--) {
        const [begin_at, end_at] = [begins[i] ?? -1, ends[i] ?? -1]
        const [begin, end] = [lineAt(begin_at), lineAt(end_at)]
        if (begin && 'begin' in begin) yield { begin, begin_at, end: end && 'end' in end ? end : undefined, end_at }
      }
    } finally {
      closeSync(file)
    }
  }
}

/** Whether the write was executed, as far as is known. */
export function isDone({ end }: RunWrite): boolean {
  return end?.failed === undefined && end?.found === undefined
}
