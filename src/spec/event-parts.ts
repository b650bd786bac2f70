// An event for people: when, where, status and price, from a record as a service sends it. Tables, cards, calendar
// views, messages and pages lay these out; the texts are plain and not escaped.
import { dayNumber, shortDate, shortDay } from '../base/dates/day-names.ts'
import { type Day, dayOf, daysBetween, daysLater, isDay, isWall, lastDayOf, weekdayOf } from '../base/dates/days.ts'
import type { DaySpan } from '../base/dates/periods.ts'
import { day_ms, instantOf, instantOfUtc, isZone, type WallTime, wallAt } from '../base/dates/zoned-time.ts'
import { isObject, type Json, type JsonObject, objectsOf } from '../base/json.ts'
import { type Language, t, type Text } from '../base/text/language.ts'
import { decodedEntities, textOfHtml } from '../base/text/untrusted-text.ts'
import { colorOfCategory } from './resources.ts'

/** The time of an event on the clock of one zone. */
export interface EventTime {
  readonly start: WallTime
  readonly end: WallTime
  readonly all_day: boolean
  readonly first_day: Day
  /** An event that ends at midnight ends on the day before. */
  readonly last_day: Day
}

/** Reads a text of a record on one line: `plainLine`, or a function that escapes it for a terminal as well. */
type TextReader = (value: Json | undefined) => string

export type EventParts = ReturnType<typeof eventParts>

/** An event has one venue, but some services send several. */
export function eventParts(record: JsonObject, textOf: TextReader = plainLine) {
  return {
    title: textOf(record.title),
    venues: linkedRecords(record.venue).map((venue) => placeParts('venue', venue, textOf)),
    organizers: linkedRecords(record.organizer).map((organizer) => placeParts('organizer', organizer, textOf)),
    categories: linkedRecords(record.categories).map((term) => termParts(term, textOf)),
    tags: linkedRecords(record.tags).map((term) => termParts(term, textOf)),
    status: textOf(record.status),
    cost: textOf(record.cost),
  }
}

/** Services send one object, a list, or an empty list for none. */
function linkedRecords(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? objectsOf(value) : isObject(value) ? [value] : []
}

export type PlaceParts = ReturnType<typeof placeParts>

/** The parts of a venue or an organizer. */
export function placeParts(kind: 'venue' | 'organizer', place: JsonObject, textOf: TextReader = plainLine) {
  const { address, zip, city, region, country } = addressFields(place, textOf)
  return {
    record: place,
    name: textOf(place[kind]),
    /** Street, town, region and country, as far as they are known. */
    address: [address, [zip, city].filter(Boolean).join(' '), region, country].filter(Boolean),
    city,
    phone: textOf(place.phone),
    email: textOf(place.email),
    website: textOf(place.website),
  }
}

/** The fields of an address. Services have several names for the region. */
export function addressFields(venue: JsonObject, textOf: TextReader = plainLine) {
  const { address, zip, city, stateprovince, province, state, country } = venue
  return {
    address: textOf(address),
    zip: textOf(zip),
    city: textOf(city),
    region: textOf(stateprovince) || textOf(province) || textOf(state),
    country: textOf(country),
  }
}

/** The parts of a category or a tag; `color` is the number of a category's color. */
export function termParts(term: JsonObject, textOf: TextReader = plainLine) {
  const id = Number(term.id)
  return { record: term, id, name: textOf(term.name) || textOf(term.slug), color: colorOfCategory(id) }
}

/** The names of statuses inside a sentence. */
export const status_names: Readonly<Record<string, Text>> = {
  publish: t('published'),
  draft: t('draft'),
  pending: t('pending review'),
  private: t('private'),
  future: t('scheduled'),
  trash: t('trash'),
}

/** The name of a status; one that is not known is shown unchanged. */
export function statusName(status: string, language: Language): string {
  return status_names[status]?.[language] ?? status
}

/** The status that needs to be said: empty for a published record. */
export function statusText(status: Json | undefined, language: Language): string {
  return status === 'publish' ? '' : statusName(plainLine(status), language)
}

/**
 * The website that was set; undefined if none was, and the event's own URL is shown. Deployed services show it
 * HTML-escaped.
 */
export function websiteOf(event: JsonObject): Json | undefined {
  const { website, url } = event
  if (website === url) return undefined
  return typeof website === 'string' && isOfDeployed(event) ? decodedEntities(website) : website
}

/**
 * Whether the record is one of a deployed service: these alone have no text of the cost. For code that has the record,
 * but no exchange to ask (`isDeployed`): an iCalendar file, a page, a card, the check of an answer.
 */
