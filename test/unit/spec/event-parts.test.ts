// When an event takes place, in words of both languages and as dates that sort.
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/base/json.ts'
import type { Language } from '../../../src/base/text/language.ts'
import {
  eventTimeIn,
  eventTimeOf,
  lengthOf,
  lengthText,
  sortableTime,
  timeOnDay,
  timeText,
} from '../../../src/spec/event-parts.ts'
import { gluedTime } from '../../../src/cli/output/table/columns.ts'

const timed = (start_date: string, end_date: string) => ({ start_date, end_date, all_day: false })
const whole = (first: string, last: string) => ({
  start_date: `${first} 00:00:00`,
  end_date: `${last} 23:59:59`,
  all_day: true,
})

describe('the time of an event', () => {
  it.each([
    [
      timed('2026-11-23 19:00:00', '2026-11-23 21:00:00'),
      'Mon 23 Nov 19:00–21:00',
      'Mo 23. Nov. 19:00–21:00',
      '2026-11-23 19:00–21:00',
    ],
    [
      timed('2026-11-23 22:00:00', '2026-11-24 02:00:00'),
      'Mon 23 Nov 22:00–02:00 +1',
      'Mo 23. Nov. 22:00–02:00 +1',
      '2026-11-23 22:00–02:00 +1',
    ],
    [
      timed('2026-11-23 20:00:00', '2026-11-24 00:00:00'),
      'Mon 23 Nov 20:00–00:00 +1',
      'Mo 23. Nov. 20:00–00:00 +1',
      '2026-11-23 20:00–00:00 +1',
    ],
    [
      timed('2026-11-23 19:00:00', '2026-11-25 12:00:00'),
      'Mon 23 Nov 19:00 – Wed 25 Nov 12:00',
      'Mo 23. Nov. 19:00 – Mi 25. Nov. 12:00',
      '2026-11-23 19:00 – 2026-11-25 12:00',
    ],
    [timed('2026-03-01 19:00:00', '2026-03-01 19:00:00'), 'Sun 1 Mar 19:00', 'So 1. März 19:00', '2026-03-01 19:00'],
    [timed('2026-05-01 19:00:00', '2026-04-01 19:00:00'), 'Fri 1 May 19:00', 'Fr 1. Mai 19:00', '2026-05-01 19:00'],
    [
      timed('2027-12-31 22:00:00', '2028-01-01 03:30:00'),
      '31 Dec 2027 22:00–03:30 +1',
      '31. Dez. 2027 22:00–03:30 +1',
      '2027-12-31 22:00–03:30 +1',
    ],
    [whole('2026-12-25', '2026-12-25'), 'Fri 25 Dec all day', 'Fr 25. Dez. ganztägig', '2026-12-25'],
    [whole('2026-12-04', '2026-12-06'), 'Fri 4 – Sun 6 Dec', 'Fr 4. – So 6. Dez.', '2026-12-04 – 2026-12-06'],
    [
      whole('2026-11-30', '2026-12-02'),
      'Mon 30 Nov – Wed 2 Dec',
      'Mo 30. Nov. – Mi 2. Dez.',
      '2026-11-30 – 2026-12-02',
    ],
    [whole('2026-12-31', '2027-01-01'), '31 Dec – 1 Jan 2027', '31. Dez. – 1. Jan. 2027', '2026-12-31 – 2027-01-01'],
    [whole('2027-11-30', '2027-12-02'), '30 Nov – 2 Dec 2027', '30. Nov. – 2. Dez. 2027', '2027-11-30 – 2027-12-02'],
    [
      whole('2027-12-31', '2028-01-01'),
      '31 Dec 2027 – 1 Jan 2028',
      '31. Dez. 2027 – 1. Jan. 2028',
      '2027-12-31 – 2028-01-01',
    ],
  ])('%o', (record, en, de, iso) => {
    const time = eventTimeOf(record)
    if (!time) throw new Error('no time')
    expect([
      timeText(time, { language: 'en', year: '2026' }),
      timeText(time, { language: 'de', year: '2026' }),
      sortableTime(time),
    ]).toEqual([en, de, iso])
  })

  it('includes the year and a comma if the year is not evident', () => {
    const textOf = (record: JsonObject, language: Language) => {
      const time = eventTimeOf(record)
      return time && timeText(time, { language })
    }
    const evening = timed('2026-11-27 20:00:00', '2026-11-27 23:00:00')
    expect(textOf(evening, 'en')).toBe('Fri 27 Nov 2026, 20:00–23:00')
    expect(textOf({ ...evening, end_date: '2026-11-29 10:00:00' }, 'de')).toBe(
      'Fr 27. Nov. 2026, 20:00 – So 29. Nov. 2026, 10:00',
    )
    expect(textOf({ ...evening, all_day: true }, 'en')).toBe('Fri 27 Nov 2026, all day')
  })

  it('is said for one of its days', () => {
    const onDay = (record: JsonObject, day: string) => {
      const time = eventTimeOf(record)
      return time && timeOnDay(time, day, 'en')
    }
    const night = timed('2026-11-27 22:00:00', '2026-11-28 02:00:00')
    expect(onDay(night, '2026-11-27')).toBe('22:00–02:00 +1')
    expect(onDay(night, '2026-11-28')).toBe('until 02:00')
    const fair = timed('2026-11-27 10:00:00', '2026-11-29 18:00:00')
    expect(['27', '28', '29'].map((day) => onDay(fair, `2026-11-${day}`))).toEqual([
      'from 10:00',
      'all day',
      'until 18:00',
    ])
    // Some services end a whole day at midnight.
    const exclusive = { ...whole('2026-12-25', '2026-12-25'), end_date: '2026-12-26 00:00:00' }
    expect(onDay(exclusive, '2026-12-25')).toBe('all day')
    expect(eventTimeOf(exclusive)).toMatchObject({ last_day: '2026-12-25' })
  })

  it('is absent without a valid date', () => {
    expect(eventTimeOf({ start_date: '2026-02-30 10:00:00', end_date: '2026-03-01 10:00:00' })).toBeUndefined()
    expect(eventTimeOf({ start_date: null })).toBeUndefined()
  })

  it('is broken after a dash and before the hours alone', () => {
    expect(gluedTime('Fri 11 Dec 18:00 – Sun 13 Dec 16:00', 'en').split(' ')).toHaveLength(2)
    expect(gluedTime('Fri 27 Nov 22:00–02:00 +1', 'en').split(' ')).toHaveLength(2)
    expect(gluedTime('Fr 25. Dez. 2027 ganztägig', 'de').split(' ')).toHaveLength(2)
  })
})

