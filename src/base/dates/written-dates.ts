// Dates as people write them: a day, a moment, or two of them, in any dialect of the table. Strict forms first, then
// digits and months, periods and ranges. A text that is understood only in part is not accepted.
import { remembering } from '../bounded-cache.ts'
import { CalError } from '../errors.ts'
import { t } from '../text/language.ts'
import { type ClockTime, hoursToNextDay, midnight, night_hours_max, sidesOf, typedTime } from './clock-times.ts'
import { dialects, length_max, momentOf, type PeopleDialect } from './date-grammar.ts'
import { monthNamed } from './date-words.ts'
import { hasUtcOffset, isoMomentOfPeople, isSpanOrOffset } from './machine-dates.ts'
import { longDay, type Weekday } from './day-names.ts'
import {
  type DateOrder,
  type Day,
  dayOf,
  daysBetween,
  daysLater,
  isDay,
  isWall,
  unitsLater,
  weekdayFrom,
  weekdayOf,
} from './days.ts'
import { type DaySpan, monthDays, periodOf } from './periods.ts'
import { daysMeantBy } from './written-days.ts'
import {
  fixedOffset,
  type Instant,
  instantOf,
  instantOfUtc,
  offsetAt,
  offsetText,
  type WallTime,
  wallAt,
} from './zoned-time.ts'

/** The time and zone that relative words such as `today` refer to. */
export interface DateContext {
  readonly now: Instant
  readonly zone: string
}

export interface TypedContext extends DateContext {
  /** The first day of `next week`; Monday by default. */
  readonly week_start?: Weekday
}

/**
 * A day, a moment, or a span that includes its last day. Both ends of a span can have times: `tonight`. In cells, a
 * time can be `24:00:00`, and an offset can follow it.
 */
export type WrittenDate =
  | { readonly at: Day | WallTime; readonly hasYear: boolean }
  | { readonly from: Day | WallTime; readonly to: Day | WallTime; readonly isRange: boolean }

/** A dialect, and what one text is read with. */
interface Reader extends PeopleDialect {
  readonly today: Day
  readonly here: TypedContext
  readonly order?: DateOrder | undefined
  /** Days without a year are the first such ones from this day on; undefined: they are not dates. */
  readonly year_from: Day | undefined
  /** The time of the day that is read, if it is written elsewhere. */
  readonly time?: ClockTime | undefined
  readonly explains: boolean
  /** The whole text, for errors. */
  readonly typed: string
}

/**
 * A date of a strict form as a day or as a local time in the given zone; undefined for other texts.
 *
 * A weekday is the next one, today included unless its time is over; `next fri` excludes today.
 */
export function strictDate(text: string, here: DateContext): Day | WallTime | undefined {
  return isWall(text) ? text : exactDate(plain(text), readerOf(text, dialects.typed, { here }))
}

/** `now`, `+2h`, `vor 2 Stunden`, `2026-03-01T18:00+02:00`: the same instant in every zone. */
export function isMoment(text: string): boolean {
  const moment = momentOf(plain(text), dialects.typed.relative, { now: 0, zone: 'UTC' })
  return hasUtcOffset(text) || (moment !== undefined && 'instant' in moment)
}

/** An instant as text, `2026-03-01T18:00:00Z`, from its wall time in UTC. */
export function utcText(wall: WallTime): string {
  return `${wall.replace(' ', 'T')}Z`
}

/**
 * Parses a typed text; undefined unless the whole text is understood.
 * Errors: `usage` for dates that can be read in two ways or do not exist, and for ranges that end before they begin.
 */
export function readDate(text: string, here: TypedContext): WrittenDate | undefined {
  const date = writtenDate(text, readerOf(text, dialects.typed, { here }))
  return date && 'to' in date ? { ...date, to: wallOf(date.to) } : date
}

/** How dates are read in records that are not rows of a table: without an order, both readings count. */
export interface RecordDates {
  readonly here: DateContext
  readonly order?: DateOrder | undefined
}

/** The date of a field of a record; undefined for other texts. Errors: `usage` for those that can mean two days. */
export function recordDate(text: string, how: RecordDates): Day | WallTime | undefined {
  if (isWall(text)) return text
  const found = writtenDate(text, readerOf(text, dialects.records, how))
  return found && 'at' in found ? found.at : undefined
}

/** The moments of a cell as text: `YYYY-MM-DD`, with a time that can be `24:00:00`, and with an offset after it. */
export interface CellDate {
  readonly start: string
  readonly end?: string
}

/** Longer texts are no dates: reading takes time that grows with the square of the length. */
export const date_characters_max = 200

