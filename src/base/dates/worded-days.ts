// Parses days in English and German words with chrono-node: `24 Dec`, `in two weeks`, `letzten Montag`. Loaded on
// demand by `written-dates.ts`, after the strict forms did not match.
import { parse as german } from 'chrono-node/de'
import { parse as english, type ParsedResult } from 'chrono-node/en'
import { existingDay, type WordedDay } from './date-grammar.ts'
import { monthOfPrefix, unitForm, unitNamed, weekdaysBeginning } from './date-words.ts'
import { ambiguousDate, type ReadDay } from './written-dates.ts'
import { type Day, weekdayOf } from './days.ts'

/**
 * Parses a text without a time of day in both languages. undefined if neither parses the whole text, and for texts
 * without an exact amount (`in a few days`) or day (`next quarter`).
 *
 * Errors: `usage` if the two languages give different days.
 */
export const dayInWords: ReadDay = (text, today) => {
  const past = /^(last|past|letzte|vorige|vergangene)/i.test(text) || /\bago$|^vor /i.test(text)
  if (
    !plausible.test(text) ||
    !text.split(/[^\p{L}\p{N}]+/u).some(isDayWord) ||
    vague.test(text) ||
    unanchored.test(text) ||
    count_alone.test(text)
  )
    return undefined
  const found = [
    readingOf(english, englishText(text), { today, past }),
    readingOf(german, germanText(text), { today, past }),
  ].filter((reading) => reading !== undefined)
  const [first, second] = found
  if (first && second && first.day !== second.day) throw ambiguousDate(text, first.day, second.day)
  return first
}

/**
 * A quick test before parsing, which takes about a millisecond: a date has a number and a word, or begins or ends with
 * one of these words. Most titles of events do not.
 */
const plausible =
  /^(?=.*\d)(?=.*\p{L}{2})|^(in|vor|last|past|letzte\w*|vorige\w*|vergangene\w*|the|day) | (ago|from now|later)$| of /iu
/** A number, a unit, a month, a weekday, or a time of the day: `the concerts in the park` has none. */
function isDayWord(word: string): boolean {
  const named = unitNamed(word) ?? monthOfPrefix(word) ?? weekdaysBeginning(word.toLowerCase())[0]
  return (
    named !== undefined || /^(?:\d|yr)|night|morn|morgen|noon|even|abend|mittag|nacht|weekend|wochenende/i.test(word)
  )
}

/** Words for which chrono-node assumes a number or a day: three, seven, a half, the next working day. */
const vague =
  /\b(few|several|couple|some|half|quarters?|weekday|einige\w*|wenige\w*|mehrere\w*|halbe?\w*|quartal\w*)\b|\bend of\b/iu
/** `the day after`: not of today. */
const unanchored = /^(?:the )?(?:day|week|month|year) (?:after|before)(?:$| (?:at|um) )/i
/** `2 weeks`, `a month`: durations, which chrono-node reads as the day after that time. */
const count_alone = new RegExp(
  `^(?:\\d+|an?|one|two|three|ein\\w*|zwei|drei) ?(?:${unitForm('day', 'week', 'month', 'year')})$`,
  'i',
)

function englishText(text: string): string {
  return text.replace(/(\d)\.\s*(?=\p{L})/gu, '$1 ').replace(/^day after tomorrow$/i, 'the $&')
}

/** Rewritten for chrono-node, whose German parser needs a dot before a month and `letzten` before a weekday. */
function germanText(text: string): string {
  return text
    .replace(/^(\d{1,2})\.?\s*(?=\p{L})/u, '$1. ')
    .replace(/^(?:letzte|vorige|vergangene)[rmsn]? (?=\p{L}+$)/iu, 'letzten ')
}

interface Reference {
  readonly today: Day
  /** Whether the text refers to the past. Otherwise a day without a year is today or later. */
  readonly past: boolean
}

type Parse = typeof english

function readingOf(parse: Parse, text: string, { today, past }: Reference): WordedDay | undefined {
  // chrono-node uses the local time zone; at noon, daylight saving time cannot change the day.
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number)
  const results = parse(text, new Date(year, month - 1, day, 12), { forwardDate: !past })
  const [result] = results
  if (!result || results.length > 1 || result.text !== text || result.end || hasTime(result)) return undefined
  return dayOf(result, { today, past })
}

function hasTime({ start }: ParsedResult): boolean {
  return (
    start.isCertain('hour') ||
    start.isCertain('timezoneOffset') ||
    // `morning` implies an hour.
    [...start.tags()].some((tag) => /^casualReference\/(?!today|tomorrow|yesterday)/.test(tag))
  )
}

function dayOf({ start }: ParsedResult, { today, past }: Reference): WordedDay | undefined {
  const [year, month, day] = [start.get('year') ?? 0, start.get('month') ?? 0, start.get('day') ?? 0]
  const hasDate = start.isCertain('day') && start.isCertain('month')
  // `in a month`, `in a year`: from the 31st, the result can be a day of the month after.
  const isRelative = start.tags().has('result/relativeDate') && start.isCertain('year')
  const same_month = start.isCertain('month') || month === Number(today.slice(5, 7))
  const keeps_day = isRelative && same_month && day === Number(today.slice(8))
  if (!hasDate && !start.isCertain('weekday') && !keeps_day) return undefined
  const found = existingDay({ year, month, day })
  if (found === undefined) return undefined
  if (!hasDate && !keeps_day) return past === found < today ? { day: found, hasYear: true } : undefined
  const weekday = start.isCertain('weekday') ? start.get('weekday') || 7 : undefined
  if (weekday !== undefined && weekday !== weekdayOf(found)) return undefined
  if (start.isCertain('year')) return { day: found, hasYear: true }
  return past || found < today ? undefined : { day: found, hasYear: false }
}
