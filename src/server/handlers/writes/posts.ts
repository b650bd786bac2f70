// Creates, changes and trashes events, venues and organizers, by their own routes or as linked data of an event.
import { utcWall, wallAt } from '../../../base/dates/zoned-time.ts'
import type { Json } from '../../../base/json.ts'
import { t, type Text } from '../../../base/text/language.ts'
import { quoted } from '../../../base/text/quoted.ts'
import { changedPost, type Coordinates, nameIn, newPost, type Resolved } from '../../domain/apply-changes.ts'
import { ApiError, invalidParams } from '../../domain/api-error.ts'
import type { Image, LinkedKind, Post, PostKind, PostRecords } from '../../domain/records.ts'
import { mayPublish } from '../../domain/rights.ts'
import { statuses } from '../../domain/status.ts'
import type { EventValues, PostValues } from '../../domain/values.ts'
import { refuseForm } from '../../quirks/crashing-inputs.ts'
import {
  consumeEmbedIds,
  consumeRevisionId,
  dateInTrash,
  placeBeforeReuse,
  postBeforeUpdate,
  publishLinkedDrafts,
  valuesOfReuse,
  valuesOfUpdate,
} from '../../quirks/deployed-writes.ts'
import { quirk } from '../../quirks/quirks.ts'
import { type MediaStore, postsOf, type PostStore, type Store } from '../../storage/store.ts'
import { anyText, degreesOf, refused, sentenceOf } from '../../validation/check.ts'
import { type Call, type CallWith, type HandlerAnswer, targetRecord } from '../handler.ts'
import { havePasswords, shownPost } from '../show.ts'
import { insertNamed, slugAfter } from './slugs.ts'
import { namedTermIds } from './terms.ts'

/** Creates a record. Source: interface 9. */
export async function createdPost<K extends PostKind>(kind: K, call: CallWith<PostValues[K]>): Promise<HandlerAnswer> {
  const record = await create[kind](call.values, call)
  if ('sticky' in record && record.sticky) await consumeRevisionId(record, call)
  return answerWritten(201, kind, record, call)
}

/**
 * Updates a record. Fields that are not sent are left unchanged; quirks mode resets many of them. Source: interface Q1.
 */
export async function updatedPost<K extends PostKind>(kind: K, call: CallWith<PostValues[K]>): Promise<HandlerAnswer> {
  const before = targetRecord(kind, call)
  const base = postBeforeUpdate(kind, before, call)
  const after = await replacePost(kind, before, { base, values: valuesOfUpdate(kind, call.values, call) }, call)
  await consumeRevisionId(after, call)
  return answerWritten(200, kind, after, call)
}

async function answerWritten<K extends PostKind>(
  status: number,
  kind: K,
  record: PostRecords[K],
  call: Call,
): Promise<HandlerAnswer> {
  await consumeEmbedIds(record, call)
  return { status, body: await shownPost(kind, record, call, 'written') }
}

const create: { readonly [K in PostKind]: (values: PostValues[K], call: Call) => Promise<PostRecords[K]> } = {
  event: (values, call) => insertPost('event', values, call),
  venue: (values, call) => createPlace('venue', values, call),
  organizer: (values, call) => createPlace('organizer', values, call),
}

/** Creates a venue or organizer; in quirks mode overwrites one of the same name. Source: interface Q6. */
async function createPlace<K extends LinkedKind>(kind: K, values: PostValues[K], call: Call): Promise<PostRecords[K]> {
  const same = quirk(call.settings, 'same_names_reuse_records') ? await sameNamed(kind, values, call.store) : undefined
  if (!same) return insertPost(kind, values, call)
  return replacePost(kind, same, { base: placeBeforeReuse(kind, same), values: valuesOfReuse[kind](values) }, call)
}

async function sameNamed<K extends LinkedKind>(
  kind: K,
  values: PostValues[K],
  store: Store,
): Promise<PostRecords[K] | undefined> {
  const id = await store.placeNamed(kind, nameIn[kind](values) ?? '')
  const found = id === undefined ? undefined : await postsOf(store, kind).getToWrite(id)
  return found && (values.description === undefined || values.description === found.description) ? found : undefined
}

