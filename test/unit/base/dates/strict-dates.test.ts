import { describe, expect, it } from 'vitest'
import { instantOf } from '../../../../src/base/dates/zoned-time.ts'
import { hasUtcOffset } from '../../../../src/base/dates/machine-dates.ts'
import { strictDate } from '../../../../src/base/dates/written-dates.ts'

// A Saturday evening in Berlin.
const here = { now: instantOf('2026-11-21 20:15:30', 'Europe/Berlin'), zone: 'Europe/Berlin' }
const moment = (text: string) => strictDate(text, here) ?? text

describe('momentOf', () => {
  it.each([
    ['today', '2026-11-21'],
    ['heute', '2026-11-21'],
    ['tomorrow 18:00', '2026-11-22 18:00:00'],
    ['morgen um 18 Uhr', '2026-11-22 18:00:00'],
    ['Tomorrow at 6:30pm', '2026-11-22 18:30:00'],
    ['yesterday', '2026-11-20'],
    ['übermorgen', '2026-11-23'],
    ['tomorrow noon', '2026-11-22 12:00:00'],
    ['tomorrow 20h30', '2026-11-22 20:30:00'],
    ['morgen um 20.30 Uhr', '2026-11-22 20:30:00'],
  ])('%s is relative to the current day in the zone', (text, expected) => expect(moment(text)).toBe(expected))

  it.each([
    ['sat', '2026-11-21'],
    ['next sat', '2026-11-28'],
    ['fri', '2026-11-27'],
    ['freitag 9:30', '2026-11-27 09:30:00'],
    ['Do', '2026-11-26'],
    ['sunday 9am', '2026-11-22 09:00:00'],
  ])('%s is the next such weekday', (text, expected) => expect(moment(text)).toBe(expected))

  it.each([
    ['+2w', '2026-12-05'],
    ['-3d', '2026-11-18'],
    ['+1mo', '2026-12-21'],
    ['+1y 08:00', '2027-11-21 08:00:00'],
    ['+2 weeks', '2026-12-05'],
    ['now', '2026-11-21 20:15:30'],
    ['+4h', '2026-11-22 00:15:30'],
    ['-30m', '2026-11-21 19:45:30'],
    ['+90 minutes', '2026-11-21 21:45:30'],
    ['+2h 11:00', '+2h 11:00'],
    ['18:00', '2026-11-21 18:00:00'],
  ])('%s is an offset from now', (text, expected) => expect(moment(text)).toBe(expected))

  it.each([
    ['2026-03-01', '2026-03-01'],
    ['2026-03-01 18:00', '2026-03-01 18:00:00'],
    ['2026-03-01T18:00:05', '2026-03-01 18:00:05'],
  ])('%s is a wall time', (text, expected) => expect(moment(text)).toBe(expected))

  it.each([
    ['2026-03-01T18:00:00Z', '2026-03-01 19:00:00'],
    ['2026-07-01T18:00+00:00', '2026-07-01 20:00:00'],
    ['2026-07-01T18:00-0500', '2026-07-02 01:00:00'],
    ['2026-12-31 23:30:00.250+00', '2027-01-01 00:30:00'],
  ])('%s is converted to the zone', (text, expected) => {
    expect(moment(text)).toBe(expected)
    expect(hasUtcOffset(text)).toBe(true)
  })

  it.each(['soon', 'first monday of may', '2026-02-30', 'tomorrow 25:00', '1767225600', '', 'march', '12'])(
    '"%s" is passed to the server unchanged',
    (text) => {
      expect(moment(text)).toBe(text)
      expect(hasUtcOffset(text)).toBe(false)
    },
  )
})
