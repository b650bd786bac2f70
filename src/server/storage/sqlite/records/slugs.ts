// Which slug of `base`, `base-2`, `base-3`… is free.
import { BoundedCache } from '../../../../base/bounded-cache.ts'
import type { PostKind } from '../../../domain/records.ts'
import type { Connection } from '../sqlite.ts'

const bases_max = 1_000

/**
 * Finds free slugs of one kind. Up to which number a base is taken is remembered until a slug becomes free again,
 * so that a thousand records of the same title do not cost half a million look-ups.
 */
export class Slugs {
  readonly #connection: Connection
  readonly #holder: string
  readonly #own: string
  /** The lowest number of each base that may be free. */
  readonly #taken = new BoundedCache<string, number>({ entries_max: bases_max })

  constructor(connection: Connection, kind: PostKind) {
    this.#connection = connection
    this.#holder = `SELECT 1 FROM ${kind} WHERE slug = ? AND slug <> '' AND id <> ?`
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

  /** A slug was given up, or a rollback may have done it. */
  forget(): void {
    this.#taken.clear()
  }

  /** Taken by another record than this one. */
  #isTaken(slug: string, except_id: number | undefined): boolean {
    return this.#connection.row(this.#holder, slug, except_id ?? 0) !== undefined
  }
}

/** `jazz` is the first of `jazz`, `jazz-7` the seventh, `rock` none of them. */
function numberIn(slug: string, base: string): number {
  if (slug === base) return 1
  const suffix = slug.startsWith(`${base}-`) ? slug.slice(base.length + 1) : ''
  return /^[1-9]\d*$/.test(suffix) ? Number(suffix) : Number.POSITIVE_INFINITY
}
