import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newWorkspace } from '../../support/workspace.ts'

describe('invalid records', () => {
  it.each([
    [
      'my.ndjson',
      '{"title":"A","start_date":"x","end_date":"2027-01-01"}\n',
      '{"kind":"event","title":"A","start_date":"x","end_date":"2027-01-01","_error":"start_date: \\"x\\" is not a date"}\n',
    ],
    [
      'my.json',
      '[{"title":"A","start_date":"x","end_date":"2027-01-01"}]',
      '[\n{"kind":"event","title":"A","start_date":"x","end_date":"2027-01-01","_error":"start_date: \\"x\\" is not a date"}\n]\n',
    ],
    [
      'my.yaml',
      '- {title: A, start_date: x, end_date: 2027-01-01}\n',
      '- {"kind":"event","title":"A","start_date":"x","end_date":"2027-01-01","_error":"start_date: \\"x\\" is not a date"}\n',
    ],
    [
      'my.ics',
      'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nSUMMARY:A\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
      'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//cal//rejected//EN\r\nBEGIN:VEVENT\r\nUID:1\r\nSUMMARY:A\r\nX-ERROR:the event has no DTSTART\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
    ],
  ])('keep the format of %s', async (name, text, rejected) => {
    const { cal, read, write } = newWorkspace()
    write(name, text)
    expect(await cal(`import ${name}`)).toMatchObject({ code: 6 })
    expect(read(name.replace('my.', 'my.rejected.'))).toBe(rejected)
  })
})

describe('iCalendar', () => {
  it('matches events by uid even if the title changes', async () => {
    const { cal, json, write } = newWorkspace()
    const ics = (title: string) =>
      `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1@x\r\nSUMMARY:${title}\r\nDTSTART;TZID=Europe/Berlin:20270301T180000\r\nRRULE:FREQ=DAILY;COUNT=2\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`
    write('a.ics', ics('Café'))
    expect((await cal('import a.ics')).stderr).toContain('2 events created')
    expect((await cal('import a.ics')).stderr).toContain('2 events unchanged')
    write('a.ics', ics('Bistro'))
    expect((await cal('import a.ics --on-existing update --yes')).stderr).toContain('2 events updated')
    expect(await json('events list --any-date')).toMatchObject([
      { title: 'Bistro', slug: expect.stringMatching(/^cafe-u[0-9a-f]{12}$/), timezone: 'Europe/Berlin' },
      { start_date: '2027-03-02 18:00:00' },
    ])
  })
})

it('counts a venue that was created just before a crash', async () => {
  const { cal, folder, write } = newWorkspace()
  write('a.csv', 'title,start_date,end_date,venue\nOne,2027-01-01,2027-01-01,Hall\n')
  await cal('import a.csv --create-missing')
  const [run = ''] = readdirSync(join(folder, 'state/runs'))
  const journal = join(folder, 'state/runs', run, 'journal.ndjson')
  const begun = readFileSync(journal, 'utf8').split('\n').slice(0, 3)
  expect(begun[2]).toContain('"kind":"venues"')
  writeFileSync(journal, `${begun.join('\n')}\n`)
  expect(await cal('history list')).toMatchObject({
    stdout: expect.stringContaining(run),
    stderr: `stopped: ${run}; to resume: cal import --resume ${run}\n`,
  })
  expect((await cal('history list --lang de')).stderr).toBe(
    `abgebrochen: ${run}; zum Fortsetzen: cal import --resume ${run}\n`,
  )
  expect((await cal('import --resume')).stderr).toMatch(/^1 venue created; 1 event unchanged/)
  expect(readFileSync(journal, 'utf8')).toContain('{"end":-1,"id":')
  expect((await cal('history list')).stderr).toBe('')
})
