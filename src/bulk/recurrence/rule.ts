// A strict parser of recurrence rules (RFC 5545): unknown, malformed and ambiguous parts are errors.
import { isoMomentOf } from '../../base/dates/machine-dates.ts'
import { t, type Text } from '../../base/text/language.ts'

const frequencies = ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY', 'SECONDLY'] as const
export type Frequency = (typeof frequencies)[number]

/** The nth such day of its month or year, from the end if negative; 0 means every one. */
export interface RuleWeekday {
  readonly nth: number
  /** Monday is 0. */
  readonly weekday: number
}

export interface Rule {
  readonly freq: Frequency
  readonly interval: number
  readonly count: number | undefined
  readonly until: Until | undefined
  /** The day on which weeks begin; Monday is 0. */
  readonly week_start: number
  readonly days: readonly RuleWeekday[]
  /** Lists that the rule does not have are empty. */
  readonly by: Readonly<Record<NumberList, readonly number[]>>
}

export interface Until {
  /** `YYYY-MM-DD`, or `YYYY-MM-DD HH:MM:SS`. */
  readonly at: string
  readonly utc: boolean
}

type NumberList = keyof typeof lists

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/** Lowest and highest value; the lists from `month_day` on also count from the end. */
const lists = {
  month: { part: 'BYMONTH', min: 1, max: 12, signed: false },
  hour: { part: 'BYHOUR', min: 0, max: 23, signed: false },
  minute: { part: 'BYMINUTE', min: 0, max: 59, signed: false },
  second: { part: 'BYSECOND', min: 0, max: 59, signed: false },
  month_day: { part: 'BYMONTHDAY', min: 1, max: 31, signed: true },
  year_day: { part: 'BYYEARDAY', min: 1, max: 366, signed: true },
  week: { part: 'BYWEEKNO', min: 1, max: 53, signed: true },
  position: { part: 'BYSETPOS', min: 1, max: 366, signed: true },
} as const

const known_parts: ReadonlySet<string> = new Set([
  'FREQ',
  'INTERVAL',
  'COUNT',
  'UNTIL',
  'WKST',
  'BYDAY',
  'RSCALE',
  'SKIP',
  ...Object.values(lists).map(({ part }) => part),
])

/** The rule, or the error in the text. */
export function parseRule(text: string): Rule | Text {
  const written = ruleParts(text)
  if (!(written instanceof Map)) return written
  const parts = new Map([...written].map(([name, value]) => [name, value.toUpperCase()]))
  const problems = [...problemsOf(parts, written)]
  if (problems[0]) return problems[0]
  const freq = frequencies.find((one) => one === parts.get('FREQ')) ?? 'DAILY'
  const until = parts.get('UNTIL')
  const rule: Rule = {
    freq,
    interval: Number(parts.get('INTERVAL') ?? 1),
    week_start: Math.max(0, weekdays.indexOf(parts.get('WKST') ?? 'MO')),
    count: parts.has('COUNT') ? Number(parts.get('COUNT')) : undefined,
    until: until === undefined ? undefined : untilOf(until),
    days: valuesOf(parts, 'BYDAY').flatMap((value) => weekdayOf(value) ?? []),
    by: {
      month: numbersOf(parts, 'BYMONTH'),
      hour: numbersOf(parts, 'BYHOUR'),
      minute: numbersOf(parts, 'BYMINUTE'),
      second: numbersOf(parts, 'BYSECOND'),
      month_day: numbersOf(parts, 'BYMONTHDAY'),
      year_day: numbersOf(parts, 'BYYEARDAY'),
      week: numbersOf(parts, 'BYWEEKNO'),
      position: numbersOf(parts, 'BYSETPOS'),
    },
  }
  return conflictIn(rule) ?? rule
}

export function isRule(rule: Rule | Text): rule is Rule {
  return 'freq' in rule
}

function ruleParts(text: string): Map<string, string> | Text {
  const parts = new Map<string, string>()
  for (const piece of text.replace(/\s+/g, '').split(';')) {
    if (piece === '') continue
    const [, written = piece, value = ''] = /^([^=]*)=(.*)$/.exec(piece) ?? []
    const name = written.toUpperCase()
    if (!known_parts.has(name)) return t('unknown part "{piece}"', { piece })
    if (parts.has(name)) return t('{name} is specified twice', { name })
    parts.set(name, value)
  }
  return parts
}

