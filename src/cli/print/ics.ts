// iCalendar: events as a calendar that other programs read.
import type Ical from 'ical.js'
import { dayOf, daysLater } from '../../base/days.ts'
import { Failure } from '../../base/failure.ts'
import { isObject } from '../../base/json.ts'
import type { Item } from '../outcome.ts'
import { cellOf, valueAt } from './fields.ts'
import type { Printer } from './page.ts'

/** Fails with `usage` for records that have no dates. */
export const printIcs: Printer = async function* (records) {
  const { default: ICAL } = await import('ical.js')
  // The head waits for the first event: of other records nothing is printed.
  let head = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//cal//events//EN\r\n'
  for await (const record of records) {
    const event = new ICAL.Component('vevent')
    fill(event, record, ICAL.Time)
    yield `${head}${event.toString()}\r\n`
    head = ''
  }
  yield `${head}END:VCALENDAR\r\n`
}

type Component = InstanceType<typeof Ical.Component>
type TimeClass = typeof Ical.Time

function fill(event: Component, record: Item, Time: TimeClass): void {
  const set = (name: string, value: string) => {
    if (value !== '') event.addPropertyWithValue(name, value)
  }
  set('uid', textAt(record, 'global_id') || textAt(record, 'id'))
  setDates(event, record, Time)
  const stamp = textAt(record, 'modified_utc')
  if (isWall(stamp)) event.addPropertyWithValue('dtstamp', utc(stamp, Time))
  set('summary', textAt(record, 'title'))
  set('description', textAt(record, 'description'))
  set('location', ['venue.venue', 'venue.address', 'venue.zip', 'venue.city', 'venue.country'].map((name) => textAt(record, name)).filter((part) => part !== '').join(', '))
  set('url', textAt(record, 'url'))
  set('status', textAt(record, 'status') === 'publish' ? 'CONFIRMED' : 'TENTATIVE')
  const categories = valueAt(record, 'categories')
  for (const category of Array.isArray(categories) ? categories : []) set('categories', isObject(category) ? cellOf(category, ',') : '')
}

/** Whole days as dates, the last one exclusive; everything else as instants. */
function setDates(event: Component, record: Item, Time: TimeClass): void {
  const [start, end] = [textAt(record, 'start_date'), textAt(record, 'end_date')]
  if (!isWall(start) || !isWall(end)) throw new Failure('usage', { en: '-o ics shows events, and this is none', de: '-o ics zeigt Termine, und dies ist keiner' }, { hint: { en: '-o json shows anything', de: '-o json zeigt alles' } })
  if (record.all_day === true) {
    event.addPropertyWithValue('dtstart', Time.fromDateString(dayOf(start)))
    event.addPropertyWithValue('dtend', Time.fromDateString(daysLater(dayOf(end), 1)))
    return
  }
  const [utc_start, utc_end] = [textAt(record, 'utc_start_date'), textAt(record, 'utc_end_date')]
  event.addPropertyWithValue('dtstart', utc(isWall(utc_start) ? utc_start : start, Time))
  event.addPropertyWithValue('dtend', utc(isWall(utc_end) ? utc_end : end, Time))
}

function utc(wall: string, Time: TimeClass) {
  return Time.fromDateTimeString(`${wall.replace(' ', 'T')}Z`)
}

function isWall(text: string): boolean {
  return /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) && !text.startsWith('0000')
}

function textAt(record: Item, name: string): string {
  return cellOf(valueAt(record, name), ', ')
}
