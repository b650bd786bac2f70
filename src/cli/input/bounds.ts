// The bounds of a list of events, and dates of flags that limit a range.
import { isoMomentOf, nonexistent } from '../../base/dates/machine-dates.ts'
import { readDate } from '../../base/dates/typed-dates.ts'
import { instantOf, utcWall } from '../../base/dates/zoned-time.ts'
import { dayOf, daysLater, isDay, isWall } from '../../base/dates/days.ts'
import { CalError } from '../../base/errors.ts'
import { nearestOf } from '../../base/text/closest.ts'
import { pairsOf } from '../arguments/flag-values.ts'
import { namedKind, namesTyped } from '../arguments/flags.ts'
import { impossibleValues } from '../arguments/impossible-values.ts'
import { acceptingNames } from '../arguments/parse-arguments.ts'
import { date_bounds, type DateBound } from '../../spec/lists.ts'
import type { Parameters, Plural } from '../../spec/model.ts'
import { resources } from '../../spec/resources.ts'
import type { JsonObject } from '../../base/json.ts'
import { t, type Text } from '../../base/text/language.ts'
import { booleanOf, read, type Values } from '../../spec/read.ts'
import { hereOf, type Session } from '../types/session.ts'

/**
 * The query with exact moments in UTC and `strict_dates`, with which services don't round. A bound without a time means
 * midnight if the query has `strict_dates`, otherwise the start or the end of the day, as services round it.
 */
export function inUtc(query: Values, zone: string): Values {
  const midnight = asksExact(query)
  const exact = date_bounds
    .filter((name) => typeof query[name] === 'string')
    .map((name) => [name, utcOf(wallOf(name, String(query[name]), midnight), zone)])
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
  if (name === 'start_date' || name.endsWith('_after')) return daysLater(day, -2)
  return day >= '9999-12-31' ? day : daysLater(day, 1)
}

function isWithin(name: DateBound, { start_date, end_date }: JsonObject, bound: string): boolean {
  const clock = String(name === 'start_date' || name.startsWith('starts') ? start_date : end_date)
  switch (name) {
    case 'start_date':
      return clock >= bound
    case 'end_date':
      return clock <= bound
    case 'starts_before':
    case 'ends_before':
      return clock < bound
    default:
      return clock > bound
  }
}

function wallOf(name: DateBound, text: string, midnight: boolean): string {
  if (!isDay(text)) return text
  return midnight || name === 'start_date' ? `${text} 00:00:00` : `${text} 23:59:59`
}

function utcOf(text: string, zone: string): string {
  return isWall(text) ? utcWall(instantOf(text, zone)) : text
}

type BoundName = 'since' | 'from' | 'until'

/**
 * The options with dates in the interface's format; a note says how words were read. Text that isn't a date is returned
 * unchanged, for the caller to reject. Of a period, `--from` takes the first day and `--until` the last.
 */
export async function withTypedBounds<O extends { readonly [N in BoundName]?: string | undefined }>(
  options: O,
  session: Pick<Session, 'runtime' | 'settings' | 'note'>,
): Promise<O> {
  const here = hereOf(session)
  const read: Partial<Record<BoundName, string>> = {}
  for (const name of ['since', 'from', 'until'] as const) {
    const typed = options[name]
    if (typed === undefined || nonexistent(typed) || isIsoWall(typed)) continue
    const date = await readDate(typed, here)
    const moment = date === undefined ? undefined : 'at' in date ? date.at : name === 'until' ? date.to : date.from
    if (moment === undefined || !isDay(moment.slice(0, 10))) continue
    read[name] = moment
    await session.note(readText(name, typed, moment))
  }
  return { ...options, ...read }
}

function isIsoWall(text: string): boolean {
  const moment = isoMomentOf(text)
  return moment !== undefined && moment.offset === undefined
}

function readText(name: BoundName, typed: string, moment: string): Text {
  return t('--{name} "{typed}": {moment}', { name, typed, moment })
}

/** Parses `--where NAME=VALUE`, repeated or joined by `&`. Errors: `usage` for unknown filters and invalid values. */
export function filtersOf(plural: Plural, where: readonly string[] = []): Values {
  const { page: _page, per_page: _per_page, ...parameters }: Parameters = resources[plural].query
  const pairs = where.flatMap((text) => text.split(/&(?=-{0,2}[\w-]+=)/))
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
  if (unknown !== undefined) throw unknownFilter(unknown, Object.keys(parameters))
  const lists = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      namedKind(name, parameters) === undefined ? value : namesTyped(name, [value].flat().map(String)),
    ]),
  )
  const { values, problems } = read(acceptingNames(parameters), lists)
  const [problem] = [...problems, ...impossibleValues({ parameters, resource: plural, effect: 'reads' }, values)]
  if (problem)
    throw new CalError(
      'usage',
      t('--where {name} needs {expected}, not "{value}"', {
        name: problem.name,
        expected: problem.expected,
        value: String(problem.value),
      }),
    )
  return values
}

function unknownFilter(name: string, names: readonly string[]): CalError {
  return new CalError('usage', t('--where: unknown filter "{name}"', { name }), {
    hint: nearestOf(name, names),
  })
}
