// Times of day that the clocks of a zone skip or show twice: in Berlin, the hour from 02:00 on 28 March 2027, and the
// one from 02:00 on 31 October 2027.
import { hasWallForm } from '../../base/dates/days.ts'
import { durationOf, elapsedOf } from '../../base/dates/durations.ts'
import { type Instant, instantOf, utcWall, wallAt } from '../../base/dates/zoned-time.ts'
import { t, type Text } from '../../base/text/language.ts'
import type { InputError } from './entry.ts'

/** Start and end of an event; undefined for one that is missing. */
export interface Span<Moment = string> {
  readonly start: Moment | undefined
  readonly end: Moment | undefined
}

/** No clock skips a later time of day. */
const skipped_before = '04:00:00'

/** Services store a skipped time as the one after the gap; a second import would not find the event. */
export function onClock(wall: string, zone: string, note: (text: Text) => void): string {
  if (!hasWallForm(wall) || wall.slice(11) >= skipped_before) return wall
  const shown = wallAt(instantOf(wall, zone), zone)
  if (shown !== wall) note(t('{wall} does not exist in {zone}: clocks skip it; read as {shown}', { wall, zone, shown }))
  return shown
}

/** An event whose start, moved out of a skipped hour, is no longer before its end. */
export function lostLength(
  { start, end, zone }: Span & { readonly zone: string },
  { start: shown, end: end_date }: Span,
): InputError | undefined {
  if (start === undefined || end === undefined || shown === undefined || end_date === undefined) return undefined
  if (start === shown || start >= end || shown < end_date) return undefined
  return {
    field: 'start_date',
    value: start,
    text: t('{start} does not exist in {zone}: clocks skip it; {shown} is not before the end {end_date}', {
      start,
      zone,
      shown,
      end_date,
    }),
    hint: t('correct one of the two'),
  }
}

interface Moments {
  /** The dates that are instants. */
  readonly exact: Span<Instant>
  /** Of an event without an end. */
  readonly duration: string | undefined
  readonly zone: string
  readonly note: (text: Text) => void
}

/**
 * Start and end in UTC, if one of them is in an hour that occurs twice: on the clock of the zone it would be the first
 * one, and a length of one hour none.
 */
export function inRepeatedHour({ exact, duration, zone, note }: Moments, { start, end }: Span): Span | undefined {
  if (start === undefined || end === undefined || !hasWallForm(start) || !hasWallForm(end)) return undefined
  const length = duration !== undefined && durationOf(duration) ? duration : undefined
  if (exact.start === undefined && exact.end === undefined && length === undefined) return undefined
  const from = exact.start ?? instantOf(start, zone)
  const lasting = length === undefined ? instantOf(end, zone) : from + elapsedOf({ start, duration: length, zone })
  const to = exact.end ?? lasting
  const isSecond = (wall: string, instant: Instant) =>
    wallAt(instant, zone) === wall && instantOf(wall, zone) !== instant
  const wall = isSecond(start, from) ? start : isSecond(end, to) ? end : undefined
  if (wall === undefined) return undefined
  note(repeatedText(wall, zone))
  return { start: utcWall(from), end: utcWall(to) }
}

export function repeatedText(wall: string, zone: string): Text {
  return t('{wall} occurs twice in {zone}: the event is stored in UTC', { wall, zone })
}
