// The formats table, JSON, CSV and ids, for a terminal and a pipe.
import { describe, expect, it } from 'vitest'
import type { Format, OutcomeItem } from '../../../../../src/cli/types/outcome.ts'
import { type Layout, printerOf } from '../../../../../src/cli/output/formats/formats.ts'
import { resources } from '../../../../../src/spec/resources.ts'
import { noon } from '../../../../support/runtime.ts'

const pipe = { isTerminal: false, columns: 80, language: 'en', color: false, links: false } as const
const terminal = { ...pipe, isTerminal: true, columns: 40 }

async function printed(format: Format, records: readonly OutcomeItem[], layout: Partial<Layout> = {}): Promise<string> {
  async function* source() {
    yield* records
  }
  const printer = await printerOf(format, { single: false, ...layout })
  let text = ''
  for await (const part of printer(source(), {
    fields: ['id', 'title', 'venue.city'],
    fields_chosen: false,
    single: false,
    header: true,
    csv_safe: false,
    page: pipe,
    ...layout,
  }))
    text += part
  return text
}

const events: readonly OutcomeItem[] = [
  { id: 1, title: 'Jazz &amp; Blues', venue: { city: 'Köln' }, extra: [1] },
  { id: 22, title: '東京 <em>night</em>', venue: [] },
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
