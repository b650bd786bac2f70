// A VEVENT as fields of the interface: times, texts, references, and warnings about values that change.
import { shifted } from '../../recurrence/dates.ts'
import ICAL from 'ical.js'
import { isoMomentOf } from '../../../base/dates/machine-dates.ts'
import { type Instant, isZone, type WallTime } from '../../../base/dates/zoned-time.ts'
import type { Values } from '../../../spec/read.ts'
import type { InputError } from '../entry.ts'
import { clockOfComponent, clockOfZone, floating_clock, lacksDaylight, type IcsClock, wallOfIcs } from './zone-clock.ts'
import { zoneOfDescribed, zoneOfName } from '../zone-names.ts'
import type { IcsCalendar } from './components.ts'
import { t, type Text } from '../../../base/text/language.ts'

/** A time of an iCalendar file with the name of its zone. */
export interface IcsTime {
  readonly wall: WallTime
  readonly all_day: boolean
  /** The zone's name in the file; `UTC`; undefined for times that float. */
  readonly tzid: string | undefined
}

/** Start and end of an event on its own clock. */
export interface IcsSpan {
  readonly clock: IcsClock
  readonly start: WallTime
  /** For all-day events the last day (in iCalendar it is the day after). */
  readonly end: WallTime
  readonly all_day: boolean
  /** The length in elapsed time of an event that is not all-day. */
  readonly lasts_ms?: number
}

/** Start and end of an event, or the error in them. */
export function spanOf(component: ICAL.Component, calendar: IcsCalendar): IcsSpan | InputError {
  const from = timeNamed(component, 'dtstart')
  if (!from) return noStart
  const clock = icsClockOf(from, calendar)
  if (!clock) return unknownZone(from.tzid ?? '')
  const ends = endsOf(component, { from, clock, calendar })
  if ('text' in ends) return ends
  const [{ end, lasts_ms } = { end: from.wall, lasts_ms: 0 }, { end: other } = { end }] = ends
  if (end !== other) return wrongEnd(t('DTEND and DURATION contradict each other'))
  if (end < from.wall && lasts_ms < 0) return wrongEnd(t('the event ends before it starts'), end)
  const all_day = from.all_day || isMarkedAsDays(component, from.wall, end)
  const span = { clock, start: from.wall, end, all_day, ...(!all_day && { lasts_ms }) }
  // Many files have the same DTSTART and DTEND for one day.
  if (!all_day || end === from.wall) return span
  return { ...span, end: shifted(end, -86_400) }
}

/** Exchange writes whole days from midnight to midnight in the zone of the event. */
function isMarkedAsDays(component: ICAL.Component, start: WallTime, end: WallTime): boolean {
  return (
    propertyText(component, 'x-microsoft-cdo-alldayevent')?.toUpperCase() === 'TRUE' &&
    [start, end].every((wall) => wall.endsWith('00:00:00'))
  )
}

export function isSpan(span: IcsSpan | InputError): span is IcsSpan {
  return 'clock' in span
}

/** The ends by `DTEND` and by `DURATION`, if present: days by the clock, hours in elapsed time. */
function endsOf(
  component: ICAL.Component,
  { from, clock, calendar }: { readonly from: IcsTime; readonly clock: IcsClock; readonly calendar: IcsCalendar },
): readonly { readonly end: WallTime; readonly lasts_ms: number }[] | InputError {
  const to = timeNamed(component, 'dtend')
  const duration = component.getFirstPropertyValue('duration')
  const start = clock.instantOf(from.wall)
  const found: { readonly end: WallTime; readonly lasts_ms: number }[] = []
  if (to) {
    if (from.all_day && !to.all_day && !to.wall.endsWith('00:00:00'))
      return wrongEnd(t('DTSTART is a date, but DTEND is a date and time'), to.wall)
    const own = icsClockOf(to, calendar)
    if (!own) return unknownZone(to.tzid ?? '')
    const isOwn = !from.all_day && !to.all_day && own !== floating_clock
    const end = isOwn ? moved(to.wall, own, clock) : to.wall
    found.push({ end, lasts_ms: (isOwn ? own.instantOf(to.wall) : clock.instantOf(end)) - start })
  }
  if (duration instanceof ICAL.Duration)
    found.push({
      end: endAfter(from.wall, duration, clock),
      lasts_ms: instantAfter(from.wall, duration, clock) - start,
    })
  if (found.length > 0) return found
  const end = from.all_day ? shifted(from.wall, 86_400) : from.wall
  return [{ end, lasts_ms: clock.instantOf(end) - start }]
}

/** The same instant on another clock. */
export function moved(wall: WallTime, from: IcsClock, to: IcsClock): WallTime {
  const isSame = from === to || from === floating_clock || (from.zone !== undefined && from.zone === to.zone)
  return isSame ? wall : to.wallAt(from.instantOf(wall))
}

