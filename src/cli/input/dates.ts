// Converts dates in arguments and files to the interface's format: words and offsets become local times, a duration
// an end date. Also the bounds of lists, and the filters of `--where`.
import { isoMomentOf, isTimestamp, nonexistent } from '../../base/dates/machine-dates.ts'
import { type DateContext, readDate, strictDate, type WrittenDate } from '../../base/dates/written-dates.ts'
import { longDay } from '../../base/dates/day-names.ts'
import { misspelledDateHint, weekdayNamed } from '../../base/dates/date-words.ts'
import { type Day, dayNear, dayOf, daysLater, isDay, isMonth, isWall } from '../../base/dates/days.ts'
import { instantOf, utcWall, type WallTime } from '../../base/dates/zoned-time.ts'
import { CalError, usageError } from '../../base/errors.ts'
import type { Json, JsonObject } from '../../base/json.ts'
import { eachLanguage, type Language, sameText, t, type Text } from '../../base/text/language.ts'
import { date_bounds, type DateBound } from '../../spec/lists.ts'
import { flagOf, resources } from '../../spec/resources.ts'
import type { Parameters, Plural } from '../../spec/model.ts'
import { booleanOf, read, type Values } from '../../spec/read.ts'
import { didYouMean, nearestOf } from '../../base/text/closest.ts'
import { shellWord } from '../../base/text/quoted.ts'
import { pairsOf } from '../arguments/flag-values.ts'
import { namedKind, namesTyped } from '../arguments/flags.ts'
import { impossibleValues } from '../arguments/impossible-values.ts'
import { acceptingNames } from '../arguments/parse-arguments.ts'
import type { Session } from '../types/session.ts'

const clear_date = /^\d{4}-\d\d-\d\d(?:[T ](?:0[4-9]|1\d|2[0-3]):\d\d(?::\d\d)?)?$/

/** Whether the dates of an event are days, or wall times that no clock skips: no zone changes them. */
export function hasClearDates({ start_date, end_date, date, date_utc }: Values): boolean {
  const dates = [start_date, end_date, date, date_utc]
  return dates.every((one) => one === undefined || clear_date.test(String(one)))
}

/**
 * The typed dates of a record in forms that documents have too, for the function that reads those. A strict form stays
 * as it is, also one with an offset; other words become a day, or a local time on this clock.
 *
 * Errors: `usage` for text that is only partly understood, for a period where a single date is required, and for
 * dates that do not exist: deployed services read 2026-02-30 as 2 March.
 */
export function withTypedDates(values: Values, parameters: Parameters, here: DateContext): Values {
  return withDates(values, parameters, (name, value) => {
    const isStrict = strictDate(value, here) !== undefined || isTimestamp(value)
    return isStrict ? value : typedMoment(name, value, { here, writes: true })
  })
}

/** The typed bounds of a list in the interface's format, and notes on how words such as `friday` were read. */
export function withBounds(values: Values, parameters: Parameters, here: DateContext) {
  const notes: Text[] = []
  const read = withDates(values, parameters, (name, value) => {
    const moment = typedMoment(name, value, { here, writes: false })
    if (moment !== value && !isMonth(value.trim().slice(0, 7)) && isBound(name))
      notes.push(boundText(name, moment, here.zone))
    return moment
  })
  if (notes.length > 0) refuseReversed(read, values)
  return {
    values: read,
    notes: notes.length === 0 ? [] : [eachLanguage((language) => notes.map((text) => text[language]).join(' · '))],
  }
}

/** The values with dates as `read` returns them. Errors: those of `read`, with the name of the flag. */
function withDates(values: Values, parameters: Parameters, read: (name: string, value: string) => string): Values {
  const dateOf = (name: string, value: Json | undefined) => {
    if (parameters[name]?.form !== 'datetime' || typeof value !== 'string') return value
    requireExisting(name, value)
    try {
      return read(name, value)
    } catch (error) {
      throw aboutFlag(name, error)
    }
  }
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, dateOf(name, value)]))
}

/** Errors: `usage` for filters in words whose end is before their start: on a Thursday, `sunday` is before `monday`. */
function refuseReversed({ start_date, end_date }: Values, typed: Values): void {
  if (typeof start_date !== 'string' || typeof end_date !== 'string') return
  const [from, to] = [dayOf(start_date), dayOf(end_date)]
  if (!isDay(from) || !isDay(to) || from <= to) return
  throw new CalError(
    'usage',
    t('the end {to} is before the start {from}', {
      to: (language) => longDay(to, language),
      from: (language) => longDay(from, language),
    }),
    weekdayNamed(String(typed.end_date).toLowerCase()) !== undefined
      ? { hint: t('for the week after: --end-date {day}', { day: daysLater(to, 7) }) }
      : { hint: t('write both dates as 2026-12-24; see cal help dates') },
  )
}

