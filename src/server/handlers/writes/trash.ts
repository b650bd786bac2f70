// Moves events, venues and organizers to the trash.
import { utcWall, wallAt } from '../../../base/dates/zoned-time.ts'
import { quirk } from '../../quirks/quirks.ts'
import type { PostKind } from '../../domain/records.ts'
import { ApiError } from '../../domain/api-error.ts'
import { statuses } from '../../domain/status.ts'
import { type PostStore, postsOf } from '../../storage/store.ts'
import { type HandlerAnswer, type Call, type Handler, contextOf, targetRecord } from '../handler.ts'
import { consumeRevisionId, dateInTrash } from '../../quirks/deployed-writes.ts'
import { shownPost } from '../show.ts'
import { slugAfter } from './slugs.ts'

export const deleteEvent: Handler = (call) => trashed('event', call)
export const deleteVenue: Handler = (call) => trashed('venue', call)
export const deleteOrganizer: Handler = (call) => trashed('organizer', call)

/** Errors: 410 `…-is-in-trash` for a trashed record. Source: interface 11. */
async function trashed<K extends PostKind>(kind: K, call: Call): Promise<HandlerAnswer> {
  const {
    caller,
    service,
    service: { store },
  } = call
  const context = contextOf(call)
  const { settings, now } = context
  const posts = postsOf(store, kind)
  const before = targetRecord(kind, call)
  if (before.status === 'trash') throw new ApiError(`${kind}-is-in-trash`)
  const { date, date_utc } = dateInTrash(before, context)
  const modified = { modified: wallAt(now, settings.timezone), modified_utc: utcWall(now) }
  const moved = { ...before, status: 'trash', date, date_utc, ...modified }
  const written = { ...moved, slug: await slugAfter(before, moved, { posts, caller, id: before.id }) }
  await posts.replace(written)
  await consumeRevisionId(before, service)
  await afterTrash(kind, before.id, call)
  return { status: 200, body: await shownPost(kind, written, call, 'written') }
}

/** Unlinks a trashed venue or organizer from its events. Source: Q31, interface 11. */
export async function afterTrash(kind: PostKind, id: number, { service: { store, settings } }: Call): Promise<void> {
  if (kind === 'event') return
  if (kind === 'organizer' && quirk(settings, 'trashing_clears_organizers')) await emptyOrganizers(id, store.event)
  await store.unlink(kind, id)
}

async function emptyOrganizers(id: number, events: PostStore<'event'>): Promise<void> {
  const selection = {
    clock: 'local',
    statuses,
    search_protected: true,
    hidden: true,
    organizer: [id],
  } as const
  const { ids } = await events.select(selection, { offset: 0, limit: Number.MAX_SAFE_INTEGER })
  for (const event_id of ids) {
    const event = await events.getToWrite(event_id)
    if (event) await events.replace({ ...event, organizer: [] })
  }
}
