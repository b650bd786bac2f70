// Parsing one line of text as an event.
import { describe, expect, it } from 'vitest'
import { type EventLine, parseEventLine } from '../../../../../src/cli/commands/records/event-line.ts'

// A Saturday.
const here = { now: Date.UTC(2026, 10, 21, 12), zone: 'UTC' }
const empty = {
  names_day: true,
  is_moment: false,
  end: undefined,
  duration: undefined,
  venue: undefined,
  places: [],
  terms: [],
}

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
    { title: 'Open stage', start: '2026-11-27 20:00:00', end: '2026-11-27 23:00:00', venue: 'Blue Cellar, room 2' },
  ],
  [
    'Offene Bühne am freitag um 20 Uhr 3 Stunden @ Blauer Keller',
    { title: 'Offene Bühne', start: '2026-11-27 20:00:00', duration: '3h', venue: 'Blauer Keller' },
  ],
  ['One hour later friday 8pm', { title: 'One hour later', start: '2026-11-27 20:00:00' }],
  ['In 2 weeks 3 days of jazz 8pm', { title: '3 days of jazz', start: '2026-12-05 20:00:00' }],
  ['Previous friday jam sunday 8pm', { title: 'Previous friday jam', start: '2026-11-22 20:00:00' }],
  ['Brunch sunday 11-1pm', { title: 'Brunch', start: '2026-11-22 11:00:00', end: '2026-11-22 13:00:00' }],
  [
    'Bar night 8-11pm',
    { names_day: false, title: 'Bar night', start: '2026-11-21 20:00:00', end: '2026-11-21 23:00:00' },
  ],
  ['Chor 20 Uhr bis 22 Uhr morgen', { title: 'Chor', start: '2026-11-22 20:00:00', end: '2026-11-22 22:00:00' }],
  ['Meetup #12 tomorrow 19:00 2 hours', { title: 'Meetup #12', start: '2026-11-22 19:00:00', duration: '2h' }],
  ['Street party 2027-06-12 2d', { title: 'Street party', start: '2027-06-12', duration: '2d' }],
  [
    'Book club 2026-12-03 19:00-21:00',
    { title: 'Book club', start: '2026-12-03 19:00:00', end: '2026-12-03 21:00:00' },
  ],
  ['Do it tomorrow', { title: 'Do it', start: '2026-11-22' }],
  ['monday Sun Ra tribute at 8pm', { title: 'Sun Ra tribute', start: '2026-11-23 20:00:00' }],
  [
    'Dinner @Home monday 19:00 with friends',
    { title: 'Dinner with friends', start: '2026-11-23 19:00:00', venue: 'Home' },
  ],
  ['No date here', { names_day: false, title: 'No date here', start: undefined }],
  ['tomorrow 18:00', { title: '', start: '2026-11-22 18:00:00' }],
  ['Carols 24 Dec 8pm 2h', { title: 'Carols', start: '2026-12-24 20:00:00', duration: '2h' }],
  [
    'Weihnachtslieder am 24. Dezember um 20 Uhr 2h',
    { title: 'Weihnachtslieder', start: '2026-12-24 20:00:00', duration: '2h' },
  ],
  ['Silvester 31.12. 20:00-23:00', { title: 'Silvester', start: '2026-12-31 20:00:00', end: '2026-12-31 23:00:00' }],
  ['Open stage friday 20h 3h', { title: 'Open stage', start: '2026-11-27 20:00:00', duration: '3h' }],
  ['Open stage friday 20h-23h', { title: 'Open stage', start: '2026-11-27 20:00:00', end: '2026-11-27 23:00:00' }],
  ['Open stage friday 20h', { title: 'Open stage', start: '2026-11-27 20:00:00' }],
  ['Hackathon friday 9:00 20h', { title: 'Hackathon', start: '2026-11-27 09:00:00', duration: '20h' }],
  ['Market 24-26 Dec @ Old Town', { title: 'Market', start: '2026-12-24', end: '2026-12-26', venue: 'Old Town' }],
  [
    'Festival vom 24. bis 26. Dezember 2026 #musik',
    { title: 'Festival', start: '2026-12-24', end: '2026-12-26', terms: ['musik'] },
  ],
  [
    'Retreat from friday 6pm to sunday 2pm',
    { title: 'Retreat', start: '2026-11-27 18:00:00', end: '2026-11-29 14:00:00' },
  ],
  [
    'Saturday Night Fever friday 8pm 2h',
    { title: 'Saturday Night Fever', start: '2026-11-27 20:00:00', duration: '2h' },
  ],
  ['Jam friday evening 9pm 2h', { title: 'Jam', start: '2026-11-27 21:00:00', duration: '2h' }],
  ['Jam tonight 9pm 2h', { title: 'Jam', start: '2026-11-21 21:00:00', duration: '2h' }],
  [
    'Jam heute abend @ Keller 21:00 2h',
    { title: 'Jam', start: '2026-11-21 21:00:00', duration: '2h', venue: 'Keller' },
  ],
  // Names with words of dates
  ['May Day concert friday 8pm', { title: 'May Day concert', start: '2026-11-27 20:00:00' }],
  ['Last Monday Band friday 8pm', { title: 'Last Monday Band', start: '2026-11-27 20:00:00' }],
  ['Second Sunday Choir 2026-12-13 17:00', { title: 'Second Sunday Choir', start: '2026-12-13 17:00:00' }],
  ['From Dusk to Dawn friday 8pm', { title: 'From Dusk to Dawn', start: '2026-11-27 20:00:00' }],
  ['1984 by Orwell friday 8pm', { title: '1984 by Orwell', start: '2026-11-27 20:00:00' }],
  ['Act 1/2 friday 8pm', { title: 'Act 1/2', start: '2026-11-27 20:00:00' }],
  // Spellings of times and durations
  ['Chor freitag 8 Uhr 30', { title: 'Chor', start: '2026-11-27 08:30:00' }],
  ['Party friday 9 p.m.', { title: 'Party', start: '2026-11-27 21:00:00' }],
  ['Chor freitag um 20', { title: 'Chor', start: '2026-11-27 20:00:00' }],
  ['Chor freitag gegen 20 Uhr', { title: 'Chor', start: '2026-11-27 20:00:00' }],
  ['Chor freitag 19.30-21.45', { title: 'Chor', start: '2026-11-27 19:30:00', end: '2026-11-27 21:45:00' }],
  ['Advent market 28.11.-24.12.', { title: 'Advent market', start: '2026-11-28', end: '2026-12-24' }],
  ['Chor freitag 10 Uhr 2 Std.', { title: 'Chor', start: '2026-11-27 10:00:00', duration: '2h' }],
  ['Chor freitag um 19.30', { title: 'Chor', start: '2026-11-27 19:30:00' }],
  ['Chor freitag ab 19.30 2h', { title: 'Chor', start: '2026-11-27 19:30:00', duration: '2h' }],
  ['Chor freitag 20 Uhr bis 23', { title: 'Chor', start: '2026-11-27 20:00:00', end: '2026-11-27 23:00:00' }],
  ['Lunch tomorrow 10-11:30', { title: 'Lunch', start: '2026-11-22 10:00:00', end: '2026-11-22 11:30:00' }],
  ['Lunch tomorrow 10:30 - 12', { title: 'Lunch', start: '2026-11-22 10:30:00', end: '2026-11-22 12:00:00' }],
  ['Sunday 6:30-8 pm Brunch', { title: 'Brunch', start: '2026-11-22 18:30:00', end: '2026-11-22 20:00:00' }],
  ['Lunch tomorrow 10:00 PT2H', { title: 'Lunch', start: '2026-11-22 10:00:00', duration: '2h' }],
  ['Lunch tomorrow 10:00 1 hour 30 minutes', { title: 'Lunch', start: '2026-11-22 10:00:00', duration: '1h30m' }],
  ['Lunch tomorrow 10:00 2 h', { title: 'Lunch', start: '2026-11-22 10:00:00', duration: '2h' }],
  ['Party (20 - 24 Uhr) Freitag', { title: 'Party', start: '2026-11-27 20:00:00', end: '2026-11-28 00:00:00' }],
  ['Letters from 14 soldiers friday', { title: 'Letters from 14 soldiers', start: '2026-11-27' }],
  // A time does not take a weekday from the title.
  [
    'tomorrow 20 Uhr bis 22 Uhr Monday Club',
    { title: 'Monday Club', start: '2026-11-22 20:00:00', end: '2026-11-22 22:00:00' },
  ],
  ['friday 20:00 Saturday Club', { title: 'Saturday Club', start: '2026-11-27 20:00:00' }],
  ['Q&A 10 am Freitag 20:00', { title: 'Q&A 10', start: '2026-11-27 20:00:00' }],
  ['Class 3D friday 18:00 90 min', { title: 'Class 3D', start: '2026-11-27 18:00:00', duration: '90m' }],
  // What belongs to the title
  ...['Route 66', 'May Ball', 'Sun Room', 'Q&A 10', 'Sommerfest 2027', '3D printing', 'Apollo 11', 'Top 10-20'].map(
    (title) =>
      [`${title} 5.12.2026 18:00-20:00`, { title, start: '2026-12-05 18:00:00', end: '2026-12-05 20:00:00' }] as const,
  ),
  ['24 Hours of Le Mans 2027-06-12 16:00', { title: '24 Hours of Le Mans', start: '2027-06-12 16:00:00' }],
  [
    'Python 3.14 party friday 20:00-22:00',
    { title: 'Python 3.14 party', start: '2026-11-27 20:00:00', end: '2026-11-27 22:00:00' },
  ],
  ['Markt "A" und "B" freitag', { title: 'Markt "A" und "B"', start: '2026-11-27' }],
  ['"Dinner at eight" friday', { title: 'Dinner at eight', start: '2026-11-27' }],
  ['Ubuntu 24.04 party friday 8pm', { title: 'Ubuntu 24.04 party', start: '2026-11-27 20:00:00' }],
  ['Party ab 18 freitag 22 Uhr', { title: 'Party ab 18', start: '2026-11-27 22:00:00' }],
  ['Chor (ab 18) freitag', { title: 'Chor (ab 18)', start: '2026-11-27' }],
  ['Kurs (5 Tage) montag', { title: 'Kurs (5 Tage)', start: '2026-11-23' }],
  ['Kurs (5 Tage) montag 18 Uhr', { title: 'Kurs (5 Tage)', start: '2026-11-23 18:00:00' }],
  ['Jam (fri 8)', { names_day: false, title: 'Jam (fri 8)', start: undefined }],
  [
    'Jam 20-22 Uhr 12 people morgen',
    { title: 'Jam 12 people', start: '2026-11-22 20:00:00', end: '2026-11-22 22:00:00' },
  ],
  ['Jam 8 Uhr 30 Uhr morgen', { title: 'Jam 30 Uhr', start: '2026-11-22 08:00:00' }],
  ['Area 51 friday', { title: 'Area 51', start: '2026-11-27' }],
  ['Movie night friday', { title: 'Movie night', start: '2026-11-27' }],
  ['Two hours of jazz friday 8pm', { title: 'Two hours of jazz', start: '2026-11-27 20:00:00' }],
]

