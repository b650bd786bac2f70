// The formats of `-o`, for a terminal and a pipe, and the options of all formats.
import { describe, expect, it } from 'vitest'
import { type Layout, type Printer, printerOf } from '../../../../../src/cli/output/formats/formats.ts'
import { templatePrinter } from '../../../../../src/cli/output/formats/structured.ts'
import { sortRecords } from '../../../../../src/cli/output/fields.ts'
import { throughJq } from '../../../../../src/cli/output/print-outcome.ts'
import { escapeForTerminal, mayColor, mayLink } from '../../../../../src/cli/output/terminal.ts'
import { checkFields } from '../../../../../src/cli/output/unknown-fields.ts'
import { type Format, type OutcomeItem, streamOf } from '../../../../../src/cli/types/outcome.ts'
import { resources } from '../../../../../src/spec/resources.ts'
import { expectGolden } from '../../../../support/golden.ts'
import { noon } from '../../../../support/runtime.ts'

const pipe = { isTerminal: false, columns: 80, language: 'en', color: false, links: false } as const
const terminal = { ...pipe, isTerminal: true, columns: 40 }
const plain: Layout = {
  fields: ['id', 'title', 'venue.city'],
  fields_chosen: false,
  single: false,
  header: true,
  csv_safe: false,
  page: pipe,
}

async function textOf(
  printer: Printer,
  records: readonly OutcomeItem[],
  layout: Partial<Layout> = {},
): Promise<string> {
  let text = ''
  for await (const part of printer(streamOf(records), { ...plain, ...layout })) text += part
  return text
}

async function printed(format: Format, records: readonly OutcomeItem[], layout: Partial<Layout> = {}): Promise<string> {
  const text = await textOf(await printerOf(format, { single: false, ...layout }), records, layout)
  return escapeForTerminal(text, () => layout.page?.isTerminal === true)
}

const events: readonly OutcomeItem[] = [
  { id: 1, title: 'Jazz &amp; Blues', venue: { city: 'Köln' }, extra: [1] },
  { id: 22, title: '東京 <em>night</em>', venue: [] },
]

const odd_events: readonly OutcomeItem[] = [
  { id: 1, title: 'Jazz | Blues', venue: { city: 'Köln\n\tWest' } },
  { id: 22, title: '東京', venue: [] },
]

