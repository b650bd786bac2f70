// Transactions on one calendar in PostgreSQL that run at the same time.
import { describe, expect, it } from 'vitest'
import pg from 'pg'
import { connectionOver, type PostgresConnection } from '../../../../../src/server/storage/postgres/connection.ts'
import { createPostgresCalendar, openPostgresStore } from '../../../../../src/server/storage/postgres/postgres-store.ts'
import type { Store } from '../../../../../src/server/storage/store.ts'
import { newSchema } from '../../../../support/postgres.ts'
import { event, term } from '../../../../support/store-records.ts'

interface Writer {
  readonly connection: PostgresConnection
  readonly store: Store
}

/** Two transactions that have begun on a new calendar. */
async function twoWriters(level = 'REPEATABLE READ'): Promise<readonly [Writer, Writer]> {
  const { client, schema } = await newSchema()
  await createPostgresCalendar(connectionOver(client), { timezone: 'UTC' })
  const other = await newSchema()
  await other.client.query(`SET search_path = ${schema}`)
  const begun = async (each: pg.Client): Promise<Writer> => {
    await each.query(`BEGIN ISOLATION LEVEL ${level}`)
    const connection = connectionOver(each)
    return { connection, store: openPostgresStore(connection, 'utc') }
  }
  return [await begun(client), await begun(other.client)]
}

/** The error code of the second of two transactions that write the same. */
async function conflict(level: string, write: (store: Store) => Promise<unknown>): Promise<string | undefined> {
  const [first, second] = await twoWriters(level)
  await second.connection.value('SELECT count(*) FROM event')
  await write(first.store)
  const late = write(second.store).then(
    () => undefined,
    (error: unknown) => (error instanceof pg.DatabaseError ? error.code : undefined),
  )
  await first.connection.run('COMMIT')
  return late
}

/** A unique violation, or a transaction that can't be serialized: either is retried. */
const retried = /^(23505|40001)$/

describe.each(['REPEATABLE READ', 'SERIALIZABLE'])('two transactions at the level %s', (level) => {
  it('cannot take the same slug', async () => {
    const write = async (store: Store) => {
      const slug = await store.event.freeSlug('jazz')
      return store.event.insert(event({ slug }))
    }
    expect(await conflict(level, write)).toMatch(retried)
  })

  it('cannot add the same term', async () => {
    expect(await conflict(level, (store) => store.terms.insert(term({ name: 'Jazz' })))).toMatch(retried)
  })

  it('cannot record the same picture twice', async () => {
    expect(await conflict(level, (store) => store.media.at('https://example.org/a.png'))).toMatch(retried)
  })

  it('cannot add users with the same id', async () => {
    let n = 0
    const write = (store: Store) => {
      n += 1
      return store.users.put({ id: 0, login: `user-${n}`, email: '', role: 'editor', password_hash: 'x' })
    }
    expect(await conflict(level, write)).toMatch(retried)
  })

  it('count the uses of one term without waiting for each other', async () => {
    const [first, second] = await twoWriters(level)
    const counter = 'SELECT pg_backend_pid() % 64'
    const collide = (await first.connection.value(counter)) === (await second.connection.value(counter))
    const id = await first.store.terms.insert(term({ name: 'Jazz' }))
    await first.connection.run('COMMIT')
    await first.connection.run(`BEGIN ISOLATION LEVEL ${level}`)
    for (const { store } of [first, second]) {
      if (collide && store === second.store) continue
      await store.event.insert(event({ categories: [id] }))
      await store.event.insert(event({ categories: [id], tags: [id] }))
      const gone = await store.event.insert(event({ categories: [id] }))
      await store.event.replace({ ...event({ categories: [id], status: 'trash' }), id: gone })
    }
    await first.connection.run('COMMIT')
    await second.connection.run('COMMIT')
    expect((await first.store.terms.get(id))?.count).toBe(collide ? 2 : 4)
    await first.connection.run('TRUNCATE event')
    expect((await first.store.terms.get(id))?.count).toBe(0)
  })

  it('get different ids without waiting for each other', async () => {
    const [first, second] = await twoWriters(level)
    const ids = [
      await first.store.event.insert(event({})),
      await second.store.event.insert(event({})),
      await first.store.event.insert(event({})),
    ]
    expect(ids).toEqual([4, 5, 6])
  })
})

describe('a calendar in PostgreSQL', () => {
  it('can be created at the same time as the first others of a database', async () => {
    const { client, schema } = await newSchema()
    await client.query(`CREATE DATABASE ${schema} TEMPLATE template0`)
    const { host, port, user = '', password = '' } = client
    const clients = [1, 2, 3, 4].map(
      () => new pg.Client({ host, port, user, password: password ?? '', database: schema }),
    )
    try {
      for (const [i, each] of clients.entries()) {
        await each.connect()
        await each.query(`CREATE SCHEMA calendar_${i}; SET search_path = calendar_${i}`)
      }
      await Promise.all(clients.map((each) => createPostgresCalendar(connectionOver(each), { timezone: 'UTC' })))
      for (const each of clients)
        expect(await connectionOver(each).value('SELECT value FROM meta WHERE name = $1', 'timezone')).toBe('UTC')
    } finally {
      for (const each of clients) await each.end()
      await client.query(`DROP DATABASE ${schema}`)
    }
  })

  it('does not assign the ids of a rolled back transaction again', async () => {
    const [{ connection, store }] = await twoWriters()
    expect(await store.event.insert(event({}))).toBe(4)
    await connection.run('ROLLBACK')
    expect(await store.event.insert(event({}))).toBe(5)
  })

  it('accepts drafts that have the slug of another record', async () => {
    const [{ store }] = await twoWriters()
    const first = await store.event.insert(event({ slug: 'jazz' }))
    const draft = await store.event.insert(event({ slug: 'jazz', status: 'draft' }))
    expect(await store.event.idOfSlug('jazz')).toBe(first)
    await store.event.replace({ ...event({ slug: 'rock' }), id: first })
    await store.event.replace({ ...event({ slug: 'jazz' }), id: draft })
    expect(await store.event.idOfSlug('jazz')).toBe(draft)
  })
})
