// Header rows of real files: the meaning of each column, errors, and warnings that are reported once.
import { expect, it } from 'vitest'
import { newWorkspace } from '../../../../support/workspace.ts'
import { readItems } from '../../../../support/read-items.ts'

const evening = { title: 'A', start_date: '2027-03-07 18:30:00', end_date: '2027-03-07 20:00:00' }

it.each([
  [
    'Google Calendar',
    'Subject,Start Date,Start Time,End Date,End Time,All Day Event,Description,Location,Private',
    'A,03/07/2027,6:30 PM,03/07/2027,8:00 PM,False,,,',
    { all_day: 'false' },
  ],
  [
    'Outlook in German',
    'Betreff;Beginnt am;Beginnt um;Endet am;Endet um;Ganztägiges Ereignis;Erinnerung Ein/Aus',
    'A;7.3.2027;18:30:00;7.3.2027;20:00:00;Aus;Ein',
    { all_day: 'false' },
  ],
  ['Facebook', 'name,start_time,end_time,place', 'A,2027-03-07T18:30:00,2027-03-07T20:00:00,', {}],
  ['schema.org', 'name,startDate,endDate', 'A,2027-03-07T18:30,2027-03-07T20:00', {}],
  [
    'Meetup',
    'Event Name,local_date,local_time,duration',
    'A,2027-03-07,18:30,90m',
    { end_date: undefined, duration: '90m' },
  ],
  [
    'umlauts written out',
    'TITEL;Datum von;Zeit von;Datum bis;Zeit bis;Ganztaegig',
    'A;7.3.27;18.30 Uhr;07.03.2027;20h;nein',
    { all_day: 'false' },
  ],
  ['underscores', 'titel;datum_von;uhrzeit_von;datum_bis;uhrzeit_bis', 'A;2027-03-07;18:30;2027-03-07;20:00', {}],
  ['hints in brackets', 'Event Title;Date (Start) (dd.mm.yyyy);Time;End Time', 'A;07.03.2027;18H30;20H00', {}],
  ['a time of two times', 'Veranstaltung;Datum;Zeit', 'A;So, 7. März 2027;18:30 - 20:00 Uhr', {}],
  ['a time with bis', 'Veranstaltung;Datum;Uhrzeit', 'A;7. 3. 2027;von 18:30 bis 20 Uhr', {}],
  ['one column for all', 'Was;Wann', 'A;So 07.03.2027, 18:30–20:00 Uhr', {}],
  ['two moments in one column', 'Was;Wann', 'A;7.3.2027 18:30 bis 7.3.2027 20:00', {}],
  ['Termin as the date', 'Titel;Termin;Uhrzeit;Ende', 'A;7.3.2027;18:30;7.3.2027 20:00', {}],
  ['English halves', 'Title,Date,Time', 'A,2027-03-07,6:30 - 8 pm', {}],
])('reads the columns of %s', async (_, headers, row, more) => {
  const wanted = Object.fromEntries(Object.entries({ ...evening, ...more }).filter(([, value]) => value !== undefined))
  expect(await readItems('x.csv', `${headers}\n${row}\n`)).toEqual([['events', 2, wanted]])
})

it('reads a sep= line above the header, and a header with another number of columns than the rows', async () => {
  expect(await readItems('x.csv', 'sep=;\r\nTitel;Datum_von;Website URL\r\nA;7.3.2027;https://x.test\r\n')).toEqual([
    ['events', 3, { title: 'A', start_date: '2027-03-07', end_date: '2027-03-07', website: 'https://x.test' }],
  ])
  expect(await readItems('x.csv', 'title,start_date\r\nA,2027-03-07\nB,2027-03-08\n')).toEqual([
    ['events', 2, { title: 'A', start_date: '2027-03-07', end_date: '2027-03-07' }],
    ['events', 3, { title: 'B', start_date: '2027-03-08', end_date: '2027-03-08' }],
  ])
})

it.each([
  ['12.-14.3.2027', '2027-03-12', '2027-03-14'],
  ['12.3. - 14.3.2027', '2027-03-12', '2027-03-14'],
  ['2027-03-12 – 2027-03-14', '2027-03-12', '2027-03-14'],
  ['12.3.2027 bis 14.3.2027', '2027-03-12', '2027-03-14'],
  ['12-Mar-27', '2027-03-12', '2027-03-12'],
  ['20270312', '2027-03-12', '2027-03-12'],
  ['Fr. 12.03.2027', '2027-03-12', '2027-03-12'],
])('reads the days of %s', async (text, start_date, end_date) => {
  expect(await readItems('x.csv', `Titel;Datum\nA;${text}\n`)).toEqual([
    ['events', 2, { title: 'A', start_date, end_date }],
  ])
})

it.each([
  ['title,title,start_date', '"title" and "title" both mean title', 'rename or remove one of them'],
  ['Event Name,Title,start_date', '"Event Name" and "Title" both mean title', 'choose one: --map "Event Name=title"'],
  [
    'title,Start Date,Beginn',
    '"Start Date" and "Beginn" both mean start_date',
    'choose one: --map "Start Date=start_date"',
  ],
  ['title,Datum,Datum', '"Datum" and "Datum" both mean start_date', 'rename or remove one of them'],
  ['title,start_date,Preis,Eintritt', '"Preis" and "Eintritt" both mean cost', 'choose one: --map "Preis=cost"'],
])('two columns for one field are an error that names both: %s', async (headers, message, hint) => {
  const { cal, write } = newWorkspace()
  write('a.csv', `${headers}\nA,B,C\n`)
  for (const command of ['validate', 'import'])
    expect(await cal(`${command} a.csv`)).toEqual({
      code: 2,
      stdout: '',
      stderr: `error: a.csv:1: ${message}\nhint: ${hint}\n`,
    })
})

