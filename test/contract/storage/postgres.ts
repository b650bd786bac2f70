// PostgreSQL for the suite of storage engines.
import { clockOf } from '../../../src/server/domain/lists/selection.ts'
import { connectionOver, type PostgresConnection } from '../../../src/server/storage/postgres/connection.ts'
import { first_ids } from '../../../src/server/storage/engine.ts'
import { createPostgresCalendar, openPostgresStore } from '../../../src/server/storage/postgres/postgres-store.ts'
import type { Store } from '../../../src/server/storage/store.ts'
import { newSchema } from '../../support/postgres.ts'

let calendar: Promise<PostgresConnection> | undefined

/**
 * The store of a calendar that is empty again, in a transaction that is rolled back by the next test: creating the
 * tables takes longer than most tests.
 */
export async function newPostgresStore(timezone = 'Europe/Berlin'): Promise<Store> {
  calendar ??= newCalendar()
  const connection = await calendar
  await connection.run('ROLLBACK')
  await connection.run('BEGIN')
  await connection.run(
    "SELECT setval('post_id', $1, false), setval('term_id', $2, false)",
    first_ids.post,
    first_ids.term,
  )
  return openPostgresStore(connection, clockOf(timezone))
}

async function newCalendar(): Promise<PostgresConnection> {
  const connection = connectionOver((await newSchema()).client)
  await createPostgresCalendar(connection, { timezone: 'UTC' })
  return connection
}