export function isOfDeployed({ cost_details }: JsonObject): boolean {
  return isObject(cost_details) && !('text' in cost_details)
}

/** A text without markup, on one line; empty for anything but a text. */
export function plainLine(value: Json | undefined): string {
  return typeof value === 'string' ? textOfHtml(value).replace(/\s+/g, ' ').trim() : ''
}

/** In the event's own zone; undefined without valid dates. A date without a time is midnight, or a whole last day. */
export function eventTimeOf({ start_date, end_date, all_day }: JsonObject): EventTime | undefined {
  const start = wallIn(start_date)
  const end =
    all_day === true && typeof end_date === 'string' && isDay(end_date) ? `${end_date} 23:59:59` : wallIn(end_date)
  return start === undefined ? undefined : timeOf(start, end ?? start, all_day === true)
}

function wallIn(date: Json | undefined): WallTime | undefined {
  if (isWall(date)) return date
  return typeof date === 'string' && isDay(date) ? `${date} 00:00:00` : undefined
}

function timeOf(start: WallTime, ends: WallTime, all_day: boolean): EventTime {
  const end = ends > start ? ends : start
  return { start, end, all_day, first_day: dayOf(start), last_day: lastDayOf(start, end) }
}

/** The time in another zone; undefined if the event's zone is unknown, or for all-day events. */
export function eventTimeIn(record: JsonObject, zone: string): EventTime | undefined {
  const time = eventTimeOf(record)
  if (time === undefined || time.all_day) return undefined
  const [start, end] = instantsOf(time, record)
  return start === undefined || end === undefined ? undefined : timeOf(wallAt(start, zone), wallAt(end, zone), false)
}

/** The duration in milliseconds; days with a clock change have 23 or 25 hours. */
export function lengthOf(time: EventTime, record: JsonObject): number {
  const [start, end] = instantsOf(time, record)
  return start === undefined || end === undefined ? instantOfUtc(time.end) - instantOfUtc(time.start) : end - start
}

function instantsOf({ start, end }: EventTime, { timezone, utc_start_date, utc_end_date }: JsonObject) {
  if (typeof timezone === 'string' && isZone(timezone)) return [instantOf(start, timezone), instantOf(end, timezone)]
  return isWall(utc_start_date) && isWall(utc_end_date)
    ? [instantOfUtc(utc_start_date), instantOfUtc(utc_end_date)]
    : [undefined, undefined]
}

/**
 * Whether an event takes place on each of its days: all-day events, and events of a day or longer. A concert that ends
 * after midnight is not an event of several days.
 */
export function lastsDays({ all_day, start, end }: EventTime): boolean {
  return all_day || instantOfUtc(end) - instantOfUtc(start) >= day_ms
}

/**
 * The query for the events that `touches` finds on some days. Services round bounds to whole days and may compare UTC
 * times, so it has days more on either side. The filters `start_date` and `end_date` would list only events within.
 */
export function queryOfDays({ from, to }: DaySpan): Readonly<Record<'ends_after' | 'starts_before', Day>> {
  return { ends_after: daysLater(from, -2), starts_before: daysLater(to, 1) }
}

/** Whether an event is on one of these days. */
export function touches({ first_day, last_day }: EventTime, from: Day, to: Day): boolean {
  return first_day <= to && last_day >= from
}

/**
 * Whether a view lists an event on a day: one that lasts days on each of them, others on their first day, or on the
 * first day of the view if they began before.
 */
export function isListedOn(event: EventTime, day: Day, first_shown?: Day): boolean {
  return touches(event, day, day) && (lastsDays(event) || day === event.first_day || day === first_shown)
}

/** Lanes for the bars of events, which are in the order of their start: the events of a lane do not overlap. */
export function lanesOf<E extends EventTime>(events: readonly E[]): readonly (readonly E[])[] {
  const lanes: E[][] = []
  for (const event of events) {
    const free = lanes.find((lane) => (lane.at(-1)?.last_day ?? '') < event.first_day)
    if (free) free.push(event)
    else lanes.push([event])
  }
  return lanes
}

export interface TimeStyle {
  readonly language: Language
  /** The year of dates without a year; undefined: every date shows its year. */
  readonly year?: string | undefined
}

