// The day that a text begins with: a form of a dialect (`date-grammar.ts`) matches it, and its named groups become a
// `WrittenDay`, of which `dayOfWritten` tells the day.
import type { ClockTime } from './clock-times.ts'
import { countNamed, ordinal_words, time_units, type TimeUnit, unit_ms, unitNamed } from './date-words.ts'
import {
  type DateOrder,
  type Day,
  dayOf,
  daysLater,
  daysOfMonth,
  isDay,
  mondayOfWeek,
  unitsLater,
  weekdayFrom,
  weeksOf,
  yearText,
} from './days.ts'
import { utcWall, type WallTime } from './zoned-time.ts'

/** Year, month and day as written; the date may not exist. Without a year it is the current one. */
interface DateNumbers {
  readonly year: number | undefined
  readonly month: number
  readonly day: number
}

interface UnitCount {
  readonly count: number
  readonly unit: TimeUnit
}

/** A day as it is written. `dayOfWritten` tells which one it is. */
export type WrittenDay =
  | DateNumbers
  | { readonly year: number; readonly week: number; readonly weekday: number }
  | { readonly year: number; readonly day_of_year: number }
  | { readonly month: string; readonly nth: number; readonly weekday: number }
  /** A weekday, counted from today; `which: 'next'` excludes today. `weeks` is added: `monday week` has one. */
  | { readonly weekday: number; readonly which: 'this' | 'any' | 'next' | 'last'; readonly weeks: number }
  /** `tomorrow` */
  | { readonly days: number }
  /** `+2 weeks`, `now`: a moment, which hours and minutes need. `and` is a number of smaller units: `2 days`. */
  | (UnitCount & { readonly and?: UnitCount })

/** Forms in the order in which they are tried, and the words of the dialect. */
export interface DayForms {
  readonly forms: readonly RegExp[]
  readonly relative_days?: Readonly<Record<string, number>>
  readonly monthNamed?: (word: string) => number | undefined
  readonly weekdayNamed?: (word: string) => number | undefined
}

/** A day and a time of it. */
export function wallOn(day: Day, time: ClockTime = '00:00:00'): WallTime {
  return time.startsWith('24') ? `${daysLater(day, 1)} 00${time.slice(2)}` : `${day} ${time}`
}

/** Every day with which a text can begin, and what follows it. `order` is that of digits. */
export function* dayReadings(
  text: string,
  dialect: DayForms,
  order: DateOrder = 'dmy',
): Generator<{ readonly written: WrittenDay; readonly rest: string }, void, void> {
  for (const form of dialect.forms) {
    const match = form.exec(text)
    const written = match && writtenDay(match.groups ?? {}, dialect, order)
    if (match && written) yield { written, rest: text.slice(match[0].length) }
  }
}

/** A day, and whether its year is written. */
interface WordedDay {
  readonly day: Day
  readonly hasYear: boolean
}

/**
 * The days that a whole text in digits or with a month can mean: two if the order of its digits is unknown, none if
 * there is no such day; undefined for other texts. Without a year it is the first such day from `year_from` on.
 */
export function daysMeantBy(
  text: string,
  dialect: DayForms,
  { order, year_from }: { readonly order?: DateOrder | undefined; readonly year_from?: Day | undefined },
): readonly WordedDay[] | undefined {
  const orders = order === undefined ? (['mdy', 'dmy'] as const) : [order]
  const written = orders.flatMap((one) => [...dayReadings(text, dialect, one)].filter(({ rest }) => rest === ''))
  if (written.length === 0) return undefined
  const found = written.flatMap((one) => existingDayOf(one.written, year_from) ?? [])
  return found.filter(({ day }, i) => found.findIndex((other) => other.day === day) === i)
}

function existingDayOf(written: WrittenDay, year_from: Day | undefined): WordedDay | undefined {
  if (!('day' in written)) return undefined
  const { year, month, day } = written
  // Leap days can be eight years apart.
  const years = Array.from({ length: year_from === undefined ? 0 : 9 }, (_, i) => Number(year_from?.slice(0, 4)) + i)
  const found = (year === undefined ? years : [year])
    .map((one) => existingDay({ year: one, month, day }))
    .find((one) => one !== undefined && (year !== undefined || one >= (year_from ?? '')))
  return found === undefined ? undefined : { day: found, hasYear: year !== undefined }
}

type Groups = Readonly<Record<string, string | undefined>>

function writtenDay(groups: Groups, dialect: DayForms, order: DateOrder): WrittenDay | undefined {
  const { year, month, day, week, day_of_year } = groups
  if (groups.first !== undefined) return inOrder(groups, order)
  if (week !== undefined) return { year: Number(year), week: Number(week), weekday: Number(groups.week_day || 1) }
  if (day_of_year !== undefined) return { year: Number(year), day_of_year: Number(day_of_year) }
  if (month !== undefined)
    return { year: year === undefined ? undefined : yearOf(year), month: Number(month), day: Number(day ?? 1) }
  return groups.name === undefined ? relativeDay(groups, dialect) : dayOfMonth(groups, dialect)
}

/** With a month of a name. */
function dayOfMonth(groups: Groups, dialect: DayForms): WrittenDay | undefined {
  const { name = '', year, day, ordinal, nth, weekday, last } = groups
  const month = dialect.monthNamed?.(name)
  if (month === undefined) return undefined
  const number = ordinal === undefined ? Number(day) : ordinal_words.indexOf(ordinal) + 1
  if (year === undefined) return { year, month, day: number }
  const month_text = `${year}-${String(month).padStart(2, '0')}`
  if (last !== undefined) return { year: Number(year), month, day: daysOfMonth(month_text) }
  if (nth === undefined) return { year: yearOf(year), month, day: number }
  const which = dialect.weekdayNamed?.(weekday ?? '')
  const index = ordinal_words.indexOf(nth.toLowerCase())
  return which === undefined ? undefined : { month: month_text, nth: index + 1, weekday: which }
}

