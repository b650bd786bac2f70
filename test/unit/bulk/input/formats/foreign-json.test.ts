// JSON of other programs: calendars are read, records in a wrapper are refused with a jq filter that extracts them.
import { describe, expect, it } from 'vitest'
import { throughJq } from '../../../../../src/cli/output/formats/jq.ts'
import { readItems } from '../../../../support/read-items.ts'
import { newWorkspace } from '../../../../support/workspace.ts'

const record = { title: 'A', start_date: '2027-03-13 19:00', end_date: '2027-03-13 20:00' }
const thing = {
  '@type': 'Event',
  name: 'A',
  startDate: '2027-03-13T19:00:00+01:00',
  location: { '@type': 'Place', name: 'Hall' },
}
const of_thing = {
  title: 'A',
  start_date: '2027-03-13T19:00:00+01:00',
  end_date: '2027-03-13T19:00:00+01:00',
  venue: 'Hall',
}

describe('records in a wrapper are refused with a jq filter that extracts them', () => {
  it.each([
    ['"data" is not a kind of record', '.data', { data: [record] }, [record]],
    [
      '"result.list.rows" is not a kind of record',
      '.result.list.rows',
      { result: { list: { rows: [record] } } },
      [record],
    ],
    ['"@rows" is not a kind of record', '."@rows"', { '@rows': [record] }, [record]],
    [
      '"records" is not a kind of record',
      '[.records[].fields]',
      { records: [{ id: 'rec1', createdTime: '2026-11-01T10:00:00.000Z', fields: record }], offset: 'itr' },
      [record],
    ],
    ['has the form of schema.org', /startDate/, { '@context': 'https://schema.org', ...thing }, [of_thing]],
    [
      'has the form of schema.org',
      /startDate/,
      [{ '@context': 'http://schema.org', ...thing, location: 'Hall' }],
      [of_thing],
    ],
    ['has the form of schema.org', /startDate/, { '@context': 'https://schema.org', '@graph': [thing] }, [of_thing]],
  ])('%s: %s', async (message, filter, document, records) => {
    const { cal, write } = newWorkspace()
    write('a&b.json', JSON.stringify(document))
    const { code, stderr } = await cal('import a&b.json --yes')
    expect(code).toBe(2)
    expect(stderr).toContain(message)
    const [, written = ''] = /jq '(.*)' 'a&b\.json' \| cal import - --kind events\n$/.exec(stderr) ?? []
    expect(written).toMatch(filter)
    expect(JSON.parse(await throughJq(document, written, { isTerminal: false }))).toEqual(records)
  })

  it.each([{ data: [record] }, { result: { rows: [record] } }])('also in a large file: %j', async (document) => {
    const text = `${' '.repeat(300_000)}${JSON.stringify(document)}`
    await expect(readItems('a.json', text)).rejects.toThrow('is not a kind of record')
  })

  it('other lists next to records are only ignored', async () => {
    const notes: string[] = []
    const text = JSON.stringify({ events: [], filters: [{ a: 1 }] })
    expect(await readItems('a.json', text, { note: ({ en }) => notes.push(en) })).toEqual([])
    expect(notes).toEqual([expect.stringContaining('ignored: "filters" is not a kind of record')])
  })
})

it('jCal is read as iCalendar', async () => {
  const calendar = (...properties: unknown[]) =>
    JSON.stringify(['vcalendar', [], [['vevent', properties, []]]], null, 1)
  const items = await readItems(
    'a.json',
    calendar(
      ['uid', {}, 'text', '1'],
      ['summary', {}, 'text', 'Übung, laut'],
      ['dtstart', { tzid: 'Europe/Berlin' }, 'date-time', '2027-03-13T19:00:00'],
      ['duration', {}, 'duration', 'PT2H'],
      ['rrule', {}, 'recur', { freq: 'WEEKLY', count: 2 }],
    ),
  )
  expect(items).toMatchObject([
    ['events', 2, { title: 'Übung, laut', start_date: '2027-03-13 19:00:00', end_date: '2027-03-13 21:00:00' }],
    ['events', 2, { uid: '1#20270320190000', start_date: '2027-03-20 19:00:00', timezone: 'Europe/Berlin' }],
  ])
  await expect(readItems('a.json', '["vcalendar",[["x"]],3]')).rejects.toThrow('a.json cannot be read as a calendar')
})

