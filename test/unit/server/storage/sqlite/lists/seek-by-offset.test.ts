// A page at a large offset is the same whether it is found by scanning or by counters.
import { expect, it } from 'vitest'
import type { EventSelection } from '../../../../../../src/server/domain/lists/selection.ts'
import { committed, event, everything, newStore } from '../records/records.ts'

const hour_ms = 3_600_000
const first = Date.UTC(2026, 0, 1)
const text = (time: number) => new Date(time).toISOString().slice(0, 19).replace('T', ' ')

/**
 * 8,000 events two hours apart, each fifth in a zone far from the site's, each ninth a week long, each seventh a draft.
 */
async function long(site: string, odd: { readonly timezone: string; readonly hours: number }) {
  const open = newStore(site)
  await committed(open, async () => {
    for (let n = 0; n < 8_000; n += 1) {
      const shift = n % 5 === 0 ? odd.hours * hour_ms : 0
      const start = first + ((n * 7_919) % 8_000) * 2 * hour_ms
      const end = start + (n % 9 === 0 ? 168 : 1) * hour_ms
      await open.store.event.insert(
        event({
          start_date: text(start + shift),
          end_date: text(end + shift),
          utc_start_date: text(start),
          utc_end_date: text(end),
          timezone: shift === 0 ? 'UTC' : odd.timezone,
          status: n % 7 === 0 ? 'draft' : 'publish',
        }),
      )
    }
  })
  return open
}

const windows: readonly Partial<EventSelection>[] = [
  {},
  { start_from: '2026-02-01 00:00:00' },
  { end_until: '2027-09-30 23:59:59' },
  { start_from: '2026-01-15 12:00:00', end_until: '2027-10-20 23:59:59' },
  { start_after: '2026-01-20 03:00:00' },
]

it.each([
  ['Europe/Berlin', { timezone: 'Asia/Tokyo', hours: 9 }],
  ['UTC', { timezone: 'America/Los_Angeles', hours: -8 }],
  ['UTC', { timezone: 'UTC+99', hours: 99 }],
] as const)('on a site in %s with events in %j', async (site, odd) => {
  const { store } = await long(site, odd)
  for (const window of windows) {
    const selection: EventSelection = {
      ...everything,
      statuses: ['publish', 'draft'],
      clock: site === 'UTC' ? 'utc' : 'local',
      ...window,
    }
    const { ids, total } = await store.event.select(selection, { offset: 0, limit: 10_000 })
    expect([window, ids.length]).toEqual([window, total])
    for (const offset of [5_001, 5_317, 6_000, total - 7]) {
      // Requested from another list, for which no page end is cached.
      const other = {
        ...selection,
        statuses: offset === 5_317 ? ['draft', 'publish'] : ['publish', 'draft', `none-${offset}`],
      }
      const page = await store.event.select(other, { offset, limit: 10 })
      expect([window, offset, page.ids]).toEqual([window, offset, ids.slice(offset, offset + 10)])
    }
  }
})

it('a list with events that have no time is scanned', async () => {
  const { store } = await long('UTC', { timezone: 'Asia/Tokyo', hours: 9 })
  for (const start of ['2026-01-01 00:00:00', '2026-03-01 00:00:00', '2027-12-01 00:00:00'])
    await store.event.insert(event({ start_date: start, utc_start_date: '', utc_end_date: '' }))
  const selection: EventSelection = { ...everything, statuses: ['publish', 'draft'], clock: 'utc', hidden: true }
  const { ids } = await store.event.select(selection, { offset: 0, limit: 10_000 })
  const page = await store.event.select({ ...selection, statuses: ['draft', 'publish'] }, { offset: 5_500, limit: 10 })
  expect(page.ids).toEqual(ids.slice(5_500, 5_510))
})
