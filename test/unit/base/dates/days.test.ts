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
