// The grammar of written days. A form is a pattern with named groups, which become a `WrittenDay`; a dialect is a list
// of forms and the words that it knows. All dialects are here: the interface, deployed services, what people type, and
// the cells of tables.
import {
  monthOfEnglishName,
  monthOfPrefix,
  ordinal_words,
  relative_days,
  time_units,
  type TimeUnit,
  unit_ms,
  unitNamed,
  weekdayNamed,
  weekdayOfPrefix,
  which_words,
} from './date-words.ts'
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
import { utcWall } from './zoned-time.ts'

/** Year, month and day as written; the date may not exist. Without a year it is the current one. */
interface DateNumbers {
  readonly year: number | undefined
  readonly month: number
  readonly day: number
}

/** A day as it is written. `dayOfWritten` tells which one it is. */
export type WrittenDay =
  | DateNumbers
  | { readonly year: number; readonly week: number; readonly weekday: number }
  | { readonly year: number; readonly day_of_year: number }
  | { readonly month: string; readonly nth: number; readonly weekday: number }
  | { readonly weekday: number; readonly excludes_today: boolean }
  /** `tomorrow` */
  | { readonly days: number }
  /** `+2 weeks`, `now`: a moment, which hours and minutes need. */
  | { readonly count: number; readonly unit: TimeUnit }

/** Forms in the order in which they are tried, and the words of the dialect. */
export interface DayDialect {
  readonly forms: readonly RegExp[]
  readonly relative_days?: Readonly<Record<string, number>>
  readonly monthNamed?: (word: string) => number | undefined
  readonly weekdayNamed?: (word: string) => number | undefined
}

/** ISO 8601: `2026-12-06`. */
export const extended_days: DayDialect = { forms: [/^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)/] }

/** The same, and `20261206`. */
export const basic_days: DayDialect = {
  forms: [...extended_days.forms, /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)(?=T|$)/i],
}

/** Every form of ISO 8601, also `2026-12` for its first day, `2026-W49` for its Monday, `2026-W49-7` and `2026-340`. */
export const iso_days: DayDialect = {
  forms: [
    ...basic_days.forms,
    /^(?<year>\d{4})-(?<month>\d\d)$/,
    /^(?<year>\d{4})-?W(?<week>\d\d)(?:-?(?<week_day>[1-7]))?(?=T|$)/i,
    /^(?<year>\d{4})-?(?<day_of_year>\d{3})(?=T|$)/i,
  ],
}

const interface_units = time_units.filter((unit) => unit !== 'year')

/** The words of the interface: `tomorrow`, `+2 weeks`. Source: interface Q33. */
export const interface_days: DayDialect = {
  forms: [
    /^(?<now>now)(?=\s|$)/i,
    /^(?<word>[a-z]+)(?=\s|$)/i,
    new RegExp(`^\\+\\s*(?<count>\\d{1,4})\\s*(?<unit>(?:${interface_units.join('|')})s?)(?=\\s|$)`, 'i'),
  ],
  relative_days: relative_days.en,
}

/** What deployed services read besides: dates that do not exist are read too. Source: interface Q33. */
export const deployed_days: DayDialect = {
  forms: [
    /^(?<year>\d{4})-(?<month>\d\d?)-(?<day>\d\d?)(?!\d)/,
    /^(?<year>\d{4})-(?<day_of_year>\d{3})(?!\d)/,
    /^(?<year>\d{4})-(?<month>\d\d)$/,
    /^(?<year>\d{4})-?W(?<week>\d\d)(?:-?(?<week_day>\d))?(?!\d)/i,
    /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)(?=T)/i,
    // With or without a slash at the end.
    /^(?<year>\d{4})\/(?<month>\d\d?)\/(?<day>\d\d?)(?!\d)\/?/,
    /^(?<month>\d\d?)\/(?<day>\d\d?)\/(?<year>\d{4}|\d\d)(?!\d)/,
    /^(?<month>\d\d?)\/(?<day>\d\d?)(?![\d/])/,
    /^(?<day>\d\d?)[.-](?<month>\d\d?)[.-](?<year>\d{4})/,
    /^(?<name>[a-z]{3,9})[ .-]+(?<day>\d\d?)(?:st|nd|rd|th)?(?:, *|[ .-]+)(?<year>\d{4})/i,
    /^(?<day>\d\d?)(?:st|nd|rd|th)?[ .-]*(?<name>[a-z]{3,9})(?:, *|[ .-]*)(?<year>\d{4})/i,
    new RegExp(
      `^(?<nth>${ordinal_words.join('|')}) (?<weekday>[a-z]{3,9}day) of (?<name>[a-z]{3,9}) (?<year>\\d{4})`,
      'i',
    ),
    /^(?<last>last) day of (?<name>[a-z]{3,9}) (?<year>\d{4})/i,
    // Never today.
    /^(?<excludes_today>next |)(?<weekday>[a-z]{3,9}day)/i,
    // A time alone is a time of today.
    /^(?<today>)(?=\d\d?(?::|\s*[ap]m))/i,
  ],
  monthNamed: monthOfEnglishName,
  weekdayNamed: weekdayOfPrefix,
}