function requireExisting(name: string, value: string): void {
  const missing = nonexistent(value)
  if (!missing) return
  throw usageError(
    t('{flag}: there is no {missing} in "{value}"', { flag: flagOf(name), missing, value }),
    t('use a date such as 2026-12-31 or "2026-12-31 18:00"; see cal help dates'),
  )
}

/** Parses one date; Unix timestamps are returned unchanged. Errors: `usage`. */
export function typedMoment(
  name: string,
  value: string,
  { here, writes }: { readonly here: DateContext; readonly writes: boolean },
): Day | WallTime {
  const date = readDate(value, here)
  if (date === undefined) {
    if (isTimestamp(value)) return value
    throw notDate(value)
  }
  if ('at' in date) return date.at
  if (!writes && !date.isRange && name === 'start_date') return date.from
  if (!writes && !date.isRange && name === 'end_date') return date.to
  throw severalDays(name, value, date)
}

function aboutFlag(name: string, error: unknown): unknown {
  if (!(error instanceof CalError)) return error
  const { code, text, hint } = error
  const about = eachLanguage((language) => `${flagOf(name)}: ${text[language]}`)
  return new CalError(code, about, { hint })
}

function notDate(value: string): CalError {
  return usageError(
    t('"{value}" is not a date', { value }),
    misspelledDateHint(value) ?? t('use a date such as 2026-12-24 18:00, 24 Dec 8pm or friday; see cal help dates'),
  )
}

function severalDays(name: string, value: string, date: Extract<WrittenDate, { from: string }>): CalError {
  const { from, to, isRange } = date
  const flag = flagOf(name)
  const isSpan = isRange && !isDay(from)
  if (dayOf(from) === dayOf(to) && !isSpan)
    return usageError(t('"{value}" needs a time of day', { value }), sameText(`${flag} "${dayOf(from)} 20:00"`))
  const days = (language: Language) => `${momentText(dayOf(from), language)} – ${momentText(dayOf(to), language)}`
  const both = `--start-date ${quotedMoment(from)} --end-date ${quotedMoment(to)}`
  const isLast = name === 'end_date' || name.endsWith('_after')
  return usageError(
    isSpan ? t('"{value}" is a start and an end', { value }) : t('"{value}" is several days: {days}', { value, days }),
    sameText(
      isSpan || (isRange && /^(start|end)_date$/.test(name)) ? both : `${flag} ${quotedMoment(isLast ? to : from)}`,
    ),
  )
}

function quotedMoment(moment: Day | WallTime): string {
  return isDay(moment) ? moment : `"${moment.slice(0, 16)}"`
}

const bound_texts: Readonly<Record<DateBound, Text>> = {
  start_date: t('from'),
  end_date: t('until'),
  starts_before: t('starts before'),
  starts_after: t('starts after'),
  ends_before: t('ends before'),
  ends_after: t('ends after'),
}

function isBound(name: string): name is DateBound {
  return Object.hasOwn(bound_texts, name)
}

/** `starts after Fri 27 November 2026, 20:00 (Europe/Berlin)`. An end bound without a time includes its day. */
function boundText(name: DateBound, moment: Day | WallTime, zone: string): Text {
  const bound = bound_texts[name]
  return isDay(moment) && !/_date$/.test(name)
    ? t('{bound} the end of {moment} ({zone})', { bound, moment: (language) => momentText(moment, language), zone })
    : eachLanguage((language) => `${bound[language]} ${momentText(moment, language)} (${zone})`)
}

function momentText(moment: Day | WallTime, language: Language): string {
  const day = longDay(dayOf(moment), language)
  return isDay(moment) ? day : `${day}, ${moment.slice(11, moment.endsWith(':00') ? 16 : 19)}`
}

/**
 * The query with exact moments in UTC and `strict_dates`, with which services don't round. A bound without a time means
 * midnight if the query has `strict_dates`, otherwise the start or the end of the day, as services round it.
 */
export function inUtc(query: Values, zone: string): Values {
  const midnight = asksExact(query)
  const exact = date_bounds
    .filter((name) => typeof query[name] === 'string')
    .map((name) => {
      const wall = wallOf(name, String(query[name]), midnight)
      return [name, isWall(wall) ? utcWall(instantOf(wall, zone)) : wall]
    })
  return exact.length === 0 ? query : { ...query, ...Object.fromEntries(exact), strict_dates: true }
}

export function asksExact({ strict_dates }: Values): boolean {
  return strict_dates !== undefined && booleanOf(strict_dates) === true
}

/** A query by whole days that returns at least the events wanted, and the filter for its records. */
export interface TimedFilter {
  readonly query: Values
  keeps(record: JsonObject): boolean
}

/**
 * Compares times of day as lists show them, in the zone of each event.
 *
 * undefined if no bound has a time of day, or with `strict_dates`.
 */
