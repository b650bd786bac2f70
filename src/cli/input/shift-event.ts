// `--shift`: moves the start and the end of an event by the same duration.
import { type Shift, type ShiftProblem, shiftedWall, shiftOf } from '../../base/dates/durations.ts'
import { day_ms, instantOf, isZone } from '../../base/dates/zoned-time.ts'
import { CalError } from '../../base/errors.ts'
import type { Json, JsonObject } from '../../base/json.ts'
import { t, type Text } from '../../base/text/language.ts'

/** Errors: `usage` for a text that isn't a duration. */
export function shiftTyped(text: string): Shift {
  const shift = shiftOf(text)
  if (shift) return shift
  throw new CalError('usage', t('--shift needs a duration such as +1h, -2d or +1w, not "{text}"', { text }), {
    hint: t('units: w weeks, d days, h hours, m minutes; +1d12h combines them'),
  })
}

export interface ShiftedDates {
  readonly start_date: string
  readonly end_date: string
  /** Effects of daylight saving time. */
  readonly notes: readonly Text[]
}

/** The dates after the shift, in the event's own zone. Errors: `refused` if services could not store the new time. */
export function shiftedDates(event: JsonObject, shift: Shift): ShiftedDates {
  const [start, end] = [wallOf(event, 'start_date'), wallOf(event, 'end_date')]
  const named = t('event {id}', { id: String(event.id) })
  if (event.all_day === true && shift.elapsed_ms > 0)
    throw new CalError(
      'refused',
      t('{named} is an all-day event and cannot move by {text}: --shift needs days or weeks here', {
        named,
        text: shift.text,
      }),
    )
  const zone = zoneOf(event, shift)
  const [start_date, end_date] = [moved(start, shift, { zone, named }), moved(end, shift, { zone, named })]
  const notes = event.all_day === true ? [] : clockNotes({ start, end, start_date, end_date }, shift, { zone, named })
  return { start_date, end_date, notes }
}

function wallOf({ id, ...event }: JsonObject, name: 'start_date' | 'end_date'): string {
  const value = event[name]
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value) && !value.startsWith('0000'))
    return value
  throw new CalError('refused', t('event {id} has no {name} to move', { id: String(id), name }))
}

/** Shifting by days doesn't depend on the zone: if it is unknown, UTC is used. */
function zoneOf({ id, timezone }: JsonObject, { elapsed_ms }: Shift): string {
  if (typeof timezone === 'string' && isZone(timezone)) return timezone
  if (elapsed_ms === 0) return 'UTC'
  throw new CalError(
    'refused',
    t('event {id} has the unknown time zone "{text}": --shift needs days or weeks here', {
      id: String(id),
      text: textOf(timezone),
    }),
  )
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}

interface Moving {
  readonly zone: string
  readonly named: Text
}

function moved(wall: string, shift: Shift, { zone, named }: Moving): string {
  const found = shiftedWall(wall, shift, zone)
  if (typeof found === 'string') return found
  throw new CalError('refused', problemText(found, { zone, named }), {
    hint: t('use another duration, or specify --start-date and --end-date'),
  })
}

function problemText({ problem, at }: ShiftProblem, { zone, named }: Moving): Text {
  const time = at.slice(0, -3)
  switch (problem) {
    case 'skipped':
      return t('{named} would move to {time}, which clocks in {zone} skip that day', { named, time, zone })
    case 'repeated':
      return t(
        '{named} would move to the second {time}, and services store the first: clocks in {zone} show it twice',
        { named, time, zone },
      )
    case 'year':
      return t('{named} would move out of the years 0 to 9999', { named })
  }
}

type Times = Readonly<Record<'start' | 'end' | 'start_date' | 'end_date', string>>

/**
 * Across a clock change, shifting by days keeps the time of day and may change the duration; shifting by hours does the
 * opposite.
 */
function clockNotes(
  { start, end, start_date, end_date }: Times,
  { sign, days, elapsed_ms }: Shift,
  { zone, named }: Moving,
): readonly Text[] {
  if (elapsed_ms === 0) {
    const [was, is] = [elapsedBetween(start, end, zone), elapsedBetween(start_date, end_date, zone)]
    if (was === is) return []
    return [
      t('{named} lasts {length} instead of {length_2}: clocks in {zone} change during it', {
        named,
        length: lengthText(is),
        length_2: lengthText(was),
        zone,
      }),
    ]
  }
  const wanted_ms = sign * (days * day_ms + elapsed_ms)
  const pairs = [
    ['start_date', start, start_date],
    ['end_date', end, end_date],
  ] as const
  return pairs
    .filter(([, from, to]) => elapsedBetween(from, to, 'UTC') !== wanted_ms)
    .slice(0, 1)
    .map(([field, from, to]) =>
      t('{named}: clocks in {zone} change in between, so {field} {from} becomes {to}', {
        named,
        zone,
        field,
        from: from.slice(0, -3),
        to: to.slice(0, -3),
      }),
    )
}

function elapsedBetween(from: string, to: string, zone: string): number {
  return instantOf(to, zone) - instantOf(from, zone)
}

/** `1 h 30 min` */
function lengthText(duration_ms: number): string {
  const minutes = Math.round(duration_ms / 60_000)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [...(hours > 0 ? [`${hours} h`] : []), ...(rest > 0 || hours === 0 ? [`${rest} min`] : [])].join(' ')
}
