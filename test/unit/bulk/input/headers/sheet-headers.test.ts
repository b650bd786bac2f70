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

it('ten thousand unknown columns are reported in one line', async () => {
  const { cal, write } = newWorkspace()
  write(
    'a.csv',
    `title,start_date,${Array.from({ length: 10_000 }, (_, i) => `Zz${i}`).join(',')}\nA,2027-02-01 10:00\n`,
  )
  expect((await cal('validate a.csv')).stderr).toBe(
    'ignored: columns "Zz0", "Zz1", "Zz2", "Zz3", "Zz4" and 9995 more are unknown; to import one, use --map "Zz0=FIELD"\n1 event: no errors\n',
  )
})
