// What a page of a list reads, in calendars of which the server has no statistics.
import { describe, expect, it } from 'vitest'
import { connectionOver } from '../../../../../../src/server/storage/postgres/connection.ts'
import { countNewEvents, EventCounts } from '../../../../../../src/server/storage/postgres/lists/event-counts.ts'
import {
  createPostgresCalendar,
  openPostgresStore,
} from '../../../../../../src/server/storage/postgres/postgres-store.ts'
import { newSchema } from '../../../../../support/postgres.ts'
import { event } from '../../../../../support/store-records.ts'

const events_count = 5_000
const years = { start_from: '2027-01-01 00:00:00', end_until: '2028-12-31 23:59:59' }
/** Too short for the counters. */
const week = { start_from: '2027-06-01 00:00:00', end_until: '2027-06-07 23:59:59' }

describe.each([
  { visitor: 'an administrator', statuses: ['publish', 'draft', 'private'], hidden: true },
  { visitor: 'the public', statuses: ['publish'], hidden: false },
] as const)('a page for $visitor', ({ statuses, hidden }) => {
  it('reads its own events, although its plan was made before there were any', async () => {
    const { client } = await newSchema()
    await createPostgresCalendar(connectionOver(client), { timezone: 'UTC' })
    await client.query('ALTER TABLE event SET (autovacuum_enabled = off)')
    const counts = new EventCounts()
    /** By this connection; the server adds them to the table's statistics once a second. */
    const tuplesRead = async () => {
      const { rows } = await client.query(`SELECT (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int AS n
        FROM pg_stat_xact_user_tables WHERE relid = 'event'::regclass`)
      return Number(rows[0]?.n)
    }
    const page = async (window = years) => {
      await client.query('BEGIN READ ONLY')
      const before = await tuplesRead()
      const store = openPostgresStore(connectionOver(client, { plansOnce: true }), 'utc', { counts, isReadOnly: true })
      const selection = { clock: 'utc', statuses, hidden, search_protected: true, ...window } as const
      const { total, ids } = await store.event.select(selection, { offset: 0, limit: 10 })
      const read = (await tuplesRead()) - before
      await client.query('COMMIT')
      return { total, ids, read }
    }
    expect(await page()).toMatchObject({ total: 0, ids: [] })
    const connection = connectionOver(client)
    const store = openPostgresStore(connection, 'utc')
    const first = await store.event.insert(
      event({ start_date: '2027-05-05 10:00:00', end_date: '2027-05-05 11:00:00' }),
    )
    const names =
      "SELECT string_agg(attname, ', ') AS names FROM pg_attribute WHERE attrelid = 'event'::regclass AND attnum > 0"
    const copied = (await client.query(`${names} AND attname NOT IN ('id', 'slug_copy')`)).rows[0]?.names
    await client.query(`INSERT INTO event (id, slug_copy, ${copied})
      SELECT n, n, ${copied} FROM event, generate_series(${first + 1}, ${first + events_count - 1}) AS n`)
    await countNewEvents(connection)
    const ids = Array.from({ length: 10 }, (_, i) => first + i)
    // The counters have changed since the first page.
    expect(await page()).toMatchObject({ total: events_count, ids })
    const { read, ...found } = await page()
    expect(found).toEqual({ total: events_count, ids })
    expect(read).toBeLessThan(100)
    const other = await page(week)
    expect(other).toMatchObject({ total: 0, ids: [] })
    expect(other.read).toBeLessThan(100)
  })
})
