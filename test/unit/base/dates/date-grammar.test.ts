// The date forms that all dialects share.
import { describe, expect, it } from 'vitest'
import { clockReader, sidesOf } from '../../../../src/base/dates/clock-times.ts'
import { dialects } from '../../../../src/base/dates/date-grammar.ts'
import { daysMeantBy } from '../../../../src/base/dates/written-days.ts'
import { hour_names } from '../../../../src/base/dates/date-words.ts'
import { isoMomentOf } from '../../../../src/base/dates/machine-dates.ts'

describe('ISO 8601', () => {
  it.each([
    ['2026-03-01', { day: '2026-03-01', wall: '2026-03-01 00:00:00' }],
    ['2026-03-01 18:00', { day: '2026-03-01', time: '18:00:00', wall: '2026-03-01 18:00:00' }],
    [
      '2026-03-01t18:00:05.25z',
      { day: '2026-03-01', time: '18:00:05', wall: '2026-03-01 18:00:05', fraction: '25', offset: 'Z' },
    ],
    [
      '2026-03-01T18:00:05,5 +0530',
      { day: '2026-03-01', time: '18:00:05', wall: '2026-03-01 18:00:05', fraction: '5', offset: '+0530' },
    ],
    ['2026-03-01T18:00+02', { day: '2026-03-01', time: '18:00:00', wall: '2026-03-01 18:00:00', offset: '+02' }],
    ['2026-02-29', undefined],
    ['2026-03-01 24:00', undefined],
    ['2026-03-01 18:60', undefined],
    ['2026-03-01T18:00+24:00', undefined],
    ['2026-3-1', undefined],
    ['2026-03-01 18', undefined],
  ])('%s', (text, moment) => {
    expect(isoMomentOf(text)).toEqual(moment)
  })
})

it('splits a text at each of two separators in a row', () => {
  expect(sidesOf('10 - bis 12')).toEqual([
    { from: '10', to: 'bis 12' },
    { from: '10 - ', to: '12' },
  ])
})

it('reads numbers in three orders, and two digits of a year as 1970 to 2069', () => {
  const days = (text: string, order?: 'mdy' | 'dmy' | 'ymd', year_from?: string) =>
    daysMeantBy(text, dialects.cells.dates, { order, year_from })?.map(({ day }) => day)
  expect(days('3/4/2026', 'mdy')).toEqual(['2026-03-04'])
  expect(days('3/4/69', 'dmy')).toEqual(['2069-04-03'])
  expect(days('70/4/03', 'ymd')).toEqual(['1970-04-03'])
  expect(days('3/4/2026')).toEqual(['2026-03-04', '2026-04-03'])
  expect(['28.2.2026', '29.2.2026', '29.2'].map((text) => days(text))).toEqual([['2026-02-28'], [], undefined])
  expect([days('29.2.', 'dmy', '2026-03-01'), days('29.2.')]).toEqual([['2028-02-29'], []])
})

describe('a time of day', () => {
  const plain = clockReader({})
  const german = clockReader({ names: hour_names.de, separator: '[:.]', after: 'uhr' })
  const loose = clockReader({ names: hour_names.en, separator: ':?', second_separator: ':?', isLoose: true })

  it.each([
    ['18:00', '18:00:00', '18:00:00', '18:00:00'],
    ['9am', '09:00:00', '09:00:00', '09:00:00'],
    ['12:30 AM', '00:30:00', '00:30:00', '00:30:00'],
    ['13pm', undefined, undefined, '13:00:00'],
    ['18.30 Uhr', undefined, '18:30:00', undefined],
    ['Mittag', undefined, '12:00:00', undefined],
    ['noon', undefined, undefined, '12:00:00'],
    ['24:00', undefined, undefined, '24:00:00'],
    ['9', undefined, undefined, '09:00:00'],
    ['183005', undefined, undefined, '18:30:05'],
    ['18:60', undefined, undefined, undefined],
    ['25:00', undefined, undefined, undefined],
  ])('%s', (text, ...times) => {
    expect([plain, german, loose].map((read) => read(text))).toEqual(times)
  })
})