async function insertPost<K extends PostKind>(kind: K, values: PostValues[K], call: Call): Promise<PostRecords[K]> {
  const { caller, store } = call
  const record = await computePost(kind, newPost(kind, call), values, call)
  // A place of a caller who may not publish it waits for review, and has no slug until then.
  const isPublic = kind !== 'event' && (record.status !== 'pending' || mayPublish(caller))
  const status = isPublic ? 'publish' : record.status
  const named = await insertNamed(record, { posts: postsOf(store, kind), status, caller, wanted: slugIn(values) })
  return { ...record, ...named }
}

/** Writes the values to `base`, a form of the stored record, and returns the record as it is then. */
async function replacePost<K extends PostKind>(
  kind: K,
  before: PostRecords[K],
  { base, values }: { readonly base: PostRecords[K]; readonly values: PostValues[K] },
  call: Call,
): Promise<PostRecords[K]> {
  const { caller, store } = call
  const posts = postsOf(store, kind)
  const after = await computePost(kind, base, values, call)
  const slug = await slugAfter(before, after, { posts, caller, id: before.id, wanted: slugIn(values) })
  await posts.update(before, { ...after, slug })
  await afterChange(kind, before, after, call)
  return { ...after, slug }
}

function slugIn<K extends PostKind>(values: PostValues[K]): string | undefined {
  return 'slug' in values ? values.slug : undefined
}

/** Errors: 400 `could-not-create-venue`, `could-not-create-organizer` for a blank name. */
async function computePost<K extends PostKind>(
  kind: K,
  before: PostRecords[K],
  values: PostValues[K],
  call: Call,
): Promise<PostRecords[K]> {
  const image = values.image === undefined ? undefined : await imageOf(values.image, call.store.media)
  const own = await resolve[kind](values, call)
  const password = passwordOf(kind, call)
  const resolved = { ...own, ...(image !== undefined && { image }), ...(password !== undefined && { password }) }
  const after = changedPost(kind, before, { values, resolved }, call)
  refuseBlankName(kind, after.title, call)
  return after
}

function refuseBlankName(kind: PostKind, name: string, { operation: { resource }, settings }: Call): void {
  if (kind === 'event') return
  if (name !== '' && !(name === '0' && quirk(settings, 'zero_names_are_blank'))) return
  // In quirks mode a refused organizer does not undo what its event has written. Source: interface 12.
  const keepsWrites = kind === 'organizer' && resource === 'events' && quirk(settings, 'refused_organizers_keep_writes')
  throw new ApiError(`could-not-create-${kind}`, { keepsWrites })
}

/** The fields of each kind that are found or created in the store. */
const resolve: { readonly [K in PostKind]: (values: PostValues[K], call: Call) => Promise<Resolved> } = {
  event: resolveLinks,
  venue: async (_, call) => coordinatesOf(call),
  organizer: async () => ({}),
}

/** The records that an event names. Source: interface 12. */
async function resolveLinks(values: EventValues, call: Call): Promise<Resolved> {
  const { given, settings } = call
  refuseForm('venue', given, settings)
  const venue = values.venue && (await linkedIds('venue', values.venue, call))
  const categories = values.categories && (await namedTermIds('category', values.categories, call))
  const tags = values.tags && (await namedTermIds('tag', values.tags, call))
  refuseForm('organizer', given, settings)
  const organizer = values.organizer && (await linkedIds('organizer', values.organizer, call))
  return {
    ...(venue && !(venue.length === 0 && quirk(settings, 'venues_cannot_be_unlinked')) && { venue }),
    ...(categories && { categories }),
    ...(tags && { tags }),
    ...(organizer && { organizer }),
  }
}

/** The ids of the venues or organizers that a write names, each once, in the order given. Source: Q15, interface 12. */
async function linkedIds<K extends LinkedKind>(
  kind: K,
  sent: readonly (number | PostValues[K])[],
  call: Call,
): Promise<readonly number[]> {
  const ids = new Set<number>()
  for (const item of sent) ids.add(typeof item === 'number' ? item : (await createPlace(kind, item, call)).id)
  return [...ids]
}

/**
 * The new password of the record; undefined if none was sent. Only the body of a create, or of an update by id, sets
 * it: in the query a password unlocks a protected record. Source: interface Q18, 15.
 *
 * Errors: 400 `rest_invalid_param` unless it is a text: the record would be stored without protection.
 */
