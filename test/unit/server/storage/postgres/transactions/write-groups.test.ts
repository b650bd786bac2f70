// Requests that insert records in one transaction over a real server: what they share, and what is undone.
import { setImmediate } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { connectionOver, type PostgresConnection } from '../../../../../../src/server/storage/postgres/connection.ts'
import {
  createPostgresCalendar,
  openPostgresStore,
} from '../../../../../../src/server/storage/postgres/postgres-store.ts'
import {
  groupStore,
  NeedsOwnTransaction,
  type Share,
  WriteGroups,
} from '../../../../../../src/server/storage/postgres/transactions/write-groups.ts'
import { TransactionPool } from '../../../../../../src/server/storage/postgres/transactions/transaction.ts'
import { Transactions } from '../../../../../../src/server/storage/postgres/transactions/transactions.ts'
import type { Store } from '../../../../../../src/server/storage/store.ts'
import { newSchema } from '../../../../../support/postgres.ts'
import { event, organizer } from '../../../../../support/store-records.ts'

const pools: pg.Pool[] = []
afterAll(async () => {
  for (const pool of pools) await pool.end()
})

async function calendar() {
  const { url, schema, client } = await newSchema()
  await createPostgresCalendar(connectionOver(client), { timezone: 'UTC' })
  const [server] = url.split('?')
  const pool = new pg.Pool({ connectionString: server, options: `-c search_path=${schema},public`, pipeline: true })
  pools.push(pool)
  const transactions = new Transactions(pool)
  const ran: { readonly transaction: string; readonly mode: 'group' | 'own' }[] = []
  const write = <T>(work: (store: Store, connection: PostgresConnection) => Promise<T>, { rollback = false } = {}) => {
    const attempt = async (connection: PostgresConnection, share?: Share) => {
      const transaction = String(await connection.value('SELECT pg_current_xact_id()::text'))
      ran.push({ transaction, mode: share ? 'group' : 'own' })
      const own = openPostgresStore(connection, 'utc', share ? { skipsLocked: true, insertRow: share.insert } : {})
      const findImage = async () => undefined
      const store = share ? groupStore(own, { kind: 'event', share, findImage }) : own
      return { result: await work(store, connection), rollback }
    }
    return transactions.writeTogether(
      (connection, _, share) => attempt(connection, share),
      (connection) => attempt(connection),
    )
  }
  const insert = (slug: string, { rollback = false, after = async (_: PostgresConnection) => {} } = {}) =>
    write(
      async (store, connection) => {
        const result = await store.event.insertWithFreeSlug(event({ slug }))
        await after(connection)
        return result
      },
      { rollback },
    )
  const slugs = async () =>
    (await client.query('SELECT slug FROM event ORDER BY slug COLLATE "C"')).rows.map((row) => row.slug)
  return { transactions, write, insert, slugs, ran, client, pool }
}

const numbered = (count: number, base: string) =>
  Array.from({ length: count }, (_, i) => (i === 0 ? base : `${base}-${i + 1}`))

