// Inserts new events, venues and organizers in PostgreSQL, several in one statement.
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

/** Numbers of rows of a statement: every connection prepares one for each size and kind that it uses. */
const sizes = [32, ...Array.from({ length: 16 }, (_, i) => 16 - i)]

/** Inserts rows in this order, which is also that of the result. */
export async function insertWithFreeSlugs(
  connection: PostgresConnection,
  rows: readonly NewRow[],
): Promise<readonly InsertedPost[]> {
  const chunks = chunksOf(rows)
  if (rows.length > 1 && rows.some(countsTerms)) await connection.run(lock_counter)
  // All are sent before the first is answered.
  const inserted = await Promise.all(
    chunks.map(({ kind, rows: some, size }) =>
      connection.tuples(statementFor(kind, size), ...some.flatMap(({ values }) => values)),
    ),
  )
  return inserted.flat().map(([id, slug], i) => {
    if (!String(slug).startsWith(rows[i]?.slug ?? '\0')) throw new Error(`the row ${i} was inserted as ${slug}`)
    return { id: Number(id), slug: String(slug) }
  })
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

interface Chunk {
  readonly kind: PostKind
  readonly size: number
  readonly rows: readonly NewRow[]
}

/** Adjacent rows of one kind. */
function chunksOf(rows: readonly NewRow[]): readonly Chunk[] {
  const [first] = rows
  if (!first) return []
  const end = rows.findIndex(({ kind }) => kind !== first.kind)
  const count = end < 0 ? rows.length : end
  const size = sizes.find((one) => one <= count) ?? 1
  return [{ kind: first.kind, size, rows: rows.slice(0, size) }, ...chunksOf(rows.slice(size))]
}

const statements = new Map<string, string>()

function statementFor(kind: PostKind, size: number): string {
  const name = `${kind} ${size}`
  const known = statements.get(name) ?? statementOf(kind, size)
  statements.set(name, known)
  return known
}

/** A slug that is found is free, so no record is the copy of another. Each row sees the slugs of those before it. */
function statementOf(kind: PostKind, size: number): string {
  const columns = postColumns(kind)
  const row = (n: number) =>
    columns.map((name, i) => {
      const parameter = `$${n * columns.length + i + 1}`
      return name === 'slug' ? `free_${kind}_slug(${parameter}, 0)` : parameter
    })
  const rows = Array.from({ length: size }, (_, n) => `(nextval('post_id'), 0, ${row(n).join(', ')})`)
  return `INSERT INTO ${kind} (id, slug_copy, ${columns.join(', ')}) VALUES ${rows.join(', ')} RETURNING id, slug`
}

/** Inserts a record with its own slug, free or not: its values follow the slug. */
export function plainInsert(kind: PostKind): string {
  const columns = postColumns(kind)
  return `INSERT INTO ${kind} (id, slug_copy, ${columns.join(', ')})
    VALUES (nextval('post_id'), CASE WHEN EXISTS (SELECT FROM ${kind} AS other
      WHERE other.slug <> '' AND other.slug = $1::text) THEN currval('post_id') ELSE 0 END,
    ${columns.map((_, i) => `$${i + 2}`).join(', ')}) RETURNING id`
}
