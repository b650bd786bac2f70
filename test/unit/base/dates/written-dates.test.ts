// Dates as people type them, read at a fixed time in a fixed zone.
import { describe, expect, it } from 'vitest'
import { CalError } from '../../../../src/base/errors.ts'
import { instantOf } from '../../../../src/base/dates/zoned-time.ts'
import { cellDate, readDate } from '../../../../src/base/dates/written-dates.ts'

const zone = 'Europe/Berlin'
/** A Saturday evening. */
const saturday = '2026-11-21 20:15:30'

async function read(text: string, wall = saturday): Promise<string | undefined> {
  const date = readDate(text, { now: instantOf(wall, zone), zone })
  return date && ('at' in date ? date.at : `${date.from} … ${date.to}`)
}

describe('a day', () => {
  it.each([
    ['24 Dec', '2026-12-24'],
    ['Dec 24', '2026-12-24'],
    ['dec. 24', '2026-12-24'],
    ['24th of December', '2026-12-24'],
    ['Dec 24 2026', '2026-12-24'],
    ['December 24th, 2027', '2027-12-24'],
    ['24. Dezember', '2026-12-24'],
    ['24 dez', '2026-12-24'],
    ['am 24. Dez.', '2026-12-24'],
    ['24. Dezember 2027', '2027-12-24'],
    ['1. März', '2027-03-01'],
    ['20. November', '2027-11-20'],
    ['21 Nov', '2026-11-21'],
    ['24.12.2026', '2026-12-24'],
    ['24. 12. 2026', '2026-12-24'],
    ['24.12.', '2026-12-24'],
    ['20.11.', '2027-11-20'],
    ['29.2.', '2028-02-29'],
    ['3.4.2027', '2027-04-03'],
    ['12/24/2026', '2026-12-24'],
    ['24/12/2026', '2026-12-24'],
    ['12/24/26', '2026-12-24'],
    ['3/3/2027', '2027-03-03'],
    ['2026/12/24', '2026-12-24'],
    ['29 Feb 2028', '2028-02-29'],
    ['Saturday 12/06/2027', '2027-06-12'],
  ])('%s', async (text, expected) => expect(await read(text)).toBe(expected))

  it.each([
    ['last monday', '2026-11-16'],
    ['last saturday', '2026-11-14'],
    ['letzten Montag', '2026-11-16'],
    ['letzter Montag', '2026-11-16'],
    ['vorigen Freitag', '2026-11-20'],
    ['this friday', '2026-11-27'],
    ['diesen Freitag', '2026-11-27'],
    ['nächster Freitag', '2026-11-27'],
    ['monday next week', '2026-11-23'],
    ['Freitag nächste Woche', '2026-11-27'],
    ['friday W49', '2026-12-04'],
    ['Thu 24 Dec', '2026-12-24'],
    ['Do, 24.12.2026', '2026-12-24'],
    ['in 2 weeks', '2026-12-05'],
    ['in zwei Wochen', '2026-12-05'],
    ['in a week', '2026-11-28'],
    ['in einer Woche', '2026-11-28'],
    ['in a month', '2026-12-21'],
    ['in 2 Monaten', '2027-01-21'],
    ['2 weeks ago', '2026-11-07'],
    ['vor zwei Wochen', '2026-11-07'],
    ['in 1 week 2 days', '2026-11-30'],
    ['in 1 Woche und zwei Tagen', '2026-11-30'],
    ['a year ago', '2025-11-21'],
    ['the day after tomorrow', '2026-11-23'],
    ['last day of may 2027', '2027-05-31'],
    ['first of may', '2027-05-01'],
    ['day after tomorrow', '2026-11-23'],
  ])('%s counts from today', async (text, expected) => expect(await read(text)).toBe(expected))

  it.each([
    ['24 Dec', '2026-12-24 23:59:59', '2026-12-24'],
    ['24 Dec', '2026-12-25 00:00:00', '2027-12-24'],
    ['24.12.', '2026-12-25 00:00:00', '2027-12-24'],
    ['1 Jan', '2026-12-31 23:00:00', '2027-01-01'],
    ['last monday', '2026-11-23 12:00:00', '2026-11-16'],
    ['29 feb', '2027-01-31 12:00:00', '2028-02-29'],
    ['in a month', '2027-01-31 12:00:00', '2027-02-28'],
    ['in a year', '2028-02-29 12:00:00', '2029-02-28'],
    ['monday week', '2026-11-23 12:00:00', '2026-11-30'],
    ['monday week 49', '2026-11-23 12:00:00', '2026-11-30'],
    ['thu 24/12', '2026-11-23 12:00:00', '2026-12-24'],
    ['last monday', '2027-01-02 12:00:00', '2026-12-28'],
    ['day after tomorrow', '2026-12-31 12:00:00', '2027-01-02'],
  ])('%s at %s', async (text, now, expected) => expect(await read(text, now)).toBe(expected))
})

