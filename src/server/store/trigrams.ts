// The index that searches begin with: behind by a heap of posts at most, and never asked for more than candidates.
import type { Connection } from './sqlite.ts'

/** The posts that may hold these trigrams: those that did when they were indexed, and those that are not indexed yet. */
export const posts_with_trigrams = 'SELECT rowid AS id FROM post_trigram WHERE post_trigram MATCH ? UNION SELECT id FROM post_unindexed'

/** Every search looks at as many posts without the index's help; one heap costs 8 µs a post, one post alone 80. */
const heap = 256

/** Brings the index up to date once a heap has gathered; to be called at the end of a transaction. */
export function indexHeap(connection: Connection): void {
  const { n } = connection.row('SELECT count(*) AS n FROM post_unindexed') ?? {}
  if (Number(n) >= heap) indexAll(connection)
}

function indexAll(connection: Connection): void {
  connection.run('DELETE FROM post_trigram WHERE rowid IN (SELECT id FROM post_unindexed)')
  connection.run('INSERT INTO post_trigram (rowid, words) SELECT id, words FROM post_words JOIN post_unindexed USING (id)')
  connection.run('DELETE FROM post_unindexed')
}
