// Parsing one line of text as an event.
import { describe, expect, it } from 'vitest'
import { type EventLine, parseEventLine } from '../../../../../src/cli/commands/add/event-line.ts'

// A Saturday.
const here = { now: Date.UTC(2026, 10, 21, 12), zone: 'UTC' }
const empty = { end_time: undefined, duration: undefined, venue: undefined, terms: [] }

const rows: readonly (readonly [text: string, parts: Partial<EventLine>])[] = [
  [
    'Open stage friday 8pm 3h @ Blue Cellar #music',
    { title: 'Open stage', start: '2026-11-27 20:00:00', duration: '3h', venue: 'Blue Cellar', terms: ['music'] },
  ],
  [
    'Open stage @ Blue Cellar #music #"open air" friday 8pm for 90m',
    {
      title: 'Open stage',
      start: '2026-11-27 20:00:00',
      duration: '90m',
      venue: 'Blue Cellar',
      terms: ['music', 'open air'],
    },
  ],
  [
    'friday, 20:00-23:00: Open stage @ "Blue Cellar, room 2"',
    { title: 'Open stage', start: '2026-11-27 20:00:00', end_time: '23:00:00', venue: 'Blue Cellar, room 2' },
  ],
  [
    'Offene Bühne am freitag um 20 Uhr 3 Stunden @ Blauer Keller',
    { title: 'Offene Bühne', start: '2026-11-27 20:00:00', duration: '3h', venue: 'Blauer Keller' },
  ],
  ['Brunch sunday 11-1pm', { title: 'Brunch', start: '2026-11-22 11:00:00', end_time: '13:00:00' }],
  ['Bar night 8-11pm', { title: 'Bar night', start: '2026-11-21 20:00:00', end_time: '23:00:00' }],
  ['Chor 20 Uhr bis 22 Uhr morgen', { title: 'Chor', start: '2026-11-22 20:00:00', end_time: '22:00:00' }],
  ['Meetup #12 tomorrow 19:00 2 hours', { title: 'Meetup #12', start: '2026-11-22 19:00:00', duration: '2h' }],
  ['Street party 2027-06-12 2d', { title: 'Street party', start: '2027-06-12', duration: '2d' }],
  ['Book club 2026-12-03 19:00-21:00', { title: 'Book club', start: '2026-12-03 19:00:00', end_time: '21:00:00' }],
  ['Do it tomorrow', { title: 'Do it', start: '2026-11-22' }],
  ['monday Sun Ra tribute at 8pm', { title: 'Sun Ra tribute', start: '2026-11-23 20:00:00' }],
  [
    'Dinner @Home monday 19:00 with friends',
    { title: 'Dinner with friends', start: '2026-11-23 19:00:00', venue: 'Home' },
  ],
  ['No date here', { title: 'No date here', start: undefined }],
  ['tomorrow 18:00', { title: '', start: '2026-11-22 18:00:00' }],
]

describe('parseEventLine', () => {
  it.each(rows)('%s', (text, parts) => expect(parseEventLine(text, here)).toEqual({ ...empty, ...parts }))
})
