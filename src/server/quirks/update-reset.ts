// The record an update starts from: unchanged, or in quirks mode with the fields reset that deployed services reset.
import { wallAt } from '../../base/dates/zoned-time.ts'
import { quirk } from './quirks.ts'
import { never, unpublished } from '../domain/publication.ts'
import type { EventRecord, Post, PostRecords } from '../domain/records.ts'
import type { WriteContext } from '../domain/write-context.ts'

/** Source: interface Q1. */
export function eventBeforeUpdate(event: EventRecord, context: WriteContext): EventRecord {
  if (!resets(context)) return event
  return {
    ...event,
    ...unpublished(context),
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
    timezone: context.settings.timezone,
  }
}

/** Source: interface Q1. */
export function placeBeforeUpdate<K extends 'venue' | 'organizer'>(
  kind: K,
  place: PostRecords[K],
  context: WriteContext,
): PostRecords[K] {
  if (!resets(context)) return place
  const { status } = unpublished(context)
  const post: PostRecords[K] = { ...place, status, image: null, date: dateOf(place, context) }
  return kind === 'venue' ? { ...post, show_map: true, show_map_link: true } : post
}

/** Source: interface Q1. */
function resets({ settings }: WriteContext): boolean {
  return quirk(settings, 'updates_reset_unsent_fields')
}

/** A record that was never published is dated by this update. */
function dateOf({ date, date_utc }: Post, { settings, now }: WriteContext): string {
  return date_utc === never ? wallAt(now, settings.timezone) : date
}
