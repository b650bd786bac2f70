import { describe, expect, it } from 'vitest'
import { durationOf, endOf, shiftedWall, shiftOf } from '../../../../src/base/dates/durations.ts'

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
    ['1,5 h', 90],
    ['0,25 h', 15],
    ['PT1H30M', 90],
    ['1:30h', 90],
    ['1 hour 30 minutes', 90],
  ])('%s is %d minutes', (text, minutes) => expect(durationOf(text)).toBe(minutes * 60_000))

  it.each(['', '90', 'long', '-1h', '1h30', '1:75', '20h 3h', '20 3h', '90s', '1,500 minutes', '2,500m'])(
    '"%s" is not a duration',
    (text) => expect(durationOf(text)).toBeUndefined(),
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

const hour_ms = 3_600_000

describe('shiftOf', () => {
  it.each([
    ['+1h', 1, 0, hour_ms],
    ['-2d', -1, 2, 0],
    ['+1w', 1, 7, 0],
    ['1h30m', 1, 0, 1.5 * hour_ms],
    ['+1d 12h', 1, 1, 12 * hour_ms],
    ['-3T', -1, 3, 0],
    ['+45min', 1, 0, 0.75 * hour_ms],
    ['PT2H', 1, 0, 2 * hour_ms],
    ['-P1DT30M', -1, 1, 0.5 * hour_ms],
    ['1.5h', 1, 0, 1.5 * hour_ms],
  ] as const)('%s', (text, sign, days, elapsed_ms) => expect(shiftOf(text)).toMatchObject({ sign, days, elapsed_ms }))

  it.each(['', '+', '1', '0h', '+0d', '1.5d', '19:00', '+1mo', '+1h-2m', 'tomorrow'])('nothing for "%s"', (text) =>
    expect(shiftOf(text)).toBeUndefined(),
  )
})

function moved(wall: string, text: string, zone = 'Europe/Berlin') {
  const shift = shiftOf(text)
  if (!shift) throw new Error(text)
  return shiftedWall(`${wall}:00`, shift, zone)
}

describe('shiftedWall', () => {
  it.each([
    ['2027-03-27 20:00', '+1d', '2027-03-28 20:00:00'],
    ['2027-03-27 20:00', '+24h', '2027-03-28 21:00:00'],
    ['2027-03-28 21:00', '-24h', '2027-03-27 20:00:00'],
    ['2027-10-30 20:00', '+24h', '2027-10-31 19:00:00'],
    ['2026-12-31 23:30', '+1w45m', '2027-01-08 00:15:00'],
  ])('%s %s', (wall, text, expected) => expect(moved(wall, text)).toBe(expected))

  it('refuses times that a zone skips or shows twice', () => {
    expect(moved('2027-03-27 02:30', '+1d')).toEqual({ problem: 'skipped', at: '2027-03-28 02:30:00' })
    expect(moved('2027-03-27 02:30', '+1d2h')).toEqual({ problem: 'skipped', at: '2027-03-28 02:30:00' })
    expect(moved('2027-10-31 01:30', '+2h')).toEqual({ problem: 'repeated', at: '2027-10-31 02:30:00' })
    expect(moved('2027-03-27 02:30', '+1d', 'America/New_York')).toBe('2027-03-28 02:30:00')
  })

  it('refuses years that have no four digits', () => {
    expect(moved('9999-12-31 02:30', '+1d')).toMatchObject({ problem: 'year' })
    expect(moved('0001-01-05 02:30', '-500w')).toMatchObject({ problem: 'year' })
  })
})
