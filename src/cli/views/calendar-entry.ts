// Events of calendar views: their days, and their times in the viewer's zone. Fetches the events that overlap a span of
// days.
import type { DaySpan } from '../../base/dates/periods.ts'
import type { Exchange } from '../../base/exchange.ts'
import { getPages } from '../../client/api/pages.ts'
import {
  type EventParts,
  type EventTime,
  eventParts,
  eventTimeIn,
  eventTimeOf,
  queryOfDays,
  touches,
} from '../../spec/event-parts.ts'
import type { Values } from '../../spec/read.ts'
import { escapedLine } from '../output/fields.ts'
import type { OutcomeItem } from '../types/outcome.ts'

export interface CalendarEntry extends EventTime, EventParts {
  /** As received from the service. */
  readonly item: OutcomeItem
  readonly id: string
}

/** undefined if the event has no valid dates. Without `zone`, times are in the event's own zone. */
export function calendarEntryOf(item: OutcomeItem, zone: string | undefined): CalendarEntry | undefined {
  const time = (zone === undefined ? undefined : eventTimeIn(item, zone)) ?? eventTimeOf(item)
  return time && { item, id: escapedLine(String(item.id ?? '')), ...time, ...eventParts(item, escapedLine) }
}

/** Earliest first, then longest first, then by id. */
export function sortedEntries(entries: readonly CalendarEntry[]): readonly CalendarEntry[] {
  return [...entries].sort(
    (a, b) => compared(a.start, b.start) || compared(b.end, a.end) || Number(a.id) - Number(b.id),
  )
}

function compared(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Fetches the events that overlap a span of days. */
export async function eventsTouching(
  days: DaySpan,
  filters: Values,
  { exchange, zone }: { readonly exchange: Exchange; readonly zone: string | undefined },
): Promise<readonly CalendarEntry[]> {
  const query = { ...filters, ...queryOfDays(days) }
  const found: CalendarEntry[] = []
  for await (const { records } of getPages(exchange, { plural: 'events', query }))
    for (const item of records) {
      const entry = calendarEntryOf(item, zone)
      if (entry && touches(entry, days.from, days.to)) found.push(entry)
    }
  return sortedEntries(found)
}
