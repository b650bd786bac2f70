// The zone that a new database file takes from an export.
import { expect, it } from 'vitest'
import { SiteZoneAssumption } from '../../../../../src/bulk/input/assumptions.ts'

const noon = Date.UTC(2026, 10, 22, 12)
const zoneOf = (rows: readonly { readonly date: string; readonly timezone?: string; readonly status?: string }[]) => {
  const site_zone = new SiteZoneAssumption()
  for (const values of rows) site_zone.see({ values })
  return site_zone.zone({ now: noon, zone: 'Europe/Berlin' })
}

it('is the zone of most events', () =>
  expect(
    zoneOf([
      { date: '2026-11-01 10:00:00', timezone: 'Asia/Tokyo' },
      { date: '2026-11-02 10:00:00', timezone: 'Asia/Tokyo' },
      { date: '2026-11-03 10:00:00', timezone: 'UTC' },
    ]),
  ).toBe('Asia/Tokyo'))

it('is not a zone in which a published record would become scheduled', () => {
  // 12:55 in Berlin is five minutes ago; in St. John's it would be hours ahead.
  const published = { date: '2026-11-22 12:55:00', timezone: 'America/St_Johns' }
  expect(zoneOf([published])).toBe('Europe/Berlin')
  expect(zoneOf([published, { ...published, timezone: 'Asia/Kathmandu' }])).toBe('Asia/Kathmandu')
  expect(zoneOf([{ ...published, status: 'draft' }])).toBe('America/St_Johns')
})

it('includes records without a zone, such as venues', () =>
  expect(zoneOf([{ date: '2026-11-01 10:00:00', timezone: 'America/St_Johns' }, { date: '2026-11-22 12:55:00' }])).toBe(
    'Europe/Berlin',
  ))

it('is undefined if no event has a zone', () => expect(zoneOf([{ date: '2026-11-01 10:00:00' }])).toBeUndefined())
