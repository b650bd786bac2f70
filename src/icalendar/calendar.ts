// Events of the interface as iCalendar: a VEVENT for each, and a VCALENDAR around them with the zones they need.
// Source: RFC 5545, 3.6.1; decision 32.
import { daysLater, isDay } from '../base/dates/days.ts'
import { fixedOffset, instantOf, instantOfUtc, isZone, utcWall, type WallTime } from '../base/dates/zoned-time.ts'
import { CalError } from '../base/errors.ts'
import { isObject, type Json, type JsonObject, objectsOf } from '../base/json.ts'
import { eachLanguage, sameText, t } from '../base/text/language.ts'
import { quoted } from '../base/text/quoted.ts'
import { textOfHtml } from '../base/text/untrusted-text.ts'
import { contentLines, parameterValue, textValue, withoutControls, withoutWhitespace } from './lines.ts'
import { zoneComponent } from './zone.ts'

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
  const state = stateOf(record)
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
    ...objectsOf(record.organizer).slice(0, 1).flatMap(organizerLine),
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

/** Whether it is a date and time as services write it. */
function isWall(value: Json | undefined): value is WallTime {
  return (
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\d ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(value) &&
    isDay(value.slice(0, 10))
  )
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
function addressLine({ website, url }: JsonObject): readonly string[] {
  const isOwn = !website || website === url
  return tokenLine(isOwn ? 'URL;X-CAL-OWN=TRUE' : 'URL', isOwn ? url : website)
}

/** If the text has more than the name, the name is also a parameter, by which an import finds the venue. */
function locationLines(venue: JsonObject | undefined): readonly string[] {
  if (venue === undefined) return []
  const text = (value: Json | undefined) => (typeof value === 'string' ? withoutControls(textOfHtml(value)).trim() : '')
  const name = text(venue.venue)
  const region = text(venue.stateprovince) || text(venue.state) || text(venue.province)
  const all = [name, ...[venue.address, venue.city, region, venue.zip, venue.country].map(text)]
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

function stateOf({ status, categories, tags }: JsonObject): 'CANCELLED' | 'CONFIRMED' | 'TENTATIVE' | undefined {
  if ([...objectsOf(categories), ...objectsOf(tags)].some(({ slug }) => cancelled_slugs.has(slug))) return 'CANCELLED'
  if (status === 'draft' || status === 'pending') return 'TENTATIVE'
  return status === 'publish' || status === 'private' || status === 'future' ? 'CONFIRMED' : undefined
}

function categoryLine({ categories }: JsonObject): readonly string[] {
  const names = objectsOf(categories).map(({ name }) => textValue(withoutControls(textOfHtml(String(name)))))
  return names.length === 0 ? [] : [`CATEGORIES:${names.join(',')}`]
}

function organizerLine({ organizer, email }: JsonObject): readonly string[] {
  const name = parameterValue(withoutControls(textOfHtml(String(organizer ?? ''))))
  const address = typeof email === 'string' ? withoutWhitespace(email) : ''
  return [`ORGANIZER;CN=${name}:${address === '' ? 'invalid:nomail' : `mailto:${address}`}`]
}

function undated({ id, title, start_date, end_date }: JsonObject): CalError {
  const dates = [quoted(start_date), quoted(end_date)] as const
  const name =
    isObject(title) || !title
      ? sameText(String(id))
      : eachLanguage((language) => `${String(id)} ${quoted(textOfHtml(String(title)))[language]}`)
  return new CalError(
    'server_failed',
    t('the service sent an event without dates: {name}, {dates} to {dates_2}', {
      name,
      dates: dates[0],
      dates_2: dates[1],
    }),
    {
      hint: t('export it in another format: --format json'),
    },
  )
}