/** One or two moments of a cell: `12.-14.3.2027`, `12.3.2027 18:00 - 20:00`; undefined for other texts. */
export function cellDate(text: string, order: DateOrder): CellDate | undefined {
  if (text.length > date_characters_max) return undefined
  return isWall(text) ? { start: text } : dateInCell(text, order)
}

/** Kept, because a table has many dates. Nothing in a cell depends on the time, and its errors do not quote it. */
const cell_readers = { mdy: cellReader('mdy'), dmy: cellReader('dmy'), ymd: cellReader('ymd') } as const

function cellReader(order: DateOrder): Reader {
  return readerOf('', dialects.cells, { here: { now: 0, zone: 'UTC' }, order })
}

const dateInCell = remembering((text, order: DateOrder): CellDate | undefined => {
  const reader = cell_readers[order]
  // `2026-12-14 22:00-02:00` may have an offset.
  const zone = zoneInBrackets(text)
  const bare = zone === undefined ? text : text.replace(zone_in_brackets, '')
  const date = writtenDate(bare, isSpanOrOffset(text) ? { ...reader, night_hours_max: 0 } : reader)
  const exact = (moment: string) => (zone === undefined ? moment : withOffset(moment, zone))
  return date && ('at' in date ? { start: exact(date.at) } : { start: exact(date.from), end: exact(date.to) })
})

const zone_in_brackets = /(?<=\d|[ap]m) \(([A-Z]{3,4}(?:[+-]\d{1,2}(?::\d\d)?)?)\)/gi

/** The zone of `March 5, 2027 2:00 PM (CET)`, as Notion writes moments; undefined if there are several. */
function zoneInBrackets(text: string): string | undefined {
  const [zone, other] = new Set([...text.matchAll(zone_in_brackets)].map(([, name = '']) => name.toUpperCase()))
  const isKnown = zone !== undefined && (fixedOffset(zone) !== undefined || regional_zones.has(zone))
  return isKnown && other === undefined ? zone : undefined
}

/** Abbreviations that name one zone only: `Intl` knows others such as IST, which is India's or Ireland's. */
const regional_zones: ReadonlySet<string> = new Set(['CET', 'EET', 'MET', 'WET', 'EST', 'MST', 'HST'])

function withOffset(moment: Day | WallTime, zone: string): string {
  const wall = wallOf(moment)
  if (!isWall(wall)) return moment
  const instant = instantOf(wall, zone)
  // A time that the clocks skip gets the note of other such times.
  return wallAt(instant, zone) === wall ? `${wall}${offsetText(offsetAt(instant, zone))}` : moment
}

/** Whether a cell is a weekday, but not that of the day; false for other cells. */
export function isOtherWeekday(cell: string, day: Day): boolean {
  const { weekdays, rest } = withoutWeekday(`${plain(cell)} ${day}`, dialects.cells)
  return rest === day && weekdays.length > 0 && !weekdays.includes(weekdayOf(day))
}

/** Whether the text of a cell is a date without its weekday. */
export function hasOtherWeekday(text: string, order: DateOrder): boolean {
  const { weekdays, rest } = withoutWeekday(plain(text), dialects.cells)
  return weekdays.length > 0 && cellDate(rest, order) !== undefined
}

type Reading = Pick<Reader, 'here' | 'order'>

function readerOf(text: string, dialect: PeopleDialect, reading: Reading): Reader {
  const today = dialect.relative === undefined ? '' : dayOf(wallAt(reading.here.now, reading.here.zone))
  return {
    ...dialect,
    ...reading,
    explains: dialect.is_typed,
    typed: text.trim(),
    today,
    year_from: dialect.is_typed ? today : undefined,
  }
}

function plain(text: string): string {
  return text.trim().toLowerCase().replace(/\s+/g, ' ')
}

function writtenDate(text: string, reader: Reader): WrittenDate | undefined {
  if (isWall(text)) return { at: text, hasYear: true }
  const words = plain(text)
  if (words === '' || words.length > length_max) return undefined
  return oneDate(words, reader) ?? (reader.spans === 'none' ? undefined : rangeOf(words, reader))
}

/** A date of its own, or one with times of day: one end of a range. */
function oneDate(words: string, reader: Reader): WrittenDate | undefined {
  return (
    dayIn(words, reader) ??
    (reader.spans === 'periods' ? periodIn(words, reader) : undefined) ??
    withTimes(words, reader)
  )
}

