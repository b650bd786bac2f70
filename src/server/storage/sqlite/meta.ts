// What the table `meta` of a file stores: the zone and clock of the calendar, and the next ids.
import { clockOf, type SelectionClock } from '../../domain/lists/selection.ts'
import type { IdCounter } from '../engine.ts'
import type { Connection } from './sqlite.ts'

export function storedTimezone(connection: Connection): string {
  return String(connection.value("SELECT value FROM meta WHERE name = 'timezone'"))
}

export function storedClock(connection: Connection): SelectionClock {
  return connection.value("SELECT value FROM meta WHERE name = 'clock'") === 'utc' ? 'utc' : 'local'
}

/** Moves the site to another zone. From or to UTC the clock of windows changes, and with it the keys of every event. */
export function changeTimezone(connection: Connection, timezone: string): void {
  const clock = clockOf(timezone)
  connection.transaction(() => {
    connection.run("UPDATE meta SET value = ? WHERE name = 'timezone'", timezone)
    if (clock === storedClock(connection)) return
    connection.run("UPDATE meta SET value = ? WHERE name = 'clock'", clock)
    const prefix = clock === 'utc' ? 'utc_' : ''
    connection.run(
      `UPDATE event SET list_from = ${digitsOf(`${prefix}start_date`)}, list_end = ${digitsOf(`${prefix}end_date`)}`,
    )
  })
}

/** `keyOf`, as SQL. */
function digitsOf(column: string): string {
  return `CAST(replace(replace(replace(${column}, '-', ''), ':', ''), ' ', '') AS INTEGER)`
}

/**
 * Id counters of one writing connection, held in memory. `flush` stores them in the transaction that makes the new
 * records durable.
 */
export class Ids {
  readonly #connection: Connection
  readonly #upcoming: Record<IdCounter, number>
  readonly #stored: Record<IdCounter, number>

  constructor(connection: Connection) {
    this.#connection = connection
    this.#stored = { post: this.#read('post'), term: this.#read('term') }
    this.#upcoming = { ...this.#stored }
  }

  next(counter: IdCounter): number {
    const id = this.#upcoming[counter]
    this.#upcoming[counter] = id + 1
    return id
  }

  flush(): void {
    for (const counter of ['post', 'term'] as const) {
      if (this.#upcoming[counter] === this.#stored[counter]) continue
      this.#connection.run('UPDATE meta SET value = ? WHERE name = ?', this.#upcoming[counter], counterName(counter))
      this.#stored[counter] = this.#upcoming[counter]
    }
  }

  /** Must be called after a rollback, which also undoes `flush`. */
  reread(): void {
    for (const counter of ['post', 'term'] as const) {
      this.#stored[counter] = this.#read(counter)
      this.#upcoming[counter] = Math.max(this.#upcoming[counter], this.#stored[counter])
    }
  }

  /** Must be called when the file was replaced: its counters may be lower. */
  reload(): void {
    for (const counter of ['post', 'term'] as const) {
      this.#stored[counter] = this.#read(counter)
      this.#upcoming[counter] = this.#stored[counter]
    }
  }

  #read(counter: IdCounter): number {
    return this.#connection.number('SELECT value FROM meta WHERE name = ?', counterName(counter))
  }
}

export function counterName(counter: IdCounter): string {
  return `next_${counter}_id`
}
