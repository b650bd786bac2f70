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
  expect(`${stdout}${stderr}`).toContain(
    'event "Jazz night" exists with the same start, but was created without this UID (id 4)',
  )
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
