// Tables in French, Spanish, Italian and Dutch: headers, dates, times, yes and no, and the order of day and month.
import { expect, it } from 'vitest'
import { readItems } from '../../../../support/read-items.ts'
import { newWorkspace } from '../../../../support/workspace.ts'

it('words of English keep their meaning in English tables', async () => {
  const { cal, write } = newWorkspace()
  write(
    'a.csv',
    'Title,Start Date,End Date,Data,Fine,Entree,Prix\nA,2027-03-04,2027-03-05,2026-01-01,5.00,Soup,Monaco\n',
  )
  expect(await readItems('a.csv', 'Title,Start Date,Entree\nA,2027-03-04,Soup\n')).toEqual([
    ['events', 2, { title: 'A', start_date: '2027-03-04', end_date: '2027-03-04' }],
  ])
  const { code, stderr } = await cal('validate a.csv')
  expect([code, stderr]).toEqual([0, expect.stringContaining('columns "Data", "Fine", "Entree", "Prix" are unknown')])
  expect(await readItems('b.csv', 'Titolo,Data,Fine\nA,4.3.2027,5.3.2027\n')).toEqual([
    ['events', 2, { title: 'A', start_date: '2027-03-04', end_date: '2027-03-05' }],
  ])
})
