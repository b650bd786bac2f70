// Reading workbooks of Excel and LibreOffice as tables.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Workspace, newWorkspace } from '../../../../support/workspace.ts'
import { excel, type ExcelSheet, libreOffice, number, text } from '../../../../support/workbooks.ts'

const put = ({ folder }: Workspace, name: string, bytes: Uint8Array) => writeFileSync(join(folder, name), bytes)
const list = 'events list --any-date --sort start_date --fields title,start_date,end_date,all_day,cost'
const headers = ['Titel', 'Datum', 'Zeit', 'Ende', 'Eintritt', 'Hausnummer'].map(text)

/** 46447 is 2027-03-01. */
const sheet: ExcelSheet = {
  name: 'Termine',
  merged: ['B4:B5'],
  rows: {
    1: headers,
    3: [
      text('Chor'),
      number(46447, 1),
      number(0.770833333333333, 2),
      number(46447.854166666664, 3),
      number(5.5, 5),
      number(7),
    ],
    4: [text('Erster'), number(46448, 4), number(0.5, 2), '', number(10), ''],
    5: [text('Zweiter'), '', number(0.75, 2), '', '', ''],
    6: [' t="str"><f>CONCAT("Ganz","tag")</f><v>Ganztag</v></c>', number(46449, 4), '', '', '', ''],
  },
}
const other: ExcelSheet = {
  name: 'Archiv',
  rows: { 1: ['Titel', 'Datum'].map(text), 2: [text('Alt'), number(46400, 1)] },
}

const stored = [
  { title: 'Chor', start_date: '2027-03-01 18:30:00', end_date: '2027-03-01 20:30:00', all_day: false, cost: '5,50 €' },
  { title: 'Erster', start_date: '2027-03-02 12:00:00', end_date: '2027-03-02 12:00:00', all_day: false, cost: '$10' },
  { title: 'Zweiter', start_date: '2027-03-02 18:00:00', end_date: '2027-03-02 18:00:00', all_day: false, cost: '' },
  { title: 'Ganztag', start_date: '2027-03-03 00:00:00', end_date: '2027-03-03 23:59:59', all_day: true, cost: '' },
].map((one) => ({ ...one, cost: expect.any(String) }))