it('a missing title column is one error that lists candidates', async () => {
  const { cal, write } = newWorkspace()
  write('a.csv', `Bandname,start_date,Foo\n${'A,2027-02-01,x\n'.repeat(50)}`)
  expect(await cal('import a.csv')).toEqual({
    code: 2,
    stdout: '',
    stderr:
      'error: a.csv:1: no column contains the title (event)\nhint: specify it: --map "Bandname=title"; unknown columns: Bandname, Foo\n',
  })
  write('venues.csv', 'Stadt;PLZ\nUlm;89073\n')
  expect((await cal('validate venues.csv --lang de')).stderr).toBe(
    'Fehler: venues.csv:1: keine Spalte enthält venue (Ort)\nHinweis: zuordnen: --map "SPALTE=venue"; die Spalten sind Stadt, PLZ\n',
  )
})

it('columns without a name are ignored, and reported once if they have values', async () => {
  const { cal, write } = newWorkspace()
  write('a.csv', 'title,start_date,,\nA,2027-02-01 10:00,,\nB,2027-02-02 10:00,note,\nC,2027-02-03 10:00,more,\n')
  expect(await cal('validate a.csv')).toEqual({
    code: 0,
    stdout: '',
    stderr: 'ignored: cells without a column name, first in line 3, column 3\n3 events: no errors\n',
  })
  write('b.csv', 'title,start_date,,\nA,2027-02-01 10:00,,,,,\n')
  expect(await cal('validate b.csv')).toEqual({ code: 0, stdout: '', stderr: '1 event: no errors\n' })
})

it('ten thousand unknown columns are reported in one line', async () => {
  const { cal, write } = newWorkspace()
  write(
    'a.csv',
    `title,start_date,${Array.from({ length: 10_000 }, (_, i) => `Zz${i}`).join(',')}\nA,2027-02-01 10:00\n`,
  )
  expect((await cal('validate a.csv')).stderr).toBe(
    'ignored: columns "Zz0", "Zz1", "Zz2", "Zz3", "Zz4" and 9995 more are unknown; to import one, use --map "Zz0=description"\n1 event: no errors\n',
  )
})

it.each([
  ['Ticketpreis', 'cost'],
  ['Homepage des Vereins', 'website'],
  ['Ansprechpartner', 'organizer'],
  ['Foto-Link', 'website'],
  ['Genre', 'categories'],
  ['Bemerkung', 'description'],
])('--map is suggested with a field that fits: %s', async (header, field) => {
  const { cal, write } = newWorkspace()
  write('a.csv', `title,start_date,${header}\nA,2027-02-01 10:00,x\n`)
  expect((await cal('validate a.csv')).stderr).toContain(
    `ignored: column "${header}" is unknown; to import it, use --map "${header}=${field}"\n`,
  )
})

it('an unclosed quote is reported with the line where it opens', async () => {
  const rows = Array.from({ length: 30 }, (_, i) => `A${i},2027-02-01,"text ${i}"`)
  const text = [
    'title,start_date,description',
    ...rows.slice(0, 20),
    'open,2027-02-01,"never closed',
    'B,2027-02-02,plain',
    'C,2027-02-03,plain',
    '',
  ].join('\n')
  await expect(readItems('x.csv', text)).rejects.toThrow('x.csv:22: not CSV: a quote is never closed')
  await expect(readItems('x.csv', 'title,start_date\n\n\nA,2027-02-01\n\n"B\nC')).rejects.toThrow('x.csv:6: not CSV')
})

it('the second line of an address follows the first', async () => {
  expect(
    await readItems(
      'venues.csv',
      'Venue Name,Venue Address,Venue Address 2\nHall,Main St 1,2nd floor\nShed,,Back yard\n',
    ),
  ).toEqual([
    ['venues', 2, { venue: 'Hall', address: 'Main St 1, 2nd floor' }],
    ['venues', 3, { venue: 'Shed', address: 'Back yard' }],
  ])
  expect(await readItems('venues.csv', 'Name;Straße;PLZ;Ort\nHalle;Hauptstr. 1;89073;Ulm\n')).toEqual([
    ['venues', 2, { venue: 'Halle', address: 'Hauptstr. 1', zip: '89073', city: 'Ulm' }],
  ])
})

it('a title line above the header is ignored and reported, except in a table with one column', async () => {
  const { cal, read, write } = newWorkspace()
  write('a.csv', 'Veranstaltungen 2027;;\n\nStand: 1. Mai\nTitel;Datum;Zeit\nChor;7.3.2027;19h\nFest;bald;\n')
  expect((await cal('import a.csv')).stderr).toContain(
    'a.csv:1: "Veranstaltungen 2027" is above the header row and is ignored\na.csv:3: "Stand: 1. Mai" is above the header row and is ignored\n',
  )
  expect(read('a.rejected.csv').split('\n')[0]).toBe('Titel;Datum;Zeit;_error')
  expect(await readItems('tags.csv', 'name\nred\nblue\n')).toEqual([
    ['tags', 2, { name: 'red' }],
    ['tags', 3, { name: 'blue' }],
  ])
  expect(await readItems('tags.csv', 'Bandname\nred\n', { map: { Bandname: 'name' } })).toEqual([
    ['tags', 2, { name: 'red' }],
  ])
})
