// A page of a list of events with its total, in one statement.
import type { FoundRecords, ListSlice } from '../../../domain/lists/selection.ts'
import type { PostgresConnection } from '../connection.ts'
import { numbered, part, type QueryPart } from '../query.ts'
import { counted_state, type EventCounts } from './event-counts.ts'
import type { EventBound } from '../../event-bounds.ts'
import { windowTotal } from './window-total.ts'

export interface EventCondition {
  /** Of events `e`. */
  readonly condition: QueryPart
  /** Present if the condition is nothing but listing buckets and a window by the clock of the calendar. */
  readonly counted?: { readonly buckets: readonly string[]; readonly bounds: readonly EventBound[] }
}

interface PagedCalendar {
  readonly connection: PostgresConnection
  readonly counts: EventCounts
}

/** The counters that this process knows may be out of date in the snapshot of the transaction: then it asks again. */
export async function eventPage(
  calendar: PagedCalendar,
  events: EventCondition,
  slice: ListSlice,
): Promise<FoundRecords> {
  return (await pageByKnown(calendar, events, slice)) ?? (await pageByKnown(calendar, events, slice)) ?? noCounts()
}

function noCounts(): never {
  throw new Error('the counters of events changed within a transaction')
}

/** Undefined if the counters are others than were known. */
async function pageByKnown(
  { connection, counts }: PagedCalendar,
  events: EventCondition,
  { offset, limit }: ListSlice,
): Promise<FoundRecords | undefined> {
  const { state } = counts
  const key = JSON.stringify(events.condition)
  const { counted, others } = totalOf(events, counts, key)
  const { sql, values } = events.condition
  const page = `SELECT e.id FROM event AS e WHERE ${sql} ORDER BY e.list_start, e.list_date, e.id LIMIT ? OFFSET ?`
  const [[found = '', last_id, first, second, ids] = []] = await connection.tuples(
    numbered(`SELECT ${counted_state}, (SELECT max(id) FROM event), ${counted.sql}, ${others.sql}, ARRAY(${page})`),
    ...counted.values,
    ...others.values,
    ...values,
    limit,
    offset,
  )
  counts.read(String(found), Number(last_id))
  if (found !== state) return undefined
  counts.keep(state, key, Number(first))
  return { total: Number(first) + Number(second), ids: Array.isArray(ids) ? ids.map(Number) : [] }
}

/** The number of counted events that are listed, and of the others. */
function totalOf({ condition, counted }: EventCondition, counts: EventCounts, key: string) {
  const { counted_to } = counts
  const count = (range: string) =>
    part(`(SELECT count(*) FROM event AS e WHERE e.id ${range} AND ${condition.sql})`, counted_to, ...condition.values)
  if (counted_to === 0) return { counted: part('0'), others: count('> ?') }
  const known = counts.total(key)
  const first =
    known === undefined
      ? ((counted && windowTotal({ ...counted, counted_to }, counted.bounds)) ?? count('<= ?'))
      : part('?::bigint', known)
  return { counted: first, others: count('> ?') }
}
