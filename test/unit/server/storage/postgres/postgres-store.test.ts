// Transactions on one calendar in PostgreSQL that run at the same time.
import { describe, expect, it } from 'vitest'
import pg from 'pg'
import { databaseOver } from '../../../../../src/server/storage/postgres/connection.ts'
import { createPostgresCalendar, openPostgresStore } from '../../../../../src/server/storage/postgres/postgres-store.ts'
import type { Store } from '../../../../../src/server/storage/store.ts'
import { newSchema } from '../../../../support/postgres.ts'
import { changeEvent, event, term, venue } from '../../../../support/store-records.ts'
import { type Database, sql, valueIn } from '../../../../../src/server/storage/sql.ts'

interface Writer {
  readonly database: Database
  readonly store: Store
}

/** Two transactions that have begun on a new calendar. */
async function twoWriters(): Promise<readonly [Writer, Writer]> {
  const { client, schema } = await newSchema()
  await createPostgresCalendar(databaseOver(client), { timezone: 'UTC' })
  const other = await newSchema()
  await other.client.query(`SET search_path = ${schema}`)
  const begun = async (each: pg.Client): Promise<Writer> => {
    await each.query('BEGIN')
    const database = databaseOver(each)
    return { database, store: openPostgresStore(database, 'utc') }
  }
  return [await begun(client), await begun(other.client)]
}

/** The error code of the second of two transactions that write the same; the first commits when the second waits. */
async function conflict(write: (store: Store) => Promise<unknown>): Promise<string | undefined> {
  const [first, second] = await twoWriters()
  const pid = Number(await valueIn(second.database, sql('SELECT pg_backend_pid()')))
  await write(first.store)
  const late = write(second.store).then(
    () => undefined,
    (error: unknown) => (error instanceof pg.DatabaseError ? error.code : undefined),
  )
  let hasEnded = false
  const ended = late.finally(() => {
    hasEnded = true
  })
  const waits = () => valueIn(first.database, sql('SELECT count(*) FROM pg_locks WHERE pid = ? AND NOT granted', pid))
  while (!hasEnded && (await waits()) === 0);
  await first.database.run(sql('COMMIT'))
  return ended
}

/** A unique violation, or a transaction that can't be serialized: either is retried. */
const retried = /^(23505|40001)$/

