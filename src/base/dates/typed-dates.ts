// Dates and spans as people type them, in English and German: strict forms first, then numbers, weeks and ranges, then
// words parsed by chrono-node. A text that is understood only in part is not accepted.
import { CalError } from '../errors.ts'
import { t } from '../text/language.ts'
import { type ClockTime, midnight, typedTime, typedTimes } from './clock-times.ts'
import {
  dayOfWritten,
  dayReadings,
  elapsedOf,
  existingDayIn,
  sidesOf,
  typed_days,
  typed_digits,
} from './date-grammar.ts'
import { hasUtcOffset, isoMomentOfPeople } from './machine-dates.ts'
import { weekdayNamed } from './date-words.ts'
import { longDay, type Weekday } from './day-names.ts'
import { type Day, dayOf, daysBetween, daysLater, isDay, isWall, monthsLater, weekdayFrom, weekdayOf } from './days.ts'
import { type DaySpan, monthDays, periodOf } from './periods.ts'
import { fixedOffset, type Instant, instantOf, instantOfUtc, type WallTime, wallAt } from './zoned-time.ts'

/** The time and zone that relative words such as `today` refer to. */
export interface DateContext {
  readonly now: Instant
  readonly zone: string
}

export interface WordedDay {
  readonly day: Day
  /** Without a year, the day is the next one with that date, including today. */
  readonly hasYear: boolean
}

/** Parses words as a day; undefined for other words. */
export type ReadDay = (text: string, today: Day) => WordedDay | undefined

export interface TypedContext extends DateContext {
  /** The first day of `next week`; Monday by default. */
  readonly week_start?: Weekday
}

/** A day, a moment, or a span that includes its last day. Both ends of a span can have times: `tonight`. */
export type TypedDate =
  | { readonly at: Day | WallTime; readonly hasYear: boolean }
  | { readonly from: Day | WallTime; readonly to: Day | WallTime; readonly isRange: boolean }

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
  const today = dayOf(wallAt(here.now, here.zone))
  const time = typedTime(words)
  return time === undefined
    ? (offsetDateOf(words, here) ?? dayAndTimeOf(words, { ...here, today }))
    : `${today} ${time}`
}

/** `now`, `+2h`, `vor 2 Stunden`, `2026-03-01T18:00+02:00`: the same instant in every zone. */
export function isMoment(text: string): boolean {
  const words = text.trim().toLowerCase()
  return (
    hasUtcOffset(text) ||
    [...dayReadings(words, typed_days)].some(({ written, rest }) => rest === '' && elapsedOf(written) !== undefined)
  )
}

function offsetDateOf(words: string, { zone }: DateContext): WallTime | undefined {
  const { day, time, offset } = isoMomentOfPeople(words) ?? {}
  if (time === undefined || offset === undefined) return undefined
  return wallAt(instantOfUtc(`${day} ${time}`) - (fixedOffset(offset) ?? 0), zone)
}

/** A day with a time after it, or a moment: `in 2 hours`. */
function dayAndTimeOf(words: string, here: DateContext & { readonly today: Day }): Day | WallTime | undefined {
  for (const { written, rest } of dayReadings(words, typed_days)) {
    const elapsed_ms = elapsedOf(written)
    if (elapsed_ms !== undefined && rest === '') return wallAt(here.now + elapsed_ms, here.zone)
    const day = dayOfWritten(written, here)
    if (day === undefined) continue
    if (rest === '') return day
    const time = /^[t ]/.test(rest) ? typedTime(rest.slice(1)) : undefined
    if (time !== undefined) return `${day} ${time}`
  }
  return undefined
}

/**
 * Parses a text; undefined unless the whole text is understood.
 * Errors: `usage` for dates that can be read in two ways or do not exist, and for ranges that end before they begin.
 */
export async function readDate(text: string, here: TypedContext): Promise<TypedDate | undefined> {
  return typedDate(text, here) ?? typedDate(text, here, await wordReader())
}

