// Lists as a terminal shows them, at three widths and in both languages; U+2068 and U+2069 are written as ⟨ and ⟩.
import { describe, expect, it } from 'vitest'
import type { OutcomeItem } from '../../../../../src/cli/types/outcome.ts'
import type { Layout, RecordScreen } from '../../../../../src/cli/output/formats/formats.ts'
import { printTable } from '../../../../../src/cli/output/table/print-table.ts'
import { escapeForTerminal } from '../../../../../src/cli/output/terminal.ts'
import { widthOf } from '../../../../../src/cli/output/text-width.ts'
import { noon } from '../../../../support/runtime.ts'
import { expectGolden } from '../../../../support/golden.ts'

const page = { isTerminal: true, columns: 80, language: 'en', color: false, links: false } as const
const shown_as = { plural: 'events', iso_dates: false, now: noon, zone: 'Europe/Berlin', hasPages: true } as const

interface Look extends Partial<Layout['page']> {
  readonly as?: Partial<RecordScreen>
  readonly fields?: readonly string[]
}

async function screen(records: readonly OutcomeItem[], { as, fields, ...look }: Look = {}): Promise<string> {
  async function* source() {
    yield* records
  }
  const layout: Layout = {
    fields: fields ?? [],
    fields_chosen: fields !== undefined,
    single: false,
    header: true,
    csv_safe: false,
    page: { ...page, ...look },
    ...(fields ? {} : { shown_as: { ...shown_as, ...as } }),
  }
  let text = ''
  for await (const part of printTable(source(), layout)) text += part
  return escapeForTerminal(text, () => true)
    .replaceAll('\u2068', '⟨')
    .replaceAll('\u2069', '⟩')
}

const lines = (text: string) => text.split('\n').slice(0, -1)
const cellars = { venue: 'Blue Cellar' }
const hall = { venue: 'Konzerthaus am Gendarmenmarkt' }
const music = { name: 'Music', slug: 'music' }
const berlin = { timezone: 'Europe/Berlin', status: 'publish', all_day: false }

const events: readonly OutcomeItem[] = [
  event(9, 'Open stage', '2026-11-23 19:00:00', '2026-11-23 21:00:00', { venue: cellars, categories: [music] }),
  event(
    10,
    'Jazz night with the Hamburg Radio Big Band &amp; guests from three continents',
    '2026-11-27 22:00:00',
    '2026-11-28 02:00:00',
    { venue: cellars, categories: [{ name: 'Jazz' }, music] },
  ),
  event(11, '東京の夜：ジャズとブルースの大きなコンサート', '2026-12-01 20:00:00', '2026-12-01 23:00:00', {
    venue: hall,
    categories: [music],
  }),
  event(12, 'אמסיה שלום', '2026-12-02 20:00:00', '2026-12-02 23:00:00', { venue: { venue: 'בית העם' } }),
  event(13, 'أُمْسِيَة (2026)', '2026-12-03 20:00:00', '2026-12-03 23:00:00', { venue: cellars }),
  event(14, 'Cafe\u0301 d\u2019e\u0301te\u0301', '2027-01-09 11:00:00', '2027-01-09 12:30:00', { venue: [] }),
  event(115, 'Market', '2026-12-04 00:00:00', '2026-12-06 23:59:59', { venue: cellars, all_day: true }),
  event(116, 'Hackathon', '2026-12-11 18:00:00', '2026-12-13 16:00:00', { venue: hall }),
]

function event(id: number, title: string, start_date: string, end_date: string, more: OutcomeItem): OutcomeItem {
  return { ...berlin, id, title, start_date, end_date, venue: [], categories: [], ...more }
}

