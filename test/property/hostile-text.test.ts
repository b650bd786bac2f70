// Long texts designed to be slow: openings without an end, and repetitions. Their time is proportional to
// their length. HOSTILE_CHARACTERS sets the length.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { firstOf } from '../support/extent.ts'
import { type Mode, all_modes } from '../support/modes.ts'
import { type OpenedCalendar, openCalendar } from '../../src/server/service/service.ts'
import { inLittleTime } from '../support/cpu-time.ts'
import { plain_options } from '../support/open-calendar.ts'

const characters = Number(process.env.HOSTILE_CHARACTERS ?? 60_000)

const parts = {
  'tags that never end': '<a ',
  'what could begin a tag': '<',
  'scripts that never end': '<script>',
  'half a script': '<script',
  'comments that never end': '<!--',
  'ends of comments': '-->',
  'galleries that never end': '[gallery ',
  'captions that never end': '[caption]',
  'half a caption': '[caption ',
  brackets: '[',
  'line feeds': '\n',
  'line feeds and blanks': '\n ',
  ampersands: '&',
  'half an entity': '&a',
  quotes: '"',
  'single quotes': "'",
  backslashes: '\\',
  dashes: '-',
  dots: '.',
  'percent signs': '%',
  numbers: '1',
  'numbers and commas': '1,',
  'numbers and blanks': '1 ',
  prices: '$1-',
  dates: '2027-03-01 ',
  'plus and minus': '+1 ',
  colons: ':',
  accents: '\u0301',
  'letters with dots': 'İ',
  'halves of pictures': '\ud83d',
  pictures: '🎉',
  addresses: 'http://a ',
  semicolons: ';',
  commas: 'a,',
  stars: '*',
  'no-break spaces': '\u00a0',
} as const
const texts = [
  ...Object.entries(parts).map(([name, part]) => [name, part.repeat(characters / part.length)] as const),
  ['blanks within', `a${' '.repeat(characters)}a`] as const,
]

const asked = (
  text: string,
): readonly (readonly [method: string, path: string, body: Readonly<Record<string, unknown>>])[] => [
  [
    'POST',
    '/events',
    {
      title: text,
      description: text,
      excerpt: text,
      slug: text,
      cost: text,
      start_date: '2027-03-01 10:00',
      end_date: '2027-03-01 12:00',
    },
  ],
  [
    'POST',
    '/events',
    {
      title: 'Dates',
      start_date: text,
      end_date: text,
      date: text,
      timezone: text,
      website: text,
      image: text,
      categories: text,
      tags: [text],
      venue: text,
      organizer: [text],
    },
  ],
  [
    'POST',
    '/venues',
    {
      venue: text,
      description: text,
      address: text,
      city: text,
      country: text,
      province: text,
      state: text,
      zip: text,
      phone: text,
      website: `http://${text}`,
    },
  ],
  ['POST', '/organizers', { organizer: text, description: text, phone: text, email: text, slug: text }],
  ['POST', '/tags', { name: text, description: text, slug: text }],
  ['GET', '/events', { search: text }],
  ['GET', '/events', { start_date: text, categories: text, geoloc_lat: text, slug: text, page: text }],
  ['GET', '/venues', { search: text }],
  ['GET', '/tags', { search: text, hide_empty: false }],
  ['GET', '/tags', { slug: text, include: text, hide_empty: false }],
]

const ask = ({ exchange }: OpenedCalendar, [method, path, body]: ReturnType<typeof asked>[number]) =>
  exchange({ method, path, query: '', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

describe.each(firstOf(1, all_modes))('%s mode', (mode: Mode) => {
  let calendar: OpenedCalendar
  beforeAll(async () => {
    calendar = await openCalendar({ ...plain_options, file: ':memory:', mode })
  })
  afterAll(() => calendar.close())

  it('rejects a search that is too long, and accepts one with the maximum number of words', async () => {
    expect(JSON.parse((await ask(calendar, ['GET', '/events', { search: 'a '.repeat(501) }])).body)).toMatchObject({
      data: { status: 400, params: { search: expect.stringContaining('a text of 1 to 1000 characters') } },
    })
    expect((await ask(calendar, ['GET', '/events', { search: 'ab '.repeat(333) }])).status).toBe(200)
    expect((await ask(calendar, ['GET', '/events', { search: 'a '.repeat(499) }])).status).toBe(200)
  })

  it.each(texts)('answers %s in little time', { timeout: 600_000 }, async (_, text) => {
    for (const one of asked(text)) {
      const name = one.slice(0, 2).join(' ')
      const { status } = await inLittleTime(() => ask(calendar, one), name)
      if (mode === 'standard') expect(status, name).not.toBe(500)
    }
  })
})
