// The events that a span of days touches, those that began earlier included.
import type { Exchange } from '../../base/exchange.ts'
import { daysLater } from '../../base/dates/days.ts'
import type { DaySpan } from '../../base/dates/periods.ts'
import { getPages } from '../../client/api/pages.ts'
import type { Values } from '../../spec/read.ts'
import type { OutcomeItem } from '../core/outcome.ts'
import { inOrder, type CalendarEntry, calendarEntryOf, touches } from './calendar-entry.ts'

export interface Fetched {
  readonly items: readonly OutcomeItem[]
  readonly occasions: readonly CalendarEntry[]
}

/**
 * `start_date` and `end_date` would list what lies inside the span only; these two filters list what touches it.
 * A day more on either side leaves room for events in other zones; services take the whole day of either bound.
 */
export async function eventsTouching(
  { from, to }: DaySpan,
  filters: Values,
  { exchange, zone }: { readonly exchange: Exchange; readonly zone: string | undefined },
): Promise<Fetched> {
  const query = { ...filters, starts_before: daysLater(to, 1), ends_after: daysLater(from, -2) }
  const found: { readonly item: OutcomeItem; readonly occasion: CalendarEntry }[] = []
  for await (const { records } of getPages(exchange, { plural: 'events', query })) {
    for (const item of records) {
      const occasion = calendarEntryOf(item, zone)
      if (occasion && touches(occasion, from, to)) found.push({ item, occasion })
    }
  }
  const occasions = inOrder(found.map(({ occasion }) => occasion))
  const places = new Map(occasions.map((occasion, i) => [occasion, i]))
  const items = [...found]
    .sort((a, b) => (places.get(a.occasion) ?? 0) - (places.get(b.occasion) ?? 0))
    .map(({ item }) => item)
  return { items, occasions }
}
