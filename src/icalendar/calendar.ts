// Events of the interface as iCalendar: a VEVENT for each, and a VCALENDAR around them with the zones they need.
// Source: RFC 5545, 3.6.1; decision 32.
import { getOrInsert } from '../base/collections.ts'
import { daysLater, isWall } from '../base/dates/days.ts'
import {
  day_ms,
  fixedOffset,
  type Instant,
  instantOf,
  instantOfUtc,
  isZone,
  offsetAt,
  offsetText,
  standardOffset,
  utcWall,
  type WallTime,
  zoneAbbreviation,
} from '../base/dates/zoned-time.ts'
import { CalError } from '../base/errors.ts'
import { isObject, type Json, type JsonObject, objectsOf } from '../base/json.ts'
import { t } from '../base/text/language.ts'
import { quoted } from '../base/text/quoted.ts'
import { textOfHtml } from '../base/text/untrusted-text.ts'
import { addressFields, websiteOf } from '../spec/event-parts.ts'

export const calendar_end = 'END:VCALENDAR\r\n'

/** The first lines, and more properties of the calendar. */
export function calendarHead(product: 'export' | 'feed', properties: readonly string[] = []): string {
  return contentLines([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//cal//${product}//EN`,
    'CALSCALE:GREGORIAN',
    ...properties,
  ])
}

/** Writes the events of one calendar, and each zone before the first event that needs it. */
export function eventWriter(): (record: JsonObject) => string {
  const zones = new Set<string>()
  return (record) => {
    const zone = zoneOf(record)
    if (zone === undefined || zones.has(zone)) return eventComponent(record)
    const event = eventComponent(record)
    zones.add(zone)
    return zoneComponent(zone) + event
  }
}

/**
 * The VEVENT, with its line feeds.
 *
 * Shape:  the same text whenever the record is the same, in an export and in a feed.
 * Errors: `server_failed` for an event without dates.
 */
export function eventComponent(record: JsonObject): string {
  const { status } = record
  const state = icsStatusOf(record)
  return contentLines([
    'BEGIN:VEVENT',
    `UID:${textValue(uidOf(record))}`,
    ...modificationLines(record),
    ...timeLines(record),
    ...textLine('SUMMARY', textOfHtml(String(record.title ?? ''))),
    ...textLine('DESCRIPTION', textOfHtml(String(record.description ?? ''))),
    ...addressLine(record),
    ...locationLines(objectsOf(record.venue)[0]),
    ...(state === undefined ? [] : [`STATUS:${state}`]),
    ...(status === 'private' ? ['CLASS:PRIVATE'] : []),
    ...tokenLine('X-CAL-SLUG', record.slug),
    // Without this property, an import turns a cancelled event into a draft.
    ...(status === 'private' || (status === 'publish' && state !== 'CANCELLED')
      ? []
      : tokenLine('X-CAL-STATUS', status)),
    ...publicationLine(record),
    ...categoryLine(record),
    ...objectsOf(record.organizer).map(organizerLine),
    'END:VEVENT',
  ])
}

/** A scheduled event is published at this time; without it, an import would publish it at once. */
function publicationLine({ status, date_utc }: JsonObject): readonly string[] {
  return status === 'future' && isWall(date_utc) ? [`X-CAL-PUBLISH:${compact(date_utc)}Z`] : []
}

/** The zone whose rules the event's times need; undefined for days, UTC, offsets and unknown zones. */
function zoneOf({ timezone, all_day }: JsonObject): string | undefined {
  const zone = String(timezone ?? '')
  return all_day !== true && hasZoneRules(zone) ? zone : undefined
}

/** Whether the event has a start and an end. */
export function isDated({ start_date, end_date }: JsonObject): boolean {
  return isWall(start_date) && isWall(end_date)
}

/** Whether it ends before it starts, which iCalendar does not allow. */
export function isBackward({ start_date, end_date }: JsonObject): boolean {
  return isWall(start_date) && isWall(end_date) && end_date < start_date
}

function hasZoneRules(zone: string): boolean {
  return fixedOffset(zone) === undefined && isZone(zone)
}

function textLine(name: string, value: string): readonly string[] {
  const text = withoutControls(value)
  return text === '' ? [] : [`${name}:${textValue(text)}`]
}

function tokenLine(name: string, value: Json | undefined): readonly string[] {
  const token = typeof value === 'string' ? withoutWhitespace(value) : ''
  return token === '' ? [] : [`${name}:${token}`]
}

/** The slug at the host of the service, which makes it unique. */
function uidOf({ id, slug, url, rest_url }: JsonObject): string {
  const address = String(rest_url ?? url ?? '')
  const host = URL.canParse(address) ? new URL(address).host : 'calendar.invalid'
  return withoutControls(`${slug ? String(slug) : `event-${String(id)}`}@${host}`)
}

/** `SEQUENCE` counts seconds from here, so that it rises with each modification and fits 31 bits until 2078. */
const sequence_start = Date.UTC(2010, 0, 1)

