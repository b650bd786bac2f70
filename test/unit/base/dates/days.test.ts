import { describe, expect, it } from 'vitest'
import {
  daysBetween,
  daysLater,
  daysOfMonth,
  isDay,
  monthsLater,
  weekdayOf,
  weekOf,
} from '../../../../src/base/dates/days.ts'
import {
  monthOfEnglishName,
  monthOfPrefix,
  weekdayNamed,
  weekdayOfPrefix,
} from '../../../../src/base/dates/date-words.ts'
import { cellDate } from '../../../../src/base/dates/written-dates.ts'
import { instantOf, instantOfUtc, utcWall, wallAt, zoneAbbreviation } from '../../../../src/base/dates/zoned-time.ts'

describe('days', () => {
  it('February 30 does not exist, February 29 only in leap years', () => {
    expect(['2027-02-30', '2027-02-29', '2028-02-29', '2027-13-01', '2027-1-1'].map(isDay)).toEqual([
      false,
      false,
      true,
      false,
      false,
    ])
  })

  it('counts across months and years in both directions', () => {
    expect(daysLater('2026-12-31', 1)).toBe('2027-01-01')
    expect(daysLater('2027-03-01', -1)).toBe('2027-02-28')
    expect(daysBetween('2026-12-30', '2027-01-02')).toBe(3)
  })

  it('one month after January 31 is the last day of February', () => {
    expect(monthsLater('2027-01-31', 1)).toBe('2027-02-28')
    expect(monthsLater('2027-01-15', -1)).toBe('2026-12-15')
    expect(monthsLater('2027-01-15', 12)).toBe('2028-01-15')
    expect(daysOfMonth('2028-02')).toBe(29)
  })

  it('weeks begin on Monday, and the first one contains January 4', () => {
    expect(weekdayOf('2026-11-21')).toBe(6)
    expect(weekdayOf('2026-11-22')).toBe(7)
    expect(weekOf('2026-11-21')).toBe(47)
    expect(weekOf('2027-01-01')).toBe(53)
    expect(weekOf('2027-01-04')).toBe(1)
    expect(weekOf('2024-12-30')).toBe(1)
  })
})

// The names of months and weekdays, and what people write for them.
it('reads months in six languages', () => {
  const words = ['March', 'März', 'mai', 'Jänner', 'Oktober', 'dez', 'foo', 'août', 'juillet', 'settembre', 'maart']
  expect(words.map(monthOfPrefix)).toEqual([3, 3, 5, 1, 10, 12, undefined, 8, 7, 9, 3])
  expect(['march', 'SEPT', 'sep', 'marc', 'mai'].map(monthOfEnglishName)).toEqual([3, 9, 9, undefined, undefined])
})

it('reads weekdays as typed, as the service accepts them, and as tables have them', () => {
  expect(['monday', 'sonnabend', 'di', 'tues', 'thus', 'foo'].map(weekdayNamed)).toEqual([
    1,
    6,
    2,
    2,
    undefined,
    undefined,
  ])
  expect(['monday', 'Sun', 'foo'].map(weekdayOfPrefix)).toEqual([1, 7, undefined])
  expect(cellDate('Sonnabend, 13.3.2027', 'dmy')).toEqual({ start: '2027-03-13' })
  expect(cellDate('Sonntag, 13.3.2027', 'dmy')).toBeUndefined()
})

// Conversion of wall times and instants at the first and last supported years.
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