describe('a time', () => {
  it.each([
    ['8pm', '2026-11-21 20:00:00'],
    ['20h', '2026-11-21 20:00:00'],
    ['20 Uhr', '2026-11-21 20:00:00'],
    ['um 20.30', '2026-11-21 20:30:00'],
    ['ab 3.12', undefined],
    ['8 Uhr 30 Uhr', undefined],
    ['friday 20h', '2026-11-27 20:00:00'],
    ['friday 20h30', '2026-11-27 20:30:00'],
    ['freitag 20 uhr', '2026-11-27 20:00:00'],
    ['Freitag, 20.30 Uhr', '2026-11-27 20:30:00'],
    ['8pm friday', '2026-11-27 20:00:00'],
    ['20 Uhr am Freitag', '2026-11-27 20:00:00'],
    ['24 Dec 8pm', '2026-12-24 20:00:00'],
    ['24 Dec 2026 at 8:30 pm', '2026-12-24 20:30:00'],
    ['24. Dezember um 20 Uhr', '2026-12-24 20:00:00'],
    ['24.12. 20:00', '2026-12-24 20:00:00'],
    ['12/24/2026 8pm', '2026-12-24 20:00:00'],
    ['last friday 20:00', '2026-11-20 20:00:00'],
    ['tonight 9pm', '2026-11-21 21:00:00'],
    ['friday night 9pm', '2026-11-27 21:00:00'],
    ['heute Abend um 21 Uhr', '2026-11-21 21:00:00'],
    ['noon tomorrow', '2026-11-22 12:00:00'],
    ['in 2 hours', '2026-11-21 22:15:30'],
    ['in 2 Stunden', '2026-11-21 22:15:30'],
    ['vor 30 Minuten', '2026-11-21 19:45:30'],
    ['in 1 week 20h', '2026-11-28 20:00:00'],
    ['an hour and 5 minutes ago', '2026-11-21 19:10:30'],
    ['2 hours ago', '2026-11-21 18:15:30'],
  ])('%s', async (text, expected) => expect(await read(text)).toBe(expected))

  it.each([
    ['friday 8pm', '2026-11-27 20:00:00', '2026-11-27 20:00:00'],
    ['friday 8pm', '2026-11-27 20:00:01', '2026-12-04 20:00:00'],
    ['8pm friday', '2026-11-27 21:00:00', '2026-12-04 20:00:00'],
    ['friday 8-11pm', '2026-11-27 21:00:00', '2026-12-04 20:00:00 … 2026-12-04 23:00:00'],
    ['friday 6pm to sunday 2pm', '2026-11-27 21:00:00', '2026-12-04 18:00:00 … 2026-12-06 14:00:00'],
    ['friday evening 8pm', '2026-11-27 21:00:00', '2026-12-04 20:00:00'],
    ['this friday 8pm', '2026-11-27 21:00:00', '2026-11-27 20:00:00'],
  ])('%s at %s is the next such time', async (text, now, expected) => expect(await read(text, now)).toBe(expected))

  it.each([
    // The clock goes forward at 2:00 on 29 March 2026, and back at 3:00 on 25 October.
    ['in 2 hours', '2026-03-29 01:30:00', '2026-03-29 04:30:00'],
    ['in 24 hours', '2026-03-28 12:00:00', '2026-03-29 13:00:00'],
    ['in 1 day', '2026-03-28 12:00:00', '2026-03-29'],
    ['in 2 hours', '2026-10-25 01:30:00', '2026-10-25 02:30:00'],
    ['24 hours ago', '2026-10-26 02:00:00', '2026-10-25 02:00:00'],
    ['in a week', '2026-10-24 23:30:00', '2026-10-31'],
    ['last sunday', '2026-10-26 00:30:00', '2026-10-25'],
    ['29 Mar 3am', '2026-03-28 12:00:00', '2026-03-29 03:00:00'],
  ])('%s at %s, when daylight saving changes', async (text, now, expected) =>
    expect(await read(text, now)).toBe(expected),
  )
})

