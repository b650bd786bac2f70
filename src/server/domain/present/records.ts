// Records in answers: events with every key, always, in the order of the deployed services; of venues and organizers
// empty values are left out, except the two flags of venues. Then structured data for search engines.
import {
  instantOfUtc,
  isZone,
  offsetAt,
  offsetText,
  type WallTime,
  zoneAbbreviation,
} from '../../../base/dates/zoned-time.ts'
import type { JsonObject } from '../../../base/json.ts'
import { textOfHtml } from '../../../base/text/untrusted-text.ts'
import { sentCost } from '../../../spec/cost.ts'
import { isAbbreviatedZone } from '../../quirks/city-zones.ts'
import {
  deployedEvent,
  deployedOrganizer,
  deployedVenue,
  escapedText,
  hasDeployedData,
  shownCost,
} from '../../quirks/deployed-data.ts'
import { quirk } from '../../quirks/quirks.ts'
import type {
  CountedTerm,
  EventRecord,
  LinkedKind,
  OrganizerRecord,
  Post,
  PostRecords,
  TermRecord,
  VenueRecord,
} from '../records.ts'
import type { ServiceSettings } from '../settings.ts'
import {
  collectionUrl,
  details,
  epoch,
  type EventLinks,
  filled,
  itemUrl,
  pageUrl,
  type PresentContext,
  shownImage,
  shownText,
  taxonomyName,
  termUrl,
  authorship,
  hasData,
  identity,
  pageLink,
} from './shared.ts'

/**
 * An event as answers show it.
 *
 * Shape:  `venue` is one object, `[]` for none, a list for several.
 * Source: interface 4.1.
 */
export function presentEvent(event: EventRecord, links: EventLinks, view: PresentContext) {
  const { settings } = view
  const { id, start_date, end_date, utc_start_date, utc_end_date, timezone } = event
  const page = pageLink('event', event, view)
  const cost = shownCost(event.cost, settings)
  const venues = links.venues.map((venue) => presentPlace('venue', venue, view))
  const shownEvent = {
    id,
    ...identity(event, view),
    ...authorship(event),
    ...page,
    rest_url: itemUrl('event', id, settings.address),
    title: shownText('title', event.title, settings),
    description: shownText('description', event.description, settings),
    excerpt: shownText('excerpt', event.excerpt, settings),
    slug: event.slug,
    image: shownImage(event.image),
    all_day: event.all_day,
    start_date,
    start_date_details: details(start_date),
    end_date,
    end_date_details: details(end_date),
    utc_start_date: utc_start_date || null,
    utc_start_date_details: details(utc_start_date),
    utc_end_date: utc_end_date || null,
    utc_end_date_details: details(utc_end_date),
    timezone,
    timezone_abbr: abbreviationOf(timezone, utc_start_date, view),
    cost: cost.shown,
    cost_details: {
      currency_symbol: cost.currency_symbol,
      currency_code: '',
      currency_position: cost.currency_position,
      values: cost.values,
      ...(quirk(settings, 'cost_texts_are_not_shown') ? {} : { text: sentCost(event.cost) }),
    },
    website: event.website === null ? page.url : shownText('address', event.website, settings),
    show_map: event.show_map,
    show_map_link: event.show_map_link,
    hide_from_listings: event.hide_from_listings,
    sticky: event.sticky,
    featured: event.featured,
    categories: links.categories.map((term) => presentTermOfEvent(term, settings)),
    tags: links.tags.map((term) => presentTermOfEvent(term, settings)),
    venue: venues.length === 1 ? venues[0] : venues,
    organizer: links.organizers.map((organizer) => presentPlace('organizer', organizer, view)),
  }
  return hasData(event, view) && event.password === ''
    ? { ...shownEvent, json_ld: eventData(event, openLinks(links, view), view) }
    : shownEvent
}

/** The links for structured data: without protected venues and organizers. */
function openLinks(links: EventLinks, { isHiddenByPassword }: PresentContext): EventLinks {
  return {
    ...links,
    venues: links.venues.filter((venue) => !isHiddenByPassword(venue)),
    organizers: links.organizers.filter((organizer) => !isHiddenByPassword(organizer)),
  }
}

function abbreviationOf(timezone: string, utc_start: WallTime, { settings }: PresentContext): string {
  return quirk(settings, 'abbreviated_zones_are_fixed') && isAbbreviatedZone(timezone)
    ? timezone.toUpperCase()
    : zoneAbbreviation(instantOfUtc(utc_start || epoch), timezone)
}

const unlinked: EventLinks = { venues: [], organizers: [], categories: [], tags: [] }

