// iCalendar files of real programs: missing properties, series, cancellations, unusual folding.
import { describe, expect, it } from 'vitest'
import { isEntry } from '../../../../../src/bulk/input/entry.ts'
import { type IcsReading, readIcs } from '../../../../../src/bulk/input/ics/ics.ts'
import { type InputSource, textSource } from '../../../../../src/bulk/input/source.ts'
import { itemsOf, readItems } from '../../../../support/read-items.ts'

const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']

describe('an iCalendar file', () => {
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

it.each(['SUMMARY;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:F=C3=BChling', 'SUMMARY;quoted-printable:F=FChling'])(
  'with quoted-printable texts, as in vCalendar 1.0, is refused: %s',
  async (summary) => {
    const text = ['BEGIN:VCALENDAR', ...event(summary, 'DTSTART:20270101T100000'), 'END:VCALENDAR', ''].join('\r\n')
    await expect(readItems('a.ics', text)).rejects.toThrow('a.ics:2: this event has quoted-printable texts')
  },
)

it('has periods with ends of their own, without a note on clock changes', async () => {
  const period = 'RDATE;VALUE=PERIOD:20270102T100000/20270102T123000,20270103T100000/PT30M'
  const lines = event('UID:1', 'SUMMARY:A', 'DTSTART:20270101T100000', 'DTEND:20270101T110000', period)
  const warnings: string[] = []
  const items = await readItems('a.ics', ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n'), {
    note: ({ en }) => void warnings.push(en),
  })
  expect(items.map((item) => Array.isArray(item) && item[2].end_date)).toEqual([
    '2027-01-01 11:00:00',
    '2027-01-02 12:30:00',
    '2027-01-03 10:30:00',
  ])
  expect(warnings).toEqual([])
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
    const reading: IcsReading = { now: Date.UTC(2027, 5, 15), warn: (_, text) => void warned.push(text.en) }
    for await (const item of itemsOf(readIcs(textSource('a.ics', endless), reading, false)))
      if (isEntry(item)) found.push(item.values.start_date)
    expect([found.length, found[0], found.at(-1)]).toEqual([36, '2026-07-01 09:00:00', '2029-06-01 09:00:00'])
    expect(warned).toEqual([
      'a.ics:2: the series FREQ=MONTHLY has no end: only dates from 2026-06-15 to 2029-06-15 are read (--since, --until)',
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
    for await (const item of itemsOf(readIcs(source(parts), { now: 0, warn: () => {} }, false)))
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
  for await (const item of itemsOf(readIcs(source, { now: 0, warn: () => {} }, false)))
    starts.push(isEntry(item) ? item.values.start_date : item.errors)
  expect({ starts, reads }).toEqual({ starts: ['2027-01-01 10:00:00', '2027-01-03 10:00:00'], reads: 1 })
})
