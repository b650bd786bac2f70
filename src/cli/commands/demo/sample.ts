// A sample calendar of cultural events in a small town, with dates relative to today.

export const sample_categories = [
  { slug: 'music', name: 'Music', description: 'Everything that sounds' },
  { slug: 'jazz', name: 'Jazz', parent: 'music' },
  { slug: 'classical', name: 'Classical', parent: 'music' },
  { slug: 'choir', name: 'Choir', parent: 'classical' },
  { slug: 'film', name: 'Film' },
  { slug: 'art', name: 'Art' },
  { slug: 'exhibitions', name: 'Exhibitions', parent: 'art' },
  { slug: 'markets', name: 'Markets' },
  { slug: 'workshops', name: 'Workshops' },
] as const

export const sample_tags = ['free', 'outdoors', 'family', 'barrier-free', 'beginners', 'late'] as const

export const sample_venues = [
  {
    key: 'hall',
    venue: 'City Hall',
    address: 'Market Square 1',
    city: 'Lindenau',
    zip: '04177',
    country: 'Germany',
    website: 'https://hall.example/',
  },
  {
    key: 'cellar',
    venue: 'Blue Cellar',
    address: 'Canal Street 8',
    city: 'Lindenau',
    zip: '04177',
    country: 'Germany',
    phone: '+49 341 5550 108',
  },
  {
    key: 'cinema',
    venue: 'Cinema Luna',
    address: 'Station Road 22',
    city: 'Lindenau',
    zip: '04179',
    country: 'Germany',
  },
  {
    key: 'gallery',
    venue: 'Galerie Käthe',
    address: 'Weberstraße 3',
    city: 'Plagwitz',
    zip: '04229',
    country: 'Germany',
  },
  { key: 'park', venue: 'Riverside Park', city: 'Plagwitz', country: 'Germany' },
  {
    key: 'library',
    venue: 'Town Library',
    address: 'Abbey Lane 5',
    city: 'Lindenau',
    zip: '04177',
    country: 'Germany',
  },
] as const

export const sample_organizers = [
  {
    key: 'town',
    organizer: 'Town of Lindenau',
    email: 'culture@lindenau.example',
    website: 'https://lindenau.example/',
  },
  { key: 'jazzclub', organizer: 'Jazz Club Canal 8', email: 'club@canal8.example' },
  { key: 'choir', organizer: 'Lindenau Choir', phone: '+49 341 5550 230' },
  { key: 'friends', organizer: 'Friends of the Library' },
  { key: 'makers', organizer: 'Makers’ Yard', website: 'https://makers.example/' },
] as const

/** A sample event. `days` counts from today; `weekly` is the number of weekly occurrences. */
export interface SampleEvent {
  readonly title: string
  readonly days: number
  /** `20:00`; undefined for all-day events. */
  readonly start?: string
  readonly end?: string
  /** The number of days from the first day to the last. */
  readonly lasts_days?: number
  readonly weekly?: number
  readonly venue: (typeof sample_venues)[number]['key']
  readonly organizer: readonly (typeof sample_organizers)[number]['key'][]
  readonly categories: readonly (typeof sample_categories)[number]['slug'][]
  readonly tags?: readonly (typeof sample_tags)[number][]
  readonly cost?: string
  readonly description?: string
  readonly featured?: true
  readonly status?: 'draft'
}

