import { describe, expect, it } from 'vitest'
import { parseMoment, wallOf } from '../../../../src/server/domain/moment.ts'

/** 16:00 in New York on Friday, 20 November 2026. */
const now = Date.UTC(2026, 10, 20, 21)
const zone = 'America/New_York'
const standard = { now, zone, settings: { mode: 'standard' } } as const
const quirks = { now, zone, settings: { mode: 'quirks' } } as const

const clock = (value: unknown, context: typeof standard | typeof quirks = standard) => {
  const moment = parseMoment(value, context)
  return moment && wallOf(moment, zone)
}

describe('a moment', () => {
  it.each([
    ['2027-03-01', '2027-03-01 00:00:00'],
    ['2027-03-01 10:00', '2027-03-01 10:00:00'],
    ['2027-03-01T10:00:30', '2027-03-01 10:00:30'],
    [' 2027-03-01 10:00:00 ', '2027-03-01 10:00:00'],
    ['2028-02-29', '2028-02-29 00:00:00'],
    ['20270301T1000', '2027-03-01 10:00:00'],
    ['20270301T100030', '2027-03-01 10:00:30'],
    ['2027-03', '2027-03-01 00:00:00'],
    ['2027-W09-1', '2027-03-01 00:00:00'],
    ['2027W091T10', '2027-03-01 10:00:00'],
    ['2026-W53', '2026-12-28 00:00:00'],
    ['2027-060', '2027-03-01 00:00:00'],
    ['2028-366T23:59', '2028-12-31 23:59:00'],
    ['2027060T1000', '2027-03-01 10:00:00'],
    ['2027-03-01T10', '2027-03-01 10:00:00'],
  ])('%s is a wall clock as written', (text, wall) => expect(parseMoment(text, standard)).toEqual({ wall }))

  it.each([
    ['2027-07-01T14:00:00Z', '2027-07-01 10:00:00'],
    ['2027-01-01T10:00:00-05:00', '2027-01-01 10:00:00'],
    ['2027-03-01T02:00:00.123Z', '2027-02-28 21:00:00'],
    ['2027-03-01T10:00:00+02', '2027-03-01 03:00:00'],
    ['20270301T100000Z', '2027-03-01 05:00:00'],
    ['2027-W09-1T10Z', '2027-03-01 05:00:00'],
    ['1803895200', '2027-03-01 05:00:00'],
    [1803895200, '2027-03-01 05:00:00'],
  ])('%s is a point in time', (value, wall) => expect(clock(value)).toBe(wall))

  it.each([
    ['now', '2026-11-20 16:00:00'],
    ['today', '2026-11-20 00:00:00'],
    ['Tomorrow', '2026-11-21 00:00:00'],
    ['yesterday 10:00', '2026-11-19 10:00:00'],
    ['tomorrow 9am', '2026-11-21 09:00:00'],
    ['tomorrow 1:30 pm', '2026-11-21 13:30:00'],
    ['tomorrow noon', '2026-11-21 12:00:00'],
    ['tomorrow 12am', '2026-11-21 00:00:00'],
    ['+90 minutes', '2026-11-20 17:30:00'],
    ['+2 days', '2026-11-22 16:00:00'],
    ['+2 weeks 10:00', '2026-12-04 10:00:00'],
    ['+6 months', '2027-05-20 16:00:00'],
  ])('%s is counted from now', (text, wall) => expect(clock(text)).toBe(wall))

  it.each([
    '', 'soon', 'next friday 9am', '1 March 2027', '03/01/2027', 'x', 'tomorrow 25:00', 'tomorrow 13pm', 'tomorrow later', '2027-02-30',
    '2027-03-01 24:00', '2027-13-01', '2027-03-01 10:60', '1970-01-01', '0', 0, true, null, ['2027-03-01'], '99999999999999',
    '2027-W53', '2027-W00', '2027-W09-8', '2027-366', '2027-000', '2027-03-01T10:00+25:00', '2027-03-01T10:00+02:60', '2027-03-01T24',
  ])('%j is none', (value) => expect(parseMoment(value, standard)).toBeUndefined())

  it('hours run through the change of clocks, days keep the time of day', () => {
    const eve = { ...standard, now: Date.UTC(2027, 2, 14, 5) }
    expect(wallOf(parseMoment('+24 hours', eve) ?? { wall: '' }, zone)).toBe('2027-03-15 01:00:00')
    expect(wallOf(parseMoment('+1 day', eve) ?? { wall: '' }, zone)).toBe('2027-03-15 00:00:00')
  })
})

describe('a moment in quirks mode', () => {
  it.each([
    ['2027-07-01T14:00:00Z', '2027-07-01 14:00:00'],
    ['2027-03-01 10:00:00 Europe/Paris', '2027-03-01 10:00:00'],
    ['1803895200', '2027-03-01 10:00:00'],
    ['@1803895200', '2027-03-01 10:00:00'],
    ['2027-02-30', '2027-03-02 00:00:00'],
    ['2027-03-01 24:00:00', '2027-03-02 00:00:00'],
    ['2027-03-01 2:30 PM', '2027-03-01 14:30:00'],
    ['03/01/2027 10:00', '2027-03-01 10:00:00'],
    ['1.3.2027 10:00', '2027-03-01 10:00:00'],
    ['March 1 2027 noon', '2027-03-01 12:00:00'],
    ['1 March 2027', '2027-03-01 00:00:00'],
    ['first monday of march 2027', '2027-03-01 00:00:00'],
    ['last day of march 2027', '2027-03-31 00:00:00'],
    ['next wednesday 4pm', '2026-11-25 16:00:00'],
    ['2027-W09-1', '2027-03-01 00:00:00'],
    ['2027-060', '2027-03-01 00:00:00'],
    ['20270301T100000Z', '2027-03-01 10:00:00'],
  ])('%s is a wall clock, offsets do not count', (text, wall) => expect(clock(text, quirks)).toBe(wall))

  it.each(['garbage', '2027-13-01', '2027-03-01 25:00:00', '', '1970-01-01', '@99999999999999999', '@-99999999999999999'])('%j is none', (text) => expect(parseMoment(text, quirks)).toBeUndefined())
})
