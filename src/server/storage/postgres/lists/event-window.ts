// The window of a list of events, and the range of the list's order that it covers.
import { keysOf } from '../../../../base/collections.ts'
import type { WallTime } from '../../../../base/dates/zoned-time.ts'
import type { EventSelection, SelectionClock } from '../../../domain/lists/selection.ts'
import { key_max, key_month, keyOf, monthOf, shiftedKey, zones_days } from '../../derived.ts'
import type { PostgresConnection } from '../connection.ts'
import { part, type QueryPart } from '../query.ts'

const sides = {
  start_from: ['from', '>='],
  start_before: ['from', '<'],
  start_after: ['from', '>'],
  end_until: ['end', '<='],
  end_before: ['end', '<'],
  end_after: ['end', '>'],
} as const
const names = keysOf(sides)

/** A limit for the starts or ends of events. */
export interface SelectionBound {
  readonly side: 'from' | 'end'
  readonly sign: '>=' | '>' | '<=' | '<'
  readonly wall: WallTime
}

interface ListedEvents {
  /** The clock of the calendar. */
  readonly clock: SelectionClock
  readonly buckets: readonly string[]
}

export function boundsOf(selection: EventSelection): readonly SelectionBound[] {
  return names.flatMap((name): SelectionBound[] => {
    const wall = selection[name]
    const [side, sign] = sides[name]
    return wall === undefined ? [] : [{ side, sign, wall }]
  })
}

/** Windows by the clock of the calendar compare numbers and have a range; others compare the dates of each event. */
export async function windowIn(
  connection: PostgresConnection,
  selection: EventSelection,
  events: ListedEvents,
): Promise<readonly QueryPart[]> {
  const bounds = boundsOf(selection)
  if (bounds.length === 0) return []
  if (selection.clock !== events.clock) {
    const prefix = selection.clock === 'utc' ? 'utc_' : ''
    return bounds.map(({ side, sign, wall }) =>
      part(`e.${prefix}${side === 'from' ? 'start' : 'end'}_date ${sign} ?`, wall),
    )
  }
  const window = bounds.map(({ side, sign, wall }) => part(`e.list_${side} ${sign} ?`, keyOf(wall)))
  return [...window, await rangeOf(connection, bounds, events)]
}

/**
 * The range of `list_start` that can be in the window, which the indexes of lists have. An event that ends before a
 * time also starts before it, unless there are events that end before they start; one that ends after a time starts no
 * earlier than that time minus the longest event.
 */
async function rangeOf(
  connection: PostgresConnection,
  bounds: readonly SelectionBound[],
  { clock, buckets }: ListedEvents,
): Promise<QueryPart> {
  const slack_days = clock === 'local' ? 0 : zones_days
  const lengths = bounds.some(({ side }) => side === 'end') ? await lengthsOf(connection, buckets) : { min: 0, max: 0 }
  const lower = bounds
    .filter(({ sign }) => sign.startsWith('>'))
    .map(({ side, wall }) =>
      shiftedKey(side === 'from' ? wall : monthOf(keyOf(wall) - Math.max(key_month, lengths.max)), -slack_days),
    )
  const upper = bounds
    .filter(({ side, sign }) => sign.startsWith('<') && (side === 'from' || lengths.min >= 0))
    .map(({ wall }) => shiftedKey(wall, slack_days))
  return part('e.list_start BETWEEN ? AND ?', Math.max(0, ...lower), Math.min(key_max, ...upper))
}

/** The shortest and the longest event, as differences of keys. */
async function lengthsOf(
  connection: PostgresConnection,
  buckets: readonly string[],
): Promise<{ readonly min: number; readonly max: number }> {
  const [row = []] = await connection.tuples(
    `SELECT coalesce(min(shortest), 0), coalesce(max(longest), 0) FROM unnest($1::text[]) AS given (bucket),
      LATERAL (SELECT min(list_end - list_from) AS shortest, max(list_end - list_from) AS longest
        FROM event WHERE listing_bucket = given.bucket) AS lengths`,
    buckets,
  )
  const [min, max] = row
  return { min: Number(min), max: Number(max) }
}