describe('events list on a terminal', () => {
  it('has columns at 80, with texts in several lines and ids in one', async () => {
    expectGolden(
      'screens/events-list-on-a-terminal-has-columns-at-80-with-texts-in-several-line.txt',
      `${(lines(await screen(events))).join('\n')}\n`,
    )
  })

  it('has columns at 140', async () => {
    expectGolden(
      'screens/events-list-on-a-terminal-has-columns-at-140.txt',
      `${(lines(await screen(events, { columns: 140 }))).join('\n')}\n`,
    )
  })

  it('shows each event as a paragraph at 40', async () => {
    expectGolden(
      'screens/events-list-on-a-terminal-shows-each-event-as-a-paragraph-at-40.txt',
      `${(lines(await screen(events, { columns: 40 }))).join('\n')}\n`,
    )
  })

  it('is in German, with columns and without', async () => {
    expectGolden(
      'screens/events-list-on-a-terminal-is-in-german-with-columns-and-without.txt',
      `${(lines(await screen(events.slice(0, 3), { language: 'de' }))).join('\n')}\n`,
    )
    expectGolden(
      'screens/events-list-on-a-terminal-is-in-german-with-columns-and-without-2.txt',
      `${(lines(await screen(events.slice(6), { language: 'de', columns: 40 }))).join('\n')}\n`,
    )
  })

  it('shows dates that sort', async () => {
    expect(lines(await screen(events.slice(4), { as: { iso_dates: true }, columns: 140 }))).toEqual([
      'ID   WHEN                                 TITLE         VENUE',
      '13   2026-12-03 20:00–23:00               ⟨أُمْسِيَة (2026)⟩  Blue Cellar',
      '14   2027-01-09 11:00–12:30               Café d’été',
      '115  2026-12-04 – 2026-12-06              Market        Blue Cellar',
      '116  2026-12-11 18:00 – 2026-12-13 16:00  Hackathon     Konzerthaus am Gendarmenmarkt',
      'status: publish',
    ])
  })

  it('never exceeds the terminal, and cuts no name', async () => {
    for (const columns of [24, 40, 60, 80, 100, 140, 200]) {
      const text = await screen(events, { columns })
      expect(
        lines(text).filter((line) => widthOf(line.replace(/[⟨⟩]/g, '')) > columns),
        `${columns}`,
      ).toEqual([])
      expect(text).not.toContain('…')
    }
  })

  it('shows values that two or more events share once, and omits empty fields', async () => {
    const [one, two] = [
      event(1, 'A', '2026-11-23 19:00:00', '2026-11-23 21:00:00', { venue: cellars }),
      event(2, 'B', '2026-11-24 19:00:00', '2026-11-24 21:00:00', { venue: cellars }),
    ]
    expect(lines(await screen([one, two]))).toEqual([
      'ID  WHEN                    TITLE',
      '1   Mon 23 Nov 19:00–21:00  A',
      '2   Tue 24 Nov 19:00–21:00  B',
      'venue: Blue Cellar · status: publish',
    ])
    expect(lines(await screen([one, { ...two, status: 'draft' }]))).toEqual([
      'ID  WHEN                    TITLE  STATUS',
      '1   Mon 23 Nov 19:00–21:00  A      publish',
      '2   Tue 24 Nov 19:00–21:00  B      draft',
      'venue: Blue Cellar',
    ])
    expect(lines(await screen([one]))).toEqual([
      'ID  WHEN                    TITLE  VENUE        STATUS',
      '1   Mon 23 Nov 19:00–21:00  A      Blue Cellar  publish',
    ])
    expect(
      lines(
        await screen(
          [
            { ...one, venue: { venue: 'בית העם' } },
            { ...two, venue: { venue: 'בית העם' } },
          ],
          { language: 'de' },
        ),
      ),
    ).toEqual([
      'ID  WANN                     TITEL',
      '1   Mo 23. Nov. 19:00–21:00  A',
      '2   Di 24. Nov. 19:00–21:00  B',
      '⟨Ort: בית העם⟩ · Status: Veröffentlicht',
    ])
  })

  it('names the zones of events that are not the one of the viewer', async () => {
    const one = event(1, 'A', '2026-11-23 19:00:00', '2026-11-23 21:00:00', {})
    expect(lines(await screen([one, { ...one, id: 2 }], { as: { zone: 'America/New_York' } }))).toEqual([
      'ID  WHEN                    TITLE',
      '1   Mon 23 Nov 19:00–21:00  A',
      '2   Mon 23 Nov 19:00–21:00  A',
      'status: publish · time zone: Europe/Berlin',
    ])
    expect(lines(await screen([one, { ...one, id: 2, timezone: 'Asia/Tokyo' }]))).toEqual([
      'ID  WHEN                    TITLE  TIME ZONE',
      '1   Mon 23 Nov 19:00–21:00  A',
      '2   Mon 23 Nov 19:00–21:00  A      Asia/Tokyo',
      'status: publish',
    ])
  })

  it('begins a new heading where a later record differs from those before', async () => {
    const many = Array.from({ length: 401 }, (_, i) =>
      event(i + 1, 'A', '2026-11-23 19:00:00', '2026-11-23 21:00:00', { status: i === 400 ? 'draft' : 'publish' }),
    )
    const shown = lines(await screen(many))
    expect(shown).toHaveLength(405)
    expect(shown.slice(0, 2)).toEqual(['ID   WHEN                    TITLE', '1    Mon 23 Nov 19:00–21:00  A'])
    expect(shown.slice(400)).toEqual([
      '400  Mon 23 Nov 19:00–21:00  A',
      'status: publish',
      '',
      'ID   WHEN                    TITLE  STATUS',
      '401  Mon 23 Nov 19:00–21:00  A      draft',
    ])
  })

  it('shows invalid dates unchanged', async () => {
    const one = event(1, 'A', 'soon', '2026-11-23 21:00:00', {})
    expect(lines(await screen([one, { ...one, start_date: '2026-02-30 10:00:00' }]))).toEqual([
      'ID  WHEN              TITLE',
      '1   soon              A',
      '1   2026-02-30 10:00  A',
      'status: publish',
    ])
  })
})

