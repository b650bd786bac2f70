// What cells, rows and sheets of workbooks mean: what is shown is read, what is hidden is skipped and named.
import { describe, expect, it } from 'vitest'
import { isEntry } from '../../../../../src/bulk/input/entry.ts'
import { itemsOf } from '../../../../support/read-items.ts'
import { batchesOf } from '../../../../../src/bulk/input/formats/formats.ts'
import { excel, libreOffice, number, odsCell, openDocument, text } from '../../../../support/workbooks.ts'

/** The values of the records in a workbook, and the notes. */
async function read(name: string, bytes: Uint8Array, sheet?: string) {
  const notes: string[] = []
  const source = {
    name,
    async *bytes() {
      yield bytes
    },
  }
  const reading = {
    kinds: { given: 'events' as const },
    map: {},
    order: 'mdy' as const,
    order_assumed: true,
    now: Date.UTC(2027, 0, 1),
    note: ({ en }: { readonly en: string }) => notes.push(en),
    warn: () => {},
    files: new Map(),
    ...(sheet === undefined ? {} : { sheet }),
  }
  const values: unknown[] = []
  for await (const item of itemsOf(batchesOf(source, reading))) values.push(isEntry(item) ? item.values : item.errors)
  return { values, notes }
}

const odsRow = (cells: readonly string[], attributes = '') =>
  `<table:table-row ${attributes}>${cells.map(odsCell).join('')}</table:table-row>`
const odsTable = (name: string, rows: string, attributes = '') =>
  `<table:table table:name="${name}" ${attributes}>${rows}</table:table>`
const headers = odsRow(['string >title', 'string >start_date'])
const event = (title: string, attributes = '') =>
  odsRow([`string >${title}`, 'date office:date-value="2027-03-01T10:00:00">01.03.27 10:00'], attributes)
/** A day and a time, with `formula` in the cell of the time. */
const timed = (formula: string, day: number, time: number) => ({
  1: ['title', 'start_date', 'start_time'].map(text),
  2: [text('A'), number(day, 1), number(time, 2).replace('<v>', `${formula}<v>`)],
})
const titles = (values: readonly unknown[]) => values.map((value) => (value as { readonly title?: string }).title)

describe('a date in .ods', () => {
  it.each([
    ['2027-03-15', '2027-03-15 00:00', '2027-03-15 00:00:00'],
    ['2027-03-15', '15.03.27 0:00', '2027-03-15 00:00:00'],
    ['2027-03-15T00:00:00', '15.03.2027 00:00:00', '2027-03-15 00:00:00'],
    ['2027-03-15', '03/15/27 12:00 AM', '2027-03-15 00:00:00'],
    ['2027-03-15', '15. März 2027, 0 Uhr', '2027-03-15 00:00:00'],
    ['2027-03-15T00:00:00', '15.03.2027', '2027-03-15'],
    ['2000-03-10', '10.03.00', '2000-03-10'],
    ['2027-03-15', '15.03.2027', '2027-03-15'],
    ['2027-03-15', '', '2027-03-15'],
    ['2027-03-15T18:29:59.9999', '15.03.27 18:30', '2027-03-15 18:30:00'],
  ])('%s shown as "%s" is %s', async (value, shown, start_date) => {
    const { values } = await read(
      'a.ods',
      libreOffice('A', [
        ['string >title', 'string >start_date'],
        ['string >A', `date office:date-value="${value}">${shown}`],
      ]),
    )
    expect(values).toMatchObject([{ start_date }])
  })

  it('that SheetJS wrote is a moment in UTC', async () => {
    const cell = 'date office:date-value="2026-12-01T17:00:00.000Z">12/1/26'
    const { values } = await read(
      'a.ods',
      libreOffice('A', [
        ['string >title', 'string >start_date'],
        ['string >A', cell],
      ]),
    )
    expect(values).toMatchObject([{ start_date: '2026-12-01 17:00:00Z' }])
  })
})