export function endAfter(start: WallTime, duration: ICAL.Duration, clock: IcsClock): WallTime {
  const { day, seconds } = partsAfter(start, duration)
  return seconds === 0 ? day : clock.wallAt(instantAfter(start, duration, clock))
}

function instantAfter(start: WallTime, duration: ICAL.Duration, clock: IcsClock): Instant {
  const { day, seconds } = partsAfter(start, duration)
  return clock.instantOf(day) + seconds * 1000
}

/** The day by the clock, and the seconds that elapse from then on. */
function partsAfter(start: WallTime, duration: ICAL.Duration) {
  const sign = duration.isNegative ? -1 : 1
  return {
    day: shifted(start, sign * (duration.weeks * 7 + duration.days) * 86_400),
    seconds: sign * (duration.hours * 3600 + duration.minutes * 60 + duration.seconds),
  }
}

export function timeNamed(component: ICAL.Component, name: 'dtstart' | 'dtend' | 'recurrence-id'): IcsTime | undefined {
  const property = component.getFirstProperty(name)
  const value = property?.getFirstValue()
  return property && value instanceof ICAL.Time ? icsTimeOf(property, value) : undefined
}

export function icsTimeOf(property: ICAL.Property, value: ICAL.Time): IcsTime {
  const tzid = property.getFirstParameter('tzid')
  const utc = value.zone === ICAL.Timezone.utcTimezone
  return { wall: wallOfIcs(value), all_day: value.isDate, tzid: utc ? 'UTC' : tzid || undefined }
}

/** The clock of the calendar's zone: floating times and whole days use it. */
export function clockOfCalendar(calendar: IcsCalendar): IcsClock | undefined {
  return calendar.zone === undefined ? undefined : clockOfTzid(calendar.zone, calendar)
}

/** The clock of a time; undefined for an unknown zone. */
export function icsClockOf({ tzid, all_day }: IcsTime, calendar: IcsCalendar): IcsClock | undefined {
  if (all_day || tzid === undefined) return clockOfCalendar(calendar) ?? floating_clock
  return tzid === 'UTC' ? utc_clock : clockOfTzid(tzid, calendar)
}

export const utc_clock = clockOfZone('UTC')

function clockOfTzid(tzid: string, calendar: IcsCalendar): IcsClock | undefined {
  const known = clocks.get(calendar) ?? new Map<string, IcsClock | undefined>()
  clocks.set(calendar, known)
  if (known.has(tzid)) return known.get(tzid)
  const component =
    calendar.zones.get(tzid) ?? (zoneOfName(tzid) === undefined ? calendar.file_zones.get(tzid) : undefined)
  const location = component?.getFirstPropertyValue('x-lic-location')
  const named = component ? zoneOfDescribed(tzid, typeof location === 'string' ? location : '') : zoneOfName(tzid)
  const described = component && !lacksDaylight(component, named) ? clockOfComponent(component, tzid, named) : undefined
  const clock = described ?? (named === undefined ? undefined : clockOfZone(named))
  known.set(tzid, clock)
  return clock
}

/** Cached, because computing the clock of a zone takes longer than parsing an event. */
const clocks = new WeakMap<IcsCalendar, Map<string, IcsClock | undefined>>()

/** The zone that an export of `cal` adds to whole days and times in UTC. */
export function ownZoneOf(component: ICAL.Component): string | undefined {
  const zone = component.getFirstPropertyValue('x-cal-timezone')
  return typeof zone === 'string' && isZone(zone) ? zone : undefined
}

const noStart: InputError = {
  field: 'start_date',
  text: t('the event has no DTSTART'),
  hint: t('add its start, such as DTSTART:20270301T180000'),
}

function wrongEnd(text: InputError['text'], value?: WallTime): InputError {
  return {
    field: 'end_date',
    ...(value === undefined ? {} : { value }),
    text,
    hint: t('correct DTEND or DURATION'),
  }
}

function unknownZone(tzid: string): InputError {
  return {
    field: 'timezone',
    value: tzid,
    text: t('the time zone "{tzid}" is unknown, and the file does not describe it', { tzid }),
    hint: t('use a zone such as Europe/Berlin in TZID'),
  }
}

/** The title of an event; a cancelled date without one has that of its series. */
export function titleOf(component: ICAL.Component, series: ICAL.Component, calendar: IcsCalendar): string | undefined {
  const own = propertyText(component, 'summary')
  return own === undefined && isCancelled(component, calendar) ? propertyText(series, 'summary') : own
}

