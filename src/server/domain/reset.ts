// What an update of a deployed service forgets before it reads what was sent. Only quirks mode does.
import { wallAt } from '../../base/datetime.ts'
import { never, unpublished } from './publication.ts'
import type { EventRecord, Post, PostRecords } from './records.ts'
import type { Writing } from './writing.ts'

/** Source: D1; observed 6. */
export function resetEvent(event: EventRecord, writing: Writing): EventRecord {
  return {
    ...event, ...unpublished(writing), all_day: false, show_map: false, show_map_link: false, featured: false, sticky: false, hide_from_listings: false,
    cost: '', website: '', image: null, organizer: [], timezone: writing.settings.timezone,
  }
}

/** Source: D1; observed 9. */
export function resetPlace<K extends 'venue' | 'organizer'>(kind: K, place: PostRecords[K], writing: Writing): PostRecords[K] {
  const { status } = unpublished(writing)
  const post: PostRecords[K] = { ...place, status, image: null, date: dateOf(place, writing) }
  return kind === 'venue' ? { ...post, show_map: true, show_map_link: true } : post
}

/** What was never published is dated by the update that publishes it. */
function dateOf({ date, date_utc }: Post, { settings, now }: Writing): string {
  return date_utc === never ? wallAt(now, settings.timezone) : date
}
