// The grammar of written times of day, and its dialects: the interface, deployed services, what people type, and cells.
import { remembering } from '../bounded-cache.ts'
import { hour_names } from './date-words.ts'

/** `HH:MM:SS` */
export type ClockTime = string

/** The times of day that a dialect reads besides `18:00`, `18:00:30`, `9am` and `6:30 pm`. Parts are patterns. */
export interface ClockDialect {
  /** `noon` and `midnight` */
  readonly names?: Readonly<Record<string, ClockTime>>
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

/** The interface: `9am`, `1:30 pm`, `16:00`, `09:30:15`, `noon`. */
export const interfaceTime = clockReader({ names: hour_names.en })

/** Deployed services: also `9`, `1830`, `18:30:05.25`, `24:00`. */
export const deployedTime = clockReader({
  names: hour_names.en,
  separator: ':?',
  second_separator: ':?',
  hasFraction: true,
  isLoose: true,
})

const typedClock = clockReader({
  names: { ...hour_names.en, ...hour_names.de },
  separator: '(?:[:h]|\\s?uhr\\s?(?=\\d\\d$))',
  after: 'uhr|h|[ap]\\. ?m\\.?',
})

/** Minutes that cannot be a month. */
const minutes_only = '(?:00|1[3-9]|[2-5]\\d)'
const dotted_time = new RegExp(`^\\d\\d?\\.${minutes_only}`)

/**
 * `18:00`, `18:00:30`, `6:30pm`, `20h30`, `um 20 Uhr`, `8 Uhr 30`, `20.30 Uhr`, `um 20.30`, `um 20`, `noon` as
 * `HH:MM:SS`; undefined for others.
 */
export function typedTime(text: string): ClockTime | undefined {
  const words = text.trim().toLowerCase().replace(/\s+/g, ' ')
  const [before, time = words] = /^(?:at|um|ab|gegen|around|from) (.+)$/.exec(words) ?? []
  // `3.30` alone is rather a day, `ab 3.12` may be one, and `at 8` can be in the evening.
  const isTime = before === undefined ? /uhr$/.test(time) : dotted_time.test(time) || /^(?:1[3-9]|2[0-3])$/.test(time)
  return typedClock(isTime ? time.replace(/^(\d\d?)\.(?=\d\d)/, '$1:').replace(/^(\d\d)$/, '$1:00') : time)
}

const before_times = 'um|ab|at|à|dès|ore|alle(?: ore)?|a las|om'
const after_times = 'a\\.\\s?m\\.|p\\.\\s?m\\.|uhr|uur|u|h'

const cellClock = clockReader({
  // `ca. 2 h` and `2 heures` are lengths.
  before: `from|${before_times}|(?:ca\\.?|circa)(?=\\s*\\d\\d?\\s?(?:[:.]\\d\\d|uhr|uur|[ap]\\.?m))`,
  separator: '\\s?(?:[:.hu]|(?:uhr|heures?)(?=\\s?\\d))\\s?',
  hasFraction: true,
  // `2 hrs` is a length.
  after: `${after_times}|(?<=(?:1[3-9]|2[0-3])\\s?)heures?|(?<=\\d\\d[:.]?\\d\\d\\s*)hrs?|(?<=:\\d\\d\\s*)[ap]`,
  hasJoinedDigits: true,
})

/**
 * Cells: `7:30:00`, `12:30`, `5:00 PM`, `7:30p`, `5pm`, `noon`, `18 Uhr`, `18.30 Uhr`, `18 Uhr 30`, `07H00`, `23u30`,
 * `19h`, `ore 18`, `1930`; undefined for other texts.
 */
function cellTime(text: string): ClockTime | undefined {
  const clock = text.trim()
  if (/^(?:(?:at )?noon|mittags?|12 mittags|midi)$/i.test(clock)) return '12:00:00'
  return cellClock(clock.replace(/^(?:alle )?ore (\d\d?)$/i, '$1:00'))
}

/** The end of a day. */
export const midnight = '24:00:00'

/** The time of an end: midnight is `24:00` of the day before. */
function endTime(text: string, timeOf: ReadTime): ClockTime | undefined {
  return /^(?:24(?:[:.h]?00(?::00)?)?(?:\s*(?:uhr|h))?|midnight|mitternacht|minuit)$/i.test(text.trim()) &&
    text.trim() !== '24'
    ? midnight
    : timeOf(text)
}

export type ReadTime = (text: string) => ClockTime | undefined

/** One or two times of day. */
export interface ClockSpan {
  readonly start: ClockTime
  readonly end?: ClockTime
}

/** Reads a time of day, the time at which something ends, and one or two times. */
export interface ClockReader {
  readonly timeOf: ReadTime
  readonly endOf: ReadTime
  readonly timesOf: (text: string) => ClockSpan | undefined
}

/** In cells: `09:00 - 10:30`, `10-11:30`, `7 - 9 pm`, and `10-12`, which people also type for other things. */
export const cell_clock: ClockReader = {
  timeOf: cellTime,
  endOf: (text) => endTime(text, cellTime),
  timesOf: remembering((text) => timesIn(text, cellTime) ?? hoursIn(text)),
}

const dotted_start = new RegExp(
  `(1[3-9]|2[0-3]|\\d\\d?(?=\\.${minutes_only}))\\.(\\d\\d)(?=\\s?[-–]\\s?\\d\\d?\\.${minutes_only}(?![\\d.]))`,
)

/** `10-11:30`, `20 Uhr bis 23 Uhr`, `19.30-21.45`: as minutes, `12` can be a month. */
export function typedTimes(text: string): ClockSpan | undefined {
  const words = text.replace(dotted_start, '$1:$2').replace(/(?<=\d:\d\d\s?[-–]\s?)(\d\d?)\.(\d\d)(?![\d.])/, '$1:$2')
  return timesIn(words, typedTime)
}

export const typed_clock: ClockReader = {
  timeOf: typedTime,
  endOf: (text) => endTime(text, typedTime),
  timesOf: typedTimes,
}

/** In `7 - 9 pm` both are in the evening, and `11 - 1 pm` begins in the morning. */
function timesIn(text: string, timeOf: ReadTime): ClockSpan | undefined {
  const alone = timeOf(text)
  if (alone) return { start: alone }
  for (const { from, to } of sidesOf(text.trim())) {
    const [suffix = ''] = time_end.exec(to.trim()) ?? []
    const [own_start, own_end, alike] = [timeOf(from), endTime(to, timeOf), timeOf(`${from} ${suffix}`)]
    if (own_end && alike && /^[ap]/i.test(suffix) && alike < own_end) return { start: alike, end: own_end }
    const start = own_start ?? (/^p/i.test(suffix) ? timeOf(`${from} am`) : alike)
    if (start && own_end) return { start, end: own_end }
    // Next to a time, an hour alone is one, too, unless that would be a whole day later: `8pm-11`.
    const hours = { start: start ?? fullHour(from), end: own_end ?? fullHour(to) }
    if (!(start || own_end) || !hours.start || !hours.end) continue
    if (hours.end >= hours.start || hoursToNextDay(hours.start, hours.end) <= night_hours_max)
      return { start: hours.start, end: hours.end }
  }
  return undefined
}

function hoursIn(text: string): ClockSpan | undefined {
  for (const { from, to } of sidesOf(text.trim())) {
    const [start, end] = [fullHour(from), fullHour(to)]
    if (start && end) return { start, end }
  }
  return undefined
}

function fullHour(text: string): ClockTime | undefined {
  return /^\d{1,2}$/.test(text.trim()) ? cellTime(`${text.trim()}:00`) : undefined
}

/** The longest event that ends on the next day, if only its times of day are written. */
export const night_hours_max = 12

/** The hours from a time of day to one on the next day. */
export function hoursToNextDay(start: ClockTime, end: ClockTime): number {
  return 24 + Number(end.slice(0, 2)) - Number(start.slice(0, 2))
}

/** The `pm` of `7 - 9 pm`. */
const time_end = new RegExp(`(?:am|pm|${after_times})$`, 'i')

/** Returns a parser for a dialect; it returns undefined for texts that are not a time of day. */
export function clockReader({
  names = {},
  before,
  separator = ':',
  second_separator = ':',
  hasFraction = false,
  after,
  hasJoinedDigits = false,
  isLoose = false,
}: ClockDialect): (text: string) => ClockTime | undefined {
  const named = new Map(Object.entries(names))
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
  const sign = /^([ap])(?:$|\.?\s?m)/i.exec(half ?? '')?.[1]?.toLowerCase()
  if (sign === undefined) return hour < (isLoose ? 25 : 24) ? hour : undefined
  if (!isLoose && (hour < 1 || hour > 12)) return undefined
  return (hour % 12) + (sign === 'p' ? 12 : 0)
}

/** Longer texts are not dates; splitting one at thousands of dashes would take minutes. */
const split_length_max = 300

/** Every way to split a text at a dash or at a word such as `to`. */
export function sidesOf(text: string): readonly Readonly<Record<'from' | 'to', string>>[] {
  if (text.length > split_length_max) return []
  return [...text.matchAll(/(?:(?<!\s)\s+)?(?:[-–—→]|\b(?:bis|to|until|till)\b)\s*/gi)].map(
    ({ index, 0: separator }) => ({
      from: text.slice(0, index).replace(/^(?:von|from)\s+/i, ''),
      to: text.slice(index + separator.length),
    }),
  )
}
