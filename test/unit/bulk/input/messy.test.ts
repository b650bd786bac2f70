// Realistic files with errors: validated, imported, corrected in the file of rejected rows, imported again, and undone.
import { expect, it } from 'vitest'
import { newWorkspace } from '../../../support/workspace.ts'

it('reports all errors of a row, and a wrong cell once', async () => {
  const { cal, write } = newWorkspace()
  write(
    'a.csv',
    'title,start_date,end_date,status,timezone,all_day\n' +
      ',nonsense,2027-13-01,Foo bar,Mars/X,no\n' +
      'B,2027-01-01 10:00,,Foo bar,UTC,#REF!\n' +
      'C,2027-01-01 10:00,,draft,UTC,no,extra\n',
  )
  const { stderr, code } = await cal('import a.csv')
  expect(code).toBe(6)
  const rows = [2, 3, 4].map((line) =>
    stderr
      .split('\n')
      .filter((text) => text.startsWith(`a.csv:${line}: `))
      .join('\n'),
  )
  expect(rows[0]).toMatch(
    /^a\.csv:2: start_date: "nonsense" is not a date; end_date: "2027-13-01" is not a date; title is missing; status needs .*, not "Foo bar"; timezone needs .*, not "Mars\/X"$/,
  )
  expect(rows[1]).toMatch(/^a\.csv:3: all_day: the formula has no result \(#REF!\); status needs [^;]*, not "Foo bar"$/)
  expect(rows[2]).toBe('a.csv:4: 7 cells but 6 columns: "extra" has no column')
})
