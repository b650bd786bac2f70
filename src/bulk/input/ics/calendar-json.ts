// iCalendar in JSON: jCal (RFC 7265), and the responses of the Google Calendar API.
import ICAL from 'ical.js'
import * as z from 'zod/mini'
import { strictDate } from '../../../base/dates/written-dates.ts'
import { isZone } from '../../../base/dates/zoned-time.ts'
import { isList, isObject, itemsOf, type Json, type JsonObject, objectsOf, shallowJson } from '../../../base/json.ts'
import { type JsonSlice, Slicer, unreadableCalendar } from '../formats/json.ts'
import { type InputSource, record_characters_max, wholeTextOf } from '../source.ts'
import { IcsFile, ifReadable, jcalOf } from './components.ts'

const json = z.custom<Json>()
const property = z.tuple([z.string(), z.record(z.string(), json), z.string(), json], json)
type Property = z.infer<typeof property>
type Component = readonly [name: string, properties: readonly Property[], components: readonly Component[]]
const component: z.ZodMiniType<Component> = z.tuple([z.string(), z.array(property), z.lazy(() => z.array(component))])
const calendars = z.array(component)

/** Errors: `usage` for broken JSON, and for 8,000,000 characters. */
export async function readCalendarJson(source: InputSource): Promise<IcsFile> {
  const text = (await wholeTextOf(source, record_characters_max)) ?? ''
  const value = shallowJson(text)
  const file = isObject(value) || isEvents(value) ? fileOfGoogle(value, text) : fileOfJcal(value, text)
  if (file) return file
  throw unreadableCalendar(source.name)
}

function slicesOf(text: string): readonly JsonSlice[] {
  return new Slicer('').push(text)
}

/** The component as iCalendar, which is read as in a file; undefined if it has values that no text can have. */
function icsTextOf(jcal: readonly Json[]): string | undefined {
  return ifReadable(() => ICAL.stringify([...jcal]).trimEnd())
}

type PlacedText = Pick<JsonSlice, 'text' | 'line'>

function fileOfJcal(value: Json | undefined, text: string): IcsFile | undefined {
  const isOne = typeof itemsOf(value)[0] === 'string'
  const { data } = calendars.safeParse(isOne ? [value] : value)
  const slices: readonly PlacedText[] = isOne ? [{ text, line: 1 }] : slicesOf(text)
  const file = new IcsFile()
  for (const [i, calendar] of (data ?? []).entries())
    if (!addJcal(calendar, slices[i] ?? { text: '', line: 1 }, file)) return undefined
  return data && file
}

/** False for a component with values that iCalendar cannot have. */
function addJcal([, properties, components]: Component, { text, line }: PlacedText, file: IcsFile): boolean {
  const [zone, method] = ['x-wr-timezone', 'method'].map((name) => {
    const own = properties.find(([one]) => one.toLowerCase() === name)?.[3]
    return typeof own === 'string' ? own : undefined
  })
  file.addCalendar(zone, method)
  const list = slicesOf(text)[2]
  const slices = slicesOf(list?.text ?? '')
  for (const [i, one] of components.entries()) {
    if (!isName(one[0])) continue
    const written = icsTextOf(inOneSpelling(one))
    if (written === undefined) return false
    const place = { line: line + (list?.line ?? 1) + (slices[i]?.line ?? 1) - 2, calendar: file.calendars.length - 1 }
    const name = one[0].toUpperCase()
    file.add(name, { text: written, ...place, jcal: jcalOf(written) })
    for (const [own] of name === 'VEVENT' ? one[1] : []) if (!isName(own)) file.unread.add(own)
  }
  return true
}

/** Other names cannot be written in iCalendar. */
function isName(name: string): boolean {
  return /^[\w-]+$/.test(name)
}

/** Names are written in both cases, and rules as texts. */
function inOneSpelling([name, properties, components]: Component): Component {
  const named = properties.filter(([own]) => isName(own)).map(propertyInOneSpelling)
  return [name.toLowerCase(), named, components.filter(([own]) => isName(own)).map(inOneSpelling)]
}

