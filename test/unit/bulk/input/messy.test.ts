// Realistic files with errors: validated, imported, corrected in the file of rejected rows, imported again, and undone.
import { expect, it } from 'vitest'
import { newWorkspace } from '../../../support/workspace.ts'

const withoutRun = (text: string) => text.replace(/\nto undo: cal history undo \S+/g, '')

/**
 * A byte order mark, semicolons, CRLF also in quotes, American dates, a duplicate row, an unknown name, wrong times, an
 * extra cell.
 */
const spreadsheet = `\ufeff${[
  'EVENT NAME;Event Description;Event Start Date;Event Start Time;Event End Date;All Day Event?;Event Venue Name;Event Cost',
  'Café;"One\r\ntwo; three";11/19/2027;7:30 PM;;;City Hall, Room 2;76,50',
  'Jazz;;11/20/27;19:30;;;City Hal;',
  'Whole;;2027-04-19;;;TRUE;;',
  'Late;;11/21/2027;25:99;;;;',
  'Never;;31/31/2027;;;;;',
  'Many;;11/22/2027;10:00;;;;;surplus',
  'Café;;11/19/2027;19:30;;;;',
  'Back;;11/22/2027;10:00;11/21/2027;;;',
  ';;11/22/2027;10:00;;;;',
  'Maybe;;11/23/2027;10:00;;perhaps;;',
  '',
  '',
].join('\r\n')}`

it('a spreadsheet with many errors', async () => {
  const { cal, json, read, write } = newWorkspace()
  write('my.csv', spreadsheet)
  write('venues.json', '[{"venue":"City Hall, Room 2"},{"venue":"City Hall"}]')
  await cal('import venues.json')
  expect(await cal('validate my.csv')).toEqual({
    code: 2,
    stderr: '7 of 10 records have errors\n',
    stdout: `events:
  my.csv:6: Event Start Time: "25:99" is not a time of day
    such as 18:30, 6:30 PM or all day
  my.csv:7: Event Start Date: "31/31/2027" is not a date
    use a day that exists, with its year, such as 2026-03-01
  my.csv:8: 9 cells but 8 columns: "surplus" has no column
    remove it, or quote cells that contain the separator
  my.csv:9: duplicate of my.csv:2 (title=café&start_date=2027-11-19 19:30:00)
    remove one, or give them different slugs
  my.csv:10: end_date 2027-11-21 10:00:00 is before start_date 2027-11-22 10:00:00
    correct end_date, or remove it
  my.csv:11: EVENT NAME (title) is missing
    add text
  my.csv:12: All Day Event? (all_day) needs true or false, not "perhaps"
`,
  })
  expect((await cal('import my.csv --dry-run')).stdout).toContain(
    '! Event Venue Name (venue): venue "City Hal" not found: my.csv:4\n    did you mean "City Hall"? To create it, use --create-missing\n',
  )
  const inGerman = JSON.parse((await cal('import my.csv --dry-run -o json --lang de')).stdout)
  expect(inGerman).toContainEqual(expect.objectContaining({ action: 'invalid', errors: ['EVENT NAME (title) fehlt'] }))
  const first = await cal('import my.csv')
  expect([first.code, withoutRun(first.stderr)]).toEqual([
    6,
    expect.stringMatching(/rejected rows: my\.rejected\.csv\n2 events created; 8 events failed\n$/),
  ])
  const rejected = read('my.rejected.csv')
  expect(rejected.split('\n')[0]).toBe(
    'EVENT NAME;Event Description;Event Start Date;Event Start Time;Event End Date;All Day Event?;Event Venue Name;Event Cost;_error',
  )
  write(
    'my.rejected.csv',
    rejected
      .replace('25:99', '18:30')
      .replace('31/31', '12/31')
      .replace('11/21/2027;;', ';;')
      .replace('City Hal;', 'City Hall;')
      .replace('\n;;', '\nNamed;;')
      .replace('perhaps', 'no')
      .replace('Café;', 'Other;'),
  )
  expect(await cal('import my.rejected.csv')).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('8 events created'),
  })
  expect(await json('events list --any-date --sort id --fields title,cost,venue.venue,description')).toContainEqual({
    title: 'Café',
    cost: '$76,50',
    venue: { venue: 'City Hall, Room 2' },
    description: 'One\r\ntwo; three',
  })
  expect((await cal('import my.csv')).stderr).toContain('2 events unchanged; 8 events failed')
  expect(withoutRun((await cal('history undo --yes')).stderr)).toBe('8 events deleted\n')
  expect(await json('events list --any-date --fields title')).toEqual([{ title: 'Whole' }, { title: 'Café' }])
})

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
