// Fetches the events that overlap a span of days.
import type { Exchange } from '../../base/exchange.ts'
import { daysLater } from '../../base/dates/days.ts'
import type { DaySpan } from '../../base/dates/periods.ts'
import { getPages } from '../../client/api/pages.ts'
import type { Values } from '../../spec/read.ts'
import type { OutcomeItem } from '../core/outcome.ts'
import { inOrder, type CalendarEntry, calendarEntryOf, touches } from './calendar-entry.ts'

export interface Fetched {
  readonly items: readonly OutcomeItem[]
  readonly entries: readonly CalendarEntry[]
}

/**
 * `start_date` and `end_date` would list only events within the span; these two filters list those that overlap it.
 * A day more on either side leaves room for events in other zones; services take the whole day of either bound.
 */
export async function eventsTouching(
  { from, to }: DaySpan,
  filters: Values,
  { exchange, zone }: { readonly exchange: Exchange; readonly zone: string | undefined },
): Promise<Fetched> {
  const query = { ...filters, starts_before: daysLater(to, 1), ends_after: daysLater(from, -2) }
  const found: { readonly item: OutcomeItem; readonly entry: CalendarEntry }[] = []
  for await (const { records } of getPages(exchange, { plural: 'events', query })) {
    for (const item of records) {
      const entry = calendarEntryOf(item, zone)
      if (entry && touches(entry, from, to)) found.push({ item, entry })
    }
  }
  const entries = inOrder(found.map(({ entry }) => entry))
  const places = new Map(entries.map((entry, i) => [entry, i]))
  const items = [...found]
    .sort((a, b) => (places.get(a.entry) ?? 0) - (places.get(b.entry) ?? 0))
    .map(({ item }) => item)
  return { items, entries }
}