/** `Mon 23 Nov 19:00–21:00`, `Mo 23. Nov. 19:00–21:00`; with a comma before the time if every date shows its year. */
export function timeText(time: EventTime, style: TimeStyle): string {
  const { start, end, all_day, first_day, last_day } = time
  const comma = style.year === undefined ? ',' : ''
  if (all_day && first_day === last_day) return `${dayText(first_day, style)}${comma} ${all_day_words[style.language]}`
  if (all_day) return daysText(first_day, last_day, style)
  const begins = `${dayText(first_day, style)}${comma} `
  if (!lastsDays(time)) return begins + hoursText(time)
  return `${begins}${clockOf(start)} – ${dayText(dayOf(end), style)}${comma} ${clockOf(end)}`
}

interface WhenStyle extends TimeStyle {
  /** Dates that sort as text. */
  readonly sortable?: boolean
  /** The zone that is not named: that of the viewer. */
  readonly own_zone?: string | undefined
}

/** `Mon 23 Nov 2026, 19:00–21:00 (Europe/Berlin)`; undefined without valid dates. */
export function whenText(record: JsonObject, { sortable, own_zone, ...style }: WhenStyle): string | undefined {
  const time = eventTimeOf(record)
  if (time === undefined) return undefined
  const zone = time.all_day || record.timezone === own_zone ? '' : plainLine(record.timezone)
  return `${sortable ? sortableTime(time) : timeText(time, style)}${zone === '' ? '' : ` (${zone})`}`
}

/** `2026-11-23 19:00–21:00`: dates that sort as text. */
export function sortableTime(time: EventTime): string {
  const { start, end, all_day, first_day, last_day } = time
  if (all_day) return first_day === last_day ? first_day : `${first_day} – ${last_day}`
  return lastsDays(time) ? `${start.slice(0, 16)} – ${end.slice(0, 16)}` : `${first_day} ${hoursText(time)}`
}

/** The start, to tell events of a series apart: `2027-03-01 20:00`. Empty for other records. */
export function startText({ start_date, all_day }: JsonObject): string {
  return typeof start_date === 'string' ? start_date.slice(0, all_day === true ? 10 : 16) : ''
}

/** The time on one of its days: `19:00–21:00`, `23:00–03:00 +1`, `all day`, `from 18:00`, `until 20:00`. */
export function timeOnDay(time: EventTime, day: Day, language: Language): string {
  const { all_day, start, end, first_day, last_day } = time
  if (all_day || (day !== first_day && day !== last_day)) return all_day_words[language]
  if (first_day === last_day || (day === first_day && !lastsDays(time))) return hoursText(time)
  return (
    day === first_day ? t('from {begins}', { begins: clockOf(start) }) : t('until {ends}', { ends: clockOf(end) })
  )[language]
}

/** `19:00` */
export function clockOf(wall: WallTime): string {
  return wall.slice(11, 16)
}

/** `2 h`, `1 h 30 min`, `3 days`. */
export function lengthText(length_ms: number, language: Language): string {
  const minutes = Math.round(length_ms / 60_000)
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60]
  return [days > 0 ? countedDays(days)[language] : '', hours > 0 ? `${hours} h` : '', rest > 0 ? `${rest} min` : '']
    .filter((part) => part !== '')
    .join(' ')
}

export function countedDays(days: number): Text {
  return t('{days} {days|day|days}', { days })
}

export const all_day_words: Text = t('all day')

function hoursText({ start, end, first_day }: EventTime): string {
  if (start === end) return clockOf(start)
  const days = daysBetween(first_day, dayOf(end))
  return `${clockOf(start)}–${clockOf(end)}${days === 0 ? '' : ` +${days}`}`
}

/** `Fri 27 Nov`, `Fri 27 Nov 2026` */
export function dayText(day: Day, { language, year }: TimeStyle): string {
  return `${weekdayText(day, day, { language, year })}${shortDate(day, language)}${yearText(day, year)}`
}

/** `Fri 4 – Sun 6 Dec`: parts that both have in common are written once. */
function daysText(first: Day, last: Day, { language, year }: TimeStyle): string {
  const weekday = weekdayText(first, last, { language, year })
  const number = dayNumber(first, language)
  const begin =
    first.slice(0, 7) === last.slice(0, 7)
      ? `${weekday}${number}`
      : `${weekday}${shortDate(first, language)}${first.slice(0, 4) === last.slice(0, 4) ? '' : yearText(first, year)}`
  return `${begin} – ${dayText(last, { language, year })}`
}

/** Where a year is the usual one, dates of other years show the year instead of the weekday, as `ls -l` does. */
function weekdayText(day: Day, last: Day, { language, year }: TimeStyle): string {
  return year === undefined || last.startsWith(year) ? `${shortDay(weekdayOf(day), language)} ` : ''
}

function yearText(day: Day, year: string | undefined): string {
  return day.slice(0, 4) === year ? '' : ` ${day.slice(0, 4)}`
}
