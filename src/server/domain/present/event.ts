// Events in answers: every key, always, in the order of the deployed services.
import { instantOfUtc, zoneAbbreviation } from '../../../base/datetime.ts'
import { costOf } from '../cost.ts'
import type { EventRecord, OrganizerRecord, VenueRecord } from '../records.ts'
import { itemUrl, pageUrl } from './addresses.ts'
import { presentOrganizer } from './organizer.ts'
import { authorship, details, epoch, identity, pageOf, picture, type View } from './shared.ts'
import { eventData } from './structured.ts'
import { type CountedTerm, presentTermOfEvent } from './term.ts'
import { shown } from './texts.ts'
import { presentVenue } from './venue.ts'

/** The records that an event names, as far as the caller may see them. */
export interface EventLinks {
  readonly venues: readonly VenueRecord[]
  readonly organizers: readonly OrganizerRecord[]
  /** By name. */
  readonly categories: readonly CountedTerm[]
  readonly tags: readonly CountedTerm[]
}

/** Shape: `venue` is one object, `[]` when there is none, a list when there are several. */
export function presentEvent(event: EventRecord, links: EventLinks, view: View) {
  const { settings } = view
  const { show_map, show_map_link, hide_from_listings, sticky, featured } = event
  const venues = links.venues.map((venue) => presentVenue(venue, view))
  return {
    ...headOf(event, view),
    image: picture(event.image),
    all_day: event.all_day,
    ...datesOf(event),
    ...costsOf(event),
    website: event.website ?? pageUrl('event', event, settings.place),
    show_map, show_map_link, hide_from_listings, sticky, featured,
    categories: links.categories.map((term) => presentTermOfEvent(term, settings)),
    tags: links.tags.map((term) => presentTermOfEvent(term, settings)),
    venue: venues.length === 1 ? venues[0] : venues,
    organizer: links.organizers.map((organizer) => presentOrganizer(organizer, view)),
    ...(view.single && event.status === 'publish' && event.password === '' && { json_ld: eventData(event, links, settings) }),
  }
}

/** A protected event for those who do not know its password: title, slug and dates stay, the rest is empty. */
export function presentConcealed(event: EventRecord, view: View) {
  return {
    ...headOf({ ...event, description: '', excerpt: '' }, view),
    image: false,
    all_day: null,
    ...datesOf(event),
    ...costsOf({ cost: '' }),
    website: '',
    show_map: null, show_map_link: null, hide_from_listings: null, sticky: null, featured: null,
    categories: [], tags: [], venue: [], organizer: [],
  }
}

function headOf(event: EventRecord, view: View) {
  const { settings } = view
  return {
    id: event.id,
    ...identity(event, view),
    ...authorship(event),
    ...pageOf('event', event, view),
    rest_url: itemUrl('event', event.id, settings.place),
    title: shown('title', event.title, settings),
    description: shown('description', event.description, settings),
    excerpt: shown('excerpt', event.excerpt, settings),
    slug: event.slug,
  }
}

function datesOf({ start_date, end_date, utc_start_date, utc_end_date, timezone }: EventRecord) {
  return {
    start_date, start_date_details: details(start_date),
    end_date, end_date_details: details(end_date),
    utc_start_date: utc_start_date || null, utc_start_date_details: details(utc_start_date),
    utc_end_date: utc_end_date || null, utc_end_date_details: details(utc_end_date),
    timezone,
    timezone_abbr: zoneAbbreviation(instantOfUtc(utc_start_date || epoch), timezone),
  }
}

function costsOf({ cost }: Pick<EventRecord, 'cost'>) {
  const { shown, currency_symbol, currency_position, values } = costOf(cost)
  return { cost: shown, cost_details: { currency_symbol, currency_code: '', currency_position, values } }
}
