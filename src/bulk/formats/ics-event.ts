// One event of a calendar file as fields of the interface: title, times, place, and what its states mean here.
import ICAL from 'ical.js'
import { instantOfUtc, utcWall, type Wall } from '../../base/datetime.ts'
import type { Values } from '../../spec/read.ts'
import { icsTimeOf, wallIn, type Zones, zoneOfEvent, type IcsTime } from './ics-zones.ts'

/** When an event is, on the clock of its zone. */
export interface Span {
  readonly start: Wall
  readonly end: Wall
  readonly all_day: boolean
  /** undefined where the times float: the calendar's site decides. */
  readonly zone: string | undefined
}

/** The event's first span. undefined where it has no start. Fails with the name of a zone that nobody knows. */
export function spanOf(component: ICAL.Component, zones: Zones): Span | { readonly unknown_zone: string } | undefined {
  const from = timeNamed(component, 'dtstart')
  if (!from) return undefined
  const zone = zoneOfEvent(from, zones)
  if (zone === undefined && from.tzid !== undefined) return { unknown_zone: from.tzid }
  const start = wallIn(from, zone, zones)
  return { start, end: endOf(component, { from, start, zone, zones }), all_day: from.all_day, zone }
}

interface From {
  readonly from: IcsTime
  readonly start: Wall
  readonly zone: string | undefined
  readonly zones: Zones
}

/** `DTEND` or `DURATION`; whole days end on the last day, where iCalendar names the one after it. */
function endOf(component: ICAL.Component, { from, start, zone, zones }: From): Wall {
  const to = timeNamed(component, 'dtend')
  const duration = component.getFirstPropertyValue('duration')
  const lasts_s = duration instanceof ICAL.Duration ? duration.toSeconds() : from.all_day ? 86_400 : 0
  const end = to ? wallIn(to, zone, zones) : later(start, lasts_s)
  if (!from.all_day) return end
  const last = later(end, -86_400)
  return last < start ? start : last
}

function later(wall: Wall, seconds: number): Wall {
  return utcWall(instantOfUtc(wall) + seconds * 1000)
}

export function timeNamed(component: ICAL.Component, name: 'dtstart' | 'dtend' | 'recurrence-id'): IcsTime | undefined {
  const property = component.getFirstProperty(name)
  const value = property?.getFirstValue()
  return property && value instanceof ICAL.Time ? icsTimeOf(property, value) : undefined
}

/** Everything but the times. `STATUS:CANCELLED` is a draft: nothing is lost, and nobody is invited (D-221). */
export function fieldsOf(component: ICAL.Component): Values {
  const text = (name: string) => {
    const value = component.getFirstPropertyValue(name)
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
  }
  return said({
    title: text('summary'),
    description: text('description'),
    website: component.getFirstProperty('url')?.getParameter('x-cal-own') === undefined ? text('url') : undefined,
    status: text('x-cal-status') ?? (text('status')?.toUpperCase() === 'CANCELLED' ? 'draft' : /^(private|confidential)$/i.test(text('class') ?? '') ? 'private' : undefined),
    venue: text('location'),
    organizer: organizerOf(component),
    categories: categoriesOf(component),
  })
}

function organizerOf(component: ICAL.Component): readonly Values[] | undefined {
  const found = component.getAllProperties('organizer').flatMap((property) => {
    const address = String(property.getFirstValue() ?? '').replace(/^mailto:/i, '')
    const email = address.includes('@') ? address : undefined
    const name = property.getFirstParameter('cn') || email
    return name ? [said({ organizer: name.replace(/^"|"$/g, ''), email })] : []
  })
  return found.length ? found : undefined
}

function categoriesOf(component: ICAL.Component): readonly string[] | undefined {
  const found = component.getAllProperties('categories').flatMap((property) => property.getValues().map(String)).map((name) => name.trim()).filter((name) => name !== '')
  return found.length ? [...new Set(found)] : undefined
}

function said(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}

/** A span as the interface's fields. */
export function datesOf({ start, end, all_day, zone }: Span): Values {
  const timezone = zone === undefined ? {} : { timezone: zone }
  return all_day ? { start_date: start.slice(0, 10), end_date: end.slice(0, 10), all_day: true, ...timezone } : { start_date: start, end_date: end, ...timezone }
}