describe('the time of an event for a viewer elsewhere', () => {
  const record = {
    ...timed('2026-11-27 22:00:00', '2026-11-28 02:00:00'),
    utc_start_date: '2026-11-27 21:00:00',
    utc_end_date: '2026-11-28 01:00:00',
  }

  it('is on the clock of that zone', () => {
    const there = { start: '2026-11-27 16:00:00', end: '2026-11-27 20:00:00', all_day: false }
    expect(eventTimeIn({ ...record, timezone: 'Europe/Berlin' }, 'America/New_York')).toMatchObject(there)
    expect(eventTimeIn({ ...record, timezone: 'Nowhere/Else' }, 'America/New_York')).toMatchObject(there)
  })

  it('is unknown for all-day events, or without the zone of the event', () => {
    expect(eventTimeIn(whole('2026-12-25', '2026-12-25'), 'America/New_York')).toBeUndefined()
    expect(eventTimeIn(timed('2026-11-27 22:00:00', '2026-11-28 02:00:00'), 'America/New_York')).toBeUndefined()
  })
})

describe('how long an event lasts', () => {
  it.each([
    [45, '45 min', '45 min'],
    [120, '2 h', '2 h'],
    [90, '1 h 30 min', '1 h 30 min'],
    [1440, '1 day', '1 Tag'],
    [46 * 60, '1 day 22 h', '1 Tag 22 h'],
    [3 * 1440, '3 days', '3 Tage'],
    [0, '', ''],
  ])('%d minutes', (minutes, en, de) => {
    expect([lengthText(minutes * 60_000, 'en'), lengthText(minutes * 60_000, 'de')]).toEqual([en, de])
  })

  it('counts the hour that daylight saving repeats', () => {
    const record = { ...timed('2026-10-25 00:00:00', '2026-10-25 12:00:00'), timezone: 'Europe/Berlin' }
    const time = eventTimeOf(record)
    if (!time) throw new Error('no time')
    expect(lengthText(lengthOf(time, record), 'en')).toBe('13 h')
  })
})
