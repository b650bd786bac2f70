// The views as commands, on a database file.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { cal } from '../../../support/runtime.ts'
import { newWorkspace } from '../../../support/workspace.ts'

const env = { CAL_API_ROOT: `file:${join(mkdtempSync(join(tmpdir(), 'cal-views-')), 'c.db')}`, CAL_TZ: 'Europe/Berlin' }

async function stdout(...argv: readonly string[]): Promise<string> {
  const { stdout, stderr, code } = await cal(argv, { env })
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
  return stdout
}

beforeAll(async () => {
  const events = [
    ['Long exhibition', '2026-10-01', '2027-02-01', '--all-day'],
    ['Jazz night', '2026-11-21 20:00', '2026-11-21 23:00', '--categories', 'Music', '--create-missing'],
    ['Over', '2026-11-20 10:00', '2026-11-20 11:00'],
  ] as const
  for (const [title, start, end, ...more] of events)
    await cal(
      [
        'events',
        'create',
        '--title',
        title,
        '--start-date',
        start,
        '--end-date',
        end,
        '--timezone',
        'Europe/Berlin',
        ...more,
      ],
      { env },
    )
})

describe('views', () => {
  it('list events that began before the days they show', async () => {
    const agenda = await stdout('agenda', 'today')
    expect(agenda).toContain('Sat 21 November 2026 · today\n')
    expect(agenda).toContain('Long exhibition (day 52 of 124)')
    expect(agenda).toContain('20:00–23:00 • Jazz night')
    expect(agenda).not.toContain('Over')
  })

  it('say that whole days are shown if a part of one was asked for', async () => {
    expect(await cal(['agenda', 'heute', 'abend'], { env })).toMatchObject({
      stdout: await stdout('today'),
      stderr:
        'Whole days are shown. From 18:00 on: cal events list --start-date "2026-11-21 18:00" --end-date 2026-11-21\n',
    })
  })

  it('show today, tomorrow, the weekend and a day', async () => {
    expect(await stdout('today')).toBe(await stdout('agenda', 'today'))
    expect(await stdout('tomorrow')).toBe(await stdout('agenda', 'tomorrow'))
    expect(await stdout('weekend')).toBe(await stdout('agenda', 'sat..sun'))
    expect(await stdout('day')).toBe(await stdout('agenda', 'today'))
    expect(await cal(['day', 'next', 'fri', '--search', 'jazz'], { env })).toEqual({
      code: 0,
      stdout: 'No events on Fri 27 November 2026.\n',
      stderr: 'Without --search: cal agenda 2026-11-27\n',
    })
  })

  it('are data in every other format', async () => {
    expect(JSON.parse(await stdout('agenda', 'today', '-o', 'json', '--fields', 'title'))).toEqual([
      { title: 'Long exhibition' },
      { title: 'Jazz night' },
    ])
    expect(await stdout('month', '2026-11', '-o', 'count')).toBe('3\n')
    expect(await stdout('week', '--jq', '.[].title')).toBe('Long exhibition\nOver\nJazz night\n')
  })

  it('take filters and another zone', async () => {
    expect(await stdout('agenda', '2026-11-21..2026-11-22', '--categories', 'music', '--tz', 'Asia/Tokyo')).toContain(
      'Sun 22 November 2026 · tomorrow\n  04:00–07:00 • Jazz night',
    )
    expect((await cal(['agenda', '--tz', 'Nowhere'], { env })).code).toBe(2)
  })

  it('cal 2026 and cal 11 2026 mean a year and a month, wherever flags stand', async () => {
    expect(await stdout('11', '2026')).toBe(await stdout('month', '2026-11'))
    expect(await stdout('--lang', 'de', '11', '2026')).toContain('November 2026\n\nKW   Mo ')
    expect((await stdout('2026')).startsWith('2026\n')).toBe(true)
  })

  it('the tree of categories, also of those no event uses', async () => {
    await cal(['categories', 'create', '--name', 'Jazz', '--parent', '4'], { env })
    expect(await stdout('categories', 'tree')).toMatch(/^Music \(1\) #\d+ music\n/)
  })
})

describe('explain', () => {
  it('needs no calendar', async () => {
    expect((await cal(['explain', 'event.starts_after'])).stdout).toBe(
      'event.starts_after\n  meaning  starts after this date\n  use      filter of lists\n  value    date, with or without a time: 2027-03-01 18:00\n  flag     cal events list --starts-after\n',
    )
    expect((await cal(['explain', 'event.title', '--lang', 'de'])).stdout).toContain('Bedeutung     Titel')
    expect(JSON.parse((await cal(['explain', 'tags', '-o', 'json'])).stdout)).toContainEqual({
      name: 'hide_empty',
      use: 'filter',
      type: 'boolean',
      required: false,
      default: 1,
      meaning: 'hide tags without events',
      flag: '--hide-empty',
    })
  })

  it('names the nearest', async () => {
    expect((await cal(['explain', 'evnt'])).stderr).toBe('error: unknown kind "evnt"\nhint: did you mean event?\n')
    expect((await cal(['explain', 'event.starts_afte'])).stderr).toContain('did you mean event.starts_after?')
  })
})

it.each(['month 2019-03', 'week 2019-03-04', 'month 2019'])(
  '%s --fields says that there are no events',
  async (line) => {
    const { cal } = newWorkspace()
    await cal('tags create --name a')
    const screen = await cal(`${line} --fields id,title`, { terminal: true })
    expect(screen).toMatchObject({ code: 0, stdout: '', stderr: expect.stringMatching(/^No events: .* 201\d\.\n$/) })
    const german = await cal(`${line} --fields id,title --lang de`, { terminal: true })
    expect(german.stderr).toMatch(/^Keine Termine: .* 201\d\.\n$/)
    expect(await cal(`${line} --fields id,title`)).toMatchObject({ code: 0, stdout: '', stderr: '' })
    expect(await cal(`${line} --fields id,title -o json`, { terminal: true })).toMatchObject({
      stdout: '[]\n',
      stderr: '',
    })
  },
)
