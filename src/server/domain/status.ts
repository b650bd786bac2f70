// The statuses of events, venues and organizers, and the status of a written record.
import { type Instant, instantOf, type WallTime } from '../../base/dates/zoned-time.ts'
import { mayPublish } from './rights.ts'
import type { Caller } from './settings.ts'

/** The statuses of a list without `status`, for callers who may edit. */
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

/** Every registered status. */
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

/** Statuses without a public page: their records need no slug and no publication date in UTC. */
export function isDraft(status: string): boolean {
  return status === 'draft' || status === 'pending' || status === 'auto-draft'
}

/** The status that the caller gets for the requested one. Source: interface 9. */
export function grantedStatus(asked: string | undefined, caller: Caller | undefined): string {
  if (mayPublish(caller)) return asked ?? 'publish'
  if (asked === undefined) return 'draft'
  return asked === 'publish' || asked === 'future' ? 'pending' : asked
}

/** `future` for a publication date in the future, `publish` once it is due. */
export function dueStatus(
  status: string,
  date: WallTime,
  { now, zone }: { readonly now: Instant; readonly zone: string },
): string {
  if (status !== 'publish' && status !== 'future') return status
  return instantOf(date, zone) >= now + 60_000 ? 'future' : 'publish'
}
