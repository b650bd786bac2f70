// The occurrences of a repeated event on its own clock: rules and added dates, without exceptions.
import ICAL from 'ical.js'
import { type Instant, type WallTime, instantOfUtc } from '../../../base/dates/zoned-time.ts'
import { getOrInsert } from '../../../base/collections.ts'
import { t, type Text } from '../../../base/text/language.ts'
import type { InputError, InputLocation } from '../entry.ts'
import { type SeriesDates, seriesDatesOf, isDates, lastMoment, shifted } from '../../recurrence/dates.ts'
import { isRule, type Rule, parseRule, type Until } from '../../recurrence/rule.ts'
import { type IcsCalendar, rule_property } from './components.ts'
import { isOnClock } from './zone-clock.ts'
import { icsClockOf, endAfter, icsTimeOf, moved, type IcsSpan, utc_clock } from './event-fields.ts'

/** The part of a series that is imported. */
export interface OccurrenceBounds {
  readonly from: WallTime
  readonly to: WallTime
}

/** The context of an event in its file. */
export interface IcsReader {
  readonly location: InputLocation
  readonly calendar: IcsCalendar
  /** For a series that ends, and for one that does not. */
  readonly bounds: { readonly ending: OccurrenceBounds; readonly endless: OccurrenceBounds }
  warn(cause: string, text: Text): void
}

/** An event that repeats. */
interface Repeating {
  readonly component: ICAL.Component
  readonly span: IcsSpan
  readonly reader: IcsReader
}

export interface Occurrence {
  readonly start: WallTime
  readonly end: WallTime
}

export function repeats(component: ICAL.Component): boolean {
  return [rule_property.rrule, 'rdate'].some((name) => component.getFirstProperty(name))
}

/**
 * The occurrences in chronological order, with the first start unless it is an exception; some of them are a day before
 * or after the bounds.
 */
export function occurrencesOf(
  repeating: Repeating,
): { readonly list: readonly Occurrence[]; readonly bounds: OccurrenceBounds } | InputError {
  const { component, span, reader } = repeating
  const { clock, start, end, all_day } = span
  const rules = rulesOf(component, 'rrule')
  const endless = rules.find(({ rule }) => rule.count === undefined && rule.until === undefined)?.text
  const bounds = endless === undefined ? reader.bounds.ending : reader.bounds.endless
  const read = widened(bounds)
  const length = endFrom(component, span)
  const found = new Map<Instant, Occurrence>()
  const add = (wall: WallTime, last = length(wall)) => found.set(clock.instantOf(wall), { start: wall, end: last })
  const expanded: (readonly [SeriesDates, rule: string])[] = []
  if (isWithin(start, read)) add(start, end)
  for (const { rule, text } of rules) {
    const dates = datesOfRule(rule, span, read)
    if (!isDates(dates)) return noDates('RRULE', text, dates)
    for (const wall of dates.walls) if (wall !== start) add(wall)
    expanded.push([dates, text])
  }
  for (const { wall, last } of listed(repeating, 'rdate'))
    if (isWithin(wall, read)) add(all_day ? `${wall.slice(0, 10)} 00:00:00` : wall, last)
  for (const { rule, text } of rulesOf(component, 'exrule')) {
    const dates = datesOfRule(rule, span, read)
    if (!isDates(dates)) return noDates('EXRULE', text, dates)
    for (const wall of dates.walls) found.delete(clock.instantOf(wall))
  }
  // A series that is refused has no warnings.
  for (const [dates, rule] of expanded) warnOfRule(dates, rule, repeating)
  const unmatched = removeExcepted(found, listed(repeating, 'exdate'), span).filter((wall) => isWithin(wall, read))
  if (unmatched.length > 0) reader.warn('exdate', unmatchedText(unmatched))
  const list = [...found].sort(([a], [b]) => a - b).map(([, one]) => one)
  warnOfShiftedEnds(list, repeating)
  if (endless !== undefined) reader.warn('endless', endlessText(endless, bounds))
  return { list, bounds }
}

function endlessText(rule: string, { from, to }: OccurrenceBounds): Text {
  const [first, last] = [from.slice(0, 10), to.slice(0, 10)]
  return t('the series {rule} has no end: only dates from {first} to {last} are read (--since, --until)', {
    rule,
    first,
    last,
  })
}

export function isWithin(wall: WallTime, { from, to }: OccurrenceBounds): boolean {
  return wall >= from && wall <= to
}

/** Invalid rules were rejected before. */
function rulesOf(component: ICAL.Component, name: 'rrule' | 'exrule') {
  return component.getAllProperties(rule_property[name]).flatMap((property) => {
    const text = String(property.getFirstValue())
    const rule = parseRule(text)
    return isRule(rule) ? [{ rule, text }] : []
  })
}

function datesOfRule(rule: Rule, span: IcsSpan, { from, to }: OccurrenceBounds): SeriesDates | Text {
  const { clock, start, all_day } = span
  const until = rule.until && untilOn(rule.until, span)
  return seriesDatesOf({
    rule,
    start,
    all_day,
    from,
    to,
    until,
    counts_start: true,
    isOnClock: (wall) => all_day || wall === start || isOnClock(clock, wall),
  })
}

/** `UNTIL` on the event's clock; a day without a time includes the whole day. */
function untilOn({ at, utc }: Until, { clock, all_day }: IcsSpan): WallTime {
  if (at.length === 10) return lastMoment(at)
  const wall = utc ? moved(at, utc_clock, clock) : at
  return all_day ? lastMoment(wall.slice(0, 10)) : wall
}

