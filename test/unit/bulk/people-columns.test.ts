// Spreadsheets as people make them: a plain date, start and end, prices and durations, German headers.
import { expect, it } from 'vitest'
import { desk } from '../../support/desk.ts'
import { seen } from '../../support/items.ts'

it('a plain date is the day of the event, and start and end beside it are times', async () => {
  expect(await seen('x.csv', 'Event Name;Date;Start;End;Venue;Price\nA;12/4/2026;6:30 PM;8 pm;Library, 2nd floor;$8\n')).toEqual([['events', 2, {
    title: 'A', start_date: '2026-12-04 18:30:00', end_date: '2026-12-04 20:00:00', venue: 'Library, 2nd floor', cost: '$8',
  }]])
  expect(await seen('x.csv', 'title,date,time\nA,2026-12-04,18:30\n')).toEqual([['events', 2, { title: 'A', start_date: '2026-12-04 18:30:00', end_date: '2026-12-04 18:30:00' }]])
})

it('start and end without a date are moments', async () => {
  expect(await seen('x.csv', 'title,start,end\nA,2026-12-04 18:30,2026-12-05 01:00\n')).toEqual([['events', 2, { title: 'A', start_date: '2026-12-04 18:30:00', end_date: '2026-12-05 01:00:00' }]])
})

it('the date of publication stays one where the start is said, or records are told by id', async () => {
  expect(await seen('events.csv', 'title,date,start_date\nA,2026-01-01 10:00:00,2026-12-04\n')).toEqual([['events', 2, { title: 'A', date: '2026-01-01 10:00:00', start_date: '2026-12-04', end_date: '2026-12-04' }]])
  expect(await seen('events.csv', 'id,date\n5,2026-01-01\n')).toEqual([['events', 2, { id: '5', date: '2026-01-01' }]])
})

it('German headers', async () => {
  expect(await seen('x.csv', 'Titel;Datum;Beginn;Ende;Ort;Kategorie;Eintritt;Veranstalter;ganztägig\nA;1.2.2027;18 Uhr;20:00;Rathaus;Musik;5 €;Chor;nein\n')).toEqual([['events', 2, {
    title: 'A', start_date: '2027-02-01 18:00:00', end_date: '2027-02-01 20:00:00', venue: 'Rathaus', categories: 'Musik', cost: '5 €', organizer: 'Chor', all_day: 'false',
  }]])
})

it('a duration gives the end, in every format', async () => {
  const { cal, json, write } = desk()
  write('a.csv', 'title,start_date,duration\nA,2027-02-01 18:00,1h30m\nB,2027-02-02 18:00,soon\n')
  write('b.json', '[{"title":"C","start_date":"2027-02-03 18:00","duration":"2h"},{"title":"D","start_date":"2027-02-04","all_day":true,"duration":"2d"}]')
  expect(await cal('validate a.csv')).toEqual({ code: 2, stderr: '1 of 2 records is wrong\n', stdout: 'events:\n  a.csv:3: duration: "soon" is no length of time\n    such as 90m, 1h30m, 1:30 or 2d\n' })
  await cal('import a.csv b.json --kind events')
  expect(await json('events list --any-date --fields title,end_date')).toEqual([
    { title: 'A', end_date: '2027-02-01 19:30:00' }, { title: 'C', end_date: '2027-02-03 20:00:00' }, { title: 'D', end_date: '2027-02-05 23:59:59' },
  ])
})

it('says once that no column holds the start, and takes a mapping in any case', async () => {
  const { cal, write } = desk()
  write('a.csv', 'Event Name,When\nA,2027-02-01\nB,2027-02-02\n')
  expect(await cal('validate a.csv')).toEqual({ code: 2, stdout: '', stderr: 'error: a.csv:1: no column says when an event starts\nhint: name it: --map "COLUMN=start_date"; the columns are Event Name, When\n' })
  expect(await cal('validate a.csv --map when=start_date')).toMatchObject({ code: 0, stderr: '2 events: all right\n' })
  expect((await cal('validate a.csv --map When=start_dat')).stderr).toBe('error: --map knows no field "start_dat"\nhint: did you mean start_date\n')
  expect((await cal('validate a.csv --map When=xyzzy')).stderr).toContain('hint: cal explain event lists the fields of events')
})

it('a workbook is not taken for text', async () => {
  const { cal, write } = desk()
  write('book.xlsx', 'PK\u0003\u0004\u0014\u0000rest')
  write('a.csv', 'a\u0000b')
  expect(await cal('import book.xlsx --dry-run')).toMatchObject({ code: 2, stderr: 'error: book.xlsx is a workbook, not a text file\nhint: save the sheet as CSV (UTF-8) in the spreadsheet program and take that file\n' })
  expect((await cal('import a.csv --dry-run')).stderr).toContain('error: a.csv is not a text file')
})
