// The trigram index, which finds candidates for searches and is updated in the background.
import { post_kinds, type PostKind } from '../../domain/records.ts'
import type { Connection } from './sqlite.ts'

const indexed_to = "(SELECT value FROM meta WHERE name = 'indexed_to')"
const new_posts = post_kinds.map((kind) => `SELECT id, words FROM ${kind} WHERE id > ${indexed_to}`).join(' UNION ALL ')

/**
 * The posts of a kind that may contain the trigrams: those that did when they were indexed, and those not indexed yet.
 * A changed post may occur twice: `UNION` cost twice as much as checking the duplicates.
 */
export function postsWithTrigrams(kind: PostKind): string {
  return (
    'SELECT rowid AS id FROM post_trigram WHERE post_trigram MATCH ? UNION ALL SELECT id FROM post_unindexed ' +
    `UNION ALL SELECT id FROM ${kind} WHERE id > ${indexed_to}`
  )
}

/**
 * Indexing a post costs 30 to 240 µs, as much as the rest of writing it; every search checks the unindexed posts, 1 to
 * 3 µs each.
 */
const unindexed_max = 10_000
/** Posts per batch: a single post costs twice as much, and large batches delay writes. */
const index_batch = 128

/** Limits the number of unindexed posts. Must be called at the end of a transaction. */
export function indexOverflow(connection: Connection): void {
  while (countUnindexed(connection) > unindexed_max) indexBatch(connection)
}

/** Indexes a batch of posts, lowest ids first; false if there were none. */
export function indexBatch(connection: Connection): boolean {
  if (countUnindexed(connection) === 0) return false
  if (!indexChanged(connection)) indexNew(connection)
  return true
}

/** An upper bound of the number of unindexed posts: some ids belong to no post. */
function countUnindexed(connection: Connection): number {
  return connection.number(
    `SELECT (SELECT value - 1 FROM meta WHERE name = 'next_post_id') - ${indexed_to} + (SELECT count(*) FROM post_unindexed)`,
  )
}

function indexChanged(connection: Connection): boolean {
  const last =
    connection.value(`SELECT max(id) FROM (SELECT id FROM post_unindexed ORDER BY id LIMIT ${index_batch})`) ?? null
  if (last === null) return false
  connection.run('DELETE FROM post_trigram WHERE rowid IN (SELECT id FROM post_unindexed WHERE id <= ?)', last)
  for (const kind of post_kinds)
    connection.run(
      `INSERT INTO post_trigram (rowid, words) SELECT id, words FROM ${kind} WHERE id IN (SELECT id FROM post_unindexed WHERE id <= ?)`,
      last,
    )
  connection.run('DELETE FROM post_unindexed WHERE id <= ?', last)
  return true
}

function indexNew(connection: Connection): void {
  const last =
    connection.value(`SELECT max(id) FROM (SELECT id FROM (${new_posts}) ORDER BY id LIMIT ${index_batch})`) ?? null
  connection.run(`INSERT INTO post_trigram (rowid, words) SELECT id, words FROM (${new_posts}) WHERE id <= ?`, last)
  connection.run(
    "UPDATE meta SET value = coalesce(?, (SELECT value - 1 FROM meta WHERE name = 'next_post_id')) WHERE name = 'indexed_to'",
    last,
  )
}
