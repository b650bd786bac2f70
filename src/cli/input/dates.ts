// The bounds of lists and of options such as `--since`, and the filters of `--where`.
import { oneDate } from '../../bulk/input/event-dates.ts'
import { momentText } from '../../bulk/input/typed-date.ts'
import { isTimestamp } from '../../base/dates/machine-dates.ts'
import type { DateContext } from '../../base/dates/written-dates.ts'
import { dayNear, dayOf, isDay, isDayOrWall, isMonth, isWall } from '../../base/dates/days.ts'
import { instantOf, utcWall } from '../../base/dates/zoned-time.ts'
import { usageError } from '../../base/errors.ts'
import type { JsonObject } from '../../base/json.ts'
import { type Language, t, type Text } from '../../base/text/language.ts'
import { date_bounds, type DateBound } from '../../spec/lists.ts'
import { flagOf, resources } from '../../spec/resources.ts'
import type { Parameters, Plural } from '../../spec/model.ts'
import { booleanOf, read, type Values } from '../../spec/read.ts'
import { nearestOf } from '../../base/text/closest.ts'
import { shellWord } from '../../base/text/quoted.ts'
import { pairsOf } from '../arguments/flag-values.ts'
import { namedKind, namesTyped } from '../arguments/flags.ts'
import { impossibleValues } from '../arguments/impossible-values.ts'
import { acceptingNames } from '../arguments/parse-arguments.ts'
import type { Session } from '../types/session.ts'

/**
 * The bounds of a list, or those of an option such as `--since`, as days or local times of a clock; of a period, the
 * first or the last day. A note says how words such as `friday` were read. Errors: `usage` for what is not one date.
 */
export async function withBounds<V extends object>(
  values: V,
  names: readonly string[],
  { clock, note }: { readonly clock: () => DateContext | Promise<DateContext>; readonly note: Session['note'] },
): Promise<V> {
  const read: Record<string, string> = {}
  for (const [name, typed] of Object.entries(values)) {
    if (!names.includes(name) || typeof typed !== 'string' || isDay(typed) || isWall(typed) || isTimestamp(typed))
      continue
    const here = await clock()
    const reading = { here, flags: { [name]: typed }, called: flagOf, isBound: true }
    const { text: moment = typed, error } = oneDate(name, typed, reading) ?? {}
    if (error) throw usageError(error.text, error.hint)
    read[name] = moment
    if (moment === typed || isMonth(typed.trim().slice(0, 7))) continue
    const shown = (language: Language) => momentText(moment, language)
    await note(t('{flag} "{typed}": {moment} ({zone})', { flag: flagOf(name), typed, moment: shown, zone: here.zone }))
  }
  return { ...values, ...read }
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
      const wall = boundWall(name, String(query[name]), midnight)
      return [name, isWall(wall) ? utcWall(instantOf(wall, zone)) : wall]
    })
  return exact.length === 0 ? query : { ...query, ...Object.fromEntries(exact), strict_dates: true }
}

export function asksExact({ strict_dates }: Values): boolean {
  return strict_dates !== undefined && booleanOf(strict_dates) === true
}

/** Bounds between which no event can be; an event can end after one time and start before an earlier one. */
const opposite_bounds = (['start_date', 'starts_after', 'ends_after'] as const).flatMap((from) =>
  (['end_date', 'ends_before', 'starts_before'] as const)
    .filter((to) => from !== 'ends_after' || to !== 'starts_before')
    .map((to) => [from, to] as const),
)

/** The note on bounds that exclude each other, which no event can match. */
export function reversedBounds(query: Values): Text | undefined {
  const timeOf = (name: DateBound) => boundWall(name, String(query[name]), false)
  const isReversed = (from: DateBound, to: DateBound) =>
    isDayOrWall(String(query[from])) && isDayOrWall(String(query[to])) && timeOf(from) > timeOf(to)
  const pair = opposite_bounds.find(([from, to]) => isReversed(from, to))
  if (!pair) return undefined
  const [from, to] = pair.map((name) => `${flagOf(name)} ${shellWord(String(query[name]))}`)
  return t('{from} is after {to}.', { from: String(from), to: String(to) })
}

/** A query by whole days that returns at least the events wanted, and the filter for its records. */
export interface TimedFilter {
  readonly query: Values
  /** Whether records have to be filtered. */
  readonly isCut: boolean
  keeps(record: JsonObject): boolean
}

/**
 * Compares times of day as lists show them, in the zone of each event. Without such bounds, and with `strict_dates`,
 * the service selects the records alone.
 */
export function timedFilterOf(query: Values): TimedFilter {
  const timed = query.strict_dates === undefined ? date_bounds.filter((name) => isWall(query[name])) : []
  const days = timed.map((name) => [name, widenedDay(name, dayOf(String(query[name])))])
  return {
    query: { ...query, ...Object.fromEntries(days) },
    isCut: timed.length > 0,
    keeps: (record) => timed.every((name) => isWithinBound(name, record, String(query[name]))),
  }
}

/** One more day on either side, because services compare the UTC times of events with the local days of a query. */
function widenedDay(name: DateBound, day: string): string {
  return dayNear(day, isLowest(name) ? -2 : 1)
}

function isLowest(name: DateBound): boolean {
  return name === 'start_date' || name.endsWith('_after')
}

function isWithinBound(name: DateBound, { start_date, end_date }: JsonObject, bound: string): boolean {
  const clock = String(name.startsWith('start') ? start_date : end_date)
  if (clock === bound) return name === 'start_date' || name === 'end_date'
  return clock > bound === isLowest(name)
}

function boundWall(name: DateBound, text: string, midnight: boolean): string {
  if (!isDay(text)) return text
  return midnight || name === 'start_date' ? `${text} 00:00:00` : `${text} 23:59:59`
}

/** Parses `--where NAME=VALUE`, repeated or joined by `&`. Errors: `usage` for unknown filters and invalid values. */
export function filtersOf(plural: Plural, where: readonly string[] = []): Values {
  const { page: _page, per_page: _per_page, ...parameters }: Parameters = resources[plural].query
  const hint = t('filters: cal {plural} list --help; other conditions: cal {plural} list --all --jq EXPRESSION', {
    plural,
  })
  const pairs = where.flatMap((text) => text.split(/&(?=-{0,2}[\w-]+=)/))
  const given = pairsOf(
    '--where',
    pairs.map((pair) =>
      pair
        .trim()
        .replace(/^--/, '')
        .replace(/^[\w-]+(?==)/, (name) => name.replaceAll('-', '_')),
    ),
    hint,
  )
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(parameters, name))
  if (unknown !== undefined)
    throw usageError(
      t('--where: unknown filter "{name}"', { name: unknown }),
      /\W/.test(unknown) ? hint : (nearestOf(unknown, Object.keys(parameters)) ?? hint),
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