describe('parseEventLine', () => {
  it.each(rows)('%s', (text, parts) => expect(parseEventLine(text, here)).toEqual({ ...empty, ...parts }))

  it.each([
    ['Zahnarzt am Montag um halb neun', 'halb neun', 'when'],
    ['Dentist monday quarter to 9', 'quarter to 9', 'when'],
    ["Dentist monday 8 o'clock", "8 o'clock", 'when'],
    ['Chor freitag um acht', 'um acht', 'when'],
    ['Lunch tomorrow 12-13', '12-13', 'when'],
    ['Film ab 16 freitag', 'ab 16', 'when'],
    ['friday at 20 Sun Ra', 'at 20', 'when'],
    ['friday at 20 Top 20', 'at 20', 'when'],
    ['Kurs ab 3.12', '3.12', 'when'],
    ['Kurs 3.12-4.30', '3.12', 'when'],
    ['Chor (Probe freitag 20 Uhr)', '20 Uhr', 'when'],
    ['Talk 1.15 friday', '1.15', 'when'],
    ['Lunch tomorrow 1200', '1200', 'when'],
    ['Party saturday night', 'night', 'when'],
    ['Meeting 5/12 10:00', '5/12', 'when'],
    ['Lunch tomorrow 8pm-11', '8pm-11', 'when'],
    ['Lunch tomorrow 10-2:30', '10-2:30', 'when'],
    ['Lunch tomorrow 10:00/PT2H', '10:00/PT2H', 'when'],
    ['Lunch 25:00 tomorrow', '25:00', 'when'],
    ['Singen am 2. Advent um 17 Uhr', 'am 2. Advent', 'when'],
    ['Feier am Heiligabend 18 Uhr', 'am Heiligabend', 'when'],
    ['Jazz friday 8pm two hours', 'two hours', 'when'],
    ['Tasting friday 7pm-10pm price 15 EUR', 'price 15 EUR', 'price'],
    ['Basar freitag 12,50 €', '12,50 €', 'price'],
    ['Jam friday 8pm saturday', 'saturday', 'when'],
    ['Games friday 18:00 :: Bring your own', ':: Bring your own', 'description'],
  ])('does not read %s as a title', (text, words, means) =>
    expect(parseEventLine(text, here).unread).toEqual({ text: words, means }),
  )

  it.each([
    ['Talk 3/4/2027 8pm', '"3/4/2027 8pm" can be Thu 4 March 2027 or Sat 3 April 2027'],
    ['Talk 31 Feb 8pm', '"31 Feb 8pm": no such day'],
    ['Talk Friday 24 Dec 2026 8pm', '"Friday 24 Dec 2026 8pm": that day is Thu 24 December 2026'],
    ['Market 24-26 Dec 20 Uhr', '"24-26 Dec" is several days, but "20 Uhr" is a time of day'],
    ['Market 24-26 Dec 8pm', '"24-26 Dec" is several days, but "8pm" is a time of day'],
    ['Jam tonight 2h', '"tonight" needs a start time'],
  ])('refuses %s', (text, message) => expect(() => parseEventLine(text, here)).toThrow(message))
})
