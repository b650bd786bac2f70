// Records with everything they link to, presented to the caller.
import { quirk } from '../quirks/quirks.ts'
import { presentConcealed, presentEvent } from '../domain/present/event.ts'
import { presentOrganizer } from '../domain/present/organizer.ts'
import { presentLinkedTerm, presentTerm } from '../domain/present/term.ts'
import type { PresentContext, EventLinks, CountedTerm } from '../domain/present/shared.ts'
import { presentVenue } from '../domain/present/venue.ts'
import type { EventRecord, Post, PostKind, PostRecords, TermRecord } from '../domain/records.ts'
import { mayRead, mayUnlock } from '../domain/rights.ts'
import type { ServiceSettings } from '../domain/settings.ts'
import type { Store } from '../storage/store.ts'
import type { Call, ServiceContext } from './handler.ts'

type Asker = Pick<Call<unknown>, 'caller' | 'given' | 'service'>

/** Where a record is presented: alone, by id or slug, in a list, or as the answer of a write. */
export type ShowOptions = 'single' | 'listed' | 'written'

/** The record as the caller may see it. */
export function shownPost<K extends PostKind>(
  kind: K,
  record: PostRecords[K],
  call: Asker,
  where: ShowOptions,
): unknown {
  return presenters[kind](record, call, where)
}

const presenters: {
  readonly [K in PostKind]: (record: PostRecords[K], call: Asker, where: ShowOptions) => unknown
} = {
  event: (event, call, where) => {
    const view = viewOf('event', call, where)
    const body =
      where === 'listed' && isConcealed('event', event, call)
        ? presentConcealed(event, view)
        : presentEvent(event, linksOf(event, call), view)
    return where === 'listed' && quirk(call.service.settings, 'lists_have_custom_fields')
      ? { ...body, custom_fields: [] }
      : body
  },
  venue: (venue, call, where) => presentVenue(venue, viewOf('venue', call, where)),
  organizer: (organizer, call, where) => presentOrganizer(organizer, viewOf('organizer', call, where)),
}

/**
 * A protected venue or organizer is blank inside an event and in answers of writes, for every caller. Source: interface
 * 15.
 */
function viewOf(kind: PostKind, call: Asker, where: ShowOptions): PresentContext {
  const { settings } = call.service
  const hasKey = (place: Post) => kind !== 'event' && where !== 'written' && !isConcealed('venue', place, call)
  return {
    settings,
    single: where === 'single',
    isBlank: (place) => isProtected('venue', place, settings) && !hasKey(place),
  }
}

function linksOf(event: EventRecord, { caller, service: { store, settings } }: Asker): EventLinks {
  const toAll = quirk(settings, 'linked_records_are_public')
  const seen = <P extends Post>(record: P | undefined): readonly P[] =>
    record && (toAll || mayRead(caller, record)) ? [record] : []
  return {
    venues: event.venue.flatMap((id) => seen(store.venue.get(id))),
    organizers: event.organizer.flatMap((id) => seen(store.organizer.get(id))),
    categories: termsOf(event.categories, store),
    tags: termsOf(event.tags, store),
  }
}

const byName = new Intl.Collator('en', { sensitivity: 'base' })

function termsOf(ids: readonly number[], store: Store): readonly CountedTerm[] {
  if (ids.length === 0) return []
  const terms = ids.flatMap((id) => store.terms.get(id) ?? [])
  return terms.sort((a, b) => byName.compare(a.name, b.name)).map((term) => counted(term, store))
}

function counted(term: TermRecord, { terms }: Store): CountedTerm {
  return { ...term, count: terms.count(term.id) }
}

export function shownTerm(
  term: TermRecord,
  { store, settings }: ServiceContext,
  where: ShowOptions | 'removed',
): unknown {
  const present = where === 'single' || where === 'written' ? presentLinkedTerm : presentTerm
  return present(counted(term, store), above(term, store), settings)
}

/** The slugs of a category's parents, topmost first. */
function above({ parent }: TermRecord, { terms }: Store): readonly string[] {
  const slugs: string[] = []
  for (let next = terms.get(parent); next; next = terms.get(next.parent)) slugs.unshift(next.slug)
  return slugs
}

/** Whether a password protects the record. */
function isProtected(kind: PostKind, { password }: Pick<Post, 'password'>, settings: ServiceSettings): boolean {
  return password !== '' && havePasswords(kind, settings)
}

/** Whether the caller sees the record without what its password protects. Source: interface Q18, Q30, 15, 16.2. */
export function isConcealed(
  kind: PostKind,
  post: Post,
  { caller, given, service: { settings } }: Pick<Call<unknown>, 'caller' | 'given' | 'service'>,
): boolean {
  if (!isProtected(kind, post, settings) || given.password === post.password) return false
  return (
    !mayUnlock(caller, post, settings) || (quirk(settings, 'passwords_apply_to_editors') && given.context !== 'edit')
  )
}

/** Whether records of this kind can have a password. */
export function havePasswords(kind: PostKind, settings: ServiceSettings): boolean {
  return kind === 'event' || quirk(settings, 'places_have_passwords')
}
