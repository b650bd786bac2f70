// Events in answers: every key, always, in the order of the deployed services.
import { instantOfUtc, type WallTime, zoneAbbreviation } from '../../../base/dates/zoned-time.ts'
import { sentCost } from '../../../spec/cost.ts'
import { shownCost } from '../../quirks/deployed-data.ts'
import { isAbbreviatedZone } from '../../quirks/city-zones.ts'
import { quirk } from '../../quirks/quirks.ts'
import type { EventRecord } from '../records.ts'
import {
  details,
  epoch,
  type EventLinks,
  globalId,
  hasData,
  itemUrl,
  pageLink,
  type PresentContext,
  shownImage,
  shownText,
} from './shared.ts'
import { presentPlace, presentTermOfEvent } from './places.ts'
import { eventData } from './structured.ts'

/**
 * An event as answers show it. Every key is listed: spread parts took three times as long, a tenth of the time of a
 * create.
 *
 * Shape:  `venue` is one object, `[]` for none, a list for several.
 * Source: interface 4.1.
 */
export function presentEvent(event: EventRecord, links: EventLinks, view: PresentContext) {
  const { settings } = view
  const { id, status, start_date, end_date, utc_start_date, utc_end_date, timezone } = event
  const global_id = globalId(id, settings.address)
  const { url: page } = pageLink('event', event, view)
  const cost = shownCost(event.cost, settings)
  const venues = links.venues.map((venue) => presentPlace('venue', venue, view))
  const shownEvent = {
    id,
    global_id,
    global_id_lineage: [global_id],
    author: String(event.author),
    status,
    date: event.date,
    date_utc: event.date_utc,
    modified: event.modified,
    modified_utc: event.modified_utc,
    url: page,
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
    website: event.website === null ? page : shownText('address', event.website, settings),
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
