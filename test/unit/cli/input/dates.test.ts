// Dates in words as flags, at noon UTC on Saturday 21 November 2026.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Workspace, newWorkspace } from '../../../support/workspace.ts'

let here: Workspace

/** Workspaces split at single quotes. */
function single(line: string): string {
  return line.replaceAll('"', "'")
}

beforeEach(() => {
  here = newWorkspace()
})

async function created(flags: string): Promise<string> {
  const { stdout, stderr, code } = await here.cal(
    `events create --title Night ${single(flags)} --timezone Europe/Berlin -o json`,
  )
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('Created event') })
  const { start_date, end_date } = JSON.parse(stdout)
  return `${start_date} … ${end_date}`
}

describe('a new event', () => {
  it.each([
    ['--start-date "24 Dec 8pm" --duration 2h', '2026-12-24 20:00:00 … 2026-12-24 22:00:00'],
    ['--start-date "freitag 20 uhr" --end-date 23h', '2026-11-27 20:00:00 … 2026-11-27 23:00:00'],
    ['--start-date 24.12.2026 --end-date "26. Dezember" --all-day', '2026-12-24 00:00:00 … 2026-12-26 23:59:59'],
    ['--start-date "in 2 weeks" --end-date "Dec 6 2026" --all-day', '2026-12-05 00:00:00 … 2026-12-06 23:59:59'],
  ])('%s', async (flags, expected) => expect(await created(flags)).toBe(expected))

  it.each([
    [
      '--start-date 3/4/2027',
      '--start-date: "3/4/2027" can be Thu 4 March 2027 or Sat 3 April 2027',
      'write 2027-03-04 or 2027-04-03',
    ],
    ['--start-date "31 Feb"', '--start-date: "31 Feb": no such day', 'check the day, month and year'],
    [
      '--start-date "next week"',
      '--start-date: "next week" is several days: Mon 23 November 2026 – Sun 29 November 2026',
      '--start-date 2026-11-23 --end-date 2026-11-29',
    ],
    ['--start-date tonight', '--start-date: "tonight" needs a time of day', '--start-date "2026-11-21 20:00"'],
    [
      '--start-date "24 Dec or so"',
      '--start-date: "24 Dec or so" is not a date',
      'use a date such as 2026-12-24 18:00, 24 Dec 8pm or friday; see cal help dates',
    ],
    [
      '--start-date ""',
      '--start-date: "" is not a date',
      'use a date such as 2026-12-24 18:00, 24 Dec 8pm or friday; see cal help dates',
    ],
  ])('refuses %s', async (flags, message, hint) =>
    expect(await here.cal(single(`events create --title Night ${flags} --duration 2h`))).toEqual({
      code: 2,
      stdout: '',
      stderr: `error: ${message}\nhint: ${hint}\n`,
    }),
  )

  it('from a file has strict dates, which words do not change', async () => {
    writeFileSync(join(here.folder, 'event.yaml'), 'title: A\nstart_date: 24 Dec 8pm\nend_date: 2026-12-25\n')
    expect(await here.cal('events create -f event.yaml -n -o json')).toMatchObject({
      stdout: expect.stringContaining('"start_date": "24 Dec 8pm"'),
    })
  })
})

describe('a filter', () => {
  beforeEach(async () => {
    await created('--start-date 2026-12-24 --end-date 2026-12-24')
  })

  it.each([
    ['--starts-after "24 Dec 8pm"', 'starts after Thu 24 December 2026, 20:00 (UTC)'],
    ['--starts-before "last monday"', 'starts before the end of Mon 16 November 2026 (UTC)'],
    ['--start-date "next week"', 'from Mon 23 November 2026 (UTC)'],
    ['--end-date "nächste Woche"', 'until Sun 29 November 2026 (UTC)'],
    ['--start-date tonight', 'from Sat 21 November 2026, 18:00 (UTC)'],
    ['--start-date december --end-date december', 'from Tue 1 December 2026 (UTC) · until Thu 31 December 2026 (UTC)'],
    ['--ends-after "in 2 Stunden"', 'ends after Sat 21 November 2026, 14:00 (UTC)'],
  ])('%s says what it was read as', async (flags, note) => {
    const { stderr, code } = await here.cal(single(`events list ${flags}`))
    expect({ code, first: stderr.split('\n')[0] }).toEqual({ code: 0, first: note })
  })

  it('says so in German', async () =>
    expect(await here.cal(single('events list --starts-after "24. Dezember 20 Uhr" --lang de'))).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('Beginn nach Donnerstag, 24. Dezember 2026, 20:00 (UTC)\n'),
    }))

  it('says nothing of dates in digits', async () =>
    expect(await here.cal('events list --starts-after 2026-12-24')).toMatchObject({ stderr: 'No events match.\n' }))

  it.each([
    [
      '--starts-after december',
      'error: --starts-after: "december" is several days: Tue 1 December 2026 – Thu 31 December 2026\nhint: --starts-after 2026-12-31\n',
    ],
    [
      '--start-date "24-26 Dec"',
      'error: --start-date: "24-26 Dec" is several days: Thu 24 December 2026 – Sat 26 December 2026\nhint: --start-date 2026-12-24 --end-date 2026-12-26\n',
    ],
    [
      '--start-date tuesday --end-date sunday',
      'error: the end Sun 22 November 2026 is before the start Tue 24 November 2026\nhint: for the week after: --end-date 2026-11-29\n',
    ],
    [
      '--start-date december --end-date november',
      'error: the end Mon 30 November 2026 is before the start Tue 1 December 2026\nhint: write both dates as 2026-12-24; see cal help dates\n',
    ],
    ['--ends-before tomorow', 'error: --ends-before: "tomorow" is not a date\nhint: did you mean tomorrow?\n'],
  ])('refuses %s', async (flags, stderr) =>
    expect(await here.cal(single(`events list ${flags}`))).toEqual({ code: 2, stdout: '', stderr }),
  )

  it('selects the same events for --where', async () => {
    await created('--start-date "24 Dec 8pm" --duration 2h')
    expect(
      await here.cal(single('events list --start-date "24. Dez" --end-date "dec 24" --fields title')),
    ).toMatchObject({
      stdout: 'TITLE\nNight\n',
    })
    expect(await here.cal(single("events delete --where 'start_date=24 Dec' --yes"))).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^from Thu 24 December 2026 \(UTC\)\n[\s\S]*1 event deleted/),
    })
  })
})
