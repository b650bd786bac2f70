// Transactions that insert records next to each other.
import { describe, expect, it } from 'vitest'
import { connectionOver } from '../../../../../../src/server/storage/postgres/connection.ts'
import { insertOnly } from '../../../../../../src/server/storage/postgres/transactions/insert-only.ts'
import {
  createPostgresCalendar,
  openPostgresStore,
} from '../../../../../../src/server/storage/postgres/postgres-store.ts'
import { newSchema } from '../../../../../support/postgres.ts'
import { term } from '../../../../../support/store-records.ts'

describe('a transaction that does not find a term', () => {
  it('waits for one that is inserting it, and then finds it', async () => {
    const [first, second] = [await newSchema(), await newSchema()]
    await createPostgresCalendar(connectionOver(first.client), { timezone: 'UTC' })
    await second.client.query(`SET search_path = ${first.schema}`)
    const [one, other] = [first, second].map(({ client }) => {
      const connection = connectionOver(client)
      return { connection, terms: insertOnly(openPostgresStore(connection, 'utc'), connection).terms }
    })
    if (!one || !other) throw new Error('two transactions are needed')
    for (const { connection } of [one, other]) await connection.run('BEGIN ISOLATION LEVEL READ COMMITTED')
    expect(await one.terms.idOfName('category', 'Jazz')).toBeUndefined()
    const found = other.terms.idOfName('category', 'Jazz')
    const id = await one.terms.insert(term({ name: 'Jazz', slug: 'jazz' }))
    await one.connection.run('COMMIT')
    expect(await found).toBe(id)
  })
})