/** The parser for words, which takes 50 ms to load. */
export async function wordReader(): Promise<ReadDay> {
  return (await import('./worded-days.ts')).dayInWords
}

/** As `readDate`, with an optional parser for words, for callers that parse many texts. */
export function typedDate(text: string, here: TypedContext, read?: ReadDay): TypedDate | undefined {
  const strict = tryParseDate(text, here)
  if (strict !== undefined) return { at: strict, hasYear: true }
  const words = text.trim().replace(/\s+/g, ' ').toLowerCase()
  if (words === '') return undefined
  const reader: Reader = { here, today: dayOf(wallAt(here.now, here.zone)), read, typed: text.trim() }
  return whole(words, reader) ?? rangeOf(words, reader)
}

interface Reader {
  readonly here: TypedContext
  readonly today: Day
  readonly read: ReadDay | undefined
  /** The whole text, for errors. */
  readonly typed: string
}

function whole(words: string, reader: Reader): TypedDate | undefined {
  return dayIn(words, reader) ?? spanIn(words, reader) ?? withTimes(words, reader)
}

/** A text without a time of day, or a relative time: `in 2 hours`. */
function dayIn(words: string, reader: Reader): TypedDate | undefined {
  const text = withoutLead(words)
  const strict = tryParseDate(text, reader.here)
  if (strict !== undefined) return { at: strict, hasYear: true }
  return ofWeekday(text, reader) ?? inDigits(text, reader) ?? inWords(text, reader)
}

function withoutLead(words: string): string {
  return words.replace(/^(on|am|den) /, '')
}

/** `Thu 24 Dec`, `monday next week`. Errors: `usage` for a date that falls on another weekday. */
function ofWeekday(words: string, reader: Reader): TypedDate | undefined {
  const [, name = '', rest = ''] = /^(\p{L}+)\.?,? (.+)$/u.exec(words) ?? []
  const weekday = weekdayNamed(name)
  if (weekday === undefined) return undefined
  const span = periodOf(rest, reader.today, reader.here.week_start ?? 1)
  if (span)
    return daysBetween(span.from, span.to) === 6 ? { at: weekdayFrom(span.from, weekday), hasYear: true } : undefined
  // `friday in 2 weeks` does not name a week.
  const found = inDigits(rest, reader) ?? (/^\d|\d$/.test(rest) ? inWords(rest, reader) : undefined)
  if (found === undefined || !('at' in found) || weekdayOf(dayOf(found.at)) === weekday) return found
  throw new CalError(
    'usage',
    t('"{typed}": that day is {day}', { typed: reader.typed, day: (language) => longDay(dayOf(found.at), language) }),
    { hint: t('correct the weekday or the date') },
  )
}

/**
 * `24.12.2026`, `24.12.`, `12/24/2026`, `2026/12/24`.
 * Errors: `usage` for days that do not exist, and for those that are read differently in different countries.
 */
function inDigits(words: string, { today, typed }: Reader): TypedDate | undefined {
  if (/^\d{1,2}\. ?\d{1,2}\.$/.test(words)) {
    const year = Number(today.slice(0, 4))
    // Leap days can be eight years apart.
    const next = Array.from({ length: 9 }, (_, i) => existingDayIn(`${words}${year + i}`, typed_digits)).find(
      (day) => day !== undefined && day >= today,
    )
    if (next === undefined) throw nonexistentDay(typed)
    return { at: next, hasYear: false }
  }
  if (!typed_digits.forms.some((form) => form.test(words))) return undefined
  const [month_first, day_first] = [
    existingDayIn(words, typed_digits, 'mdy'),
    existingDayIn(words, typed_digits, 'dmy'),
  ]
  const found = month_first ?? day_first
  if (found === undefined) throw nonexistentDay(typed)
  if (month_first !== undefined && day_first !== undefined && month_first !== day_first)
    throw ambiguousDate(typed, month_first, day_first)
  return { at: found, hasYear: true }
}

