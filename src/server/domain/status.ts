// The statuses of events, venues and organizers, and the status and publication date of a written record.
import { type Instant, instantOf, instantOfUtc, utcWall, wallAt, type WallTime } from '../../base/dates/zoned-time.ts'
import { visible_statuses } from '../../spec/lists.ts'
import { quirk } from '../quirks/quirks.ts'
import { exactMomentIn, instantIn, momentIn, type SentDate, wallOf } from './dates.ts'
import type { Post, PostKind } from './records.ts'
import { mayPublish } from './rights.ts'
import type { Caller, WriteContext } from './settings.ts'

/** The statuses of a list without `status`, for callers who may edit. */
export const listed_statuses = [
  ...visible_statuses,
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

/** Whether records with this status need no slug and no publication date in UTC. */
export function isDraft(status: string): boolean {
  return status === 'draft' || status === 'pending' || status === 'auto-draft'
}

/** The status that the caller gets for the requested one. Source: interface 9. */
function grantedStatus(requested: string | undefined, caller: Caller | undefined): string {
  if (mayPublish(caller)) return requested ?? 'publish'
  if (requested === undefined) return 'draft'
  return requested === 'publish' || requested === 'future' ? 'pending' : requested
}

/** `future` for a publication date in the future, `publish` once it is due. */
function dueStatus(status: string, date_utc: WallTime, now: Instant): string {
  if (status !== 'publish' && status !== 'future') return status
  return instantOfUtc(date_utc) >= now + 60_000 ? 'future' : 'publish'
}

/** `date_utc` of a record that was never published. */
const never_published: WallTime = '0000-00-00 00:00:00'

export type Publication = Pick<Post, 'status' | 'date' | 'date_utc' | 'modified' | 'modified_utc'>

/** The sent values that determine status and publication. */
interface SentPublication {
  readonly status?: string
  readonly date?: SentDate
  readonly date_utc?: SentDate
}

/** Status and dates before the first write: the current time, and the status that the caller gets by default. */
export function unpublished({ settings, now, caller }: WriteContext): Publication {
  const date = wallAt(now, settings.timezone)
  return {
    status: grantedStatus(undefined, caller),
    date,
    date_utc: never_published,
    modified: date,
    modified_utc: never_published,
  }
}

/** Whether the record is a draft that was never published. */
export function isUnpublishedDraft({ status, date_utc }: Pick<Post, 'status' | 'date_utc'>): boolean {
  return isDraft(status) && date_utc === never_published
}

/**
 * Status and publication after a write.
 *
 * Shape:  `date` is a local time of the site; `date_utc` is zeros for a draft that was never published.
 * Source: Q17, Q38, interface 4.1, 9, 16.2.
 */
export function publicationOf(
  kind: PostKind,
  before: Publication,
  values: SentPublication,
  { isNew, ...context }: WriteContext & { readonly isNew: boolean },
): Publication {
  const { settings, now, caller } = context
  const zone = settings.timezone
  const requested = values.status === undefined ? before.status : grantedStatus(values.status, caller)
  const isDatedNow =
    !isNew && kind !== 'event' && isUnpublishedDraft(before) && quirk(settings, 'updates_date_drafts_now')
  const sent = isDatedNow ? {} : values
  const { date, date_utc } = datesOf(kind, isDatedNow ? { ...before, date: wallAt(now, zone) } : before, sent, context)
  const status = dueStatus(requested, date_utc, now)
  const keepsUtc = sent.date_utc !== undefined && quirk(settings, 'drafts_keep_sent_date_utc')
  const isUndated = isUnpublishedDraft({ status, date_utc: before.date_utc }) && !keepsUtc
  const publication = { status, date, date_utc: isUndated ? never_published : date_utc }
  if (isNew && quirk(settings, 'creates_are_modified_on_their_date'))
    return { modified: date, modified_utc: publication.date_utc, ...publication }
  return {
    modified: wallAt(now, zone),
    modified_utc: isNew && isDraft(status) ? never_published : utcWall(now),
    ...publication,
  }
}

function datesOf(
  kind: PostKind,
  before: Publication,
  values: SentPublication,
  { settings }: WriteContext,
): { readonly date: WallTime; readonly date_utc: WallTime } {
  const zone = settings.timezone
  const sent = values.date && momentIn(values.date, zone)
  const local = sent && quirk(settings, 'skipped_dates_move_on') ? { instant: instantIn(sent, zone) } : sent
  const utc = values.date_utc && exactMomentIn(values.date_utc, 'UTC')
  const published = before.date_utc === never_published ? undefined : before
  if (published && kind !== 'event' && quirk(settings, 'single_date_keeps_date_utc')) {
    return {
      date: local ? wallOf(local, zone) : published.date,
      date_utc: utc ? wallOf(utc, 'UTC') : published.date_utc,
    }
  }
  const date_utc = utc && utcWall(instantIn(utc, 'UTC'))
  if (local) return { date: wallOf(local, zone), date_utc: date_utc ?? utcWall(instantIn(local, zone)) }
  if (utc && date_utc !== undefined) return { date: wallAt(instantIn(utc, 'UTC'), zone), date_utc }
  return { date: before.date, date_utc: published?.date_utc ?? utcWall(instantOf(before.date, zone)) }
}
