// The zone of events whose dates have an offset: deployed services convert `UTC+2` by the clock of a city (Q19).
import { expect, it } from 'vitest'
import { newWorkspace } from '../../../../support/workspace.ts'

it('is the configured one if it has this offset then', async () => {
  const { cal, json, write } = newWorkspace()
  write(
    'a.csv',
    'title,start_date,end_date\n' +
      'A,2027-07-01T18:00:00+02:00,2027-07-01T20:00:00+02:00\n' +
      'B,2027-10-30T18:00:00+02:00,2027-10-31T18:00:00+01:00\n' +
      'C,2027-07-01T19:00:00+01:00,2027-07-01T20:00:00+01:00\n' +
      'D,2027-07-01T19:00:00Z,2027-07-01T20:00:00Z\n',
  )
  expect((await cal('import a.csv --yes', { env: { CAL_TZ: 'Europe/Berlin' } })).stderr).toContain('4 events created')
  expect(await json('events list --any-date --sort title --fields start_date,end_date,timezone')).toEqual([
    { start_date: '2027-07-01 18:00:00', end_date: '2027-07-01 20:00:00', timezone: 'Europe/Berlin' },
    { start_date: '2027-10-30 18:00:00', end_date: '2027-10-31 18:00:00', timezone: 'Europe/Berlin' },
    { start_date: '2027-07-01 19:00:00', end_date: '2027-07-01 20:00:00', timezone: 'UTC+1' },
    { start_date: '2027-07-01 19:00:00', end_date: '2027-07-01 20:00:00', timezone: 'UTC' },
  ])
})
