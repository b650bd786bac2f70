// Reads one record by its id or slug, and presents records with those they link to, as far as passwords allow.
import type { JsonObject } from '../../base/json.ts'
import { foldForSearch } from '../../base/text/slug.ts'
import { ApiError } from '../domain/api-error.ts'
import {
  presentConcealed,
  presentEvent,
  presentLinkedTerm,
  presentPlace,
  presentTerm,
} from '../domain/present/records.ts'
import type { EventLinks, PresentContext } from '../domain/present/shared.ts'
import type {
  CountedTerm,
  EventRecord,
  OrganizerRecord,
  LinkedKind,
  Post,
  PostKind,
  PostRecords,
  VenueRecord,
} from '../domain/records.ts'
import { mayRead, mayUnlock } from '../domain/rights.ts'
import type { ServiceSettings } from '../domain/settings.ts'
import { termInContext } from '../quirks/deployed-lists.ts'
import { quirk } from '../quirks/quirks.ts'
import type { Store } from '../storage/store.ts'
import {
  type Call,
  type Handler,
  type HandlerAnswer,
  type ServiceContext,
  type ShowContext,
  targetRecord,
} from './handler.ts'

/**
 * Reads one event.
 *
 * Errors: 403 if the caller may not read the event, if it is in the trash, and if its password is missing.
 * Source: interface Q25, Q30, 15.
 */
export const getEvent: Handler = async (call) => {
  const event = targetRecord('event', call)
  if (event.status === 'trash' && quirk(call.settings, 'trashed_events_are_unavailable'))
    throw new ApiError('event-no-longer-available')
  if (!mayRead(call.caller, event)) throw new ApiError(refusalOf(event, call))
  if (isConcealed('event', event, call)) throw new ApiError('event-password-protected')
  return { status: 200, body: await shownPost('event', event, call, 'single') }
}

function refusalOf({ status }: EventRecord, { settings }: Call): 'event-no-longer-available' | 'event-not-accessible' {
  return status === 'trash' && !quirk(settings, 'trashed_events_are_inaccessible')
    ? 'event-no-longer-available'
    : 'event-not-accessible'
}

export async function getPlace(kind: LinkedKind, call: Call): Promise<HandlerAnswer> {
  const record = targetRecord(kind, call)
  if (!mayRead(call.caller, record)) throw new ApiError(`${kind}-not-accessible`)
  return { status: 200, body: await shownPost(kind, record, call, 'single') }
}

export const getTerm: Handler = async (call) => ({
  status: 200,
  body: termInContext(await shownTerm(targetRecord('term', call), call, 'single'), call),
})

/** How an answer shows a record: alone (GET by id or slug), in a list, or as the result of a write. */
type ShownAs = 'single' | 'listed' | 'written'

/** The records as the caller may see them. Linked records are read in one batch for each kind. */
export async function shownPosts<K extends PostKind>(
  kind: K,
  records: readonly PostRecords[K][],
  call: ShowContext,
  where: ShownAs,
): Promise<readonly JsonObject[]> {
  return records.map(await presenters[kind](records, call, where))
}

export async function shownPost<K extends PostKind>(
  kind: K,
  record: PostRecords[K],
  call: ShowContext,
  where: ShownAs,
): Promise<JsonObject> {
  const [shown = {}] = await shownPosts(kind, [record], call, where)
  return shown
}

/** Each function reads the linked records and returns how to present one record. */
const presenters: {
  readonly [K in PostKind]: (
    records: readonly PostRecords[K][],
    call: ShowContext,
    where: ShownAs,
  ) => Promise<(record: PostRecords[K]) => JsonObject>
} = {
  event: async (events, sent, where) => {
    const call = where === 'listed' ? withPasswordOfOne(events, sent) : sent
    const view = viewOf('event', call, where)
    const isListed = where === 'listed'
    const linked = isListed || of_links.some(call.wants) ? await linkedBy(events, call.store) : no_records
    return (event) => {
      const body =
        isListed && isConcealed('event', event, call)
          ? presentConcealed(event, view)
          : presentEvent(event, visibleLinks(event, linked, call), view)
      return quirk(call.settings, 'events_have_custom_fields') ? { ...body, custom_fields: [] } : body
    }
  },
  venue: (_, call, where) => placePresenter('venue', call, where),
  organizer: (_, call, where) => placePresenter('organizer', call, where),
}

async function placePresenter<K extends LinkedKind>(kind: K, call: ShowContext, where: ShownAs) {
  const view = viewOf(kind, call, where)
  return (place: PostRecords[K]) => presentPlace(kind, place, view)
}

/**
 * How records are presented. A protected venue or organizer is blank inside an event and in answers of writes, for
 * every caller. Source: interface 15.
 */
function viewOf(kind: PostKind, call: ShowContext, where: ShownAs): PresentContext {
  const { settings } = call
  const isUnlocked = (place: Post) => kind !== 'event' && where !== 'written' && !isConcealed('venue', place, call)
  return {
    settings,
    single: where === 'single',
    isHiddenByPassword: (place) => isProtected('venue', place, settings) && !isUnlocked(place),
    mayRead: (post) => mayRead(call.caller, post),
  }
}

/** The records that events link to, by id. */
interface LinkedRecords {
  readonly venues: ReadonlyMap<number, VenueRecord>
  readonly organizers: ReadonlyMap<number, OrganizerRecord>
  readonly terms: ReadonlyMap<number, CountedTerm>
}

