import { describe, expect, it } from 'vitest'
import type { OutcomeItem } from '../../../../src/cli/types/outcome.ts'
import { escapeForTerminal } from '../../../../src/cli/output/terminal.ts'
import { widthOf } from '../../../../src/cli/output/text-width.ts'
import { agendaText } from '../../../../src/cli/views/agenda.ts'
import { calendarEntryOf, inOrder } from '../../../../src/cli/views/calendar-entry.ts'
import { monthText, monthSpan, weekText, yearText } from '../../../../src/cli/views/month.ts'
import { treeText } from '../../../../src/cli/commands/records/list.run.ts'
import { paletteOf, type ViewOptions } from '../../../../src/cli/views/view-options.ts'
import { expectGolden } from '../../../support/golden.ts'

const look: ViewOptions = {
  language: 'en',
  palette: paletteOf({ color: false }),
  columns: 80,
  week_start: 1,
  today: '2026-11-21',
}

function event(id: number, title: string, start_date: string, end_date: string, more: OutcomeItem = {}): OutcomeItem {
  return {
    id,
    title,
    start_date,
    end_date,
    timezone: 'Europe/Berlin',
    all_day: false,
    status: 'publish',
    categories: [],
    venue: [],
    ...more,
  }
}

const items = [
  event(1, 'Jazz night', '2026-11-20 20:00:00', '2026-11-21 01:30:00', { venue: { venue: 'Blue Club' } }),
  event(2, 'Light &#8211; a show', '2026-10-28 00:00:00', '2026-11-12 23:59:59', { all_day: true }),
  event(3, 'Winter fair', '2026-11-18 10:00:00', '2026-12-03 18:00:00'),
  event(4, 'Chess', '2026-11-21 09:00:00', '2026-11-21 12:00:00', { status: 'draft' }),
  event(5, '東京の夜 🎷', '2026-11-21 19:00:00', '2026-11-21 23:00:00'),
]

function entries(all: readonly OutcomeItem[] = items, zone?: string) {
  return inOrder(all.flatMap((item) => calendarEntryOf(item, zone) ?? []))
}

describe('month', () => {
  const lines = monthText('2026-11', entries(), look).split('\n')

  it('no line is wider than the terminal, or than 140 columns', () => {
    const wide = monthText('2026-11', entries(), { ...look, columns: 140 }).split('\n')
    expect(Math.max(...lines.map((line) => [...line].length))).toBeLessThanOrEqual(80)
    expect(Math.max(...wide.map((line) => [...line].length))).toBeLessThanOrEqual(140)
    expect(Math.max(...wide.map((line) => [...line].length))).toBeGreaterThan(120)
  })

  it('an event that began in an earlier month is a bar that is open on the left', () =>
    expect(lines.filter((line) => line.includes('Light – a show'))).toEqual([
      '              │          │[Light – a show ─────────────────────────────────────>',
      '    <Light – a show ───────────────────────────────────────────────────────────>',
      '    <Light – a show ──────────────────────────]│          │          │',
    ]))

  it('marks today, numbers the weeks, and shows timed events on their day', () => {
    const week = lines.slice(lines.findIndex((line) => line.startsWith('47')))
    expect(week.slice(0, 4)).toEqual([
      '47   16       │ 17       │ 18       │ 19       │ 20       │[21]      │ 22',
      '              │          │[Winter fair ────────────────────────────────────────>',
      '              │          │          │          │•20:00    │•09:00    │',
      '              │          │          │          │ Jazz nig…│ Chess    │',
    ])
  })

  it('shows how many events of a day do not fit', () => {
    const many = Array.from({ length: 9 }, (_, i) =>
      event(i, `Talk ${i}`, `2026-11-05 1${i}:00:00`, `2026-11-05 1${i}:30:00`),
    )
    const text = monthText('2026-11', entries(many), { ...look, language: 'de' })
    expect(text).toContain('│•14:00    │')
    expect(text).toContain('│ Talk 4   │')
    expect(text).not.toContain('Talk 5')
    expect(text).toContain(' +4 mehr')
  })

  it('has at most 40 lines, and fits a lower terminal with fewer rows and without rules', () => {
    const busy = Array.from({ length: 30 }, (_, i) =>
      Array.from({ length: 5 }, (_, n) =>
        event(
          i * 5 + n,
          `Talk ${n}`,
          `2026-11-${String(i + 1).padStart(2, '0')} 1${n}:00:00`,
          `2026-11-${String(i + 1).padStart(2, '0')} 1${n}:30:00`,
        ),
      ),
    ).flat()
    const height = (lines: number | undefined) =>
      monthText('2026-11', entries(busy), { ...look, lines }).split('\n').length
    expect([undefined, 60, 40, 30, 24, 10].map(height)).toEqual([30, 30, 30, 30, 24, 30])
    expect(monthText('2026-11', entries(busy), { ...look, lines: 24 })).toContain(' +4 more')
  })

  it('begins on Sunday if the locale does', () => {
    expect(monthSpan('2026-11', 1)).toEqual({ from: '2026-10-26', to: '2026-12-06' })
    expect(monthSpan('2026-11', 7)).toEqual({ from: '2026-11-01', to: '2026-12-05' })
    expect(monthText('2026-11', [], { ...look, language: 'de', week_start: 7 })).toContain(
      'KW   So         Mo         Di ',
    )
  })

  it('has colors only if they are enabled', () => {
    const colored = monthText('2026-11', entries(), { ...look, palette: paletteOf({ color: true }) })
    expect(colored).toContain('\u001b[')
    expect(lines.join('\n')).not.toContain('\u001b[')
  })
})

