// Venues and organizers in answers: empty values are left out, except the two flags of venues.
import type { JsonObject } from '../../../base/json.ts'
import type { CountedTerm, OrganizerRecord, TermRecord, VenueRecord } from '../records.ts'
import type { ServiceSettings } from '../settings.ts'
import {
  authorship,
  collectionUrl,
  filled,
  hasData,
  identity,
  itemUrl,
  pageLink,
  type PresentContext,
  shownImage,
  shownText,
  taxonomyName,
  termUrl,
} from './shared.ts'
import { personData, placeData } from './structured.ts'

/** A venue as answers show it. Source: interface 4.2. */
export function presentVenue(venue: VenueRecord, view: PresentContext) {
  return view.isHiddenByPassword(venue)
    ? withoutValues(shownVenue(venue, { ...view, single: false }))
    : shownVenue(venue, view)
}

function shownVenue(venue: VenueRecord, view: PresentContext) {
  const { id, slug, address, city, country, province, state, zip, phone, website, stateprovince, geo_lat, geo_lng } =
    venue
  return {
    id,
    ...authorship(venue),
    ...pageLink('venue', venue, view),
    ...filled({
      venue: shownText('title', venue.title, view.settings),
      description: shownText('description', venue.description, view.settings),
      excerpt: shownText('excerpt', venue.excerpt, view.settings),
      slug,
      image: shownImage(venue.image),
      address,
      city,
      country,
      province,
      state,
      zip,
      phone,
      website,
      stateprovince,
      geo_lat,
      geo_lng,
      ...(hasData(venue, view) && { json_ld: placeData(venue, view) }),
    }),
    show_map: venue.show_map,
    show_map_link: venue.show_map_link,
    ...identity(venue, view),
  }
}

/** An organizer as answers show it. Source: interface 4.2. */
export function presentOrganizer(organizer: OrganizerRecord, view: PresentContext) {
  return view.isHiddenByPassword(organizer)
    ? withoutValues(shownOrganizer(organizer, { ...view, single: false }))
    : shownOrganizer(organizer, view)
}

function shownOrganizer(organizer: OrganizerRecord, view: PresentContext) {
  const { id, slug, phone, website, email } = organizer
  return {
    id,
    ...authorship(organizer),
    ...pageLink('organizer', organizer, view),
    ...filled({
      organizer: shownText('title', organizer.title, view.settings),
      description: shownText('description', organizer.description, view.settings),
      excerpt: shownText('excerpt', organizer.excerpt, view.settings),
      slug,
      image: shownImage(organizer.image),
      phone,
      website,
      email,
      ...(hasData(organizer, view) && { json_ld: personData(organizer, view) }),
    }),
    ...identity(organizer, view),
  }
}

const shown_when_protected = new Set([
  'id',
  'author',
  'status',
  'date',
  'date_utc',
  'modified',
  'modified_utc',
  'url',
  'slug',
  'global_id',
  'global_id_lineage',
])

/** A protected record: blank values for the keys that it has, except its slug and dates. Source: interface 15. */
function withoutValues(shown: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(shown).map(([name, value]) => [
      name,
      shown_when_protected.has(name)
        ? value
        : name === 'venue' || name === 'organizer'
          ? []
          : name === 'image'
            ? false
            : typeof value === 'boolean'
              ? null
              : '',
    ]),
  )
}

/** A term of a list. `above` holds the slugs of its ancestors, topmost first. */
export function presentTerm(term: CountedTerm, above: readonly string[], settings: ServiceSettings) {
  const { id, count, slug, taxonomy, parent } = term
  return {
    id,
    count,
    description: shownText('term', term.description, settings),
    name: shownText('name', term.name, settings),
    slug,
    taxonomy: taxonomyName(taxonomy, settings.address),
    ...(taxonomy === 'category' && { parent }),
    meta: [],
    url: termUrl(term, above, settings.address),
    urls: urls(term, settings),
  }
}

/** The same with `_links`, as GET of one term has it. */
export function presentLinkedTerm(term: CountedTerm, above: readonly string[], settings: ServiceSettings) {
  const { self, collection, up } = urls(term, settings)
  const _links = {
    self: [{ href: self }],
    collection: [{ href: collection }],
    ...(up !== undefined && { up: [{ embeddable: true, href: up }] }),
  }
  return { ...presentTerm(term, above, settings), _links }
}

/** A term inside an event. */
export function presentTermOfEvent(term: CountedTerm, settings: ServiceSettings) {
  const { id, slug, taxonomy, parent, count } = term
  return {
    name: shownText('name', term.name, settings),
    slug,
    term_group: 0,
    term_taxonomy_id: id,
    taxonomy: taxonomyName(taxonomy, settings.address),
    description: shownText('term', term.description, settings),
    parent,
    count,
    filter: 'raw',
    id,
    urls: urls(term, settings),
  }
}

function urls(
  { id, taxonomy, parent }: TermRecord,
  { address }: ServiceSettings,
): { readonly self: string; readonly collection: string; readonly up?: string } {
  return {
    self: itemUrl(taxonomy, id, address),
    collection: collectionUrl(taxonomy, address),
    ...(parent !== 0 && { up: itemUrl(taxonomy, parent, address) }),
  }
}
