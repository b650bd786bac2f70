// Writes of a batch share a commit; a rejected or failed one changes nothing.
import { statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseRequest } from '../../../../../support/open-calendar.ts'
import type { WriteRequest } from '../../../../../../src/server/storage/sqlite/writer/messages.ts'
import { WriteExecutor } from '../../../../../../src/server/storage/sqlite/writer/write-executor.ts'
import { openStore } from '../../../../../../src/server/storage/sqlite/open-store.ts'
import { Connection } from '../../../../../../src/server/storage/sqlite/sqlite.ts'
import { newStore } from '../records/records.ts'
import { sql } from '../../../../../../src/server/storage/sql.ts'

const settings = {
  address: { base: 'http://localhost', root: 'wp-json', vendor: 'tribe' },
  timezone: 'Europe/Berlin',
  mode: 'standard',
  read_only: false,
} as const
const now = Date.UTC(2026, 10, 20, 12)

function executorWith() {
  const open = newStore()
  const executor = new WriteExecutor(open, settings)
  const write = async (...writes: readonly WriteRequest[]) => {
    const { results, error } = await executor.execute({ type: 'write', now, writes })
    return error
      ? error
      : results.map((result) =>
          'response' in result ? { answer: result.response.status, ...JSON.parse(result.response.body) } : result,
        )
  }
  return { ...open, executor, write }
}

function create(fields: object, query = ''): WriteRequest {
  const concert = { title: 'Jazz night', start_date: '2027-03-01 19:00', end_date: '2027-03-01 22:00' }
  return {
    request: parseRequest({
      method: 'POST',
      path: '/events',
      query,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...concert, ...fields }),
    }),
    caller: { id: 1, login: 'admin', role: 'administrator' },
  }
}

/** Refused after the venue was written. */
const impossible = { venue: { venue: 'Hall' }, organizer: { organizer: ' ' } }

describe('writes in one commit', () => {
  it('are answered separately and see each other', async () => {
    const { write, store } = executorWith()
    expect(await write(create({}), create({ title: '' }), create({}))).toMatchObject([
      { answer: 201, slug: 'jazz-night' },
      { answer: 400 },
      { answer: 201, slug: 'jazz-night-2' },
    ])
    const selection = { clock: 'local', statuses: ['publish'], hidden: true, search_protected: true } as const
    expect((await store.event.select(selection, { offset: 0, limit: 9 })).total).toBe(2)
  })

  it('leave no trace of a refused one, even if its envelope has status 200', async () => {
    const { write, connection } = executorWith()
    expect(await write(create(impossible), create(impossible, '_envelope=1'))).toMatchObject([
      { answer: 400 },
      { answer: 200, status: 400 },
    ])
    expect(connection.number(sql('SELECT count(*) FROM venue'))).toBe(0)
  })

  it('increase the generation once; a commit of refused writes does not', async () => {
    const { write, generation } = executorWith()
    const before = generation()
    await write(create({}), create({}))
    expect(generation()).toBe(before + 1)
    await write(create({ title: '' }))
    expect(generation()).toBe(before + 1)
  })
})

describe('two executors on one file, although only one is allowed', () => {
  it('do not assign the same id', async () => {
    const { connection, write } = executorWith()
    const open = openStore(connection.file, { readonly: false })
    const other = new WriteExecutor(open, settings)
    const isMade = (results: unknown) => expect(results).toMatchObject([{ answer: 201 }])
    isMade(await write(create({ title: 'One' })))
    for (const title of ['Two', 'Three']) {
      expect(await other.execute({ type: 'write', now, writes: [create({ title })] })).toMatchObject({
        results: [{ response: { status: 201 } }],
      })
      isMade(await write(create({ title: `After ${title}` })))
    }
    open.connection.close()
    expect(connection.tuples(sql('SELECT id, title FROM event ORDER BY id'))).toEqual([
      [4, 'One'],
      [5, 'Two'],
      [6, 'After Two'],
      [7, 'Three'],
      [8, 'After Three'],
    ])
  })
})

describe('the log', () => {
  it('is truncated after a long read has ended', async () => {
    const { connection, write } = executorWith()
    const size = () => statSync(`${connection.file}-wal`).size
    const long = create({ description: 'x'.repeat(4_000_000) })
    const reader = new Connection(connection.file, { readonly: true })
    await reader.inSnapshot(async () => {
      reader.number(sql('SELECT count(*) FROM event'))
      for (let i = 0; i < 12; i += 1) await write(long)
      expect(size()).toBeGreaterThan(90_000_000)
    })
    reader.close()
    for (let i = 0; i < 3; i += 1) await write(create({}))
    expect(size()).toBeLessThanOrEqual(64 * 1024 * 1024)
  })
})

describe('a full disk', () => {
  it('makes the failed commit be overwritten in the log by another one', async () => {
    const { write, connection, generation } = executorWith()
    await write(create({}))
    const before = generation()
    connection.pragma(`max_page_count = ${connection.pragma('page_count')}`)
    await write(create({ description: 'x'.repeat(50_000) }))
    expect(generation()).toBe(before + 1)
  })

  it('refuses the write, allows reads, and allows writes again once there is space', async () => {
    const { write, store, connection } = executorWith()
    await write(create({}))
    connection.pragma(`max_page_count = ${connection.pragma('page_count')}`)
    expect(await write(create({}), create({ description: 'x'.repeat(50_000) }))).toMatchObject({
      message: `no space left on the disk of ${connection.file}; nothing was written`,
    })
    expect([(await store.event.get(4))?.title, await store.event.get(5)]).toEqual(['Jazz night', undefined])
    connection.pragma('max_page_count = 1000000')
    expect(await write(create({ description: 'x'.repeat(50_000) }))).toMatchObject([{ answer: 201 }])
  })
})
