// Parses dates and times once, into values that are resolved to a local time or an instant in a zone.
import { type Instant, instantOf, utcWall, type WallTime, wallAt } from '../../../base/dates/zoned-time.ts'
import { interfaceTime } from '../../../base/dates/clock-times.ts'
import {
  dayOfWritten,
  dayReadings,
  elapsedOf,
  interface_days,
  type WrittenDay,
} from '../../../base/dates/date-grammar.ts'
import { dayOf } from '../../../base/dates/days.ts'
import { isoMomentOf } from '../../../base/dates/machine-dates.ts'
import { quirk } from '../../quirks/quirks.ts'
import { looseMoment } from '../../quirks/loose-dates.ts'
import type { Json } from '../../../base/json.ts'
import type { ServiceSettings } from '../settings.ts'

/** A local time without a zone, or an instant. */
export type Moment = { readonly wall: WallTime } | { readonly instant: Instant }

/** The same, or a local time with the offset or zone that was written after it. */
type ParsedMoment = Moment | { readonly wall: WallTime; readonly zone: string }

/** A parsed date. Words such as `today` depend on the zone in which it is resolved. */
export interface SentDate {
  readonly resolveIn: (zone: string) => ParsedMoment
  /** Whether the offset of a date of a record is ignored, as in quirks mode. */
  readonly drops_offset: boolean
}

export interface SentDateContext {
  readonly now: Instant
  readonly settings: Pick<ServiceSettings, 'mode'>
}

/**
 * The date that a text or number means.
 *
 * Shape:  ISO 8601, `YYYY-MM-DD[ HH:MM[:SS]]`, Unix seconds, or a word with an optional time: `tomorrow 9am`, `+2 weeks
 *         10:00`.
 * Errors: undefined for everything else, for days that do not exist, and for the epoch.
 * Source: interface Q17, Q33.
 */
export function parseDate(value: Json | undefined, { now, settings }: SentDateContext): SentDate | undefined {
  // A text of blanks alone stays one: quirks mode reads it as now.
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() || value : ''
  const resolveIn = text === '' ? undefined : momentResolver(text, now, settings)
  if (!resolveIn) return undefined
  const date = { resolveIn, drops_offset: quirk(settings, 'offsets_are_dropped') }
  return isEpoch(momentIn(date, 'UTC')) ? undefined : date
}

/** The date of a record, whose local times are in this zone. */
export function momentIn({ resolveIn, drops_offset }: SentDate, zone: string): Moment {
  const written = resolveIn(zone)
  if (!('zone' in written)) return written
  return drops_offset ? { wall: written.wall } : { instant: instantOf(written.wall, written.zone) }
}

/** The date of a filter or of `date_utc`, whose offset counts in both modes; undefined for the epoch. */
export function exactMomentIn({ resolveIn }: SentDate, zone: string): Moment | undefined {
  const moment = momentIn({ resolveIn, drops_offset: false }, zone)
  return isEpoch(moment) ? undefined : moment
}

/** The local time of the moment in this zone. */
export function wallOf(moment: Moment, zone: string): WallTime {
  return 'wall' in moment ? moment.wall : wallAt(moment.instant, zone)
}

/** The instant of a local time in this zone. */
export function instantIn(moment: Moment, zone: string): Instant {
  return 'wall' in moment ? instantOf(moment.wall, zone) : moment.instant
}

function isEpoch(moment: Moment): boolean {
  return 'wall' in moment ? moment.wall === '1970-01-01 00:00:00' : moment.instant === 0
}

function momentResolver(
  text: string,
  now: Instant,
  settings: Pick<ServiceSettings, 'mode'>,
): SentDate['resolveIn'] | undefined {
  const fixed = unixMoment(text) ?? isoMoment(text)
  if (fixed) return () => fixed
  const worded = wordedMoment(text, now)
  if (worded) return worded
  const loose = quirk(settings, 'dates_are_parsed_loosely') ? looseMoment(text) : undefined
  return loose && ((zone) => loose(wallAt(now, zone)))
}

function unixMoment(text: string): ParsedMoment | undefined {
  if (!/^[+-]?\d+(\.\d+)?$/.test(text)) return undefined
  const instant = Math.floor(Number(text)) * 1000
  return hasFourDigitYear(instant) ? { wall: utcWall(instant), zone: 'UTC' } : undefined
}

/** Years with more or fewer digits could not be parsed again. */
function hasFourDigitYear(instant: Instant): boolean {
  return instant >= -62_167_219_200_000 && instant <= 253_402_300_799_000
}

function isoMoment(text: string): ParsedMoment | undefined {
  const { day, time = '00:00:00', offset } = isoMomentOf(text, 'all') ?? {}
  if (day === undefined) return undefined
  const wall = `${day} ${time}`
  if (offset === undefined) return { wall }
  const zoned = { wall, zone: offset.length === 3 ? `${offset}:00` : offset }
  return hasFourDigitYear(instantOf(wall, zoned.zone)) ? zoned : undefined
}

/** `now`, `tomorrow 9am`, `+2 weeks 10:00`. */
function wordedMoment(text: string, now: Instant): ((zone: string) => Moment) | undefined {
  for (const { written, rest } of dayReadings(text, interface_days)) {
    if (rest === '') return (zone) => momentOf(written, now, zone)
    const time = interfaceTime(rest.trim())
    if (time !== undefined) return (zone) => ({ wall: `${dayOf(wallOf(momentOf(written, now, zone), zone))} ${time}` })
  }
  return undefined
}

/** Minutes and hours are elapsed time; days and longer units keep the time of day across a clock change. */
function momentOf(written: WrittenDay, now: Instant, zone: string): Moment {
  const elapsed_ms = elapsedOf(written)
  if (elapsed_ms !== undefined) return { instant: now + elapsed_ms }
  const wall = wallAt(now, zone)
  const day = dayOfWritten(written, { today: dayOf(wall) })
  return { wall: `${day} ${'count' in written ? wall.slice(11) : '00:00:00'}` }
}
