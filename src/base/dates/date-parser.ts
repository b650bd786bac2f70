// The dates of the command line (`tomorrow 18:00`, `fri`, `+2w`, `2026-03-01T18:00+02:00`) as days and wall times.
import { type ClockTime, clockReader, isoMomentOfPeople } from './date-grammar.ts'
import { weekdayNamed } from './day-names.ts'
import { unitNamed, unitsLater } from './time-units.ts'
import { fixedOffset, type Instant, instantOfUtc, type WallTime, wallAt } from './zoned-time.ts'
import { t, type Text } from '../text/language.ts'
import { type Day, dayOf, daysLater, isDay, isWall, weekdayOf } from './days.ts'

/** The time and zone that relative words such as `today` refer to. */
export interface DateContext {
  readonly now: Instant
  readonly zone: string
}

const relative_days: Readonly<Record<string, number>> = {
  today: 0,
  heute: 0,
  tomorrow: 1,
  morgen: 1,
  yesterday: -1,
  gestern: -1,
  übermorgen: 2,
  uebermorgen: 2,
  vorgestern: -2,
}

/**
 * A typed date as a day or as a local time in the given zone.
 *
 * A weekday is the next one, today included; `next fri` excludes today.
 * Other texts are returned unchanged: the server decides which dates exist.
 */
export function parseDate(text: string, here: DateContext): Day | WallTime {
  return tryParseDate(text, here) ?? text
}

/** As `parseDate`, but undefined for other texts. */
export function tryParseDate(text: string, here: DateContext): Day | WallTime | undefined {
  if (isWall(text)) return text
  const words = text.trim().toLowerCase().replace(/\s+/g, ' ')
  return plainDateOf(words) ?? nowOf(words, here) ?? offsetDateOf(words, here) ?? wordsOf(words, here)
}

/** Whether the text is a date with an offset, which is the same instant in every zone. */
export function hasUtcOffset(text: string): boolean {
  return !isWall(text) && instantOfText(text.trim().toLowerCase()) !== undefined
}

/**
 * The part of a date that does not exist, such as `month 13` of 2026-13-01; undefined for dates that exist, and for
 * other texts.
 */
export function nonexistent(text: string): Text | undefined {
  const [, year = '', month = '', day = '', hour = '', minute = '', second = ''] =
    /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[Tt ]\s*(\d{1,2}):(\d\d)(?::(\d\d))?.*)?$/.exec(text.trim()) ?? []
  if (year === '') return undefined
  if (Number(month) < 1 || Number(month) > 12) return t('month {month}', { month })
  if (!isDay(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)) return t('day {day}', { day })
  if (Number(hour) > 23) return t('hour {hour}', { hour })
  if (Number(minute) > 59) return t('minute {minute}', { minute })
  return Number(second) > 59 ? t('second {second}', { second }) : undefined
}

function nowOf(words: string, { now, zone }: DateContext): WallTime | undefined {
  if (words === 'now' || words === 'jetzt') return wallAt(now, zone)
  const [, count, word = ''] = /^([+-]\d+) ?(\p{L}+)$/u.exec(words) ?? []
  const unit_ms = { hour: 3_600_000, minute: 60_000 }
  const unit = unitNamed(word)
  return unit === 'hour' || unit === 'minute' ? wallAt(now + Number(count) * unit_ms[unit], zone) : undefined
}

function offsetDateOf(words: string, { zone }: DateContext): WallTime | undefined {
  const instant = instantOfText(words)
  return instant === undefined ? undefined : wallAt(instant, zone)
}

function instantOfText(words: string): Instant | undefined {
  const { day, time, offset } = isoMomentOfPeople(words) ?? {}
  if (time === undefined || offset === undefined) return undefined
  return instantOfUtc(`${day} ${time}`) - (fixedOffset(offset) ?? 0)
}

function plainDateOf(words: string): Day | WallTime | undefined {
  const match = /^(\d{4}-\d\d-\d\d)(?:[t ](.+))?$/.exec(words)
  return match && isDay(match[1] ?? '') ? joined(match[1] ?? '', match[2]) : undefined
}

function wordsOf(words: string, here: DateContext): Day | WallTime | undefined {
  const today = dayOf(wallAt(here.now, here.zone))
  const alone = timeOf(words)
  if (alone) return `${today} ${alone}`
  const match = /^((?:next |nächsten? )?[\p{L}]+|[+-]\d+ ?\p{L}+)(?: (?:at |um )?(.+))?$/u.exec(words)
  const day = match ? wordDayOf(match[1] ?? '', today) : undefined
  return day === undefined ? undefined : joined(day, match?.[2])
}

function wordDayOf(word: string, today: Day): Day | undefined {
  const days = Object.hasOwn(relative_days, word) ? relative_days[word] : undefined
  if (days !== undefined) return daysLater(today, days)
  const shift = /^([+-]\d+) ?(\p{L}+)$/u.exec(word)
  return shift ? unitsLater(today, Number(shift[1]), unitNamed(shift[2] ?? '')) : weekdayAhead(word, today)
}

function weekdayAhead(word: string, today: Day): Day | undefined {
  const name = word.replace(/^(next|nächsten?) /, '')
  const wanted = weekdayNamed(name)
  if (wanted === undefined) return undefined
  const ahead = (wanted - weekdayOf(today) + 7) % 7
  return daysLater(today, ahead === 0 && name !== word ? 7 : ahead)
}

function joined(day: Day, time: string | undefined): Day | WallTime | undefined {
  if (time === undefined) return day
  const clock = timeOf(time)
  return clock && `${day} ${clock}`
}

const clockOf = clockReader({ names: ['en', 'de'], separator: '[:h]', after: 'uhr|h' })

/** `18:00`, `18:00:30`, `6:30pm`, `20h30`, `um 20 Uhr`, `20.30 Uhr`, `noon` as `HH:MM:SS`; undefined for others. */
export function timeOf(text: string): ClockTime | undefined {
  const words = text.trim().toLowerCase().replace(/\s+/g, ' ')
  return clockOf(words.replace(/^(at|um|ab) /, '').replace(/^(\d{1,2})\.(\d\d ?uhr)$/, '$1:$2'))
}