function modificationLines({ modified_utc }: JsonObject): readonly string[] {
  if (!isWall(modified_utc)) return ['DTSTAMP:19700101T000000Z']
  const time = `${compact(modified_utc)}Z`
  const sequence = Math.max(0, (instantOfUtc(modified_utc) - sequence_start) / 1_000)
  return [`DTSTAMP:${time}`, `LAST-MODIFIED:${time}`, `SEQUENCE:${Math.min(sequence, 2_147_483_647)}`]
}

function timeLines(record: JsonObject): readonly string[] {
  const { start_date: start, end_date: end, all_day } = record
  if (!isWall(start) || !isWall(end)) throw undated(record)
  const zone = String(record.timezone ?? '')
  const hasRules = hasZoneRules(zone)
  const isKnown = hasRules || isZone(zone)
  // Dates, and times in UTC, do not contain the zone of the event.
  const note = isKnown && (all_day === true || (!hasRules && zone !== 'UTC')) ? tokenLine('X-CAL-TIMEZONE', zone) : []
  const ends = end >= start
  if (all_day === true) {
    const next = daysLater(end.slice(0, 10), 1)
    return [
      ...note,
      `DTSTART;VALUE=DATE:${compactDay(start)}`,
      ...(ends && next > end ? [`DTEND;VALUE=DATE:${compactDay(next)}`] : []),
    ]
  }
  const property = (name: string, wall: WallTime) =>
    hasRules ? `${name};TZID=${parameterValue(zone)}:${compact(wall)}` : `${name}:${clockTime(wall, zone, isKnown)}`
  return [...note, property('DTSTART', start), ...(ends ? [property('DTEND', end)] : [])]
}

/** In UTC; without a zone if it is unknown, or if the year in UTC does not have four digits. */
function clockTime(wall: WallTime, zone: string, isKnown: boolean): string {
  const utc = isKnown ? utcWall(instantOf(wall, zone)) : ''
  return utc.length === 19 ? `${compact(utc)}Z` : compact(wall)
}

function compact(wall: WallTime): string {
  return `${compactDay(wall)}T${wall.slice(11, 13)}${wall.slice(14, 16)}${wall.slice(17, 19)}`
}

function compactDay(wall: WallTime): string {
  return wall.slice(0, 4) + wall.slice(5, 7) + wall.slice(8, 10)
}

/** The URL of the event's own page is marked, so that an import does not read it as its website. */
function addressLine(event: JsonObject): readonly string[] {
  const website = websiteOf(event)
  return website ? tokenLine('URL', website) : tokenLine('URL;X-CAL-OWN=TRUE', event.url)
}

/** If the text has more than the name, the name is also a parameter, by which an import finds the venue. */
function locationLines(venue: JsonObject | undefined): readonly string[] {
  if (venue === undefined) return []
  const text = (value: Json | undefined) => (typeof value === 'string' ? withoutControls(textOfHtml(value)).trim() : '')
  const name = text(venue.venue)
  const { address, city, region, zip, country } = addressFields(venue, text)
  const all = [name, address, city, region, zip, country]
  const parts = all.filter((part, i) => part !== '' && all.indexOf(part) === i)
  if (parts.length === 0) return positionLine(venue)
  const parameter = name !== '' && parts.length > 1 ? `;X-CAL-NAME=${parameterValue(name)}` : ''
  return [`LOCATION${parameter}:${textValue(parts.join(', '))}`, ...positionLine(venue)]
}

function positionLine({ geo_lat, geo_lng }: JsonObject): readonly string[] {
  if (!hasDigits(geo_lat) || !hasDigits(geo_lng)) return []
  const [lat, lng] = [Number(geo_lat), Number(geo_lng)]
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? [`GEO:${lat.toFixed(6)};${lng.toFixed(6)}`] : []
}

function hasDigits(value: Json | undefined): boolean {
  return typeof value === 'number' || (typeof value === 'string' && /\d/.test(value))
}

/** The interface has no field for cancelled events: a category or tag of this slug marks them. */
const cancelled_slugs = new Set<Json | undefined>(['cancelled', 'canceled', 'abgesagt'])

function icsStatusOf({ status, categories, tags }: JsonObject): 'CANCELLED' | 'CONFIRMED' | 'TENTATIVE' | undefined {
  if ([...objectsOf(categories), ...objectsOf(tags)].some(({ slug }) => cancelled_slugs.has(slug))) return 'CANCELLED'
  if (status === 'draft' || status === 'pending') return 'TENTATIVE'
  return status === 'publish' || status === 'private' || status === 'future' ? 'CONFIRMED' : undefined
}

function categoryLine({ categories }: JsonObject): readonly string[] {
  const names = objectsOf(categories).map(({ name }) => textValue(withoutControls(textOfHtml(String(name)))))
  return names.length === 0 ? [] : [`CATEGORIES:${names.join(',')}`]
}

