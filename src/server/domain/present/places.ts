// Venues and organizers in answers: empty values are left out, except the two flags of venues.
import type { OrganizerRecord, VenueRecord } from '../records.ts'
import {
  authorship,
  blankPost,
  filled,
  identity,
  pageLink,
  shownImage,
  type PresentContext,
  shownText,
} from './shared.ts'
import { personData, placeData } from './structured.ts'

/** A venue as answers show it. Source: interface 4.2. */
export function presentVenue(venue: VenueRecord, view: PresentContext) {
  if (view.isBlank(venue)) return blankVenue(venue, view)
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
      ...(view.single && venue.status === 'publish' && { json_ld: placeData(venue, view.settings) }),
    }),
    show_map: venue.show_map,
    show_map_link: venue.show_map_link,
    ...identity(venue, view),
  }
}

/** A protected venue: slug and dates are shown. Source: interface 15. */
function blankVenue(venue: VenueRecord, view: PresentContext) {
  const texts = {
    address: '',
    city: '',
    country: '',
    province: '',
    state: '',
    zip: '',
    phone: '',
    website: '',
    stateprovince: '',
  }
  return { ...blankPost('venue', venue, view), ...texts, show_map: null, show_map_link: null, ...identity(venue, view) }
}

/** An organizer as answers show it. Source: interface 4.2. */
export function presentOrganizer(organizer: OrganizerRecord, view: PresentContext) {
  if (view.isBlank(organizer)) return blankOrganizer(organizer, view)
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
      ...(view.single && organizer.status === 'publish' && { json_ld: personData(organizer, view.settings) }),
    }),
    ...identity(organizer, view),
  }
}

/** A protected organizer: slug and dates are shown. Source: interface 15. */
function blankOrganizer(organizer: OrganizerRecord, view: PresentContext) {
  return { ...blankPost('organizer', organizer, view), phone: '', website: '', email: '', ...identity(organizer, view) }
}
