// Dates, times and durations as people write them in cells.
import { expect, it } from 'vitest'
import { newWorkspace } from '../../../../support/workspace.ts'

it('durations in words, and times of iCalendar in a table', async () => {
  const { cal, json, write } = newWorkspace()
  const lengths = ['2 hours', '90 minutes', '1 hour 30 minutes', '1,5 Stunden', '1 Std. 30 Min', '2 heures']
  write(
    'a.csv',
    `title,start,length\n${lengths.map((text, i) => `A${i},2027-03-0${i + 1} 19:00,"${text}"\n`).join('')}`,
  )
  write('b.csv', 'title,start_date,end_date\nB,20270320T190000Z,20270320T210000Z\n')
  expect((await cal('import a.csv b.csv --yes')).stderr).toContain('7 events created')
  expect(await json('events list --any-date --fields end_date')).toEqual(
    ['21:00', '20:30', '20:30', '20:30', '20:30', '21:00']
      .map((time, i) => ({ end_date: `2027-03-0${i + 1} ${time}:00` }))
      .concat({ end_date: '2027-03-20 21:00:00' }),
  )
})

it.each([
  ['Mo, 13.03.2027', false],
  ['Sa, 13.03.2027', true],
  ['Samstag, 13. März 2027', true],
  ['Sonntag, 13. März 2027', false],
  ['Saturday, March 13, 2027 7:00 PM', true],
  ['Sunday, March 13, 2027 7:00 PM', false],
  ['dim. 14 mars 2027', true],
  ['dimanche 13 mars 2027', false],
  ['domenica 14 marzo 2027', true],
  ['di 14.03.2027', true],
  ['do. 14.03.2027', true],
  ['Do, 13.03.2027', false],
  ['Dienstag, 14.03.2027', false],
])('a weekday has to be that of the date: %s', async (written, isRight) => {
  const { cal, write } = newWorkspace()
  write('a.csv', `Title;When\nA;${written}\n`)
  const { code, stdout } = await cal('validate a.csv')
  expect(code).toBe(isRight ? 0 : 2)
  if (!isRight)
    expect(stdout).toContain(
      `a.csv:2: When: "${written}" is not a date\n    the weekday does not match the date: correct one of them\n`,
    )
})
