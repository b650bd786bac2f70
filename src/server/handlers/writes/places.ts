// Creates and changes venues and organizers, by their own routes or as linked data of an event; fields of a write that
// need the store or the settings: password, image, coordinates.
import { utcWall, wallAt } from '../../../base/dates/zoned-time.ts'
import type { Json } from '../../../base/json.ts'
import { t, type Text } from '../../../base/text/language.ts'
import { quoted } from '../../../base/text/quoted.ts'
import { ApiError } from '../../domain/api-error.ts'
import type { Image, New, LinkedKind, PostKind, PostRecords } from '../../domain/records.ts'
import { mayPublish } from '../../domain/rights.ts'
import type { WriteContext } from '../../domain/settings.ts'
import { statuses } from '../../domain/status.ts'
import type { OrganizerValues, VenueValues } from '../../domain/values.ts'
import {
  newOrganizer,
  newVenue,
  changedOrganizer,
  changedVenue,
  type Coordinates,
  type Resolved,
} from '../../domain/apply-changes.ts'
import {
  consumeEmbedIds,
  consumeRevisionId,
  dateInTrash,
  placeBeforeUpdate,
  placeUpdate,
} from '../../quirks/deployed-writes.ts'
import { quirk } from '../../quirks/quirks.ts'
import { type MediaStore, postsOf, type PostStore, type Store } from '../../storage/store.ts'
import { type Call, type CallWith, type HandlerAnswer, targetRecord, writtenPost } from '../handler.ts'
import { havePasswords, shownPost } from '../show.ts'
import { insertNamed, slugAfter } from './slugs.ts'

export interface PlaceValues {
  readonly venue: VenueValues
  readonly organizer: OrganizerValues
}

