// The handler of each operation.
import { describeService, describeNamespace } from './describe.ts'
import { createEvent, updateEvent } from './writes/events.ts'
import type { OperationName } from '../../spec/operations.ts'
import type { OperationInput } from '../domain/values.ts'
import type { CallWith, Handler, HandlerAnswer } from './handler.ts'
import { listCategories, listEvents, listOrganizers, listTags, listVenues } from './lists.ts'
import { createOrganizer, createVenue, updateOrganizer, updateVenue } from './writes/places.ts'
import { getEvent, getOrganizer, getTerm, getVenue } from './show.ts'
import { createCategory, createTag, deleteTerm, updateTerm } from './writes/terms.ts'
import { deleteEvent, deleteOrganizer, deleteVenue } from './writes/trash.ts'

const handlers: { readonly [N in OperationName]: Handler<OperationInput<N>> } = {
  index: describeNamespace,
  doc: describeService,
  'events.list': listEvents,
  'events.create': createEvent,
  'events.get': getEvent,
  'events.get-by-slug': getEvent,
  'events.update': updateEvent,
  'events.update-by-slug': updateEvent,
  'events.delete': deleteEvent,
  'events.delete-by-slug': deleteEvent,
  'venues.list': listVenues,
  'venues.create': createVenue,
  'venues.get': getVenue,
  'venues.get-by-slug': getVenue,
  'venues.update': updateVenue,
  'venues.update-by-slug': updateVenue,
  'venues.delete': deleteVenue,
  'venues.delete-by-slug': deleteVenue,
  'organizers.list': listOrganizers,
  'organizers.create': createOrganizer,
  'organizers.get': getOrganizer,
  'organizers.get-by-slug': getOrganizer,
  'organizers.update': updateOrganizer,
  'organizers.update-by-slug': updateOrganizer,
  'organizers.delete': deleteOrganizer,
  'organizers.delete-by-slug': deleteOrganizer,
  'categories.list': listCategories,
  'categories.create': createCategory,
  'categories.get': getTerm,
  'categories.update': updateTerm,
  'categories.delete': deleteTerm,
  'tags.list': listTags,
  'tags.create': createTag,
  'tags.get': getTerm,
  'tags.update': updateTerm,
  'tags.delete': deleteTerm,
}

/** Executes the operation of this name. */
export function handle<N extends OperationName>(name: N, call: CallWith<OperationInput<N>>): Promise<HandlerAnswer> {
  return handlers[name](call)
}