/** A cancelled or tentative event becomes a draft: it is kept, but not published (decision 13). */
export function fieldsOf(component: ICAL.Component, calendar: IcsCalendar): Values {
  const text = (name: string) => propertyText(component, name)
  return withoutUndefined({
    title: text('summary'),
    description: text('description'),
    website: isOwnPage(component) || isRelative(component) ? undefined : text('url'),
    status:
      text('x-cal-status') ??
      (isCancelled(component, calendar) || isTentative(component)
        ? 'draft'
        : /^(private|confidential)$/i.test(text('class') ?? '')
          ? 'private'
          : undefined),
    date_utc: publicationOf(component),
    venue: locationOf(component),
    organizer: organizerOf(component),
    categories: categoriesOf(component),
  })
}

/** When a scheduled event is published, as an export of `cal` has it. */
function publicationOf(component: ICAL.Component): WallTime | undefined {
  const { time, wall, offset } = isoMomentOf(propertyText(component, 'x-cal-publish') ?? '', 'basic') ?? {}
  return time === undefined || offset !== 'Z' ? undefined : wall
}

export function warnOfFields(
  component: ICAL.Component,
  title: string,
  { calendar, warn }: { readonly calendar: IcsCalendar; warn(cause: string, text: Text): void },
): void {
  const url = propertyText(component, 'url') ?? ''
  if (isCancelled(component, calendar) && propertyText(component, 'x-cal-status') === undefined)
    warn('cancelled', t('"{title}" is cancelled: it becomes a draft', { title }))
  if (isTentative(component) && propertyText(component, 'x-cal-status') === undefined)
    warn('tentative', t('"{title}" is tentative: it becomes a draft', { title }))
  if (isRelative(component) && !isOwnPage(component))
    warn('relative_url', t('ignored: the relative URL "{url}"', { url }))
}

function isCancelled(component: ICAL.Component, { method }: IcsCalendar): boolean {
  return method === 'CANCEL' || propertyText(component, 'status')?.toUpperCase() === 'CANCELLED'
}

/** What is known only by its UID, or by the UID and the date of a series: Google lists deleted events this way. */
export function isBareCancellation(component: ICAL.Component, calendar: IcsCalendar): boolean {
  return isCancelled(component, calendar) && !component.hasProperty('dtstart')
}

function isTentative(component: ICAL.Component): boolean {
  return propertyText(component, 'status')?.toUpperCase() === 'TENTATIVE'
}

/** A URL without a scheme is not usable on another site. */
function isRelative(component: ICAL.Component): boolean {
  const url = propertyText(component, 'url')
  return url !== undefined && !URL.canParse(url)
}

/** The page of the event itself, as an export of `cal` marks it. */
function isOwnPage(component: ICAL.Component): boolean {
  return component.getFirstProperty('url')?.getParameter('x-cal-own') !== undefined
}

function withoutUndefined(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}

function propertyText(component: ICAL.Component, name: string): string | undefined {
  const value = component.getFirstPropertyValue(name)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/**
 * The name of the venue; exports of `cal` add it as a parameter if the text also has the address. Apple's calendar
 * writes the address below the name.
 */
function locationOf(component: ICAL.Component): string | Values | undefined {
  const own = component.getFirstProperty('location')?.getFirstParameter('x-cal-name')
  const lines = (propertyText(component, 'location') ?? '').split(/(?<!\s)\s*\n\s*/)
  const name = own || lines[0] || undefined
  if (own || name === undefined || lines.length === 1)
    return name === undefined || !isSign(name) ? name : { venue: name }
  return { venue: name, address: lines.slice(1).join(', ') }
}

/** iCalendar has no ids: such a text must not be read as one. */
function isSign(name: string): boolean {
  return /^(?:(?:id|slug):)?\d+$/.test(name)
}

function organizerOf(component: ICAL.Component): readonly Values[] | undefined {
  const properties = ['organizer', 'x-cal-organizer'].flatMap((name) => component.getAllProperties(name))
  const found = properties.flatMap((property) => {
    const address = String(property.getFirstValue() ?? '').replace(/^mailto:/i, '')
    const email = address.includes('@') ? address : undefined
    const name = property.getFirstParameter('cn') || email
    return name
      ? [{ organizer: decoded(name.replace(/^"(.*)"$/s, '$1')), ...(email === undefined ? {} : { email }) }]
      : []
  })
  return found.length ? found : undefined
}

/** The feeds of deployed services write `Town%20Choir`. */
function decoded(name: string): string {
  if (!/^(?:[\w.~-]|%[\dA-F]{2})*$/i.test(name)) return name
  try {
    return decodeURIComponent(name)
  } catch (error) {
    if (error instanceof URIError) return name
    throw error
  }
}

function categoriesOf(component: ICAL.Component): readonly (string | Values)[] | undefined {
  const found = component
    .getAllProperties('categories')
    .flatMap((property) => property.getValues().map(String))
    .map((name) => name.trim())
    .filter((name) => name !== '')
  return found.length ? [...new Set(found)].map((name) => (isSign(name) ? { name } : name)) : undefined
}
