// The zone that a new database file takes from an export.
import { expect, it } from 'vitest'
import { SiteZoneAssumption } from '../../../../../src/bulk/input/assumptions.ts'

const noon = Date.UTC(2026, 10, 22, 12)
const zoneOf = (rows: readonly { readonly date: string; readonly timezone?: string; readonly status?: string }[]) => {
  const site_zone = new SiteZoneAssumption()
  for (const values of rows) site_zone.see({ values })
  return site_zone.zone(noon, 'Europe/Berlin')
}

it('is the one that most events name', () =>
  expect(
    zoneOf([
      { date: '2026-11-01 10:00:00', timezone: 'Asia/Tokyo' },
      { date: '2026-11-02 10:00:00', timezone: 'Asia/Tokyo' },
      { date: '2026-11-03 10:00:00', timezone: 'UTC' },
    ]),
  ).toBe('Asia/Tokyo'))

it('is none that would put a published record into the future, where it would turn scheduled', () => {
  // 12:55 in Berlin is five minutes ago; in St. John's it would be hours ahead.
  const published = { date: '2026-11-22 12:55:00', timezone: 'America/St_Johns' }
  expect(zoneOf([published])).toBe('Europe/Berlin')
  expect(zoneOf([published, { ...published, timezone: 'Asia/Kathmandu' }])).toBe('Asia/Kathmandu')
  expect(zoneOf([{ ...published, status: 'draft' }])).toBe('America/St_Johns')
})

it('heeds records that name no zone, such as venues', () =>
  expect(zoneOf([{ date: '2026-11-01 10:00:00', timezone: 'America/St_Johns' }, { date: '2026-11-22 12:55:00' }])).toBe(
    'Europe/Berlin',
  ))

it('is open where no event names one', () => expect(zoneOf([{ date: '2026-11-01 10:00:00' }])).toBeUndefined())
