// Every header of interface 17, in the spellings found in real files.
import { describe, expect, it } from 'vitest'
import { kindOfHeaders, type Meaning, meaningOf } from '../../../../../src/bulk/input/headers/headers.ts'
import type { Plural } from '../../../../../src/spec/model.ts'

const left_out: Meaning = { dropped: 'known' }

const meanings: Readonly<Record<'events' | 'venues' | 'organizers', Readonly<Record<string, string | Meaning>>>> = {
  events: {
    'Event Name': 'title',
    'Event Description': 'description',
    'Event Excerpt': 'excerpt',
    'Event Start Date': 'start_date',
    'Event Start Time': 'start_time',
    'Event End Date': 'end_date',
    'Event End Time': 'end_time',
    'Event Time Zone': 'timezone',
    'All Day Event': 'all_day',
    'Hide Event From Event Listings': 'hide_from_listings',
    'Event Sticky in Month View': 'sticky',
    'Feature Event': 'featured',
    'Event Venue Name': 'venue',
    'Event Organizer Name(s) or ID(s)': 'organizer',
    'Event Show Map Link': 'show_map_link',
    'Event Show Map': 'show_map',
    'Event Cost': 'cost',
    'Event ISO Currency Code': left_out,
    'Event Currency Symbol': 'currency_symbol',
    'Event Currency Position': 'currency_position',
    'Event Category': 'categories',
    'Event Tags': 'tags',
    'Event Website': 'website',
    'Event Featured Image': 'image',
    'Event Allow Comments': left_out,
    'Event Allow Trackbacks and Pingbacks': left_out,
  },
  venues: {
    'Venue Name': 'venue',
    'Venue Description': 'description',
    'Venue Country': 'country',
    'Venue Address': 'address',
    'Venue Address 2': 'address_2',
    'Venue City': 'city',
    'Venue State/Province': 'stateprovince',
    'Venue Zip': 'zip',
    'Venue Phone': 'phone',
    'Venue Website': 'website',
    'Venue Featured Image': 'image',
  },
  organizers: {
    'Organizer Name': 'organizer',
    'Organizer Description': 'description',
    'Organizer Email': 'email',
    'Organizer Website': 'website',
    'Organizer Phone': 'phone',
    'Organizer Featured Image': 'image',
  },
}

const rows = Object.entries(meanings).flatMap(([kind, headers]) =>
  Object.entries(headers).map(
    ([header, means]) => [kind as Plural, header, typeof means === 'string' ? { target: means } : means] as const,
  ),
)

describe('headers of spreadsheets', () => {
  it.each(rows)('%s: %s', (kind, header, column) => {
    const bare = header.replace(/^(Event|Venue|Organizer) /, '')
    const led = `${{ events: 'Event', venues: 'Venue', organizers: 'Organizer', categories: '', tags: '' }[kind]} ${bare}`
    for (const spelling of [header, bare, led]) {
      for (const form of [
        spelling,
        spelling.toUpperCase(),
        spelling.toLowerCase(),
        `${spelling}?`,
        ` ${spelling} `,
        spelling.replaceAll(' ', '_'),
      ])
        expect([form, meaningOf(form, kind)]).toEqual([form, column])
    }
  })

  it.each([
    ['Event Categories', 'categories'],
    ['Event Tag', 'tags'],
    ['Event Venue Names', 'venue'],
    ['Event Organizers', 'organizer'],
    ['Featured Event', 'featured'],
    ['Event Url', 'website'],
    ['event_featured_image', 'image'],
  ])('plural, singular and synonyms: %s', (header, target) => expect(meaningOf(header, 'events')).toEqual({ target }))

  it.each(Object.entries(meanings))('all headers together mean %s', (kind, headers) => {
    expect(kindOfHeaders(Object.keys(headers))).toBe(kind)
    expect(kindOfHeaders(Object.keys(headers).map((header) => header.toUpperCase()))).toBe(kind)
  })
})
