// Creates and changes events.
import type { JsonObject } from '../../../base/json.ts'
import { slugOf } from '../../../base/text/slug.ts'
import type { EventRecord, LinkedKind, Taxonomy } from '../../domain/records.ts'
import type { EventValues, TermReference } from '../../domain/values.ts'
import { newEvent, changedEvent, type Resolved } from '../../domain/apply-changes.ts'
import { refuseForm, term_name_length_max } from '../../quirks/crashing-inputs.ts'
import {
  consumeEmbedIds,
  consumeRevisionId,
  eventBeforeUpdate,
  publishLinkedDrafts,
} from '../../quirks/deployed-writes.ts'
import { quirk } from '../../quirks/quirks.ts'
import { idOfTermName } from '../../quirks/texturize.ts'
import type { TermStore } from '../../storage/store.ts'
import {
  type Call,
  type CallWith,
  type Handler,
  type HandlerAnswer,
  type ServiceContext,
  targetRecord,
} from '../handler.ts'
import { shownPost } from '../show.ts'
import { createPlace, imageOf, passwordOf, type PlaceValues } from './places.ts'
import { insertNamed, slugAfter } from './slugs.ts'
import { insertTerm } from './terms.ts'

/** Creates an event. Source: interface 9. */
export const createEvent: Handler<EventValues> = async (call) => {
  const { values, caller, store, settings } = call
  const sent =
    quirk(settings, 'zero_cost_is_dropped') && (values.cost === '0' || values.cost === 0)
      ? { ...values, cost: '' }
      : values
  const record = changedEvent(newEvent(call), sent, await resolvedOf(call), call)
  const naming = { posts: store.event, status: record.status, caller, ...wantedOf(call) }
  const named = await insertNamed<'event'>(record, naming)
  return written(201, { event: { ...record, ...named }, isRevised: record.sticky }, call)
}

/**
 * Updates an event. Fields that are not sent are left unchanged; quirks mode resets many of them. Source: interface Q1.
 */
export const updateEvent: Handler<EventValues> = async (call) => {
  const { values, caller, store } = call
  const before = targetRecord('event', call)
  const after = changedEvent(eventBeforeUpdate(before, call), values, await resolvedOf(call), call)
  const named = {
    ...after,
    slug: await slugAfter(before, after, { posts: store.event, caller, id: before.id, ...wantedOf(call) }),
  }
  await publishLinkedDrafts(before, named, call)
  await store.event.update(before, named)
  return written(200, { event: named, isRevised: true }, call)
}

/**
 * The answer of a create or an update, made from the written record, because reading it again took 5 % of a create.
 * `isRevised` is whether deployed services store a revision, which takes an id.
 */
async function written(
  status: number,
  { event, isRevised }: { readonly event: EventRecord; readonly isRevised: boolean },
  call: Call,
): Promise<HandlerAnswer> {
  if (isRevised) await consumeRevisionId(event, call)
  await consumeEmbedIds(event, call)
  return { status, body: await shownPost('event', event, call, 'written') }
}

function wantedOf({ values: { slug } }: CallWith<EventValues>): { readonly wanted?: string } {
  return slug === undefined ? {} : { wanted: slug }
}

/** The records and images that the values name, found or created. Source: interface 12. */
async function resolvedOf(call: CallWith<EventValues>): Promise<Resolved> {
  const { values, given, store, settings } = call
  const image = values.image === undefined ? undefined : await imageOf(values.image, store.media)
  refuseForm('venue', given, settings)
  const venue = values.venue && (await linkedIds('venue', values.venue, call))
  const categories = values.categories && (await namedTermIds('category', values.categories, call))
  const tags = values.tags && (await namedTermIds('tag', values.tags, call))
  refuseForm('organizer', given, settings)
  return {
    image,
    venue,
    organizer: values.organizer && (await linkedIds('organizer', values.organizer, call)),
    categories,
    tags,
    password: passwordOf('event', call),
  }
}

/**
 * The ids of the venues or organizers that a write names, each once, in the order given; undefined to leave them
 * unchanged.
 *
 * Source: Q15, interface 12.
 */
async function linkedIds<K extends LinkedKind>(
  kind: K,
  sent: readonly (number | PlaceValues[K])[],
  call: Call,
): Promise<readonly number[] | undefined> {
  if (sent.length === 0 && kind === 'venue' && quirk(call.settings, 'venues_cannot_be_unlinked')) return undefined
  const ids = new Set<number>()
  for (const item of sent) ids.add(typeof item === 'number' ? item : await createPlace(kind, item, call))
  return [...ids]
}

/**
 * The ids of the terms that a write names; unknown names become terms, unknown ids are left out. Source: Q8,
 * interface 12.
 */
async function namedTermIds(
  taxonomy: Taxonomy,
  sent: readonly (TermReference | JsonObject)[],
  service: ServiceContext,
): Promise<readonly number[]> {
  // All are looked up before any is created.
  const known = await idsAmong(taxonomy, sent, service.store.terms)
  const wanted: (number | string)[] = []
  for (const item of sent) {
    if (typeof item === 'number' && known.has(item)) wanted.push(item)
    const term = typeof item === 'string' ? await wantedTerm(taxonomy, item.trim(), service) : undefined
    if (term !== undefined) wanted.push(term)
  }
  const ids = new Set<number>()
  for (const item of wanted) {
    if (typeof item === 'number') ids.add(item)
    else ids.add((await namedTerm(taxonomy, item, service)) ?? (await insertTerm(taxonomy, { name: item }, service)))
  }
  return [...ids]
}

/** The ids of existing terms of this kind. */
async function idsAmong(
  taxonomy: Taxonomy,
  items: readonly (TermReference | JsonObject)[],
  terms: TermStore,
): Promise<ReadonlySet<number>> {
  const ids = items.filter((item) => typeof item === 'number')
  const found = ids.length > 0 ? await terms.getMany(ids) : []
  return new Set(found.filter((term) => term.taxonomy === taxonomy).map(({ id }) => id))
}

/** The term of this name or slug, or the name of the one to create. */
async function wantedTerm(
  taxonomy: Taxonomy,
  name: string,
  service: ServiceContext,
): Promise<number | string | undefined> {
  if (name === '') return undefined
  if ([...name].length > term_name_length_max && quirk(service.settings, 'long_term_names_are_ignored'))
    return undefined
  const found = await namedTerm(taxonomy, name, service)
  if (found === undefined) return name
  return taxonomy === 'tag' && quirk(service.settings, 'existing_tag_names_make_new_tags') ? String(found) : found
}

async function namedTerm(
  taxonomy: Taxonomy,
  name: string,
  { store: { terms }, settings }: ServiceContext,
): Promise<number | undefined> {
  return (await idOfTermName({ taxonomy, name }, terms, settings)) ?? terms.idOfSlug(taxonomy, slugOf(name))
}