/** Errors: `usage` for days that do not exist: `31 Feb`, `29. Februar 2027`. */
function inWords(words: string, { today, read, typed }: Reader): TypedDate | undefined {
  const found = read?.(words, today)
  if (found) return { at: found.day, hasYear: found.hasYear }
  if (read?.(words.replace(/\b(29|30|31)(?=\D|$)/, '1'), today)) throw nonexistentDay(typed)
  return undefined
}

function nonexistentDay(typed: string): CalError {
  return new CalError('usage', t('"{typed}": no such day', { typed }), { hint: t('check the day, month and year') })
}

/** The error `usage`; the message names first the reading that is usual in its language. */
export function ambiguousDate(typed: string, one: Day, other: Day): CalError {
  return new CalError(
    'usage',
    t('"{typed}" can be {day} or {day_2}', {
      typed,
      day: (language) => longDay(one, language),
      day_2: (language) => longDay(other, language),
    }),
    { hint: t('write {one} or {other}', { one, other }) },
  )
}

/** Several days, or an evening without an exact time. */
function spanIn(words: string, reader: Reader): TypedDate | undefined {
  const { today, here, read } = reader
  const evening = eveningIn(words, reader)
  if (evening) return { from: `${evening.day} 18:00:00`, to: `${evening.day} 23:59:59`, isRange: false }
  const span = periodOf(withoutLead(words), today, here.week_start ?? 1) ?? monthInWords(words, today, read)
  return span && { ...span, isRange: false }
}

/** The day of `tonight`, `friday evening`, `morgen Abend`, `Freitagabend`. */
function eveningIn(words: string, reader: Reader) {
  if (/^(tonight|this evening)$/.test(words)) return { day: reader.today, hasYear: true }
  const text = /^(.+?) ?(?:evening|night|abends?)$/.exec(words)?.[1]
  const found = text === undefined ? undefined : dayIn(text, reader)
  return found && 'at' in found && isDay(found.at) ? { day: found.at, hasYear: found.hasYear } : undefined
}

/** `december`, `Dez. 2026`; without a year it is this month or the next of that name. */
function monthInWords(words: string, today: Day, read: ReadDay | undefined): DaySpan | undefined {
  const [, name = '', year] = /^(?:(?:in|im) )?(\p{L}{3,9})\.?(?:,? (\d{4}))?$/u.exec(words) ?? []
  const this_year = Number(today.slice(0, 4))
  const months = (year === undefined ? [this_year, this_year + 1] : [year]).map((one) =>
    name === '' ? undefined : read?.(`1 ${name} ${one}`, today)?.day.slice(0, 7),
  )
  const month = months.find((one) => year !== undefined || (one !== undefined && one >= today.slice(0, 7)))
  return month === undefined ? undefined : monthDays(month)
}

/** `24 Dec 8pm`, `20 Uhr am Freitag`, `tonight 21:00`, `friday 8-11pm`. */
function withTimes(words: string, reader: Reader): TypedDate | undefined {
  for (const { index } of words.matchAll(/ /g)) {
    const [first, last] = [words.slice(0, index).replace(/,$/, ''), words.slice(index + 1)]
    for (const [day_text, clock_text] of [
      [first, last],
      [last, first],
    ] as const) {
      const times = typedTimes(clock_text)
      const found = times && (eveningAt(times.start, day_text, reader) ?? dayIn(day_text, reader))
      if (!found || !('at' in found) || !isDay(found.at)) continue
      const at = `${found.at} ${times.start}`
      return times.end === undefined ? { ...found, at } : { from: at, to: endAfter(at, times.end), isRange: true }
    }
  }
  return undefined
}

/** The day of an evening with a time: `friday evening 9pm`. */
function eveningAt(time: ClockTime, text: string, reader: Reader): TypedDate | undefined {
  const evening = time < '16:00:00' ? undefined : eveningIn(text, reader)
  return evening && { at: evening.day, hasYear: evening.hasYear }
}

