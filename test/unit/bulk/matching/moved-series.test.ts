// A series whose time of day was changed in its own program: its dates are updated, not created again.
import { expect, it } from 'vitest'
import { newWorkspace } from '../../../support/workspace.ts'

const calendar = (...lines: readonly string[]) => ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const event = (...lines: readonly string[]) => ['BEGIN:VEVENT', 'UID:yoga@example.org', ...lines, 'END:VEVENT']
const dates = 'events list --any-date --all --fields id,title,start_date'

it('keeps the events of its dates, and those of dates that were changed alone', async () => {
  const { cal, json, write } = newWorkspace()
  const at = (time: string) =>
    calendar(
      ...event('SUMMARY:Yoga', `DTSTART:20270301T${time}Z`, 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=3'),
      ...event('SUMMARY:Guest', `RECURRENCE-ID:20270308T${time}Z`, 'DTSTART:20270308T170000Z', 'DURATION:PT1H'),
    )
  write('a.ics', at('190000'))
  expect((await cal('import a.ics')).stderr).toContain('3 events created')
  const before = await json(dates)
  write('a.ics', at('193000'))
  const { stderr } = await cal('import a.ics --on-existing update --yes')
  expect(stderr).toContain('2 events updated; 1 event unchanged')
  const moved = (before as { title: string; start_date: string }[]).map((each) =>
    each.title === 'Yoga' ? { ...each, start_date: each.start_date.replace('19:00', '19:30') } : each,
  )
  expect(await json(dates)).toEqual(moved)
})

it('has two events on a day with two times', async () => {
  const { cal, write } = newWorkspace()
  const series = ['SUMMARY:Tour', 'DTSTART:20270301T100000Z', 'DURATION:PT1H']
  write('a.ics', calendar(...event(...series, 'RRULE:FREQ=DAILY;BYHOUR=10,14;COUNT=4')))
  expect((await cal('import a.ics')).stderr).toContain('4 events created')
  expect((await cal('import a.ics')).stderr).toContain('4 events unchanged')
})
