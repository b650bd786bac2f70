// An event of an iCalendar file that the calendar has already, entered otherwise: it is not created a second time.
import { expect, it } from 'vitest'
import { newWorkspace } from '../../../support/workspace.ts'

const event = (uid: string, ...lines: readonly string[]) => [
  ...['BEGIN:VEVENT', `UID:${uid}`, 'SUMMARY:Jazz night', 'DTSTART:20270301T190000Z', 'DTEND:20270301T210000Z'],
  ...[...lines, 'END:VEVENT'],
]
const calendar = (...events: readonly (readonly string[])[]) =>
  ['BEGIN:VCALENDAR', ...events.flat(), 'END:VCALENDAR', ''].join('\r\n')

it('is a conflict, and matched by title and start on request', async () => {
  const { cal, json, write } = newWorkspace()
  write('a.csv', 'title,start_date,end_date,timezone\nJazz Night,2027-03-01 19:00,2027-03-01 21:00,UTC\n')
  write('a.ics', calendar(event('1', 'LOCATION:Club')))
  await cal('import a.csv')
  const { code, stdout, stderr } = await cal('import a.ics --create-missing --dry-run')
  expect(code).not.toBe(0)
  expect(`${stdout}${stderr}`).toContain('event "Jazz night" exists with the same start, but not with this UID (id 4)')
  await cal('import a.ics --create-missing')
  expect(await json('events list --any-date --fields id,venue')).toEqual([{ id: 4, venue: [] }])
  const matched = await cal('import a.ics --create-missing --match title+start_date --on-existing update --yes')
  expect(matched.stderr).toContain('1 event updated')
  expect(await json('events list --any-date --fields id,venue.venue')).toEqual([{ id: 4, venue: { venue: 'Club' } }])
})

it('is created beside one with another uid', async () => {
  const { cal, write } = newWorkspace()
  write('a.ics', calendar(event('1'), event('2')))
  expect((await cal('import a.ics')).stderr).toContain('2 events created')
  write('a.ics', calendar(event('1'), event('2'), event('3')))
  expect((await cal('import a.ics')).stderr).toContain('1 event created; 2 events unchanged')
  expect((await cal('import a.ics')).stderr).toContain('3 events unchanged')
})

it('is a conflict if its program gave it another uid, as when a series is split', async () => {
  const { cal, write } = newWorkspace()
  write('a.ics', calendar(event('1', 'LOCATION:Club', 'RRULE:FREQ=WEEKLY;COUNT=3')))
  expect((await cal('import a.ics --create-missing')).stderr).toContain('3 events, 1 venue created')
  const split = calendar(
    event('1', 'LOCATION:Club', 'RRULE:FREQ=WEEKLY;UNTIL=20270307T000000Z'),
    event('1_R', 'LOCATION:Club', 'RRULE:FREQ=WEEKLY;COUNT=2').map((line) => line.replace('20270301', '20270308')),
  )
  write('a.ics', split)
  const { code, stderr } = await cal('import a.ics --create-missing')
  expect(code).not.toBe(0)
  expect(stderr).toContain('event "Jazz night" exists with the same start, but not with this UID (id 6)')
  // At another place it is another event.
  write('a.ics', split.replaceAll('LOCATION:Club', 'LOCATION:Hall').replace('LOCATION:Hall', 'LOCATION:Club'))
  expect((await cal('import a.ics --create-missing')).stderr).toContain('2 events, 1 venue created; 1 event unchanged')
})
