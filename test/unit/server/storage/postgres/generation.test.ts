// The generation of a calendar in PostgreSQL over a real server: which requests share a read of it.
import { setImmediate } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { Generations } from '../../../../../src/server/storage/postgres/postgres-engine.ts'
import { createPostgresCalendar } from '../../../../../src/server/storage/postgres/postgres-store.ts'
import { databaseOver } from '../../../../../src/server/storage/postgres/connection.ts'
import { newSchema } from '../../../../support/postgres.ts'

const pools: pg.Pool[] = []
afterAll(async () => {
  for (const pool of pools) await pool.end()
})

async function calendar() {
  const { url, schema, client } = await newSchema()
  await createPostgresCalendar(databaseOver(client), { timezone: 'UTC' })
  const [server] = url.split('?')
  const pool = new pg.Pool({ connectionString: server, options: `-c search_path=${schema},public` })
  pools.push(pool)
  return { generations: new Generations(pool), client }
}

describe('the generation', () => {
  it('is read again after a read that was running when it was asked for', async () => {
    const { generations, client } = await calendar()
    const before = await generations.current()
    const running = generations.current()
    // Its query has been sent, and may not see what is committed now.
    await setImmediate()
    await setImmediate()
    expect(generations.current()).not.toBe(running)
    await client.query("INSERT INTO meta VALUES ('other', '')")
    expect(await generations.current()).toBeGreaterThan(before)
    await generations.close()
  })

  it('is that of users, too', async () => {
    const { generations, client } = await calendar()
    const before = await generations.current()
    expect(generations.hadUsers(before)).toBe(false)
    await client.query("INSERT INTO users VALUES (1, 'ada', '', 'editor', '')")
    const after = await generations.current()
    expect([generations.hadUsers(before), generations.hadUsers(after)]).toEqual([undefined, true])
    await generations.close()
  })
})
