// Lists, records and calendars as a terminal shows them, in the files of test/golden/screens: after `$` what is shown,
// of records.yaml, then the screen. U+2068 and U+2069 are written as ⟨ and ⟩, an escape as ␛. UPDATE_GOLDEN=1 draws
// them again: to add a screen, append its line there.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import type { DaySpan } from '../../../../src/base/dates/periods.ts'
import { treeText } from '../../../../src/cli/commands/records/list.run.ts'
import { printerOf } from '../../../../src/cli/output/formats/formats.ts'
import { escapeForTerminal } from '../../../../src/cli/output/terminal.ts'
import { widthOf } from '../../../../src/cli/output/text-width.ts'
import type { OutcomeItem } from '../../../../src/cli/types/outcome.ts'
import { agendaText } from '../../../../src/cli/views/agenda.ts'
import { calendarEntryOf, sortedEntries } from '../../../../src/cli/views/calendar-entry.ts'
import { monthSpan, monthText, weekText, yearText } from '../../../../src/cli/views/month.ts'
import { paletteOf, type ViewOptions } from '../../../../src/cli/views/view-options.ts'
import { plurals_by_need, resources } from '../../../../src/spec/resources.ts'
import { describeGolden } from '../../../support/golden.ts'
import { project } from '../../../support/project.ts'
import { noon } from '../../../support/runtime.ts'

const folder = join(project, 'test/golden/screens')
const records: Readonly<Record<string, OutcomeItem | readonly OutcomeItem[]>> = parse(
  readFileSync(join(folder, 'records.yaml'), 'utf8'),
  { merge: true, maxAliasCount: -1 },
)

const today = '2026-11-21'

/** A line such as `get events jazz columns=40`; `more` are records that are not in records.yaml. */
async function drawn(line: string, more: readonly OutcomeItem[] = []): Promise<string> {
  const words = line.split(' ')
  const given = Object.fromEntries(words.filter((word) => word.includes('=')).map((word) => word.split('=')))
  const [verb = '', what = '', ...names] = words.filter((word) => !word.includes('='))
  const shown = [...names.flatMap((name) => records[name] ?? []), ...more]
  const fields: readonly string[] | undefined = given.fields?.split(',')
  const look = {
    language: given.lang === 'de' ? 'de' : 'en',
    columns: Number(given.columns ?? 80),
    color: given.color === 'yes',
  } as const
  const kind = verb === 'tree' ? undefined : plurals_by_need.find((plural) => plural === what)
  let text = ''
  if (kind === undefined) text = viewOf(verb, { from: what, to: names[0] ?? '' }, shown, { ...given, ...look, fields })
  else {
    const record_screen = {
      plural: kind,
      iso_dates: given.iso === 'yes',
      now: noon,
      zone: given.zone ?? 'Europe/Berlin',
      hasPages: given.pages !== 'no',
    }
    const layout = {
      fields: fields ?? resources[kind].columns,
      fields_chosen: fields !== undefined,
      single: verb === 'get',
      header: true,
      csv_safe: false,
      page: { isTerminal: true, links: given.links === 'yes', ...look },
      ...(fields ? {} : { shown_as: record_screen }),
    }
    const printer = await printerOf('table', layout)
    for await (const part of printer(streamOf(shown), layout)) text += part
  }
  return escapeForTerminal(text, () => true)
    .replaceAll('\u2068', '⟨')
    .replaceAll('\u2069', '⟩')
    .replaceAll('\u001b', '␛')
}

async function* streamOf(shown: readonly OutcomeItem[]) {
  yield* shown
}

interface ViewLook extends Pick<ViewOptions, 'language' | 'columns' | 'zone'> {
  readonly color: boolean
  readonly fields: readonly string[] | undefined
  readonly lines?: string
  readonly week_start?: string
}