/** What people type, in lower case: `tomorrow`, `übermorgen`, `next fri`, `in 2 weeks`, `vor 3 Tagen`, `+2w`. */
export const typed_days: DayDialect = {
  forms: [
    ...extended_days.forms,
    /^(?<now>now|jetzt)$/,
    /^(?<word>\p{L}+)(?= |$)/u,
    /^(?<sign>[+-])(?<count>\d+) ?(?<unit>\p{L}+)(?= |$)/u,
    /^in (?<count>\d+) ?(?<unit>\p{L}+)$/u,
    /^(?<sign>vor) (?<count>\d+) ?(?<unit>\p{L}+)$/u,
    /^(?<count>\d+) ?(?<unit>\p{L}+) (?<sign>ago)$/u,
    new RegExp(
      `^(?:(?:${which_words.this}|${which_words.coming}|(?<excludes_today>${which_words.next})) )?` +
        '(?<weekday>\\p{L}+)(?= |$)',
      'u',
    ),
  ],
  relative_days: { ...relative_days.en, ...relative_days.de },
  weekdayNamed,
}

/** Dates in digits that people type: `24.12.2026`, `12/24/2026`, `2026/12/24`. */
export const typed_digits: DayDialect = {
  forms: [/^(?<first>\d{1,4})(?<separator>[-/.]) ?(?<second>\d\d?)\k<separator> ?(?<third>\d{4}|\d\d)$/],
}

/** Cells: `20141119`, `11/19/2014`, `25. 11. 14`, `apr 19, 2016`, `19-Apr-16`; months in six languages. */
export const cell_days: DayDialect = {
  forms: [
    /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)$/,
    /^(?<first>\d{1,4})(?<separator>[-/.])\s?(?<second>\d\d?)\k<separator>\s?(?<third>\d{1,4})$/,
    /^(?<name>\p{L}{3,9})\.?[\s-]+(?<day>\d\d?)(?:st|nd|rd|th)?,?[\s-]+(?<year>\d{4})$/iu,
    new RegExp(
      '^(?<day>\\d\\d?)(?:\\.|st|nd|rd|th|er|º|°)?[\\s-]*(?:de\\s+)?(?<name>\\p{L}{3,10})\\.?,?[\\s-]+' +
        '(?:de\\s+)?(?<year>\\d{4}|\\d\\d)$',
      'iu',
    ),
  ],
  monthNamed: monthOfPrefix,
}

/** Every day with which a text can begin, and what follows it. `order` is that of digits. */
export function* dayReadings(
  text: string,
  dialect: DayDialect,
  order: DateOrder = 'dmy',
): Generator<{ readonly written: WrittenDay; readonly rest: string }, void, void> {
  for (const form of dialect.forms) {
    const match = form.exec(text)
    const written = match && writtenDay(match.groups ?? {}, dialect, order)
    if (match && written) yield { written, rest: text.slice(match[0].length) }
  }
}

/** The day that a whole text in digits or with a month means; undefined for others, and for days that don't exist. */
export function existingDayIn(text: string, dialect: DayDialect, order?: DateOrder): Day | undefined {
  for (const { written, rest } of dayReadings(text, dialect, order)) {
    const day = rest === '' ? dayOfWritten(written, { today: '' }) : undefined
    if (day !== undefined) return day
  }
  return undefined
}

type Groups = Readonly<Record<string, string | undefined>>

function writtenDay(groups: Groups, dialect: DayDialect, order: DateOrder): WrittenDay | undefined {
  const { year, month, day, week, day_of_year } = groups
  if (groups.first !== undefined) return inOrder(groups, order)
  if (week !== undefined) return { year: Number(year), week: Number(week), weekday: Number(groups.week_day || 1) }
  if (day_of_year !== undefined) return { year: Number(year), day_of_year: Number(day_of_year) }
  if (month !== undefined)
    return { year: year === undefined ? undefined : yearOf(year), month: Number(month), day: Number(day ?? 1) }
  return groups.name === undefined ? relativeDay(groups, dialect) : dayOfMonth(groups, dialect)
}

