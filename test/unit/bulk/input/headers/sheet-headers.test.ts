// Header rows of real files: the meaning of each column, errors, and warnings that are reported once.
import { expect, it } from 'vitest'
import { newWorkspace } from '../../../../support/workspace.ts'
import { readItems } from '../../../../support/read-items.ts'

it('reads a sep= line above the header, and a header with another number of columns than the rows', async () => {
  expect(await readItems('x.csv', 'sep=;\r\nTitel;Datum_von;Website URL\r\nA;7.3.2027;https://x.test\r\n')).toEqual([
    ['events', 3, { title: 'A', start_date: '2027-03-07', end_date: '2027-03-07', website: 'https://x.test' }],
  ])
  expect(await readItems('x.csv', 'title,start_date\r\nA,2027-03-07\nB,2027-03-08\n')).toEqual([
    ['events', 2, { title: 'A', start_date: '2027-03-07', end_date: '2027-03-07' }],
    ['events', 3, { title: 'B', start_date: '2027-03-08', end_date: '2027-03-08' }],
  ])
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
