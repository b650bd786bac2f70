// One record as a terminal shows it, at three widths and in both languages.
import { describe, expect, it } from 'vitest'
import type { OutcomeItem } from '../../../../../src/cli/types/outcome.ts'
import type { Layout, RecordScreen } from '../../../../../src/cli/output/formats/formats.ts'
import { printTable } from '../../../../../src/cli/output/table/print-table.ts'
import { escapeForTerminal } from '../../../../../src/cli/output/terminal.ts'
import { noon } from '../../../../support/runtime.ts'
import { readableText } from '../../../../../src/cli/output/table/card.ts'
import { inLittleTime } from '../../../../support/cpu-time.ts'
import { expectGolden } from '../../../../support/golden.ts'

const page = { isTerminal: true, columns: 80, language: 'en', color: false, links: false } as const
const berlin = { plural: 'events', iso_dates: false, now: noon, zone: 'Europe/Berlin', hasPages: true } as const

interface Look extends Partial<Layout['page']> {
  readonly as?: Partial<RecordScreen>
  readonly fields?: readonly string[]
}

/** The lines of a card; U+2068 and U+2069 are written as ⟨ and ⟩. */
async function card(record: OutcomeItem, { as, fields, ...look }: Look = {}): Promise<readonly string[]> {
  async function* source() {
    yield record
  }
  const layout: Layout = {
    fields: fields ?? [],
    fields_chosen: fields !== undefined,
    single: true,
    header: true,
    csv_safe: false,
    page: { ...page, ...look },
    ...(fields ? {} : { shown_as: { ...berlin, ...as } }),
  }
  let text = ''
  for await (const part of printTable(source(), layout)) text += part
  return escapeForTerminal(text, () => true)
    .replaceAll('\u2068', '⟨')
    .replaceAll('\u2069', '⟩')
    .split('\n')
    .slice(0, -1)
}

const jazz: OutcomeItem = {
  id: 10,
  title: 'Jazz &amp; blues with the Hamburg Radio Big Band and guests from three continents',
  slug: 'jazz-and-blues-with-the-hamburg-radio-big-band',
  status: 'publish',
  url: 'https://calendar.example/event/jazz-and-blues-with-the-hamburg-radio-big-band/',
  start_date: '2026-11-27 22:00:00',
  end_date: '2026-11-28 02:00:00',
  timezone: 'Europe/Berlin',
  all_day: false,
  venue: { id: 4, venue: 'Blue Cellar', address: 'Main Street 5', zip: '10115', city: 'Berlin', country: 'Germany' },
  organizer: [
    { id: 8, organizer: 'Jazz Club e. V.', phone: '+49 40 77', email: 'mail@jazz.example' },
    { id: 9, organizer: 'Choir' },
  ],
  categories: [{ name: 'Jazz' }, { name: 'Music' }],
  tags: [{ name: 'late' }],
  cost: '$12',
  website: 'https://jazz.example',
  description:
    '<p>The band plays <b>Ellington</b>, Basie &amp; Mingus; see <a href="https://jazz.example/band">its page</a>.</p><ul><li>doors 21:00</li><li>no seats, and no places to leave coats or bags at either</li></ul><p>Admission from 18.</p>',
  featured: true,
  sticky: false,
  hide_from_listings: false,
  image: false,
  json_ld: { name: 'Jazz' },
}

const bare: OutcomeItem = {
  id: 16,
  title: 'Holiday',
  slug: 'holiday',
  status: 'draft',
  url: '',
  start_date: '2026-12-25 00:00:00',
  end_date: '2026-12-25 23:59:59',
  timezone: 'Europe/Berlin',
  all_day: true,
  venue: [],
  organizer: [],
  categories: [],
  tags: [],
  cost: '',
  website: '',
  description: '',
}

