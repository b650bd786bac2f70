// Inserts new events, venues and organizers in PostgreSQL.
import type { PostKind } from '../../../domain/records.ts'
import { postColumns } from '../../records/posts.ts'
import type { PostgresConnection, PostgresValue } from '../connection.ts'

/** A record to insert with the first free slug of its own. */
export interface NewRow {
  readonly kind: PostKind
  readonly slug: string
  /** In the order of `postColumns`. */
  readonly values: readonly PostgresValue[]
}

export interface InsertedPost {
  readonly id: number
  readonly slug: string
}

/** Inserts rows in this order, which is also that of the result. */
export async function insertWithFreeSlugs(
  connection: PostgresConnection,
  rows: readonly NewRow[],
): Promise<readonly InsertedPost[]> {
  if (rows.length > 1 && rows.some(countsTerms)) await connection.run(lock_counter)
  // All are sent before the first is answered.
  const inserted = await Promise.all(rows.map(({ kind, values }) => connection.tuples(statements[kind], ...values)))
  return inserted.flat().map(([id, slug]) => ({ id: Number(id), slug: String(slug) }))
}

/**
 * Transactions of connections with the same counter, see `term_use`, would wait for each other in a circle if they
 * counted several terms in different orders.
 */
const lock_counter = "SELECT pg_advisory_xact_lock('term_use'::regclass::oid::int, pg_backend_pid() % 64)"

function countsTerms({ kind, values }: NewRow): boolean {
  return kind === 'event' && term_columns.some((i) => Array.isArray(values[i]) && values[i].length > 0)
}

const term_columns = ['categories', 'tags'].map((name) => postColumns('event').indexOf(name))

const statements = { event: statementFor('event'), venue: statementFor('venue'), organizer: statementFor('organizer') }

/** A slug that is found is free, so no record is the copy of another. Each row sees the slugs of those before it. */
function statementFor(kind: PostKind): string {
  const columns = postColumns(kind)
  const values = columns.map((name, i) => (name === 'slug' ? `free_${kind}_slug($${i + 1}, 0)` : `$${i + 1}`))
  return `INSERT INTO ${kind} (id, slug_copy, ${columns.join(', ')})
    VALUES (nextval('post_id'), 0, ${values.join(', ')}) RETURNING id, slug`
}

/** Inserts a record with its own slug, free or not: its values follow the slug. */
export function plainInsert(kind: PostKind): string {
  const columns = postColumns(kind)
  return `INSERT INTO ${kind} (id, slug_copy, ${columns.join(', ')})
    VALUES (nextval('post_id'), CASE WHEN EXISTS (SELECT FROM ${kind} AS other
      WHERE other.slug <> '' AND other.slug = $1::text) THEN currval('post_id') ELSE 0 END,
    ${columns.map((_, i) => `$${i + 2}`).join(', ')}) RETURNING id`
}
