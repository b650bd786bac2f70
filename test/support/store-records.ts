// Minimal records for tests of stores.
import { newPost } from '../../src/server/domain/apply-changes.ts'
import type { EventRecord, New, OrganizerRecord, TermRecord, VenueRecord } from '../../src/server/domain/records.ts'
import type { EventSelection } from '../../src/server/domain/lists/selection.ts'
import type { Store } from '../../src/server/storage/store.ts'
import { writeContext } from './write-context.ts'

const context = writeContext({ timezone: 'UTC' })
const published = {
  author: 1,
  status: 'publish',
  date: '2026-11-20 12:00:00',
  date_utc: '2026-11-20 11:00:00',
  modified: '2026-11-20 12:00:00',
  modified_utc: '2026-11-20 11:00:00',
} as const

export function event(given: Partial<EventRecord>): New<EventRecord> {
  const { start_date = '2027-03-01 19:00:00', end_date = start_date } = given
  const { id: _, ...blank } = newPost('event', context)
  const dates = { start_date, end_date, utc_start_date: start_date, utc_end_date: end_date }
  return { ...blank, ...published, ...dates, ...given }
}

/** Writes the record in place of the stored event with this id. */
export async function changeEvent(store: Store, id: number, record: New<EventRecord>): Promise<void> {
  const before = await store.event.getToWrite(id)
  if (!before) throw new Error(`there is no event ${id}`)
  await store.event.update(before, { id, ...record })
}

export function venue(given: Partial<VenueRecord>): New<VenueRecord> {
  const { id: _, ...blank } = newPost('venue', context)
  return { ...blank, ...published, ...given }
}

export function organizer(given: Partial<OrganizerRecord>): New<OrganizerRecord> {
  const { id: _, ...blank } = newPost('organizer', context)
  return { ...blank, ...published, ...given }
}

export function term(given: Partial<TermRecord> & Pick<TermRecord, 'name'>): New<TermRecord> {
  return { taxonomy: 'category', slug: given.name.toLowerCase(), description: '', parent: 0, ...given }
}

/** Everything published, in the order of lists. */
export const everything: EventSelection = {
  clock: 'local',
  statuses: ['publish'],
  search_protected: true,
  hidden: false,
}
