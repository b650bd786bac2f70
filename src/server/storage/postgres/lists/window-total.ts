// The number of events in a window, from counters for days and months instead of from the events.
import { key_month, shiftedKey, zones_days } from '../../derived.ts'
import { complement, countedSpans, dividesDays, type EventBound, key_day, key_last_second } from '../../event-bounds.ts'
import { part, type QueryPart } from '../query.ts'

/** The `side` of a row of `event_count`, and in its `span` a day or a month. */
const spans = [
  [0, `list_from / ${key_day}`],
  [1, `list_end / ${key_day}`],
  [2, `list_from / ${key_month}`],
  [3, `list_end / ${key_month}`],
] as const
const sides = { from: { days: 0, months: 2 }, end: { days: 1, months: 3 } } as const

/** The counters of events, as a source of a query. */
export const event_spans = `LATERAL (VALUES ${spans.map((span) => `(${span.join(', ')})`).join(', ')}) AS spans (side, span)`

/** The events that are counted: those of some listing buckets with an id up to `counted_to`. */
export interface CountedEvents {
  readonly buckets: readonly string[]
  readonly counted_to: number
}

/**
 * The number of counted events in a window with at most one bound for starts and one for ends. With both it is the
 * number inside the first, minus those outside the second, plus those outside both, which are in no window that is
 * longer than they are: an index by length finds them.
 * Shape:  undefined for other windows, for short ones, and for ends within a day: these are counted event by event.
 */
export function windowTotal(events: CountedEvents, bounds: readonly EventBound[]): QueryPart | undefined {
  const [from, ...more] = bounds.filter(({ side }) => side === 'from')
  const [end, ...others] = bounds.filter(({ side }) => side === 'end')
  if (more.length > 0 || others.length > 0 || (end && !dividesDays(end))) return undefined
  if (!from || !end) {
    const bound = from ?? end
    return bound ? countFrom(events, bound) : sumOf(events, { side: sides.from.months, sql: 'TRUE', values: [] })
  }
  const outside = countOutside(events, complement(from), complement(end))
  return outside && sum([countFrom(events, from), ' - ', countFrom(events, complement(end)), ' + ', outside])
}

/** Events that fulfil two bounds and are longer than a window of months, or shorter than none. */
function countOutside(
  { buckets, counted_to }: CountedEvents,
  from: EventBound,
  end: EventBound,
): QueryPart | undefined {
  const length = end.key - from.key
  const isOverlap = from.sign.startsWith('>') && end.sign.startsWith('<') && length < 0
  const isLong = from.sign.startsWith('<') && end.sign.startsWith('>') && length > 2 * key_month
  if (!isOverlap && !isLong) return undefined
  // The order fixes the index that is used.
  return part(
    `(SELECT count(*) FROM unnest(?::text[]) AS given (bucket),
      LATERAL (SELECT id, list_from, list_end FROM event
        WHERE listing_bucket = given.bucket AND list_end - list_from ${isLong ? '>=' : '<='} ?
        ORDER BY list_end - list_from OFFSET 0) AS e
      WHERE e.id <= ? AND e.list_from ${from.sign} ? AND e.list_end ${end.sign} ?)`,
    buckets,
    length,
    counted_to,
    from.key,
    end.key,
  )
}

/** Events on one side of a bound: whole months and days from counters, the day of the bound itself from its events. */
function countFrom(events: CountedEvents, bound: EventBound): QueryPart {
  const { isUpper, month, first_day, last_day } = countedSpans(bound)
  const { days, months } = sides[bound.side]
  return sum([
    sumOf(events, { side: months, sql: `span ${isUpper ? '<' : '>'} ?`, values: [month] }),
    ' + ',
    sumOf(events, { side: days, sql: 'span BETWEEN ? AND ?', values: [first_day, last_day] }),
    ...(dividesDays(bound) ? [] : [' + ', countOnDay(events, bound)]),
  ])
}

interface CounterRange {
  readonly side: number
  readonly sql: string
  readonly values: readonly number[]
}

function sumOf({ buckets }: CountedEvents, { side, sql, values }: CounterRange): QueryPart {
  const from = `FROM event_count WHERE listing_bucket = ANY(?) AND side = ${side} AND ${sql}`
  return part(`(SELECT coalesce(sum(n), 0) ${from})`, buckets, ...values)
}

function countOnDay({ buckets, counted_to }: CountedEvents, { sign, wall, key }: EventBound): QueryPart {
  const first = Math.floor(key / key_day) * key_day
  return part(
    `(SELECT count(*) FROM event WHERE listing_bucket = ANY(?) AND list_start BETWEEN ? AND ?
      AND id <= ? AND list_from BETWEEN ? AND ? AND list_from ${sign} ?)`,
    buckets,
    shiftedKey(wall, -1 - zones_days),
    shiftedKey(wall, 1 + zones_days),
    counted_to,
    first,
    first + key_last_second,
    key,
  )
}

function sum(parts: readonly (QueryPart | string)[]): QueryPart {
  const all = parts.map((one) => (typeof one === 'string' ? part(one) : one))
  return { sql: `(${all.map(({ sql }) => sql).join('')})`, values: all.flatMap(({ values }) => values) }
}