describe('the Google Calendar API', () => {
  const response = (...items: unknown[]) =>
    JSON.stringify({ kind: 'calendar#events', timeZone: 'Europe/Berlin', items })
  const at = (dateTime: string) => ({ dateTime, timeZone: 'Europe/Berlin' })

  it('with an unknown time zone has errors for its events', async () => {
    const start = { dateTime: '2027-03-20T19:00:00+01:00', timeZone: 'Foo/Bar' }
    expect(await readItems('a.json', response({ id: 'a', summary: 'A', start }))).toEqual([
      ['error', 3, 'the time zone "Foo/Bar" is unknown, and the file does not describe it'],
    ])
  })

  it('has line breaks in texts, which begin no property', async () => {
    const items = await readItems(
      'a.json',
      response({
        id: 'a',
        summary: 'A\rSTATUS:CANCELLED',
        organizer: { displayName: 'Choir\nLOCATION:Hall', email: 'a@x.test' },
        start: { date: '2027-05-01' },
      }),
    )
    expect(items).toMatchObject([
      [
        'events',
        3,
        { title: 'A\nSTATUS:CANCELLED', organizer: [{ organizer: 'Choir LOCATION:Hall', email: 'a@x.test' }] },
      ],
    ])
    const rule = { id: 'b', start: { date: '2027-05-01' }, recurrence: ['RRULE:FREQ=DAILY;COUNT=1\r\nSUMMARY:B'] }
    expect(await readItems('a.json', response(rule))).toEqual([['error', 3, expect.stringContaining('COUNT needs')]])
  })

  it('has series with changed dates, and whole days', async () => {
    const items = await readItems(
      'a.json',
      response(
        {
          id: 's',
          iCalUID: 's@google.com',
          status: 'confirmed',
          summary: 'Choir; "loud", all',
          description: 'a\nb',
          location: 'Hall',
          organizer: { displayName: 'Choir', email: 'choir@x.test' },
          start: at('2027-03-20T19:00:00+01:00'),
          end: at('2027-03-20T21:00:00+01:00'),
          recurrence: ['EXDATE;TZID=Europe/Berlin:20270327T190000', 'RRULE:FREQ=WEEKLY;COUNT=4'],
        },
        {
          id: 's_20270403T170000Z',
          iCalUID: 's@google.com',
          recurringEventId: 's',
          summary: 'Choir, moved',
          originalStartTime: at('2027-04-03T19:00:00+02:00'),
          start: { dateTime: '2027-04-04T17:00:00Z' },
          end: { dateTime: '2027-04-04T19:00:00Z' },
          visibility: 'private',
        },
        { id: 'd', summary: 'Trip', start: { date: '2027-05-01' }, end: { date: '2027-05-03' } },
      ),
    )
    const timezone = 'Europe/Berlin'
    const choir = {
      title: 'Choir; "loud", all',
      description: 'a\nb',
      venue: 'Hall',
      organizer: [{ organizer: 'Choir', email: 'choir@x.test' }],
      timezone,
    }
    expect(items.map((item) => (Array.isArray(item) ? item[2] : item))).toEqual([
      {
        ...choir,
        uid: 's@google.com#20270320190000',
        start_date: '2027-03-20 19:00:00',
        end_date: '2027-03-20 21:00:00',
      },
      {
        title: 'Choir, moved',
        uid: 's@google.com#20270403190000',
        start_date: '2027-04-04 19:00:00',
        end_date: '2027-04-04 21:00:00',
        timezone,
        status: 'private',
      },
      {
        ...choir,
        uid: 's@google.com#20270410190000',
        start_date: '2027-04-10 19:00:00',
        end_date: '2027-04-10 21:00:00',
      },
      { title: 'Trip', uid: 'd', start_date: '2027-05-01', end_date: '2027-05-02', all_day: true, timezone },
    ])
  })
})
