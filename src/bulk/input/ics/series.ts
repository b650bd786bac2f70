// One VEVENT as events: each occurrence of a series, with its overrides.
import { shifted } from '../../recurrence/dates.ts'
import type ICAL from 'ical.js'
import { dayOf } from '../../../base/dates/days.ts'
import { type Instant, utcWall, type WallTime } from '../../../base/dates/zoned-time.ts'
import { t } from '../../../base/text/language.ts'
import type { Values } from '../../../spec/read.ts'
import type { InputError, InputItem, InputLocation } from '../entry.ts'
import { repeatedText } from '../clock-changes.ts'
import type { IcsCalendar } from './components.ts'
import { clockOfZone, namedClock, type TargetZone, targetZoneOf } from './zone-clock.ts'
import {
  icsClockOf,
  clockOfCalendar,
  isBareCancellation,
  isSpan,
  moved,
  ownZoneOf,
  type IcsSpan,
  spanOf,
  timeNamed,
  fieldsOf,
  titleOf,
  warnOfFields,
} from './event-fields.ts'
import {
  endFrom,
  type IcsReader,
  isWithin,
  type Occurrence,
  type OccurrenceBounds,
  occurrencesOf,
  repeats,
  secondsBetween,
} from './occurrences.ts'

/** An event as its file has it, or a change of one date of it. */
export interface Version {
  readonly component: ICAL.Component
  readonly text: string
  /** Of its own line and calendar: an override can be in another VCALENDAR than its series. */
  readonly reader: IcsReader
}

export interface IcsEvent extends Version {
  /** Components that change single occurrences. */
  readonly overrides: readonly Version[]
  /** How an override is identified; without its series, by its time, else its day. */
  readonly by?: OccurrenceKey
}

/**
 * What identifies an occurrence, best first. A series that moves by half an hour still has the same days; a time is
 * needed for two on one day.
 */
type OccurrenceKey = readonly ('day' | 'time')[]

export function* itemsOfEvent(event: IcsEvent): Iterable<InputItem> {
  const { component, text, reader } = event
  if (isBareCancellation(component, reader.calendar))
    return reader.warn('cancellation', t('ignored: a cancellation without a start'))
  const span = spanOf(component, reader.calendar)
  if (!isSpan(span)) return yield unreadable(reader.location, text, [span])
  if (repeats(component)) return yield* itemsOfSeries(event, span)
  const target = targetFor(component, span, [span], reader)
  const key = occurrenceKey(component, recurrenceOf(component, span, reader, target), event.by ?? ['time', 'day'])
  yield itemOf({ version: event, occurrence: span, span, target, key })
  // Overrides of an event that does not repeat are separate events.
  for (const override of event.overrides) yield* itemsOfEvent({ ...override, overrides: [], by: ['time'] })
}

export function unreadable(location: InputLocation, original: string, errors: readonly InputError[]): InputItem {
  return { kind: 'events', location, original, errors }
}

function* itemsOfSeries(event: IcsEvent, span: IcsSpan): Iterable<InputItem> {
  const { component, text, reader } = event
  const found = occurrencesOf({ component, span, reader })
  if ('text' in found) return yield unreadable(reader.location, text, [found])
  const { list, bounds } = found
  if (list.length * text.length > series_characters_max)
    return yield unreadable(reader.location, text, [tooLong(list.length, text.length)])
  const target = targetFor(component, span, list, reader)
  const changes = orderedChanges(event.overrides, span)
  const taken = new Set<Change>()
  const busy = repeatedDays(list.map(({ start }) => target.shown(start)))
  for (const occurrence of list) {
    const shown = target.shown(occurrence.start)
    const instant = span.clock.instantOf(occurrence.start)
    const change = changes.find(({ at, isDay, instant: changed }) =>
      isDay ? dayOf(at) === dayOf(occurrence.start) : changed === instant,
    )
    if (change) taken.add(change)
    else if (!isWithin(shown, bounds)) continue
    const future = changes.findLast(({ lasts, instant: changed }) => lasts && changed < instant)
    const key = occurrenceKey(component, shown, busy.has(dayOf(shown)) ? ['time'] : ['day', 'time'])
    if (change)
      yield* changedItem(change.version, {
        key,
        bounds,
        shown,
        original: { ...span, ...occurrence },
        series: component,
      })
    else if (future) yield* movedItem(future.version, { occurrence, span, key })
    else yield itemOf({ version: event, occurrence, span, target, key })
  }
  for (const { version, at } of changes.filter((change) => !taken.has(change))) {
    const { component: changed, reader: own } = version
    if (!isWithin(at, bounds) && !isWithin(startOf(version) ?? at, bounds)) continue
    if (!isBareCancellation(changed, own.calendar))
      own.warn('alone', t('RECURRENCE-ID {at} is not a date of its series; imported as a separate event', { at }))
    yield* itemsOfEvent({ ...version, overrides: [], by: ['time'] })
  }
}

