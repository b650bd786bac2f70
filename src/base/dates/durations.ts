// Durations as users type them, and the end of an event by its duration.
import { day_ms, instantOf, instantOfUtc, utcWall, type WallTime, wallAt } from './zoned-time.ts'
import { daysLater, isDay } from './days.ts'
import { CalError } from '../errors.ts'

const unit_ms: Readonly<Record<string, number>> = {
  w: 7 * day_ms,
  d: day_ms,
  t: day_ms,
  h: 3_600_000,
  m: 60_000,
  min: 60_000,
}

/** `90m`, `1h30m`, `1.5h`, `2d`, `1:30` in milliseconds; undefined for other texts. */
export function durationOf(text: string): number | undefined {
  const words = text.trim().toLowerCase().replaceAll(' ', '')
  const clock = /^(\d{1,3}):([0-5]\d)$/.exec(words)
  if (clock) return (Number(clock[1]) * 60 + Number(clock[2])) * 60_000
  if (!/^(\d+(\.\d+)?(w|d|t|h|min|m))+$/.test(words)) return undefined
  const parts = [...words.matchAll(/(\d+(?:\.\d+)?)(w|d|t|h|min|m)/g)]
  return Math.round(parts.reduce((sum, [, count, unit]) => sum + Number(count) * (unit_ms[unit ?? ''] ?? 0), 0))
}

export interface DurationSpan {
  readonly start: string
  readonly duration: string
  readonly all_day: boolean
  /** The event's zone, if known: needed to count hours across a change of daylight saving. */
  readonly zone?: string
}

/** The end of an event with this start and duration; an all-day event ends on its last day. */
export function endOf({ start, duration, all_day, zone }: DurationSpan): WallTime {
  const lasts_ms = durationOf(duration)
  if (lasts_ms === undefined || lasts_ms === 0) throw noDuration(duration)
  const wall = isDay(start) ? `${start} 00:00:00` : start
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(wall)) throw noStart(start)
  if (all_day) return daysLater(wall.slice(0, 10), Math.max(Math.ceil(lasts_ms / day_ms), 1) - 1)
  const days_only = lasts_ms % day_ms === 0
  return days_only || zone === undefined
    ? utcWall(instantOfUtc(wall) + lasts_ms)
    : wallAt(instantOf(wall, zone) + lasts_ms, zone)
}

function noDuration(value: string): CalError {
  return new CalError('usage', {
    en: `--duration needs a duration such as 90m, 1h30m or 2d, not "${value}"`,
    de: `--duration erwartet eine Dauer wie 90m, 1h30m oder 2d, nicht „${value}“`,
  })
}

function noStart(value: string): CalError {
  return new CalError(
    'usage',
    {
      en: `--duration counts from --start-date, and "${value}" is not a date`,
      de: `--duration gilt ab --start-date, aber „${value}“ ist kein erkennbares Datum`,
    },
    { hint: { en: 'see cal help dates', de: 'cal help dates zeigt die möglichen Schreibweisen' } },
  )
}
