// Totals of windows from counters of months and days equal the counted events.
import { expect, it } from 'vitest'
import type { OpenStore } from '../../../../../../src/server/storage/sqlite/open-store.ts'
import { event, everything, newStore } from '../records/records.ts'

const starts = [
  '2025-12-31 23:59:59',
  '2026-01-01 00:00:00',
  '2026-01-31 10:00:00',
  '2026-02-01 00:00:00',
  '2026-02-14 12:00:00',
  '2026-02-28 23:59:59',
  '2026-03-01 00:00:00',
  '2027-02-14 12:00:00',
]
const walls = [
  ...starts,
  '2026-02-14 00:00:00',
  '2026-02-14 11:59:59',
  '2026-02-14 12:00:01',
  '2026-02-14 23:59:59',
  '2026-02-15 00:00:00',
  '2026-01-31 23:59:59',
  '2024-01-01 00:00:00',
  '2029-12-31 23:59:59',
]

async function filled() {
  const open = newStore()
  for (const start of starts)
    await open.store.event.insert(
      event({ start_date: start, end_date: start, utc_start_date: start, utc_end_date: start }),
    )
  return open
}

const total = async ({ store }: OpenStore, window: object) =>
  (await store.event.select({ ...everything, ...window }, { offset: 0, limit: 1 })).total

it('a window counts the events in it, also at the ends of days, months and years', async () => {
  const open = await filled()
  for (const wall of walls) {
    expect([wall, await total(open, { start_from: wall })]).toEqual([
      wall,
      starts.filter((start) => start >= wall).length,
    ])
    expect([wall, await total(open, { start_after: wall })]).toEqual([
      wall,
      starts.filter((start) => start > wall).length,
    ])
    expect([wall, await total(open, { end_until: wall })]).toEqual([
      wall,
      starts.filter((start) => start <= wall).length,
    ])
    expect([wall, await total(open, { end_before: wall })]).toEqual([
      wall,
      starts.filter((start) => start < wall).length,
    ])
  }
  expect(await total(open, { start_from: '2026-01-31 00:00:00', end_until: '2026-02-28 23:59:59' })).toBe(4)
})

it('an event that moves to another month is removed from the counters of the old one', async () => {
  const open = await filled()
  const [moved, later] = [{ ...event({}), id: 4 }, '2027-06-01 10:00:00']
  await open.store.event.replace({
    ...moved,
    start_date: later,
    end_date: later,
    utc_start_date: later,
    utc_end_date: later,
  })
  expect([
    await total(open, { end_until: '2025-12-31 23:59:59' }),
    await total(open, { start_from: '2027-03-01 00:00:00' }),
    await total(open, {}),
  ]).toEqual([0, 1, 8])
})

it('events that start before a window and end after it are not counted, whatever its length, nor those at its bounds', async () => {
  const spans = [
    ['2026-02-14 23:59:59', '2026-02-15 23:59:59'],
    ['2026-02-10 00:00:00', '2026-02-20 00:00:00'],
    ['2026-01-31 23:59:59', '2026-03-15 23:59:59'],
    ['2025-01-01 00:00:00', '2028-01-01 00:00:00'],
    ['2026-02-14 12:00:00', '2026-02-16 12:00:00'],
    ['2026-06-01 00:00:00', '2026-06-01 01:00:00'],
  ] as const
  const open = newStore()
  for (const [start, end] of spans)
    await open.store.event.insert(event({ start_date: start, end_date: end, utc_start_date: start, utc_end_date: end }))
  const windows = [
    ['2026-02-14 23:59:59', '2026-02-15 23:59:59'],
    ['2026-02-11 00:00:00', '2026-02-17 23:59:59'],
    ['2026-01-31 23:59:59', '2026-03-15 23:59:59'],
    ['2025-01-01 00:00:00', '2028-01-01 00:00:00'],
    ['2025-06-01 00:00:00', '2027-06-01 23:59:59'],
  ] as const
  for (const [first, last] of windows) {
    expect([first, await total(open, { start_after: first, end_before: last })]).toEqual([
      first,
      spans.filter(([start, end]) => start > first && end < last).length,
    ])
    expect([first, await total(open, { start_from: first, end_until: last })]).toEqual([
      first,
      spans.filter(([start, end]) => start >= first && end <= last).length,
    ])
  }
  expect(
    open.connection
      .rows(
        "EXPLAIN QUERY PLAN SELECT count(*) FROM event INDEXED BY event_by_length WHERE listing_bucket = 'publish' AND list_end - list_from >= 1 AND list_end - list_from > 100000000",
      )
      .map(({ detail }) => detail),
  ).toEqual(['SEARCH event USING COVERING INDEX event_by_length (listing_bucket=? AND <expr>>?)'])
})

it('a list of events that end after a time has the long ones that started years before, and those of the first centuries', async () => {
  const spans = [
    ['0050-01-01 10:00:00', '0050-01-01 12:00:00'],
    ['2020-05-31 10:00:00', '2026-03-31 10:00:00'],
    ['2026-01-31 23:00:00', '2026-03-01 01:00:00'],
    ['2026-02-27 10:00:00', '2026-02-27 12:00:00'],
    ['2026-03-02 10:00:00', '2026-03-02 12:00:00'],
  ] as const
  for (const [site, clock] of [
    ['Europe/Berlin', 'local'],
    ['UTC', 'utc'],
  ] as const) {
    const { store } = newStore(site)
    const ids: number[] = []
    for (const [start, end] of spans)
      ids.push(
        await store.event.insert(event({ start_date: start, end_date: end, utc_start_date: start, utc_end_date: end })),
      )
    const listed = async (window: object) => {
      const page = await store.event.select({ ...everything, clock, ...window }, { offset: 0, limit: 10 })
      return page.ids.map((id) => ids.indexOf(id))
    }
    expect([
      await listed({ end_after: '2026-03-01 00:00:00' }),
      await listed({ end_after: '0049-12-31 00:00:00' }),
      await listed({ start_from: '0050-01-01 00:00:00' }),
    ]).toEqual([
      [1, 2, 4],
      [0, 1, 2, 3, 4],
      [0, 1, 2, 3, 4],
    ])
  }
})
