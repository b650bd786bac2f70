// Durations as users type them, the end of an event by its duration, and moving wall times by a length of time: days
// and weeks keep the time of day, hours and minutes are elapsed time.
import { CalError } from '../errors.ts'
import type { Json } from '../json.ts'
import { t } from '../text/language.ts'
import { daysLater, hasWallForm, isDay } from './days.ts'
import { unit_ms, unitForm, unitNamed } from './date-words.ts'
import { day_ms, instantOf, wallAt, type WallTime } from './zoned-time.ts'

const letter_ms: Readonly<Record<string, number>> = {
  w: unit_ms.week,
  d: unit_ms.day,
  h: unit_ms.hour,
  m: unit_ms.minute,
  s: 1_000,
}

const unit_form = new RegExp(`(?<=\\d)(?:${unitForm('week', 'day', 'hour', 'minute')})(?!\\p{L})`, 'gu')

/** A length of time as it is written. */
export interface Length {
  /** With letters for units: `1w2d`. */
  readonly text: string
  readonly days: number
  /** Elapsed time in addition to the days, in milliseconds. */
  readonly elapsed_ms: number
}

/** `90m`, `1h30m`, `1.5h`, `1,5 Stunden`, `2d`, `PT1H30M`; undefined for other texts, and for other units. */
export function lengthOf(text: string, units = 'wdhm'): Length | undefined {
  // Three digits may be thousands.
  const words = withoutDesignators(inLetters(text).replace(/(?<=\d),(?=\d{1,2}(?!\d))/g, '.'))
  if (/\d\s+\d/.test(text) || !/^(\d{1,6}(\.\d+)?[wdhms])+$/.test(words)) return undefined
  let [days, elapsed_ms, rest] = [0, 0, units]
  for (const [, count, unit = ''] of words.matchAll(/(?<![\d.])(\d+(?:\.\d+)?)([wdhms])/g)) {
    if (!rest.includes(unit)) return undefined
    // Once: `20h 3h` is rather a time and a length.
    rest = rest.replace(unit, '')
    const lasts_ms = Number(count) * (letter_ms[unit] ?? 0)
    if (/[wd]/.test(unit)) days += lasts_ms / day_ms
    else elapsed_ms += Math.round(lasts_ms)
  }
  return { text: words, days, elapsed_ms }
}

/** A length, or `1:30` and `1:30 h`, in milliseconds; undefined for other texts. */
export function durationOf(text: string): number | undefined {
  const length = durationLength(text)
  return length && length.days * day_ms + length.elapsed_ms
}

/** Whole days and elapsed time. */
function durationLength(text: string): Pick<Length, 'days' | 'elapsed_ms'> | undefined {
  const [, hours, minutes] = /^(\d{1,3}):([0-5]\d)(?::00)?(?: ?h)?$/i.exec(text.trim()) ?? []
  if (hours !== undefined) return { days: 0, elapsed_ms: (Number(hours) * 60 + Number(minutes)) * 60_000 }
  const length = lengthOf(text)
  if (!length) return undefined
  const days = Math.floor(length.days)
  return { days, elapsed_ms: Math.round((length.days - days) * day_ms) + length.elapsed_ms }
}

/** Whether an event of whole days can last so long; true also without a duration that can be read. */
export function isOfWholeDays(duration: Json | undefined): boolean {
  const lasts_ms = typeof duration === 'string' ? durationOf(duration) : undefined
  return lasts_ms === undefined || lasts_ms % day_ms === 0
}

/** ISO 8601: `P1DT2H` → `1d2h`. The `M` of a month, which has no length, is before the `T`. */
function withoutDesignators(words: string): string {
  const [, days, time = ''] = /^p(\d+[wd])?(?:t((?:\d+(?:\.\d+)?[hm])+)(?:0+s)?)?$/.exec(words) ?? []
  return `${days ?? ''}${time}` || words
}

/** `1 week` → `1w` */
function inLetters(text: string): string {
  const words = text.trim().toLowerCase().replaceAll(' ', '')
  return words.replace(unit_form, (unit) => unitNamed(unit)?.charAt(0) ?? unit)
}

/** How long an event with this start and duration lasts: days are counted on the clock. */
export function elapsedOf({ start, duration, zone }: Readonly<Record<'start' | 'duration' | 'zone', string>>): number {
  const { days = 0, elapsed_ms = 0 } = durationLength(duration) ?? {}
  return instantOf(byDays(start, { sign: 1, days }), zone) - instantOf(start, zone) + elapsed_ms
}