describe('a number', () => {
  it.each([
    ['percentage office:value="0.25">25%', '25%'],
    ['currency office:currency="EUR" office:value="12.5">12,50 €', '12,50 €'],
    ['float office:value="12.5">12,50 €', '12,50 €'],
    ['float office:value="7">7 Plätze', '7 Plätze'],
    ['float office:value="1234">01234', '01234'],
    ['float office:value="1234.5">1.234,50', '1234.5'],
    ['float office:value="100000">1,00E+05', '100000'],
    ['float office:value="0.30000000000000004">0,3', '0.3'],
    ['currency office:value="12.5">###', '12.5'],
  ])('in .ods is what the cell shows: %s', async (cell, description) => {
    const { values } = await read(
      'a.ods',
      libreOffice('A', [
        ['string >title', 'string >start_date', 'string >description'],
        ['string >A', 'date office:date-value="2027-03-01">01.03.27', cell],
      ]),
    )
    expect(values).toMatchObject([{ description }])
  })

  it.each([
    [0.25, 8, '25%'],
    [0.125, 9, '12.50%'],
    [12.5, 5, '12.50 €'],
    [12.5, 10, '12.50 €'],
    [1234.56, 10, '1234.56 €'],
    [12.5, 12, '12.50 CHF'],
    [7, 11, '7 Plätze'],
    [1234, 6, '01234'],
    [1234.5, 13, '1234.5'],
    [100000, 14, '100000'],
    [0.1 + 0.2, 0, '0.3'],
    [0.75, 15, '18:00'],
    [12.5, 16, '12.5'],
  ])('in .xlsx is what the cell shows: %s with format %s', async (value, style, description) => {
    const rows = {
      1: ['title', 'start_date', 'description'].map(text),
      2: [text('A'), number(46447, 1), number(value, style)],
    }
    expect((await read('a.xlsx', excel([{ name: 'A', rows }]))).values).toMatchObject([{ description }])
  })
})

it.each([
  [
    'a time of a workbook from 1904',
    excel([{ name: 'A', rows: timed('', 45000, 0.75), is1904: true }]),
    '2027-03-16 18:00:00',
  ],
  ['a time of midnight', excel([{ name: 'A', rows: timed('', 46462, 0) }]), '2027-03-16 00:00:00'],
  ['a formula at midnight', excel([{ name: 'A', rows: timed('<f>B2</f>', 46462, 0) }]), '2027-03-16 00:00:00'],
])('%s is a time', async (_, bytes, start_date) => {
  expect((await read('a.xlsx', bytes)).values).toMatchObject([{ start_date }])
})

it('a date that an empty cell has as its result is not read: .ods', async () => {
  const empty = 'date office:date-value="1899-12-30" table:formula="of:=[Plan.A1]">30.12.99'
  const rows = [
    ['string >title', 'string >start_date'],
    ['string >A', empty],
  ]
  expect((await read('a.ods', libreOffice('A', rows))).values).toEqual([{ title: 'A' }])
})

describe('what is hidden', () => {
  const hiddenRow = 'a: skipped 1 hidden row of the sheet "A": 3; to import it, unhide it in the spreadsheet program'
  const rows = {
    1: ['title', 'start_date'].map(text),
    2: [text('One'), number(46447, 1)],
    3: [text('Two'), number(46447, 1)],
    4: [text('Three'), number(46447, 1)],
  }

  it.each([
    ['.xlsx', excel([{ name: 'A', rows, hidden_rows: [3] }])],
    [
      '.ods, as a row',
      openDocument(
        odsTable('A', headers + event('One') + event('Two', 'table:visibility="collapse"') + event('Three')),
      ),
    ],
    [
      '.ods, by a filter',
      openDocument(odsTable('A', headers + event('One') + event('Two', 'table:visibility="filter"') + event('Three'))),
    ],
    [
      '.ods, in a closed group',
      openDocument(
        odsTable(
          'A',
          `<table:table-header-rows>${headers}</table:table-header-rows>${event('One')}<table:table-row-group table:display="false">${event('Two')}</table:table-row-group><table:table-row-group>${event('Three')}</table:table-row-group>`,
        ),
      ),
    ],
  ])('a row is skipped and named: %s', async (_, bytes) => {
    const { values, notes } = await read('a', bytes)
    expect(titles(values)).toEqual(['One', 'Three'])
    expect(notes).toEqual([hiddenRow])
  })

  const secret = odsRow(['string >title', 'string >description', 'string >start_date', 'string >excerpt'])
  const secret_row = odsRow(['string >One', 'string >Secret', 'string >2027-03-01 10:00', 'string >Too'])
  it.each([
    [
      '.xlsx',
      excel([
        {
          name: 'A',
          rows: {
            1: ['title', 'description', 'start_date', 'excerpt'].map(text),
            2: ['One', 'Secret', '2027-03-01 10:00', 'Too'].map(text),
          },
          hidden_columns: [2, 4, 9],
        },
      ]),
    ],
    [
      '.ods',
      openDocument(
        odsTable(
          'A',
          `<table:table-column/><table:table-column table:visibility="collapse"/><table:table-column/><table:table-column-group table:display="false"><table:table-column table:number-columns-repeated="9"/></table:table-column-group>${secret}${secret_row}`,
        ),
      ),
    ],
  ])('a column is skipped and named: %s', async (_, bytes) => {
    const { values, notes } = await read('a', bytes)
    const start_date = '2027-03-01 10:00:00'
    expect(values).toEqual([{ title: 'One', start_date, end_date: start_date }])
    expect(notes).toEqual([
      'a: skipped hidden columns of the sheet "A": B, D; to import them, unhide them in the spreadsheet program',
    ])
  })

  const hidden_style =
    '<style:style style:name="ta1" style:family="table"><style:table-properties table:display="false"/></style:style>'
  const workbooks = {
    xlsx: excel([
      { name: 'Old', rows: { 1: ['title', 'start_date'].map(text), 2: [text('Old'), number(46447, 1)] }, hidden: true },
      { name: 'A', rows },
    ]),
    ods: openDocument(
      odsTable('Old', headers + event('Old'), 'table:style-name="ta1"') + odsTable('A', headers + event('One')),
      hidden_style,
    ),
  }

  it.each(['xlsx', 'ods'] as const)('a sheet is skipped and named, and read by its name: %s', async (format) => {
    const { values, notes } = await read('a', workbooks[format])
    expect(titles(values)[0]).toBe('One')
    expect(notes).toEqual(['a: skipped hidden sheets: "Old"; to read one, use --sheet NAME'])
    expect(titles((await read('a', workbooks[format], 'old')).values)).toEqual(['Old'])
  })

  it('is not read if nothing else is there', async () => {
    const bytes = openDocument(odsTable('Old', headers + event('Old'), 'table:style-name="ta1"'), hidden_style)
    await expect(read('a.ods', bytes)).rejects.toThrow('a.ods has no visible sheet')
  })
})

