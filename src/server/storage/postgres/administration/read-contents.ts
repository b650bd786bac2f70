// Reads the contents of a calendar in PostgreSQL from one snapshot, while others write.
import type pg from 'pg'
import type { PostKind, PostRecords } from '../../../domain/records.ts'
import {
  batchesBy,
  type CalendarContents,
  type CalendarSettings,
  content_batch,
  type ContentRecords,
  type ContentTable,
} from '../../calendar-contents.ts'
import { columnNames, userOf } from '../../columns.ts'
import { parsePostgresAddress } from '../address.ts'
import { postgresRecordOf } from '../schema.ts'
import type { PostgresConnection, PostgresRow } from '../connection.ts'
import { postgresError } from '../errors.ts'
import { openPool } from '../pool.ts'
import { knownSettings, prepareSchema } from '../prepare.ts'
import { Transactions } from '../transactions/transactions.ts'

/**
 * Runs `work` with one consistent state of a calendar.
 * Errors: those of `openPostgresEngine`; `configuration` if there is no calendar.
 */
export async function withPostgresContents<T>(
  url: string,
  work: (contents: CalendarContents) => Promise<T>,
): Promise<T> {
  const address = parsePostgresAddress(url)
  let pool: pg.Pool | undefined
  try {
    pool = await openPool(address)
    await prepareSchema(pool, { address, read_only: true })
    return await new Transactions(pool).read(async (connection) => {
      // The consumer may be slow.
      await connection.run('SET LOCAL idle_in_transaction_session_timeout = 0')
      const { id, timezone } = await knownSettings(connection, address)
      return work(contentsOf(connection, { id, timezone, next_ids: await nextIds(connection) }))
    })
  } catch (error) {
    throw postgresError(error, address.name)
  } finally {
    await pool?.end()
  }
}

/** The next ids. Sequences have no snapshot: their current numbers are higher than all ids in the snapshot. */
async function nextIds(connection: PostgresConnection): Promise<CalendarSettings['next_ids']> {
  const next = async (sequence: string) =>
    Number(await connection.value(`SELECT last_value + CASE WHEN is_called THEN 1 ELSE 0 END FROM ${sequence}`))
  return { post: await next('post_id'), term: await next('term_id') }
}

function contentsOf(connection: PostgresConnection, settings: CalendarSettings): CalendarContents {
  return { settings, batches: (table) => batchesBy((last) => readers[table](connection, last)) }
}

type Reader<R> = (connection: PostgresConnection, last: R | undefined) => Promise<readonly R[]>

const readers: { readonly [T in ContentTable]: Reader<ContentRecords[T]> } = {
  event: postReader('event'),
  venue: postReader('venue'),
  organizer: postReader('organizer'),
  term: reader('term', 'id, taxonomy, name, slug, description, parent', (row) => ({
    id: Number(row.id),
    taxonomy: row.taxonomy === 'category' ? 'category' : 'tag',
    name: String(row.name),
    slug: String(row.slug),
    description: String(row.description),
    parent: Number(row.parent),
  })),
  media: reader('media', 'id, url', ({ id, url }) => ({ id: Number(id), url: String(url) })),
  user: reader('users', 'id, login, email, role, password_hash', userOf),
  spent: async (connection, last) => {
    const read = `SELECT name, text FROM spent WHERE name > $1 ORDER BY name LIMIT ${content_batch}`
    const rows = await connection.rows(read, last?.name ?? '')
    return rows.map(({ name, text }) => ({ name: String(name), text: String(text) }))
  },
}

function postReader<K extends PostKind>(kind: K): Reader<PostRecords[K]> {
  const read = after(kind, `id, ${columnNames(kind).join(', ')}`)
  return async (connection, last) => {
    const rows = await connection.tuples(read, last?.id ?? lowest)
    return rows.map((row) => postgresRecordOf(kind, row))
  }
}

function reader<R extends { readonly id: number }>(
  table: string,
  columns: string,
  recordOf: (row: PostgresRow) => R,
): Reader<R> {
  const read = after(table, columns)
  return async (connection, last) => (await connection.rows(read, last?.id ?? lowest)).map(recordOf)
}

/** Below all ids: a database that was edited manually may contain ids that are not positive. */
const lowest = Number.MIN_SAFE_INTEGER

function after(table: string, columns: string): string {
  return `SELECT ${columns} FROM ${table} WHERE id > $1 ORDER BY id LIMIT ${content_batch}`
}
