// The grammar of written dates, shared by four dialects: the command line, spreadsheets, the service and its quirks
// mode. A dialect chooses among these forms by options, and adds its own forms.
import { type DateOrder, type Day, isDay } from './days.ts'

/** Year, month and day as written; the date may not exist. */
export interface DateNumbers {
  readonly year: number
  readonly month: number
  readonly day: number
}

/** `HH:MM:SS` */
export type ClockTime = string

export interface IsoMoment {
  readonly day: Day
  /** Absent if only a day is written. */
  readonly time?: ClockTime
  /** `Z`, `+02`, `+0200` or `+02:00`; absent for a wall time. */
  readonly offset?: string
}

const iso_form =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?(?: ?(Z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?))?)?$/i

/** ISO 8601, also with a space for the `T`; undefined for other texts, and for days and times that do not exist. */
export function isoMomentOf(text: string): IsoMoment | undefined {
  const [, day = '', hour, minute = '', second = '00', offset] = iso_form.exec(text) ?? []
  if (!isDay(day)) return undefined
  if (hour === undefined) return { day }
  if (hour > '23' || minute > '59' || second > '59') return undefined
  return { day, time: `${hour}:${minute}:${second}`, ...(offset === undefined ? {} : { offset: offset.toUpperCase() }) }
}

/** `2026-12-14 10:00-12:00`: an end or an offset. With a `T` or with seconds it is an offset. */
export function isSpanOrOffset(text: string): boolean {
  return text.length > 21 && /^\d{4}-\d\d-\d\d\s+\d\d:\d\d ?-\d\d:\d\d$/.test(text.trim())
}

/** As `isoMomentOf`, for texts of people: undefined if the last part may be an end, and for an offset of no zone. */
export function isoMomentOfPeople(text: string): IsoMoment | undefined {
  const moment = isSpanOrOffset(text) ? undefined : isoMomentOf(text)
  return Number(moment?.offset?.slice(1, 3) ?? 0) > offset_hours_max ? undefined : moment
}

/** Of Kiritimati */
const offset_hours_max = 14

/** The numbers of a date in the given order. Two-digit years mean 1970 to 2069. */
export function dateInOrder([first, second, third]: readonly [string, string, string], order: DateOrder): DateNumbers {
  const [year, month, day] =
    order === 'ymd' ? [first, second, third] : order === 'dmy' ? [third, second, first] : [third, first, second]
  return { year: yearOf(year), month: Number(month), day: Number(day) }
}

function yearOf(digits: string): number {
  const year = Number(digits)
  return digits.length > 2 ? year : year + (year < 70 ? 2000 : 1900)
}

/** undefined for a date that does not exist. */
export function existingDay({ year, month, day }: DateNumbers): Day | undefined {
  const text = [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')
  return isDay(text) ? text : undefined
}

/** `11/19/2014`, `25.11.14`, `2016-04-19`: with dots the day always comes first, a year of four digits may. */
export function dayOfNumbers(text: string, order: DateOrder): Day | undefined {
  const [, first = '', separator, second = '', third = ''] =
    /^(\d{1,4})([-/.])\s?(\d{1,2})\2\s?(\d{1,4})$/.exec(text) ?? []
  if (first.length === 4) return existingDay(dateInOrder([first, second, third], 'ymd'))
  if (first.length > 2 || ![2, 4].includes(third.length)) return undefined
  return existingDay(dateInOrder([first, second, third], separator === '.' ? 'dmy' : order))
}

const hour_names = {
  en: { noon: '12:00:00', midnight: '00:00:00' },
  de: { mittag: '12:00:00', mitternacht: '00:00:00' },
} as const

/** The times of day that a dialect reads besides `18:00`, `18:00:30`, `9am` and `6:30 pm`. Parts are patterns. */
export interface ClockDialect {
  /** Languages of `noon` and `midnight`. */
  readonly names?: readonly (keyof typeof hour_names)[]
  /** Words before the time. */
  readonly before?: string
  /** Between hours and minutes. */
  readonly separator?: string
  /** Between minutes and seconds. */
  readonly second_separator?: string
  /** Whether seconds may have a fraction, which is dropped. */
  readonly hasFraction?: boolean
  /** Other spellings of `am` and `pm`. */
  readonly after?: string
  /** Whether `1930` is a time. */
  readonly hasJoinedDigits?: boolean
  /** Whether `9` alone is a time, `9:5` is 09:05, `24:00` ends a day, and `13pm` is 13:00. */
  readonly isLoose?: boolean
}

/** Returns a parser for a dialect; it returns undefined for texts that are not a time of day. */
export function clockReader({
  names = [],
  before,
  separator = ':',
  second_separator = ':',
  hasFraction = false,
  after,
  hasJoinedDigits = false,
  isLoose = false,
}: ClockDialect): (text: string) => ClockTime | undefined {
  const named = new Map(names.flatMap((language) => Object.entries(hour_names[language])))
  const seconds = `(?:${second_separator}(?<second>\\d\\d)${hasFraction ? '(?:\\.\\d+)?' : ''})?`
  const minute = isLoose ? '\\d\\d|(?<=:)\\d(?!\\d)' : '\\d\\d'
  const joined = hasJoinedDigits ? '|(?<=^\\d\\d)(?<joined>\\d\\d)' : ''
  const form = new RegExp(
    `^${before === undefined ? '' : `(?:(?:${before})\\s+)?`}(?<hour>\\d{1,2})` +
      `(?:${separator}(?<minute>${minute})${seconds}${joined})?` +
      `\\s*(?<half>am|pm${after === undefined ? '' : `|${after}`})?$`,
    'i',
  )
  return (text) => {
    const parts = form.exec(text)?.groups
    if (!parts) return named.get(text.toLowerCase())
    const { second = '00', half } = parts
    const minute = parts.minute ?? parts.joined
    if (minute === undefined && half === undefined && !isLoose) return undefined
    const hour = hourOf(Number(parts.hour), half, isLoose)
    if (hour === undefined || Number(minute ?? 0) > 59 || Number(second) > 59) return undefined
    return `${String(hour).padStart(2, '0')}:${(minute ?? '').padStart(2, '0')}:${second}`
  }
}

function hourOf(hour: number, half: string | undefined, isLoose: boolean): number | undefined {
  const sign = /^([ap])\.?\s?m/i.exec(half ?? '')?.[1]?.toLowerCase()
  if (sign === undefined) return hour < (isLoose ? 25 : 24) ? hour : undefined
  if (!isLoose && (hour < 1 || hour > 12)) return undefined
  return (hour % 12) + (sign === 'p' ? 12 : 0)
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
  return [...text.matchAll(/\s*(?:[-–—→]|\b(?:bis|to|until|till)\b)\s*/gi)].map(({ index, 0: separator }) => ({
    from: text.slice(0, index).replace(/^(?:von|from)\s+/i, ''),
    to: text.slice(index + separator.length),
  }))
}
