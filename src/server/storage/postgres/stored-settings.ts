// The settings of a calendar in PostgreSQL.
import type { SelectionClock } from '../../domain/lists/selection.ts'
import type { PostgresConnection } from './connection.ts'

export interface StoredSettings {
  /** The schema version of the tables. */
  readonly version: number
  readonly timezone: string
  readonly clock: SelectionClock
  /** The random id of the calendar. */
  readonly id: string
}

/** Undefined if the table `meta` is not that of a calendar. */
export async function storedSettings(connection: PostgresConnection): Promise<StoredSettings | undefined> {
  const rows = await connection.rows('SELECT name, value FROM meta')
  const values = new Map(rows.map(({ name, value }) => [String(name), String(value)]))
  const [version, timezone, id] = ['schema_version', 'timezone', 'calendar_id'].map((name) => values.get(name))
  if (version === undefined || timezone === undefined || id === undefined) return undefined
  return { version: Number(version), timezone, clock: values.get('clock') === 'utc' ? 'utc' : 'local', id }
}

/** Reads the settings again after `cal restore` has replaced the tables, also by another process. */
export class CurrentSettings {
  readonly #read: (connection: PostgresConnection) => Promise<StoredSettings>
  #tables: number | undefined
  #settings: StoredSettings | undefined

  constructor(read: (connection: PostgresConnection) => Promise<StoredSettings>) {
    this.#read = read
  }

  /** The settings for the tables that a transaction uses. */
  async of(connection: PostgresConnection, tables: number): Promise<StoredSettings> {
    if (this.#settings === undefined || tables !== this.#tables) {
      this.#settings = await this.#read(connection)
      this.#tables = tables
    }
    return this.#settings
  }
}
