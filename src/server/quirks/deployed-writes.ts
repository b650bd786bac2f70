// Writes of deployed services: updates reset fields and publish linked drafts; revisions and embedded URLs take ids.
import { utcWall, wallAt } from '../../base/dates/zoned-time.ts'
import { event_resets, place_resets } from '../../spec/resources.ts'
import type { EventRecord, LinkedKind, Post, PostKind, PostRecords } from '../domain/records.ts'
import { mayChange, mayPublish } from '../domain/rights.ts'
import type { WriteContext } from '../domain/settings.ts'
import { isUnpublishedDraft, unpublished } from '../domain/status.ts'
import type { PostValues } from '../domain/values.ts'
import type { Call, ServiceContext } from '../handlers/handler.ts'
import { slugAfter } from '../handlers/writes/slugs.ts'
import { postsOf } from '../storage/store.ts'
import { quirk } from './quirks.ts'

const reset_fields = { event: event_resets, ...place_resets }

/** The record to which an update is applied: in quirks mode with some fields reset. Source: interface Q1. */
export function postBeforeUpdate<K extends PostKind>(
  kind: K,
  record: PostRecords[K],
  context: WriteContext,
): PostRecords[K] {
  if (!resets(context)) return record
  const { timezone } = context.settings
  return { ...record, ...reset_fields[kind], ...(kind === 'event' && { ...unpublished(context), timezone }) }
}

/** The values of an update: in quirks mode a place gets the status of a new one. Source: interface Q1. */
export function valuesOfUpdate<K extends PostKind>(
  kind: K,
  values: PostValues[K],
  context: WriteContext,
): PostValues[K] {
  return kind !== 'event' && resets(context) ? { status: unpublished(context).status, ...values } : values
}

/** The place that a new one of the same name overwrites. Source: interface Q6. */
export function placeBeforeReuse<K extends LinkedKind>(kind: K, place: PostRecords[K]): PostRecords[K] {
  return kind === 'venue' ? { ...place, show_map: true, show_map_link: true } : place
}

/** The values that overwrite a place of the same name. Source: interface Q6. */
export const valuesOfReuse: { readonly [K in LinkedKind]: (values: PostValues[K]) => PostValues[K] } = {
  venue: ({ venue: _, status: __, ...others }) => others,
  organizer: ({ organizer: _, status: __, ...others }) => others,
}

function resets({ settings }: WriteContext): boolean {
  return quirk(settings, 'updates_reset_unsent_fields')
}

const places = ['venue', 'organizer'] as const

/**
 * An update of a published event publishes the venues and organizers that it had before, except private ones; only
 * their status changes. Source: interface 16.2.
 */
export async function publishLinkedDrafts(
  before: EventRecord,
  after: Pick<EventRecord, 'status'>,
  call: Call,
): Promise<void> {
  if (after.status !== 'publish' || !quirk(call.settings, 'updates_publish_linked_drafts')) return
  for (const kind of places) for (const id of before[kind]) await publish(kind, id, call)
}

async function publish<K extends LinkedKind>(kind: K, id: number, call: Call): Promise<void> {
  const posts = postsOf(call.store, kind)
  const place = await posts.get(id)
  if (!place || place.status === 'publish' || place.status === 'private' || !mayPublishPlace(place, call)) return
  const published = { ...place, status: 'publish' }
  const slug = await slugAfter(place, published, { posts, caller: call.caller, id })
  await posts.update(place, { ...published, slug })
}

/** The date of a record in the trash: in quirks mode now if it was never published. Source: interface 16.2. */
export function dateInTrash(before: Post, { settings, now }: WriteContext): Pick<Post, 'date' | 'date_utc'> {
  return isUnpublishedDraft(before) && quirk(settings, 'deleted_drafts_are_dated_now')
    ? { date: wallAt(now, settings.timezone), date_utc: utcWall(now) }
    : before
}

function mayPublishPlace(place: Post, { caller, settings }: Call): boolean {
  return (
    !quirk(settings, 'publishing_linked_drafts_needs_rights') ||
    (mayPublish(caller) && mayChange(caller, place, settings))
  )
}

function takesIds({ settings }: ServiceContext): boolean {
  return quirk(settings, 'revisions_take_ids')
}

/** Takes the id of a revision in quirks mode, unless the last revision has the same texts. Source: interface 16.2. */
export async function consumeRevisionId(
  { id, status, title, description, excerpt }: Post,
  service: ServiceContext,
): Promise<void> {
  if (status === 'auto-draft' || !takesIds(service)) return
  const text = JSON.stringify([title, description, excerpt].map(withSingleSpaces))
  await service.store.consumeId(`revision of ${id}`, text)
}

/** Takes an id for each URL alone on a line, when it is first shown in quirks mode. Source: interface 16.2. */
export async function consumeEmbedIds({ description }: Post, service: ServiceContext): Promise<void> {
  if (!takesIds(service)) return
  for (const line of description.split('\n')) {
    const url = /^(?:<p>\s*)?(https?:\/\/[^\s<>"]+)\s*(?:<\/p>)?$/i.exec(line.trim())?.[1]
    if (url !== undefined) await service.store.consumeId(`embedded ${url}`, '')
  }
}

/** The text in which revisions are compared: each run of whitespace as one space. */
function withSingleSpaces(text: string): string {
  return text.trim().replace(/\s+/g, ' ')
}