/** Each date is kept with the text of its event, for the file of rejected records. */
const series_characters_max = 500_000_000

function tooLong(count: number, length: number): InputError {
  return {
    text: t('{count} dates with a text of {length} characters each are more than 500,000,000 characters', {
      count,
      length,
    }),
    hint: t('limit the series: --since DATE, --until DATE'),
  }
}

/** The days on which more than one occurrence begins. */
function repeatedDays(starts: readonly WallTime[]): ReadonlySet<string> {
  const days = starts.map(dayOf)
  return new Set(days.filter((day, i) => day === days[i - 1]))
}

function targetFor(
  component: ICAL.Component,
  { clock, all_day }: IcsSpan,
  list: readonly Occurrence[],
  { calendar }: IcsReader,
): TargetZone {
  const own = ownZoneOf(component)
  const walls = list.flatMap(({ start, end }) => [start, end])
  const described = clockOfCalendar(calendar)
  const site = own === undefined ? described && namedClock(described, walls) : clockOfZone(own)
  return all_day ? { zone: site?.zone, shown: (wall) => wall } : targetZoneOf(clock, walls, site)
}

interface Written {
  readonly version: Version
  readonly occurrence: Occurrence
  readonly span: IcsSpan
  readonly target: TargetZone
  readonly key: Values
  /** Of a changed occurrence: cancellations may lack the title. */
  readonly series?: ICAL.Component
}

function itemOf({ version, occurrence, span, target, key, series = version.component }: Written): InputItem {
  const { component, text, reader } = version
  const { location, calendar, warn } = reader
  if (target.warning) warn(target.warning.en, target.warning)
  const title = titleOf(component, series, calendar)
  warnOfFields(component, title ?? '', reader)
  const [start, end] = [target.shown(occurrence.start), target.shown(occurrence.end)]
  const in_utc = inRepeatedHour(occurrence, span)
  if (in_utc) warn('repeated_hour', repeatedText(occurrence.end, target.zone ?? ''))
  const values = {
    ...fieldsOf(component, calendar),
    ...(title === undefined ? {} : { title }),
    ...(span.all_day
      ? { start_date: dayOf(start), end_date: dayOf(end), all_day: true }
      : { start_date: start, end_date: end }),
    ...(target.zone === undefined ? {} : { timezone: target.zone }),
    ...in_utc,
    ...key,
  }
  return { kind: 'events', location, original: text, values, has_plain_texts: true }
}

/** The dates in UTC, if the clock shows the end for an earlier moment: in an hour that occurs twice. */
function inRepeatedHour({ start, end }: Occurrence, { clock, lasts_ms }: IcsSpan): Values | undefined {
  if (lasts_ms === undefined) return undefined
  const from = clock.instantOf(start)
  const to = from + lasts_ms
  if (clock.instantOf(end) === to || clock.wallAt(to) !== end) return undefined
  return { start_date: utcWall(from), end_date: utcWall(to), timezone: 'UTC' }
}

interface ChangedDate {
  readonly key: Values
  readonly bounds: OccurrenceBounds
  readonly shown: WallTime
  /** The original time of the occurrence, for cancellations without a time. */
  readonly original: IcsSpan
  readonly series: ICAL.Component
}

/** One occurrence that was changed. */
function* changedItem(version: Version, { key, bounds, shown, original, series }: ChangedDate): Iterable<InputItem> {
  const { reader } = version
  const span = timeNamed(version.component, 'dtstart') ? spanOf(version.component, reader.calendar) : original
  if (!isSpan(span)) return yield unreadable(reader.location, version.text, [span])
  const target = targetFor(version.component, span, [span], reader)
  if (isWithin(shown, bounds) || isWithin(target.shown(span.start), bounds))
    yield itemOf({ version, occurrence: span, span, target, key, series })
}