const no_records: LinkedRecords = { venues: new Map(), organizers: new Map(), terms: new Map() }

/** The members of an event that are made from the records that it links to. */
const of_links = ['venue', 'organizer', 'categories', 'tags', 'json_ld'] as const

async function linkedBy(events: readonly EventRecord[], store: Store): Promise<LinkedRecords> {
  // Each link of an event once.
  const ids = (of: (event: EventRecord) => readonly number[]) =>
    events.length === 1 ? events.flatMap(of) : [...new Set(events.flatMap(of))]
  const venue_ids = ids((event) => event.venue)
  const organizer_ids = ids((event) => event.organizer)
  const term_ids = ids(({ categories, tags }) => [...categories, ...tags])
  if (venue_ids.length + organizer_ids.length + term_ids.length === 0) return no_records
  // At the same time: an engine behind a connection sends all three before the first is answered.
  const [venues, organizers, terms] = await Promise.all([
    venue_ids.length > 0 ? store.venue.getMany(venue_ids) : [],
    organizer_ids.length > 0 ? store.organizer.getMany(organizer_ids) : [],
    term_ids.length > 0 ? store.terms.getMany(term_ids) : [],
  ])
  return { venues: byId(venues), organizers: byId(organizers), terms: byId(terms) }
}

function byId<R extends { readonly id: number }>(records: readonly R[]): ReadonlyMap<number, R> {
  return new Map(records.map((record) => [record.id, record]))
}

function visibleLinks(
  event: EventRecord,
  { venues, organizers, terms }: LinkedRecords,
  { caller, settings }: ShowContext,
): EventLinks {
  const isPublic = quirk(settings, 'linked_records_are_public')
  const visible = <P extends Post>(records: readonly P[]) =>
    isPublic ? records : records.filter((record) => mayRead(caller, record))
  return {
    venues: visible(recordsWithIds(venues, event.venue)),
    organizers: visible(recordsWithIds(organizers, event.organizer)),
    categories: sorted(recordsWithIds(terms, event.categories)),
    tags: sorted(recordsWithIds(terms, event.tags)),
  }
}

/** The records with these ids, in this order; ids without a record are left out. */
function recordsWithIds<R>(records: ReadonlyMap<number, R>, ids: readonly number[]): readonly R[] {
  return ids.flatMap((id) => records.get(id) ?? [])
}

/** In the order of lists of terms: by the bytes of their keys, then by id. */
function sorted(terms: readonly CountedTerm[]): readonly CountedTerm[] {
  if (terms.length < 2) return terms
  const keyed = terms.map((term) => ({ term, key: Buffer.from(foldForSearch(term.name)) }))
  return keyed.toSorted((a, b) => Buffer.compare(a.key, b.key) || a.term.id - b.term.id).map(({ term }) => term)
}

export async function shownTerm(term: CountedTerm, service: ServiceContext, where: TermShownAs): Promise<JsonObject> {
  const present = await termPresenter([term], service, where)
  return present(term)
}

type TermShownAs = ShownAs | 'removed'

/** Presents each of these terms as answers show it. Their parents are read in one batch. */
export async function termPresenter(
  terms: readonly CountedTerm[],
  { store, settings }: ServiceContext,
  where: TermShownAs,
): Promise<(term: CountedTerm) => JsonObject> {
  const present = where === 'single' || where === 'written' ? presentLinkedTerm : presentTerm
  const parents = [...new Set(terms.map(({ parent }) => parent))].filter((id) => id !== 0)
  const ancestors = byId(parents.length > 0 ? await store.terms.withAncestors(parents) : [])
  return (term) => present(term, above(term, ancestors), settings)
}

/** The slugs of the ancestors of a category, topmost first. */
function above({ parent }: CountedTerm, ancestors: ReadonlyMap<number, CountedTerm>): readonly string[] {
  const slugs: string[] = []
  for (let next = ancestors.get(parent); next; next = ancestors.get(next.parent)) slugs.unshift(next.slug)
  return slugs
}

/** Whether a password protects the record. */
function isProtected(kind: PostKind, { password }: Pick<Post, 'password'>, settings: ServiceSettings): boolean {
  return password !== '' && havePasswords(kind, settings)
}

/** Whether the caller sees the record without what its password protects. Source: interface Q18, Q30, 15, 16.2. */
function isConcealed(kind: PostKind, post: Post, { caller, given, password, settings }: ShowContext): boolean {
  if (!isProtected(kind, post, settings) || password === post.password) return false
  return (
    !mayUnlock(caller, post, settings) || (quirk(settings, 'passwords_apply_to_editors') && given.context !== 'edit')
  )
}

/**
 * The request without its password if that would be tried on several events of a list: one attempt tries one event.
 * Source: interface Q44.
 */
function withPasswordOfOne(events: readonly EventRecord[], call: ShowContext): ShowContext {
  if (call.password === undefined || quirk(call.settings, 'passwords_unlock_lists')) return call
  const without = { ...call, password: undefined }
  return events.filter((event) => isConcealed('event', event, without)).length > 1 ? without : call
}

/** Whether records of this kind can have a password. */
export function havePasswords(kind: PostKind, settings: ServiceSettings): boolean {
  return kind === 'event' || quirk(settings, 'places_have_passwords')
}
