// A VCALENDAR around events: its head, the zones that its events need, and its end.
import type { JsonObject } from '../base/json.ts'
import { eventComponent, zoneOf } from './event.ts'
import { contentLines } from './lines.ts'
import { zoneComponent } from './zone.ts'

export const calendar_end = 'END:VCALENDAR\r\n'

/** The first lines, and more properties of the calendar. */
export function calendarHead(product: 'export' | 'feed', properties: readonly string[] = []): string {
  return contentLines([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//cal//${product}//EN`,
    'CALSCALE:GREGORIAN',
    ...properties,
  ])
}

/** Writes the events of one calendar, and each zone before the first event that needs it. */
export function eventWriter(): (record: JsonObject) => string {
  const zones = new Set<string>()
  return (record) => {
    const zone = zoneOf(record)
    if (zone === undefined || zones.has(zone)) return eventComponent(record)
    const event = eventComponent(record)
    zones.add(zone)
    return zoneComponent(zone) + event
  }
}
