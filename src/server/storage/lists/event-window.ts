// The window of a list as SQL: the bounds of a selection become conditions on the keys of events, and the range of an
// index that has them.
import { keysOf } from '../../../base/collections.ts'
import type { WallTime } from '../../../base/dates/zoned-time.ts'
import type { DateBound } from '../../../spec/lists.ts'
import type { EventSelection, SelectionClock } from '../../domain/lists/selection.ts'
import { isRegular } from '../columns.ts'
import { key_day, key_max, key_month, keyOf, monthOfKey, shiftedKey, zones_days } from '../derived.ts'
import { allOf, type Database, sequence, type Sql, sql } from '../sql.ts'
import { isInBucket } from './list-queries.ts'

/** The window by the clock of the calendar, and the range of `list_start` that it covers, which indexes have. */
export interface KeyWindow extends StartRangeOptions {
  readonly bounds: readonly EventBound[]
  readonly range: StartRange
}

/** The range of `list_start` in a window; a little larger if windows and lists use different clocks. */
export interface StartRange {
  readonly first: number
  readonly last: number
}

/** The lengths of events are 0 if no bound needs them. */
interface StartRangeOptions {
  /** How far the clocks of the calendar and of an event can be apart. */
  readonly zone_margin_days: number
  /** The length of the longest event, as a difference of keys; it is taken as a month at least. */
  readonly longest: number
  /** Negative if an event ends before it starts, as deployed services store some. */
  readonly shortest: number
}

/** One bound of a window: `list_from >= 20261119000000`. */
export interface EventBound {
  readonly side: 'from' | 'end'
  readonly sign: '>=' | '>' | '<=' | '<'
  readonly wall: WallTime
  readonly key: number
}

const sides = {
  start_date: ['from', '>='],
  starts_before: ['from', '<'],
  starts_after: ['from', '>'],
  end_date: ['end', '<='],
  ends_before: ['end', '<'],
  ends_after: ['end', '>'],
} as const satisfies Readonly<Record<DateBound, readonly [EventBound['side'], EventBound['sign']]>>

export function boundsOf(window: EventSelection['window'] = {}): readonly EventBound[] {
  return keysOf(sides).flatMap((name): EventBound[] => {
    const wall = window[name]
    const [side, sign] = sides[name]
    return wall === undefined ? [] : [{ side, sign, wall, key: keyOf(wall) }]
  })
}

interface WindowOptions extends Pick<KeyWindow, 'bounds'> {
  readonly listing_buckets: readonly string[]
  /** That of the calendar. */
  readonly clock: SelectionClock
}

/** Bounds on ends need to know the longest event, and whether there are events that end before they start. */
export async function windowIn(
  database: Database,
  { listing_buckets, bounds, clock }: WindowOptions,
): Promise<KeyWindow> {
  const zone_margin_days = clock === 'local' ? 0 : zones_days
  const lengths = hasEnd(bounds) ? await lengthsIn(database, listing_buckets) : { longest: 0, shortest: 0 }
  const options = { zone_margin_days, ...lengths }
  return { ...options, bounds, range: startRangeOf(bounds, options) }
}

function hasEnd(bounds: readonly EventBound[]): boolean {
  return bounds.some(({ side }) => side === 'end')
}

/** The longest and the shortest irregular event; 0 if there is none. */
async function lengthsIn(database: Database, listing_buckets: readonly string[]) {
  const { dialect } = database
  const length = 'e.list_end - e.list_from'
  const [[longest, shortest] = []] = await database.tuples(
    sequence(
      `SELECT max(${length}), min(${length}) FROM event AS e${dialect.byIndex('event_irregular')} WHERE`,
      allOf([isInBucket(dialect, 'e', listing_buckets), sql(`NOT ${isRegular('e.')}`)]),
    ),
  )
  return { longest: Number(longest), shortest: Number(shortest) }
}

