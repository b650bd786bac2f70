// The times of a recurrence rule on a clock without a zone, in order: period by period, each filtered by BYSETPOS.
import { lengthOfMonth, weekdayOfNumber } from '../../base/dates/days.ts'
import { day_ms, dayNumber, instantOfUtc, utcWall, type WallTime } from '../../base/dates/zoned-time.ts'
import type { Rule } from './rule.ts'

interface DayFacts {
  /** Days since 1970-01-01. */
  readonly n: number
  readonly year: number
  readonly month: number
  readonly day: number
  /** Monday is 0. */
  readonly weekday: number
}

function factsOf(n: number): DayFacts {
  const date = new Date(n * day_ms)
  return {
    n,
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    weekday: weekdayOfNumber(n),
  }
}

function isTaken(facts: DayFacts, rule: Rule): boolean {
  const { by } = rule
  return (
    (by.month.length === 0 || by.month.includes(facts.month)) &&
    isMonthDay(facts, by.month_day) &&
    isYearDay(facts, by.year_day) &&
    isWeekday(facts, rule) &&
    isWeek(facts, rule)
  )
}

function isMonthDay({ year, month, day }: DayFacts, wanted: readonly number[]): boolean {
  return wanted.length === 0 || wanted.includes(day) || wanted.includes(day - 1 - lengthOfMonth(year, month))
}

function isYearDay({ n, year }: DayFacts, wanted: readonly number[]): boolean {
  return (
    wanted.length === 0 ||
    wanted.includes(n - dayNumber(year, 1, 1) + 1) ||
    wanted.includes(n - dayNumber(year + 1, 1, 1))
  )
}

/** A number counts within the month, or within the year if the rule has no months. */
function isWeekday(facts: DayFacts, { days, freq, by }: Rule): boolean {
  if (days.length === 0) return true
  const in_year = freq === 'YEARLY' && by.month.length === 0
  return days.some(({ nth, weekday }) => weekday === facts.weekday && (nth === 0 || isNth(nth, facts, in_year)))
}

function isNth(nth: number, { n, year, month, day }: DayFacts, in_year: boolean): boolean {
  const before = in_year ? n - dayNumber(year, 1, 1) : day - 1
  const after = in_year ? dayNumber(year + 1, 1, 1) - 1 - n : lengthOfMonth(year, month) - day
  return nth > 0 ? Math.floor(before / 7) + 1 === nth : -Math.floor(after / 7) - 1 === nth
}

/** The ISO 8601 week with any first day: a week belongs to the year of its fourth day. */
function isWeek({ n, weekday }: DayFacts, { by, week_start }: Rule): boolean {
  if (by.week.length === 0) return true
  const fourth = n - ((weekday - week_start + 7) % 7) + 3
  const { year } = factsOf(fourth)
  const week = Math.floor((fourth - dayNumber(year, 1, 1)) / 7) + 1
  const weeks = week + Math.floor((dayNumber(year + 1, 1, 1) - 1 - fourth) / 7)
  return by.week.includes(week) || by.week.includes(week - weeks - 1)
}

export interface Walk {
  readonly rule: Rule
  /** The first start: the source of the time of day and of other parts that the rule omits. */
  readonly start: WallTime
  /** Whole days: the rule's parts for hours, minutes and seconds are ignored. */
  readonly all_day: boolean
  /** The first time that is wanted, if it is after the start. */
  readonly from: WallTime
  /** The last time that is wanted. */
  readonly to: WallTime
}

/** After this many steps without a match, a rule counts as having no further times. */
const steps_max = 150_000
const year_max = 9_999

/** Distinguishes a rule that ended from one whose next time was not found. */
export type Ending = 'ended' | 'not_found'

/** Seconds since 1970, as a clock without a zone would count them. */
type Second = number

export function* timesOf(walk: Walk): Generator<WallTime, Ending> {
  const rule = withDefaults(walk)
  const [start, from, to] = [
    secondOf(walk.start),
    Math.max(secondOf(walk.start), secondOf(walk.from)),
    secondOf(walk.to),
  ]
  let steps = 0
  for (const period of periodsOf(rule, { start, from })) {
    if (period.begins > to) return 'ended'
    steps += 1 + period.days.length
    let isFound = false
    for (const second of chosen(timesIn(period, rule), rule.by.position)) {
      if (second > to) return 'ended'
      if (second < from) continue
      isFound = true
      yield utcWall(second * 1000)
    }
    if (isFound) steps = 0
    if (steps > steps_max) return 'not_found'
  }
  return 'ended'
}

/** The rule with omitted parts taken from the start. */
function withDefaults({ rule, start, all_day }: Walk): Rule {
  const { freq, by, days } = rule
  const [month, day] = [Number(start.slice(5, 7)), Number(start.slice(8, 10))]
  const isOpen = days.length + by.month_day.length + by.year_day.length + by.week.length === 0
  const own = (list: readonly number[], value: number) => (all_day ? [0] : list.length > 0 ? list : [value])
  const steps = frequencySteps(freq)
  return {
    ...rule,
    days:
      isOpen && freq === 'WEEKLY' ? [{ nth: 0, weekday: weekdayOfNumber(Math.floor(secondOf(start) / 86_400)) }] : days,
    by: {
      ...by,
      month: isOpen && freq === 'YEARLY' && by.month.length === 0 ? [month] : by.month,
      month_day: isOpen && (freq === 'YEARLY' || freq === 'MONTHLY') ? [day] : by.month_day,
      hour: steps <= 3600 ? by.hour : own(by.hour, Number(start.slice(11, 13))),
      minute: steps <= 60 ? by.minute : own(by.minute, Number(start.slice(14, 16))),
      second: steps === 1 ? by.second : own(by.second, Number(start.slice(17, 19))),
    },
  }
}

