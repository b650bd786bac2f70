// Keeps the events that fulfil a filter, so that searches read them once, and not for each window and page.
import { BoundedCache } from '../../../../base/bounded-cache.ts'
import type { FoundRecords, ListSlice } from '../../../domain/lists/selection.ts'
import type { PostgresConnection } from '../connection.ts'
import type { EventBound } from '../../event-bounds.ts'
import { numbered, part, type QueryPart } from '../query.ts'
import { countedChangesOf, counted_state, type EventCounts, few_max } from './event-counts.ts'
import { keepEvent, known_max, type KnownEvents, numbersIn, withEvents } from './page-events.ts'

/** Filters that more events fulfil are read for each list. */
const matches_max = 5_000
/** Of all filters together: about 10 MB. */
const all_matches_max = 100_000
const filters_max = 1_000

const match_columns = ['id', 'list_start', 'list_date', 'list_from', 'list_end'] as const
/** The values of these columns. */
type Match = readonly number[]

/** The events up to an id that fulfil a filter, in the order of lists. */
interface Matches {
  readonly matches: readonly Match[]
  readonly counted_to: number
}

/** What a process knows of filters. It remains true until a counted event is changed, as totals do. */
export class EventMatches {
  readonly #found = new BoundedCache<string, Matches | 'many'>({
    entries_max: filters_max,
    weight_max: all_matches_max,
    weigh: (found) => (found === 'many' ? 1 : 1 + found.matches.length),
  })

  get(state: string, filter: string): Matches | 'many' | undefined {
    this.#found.useGeneration(countedChangesOf(state))
    return this.#found.get(filter)
  }

  /** `state` is that of the transaction in which they were read. */
  keep(state: string, filter: string, found: Matches | 'many'): void {
    this.#found.useGeneration(countedChangesOf(state))
    this.#found.set(filter, found)
  }
}

export interface FilteredEvents {
  /** Of events `e`: everything but the window. */
  readonly filter: QueryPart
  /** The window, by the clock of the calendar. */
  readonly bounds: readonly EventBound[]
}

interface FilteredCalendar {
  readonly connection: PostgresConnection
  readonly counts: EventCounts
  readonly matches: EventMatches
  readonly known?: KnownEvents | undefined
}

/**
 * A page of the events that fulfil a filter: those that are counted are known, the newer ones are read. Undefined if
 * there are too many, and if the counters are others than were known.
 */
export async function pageOfMatches(
  { connection, counts, matches, known }: FilteredCalendar,
  { filter, bounds }: FilteredEvents,
  { offset, limit }: ListSlice,
): Promise<FoundRecords | undefined> {
  const { state, counted_to } = counts
  if (!counts.areFew) return undefined
  const key = JSON.stringify(filter)
  const before = matches.get(state, key)
  const isUsable = before === 'many' || (before !== undefined && isNear(before, counted_to))
  const kept = isUsable ? before : await matchesUpTo(counted_to, connection, filter)
  if (kept === 'many') {
    if (!isUsable) matches.keep(state, key, 'many')
    return undefined
  }
  const pageIn = (all: readonly Match[]) => {
    const listed = all.filter((match) => bounds.every((bound) => isInside(match, bound)))
    return { total: listed.length, ids: listed.slice(offset, offset + limit).map(([id = 0]) => id) }
  }
  const expected = pageIn(kept.matches)
  const newer = `SELECT unnest(ARRAY[${columnsOf('e')}]) FROM ${eventsAfter} AS e WHERE ${filter.sql}`
  const page = `SELECT ${counted_state} AS state, (SELECT max(id) FROM event) AS last, ARRAY(${newer}) AS newer,
    ?::bigint[] AS ids`
  const hasEvents = known !== undefined && limit <= known_max
  const rows = await connection.tuplesByIndex(
    numbered(hasEvents ? withEvents(page) : page),
    ...[kept.counted_to, ...filter.values, expected.ids],
  )
  const [[found = '', last_id, added] = []] = rows
  counts.read(String(found), Number(last_id))
  if (found !== state) return undefined
  for (const row of rows) keepEvent(known, row.slice(page_columns))
  const since = matchesIn(numbersIn(added))
  if (!isUsable || kept.counted_to < counted_to) {
    const counted = since.filter(([id = 0]) => id <= counted_to)
    matches.keep(state, key, { matches: inOrder(kept.matches, counted), counted_to })
  }
  return since.length === 0 ? expected : pageIn(inOrder(kept.matches, since))
}

/** Matches up to a higher id may not be visible in the snapshot; after a much lower one, many events would be read. */
function isNear(known: Matches, counted_to: number): boolean {
  return known.counted_to <= counted_to && counted_to - known.counted_to <= few_max
}

/** The columns of a page before those of an event. */
const page_columns = 4

/** The order fixes the index that is used. */
const eventsAfter = '(SELECT * FROM event WHERE id > ? ORDER BY id OFFSET 0)'

async function matchesUpTo(
  counted_to: number,
  connection: PostgresConnection,
  { sql, values }: QueryPart,
): Promise<Matches | 'many'> {
  const query = part(
    `SELECT ${columnsOf('e')} FROM event AS e WHERE e.id <= ? AND ${sql} LIMIT ${matches_max + 1}`,
    counted_to,
    ...values,
  )
  const rows = await connection.tuples(numbered(query.sql), ...query.values)
  if (rows.length > matches_max) return 'many'
  return { matches: inOrder([], rows.map(numbersIn)), counted_to }
}

function columnsOf(table: string): string {
  return match_columns.map((name) => `${table}.${name}`).join(', ')
}

function matchesIn(values: readonly number[]): readonly Match[] {
  const { length } = match_columns
  return Array.from({ length: values.length / length }, (_, i) => values.slice(i * length, (i + 1) * length))
}

/** Of the columns by which lists are sorted. */
const [at_id, at_start, at_date, at_from, at_end] = match_columns.map((_, i) => i)

function inOrder(matches: readonly Match[], more: readonly Match[]): readonly Match[] {
  if (more.length === 0) return matches
  return [...matches, ...more].sort(
    (a, b) => difference(a, b, at_start) || difference(a, b, at_date) || difference(a, b, at_id),
  )
}

function difference(a: Match, b: Match, at = 0): number {
  return (a[at] ?? 0) - (b[at] ?? 0)
}

function isInside(match: Match, { side, sign, key }: EventBound): boolean {
  const value = match[(side === 'from' ? at_from : at_end) ?? 0] ?? 0
  if (sign === '>=') return value >= key
  if (sign === '>') return value > key
  return sign === '<=' ? value <= key : value < key
}
