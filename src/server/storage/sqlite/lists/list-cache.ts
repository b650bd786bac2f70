// A cache of lists. After a write, lists are updated by testing only the changed events.
import { BoundedCache } from '../../../../base/bounded-cache.ts'
import type { Connection, SqlValue } from '../sqlite.ts'
import type { EventChanges } from './event-changes.ts'
import { type ShortList, sizeOf, without, withRows } from './short-list.ts'

const lists_max = 500
/** Maximum size of all lists together, in numbers: 60 MB. */
const numbers_max = 9_000_000
/** Maximum number of changed events; with more, the list is computed again. */
const changed_max = 200

interface CachedList {
  /** `long`: too long to be cached, and scanned each time. */
  readonly list: ShortList | 'long'
  /** The generation of the database file at which the list was current. */
  readonly generation: number
}

/** How a list is computed. */
export interface ListSource {
  readonly key: string
  all(): ShortList | 'long'
  /** The rows of those events that are in the list, in its order: id, list_from, list_end, list_start, list_date. */
  rowsOf(ids: ReadonlySet<number>): readonly (readonly SqlValue[])[]
}

export class ListCache {
  readonly #connection: Connection
  readonly #changes: EventChanges | undefined
  readonly #lists = new BoundedCache<string, CachedList>({
    entries_max: lists_max,
    weight_max: numbers_max,
    weigh: ({ list }) => (list === 'long' ? 1 : 1 + sizeOf(list)),
  })
  #version = ''
  #state = ''
  #generation = 0

  /** Without `changes` every write clears all lists. */
  constructor(connection: Connection, changes: EventChanges | undefined) {
    this.#connection = connection
    this.#changes = changes
  }

  async listOf(source: ListSource): Promise<ShortList | 'long'> {
    this.#refresh()
    const cached = this.#lists.get(source.key)
    const list = (cached && (await this.#updated(cached, source))) ?? source.all()
    if (cached?.list !== list || cached.generation !== this.#generation)
      this.#lists.set(source.key, { list, generation: this.#generation })
    return list
  }

  /** Clears all lists after a change that is not a known commit: the version differs, but `state` does not. */
  #refresh(): void {
    const version = this.#connection.version()
    if (version === this.#version) return
    this.#version = version
    const state = String(this.#connection.value(committed_state))
    if (!this.#changes || state === this.#state) this.#lists.clear()
    this.#state = state
    this.#generation = Number(state.split(' ')[0])
  }

  /** The updated list; undefined if it has to be computed again. */
  async #updated({ list, generation }: CachedList, { rowsOf }: ListSource): Promise<ShortList | 'long' | undefined> {
    if (generation === this.#generation) return list
    const changed = await this.#changes?.between(generation, this.#generation)
    if (!changed || changed.size > changed_max) return undefined
    if (list === 'long' || changed.size === 0) return list
    return withRows(without(list, changed), rowsOf(changed), (id, row) => this.#isBefore(id, row))
  }

  #isBefore(id: number, [other, , , start, date]: readonly SqlValue[]): boolean {
    const [own_start, own_date] =
      this.#connection.tuple('SELECT list_start, list_date FROM event WHERE id = ?', id) ?? []
    const differences = [Number(own_start) - Number(start), Number(own_date) - Number(date), id - Number(other)]
    return (differences.find((difference) => difference !== 0) ?? 0) < 0
  }
}

/** A state that every commit of ours changes: writes the generation, the search index its progress. */
const committed_state = `SELECT (SELECT value FROM meta WHERE name = 'generation') || ' ' ||
  (SELECT value FROM meta WHERE name = 'indexed_to') || ' ' || (SELECT count(*) FROM post_unindexed)`