interface DurationSpan {
  readonly start: string
  readonly duration: string
  readonly all_day: boolean
  /** The event's zone, if known: needed to count hours across a change of daylight saving. */
  readonly zone?: string | undefined
}

/** The end of an event with this start and duration; an all-day event ends on its last day. */
export function endOf({ start, duration, all_day, zone }: DurationSpan): WallTime {
  const length = durationLength(duration)
  if (!length || length.days + length.elapsed_ms === 0) throw noDuration(duration)
  const { days, elapsed_ms } = length
  const wall = isDay(start) ? `${start} 00:00:00` : start
  if (!hasWallForm(wall)) throw noStart(start)
  if (all_day) return daysLater(wall.slice(0, 10), days + Math.ceil(elapsed_ms / day_ms) - 1)
  const later = byDays(wall, { sign: 1, days })
  return elapsed_ms === 0 ? later : wallAt(instantOf(later, zone ?? 'UTC') + elapsed_ms, zone ?? 'UTC')
}

function noDuration(value: string): CalError {
  const hint = t('add a unit: {value}m for minutes, {value}h for hours', { value })
  return new CalError(
    'usage',
    t('--duration needs a duration such as 90m, 1h30m or 2d, not "{value}"', { value }),
    /^\d+$/.test(value.trim()) ? { hint } : {},
  )
}

function noStart(value: string): CalError {
  return new CalError('usage', t('--duration counts from --start-date, and "{value}" is not a date', { value }), {
    hint: t('see cal help dates'),
  })
}

export interface Shift extends Length {
  readonly sign: 1 | -1
}

type Move = Pick<Shift, 'sign' | 'days' | 'elapsed_ms'>

/** The day, moment or time of day to which an event moves. */
export interface MoveTo {
  readonly to: string
}

/** A length with a sign: `+1h`, `-2d`, `1h30m`, `2 weeks`; undefined for other texts, parts of days, and for zero. */
export function shiftOf(text: string): Shift | undefined {
  const [, sign = '', rest = ''] = /^([+−-]?)(.*)$/.exec(text.trim()) ?? []
  const length = lengthOf(rest)
  if (!length || !Number.isInteger(length.days) || length.days + length.elapsed_ms === 0) return undefined
  return { ...length, text: `${sign.replace('−', '-')}${length.text}`, sign: /[−-]/.test(sign) ? -1 : 1 }
}

/** Why a wall time cannot be moved there: clocks skip that time, show it twice, or have no such year. */
export interface ShiftProblem {
  readonly problem: 'skipped' | 'repeated' | 'year'
  readonly at: WallTime
}

/**
 * The wall time after the shift.
 *
 * Services store a wall time and a zone, so a time that clocks skip or show twice is a problem: it would be stored as
 * another moment. Without such a problem the opposite shift leads back: it moves by the elapsed time first.
 */
export function shiftedWall(wall: WallTime, move: Move, zone: string): WallTime | ShiftProblem {
  const parts = [(from: WallTime) => byDays(from, move), (from: WallTime) => byElapsed(from, move, zone)]
  let moved: WallTime = wall
  for (const part of move.sign === 1 ? parts : parts.toReversed()) {
    const next = part(moved)
    if (typeof next !== 'string') return next
    const existing = next === moved ? next : existingWall(next, zone)
    if (typeof existing !== 'string') return existing
    moved = existing
  }
  return moved
}

/** A wall time that clocks show, in a year of four digits. */
export function existingWall(wall: WallTime, zone: string): WallTime | ShiftProblem {
  if (!/^\d{4}-/.test(wall)) return { problem: 'year', at: wall }
  return wallAt(instantOf(wall, zone), zone) === wall ? wall : { problem: 'skipped', at: wall }
}

function byDays(wall: WallTime, { sign, days }: Omit<Move, 'elapsed_ms'>): WallTime {
  return `${daysLater(wall.slice(0, 10), sign * days)}${wall.slice(10)}`
}

function byElapsed(wall: WallTime, { sign, elapsed_ms }: Move, zone: string): WallTime | ShiftProblem {
  if (elapsed_ms === 0) return wall
  const instant = instantOf(wall, zone) + sign * elapsed_ms
  const moved = wallAt(instant, zone)
  // The second of two moments with the same clock would be stored as the first.
  return instantOf(moved, zone) === instant ? moved : { problem: 'repeated', at: moved }
}
