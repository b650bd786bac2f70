// Records which events each commit of the writing connection changed, so that cached lists can be updated.
import type { Connection } from '../sqlite.ts'

/** The events that one commit changed; undefined if it is unknown which lists changed. */
export interface EventChange {
  /** The generation of the database file after the commit. */
  readonly generation: number
  readonly events: readonly number[] | undefined
}

/** The number of commits whose changes are kept. Lists that were last read before them are computed again. */
const changes_max = 2_000
/** Maximum wait for the report of a visible commit, which takes less than a millisecond to arrive. */
const report_ms_max = 20

/** The changes of the latest commits, by generation. */
export class EventChanges {
  readonly #by_generation = new Map<number, EventChange['events']>()
  #arrived: (() => void)[] = []

  add({ generation, events }: EventChange): void {
    this.#by_generation.set(generation, events)
    for (const [oldest] of this.#by_generation) {
      if (this.#by_generation.size <= changes_max) break
      this.#by_generation.delete(oldest)
    }
    this.#notify()
  }

  /** The events changed after generation `from`, up to `to`; undefined if not all changes are known. */
  async between(from: number, to: number): Promise<ReadonlySet<number> | undefined> {
    if (to < from || to - from > changes_max) return undefined
    if (to > from && !(await this.#isReported(to))) return undefined
    const changed = new Set<number>()
    for (let generation = from + 1; generation <= to; generation++) {
      const events = this.#by_generation.get(generation)
      if (events === undefined) return undefined
      for (const id of events) changed.add(id)
    }
    return changed
  }

  /** Waits for the report of a commit. */
  async #isReported(generation: number): Promise<boolean> {
    if (this.#by_generation.has(generation)) return true
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      this.#notify()
    }, report_ms_max)
    while (!this.#by_generation.has(generation) && !isLate)
      await new Promise<void>((resolve) => this.#arrived.push(resolve))
    clearTimeout(timer)
    return this.#by_generation.has(generation)
  }

  #notify(): void {
    for (const resolve of this.#arrived.splice(0)) resolve()
  }
}

/** The entry for "any event": a change of a venue's coordinates can affect all of its events. */
const any_event = 0
const changed_max = 1_000

const note = (id: string) => `INSERT INTO changed_event VALUES (${id}) ON CONFLICT DO NOTHING;`
const differs = ['geo_lat', 'geo_lng'].map((column) => `old.${column} IS NOT new.${column}`).join(' OR ')

/** The table is in memory, and is rolled back with the transaction. */
const set_up = [
  'CREATE TEMP TABLE changed_event (id INTEGER PRIMARY KEY)',
  `CREATE TEMP TRIGGER event_noted AFTER INSERT ON event BEGIN ${note('new.id')} END`,
  `CREATE TEMP TRIGGER event_change_noted AFTER UPDATE ON event BEGIN ${note('new.id')} END`,
  `CREATE TEMP TRIGGER event_removal_noted AFTER DELETE ON event BEGIN ${note('old.id')} END`,
  `CREATE TEMP TRIGGER place_noted AFTER UPDATE ON venue WHEN ${differs} BEGIN ${note(String(any_event))} END`,
  `CREATE TEMP TRIGGER place_removal_noted AFTER DELETE ON venue BEGIN ${note(String(any_event))} END`,
]

/** Records the events that the current transaction of a connection changes. */
export class ChangedEvents {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
    for (const statement of set_up) connection.run(statement)
  }

  /** The events that this transaction has changed. Must be called before the commit. */
  take(): EventChange {
    const ids = this.#connection.ids(`SELECT id FROM changed_event LIMIT ${changed_max + 1}`)
    if (ids.length > 0) this.#connection.run('DELETE FROM changed_event')
    const generation = this.#connection.number("SELECT value FROM meta WHERE name = 'generation'")
    return { generation, events: ids.length > changed_max || ids.includes(any_event) ? undefined : ids }
  }
}