describe('an Excel workbook', () => {
  it('reads the first visible sheet that is not empty, and names the others', async () => {
    const one = newWorkspace()
    put(
      one,
      'x.xlsx',
      excel([{ name: 'Versteckt', rows: other.rows, hidden: true }, { name: 'Leer', rows: {} }, sheet, other]),
    )
    const { code, stderr } = await one.cal('import x.xlsx')
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining(
        'x.xlsx: only the sheet "Termine" is read, not "Archiv"; to read another one, use --sheet NAME\n',
      ),
    ])
    expect(await one.json(list)).toEqual(stored)
    expect((await one.cal('import x.xlsx')).stderr).toContain('4 events unchanged')
  })

  it('reads the sheet of --sheet, and lists the sheets if it does not exist', async () => {
    const one = newWorkspace()
    put(one, 'x.xlsx', excel([sheet, other]))
    expect(await one.cal('import x.xlsx --sheet archiv --dry-run')).toEqual({
      code: 0,
      stdout: '+ create event "Alt" · Wed 13 Jan 2027, all day\n',
      stderr: '1 event to create\n',
    })
    expect(await one.cal('validate x.xlsx --sheet Sommer')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'error: x.xlsx has no sheet "Sommer"\nhint: Termine, Archiv\n',
    })
    expect((await one.cal('validate x.xlsx --sheet Sommer --lang de')).stderr).toBe(
      'Fehler: x.xlsx hat kein Blatt „Sommer“\nHinweis: Termine, Archiv\n',
    )
  })

  it('keeps leading zeros, currency signs and numbers formatted as text', async () => {
    const one = newWorkspace()
    put(
      one,
      'venues.xlsx',
      excel([
        {
          name: 'Orte',
          rows: {
            1: ['Name', 'PLZ', 'Telefon'].map(text),
            2: [text('Halle'), number(1234, 6), text('0731 1')],
            3: [text('Saal'), number(89073), number(0.1 + 0.2)],
          },
        },
      ]),
    )
    await one.cal('import venues.xlsx')
    expect(await one.json('venues list --all --sort venue --fields venue,zip,phone')).toEqual([
      { venue: 'Halle', zip: '01234', phone: '0731 1' },
      { venue: 'Saal', zip: '89073', phone: '0.3' },
    ])
    put(one, 'x.xlsx', excel([sheet]))
    expect(
      JSON.parse((await one.cal('import x.xlsx --dry-run -o json')).stdout).map(
        ({ values }: { readonly values: { readonly cost?: string } }) => values.cost,
      ),
    ).toEqual(['5.50 €', '10', undefined, undefined])
  })

  it('rejects rows with formulas without a result, into a CSV file', async () => {
    const one = newWorkspace()
    put(
      one,
      'x.xlsx',
      excel([
        {
          name: 'A',
          rows: {
            1: headers,
            2: [text('Chor'), ' t="e"><v>#REF!</v></c>'],
            3: ['><f>1+1</f></c>', number(46447, 1)],
            4: [text('Gut'), number(46447, 1)],
            5: [text('Leer'), number(46447, 1), number(0.5, 2), ' s="3"><f>Plan!A1</f><v>0</v></c>'],
          },
        },
      ]),
    )
    expect((await one.cal('validate x.xlsx')).stdout.split('\n').filter((line) => line.includes('x.xlsx'))).toEqual([
      '  x.xlsx:2: Datum: the formula has no result (#REF!)',
      '  x.xlsx:3: Titel: the formula has no result (#FORMULA!)',
      '  x.xlsx:5: Ende: the formula has no result (#FORMULA!)',
    ])
    expect((await one.cal('import x.xlsx')).stderr).toContain(
      'rejected rows: x.rejected.csv\n1 event created; 3 events failed',
    )
    expect(one.read('x.rejected.csv').split('\n')[0]).toBe('Titel,Datum,Zeit,Ende,Eintritt,Hausnummer,_error')
  })

  it('is recognized by its content, not its name', async () => {
    const one = newWorkspace()
    put(one, 'x.csv', excel([other]))
    expect(await one.cal('validate x.csv')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('1 event: no errors'),
    })
    put(one, 'y.xlsx', Buffer.from('title,start_date\nA,2027-01-01 10:00\n'))
    expect(await one.cal('validate y.xlsx')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('y.xlsx cannot be read as a workbook: '),
    })
  })

  it('is rejected before it is unzipped if it would be too large', async () => {
    const one = newWorkspace()
    put(one, 'x.xlsx', excel([sheet], 100 * 1024 * 1024))
    expect(await one.cal('import x.xlsx --dry-run')).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'error: x.xlsx is too large for a workbook: more than 256 MB\nhint: save the sheet as CSV (UTF-8); CSV files may be of any size\n',
    })
  })

  it('is an error if it is corrupt or has a password', async () => {
    const one = newWorkspace()
    put(one, 'x.xlsx', excel([sheet]).subarray(0, 900))
    expect(await one.cal('validate x.xlsx')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('error: x.xlsx cannot be read as a workbook: '),
    })
    put(one, 'z.xlsx', Buffer.from('PK\u0005\u0006 end'))
    expect(await one.cal('validate z.xlsx')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('error: z.xlsx cannot be read as a workbook: '),
    })
    put(one, 'y.xls', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]))
    expect(await one.cal('validate y.xls --lang de')).toMatchObject({
      code: 2,
      stderr:
        'Fehler: y.xls ist eine Arbeitsmappe im alten Format oder hat ein Passwort\nHinweis: ohne Passwort als .xlsx, .ods oder CSV (UTF-8) speichern\n',
    })
  })
})

it('reads a LibreOffice workbook with dates, times, durations and repeated empty rows', async () => {
  const one = newWorkspace()
  put(
    one,
    'x.ods',
    libreOffice('Tabelle1', [
      ['Titel', 'Datum', 'Zeit', 'Dauer', 'Beschreibung'].map((title) => `string >${title}`),
      [
        'string >Chor',
        'date office:date-value="2027-03-01">01.03.27',
        'time office:time-value="PT18H29M59.999999S">18:30',
        'time office:time-value="PT01H30M00S">01:30',
        'string >eins',
      ],
      [
        'string >Fest',
        'date office:date-value="2027-03-02T10:00:00">02.03.27 10:00',
        'string >',
        'string >',
        'float office:value="7">7',
      ],
    ]),
  )
  expect((await one.cal('import x.ods')).stderr).toContain('2 events created')
  expect(await one.json('events list --any-date --fields title,start_date,end_date,description')).toEqual([
    {
      title: 'Chor',
      start_date: '2027-03-01 18:30:00',
      end_date: '2027-03-01 20:00:00',
      description: expect.stringContaining('eins'),
    },
    {
      title: 'Fest',
      start_date: '2027-03-02 10:00:00',
      end_date: '2027-03-02 10:00:00',
      description: expect.stringContaining('7'),
    },
  ])
})