/** An occurrence after a `THISANDFUTURE` override: shifted by the same time, with the same duration. */
function* movedItem(
  version: Version,
  { occurrence, span, key }: { readonly occurrence: Occurrence; readonly span: IcsSpan; readonly key: Values },
): Iterable<InputItem> {
  const { reader } = version
  const own = spanOf(version.component, reader.calendar)
  const named = timeNamed(version.component, 'recurrence-id')
  if (!isSpan(own)) return yield unreadable(reader.location, version.text, [own])
  const from = named && wallOn(named, span, reader)
  if (from === undefined || own.all_day !== span.all_day) return
  const start = shifted(occurrence.start, secondsBetween(from, moved(own.start, own.clock, span.clock)))
  const end = moved(endFrom(version.component, own)(moved(start, span.clock, own.clock)), own.clock, span.clock)
  const target = targetFor(version.component, span, [{ start, end }], reader)
  yield itemOf({ version, occurrence: { start, end }, span, target, key })
}

function wallOn(
  time: NonNullable<ReturnType<typeof timeNamed>>,
  { clock, all_day }: IcsSpan,
  { calendar }: IcsReader,
): WallTime {
  if (all_day) return midnightOf(time, calendar)
  if (time.all_day || time.tzid === undefined) return time.wall
  return moved(time.wall, icsClockOf(time, calendar) ?? clock, clock)
}

/**
 * The day of a series of days that a time means: midnight as written or in the zone of the calendar, or else the
 * nearest midnight, as `20270101T230000Z` is in Berlin.
 */
function midnightOf(time: NonNullable<ReturnType<typeof timeNamed>>, calendar: IcsCalendar): WallTime {
  const site = clockOfCalendar(calendar)
  const own = time.tzid === 'UTC' ? icsClockOf(time, calendar) : undefined
  if (time.all_day || time.wall.endsWith('00:00:00') || !own) return `${time.wall.slice(0, 10)} 00:00:00`
  const wall = site ? moved(time.wall, own, site) : shifted(time.wall, 43_200)
  return `${wall.slice(0, 10)} 00:00:00`
}

function startOf({ component, reader }: Version): WallTime | undefined {
  const span = spanOf(component, reader.calendar)
  return isSpan(span) ? span.start : undefined
}

function recurrenceOf(
  component: ICAL.Component,
  span: IcsSpan,
  reader: IcsReader,
  target: TargetZone,
): WallTime | undefined {
  const named = timeNamed(component, 'recurrence-id')
  return named && target.shown(wallOn(named, span, reader))
}

interface Change {
  readonly version: Version
  /** The occurrence that it changes, on the clock of the series. */
  readonly at: WallTime
  readonly instant: Instant
  readonly isDay: boolean
  /** `RANGE=THISANDFUTURE` */
  readonly lasts: boolean
}

/** The changes of a series in chronological order. */
function orderedChanges(overrides: readonly Version[], span: IcsSpan): readonly Change[] {
  const changes = overrides.flatMap((version): readonly Change[] => {
    const named = timeNamed(version.component, 'recurrence-id')
    if (!named) return []
    const at = wallOn(named, span, version.reader)
    const range = version.component.getFirstProperty('recurrence-id')?.getFirstParameter('range')
    const lasts = range?.toUpperCase() === 'THISANDFUTURE'
    return [{ version, at, instant: span.clock.instantOf(at), isDay: named.all_day || span.all_day, lasts }]
  })
  return changes.sort((a, b) => a.instant - b.instant)
}

/**
 * Each occurrence of a series is a separate event, identified by the UID of the series with its date. Exports of
 * `cal` are identified by their slug (decision 8).
 */
function occurrenceKey(component: ICAL.Component, recurrence: WallTime | undefined, by: OccurrenceKey): Values {
  const [uid, slug] = [
    String(component.getFirstPropertyValue('uid') ?? ''),
    component.getFirstPropertyValue('x-cal-slug'),
  ]
  if (recurrence === undefined && typeof slug === 'string' && slug !== '') return { slug }
  // A draft may have no slug: the UID of an export is not one that an import stores.
  if (uid === '' || component.getFirstPropertyValue('x-cal-status') !== null) return {}
  if (recurrence === undefined) return { uid }
  const [first, other] = by.map((part) => {
    const date = part === 'day' ? dayOf(recurrence) : recurrence
    return `${uid}#${date.replace(/\D/g, '')}`
  })
  return { uid: first, ...(other === undefined ? {} : { other_uid: other }) }
}
