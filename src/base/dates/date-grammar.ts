// The grammar of written dates. A form is a pattern with named groups, which become a `WrittenDay`. A dialect says
// which forms and words are read, and how days, times and ranges are combined: the table `dialects` has all of them.
import {
  cell_clock,
  type ClockReader,
  type ClockTime,
  deployedTime,
  interfaceTime,
  night_hours_max,
  type ReadTime,
  typed_clock,
} from './clock-times.ts'
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
  weekdaysBeginning,
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
import { type Instant, isZone, utcWall, wallAt, type WallTime } from './zoned-time.ts'

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
export interface DayForms {
  readonly forms: readonly RegExp[]
  readonly relative_days?: Readonly<Record<string, number>>
  readonly monthNamed?: (word: string) => number | undefined
  readonly weekdayNamed?: (word: string) => number | undefined
}

const extended_days = /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)/
const basic_days = /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)(?=T|$)/i

/**
 * ISO 8601: `extended` is `2026-12-06`, `basic` also `20261206`; `all` adds `2026-12` for its first day, `2026-W49` for
 * its Monday, `2026-W49-7` and `2026-340`.
 */
export const iso_days = {
  extended: { forms: [extended_days] },
  basic: { forms: [extended_days, basic_days] },
  all: {
    forms: [
      extended_days,
      basic_days,
      /^(?<year>\d{4})-(?<month>\d\d)$/,
      /^(?<year>\d{4})-?W(?<week>\d\d)(?:-?(?<week_day>[1-7]))?(?=T|$)/i,
      /^(?<year>\d{4})-?(?<day_of_year>\d{3})(?=T|$)/i,
    ],
  },
} as const satisfies Readonly<Record<string, DayForms>>

const interface_units = time_units.filter((unit) => unit !== 'year')

/** The words of the interface: `tomorrow`, `+2 weeks`. Source: interface Q33. */
const interface_days: DayForms = {
  forms: [
    /^(?<now>now)(?=\s|$)/i,
    /^(?<word>[a-z]+)(?=\s|$)/i,
    new RegExp(`^\\+\\s*(?<count>\\d{1,4})\\s*(?<unit>(?:${interface_units.join('|')})s?)(?=\\s|$)`, 'i'),
  ],
  relative_days: relative_days.en,
}

/** What deployed services read besides: dates that do not exist are read too. Source: interface Q33. */
const deployed_days: DayForms = {
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
    // A letter is a zone.
    /^(?<now>\s+|[a-ik-z])$/i,
  ],
  monthNamed: monthOfEnglishName,
  weekdayNamed: weekdayOfPrefix,
}

/** Days from today, in lower case: `tomorrow`, `übermorgen`, `next fri`, `in 2 weeks`, `vor 3 Tagen`, `+2w`. */
const typed_days: DayForms = {
  forms: [
    /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?:t(?=\d)|(?= |$))/,
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

/** `24.12.2026`, `12/24/2026`, `2026/12/24`, `24.12.` */
const dates_in_digits: DayForms = {
  forms: [
    /^(?<first>\d{1,4})(?<separator>[-/.]) ?(?<second>\d\d?)\k<separator> ?(?<third>\d{1,4})$/,
    /^(?<day>\d\d?)\. ?(?<month>\d\d?)\.$/,
  ],
}

/** The same, and `20141119`, `apr 19, 2016`, `19-Apr-16`, `19. April`; months in six languages. */
const dates_in_cells: DayForms = {
  forms: [
    /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)$/,
    ...dates_in_digits.forms,
    /^(?<name>\p{L}{3,9})\.?[ -]+(?<day>\d\d?)(?:st|nd|rd|th)?(?:,?[ -]+(?<year>\d{4}))?$/u,
    new RegExp(
      '^(?<day>\\d\\d?)(?:\\.|st|nd|rd|th|er|º|°)?[ -]*(?:de )?(?<name>\\p{L}{3,10})\\.?' +
        '(?:,?[ -]+(?:de )?(?<year>\\d{4}|\\d\\d))?$',
      'u',
    ),
  ],
  monthNamed: monthOfPrefix,
}

/** How dates begin, and what follows the day in the same text. */
interface MomentDialect {
  readonly days: DayForms
  readonly timeOf: ReadTime
  /** Between the day and its time. */
  readonly before_time?: RegExp
  /** A time, and a zone after it. */
  readonly with_zone?: RegExp
  /** Whether dates that do not exist are read: 30 February is 1 or 2 March. */
  readonly rolls?: boolean
  /** Whether `+2 weeks` is this time of day in two weeks. To people it is a day. */
  readonly keeps_time?: boolean
}

/** How people write dates: parts in any combination, which `written-dates.ts` reads. */
export interface PeopleDialect {
  /** Words that depend on today, with a time after them. A table is imported again, and `morgen` can be a morning. */
  readonly relative?: MomentDialect | undefined
  /** Forms of whole texts in lower case. */
  readonly dates: DayForms
  /** Words before a day. In a line of text, `the` is rather part of a title: `The Monday Club tuesday 8pm`. */
  readonly lead: RegExp
  /** What joins the days of a range besides the words that all dialects have. */
  readonly until: RegExp
  /** The weekdays that a word before a date can be. */
  readonly weekdaysNamed: (word: string) => readonly number[]
  readonly clock: ClockReader
  /** What may stand between a day and its time besides a comma. */
  readonly before_time: RegExp
  /** Whether `8pm friday` is read. In tables, numbers before a date are rather days. */
  readonly has_time_first: boolean
  /** `ranges` are two dates, `periods` also `next week` and `tonight`. A field of a record is one date. */
  readonly spans: 'none' | 'ranges' | 'periods'
  /** Whether a day without a year is the next such one. Otherwise it needs a second day with one: `30.12.-2.1.2027`. */
  readonly completes_years: boolean
  /** Whether a range may have the time of one end only. In a table, another column can have the other. */
  readonly has_one_time: boolean
  /** The longest event, in hours, that ends on the next day if only the time of its end is written. */
  readonly night_hours_max: number
  /** Whether a date that does not exist is an error that says so, instead of a text that is no date. */
  readonly explains: boolean
}

