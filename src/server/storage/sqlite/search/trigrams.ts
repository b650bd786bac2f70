// The index that searches begin with: it follows what is written when there is time, and is never asked for more than
// candidates.
import type { PostKind } from '../../../domain/records.ts'
import type { Connection } from '../sqlite.ts'

const indexed_to = "(SELECT value FROM meta WHERE name = 'indexed_to')"
const waiting = ['event', 'venue', 'organizer']
  .map((kind) => `SELECT id, words FROM ${kind} WHERE id > ${indexed_to}`)
  .join(' UNION ALL ')

/**
 * The posts of a kind that may hold these trigrams: those that did when they were indexed, and those that wait; a
 * changed one may come twice. No `UNION`: merging cost twice as much as looking the few up again.
 */
export function postsWithTrigrams(kind: PostKind): string {
  return `SELECT rowid AS id FROM post_trigram WHERE post_trigram MATCH ? UNION ALL SELECT id FROM post_unindexed UNION ALL SELECT id FROM ${kind} WHERE id > ${indexed_to}`
}

/**
 * Indexing costs 30 to 240 µs a post, as much as all the rest of writing it; every search looks at those that wait, 1
 * to 3 µs each.
 */
const waiting_max = 10_000
/** Indexed at once: one post alone costs twice as much, and many hold up those who write. */
const index_batch = 128

/** Makes sure that not too many posts wait; to be called at the end of a transaction. */
export function indexOverflow(connection: Connection): void {
  while (countWaiting(connection) > waiting_max) indexBatch(connection)
}

/** Indexes some of the posts that wait, those with the lowest ids first; false where there are none. */
export function indexBatch(connection: Connection): boolean {
  if (countWaiting(connection) === 0) return false
  if (!indexChanged(connection)) indexNew(connection)
  return true
}

/** At most so many: some ids are not those of posts. */
function countWaiting(connection: Connection): number {
  return connection.number(
    `SELECT (SELECT value - 1 FROM meta WHERE name = 'next_post_id') - ${indexed_to} + (SELECT count(*) FROM post_unindexed)`,
  )
}

function indexChanged(connection: Connection): boolean {
  const last =
    connection.value(`SELECT max(id) FROM (SELECT id FROM post_unindexed ORDER BY id LIMIT ${index_batch})`) ?? null
  if (last === null) return false
  connection.run('DELETE FROM post_trigram WHERE rowid IN (SELECT id FROM post_unindexed WHERE id <= ?)', last)
  for (const kind of ['event', 'venue', 'organizer']) {
    connection.run(
      `INSERT INTO post_trigram (rowid, words) SELECT id, words FROM ${kind} WHERE id IN (SELECT id FROM post_unindexed WHERE id <= ?)`,
      last,
    )
  }
  connection.run('DELETE FROM post_unindexed WHERE id <= ?', last)
  return true
}

function indexNew(connection: Connection): void {
  const last =
    connection.value(`SELECT max(id) FROM (SELECT id FROM (${waiting}) ORDER BY id LIMIT ${index_batch})`) ?? null
  connection.run(`INSERT INTO post_trigram (rowid, words) SELECT id, words FROM (${waiting}) WHERE id <= ?`, last)
  connection.run(
    "UPDATE meta SET value = coalesce(?, (SELECT value - 1 FROM meta WHERE name = 'next_post_id')) WHERE name = 'indexed_to'",
    last,
  )
}
