// iCalendar files of Exchange and of deployed services: whole days, zones without quotes, encoded names.
import { expect, it } from 'vitest'
import { readItems } from '../../../../support/read-items.ts'

const calendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', ...lines, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n')
const valuesOf = async (...lines: string[]) =>
  (await readItems('a.ics', calendar('SUMMARY:A', ...lines))).map((item) => (Array.isArray(item) ? item[2] : item))

const berlin = ';TZID=W. Europe Standard Time'

it.each([
  ['two days', ['0401T000000', '0403T000000'], { start_date: '2027-04-01', end_date: '2027-04-02', all_day: true }],
  ['one day', ['0401T000000', '0402T000000'], { start_date: '2027-04-01', end_date: '2027-04-01', all_day: true }],
  ['no length', ['0401T000000', '0401T000000'], { start_date: '2027-04-01', end_date: '2027-04-01', all_day: true }],
  [
    'other times',
    ['0401T080000', '0402T000000'],
    { start_date: '2027-04-01 08:00:00', end_date: '2027-04-02 00:00:00', timezone: 'Europe/Berlin' },
  ],
])('Exchange marks whole days from midnight to midnight: %s', async (_, [start, end], values) => {
  const lines = [`DTSTART${berlin}:2027${start}`, `DTEND${berlin}:2027${end}`]
  expect(await valuesOf(...lines, 'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE')).toEqual([{ title: 'A', ...values }])
  const [plain] = await valuesOf(...lines, 'X-MICROSOFT-CDO-ALLDAYEVENT:FALSE')
  expect(plain).not.toHaveProperty('all_day')
})

it('a series of such days ends on the day of UNTIL in its zone', async () => {
  const days = await valuesOf(
    `DTSTART${berlin}:20270301T000000`,
    `DTEND${berlin}:20270302T000000`,
    'RRULE:FREQ=WEEKLY;UNTIL=20270314T230000Z',
    `EXDATE${berlin}:20270308T000000`,
    'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE',
  )
  expect(days).toEqual(
    ['2027-03-01', '2027-03-15'].map((day) => ({ title: 'A', start_date: day, end_date: day, all_day: true })),
  )
})

it.each([
  ['tzone://Microsoft/Utc', 'UTC'],
  ['(UTC+01:00) Amsterdam\\, Berlin\\, Bern', 'Europe/Berlin'],
])('a zone with a colon may lack its quotes: %s', async (tzid, timezone) => {
  expect(await valuesOf(`DTSTART;TZID=${tzid}:20270313T090000`)).toEqual([
    { title: 'A', start_date: '2027-03-13 09:00:00', end_date: '2027-03-13 09:00:00', timezone },
  ])
})

it('a time with an offset, which iCalendar does not have, is an error', async () => {
  expect(await readItems('a.ics', calendar('SUMMARY:A', 'DTSTART:20270701T190000+0200'))).toEqual([
    ['error', 3, 'DTSTART: "20270701T190000+0200" is not a date'],
  ])
})

it.each([
  ['Town%20Choir%20%26%20Band', 'Town Choir & Band'],
  ['100%', '100%'],
  ['5%20off today', '5%20off today'],
  ['%E4', '%E4'],
])('the name of an organizer may be encoded, as in feeds of deployed services: %s', async (written, organizer) => {
  const [values] = await valuesOf('DTSTART:20270701T190000Z', `ORGANIZER;CN="${written}":mailto:a@x.test`)
  expect(values).toMatchObject({ organizer: [{ organizer, email: 'a@x.test' }] })
})
