// The single times of a repeated event: rules and dates added, exceptions taken out, on the clock of the event's zone.
import ICAL from 'ical.js'
import type { Wall } from '../../base/datetime.ts'
import { timesOf } from './ics-rule.ts'
import { icsTimeOf, wallIn, wallOf, type Zones } from './ics-zones.ts'

/** No event repeats more often than this; a rule that does is cut. */
const occurrences_max = 5_000

export interface Repeating {
  readonly component: ICAL.Component
  /** The first start, on the clock of `zone`. */
  readonly start: Wall
  readonly all_day: boolean
  readonly zone: string | undefined
  readonly zones: Zones
  /** Nothing starts after this. */
  readonly until: Wall
}

/** Starts in their order, the first one included unless it is excepted. */
export function startsOf(repeating: Repeating): readonly Wall[] {
  const { component, start } = repeating
  const starts = new Set([start])
  for (const property of component.getAllProperties('rrule')) {
    const rule = property.getFirstValue()
    if (rule instanceof ICAL.Recur) for (const wall of startsOfRule(rule, repeating)) starts.add(wall)
  }
  for (const wall of listed(repeating, 'rdate')) starts.add(wall)
  const excepted = listed(repeating, 'exdate')
  return [...starts].filter((wall) => wall <= repeating.until && !excepted.some((out) => sameStart(out, wall))).sort()
}

/** An exception may name just the day. */
function sameStart(out: Wall, wall: Wall): boolean {
  return out === wall || (out.endsWith('00:00:00') && out.slice(0, 10) === wall.slice(0, 10))
}

/** The rule's starts, run on a clock without a zone: that is what keeps 18:00 at 18:00 across daylight saving. */
function startsOfRule(rule: ICAL.Recur, { start, all_day, zone, zones, until }: Repeating): readonly Wall[] {
  const local = rule.clone()
  if (local.until) local.until = floating(lastOf(local.until, { all_day, zone, zones }), all_day)
  const found: Wall[] = []
  for (const time of timesOf(local, floating(start, all_day), Number(until.slice(0, 4)))) {
    const wall = wallOf(time)
    if (wall > until || found.length === occurrences_max) break
    found.push(wall)
  }
  return found
}

/** `UNTIL` on the clock of the event's zone; a bare day counts to its end. */
function lastOf(until: ICAL.Time, { all_day, zone, zones }: Pick<Repeating, 'all_day' | 'zone' | 'zones'>): Wall {
  const wall = wallOf(until)
  if (until.isDate) return all_day ? wall : `${wall.slice(0, 10)} 23:59:59`
  const tzid = until.zone === ICAL.Timezone.utcTimezone ? 'UTC' : undefined
  return wallIn({ wall, all_day: false, tzid, time: until }, zone, zones)
}

function floating(wall: Wall, all_day: boolean): ICAL.Time {
  return all_day ? ICAL.Time.fromDateString(wall.slice(0, 10)) : ICAL.Time.fromDateTimeString(wall.replace(' ', 'T'))
}

function listed({ component, zone, zones }: Repeating, name: 'rdate' | 'exdate'): readonly Wall[] {
  return component.getAllProperties(name).flatMap((property) => property.getValues().flatMap((value) => {
    const time = value instanceof ICAL.Period ? value.start : value
    return time instanceof ICAL.Time ? [wallIn(icsTimeOf(property, time), zone, zones)] : []
  }))
}
