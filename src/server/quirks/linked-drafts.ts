// Draft venues and organizers that deployed services publish with an event.
import { utcWall, wallAt } from '../../base/dates/zoned-time.ts'
import { quirk } from './quirks.ts'
import { never } from '../domain/publication.ts'
import type { EventRecord, Post } from '../domain/records.ts'
import { mayChange, mayPublish } from '../domain/rights.ts'
import { postsOf } from '../storage/store.ts'
import { type Call, contextOf } from '../handlers/handler.ts'
import { slugAfter } from '../handlers/writes/slugs.ts'

const places = ['venue', 'organizer'] as const

/**
 * An update of a published event publishes the venues and organizers that it had before, except private ones. Source:
 * interface 16.2.
 */
export async function publishLinkedDrafts(
  before: EventRecord,
  after: Pick<EventRecord, 'status'>,
  call: Call,
): Promise<void> {
  if (after.status !== 'publish' || !quirk(call.service.settings, 'updates_publish_linked_drafts')) return
  for (const kind of places) for (const id of before[kind]) await publish(kind, id, call)
}

async function publish<K extends (typeof places)[number]>(kind: K, id: number, call: Call): Promise<void> {
  const posts = postsOf(call.service.store, kind)
  const place = await posts.get(id)
  if (!place || place.status === 'publish' || place.status === 'private' || !mayPublishPlace(place, call)) return
  const {
    settings: { timezone },
    now,
  } = contextOf(call)
  const today = { date: wallAt(now, timezone), date_utc: utcWall(now) }
  const published = {
    ...place,
    ...(place.date_utc === never && today),
    status: 'publish',
    modified: today.date,
    modified_utc: today.date_utc,
  }
  await posts.replace({ ...published, slug: await slugAfter(place, published, { posts, caller: call.caller, id }) })
}

function mayPublishPlace(place: Post, { caller, service: { settings } }: Call): boolean {
  return (
    !quirk(settings, 'publishing_linked_drafts_needs_rights') ||
    (mayPublish(caller) && mayChange(caller, place, settings))
  )
}