describe('several days', () => {
  it.each([
    ['next week', '2026-11-23 … 2026-11-29'],
    ['nächste Woche', '2026-11-23 … 2026-11-29'],
    ['last week', '2026-11-09 … 2026-11-15'],
    ['the week', '2026-11-16 … 2026-11-22'],
    ['last night', '2026-11-20 18:00:00 … 2026-11-20 23:59:59'],
    ['this weekend', '2026-11-21 … 2026-11-22'],
    ['am Wochenende', '2026-11-21 … 2026-11-22'],
    ['dieses Wochenende', '2026-11-21 … 2026-11-22'],
    ['next month', '2026-12-01 … 2026-12-31'],
    ['letztes Jahr', '2025-01-01 … 2025-12-31'],
    ['next 3 days', '2026-11-21 … 2026-11-23'],
    ['die nächsten 2 Wochen', '2026-11-21 … 2026-12-04'],
    ['last 2 weeks', '2026-11-08 … 2026-11-21'],
    ['tonight', '2026-11-21 18:00:00 … 2026-11-21 23:59:59'],
    ['heute Abend', '2026-11-21 18:00:00 … 2026-11-21 23:59:59'],
    ['friday evening', '2026-11-27 18:00:00 … 2026-11-27 23:59:59'],
    ['Freitagabend', '2026-11-27 18:00:00 … 2026-11-27 23:59:59'],
    ['december', '2026-12-01 … 2026-12-31'],
    ['im Dezember', '2026-12-01 … 2026-12-31'],
    ['Mar', '2027-03-01 … 2027-03-31'],
    ['november', '2026-11-01 … 2026-11-30'],
    ['Feb 2028', '2028-02-01 … 2028-02-29'],
    ['Okt. 2027', '2027-10-01 … 2027-10-31'],
    ['2026-12', '2026-12-01 … 2026-12-31'],
    ['12/2026', '2026-12-01 … 2026-12-31'],
    ['2027', '2027-01-01 … 2027-12-31'],
  ])('%s', async (text, expected) => expect(await read(text)).toBe(expected))

  it.each([
    ['W49', saturday, '2026-11-30 … 2026-12-06'],
    ['2026-W49', saturday, '2026-11-30 … 2026-12-06'],
    ['KW 49', saturday, '2026-11-30 … 2026-12-06'],
    ['W47', saturday, '2026-11-16 … 2026-11-22'],
    ['W46', saturday, '2027-11-15 … 2027-11-21'],
    ['week 1', saturday, '2027-01-04 … 2027-01-10'],
    ['W53', saturday, '2026-12-28 … 2027-01-03'],
    ['W53', '2027-01-01 12:00:00', '2026-12-28 … 2027-01-03'],
    ['W1', '2024-12-30 12:00:00', '2024-12-30 … 2025-01-05'],
  ])('%s at %s', async (text, now, expected) => expect(await read(text, now)).toBe(expected))

  it.each([
    ['24-26 Dec', saturday, '2026-12-24 … 2026-12-26'],
    ['24–26 Dec 2027', saturday, '2027-12-24 … 2027-12-26'],
    ['Dec 24-26', saturday, '2026-12-24 … 2026-12-26'],
    ['Dec 24-26, 2027', saturday, '2027-12-24 … 2027-12-26'],
    ['24.–26.12.', saturday, '2026-12-24 … 2026-12-26'],
    ['24.-26.12.2027', saturday, '2027-12-24 … 2027-12-26'],
    ['24. – 26. Dezember', saturday, '2026-12-24 … 2026-12-26'],
    ['from 24 Dec to 26 Dec', saturday, '2026-12-24 … 2026-12-26'],
    ['vom 24. bis 26. Dezember', saturday, '2026-12-24 … 2026-12-26'],
    ['vom 24. bis zum 26.12.', saturday, '2026-12-24 … 2026-12-26'],
    ['von Freitag bis Sonntag', saturday, '2026-11-27 … 2026-11-29'],
    ['friday to sunday', saturday, '2026-11-27 … 2026-11-29'],
    ['24.12.-2.1.', saturday, '2026-12-24 … 2027-01-02'],
    ['24.12.-2.1.', '2026-12-27 12:00:00', '2026-12-24 … 2027-01-02'],
    ['24.12.-2.1.', '2027-01-01 12:00:00', '2026-12-24 … 2027-01-02'],
    ['30. April - 2. Mai 2029', saturday, '2029-04-30 … 2029-05-02'],
    ['Thu 28 Dec - 3.1.2029', saturday, '2028-12-28 … 2029-01-03'],
    ['20 Nov to 22 Nov', saturday, '2026-11-20 … 2026-11-22'],
    ['1.9. - 15.7.2027', saturday, '2026-09-01 … 2027-07-15'],
    ['1.8.-31.7.2027', saturday, '2026-08-01 … 2027-07-31'],
    ['W49 - W50', saturday, '2026-11-30 … 2026-12-13'],
    ['dec 2026 to feb 2027', saturday, '2026-12-01 … 2027-02-28'],
    ['from friday 8pm to saturday 2am', saturday, '2026-11-27 20:00:00 … 2026-11-28 02:00:00'],
  ])('%s at %s', async (text, now, expected) => expect(await read(text, now)).toBe(expected))

  it('weeks begin on the given day', () =>
    expect(readDate('next week', { now: instantOf(saturday, zone), zone, week_start: 7 })).toMatchObject({
      from: '2026-11-22',
      to: '2026-11-28',
    }))
})