describe('table', () => {
  it('aligns by display width, decodes HTML, and truncates nothing in a pipe', async () => {
    expect(await printed('table', events)).toBe(
      'ID  TITLE         VENUE CITY\n1   Jazz & Blues  Köln\n22  東京 night\n',
    )
  })

  it('fits the width of a terminal', async () => {
    const text = await printed('table', [{ id: 1, title: 'a'.repeat(60), venue: { city: 'Berlin' } }], {
      page: terminal,
    })
    expect(text.split('\n')).toEqual([
      'ID  TITLE                     VENUE CITY',
      '1   aaaaaaaaaaaaaaaaaaaaaaaa  Berlin',
      '    aaaaaaaaaaaaaaaaaaaaaaaa',
      '    aaaaaaaaaaaa',
      '',
    ])
  })

  it('prints nothing for an empty list', async () => {
    expect(await printed('table', [])).toBe('')
  })

  it('prints a single record as a list of fields', async () => {
    expect(
      await printed(
        'table',
        [
          {
            id: 1,
            title: 'Jazz',
            empty: '',
            start_date_details: { year: '2027' },
            json_ld: {},
            description: '<p>one</p><p>two</p>',
          },
        ],
        { single: true },
      ),
    ).toBe('id           1\ntitle        Jazz\ndescription  one\n             two\n')
  })

  it.each([pipe, terminal])('streams more rows than it measures: %o', async (page) => {
    const rows = Array.from({ length: 450 }, (_, i) => ({ id: i, title: 't' }))
    expect((await printed('table', rows, { page })).split('\n')).toHaveLength(452)
  })

  it('has the columns of a terminal in a pipe, with whole dates and their zone', async () => {
    const shown_as = { plural: 'events', iso_dates: false, now: noon, zone: 'Europe/Berlin', hasPages: true } as const
    const events = ['Jazz', 'a'.repeat(120)].map((title, i) => ({
      id: i,
      title,
      start_date: '2026-11-23 19:00:00',
      end_date: '2026-11-24 02:00:00',
      status: 'publish',
      timezone: 'Europe/Berlin',
    }))
    const fields = resources.events.columns
    const piped = await printed('table', events, { shown_as, fields })
    const shown = await printed('table', events, { shown_as, fields, page: { ...terminal, columns: 200 } })
    const heads = (when: string) => `ID  TITLE${' '.repeat(117)}${when}VENUE  CATEGORIES`
    expect(shown.split('\n')).toEqual([
      heads('WHEN                       '),
      `0   Jazz${' '.repeat(118)}Mon 23 Nov 19:00–02:00 +1`,
      `1   ${'a'.repeat(120)}  Mon 23 Nov 19:00–02:00 +1`,
      '',
    ])
    expect(piped.split('\n')).toEqual([
      heads('WHEN                                       '),
      `0   Jazz${' '.repeat(118)}2026-11-23 19:00–02:00 +1 (Europe/Berlin)`,
      `1   ${'a'.repeat(120)}  2026-11-23 19:00–02:00 +1 (Europe/Berlin)`,
      '',
    ])
  })

  it('does not wrap or cut cells after those it has measured in a pipe', async () => {
    const rows = Array.from({ length: 201 }, (_, id) => ({ id, title: id === 200 ? 'long '.repeat(50).trim() : 't' }))
    const lines = (await printed('table', rows, { fields: ['id', 'title'] })).split('\n')
    expect(lines[201]).toBe(`200  ${'long '.repeat(50).trim()}`)
  })
})

describe('json', () => {
  it('prints one valid document of any length, unchanged', async () => {
    expect(JSON.parse(await printed('json', events))).toEqual(events)
    expect(await printed('json', [])).toBe('[]\n')
    expect(
      await printed('json', events.slice(0, 1), { single: true, fields: ['venue.city', 'id'], fields_chosen: true }),
    ).toBe('{\n  "venue": {\n    "city": "Köln"\n  },\n  "id": 1\n}\n')
  })

  it('escapes control characters on a terminal, without changing the value', async () => {
    const text = await printed('json', [{ title: 'a\u202eb\u009b2J' }], { page: terminal })
    expect(text).toContain('a\\u202eb\\u009b2J')
    expect(JSON.parse(text)).toEqual([{ title: 'a\u202eb\u009b2J' }])
  })

  it('has one object on each line as ndjson', async () => {
    expect(await printed('ndjson', events, { fields: ['id'], fields_chosen: true })).toBe('{"id":1}\n{"id":22}\n')
  })

  it('treats __proto__ as an ordinary field', async () => {
    const record = JSON.parse('{"__proto__":{"a":1},"id":1}')
    expect(await printed('ndjson', [record], { fields: ['__proto__.a'], fields_chosen: true })).toBe(
      '{"__proto__":{"a":1}}\n',
    )
  })
})

describe('csv', () => {
  it('quotes as in RFC 4180 and joins lists with |', async () => {
    const records = [{ id: 1, title: 'say "hi", twice', tags: [{ name: 'a' }, { name: 'b' }], lines: 'one\ntwo' }]
    expect(await printed('csv', records, { fields: ['id', 'title', 'tags', 'lines'] })).toBe(
      'id,title,tags,lines\n1,"say ""hi"", twice",a|b,"one\ntwo"\n',
    )
  })
})

it.each(['ndjson', 'csv', 'tsv', 'yaml', 'md', 'ids', 'count'] as const)(
  '%s is the same on a terminal',
  async (format) => {
    expect(await printed(format, events, { page: terminal })).toBe(await printed(format, events))
  },
)

