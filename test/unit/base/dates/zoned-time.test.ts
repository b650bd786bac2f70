// Conversion of wall times and instants at the first and last supported years.
import { describe, expect, it } from 'vitest'
import { instantOf, instantOfUtc, utcWall, wallAt, zoneAbbreviation } from '../../../../src/base/dates/zoned-time.ts'

const edges = [
  '0000-01-01 00:00:00',
  '0001-01-01 00:00:00',
  '0050-06-01 10:00:00',
  '0099-12-31 23:59:59',
  '0100-01-01 00:00:00',
  '9999-12-31 23:59:59',
]

describe('a wall time', () => {
  it.each(['-0001-12-31 19:00:00', ...edges, '10000-01-01 04:59:59'])('%s in UTC converts to its instant', (wall) => {
    expect(utcWall(instantOfUtc(wall))).toBe(wall)
  })

  it.each(edges)('%s round-trips in every kind of zone', (wall) => {
    const zones = ['Asia/Tokyo', 'America/New_York', 'Europe/Berlin', 'UTC+99', 'UTC-99']
    expect(zones.map((zone) => wallAt(instantOf(wall, zone), zone))).toEqual(zones.map(() => wall))
  })

  it('converts Unix seconds', () => {
    expect(
      ['0000-01-01 00:00:00', '0050-06-01 10:00:00', '1970-01-01 00:00:00', '10000-01-01 00:00:00'].map(
        (wall) => instantOfUtc(wall) / 1000,
      ),
    ).toEqual([-62_167_219_200, -60_576_213_600, 0, 253_402_300_800])
  })
})

it('a zone has an abbreviation in the last year', () => {
  expect(zoneAbbreviation(instantOfUtc('10000-01-01 04:59:59'), 'America/New_York')).toBe('EST')
})