describe('requests that insert at the same time', () => {
  it('share transactions, and each gets the id and slug of its record', async () => {
    const { insert, ran, client } = await calendar()
    const wanted = Array.from({ length: 50 }, (_, i) => `party-${String.fromCodePoint(97 + (i % 25))}${i}`)
    const inserted = await Promise.all(wanted.map((slug) => insert(slug)))
    expect(inserted.map(({ slug }) => slug)).toEqual(wanted)
    const { rows } = await client.query('SELECT id, slug FROM event')
    expect(new Map(rows.map(({ id, slug }) => [Number(id), slug]))).toEqual(
      new Map(inserted.map(({ id, slug }) => [id, slug])),
    )
    expect(new Set(ran.map(({ mode }) => mode))).toEqual(new Set(['group']))
    expect(new Set(ran.map(({ transaction }) => transaction)).size).toBeLessThan(4)
  })

  it('that want one slug get different ones', async () => {
    const { insert, slugs } = await calendar()
    await Promise.all(Array.from({ length: 40 }, () => insert('jazz')))
    expect(new Set(await slugs())).toEqual(new Set(numbered(40, 'jazz')))
  })

  it('run by themselves if one is refused after it has inserted, which leaves nothing', async () => {
    const { insert, slugs, ran } = await calendar()
    const [first, refused] = await Promise.all([
      insert('first'),
      insert('refused', { rollback: true }),
      insert('third'),
    ])
    expect([first.slug, refused.slug]).toEqual(['first', 'refused'])
    expect(await slugs()).toEqual(['first', 'third'])
    expect(ran.map(({ mode }) => mode)).toEqual(['group', 'group', 'group', 'own', 'own', 'own'])
  })

  it('run by themselves if a statement of one fails, and only that one fails', async () => {
    const { insert, slugs } = await calendar()
    const after = async (connection: PostgresConnection) => void (await connection.run('SELECT 1 / 0'))
    const ended = await Promise.allSettled([insert('first'), insert('broken', { after }), insert('third')])
    expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await slugs()).toEqual(['first', 'third'])
  })

  it('do not wait for one that ends without inserting', async () => {
    const { insert, write, slugs, ran } = await calendar()
    const refused = write(async () => 'refused', { rollback: true })
    expect(await Promise.all([insert('first'), refused, insert('third')])).toMatchObject([
      { slug: 'first' },
      'refused',
      {},
    ])
    expect([await slugs(), ran.map(({ mode }) => mode)]).toEqual([
      ['first', 'third'],
      ['group', 'group', 'group'],
    ])
  })

  it('leave one that writes more to a transaction of its own', async () => {
    const { insert, write, slugs, ran } = await calendar()
    const withOrganizer = write(async (store) => {
      const { id } = await store.organizer.insertWithFreeSlug(organizer({ slug: 'people' }))
      return store.event.insertWithFreeSlug(event({ slug: 'second', organizer: [id] }))
    })
    await Promise.all([insert('first'), withOrganizer, insert('third')])
    expect(await slugs()).toEqual(['first', 'second', 'third'])
    expect(ran.map(({ mode }) => mode)).toEqual(['group', 'group', 'group', 'own'])
  })

  it('share it with updates of other records; two updates of one record are both stored', async () => {
    const { insert, write, ran, client } = await calendar()
    const [{ id: a }, { id: b }] = [await insert('a'), await insert('b')]
    ran.length = 0
    const append = (id: number, text: string) =>
      write(async (store) => {
        const found = await store.event.getToWrite(id)
        if (!found) throw new Error(`there is no event ${id}`)
        await store.event.replace({ ...found, title: `${found.title}${text}` })
      })
    await Promise.all([append(a, '!'), append(b, '!'), append(a, '?'), insert('c')])
    const { rows } = await client.query('SELECT title FROM event ORDER BY id')
    expect(rows.map(({ title }) => title.replace(/^[^!?]*/, '').length)).toEqual([2, 1, 0])
    expect(ran.map(({ mode }) => mode)).toEqual(['group', 'group', 'group', 'group', 'own'])
  })

  it('do not wait for a record that another transaction uses', async () => {
    const { insert, write, ran, client } = await calendar()
    const { id } = await insert('a')
    ran.length = 0
    await client.query(`BEGIN; SELECT FROM event WHERE id = ${id} FOR UPDATE`)
    const update = write(async (store) => {
      const found = await store.event.getToWrite(id)
      if (found) await store.event.replace({ ...found, title: 'Later' })
      return found?.id
    })
    await insert('b')
    await client.query('COMMIT')
    expect(await update).toBe(id)
    expect(ran.map(({ mode }) => mode)).toContain('own')
  })

  it('count the events of their terms', async () => {
    const { write, client } = await calendar()
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        write((store) =>
          store.event.insertWithFreeSlug(
            event({ slug: `party-${i}`, status: 'publish', categories: i % 2 ? [5, 3] : [3], tags: [4] }),
          ),
        ),
      ),
    )
    const { rows } = await client.query('SELECT term, sum(n)::int AS n FROM term_use GROUP BY term ORDER BY term')
    expect(rows).toEqual([
      { term: '3', n: 20 },
      { term: '4', n: 20 },
      { term: '5', n: 10 },
    ])
  })
})

describe('a request next to a transaction that is running', () => {
  /** Two requests are in a transaction until `end` is called; `request` resolves with its transaction. */
  async function busy(wait_ms: number) {
    const { pool } = await calendar()
    const groups = new WriteGroups(new TransactionPool(pool), wait_ms)
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const until = (end: Promise<void>) =>
      groups.run(async (connection) => {
        const result = await connection.value('SELECT pg_current_xact_id()::text')
        await end
        return { result }
      })
    const first = [until(released), until(released)]
    await setImmediate()
    return {
      request: () => until(Promise.resolve()),
      end: async () => {
        release()
        return Promise.all(first)
      },
    }
  }

  it('waits for others, to share a transaction with them', async () => {
    const { request, end } = await busy(60_000)
    const one = request()
    await setImmediate()
    const other = request()
    expect((await one)?.result).toBe((await other)?.result)
    const [first, second] = await end()
    expect(first?.result).toBe(second?.result)
    expect(first?.result).not.toBe((await one)?.result)
  })

  it('waits until that transaction ends', async () => {
    const { request, end } = await busy(60_000)
    const one = request()
    await setImmediate()
    await end()
    expect(await one).toBeDefined()
  })

  it('does not wait longer than the time limit', async () => {
    const { request, end } = await busy(5)
    expect(await request()).toBeDefined()
    await end()
  })
})

describe('a store for one request of a group', () => {
  it.each([
    ['a second kind', (store: Store) => store.venue.insertWithFreeSlug],
    ['a draft', (store: Store) => store.event.insert],
    ['a record that it has not read to write', (store: Store) => store.event.replace],
    ['a term', (store: Store) => store.terms.insert],
    ['a new picture', (store: Store) => store.media.at],
  ])('refuses %s', async (_, method) => {
    const { transactions } = await calendar()
    const share = { insert: () => Promise.reject(new Error('no')), claim: () => undefined, writes: () => undefined }
    const findImage = async () => undefined
    const ended = transactions.read(async (connection) => {
      const store = groupStore(openPostgresStore(connection, 'utc'), { kind: 'event', share, findImage })
      return Reflect.apply(method(store), undefined, ['https://example.org/a.png'])
    })
    await expect(ended).rejects.toBeInstanceOf(NeedsOwnTransaction)
  })
})