function passwordOf(
  kind: PostKind,
  { operation: { resource, path_parameters }, body: { password }, settings, language }: Call,
): string | undefined {
  const isSettable = resource === `${kind}s` && path_parameters.slug === undefined && havePasswords(kind, settings)
  if (!isSettable || password === undefined || password === null) return undefined
  if (typeof password === 'string') return password
  const sentence = sentenceOf({ name: 'password', mark: refused, check: anyText, value: password })
  throw invalidParams({ password: sentence }, language)
}

/** The image for a sent id or URL; null for an empty text, which removes the image. Source: interface Q29. */
async function imageOf(sent: string, media: MediaStore): Promise<Image | null> {
  if (sent === '') return null
  return /^\d+$/.test(sent) ? ((await media.get(Number(sent))) ?? null) : media.at(sent)
}

/**
 * The coordinates of a venue, which only a service with the premium extension stores.
 *
 * Shape:  empty if neither is sent; null, which removes them, if both are empty texts.
 * Units:  degrees.
 * Errors: 400 `rest_invalid_param` if one is missing, is not a number or is out of range.
 */
function coordinatesOf({ operation, given, language, settings }: Call): Partial<Coordinates> {
  const [lat, lng] = [given.geo_lat ?? undefined, given.geo_lng ?? undefined]
  if (!settings.premium || operation.resource !== 'venues' || (lat === undefined && lng === undefined)) return {}
  if (lat === '' && lng === '') return { geo_lat: null, geo_lng: null }
  const [geo_lat, geo_lng] = [degreesOf(lat, 90), degreesOf(lng, 180)]
  if (geo_lat !== undefined && geo_lng !== undefined) return { geo_lat, geo_lng }
  const sentences = {
    ...(geo_lat === undefined && {
      geo_lat: coordinateText(t('a latitude from -90 to 90, together with geo_lng'), lat),
    }),
    ...(geo_lng === undefined && {
      geo_lng: coordinateText(t('a longitude from -180 to 180, together with geo_lat'), lng),
    }),
  }
  throw invalidParams(sentences, language)
}

function coordinateText(coordinates: Text, sent: Json | undefined): Text {
  return t('needs {coordinates}, not {sent}; two empty texts remove the coordinates', {
    coordinates,
    sent: quoted(sent),
  })
}

/** Errors: 410 `…-is-in-trash` for a trashed record. Source: interface 11. */
export async function trashPost<K extends PostKind>(kind: K, call: Call): Promise<HandlerAnswer> {
  const { caller, store, settings, now } = call
  const posts = postsOf(store, kind)
  const before = targetRecord(kind, call)
  if (before.status === 'trash') throw new ApiError(`${kind}-is-in-trash`)
  const { date, date_utc } = dateInTrash(before, call)
  const modified = { modified: wallAt(now, settings.timezone), modified_utc: utcWall(now) }
  const moved = { ...before, status: 'trash', date, date_utc, ...modified }
  const after = { ...moved, slug: await slugAfter(before, moved, { posts, caller, id: before.id }) }
  await posts.update(before, after)
  await consumeRevisionId(before, call)
  await afterChange(kind, before, after, call)
  return { status: 200, body: await shownPost(kind, after, call, 'written') }
}

/** What a change of a record does to others: a trashed venue or organizer is unlinked. Source: Q31, interface 11. */
async function afterChange(
  kind: PostKind,
  before: PostRecords[PostKind],
  after: Pick<Post, 'status'>,
  call: Call,
): Promise<void> {
  if ('organizer' in before) return publishLinkedDrafts(before, after, call)
  if (kind === 'event' || after.status !== 'trash' || before.status === 'trash') return
  if (kind === 'organizer' && quirk(call.settings, 'trashing_clears_organizers'))
    await emptyOrganizers(before.id, call.store.event)
  await call.store.unlink(kind, before.id)
}

async function emptyOrganizers(id: number, events: PostStore<'event'>): Promise<void> {
  const selection = { clock: 'local', statuses, search_protected: true, hidden: true, organizer: [id] } as const
  const { ids } = await events.select(selection, { offset: 0, limit: Number.MAX_SAFE_INTEGER })
  for (const event_id of ids) {
    const event = await events.getToWrite(event_id)
    if (event) await events.update(event, { ...event, organizer: [] })
  }
}
