// Lists of events, for an engine that chooses indexes by itself.
import type { EventSelection, FoundRecords, ListSlice, SelectionClock } from '../../domain/lists/selection.ts'
import { type Database, sequence, sql } from '../sql.ts'
import { eventFilters, filteredEvents, startRangeIn, windowOf, within } from './event-conditions.ts'
import { pageOf } from './page.ts'

/** `clock` is that of the calendar. */
export async function selectEvents(
  database: Database,
  clock: SelectionClock,
  { selection, slice }: { readonly selection: EventSelection; readonly slice: ListSlice },
): Promise<FoundRecords> {
  const filters = await eventFilters(database, selection, clock)
  const { bounds } = filters
  const window = bounds.length > 0 ? [...windowOf(bounds), within(await startRangeIn(database, filters, clock))] : []
  const source = sequence(
    filteredEvents(database.dialect, filters),
    ...window.map((condition) => sequence('AND', condition)),
  )
  return pageOf(database, { source, id: 'e.id', order: sql('e.list_start, e.list_date, e.id') }, slice)
}