describe('week', () => {
  it('shows the time and the whole title of each event', () => {
    const text = weekText('2026-11-21', entries(), look)
    expect(text).toContain('Week 47 · 16 Nov – 22 Nov 2026')
    expect(text).toContain('│•20:00    │•09:00    │')
    expect(text).toContain('│ Jazz     │ Chess    │')
  })
})

describe('agenda', () => {
  it('lists long events on each of their days, and overnight events on the first', () =>
    expectGolden(
      'screens/agenda-lists-long-events-on-each-of-their-days-and-overnight-events-on.txt',
      agendaText({ from: '2026-11-20', to: '2026-11-22' }, entries(), look),
    ))

  it('puts venue and id below the title on a narrow terminal, and breaks titles between words', () => {
    const long = event(
      7,
      'A choir, two bands and the mayor open the winter',
      '2026-11-21 18:00:00',
      '2026-11-21 20:00:00',
      {
        venue: { venue: 'Town Library' },
      },
    )
    expectGolden(
      'screens/agenda-puts-venue-and-id-below-the-title-on-a-narrow-terminal-and-brea.txt',
      agendaText({ from: '2026-11-21', to: '2026-11-21' }, entries([long]), { ...look, columns: 40 }),
    )
  })

  it('never breaks an id, whatever the width', () => {
    const many = entries([event(123456, 'Long '.repeat(30), '2026-11-21 18:00:00', '2026-11-21 20:00:00')])
    for (const columns of [30, 40, 60, 80, 140])
      expect(agendaText({ from: '2026-11-21', to: '2026-11-21' }, many, { ...look, columns })).toContain('#123456')
  })

  it('isolates right-to-left text from adjacent text', () => {
    const arabic = entries([event(8, 'مرحبا', '2026-11-21 18:00:00', '2026-11-21 20:00:00')])
    const isolate = /\u2068 ?مرحبا\S*\u2069/u
    const shown = (text: string) => escapeForTerminal(text, () => true)
    expect(shown(agendaText({ from: '2026-11-21', to: '2026-11-21' }, arabic, look))).toMatch(isolate)
    expect(shown(weekText('2026-11-21', arabic, look))).toMatch(isolate)
    expect(shown(monthText('2026-11', arabic, look))).toMatch(isolate)
  })

  it('shows the chosen fields instead of the title', () =>
    expect(agendaText({ from: '2026-11-20', to: '2026-11-20' }, entries(), look, ['id', 'venue.venue', 'status'])).toBe(
      [
        'Fri 20 November 2026 · yesterday',
        '  all day        • 3             publish',
        '  20:00–01:30 +1 • 1  Blue Club  publish',
        '',
        '5 events · Fri 20 Nov 2026',
        '',
      ].join('\n'),
    ))

  it('reports that there are no events', () => {
    expect(agendaText({ from: '2026-11-21', to: '2026-11-21' }, [], look)).toBe('No events on Sat 21 November 2026.\n')
    expect(agendaText({ from: '2026-11-21', to: '2026-11-22' }, [], { ...look, language: 'de' })).toBe(
      'Keine Termine: Samstag, 21. November 2026 bis Sonntag, 22. November 2026.\n',
    )
  })

  it('shows times in another zone, and does not move whole days', () => {
    const shown = entries(
      [
        event(1, 'Talk', '2026-11-21 20:00:00', '2026-11-21 21:00:00'),
        event(2, 'Day', '2026-11-21 00:00:00', '2026-11-21 23:59:59', { all_day: true }),
      ],
      'Asia/Tokyo',
    )
    expect(shown.map(({ title, start }) => [title, start])).toEqual([
      ['Day', '2026-11-21 00:00:00'],
      ['Talk', '2026-11-22 04:00:00'],
    ])
  })

  it('an event without valid dates is omitted', () =>
    expect(entries([event(1, 'x', 'soon', ''), event(2, 'y', '2026-02-30 00:00:00', '2026-03-01 00:00:00')])).toEqual(
      [],
    ))
})

