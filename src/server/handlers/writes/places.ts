// Creates and changes venues and organizers, by their own routes or as linked data of an event; fields of a write that
// need the store or the settings: password, image, coordinates.
import type { Json } from '../../../base/json.ts'
import { ApiError } from '../../domain/api-error.ts'
import type { Image, New, PostKind, PostRecords } from '../../domain/records.ts'
import type { WriteContext } from '../../domain/settings.ts'
import type { OrganizerValues, VenueValues } from '../../domain/values.ts'
import { changedOrganizer, changedVenue, type Coordinates, type Resolved } from '../../domain/apply-changes.ts'
import { blankOrganizer, blankVenue } from '../../domain/blank-records.ts'
import { burnEmbedIds, burnRevisionId, placeBeforeUpdate } from '../../quirks/deployed-writes.ts'
import { quirk } from '../../quirks/quirks.ts'
import { type MediaStore, postsOf, type Store } from '../../storage/store.ts'
import {
  type Call,
  type CallWith,
  contextOf,
  type Handler,
  type HandlerAnswer,
  targetRecord,
  writtenPost,
} from '../handler.ts'
import { havePasswords, shownPost } from '../show.ts'
import { insertNamed, slugAfter } from './slugs.ts'
import { afterTrash } from './trash.ts'

export type PlaceKind = 'venue' | 'organizer'

export interface PlaceValues {
  readonly venue: VenueValues
  readonly organizer: OrganizerValues
}

interface Rules<K extends PlaceKind> {
  readonly name: (values: PlaceValues[K]) => string | undefined
  /** The values that replace those of an existing record of the same name. */
  readonly replacing: (values: PlaceValues[K]) => PlaceValues[K]
  readonly blank: (context: WriteContext) => New<PostRecords[K]>
  readonly changed: <R extends New<PostRecords[K]>>(
    before: R,
    values: PlaceValues[K],
    resolved: Resolved,
    context: WriteContext,
  ) => R
}

const rules: { readonly [K in PlaceKind]: Rules<K> } = {
  venue: {
    name: ({ venue }) => venue,
    replacing: ({ venue: _, status: __, ...others }) => others,
    blank: blankVenue,
    changed: changedVenue,
  },
  organizer: {
    name: ({ organizer }) => organizer,
    replacing: ({ organizer: _, status: __, ...others }) => others,
    blank: blankOrganizer,
    changed: changedOrganizer,
  },
}

export const createVenue: Handler<VenueValues> = (call) => created('venue', call)
export const createOrganizer: Handler<OrganizerValues> = (call) => created('organizer', call)
export const updateVenue: Handler<VenueValues> = (call) => updated('venue', call)
export const updateOrganizer: Handler<OrganizerValues> = (call) => updated('organizer', call)

async function created<K extends PlaceKind>(kind: K, call: CallWith<PlaceValues[K]>): Promise<HandlerAnswer> {
  const id = await createPlace(kind, call.values, call)
  return { status: 201, body: await shown(kind, await writtenPost(kind, id, call.service), call) }
}

async function updated<K extends PlaceKind>(kind: K, call: CallWith<PlaceValues[K]>): Promise<HandlerAnswer> {
  const before = targetRecord(kind, call)
  const base = placeBeforeUpdate(kind, before, contextOf(call))
  await replaced(kind, before, { base, values: call.values }, call)
  const after = await writtenPost(kind, before.id, call.service)
  await burnRevisionId(after, call.service)
  return { status: 200, body: await shown(kind, after, call) }
}

async function shown<K extends PlaceKind>(kind: K, place: PostRecords[K], call: Call) {
  await burnEmbedIds(place, call.service)
  return shownPost(kind, place, call, 'written')
}

/**
 * Creates a venue or organizer, and returns its id; in quirks mode an existing one of the same name is overwritten.
 *
 * Errors: 400 `could-not-create-venue`, `could-not-create-organizer` for a blank name.
 * Source: interface Q6.
 */
export async function createPlace<K extends PlaceKind>(kind: K, values: PlaceValues[K], call: Call): Promise<number> {
  const {
    caller,
    service: { store, settings },
  } = call
  const posts = postsOf(store, kind)
  const same = quirk(settings, 'same_names_reuse_records') ? await sameNamed(kind, values, store) : undefined
  if (same) {
    const others = rules[kind].replacing(values)
    await replaced(
      kind,
      same,
      { base: kind === 'venue' ? { ...same, show_map: true, show_map_link: true } : same, values: others },
      call,
    )
    return same.id
  }
  const record = await changed(kind, rules[kind].blank(contextOf(call)), values, call)
  return (await insertNamed(record, { posts, status: 'publish', caller })).id
}

async function sameNamed<K extends PlaceKind>(
  kind: K,
  values: PlaceValues[K],
  store: Store,
): Promise<PostRecords[K] | undefined> {
  const id = await store.placeNamed(kind, rules[kind].name(values) ?? '')
  const found = id === undefined ? undefined : await postsOf(store, kind).get(id)
  return found && (values.description === undefined || values.description === found.description) ? found : undefined
}

async function changed<K extends PlaceKind, R extends New<PostRecords[K]>>(
  kind: K,
  before: R,
  values: PlaceValues[K],
  call: Call,
): Promise<R> {
  const image = values.image === undefined ? undefined : await imageOf(values.image, call.service.store.media)
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

async function replaced<K extends PlaceKind>(
  kind: K,
  before: PostRecords[K],
  { base, values }: { readonly base: PostRecords[K]; readonly values: PlaceValues[K] },
  call: Call,
): Promise<void> {
  const {
    caller,
    service: { store },
  } = call
  const posts = postsOf(store, kind)
  const after = await changed(kind, base, values, call)
  await posts.replace({ ...after, slug: await slugAfter(before, after, { posts, caller, id: before.id }) })
  if (after.status === 'trash' && before.status !== 'trash') await afterTrash(kind, before.id, call)
}

/**
 * The new password of the record. It counts in the body of a write of this kind by id; in the query a password unlocks
 * a protected record. Source: interface Q18, 15.
 */
export function passwordOf(
  kind: PostKind,
  { operation: { resource, place }, body: { password }, service: { settings } }: Call,
): string | undefined {
  const counts = resource === `${kind}s` && place.slug === undefined && havePasswords(kind, settings)
  return counts && typeof password === 'string' ? password : undefined
}

/** The image of a write: undefined if none is sent, null for no image. Source: interface Q29. */
export async function imageOf(sent: string, media: MediaStore): Promise<Image | null> {
  if (sent === '') return null
  return /^\d+$/.test(sent) ? ((await media.get(Number(sent))) ?? null) : media.at(sent)
}

/**
 * The coordinates of a venue, which are read with the premium extension only.
 *
 * Shape:  undefined if they are not sent, null for empty texts.
 * Units:  degrees.
 */
function coordinatesOf({
  operation,
  given: { geo_lat, geo_lng },
  service: { settings },
}: Call): Coordinates | undefined {
  if (!settings.premium || operation.resource !== 'venues' || geo_lat === undefined || geo_lng === undefined)
    return undefined
  const [lat, lng] = [degreesOf(geo_lat, 90), degreesOf(geo_lng, 180)]
  return lat === undefined || lng === undefined ? { geo_lat: null, geo_lng: null } : { geo_lat: lat, geo_lng: lng }
}

function degreesOf(sent: Json, max: number): number | undefined {
  const degrees = typeof sent === 'string' && sent.trim() !== '' ? Number(sent) : sent
  return typeof degrees === 'number' && Math.abs(degrees) <= max ? degrees : undefined
}