export const sample_events: readonly SampleEvent[] = [
  {
    title: 'Choir rehearsal',
    days: 1,
    start: '19:00',
    end: '21:00',
    weekly: 6,
    venue: 'library',
    organizer: ['choir'],
    categories: ['choir'],
    tags: ['beginners', 'free'],
    description: 'New voices are welcome.',
  },
  {
    title: 'Farmers’ market',
    days: 2,
    start: '08:00',
    end: '13:00',
    weekly: 6,
    venue: 'park',
    organizer: ['town'],
    categories: ['markets'],
    tags: ['outdoors', 'free', 'family'],
  },
  {
    title: 'Late film',
    days: 0,
    start: '22:15',
    end: '23:59',
    weekly: 5,
    venue: 'cinema',
    organizer: ['town'],
    categories: ['film'],
    tags: ['late'],
    cost: '8',
  },
  {
    title: 'Jam session',
    days: 3,
    start: '20:30',
    end: '23:30',
    weekly: 4,
    venue: 'cellar',
    organizer: ['jazzclub'],
    categories: ['jazz'],
    tags: ['free', 'late'],
    description: 'Bring an instrument, or only your ears.',
  },
  {
    title: 'Stories for children',
    days: 4,
    start: '16:00',
    end: '17:00',
    weekly: 5,
    venue: 'library',
    organizer: ['friends'],
    categories: ['workshops'],
    tags: ['family', 'free', 'barrier-free'],
  },
  {
    title: 'Repair café',
    days: 5,
    start: '14:00',
    end: '18:00',
    weekly: 3,
    venue: 'hall',
    organizer: ['makers', 'town'],
    categories: ['workshops'],
    tags: ['free', 'beginners'],
  },
  {
    title: 'Trio Tamarind',
    days: 6,
    start: '20:00',
    end: '22:30',
    venue: 'cellar',
    organizer: ['jazzclub'],
    categories: ['jazz'],
    cost: '12 - 18',
    featured: true,
    description: 'Guitar, bass and drums between samba and swing.',
  },
  {
    title: 'Winter lights',
    days: 9,
    lasts_days: 3,
    venue: 'park',
    organizer: ['town', 'makers'],
    categories: ['art'],
    tags: ['outdoors', 'family', 'free'],
    featured: true,
  },
  {
    title: 'Ink on paper',
    days: 7,
    lasts_days: 28,
    venue: 'gallery',
    organizer: ['town'],
    categories: ['exhibitions'],
    tags: ['barrier-free'],
    cost: '5',
  },
  {
    title: 'Opening: Ink on paper',
    days: 7,
    start: '18:00',
    end: '20:00',
    venue: 'gallery',
    organizer: ['town'],
    categories: ['exhibitions'],
    tags: ['free'],
  },
  {
    title: 'String quartet at noon',
    days: 11,
    start: '12:00',
    end: '12:45',
    venue: 'hall',
    organizer: ['town'],
    categories: ['classical'],
    tags: ['barrier-free'],
    cost: 'Donation',
  },
  {
    title: 'Screen printing for beginners',
    days: 13,
    start: '10:00',
    end: '16:00',
    venue: 'gallery',
    organizer: ['makers'],
    categories: ['workshops', 'art'],
    tags: ['beginners'],
    cost: '35',
  },
  {
    title: 'Big band ball',
    days: 17,
    start: '20:00',
    end: '23:45',
    venue: 'hall',
    organizer: ['jazzclub', 'town'],
    categories: ['jazz'],
    tags: ['late'],
    cost: '15 - 25',
    featured: true,
  },
  {
    title: 'Silent film with piano',
    days: 19,
    start: '19:30',
    end: '21:15',
    venue: 'cinema',
    organizer: ['town', 'friends'],
    categories: ['film', 'music'],
    cost: '10',
  },
  {
    title: 'Book market',
    days: 23,
    lasts_days: 1,
    venue: 'library',
    organizer: ['friends'],
    categories: ['markets'],
    tags: ['free'],
  },
  {
    title: 'Annual concert of the choir',
    days: 40,
    start: '18:00',
    end: '20:00',
    venue: 'hall',
    organizer: ['choir'],
    categories: ['choir'],
    cost: '8',
    featured: true,
  },
  {
    title: 'Summer festival (in planning)',
    days: 60,
    lasts_days: 2,
    venue: 'park',
    organizer: ['town'],
    categories: ['music'],
    tags: ['outdoors'],
    status: 'draft',
  },
]