/**
 * The range of `list_start` that bounds on ends imply, too: an event that ends before a time also starts before it, and
 * one that ends after a time starts no earlier than that time minus the length of the longest event. An upper bound on
 * ends is not used if an event ends before it starts.
 */
function startRangeOf(
  bounds: readonly EventBound[],
  { zone_margin_days, longest, shortest }: StartRangeOptions,
): StartRange {
  const limitsEnds = bounds.some(({ side, sign }) => side === 'end' && sign.startsWith('<')) && shortest >= 0
  const earliest = (key: number) => monthOfKey(key - Math.max(key_month, longest))
  const lower = bounds
    .filter(({ sign }) => sign.startsWith('>'))
    .map(({ side, wall, key }) => shiftedKey(side === 'from' ? wall : earliest(key), -zone_margin_days))
  const upper = bounds
    .filter(({ side, sign }) => sign.startsWith('<') && (side === 'from' || limitsEnds))
    .map(({ wall }) => shiftedKey(wall, zone_margin_days))
  return { first: Math.max(0, ...lower), last: Math.min(key_max, ...upper) }
}

/** The events in the window, which `alias` has the keys of. */
export function isInWindow({ bounds, range }: KeyWindow, alias: string): readonly Sql[] {
  return bounds.length === 0 ? [] : [within(range, alias), ...isInside(bounds, alias)]
}

export function isInside(bounds: readonly EventBound[], alias: string): readonly Sql[] {
  return bounds.map(({ side, sign, key }) => sql(`${alias}.list_${side} ${sign} ?`, key))
}

export function within({ first, last }: StartRange, alias: string): Sql {
  return sql(`${alias}.list_start BETWEEN ? AND ?`, first, last)
}

/** The part of a window with these bounds; undefined if they reach beyond it. */
export function narrowed(window: KeyWindow, bounds: readonly EventBound[]): KeyWindow | undefined {
  const isPart = window.bounds.every((limit) => bounds.some((bound) => implies(bound, limit)))
  return isPart && (hasEnd(window.bounds) || !hasEnd(bounds))
    ? { ...window, bounds, range: startRangeOf(bounds, window) }
    : undefined
}

/** `list_from > 5` implies `list_from >= 5` and `list_from > 4`. */
function implies({ side, sign, key }: EventBound, limit: EventBound): boolean {
  if (side !== limit.side || sign.charAt(0) !== limit.sign.charAt(0)) return false
  if (key === limit.key) return sign === limit.sign || limit.sign.endsWith('=')
  return sign.startsWith('>') ? key > limit.key : key < limit.key
}

interface CertainDays {
  /** Every regular event that starts on one of these days is in the window. */
  readonly first_day: number
  readonly last_day: number
  /** The starts of the other regular events in the window. */
  readonly before: StartRange
  readonly after: StartRange
}

/** A day is the first eight digits of a key. A regular event ends at most a month after its start. */
export function certainDays({ bounds, zone_margin_days }: KeyWindow): CertainDays {
  const lower = bounds.filter(({ sign }) => sign.startsWith('>'))
  const upper = bounds.filter(({ sign }) => sign.startsWith('<'))
  const dayOf = (key: number) => Math.floor(key / key_day)
  const { first, last } = startRangeOf(bounds, { zone_margin_days, longest: 0, shortest: 0 })
  return {
    first_day: Math.max(0, ...lower.map(({ key }) => dayOf(key) + 1)),
    last_day: Math.min(
      dayOf(key_max),
      ...upper.map(({ side, key }) => dayOf(side === 'from' ? key : key - key_month) - 1),
    ),
    before: { first, last: Math.max(-1, ...lower.map(({ wall }) => shiftedKey(wall, 1 + zone_margin_days))) },
    after: {
      first: Math.min(
        key_max + 1,
        ...upper.map(({ side, wall }) => shiftedKey(wall, (side === 'from' ? -1 : -32) - zone_margin_days)),
      ),
      last,
    },
  }
}
