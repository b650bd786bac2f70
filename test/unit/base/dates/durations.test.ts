import { describe, expect, it } from 'vitest'
import { durationOf, endOf } from '../../../../src/base/dates/durations.ts'

describe('durationOf', () => {
  it.each([
    ['90m', 90],
    ['1h30m', 90],
    ['1.5h', 90],
    ['1:30', 90],
    ['2d', 2880],
    ['1w', 10_080],
    ['45 min', 45],
    ['2t', 2880],
  ])('%s is %d minutes', (text, minutes) => expect(durationOf(text)).toBe(minutes * 60_000))

  it.each(['', '90', 'long', '-1h', '1h30', '1:75'])('"%s" is not a duration', (text) =>
    expect(durationOf(text)).toBeUndefined(),
  )
})

describe('endOf', () => {
  it('counts from the start', () =>
    expect(endOf({ start: '2026-11-21 23:30:00', duration: '90m', all_day: false })).toBe('2026-11-22 01:00:00'))

  it('counts elapsed hours if the zone is known', () =>
    expect(endOf({ start: '2027-03-28 01:30:00', duration: '1h', all_day: false, zone: 'Europe/Berlin' })).toBe(
      '2027-03-28 03:30:00',
    ))

  it('keeps the time of day across whole days', () =>
    expect(endOf({ start: '2027-03-27 20:00:00', duration: '1d', all_day: false, zone: 'Europe/Berlin' })).toBe(
      '2027-03-28 20:00:00',
    ))

  it('an event of two whole days ends on the second day', () =>
    expect(endOf({ start: '2027-01-01', duration: '2d', all_day: true })).toBe('2027-01-02'))

  it('names an invalid duration in the error', () => {
    expect(() => endOf({ start: '2027-01-01 10:00:00', duration: 'long', all_day: false })).toThrow(
      '--duration needs a duration such as 90m, 1h30m or 2d, not "long"',
    )
    expect(() => endOf({ start: 'soon', duration: '1h', all_day: false })).toThrow('"soon"')
  })
})