it.each([
  ['28.12. 20:00 - 3.1.2027 2:00', '2026-12-28 20:00:00 … 2027-01-03 02:00:00'],
  ['vom 12. bis 14.3.2027', '2027-03-12 … 2027-03-14'],
  ['5.3.27, 22-2 Uhr', '2027-03-05 22:00:00 … 2027-03-06 02:00:00'],
  ['dic 24, 2026', '2026-12-24'],
  ['March 1, 2027 - 8 pm to March 5, 2027 - 9 pm', '2027-03-01 20:00:00 … 2027-03-05 21:00:00'],
  ['der 3.11. - 5.11.2027', '2027-11-03 … 2027-11-05'],
  ['Feb 29–Sep 8 2027', ''],
  ['24.12.', ''],
  ['29.2. 2027', ''],
  ['2027-03-12 - 14', ''],
  ['20 Uhr 5.3.2027', ''],
  ['12.3.2027 18-20 Uhr - 14.3.2027 18-20 Uhr', ''],
])('a cell: %s', (text, expected) => {
  const { start = '', end } = cellDate(text, 'dmy') ?? {}
  expect([start, ...(end === undefined ? [] : [end])].join(' … ')).toBe(expected)
})

describe('refused', () => {
  it.each([
    ['3/4/2027', '"3/4/2027" can be Thu 4 March 2027 or Sat 3 April 2027', 'write 2027-03-04 or 2027-04-03'],
    ['3-4-27', '"3-4-27" can be Thu 4 March 2027 or Sat 3 April 2027', 'write 2027-03-04 or 2027-04-03'],
    ['31 Feb', '"31 Feb": no such day', 'check the day, month and year'],
    ['29 Feb 2027', '"29 Feb 2027": no such day', 'check the day, month and year'],
    ['31. November', '"31. November": no such day', 'check the day, month and year'],
    ['30.2.2028', '"30.2.2028": no such day', 'check the day, month and year'],
    ['31.4.', '"31.4.": no such day', 'check the day, month and year'],
    ['13/13/2026', '"13/13/2026": no such day', 'check the day, month and year'],
    ['Nov 29-31', '"Nov 29-31": no such day', 'check the day, month and year'],
    ['Friday 24 Dec 2026', '"Friday 24 Dec 2026": that day is Thu 24 December 2026', 'correct the weekday or the date'],
    ['2027-W53', 'there is no week 53: 2027 has 52 weeks', undefined],
    ['26-24 Dec', '"26-24 Dec" ends before it starts', undefined],
    ['26.12.-24.12.2027', '"26.12.-24.12.2027" ends before it starts', undefined],
    ['24 - december', '"24 - december" has a day without its month', 'write both days, such as 24 Dec to 26 Dec'],
    ['10-12/2026', '"10-12/2026" has a day without its month', 'write both days, such as 24 Dec to 26 Dec'],
  ])('%s', async (text, message, hint) => {
    const error = await read(text).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(CalError)
    expect(error).toMatchObject({ code: 'usage', text: { en: message } })
    expect(error instanceof CalError ? error.hint?.en : undefined).toBe(hint)
  })

  it('names the readings in the order of the language', async () =>
    expect(await read('3/4/2027').catch((thrown: unknown) => thrown)).toMatchObject({
      text: { de: '„3/4/2027“ ist mehrdeutig: Samstag, 3. April 2027 oder Donnerstag, 4. März 2027' },
      hint: { de: '2027-04-03 oder 2027-03-04 angeben' },
    }))

  it.each([
    ...['', ' ', 'soon', 'tomorow', '24 Dec or so', 'about 24 Dec', 'first monday of may', 'tomorrow 25:00'],
    ...[
      'friday 8',
      'friday 8pm CET',
      '8pm PST',
      '8pm to friday',
      '24-26 Dec 8pm',
      'friday 8pm to sunday',
      'tomorrow morning',
    ],
    ...[
      'tonight 1am',
      'friday night 1am',
      'the day after at 7pm',
      'the week after',
      'morgen früh',
      'in a few days',
      'in half a week',
      'for 3 days',
      'in einigen Tagen',
    ],
    ...[
      'next quarter',
      'end of month',
      'next weekday',
      '2 weeks',
      'a month',
      '5 days',
      'friday in 2 weeks',
      'in 2 days 1 week',
    ],
    ...['12', '20', '1/2', '12/24', '24.12', '12.11', '24 Dec 300 BC', '2026-12-24 and more'],
  ])('"%s" is not understood', async (text) => expect(await read(text)).toBeUndefined())
})
