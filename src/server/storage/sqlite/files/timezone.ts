// The time zone of a database file, and the clock that list windows are compared with.
import { type SelectionClock, clockOf } from '../../../domain/lists/selection.ts'
import type { Connection } from '../sqlite.ts'

export function storedTimezone(connection: Connection): string {
  return String(connection.value("SELECT value FROM meta WHERE name = 'timezone'"))
}

export function storedClock(connection: Connection): SelectionClock {
  return connection.value("SELECT value FROM meta WHERE name = 'clock'") === 'utc' ? 'utc' : 'local'
}

/** Whether the stored clock matches the zone: an older version knew fewer names of UTC. */
export function isClockCurrent(connection: Connection): boolean {
  return storedClock(connection) === clockOf(storedTimezone(connection))
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
