// Values of iCalendar that programs write against the standard, and rules of the standard that are easy to miss.
import { describe, expect, it } from 'vitest'
import { readItems } from '../../../../support/read-items.ts'

const vtimezone = [
  ...['BEGIN:VTIMEZONE', 'TZID:Europe/Berlin'],
  ...['BEGIN:DAYLIGHT', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200', 'DTSTART:19700329T020000'],
  ...['RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU', 'END:DAYLIGHT'],
  ...['BEGIN:STANDARD', 'TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100', 'DTSTART:19701025T030000'],
  ...['RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU', 'END:STANDARD', 'END:VTIMEZONE'],
]
const event = (...lines: readonly string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']

async function valuesOf(...lines: readonly string[]): Promise<{ values: unknown[]; warnings: string[] }> {
  const warnings: string[] = []
  const text = ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n')
  const items = await readItems('a.ics', text, { warn: (warning) => warnings.push(warning.text.en) })
  return { values: items.map((item) => (Array.isArray(item) ? item[2] : item)), warnings }
}

const at = (start: string, end: string, more = {}) => ({ start_date: start, end_date: end, ...more })
const whole = (start: string, more = {}) => at(start, start, { all_day: true, ...more })

describe('a time despite VALUE=DATE', () => {
  it.each([
    ['', '2027-01-17 20:00:00', {}],
    [';TZID=Europe/Berlin', '2027-01-17 20:00:00', { timezone: 'Europe/Berlin' }],
  ])('is kept: %s', async (zone, start, more) => {
    const { values, warnings } = await valuesOf(...event(`DTSTART;VALUE=DATE${zone}:20270117T200000`))
    expect(values).toEqual([at(start, start, more)])
    expect(warnings).toEqual([
      `DTSTART;VALUE=DATE${zone}:20270117T200000 has a time despite VALUE=DATE and is read with it`,
    ])
  })

  it('is kept in UTC, in ends, exceptions and further dates', async () => {
    const { values } = await valuesOf(
      ...event(
        'UID:s',
        'DTSTART;value=date:20270117T200000Z',
        'DTEND;VALUE=DATE:20270117T210000Z',
        'RDATE;VALUE=DATE:20270118T100000Z,20270119T100000Z',
        'EXDATE;VALUE=DATE:20270119T100000Z',
      ),
    )
    expect(values).toEqual([
      at('2027-01-17 20:00:00', '2027-01-17 21:00:00', { timezone: 'UTC', uid: 's#20270117200000' }),
      at('2027-01-18 10:00:00', '2027-01-18 11:00:00', { timezone: 'UTC', uid: 's#20270118100000' }),
    ])
  })

  it('is an error next to a day', async () => {
    const { values } = await valuesOf(...event('DTSTART:20270117T200000', 'RDATE;VALUE=DATE:20270118T100000,20270119'))
    expect(values).toEqual([expect.stringContaining('RDATE: "20270118T100000,20270119" is not a date')])
  })
})

describe('a parameter', () => {
  it.each([
    ["O'Neil ^'X^'", `O'Neil "X"`],
    ["^'X^' Band", '"X" Band'],
    ['a^^b', 'a^b'],
    ['a^nb', 'a\nb'],
    ['"Smith, John"', 'Smith, John'],
    ["Bob's", "Bob's"],
  ])('is decoded as RFC 6868 has it: %s', async (written, name) => {
    const { values } = await valuesOf(
      ...event('DTSTART:20270117T200000', `ORGANIZER;CN=${written}:mailto:a@example.org`),
    )
    expect(values).toMatchObject([{ organizer: [{ organizer: name, email: 'a@example.org' }] }])
  })
})

describe('the dates of a series', () => {
  const dates = ['UID:s', 'DTSTART;TZID=Europe/Berlin:20270326T220000', 'RRULE:FREQ=DAILY;COUNT=3']
  const ends = (...list: readonly string[]) => list.map((end_date) => expect.objectContaining({ end_date }))

  it('last equally long with DTEND, across a clock change, with a note', async () => {
    const { values, warnings } = await valuesOf(...event(...dates, 'DTEND;TZID=Europe/Berlin:20270327T060000'))
    expect(values).toEqual(ends('2027-03-27 06:00:00', '2027-03-28 07:00:00', '2027-03-29 06:00:00'))
    expect(warnings).toEqual([
      'the date from 2027-03-27 22:00:00 ends at 07:00:00 because the clocks change: all dates last equally long',
    ])
  })

  it('are whole days from midnight to midnight', async () => {
    const { values, warnings } = await valuesOf(
      ...event(
        'DTSTART;TZID=Europe/Berlin:20270327T000000',
        'DTEND;TZID=Europe/Berlin:20270328T000000',
        'RRULE:FREQ=DAILY;COUNT=3',
      ),
    )
    expect(values).toEqual(ends('2027-03-28 00:00:00', '2027-03-29 00:00:00', '2027-03-30 00:00:00'))
    expect(warnings).toEqual([])
  })

  it.each([
    ['RECURRENCE-ID:20270102T000000Z', []],
    ['RECURRENCE-ID:20270101T230000Z', []],
    ['RECURRENCE-ID:20270102T050000Z', []],
    ['RECURRENCE-ID:20270102T090000', []],
    ['RECURRENCE-ID;TZID=Europe/Berlin:20270102T000000', []],
    ['RECURRENCE-ID;VALUE=DATE:20270102', []],
    ['RECURRENCE-ID:20270101T230000Z', ['X-WR-TIMEZONE:Europe/Berlin']],
    ['RECURRENCE-ID:20270102T040000Z', ['X-WR-TIMEZONE:America/Sao_Paulo']],
  ])('of whole days are replaced by %s %j', async (line, head) => {
    const { values, warnings } = await valuesOf(
      ...head,
      ...event('UID:s', 'DTSTART;VALUE=DATE:20270101', 'RRULE:FREQ=DAILY;COUNT=3', 'SUMMARY:A'),
      ...event('UID:s', line, 'DTSTART;VALUE=DATE:20270110', 'SUMMARY:B'),
    )
    const zone = head.length > 0 ? { timezone: expect.any(String) } : {}
    expect(values).toEqual([
      whole('2027-01-01', { title: 'A', uid: 's#20270101000000', ...zone }),
      whole('2027-01-10', { title: 'B', uid: 's#20270102000000', ...zone }),
      whole('2027-01-03', { title: 'A', uid: 's#20270103000000', ...zone }),
    ])
    expect(warnings).toEqual([])
  })
})

describe('X-WR-TIMEZONE', () => {
  it.each([
    ['alone', []],
    ['with its rules in the file', vtimezone],
  ])('is the zone of times in UTC, floating times and days: %s', async (_, zone) => {
    const { values } = await valuesOf(
      'X-WR-TIMEZONE:Europe/Berlin',
      ...zone,
      ...event('DTSTART:20270117T200000Z'),
      ...event('DTSTART:20270117T200000'),
      ...event('DTSTART;VALUE=DATE:20270117'),
    )
    const timezone = 'Europe/Berlin'
    expect(values).toEqual([
      at('2027-01-17 21:00:00', '2027-01-17 21:00:00', { timezone }),
      at('2027-01-17 20:00:00', '2027-01-17 20:00:00', { timezone }),
      whole('2027-01-17', { timezone }),
    ])
  })
})