/** A protected event for callers without its password: title, slug and dates are shown, the rest is empty. */
export function presentConcealed(event: EventRecord, view: PresentContext) {
  return {
    ...presentEvent({ ...event, description: '', excerpt: '', image: null, cost: '', website: '' }, unlinked, view),
    all_day: null,
    show_map: null,
    show_map_link: null,
    hide_from_listings: null,
    sticky: null,
    featured: null,
  }
}

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
function presentTermOfEvent(term: CountedTerm, settings: ServiceSettings) {
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

const context = 'http://schema.org'

/** The structured data (schema.org, JSON-LD) of an event, for search engines. Source: interface 4.5. */
function eventData(event: EventRecord, links: EventLinks, view: PresentContext) {
  const { settings } = view
  const [venue, organizer] = [links.venues[0], links.organizers[0]]
  const url = pageUrl('event', event, settings.address)
  const deployed = hasDeployedData(settings) ? deployedEvent(event, url) : undefined
  const price = deployed ? deployed.price : shownCost(event.cost, settings).values[0]
  // A record that the caller may not read is false.
  const linked = <P extends Post, D>(place: P, data: (place: P, view: PresentContext) => D) =>
    deployed && !view.mayRead(place) ? false : data(place, view)
  return {
    '@context': context,
    '@type': 'Event',
    ...filled({
      name: textOfHtml(event.title),
      description: textOfHtml(event.description),
      image: event.image?.url ?? '',
    }),
    url: deployed?.url ?? url,
    ...(deployed && { name: deployed.name, description: deployed.description }),
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    eventStatus: 'https://schema.org/EventScheduled',
    startDate: isoOf(event.start_date, event.utc_start_date, event.timezone),
    endDate: isoOf(event.end_date, event.utc_end_date, event.timezone),
    ...(venue && { location: linked(venue, placeData.venue) }),
    ...(organizer && { organizer: linked(organizer, placeData.organizer) }),
    ...(price !== undefined && {
      offers: {
        '@type': 'Offer',
        price,
        priceCurrency: 'USD',
        url,
        category: 'primary',
        availability: 'inStock',
        validFrom: `${event.date.slice(0, 10)}T00:00:00+00:00`,
      },
    }),
    performer: 'Organization',
  }
}

/** The data of a venue or an organizer. */
const placeData: {
  readonly [K in LinkedKind]: (place: PostRecords[K], view: PresentContext) => JsonObject
} = { venue: venueData, organizer: organizerData }

function venueData(venue: VenueRecord, { settings }: PresentContext) {
  const { address } = settings
  const { geo_lat, geo_lng } = venue
  const postal_address = filled({
    streetAddress: venue.address,
    addressLocality: venue.city,
    addressRegion: venue.stateprovince,
    postalCode: venue.zip,
    addressCountry: venue.country,
  })
  if (hasDeployedData(settings)) {
    const escaped = Object.fromEntries(
      Object.entries(postal_address).map(([key, text]) => [key, escapedText(`${text}`)]),
    )
    return {
      ...deployedVenue(venue),
      ...filled({ image: venue.image?.url ?? '' }),
      address: { '@type': 'PostalAddress', ...escaped },
    }
  }
  return {
    '@context': context,
    '@type': 'Place',
    name: textOfHtml(venue.title),
    ...filled({ description: textOfHtml(venue.description), image: venue.image?.url ?? '' }),
    url: pageUrl('venue', venue, address),
    address: { '@type': 'PostalAddress', ...postal_address },
    ...(geo_lat !== null &&
      geo_lng !== null && { geo: { '@type': 'GeoCoordinates', latitude: geo_lat, longitude: geo_lng } }),
    ...filled({ telephone: venue.phone, sameAs: venue.website }),
  }
}

function organizerData(organizer: OrganizerRecord, { settings }: PresentContext) {
  if (hasDeployedData(settings))
    return { ...deployedOrganizer(organizer), ...filled({ image: organizer.image?.url ?? '' }) }
  const { address } = settings
  return {
    '@context': context,
    '@type': 'Person',
    name: textOfHtml(organizer.title),
    ...filled({ description: textOfHtml(organizer.description), image: organizer.image?.url ?? '' }),
    url: pageUrl('organizer', organizer, address),
    ...filled({ telephone: organizer.phone, email: organizer.email, sameAs: organizer.website }),
  }
}

/** ISO 8601 with the offset of the zone, UTC for an unknown zone: `2027-03-01T10:00:00-05:00`. */
function isoOf(wall: WallTime, utc: WallTime, zone: string): string {
  return `${wall.replace(' ', 'T')}${offsetText(offsetAt(instantOfUtc(utc), isZone(zone) ? zone : 'UTC'))}`
}
