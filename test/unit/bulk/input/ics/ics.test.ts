import { describe, expect, it } from 'vitest'
import { readItems, default_read_options } from '../../../../support/read-items.ts'
import { isEntry } from '../../../../../src/bulk/input/entry.ts'
import { itemsOf } from '../../../../../src/bulk/input/formats/formats.ts'
import { textSource } from '../../../../../src/bulk/input/source.ts'

const calendar = (...lines: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const event = (...lines: string[]) => calendar('BEGIN:VEVENT', ...lines, 'END:VEVENT')
const starts = async (text: string, until?: string) =>
  (await readItems('a.ics', text, until === undefined ? {} : { until })).map((item) =>
    Array.isArray(item) && typeof item[2] === 'object' ? item[2].start_date : item,
  )

describe('iCalendar', () => {
  it('reads an event with location, organizer, categories and a folded line', async () => {
    const text = event(
      'UID:1@x',
      'DTSTART;TZID=Europe/Berlin:20260301T180000',
      'DTEND;TZID=Europe/Berlin:20260301T193000',
      'SUMMARY:Jazz\\, live and',
      '  folded',
      'LOCATION:City Hall\\, Main St',
      'ORGANIZER;CN="Anna B":mailto:a@x.test',
      'CATEGORIES:Music,Jazz',
      'CATEGORIES:Free',
      'URL:https://x.test/',
      'DESCRIPTION:one\\ntwo',
    )
    expect(await readItems('a.ics', text)).toEqual([
      [
        'events',
        3,
        {
          uid: '1@x',
          title: 'Jazz, live and folded',
          start_date: '2026-03-01 18:00:00',
          end_date: '2026-03-01 19:30:00',
          timezone: 'Europe/Berlin',
          venue: 'City Hall, Main St',
          organizer: [{ organizer: 'Anna B', email: 'a@x.test' }],
          categories: ['Music', 'Jazz', 'Free'],
          website: 'https://x.test/',
          description: 'one\ntwo',
        },
      ],
    ])
  })

  it.each([
    [
      'whole days end on the last one',
      ['DTSTART;VALUE=DATE:20260301', 'DTEND;VALUE=DATE:20260304'],
      { start_date: '2026-03-01', end_date: '2026-03-03', all_day: true },
    ],
    [
      'a day without an end is one day',
      ['DTSTART;VALUE=DATE:20260301'],
      { start_date: '2026-03-01', end_date: '2026-03-01', all_day: true },
    ],
    [
      'a duration gives the end',
      ['DTSTART:20260301T180000Z', 'DURATION:PT1H30M'],
      { start_date: '2026-03-01 18:00:00', end_date: '2026-03-01 19:30:00', timezone: 'UTC' },
    ],
    [
      'Windows names its zones otherwise',
      ['DTSTART;TZID=W. Europe Standard Time:20260701T180000'],
      { start_date: '2026-07-01 18:00:00', end_date: '2026-07-01 18:00:00', timezone: 'Europe/Berlin' },
    ],
    [
      'a zone behind a path',
      ['DTSTART;TZID=/example.org/20231208_1/America/New_York:20260701T180000'],
      { start_date: '2026-07-01 18:00:00', end_date: '2026-07-01 18:00:00', timezone: 'America/New_York' },
    ],
    [
      'a time that floats',
      ['DTSTART:20260701T180000'],
      { start_date: '2026-07-01 18:00:00', end_date: '2026-07-01 18:00:00' },
    ],
    [
      'an end in another zone',
      ['DTSTART;TZID=Europe/Berlin:20260701T180000', 'DTEND;TZID=Europe/London:20260701T180000'],
      { start_date: '2026-07-01 18:00:00', end_date: '2026-07-01 19:00:00', timezone: 'Europe/Berlin' },
    ],
    [
      'a cancelled event',
      ['DTSTART:20260701T180000', 'STATUS:CANCELLED'],
      { start_date: '2026-07-01 18:00:00', end_date: '2026-07-01 18:00:00', status: 'draft' },
    ],
  ])('%s', async (_, lines, values) => {
    expect(await readItems('a.ics', event('SUMMARY:A', ...lines))).toEqual([['events', 3, { title: 'A', ...values }]])
  })

  it('converts times in UTC to the zone of the calendar', async () => {
    expect(
      await readItems(
        'a.ics',
        calendar(
          'X-WR-TIMEZONE:Europe/Berlin',
          'BEGIN:VEVENT',
          'SUMMARY:A',
          'DTSTART:20260701T180000Z',
          'DTEND:20260701T190000Z',
          'END:VEVENT',
        ),
      ),
    ).toEqual([
      [
        'events',
        4,
        { title: 'A', start_date: '2026-07-01 20:00:00', end_date: '2026-07-01 21:00:00', timezone: 'Europe/Berlin' },
      ],
    ])
  })

  it.each([
    ['an unknown zone', 'Ours', '+0300', 'UTC+3'],
    ['a zone abbreviation', 'PST', '-0700', 'UTC-7'],
  ])('uses the rules of the file for %s', async (_, name, offset, timezone) => {
    const zone = [
      ...['BEGIN:VTIMEZONE', `TZID:${name}`, 'BEGIN:STANDARD', 'DTSTART:19700101T000000'],
      ...[`TZOFFSETFROM:${offset}`, `TZOFFSETTO:${offset}`, 'END:STANDARD', 'END:VTIMEZONE'],
    ]
    const start = `DTSTART;TZID=${name}:20260701T180000`
    expect(await readItems('a.ics', calendar('BEGIN:VEVENT', 'SUMMARY:A', start, 'END:VEVENT', ...zone))).toEqual([
      ['events', 3, { title: 'A', start_date: '2026-07-01 18:00:00', end_date: '2026-07-01 18:00:00', timezone }],
    ])
  })

  it('rejects an unknown zone and an event without a start', async () => {
    expect(await readItems('a.ics', event('SUMMARY:A', 'DTSTART;TZID=Nowhere:20260701T180000'))).toEqual([
      ['error', 3, 'the time zone "Nowhere" is unknown, and the file does not describe it'],
    ])
    expect(await readItems('a.ics', event('SUMMARY:A'))).toEqual([['error', 3, 'the event has no DTSTART']])
    await expect(readItems('a.ics', 'nothing')).rejects.toThrow(
      'a.ics: not an iCalendar file: BEGIN:VCALENDAR is missing',
    )
  })
})

describe('repeated events', () => {
  it('end at the limit of the import', async () => {
    expect(await starts(event('DTSTART:20260101T090000', 'RRULE:FREQ=DAILY'), '2026-01-03 09:00:00')).toEqual([
      '2026-01-01 09:00:00',
      '2026-01-02 09:00:00',
      '2026-01-03 09:00:00',
    ])
  })

  it('add and exclude dates, in any zone', async () => {
    expect(
      await starts(
        event(
          'DTSTART;TZID=Europe/Berlin:20260701T180000',
          'RRULE:FREQ=DAILY;COUNT=4',
          'EXDATE:20260702T160000Z',
          'EXDATE;VALUE=DATE:20260704',
          'RDATE;TZID=Europe/Berlin:20260710T100000',
        ),
      ),
    ).toEqual(['2026-07-01 18:00:00', '2026-07-03 18:00:00', '2026-07-10 10:00:00'])
  })

  it('replace an overridden occurrence, and identify each by its date', async () => {
    const text = calendar(
      'BEGIN:VEVENT',
      'UID:s',
      'SUMMARY:A',
      'DTSTART:20260701T180000',
      'DTEND:20260701T190000',
      'RRULE:FREQ=DAILY;COUNT=2',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'UID:s',
      'RECURRENCE-ID:20260702T180000',
      'SUMMARY:Moved',
      'DTSTART:20260703T200000',
      'DURATION:PT2H',
      'END:VEVENT',
    )
    expect((await readItems('a.ics', text)).map((item) => (Array.isArray(item) ? item[2] : item))).toEqual([
      { uid: 's#20260701180000', title: 'A', start_date: '2026-07-01 18:00:00', end_date: '2026-07-01 19:00:00' },
      { uid: 's#20260702180000', title: 'Moved', start_date: '2026-07-03 20:00:00', end_date: '2026-07-03 22:00:00' },
    ])
  })

  it('keep an override whose series is not in the file', async () => {
    expect(
      await readItems(
        'a.ics',
        event('UID:s', 'RECURRENCE-ID:20260702T180000', 'SUMMARY:Alone', 'DTSTART:20260703T200000'),
      ),
    ).toEqual([
      [
        'events',
        3,
        { uid: 's#20260702180000', title: 'Alone', start_date: '2026-07-03 20:00:00', end_date: '2026-07-03 20:00:00' },
      ],
    ])
  })
})

async function errorsOf(...lines: string[]): Promise<readonly unknown[]> {
  const text = [
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'SUMMARY:Bad',
    ...lines,
    'END:VEVENT',
    'BEGIN:VEVENT',
    'SUMMARY:Good',
    'DTSTART:20270301T180000',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')
  const found: unknown[] = []
  for await (const item of itemsOf(textSource('a.ics', text), default_read_options))
    found.push(
      isEntry(item)
        ? item.values.title
        : [
            item.location.line,
            ...item.errors.flatMap((error) => [error.field, error.value, error.text.en, error.hint !== undefined]),
          ],
    )
  return found
}

describe('an event of an iCalendar file', () => {
  it.each([
    [
      'a day with dashes',
      ['DTSTART:2027-04-05'],
      ['start_date', '2027-04-05', 'DTSTART: "2027-04-05" is not a date', true],
    ],
    [
      'words',
      ['DTSTART;TZID=Europe/Berlin:tomorrow'],
      ['start_date', 'tomorrow', 'DTSTART: "tomorrow" is not a date', true],
    ],
    [
      'a month and an hour that do not exist',
      ['DTSTART:20271305T250000'],
      ['start_date', '20271305T250000', 'DTSTART: "20271305T250000" is not a date', true],
    ],
    [
      'the thirtieth of February',
      ['DTSTART:20270230T100000'],
      ['start_date', '20270230T100000', 'DTSTART: "20270230T100000" is not a date', true],
    ],
    [
      'a day cut short',
      ['DTSTART;VALUE=DATE:2027040'],
      ['start_date', '2027040', 'DTSTART: "2027040" is not a date', true],
    ],
    ['nothing', ['DTSTART:'], ['start_date', '', 'DTSTART: "" is not a date', true]],
    [
      'a wrong end',
      ['DTSTART:20270301T180000', 'DTEND:late'],
      ['end_date', 'late', 'DTEND: "late" is not a date', true],
    ],
    [
      'a wrong length',
      ['DTSTART:20270301T180000', 'DURATION:soon'],
      ['end_date', 'soon', 'DURATION: "soon" is not a duration', true],
    ],
    [
      'a wrong exception, folded',
      ['DTSTART:20270301T180000', 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE:20', ' 27'],
      [undefined, '2027', 'EXDATE: "2027" is not a date', true],
    ],
    [
      'a wrong exception after right ones',
      ['DTSTART:20270301T180000', 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE:20270302T180000', 'EXDATE:2027'],
      [undefined, '2027', 'EXDATE: "2027" is not a date', true],
    ],
    [
      'a rule of no frequency',
      ['DTSTART:20270301T180000', 'RRULE:nonsense'],
      [undefined, 'nonsense', 'RRULE "nonsense": unknown part "nonsense"', true],
    ],
    [
      'a rule the library throws at',
      ['DTSTART:20270301T180000', 'RRULE:FREQ=WEEKLY;BYDAY=XX'],
      [undefined, 'FREQ=WEEKLY;BYDAY=XX', 'RRULE "FREQ=WEEKLY;BYDAY=XX": BYDAY needs TU, 2TU, -1SU, not "XX"', true],
    ],
    [
      'a rule until never',
      ['DTSTART:20270301T180000', 'RRULE:FREQ=DAILY;UNTIL=soon'],
      [
        undefined,
        'FREQ=DAILY;UNTIL=soon',
        'RRULE "FREQ=DAILY;UNTIL=soon": UNTIL needs YYYYMMDD, YYYYMMDDTHHMMSSZ, not "soon"',
        true,
      ],
    ],
    ['no start at all', [], ['start_date', undefined, 'the event has no DTSTART', true]],
  ])('with %s is rejected, and the others are imported', async (_, lines, error) => {
    expect(await errorsOf(...lines)).toEqual([[2, ...error], 'Good'])
  })

  it('that is an invalid override is rejected, and the series is imported', async () => {
    const text = [
      'BEGIN:VCALENDAR',
      'BEGIN:VEVENT',
      'UID:1',
      'SUMMARY:A',
      'DTSTART:20270301T180000',
      'RRULE:FREQ=DAILY;COUNT=2',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'UID:1',
      'SUMMARY:B',
      'RECURRENCE-ID:never',
      'DTSTART:20270302T190000',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n')
    const found: unknown[] = []
    for await (const item of itemsOf(textSource('a.ics', text), default_read_options))
      found.push(isEntry(item) ? item.values.start_date : item.errors[0]?.text.en)
    expect(found).toEqual(['RECURRENCE-ID: "never" is not a date', '2027-03-01 18:00:00', '2027-03-02 18:00:00'])
  })
})
