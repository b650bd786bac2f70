import { describe, expect, it } from 'vitest'
import type { OutcomeItem } from '../../../../src/cli/core/outcome.ts'
import { agendaPicture } from '../../../../src/cli/views/agenda.ts'
import { type MonthOptions, monthPicture, monthSpan, weekPicture } from '../../../../src/cli/views/month.ts'
import { inOrder, calendarEntryOf } from '../../../../src/cli/views/calendar-entry.ts'
import { paletteOf } from '../../../../src/cli/views/palette.ts'
import { treePicture } from '../../../../src/cli/views/tree.ts'
import { yearPicture } from '../../../../src/cli/views/year.ts'

const look: MonthOptions = {
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

function occasions(all: readonly OutcomeItem[] = items, zone?: string) {
  return inOrder(all.flatMap((item) => calendarEntryOf(item, zone) ?? []))
}

describe('month', () => {
  const lines = monthPicture('2026-11', occasions(), look).split('\n')

  it('no line is wider than the terminal, or than 140 columns', () => {
    const wide = monthPicture('2026-11', occasions(), { ...look, columns: 140 }).split('\n')
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
      '              │          │          │          │•Jazz nig…│•Chess    │',
      '              │          │          │          │          │•東京の夜…│',
    ])
  })

  it('shows how many events of a day do not fit', () => {
    const many = Array.from({ length: 9 }, (_, i) =>
      event(i, `Talk ${i}`, `2026-11-05 1${i}:00:00`, `2026-11-05 1${i}:30:00`),
    )
    const text = monthPicture('2026-11', occasions(many), { ...look, language: 'de' })
    expect(text).toContain('•Talk 4')
    expect(text).not.toContain('•Talk 5')
    expect(text).toContain(' +4 mehr')
  })

  it('fits the height of the terminal if possible, with fewer rows and without rules', () => {
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
      monthPicture('2026-11', occasions(busy), { ...look, lines }).split('\n').length
    expect([undefined, 60, 40, 30, 24, 10].map(height)).toEqual([46, 46, 35, 29, 23, 46])
    expect(monthPicture('2026-11', occasions(busy), { ...look, lines: 24 })).toContain(' +4 more')
  })

  it('begins on Sunday if the locale does', () => {
    expect(monthSpan('2026-11', 1)).toEqual({ from: '2026-10-26', to: '2026-12-06' })
    expect(monthSpan('2026-11', 7)).toEqual({ from: '2026-11-01', to: '2026-12-05' })
    expect(monthPicture('2026-11', [], { ...look, language: 'de', week_start: 7 })).toContain(
      'KW   So         Mo         Di ',
    )
  })

  it('has colours only if they are enabled', () => {
    const colored = monthPicture('2026-11', occasions(), { ...look, palette: paletteOf({ color: true }) })
    expect(colored).toContain('\u001b[')
    expect(lines.join('\n')).not.toContain('\u001b[')
  })
})

describe('week', () => {
  it('shows the time and the whole title of each event', () => {
    const text = weekPicture('2026-11-21', occasions(), look)
    expect(text).toContain('Week 47 · 16 Nov – 22 Nov 2026')
    expect(text).toContain('│•20:00    │•09:00    │')
    expect(text).toContain('│ Jazz     │ Chess    │')
  })
})

describe('agenda', () => {
  it('lists long events on each of their days, and overnight events on the first', () =>
    expect(agendaPicture({ from: '2026-11-20', to: '2026-11-22' }, occasions(), look)).toBe(
      [
        'Fri 20 November 2026 · yesterday',
        '  all day       • Winter fair (day 3 of 16)                             #3',
        '  20:00 – 01:30 • Jazz night                       Blue Club            #1',
        '',
        'Sat 21 November 2026 · today',
        '  all day       • Winter fair (day 4 of 16)                             #3',
        '  09:00 – 12:00 • Chess [draft]                                         #4',
        '  19:00 – 23:00 • 東京の夜 🎷                                           #5',
        '',
        'Sun 22 November 2026 · tomorrow',
        '  all day       • Winter fair (day 5 of 16)                             #3',
        '',
      ].join('\n'),
    ))

  it('reports that there are no events', () => {
    expect(agendaPicture({ from: '2026-11-21', to: '2026-11-21' }, [], look)).toBe(
      'No events on Sat 21 November 2026.\n',
    )
    expect(agendaPicture({ from: '2026-11-21', to: '2026-11-22' }, [], { ...look, language: 'de' })).toBe(
      'Keine Termine: Sa, 21. November 2026 bis So, 22. November 2026.\n',
    )
  })

  it('shows times in another zone, and does not move whole days', () => {
    const shown = occasions(
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
    expect(occasions([event(1, 'x', 'soon', ''), event(2, 'y', '2026-02-30 00:00:00', '2026-03-01 00:00:00')])).toEqual(
      [],
    ))
})

describe('year', () => {
  it('marks the days with events and today', () => {
    const text = yearPicture('2026', occasions(), look)
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
    expect(treePicture([{ id: 1, name: 'A', slug: 'a', parent: 0, count: '\u001b[2J\nB' }], look.palette)).toBe(
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
    expect(treePicture(categories, look.palette)).toBe(
      'Music (3) #1 music\n├─ Jazz & Blues (2) #2 jazz\n│  └─ Bebop (1) #3 bebop\n└─ Rock (0) #4 rock\nA (0) #8 a\n└─ B (0) #9 b\n',
    )
  })
})
