// Sheets of other programs and of people that could be misread silently: what the plan, the notes and the errors say.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { newWorkspace } from '../../../support/workspace.ts'

it('a column Date beside the start is named, and the plan says what is scheduled', async () => {
  const { cal, write } = newWorkspace()
  write('x.csv', 'Title,Date,Start Date\nA,2031-01-05 10:00,2030-12-04 19:00\nB,2020-01-05 10:00,2030-12-05 19:00\n')
  expect(await cal('import x.csv --dry-run')).toMatchObject({
    code: 0,
    stdout:
      '+ create event "A" · Wed 4 Dec 2030, 19:00 · scheduled for 2031-01-05 10:00:00\n' +
      '+ create event "B" · Thu 5 Dec 2030, 19:00\n',
    stderr: expect.stringContaining(
      'column "Date" is read as the date of publication, because "Start Date" is the start; to ignore it, use --without date\n',
    ),
  })
})

it('reads dates of publication in the forms of other dates', async () => {
  const { cal, write } = newWorkspace()
  const head = 'id,title,start_date,end_date,date,date_utc'
  write('a.csv', `${head}\n1,A,12/4/2026 19:00,12/4/2026 20:00,11/27/2025 2:34,11/27/2025 1:34\n`)
  write('b.csv', `${head}\n2,B,04.12.2026 19:00,04.12.2026 20:00,27.11.2025 02:34,\n`)
  write('c.csv', `${head}\n3,C,2026-12-04 19:00,2026-12-04 20:00,soon,\n`)
  expect(await cal('import a.csv --yes')).toMatchObject({ code: 0 })
  expect(await cal('import b.csv --yes')).toMatchObject({ code: 0 })
  const { stdout } = await cal('events list --all --fields title,date -o csv')
  expect(stdout).toBe('title,date\nA,2025-11-27 02:34:00\nB,2025-11-27 02:34:00\n')
  expect(await cal('validate c.csv')).toMatchObject({
    code: 2,
    stdout: expect.stringContaining('"soon" is not a date'),
  })
})

it('the file of rejected rows keeps cells without a column, and is rejected again', async () => {
  const { cal, write, folder } = newWorkspace()
  write('x.csv', 'Titel;Beginn;Ende;Tags\nN;1.3.2030 19:00;1.3.2030 20:00;a; b; c\nM;2.3.2030 19:00;2.3.2030 20:00;d\n')
  await cal('import x.csv --create-missing --yes')
  const rejected = (name: string) => readFileSync(join(folder, name), 'utf8').replace(/;"?\d+ cells[^;]*;/, ';ERROR;')
  const text = 'Titel;Beginn;Ende;Tags;_error\nN;1.3.2030 19:00;1.3.2030 20:00;a;ERROR; b; c\n'
  expect(rejected('x.rejected.csv')).toBe(text)
  await cal('import x.rejected.csv --create-missing --yes')
  expect(readdirSync(folder)).toContain('x.rejected-2.csv')
  expect(rejected('x.rejected-2.csv')).toBe(text)
})

it('an end and a duration that contradict each other are an error', async () => {
  const { cal, write } = newWorkspace()
  write(
    'x.csv',
    'Title,Start,End,Duration\nA,2030-03-01 19:00,2030-03-01 20:00,2h\nB,2030-03-02 19:00,2030-03-02 21:00,2h\n',
  )
  expect(await cal('validate x.csv')).toMatchObject({
    code: 2,
    stdout: expect.stringMatching(/Duration 2h contradicts the dates: 2030-03-01 19:00:00 to 2030-03-01 20:00:00/),
  })
})

it('statuses of other programs are errors with the one to write', async () => {
  const { cal, write } = newWorkspace()
  write('x.csv', 'Title,Start,Status\nA,2030-03-01 19:00,started\n')
  expect(await cal('validate x.csv')).toMatchObject({ code: 2, stdout: expect.stringContaining('write publish') })
})