/** With a month of a name. */
function dayOfMonth(
  { name = '', year = '', day, nth, weekday, last }: Groups,
  dialect: DayDialect,
): WrittenDay | undefined {
  const month = dialect.monthNamed?.(name)
  if (month === undefined) return undefined
  const month_text = `${year}-${String(month).padStart(2, '0')}`
  if (last !== undefined) return { year: Number(year), month, day: daysOfMonth(month_text) }
  if (nth === undefined) return { year: yearOf(year), month, day: Number(day) }
  const which = dialect.weekdayNamed?.(weekday ?? '')
  const index = ordinal_words.indexOf(nth.toLowerCase())
  return which === undefined ? undefined : { month: month_text, nth: index + 1, weekday: which }
}

function relativeDay(groups: Groups, dialect: DayDialect): WrittenDay | undefined {
  const { word = '', count, sign, weekday, excludes_today } = groups
  if (groups.now !== undefined) return { count: 0, unit: 'minute' }
  if (groups.today !== undefined) return { days: 0 }
  if (count !== undefined) {
    const unit = unitNamed(groups.unit ?? '')
    return unit && { count: /^(?:-|vor|ago)$/.test(sign ?? '') ? -Number(count) : Number(count), unit }
  }
  if (weekday === undefined) {
    const days = Object.entries(dialect.relative_days ?? {}).find(([known]) => known === word.toLowerCase())?.[1]
    return days === undefined ? undefined : { days }
  }
  const named = dialect.weekdayNamed?.(weekday)
  return named === undefined ? undefined : { weekday: named, excludes_today: excludes_today !== undefined }
}

/** With dots the day always comes first; a year of four digits may. */
function inOrder({ first = '', second = '', third = '', separator }: Groups, order: DateOrder) {
  if (first.length === 4) return { year: Number(first), month: Number(second), day: Number(third) }
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

export interface DayContext {
  readonly today: Day
  /** Whether dates that do not exist are read as deployed services do: 30 February is 1 or 2 March. */
  readonly rolls?: boolean
}

/** The day; undefined if it does not exist, and for hours and minutes. */
export function dayOfWritten(written: WrittenDay, { today, rolls = false }: DayContext): Day | undefined {
  if ('count' in written) return unitsLater(today, written.count, written.unit)
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
  if ('weekday' in written) return weekdayFrom(written.excludes_today ? daysLater(today, 1) : today, written.weekday)
  const { year = Number(dayOf(today).split('-', 1)[0]), month, day } = written
  return rolls ? rolledDay({ year, month, day }) : existingDay({ year, month, day })
}

/** Milliseconds from now for hours and minutes: `+2 hours`, `now`; undefined for days. */
export function elapsedOf(written: WrittenDay): number | undefined {
  if (!('count' in written) || (written.unit !== 'hour' && written.unit !== 'minute')) return undefined
  return written.count * unit_ms[written.unit]
}

/** undefined for a date that does not exist. */
export function existingDay({ year, month, day }: Readonly<Record<'year' | 'month' | 'day', number>>): Day | undefined {
  const text = [yearText(year), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')
  return isDay(text) ? text : undefined
}

/** Month 0 is December of the year before, day 0 the last one of the month before. */
function rolledDay({ year, month, day }: Readonly<Record<'year' | 'month' | 'day', number>>): Day | undefined {
  if (month > 12 || day > 31) return undefined
  // `Date.UTC` maps the years 0 to 99 to 1900 to 1999.
  return dayOf(utcWall(new Date(0).setUTCFullYear(year, month - 1, day)))
}

export interface Sides {
  readonly from: string
  readonly to: string
}

/** Longer texts are not dates; splitting one at thousands of dashes would take minutes. */
const split_length_max = 300

/** Every way to split a text at a dash or at a word such as `to`. */
export function sidesOf(text: string): readonly Sides[] {
  if (text.length > split_length_max) return []
  return [...text.matchAll(/(?:(?<!\s)\s+)?(?:[-–—→]|\b(?:bis|to|until|till)\b)\s*/gi)].map(
    ({ index, 0: separator }) => ({
      from: text.slice(0, index).replace(/^(?:von|from)\s+/i, ''),
      to: text.slice(index + separator.length),
    }),
  )
}
