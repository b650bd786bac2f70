import type { Json } from '../../../../src/base/json.ts'
import { describe, expect, it } from 'vitest'
import {
  exactMomentIn,
  momentIn,
  parseSentDate,
  type SentDateContext,
  wallOf,
} from '../../../../src/server/domain/dates.ts'

/** 16:00 in New York on Friday, 20 November 2026. */
const now = Date.UTC(2026, 10, 20, 21)
const zone = 'America/New_York'
const standard: SentDateContext = { now, settings: { mode: 'standard' } }
const quirks: SentDateContext = { now, settings: { mode: 'quirks' } }

const momentOf = (value: Json | undefined, context: SentDateContext) => {
  const date = parseSentDate(value, context)
  return date && momentIn(date, zone)
}
const clock = (value: Json | undefined, context = standard) => {
  const moment = momentOf(value, context)
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
  ])('%s is a wall time as written', (text, wall) => expect(momentOf(text, standard)).toEqual({ wall }))

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
    '',
    'soon',
    'next friday 9am',
    '1 March 2027',
    '03/01/2027',
    'x',
    'tomorrow 25:00',
    'tomorrow 13pm',
    'tomorrow later',
    '2027-02-30',
    '2027-03-01 24:00',
    '2027-13-01',
    '2027-03-01 10:60',
    '1970-01-01',
    '0',
    0,
    true,
    null,
    ['2027-03-01'],
    '99999999999999',
    '2027-W53',
    '2027-W00',
    '2027-W09-8',
    '2027-366',
    '2027-000',
    '2027-03-01T10:00+25:00',
    '2027-03-01T10:00+02:60',
    '2027-03-01T24',
  ])('%j is none', (value) => expect(parseSentDate(value, standard)).toBeUndefined())

  it('hours count across a clock change, days keep the time of day', () => {
    const eve = { ...standard, now: Date.UTC(2027, 2, 14, 5) }
    expect(clock('+24 hours', eve)).toBe('2027-03-15 01:00:00')
    expect(clock('+1 day', eve)).toBe('2027-03-15 00:00:00')
  })
})

describe('a moment in quirks mode, as the date parser of deployed services reads it', () => {
  it.each([
    ['2026/12/06', '2026-12-06 00:00:00'],
    ['2026/1/6', '2026-01-06 00:00:00'],
    ['2026/12/06/', '2026-12-06 00:00:00'],
    ['2026/12/06 18:30', '2026-12-06 18:30:00'],
    ['2026/12/06T18:30:15', '2026-12-06 18:30:15'],
    ['2026/12/06 6pm', '2026-12-06 18:00:00'],
    ['2026/12/06 18:30:00 Europe/Berlin', '2026-12-06 18:30:00'],
    ['2026/02/30', '2026-03-02 00:00:00'],
    ['2026/0/1', '2025-12-01 00:00:00'],
    ['12/6/2026', '2026-12-06 00:00:00'],
    ['12/06/26 18:00', '2026-12-06 18:00:00'],
    ['12/06/70', '1970-12-06 00:00:00'],
    ['12/06', '2026-12-06 00:00:00'],
    ['6-Dec-2026', '2026-12-06 00:00:00'],
    ['6 Sept 2026', '2026-09-06 00:00:00'],
    ['Dec-6-2026', '2026-12-06 00:00:00'],
    ['0000-00-00', '-0001-11-30 00:00:00'],
    ['0000-00-00 10:00:00', '-0001-11-30 10:00:00'],
    ['0000-01-00', '-0001-12-31 00:00:00'],
    ['0000-00-15', '-0001-12-15 00:00:00'],
    ['0050-02-30', '0050-03-02 00:00:00'],
  ])('%s is %s', (text, wall) => expect(clock(text, quirks)).toBe(wall))

  it.each([
    '2026/13/01',
    '2026/12/32',
    '2026/12',
    '2026/12/061',
    '13/06/2026',
    '6 foo 2026',
    'foo 6 2026',
    '6 marchen 2026',
  ])('%s is none', (text) => {
    expect(parseSentDate(text, quirks)).toBeUndefined()
  })

  it.each(['2026/12/06', '12/06/26', '0000-00-00', '6-Dec-2026'])('%s is rejected in standard mode', (text) => {
    expect(parseSentDate(text, standard)).toBeUndefined()
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
  ])('%s is a wall time, offsets do not count', (text, wall) => expect(clock(text, quirks)).toBe(wall))

  it.each([
    'garbage',
    '2027-13-01',
    '2027-03-01 25:00:00',
    '',
    '1970-01-01',
    '@99999999999999999',
    '@-99999999999999999',
  ])('%j is none', (text) => expect(parseSentDate(text, quirks)).toBeUndefined())
})

describe('a date that was parsed once', () => {
  it('can be today in each zone', () => {
    const today = parseSentDate('today', standard)
    expect(today && momentIn(today, 'Asia/Tokyo')).toMatchObject({ wall: '2026-11-21 00:00:00' })
    expect(today && momentIn(today, zone)).toMatchObject({ wall: '2026-11-20 00:00:00' })
  })

  it('can be the next weekday in each zone in quirks mode', () => {
    const friday = parseSentDate('next friday', quirks)
    expect(friday && momentIn(friday, 'Asia/Tokyo')).toMatchObject({ wall: '2026-11-27 00:00:00' })
    expect(friday && momentIn(friday, zone)).toMatchObject({ wall: '2026-11-27 00:00:00' })
    const saturday = parseSentDate('next saturday', quirks)
    expect(saturday && momentIn(saturday, 'Asia/Tokyo')).toMatchObject({ wall: '2026-11-28 00:00:00' })
    expect(saturday && momentIn(saturday, zone)).toMatchObject({ wall: '2026-11-21 00:00:00' })
  })

  it('has its offset in quirks mode in lists', () => {
    const date = parseSentDate('2027-07-01T14:00:00Z', quirks)
    expect(date && exactMomentIn(date, zone)).toEqual({ instant: Date.UTC(2027, 6, 1, 14) })
  })
})
