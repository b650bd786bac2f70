// A page of a list of events with its total, in one statement.
import type { FoundRecords, ListSlice } from '../../../domain/lists/selection.ts'
import type { PostgresConnection } from '../connection.ts'
import type { EventBound } from '../../event-bounds.ts'
import { numbered, part, type QueryPart } from '../query.ts'
import { counted_state, type EventCounts, type EventLengths } from './event-counts.ts'
import { keepEvent, known_max, type KnownEvents, numbersIn, withEvents } from './page-events.ts'
import { windowTotal } from './window-total.ts'

export interface EventCondition {
  /** Of events `e`. */
  readonly condition: QueryPart
  /** Present if the condition is nothing but listing buckets and a window by the clock of the calendar. */
  readonly counted?: { readonly buckets: readonly string[]; readonly bounds: readonly EventBound[] }
}

export interface EventListing {
  readonly buckets: readonly string[]
  /** Reads the lengths of events as an array; present if the condition depends on them. */
  readonly lengths?: QueryPart | undefined
  conditionFor(lengths: EventLengths): EventCondition
}

interface PagedCalendar {
  readonly connection: PostgresConnection
  readonly counts: EventCounts
  /** Receives the events of the page. */
  readonly known?: KnownEvents | undefined
}

/**
 * What this process knows of the counters and the lengths of events may be out of date in the snapshot of the
 * transaction: then it asks again, with what it has read.
 */
export async function eventPage(
  calendar: PagedCalendar,
  events: EventListing,
  slice: ListSlice,
): Promise<FoundRecords> {
  return (await pageByKnown(calendar, events, slice)) ?? (await pageByKnown(calendar, events, slice)) ?? noCounts()
}

function noCounts(): never {
  throw new Error('the counters of events changed within a transaction')
}

/** Undefined if the counters are others than were known, or events are longer. */
async function pageByKnown(
  { connection, counts, known }: PagedCalendar,
  { buckets, lengths, conditionFor }: EventListing,
  { offset, limit }: ListSlice,
): Promise<FoundRecords | undefined> {
  const { state } = counts
  const assumed = counts.lengths(buckets)
  const events = conditionFor(assumed)
  const key = JSON.stringify(events.condition)
  const { counted, others } = totalOf(events, counts, key)
  const read = events.counted && counts.areFew ? connection.tuplesByIndex : connection.tuples
  const measured = lengths ?? part('NULL::bigint[]')
  const { sql, values } = events.condition
  const ids = `SELECT e.id FROM event AS e WHERE ${sql} ORDER BY e.list_start, e.list_date, e.id LIMIT ? OFFSET ?`
  const page = `SELECT ${counted_state} AS state, (SELECT max(id) FROM event) AS last, ${counted.sql} AS counted,
    ${others.sql} AS others, ${measured.sql} AS lengths, ARRAY(${ids}) AS ids`
  const rows = await read(
    numbered(known && limit <= known_max ? withEvents(page) : page),
    ...[counted, others, measured].flatMap((one) => one.values),
    ...[...values, limit, offset],
  )
  const [[found = '', last_id, first, second, present, listed] = []] = rows
  counts.read(String(found), Number(last_id))
  if (lengths) {
    const [min = 0, max = 0] = numbersIn(present)
    counts.keepLengths(buckets, { min, max })
    if (max > assumed.max || min < assumed.min) return undefined
  }
  if (found !== state) return undefined
  counts.keep(state, key, Number(first))
  for (const row of rows) keepEvent(known, row.slice(page_columns))
  return { total: Number(first) + Number(second), ids: numbersIn(listed) }
}

/** The columns of a page before those of an event. */
const page_columns = 6

/**
 * The events with ids in a range, in the order of ids. That order fixes the index that is used, because others could
 * need to read all events of a window.
 */
function eventsBy(range: string): string {
  return `(SELECT listing_bucket, list_start, list_from, list_end FROM event AS e WHERE ${range} ORDER BY id OFFSET 0)`
}

/** The number of counted events that are listed, and of the others. */
function totalOf({ condition, counted }: EventCondition, counts: EventCounts, key: string) {
  const { counted_to } = counts
  const count = (range: string, ...ids: readonly number[]) => {
    const { sql, values } = condition
    return counted && counts.areFew
      ? part(`(SELECT count(*) FROM ${eventsBy(range)} AS e WHERE ${sql})`, ...ids, ...values)
      : part(`(SELECT count(*) FROM event AS e WHERE ${range} AND ${sql})`, ...ids, ...values)
  }
  // The page will be read again, with the state that is found.
  if (counts.state === '') return { counted: part('0'), others: part('0') }
  const others = count('e.id > ?', counted_to)
  if (counted_to === 0) return { counted: part('0'), others }
  const countCounted = () =>
    counted && counts.areFew ? countInOrder(condition, counted_to) : count('e.id <= ?', counted_to)
  const known = counts.total(key)
  const before = known && part('?::bigint', known.total)
  if (before && known.counted_to === counted_to) return { counted: before, others }
  const all = counted && windowTotal({ ...counted, counted_to }, counted.bounds)
  if (all || !before) return { counted: all ?? countCounted(), others }
  const since = count('e.id > ? AND e.id <= ?', known.counted_to, counted_to)
  return { counted: part(`${before.sql} + ${since.sql}`, ...before.values, ...since.values), others }
}

/** The number of counted events that are listed. The order fixes the index: the ids of a window can be any. */
function countInOrder({ sql, values }: QueryPart, counted_to: number): QueryPart {
  return part(
    `(SELECT count(*) FROM (SELECT FROM event AS e WHERE e.id <= ? AND ${sql}
      ORDER BY e.list_start, e.list_date, e.id OFFSET 0) AS listed)`,
    counted_to,
    ...values,
  )
}