export function timedFilterOf(query: Values): TimedFilter | undefined {
  const timed = date_bounds.filter((name) => isWall(query[name]))
  if (timed.length === 0 || query.strict_dates !== undefined) return undefined
  const days = timed.map((name) => [name, widenedDay(name, dayOf(String(query[name])))])
  return {
    query: { ...query, ...Object.fromEntries(days) },
    keeps: (record) => timed.every((name) => isWithin(name, record, String(query[name]))),
  }
}

/** One more day on either side, because services compare the UTC times of events with the local days of a query. */
function widenedDay(name: DateBound, day: string): string {
  return dayNear(day, isLowest(name) ? -2 : 1)
}

function isLowest(name: DateBound): boolean {
  return name === 'start_date' || name.endsWith('_after')
}

function isWithin(name: DateBound, { start_date, end_date }: JsonObject, bound: string): boolean {
  const clock = String(name.startsWith('start') ? start_date : end_date)
  if (clock === bound) return name === 'start_date' || name === 'end_date'
  return clock > bound === isLowest(name)
}

function wallOf(name: DateBound, text: string, midnight: boolean): string {
  if (!isDay(text)) return text
  return midnight || name === 'start_date' ? `${text} 00:00:00` : `${text} 23:59:59`
}

type BoundName = 'since' | 'from' | 'until'

/**
 * The options with dates in the interface's format; a note says how words were read. Text that isn't a date is returned
 * unchanged, for the caller to reject. Of a period, `--from` takes the first day and `--until` the last. `clock` is
 * that of the dates that they bound.
 */
export async function withTypedBounds<O extends { readonly [N in BoundName]?: string | undefined }>(
  options: O,
  { note }: Pick<Session, 'note'>,
  clock: () => DateContext | Promise<DateContext>,
): Promise<O> {
  const read: Partial<Record<BoundName, string>> = {}
  for (const name of ['since', 'from', 'until'] as const) {
    const typed = options[name]
    if (typed === undefined || nonexistent(typed)) continue
    const strict = isoMomentOf(typed)
    if (strict && strict.offset === undefined) continue
    const here = await clock()
    const date = readDate(typed, here)
    const moment = date === undefined ? undefined : 'at' in date ? date.at : name === 'until' ? date.to : date.from
    if (moment === undefined || !isDay(moment.slice(0, 10))) continue
    read[name] = moment
    await note(t('--{name} "{typed}": {moment} ({zone})', { name, typed, moment, zone: here.zone }))
  }
  return { ...options, ...read }
}

/** Parses `--where NAME=VALUE`, repeated or joined by `&`. Errors: `usage` for unknown filters and invalid values. */
export function filtersOf(plural: Plural, where: readonly string[] = []): Values {
  const { page: _page, per_page: _per_page, ...parameters }: Parameters = resources[plural].query
  const pairs = where.flatMap((text) => text.split(/&(?=-{0,2}[\w-]+=)/))
  for (const pair of pairs) refuseComparison(plural, pair)
  const given = pairsOf(
    '--where',
    pairs.map((pair) =>
      pair
        .trim()
        .replace(/^--/, '')
        .replace(/^[\w-]+(?==)/, (name) => name.replaceAll('-', '_')),
    ),
  )
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(parameters, name))
  if (unknown !== undefined)
    throw usageError(
      t('--where: unknown filter "{name}"', { name: unknown }),
      nearestOf(unknown, Object.keys(parameters)),
    )
  const lists = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      namedKind(name, parameters) === undefined ? value : namesTyped(name, [value].flat().map(String)),
    ]),
  )
  const { values, problems } = read(acceptingNames(parameters), lists)
  const [problem] = [...problems, ...impossibleValues({ parameters, resource: plural, effect: 'reads' }, values)]
  if (problem)
    throw usageError(
      t('--where {name} needs {expected}, not "{value}"', {
        name: problem.name,
        expected: problem.expected,
        value: String(problem.value),
      }),
    )
  return values
}

/** Errors: `usage` for `title~choir` and `cost>5`: a filter is a name and its value. */
function refuseComparison(plural: Plural, pair: string): void {
  const [, operator, value = ''] = /^[\w-]+ ?(~=?|!=|[<>]=?) ?(.*)$/s.exec(pair.trim()) ?? []
  if (operator === undefined) return
  throw usageError(
    t('{flag} needs NAME=VALUE, not "{text}"', { flag: '--where', text: pair }),
    operator.includes('~')
      ? didYouMean(`--where ${shellWord(`search=${value}`)}`)
      : t('other conditions: {line}', { line: `cal ${plural} list --all --jq EXPRESSION` }),
  )
}

/** The error `usage`: services drop offsets. */
export function unknownZone(value: string): CalError {
  return usageError(
    t("the event's time zone is unknown, so {value} cannot be converted to its local time", { value }),
    t('write the local time, or add --timezone Europe/Berlin'),
  )
}
