// Dates in words as flags and arguments, at noon UTC on Saturday 21 November 2026.
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

  it('from a file has the dates of imports', async () => {
    writeFileSync(join(here.folder, 'event.yaml'), 'title: A\nstart_date: Christmas\nend_date: 2026-12-25\n')
    expect(await here.cal('events create -f event.yaml -n')).toMatchObject({
      stderr: expect.stringContaining('start_date: "Christmas" is not a date'),
    })
  })
})

describe('a filter', () => {
  beforeEach(async () => {
    await created('--start-date 2026-12-24 --end-date 2026-12-24')
  })

  it('selects the same events for --where', async () => {
    await created('--start-date "24 Dec 8pm" --duration 2h')
    expect(
      await here.cal(single('events list --start-date "24. Dez" --end-date "dec 24" --fields title')),
    ).toMatchObject({
      stdout: 'TITLE\nNight\n',
    })
    expect(await here.cal(single("events delete --where 'start_date=24 Dec' --yes"))).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^--start-date "24 Dec": Thu 24 December 2026 \(UTC\)\n[\s\S]*1 event deleted/),
    })
  })
})

it('dates are read on the clock of the calendar, where it is Sunday', async () => {
  const line = 'events create --title Night --start-date today --end-date today'
  const CAL_TZ = 'Pacific/Kiritimati'
  expect(await here.cal(line, { env: { CAL_TZ } })).toMatchObject({ stderr: expect.stringContaining('Sun 22 Nov') })
  const clock = 'today is Sun 22 November 2026 in Pacific/Kiritimati, the time zone of the calendar\n'
  expect(await here.cal('today')).toMatchObject({ stdout: expect.stringContaining('Night'), stderr: clock })
  expect(await here.cal('today --tz UTC')).toMatchObject({ stdout: 'No events on Sat 21 November 2026.\n', stderr: '' })
  expect(await here.cal('events list --start-date today --end-date today --fields title')).toMatchObject({
    stdout: 'TITLE\nNight\n',
    stderr: expect.stringContaining('--start-date "today": Sun 22 November 2026 (Pacific/Kiritimati)'),
  })
})
