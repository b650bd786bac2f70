// Inserts events, venues and organizers, and finds free slugs for them.
import { BoundedCache } from '../../../../base/bounded-cache.ts'
import type { SelectionClock } from '../../../domain/lists/selection.ts'
import type { New, PostKind, PostRecords } from '../../../domain/records.ts'
import { columnsOf } from '../../columns.ts'
import { derivedOf } from '../../derived.ts'
import { postColumns } from '../../records/posts.ts'
import { encoded } from '../database.ts'
import type { Connection } from '../sqlite.ts'

interface InsertedPost<K extends PostKind> {
  readonly id: number
  readonly record: New<PostRecords[K]>
  readonly clock: SelectionClock
}

export function insertPost<K extends PostKind>(
  connection: Connection,
  kind: K,
  { id, record, clock }: InsertedPost<K>,
): void {
  const values = [...columnsOf(kind, record), ...derivedOf(kind, record, clock)]
  connection.run(inserts[kind], id, ...values.map(encoded))
}

const inserts = { event: insertInto('event'), venue: insertInto('venue'), organizer: insertInto('organizer') }

function insertInto(kind: PostKind): string {
  const columns = postColumns(kind)
  return `INSERT INTO ${kind} (id, ${columns.join(', ')}) VALUES (?, ${columns.map(() => '?').join(', ')})`
}

const bases_max = 1_000

/**
 * Finds free slugs of one kind. Caches the highest taken number of each base: without it, a thousand records with the
 * same title take half a million look-ups.
 */
export class Slugs {
  readonly #connection: Connection
  readonly #other: string
  readonly #own: string
  /** The lowest number of each base that may be free. */
  readonly #taken = new BoundedCache<string, number>({ entries_max: bases_max })

  constructor(connection: Connection, kind: PostKind) {
    this.#connection = connection
    this.#other = `SELECT 1 FROM ${kind} WHERE slug = ? AND slug <> '' AND id <> ?`
    this.#own = `SELECT slug FROM ${kind} WHERE id = ?`
  }

  free(base: string, except_id?: number): string {
    const first = this.#taken.get(base) ?? 1
    const own = except_id === undefined ? undefined : this.#connection.value(this.#own, except_id)
    if (numberIn(String(own), base) < first && !this.#isTaken(String(own), except_id)) return String(own)
    for (let n = first; ; n += 1) {
      const slug = n === 1 ? base : `${base}-${n}`
      if (!this.#isTaken(slug, except_id)) return slug
      // A slug that a record may reuse as its own is taken for all others.
      this.#taken.set(base, n + 1)
    }
  }

  /** Must be called when a slug may have become free, also by a rollback. */
  clear(): void {
    this.#taken.clear()
  }

  /** Whether another record has this slug. */
  #isTaken(slug: string, except_id: number | undefined): boolean {
    return this.#connection.value(this.#other, slug, except_id ?? 0) !== undefined
  }
}

/** The number of a slug. For the base `jazz`, `jazz` is 1, `jazz-7` is 7, and `rock` is infinity. */
function numberIn(slug: string, base: string): number {
  if (slug === base) return 1
  const suffix = slug.startsWith(`${base}-`) ? slug.slice(base.length + 1) : ''
  return /^[1-9]\d*$/.test(suffix) ? Number(suffix) : Number.POSITIVE_INFINITY
}