describe('in .ods', () => {
  it('comments, drawings, deleted cells and copies of other files are not read', async () => {
    const comment = '<office:annotation><text:p>note</text:p></office:annotation>'
    const deleted = `<table:tracked-changes><table:deletion>${odsTable('X', headers + event('Deleted'))}</table:deletion></table:tracked-changes>`
    const copy = odsTable("'file:///b.ods'#A", `<table:table-source/>${headers}${event('Copy')}`)
    const row = event('One').replace('<text:p>', `${comment}<text:p>`)
    const { values, notes } = await read('a.ods', openDocument(deleted + copy + odsTable('A', headers + row)))
    expect(titles(values)).toEqual(['One'])
    expect(notes).toEqual([])
  })

  it.each([
    [
      'a row that is repeated',
      event('One', 'table:number-rows-repeated="2000000000"'),
      'row 2 of "A" is repeated 2000000000 times; a sheet has at most 1,048,576 rows',
    ],
    [
      'a row after empty ones',
      `<table:table-row table:number-rows-repeated="2000000000"/>${event('One')}`,
      '"A" has a row 2000000002; a sheet has at most 1,048,576 rows',
    ],
    [
      'a cell that is repeated',
      odsRow(['string table:number-columns-repeated="2000000000">x']),
      'row 2 of "A" has more than 16,384 columns',
    ],
    [
      'a row of many cells',
      odsRow(['string table:number-columns-repeated="16000">x'], 'table:number-rows-repeated="1000000"'),
      'more than 20,000,000 cells',
    ],
    ['nesting', odsRow([`string >${'<text:span>'.repeat(6_000)}x${'</text:span>'.repeat(6_000)}`]), 'nested elements'],
  ])('%s has a limit', async (_, rows, message) => {
    await expect(read('a.ods', openDocument(odsTable('A', headers + rows)))).rejects.toThrow(message)
  })

  it('empty rows and cells may be repeated without a limit', async () => {
    const empty =
      '<table:table-row table:number-rows-repeated="2000000000"><table:table-cell table:number-columns-repeated="2000000000"/></table:table-row>'
    expect((await read('a.ods', openDocument(odsTable('A', headers + event('One') + empty)))).values).toHaveLength(1)
  })

  it('a document with a password is an error', async () => {
    const bytes = openDocument(odsTable('A', headers), '', '<manifest:encryption-data/>')
    await expect(read('a.ods', bytes)).rejects.toThrow('it has a password')
  })
})
