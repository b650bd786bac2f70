// Conditions on the links of events, with the plans that a real server makes for them.
import type pg from 'pg'
import { describe, expect, it } from 'vitest'
import { connectionOver, type PostgresClient } from '../../../../../src/server/storage/postgres/connection.ts'
import { createPostgresCalendar, openPostgresStore } from '../../../../../src/server/storage/postgres/postgres-store.ts'
import { newSchema } from '../../../../support/postgres.ts'
import { event, organizer, term, venue } from '../../../../support/store-records.ts'

interface Statement {
  readonly text: string
  readonly values?: unknown[]
}

/** A calendar of 4,000 events, of which each tenth has links; `sent` returns the statements of some work. */
async function linkedCalendar() {
  const { client } = await newSchema()
  await createPostgresCalendar(connectionOver(client), { timezone: 'UTC' })
  const statements: Statement[] = []
  const noting: PostgresClient = {
    query: (...given: Parameters<PostgresClient['query']>) => {
      statements.push(given[0])
      return Reflect.apply(client.query, client, given)
    },
  }
  const store = openPostgresStore(connectionOver(noting), 'utc')
  const links = {
    venue: [await store.venue.insert(venue({ title: 'Jazz Club' }))],
    organizer: [await store.organizer.insert(organizer({ title: 'Ada' }))],
    categories: [await store.terms.insert(term({ name: 'Jazz' }))],
    tags: [await store.terms.insert(term({ taxonomy: 'tag', name: 'Live' }))],
  }
  await store.event.insert(event({ title: 'Concert', ...links }))
  const ids = ['venue', 'organizer', 'categories', 'tags'].flatMap((column) => [`'${column}'`, 'ids'])
  await client.query(`INSERT INTO event SELECT copy.* FROM event AS e, generate_series(1, 3999) AS n,
    LATERAL (SELECT CASE WHEN n % 10 = 0 THEN ARRAY[n] ELSE '{}' END AS ids) AS linked,
    LATERAL jsonb_build_object('id', e.id + n, 'slug_copy', e.id + n, ${ids.join(', ')}) AS changes,
    LATERAL jsonb_populate_record(e, changes) AS copy`)
  await client.query('ANALYZE event')
  const sent = async (work: () => Promise<unknown>) => {
    statements.length = 0
    await work()
    return [...statements]
  }
  return { client, store, links, sent }
}

function one(ids: readonly number[]): number {
  return ids[0] ?? 0
}

/** The plans of a statement for its values and for all values. */
async function plansOf(client: pg.Client, { text, values = [] }: Statement): Promise<readonly string[]> {
  await client.query(`PREPARE planned AS ${text}`)
  const plans = []
  for (const mode of ['force_custom_plan', 'force_generic_plan']) {
    await client.query(`SET plan_cache_mode = ${mode}`)
    const literals = values.map((value) =>
      Array.isArray(value) ? `'{${value.join(',')}}'` : client.escapeLiteral(String(value)),
    )
    const { rows } = await client.query(
      `EXPLAIN EXECUTE planned${literals.length > 0 ? `(${literals.join(', ')})` : ''}`,
    )
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
  }
  await client.query('RESET plan_cache_mode; DEALLOCATE planned')
  return plans
}

describe('links of events', () => {
  it('are found by their indexes, which omit events without links', async () => {
    const { client, store, links, sent } = await linkedCalendar()
    const visible = { clock: 'utc', statuses: ['publish'], hidden: false, search_protected: true } as const
    const slice = { offset: 0, limit: 10 }
    const columns = ['venue', 'organizer', 'categories', 'tags'] as const
    for (const column of columns) {
      const listing = await sent(() => store.event.select({ ...visible, [column]: links[column] }, slice))
      const removal = await sent(() =>
        column === 'venue' || column === 'organizer'
          ? store.unlink(column, one(links[column]))
          : store.terms.remove(one(links[column])),
      )
      const linking = [...listing, ...removal].filter(({ text }) => text.includes(`.${column} `))
      expect(linking.length).toBeGreaterThanOrEqual(2)
      for (const statement of linking)
        for (const plan of await plansOf(client, statement)) expect(plan).toContain(`on event_by_${column} `)
      const { rows } = await client.query(`SELECT FROM event WHERE ${column} @> '{${links[column]}}'`)
      expect(rows).toEqual([])
    }
    for (const kind of ['venue', 'organizer'] as const) {
      const has_events = { linked: true, statuses: ['publish'] } as const
      const [listing, ...more] = await sent(() => store[kind].select({ statuses: ['publish'], has_events }, slice))
      expect(more).toEqual([])
      for (const plan of listing ? await plansOf(client, listing) : []) expect(plan).toContain(`on event_by_${kind} `)
    }
  })
})