function relativeDay(groups: Groups, dialect: DayForms): WrittenDay | undefined {
  const { word = '', count = groups.counted, sign, weekday } = groups
  if (groups.now !== undefined) return { count: 0, unit: 'minute' }
  if (groups.today !== undefined) return { days: 0 }
  if (count !== undefined) {
    const direction = /^(?:-|vor|ago)$/.test(sign ?? '') ? -1 : 1
    const whole = unitCount(direction, count, groups.unit)
    const count_2 = groups.count_2 ?? groups.counted_2
    if (count_2 === undefined) return whole
    const and = unitCount(direction, count_2, groups.unit_2)
    return whole && and && time_units.indexOf(and.unit) < time_units.indexOf(whole.unit) ? { ...whole, and } : undefined
  }
  if (weekday === undefined) {
    const days = Object.entries(dialect.relative_days ?? {}).find(([known]) => known === word.toLowerCase())?.[1]
    return days === undefined ? undefined : { days }
  }
  const named = dialect.weekdayNamed?.(weekday)
  if (named === undefined) return undefined
  const which = (['this', 'next', 'last'] as const).find((one) => groups[one])
  return { weekday: named, which: which ?? 'any', weeks: groups.weeks === undefined ? 0 : 1 }
}

function unitCount(direction: 1 | -1, count: string, word = ''): UnitCount | undefined {
  const unit = unitNamed(word)
  return unit && { count: direction * countNamed(count), unit }
}

/** With dots the day always comes first; a year of four digits may. */
function inOrder({ first = '', second = '', third, separator }: Groups, order: DateOrder): DateNumbers | undefined {
  if (third === undefined) {
    const [month, day] = order === 'dmy' ? [second, first] : [first, second]
    return { year: undefined, month: Number(month), day: Number(day) }
  }
  if (first.length === 4)
    return third.length > 2 ? undefined : { year: Number(first), month: Number(second), day: Number(third) }
  if (first.length > 2 || ![2, 4].includes(third.length)) return undefined
  const used = separator === '.' ? 'dmy' : order
  const [year, month, day] =
    used === 'ymd' ? [first, second, third] : used === 'dmy' ? [third, second, first] : [third, first, second]
  return { year: yearOf(year), month: Number(month), day: Number(day) }
}

/** Two-digit years mean 1970 to 2069. */
function yearOf(digits: string): number {
  const year = Number(digits)
  return digits.length > 2 ? year : year + (year < 70 ? 2000 : 1900)
}

interface DayContext {
  readonly today: Day
  /** Whether dates that do not exist are read as deployed services do: 30 February is 1 or 2 March. */
  readonly rolls?: boolean
  /** Whether the time that follows is over today: `friday 8pm` at nine on a Friday is a week later. */
  readonly is_over?: boolean
}

/** The day; undefined if it does not exist, and for hours and minutes. */
export function dayOfWritten(
  written: WrittenDay,
  { today, rolls = false, is_over = false }: DayContext,
): Day | undefined {
  if ('count' in written) {
    const { count, unit, and } = written
    const day = unitsLater(today, count, unit)
    return day && and ? unitsLater(day, and.count, and.unit) : day
  }
  if ('days' in written) return daysLater(today, written.days)
  if ('week' in written) {
    const { year, week, weekday } = written
    return rolls || (week > 0 && week <= weeksOf(year)) ? daysLater(mondayOfWeek(year, week), weekday - 1) : undefined
  }
  if ('day_of_year' in written) {
    const year = yearText(written.year)
    const day = daysLater(`${year}-01-01`, written.day_of_year - 1)
    return rolls || day.startsWith(`${year}-`) ? day : undefined
  }
  if ('nth' in written) return daysLater(weekdayFrom(`${written.month}-01`, written.weekday), (written.nth - 1) * 7)
  if ('which' in written) {
    const { weekday, which, weeks } = written
    const first = which === 'last' ? -7 : which === 'next' || (which === 'any' && is_over) ? 1 : 0
    return daysLater(weekdayFrom(daysLater(today, first), weekday), weeks * 7)
  }
  const { year = Number(dayOf(today).split('-', 1)[0]), month, day } = written
  return rolls ? rolledDay({ year, month, day }) : existingDay({ year, month, day })
}

/** Milliseconds from now for hours and minutes: `+2 hours`, `now`; undefined for days. */
export function elapsedOf(written: WrittenDay): number | undefined {
  if (!('count' in written) || (written.unit !== 'hour' && written.unit !== 'minute')) return undefined
  const { count, unit, and } = written
  return count * unit_ms[unit] + (and ? and.count * unit_ms.minute : 0)
}

/** undefined for a date that does not exist. */
function existingDay({ year, month, day }: Readonly<Record<'year' | 'month' | 'day', number>>): Day | undefined {
  const text = [yearText(year), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')
  return isDay(text) ? text : undefined
}

/** Month 0 is December of the year before, day 0 the last one of the month before. */
function rolledDay({ year, month, day }: Readonly<Record<'year' | 'month' | 'day', number>>): Day | undefined {
  if (month > 12 || day > 31) return undefined
  // `Date.UTC` maps the years 0 to 99 to 1900 to 1999.
  return dayOf(utcWall(new Date(0).setUTCFullYear(year, month - 1, day)))
}