function* problemsOf(parts: ReadonlyMap<string, string>, written: ReadonlyMap<string, string>): Iterable<Text> {
  const wrong = (name: string, expected: string): Text =>
    t('{name} needs {expected}, not "{get}"', { name, expected, get: String(written.get(name)) })
  if (!parts.has('FREQ')) yield t('FREQ is missing')
  else if (!frequencies.some((one) => one === parts.get('FREQ'))) yield wrong('FREQ', frequencies.join(', '))
  for (const name of ['INTERVAL', 'COUNT'])
    if (parts.has(name) && !/^0*[1-9]\d{0,11}$/.test(parts.get(name) ?? '')) yield wrong(name, '1, 2, 3 …')
  if (parts.has('UNTIL') && !untilOf(parts.get('UNTIL') ?? '')) yield wrong('UNTIL', 'YYYYMMDD, YYYYMMDDTHHMMSSZ')
  if (parts.has('COUNT') && parts.has('UNTIL')) yield t('COUNT and UNTIL cannot be used together')
  if (parts.has('WKST') && !weekdays.includes(parts.get('WKST') ?? '')) yield wrong('WKST', weekdays.join(', '))
  if (parts.has('BYDAY') && valuesOf(parts, 'BYDAY').some((value) => !weekdayOf(value)))
    yield wrong('BYDAY', 'TU, 2TU, -1SU')
  for (const { part, min, max, signed } of Object.values(lists)) {
    const isNumber = (value: string) =>
      (signed ? /^[+-]?\d{1,3}$/ : /^\d{1,3}$/).test(value) &&
      Math.abs(Number(value)) >= min &&
      Math.abs(Number(value)) <= max
    if (parts.has(part) && !valuesOf(parts, part).every(isNumber))
      yield wrong(part, signed ? `±${min}–${max}` : `${min}–${max}`)
  }
  // RFC 7529: other calendars, and days that a month does not have moved to one that it has.
  if (!['GREGORIAN', undefined].includes(parts.get('RSCALE'))) yield wrong('RSCALE', 'GREGORIAN')
  if (!['OMIT', undefined].includes(parts.get('SKIP'))) yield wrong('SKIP', 'OMIT')
}

/** Parts that the standard excludes together, or that programs read differently. */
function conflictIn({ freq, interval, days, by }: Rule): Text | undefined {
  const excluded = (part: string): Text => t('{part} and FREQ={freq} cannot be used together', { part, freq })
  const nths = days.map(({ nth }) => Math.abs(nth)).filter((nth) => nth > 0)
  const isYearly = freq === 'YEARLY'
  if (nths.length > 0 && !isYearly && freq !== 'MONTHLY')
    return t('BYDAY with a number needs FREQ=MONTHLY or YEARLY, not {freq}', { freq })
  if (nths.length > 0 && by.week.length > 0) return t('BYDAY with a number and BYWEEKNO cannot be used together')
  // The standard takes all days that any of them names; widespread libraries take those that all of them name.
  if (nths.length > 0 && nths.length < days.length) return t('BYDAY with and without numbers is ambiguous')
  const nth_max = isYearly && by.month.length === 0 ? 53 : 5
  if (nths.some((nth) => nth > nth_max)) return t('BYDAY numbers go up to {nth_max} here', { nth_max })
  if (by.month_day.length > 0 && freq === 'WEEKLY') return excluded('BYMONTHDAY')
  if (by.year_day.length > 0 && ['MONTHLY', 'WEEKLY', 'DAILY'].includes(freq)) return excluded('BYYEARDAY')
  if (by.week.length > 0 && !isYearly) return excluded('BYWEEKNO')
  if (by.week.length > 0 && days.length + by.month_day.length + by.year_day.length === 0)
    return t('BYWEEKNO needs BYDAY')
  const crosses_years = by.week.some((week) => week === 1 || week === -1 || Math.abs(week) >= 52)
  if (crosses_years && (interval > 1 || by.position.length > 0)) {
    return t('BYWEEKNO=1, 52 or 53 with INTERVAL or BYSETPOS is ambiguous')
  }
  const selects = days.length + Object.values(by).flat().length - by.position.length
  return by.position.length > 0 && selects === 0 ? t('BYSETPOS needs another BY part') : undefined
}

function valuesOf(parts: ReadonlyMap<string, string>, name: string): readonly string[] {
  return parts.get(name)?.split(',') ?? []
}

function numbersOf(parts: ReadonlyMap<string, string>, name: string): readonly number[] {
  return [...new Set(valuesOf(parts, name).map(Number))]
}

function weekdayOf(text: string): RuleWeekday | undefined {
  const [, number, name = ''] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(text) ?? []
  const weekday = weekdays.indexOf(name)
  const nth = Number(number ?? 0)
  return weekday < 0 || (number !== undefined && nth === 0) ? undefined : { nth, weekday }
}

/** `20271231`, `20271231T235959`, `20271231T225959Z`, also with the hyphens and colons of ISO 8601. */
function untilOf(text: string): Until | undefined {
  // The `T` may be missing.
  const until = isoMomentOf(text.replace(/^(\d{8}|[\d-]{10})(?=\d\d)/, '$1T'), 'basic')
  if (until === undefined || (until.offset !== undefined && until.offset !== 'Z')) return undefined
  return { at: until.time === undefined ? until.day : until.wall, utc: until.offset === 'Z' }
}
