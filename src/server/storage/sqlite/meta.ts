// The zone and clock of the calendar in a file, which its table `meta` stores.
import { clockOf, type SelectionClock } from '../../domain/lists/selection.ts'
import type { Connection } from './sqlite.ts'

export function storedTimezone(connection: Connection): string {
  return String(connection.value("SELECT value FROM meta WHERE name = 'timezone'"))
}

export function storedClock(connection: Connection): SelectionClock {
  return clockOf(storedTimezone(connection))
}

/** Moves the site to another zone. From or to UTC the clock of windows changes, and with it the keys of every event. */
export function changeTimezone(connection: Connection, timezone: string): void {
  const clock = clockOf(timezone)
  connection.transaction(() => {
    const former = storedClock(connection)
    connection.run("UPDATE meta SET value = ? WHERE name = 'timezone'", timezone)
    if (clock === former) return
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
