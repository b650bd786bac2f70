// Records gathered with all that they name, and shown to whoever asks.
import { has } from '../domain/modes.ts'
import { type EventLinks, presentConcealed, presentEvent } from '../domain/present/event.ts'
import { presentOrganizer } from '../domain/present/organizer.ts'
import { type CountedTerm, presentLinkedTerm, presentTerm } from '../domain/present/term.ts'
import { presentVenue } from '../domain/present/venue.ts'
import type { EventRecord, Post, PostKind, PostRecords, TermRecord } from '../domain/records.ts'
import { mayEdit, mayRead } from '../domain/rights.ts'
import type { Store } from '../domain/store.ts'
import type { Call } from './handler.ts'

type Asker = Pick<Call, 'caller' | 'given' | 'world'>

/** How a record is shown: alone, by id or slug, or as one of a list or the result of a write. */
export type Occasion = 'single' | 'listed' | 'written'

/** The record as the caller may see it. */
export function shownPost<K extends PostKind>(kind: K, record: PostRecords[K], call: Asker, occasion: Occasion): unknown {
  return presenters[kind](record, call, occasion)
}

const presenters: { readonly [K in PostKind]: (record: PostRecords[K], call: Asker, occasion: Occasion) => unknown } = {
  event: (event, call, occasion) => {
    const view = viewOf(call, occasion)
    return occasion === 'listed' && isConcealed(event, call) ? presentConcealed(event, view) : presentEvent(event, linksOf(event, call), view)
  },
  venue: (venue, call, occasion) => presentVenue(venue, viewOf(call, occasion)),
  organizer: (organizer, call, occasion) => presentOrganizer(organizer, viewOf(call, occasion)),
}

function viewOf({ world }: Asker, occasion: Occasion) {
  return { settings: world.settings, single: occasion === 'single' }
}

/** Whether a password keeps the event from the caller. Source: D18, D30. */
export function isConcealed(event: EventRecord, { caller, given, world: { settings } }: Asker): boolean {
  if (event.password === '' || given.password === event.password) return false
  return !mayEdit(caller, event) || (has(settings, 'passwords_hold_for_editors') && given.context !== 'edit')
}

function linksOf(event: EventRecord, { caller, world: { store, settings } }: Asker): EventLinks {
  const toAll = has(settings, 'linked_records_show_to_all')
  const seen = <P extends Post>(record: P | undefined): readonly P[] => (record && (toAll || mayRead(caller, record)) ? [record] : [])
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

export function shownTerm(term: TermRecord, { store, settings }: Call['world'], occasion: Occasion | 'removed'): unknown {
  const present = occasion === 'single' || occasion === 'written' ? presentLinkedTerm : presentTerm
  return present(counted(term, store), above(term, store), settings)
}

/** The slugs of a category's parents, topmost first. */
function above({ parent }: TermRecord, { terms }: Store): readonly string[] {
  const slugs: string[] = []
  for (let next = terms.get(parent); next; next = terms.get(next.parent)) slugs.unshift(next.slug)
  return slugs
}