const relative: MomentDialect = { days: typed_days, timeOf: typed_clock.timeOf }

const of_tables = {
  dates: dates_in_cells,
  lead: /^(?:on|am|den|der|the|le|du|del|dal) /,
  until: / (?:au|al) (?=[\p{L}\d])/u,
  weekdaysNamed: weekdaysBeginning,
  clock: cell_clock,
  // `- 1930` is rather the end of something.
  before_time: /^(?:[@|]|[-–](?! \d{4}$)) /,
  has_time_first: false,
  completes_years: false,
  has_one_time: true,
  night_hours_max,
  explains: false,
} as const

/** Every way to write a date. */
export const dialects = {
  /** What the service documents. Source: interface Q33. */
  interface: { days: interface_days, timeOf: interfaceTime, keeps_time: true },
  /** What deployed services read besides, in quirks mode. */
  deployed: {
    days: deployed_days,
    timeOf: deployedTime,
    before_time: /^[T,]\s*/i,
    with_zone: /^(.*?)\s*(Z|UTC|GMT|[ECMP][SD]T|BST|CES?T|[+-]\d\d(?::?\d\d)?|[a-z]+\/[a-z_/]+)?$/is,
    rolls: true,
  },
  /** Flags, and sentences of `cal add`; the user sees how the text was read. */
  typed: {
    relative,
    dates: dates_in_digits,
    lead: /^(?:on|am|den) /,
    until: / ?\.\. ?/,
    weekdaysNamed: (word: string) => [weekdayNamed(word) ?? []].flat(),
    clock: typed_clock,
    before_time: /^/,
    has_time_first: true,
    spans: 'periods',
    completes_years: true,
    has_one_time: false,
    night_hours_max: 24,
    explains: true,
  },
  /** JSON, YAML, calendar files, and the cells of a table when its dates are known. */
  records: { relative, ...of_tables, spans: 'none' },
  cells: { ...of_tables, spans: 'ranges' },
} as const satisfies Readonly<Record<string, MomentDialect | PeopleDialect>>

/** Longer texts are not dates; trying each way to read one with thousands of spaces would take minutes. */
export const length_max = 300

/** A local time, with the zone or offset that is written after it, or a number of hours or minutes from now. */
export type WrittenMoment =
  | { readonly instant: Instant }
  | { readonly wall: WallTime; readonly isDay: boolean; readonly zone?: string }

interface MomentContext {
  readonly now: Instant
  readonly zone: string
  /** The day from which days are counted; that of `now` by default. */
  readonly today?: Day
}

/**
 * The moment that a whole text means; undefined for other texts. A day without a time is its midnight. Hour 24 is that
 * of the next day.
 */
export function momentOf(
  text: string,
  { days, timeOf, before_time = /^/, with_zone = /^(.*)$/s, rolls = false, keeps_time = false }: MomentDialect,
  { now, zone: here, today }: MomentContext,
): WrittenMoment | undefined {
  if (text.length > length_max) return undefined
  for (const { written, rest } of dayReadings(text, days, 'mdy')) {
    const [, clock = '', zone_text] = with_zone.exec(rest.trim()) ?? []
    const time_text = clock.replace(before_time, '')
    const time = time_text === '' ? undefined : timeOf(time_text)
    const zone = zone_text === undefined ? undefined : zoneWritten(zone_text)
    if ((time_text !== '' && time === undefined) || (zone !== undefined && !isZone(zone))) continue
    const elapsed_ms = elapsedOf(written)
    if (elapsed_ms !== undefined && time === undefined) return { instant: now + elapsed_ms }
    // As people write it, `+2h 11:00` is two times.
    if (elapsed_ms !== undefined && !keeps_time) continue
    const from = wallAt(now + (elapsed_ms ?? 0), here)
    const first_day = today ?? dayOf(from)
    const day = elapsed_ms === undefined ? dayOfWritten(written, { today: first_day, rolls }) : dayOf(from)
    if (day === undefined) continue
    const kept_time = keeps_time && 'count' in written ? from.slice(-8) : undefined
    const wall = wallOn(day, time ?? kept_time)
    return { wall, isDay: time === undefined && kept_time === undefined, ...(zone !== undefined && { zone }) }
  }
  return undefined
}

function zoneWritten(text: string): string {
  if (/^CET$/i.test(text)) return '+01:00'
  return text.includes('/') ? text : text.toUpperCase()
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
export interface WordedDay {
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
function dayOfMonth({ name = '', year, day, nth, weekday, last }: Groups, dialect: DayForms): WrittenDay | undefined {
  const month = dialect.monthNamed?.(name)
  if (month === undefined) return undefined
  if (year === undefined) return { year, month, day: Number(day) }
  const month_text = `${year}-${String(month).padStart(2, '0')}`
  if (last !== undefined) return { year: Number(year), month, day: daysOfMonth(month_text) }
  if (nth === undefined) return { year: yearOf(year), month, day: Number(day) }
  const which = dialect.weekdayNamed?.(weekday ?? '')
  const index = ordinal_words.indexOf(nth.toLowerCase())
  return which === undefined ? undefined : { month: month_text, nth: index + 1, weekday: which }
}

function relativeDay(groups: Groups, dialect: DayForms): WrittenDay | undefined {
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
function elapsedOf(written: WrittenDay): number | undefined {
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
