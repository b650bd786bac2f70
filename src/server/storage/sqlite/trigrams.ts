// The trigram index, which finds candidates for searches and is updated in the background.
import { sql } from '../sql.ts'
import type { Connection } from './sqlite.ts'

const indexed_to = "(SELECT value FROM meta WHERE name = 'indexed_to')"

/**
 * Indexing an event costs 30 to 240 µs, as much as the rest of writing it; every search checks the unindexed ones, 1 to
 * 3 µs each.
 */
const unindexed_max = 10_000
/** Events per batch: a single one costs twice as much, and large batches delay writes. */
const index_batch = 128

/** Limits the number of unindexed events. Must be called at the end of a transaction. */
export function indexOverflow(connection: Connection): void {
  while (countUnindexed(connection) > unindexed_max) indexBatch(connection)
}

/** Indexes a batch of events, lowest ids first; false if there were none. */
export function indexBatch(connection: Connection): boolean {
  if (countUnindexed(connection) === 0) return false
  if (!indexChanged(connection)) indexNew(connection)
  return true
}

/** An upper bound of the number of unindexed events: some ids belong to other records. */
function countUnindexed(connection: Connection): number {
  return connection.number(
    sql(
      `SELECT (SELECT value - 1 FROM meta WHERE name = 'next_post_id') - ${indexed_to} + (SELECT count(*) FROM event_unindexed)`,
    ),
  )
}

function indexChanged(connection: Connection): boolean {
  const last = lastOf(connection, 'SELECT id FROM event_unindexed')
  if (last === null) return false
  const changed = 'SELECT id FROM event_unindexed WHERE id <= ?'
  connection.run(sql(`DELETE FROM event_trigram WHERE rowid IN (${changed})`, last))
  connection.run(
    sql(`INSERT INTO event_trigram (rowid, words) SELECT id, words FROM event WHERE id IN (${changed})`, last),
  )
  connection.run(sql('DELETE FROM event_unindexed WHERE id <= ?', last))
  return true
}

function indexNew(connection: Connection): void {
  const unindexed = `FROM event WHERE id > ${indexed_to}`
  const last = lastOf(connection, `SELECT id ${unindexed}`)
  connection.run(sql(`INSERT INTO event_trigram (rowid, words) SELECT id, words ${unindexed} AND id <= ?`, last))
  const next = "coalesce(?, (SELECT value - 1 FROM meta WHERE name = 'next_post_id'))"
  connection.run(sql(`UPDATE meta SET value = ${next} WHERE name = 'indexed_to'`, last))
}

/** The last id of the next batch; null if there is none. */
function lastOf(connection: Connection, ids: string): number | null {
  const last = connection.value(sql(`SELECT max(id) FROM (${ids} ORDER BY id LIMIT ${index_batch})`)) ?? null
  return last === null ? null : Number(last)
}
