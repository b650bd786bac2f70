// The record that a path selects.
import type { Json } from '../../base/json.ts'
import { percentDecoded } from '../../base/text/untrusted-text.ts'
import type { Operation } from '../../spec/operations.ts'
import type { Given } from '../../spec/read.ts'
import { check, refused } from '../validation/check.ts'
import { wholeOf } from '../validation/numbers.ts'
import type { ValidationError } from '../validation/read-values.ts'
import { quirk } from '../quirks/quirks.ts'
import type { Post } from '../domain/records.ts'
import { ApiError } from '../domain/api-error.ts'
import { slugOf } from '../../base/text/slug.ts'
import type { Store } from '../storage/store.ts'
import type { ServiceContext } from '../handlers/handler.ts'
import type { RouteMatch } from '../route.ts'

export interface PathTarget {
  readonly id?: number
  /** What rights depend on; undefined for terms and unknown records. */
  readonly post?: Pick<Post, 'author' | 'status'>
  /** Errors of the path, reported with those of other values. */
  readonly errors: readonly ValidationError[]
  /** An error of the path that is reported after values and rights. */
  readonly error?: ApiError
}

const not_found = {
  events: 'rest-event-not-found',
  venues: 'rest-venue-not-found',
  organizers: 'rest-organizer-not-found',
  categories: 'rest-term-not-found',
  tags: 'rest-term-not-found',
} as const
const kinds = { events: 'event', venues: 'venue', organizers: 'organizer' } as const
const taxonomies = { categories: 'category', tags: 'tag' } as const

const existing = check(
  'the id or slug of an existing record',
  'die ID oder den Slug eines vorhandenen Eintrags',
  () => refused,
)
const same = check('the id of the path', 'die ID aus dem Pfad', () => refused)

/**
 * The record that the key of a path selects; an unknown slug of an update is reported later.
 * Errors: 404 `rest-…-not-found`; in quirks mode 400 for `id` or `slug`, and since 6.17 its own error for events.
 * Source: interface Q10, Q11, Q32, 15.
 */
export function pathTargetOf(
  operation: Operation,
  { key, raw_key }: Pick<RouteMatch, 'key' | 'raw_key'>,
  { store, settings }: ServiceContext,
  given: Given,
): PathTarget {
  const name = Object.keys(operation.place)[0]
  if (key === undefined || name === undefined) return { errors: [] }
  const writes = operation.verb === 'update' || operation.verb === 'delete'
  const chosen = chosenKey(name, key, settings, given)
  const found =
    name === 'slug' && isRefusedSlug(chosen === key ? (raw_key ?? key) : chosen, settings)
      ? undefined
      : recordOf(operation, name, chosen, store)
  if (found)
    return {
      ...found,
      errors:
        writes && name === 'id' && !isSame(given.id, found.id)
          ? [{ name, mark: refused, check: same, value: given.id }]
          : [],
    }
  if (name === 'slug' && operation.verb === 'update') return { errors: [] }
  if (
    operation.resource === 'events' &&
    /^\d+$/.test(chosen) &&
    name === 'id' &&
    quirk(settings, 'unknown_event_ids_answer_404')
  )
    return unknownEvent(operation, chosen, store)
  if (quirk(settings, 'unknown_targets_are_invalid_params'))
    return { errors: [{ name, mark: refused, check: existing, value: chosen }] }
  throw notFound(operation, chosen)
}

/** The target for an id that is not of an event, with the error for callers who can write it. */
function unknownEvent(operation: Operation, key: string, store: Store): PathTarget {
  const other = store.venue.get(Number(key)) ?? store.organizer.get(Number(key))
  if (other)
    return { post: other, errors: [], error: new ApiError('rest-invalid-event-id', { values: { target: key } }) }
  const isPicture = store.media.get(Number(key)) !== undefined
  return {
    errors: [],
    error: isPicture ? new ApiError('rest-invalid-event-id', { values: { target: key } }) : notFound(operation, key),
  }
}

export function notFound({ resource = 'events' }: Operation, key: string): ApiError {
  return new ApiError(not_found[resource], { values: { target: key } })
}

/** In quirks mode `id` and `slug` of body and query override the path. Source: interface Q11, Q32. */
function chosenKey(name: string, key: string, settings: ServiceContext['settings'], given: Given): string {
  const other = given[name]
  if (typeof other !== 'string' && typeof other !== 'number') return key
  return quirk(settings, name === 'id' ? 'body_id_selects' : 'body_slug_selects') ? String(other) : key
}

/**
 * Whether quirks mode does not know the slug in this encoding: slugs of other scripts are stored percent-encoded in
 * lower case, and UTF-8 arrives as it is or encoded in upper case. Source: interface 14.
 */
function isRefusedSlug(sent: string, settings: ServiceContext['settings']): boolean {
  return (
    /[^\0-\x7f]|%[C-F][\dA-F]/.test(sent) &&
    slugOf(percentDecoded(sent)).includes('%') &&
    quirk(settings, 'utf8_slugs_are_refused')
  )
}

function isSame(given: Json | undefined, id: number): boolean {
  return given === undefined || given === null || wholeOf(given) === id
}

function recordOf(
  { resource = 'events' }: Operation,
  name: string,
  key: string,
  store: Store,
): (Required<Pick<PathTarget, 'id'>> & Pick<PathTarget, 'post'>) | undefined {
  if (resource === 'categories' || resource === 'tags') {
    const term = store.terms.get(Number(key))
    return term?.taxonomy === taxonomies[resource] ? { id: term.id } : undefined
  }
  const posts = store[kinds[resource]]
  const id = name === 'id' ? Number(key) : (posts.idOfSlug(key) ?? posts.idOfSlug(slugOf(key)))
  const post = id === undefined ? undefined : posts.get(id)
  return post && { id: post.id, post }
}
