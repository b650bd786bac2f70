// Creates and changes events.
import { slugOf } from '../../../base/text/slug.ts'
import type { EventRecord, Taxonomy } from '../../domain/records.ts'
import { isDraft } from '../../domain/status.ts'
import type { EventValues } from '../../domain/values.ts'
import { changedEvent, type Resolved } from '../../domain/writes/apply-changes.ts'
import { blankEvent } from '../../domain/writes/blank-records.ts'
import { refuseForm } from '../../quirks/crashing-inputs.ts'
import { publishLinkedDrafts } from '../../quirks/linked-drafts.ts'
import { quirk } from '../../quirks/quirks.ts'
import { burnEmbedIds, burnRevisionId } from '../../quirks/skipped-ids.ts'
import { eventBeforeUpdate } from '../../quirks/update-reset.ts'
import {
  type Call,
  contextOf,
  type Handler,
  type HandlerAnswer,
  type ServiceContext,
  targetRecord,
} from '../handler.ts'
import { shownPost } from '../show.ts'
import { imageOf, passwordOf } from './fields.ts'
import { createPlace, type PlaceKind, type PlaceValues } from './places.ts'
import { insertWithSlug, slugAfter } from './slugs.ts'
import { insertTerm } from './terms.ts'

/** Source: interface 9. */
export const createEvent: Handler<EventValues> = (call) => {
  const {
    values,
    caller,
    service: { store, settings },
  } = call
  const context = contextOf(call)
  const sent =
    quirk(settings, 'zero_cost_is_dropped') && (values.cost === '0' || values.cost === 0)
      ? { ...values, cost: '' }
      : values
  const record = changedEvent(blankEvent(context), sent, resolvedOf(call), context)
  const slug = slugAfter(undefined, record, { posts: store.event, caller, ...wantedOf(call) })
  const named = isDraft(record.status)
    ? { id: store.event.insert({ ...record, slug }), slug }
    : insertWithSlug(slug, record, store.event)
  return written(201, { event: { ...record, ...named }, isRevised: record.sticky }, call)
}

/** Fields that are not sent are kept; quirks mode resets many of them. Source: interface Q1. */
export const updateEvent: Handler<EventValues> = (call) => {
  const {
    values,
    caller,
    service: { store },
  } = call
  const context = contextOf(call)
  const before = targetRecord('event', call)
  const after = changedEvent(eventBeforeUpdate(before, context), values, resolvedOf(call), context)
  const named = {
    ...after,
    slug: slugAfter(before, after, { posts: store.event, caller, id: before.id, ...wantedOf(call) }),
  }
  publishLinkedDrafts(before, named, call)
  store.event.replace(named)
  return written(200, { event: named, isRevised: true }, call)
}

/**
 * The answer is made of what was written: reading it again took a twentieth of a create. In quirks mode a new sticky
 * event has a revision.
 */
function written(
  status: number,
  { event, isRevised }: { readonly event: EventRecord; readonly isRevised: boolean },
  call: Call<unknown>,
): HandlerAnswer {
  if (isRevised) burnRevisionId(event, call.service)
  burnEmbedIds(event, call.service)
  return { status, body: shownPost('event', event, call, 'written') }
}

function wantedOf({ values: { slug } }: Call<EventValues>): { readonly wanted?: string } {
  return slug === undefined ? {} : { wanted: slug }
}

/** The records and images that the values name, found or created. Source: interface 12. */
function resolvedOf(call: Call<EventValues>): Resolved {
  const {
    values,
    given,
    service: { store, settings },
  } = call
  const image = imageOf(values.image, store.media)
  refuseForm('venue', given, settings)
  const venue = linkedIds('venue', values.venue, call)
  const categories = namedTermIds('category', values.categories, call)
  const tags = namedTermIds('tag', values.tags, call)
  refuseForm('organizer', given, settings)
  return {
    image,
    venue,
    organizer: linkedIds('organizer', values.organizer, call),
    categories,
    tags,
    password: passwordOf('event', call),
  }
}

/**
 * The ids of the venues or organizers that a write names, each once, in the order given; undefined where none are sent.
 *
 * Source: Q15, interface 12.
 */
function linkedIds<K extends PlaceKind>(
  kind: K,
  sent: readonly (number | PlaceValues[K])[] | undefined,
  call: Call<unknown>,
): readonly number[] | undefined {
  if (!sent) return undefined
  if (sent.length === 0 && kind === 'venue' && quirk(call.service.settings, 'venues_cannot_be_unlinked'))
    return undefined
  return [...new Set(sent.map((item) => (typeof item === 'number' ? item : createPlace(kind, item, call))))]
}

/**
 * The ids of the terms that a write names; unknown names become terms, unknown ids are left out. Source: Q8,
 * interface 12.
 */
function namedTermIds(
  taxonomy: Taxonomy,
  sent: EventValues['categories'],
  { service }: Call<unknown>,
): readonly number[] | undefined {
  if (!sent) return undefined
  // All are looked up before any is created.
  const wanted = sent.map((item) =>
    typeof item === 'number'
      ? knownTerm(taxonomy, item, service)
      : typeof item === 'string'
        ? wantedTerm(taxonomy, item.trim(), service)
        : undefined,
  )
  const ids = wanted.flatMap((item) =>
    typeof item === 'string'
      ? (namedTerm(taxonomy, item, service) ?? insertTerm(taxonomy, { name: item }, service))
      : (item ?? []),
  )
  return [...new Set(ids)]
}

function knownTerm(taxonomy: Taxonomy, id: number, { store }: ServiceContext): number | undefined {
  return store.terms.get(id)?.taxonomy === taxonomy ? id : undefined
}

/** The term of this name or slug, or the name of the one to create. */
function wantedTerm(taxonomy: Taxonomy, name: string, service: ServiceContext): number | string | undefined {
  if (name === '') return undefined
  const found = namedTerm(taxonomy, name, service)
  if (found === undefined) return name
  return taxonomy === 'tag' && quirk(service.settings, 'existing_tag_names_make_new_tags') ? String(found) : found
}

function namedTerm(taxonomy: Taxonomy, name: string, { store: { terms } }: ServiceContext): number | undefined {
  return terms.idOfName(taxonomy, name) ?? terms.idOfSlug(taxonomy, slugOf(name))
}
