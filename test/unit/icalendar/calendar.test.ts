// A VEVENT: the properties of a subscription, and texts that a parser reads back.
import fc from 'fast-check'
import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/base/json.ts'
import { calendar_end, calendarHead, eventComponent, eventWriter } from '../../../src/icalendar/calendar.ts'
import { is_nightly } from '../../support/extent.ts'
import { readItems } from '../../support/read-items.ts'

const event = {
  id: 7,
  slug: 'jazz',
  status: 'publish',
  title: 'Jazz',
  rest_url: 'https://x.example/wp-json/tribe/events/v1/events/7',
  modified_utc: '2026-11-21 10:00:01',
  start_date: '2027-03-01 10:00:00',
  end_date: '2027-03-01 11:30:00',
  timezone: 'Europe/Berlin',
}
const hall = { venue: 'Hall', address: '1 Main St', city: 'Springfield', stateprovince: 'IL', zip: '62701' }

function linesOf(record: JsonObject, pattern: RegExp): readonly string[] {
  return eventComponent(record)
    .replaceAll('\r\n ', '')
    .split('\r\n')
    .filter((line) => pattern.test(line))
}

function calendarOf(record: JsonObject): string {
  return calendarHead('export') + eventWriter()(record) + calendar_end
}

function parsed(record: JsonObject): ICAL.Component {
  const found = new ICAL.Component(ICAL.parse(calendarOf(record))).getFirstSubcomponent('vevent')
  if (!found) throw new Error('no event')
  return found
}

describe('an event as iCalendar', () => {
  it('has the time of its last modification three times', () => {
    expect(linesOf(event, /^(DTSTAMP|LAST-MODIFIED|SEQUENCE)/)).toEqual([
      'DTSTAMP:20261121T100001Z',
      'LAST-MODIFIED:20261121T100001Z',
      'SEQUENCE:532951201',
    ])
    expect(linesOf({ ...event, modified_utc: '0000-00-00 00:00:00' }, /^(DTSTAMP|LAST|SEQ)/)).toEqual([
      'DTSTAMP:19700101T000000Z',
    ])
    expect(linesOf({ ...event, modified_utc: '9999-01-01 00:00:00' }, /^SEQ/)).toEqual(['SEQUENCE:2147483647'])
  })

  it('has the address and the position of its venue, and an import finds the venue by its name', async () => {
    const record = { ...event, venue: { ...hall, geo_lat: 39.8, geo_lng: '-89.65' } }
    expect(linesOf(record, /^(LOCATION|GEO)/)).toEqual([
      'LOCATION;X-CAL-NAME=Hall:Hall\\, 1 Main St\\, Springfield\\, IL\\, 62701',
      'GEO:39.800000;-89.650000',
    ])
    expect(await readItems('a.ics', calendarOf(record))).toEqual([
      ['events', expect.any(Number), expect.objectContaining({ venue: 'Hall' })],
    ])
    expect(linesOf({ ...event, venue: { geo_lat: 91, geo_lng: 0 } }, /^(LOCATION|GEO)/)).toEqual([])
    expect(linesOf({ ...event, venue: { venue: [], address: '' } }, /^(LOCATION|GEO)/)).toEqual([])
  })

  it('has all its organizers, which an import reads', async () => {
    const organizer = [{ organizer: 'Choir' }, { organizer: 'Smith, Ben', email: 'b@x.example' }, { organizer: 'Band' }]
    expect(await readItems('a.ics', calendarOf({ ...event, organizer }))).toEqual([
      ['events', expect.any(Number), expect.objectContaining({ organizer })],
    ])
  })

  it('is cancelled by a category or tag, and an import keeps it published', async () => {
    for (const [field, slug] of [
      ['tags', 'cancelled'],
      ['tags', 'canceled'],
      ['categories', 'abgesagt'],
    ] as const) {
      const record = { ...event, [field]: [{ slug, name: 'No' }] }
      expect(linesOf(record, /STATUS/)).toEqual(['STATUS:CANCELLED', 'X-CAL-STATUS:publish'])
      expect(await readItems('a.ics', calendarOf(record))).toEqual([
        ['events', expect.any(Number), expect.objectContaining({ status: 'publish' })],
      ])
    }
    expect(linesOf(event, /STATUS/)).toEqual(['STATUS:CONFIRMED'])
    expect(linesOf({ ...event, status: 'draft' }, /STATUS/)).toEqual(['STATUS:TENTATIVE', 'X-CAL-STATUS:draft'])
  })

  it('has no end where iCalendar cannot hold it', () => {
    expect(linesOf({ ...event, end_date: '2027-03-01 09:00:00' }, /^DT(START|END)/)).toEqual([
      'DTSTART;TZID=Europe/Berlin:20270301T100000',
    ])
    const last = { ...event, all_day: true, start_date: '9999-12-31 00:00:00', end_date: '9999-12-31 23:59:59' }
    expect(linesOf(last, /^DT(START|END)/)).toEqual(['DTSTART;VALUE=DATE:99991231'])
  })

  it('keeps years before 1000 and times that daylight saving skips', () => {
    const old = { ...event, timezone: 'UTC', start_date: '0999-03-01 10:00:00', end_date: '0999-03-01 11:00:00' }
    expect(linesOf(old, /^DT(START|END)/)).toEqual(['DTSTART:09990301T100000Z', 'DTEND:09990301T110000Z'])
    const skipped = { ...event, start_date: '2027-03-28 02:30:00', end_date: '2027-03-28 04:00:00' }
    const { startDate } = new ICAL.Event(parsed(skipped))
    expect(String(startDate)).toBe('2027-03-28T02:30:00')
    const edge = { ...event, timezone: 'UTC-5', start_date: '9999-12-31 22:00:00', end_date: '9999-12-31 23:00:00' }
    expect(linesOf(edge, /^DT(START|END)/)).toEqual(['DTSTART:99991231T220000', 'DTEND:99991231T230000'])
  })

  it('names an event without dates by its id and title', () => {
    expect(() => eventComponent({ ...event, start_date: '' })).toThrow(/event without dates: 7, Jazz, "" to "2027/)
  })

  it('any text is read back by a parser', () => {
    const text = fc.string({ unit: 'binary', maxLength: 200 })
    fc.assert(
      fc.property(text, text, fc.array(text, { minLength: 1, maxLength: 3 }), text, (title, body, names, organizer) => {
        const record = {
          ...event,
          title: plain(title),
          description: plain(body),
          categories: names.map((name) => ({ name: plain(name), slug: 'a' })),
          organizer: [{ organizer: plain(organizer) }, { organizer: plain(title), email: 'a@x.example' }],
          venue: { ...hall, venue: plain(title) },
        }
        const component = parsed(record)
        for (const line of eventComponent(record).split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThan(76)
        expect(component.getFirstPropertyValue('summary') ?? '').toBe(record.title)
        expect(component.getFirstPropertyValue('description') ?? '').toBe(record.description)
        expect(component.getFirstProperty('categories')?.getValues()).toEqual(record.categories.map(({ name }) => name))
        for (const [i, name] of ['organizer', 'x-cal-organizer'].entries())
          expect(component.getFirstProperty(name)?.getFirstParameter('cn')).toBe(record.organizer[i]?.organizer)
      }),
      { numRuns: is_nightly ? 300 : 60 },
    )
  })
})

/** Without what is no text of iCalendar, or HTML. */
function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are not allowed in iCalendar.
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b-\u001f\u007f<&]/g, '')
}
