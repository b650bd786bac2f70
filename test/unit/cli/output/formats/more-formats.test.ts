// The formats other than table, JSON and CSV, and options of all formats.
import { describe, expect, it } from 'vitest'
import type { Format, OutcomeItem } from '../../../../../src/cli/types/outcome.ts'
import { checkFields } from '../../../../../src/cli/output/unknown-fields.ts'
import { type Layout, type Printer, printerOf } from '../../../../../src/cli/output/formats/formats.ts'
import { throughJq } from '../../../../../src/cli/output/print-outcome.ts'
import { templatePrinter } from '../../../../../src/cli/output/formats/structured.ts'
import { sortRecords } from '../../../../../src/cli/output/fields.ts'
import { escapeForTerminal, mayColor, mayLink } from '../../../../../src/cli/output/terminal.ts'
import { expectGolden } from '../../../../support/golden.ts'

const page = { isTerminal: false, columns: 80, language: 'en', color: false, links: false } as const
const plain: Layout = {
  fields: ['id', 'title', 'venue.city'],
  fields_chosen: false,
  single: false,
  header: true,
  csv_safe: false,
  page,
}

async function* stream(records: readonly OutcomeItem[]) {
  yield* records
}

async function textOf(
  printer: Printer,
  records: readonly OutcomeItem[],
  layout: Partial<Layout> = {},
): Promise<string> {
  let text = ''
  for await (const part of printer(stream(records), { ...plain, ...layout })) text += part
  return text
}

async function printed(format: Format, records: readonly OutcomeItem[], layout: Partial<Layout> = {}): Promise<string> {
  const text = await textOf(await printerOf(format, { single: false, ...layout }), records, layout)
  return escapeForTerminal(text, () => layout.page?.isTerminal === true)
}

const events: readonly OutcomeItem[] = [
  { id: 1, title: 'Jazz | Blues', venue: { city: 'Köln\n\tWest' } },
  { id: 22, title: '東京', venue: [] },
]

describe('formats', () => {
  it('tsv has one line per record', async () =>
    expect(await printed('tsv', events)).toBe('id\ttitle\tvenue.city\n1\tJazz | Blues\tKöln\\n\\tWest\n22\t東京\t\n'))

  it('json does not indent the text after a line separator', async () =>
    expect(await printed('json', [{ title: 'A\u2028B' }])).toBe('[\n  {\n    "title": "A\u2028B"\n  }\n]\n'))

  it('yaml prints a list, or one object', async () => {
    expect(await printed('yaml', events, { fields: ['id', 'title'], fields_chosen: true })).toBe(
      '- id: 1\n  title: Jazz | Blues\n- id: 22\n  title: 東京\n',
    )
    expect(await printed('yaml', events.slice(0, 1), { single: true, fields: ['id'], fields_chosen: true })).toBe(
      'id: 1\n',
    )
    expect(await printed('yaml', [])).toBe('[]\n')
  })

  it('md escapes characters that would end a cell', async () =>
    expect(await printed('md', events)).toBe(
      '| id | title | venue.city |\n| --- | --- | --- |\n| 1 | Jazz \\| Blues | Köln<br>West |\n| 22 | 東京 |  |\n',
    ))

  it('count prints the total, not the number of received records', async () => {
    expect(await printed('count', events, { total: () => 342 })).toBe('342\n')
    expect(await printed('count', events)).toBe('2\n')
    expect(await printed('count', [], { total: () => 342 })).toBe('0\n')
  })

  it('ics includes the zone of an event; whole days are dates, and UTC stays UTC', async () => {
    const at = {
      start_date: '2027-01-01 20:00:00',
      end_date: '2027-01-01 23:00:00',
      status: 'publish',
      url: 'https://x.example/a',
      modified_utc: '2026-11-21 00:00:00',
    }
    const text = await printed('ics', [
      {
        id: 7,
        slug: 'jazz',
        ...at,
        title: 'Jazz &amp; more, live',
        timezone: 'Europe/Berlin',
        venue: { venue: 'Club' },
        categories: [{ name: 'Music' }],
      },
      {
        id: 8,
        ...at,
        title: 'Fair',
        all_day: true,
        start_date: '2027-02-27 00:00:00',
        end_date: '2027-02-28 23:59:59',
        status: 'draft',
      },
      { id: 9, ...at, title: 'Call', timezone: 'UTC' },
      { id: 10, ...at, title: 'Abroad', timezone: 'UTC+2' },
    ])
    const lines = text.split('\r\n')
    expect(lines.slice(0, 6)).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//cal//export//EN',
      'CALSCALE:GREGORIAN',
      'BEGIN:VTIMEZONE',
      'TZID:Europe/Berlin',
    ])
    expectGolden('events.ics.txt', `${(lines.slice(lines.indexOf('END:VTIMEZONE') + 1)).join('\n')}\n`)
  })

  it('ics rejects records that are not events, and writes local times for an unknown zone', async () => {
    let text = ''
    const printer = await printerOf('ics', { single: false })
    await expect(
      (async () => {
        for await (const part of printer(stream([{ id: 1, venue: 'Club' }]), plain)) text += part
      })(),
    ).rejects.toThrow('-o ics needs events, but this record is not an event')
    expect(text).toBe('')
    expect(
      await printed('ics', [
        { id: 1, start_date: '2027-01-01 20:00:00', end_date: '2027-01-01 23:00:00', timezone: 'Mars/Base' },
      ]),
    ).toContain('DTSTART:20270101T200000\r\n')
    expect(await printed('ics', [])).toBe(
      'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//cal//export//EN\r\nCALSCALE:GREGORIAN\r\nEND:VCALENDAR\r\n',
    )
  })

  it('omits the header with --no-header', async () => {
    for (const format of ['table', 'csv', 'tsv', 'md'] as const)
      expect(
        (await printed(format, [{ id: 1 }], { fields: ['id'], header: false }))
          .trim()
          .replaceAll('| ', '')
          .replaceAll(' |', ''),
      ).toBe('1')
  })

  it('csv-safe escapes formulas, but not numbers', async () => {
    const records = ['=1+1', '-5', '-5+cmd', '@x', '+49 221', 'plain'].map((title) => ({ title }))
    expect((await printed('csv', records, { fields: ['title'], header: false, csv_safe: true })).split('\n')).toEqual([
      "'=1+1",
      '-5',
      "'-5+cmd",
      "'@x",
      "'+49 221",
      'plain',
      '',
    ])
    expect(await printed('csv', records.slice(0, 1), { fields: ['title'], header: false })).toBe('=1+1\n')
    expect((await printed('tsv', records, { fields: ['title'], header: false, csv_safe: true })).split('\n')).toEqual([
      "'=1+1",
      '-5',
      "'-5+cmd",
      "'@x",
      "'+49 221",
      'plain',
      '',
    ])
    expect(await printed('tsv', [{ title: '\t=1' }], { fields: ['title'], header: false, csv_safe: true })).toBe(
      "'\\t=1\n",
    )
  })
})

