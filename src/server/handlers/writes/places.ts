// Making and changing venues and organizers, on their own or inside an event.
import type { Values } from '../../../spec/read.ts'
import { changedOrganizer, changedVenue, type Resolved } from '../../domain/writes/apply-changes.ts'
import { blankOrganizer, blankVenue } from '../../domain/writes/blank-records.ts'
import { placeBeforeUpdate } from '../../quirks/update-reset.ts'
import { quirk } from '../../quirks/quirks.ts'
import type { New, PostRecords } from '../../domain/records.ts'
import { ApiError } from '../../domain/api-error.ts'
import { type Store, postsOf } from '../../storage/store.ts'
import type { WriteContext } from '../../domain/write-context.ts'
import { coordinatesOf, imageOf, passwordOf } from './fields.ts'
import { type HandlerAnswer, type Call, type Handler, contextOf, targetRecord } from '../handler.ts'
import { burnEmbedIds, burnRevisionId } from '../../quirks/skipped-ids.ts'
import { shownPost } from '../show.ts'
import { slugAfter, insertWithSlug } from './slugs.ts'
import { afterTrash } from './trash.ts'

export type PlaceKind = 'venue' | 'organizer'

interface Rules<K extends PlaceKind> {
  readonly blank: (writing: WriteContext) => New<PostRecords[K]>
  readonly changed: <R extends New<PostRecords[K]>>(
    before: R,
    values: Values,
    resolved: Resolved,
    writing: WriteContext,
  ) => R
}

const rules: { readonly [K in PlaceKind]: Rules<K> } = {
  venue: { blank: blankVenue, changed: changedVenue },
  organizer: { blank: blankOrganizer, changed: changedOrganizer },
}

export const createVenue: Handler = (call) => created('venue', call)
export const createOrganizer: Handler = (call) => created('organizer', call)
export const updateVenue: Handler = (call) => updated('venue', call)
export const updateOrganizer: Handler = (call) => updated('organizer', call)

function created(kind: PlaceKind, call: Call): HandlerAnswer {
  return { status: 201, body: shownById(kind, placeMadeOf(kind, call.values, call), call) }
}

function updated<K extends PlaceKind>(kind: K, call: Call): HandlerAnswer {
  const before = targetRecord(kind, call)
  replaced(kind, before, { base: placeBeforeUpdate(kind, before, contextOf(call)), values: call.values }, call)
  burnRevisionId(targetRecord(kind, call), call.service)
  return { status: 200, body: shownById(kind, before.id, call) }
}

function shownById<K extends PlaceKind>(kind: K, id: number, call: Call): unknown {
  const place = targetRecord(kind, { ...call, target: id })
  burnEmbedIds(place, call.service)
  return shownPost(kind, place, call, 'written')
}

/**
 * The id of the venue or organizer that these values make.
 * Fails: 400 `could-not-create-venue`, `could-not-create-organizer` for a blank name.
 * Source: D6.
 */
export function placeMadeOf<K extends PlaceKind>(kind: K, values: Values, call: Call): number {
  const {
    caller,
    service: { store, settings },
  } = call
  const posts = postsOf(store, kind)
  const same = quirk(settings, 'same_names_reuse_records') ? sameNamed(kind, values, store) : undefined
  if (same) {
    const { status: _, [kind]: __, ...rest } = values
    replaced(
      kind,
      same,
      { base: kind === 'venue' ? { ...same, show_map: true, show_map_link: true } : same, values: rest },
      call,
    )
    return same.id
  }
  const record = changed(kind, rules[kind].blank(contextOf(call)), values, call)
  const slug = slugAfter(undefined, { ...record, status: 'publish' }, { posts, caller })
  return insertWithSlug(slug, record, posts).id
}

function sameNamed<K extends PlaceKind>(kind: K, values: Values, store: Store): PostRecords[K] | undefined {
  const id = store.placeNamed(kind, String(values[kind]))
  const found = id === undefined ? undefined : postsOf(store, kind).get(id)
  return found && (values.description === undefined || values.description === found.description) ? found : undefined
}

function changed<K extends PlaceKind, R extends New<PostRecords[K]>>(
  kind: K,
  before: R,
  values: Values,
  call: Call,
): R {
  const image = imageOf(values.image, call.service.store.media)
  const coordinates = kind === 'venue' ? coordinatesOf(call) : undefined
  const resolved = {
    ...(image !== undefined && { image }),
    ...(coordinates && { coordinates }),
    password: passwordOf(kind, call),
  }
  const after = rules[kind].changed(before, values, resolved, contextOf(call))
  if (after.title === '') throw new ApiError(`could-not-create-${kind}`)
  return after
}

function replaced<K extends PlaceKind>(
  kind: K,
  before: PostRecords[K],
  { base, values }: { readonly base: PostRecords[K]; readonly values: Values },
  call: Call,
): void {
  const {
    caller,
    service: { store },
  } = call
  const posts = postsOf(store, kind)
  const after = changed(kind, base, values, call)
  posts.replace({ ...after, slug: slugAfter(before, after, { posts, caller, id: before.id }) })
  if (after.status === 'trash' && before.status !== 'trash') afterTrash(kind, before.id, call)
}
