// The publication date of a record, and the status that follows from it.
import { instantOf, utcWall, type WallTime, wallAt } from '../../base/dates/zoned-time.ts'
import { quirk } from '../quirks/quirks.ts'
import { fixedMomentIn, instantIn, momentIn, type SentDate, wallOf } from './dates/moment.ts'
import type { Post, PostKind } from './records.ts'
import { dueStatus, grantedStatus, isDraft } from './status.ts'
import type { WriteContext } from './write-context.ts'

/** `date_utc` of a record that was never published. */
export const never: WallTime = '0000-00-00 00:00:00'

export type Publication = Pick<Post, 'status' | 'date' | 'date_utc' | 'modified' | 'modified_utc'>

/** The values of a write. */
export interface SentPublication {
  readonly status?: string
  readonly date?: SentDate
  readonly date_utc?: SentDate
}

/** A new record: published now, if the caller may publish. */
export function unpublished({ settings, now, caller }: WriteContext): Publication {
  const date = wallAt(now, settings.timezone)
  return { status: grantedStatus(undefined, caller), date, date_utc: never, modified: date, modified_utc: never }
}

/**
 * Status and publication after a write.
 *
 * Shape:  `date` is a wall clock of the site; `date_utc` honours an offset that was sent, and is zeros for drafts that
 *         were never published.
 * Source: Q17, Q38, interface 4.1, 9.
 */
export function publicationOf(
  kind: PostKind,
  before: Publication,
  values: SentPublication,
  context: WriteContext,
): Publication {
  const { settings, now, caller } = context
  const zone = settings.timezone
  const asked = values.status === undefined ? before.status : grantedStatus(values.status, caller)
  const { date, date_utc } = datesOf(kind, before, values, context)
  const status = dueStatus(asked, date, { now, zone })
  return {
    status,
    date,
    date_utc: isDraft(status) && before.date_utc === never ? never : date_utc,
    modified: wallAt(now, zone),
    modified_utc: isDraft(status) ? never : utcWall(now),
  }
}

function datesOf(
  kind: PostKind,
  before: Publication,
  values: SentPublication,
  { settings }: WriteContext,
): { readonly date: WallTime; readonly date_utc: WallTime } {
  const zone = settings.timezone
  const local = values.date && momentIn(values.date, zone)
  const utc = values.date_utc && fixedMomentIn(values.date_utc, 'UTC')
  const published = before.date_utc === never ? undefined : before
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