describe('the last lines', () => {
  const colored = { ...look, palette: paletteOf({ color: true }) }
  const shown = (text: string) => escapeForTerminal(text, () => false)
  const at = (id: number, slug: string, name: string) =>
    event(id, `E${id}`, '2026-11-21 18:00:00', '2026-11-21 20:00:00', {
      categories: [{ id: 8 * id - (slug === 'jazz' ? 7 : 0), slug, name }],
    })

  it('name the categories that colors stand for; those of one color share a dot', () => {
    const all = entries([at(1, 'film', 'Film'), at(2, 'jazz', 'Jazz &amp; Blues'), at(3, 'workshops', 'Workshops')])
    expect(
      shown(agendaText({ from: '2026-11-21', to: '2026-11-22' }, all, colored))
        .split('\n')
        .at(-2),
    ).toBe('\u001b[36m•\u001b[39m Film, Workshops  \u001b[35m•\u001b[39m Jazz & Blues')
  })

  it('have no legend without colors, or without categories', () => {
    const last = (text: string) => text.trimEnd().split('\n').at(-1)
    const all = entries([at(1, 'film', 'Film')])
    expect(last(monthText('2026-11', all, look))).toBe('1 event · Mon 26 Oct – Sun 6 Dec 2026')
    expect(last(shown(weekText('2026-11-21', entries(), colored)))).toContain('Mon 16 Nov – Sun 22 Nov 2026')
  })

  it('name the zone where one was asked for, and are German', () =>
    expect(
      yearText('2026', entries(), { ...look, language: 'de', zone: 'Asia/Tokyo' })
        .trimEnd()
        .split('\n')
        .at(-1),
    ).toBe('5 Termine · Do 1. Jan. – Do 31. Dez. 2026 · Asia/Tokyo'))
})

