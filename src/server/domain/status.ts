// Statuses of events, venues and organizers: which there are, and which one a record gets.
import { type Instant, instantOf, type WallTime } from '../../base/dates/zoned-time.ts'
import { mayPublish } from './rights.ts'
import type { Caller } from './settings.ts'

/** What a list shows to those who may edit and do not name a status. */
export const listed_statuses = [
  'publish',
  'future',
  'draft',
  'pending',
  'private',
  'request-pending',
  'request-confirmed',
  'request-failed',
  'request-completed',
] as const

/** Every status that a record can be given. */
export const statuses = [
  ...listed_statuses,
  'trash',
  'auto-draft',
  'inherit',
  'tribe-ea-success',
  'tribe-ea-failed',
  'tribe-ea-schedule',
  'tribe-ea-pending',
  'tribe-ea-draft',
  'tribe-ignored',
] as const

/** Not published and never meant to be found: no slug of its own accord, no publication date in UTC. */
export function isDraft(status: string): boolean {
  return status === 'draft' || status === 'pending' || status === 'auto-draft'
}

/** What a caller gets who asks for a status, or for none. */
export function grantedStatus(asked: string | undefined, caller: Caller | undefined): string {
  if (mayPublish(caller)) return asked ?? 'publish'
  if (asked === undefined) return 'draft'
  return asked === 'publish' || asked === 'future' ? 'pending' : asked
}

/** Publication in the future waits as `future`; what is due is published. */
export function dueStatus(
  status: string,
  date: WallTime,
  { now, zone }: { readonly now: Instant; readonly zone: string },
): string {
  if (status !== 'publish' && status !== 'future') return status
  return instantOf(date, zone) >= now + 60_000 ? 'future' : 'publish'
}
