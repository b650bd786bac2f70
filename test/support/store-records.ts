// Minimal records for tests of stores.
import type { EventRecord, New, OrganizerRecord, TermRecord, VenueRecord } from '../../src/server/domain/records.ts'
import type { EventSelection } from '../../src/server/domain/lists/selection.ts'

const post = {
  author: 1,
  status: 'publish',
  date: '2026-11-20 12:00:00',
  date_utc: '2026-11-20 11:00:00',
  modified: '2026-11-20 12:00:00',
  modified_utc: '2026-11-20 11:00:00',
  title: '',
  description: '',
  excerpt: '',
  slug: '',
  image: null,
  password: '',
} as const

export function event(given: Partial<EventRecord>): New<EventRecord> {
  const { start_date = '2027-03-01 19:00:00', end_date = start_date } = given
  return {
    ...post,
    all_day: false,
    start_date,
    end_date,
    utc_start_date: start_date,
    utc_end_date: end_date,
    timezone: 'UTC',
    cost: '',
    website: null,
    show_map: false,
    show_map_link: false,
    hide_from_listings: false,
    sticky: false,
    featured: false,
    post_parent: 0,
    venue: [],
    organizer: [],
    categories: [],
    tags: [],
    ...given,
  }
}

export function venue(given: Partial<VenueRecord>): New<VenueRecord> {
  return {
    ...post,
    address: '',
    city: '',
    country: '',
    province: '',
    state: '',
    zip: '',
    phone: '',
    stateprovince: '',
    website: '',
    show_map: true,
    show_map_link: true,
    geo_lat: null,
    geo_lng: null,
    ...given,
  }
}

export function organizer(given: Partial<OrganizerRecord>): New<OrganizerRecord> {
  return { ...post, phone: '', website: '', email: '', ...given }
}

export function term(given: Partial<TermRecord> & Pick<TermRecord, 'name'>): New<TermRecord> {
  return { taxonomy: 'category', slug: given.name.toLowerCase(), description: '', parent: 0, ...given }
}

/** Everything published, in the order of lists. */
export const everything: EventSelection = {
  clock: 'local',
  statuses: ['publish'],
  search_protected: true,
  hidden: false,
}