describe('the other kinds on a terminal', () => {
  const venues = [
    { id: 4, venue: 'Blue Cellar', address: 'Main Street 5', city: 'Berlin', country: 'Germany', status: 'publish' },
    { id: 5, venue: 'Konzerthaus am Gendarmenmarkt', city: 'Berlin', country: 'Germany', status: 'publish' },
  ]
  const organizers = [
    { id: 8, organizer: 'Jazz Club e. V.', email: 'mail@jazz.example', phone: '+49 40 77', status: 'publish' },
    { id: 9, organizer: 'Choir', website: 'https://choir.example/the-long-address-of-a-page', status: 'draft' },
  ]
  const categories = [
    { id: 2, name: 'Music', slug: 'music', parent: 0, count: 6 },
    { id: 3, name: 'Jazz', slug: 'jazz', parent: 2, count: 1 },
  ]

  it('venues', async () => {
    const as = { plural: 'venues' } as const
    expect(lines(await screen(venues, { as }))).toEqual([
      'ID  NAME                           ADDRESS',
      '4   Blue Cellar                    Main Street 5',
      '5   Konzerthaus am Gendarmenmarkt',
      'city: Berlin · country: Germany · status: publish',
    ])
    expect(lines(await screen(venues, { as, columns: 40, language: 'de' }))).toEqual([
      'ID  NAME                     ANSCHRIFT',
      '4   Blue Cellar              Main Street',
      '                             5',
      '5   Konzerthaus am',
      '    Gendarmenmarkt',
      'Stadt: Berlin · Land: Germany',
      'Status: Veröffentlicht',
    ])
  })

  it('organizers', async () => {
    const as = { plural: 'organizers' } as const
    expect(lines(await screen(organizers, { as, columns: 100 }))).toEqual([
      'ID  NAME             EMAIL              PHONE      WEBSITE                                   STATUS',
      '8   Jazz Club e. V.  mail@jazz.example  +49 40 77                                            publish',
      '9   Choir                                          https://choir.example/the-long-address-o  draft',
      '                                                   f-a-page',
    ])
    expect(lines(await screen(organizers, { as, columns: 40 }))).toEqual([
      '8   Jazz Club e. V.',
      '    mail@jazz.example · +49 40 77',
      '    publish',
      '9   Choir',
      '    https://choir.example/the-long-addre',
      '    ss-of-a-page · draft',
    ])
  })

  it('categories and tags', async () => {
    expect(lines(await screen(categories, { as: { plural: 'categories' }, language: 'de' }))).toEqual([
      'ID  NAME   SLUG   ÜBERGEORDNET  TERMINE',
      '2   Music  music                6',
      '3   Jazz   jazz   2             1',
    ])
    expect(lines(await screen(categories, { as: { plural: 'categories' }, columns: 24 }))).toEqual([
      '2   Music',
      '    music · events: 6',
      '3   Jazz',
      '    jazz · parent: 2',
      '    events: 1',
    ])
    expect(lines(await screen(categories, { as: { plural: 'tags' } }))).toEqual([
      'ID  NAME   SLUG   EVENTS',
      '2   Music  music  6',
      '3   Jazz   jazz   1',
    ])
  })
})

describe('chosen fields on a terminal', () => {
  const fields = ['id', 'title', 'start_date', 'venue.venue', 'status']

  it('are all shown unchanged', async () => {
    expect(lines(await screen(events.slice(0, 2), { fields }))).toEqual([
      'ID  TITLE                                 START DATE        VENUE        STATUS',
      '9   Open stage                            2026-11-23 19:00  Blue Cellar  publish',
      '10  Jazz night with the Hamburg Radio     2026-11-27 22:00  Blue Cellar  publish',
      '    Big Band & guests from three',
      '    continents',
    ])
  })

  it('are shown by name where columns have no room', async () => {
    expectGolden(
      'screens/chosen-fields-on-a-terminal-are-shown-by-name-where-columns-have-no-ro.txt',
      `${(lines(await screen(events.slice(0, 2), { fields, columns: 40 }))).join('\n')}\n`,
    )
  })

  it('have four lines at most', async () => {
    const long = { id: 1, description: 'word '.repeat(60) }
    expect(lines(await screen([long], { fields: ['id', 'description'], columns: 40 }))).toEqual([
      'ID  DESCRIPTION',
      '1   word word word word word word word',
      '    word word word word word word word',
      '    word word word word word word word',
      '    word word word word word word word …',
    ])
  })
})

describe('names on a terminal that knows links', () => {
  it('lead to the page of the record, in each of their lines', async () => {
    const linked = [{ ...event(1, 'One two', '2026-11-23 19:00:00', '', {}), url: 'https://a.example/x' }]
    const esc = String.fromCharCode(27)
    const link = (text: string) => `${esc}]8;;https://a.example/x${esc}\\${text}${esc}]8;;${esc}\\`
    expect(await screen(linked, { links: true })).toContain(`  ${link('One two')}  publish\n`)
    expect(await screen(linked, { links: true, as: { hasPages: false } })).not.toContain(esc)
  })

  it('are bold without columns, as heads are with them', async () => {
    const esc = String.fromCharCode(27)
    expect(await screen(events.slice(0, 1), { color: true, columns: 30 })).toBe(
      `9   ${esc}[1mOpen stage${esc}[22m\n    Mon 23 Nov 19:00–21:00\n    Blue Cellar · Music\n    publish\n`,
    )
    expect(await screen(events.slice(0, 1), { color: true })).toContain(`${esc}[1mID  WHEN `)
  })
})
