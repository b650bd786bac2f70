// Columns of real spreadsheets: a single date, start and end, prices and durations, German headers.
import { expect, it } from 'vitest'
import { newWorkspace } from '../../../../support/workspace.ts'

it('a duration determines the end, in every format', async () => {
  const { cal, json, write } = newWorkspace()
  write('a.csv', 'title,start_date,duration\nA,2027-02-01 18:00,1h30m\nB,2027-02-02 18:00,soon\n')
  write(
    'b.json',
    '[{"title":"C","start_date":"2027-02-03 18:00","duration":"2h"},{"title":"D","start_date":"2027-02-04","all_day":true,"duration":"2d"}]',
  )
  expect(await cal('validate a.csv')).toEqual({
    code: 2,
    stderr: '1 of 2 records has errors\n',
    stdout:
      'events:\n  a.csv:3: duration: "soon" is not a duration\n    use a duration such as 90m, 1h30m, 1:30 or 2d\n',
  })
  await cal('import a.csv b.json --kind events')
  expect(await json('events list --any-date --fields title,end_date')).toEqual([
    { title: 'A', end_date: '2027-02-01 19:30:00' },
    { title: 'C', end_date: '2027-02-03 20:00:00' },
    { title: 'D', end_date: '2027-02-05 23:59:59' },
  ])
})

it('reports once that no column has the start, and matches mappings case-insensitively', async () => {
  const { cal, write } = newWorkspace()
  write('a.csv', 'Event Name,Whenever\nA,2027-02-01\nB,2027-02-02\n')
  expect(await cal('validate a.csv')).toEqual({
    code: 2,
    stdout: '',
    stderr:
      'error: a.csv:1: no column contains the start of events\nhint: specify it: --map "Whenever=start_date"; unknown columns: Whenever\n',
  })
  expect(await cal('validate a.csv --map whenever=start_date')).toMatchObject({
    code: 0,
    stderr: '2 events have a date without a time: all day\n2 events: no errors\n',
  })
  expect((await cal('validate a.csv --map Whenever=start_dat')).stderr).toBe(
    'error: --map: unknown field "start_dat"\nhint: did you mean start_date?\n',
  )
  expect((await cal('validate a.csv --map Whenever=xyzzy')).stderr).toContain(
    'hint: list the fields: cal explain event',
  )
})

it('a mapped column is the only source of its field; two for one field are an error', async () => {
  const { cal, json, write } = newWorkspace()
  write('a.csv', 'Title,Name,Nick,Day\nFrom title,From name,From nick,2027-02-01\n')
  expect(await cal('validate a.csv --map Name=title --map Nick=title --map Day=start_date')).toEqual({
    code: 2,
    stdout: '',
    stderr: 'error: --map: "Name" and "Nick" both mean title\nhint: map one of them only\n',
  })
  expect((await cal('import a.csv --map Title=title --map Day=start_date --lang de')).stderr).toContain(
    'ausgelassen: Spalte „Name“, ihrem Feld wurde eine andere zugeordnet\n',
  )
  expect(await json('events list --any-date --fields title')).toEqual([{ title: 'From title' }])
})

it('a mapped column that no file has is an error that lists the columns', async () => {
  const { cal, write } = newWorkspace()
  write('a.csv', 'Event Name, When \nA,2027-02-01\n')
  write('venues.csv', 'venue,Wo\nHall,Ulm\n')
  write('b.json', '[]')
  expect(await cal('import a.csv --map Wann=start_date')).toEqual({
    code: 2,
    stdout: '',
    stderr: 'error: --map: column "Wann" not found in a.csv\nhint: the columns are Event Name, When\n',
  })
  expect(await cal('validate a.csv venues.csv --map When=start_date --map wo=city')).toMatchObject({ code: 0 })
  expect((await cal('validate b.json --map When=start_date --lang de')).stderr).toBe(
    'Fehler: --map: keine Spalte „When“ in b.json\nHinweis: --map ist nur bei CSV, TSV und Arbeitsmappen möglich; andere Formate haben keine Spalten\n',
  )
})

it('errors name the column, with the field if its name differs', async () => {
  const { cal, read, write } = newWorkspace()
  write(
    'a.csv',
    'Titel;Datum;Dauer;All Day;Zeitzone;Gruppe;Veranstalter\nA;1.2.2027;bald;nein;Mars;Musik;Chor\n;2.2.2027;1h;nein;UTC;;\nC;3.2.2027;1h;nein;UTC;Musik;Chor\n',
  )
  expect((await cal('validate a.csv --map Gruppe=categories')).stdout).toBe(`events:
  a.csv:2: Dauer (duration): "bald" is not a duration
    use a duration such as 90m, 1h30m, 1:30 or 2d
  a.csv:2: Zeitzone (timezone) needs a zone such as Europe/Berlin or UTC+2, not "Mars"
  a.csv:3: Titel (title) is missing
    add text
`)
  const { stderr } = await cal('import a.csv --map Gruppe=categories --lang de')
  expect(stderr).toContain('a.csv:3: Titel (title) fehlt\n')
  expect(stderr).toContain(
    'a.csv:4: Gruppe (categories): Kategorie „Musik“ existiert nicht; Veranstalter (organizer): Veranstalter „Chor“ existiert nicht\n',
  )
  expect(read('a.rejected.csv').split('\n')[2]).toContain('Titel (title) fehlt')
  write('b.csv', 'title,start_date,all day\nA,2027-02-01,perhaps\n')
  expect((await cal('validate b.csv')).stdout).toContain('b.csv:2: all day needs true or false, not "perhaps"\n')
})

it('all invalid dates and times of a row are reported at once', async () => {
  const { cal, write } = newWorkspace()
  write('a.csv', 'title,Start Date,Start Time,End Date,End Time\nA,2027-02-01,25:00,,26:00\nB,soon,18:00,later,19:00\n')
  expect((await cal('validate a.csv')).stdout.split('\n').filter((line) => line.includes('a.csv'))).toEqual([
    '  a.csv:2: Start Time: "25:00" is not a time of day',
    '  a.csv:2: End Time: "26:00" is not a time of day',
    '  a.csv:3: Start Date: "soon" is not a date',
    '  a.csv:3: End Date: "later" is not a date',
  ])
})

it('a missing end is not reported if the start is invalid', async () => {
  const { cal, write } = newWorkspace()
  const date = '    add a date such as 2027-03-01 18:00\n'
  write('a.csv', 'Title;Start Date;End Date\nA;;\nB;;2027-02-01 10:00\nC;2027-02-01;\n')
  expect((await cal('validate a.csv')).stdout).toBe(
    `events:\n  a.csv:2: Start Date is missing\n${date}  a.csv:3: Start Date is missing\n${date}`,
  )
  write(
    'b.ndjson',
    [
      '{"title":"A","duration":"1h"}',
      '{"title":"B","duration":"1h","start_date":"soon"}',
      '{"title":"C"}',
      '{"title":"D","start_date":"2027-02-01"}',
    ].join('\n'),
  )
  const { stdout } = await cal('validate b.ndjson')
  expect(stdout.split('\n').filter((line) => line.includes('b.ndjson'))).toEqual([
    '  b.ndjson:1: start_date is missing',
    '  b.ndjson:2: start_date: "soon" is not a date',
    '  b.ndjson:3: start_date is missing',
    '  b.ndjson:3: end_date is missing',
  ])
})