/** ISO 8601; a time of today, words relative to today, and a moment, if the dialect has them. */
function exactDate(words: string, { relative, here, today, time }: Reader): Day | WallTime | undefined {
  const iso = isoMomentOfPeople(words)
  // In a cell, midnight may end a whole day.
  if (relative === undefined) return iso && [iso.day, iso.time].filter(Boolean).join(' ') + (iso.offset ?? '')
  if (iso?.time !== undefined)
    return iso.offset === undefined
      ? iso.wall
      : wallAt(instantOfUtc(iso.wall) - (fixedOffset(iso.offset) ?? 0), here.zone)
  const time_today = typedTime(words)
  if (time_today !== undefined) return `${today} ${time_today}`
  const moment = momentOf(words, relative, { ...here, today, time })
  if (moment && 'instant' in moment) return wallAt(moment.instant, here.zone)
  return moment?.isDay ? dayOf(moment.wall) : moment?.wall
}

/** A text without a time of day, or one that `exactDate` reads: `in 2 hours`. */
function dayIn(words: string, reader: Reader): WrittenDate | undefined {
  const text = withoutLead(words, reader)
  const exact = exactDate(text, reader)
  if (exact !== undefined) return { at: exact, hasYear: true }
  return ofWeekday(text, reader) ?? datedDay(text, reader)
}

function withoutLead(words: string, { lead }: PeopleDialect): string {
  return words.replace(lead, '')
}

/** `Thu 24 Dec`, `monday next week`. Errors: `usage` for a date that falls on another weekday. */
function ofWeekday(words: string, reader: Reader): WrittenDate | undefined {
  const { weekdays, rest } = withoutWeekday(words, reader)
  const [weekday] = weekdays
  if (weekday === undefined) return undefined
  const period = rest.replace(/^of /, '')
  const span = reader.spans === 'periods' ? periodOf(period, reader.today, reader.here.week_start ?? 1) : undefined
  if (span)
    return daysBetween(span.from, span.to) === 6 ? { at: weekdayFrom(span.from, weekday), hasYear: true } : undefined
  const found = datedDay(rest, reader, weekdays)
  if (found === undefined || weekdays.includes(weekdayOf(found.at))) return found
  if (!reader.explains) return undefined
  throw new CalError(
    'usage',
    t('"{typed}": that day is {day}', { typed: reader.typed, day: (language) => longDay(found.at, language) }),
    { hint: t('correct the weekday or the date') },
  )
}

function withoutWeekday(words: string, { weekdaysNamed }: PeopleDialect) {
  const [, name = '', rest = ''] = /^(\p{L}+)\.?,? (.+)$/u.exec(words) ?? []
  return { weekdays: weekdaysNamed(name), rest }
}

type OneDay = Extract<WrittenDate, { readonly at: string }>

/**
 * `24.12.2026`, `24.12.`, `12/24/2026`, `2026/12/24`, `24 Dec`.
 * Errors: `usage` for days that do not exist, and for those that are read differently in different countries, unless
 * only one of them has the weekday.
 */
function datedDay(words: string, reader: Reader, weekdays: readonly number[] = []): OneDay | undefined {
  const { order, year_from, explains, typed } = reader
  const forms = weekdays.length > 0 ? reader.dates_after_weekday : reader.dates
  const days = daysMeantBy(words, forms, { order, year_from })
  const fitting = days?.filter(({ day }) => weekdays.includes(weekdayOf(day))) ?? []
  const [found, other] = fitting.length === 1 ? fitting : (days ?? [])
  if (days?.length === 0 && explains) throw nonexistentDay(typed)
  if (found && other) throw ambiguousDate(typed, found.day, other.day)
  return found && { at: found.day, hasYear: found.hasYear }
}

function nonexistentDay(typed: string): CalError {
  return new CalError('usage', t('"{typed}": no such day', { typed }), { hint: t('check the day, month and year') })
}

