// Records which events a transaction of the writing connection changes, for lists that the reading one keeps.
import type { EventChange } from '../lists/event-changes.ts'
import type { Connection } from '../sqlite.ts'

/** The entry for "any event": a change of a venue's coordinates can affect all of its events. */
const any_event = 0
const changed_max = 1_000

const note = (id: string) => `INSERT INTO changed_event VALUES (${id}) ON CONFLICT DO NOTHING;`
const differs = ['geo_lat', 'geo_lng'].map((column) => `old.${column} IS NOT new.${column}`).join(' OR ')

/** In memory, and rolled back with the transaction. */
const set_up = [
  'CREATE TEMP TABLE changed_event (id INTEGER PRIMARY KEY)',
  `CREATE TEMP TRIGGER event_noted AFTER INSERT ON event BEGIN ${note('new.id')} END`,
  `CREATE TEMP TRIGGER event_change_noted AFTER UPDATE ON event BEGIN ${note('new.id')} END`,
  `CREATE TEMP TRIGGER event_removal_noted AFTER DELETE ON event BEGIN ${note('old.id')} END`,
  `CREATE TEMP TRIGGER place_noted AFTER UPDATE ON venue WHEN ${differs} BEGIN ${note(String(any_event))} END`,
  `CREATE TEMP TRIGGER place_removal_noted AFTER DELETE ON venue BEGIN ${note(String(any_event))} END`,
]

export class ChangedEvents {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
    for (const statement of set_up) connection.run(statement)
  }

  /** What this transaction changed so far; call before the commit. */
  take(): EventChange {
    const ids = this.#connection.ids(`SELECT id FROM changed_event LIMIT ${changed_max + 1}`)
    if (ids.length > 0) this.#connection.run('DELETE FROM changed_event')
    const generation = this.#connection.number("SELECT value FROM meta WHERE name = 'generation'")
    return { generation, events: ids.length > changed_max || ids.includes(any_event) ? undefined : ids }
  }
}
