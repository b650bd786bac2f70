// The day that a text begins with: a form of a dialect (`date-grammar.ts`) matches it, and its named groups mean a day.
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

/** Forms in the order in which they are tried, and the words of the dialect. */
export interface DayForms {
  readonly forms: readonly RegExp[]
  readonly relative_days?: Readonly<Record<string, number>>
  readonly monthNamed?: (word: string) => number | undefined
  readonly weekdayNamed?: (word: string) => number | undefined
}

/** The parts of a written day, by the names that all forms have for them. */
type Groups = Readonly<Record<string, string | undefined>>

/** A day and a time of it. */
export function wallOn(day: Day, time: ClockTime = '00:00:00'): WallTime {
  return time.startsWith('24') ? `${daysLater(day, 1)} 00${time.slice(2)}` : `${day} ${time}`
}

/** Every form with which a text can begin, and what follows it. */
export function* dayMatches(
  text: string,
  { forms }: DayForms,
): Generator<{ groups: Groups; rest: string }, void, void> {
  for (const form of forms) {
    const match = form.exec(text)
    if (match) yield { groups: match.groups ?? {}, rest: text.slice(match[0].length) }
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
  const whole = [...dayMatches(text, dialect)].filter(({ rest }) => rest === '')
  const orders = order === undefined ? (['mdy', 'dmy'] as const) : [order]
  const written = orders.flatMap((one) => whole.flatMap(({ groups }) => numbersIn(groups, dialect, one) ?? []))
  if (written.length === 0) return undefined
  const found = written.flatMap((numbers) => firstFrom(year_from, numbers) ?? [])
  return found.filter(({ day }, i) => found.findIndex((other) => other.day === day) === i)
}

function firstFrom(year_from: Day | undefined, { year, month, day }: DateNumbers): WordedDay | undefined {
  // Leap days can be eight years apart.
  const years = Array.from({ length: year_from === undefined ? 0 : 9 }, (_, i) => Number(year_from?.slice(0, 4)) + i)
  const found = (year === undefined ? years : [year])
    .map((one) => existingDay({ year: one, month, day }))
    .find((one) => one !== undefined && (year !== undefined || one >= (year_from ?? '')))
  return found === undefined ? undefined : { day: found, hasYear: year !== undefined }
}

/** Year, month and day as written; the date may not exist. Without a year it is the current one. */
interface DateNumbers {
  readonly year: number | undefined
  readonly month: number
  readonly day: number
}

/** undefined for groups of another kind of day, and for words that are no month. */
function numbersIn(groups: Groups, dialect: DayForms, order: DateOrder): DateNumbers | undefined {
  const { name, nth, day, ordinal } = groups
  if (groups.first !== undefined) return ordered(groups, order)
  const month = name === undefined ? groups.month : dialect.monthNamed?.(name)
  if (month === undefined || nth !== undefined) return undefined
  const numbers = { year: groups.year === undefined ? undefined : yearOf(groups.year), month: Number(month) }
  if (groups.last !== undefined) return { ...numbers, day: daysOfMonth(monthText(groups.year, numbers.month)) }
  return { ...numbers, day: ordinal === undefined ? Number(day ?? 1) : ordinal_words.indexOf(ordinal) + 1 }
}

/** With dots the day always comes first; a year of four digits may. */
function ordered({ first = '', second = '', third, separator }: Groups, order: DateOrder): DateNumbers | undefined {
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

function monthText(year: string | undefined, month: number): string {
  return `${year}-${String(month).padStart(2, '0')}`
}

interface DayContext {
  readonly today: Day
  /** Whether dates that do not exist are read as deployed services do: 30 February is 1 or 2 March. */
  readonly rolls?: boolean
  /** Whether the time that follows is over today: `friday 8pm` at nine on a Friday is a week later. */
  readonly is_over?: boolean
}

/** The day that the groups of a form mean; undefined if it does not exist, and for hours and minutes. */
export function dayMeant(groups: Groups, dialect: DayForms, context: DayContext): Day | undefined {
  const { today, rolls = false } = context
  const { year = '', week, day_of_year, word = '' } = groups
  if (week !== undefined) {
    const exists = rolls || (Number(week) > 0 && Number(week) <= weeksOf(Number(year)))
    return exists ? daysLater(mondayOfWeek(Number(year), Number(week)), Number(groups.week_day || 1) - 1) : undefined
  }
  if (day_of_year !== undefined) {
    const day = daysLater(`${year}-01-01`, Number(day_of_year) - 1)
    return rolls || day.startsWith(`${year}-`) ? day : undefined
  }
  const numbers = numbersIn(groups, dialect, 'dmy')
  if (numbers) {
    const dated = { ...numbers, year: numbers.year ?? Number(dayOf(today).split('-', 1)[0]) }
    return rolls ? rolledDay(dated) : existingDay(dated)
  }
  if (groups.weekday !== undefined) return ofWeekday(groups, dialect, context)
  const counts = countsIn(groups)
  if (counts)
    return counts.reduce<Day | undefined>((day, { count, unit }) => day && unitsLater(day, count, unit), today)
  if (groups.today !== undefined) return today
  const days = Object.entries(dialect.relative_days ?? {}).find(([known]) => known === word.toLowerCase())?.[1]
  return days === undefined ? undefined : daysLater(today, days)
}

/** `second monday of may 2027`, or counted from today: `next friday` excludes today, `monday week` is a week later. */
function ofWeekday(groups: Groups, dialect: DayForms, { today, is_over = false }: DayContext): Day | undefined {
  const { name = '', nth, last, next, weeks } = groups
  const weekday = dialect.weekdayNamed?.(groups.weekday ?? '')
  if (weekday === undefined) return undefined
  if (nth === undefined) {
    const first = last ? -7 : next || (is_over && !groups.this) ? 1 : 0
    return daysLater(weekdayFrom(daysLater(today, first), weekday), weeks === undefined ? 0 : 7)
  }
  const month = dialect.monthNamed?.(name)
  if (month === undefined) return undefined
  const first = weekdayFrom(`${monthText(groups.year, month)}-01`, weekday)
  return daysLater(first, ordinal_words.indexOf(nth.toLowerCase()) * 7)
}

interface UnitCount {
  readonly count: number
  readonly unit: TimeUnit
}

/** `+2 weeks`, `vor drei Tagen`, `now`, also with a number of smaller units: `1 week 2 days`. */
function countsIn(groups: Groups): readonly UnitCount[] | undefined {
  const { sign = '', count = groups.counted, count_2 = groups.counted_2 } = groups
  if (groups.now !== undefined) return [{ count: 0, unit: 'minute' }]
  const direction = /^(?:-|vor|ago)$/.test(sign) ? -1 : 1
  const counted = (number: string, word = ''): UnitCount | undefined => {
    const unit = unitNamed(word)
    return unit && { count: direction * countNamed(number), unit }
  }
  const whole = count === undefined ? undefined : counted(count, groups.unit)
  if (!whole || count_2 === undefined) return whole && [whole]
  const part = counted(count_2, groups.unit_2)
  return part && time_units.indexOf(part.unit) < time_units.indexOf(whole.unit) ? [whole, part] : undefined
}

/** Milliseconds from now for hours and minutes: `+2 hours`, `now`; undefined for days. */
export function elapsedOf(groups: Groups): number | undefined {
  let elapsed_ms = 0
  for (const { count, unit } of countsIn(groups) ?? [{ count: 0, unit: 'day' }]) {
    if (unit !== 'hour' && unit !== 'minute') return undefined
    elapsed_ms += count * unit_ms[unit]
  }
  return elapsed_ms
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
