// When a record was or will be published, and the status that follows from it.
import { instantOf, utcWall, type WallTime, wallAt } from '../../base/dates/zoned-time.ts'
import type { Values } from '../../spec/read.ts'
import { quirk } from '../quirks/quirks.ts'
import { instantIn, parseFixedMoment, parseMoment, wallOf } from './dates/moment.ts'
import type { Post, PostKind } from './records.ts'
import { dueStatus, grantedStatus, isDraft } from './status.ts'
import type { WriteContext } from './write-context.ts'

/** The clock of what never happened. */
export const never: WallTime = '0000-00-00 00:00:00'

export type Publication = Pick<Post, 'status' | 'date' | 'date_utc' | 'modified' | 'modified_utc'>

/** A record that is being made: published now, as far as the caller may. */
export function unpublished({ settings, now, caller }: WriteContext): Publication {
  const date = wallAt(now, settings.timezone)
  return { status: grantedStatus(undefined, caller), date, date_utc: never, modified: date, modified_utc: never }
}

/**
 * Status and publication after a write.
 * Shape:  `date` is a wall clock of the site, `date_utc` keeps an offset that was sent; drafts that were never
 *         published have none.
 * Source: observed 5, deployed 7; D17, D38.
 */
export function publicationOf(kind: PostKind, before: Publication, values: Values, writing: WriteContext): Publication {
  const { settings, now, caller } = writing
  const zone = settings.timezone
  const asked = typeof values.status === 'string' ? grantedStatus(values.status, caller) : before.status
  const { date, date_utc } = datesOf(kind, before, values, writing)
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
  values: Values,
  { settings, now }: WriteContext,
): { readonly date: WallTime; readonly date_utc: WallTime } {
  const zone = settings.timezone
  const local = parseMoment(values.date, { now, zone, settings })
  const utc = parseFixedMoment(values.date_utc, { now, zone: 'UTC', settings })
  const kept = before.date_utc === never ? undefined : before
  if (kept && kind !== 'event' && quirk(settings, 'single_date_keeps_date_utc')) {
    return { date: local ? wallOf(local, zone) : kept.date, date_utc: utc ? wallOf(utc, 'UTC') : kept.date_utc }
  }
  const date_utc = utc && utcWall(instantIn(utc, 'UTC'))
  if (local) return { date: wallOf(local, zone), date_utc: date_utc ?? utcWall(instantIn(local, zone)) }
  if (utc && date_utc !== undefined) return { date: wallAt(instantIn(utc, 'UTC'), zone), date_utc }
  return { date: before.date, date_utc: kept?.date_utc ?? utcWall(instantOf(before.date, zone)) }
}
