// Days in English and German words that no strict form has, read by chrono-node: `24 Dec`, `in two weeks`, `letzten
// Montag`. Loaded on demand; only `typed-dates.ts` says which texts come here.
import { parse as german } from 'chrono-node/de'
import { parse as english, type ParsedResult } from 'chrono-node/en'
import { existingDay } from './date-grammar.ts'
import { ambiguousDate, type ReadDay, type WrittenDay } from './typed-dates.ts'
import { type Day, weekdayOf } from './days.ts'

/**
 * What both languages make of a text without a time of day. undefined for texts that neither understands whole, and
 * for what would be a guess: an amount that is not said (`in a few days`), a day that is not said (`next quarter`).
 *
 * Errors: `usage` if both understand it differently.
 */
export const dayInWords: ReadDay = (text, today) => {
  const past = /^(last|past|letzte|vorige|vergangene)/i.test(text) || /\bago$|^vor /i.test(text)
  if (!plausible.test(text) || vague.test(text) || count_alone.test(text)) return undefined
  const found = [
    readingOf(english, englishText(text), { today, past }),
    readingOf(german, germanText(text), { today, past }),
  ].filter((reading) => reading !== undefined)
  const [first, second] = found
  if (first && second && first.day !== second.day) throw ambiguousDate(text, first.day, second.day)
  return first
}

/** Titles of events are not worth a millisecond each: a date has a number and a word, or begins or ends like these. */
const plausible =
  /^(?=.*\d)(?=.*\p{L}{2})|^(in|vor|last|past|letzte\w*|vorige\w*|vergangene\w*|the|day) | (ago|from now|later)$| of /iu
/** Words that chrono-node takes for a number or a day of its own choice: three, seven, a half, the next working day. */
const vague =
  /\b(few|several|couple|some|half|quarters?|weekday|einige\w*|wenige\w*|mehrere\w*|halbe?\w*|quartal\w*)\b|\bend of\b/iu
/** `2 weeks`, `a month`: a length, which it takes for the day that is so far away. */
const count_alone =
  /^(?:\d+|an?|one|two|three|ein\w*|zwei|drei) ?(?:d|days?|w|weeks?|months?|years?|tagen?|tage|wochen?|monaten?|monate|jahren?|jahre)$/i

function englishText(text: string): string {
  return text.replace(/(\d)\.\s*(?=\p{L})/gu, '$1 ').replace(/^day after tomorrow$/i, 'the $&')
}

/** Its German months follow a dot, and its weekdays `letzten`. */
function germanText(text: string): string {
  return text
    .replace(/^(\d{1,2})\.?\s*(?=\p{L})/u, '$1. ')
    .replace(/^(?:letzte|vorige|vergangene)[rmsn]? (?=\p{L}+$)/iu, 'letzten ')
}

interface Reference {
  readonly today: Day
  /** The text says that the day lies in the past; every other day is today or later, unless its year is written. */
  readonly past: boolean
}

type Parse = typeof english

function readingOf(parse: Parse, text: string, { today, past }: Reference): WrittenDay | undefined {
  // Noon of the zone of this machine, in which chrono-node counts: no daylight saving moves it to another day.
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
    // `morning` is an hour that is implied.
    [...start.tags()].some((tag) => /^casualReference\/(?!today|tomorrow|yesterday)/.test(tag))
  )
}

function dayOf({ start }: ParsedResult, { today, past }: Reference): WrittenDay | undefined {
  const [year, month, day] = [start.get('year') ?? 0, start.get('month') ?? 0, start.get('day') ?? 0]
  const has_date = start.isCertain('day') && start.isCertain('month')
  // In a month, or in a year: from the 31st it could be a day of the month after that.
  const is_relative = start.tags().has('result/relativeDate') && start.isCertain('year')
  const same_month = start.isCertain('month') || month === Number(today.slice(5, 7))
  const keeps_day = is_relative && same_month && day === Number(today.slice(8))
  if (!has_date && !start.isCertain('weekday') && !keeps_day) return undefined
  const found = existingDay({ year, month, day })
  if (found === undefined) return undefined
  if (!has_date && !keeps_day) return past === found < today ? { day: found, has_year: true } : undefined
  const weekday = start.isCertain('weekday') ? start.get('weekday') || 7 : undefined
  if (weekday !== undefined && weekday !== weekdayOf(found)) return undefined
  if (start.isCertain('year')) return { day: found, has_year: true }
  return past || found < today ? undefined : { day: found, has_year: false }
}
