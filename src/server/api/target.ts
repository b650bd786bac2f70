// The record that the path of a request selects.
import type { Json } from '../../base/json.ts'
import { t } from '../../base/text/language.ts'
import { slugOf } from '../../base/text/slug.ts'
import { percentDecoded } from '../../base/text/untrusted-text.ts'
import type { Operation, RouteMatch } from '../../spec/operations.ts'
import type { Given } from '../../spec/read.ts'
import { isTerm, resources } from '../../spec/resources.ts'
import { ApiError } from '../domain/api-error.ts'
import type { Post, PostKind, PostRecords } from '../domain/records.ts'
import type { ServiceContext, TargetRecord } from '../handlers/handler.ts'
import { quirk } from '../quirks/quirks.ts'
import { postsOf, type Store } from '../storage/store.ts'
import { check, refused, type ValidationError } from '../validation/check.ts'
import { integerOf } from '../validation/numbers.ts'

export interface PathTarget {
  /** Absent for paths without a record and for unknown ones. */
  readonly record?: TargetRecord | undefined
  /** The record on which rights depend; undefined for terms and unknown records. */
  readonly post?: Post | undefined
  /** Errors of the path, reported together with those of other values. */
  readonly errors: readonly ValidationError[]
  /** An error of the path that is reported after values and rights; an early one before values. */
  readonly error?: ApiError
  readonly isEarly?: boolean
}

const existing = check(t('the id or slug of an existing record'), () => refused)
const same = check(t('the id of the path'), () => refused)

/**
 * The record of a path. An unknown slug of an update is reported after the check of rights.
 *
 * Errors: 404 `rest-…-not-found`; in quirks mode 400 for `id` or `slug`, and since 6.17 its own error for events.
 * Source: interface Q10, Q11, Q32, 15.
 */
export async function pathTargetOf(
  operation: Operation,
  { key, raw_key }: Pick<RouteMatch, 'key' | 'raw_key'>,
  { store, settings }: ServiceContext,
  given: Given,
): Promise<PathTarget> {
  const name = Object.keys(operation.path_parameters)[0]
  if (key === undefined || name === undefined) return { errors: [] }
  const writes = operation.verb === 'update' || operation.verb === 'delete'
  const selected_key = selectedKey(name, key, settings, given)
  const looked_up =
    name === 'slug' && quirk(settings, 'slugs_keep_accents')
      ? lookedUpSlug(selected_key === key ? (raw_key ?? key) : selected_key)
      : selected_key
  const read = writes ? 'getToWrite' : 'get'
  const record = await recordOf(operation, { name, key: looked_up, read }, store)
  const post = record?.event ?? record?.venue ?? record?.organizer
  const id = post?.id ?? record?.term?.id
  if (id !== undefined)
    return {
      record,
      post,
      errors:
        writes && name === 'id' && !isSame(given.id, id) ? [{ name, mark: refused, check: same, value: given.id }] : [],
    }
  if (name === 'slug' && operation.verb === 'update' && !isRefusedUpdate(operation, selected_key, settings)) {
    const isEarly = operation.resource === 'events' && quirk(settings, 'unknown_event_slugs_answer_404')
    return { errors: [], error: notFound(operation, isEarly ? selected_key : key), isEarly }
  }
  if (
    operation.resource === 'events' &&
    /^\d+$/.test(selected_key) &&
    name === 'id' &&
    quirk(settings, 'unknown_event_ids_answer_404')
  )
    return unknownEvent(operation, selected_key, store)
  if (quirk(settings, 'unknown_targets_are_invalid_params'))
    return { errors: [{ name, mark: refused, check: existing, value: selected_key }] }
  throw notFound(operation, selected_key)
}

/** Whether quirks mode refuses an update of this unknown slug with 400, before rights. Source: interface Q11. */
function isRefusedUpdate({ resource }: Operation, key: string, settings: ServiceContext['settings']): boolean {
  return (resource !== 'events' || key === '0') && quirk(settings, 'unknown_place_slugs_are_refused')
}

/** The target for an id without an event, with an error that is reported after the check of rights. */
async function unknownEvent(operation: Operation, key: string, store: Store): Promise<PathTarget> {
  const id = Number(key)
  const other = (await store.venue.get(id)) ?? (await store.organizer.get(id))
  const isKnown = other !== undefined || (await store.media.get(id)) !== undefined
  const error = isKnown ? new ApiError('rest-invalid-event-id', { values: { target: key } }) : notFound(operation, key)
  return { post: other, errors: [], error }
}

/** The 404 for a record that does not exist. */
function notFound({ resource = 'events' }: Operation, key: string): ApiError {
  const kind = isTerm(resource) ? 'term' : resources[resource].singular
  return new ApiError(`rest-${kind}-not-found`, { values: { target: key } })
}

/** In quirks mode `id` and `slug` of body and query override the path. Source: interface Q11, Q32. */
function selectedKey(name: string, key: string, settings: ServiceContext['settings'], given: Given): string {
  const other = given[name]
  if (typeof other !== 'string' && typeof other !== 'number') return key
  return quirk(settings, name === 'id' ? 'body_id_selects' : 'body_slug_selects') ? String(other) : key
}

function isSame(given: Json | undefined, id: number): boolean {
  return given === undefined || given === null || integerOf(given) === id
}

interface Lookup {
  readonly name: string
  readonly key: string
  readonly read: 'get' | 'getToWrite'
}

async function recordOf(
  { resource = 'events' }: Operation,
  { name, key, read }: Lookup,
  store: Store,
): Promise<TargetRecord> {
  switch (resource) {
    case 'events':
      return { event: await postOf('event', { name, key, read }, store) }
    case 'venues':
      return { venue: await postOf('venue', { name, key, read }, store) }
    case 'organizers':
      return { organizer: await postOf('organizer', { name, key, read }, store) }
    case 'categories':
    case 'tags': {
      const term = await store.terms[read](Number(key))
      return term?.taxonomy === resources[resource].singular ? { term } : {}
    }
  }
}

async function postOf<K extends PostKind>(
  kind: K,
  { name, key, read }: Lookup,
  store: Store,
): Promise<PostRecords[K] | undefined> {
  const posts = postsOf(store, kind)
  if (name === 'id') return posts[read](Number(key))
  if (key.includes('/')) return undefined
  const id = (await posts.idOfSlug(key)) ?? (await posts.idOfSlug(slugOf(key.replaceAll('+', ' '))))
  return id === undefined ? undefined : posts[read](id)
}

const slug_bytes_max = 200

/**
 * The slug that is looked up for a text of a path, still encoded, or of a body.
 *
 * Shape:  decoded once and encoded again, so that what was encoded twice differs from every stored slug; lower case,
 *         `-` for blanks and points, accents kept.
 * Source: interface 14.
 */
function lookedUpSlug(sent: string): string {
  return encodeURIComponent(percentDecoded(sent.replaceAll('+', ' ')).toWellFormed())
    .replaceAll('%20', ' ')
    .slice(0, slug_bytes_max)
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)
    .replaceAll('~', '')
    .toLowerCase()
    .replace(/[\s.-]+/g, '-')
    .replace(/^-|-$/g, '')
}