function warnOfRule({ names_start, skipped }: SeriesDates, rule: string, { span, reader }: Repeating): void {
  const shown = span.all_day ? span.start.slice(0, 10) : span.start
  if (!names_start)
    reader.warn(
      'start',
      t('DTSTART {shown} is not a date of its rule {rule}; it is imported as the first date', { shown, rule }),
    )
  for (const wall of skipped)
    reader.warn('skipped', t('ignored: {wall} does not exist: clocks skip it that day', { wall }))
}

/** The end of an occurrence: all last equally long (RFC 5545, 3.8.5.3); whole days are counted by the clock. */
export function endFrom(
  component: ICAL.Component,
  { clock, start, end }: Pick<IcsSpan, 'clock' | 'start' | 'end'>,
): (wall: WallTime) => WallTime {
  const duration = component.getFirstPropertyValue('duration')
  const isTimed = !start.endsWith('00:00:00') || !end.endsWith('00:00:00')
  if (duration instanceof ICAL.Duration && isTimed && !component.getFirstProperty('dtend'))
    return (wall) => endAfter(wall, duration, clock)
  if (isTimed && component.getFirstProperty('dtend')) {
    const lasts_ms = clock.instantOf(end) - clock.instantOf(start)
    return (wall) => clock.wallAt(clock.instantOf(wall) + lasts_ms)
  }
  const length_s = secondsBetween(start, end)
  return (wall) => shifted(wall, length_s)
}

/** Warns of the occurrences whose end has another time of day because of a clock change. */
function warnOfShiftedEnds(list: readonly Occurrence[], { span, component, reader }: Repeating): void {
  const length_s = secondsBetween(span.start, span.end)
  if (span.all_day || !component.getFirstProperty('dtend')) return
  const endOf = endFrom(component, span)
  // Dates of RDATE may be periods with an end of their own.
  for (const { start, end } of list)
    if (end !== shifted(start, length_s) && end === endOf(start))
      reader.warn(
        'shifted_end',
        t('the date from {start} ends at {end} because the clocks change: all dates last equally long', {
          start,
          end: end.slice(11),
        }),
      )
}

export function secondsBetween(start: WallTime, end: WallTime): number {
  return (instantOfUtc(end) - instantOfUtc(start)) / 1000
}

interface Listed {
  readonly wall: WallTime
  /** The end of a period. */
  readonly last: WallTime | undefined
  /** A day without a time. */
  readonly isDay: boolean
}

function listed({ component, span, reader: { calendar } }: Repeating, name: 'rdate' | 'exdate'): readonly Listed[] {
  const { clock, start } = span
  return component.getAllProperties(name).flatMap((property) =>
    property.getValues().flatMap((value) => {
      const time = value instanceof ICAL.Period ? value.start : value
      if (!(time instanceof ICAL.Time)) return []
      const ics = icsTimeOf(property, time)
      const own = ics.tzid === undefined ? clock : (icsClockOf(ics, calendar) ?? clock)
      const wall = ics.all_day ? ics.wall : moved(ics.wall, own, clock)
      const { duration, end } = value instanceof ICAL.Period ? value : {}
      const last =
        duration instanceof ICAL.Duration
          ? endAfter(wall, duration, clock)
          : end instanceof ICAL.Time
            ? moved(icsTimeOf(property, end).wall, own, clock)
            : undefined
      // An added day has the time of the first date; an excepted day means all of the day.
      return [
        {
          wall: ics.all_day && name === 'rdate' ? `${wall.slice(0, 10)}${start.slice(10)}` : wall,
          last,
          isDay: ics.all_day,
        },
      ]
    }),
  )
}

/** Removes the excepted dates; an excepted day means all of the day. Returns the dates that were none of the series. */
function removeExcepted(
  found: Map<Instant, Occurrence>,
  excepted: readonly Listed[],
  { clock, all_day }: IcsSpan,
): readonly WallTime[] {
  const by_day = new Map<string, Instant[]>()
  for (const [instant, { start }] of found) getOrInsert(by_day, start.slice(0, 10), () => []).push(instant)
  const unmatched = new Set<WallTime>()
  for (const { wall, isDay } of new Map(excepted.map((one) => [one.wall, one])).values()) {
    const instant = clock.instantOf(wall)
    const same = isDay || all_day ? (by_day.get(wall.slice(0, 10)) ?? []) : []
    const matched = [instant, ...same].filter((one) => found.delete(one))
    if (matched.length === 0) unmatched.add(wall)
  }
  return [...unmatched]
}

function unmatchedText([wall = '', ...others]: readonly WallTime[]): Text {
  return others.length === 0
    ? t('EXDATE {wall} is not a date of the series', { wall })
    : t('EXDATE {wall} and {count} others are not dates of the series', { wall, count: others.length })
}

function noDates(line: string, rule: string, why: Text): InputError {
  return {
    value: rule,
    text: t('{line} "{rule}": {why}', { line, rule, why }),
    hint: t('limit the series: --since DATE, --until DATE'),
  }
}

/** Bounds that include the wanted ones in every zone. */
function widened({ from, to }: OccurrenceBounds): OccurrenceBounds {
  return { from: shifted(from, -86_400), to: shifted(to, 86_400) }
}
