// Dates and times as people and programs write them.
import { type Instant, instantOf, utcWall, type WallTime, wallAt } from '../../../base/dates/zoned-time.ts'
import { clockReader, isoMomentOf } from '../../../base/dates/date-grammar.ts'
import { daysLater, dayOf, monthsLater } from '../../../base/dates/days.ts'
import { extended } from './iso-date.ts'
import { quirk } from '../../quirks/quirks.ts'
import { looseMoment, type Zoned } from '../../quirks/loose-dates.ts'
import type { ServiceSettings } from '../settings.ts'

/** What was written: a wall clock that hangs in whatever zone applies, or a point in time. */
export type Moment = { readonly wall: WallTime } | { readonly instant: Instant }

/** The same before anybody asks whether its offset counts. */
type Written = Moment | Zoned

export interface MomentContext {
  readonly now: Instant
  /** Where `today` and `9am` are. */
  readonly zone: string
  readonly settings: Pick<ServiceSettings, 'mode'>
}

const word = /^(now|today|tomorrow|yesterday|\+\s*(\d{1,4})\s*(minute|hour|day|week|month)s?)(?:\s+(\S.*))?$/i
/**
 * The moment that a text or number means.
 * Shape:  ISO 8601, `YYYY-MM-DD[ HH:MM[:SS]]`, Unix seconds, or a word with an optional time: `tomorrow 9am`, `+2 weeks
 *         10:00`.
 * Fails:  undefined for everything else, for dates that no calendar has, and for the epoch.
 * Source: modes D17, D33 and their fine print; quirks mode reads more and drops offsets.
 */
export function parseMoment(value: unknown, context: MomentContext): Moment | undefined {
  const written = writtenAs(value, context)
  const found =
    written && 'zone' in written && quirk(context.settings, 'offsets_are_dropped')
      ? { wall: written.wall }
      : written && fixed(written)
  return found && !isEpoch(found) ? found : undefined
}

/** The same, with its offset even where others are dropped. */
export function parseFixedMoment(value: unknown, context: MomentContext): Moment | undefined {
  const written = writtenAs(value, context)
  const found = written && fixed(written)
  return found && !isEpoch(found) ? found : undefined
}

/** The moment on a clock in this zone. */
export function wallOf(moment: Moment, zone: string): WallTime {
  return 'wall' in moment ? moment.wall : wallAt(moment.instant, zone)
}

/** The moment in time, where a wall clock hangs in this zone. */
export function instantIn(moment: Moment, zone: string): Instant {
  return 'wall' in moment ? instantOf(moment.wall, zone) : moment.instant
}

function isEpoch(moment: Moment): boolean {
  return 'wall' in moment ? moment.wall === '1970-01-01 00:00:00' : moment.instant === 0
}

function writtenAs(value: unknown, context: MomentContext): Written | undefined {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
  if (text === '') return undefined
  return (
    writtenMoment(text) ??
    numberedMoment(text) ??
    wordedMoment(text, context) ??
    writtenMoment(extended(text)) ??
    (quirk(context.settings, 'dates_are_parsed_loosely')
      ? looseMoment(text, wallAt(context.now, context.zone))
      : undefined)
  )
}

function fixed(written: Written): Moment {
  return 'zone' in written ? { instant: instantOf(written.wall, written.zone) } : written
}

function numberedMoment(text: string): Written | undefined {
  if (!/^[+-]?\d+(\.\d+)?$/.test(text)) return undefined
  const instant = Math.floor(Number(text)) * 1000
  return isShown(instant) ? { wall: utcWall(instant), zone: 'UTC' } : undefined
}

/** Years of four digits: everything else could not be written back. */
function isShown(instant: Instant): boolean {
  return instant >= -62_167_219_200_000 && instant <= 253_402_300_799_000
}

function writtenMoment(text: string): Written | undefined {
  const { day, time = '00:00:00', offset } = isoMomentOf(text) ?? {}
  if (day === undefined) return undefined
  const wall = `${day} ${time}`
  if (offset === undefined) return { wall }
  const zoned = { wall, zone: offset.length === 3 ? `${offset}:00` : offset }
  return isShown(instantOf(wall, zoned.zone)) ? zoned : undefined
}

function wordedMoment(text: string, { now, zone }: MomentContext): Moment | undefined {
  const [, name, count, unit, rest] = word.exec(text) ?? []
  if (name === undefined) return undefined
  const time = rest === undefined ? undefined : timeOf(rest)
  if (rest !== undefined && time === undefined) return undefined
  const moment =
    count === undefined || unit === undefined
      ? namedMoment(name.toLowerCase(), now, zone)
      : movedMoment(Number(count), unit.toLowerCase(), now, zone)
  return time === undefined ? moment : { wall: `${wallOf(moment, zone).slice(0, 10)} ${time}` }
}

function namedMoment(name: string, now: Instant, zone: string): Moment {
  if (name === 'now') return { instant: now }
  const days = name === 'tomorrow' ? 1 : name === 'yesterday' ? -1 : 0
  return { wall: `${daysLater(dayOf(wallAt(now, zone)), days)} 00:00:00` }
}

/** Hours run through a change of clocks; days and longer keep the time of day. */
function movedMoment(count: number, unit: string, now: Instant, zone: string): Moment {
  if (unit === 'minute' || unit === 'hour') return { instant: now + count * (unit === 'hour' ? 3_600_000 : 60_000) }
  const wall = wallAt(now, zone)
  const day =
    unit === 'month' ? monthsLater(dayOf(wall), count) : daysLater(dayOf(wall), unit === 'week' ? count * 7 : count)
  return { wall: `${day} ${wall.slice(11)}` }
}

/** `9am`, `1:30 pm`, `16:00`, `09:30:15`, `noon` as `HH:MM:SS`; undefined for other texts. */
const timeOf = clockReader({ names: ['en'] })
