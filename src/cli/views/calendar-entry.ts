// An event as calendar views see it: the days it covers, its times on the clock of the viewer, its colour.
import { instantOf, instantOfUtc, isZone, utcWall, type Wall, wallAt } from '../../base/dates/zoned-time.ts'
import { type Day, day_ms, dayOf, isDay } from '../../base/dates/days.ts'
import { isObject } from '../../base/json.ts'
import { harmless, plainText } from '../../base/text/untrusted-text.ts'
import type { Item } from '../core/outcome.ts'

export interface Occasion {
  readonly id: string
  readonly title: string
  readonly all_day: boolean
  readonly start: Wall
  readonly end: Wall
  readonly first_day: Day
  /** The last day on which it still takes place: what ends at midnight does not touch the day that begins. */
  readonly last_day: Day
  readonly venue: string
  /** The first category's slug; empty where there is none. */
  readonly category: string
  /** Empty for what is published. */
  readonly status: string
}

/** The event for a view; undefined where it has no usable dates. `zone` undefined keeps each event's own wall clock. */
export function occasionOf(item: Item, zone: string | undefined): Occasion | undefined {
  const [start, end] = [wallOf(item, 'start_date', zone), wallOf(item, 'end_date', zone)]
  if (start === undefined || end === undefined) return undefined
  const { all_day, status } = item
  const first_day = dayOf(start)
  return {
    id: String(item.id ?? ''),
    title: oneLine(item.title),
    all_day: all_day === true,
    start, end, first_day,
    last_day: lastDayOf(start, end),
    venue: oneLine(firstOf(item.venue).venue),
    category: textOf(firstOf(item.categories).slug),
    status: status === 'publish' || status === undefined ? '' : textOf(status),
  }
}

/** Earliest first; what lasts longest first among those, then by id. */
export function inOrder(occasions: readonly Occasion[]): readonly Occasion[] {
  return [...occasions].sort((a, b) => compared(a.start, b.start) || compared(b.end, a.end) || Number(a.id) - Number(b.id))
}

export function touches({ first_day, last_day }: Occasion, from: Day, to: Day): boolean {
  return first_day <= to && last_day >= from
}

/** Shown as a bar: whole days, or a day and longer. A concert that ends after midnight is none. */
export function isBar({ all_day, start, end }: Occasion): boolean {
  return all_day || instantOfUtc(end) - instantOfUtc(start) >= day_ms
}

function lastDayOf(start: Wall, end: Wall): Day {
  const last = end > start && end.slice(11) === '00:00:00' ? utcWall(instantOfUtc(end) - 1000) : end
  return dayOf(last < start ? start : last)
}

function wallOf(item: Item, name: 'start_date' | 'end_date', zone: string | undefined): Wall | undefined {
  const local = item[name]
  if (typeof local !== 'string' || !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(local) || !isDay(dayOf(local))) return undefined
  if (zone === undefined || item.all_day === true) return local
  const own = textOf(item.timezone)
  const utc = item[`utc_${name}`]
  if (isZone(own)) return wallAt(instantOf(local, own), zone)
  return typeof utc === 'string' && isDay(utc.slice(0, 10)) ? wallAt(instantOfUtc(utc), zone) : local
}

function firstOf(value: unknown): Record<string, unknown> {
  const first: unknown = Array.isArray(value) ? value[0] : value
  return isObject(first) ? first : {}
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function oneLine(value: unknown): string {
  return harmless(plainText(textOf(value))).replace(/\s+/g, ' ').trim()
}

function compared(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
