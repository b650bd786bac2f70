// Totals from counters, as several processes read them while events are inserted, changed and deleted.
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { EventSelection } from '../../../../../../src/server/domain/lists/selection.ts'
import { parseRequest } from '../../../../../../src/server/api/request.ts'
import { anonymous_administrator } from '../../../../../../src/server/auth/authenticate.ts'
import { connectionOver } from '../../../../../../src/server/storage/postgres/connection.ts'
import { countNewEvents, EventCounts } from '../../../../../../src/server/storage/postgres/lists/event-counts.ts'
import { EventMatches } from '../../../../../../src/server/storage/postgres/lists/event-matches.ts'
import { openPostgresEngine } from '../../../../../../src/server/storage/postgres/postgres-engine.ts'
import {
  createPostgresCalendar,
  openPostgresStore,
} from '../../../../../../src/server/storage/postgres/postgres-store.ts'
import { plain_options } from '../../../../../support/open-calendar.ts'
import { emptyPostgresCalendar, newSchema } from '../../../../../support/postgres.ts'
import { event, venue } from '../../../../../support/store-records.ts'

/** The connection of a new calendar, and its stores as two processes have them. */
async function twoProcesses() {
  const connection = connectionOver((await newSchema()).client)
  await createPostgresCalendar(connection, { timezone: 'Europe/Berlin' })
  const stores = [1, 2].map(() =>
    openPostgresStore(connection, 'local', { counts: new EventCounts(), matches: new EventMatches() }),
  )
  const totals = (given: Partial<EventSelection>) =>
    Promise.all(
      stores.map(async ({ event }) => {
        const selection = {
          clock: 'local',
          statuses: ['publish'],
          hidden: false,
          search_protected: true,
          ...given,
        } as const
        return (await event.select(selection, { offset: 0, limit: 1 })).total
      }),
    )
  const [store] = stores
  if (!store) throw new Error('no store')
  return { connection, store, totals }
}

const year = { start_from: '2027-01-01 00:00:00', end_until: '2027-12-31 23:59:59' }

describe('totals', () => {
  it('reflect inserts, moves, unpublished and deleted events since they were read', async () => {
    const { connection, store, totals } = await twoProcesses()
    const dates = ['2026-12-31 10:00:00', '2027-01-01 10:00:00', '2027-05-05 10:00:00', '2028-01-01 10:00:00']
    const ids: number[] = []
    for (const start_date of dates) ids.push(await store.event.insert(event({ start_date, title: 'Jazz' })))
    const jazz = { search: { words: ['jazz'], without: [] } }
    const all = async () =>
      [await totals({}), await totals(year), await totals(jazz)].map(([one, other]) =>
        one === other ? one : [one, other],
      )
    expect(await all()).toEqual([4, 2, 4])
    expect(await countNewEvents(connection, 2)).toBe(true)
    expect(await all()).toEqual([4, 2, 4])
    expect(await countNewEvents(connection)).toBe(false)
    expect(await all()).toEqual([4, 2, 4])
    await store.event.insert(event({ start_date: '2027-06-01 10:00:00', title: 'Jazz' }))
    expect(await all()).toEqual([5, 3, 5])
    await countNewEvents(connection)
    expect(await all()).toEqual([5, 3, 5])
    const [first = 0, second = 0, third = 0] = ids
    await store.event.replace({ id: first, ...event({ start_date: '2027-02-01 10:00:00', title: 'Rock' }) })
    expect(await all()).toEqual([5, 4, 4])
    await store.event.replace({ id: second, ...event({ start_date: dates[1] ?? '', status: 'trash' }) })
    expect(await all()).toEqual([4, 3, 3])
    await connection.run('DELETE FROM event WHERE id = $1', third)
    expect(await all()).toEqual([3, 2, 2])
    await connection.run('TRUNCATE event')
    expect(await all()).toEqual([0, 0, 0])
  })

  it('of events with coordinates change with their venue', async () => {
    const { connection, store, totals } = await twoProcesses()
    const place = venue({ title: 'Hall', geo_lat: 52.5, geo_lng: 13.4 })
    const id = await store.venue.insert(place)
    await store.event.insert(event({ venue: [id] }))
    await countNewEvents(connection)
    expect(await totals({ geoloc: true })).toEqual([1, 1])
    await store.venue.replace({ id, ...place, geo_lat: null, geo_lng: null })
    expect(await totals({ geoloc: true })).toEqual([0, 0])
  })

  it('of one day and of a window around a long event count it once', async () => {
    const { connection, store, totals } = await twoProcesses()
    await store.event.insert(event({ start_date: '2026-06-01 10:00:00', end_date: '2028-06-01 10:00:00' }))
    await store.event.insert(event({ start_date: '2027-06-01 10:00:00', end_date: '2027-06-01 12:00:00' }))
    await countNewEvents(connection)
    expect(await totals(year)).toEqual([1, 1])
    expect(await totals({ start_before: '2027-06-01 23:59:59', end_after: '2027-06-01 00:00:00' })).toEqual([2, 2])
    expect(await totals({ start_from: '2027-06-01 11:00:00' })).toEqual([0, 0])
    expect(await totals({ end_after: '2027-06-01 23:59:59' })).toEqual([1, 1])
  })
})

