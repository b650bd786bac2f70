// Creates and changes events.
import { changedEvent, type Resolved } from '../../domain/writes/apply-changes.ts'
import { blankEvent } from '../../domain/writes/blank-records.ts'
import { eventBeforeUpdate } from '../../quirks/update-reset.ts'
import { quirk } from '../../quirks/quirks.ts'
import type { EventRecord } from '../../domain/records.ts'
import type { EventValues } from '../../domain/values.ts'
import { isDraft } from '../../domain/status.ts'
import { refuseForm } from '../../quirks/crashing-inputs.ts'
import { type HandlerAnswer, type Call, type Handler, contextOf, targetRecord } from '../handler.ts'
import { publishLinkedDrafts } from '../../quirks/linked-drafts.ts'
import { linkedIds, namedTermIds } from './links.ts'
import { imageOf, passwordOf } from './fields.ts'
import { burnEmbedIds, burnRevisionId } from '../../quirks/skipped-ids.ts'
import { shownPost } from '../show.ts'
import { slugAfter, insertWithSlug } from './slugs.ts'

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
