// What an update starts from: the record as it is, or, in quirks mode, what a deployed service does not forget of it.
import { wallAt } from '../../base/dates/zoned-time.ts'
import { quirk } from './quirks.ts'
import { never, unpublished } from '../domain/publication.ts'
import type { EventRecord, Post, PostRecords } from '../domain/records.ts'
import type { WriteContext } from '../domain/write-context.ts'

/** Source: D1; observed 6. */
export function eventBeforeUpdate(event: EventRecord, writing: WriteContext): EventRecord {
  if (!forgets(writing)) return event
  return {
    ...event,
    ...unpublished(writing),
    all_day: false,
    show_map: false,
    show_map_link: false,
    featured: false,
    sticky: false,
    hide_from_listings: false,
    cost: '',
    website: '',
    image: null,
    organizer: [],
    timezone: writing.settings.timezone,
  }
}

/** Source: D1; observed 9. */
export function placeBeforeUpdate<K extends 'venue' | 'organizer'>(
  kind: K,
  place: PostRecords[K],
  writing: WriteContext,
): PostRecords[K] {
  if (!forgets(writing)) return place
  const { status } = unpublished(writing)
  const post: PostRecords[K] = { ...place, status, image: null, date: dateOf(place, writing) }
  return kind === 'venue' ? { ...post, show_map: true, show_map_link: true } : post
}

/** Whether an update begins with forgetting. Source: D1. */
function forgets({ settings }: WriteContext): boolean {
  return quirk(settings, 'updates_reset_unsent_fields')
}

/** What was never published is dated by the update that publishes it. */
function dateOf({ date, date_utc }: Post, { settings, now }: WriteContext): string {
  return date_utc === never ? wallAt(now, settings.timezone) : date
}