/** An event of iCalendar has one organizer. */
function organizerLine({ organizer, email }: JsonObject, i: number): string {
  const name = parameterValue(withoutControls(textOfHtml(String(organizer ?? ''))))
  const address = typeof email === 'string' ? withoutWhitespace(email) : ''
  const property = i === 0 ? 'ORGANIZER' : 'X-CAL-ORGANIZER'
  return `${property};CN=${name}:${address === '' ? 'invalid:nomail' : `mailto:${address}`}`
}

function undated({ id, title, start_date, end_date }: JsonObject): CalError {
  const name = isObject(title) || !title ? String(id) : `${String(id)}, ${textOfHtml(String(title))}`
  const [dates, dates_2] = [quoted(start_date), quoted(end_date)]
  return new CalError(
    'server_failed',
    t('the service sent an event without dates: {name}, {dates} to {dates_2}', { name, dates, dates_2 }),
    { hint: t('export it in another format: --format json') },
  )
}

/** Lines with their line feeds, each folded at 75 octets. */
function contentLines(lines: readonly string[]): string {
  let text = ''
  for (const line of lines) text += `${folded(line)}\r\n`
  return text
}

/** A value of type TEXT. */
export function textValue(text: string): string {
  return /[\\;,\n]/.test(text) ? text.replace(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n') : text
}

/** A parameter value, quoted if necessary. */
function parameterValue(text: string): string {
  const encoded = text.replace(/[\^"\n]/g, (character) => (character === '"' ? "^'" : character === '\n' ? '^n' : '^^'))
  return /[,:;]/.test(encoded) ? `"${encoded}"` : encoded
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is what this is for.
const controls = /[\u0000-\u0008\u000b-\u001f\u007f]/g

/** Removes control characters, which are not allowed in text, and lone surrogates. Line feeds are escaped on output. */
export function withoutControls(text: string): string {
  return text.replace(controls, '').toWellFormed()
}

/** URLs and tokens are written without escaping, so a line feed in one could inject lines. */
export function withoutWhitespace(text: string): string {
  return withoutControls(text.replace(/\s+/g, ''))
}

const octets_max = 75

function folded(line: string): string {
  if (line.length * 3 <= octets_max) return line
  let [text, from, octets] = ['', 0, 0]
  for (let at = 0; at < line.length; ) {
    const point = line.codePointAt(at) ?? 0
    const length = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
    if (octets + length > octets_max) {
      text += `${line.slice(from, at)}\r\n `
      from = at
      octets = 1
    }
    octets += length
    at += point < 0x10000 ? 1 : 2
  }
  return text + line.slice(from)
}

const first = Date.UTC(1970, 0, 1)

const last = Date.UTC(2038, 0, 1)

const step_ms = 14 * day_ms

const precision_ms = 60_000

interface Change {
  readonly at: Instant
  readonly from_ms: number
  readonly to_ms: number
}

/** The VTIMEZONE, with its line feeds. */
export function zoneComponent(zone: string): string {
  const changes = offsetChangesOf(zone)
  const start: Change = { at: first, from_ms: offsetAt(first, zone), to_ms: offsetAt(first, zone) }
  const groups = new Map<string, Change[]>()
  for (const change of [start, ...changes]) {
    const { at, from_ms, to_ms } = change
    getOrInsert(groups, `${from_ms} ${to_ms} ${zoneAbbreviation(at + precision_ms, zone)}`, () => []).push(change)
  }
  return contentLines([
    'BEGIN:VTIMEZONE',
    `TZID:${zone}`,
    ...[...groups.values()].flatMap((group) => observance(zone, group)),
    'END:VTIMEZONE',
  ])
}

function observance(zone: string, group: readonly Change[]): readonly string[] {
  const [one] = group
  if (!one) return []
  const name = one.to_ms > standardOffset(one.at, zone) ? 'DAYLIGHT' : 'STANDARD'
  const [start, ...dates] = group.map(({ at, from_ms }) => compact(utcWall(at + from_ms)))
  return [
    `BEGIN:${name}`,
    `DTSTART:${start}`,
    `TZOFFSETFROM:${offsetText(one.from_ms).replace(':', '')}`,
    `TZOFFSETTO:${offsetText(one.to_ms).replace(':', '')}`,
    `TZNAME:${zoneAbbreviation(one.at + precision_ms, zone)}`,
    ...dates.map((date) => `RDATE:${date}`),
    `END:${name}`,
  ]
}

function offsetChangesOf(zone: string): readonly Change[] {
  const changes: Change[] = []
  for (let at = first; at < last; at += step_ms) {
    const [from_ms, to_ms] = [offsetAt(at, zone), offsetAt(at + step_ms, zone)]
    if (from_ms !== to_ms) changes.push({ at: changeBetween(zone, at, at + step_ms), from_ms, to_ms })
  }
  return changes
}

/** The instant of the transition between two instants, by bisection. */
function changeBetween(zone: string, from: Instant, to: Instant): Instant {
  const before = offsetAt(from, zone)
  let [low, high] = [from, to]
  while (high - low > precision_ms) {
    const middle = low + Math.floor((high - low) / 2 / precision_ms) * precision_ms
    if (offsetAt(middle, zone) === before) low = middle
    else high = middle
  }
  return high
}