/** The error `usage`; the message names first the reading that is usual in its language. */
function ambiguousDate(typed: string, one: Day, other: Day): CalError {
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
function periodIn(words: string, reader: Reader): WrittenDate | undefined {
  const { today, here } = reader
  const evening = eveningIn(words, reader)
  if (evening) return { from: `${evening.at} 18:00:00`, to: `${evening.at} 23:59:59`, isRange: false }
  const span = periodOf(withoutLead(words, reader), today, here.week_start ?? 1) ?? monthInWords(words, today)
  return span && { ...span, isRange: false }
}

/** The day of `tonight`, `friday evening`, `morgen Abend`, `Freitagabend`. */
function eveningIn(words: string, reader: Reader): OneDay | undefined {
  if (/^(tonight|this evening)$/.test(words)) return { at: reader.today, hasYear: true }
  if (/^last (night|evening)$/.test(words)) return { at: daysLater(reader.today, -1), hasYear: true }
  const text = /^(.+?) ?(?:evening|night|abends?)$/.exec(words)?.[1]
  const found = text === undefined ? undefined : dayIn(text, reader)
  return found && 'at' in found && isDay(found.at) ? found : undefined
}

/** `december`, `Dez. 2026`; without a year it is this month or the next of that name. */
function monthInWords(words: string, today: Day): DaySpan | undefined {
  const [, name = '', year] = /^(?:(?:in|im) )?(\p{L}{3,9})\.?(?:,? (\d{4}))?$/u.exec(words) ?? []
  const number = monthNamed(name)
  if (number === undefined) return undefined
  const this_year = Number(today.slice(0, 4)) + (number < Number(today.slice(5, 7)) ? 1 : 0)
  return monthDays(`${year ?? this_year}-${String(number).padStart(2, '0')}`)
}

/** `24 Dec 8pm`, `20 Uhr am Freitag`, `tonight 21:00`, `friday 8-11pm`. */
function withTimes(words: string, reader: Reader): WrittenDate | undefined {
  const { clock, before_time, is_typed, spans, relative } = reader
  // `Fr 4.12` is no time of day: relative words have only the times that `exactDate` reads.
  const day_reader = relative?.timeOf === clock.timeOf ? reader : { ...reader, relative: undefined }
  for (const { index } of words.matchAll(/ /g)) {
    const [first, last] = [words.slice(0, index).replace(/,$/, ''), words.slice(index + 1)]
    const orders = [[first, last.replace(before_time, '')], ...(is_typed ? [[last, first]] : [])] as const
    for (const [day_text = '', clock_text = ''] of orders) {
      const times = clock.timesOf(clock_text)
      const time = times?.start
      const found = time && (eveningAt(time, day_text, reader) ?? dayIn(day_text, { ...day_reader, time }))
      if (!found || !('at' in found) || !isDay(found.at) || (times.end !== undefined && spans === 'none')) continue
      // In `29.2. 2027` and `2 Dec 24, 2026` it is a year.
      if (/^\d{4}(?!\d)/.test(clock_text) && !/\d{4}/.test(day_text)) continue
      const at = `${found.at} ${times.start}`
      return times.end === undefined
        ? { ...found, at }
        : { from: at, to: endWithin(at, times.end, reader.night_hours_max), isRange: true }
    }
  }
  return undefined
}

/** The day of an evening with a time: `friday evening 9pm`. */
function eveningAt(time: ClockTime, text: string, reader: Reader): WrittenDate | undefined {
  return reader.spans !== 'periods' || time < '16:00:00' ? undefined : eveningIn(text, { ...reader, time })
}

/** The next occurrence of a time of day after the start. */
export function endAfter(start: Day | WallTime, time: ClockTime): WallTime {
  return wallOf(endWithin(start, time, 24))
}

/**
 * The same, at most that many hours after the start. A longer event is likely a mistake, so its end stays on the first
 * day, which is reported as an end before the start.
 */
export function endWithin(start: Day | WallTime, time: ClockTime, hours_max = night_hours_max): WallTime {
  const begins = start.slice(11, 19) || '00:00:00'
  const isOtherDay = time <= begins && hoursToNextDay(begins, time) <= hours_max
  return `${isOtherDay ? daysLater(dayOf(start), 1) : dayOf(start)} ${time}`
}

/** With midnight at the end of a day as the start of the next one. */
export function wallOf(moment: Day | WallTime): Day | WallTime {
  return moment.slice(11, 19) === midnight ? `${daysLater(dayOf(moment), 1)} 00:00:00${moment.slice(19)}` : moment
}

interface Ends {
  readonly from: Day | WallTime
  readonly to: Day | WallTime
}

/** `24-26 Dec`, `vom 24. bis 26.12.`, `fri..sun`, `Dec 24-26, 2026`. Errors: `usage` if it ends before it begins. */
function rangeOf(words: string, reader: Reader): WrittenDate | undefined {
  const split = withoutLead(words, reader)
    .replace(/^(?:between|zwischen) (.+) (?:and|und) /, '$1 to ')
    .replace(/^(vom|ab) /, 'von ')
    .replace(/ bis zum /, ' bis ')
    .replace(/ ?\.\. ?/, ' to ')
    .replace(reader.until, ' to ')
  for (const { from, to } of sidesOf(split)) {
    const range = from === '' || to === '' ? undefined : (onSameMonth(from, to, reader) ?? between(from, to, reader))
    if (range && reader.explains && dayOf(range.from) > dayOf(range.to))
      throw new CalError('usage', t('"{typed}" ends before it starts', { typed: reader.typed }))
    if (range) return { ...range, isRange: true }
  }
  return undefined
}

/** `Dec 24-26` */
function onSameMonth(from: string, to: string, reader: Reader): Ends | undefined {
  const [, day = '', year] = /^(\d{1,2})\.?(?:,? (\d{4}))?$/.exec(to) ?? []
  if (day === '' || (year === undefined && reader.year_from === undefined)) return undefined
  const first = dayIn(year === undefined ? from : `${from} ${year}`, reader)
  if (!first || !('at' in first) || !isDay(first.at)) return undefined
  const last = `${first.at.slice(0, 8)}${day.padStart(2, '0')}`
  if (isDay(last)) return { from: first.at, to: last }
  if (!reader.explains) return undefined
  throw nonexistentDay(reader.typed)
}

function between(from: string, to: string, reader: Reader): Ends | undefined {
  const { clock, is_typed } = reader
  // A time alone would be a time of today.
  if (clock.timeOf(from) !== undefined) return undefined
  const end_time = clock.endOf(to)
  if (end_time !== undefined) {
    const start = oneDate(from, reader)
    return start && 'at' in start && !isDay(start.at)
      ? { from: start.at, to: endWithin(start.at, end_time, reader.night_hours_max) }
      : undefined
  }
  const last = endsOf(to, reader)
  if (!last) return undefined
  const first = rangeStart(from, last, reader)
  if (!first || (isDay(first.from) !== isDay(last.to) && is_typed)) return undefined
  if (dayOf(first.from) <= dayOf(last.to) || first.hasYear === false || !last.hasYear || day_alone.test(from))
    return { from: first.from, to: last.to }
  // A weekday is the one that follows the first day: `fri..sun` on a Saturday.
  const today = dayOf(first.from)
  const following = reader.relative && endsOf(to, { ...reader, today, year_from: today })
  return { from: first.from, to: following?.to ?? last.to }
}

const day_alone = /^\d{1,2}\.?$/

/** The longest range whose first day is in another year that is not written, unless it is of whole months. */
const range_days_max = 350

/**
 * The first day of a range. A day alone is in the month of the last one. Without a year it is in the year of the last
 * one, `1.1.-31.12.2027`, or in the year before, `28.12.-3.1.2027`, `1.8.-31.7.2027`, unless that would be nearly a
 * year: `26.12.-24.12.2027`.
 */
function rangeStart(from: string, last: Ended, reader: Reader): Ended | undefined {
  const end = dayOf(last.to)
  const { weekdays, rest } = withoutWeekday(from, reader)
  const number = weekdays.length > 0 ? rest : from
  if (day_alone.test(number)) {
    if (last.from.endsWith('-01') && last.from !== end && daysLater(end, 1).endsWith('-01'))
      throw monthMissing(reader.typed)
    const lead = from.slice(0, from.length - number.length)
    const text = `${lead}${number.replace('.', '')}.${end.slice(5, 7)}.${end.slice(0, 4)}`
    return endsOf(text, reader)
  }
  const after_end = daysLater(end, 1)
  const ahead = endsOf(from, { ...reader, explains: false, year_from: unitsLater(after_end, -1, 'year') })
  // Words such as `friday` count from today.
  if (ahead && ahead.hasYear !== false) return endsOf(from, reader)
  const day = ahead ? dayOf(ahead.from) : after_end
  const isOfMonths = day.endsWith('-01') && after_end.endsWith('-01')
  if (day <= end && (isOfMonths || daysBetween(day, end) <= range_days_max)) return ahead
  const same_year = endsOf(from, { ...reader, year_from: `${end.slice(0, 4)}-01-01` })
  if (same_year === undefined || same_year.from.slice(0, 4) === end.slice(0, 4)) return same_year
  // 29 February of another year
  if (reader.explains) throw nonexistentDay(reader.typed)
  return undefined
}

/** The error `usage`: `24 - december` is rather one day, and `10-12/2026` three months. */
function monthMissing(typed: string): CalError {
  return new CalError('usage', t('"{typed}" has a day without its month', { typed }), {
    hint: t('write both days, such as 24 Dec to 26 Dec'),
  })
}

interface Ended extends Ends {
  /** Whether the year is written; undefined for a period. */
  readonly hasYear: boolean | undefined
}

/** A date that is one end of a range. */
function endsOf(text: string, reader: Reader): Ended | undefined {
  const date = oneDate(text, reader)
  if (date && 'at' in date) return { from: date.at, to: date.at, hasYear: date.hasYear }
  return date && !date.isRange ? { ...date, hasYear: undefined } : undefined
}