describe('a narrow month', () => {
  it('has a dot for each event, and the days below', () => {
    const text = monthText('2026-11', entries(), { ...look, columns: 40 })
    const lines = text.split('\n')
    const week = lines.findIndex((line) => line.startsWith('47'))
    expect(lines[week]).toBe('47   16   17   18•  19•  20••>21•+ 22•')
    expect(text).toContain('\nWed 18  10:00 • Winter fair, until 3 Dec\n')
    expect(text).toContain('\nSat 21  09:00 • Chess\n')
    expect(lines.filter((line) => widthOf(line) > 40)).toEqual([])
  })

  it('keeps titles readable and lines in the terminal where a day has a long event and others', () => {
    const day = Array.from({ length: 20 }, (_, i) =>
      event(20 + i, 'Exhibition of art', `2026-11-${String(i + 1).padStart(2, '0')} 10:00:00`, '2026-11-30 18:00:00'),
    )
    const more = day.map((one) => ({ ...one, id: Number(one.id) + 20 }))
    const others = day.map((one) => ({ ...one, id: Number(one.id) + 40 }))
    for (const language of ['en', 'de'] as const) {
      const text = monthText('2026-11', entries([...day, ...more, ...others]), { ...look, language, columns: 40 })
      const shown = text.split('\n')
      expect(Math.max(...shown.map(widthOf))).toBeLessThanOrEqual(40)
      expect(shown.filter((line) => line.includes('• Exhibition'))).toHaveLength(20)
    }
  })

  it('says with a plus that a day has more', () => {
    const many = Array.from({ length: 4 }, (_, i) => event(i, 'x', '2026-11-05 10:00:00', '2026-11-05 11:00:00'))
    expect(monthText('2026-11', entries(many), { ...look, columns: 40 })).toContain(
      '\n45    2    3    4    5•+  6    7    8\n',
    )
  })

  it('has at most 40 lines, without the grid if every day has events', () => {
    const many = Array.from({ length: 40 }, (_, i) => {
      const day = `2026-12-${String(1 + (i % 31)).padStart(2, '0')}`
      return event(i, 'x', `${day} 10:00:00`, `${day} 11:00:00`)
    })
    for (const columns of [40, 48, 60]) {
      const lines = monthText('2026-12', entries(many), { ...look, columns })
        .trimEnd()
        .split('\n')
      expect(lines.length).toBeLessThanOrEqual(40)
      expect(lines[2]).toMatch(/^Tue {2}1 {2}10:00 • x, \+1 more$/)
    }
  })
})

describe('year', () => {
  it('marks the days with events and today', () => {
    const text = yearText('2026', entries(), look)
    expect(text).toContain(' 16 17•18•19•20>21•22')
    expect(
      text
        .split('\n')
        .filter((line) => line.includes('January'))
        .join(),
    ).toContain('March')
  })
})

describe('tree', () => {
  it('escapes control characters in the number of events', () =>
    expect(treeText([{ id: 1, name: 'A', slug: 'a', parent: 0, count: '\u001b[2J\nB' }], look.palette)).toBe(
      'A (\\u{1b}[2J B) #1 a\n',
    ))

  it('draws children below parents, and terminates for cycles', () => {
    const categories = [
      { id: 1, name: 'Music', slug: 'music', parent: 0, count: 3 },
      { id: 2, name: 'Jazz &amp; Blues', slug: 'jazz', parent: 1, count: 2 },
      { id: 4, name: 'Rock', slug: 'rock', parent: 1, count: 0 },
      { id: 3, name: 'Bebop', slug: 'bebop', parent: 2, count: 1 },
      { id: 8, name: 'A', slug: 'a', parent: 9, count: 0 },
      { id: 9, name: 'B', slug: 'b', parent: 8, count: 0 },
    ]
    expect(treeText(categories, look.palette)).toBe(
      'Music (3) #1 music\n├─ Jazz & Blues (2) #2 jazz\n│  └─ Bebop (1) #3 bebop\n└─ Rock (0) #4 rock\nA (0) #8 a\n└─ B (0) #9 b\n',
    )
  })
})