describe('ids', () => {
  it('are printed one per line', async () => {
    expect(await printed('ids', [...events, { title: 'none' }])).toBe('1\n22\n')
  })
})

describe('formats', () => {
  it('tsv has one line per record', async () =>
    expect(await printed('tsv', odd_events)).toBe(
      'id\ttitle\tvenue.city\n1\tJazz | Blues\tKöln\\n\\tWest\n22\t東京\t\n',
    ))

  it('json does not indent the text after a line separator', async () =>
    expect(await printed('json', [{ title: 'A\u2028B' }])).toBe('[\n  {\n    "title": "A\u2028B"\n  }\n]\n'))

  it('yaml prints a list, or one object', async () => {
    expect(await printed('yaml', odd_events, { fields: ['id', 'title'], fields_chosen: true })).toBe(
      '- id: 1\n  title: Jazz | Blues\n- id: 22\n  title: 東京\n',
    )
    expect(await printed('yaml', odd_events.slice(0, 1), { single: true, fields: ['id'], fields_chosen: true })).toBe(
      'id: 1\n',
    )
    expect(await printed('yaml', [])).toBe('[]\n')
  })

  it('md escapes characters that would end a cell', async () =>
    expect(await printed('md', odd_events)).toBe(
      '| id | title | venue.city |\n| --- | --- | --- |\n| 1 | Jazz \\| Blues | Köln<br>West |\n| 22 | 東京 |  |\n',
    ))

  it('count prints the total, not the number of received records', async () => {
    expect(await printed('count', odd_events, { total: () => 342 })).toBe('342\n')
    expect(await printed('count', odd_events)).toBe('2\n')
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
        for await (const part of printer(streamOf([{ id: 1, venue: 'Club' }]), plain)) text += part
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
    const safe = `'=1+1\n-5\n'-5+cmd\n'@x\n'+49 221\nplain\n`
    expect(await printed('csv', records, { fields: ['title'], header: false, csv_safe: true })).toBe(safe)
    expect(await printed('csv', records.slice(0, 1), { fields: ['title'], header: false })).toBe('=1+1\n')
    expect(await printed('tsv', records, { fields: ['title'], header: false, csv_safe: true })).toBe(safe)
    expect(await printed('tsv', [{ title: '\t=1' }], { fields: ['title'], header: false, csv_safe: true })).toBe(
      "'\\t=1\n",
    )
  })
})

describe('jq', () => {
  it('prints texts raw and other values as JSON', async () => {
    expect(await throughJq(odd_events, '.[] | .title', pipe)).toBe('Jazz | Blues\n東京\n')
    expect(await throughJq(odd_events, 'map(.id)', pipe)).toBe('[1,22]\n')
    expect(await throughJq(odd_events, 'empty', pipe)).toBe('')
  })

  it('reports a jq syntax error', async () => {
    const error = (expression: string) =>
      throughJq(odd_events, expression, pipe).then(
        () => undefined,
        ({ code, text }) => [code, text.en, text.de],
      )
    for (const [expression, en, de] of [
      ['.[', '"syntax error, unexpected end of file"', '„syntax error, unexpected end of file“'],
      ['title', '"title/0 is not defined"', '„title/0 is not defined“'],
      ['.title', '"Cannot index array with string \\"title\\""', '„Cannot index array with string "title"“'],
      ['error("own words")', '"own words"', '„own words“'],
    ] as const)
      expect(await error(expression)).toEqual([
        'usage',
        `--jq ${JSON.stringify(expression)}: ${en}`,
        `--jq „${expression}“: ${de}`,
      ])
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
    for await (const { id } of sortRecords(streamOf(records), { field, language: 'en' })) ids.push(id)
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
    for await (const _ of checkFields(streamOf(odd_events), ['id', 'titel', 'venue.city'], {
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
