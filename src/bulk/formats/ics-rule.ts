// Rules of repetition, walked within bounds: the library looks for the next time as long as that takes, and for some rules there is none.
import ICAL from 'ical.js'

/** How many times that do not fit are looked at, all in all. */
const looks_max = 1_000_000
/** The library goes a long step month by month. */
const interval_max = 10_000_000

/** Whether a rule can be walked: the library says of parts that contradict each other that they are malformed, when it begins. */
export function isWalkable(rule: unknown, start: unknown): boolean {
  if (!(rule instanceof ICAL.Recur) || !(start instanceof ICAL.Time)) return true
  try {
    rule.iterator(start)
  } catch (error) {
    if (error instanceof Error) return false
    throw error
  }
  return rule.interval <= interval_max
}

/** The times of a rule from its start on, up to the end of a year. */
export function* timesOf(rule: ICAL.Recur, start: ICAL.Time, year_max: number): Iterable<ICAL.Time> {
  const iterator = rule.iterator(start)
  const fits = iterator.check_contracting_rules.bind(iterator)
  let looks = 0
  const isBeyond = () => iterator.last.year > year_max || looks > looks_max
  iterator.check_contracting_rules = () => {
    looks += 1
    return fits() || isBeyond()
  }
  for (let time = nextOf(iterator); time && !isBeyond(); time = nextOf(iterator)) yield time
}

/** Whether it is a rule by which clocks are changed: on days of a year. */
export function isYearly(rule: unknown): boolean {
  const { freq, parts } = rule as Partial<ICAL.Recur>
  return freq === 'YEARLY' && Object.keys(parts ?? {}).every((part) => ['BYMONTH', 'BYDAY', 'BYMONTHDAY'].includes(part))
}

/** The library throws where a step leads beyond all calendars, and it would go in circles. */
function nextOf(iterator: ReturnType<ICAL.Recur['iterator']>): ICAL.Time | null {
  try {
    return iterator.next()
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('Same occurrence')) return null
    throw error
  }
}
