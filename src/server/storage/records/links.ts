// Removes links of events.
import { type Database, sequence } from '../sql.ts'
import { sql } from '../sql.ts'

/** Removes a record from a column of ids in every event that links it; triggers update the link tables. */
export async function removeFromEvents(
  database: Database,
  column: 'venue' | 'organizer' | 'categories' | 'tags',
  id: number,
): Promise<void> {
  const table = column === 'venue' || column === 'organizer' ? 'event_place' : 'event_term'
  await database.run(
    sequence(
      `UPDATE event SET ${column} =`,
      database.dialect.without(column, id),
      sql(`WHERE id IN (SELECT event FROM ${table} WHERE target = ?)`, id),
    ),
  )
}
