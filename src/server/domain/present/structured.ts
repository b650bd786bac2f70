// Structured data (schema.org, JSON-LD) of single records, for search engines.
import { instantOfUtc, isZone, offsetAt, offsetText, type WallTime } from '../../../base/dates/zoned-time.ts'
import type { JsonObject } from '../../../base/json.ts'
import { textOfHtml } from '../../../base/text/untrusted-text.ts'
import {
  deployedEvent,
  deployedOrganizer,
  deployedVenue,
  escapedText,
  hasDeployedData,
  shownCost,
} from '../../quirks/deployed-data.ts'
import type { EventRecord, LinkedKind, OrganizerRecord, Post, PostRecords, VenueRecord } from '../records.ts'
import { type EventLinks, filled, pageUrl, type PresentContext } from './shared.ts'

const context = 'http://schema.org'

/** Source: interface 4.5. */
export function eventData(event: EventRecord, links: EventLinks, view: PresentContext) {
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
export const placeData: {
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