describe('two transactions at the same time', () => {
  it('get different slugs', async () => {
    const slugs: string[] = []
    const write = async (store: Store) => {
      const slug = await store.event.freeSlug('jazz')
      slugs.push(slug)
      return store.event.insert(event({ slug }))
    }
    expect([await conflict(write), slugs]).toEqual([undefined, ['jazz', 'jazz-2']])
  })

  it('find a term that the other one has added by its name', async () => {
    const ids: number[] = []
    const write = async ({ terms }: Store) => {
      ids.push((await terms.idOfName('category', 'Jazz')) ?? (await terms.insert(term({ name: 'Jazz', slug: 'jazz' }))))
    }
    expect(await conflict(write)).toBeUndefined()
    expect(ids[1]).toBe(ids[0])
  })

  it('that update one record see what the other one has stored', async () => {
    const [first, second] = await twoWriters()
    const id = await first.store.event.insert(event({ title: '' }))
    await first.database.run(sql('COMMIT'))
    await first.database.run(sql('BEGIN'))
    const append = async ({ database, store }: Writer, text: string) => {
      const found = await store.event.getToWrite(id)
      if (found) await store.event.update(found, { ...found, title: `${found.title}${text}` })
      await database.run(sql('COMMIT'))
    }
    await Promise.all([append(first, 'a'), append(second, 'b')])
    expect((await first.store.event.get(id))?.title.length).toBe(2)
  })

  it('do not link an event to a term or venue that the other one removes', async () => {
    const [first, second] = await twoWriters()
    const [category, place] = [
      await first.store.terms.insert(term({ name: 'Jazz' })),
      await first.store.venue.insert(venue({ title: 'Hall' })),
    ]
    await first.database.run(sql('COMMIT'))
    await first.database.run(sql('BEGIN'))
    const linked = await first.store.terms.getMany([category])
    expect([linked.length, (await first.store.venue.getMany([place])).length]).toEqual([1, 1])
    const removed = (async () => {
      await second.store.venue.getToWrite(place)
      await second.store.unlink('venue', place)
      if (await second.store.terms.getToWrite(category)) await second.store.terms.remove(category)
      await second.database.run(sql('COMMIT'))
    })()
    const id = await first.store.event.insert(event({ categories: [category], venue: [place] }))
    await first.database.run(sql('COMMIT'))
    await removed
    expect(await first.store.event.get(id)).toMatchObject({ categories: [], venue: [] })
  })

  it('cannot add the same term', async () => {
    expect(await conflict((store) => store.terms.insert(term({ name: 'Jazz' })))).toMatch(retried)
  })

  it('cannot record the same picture twice', async () => {
    expect(await conflict((store) => store.media.at('https://example.org/a.png'))).toMatch(retried)
  })

  it('cannot add users with the same id', async () => {
    let n = 0
    const write = (store: Store) => {
      n += 1
      return store.users.put({ id: 0, login: `user-${n}`, email: '', role: 'editor', password_hash: 'x' })
    }
    expect(await conflict(write)).toMatch(retried)
  })

  it('count the uses of one term without waiting for each other', async () => {
    const [first, second] = await twoWriters()
    const counter = 'SELECT pg_backend_pid() % 64'
    const collide = (await valueIn(first.database, sql(counter))) === (await valueIn(second.database, sql(counter)))
    const id = await first.store.terms.insert(term({ name: 'Jazz' }))
    await first.database.run(sql('COMMIT'))
    await first.database.run(sql('BEGIN'))
    for (const { store } of [first, second]) {
      if (collide && store === second.store) continue
      await store.event.insert(event({ categories: [id] }))
      await store.event.insert(event({ categories: [id], tags: [id] }))
      const gone = await store.event.insert(event({ categories: [id] }))
      await changeEvent(store, gone, event({ categories: [id], status: 'trash' }))
    }
    await first.database.run(sql('COMMIT'))
    await second.database.run(sql('COMMIT'))
    expect((await first.store.terms.get(id))?.count).toBe(collide ? 2 : 4)
    await first.database.run(sql('TRUNCATE event'))
    expect((await first.store.terms.get(id))?.count).toBe(0)
  })

  it('get different ids without waiting for each other', async () => {
    const [first, second] = await twoWriters()
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
      await Promise.all(clients.map((each) => createPostgresCalendar(databaseOver(each), { timezone: 'UTC' })))
      for (const each of clients)
        expect(await valueIn(databaseOver(each), sql('SELECT value FROM meta WHERE name = ?', 'timezone'))).toBe('UTC')
    } finally {
      for (const each of clients) await each.end()
      await client.query(`DROP DATABASE ${schema}`)
    }
  })

  it('does not assign the ids of a rolled back transaction again', async () => {
    const [{ database, store }] = await twoWriters()
    expect(await store.event.insert(event({}))).toBe(4)
    await database.run(sql('ROLLBACK'))
    expect(await store.event.insert(event({}))).toBe(5)
  })

  it('accepts drafts that have the slug of another record', async () => {
    const [{ store }] = await twoWriters()
    const first = await store.event.insert(event({ slug: 'jazz' }))
    const draft = await store.event.insert(event({ slug: 'jazz', status: 'draft' }))
    expect(await store.event.idOfSlug('jazz')).toBe(first)
    await changeEvent(store, first, event({ slug: 'rock' }))
    await changeEvent(store, draft, event({ slug: 'jazz' }))
    expect(await store.event.idOfSlug('jazz')).toBe(draft)
  })
})
