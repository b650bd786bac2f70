// iCalendar files of real programs: missing properties, series, cancellations, unusual folding.
import { describe, expect, it } from 'vitest'
import { isEntry } from '../../../../../src/bulk/input/entry.ts'
import { type IcsReading, readIcs } from '../../../../../src/bulk/input/ics/ics.ts'
import { type InputSource, textSource } from '../../../../../src/bulk/input/source.ts'
import { readItems } from '../../../../support/read-items.ts'

const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']

describe('an iCalendar file', () => {
  it.each([
    [
      'a day without VALUE=DATE',
      event('DTSTART:19971102'),
      [{ start_date: '1997-11-02', end_date: '1997-11-02', all_day: true }],
      ['2: DTSTART:19971102 lacks VALUE=DATE and is read as a date'],
    ],
    [
      'such a day with a rule and an exception',
      event('DTSTART;TZID=Europe/Berlin:19971102', 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE:19971103'),
      [
        { start_date: '1997-11-02', end_date: '1997-11-02', all_day: true },
        { start_date: '1997-11-04', end_date: '1997-11-04', all_day: true },
      ],
      [
        '2: DTSTART;TZID=Europe/Berlin:19971102 lacks VALUE=DATE and is read as a date',
        '2: EXDATE:19971103 lacks VALUE=DATE and is read as a date',
      ],
    ],
    [
      'a date changed by hand that its series does not have',
      [
        ...event('UID:s', 'DTSTART:20270101T100000', 'RRULE:FREQ=DAILY;COUNT=1'),
        ...event('UID:s', 'RECURRENCE-ID:20270105T100000', 'DTSTART:20270106T100000'),
      ],
      [
        { start_date: '2027-01-01 10:00:00', end_date: '2027-01-01 10:00:00', uid: 's#20270101100000' },
        { start_date: '2027-01-06 10:00:00', end_date: '2027-01-06 10:00:00', uid: 's#20270105100000' },
      ],
      ['2: RECURRENCE-ID 2027-01-05 10:00:00 is not a date of its series; imported as a separate event'],
    ],
    [
      'an event and its newer version',
      [
        ...event('UID:s', 'SEQUENCE:2', 'DTSTART:20270102T100000'),
        ...event('UID:s', 'DTSTART:20270101T100000', 'SEQUENCE:1'),
      ],
      [{ start_date: '2027-01-02 10:00:00', end_date: '2027-01-02 10:00:00', uid: 's' }],
      ['7: ignored: line 2 has a newer version of this event'],
    ],
    [
      'a date changed twice',
      [
        ...event('UID:s', 'DTSTART:20270101T100000', 'RRULE:FREQ=DAILY;COUNT=1'),
        ...event('UID:s', 'RECURRENCE-ID:20270101T100000', 'DTSTART:20270101T110000'),
        ...event('UID:s', 'RECURRENCE-ID:20270101T100000', 'DTSTART:20270101T120000', 'SEQUENCE:1'),
      ],
      [{ start_date: '2027-01-01 12:00:00', end_date: '2027-01-01 12:00:00', uid: 's#20270101100000' }],
      ['7: ignored: line 12 has a newer version of this event'],
    ],
    [
      'a date changed together with those after it',
      [
        ...event('UID:s', 'DTSTART:20270101T100000', 'DTEND:20270101T110000', 'RRULE:FREQ=DAILY;COUNT=3'),
        ...event(
          'UID:s',
          'RECURRENCE-ID;RANGE=THISANDFUTURE:20270102T100000',
          'DTSTART:20270102T140000',
          'DURATION:PT2H',
        ),
      ],
      [
        { start_date: '2027-01-01 10:00:00', end_date: '2027-01-01 11:00:00', uid: 's#20270101100000' },
        { start_date: '2027-01-02 14:00:00', end_date: '2027-01-02 16:00:00', uid: 's#20270102100000' },
        { start_date: '2027-01-03 14:00:00', end_date: '2027-01-03 16:00:00', uid: 's#20270103100000' },
      ],
      [],
    ],
    [
      'a relative URL',
      event('DTSTART:20270101T100000', 'URL:/events/1'),
      [{ start_date: '2027-01-01 10:00:00', end_date: '2027-01-01 10:00:00' }],
      ['2: ignored: the relative URL "/events/1"'],
    ],
    [
      'a cancelled event',
      event('DTSTART:20270101T100000', 'SUMMARY:A', 'STATUS:CANCELLED'),
      [{ title: 'A', start_date: '2027-01-01 10:00:00', end_date: '2027-01-01 10:00:00', status: 'draft' }],
      ['2: "A" is cancelled: it becomes a draft'],
    ],
    [
      'a calendar of cancellations',
      ['METHOD:CANCEL', ...event('DTSTART:20270101T100000', 'SUMMARY:A')],
      [{ title: 'A', start_date: '2027-01-01 10:00:00', end_date: '2027-01-01 10:00:00', status: 'draft' }],
      ['3: "A" is cancelled: it becomes a draft'],
    ],
    [
      'a cancelled date that does not repeat its start',
      [
        ...event('UID:s', 'DTSTART:20270101T100000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;INTERVAL=01;COUNT=2'),
        ...event('UID:s', 'RECURRENCE-ID:20270102T100000', 'SUMMARY:B', 'STATUS:CANCELLED'),
      ],
      [
        { start_date: '2027-01-01 10:00:00', end_date: '2027-01-01 11:00:00', uid: 's#20270101100000' },
        {
          title: 'B',
          start_date: '2027-01-02 10:00:00',
          end_date: '2027-01-02 11:00:00',
          status: 'draft',
          uid: 's#20270102100000',
        },
      ],
      ['2: "B" is cancelled: it becomes a draft'],
    ],
    [
      'tasks',
      ['BEGIN:VTODO', 'UID:1', 'END:VTODO', ...event('DTSTART:20270101T100000')],
      [{ start_date: '2027-01-01 10:00:00', end_date: '2027-01-01 10:00:00' }],
      ['1: ignored: VTODO; only events are read'],
    ],
    [
      'periods that are added',
      event(
        'DTSTART:20270101T100000',
        'DURATION:PT1H',
        'RDATE;VALUE=PERIOD:20270102T100000/PT3H,20270103T100000/20270103T101500',
      ),
      [
        { start_date: '2027-01-01 10:00:00', end_date: '2027-01-01 11:00:00' },
        { start_date: '2027-01-02 10:00:00', end_date: '2027-01-02 13:00:00' },
        { start_date: '2027-01-03 10:00:00', end_date: '2027-01-03 10:15:00' },
      ],
      [],
    ],
    [
      'rules of exception',
      event('DTSTART:20270101T100000', 'RRULE:FREQ=DAILY;COUNT=4', 'EXRULE:FREQ=DAILY;INTERVAL=2;COUNT=2'),
      [
        { start_date: '2027-01-02 10:00:00', end_date: '2027-01-02 10:00:00' },
        { start_date: '2027-01-04 10:00:00', end_date: '2027-01-04 10:00:00' },
      ],
      [],
    ],
    [
      'an exception that means no date',
      event('DTSTART:20270101T100000', 'RRULE:FREQ=DAILY;COUNT=1', 'EXDATE:20270101T110000'),
      [{ start_date: '2027-01-01 10:00:00', end_date: '2027-01-01 10:00:00' }],
      ['2: EXDATE 2027-01-01 11:00:00 is not a date of the series'],
    ],
    [
      'a start that its rule does not name',
      event('DTSTART:20270101T100000', 'RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=2'),
      [
        { start_date: '2027-01-01 10:00:00', end_date: '2027-01-01 10:00:00' },
        { start_date: '2027-01-04 10:00:00', end_date: '2027-01-04 10:00:00' },
      ],
      [
        '2: DTSTART 2027-01-01 10:00:00 is not a date of its rule FREQ=WEEKLY;BYDAY=MO;COUNT=2; it is imported as the first date',
      ],
    ],
    [
      'an alarm with a UID of its own',
      event('BEGIN:VALARM', 'UID:x', 'SEQUENCE:9', 'END:VALARM', 'UID:s', 'DTSTART:20270101T100000'),
      [{ start_date: '2027-01-01 10:00:00', end_date: '2027-01-01 10:00:00', uid: 's' }],
      ['1: ignored: VALARM; events have no field for it'],
    ],
    [
      'properties that have no field here',
      [
        ...event(
          'DTSTART:20270101T100000',
          'GEO:37.38;-122.08',
          'ATTENDEE;CN="A:B":mailto:a@example.org',
          ' GEO2:x',
          'TRANSP:OPAQUE',
          'X-CAL-OWN:1',
          'X-APPLE-STRUCTURED-LOCATION:geo:1,2',
          'BEGIN:VALARM',
          'ACTION:DISPLAY',
          'END:VALARM',
        ),
        ...event('DTSTART:20270102T100000', 'attach:https://example.org/a.pdf'),
      ],
      [
        { start_date: '2027-01-01 10:00:00', end_date: '2027-01-01 10:00:00' },
        { start_date: '2027-01-02 10:00:00', end_date: '2027-01-02 10:00:00' },
      ],
      ['1: ignored: ATTACH, ATTENDEE, GEO, VALARM, X-APPLE-STRUCTURED-LOCATION; events have no field for them'],
    ],
    [
      'hours that pass while the clock is set',
      event('DTSTART;TZID=Europe/Berlin:20270327T220000', 'DURATION:PT8H'),
      [{ start_date: '2027-03-27 22:00:00', end_date: '2027-03-28 07:00:00', timezone: 'Europe/Berlin' }],
      [],
    ],
  ])('with %s', async (_, lines, values, warnings) => {
    const warned: string[] = []
    const text = ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n')
    const items = await readItems('a.ics', text, {
      warn: ({ location: place, text: { en } }) => warned.push(`${place.line}: ${en}`),
    })
    expect(items.map((item) => (Array.isArray(item) ? item[2] : item))).toEqual(values)
    expect([...new Set(warned)]).toEqual(warnings)
  })

  it.each([
    [
      'an end before its start',
      event('DTSTART:20270101T100000', 'DTEND:20270101T090000'),
      'the event ends before it starts',
    ],
    ['a length below nothing', event('DTSTART:20270101T100000', 'DURATION:-PT1H'), 'the event ends before it starts'],
    [
      'an end and another length',
      event('DTSTART:20270101T100000', 'DTEND:20270101T110000', 'DURATION:PT2H'),
      'DTEND and DURATION contradict each other',
    ],
    [
      'a day that ends at a time',
      event('DTSTART;VALUE=DATE:20270101', 'DTEND:20270103T120000'),
      'DTSTART is a date, but DTEND is a date and time',
    ],
    [
      'hours of a day without a time',
      event('DTSTART;VALUE=DATE:20270101', 'RRULE:FREQ=HOURLY;COUNT=3'),
      'RRULE "FREQ=HOURLY;COUNT=3": FREQ=HOURLY needs a DTSTART with a time',
    ],
    [
      'a range that was withdrawn',
      event('DTSTART:20270101T100000', 'RECURRENCE-ID;RANGE=THISANDPRIOR:20270101T100000'),
      'RECURRENCE-ID: RANGE=THISANDPRIOR is not supported',
    ],
  ])('rejects %s', async (_, lines, error) => {
    expect(await readItems('a.ics', ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n'))).toEqual([
      ['error', 2, error],
    ])
  })

  it('may be folded with tabs, have LF line endings, and start with a byte order mark', async () => {
    const text = `\ufeff${['BEGIN:VCALENDAR', ...event('SUMMARY:Folded', '\t here', 'DTSTART:2027', '\t0101T100000', 'DESCRIPTION:a', ' END:VEVENT'), 'END:VCALENDAR', ''].join('\n')}`
    expect(await readItems('a.ics', text)).toEqual([
      [
        'events',
        2,
        {
          title: 'Folded here',
          description: 'aEND:VEVENT',
          start_date: '2027-01-01 10:00:00',
          end_date: '2027-01-01 10:00:00',
        },
      ],
    ])
  })
})

describe('a series', () => {
  const endless = [
    'BEGIN:VCALENDAR',
    ...event('UID:d', 'SUMMARY:A', 'DTSTART:20120101T090000', 'RRULE:FREQ=MONTHLY'),
    'END:VCALENDAR',
    '',
  ].join('\r\n')

  it('without an end is imported from one year ago to two years ahead, with a note', async () => {
    const warned: string[] = []
    const found: unknown[] = []
    const reading: IcsReading = { now: Date.UTC(2027, 5, 15), warn: ({ text }) => warned.push(text.en) }
    for await (const item of readIcs(textSource('a.ics', endless), reading))
      if (isEntry(item)) found.push(item.values.start_date)
    expect([found.length, found[0], found.at(-1)]).toEqual([36, '2026-07-01 09:00:00', '2029-06-01 09:00:00'])
    expect(warned).toEqual([
      'the series FREQ=MONTHLY has no end: only dates from 2026-06-15 to 2029-06-15 are read (--since, --until)',
    ])
  })

  it('is imported between --since and --until', async () => {
    const items = await readItems('a.ics', endless, { since: '2030-01-01 00:00:00', until: '2030-03-01 23:59:59' })
    expect(items.map((item) => (Array.isArray(item) ? item[2].start_date : item))).toEqual([
      '2030-01-01 09:00:00',
      '2030-02-01 09:00:00',
      '2030-03-01 09:00:00',
    ])
  })
})

describe('the encoding of a file', () => {
  const events = Array.from({ length: 1500 }, (_, i) =>
    event(`UID:${i}`, 'SUMMARY:Plain', 'DTSTART:20270101T100000').join('\r\n'),
  ).join('\r\n')
  const greeting = event('UID:last', 'SUMMARY:Grüße', 'DTSTART:20270101T100000').join('\r\n')
  const source = (parts: readonly (readonly [string, 'utf-8' | 'latin1'])[]): InputSource => ({
    name: 'a.ics',
    async *bytes() {
      for (const [text, encoding] of parts) yield Buffer.from(text, encoding)
    },
  })
  const titles = async (...parts: readonly (readonly [string, 'utf-8' | 'latin1'])[]) => {
    const found = new Set<unknown>()
    for await (const item of readIcs(source(parts), { now: 0, warn: () => {} }))
      if (isEntry(item)) found.add(item.values.title)
    return [...found]
  }

  it('Windows-1252 is detected by a late character', async () => {
    expect(
      await titles([`BEGIN:VCALENDAR\r\n${events}\r\n`, 'latin1'], [`${greeting}\r\nEND:VCALENDAR\r\n`, 'latin1']),
    ).toEqual(['Plain', 'Grüße'])
  })

  it('a mix of two encodings is rejected', async () => {
    await expect(
      titles(
        [`BEGIN:VCALENDAR\r\n${greeting}\r\n${events}\r\n`, 'utf-8'],
        [`${greeting}\r\nEND:VCALENDAR\r\n`, 'latin1'],
      ),
    ).rejects.toThrow('a.ics mixes UTF-8 with another encoding')
  })
})

it('is read once, although zones, overrides and newer versions follow their events', async () => {
  const lines = [
    ...event('UID:a\\,b', 'DTSTART;TZID=Town:20270101T100000', 'RRULE:FREQ=DAILY;COUNT=2'),
    ...event('UID:a\\,b', 'RECURRENCE-ID;TZID=Town:20270102T100000', 'DTSTART;TZID=Town:20270103T100000'),
    ...['BEGIN:VTIMEZONE', 'TZID:Town', 'BEGIN:STANDARD', 'DTSTART:19700101T000000', 'TZOFFSETFROM:+0100'],
    ...['TZOFFSETTO:+0100', 'END:STANDARD', 'END:VTIMEZONE'],
  ]
  let reads = 0
  const source: InputSource = {
    name: 'a.ics',
    async *bytes() {
      reads++
      yield Buffer.from(['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n'))
    },
  }
  const starts: unknown[] = []
  for await (const item of readIcs(source, { now: 0, warn: () => {} }))
    starts.push(isEntry(item) ? item.values.start_date : item.errors)
  expect({ starts, reads }).toEqual({ starts: ['2027-01-01 10:00:00', '2027-01-03 10:00:00'], reads: 1 })
})