interface Rules<K extends LinkedKind> {
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

const rules: { readonly [K in LinkedKind]: Rules<K> } = {
  venue: {
    name: ({ venue }) => venue,
    replacing: ({ venue: _, status: __, ...others }) => others,
    blank: newVenue,
    changed: changedVenue,
  },
  organizer: {
    name: ({ organizer }) => organizer,
    replacing: ({ organizer: _, status: __, ...others }) => others,
    blank: newOrganizer,
    changed: changedOrganizer,
  },
}

export async function createdPlace<K extends LinkedKind>(
  kind: K,
  call: CallWith<PlaceValues[K]>,
): Promise<HandlerAnswer> {
  const id = await createPlace(kind, call.values, call)
  return { status: 201, body: await shown(kind, await writtenPost(kind, id, call), call) }
}

export async function updatedPlace<K extends LinkedKind>(
  kind: K,
  call: CallWith<PlaceValues[K]>,
): Promise<HandlerAnswer> {
  const before = targetRecord(kind, call)
  const base = placeBeforeUpdate(kind, before, call)
  await replaced(kind, before, { base, values: placeUpdate(call.values, call) }, call)
  const after = await writtenPost(kind, before.id, call)
  await consumeRevisionId(after, call)
  return { status: 200, body: await shown(kind, after, call) }
}

async function shown<K extends LinkedKind>(kind: K, place: PostRecords[K], call: Call) {
  await consumeEmbedIds(place, call)
  return shownPost(kind, place, call, 'written')
}

/**
 * Creates a venue or organizer, and returns its id; in quirks mode an existing one of the same name is overwritten.
 *
 * Errors: 400 `could-not-create-venue`, `could-not-create-organizer` for a blank name.
 * Source: interface Q6.
 */
export async function createPlace<K extends LinkedKind>(kind: K, values: PlaceValues[K], call: Call): Promise<number> {
  const { caller, store, settings } = call
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
  const record = await changed(kind, rules[kind].blank(call), values, call)
  // A place of a caller who may not publish it waits for review, and has no slug until then.
  const status = record.status === 'pending' && !mayPublish(caller) ? 'pending' : 'publish'
  return (await insertNamed(record, { posts, status, caller })).id
}

async function sameNamed<K extends LinkedKind>(
  kind: K,
  values: PlaceValues[K],
  store: Store,
): Promise<PostRecords[K] | undefined> {
  const id = await store.placeNamed(kind, rules[kind].name(values) ?? '')
  const found = id === undefined ? undefined : await postsOf(store, kind).getToWrite(id)
  return found && (values.description === undefined || values.description === found.description) ? found : undefined
}

async function changed<K extends LinkedKind, R extends New<PostRecords[K]>>(
  kind: K,
  before: R,
  values: PlaceValues[K],
  call: Call,
): Promise<R> {
  const image = values.image === undefined ? undefined : await imageOf(values.image, call.store.media)
  const coordinates = kind === 'venue' ? coordinatesOf(call) : undefined
  const resolved = {
    ...(image !== undefined && { image }),
    ...(coordinates && { coordinates }),
    password: passwordOf(kind, call),
  }
  const after = rules[kind].changed(before, values, resolved, call)
  if (after.title === '' || (after.title === '0' && quirk(call.settings, 'zero_names_are_blank')))
    throw new ApiError(`could-not-create-${kind}`, { keepsWrites: keepsWrites(kind, call) })
  return after
}

/** Whether quirks mode keeps what an event wrote before its organizer was refused. Source: interface 12. */
function keepsWrites(kind: LinkedKind, { operation, settings }: Call): boolean {
  return kind === 'organizer' && operation.resource === 'events' && quirk(settings, 'refused_organizers_keep_writes')
}

async function replaced<K extends LinkedKind>(
  kind: K,
  before: PostRecords[K],
  { base, values }: { readonly base: PostRecords[K]; readonly values: PlaceValues[K] },
  call: Call,
): Promise<void> {
  const { caller, store } = call
  const posts = postsOf(store, kind)
  const after = await changed(kind, base, values, call)
  const slug = await slugAfter(before, after, { posts, caller, id: before.id })
  await posts.update(before, { ...after, slug })
  if (after.status === 'trash' && before.status !== 'trash') await afterTrash(kind, before.id, call)
}

/**
 * The new password of the record; undefined if none was sent. Only the body of a create, or of an update by id, sets
 * it: in the query a password unlocks a protected record. Source: interface Q18, 15.
 */
export function passwordOf(
  kind: PostKind,
  { operation: { resource, path_parameters }, body: { password }, settings }: Call,
): string | undefined {
  const isSettable = resource === `${kind}s` && path_parameters.slug === undefined && havePasswords(kind, settings)
  return isSettable && typeof password === 'string' ? password : undefined
}

/** The image for a sent id or URL; null for an empty text, which removes the image. Source: interface Q29. */
export async function imageOf(sent: string, media: MediaStore): Promise<Image | null> {
  if (sent === '') return null
  return /^\d+$/.test(sent) ? ((await media.get(Number(sent))) ?? null) : media.at(sent)
}

/**
 * The coordinates of a venue, which only a service with the premium extension stores.
 *
 * Shape:  undefined if neither is sent; null, which removes them, if both are empty texts.
 * Units:  degrees.
 * Errors: 400 `rest_invalid_param` if one is missing, is not a number or is out of range.
 */
function coordinatesOf({ operation, given, language, settings }: Call): Coordinates | undefined {
  const [lat, lng] = [given.geo_lat ?? undefined, given.geo_lng ?? undefined]
  if (!settings.premium || operation.resource !== 'venues' || (lat === undefined && lng === undefined)) return undefined
  if (lat === '' && lng === '') return { geo_lat: null, geo_lng: null }
  const [geo_lat, geo_lng] = [degreesOf(lat, 90), degreesOf(lng, 180)]
  if (geo_lat !== undefined && geo_lng !== undefined) return { geo_lat, geo_lng }
  const params = {
    ...(geo_lat === undefined && { geo_lat: coordinateText('latitude', lat)[language] }),
    ...(geo_lng === undefined && { geo_lng: coordinateText('longitude', lng)[language] }),
  }
  throw new ApiError('rest_invalid_param', {
    values: { names: Object.keys(params).join(', ') },
    data: { params, details: [] },
  })
}

const coordinates = {
  latitude: t('a latitude from -90 to 90, together with geo_lng'),
  longitude: t('a longitude from -180 to 180, together with geo_lat'),
} as const

function coordinateText(name: keyof typeof coordinates, sent: Json | undefined): Text {
  const sent_text = quoted(sent)
  return t('needs {coordinates}, not {sent}; two empty texts remove the coordinates', {
    coordinates: coordinates[name],
    sent: sent_text,
  })
}

function degreesOf(sent: Json | undefined, max: number): number | undefined {
  const degrees = typeof sent === 'string' && sent.trim() !== '' ? Number(sent) : sent
  return typeof degrees === 'number' && Math.abs(degrees) <= max ? degrees : undefined
}

/** Errors: 410 `…-is-in-trash` for a trashed record. Source: interface 11. */
export async function trashed<K extends PostKind>(kind: K, call: Call): Promise<HandlerAnswer> {
  const { caller, store, settings, now } = call
  const posts = postsOf(store, kind)
  const before = targetRecord(kind, call)
  if (before.status === 'trash') throw new ApiError(`${kind}-is-in-trash`)
  const { date, date_utc } = dateInTrash(before, call)
  const modified = { modified: wallAt(now, settings.timezone), modified_utc: utcWall(now) }
  const moved = { ...before, status: 'trash', date, date_utc, ...modified }
  const written = { ...moved, slug: await slugAfter(before, moved, { posts, caller, id: before.id }) }
  await posts.update(before, written)
  await consumeRevisionId(before, call)
  await afterTrash(kind, before.id, call)
  return { status: 200, body: await shownPost(kind, written, call, 'written') }
}

/** Unlinks a trashed venue or organizer from its events. Source: Q31, interface 11. */
async function afterTrash(kind: PostKind, id: number, { store, settings }: Call): Promise<void> {
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
    if (event) await events.update(event, { ...event, organizer: [] })
  }
}
