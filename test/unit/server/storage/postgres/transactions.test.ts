// Transactions over a real server: which run next to each other, retries of conflicts, and what is undone.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { Transactions } from '../../../../../src/server/storage/postgres/transactions.ts'
import { newSchema } from '../../../../support/postgres.ts'
import { sql, valueIn } from '../../../../../src/server/storage/sql.ts'

const pools: pg.Pool[] = []
afterAll(async () => {
  for (const pool of pools) await pool.end()
})

async function counter(options: pg.PoolConfig = {}) {
  const { url, schema, client } = await newSchema()
  await client.query("CREATE TABLE meta (name text, value bigint); INSERT INTO meta VALUES ('count', 0)")
  const [server] = url.split('?')
  const pool = new pg.Pool({
    connectionString: server,
    options: `-c search_path=${schema}`,
    pipeline: true,
    ...options,
  })
  pools.push(pool)
  const count = async () => Number((await client.query("SELECT value FROM meta WHERE name = 'count'")).rows[0].value)
  return { transactions: [new Transactions(pool), new Transactions(pool)] as const, count, pool }
}

describe('a write', () => {
  it('that reads and then writes loses nothing to others, however many meet', async () => {
    const { transactions, count } = await counter()
    let attempts = 0
    await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        transactions[i % 2 === 0 ? 0 : 1].write(async (database) => {
          attempts += 1
          const value = Number(await valueIn(database, sql('SELECT value FROM meta FOR UPDATE')))
          await database.run(sql('UPDATE meta SET value = ?', value + 1))
          return { result: undefined }
        }),
      ),
    )
    expect([await count(), attempts]).toEqual([60, 60])
  })

  it('that fails or is refused does not undo others that run at the same time', async () => {
    const { transactions, count } = await counter()
    const bug = new Error('a bug')
    const ended = await Promise.allSettled(
      Array.from({ length: 30 }, (_, i) =>
        transactions[0].write(async (database) => {
          await database.run(sql('UPDATE meta SET value = value + 1'))
          if (i % 3 === 1) throw bug
          if (i % 5 === 4) await database.run(sql('SELECT 1 / 0'))
          return { result: i, rollback: i % 3 === 2 }
        }),
      ),
    )
    const isStored = (i: number) => i % 3 === 0 && i % 5 !== 4
    expect(await count()).toBe(Array.from({ length: 30 }, (_, i) => i).filter(isStored).length)
    expect(ended.map(({ status }) => status)).toEqual(
      Array.from({ length: 30 }, (_, i) => (i % 3 === 1 || i % 5 === 4 ? 'rejected' : 'fulfilled')),
    )
  })

  it('plans its statements again for a table that has grown, before the server analyzes it', async () => {
    const { transactions, pool } = await counter({ max: 1 })
    const read = sql('SELECT 1 FROM grown WHERE id = ANY(?)', [1])
    await pool.query('CREATE TABLE grown (id bigint PRIMARY KEY, text char(1000)) WITH (autovacuum_enabled = off)')
    const planAfter = (runs: number) =>
      transactions[0].write(async (database) => {
        for (let i = 0; i < runs; i += 1) await database.run(read)
        const find = "SELECT name FROM pg_prepared_statements WHERE statement LIKE 'SELECT 1 FROM grown%'"
        const name = String(await valueIn(database, sql(find)))
        return { result: await valueIn(database, sql(`EXPLAIN (FORMAT JSON) EXECUTE ${name}('{1}')`)) }
      })
    expect(await planAfter(10)).toMatch(/Seq Scan/)
    await pool.query('INSERT INTO grown SELECT generate_series(1, 20000)')
    await sleep(1_100)
    expect(await planAfter(1)).not.toMatch(/Seq Scan/)
  })

  it('is tried five times, and stores nothing then', async () => {
    const { transactions, count } = await counter()
    let attempts = 0
    const work = transactions[0].write(async (database) => {
      attempts += 1
      await database.run(sql('UPDATE meta SET value = 7'))
      throw Object.assign(new Error('could not serialize access'), { code: '40001' })
    })
    await expect(work).rejects.toMatchObject({ code: '40001' })
    expect([attempts, await count()]).toEqual([5, 0])
  })

  it('stores nothing if it requests a rollback, or fails', async () => {
    const { transactions, count } = await counter()
    const change = { sql: 'UPDATE meta SET value = 7', bug: new Error('a bug') }
    const rolledBack = transactions[0].write(async (database) => {
      await database.run(sql(change.sql))
      return { result: 'refused', rollback: true }
    })
    expect([await rolledBack, await count()]).toEqual(['refused', 0])
    const failed = transactions[0].write(async (database) => {
      await database.run(sql(change.sql))
      throw change.bug
    })
    await expect(failed).rejects.toBe(change.bug)
    expect(await count()).toBe(0)
  })

  it('fails if a statement failed, although the work went on', async () => {
    const { transactions, count } = await counter()
    const work = transactions[0].write(async (database) => {
      await database.run(sql('UPDATE meta SET value = 7'))
      await database.run(sql('SELECT 1 / 0')).catch(() => undefined)
      return { result: 'done' }
    })
    await expect(work).rejects.toThrow('the transaction ended with ROLLBACK')
    expect(await count()).toBe(0)
  })
})

describe('writes of different rows', () => {
  it('run at the same time, also those of different processes', async () => {
    const { transactions, pool } = await counter()
    await pool.query('INSERT INTO meta SELECT n::text, 0 FROM generate_series(1, 4) AS n')
    const running = { now: 0, most: 0 }
    await Promise.all(
      [1, 2, 3, 4].map((n) =>
        transactions[n % 2 === 0 ? 0 : 1].write(async (database) => {
          await database.run(sql('UPDATE meta SET value = value + 1 WHERE name = ?', String(n)))
          running.now += 1
          running.most = Math.max(running.most, running.now)
          // Ends when all of them have written.
          while (running.most < 4) await valueIn(database, sql('SELECT pg_sleep(0.05)'))
          running.now -= 1
          return { result: undefined }
        }),
      ),
    )
    expect(running.most).toBe(4)
  })

  it('that wait for each other in a circle are both stored', async () => {
    const { transactions, pool, count } = await counter()
    await pool.query("INSERT INTO meta VALUES ('other', 0)")
    const order = [
      ['count', 'other'],
      ['other', 'count'],
    ] as const
    let begun = 0
    await Promise.all(
      order.map((names, i) =>
        transactions[i === 0 ? 0 : 1].write(async (database) => {
          await database.run(sql('UPDATE meta SET value = value + 1 WHERE name = ?', names[0]))
          begun += 1
          while (begun < 2) await valueIn(database, sql('SELECT pg_sleep(0.02)'))
          await database.run(sql('UPDATE meta SET value = value + 1 WHERE name = ?', names[1]))
          return { result: undefined }
        }),
      ),
    )
    expect([await count(), begun]).toEqual([2, 3])
  })
})

describe('a read', () => {
  it('sees one moment, and can not write', async () => {
    const { transactions } = await counter()
    await transactions[0].read(async (database) => {
      const before = await valueIn(database, sql('SELECT value FROM meta'))
      await transactions[1].write(async (other) => {
        await other.run(sql('UPDATE meta SET value = value + 1'))
        return { result: undefined }
      })
      expect(await valueIn(database, sql('SELECT value FROM meta'))).toBe(before)
      await expect(database.run(sql('UPDATE meta SET value = 9'))).rejects.toMatchObject({ code: '25006' })
    })
  })
})