describe('totals that were read', () => {
  it('remain known when more events are counted, until one of them changes', () => {
    const counts = new EventCounts()
    counts.read('16384 7 900', 7)
    counts.keep('16384 7 900', 'jazz', 3)
    counts.keep('16384 5 900', 'rock', 2)
    counts.read('16384 9 900', 9)
    expect([counts.total('jazz'), counts.total('rock')]).toEqual([{ total: 3, counted_to: 7 }, undefined])
    counts.read('16384 9 901', 9)
    expect(counts.total('jazz')).toBeUndefined()
  })

  it('are unknown in a snapshot in which fewer events were counted', () => {
    const counts = new EventCounts()
    counts.read('16384 9 900', 9)
    counts.keep('16384 9 900', 'jazz', 3)
    counts.read('16384 7 900', 7)
    expect(counts.total('jazz')).toBeUndefined()
    counts.read('16384 9 900', 9)
    expect(counts.total('jazz')).toEqual({ total: 3, counted_to: 9 })
  })

  it('are forgotten when the tables are replaced', () => {
    const counts = new EventCounts()
    counts.read('16384 7 0', 7)
    counts.keep('16384 7 0', 'jazz', 3)
    counts.read('16999 7 0', 7)
    expect(counts.total('jazz')).toBeUndefined()
  })
})

describe('an emptied calendar', () => {
  it('has no counters left, so that events with the same ids are counted again', async () => {
    const url = await emptyPostgresCalendar('UTC')
    const [schema] = url.split('?schema=').slice(1)
    const { client } = await newSchema()
    await client.query(`SET search_path = ${schema}, public`)
    const connection = connectionOver(client)
    const counts = new EventCounts()
    const { event: events } = openPostgresStore(connection, 'utc', { counts })
    const all = { clock: 'utc', statuses: ['publish'], hidden: false, search_protected: true, ...year } as const
    const total = async () => (await events.select(all, { offset: 0, limit: 1 })).total
    for (let i = 0; i < 3; i += 1) await events.insert(event({ start_date: '2027-05-05 10:00:00' }))
    await countNewEvents(connection)
    expect(await total()).toBe(3)
    await emptyPostgresCalendar('UTC')
    expect(await total()).toBe(0)
    await events.insert(event({ start_date: '2027-05-05 10:00:00' }))
    expect(await total()).toBe(1)
  })
})

describe('an engine', () => {
  it('adds new events to the counters when no more are inserted', async () => {
    const { client, url } = await newSchema()
    const engine = await openPostgresEngine({ file: url, ...plain_options })
    const body = { title: 'Jazz', start_date: '2027-05-05 10:00:00', end_date: '2027-05-05 12:00:00' }
    const post = { method: 'POST', path: '/events', query: '', body: JSON.stringify(body) }
    const request = parseRequest({ ...post, headers: { 'content-type': 'application/json' } })
    await Promise.all(Array.from({ length: 251 }, () => engine.write(request, anonymous_administrator)))
    const counted = async () =>
      (await client.query('SELECT coalesce(sum(n), 0)::int AS n FROM event_count WHERE side = 0')).rows[0].n
    expect(await counted()).toBe(0)
    for (const end = Date.now() + 20_000; (await counted()) === 0 && Date.now() < end; ) await wait(100)
    expect(await counted()).toBe(251)
    await engine.close()
  })

  it('adds many new events to the counters after a list', async () => {
    const { client, url } = await newSchema()
    await createPostgresCalendar(connectionOver(client), { timezone: 'UTC' })
    const store = openPostgresStore(connectionOver(client), 'utc')
    const id = await store.event.insert(event({ title: 'Jazz', slug: 'jazz' }))
    const { rows } = await client.query(
      "SELECT string_agg(attname, ', ') AS names FROM pg_attribute WHERE attrelid = 'event'::regclass AND attnum > 0 AND attname NOT IN ('id', 'slug_copy')",
    )
    const names = rows[0]?.names
    await client.query(`INSERT INTO event (id, slug_copy, ${names})
      SELECT n, n, ${names} FROM event, generate_series(${id + 1}, ${id + 2_500}) AS n`)
    await client.query(`SELECT setval('post_id', ${id + 2_500})`)
    const engine = await openPostgresEngine({
      file: url,
      ...plain_options,
    })
    const total = async () => {
      const request = { method: 'GET', path: '/events', query: 'start_date=2027-01-01', headers: {} }
      return JSON.parse((await engine.read(parseRequest(request), anonymous_administrator)).body).total
    }
    const counted = async () =>
      Number(
        (await client.query("SELECT split_part(value, ' ', 1) AS n FROM meta WHERE name = 'counted_events'")).rows[0].n,
      )
    for (const end = Date.now() + 20_000; (await counted()) < id + 2_500 && Date.now() < end; await wait(20))
      expect(await total()).toBe(2_501)
    expect(await counted()).toBe(id + 2_500)
    expect(await total()).toBe(2_501)
    const sums = await client.query('SELECT side, sum(n)::int AS n FROM event_count GROUP BY side ORDER BY side')
    expect(sums.rows.map(({ n }) => n)).toEqual([2_501, 2_501, 2_501, 2_501])
    await engine.close()
  })
})
