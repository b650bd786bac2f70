// Times that clocks skip: services store the time after the gap, and the next import has to find that event.
import { expect, it } from 'vitest'
import { newWorkspace } from '../../../../support/workspace.ts'

it('a skipped time is read as the time after the gap, with a note, and found again', async () => {
  const { cal, json, write } = newWorkspace()
  write(
    'a.csv',
    'title,start_date,end_date,timezone\nGap,2027-03-28 02:30,2027-03-28 03:30,Europe/Berlin\n' +
      'Gap of the calendar,2027-03-28 02:30,2027-03-28 04:00,\n',
  )
  write(
    'b.ics',
    'BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nSUMMARY:B\nDTSTART;TZID=Europe/Berlin:20270328T021500\nDURATION:PT1H\n' +
      'END:VEVENT\nEND:VCALENDAR\n',
  )
  const env = { CAL_TZ: 'Europe/Berlin' }
  const first = await cal('import a.csv b.ics --yes', { env })
  expect(first.stderr.split('\n').filter((line) => line.includes('does not exist'))).toEqual([
    '2027-03-28 02:30:00 does not exist in Europe/Berlin: clocks skip it; read as 2027-03-28 03:30:00',
    '2027-03-28 02:15:00 does not exist in Europe/Berlin: clocks skip it; read as 2027-03-28 03:15:00',
  ])
  expect(first.stderr).not.toContain('the service stored')
  expect((await cal('import a.csv b.ics --yes', { env })).stderr).toContain('3 events unchanged')
  expect(await json('events list --any-date --fields start_date,end_date')).toEqual([
    { start_date: '2027-03-28 03:15:00', end_date: '2027-03-28 04:15:00' },
    { start_date: '2027-03-28 03:30:00', end_date: '2027-03-28 03:30:00' },
    { start_date: '2027-03-28 03:30:00', end_date: '2027-03-28 04:00:00' },
  ])
})