describe('jq', () => {
  it('prints texts raw and other values as JSON', async () => {
    expect(await throughJq(events, '.[] | .title', page)).toBe('Jazz | Blues\n東京\n')
    expect(await throughJq(events, 'map(.id)', page)).toBe('[1,22]\n')
    expect(await throughJq(events, 'empty', page)).toBe('')
  })

  it('reports a jq syntax error', async () => {
    const error = (expression: string) =>
      throughJq(events, expression, page).then(
        () => undefined,
        ({ code, text }) => [code, text.en, text.de],
      )
    for (const [expression, en, de] of [
      ['.[', '"syntax error, unexpected end of file"', '„syntax error, unexpected end of file“'],
      ['title', '"title/0 is not defined"', '„title/0 is not defined“'],
      ['.title', '"Cannot index array with string \\"title\\""', '„Cannot index array with string "title"“'],
      ['error("own words")', '"own words"', '„own words“'],
    ] as const)
      expect(await error(expression)).toEqual(['usage', `--jq: ${en}`, `--jq: ${de}`])
  })
})

describe('template', () => {
  it('replaces dotted names in braces', async () => {
    expect(
      await textOf(templatePrinter('{{id}}\\t{{ venue.city }} {{nothing}}.'), [{ id: 1, venue: { city: 'Köln' } }]),
    ).toBe('1\tKöln .\n')
    expect(() => templatePrinter('{{id')).toThrow('--template: a brace is not closed')
  })
})

describe('sort', () => {
  const order = async (field: string, records: readonly OutcomeItem[]) => {
    const ids: unknown[] = []
    for await (const { id } of sortRecords(stream(records), { field, language: 'en' })) ids.push(id)
    return ids
  }

  it('sorts numbers by value, texts alphabetically, missing values last', async () => {
    const records = [
      { id: 10, name: 'b' },
      { id: 9, name: 'Ä' },
      { id: 100 },
      { id: 2, name: 'a10' },
      { id: 3, name: 'a9' },
    ]
    expect(await order('id', records)).toEqual([2, 3, 9, 10, 100])
    expect(await order('-id', records)).toEqual([100, 10, 9, 3, 2])
    expect(await order('name', records)).toEqual([9, 3, 2, 10, 100])
    expect(await order('-name', records)).toEqual([10, 2, 3, 9, 100])
  })
})

describe('unknown fields', () => {
  it('are reported once, with the closest known field', async () => {
    const notes: string[] = []
    for await (const _ of checkFields(stream(events), ['id', 'titel', 'venue.city'], {
      kind: undefined,
      refuses: false,
      note: async ({ en }) => void notes.push(en),
    }));
    expect(notes).toEqual(['no record here has a field "titel"; did you mean title?'])
  })
})

describe('color', () => {
  it('depends on the flag, NO_COLOR, FORCE_COLOR and the terminal', () => {
    const [terminal, pipe] = [{ isTerminal: true }, { isTerminal: false }]
    expect([
      mayColor('auto', {}, terminal),
      mayColor('auto', {}, pipe),
      mayColor('auto', { TERM: 'dumb' }, terminal),
    ]).toEqual([true, false, false])
    expect([mayColor('always', { NO_COLOR: '1' }, pipe), mayColor('never', { FORCE_COLOR: '1' }, terminal)]).toEqual([
      true,
      false,
    ])
    expect([
      mayColor('auto', { NO_COLOR: '1', FORCE_COLOR: '1' }, terminal),
      mayColor('auto', { FORCE_COLOR: '1' }, pipe),
      mayColor('auto', { FORCE_COLOR: '0' }, terminal),
    ]).toEqual([false, true, false])
    expect([
      mayLink({ TERM_PROGRAM: 'WezTerm' }, terminal),
      mayLink({ TERM_PROGRAM: 'WezTerm' }, pipe),
      mayLink({}, terminal),
      mayLink({ VTE_VERSION: '6003' }, terminal),
    ]).toEqual([true, false, false, true])
  })
})
