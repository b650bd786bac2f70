// Dates, times and durations as people write them in cells.
import { expect, it } from 'vitest'
import { readItems } from '../../../../support/read-items.ts'
import { newWorkspace } from '../../../../support/workspace.ts'

const valuesOf = async (header: string, row: string) => {
  const [item] = await readItems('x.csv', `${header}\n${row}\n`)
  return Array.isArray(item) ? item[2] : item
}

it.each([
  ['19 Uhr 30', '', '19:30:00', '2027-03-13 19:30:00'],
  ['noon', '2pm', '12:00:00', '2027-03-13 14:00:00'],
  ['12 mittags', '14 Uhr', '12:00:00', '2027-03-13 14:00:00'],
  ['22:00', 'midnight', '22:00:00', '2027-03-14 00:00:00'],
  ['22 Uhr', 'Mitternacht', '22:00:00', '2027-03-14 00:00:00'],
  ['22:00 - midnight', '', '22:00:00', '2027-03-14 00:00:00'],
  ['9:00:00 p. m.', '11:00:00 p. m.', '21:00:00', '2027-03-13 23:00:00'],
  ['20.00 uur', '22 uur', '20:00:00', '2027-03-13 22:00:00'],
  ['ore 20.30', 'alle ore 22:00', '20:30:00', '2027-03-13 22:00:00'],
])('times of day: %s to %s', async (start, end, time, end_date) => {
  expect(await valuesOf('Title;Date;Time;End Time', `A;2027-03-13;${start};${end}`)).toEqual({
    title: 'A',
    start_date: `2027-03-13 ${time}`,
    end_date,
  })
})

it('midnight as a start may be either end of the day, and is an error', async () => {
  expect(await readItems('x.csv', 'Title;Date;Time\nA;2027-03-13;midnight\n')).toEqual([
    ['error', 2, 'Time: "midnight" is not a time of day'],
  ])
})

it.each([
  ['30. April bis 2. Mai 2027', '2027-04-30', '2027-05-02'],
  ['14.–16. Mai 2027', '2027-05-14', '2027-05-16'],
  ['March 13-15, 2027', '2027-03-13', '2027-03-15'],
  ['March 1 - April 2, 2027', '2027-03-01', '2027-04-02'],
  ['Saturday, March 13 - Sunday, March 14, 2027', '2027-03-13', '2027-03-14'],
  ['Sat 13. - Sun 14.3.2027', '2027-03-13', '2027-03-14'],
  ['March 13, 2027 7:00 PM → 9:00 PM', '2027-03-13 19:00:00', '2027-03-13 21:00:00'],
  ['March 14, 2027 → March 16, 2027', '2027-03-14', '2027-03-16'],
  ['2027-03-13 10:00-12:00', '2027-03-13 10:00:00', '2027-03-13 12:00:00'],
  ['2027-03-13 22:00 – 03:00', '2027-03-13 22:00:00', '2027-03-14 03:00:00'],
  ['13.3.2027, 22-3 Uhr', '2027-03-13 22:00:00', '2027-03-14 03:00:00'],
  ['20270313T190000', '2027-03-13 19:00:00', '2027-03-13 19:00:00'],
])('one or two dates in a cell: %s', async (written, start_date, end_date) => {
  expect(await valuesOf('Title;When', `A;${written}`)).toEqual({ title: 'A', start_date, end_date })
})

it.each([
  ['2027-03-13 10:00-05:00;2027-03-13 12:00-05:00', '12:00:00-05:00'],
  ['2027-03-13T10:00-05:00;', '10:00:00-05:00'],
])('a part that may be an end is an offset with a T, and if both dates have it: %s', async (dates, end_time) => {
  expect(await valuesOf('Title;Start;End', `A;${dates}`)).toEqual({
    title: 'A',
    start_date: '2027-03-13 10:00:00-05:00',
    end_date: `2027-03-13 ${end_time}`,
  })
})

it.each([
  ['2027-03-13 10:00-12:00;2027-03-13 13:00', 'Start: "2027-03-13 10:00-12:00" is not a date'],
  ['2027-03-13T10:00-16:00;2027-03-13 13:00', 'Start: "2027-03-13T10:00-16:00" is not a date'],
])('a part that may be an end or an offset is not guessed: %s', async (dates, error) => {
  expect(await readItems('x.csv', `Title;Start;End\nA;${dates}\n`)).toEqual([['error', 2, error]])
})

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
