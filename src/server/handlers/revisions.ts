// The ids that deployed services spend on revisions of events. Only quirks mode has these gaps.
import { has } from '../domain/modes.ts'
import type { EventRecord, New } from '../domain/records.ts'
import type { World } from './handler.ts'

/** A revision follows a sticky event's creation, a change of its texts and its way to the trash. Source: D-141. */
export function spendRevision(before: New<EventRecord> | undefined, after: New<EventRecord>, { store, settings }: World): void {
  const isRevised = before ? textOf(before) !== textOf(after) || (before.status !== 'trash' && after.status === 'trash') : after.sticky
  if (isRevised && has(settings, 'revisions_take_ids')) store.spendId()
}

function textOf({ title, description, excerpt }: New<EventRecord>): string {
  return JSON.stringify([title, description, excerpt])
}
