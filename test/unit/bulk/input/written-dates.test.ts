// The order of day and month: given by the user, determined by the table, or assumed and reported.
import { expect, it } from 'vitest'
import { newWorkspace } from '../../../support/workspace.ts'

const rows = (...dates: readonly string[]) =>
  `title,start_date\n${dates.map((date, i) => `E${i},${date} 10:00`).join('\n')}\n`

it('a date with the day first ends the import before other dates are misread', async () => {
  const { cal, json, write } = newWorkspace()
  write('a.csv', rows('3/4/2027', '25/11/2027'))
  for (const command of ['validate', 'import']) {
    expect(await cal(`${command} a.csv`)).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'error: a.csv:3: "25/11/2027 10:00" starts with the day\nhint: to read all dates this way, use --date-order dmy; to reject only such rows, use --date-order mdy\n',
    })
  }
  expect((await cal('validate a.csv --date-order mdy')).stdout).toContain(
    'a.csv:3: start_date: "25/11/2027 10:00" is not a date\n',
  )
  expect(await cal('import a.csv --date-order dmy')).toMatchObject({ code: 0 })
  expect(await json('events list --any-date --fields start_date')).toEqual([
    { start_date: '2027-04-03 10:00:00' },
    { start_date: '2027-11-25 10:00:00' },
  ])
})

it('ambiguous dates are reported once, unless another date shows the order', async () => {
  const { cal, write } = newWorkspace()
  write('a.csv', rows('5/5/2027', '3/4/2027', '4/5/2027'))
  expect(await cal('validate a.csv')).toEqual({
    code: 0,
    stdout: '',
    stderr:
      'a.csv:3: "3/4/2027 10:00" is read month first; to read the day first, use --date-order dmy\n3 events: no errors\n',
  })
  expect((await cal('import a.csv --dry-run --lang de')).stderr).toContain(
    'a.csv:3: „3/4/2027 10:00“ wird als Monat/Tag gelesen; mit --date-order dmy als Tag/Monat\n',
  )
  expect((await cal('validate a.csv --date-order mdy')).stderr).toBe('3 events: no errors\n')
  write('b.csv', rows('3/4/2027', '11/25/2027'))
  expect((await cal('validate b.csv')).stderr).toBe('2 events: no errors\n')
  write('c.csv', rows('3.4.2027', '2027-04-05', '2027/4/5', '7 Mar 2027'))
  expect((await cal('validate c.csv')).stderr).toBe('4 events: no errors\n')
})
