// Venues and organizers in answers: empty values are left out, except the two flags of venues.
import type { JsonObject } from '../../../base/json.ts'
import type { CountedTerm, LinkedKind, PostRecords, TermRecord } from '../records.ts'
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
import { placeData } from './structured.ts'

/** A venue or organizer as answers show it. Source: interface 4.2. */
export function presentPlace<K extends LinkedKind>(kind: K, place: PostRecords[K], view: PresentContext): JsonObject {
  const { settings } = view
  const isHidden = view.isHiddenByPassword(place)
  const values = filled({
    [kind]: shownText('title', place.title, settings),
    description: shownText('description', place.description, settings),
    excerpt: shownText('excerpt', place.excerpt, settings),
    slug: place.slug,
    image: shownImage(place.image),
    ...own_texts[kind](place),
    ...(hasData(place, view) && !isHidden && { json_ld: placeData[kind](place, view) }),
  })
  const flag = (value: boolean) => (isHidden ? null : value)
  return {
    id: place.id,
    ...authorship(place),
    ...pageLink(kind, place, view),
    ...(isHidden ? blanked(kind, values) : values),
    ...('show_map' in place && { show_map: flag(place.show_map), show_map_link: flag(place.show_map_link) }),
    ...identity(place, view),
  }
}

/** The values of a protected record: blank, except its slug. Source: interface 15. */
function blanked(kind: LinkedKind, values: JsonObject): JsonObject {
  const blanks: JsonObject = { slug: values.slug, image: false, [kind]: [] }
  return Object.fromEntries(Object.keys(values).map((name) => [name, blanks[name] ?? '']))
}

const own_texts: { readonly [K in LinkedKind]: (place: PostRecords[K]) => JsonObject } = {
  venue: ({ address, city, country, province, state, zip, phone, website, stateprovince, geo_lat, geo_lng }) => ({
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
  }),
  organizer: ({ phone, website, email }) => ({ phone, website, email }),
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
