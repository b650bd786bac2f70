// Searches whose matches a process has kept, while events are inserted, counted, changed and deleted.
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { connectionOver } from '../../../../../../src/server/storage/postgres/connection.ts'
import { countNewEvents, EventCounts } from '../../../../../../src/server/storage/postgres/lists/event-counts.ts'
import { EventMatches } from '../../../../../../src/server/storage/postgres/lists/event-matches.ts'
import {
  createPostgresCalendar,
  openPostgresStore,
} from '../../../../../../src/server/storage/postgres/postgres-store.ts'
import { newRecordedCalendar, newSchema, type TestSchema } from '../../../../../support/postgres.ts'
import { event } from '../../../../../support/store-records.ts'

/** A calendar that one process writes to, and searches in another one with the texts of its statements. */
async function searched() {
  const { client, connection, recorded, statements } = await newRecordedCalendar()
  const reader = openPostgresStore(recorded, 'utc', {
    counts: new EventCounts(),
    matches: new EventMatches(),
    isReadOnly: true,
  })
  const search = { words: ['jazz'], without: [] }
  const found = async (start_from: string, slice = { offset: 0, limit: 10 }) => {
    statements.length = 0
    const visible = { clock: 'utc', statuses: ['publish'], hidden: false, search_protected: true } as const
    const { ids, total } = await reader.event.select({ ...visible, search, start_from }, slice)
    return { ids, total, statements: statements.length }
  }
  const { event: events } = openPostgresStore(connection, 'utc')
  const insert = (title: string, day: number) => {
    const start_date = `2027-05-0${day} 10:00:00`
    return events.insert(event({ title, start_date, end_date: start_date }))
  }
  return { connection, client, events, insert, found }
}

const [first_day, third_day] = ['2027-05-01 00:00:00', '2027-05-03 00:00:00']

describe('a search', () => {
  it('reads its matches once, for every window and page', async () => {
    const { connection, insert, found } = await searched()
    const ids = [await insert('Jazz', 5), await insert('Jazz', 1), await insert('Rock', 1), await insert('Jazz', 4)]
    await countNewEvents(connection)
    const [late, early, , middle] = ids
    await found(first_day)
    expect(await found(first_day)).toMatchObject({ ids: [early, middle, late], total: 3 })
    expect(await found(third_day)).toEqual({ ids: [middle, late], total: 2, statements: 1 })
    expect(await found(first_day, { offset: 1, limit: 1 })).toEqual({ ids: [middle], total: 3, statements: 1 })
  })

  it('finds what was inserted since, before and after it is counted', async () => {
    const { connection, insert, found } = await searched()
    const first = await insert('Jazz', 4)
    await countNewEvents(connection)
    for (let i = 0; i < 3; i += 1) await found(first_day)
    const second = await insert('Jazz', 2)
    expect(await found(first_day)).toEqual({ ids: [second, first], total: 2, statements: 1 })
    await countNewEvents(connection)
    const third = await insert('Jazz', 3)
    for (let i = 0; i < 3; i += 1)
      expect(await found(first_day)).toMatchObject({ ids: [second, third, first], total: 3 })
    expect(await found(third_day)).toEqual({ ids: [third, first], total: 2, statements: 1 })
  })

  it('reflects changed and deleted events', async () => {
    const { connection, client, events, insert, found } = await searched()
    const ids = [await insert('Jazz', 1), await insert('Jazz', 2), await insert('Rock', 3), await insert('Jazz', 4)]
    const [moved = 0, renamed = 0, played = 0, deleted = 0] = ids
    await countNewEvents(connection)
    for (let i = 0; i < 3; i += 1) await found(first_day)
    const change = async (id: number, given: object) => {
      const record = await events.get(id)
      if (record) await events.replace({ ...record, ...given })
    }
    await change(moved, { start_date: '2027-05-06 10:00:00', end_date: '2027-05-06 10:00:00' })
    expect(await found(first_day)).toMatchObject({ ids: [renamed, deleted, moved], total: 3 })
    await change(renamed, { title: 'Pop' })
    await change(played, { title: 'Jazz' })
    await client.query('DELETE FROM event WHERE id = $1', [deleted])
    for (let i = 0; i < 3; i += 1) expect(await found(first_day)).toMatchObject({ ids: [played, moved], total: 2 })
  })
})

/** Another connection to a schema, which is closed after the work. */
async function withSecondClient<T>({ url, schema }: TestSchema, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url.replace(/\?.*/, '') })
  await client.connect()
  try {
    await client.query(`SET search_path = ${schema}, public`)
    return await work(client)
  } finally {
    await client.end()
  }
}

describe('a search and a list in a snapshot', () => {
  it('contain no event that was inserted and counted after it', async () => {
    const schema = await newSchema()
    const connection = connectionOver(schema.client)
    await createPostgresCalendar(connection, { timezone: 'UTC' })
    const { event: events } = openPostgresStore(connection, 'utc')
    const insert = (title: string) =>
      events.insert(event({ title, start_date: '2027-05-01 10:00:00', end_date: '2027-05-01 11:00:00' }))
    const process = { counts: new EventCounts(), matches: new EventMatches(), isReadOnly: true }
    const visible = { clock: 'utc', statuses: ['publish'], hidden: false, search_protected: true } as const
    const jazz = { ...visible, search: { words: ['jazz'], without: [] } }
    const slice = { offset: 0, limit: 10 }
    const first = await insert('Jazz')
    await countNewEvents(connection)
    await withSecondClient(schema, async (client) => {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SELECT FROM meta')
      await insert('Jazz')
      await countNewEvents(connection)
      const { event: later } = openPostgresStore(connection, 'utc', process)
      const { event: earlier } = openPostgresStore(connectionOver(client), 'utc', process)
      for (const selection of [visible, jazz]) {
        for (let i = 0; i < 3; i += 1) expect(await later.select(selection, slice)).toMatchObject({ total: 2 })
        for (let i = 0; i < 3; i += 1)
          expect(await earlier.select(selection, slice)).toMatchObject({ ids: [first], total: 1 })
      }
    })
  })
})

describe('kept matches', () => {
  it('are those of a limited number of filters', () => {
    const matches = new EventMatches()
    const none = { matches: [], counted_to: 0 }
    for (let i = 0; i < 20_000; i += 1) matches.keep('1 0 0', `filter ${i}`, none)
    const kept = Array.from({ length: 20_000 }, (_, i) => matches.get('1 0 0', `filter ${i}`)).filter(Boolean)
    expect(kept.length).toBeGreaterThan(100)
    expect(kept.length).toBeLessThanOrEqual(1_000)
  })
})