/** Seconds of an hour, a minute or a second; more for frequencies of whole days. */
function frequencySteps(freq: Rule['freq']): number {
  return { SECONDLY: 1, MINUTELY: 60, HOURLY: 3600, DAILY: 86_400, WEEKLY: 86_400, MONTHLY: 86_400, YEARLY: 86_400 }[
    freq
  ]
}

interface Period {
  readonly begins: Second
  readonly days: readonly DayFacts[]
}

interface Bounds {
  readonly start: Second
  readonly from: Second
}

/** The periods of these frequencies are numbered: the number of the one with a day, and the first day of each. */
const numbered = {
  YEARLY: { numberOf: ({ year }: DayFacts) => year, dayOf: (year: number) => dayNumber(year, 1, 1) },
  MONTHLY: {
    numberOf: ({ year, month }: DayFacts) => year * 12 + month - 1,
    dayOf: (month: number) => dayNumber(Math.floor(month / 12), (month % 12) + 1, 1),
  },
  // 1970-01-01 was a Thursday.
  WEEKLY: {
    numberOf: ({ n }: DayFacts, { week_start }: Rule) => Math.floor((n + 3 - week_start) / 7),
    dayOf: (week: number, { week_start }: Rule) => week * 7 - 3 + week_start,
  },
  DAILY: { numberOf: ({ n }: DayFacts) => n, dayOf: (day: number) => day },
} as const

/** The periods with their days; those before `from` are skipped. */
function* periodsOf(rule: Rule, { start, from }: Bounds): Iterable<Period> {
  const { freq, interval } = rule
  if (freq === 'HOURLY' || freq === 'MINUTELY' || freq === 'SECONDLY')
    return yield* shortPeriodsOf(rule, { start, from })
  const { numberOf, dayOf } = numbered[freq]
  const numberAt = (second: Second) => numberOf(factsOf(Math.floor(second / 86_400)), rule)
  const first = numberAt(start)
  for (let number = first + Math.floor((numberAt(from) - first) / interval) * interval; ; number += interval) {
    const day = dayOf(number, rule)
    if (day > last_day) return
    yield { begins: day * 86_400, days: daysBetween(day, dayOf(number + 1, rule), rule.by.month) }
  }
}

/** The days before `end` that lie in these months; in any if there are none. */
function daysBetween(first: number, end: number, months: readonly number[]): readonly DayFacts[] {
  const days: DayFacts[] = []
  for (let n = first; n < end; ) {
    const { year, month, day, weekday } = factsOf(n)
    const count = Math.min(lengthOfMonth(year, month) - day + 1, end - n)
    if (months.length === 0 || months.includes(month))
      for (let i = 0; i < count; i += 1) days.push({ n: n + i, year, month, day: day + i, weekday: (weekday + i) % 7 })
    n += count
  }
  return days
}

const last_day = dayNumber(year_max, 12, 31)

/** Hours, minutes and seconds: skips to the next day, hour or minute that may fit. */
function* shortPeriodsOf(rule: Rule, { start, from }: Bounds): Iterable<Period> {
  const unit = frequencySteps(rule.freq)
  const step = rule.interval * unit
  const first = Math.floor(start / unit) * unit
  const onTo = (second: Second) => first + Math.max(0, Math.ceil((second - first) / step)) * step
  for (let at = onTo(Math.floor(from / unit) * unit); at < (last_day + 1) * 86_400; ) {
    const day = factsOf(Math.floor(at / 86_400))
    const next = isTaken(day, rule) ? nextFitting(at, rule) : (day.n + 1) * 86_400
    yield { begins: at, days: next === at ? [day] : [] }
    at = next === at ? at + step : onTo(next)
  }
}

/** The moment itself if its hour and minute are wanted, else the start of the next hour or minute. */
function nextFitting(at: Second, { by, freq }: Rule): Second {
  if (by.hour.length > 0 && !by.hour.includes(Math.floor(at / 3600) % 24)) return (Math.floor(at / 3600) + 1) * 3600
  if (freq === 'HOURLY') return at
  if (by.minute.length > 0 && !by.minute.includes(Math.floor(at / 60) % 60)) return (Math.floor(at / 60) + 1) * 60
  return at
}

function timesIn({ begins, days }: Period, rule: Rule): readonly Second[] {
  const { hour, minute, second } = rule.by
  const unit = frequencySteps(rule.freq)
  if (days.length === 0) return []
  // A short period has its hour, minute or second already.
  if (unit === 1) return second.length === 0 || second.includes(((begins % 60) + 60) % 60) ? [begins] : []
  const [hours, minutes] = [unit > 3600 ? hour : [0], unit > 60 ? minute : [0]]
  const clocks = hours
    .flatMap((h) => minutes.flatMap((m) => second.map((s) => h * 3600 + m * 60 + s)))
    .toSorted((a, b) => a - b)
  if (unit < 86_400) return clocks.map((clock) => begins + clock)
  return days.filter((day) => isTaken(day, rule)).flatMap(({ n }) => clocks.map((clock) => n * 86_400 + clock))
}

/** BYSETPOS: the nth of the set, from its end if negative. */
function chosen(times: readonly Second[], positions: readonly number[]): readonly Second[] {
  if (positions.length === 0) return times
  return times.filter((_, i) => positions.includes(i + 1) || positions.includes(i - times.length))
}

function secondOf(wall: WallTime): Second {
  return Math.floor(instantOfUtc(wall) / 1000)
}
