// Reads the contents of a calendar in PostgreSQL from one snapshot, while others write.
import type pg from 'pg'
import { type CalendarContents, type CalendarSettings, contentsIn } from '../../calendar-contents.ts'
import { parsePostgresAddress } from '../address.ts'
import type { PostgresConnection } from '../connection.ts'
import { databaseOver } from '../database.ts'
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
      return work(contentsIn(databaseOver(connection), { id, timezone, next_ids: await nextIds(connection) }))
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