function viewOf(verb: string, { from, to }: DaySpan, shown: readonly OutcomeItem[], given: ViewLook): string {
  const options: ViewOptions = {
    ...given,
    palette: paletteOf(given),
    lines: given.lines === undefined ? undefined : Number(given.lines),
    week_start: given.week_start === '7' ? 7 : 1,
    today,
  }
  const entries = sortedEntries(shown.flatMap((item) => calendarEntryOf(item, given.zone) ?? []))
  if (verb === 'agenda') return agendaText({ from, to }, entries, options, { fields: given.fields })
  if (verb === 'month') return monthText(from, entries, options)
  if (verb === 'week') return weekText(from, entries, options)
  return verb === 'year' ? yearText(from, entries, options) : treeText(shown, options.palette)
}

describeGolden('screens', '# ', async (block) => {
  const [title = '', ...lines] = block.split('\n')
  const screens = lines
    .filter((line) => line.startsWith('$ '))
    .map(async (line) => {
      const shown = (await drawn(line.slice(2))).replace(/\n$/, '').split('\n')
      return [line, ...shown.map((row) => `  ${row}`.trimEnd())].join('\n')
    })
  return [title, ...(await Promise.all(screens))].join('\n').trimEnd()
})

/** Events of a name on days of December, the first ones twice. */
const many = (count: number, title: string): readonly OutcomeItem[] =>
  Array.from({ length: count }, (_, i) => {
    const day = `2026-12-${String(1 + (i % 31)).padStart(2, '0')}`
    return { id: i + 1, title, status: 'publish', start_date: `${day} 10:00:00`, end_date: `${day} 11:00:00` }
  })

it.each([24, 40, 60, 80, 100, 140, 200])('a list fits %i columns and cuts no name', async (columns) => {
  const text = await drawn(`list events events columns=${columns}`)
  expect(text.split('\n').filter((line) => widthOf(line.replace(/[⟨⟩]/g, '')) > columns)).toEqual([])
  expect(text).not.toContain('…')
})

it('a list has one heading, and columns as wide as its first 200 records need', async () => {
  const later = { ...many(1, 'A')[0], id: 401 }
  const shown = (await drawn('list events', [...many(400, 'A'), later])).split('\n')
  expect(shown).toHaveLength(403)
  expect(shown[0]).toBe('ID   TITLE  WHEN                    VENUE  CATEGORIES')
  expect(shown.slice(400, 403)).toEqual(['400  A      Mon 28 Dec 10:00–11:00', '401  A      Tue 1 Dec 10:00–11:00', ''])
})

it('a month has at most 40 lines, and fits a lower terminal with fewer rows and without rules', async () => {
  const heights = ['', ' lines=60', ' lines=40', ' lines=30', ' lines=24', ' lines=10'].map(
    async (lines) => (await drawn(`month 2026-12${lines}`, many(155, 'Talk'))).split('\n').length,
  )
  expect(await Promise.all(heights)).toEqual([36, 36, 36, 26, 21, 21])
  expect(await drawn('month 2026-12 lines=24', many(155, 'Talk'))).toContain(' +4 more')
})

it.each([40, 60])('a month at %i lists an event of several days once, on its first day', async (columns) => {
  const long = many(3, 'Show').map((one) => ({
    ...one,
    start_date: '2026-11-20 10:00:00',
    end_date: '2027-01-02 18:00:00',
  }))
  const shown = await drawn(`month 2026-12 columns=${columns}`, [...long, ...many(3, 'Talk')])
  expect(shown.match(/Show|Talk|Fri 4/g)).toEqual(['Show', 'Show', 'Show', 'Talk', 'Talk', 'Talk'])
})

it.each([30, 40, 60, 80, 140])('an agenda at %i never breaks an id', async (columns) => {
  const [one] = many(1, 'Long '.repeat(30))
  expect(await drawn(`agenda 2026-12-01 2026-12-01 columns=${columns}`, [{ ...one, id: 123456 }])).toContain('#123456')
})

it('a week in two years names both', async () => {
  expect(await drawn('week 2026-12-31')).toContain('Week 53 · 28 Dec 2026 – 3 Jan 2027')
})

it('a month begins on the first day of the week', () => {
  expect(monthSpan('2026-11', 1)).toEqual({ from: '2026-10-26', to: '2026-12-06' })
  expect(monthSpan('2026-11', 7)).toEqual({ from: '2026-11-01', to: '2026-12-05' })
})
