// Structured data (schema.org, JSON-LD) of single records, for search engines.
import { instantOfUtc, isZone, offsetText, type WallTime } from '../../../base/dates/zoned-time.ts'
import { textOfHtml } from '../../../base/text/untrusted-text.ts'
import { readCost } from '../../../spec/cost.ts'
import type { EventRecord, OrganizerRecord, VenueRecord } from '../records.ts'
import type { ServiceSettings } from '../settings.ts'
import { slugOf } from '../../../base/text/slug.ts'
import { pageUrl } from './addresses.ts'
import { filled, type EventLinks } from './shared.ts'

const context = 'http://schema.org'

/** Source: interface 4.5. */
export function eventData(event: EventRecord, { venues, organizers }: EventLinks, settings: ServiceSettings) {
  const [venue, organizer] = [venues[0], organizers[0]]
  const { cost } = event
  const [price] = readCost(cost, slugOf).values
  const url = pageUrl('event', event, settings.address)
  return {
    '@context': context,
    '@type': 'Event',
    ...filled({
      name: textOfHtml(event.title),
      description: textOfHtml(event.description),
      image: event.image?.url ?? '',
    }),
    url,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    eventStatus: 'https://schema.org/EventScheduled',
    startDate: isoOf(event.start_date, event.utc_start_date, event.timezone),
    endDate: isoOf(event.end_date, event.utc_end_date, event.timezone),
    ...(venue && { location: placeData(venue, settings) }),
    ...(organizer && { organizer: personData(organizer, settings) }),
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

export function placeData(venue: VenueRecord, { address }: ServiceSettings) {
  const { geo_lat, geo_lng } = venue
  const postal_address = filled({
    streetAddress: venue.address,
    addressLocality: venue.city,
    addressRegion: venue.stateprovince,
    postalCode: venue.zip,
    addressCountry: venue.country,
  })
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

export function personData(organizer: OrganizerRecord, { address }: ServiceSettings) {
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
  return `${wall.replace(' ', 'T')}${offsetText(instantOfUtc(utc), isZone(zone) ? zone : 'UTC')}`
}