function propertyInOneSpelling([name, parameters, written_type, ...values]: Property): Property {
  const isRuleText = /^(?:ex|r)rule$/i.test(name) && typeof values[0] === 'string'
  const type = isRuleText || !isName(written_type) ? 'unknown' : written_type.toLowerCase()
  const [first = null, ...others] = values.map((one) => {
    if (isObject(one)) return lowerNames(one)
    return typeof one !== 'string' ? one : type === 'text' ? withLineFeeds(one) : oneLine(one)
  })
  const texts = Object.entries(parameters).filter(
    ([own, value]) => isName(own) && itemsOf(value).every((one) => typeof one === 'string'),
  )
  return [name.toLowerCase(), lowerNames(Object.fromEntries(texts)), type, first, ...others]
}

function lowerNames<T>(record: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name.toLowerCase(), value]))
}

function isEvents(value: Json | undefined): value is readonly JsonObject[] {
  return isList(value) && value.every((one) => isObject(one) && one.kind === 'calendar#event')
}

/** A page of a list, one event, or a list of events; undefined for an object of another program. */
function fileOfGoogle(value: JsonObject | readonly JsonObject[], whole: string): IcsFile | undefined {
  const { kind, timeZone, items = null }: JsonObject = isObject(value) ? value : {}
  const isPage = kind === 'calendar#events'
  if (isObject(value) && !isPage && kind !== 'calendar#event') return undefined
  const events = isPage ? itemsOf(items) : itemsOf(value)
  const zone = typeof timeZone === 'string' ? timeZone : undefined
  const file = new IcsFile()
  file.addCalendar(zone, undefined)
  const slices = slicesOf(whole).filter(({ key, isItem }) => isItem && key === (isPage ? 'items' : undefined))
  const named = objectsOf(events).filter(({ id }) => typeof id === 'string')
  const uids = new Map(named.map(({ id, iCalUID }) => [id, iCalUID ?? id]))
  for (const [i, item] of events.entries()) {
    if (!isObject(item)) continue
    // A cancelled date of a series names only the series and the date.
    const own = propertiesOf({ ...item, iCalUID: item.iCalUID ?? uids.get(item.recurringEventId) ?? null }, zone)
    // The rules and dates of a series are lines of iCalendar.
    const rules = itemsOf(item.recurrence).map((rule) => `${oneLine(String(rule))}\r\n`)
    const text = (icsTextOf(['vevent', own, []]) ?? '').replace(/(?=END:VEVENT$)/, () => rules.join(''))
    file.add('VEVENT', { text, line: slices[i]?.line ?? 1, calendar: 0, jcal: jcalOf(text), of_json: true })
  }
  return file
}

/** The properties of an event; a changed date of a series has the UID of the series. */
function propertiesOf(item: JsonObject, zone: string | undefined): readonly Property[] {
  const { iCalUID, id, start, end, originalStartTime, organizer } = item
  return [
    ...textNamed('uid', iCalUID ?? id),
    ...timeNamed('dtstart', start, zone),
    ...(item.endTimeUnspecified === true ? [] : timeNamed('dtend', end, zone)),
    ...timeNamed('recurrence-id', originalStartTime, zone),
    ...textNamed('summary', item.summary),
    ...textNamed('description', item.description),
    ...textNamed('location', item.location),
    ...textNamed('status', item.status),
    ...textNamed('class', item.visibility),
    ...(isObject(organizer) && typeof organizer.displayName === 'string'
      ? [organizerNamed(oneLine(organizer.displayName), oneLine(String(organizer.email ?? '')))]
      : []),
  ]
}

function organizerNamed(cn: string, email: string): Property {
  return ['organizer', { cn }, 'cal-address', `mailto:${email}`]
}

function textNamed(name: string, value: Json | undefined): readonly Property[] {
  return typeof value !== 'string' || value === '' ? [] : [[name, {}, 'text', withLineFeeds(value)]]
}

function withLineFeeds(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}

/** A line break would begin another property. */
function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ')
}

/** `{ "date": "2027-05-01" }` or `{ "dateTime": "2027-01-05T19:00:00+01:00", "timeZone": "Europe/Berlin" }` */
function timeNamed(name: string, value: Json | undefined, calendar_zone: string | undefined): readonly Property[] {
  if (!isObject(value)) return []
  const { date, dateTime, timeZone } = value
  if (typeof date === 'string') return [[name, {}, 'date', date]]
  if (typeof dateTime !== 'string') return []
  const tzid = (typeof timeZone === 'string' ? timeZone : calendar_zone) ?? 'UTC'
  // An unknown zone is reported for the event.
  const wall = strictDate(dateTime, { now: 0, zone: isZone(tzid) ? tzid : 'UTC' }) ?? dateTime
  return [[name, { tzid }, 'date-time', wall.replace(' ', 'T')]]
}
