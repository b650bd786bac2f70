import { describe, expect, it } from 'vitest'
import { type EventDates, eventDatesOf, undated } from '../../../../src/server/domain/dates.ts'
import type { ServiceSettings, WriteContext } from '../../../../src/server/domain/settings.ts'
import { withSentDates } from '../../../support/sent-dates.ts'
import { writeContext } from '../../../support/write-context.ts'

function writingIn(mode: ServiceSettings['mode'], timezone = 'America/New_York'): WriteContext {
  return writeContext({ mode, timezone })
}

interface Sent {
  readonly start_date?: string
  readonly end_date?: string
  readonly all_day?: boolean
  readonly timezone?: string
}

function datesOf(before: EventDates, sent: Sent, writing: WriteContext): EventDates {
  return eventDatesOf(before, withSentDates(sent, writing), writing)
}

const standard = writingIn('standard')
const quirks = writingIn('quirks')

describe('the dates of an event', () => {
  it('of all-day events run from midnight to one second before the next, also on days of 23 hours', () => {
    expect(
      datesOf(
        undated(standard),
        { start_date: '2027-03-14 10:00', end_date: '2027-03-14 12:00', all_day: true },
        standard,
      ),
    ).toMatchObject({
      start_date: '2027-03-14 00:00:00',
      end_date: '2027-03-14 23:59:59',
      utc_start_date: '2027-03-14 05:00:00',
      utc_end_date: '2027-03-15 03:59:59',
    })
  })

  it('move forward in the hour skipped by daylight saving', () => {
    expect(
      datesOf(undated(standard), { start_date: '2027-03-14 02:30', end_date: '2027-03-14 04:00' }, standard),
    ).toMatchObject({
      start_date: '2027-03-14 03:30:00',
      utc_start_date: '2027-03-14 07:30:00',
    })
  })

  it('keep a sent instant, even in the repeated hour', () => {
    expect(
      datesOf(undated(standard), { start_date: '2027-11-07T06:30:00Z', end_date: '2027-11-07T07:30:00Z' }, standard),
    ).toMatchObject({
      start_date: '2027-11-07 01:30:00',
      utc_start_date: '2027-11-07 06:30:00',
    })
  })

  it.each([
    ['UTC+2', '2027-07-01 08:00:00', '2027-07-01 07:00:00'],
    ['UTC-5', '2027-07-01 15:00:00', '2027-07-01 14:00:00'],
    ['UTC-5.5', '2027-07-01 15:30:00', '2027-07-01 10:00:00'],
    ['UTC+5.75', '2027-07-01 04:15:00', '2027-07-01 04:15:00'],
  ])('in %s are %s in UTC, through a city %s', (timezone, fixed, city) => {
    const sent = { start_date: '2027-07-01 10:00', end_date: '2027-07-01 11:00', timezone }
    expect(datesOf(undated(standard), sent, standard).utc_start_date).toBe(fixed)
    expect(datesOf(undated(quirks), sent, quirks).utc_start_date).toBe(city)
  })

  it('can be up to the last second of the year 9999', () => {
    expect(
      datesOf(undated(standard), { start_date: '9999-12-31', end_date: '9999-12-31 23:59:59' }, standard).utc_end_date,
    ).toBe('10000-01-01 04:59:59')
  })

  it('can be in the first century, not taken for the last one', () => {
    expect(
      datesOf(
        undated(standard),
        { start_date: '0050-06-01 10:00', end_date: '0050-06-01 12:00', timezone: 'UTC+2' },
        standard,
      ),
    ).toMatchObject({
      start_date: '0050-06-01 10:00:00',
      utc_start_date: '0050-06-01 08:00:00',
      utc_end_date: '0050-06-01 10:00:00',
    })
  })

  it('can begin before year 1 in UTC', () => {
    const sent = { start_date: '0000-01-01 00:00', end_date: '0000-01-01 12:00', timezone: 'UTC+9' }
    expect(datesOf(undated(standard), sent, standard)).toMatchObject({
      start_date: '0000-01-01 00:00:00',
      utc_start_date: '-0001-12-31 15:00:00',
      utc_end_date: '0000-01-01 03:00:00',
    })
  })
})
