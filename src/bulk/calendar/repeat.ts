// The dates of a repeated event of a calendar file: a rule of RFC 5545 on the event's own clock.
import ICAL from 'ical.js'
import { isDay } from '../../base/days.ts'
import type { Text } from '../../base/language.ts'
import { wallOf } from '../formats/ics-zones.ts'

export interface Repeat {
  readonly rule: string
  /** `YYYY-MM-DD HH:MM:SS`, or a day for events of whole days. */
  readonly start: string
  /** Days or starts that are left out. */
  readonly except: readonly string[]
  /** Starts that are added. */
  readonly also: readonly string[]
}

const dates_max = 5_000

/** The starts in their order. A text says what is wrong with the rule. */
export function datesOfRepeat({ rule, start, except, also }: Repeat): readonly string[] | Text {
  const whole = isDay(start)
  const text = rule.replace(/^RRULE:/i, '').replace(/(UNTIL=)(\d{4})-(\d\d)-(\d\d)/i, '$1$2$3$4').replace(/\s+/g, '')
  if (!/(^|;)(UNTIL|COUNT)=/i.test(text)) return { en: `repeat "${rule}" never ends: add UNTIL or COUNT`, de: `repeat „${rule}“ endet nie: UNTIL oder COUNT ergänzen` }
  const recur = recurOf(text)
  if (!recur) return { en: `repeat "${rule}" is no rule such as FREQ=WEEKLY;BYDAY=TU;UNTIL=2027-06-30`, de: `repeat „${rule}“ ist keine Regel wie FREQ=WEEKLY;BYDAY=TU;UNTIL=2027-06-30` }
  // A bare day counts to its end; a moment in UTC is taken by its day.
  if (recur.until && !whole) recur.until = ICAL.Time.fromDateTimeString(`${wallOf(recur.until).slice(0, 10)}T23:59:59`)
  const found: string[] = []
  const iterator = recur.iterator(whole ? ICAL.Time.fromDateString(start) : ICAL.Time.fromDateTimeString(start.replace(' ', 'T')))
  for (let time = iterator.next(); time && found.length < dates_max; time = iterator.next()) found.push(whole ? wallOf(time).slice(0, 10) : wallOf(time))
  const out = new Set(except.map((date) => date.slice(0, 16)))
  const kept = found.filter((date) => !out.has(date.slice(0, 10)) && !out.has(date.slice(0, 16)))
  const added = also.map((date) => (isDay(date) && !whole ? `${date} ${start.slice(11)}` : date))
  return [...new Set([...kept, ...added])].sort()
}

function recurOf(text: string): ICAL.Recur | undefined {
  try {
    return ICAL.Recur.fromString(text)
  } catch (error) {
    if (error instanceof Error) return undefined
    throw error
  }
}