/** The next occurrence of a time of day after the start. */
export function endAfter(start: Day | WallTime, time: ClockTime): WallTime {
  const clock = time === midnight ? '00:00:00' : time
  const begins = start.slice(11) || '00:00:00'
  return `${clock > begins ? dayOf(start) : daysLater(dayOf(start), 1)} ${clock}`
}

/** `24-26 Dec`, `vom 24. bis 26.12.`, `fri..sun`, `Dec 24-26, 2026`. Errors: `usage` if it ends before it begins. */
function rangeOf(words: string, reader: Reader): TypedDate | undefined {
  const plain = words
    .replace(/^(?:between|zwischen) (.+) (?:and|und) /, '$1 to ')
    .replace(/^(vom|ab) /, 'von ')
    .replace(/ bis zum /, ' bis ')
    .replace(/ ?\.\. ?/, ' to ')
  for (const { from, to } of sidesOf(plain)) {
    const range = from === '' || to === '' ? undefined : (onSameMonth(from, to, reader) ?? between(from, to, reader))
    if (range && dayOf(range.from) > dayOf(range.to))
      throw new CalError('usage', t('"{typed}" ends before it starts', { typed: reader.typed }))
    if (range) return { ...range, isRange: true }
  }
  return undefined
}

/** `Dec 24-26` */
function onSameMonth(from: string, to: string, reader: Reader): Ends | undefined {
  const [, day = '', year] = /^(\d{1,2})\.?(?:,? (\d{4}))?$/.exec(to) ?? []
  const first = day === '' ? undefined : dayIn(year === undefined ? from : `${from} ${year}`, reader)
  if (!first || !('at' in first) || !isDay(first.at)) return undefined
  const last = `${first.at.slice(0, 8)}${day.padStart(2, '0')}`
  if (!isDay(last)) throw nonexistentDay(reader.typed)
  return { from: first.at, to: last }
}

interface Ends {
  readonly from: Day | WallTime
  readonly to: Day | WallTime
}

function between(from: string, to: string, reader: Reader): Ends | undefined {
  // A time alone would be a time of today.
  if (typedTime(from) !== undefined) return undefined
  const end_time = typedTime(to)
  if (end_time !== undefined) {
    const start = whole(from, reader)
    // `in 2 hours to 23:00`
    return start && 'at' in start && !isDay(start.at) ? { from: start.at, to: endAfter(start.at, end_time) } : undefined
  }
  const last = whole(to, reader)
  if (!last) return undefined
  const [, day] = /^(\d{1,2})\.?$/.exec(from) ?? []
  const end = endsOf(last).to
  const first =
    day === undefined ? whole(from, reader) : inDigits(`${day}.${end.slice(5, 7)}.${end.slice(0, 4)}`, reader)
  if (!first) return undefined
  const begin = endsOf(first).from
  // With a time at one end only, the other time is unknown.
  if (isDay(begin) !== isDay(end)) return undefined
  if (dayOf(begin) <= dayOf(end)) return { from: begin, to: end }
  // A range that has begun: its first day is in the previous year.
  if ('at' in first && !first.hasYear) return { from: yearBefore(begin), to: end }
  if (day !== undefined || !('at' in last) || !last.hasYear) return { from: begin, to: end }
  // A weekday is the one that follows the first day: `fri..sun` on a Saturday.
  const now = instantOf(`${dayOf(begin)} 12:00:00`, reader.here.zone)
  const following = whole(to, { ...reader, today: dayOf(begin), here: { ...reader.here, now } })
  return { from: begin, to: following ? endsOf(following).to : end }
}

function endsOf(date: TypedDate): Ends {
  return 'at' in date ? { from: date.at, to: date.at } : date
}

function yearBefore(moment: Day | WallTime): Day | WallTime {
  return monthsLater(dayOf(moment), -12) + moment.slice(10)
}
