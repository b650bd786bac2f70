// Wall clocks and instants at the ends of the years that a calendar knows.
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

describe('a wall clock', () => {
  it.each(['-0001-12-31 19:00:00', ...edges, '10000-01-01 04:59:59'])(
    '%s hangs at its own instant in Greenwich',
    (wall) => {
      expect(utcWall(instantOfUtc(wall))).toBe(wall)
    },
  )

  it.each(edges)('%s is the same there and back in every kind of zone', (wall) => {
    const zones = ['Asia/Tokyo', 'America/New_York', 'Europe/Berlin', 'UTC+99', 'UTC-99']
    expect(zones.map((zone) => wallAt(instantOf(wall, zone), zone))).toEqual(zones.map(() => wall))
  })

  it('says seconds from 1970 on as everybody counts them', () => {
    expect(
      ['0000-01-01 00:00:00', '0050-06-01 10:00:00', '1970-01-01 00:00:00', '10000-01-01 00:00:00'].map(
        (wall) => instantOfUtc(wall) / 1000,
      ),
    ).toEqual([-62_167_219_200, -60_576_213_600, 0, 253_402_300_800])
  })
})

it('the name of a zone is known at the very end of the years', () => {
  expect(zoneAbbreviation(instantOfUtc('10000-01-01 04:59:59'), 'America/New_York')).toBe('EST')
})
