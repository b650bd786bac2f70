// Zones of iCalendar files are determined by the rules in the file, not by their names.
import { describe, expect, it } from 'vitest'
import { readItems } from '../../../../support/read-items.ts'

const summer = [
  'BEGIN:STANDARD',
  'DTSTART:16010101T030000',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:16010101T020000',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3',
  'END:DAYLIGHT',
]
const winter = ['BEGIN:STANDARD', 'DTSTART:19700101T000000', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0100', 'END:STANDARD']
/** Daylight saving time in May only, which no real zone has. */
const may = [
  'BEGIN:STANDARD',
  'DTSTART:19700601T000000',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'RRULE:FREQ=YEARLY',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:19700501T000000',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'RRULE:FREQ=YEARLY',
  'END:DAYLIGHT',
]
const zone = (tzid: string, ...lines: string[]) => ['BEGIN:VTIMEZONE', `TZID:${tzid}`, ...lines, 'END:VTIMEZONE']

describe('a series in a zone that the file defines', () => {
  it.each([
    'Customized Time Zone',
    '/Europe/CUSTOM',
    'Europe_Berlin',
    'Europe/Berlin',
    'W. Europe Standard Time',
    'Mitteleuropäische Zeit',
    '(UTC+01:00) Amsterdam, Berlin, Bern, Rom, Stockholm, Wien',
  ])('named "%s" keeps its time of day across daylight saving time', async (tzid) => {
    expect(await timesOf(series(tzid), ...zone(tzid, ...summer))).toEqual([
      ['2027-03-20 18:00:00', '2027-03-20 19:00:00', 'Europe/Berlin'],
      ['2027-04-03 18:00:00', '2027-04-03 19:00:00', 'Europe/Berlin'],
      ['2027-07-01 12:00:00', '2027-07-01 13:00:00', 'Europe/Berlin'],
    ])
  })

  it('uses the rules of the file if the name means another zone, with a warning', async () => {
    const warnings: string[] = []
    expect(await timesOf(series('Europe/Berlin'), ...zone('Europe/Berlin', ...winter), warnings)).toEqual([
      ['2027-03-20 18:00:00', '2027-03-20 19:00:00', 'Europe/Berlin'],
      ['2027-04-03 19:00:00', '2027-04-03 20:00:00', 'Europe/Berlin'],
      ['2027-07-01 13:00:00', '2027-07-01 14:00:00', 'Europe/Berlin'],
    ])
    expect(warnings).toEqual(
      Array(3).fill(
        'the file defines the time zone "Europe/Berlin" differently from Europe/Berlin; its own definition is used',
      ),
    )
  })

  it('is converted occurrence by occurrence if no zone has these rules', async () => {
    const lines = ['DTSTART;TZID=Ours:20270415T180000', 'RRULE:FREQ=MONTHLY;COUNT=3']
    expect(await timesOf(lines, ...zone('Ours', ...may))).toEqual([
      ['2027-04-15 17:00:00', '2027-04-15 17:00:00', 'UTC'],
      ['2027-05-15 16:00:00', '2027-05-15 16:00:00', 'UTC'],
      ['2027-06-15 17:00:00', '2027-06-15 17:00:00', 'UTC'],
    ])
  })

  it('uses the zone of the calendar if several zones match', async () => {
    expect((await timesOf(series('Ours'), 'X-WR-TIMEZONE:Europe/Vienna', ...zone('Ours', ...summer)))[0]).toEqual([
      '2027-03-20 18:00:00',
      '2027-03-20 19:00:00',
      'Europe/Vienna',
    ])
  })
})

it('a series in UTC keeps its hour in UTC, even if the calendar has a zone', async () => {
  expect(
    await timesOf(
      ['DTSTART:20270320T170000Z', 'RRULE:FREQ=WEEKLY;COUNT=3', 'EXDATE:20270327T170000Z'],
      'X-WR-TIMEZONE:Europe/Berlin',
    ),
  ).toEqual([
    ['2027-03-20 18:00:00', '2027-03-20 18:00:00', 'Europe/Berlin'],
    ['2027-04-03 19:00:00', '2027-04-03 19:00:00', 'Europe/Berlin'],
  ])
})

it.each([
  ['(UTC+01:00) Brüssel, Kopenhagen, Madrid, Paris', 'Europe/Paris'],
  ['(UTC-05:00) Eastern Time (US & Canada)', 'America/New_York'],
  ['(UTC+09:00) Osaka, Sapporo, Tokyo', 'Asia/Tokyo'],
  ['(UTC) Coordinated Universal Time', 'UTC'],
  ['America/New York', 'America/New_York'],
  ['"Europe/Berlin"', 'Europe/Berlin'],
])('the name %s without a definition means %s', async (tzid, timezone) => {
  expect(await timesOf([`DTSTART;TZID="${tzid.replaceAll('"', '')}":20270320T170000`])).toEqual([
    ['2027-03-20 17:00:00', '2027-03-20 17:00:00', timezone],
  ])
})

it('two calendars in one file can define a zone of the same name differently', async () => {
  const event = (uid: string) => [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    'SUMMARY:A',
    'DTSTART;TZID=Ours:20270701T180000',
    'END:VEVENT',
  ]
  const calendar = (...lines: string[]) => ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR']
  const text = [
    ...calendar(...zone('Ours', ...summer), ...event('1')),
    ...calendar(...zone('Ours', ...winter), ...event('2')),
  ].join('\r\n')
  expect(
    (await readItems('a.ics', text)).map((item) =>
      Array.isArray(item) ? [item[2].start_date, item[2].timezone] : item,
    ),
  ).toEqual([
    ['2027-07-01 18:00:00', 'Europe/Berlin'],
    ['2027-07-01 18:00:00', 'UTC+1'],
  ])
})

it('a time that the clock skips is not an occurrence and is not counted', async () => {
  const warnings: string[] = []
  expect(await timesOf(['DTSTART;TZID=Europe/Berlin:20270326T023000', 'RRULE:FREQ=DAILY;COUNT=3'], warnings)).toEqual(
    ['2027-03-26', '2027-03-27', '2027-03-29'].map((day) => [`${day} 02:30:00`, `${day} 02:30:00`, 'Europe/Berlin']),
  )
  expect(warnings).toEqual(['ignored: 2027-03-28 02:30:00 does not exist: clocks skip it that day'])
})

function series(tzid: string): readonly string[] {
  const named = tzid.includes(',') ? `"${tzid}"` : tzid
  const at = (name: string, time: string) => `${name};TZID=${named}:${time}`
  return [
    at('DTSTART', '20270320T180000'),
    at('DTEND', '20270320T190000'),
    'RRULE:FREQ=WEEKLY;COUNT=3',
    at('RDATE', '20270701T120000'),
    at('EXDATE', '20270327T180000'),
  ]
}

async function timesOf(event: readonly string[], ...others: (string | string[])[]): Promise<readonly unknown[]> {
  const heading = others.filter((one) => typeof one === 'string')
  const warnings = others.find((one) => typeof one !== 'string')
  const text = [
    'BEGIN:VCALENDAR',
    ...heading,
    'BEGIN:VEVENT',
    'UID:1',
    'SUMMARY:A',
    ...event,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')
  const items = await readItems('a.ics', text, { warn: ({ text: { en } }) => warnings?.push(en) })
  return items.map((item) =>
    Array.isArray(item) && typeof item[2] === 'object'
      ? [item[2].start_date, item[2].end_date, item[2].timezone]
      : item,
  )
}
