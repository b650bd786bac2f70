// The bounds of a window of events, for every engine: as keys of starts and ends, and as a range in the order of lists.
import { keysOf } from '../../base/collections.ts'
import type { WallTime } from '../../base/dates/zoned-time.ts'
import type { EventSelection } from '../domain/lists/selection.ts'
import { key_max, key_month, keyOf, monthOf, shiftedKey } from './derived.ts'

/** One bound of a window: `list_from >= 20261119000000`. */
export interface EventBound {
  readonly side: 'from' | 'end'
  readonly sign: '>=' | '>' | '<=' | '<'
  readonly wall: WallTime
  readonly key: number
}

const sides = {
  start_from: ['from', '>='],
  start_before: ['from', '<'],
  start_after: ['from', '>'],
  end_until: ['end', '<='],
  end_before: ['end', '<'],
  end_after: ['end', '>'],
} as const
const names = keysOf(sides)

/** The bounds of a selection. */
export function boundsOf(selection: EventSelection): readonly EventBound[] {
  return names.flatMap((name): EventBound[] => {
    const wall = selection[name]
    const [side, sign] = sides[name]
    return wall === undefined ? [] : [{ side, sign, wall, key: keyOf(wall) }]
  })
}

const opposite = { '>=': '<', '>': '<=', '<=': '>', '<': '>=' } as const

/** The opposite bound, which all other events fulfil. */
export function complement(bound: EventBound): EventBound {
  return { ...bound, sign: opposite[bound.sign] }
}

/** The range of `list_start` in the window; a little larger if windows and lists use different clocks. */
export interface StartRange {
  readonly first: number
  readonly last: number
}

interface StartRangeOptions {
  /** How far the clocks of the calendar and of an event can be apart. */
  readonly zone_margin_days: number
  /** The length of the longest event, as a difference of keys; it is taken as a month at least. */
  readonly longest: number
  /** Whether an event ends before it starts, as deployed services store some. */
  readonly isAnyBackward: boolean
}

/**
 * The range of `list_start` that bounds on ends imply, too: an event that ends before a time also starts before it, and
 * one that ends after a time starts no earlier than that time minus the length of the longest event. An upper bound on
 * ends is not used if an event ends before it starts.
 */
export function startRangeOf(
  bounds: readonly EventBound[],
  { zone_margin_days, longest, isAnyBackward }: StartRangeOptions,
): StartRange {
  const limitsEnds = bounds.some(({ side, sign }) => side === 'end' && sign.startsWith('<')) && !isAnyBackward
  const earliest = (key: number) => monthOf(key - Math.max(key_month, longest))
  const lower = bounds
    .filter(({ sign }) => sign.startsWith('>'))
    .map(({ side, wall, key }) => shiftedKey(side === 'from' ? wall : earliest(key), -zone_margin_days))
  const upper = bounds
    .filter(({ side, sign }) => sign.startsWith('<') && (side === 'from' || limitsEnds))
    .map(({ wall }) => shiftedKey(wall, zone_margin_days))
  return { first: Math.max(0, ...lower), last: Math.min(key_max, ...upper) }
}

/** In keys such as 20270131190000: one day, and the last second of a day. */
export const key_day = 1_000_000
export const key_last_second = 235_959
/** Whether a bound includes all of its own day. */
export function coversDay({ sign, key }: EventBound): boolean {
  return (sign === '>=' && key % key_day === 0) || (sign === '<=' && key % key_day === key_last_second)
}
