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
  InsertGroups,
  NotTogetherError,
  type SharedInsert,
} from '../../../../../../src/server/storage/postgres/transactions/insert-groups.ts'
import { insertOnce } from '../../../../../../src/server/storage/postgres/transactions/insert-once.ts'
import { TransactionPool } from '../../../../../../src/server/storage/postgres/transactions/transaction.ts'
import { Transactions } from '../../../../../../src/server/storage/postgres/transactions/transactions.ts'
import { newSchema } from '../../../../../support/postgres.ts'
import { event, organizer } from '../../../../../support/store-records.ts'

const pools: pg.Pool[] = []
afterAll(async () => {
  for (const pool of pools) await pool.end()
})

type Mode = SharedInsert | 'inserting' | undefined

async function calendar() {
  const { url, schema, client } = await newSchema()
  await createPostgresCalendar(connectionOver(client), { timezone: 'UTC' })
  const [server] = url.split('?')
  const pool = new pg.Pool({ connectionString: server, options: `-c search_path=${schema},public`, pipeline: true })
  pools.push(pool)
  const transactions = new Transactions(pool)
  const ran: { readonly transaction: string; readonly mode: 'group' | 'own' | 'alone' }[] = []
  const noted = async (connection: PostgresConnection, mode: Mode) => {
    const transaction = String(await connection.value('SELECT pg_current_xact_id()::text'))
    ran.push({ transaction, mode: mode === undefined ? 'alone' : mode === 'inserting' ? 'own' : 'group' })
  }
  const insert = (slug: string, { rollback = false, after = async (_: PostgresConnection) => {} } = {}) =>
    transactions.insertTogether(async (connection, _, mode) => {
      await noted(connection, mode)
      const store = openPostgresStore(connection, 'utc', typeof mode === 'function' ? { insertRow: mode } : {})
      const result = await store.event.insertWithFreeSlug(event({ slug }))
      await after(connection)
      return { result, rollback }
    })
  const slugs = async () =>
    (await client.query('SELECT slug FROM event ORDER BY slug COLLATE "C"')).rows.map((row) => row.slug)
  return { transactions, insert, slugs, ran, noted, client, pool }
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
    const { insert, transactions, slugs, ran } = await calendar()
    const refused = transactions.insertTogether(async (_, __, mode) => {
      ran.push({ transaction: '', mode: typeof mode === 'function' ? 'group' : 'own' })
      return { result: 'refused', rollback: true }
    })
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
    const { insert, transactions, slugs, ran, noted } = await calendar()
    const withOrganizer = transactions.insertTogether(async (connection, _, mode) => {
      await noted(connection, mode)
      const all = openPostgresStore(connection, 'utc', typeof mode === 'function' ? { insertRow: mode } : {})
      const store = typeof mode === 'function' ? insertOnce(all, 'event', connection) : all
      const { id } = await store.organizer.insertWithFreeSlug(organizer({ slug: 'people' }))
      return { result: await store.event.insertWithFreeSlug(event({ slug: 'second', organizer: [id] })) }
    })
    await Promise.all([insert('first'), withOrganizer, insert('third')])
    expect(await slugs()).toEqual(['first', 'second', 'third'])
    expect(ran.map(({ mode }) => mode)).toEqual(['group', 'group', 'group', 'own'])
  })

  it('count the events of their terms', async () => {
    const { transactions, client } = await calendar()
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        transactions.insertTogether(async (connection, _, mode) => {
          const store = openPostgresStore(connection, 'utc', typeof mode === 'function' ? { insertRow: mode } : {})
          const record = event({ slug: `party-${i}`, status: 'publish', categories: i % 2 ? [5, 3] : [3], tags: [4] })
          return { result: await store.event.insertWithFreeSlug(record) }
        }),
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
    const groups = new InsertGroups(new TransactionPool(pool), wait_ms)
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

describe('a store for one insert', () => {
  it.each([
    ['a second kind', (store: ReturnType<typeof openPostgresStore>) => store.venue.insertWithFreeSlug],
    ['a draft', (store: ReturnType<typeof openPostgresStore>) => store.event.insert],
    ['a change', (store: ReturnType<typeof openPostgresStore>) => store.event.replace],
    ['a term', (store: ReturnType<typeof openPostgresStore>) => store.terms.insert],
    ['a new picture', (store: ReturnType<typeof openPostgresStore>) => store.media.at],
  ])('refuses %s', async (_, method) => {
    const { transactions } = await calendar()
    const ended = transactions.read(async (connection) => {
      const store = insertOnce(openPostgresStore(connection, 'utc'), 'event', connection)
      return Reflect.apply(method(store), undefined, ['https://example.org/a.png'])
    })
    await expect(ended).rejects.toBeInstanceOf(NotTogetherError)
  })
})