describe('events get on a terminal', () => {
  it('is a card at 80', async () => {
    expectGolden('screens/events-get-on-a-terminal-is-a-card-at-80.txt', `${(await card(jazz)).join('\n')}\n`)
  })

  it('has text of the same width at 140, where a line holds more', async () => {
    const [at_80, at_140] = [await card(jazz), await card(jazz, { columns: 140 })]
    expect(at_140.slice(0, 14)).toEqual(at_80.slice(0, 14))
    expect(at_140[15]).toBe('The band plays Ellington, Basie & Mingus; see its page (https://jazz.example/band).')
  })

  it('is a card at 40, in German, with the time of a viewer elsewhere', async () => {
    expectGolden(
      'screens/events-get-on-a-terminal-is-a-card-at-40-in-german-with-the-time-of-a-.txt',
      `${(await card(jazz, { columns: 40, language: 'de', as: { zone: 'America/New_York' } })).join('\n')}\n`,
    )
  })

  it('has only fields with values, and the status of unpublished events', async () => {
    expect(await card(bare)).toEqual([
      'Holiday',
      'event 16 · holiday',
      '',
      'When    Fri 25 Dec 2026, all day',
      'Status  draft',
    ])
    expect(await card({ ...bare, end_date: '2026-12-27 23:59:59' }, { language: 'de' })).toEqual([
      'Holiday',
      'Termin 16 · holiday',
      '',
      'Wann    Fr 25. – So 27. Dez. 2026 (3 Tage)',
      'Status  Entwurf',
    ])
  })

  it('has no second time where the clocks of two zones are the same', async () => {
    const lines = await card(jazz, { as: { zone: 'Europe/Vienna' } })
    expect(lines.filter((line) => line.startsWith('Local time'))).toEqual([])
  })

  it('has no website where a service gives the page instead', async () => {
    const url = 'https://calendar.example/event/holiday/'
    expect((await card({ ...bare, url, website: url })).filter((line) => line.includes(url))).toEqual([
      `Link    ${url}`,
    ])
  })

  it('has no address of a page that only a database file has', async () => {
    const lines = await card(jazz, { as: { hasPages: false } })
    expect(lines.join('\n')).not.toContain('calendar.example')
  })

  it('keeps right-to-left text to its line, and wide text to its width', async () => {
    const record = {
      ...bare,
      title: 'أُمْسِيَة مُوسِيقِيَّة',
      venue: [{ venue: 'בית העם', city: 'תל אביב' }],
      categories: [{ name: '音楽' }],
      description: '<p>שלום &amp; ברוכים הבאים</p><p>東京の夜：ジャズとブルースの大きなコンサート</p>',
    }
    expectGolden(
      'screens/events-get-on-a-terminal-keeps-right-to-left-text-to-its-line-and-wide.txt',
      `${(await card(record, { columns: 40 })).join('\n')}\n`,
    )
  })

  it('shows the chosen fields unchanged', async () => {
    expect(await card(jazz, { fields: ['id', 'start_date', 'venue.city', 'nothing'] })).toEqual([
      'id          10',
      'start_date  2026-11-27 22:00:00',
      'venue.city  Berlin',
    ])
  })

  it('is bold and faint with colors', async () => {
    const esc = String.fromCharCode(27)
    expect((await card(bare, { color: true })).slice(0, 5)).toEqual([
      `${esc}[1mHoliday${esc}[22m`,
      `${esc}[2mevent 16 · holiday${esc}[22m`,
      '',
      `${esc}[2mWhen${esc}[22m    Fri 25 Dec 2026, all day`,
      `${esc}[2mStatus${esc}[22m  draft`,
    ])
  })

  it('shows an invalid date unchanged, and an event without a title', async () => {
    expect(await card({ id: 3, title: '', start_date: 'soon', status: 'publish' })).toEqual([
      '—',
      'event 3',
      '',
      'When  soon',
    ])
  })
})

describe('get of the other kinds on a terminal', () => {
  it('venues', async () => {
    const venue = {
      id: 4,
      venue: 'Blue Cellar',
      slug: 'blue-cellar',
      status: 'publish',
      address: 'Main Street 5',
      city: 'Berlin',
      zip: '10115',
      country: 'Germany',
      stateprovince: 'BE',
      phone: '+49 30 123',
      website: 'https://cellar.example',
      url: 'https://calendar.example/venue/blue-cellar/',
      description: '<p>Below the theatre.</p>',
    }
    expectGolden(
      'screens/get-of-the-other-kinds-on-a-terminal-venues.txt',
      `${(await card(venue, { as: { plural: 'venues' } })).join('\n')}\n`,
    )
    expectGolden(
      'screens/get-of-the-other-kinds-on-a-terminal-venues-2.txt',
      `${(await card({ ...venue, status: 'draft' }, { as: { plural: 'venues' }, language: 'de', columns: 40 })).join('\n')}\n`,
    )
  })

  it('organizers', async () => {
    const organizer = {
      id: 8,
      organizer: 'Jazz Club e. V.',
      slug: 'jazz-club',
      email: 'mail@jazz.example',
      status: 'publish',
    }
    expect(await card(organizer, { as: { plural: 'organizers' } })).toEqual([
      'Jazz Club e. V.',
      'organizer 8 · jazz-club',
      '',
      'Email  mail@jazz.example',
    ])
  })

  it('categories and tags', async () => {
    const term = { id: 3, name: 'Jazz &amp; Blues', slug: 'jazz', parent: 2, count: 6, description: 'All kinds.' }
    expect(await card(term, { as: { plural: 'categories' }, language: 'de' })).toEqual([
      'Jazz & Blues',
      'Kategorie 3 · jazz',
      '',
      'Übergeordnet  2',
      'Termine       6',
      '',
      'All kinds.',
    ])
    expect(await card({ ...term, parent: 0 }, { as: { plural: 'tags' } })).toEqual([
      'Jazz & Blues',
      'tag 3 · jazz',
      '',
      'Events  6',
      '',
      'All kinds.',
    ])
  })
})

describe('HTML as text', () => {
  it.each([
    ['plain  text\nof two lines', 'plain  text\nof two lines'],
    ['<p>One &amp; two</p><p>three</p>', 'One & two\n\nthree'],
    ['<p>One</p>\n\n\n<p>two</p>', 'One\n\ntwo'],
    ['<h2>Head</h2><p>text<br />more</p>', 'Head\n\ntext\nmore'],
    ['<p>a</p><ul><li>one</li>\n<li>two</li></ul><p>b</p>', 'a\n\n• one\n• two\n\nb'],
    ['see <a href="https://a.example/x" target="_blank">the page</a>.', 'see the page (https://a.example/x).'],
    ["<a class='b' href='https://a.example'>https://a.example</a>", 'https://a.example'],
    ['<a href="javascript:alert(1)">here</a>', 'here'],
    ['<script>alert(1)</script>a <b>bold</b> word', 'a bold word'],
  ])('%j', (html, text) => {
    expect(readableText(html)).toBe(text)
  })

  it('takes little time for a text of many beginnings', async () => {
    for (const part of ['<a ', '<a href="https://a', '<li', '<a href="https://a.example">b', '\n'])
      await inLittleTime(() => readableText(part.repeat(60_000)), part)
  })
})
