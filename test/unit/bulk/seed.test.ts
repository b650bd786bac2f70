import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fillText } from '../../../src/bulk/calendar-file/computed-values.ts'
import type { RunInput } from '../../support/runtime.ts'
import { newWorkspace } from '../../support/workspace.ts'

const file = `timezone: UTC
venues:
  - {key: hall, count: 3, venue: "Hall {n}"}
events:
  - key: talk
    count: 5
    title: "Talk {n:00}"
    start: {between: [2027-01-01, 2027-03-31], at: ["18:00", "19:30"]}
    duration: 1h
    venue: {choose: [hall-1, hall-2, hall-3]}
    cost: {choose: ["", 5, 10]}
`

describe('seed', () => {
  it('creates the same records for the same seed in another calendar', async () => {
    const [one, two, other] = [newWorkspace(), newWorkspace(), newWorkspace()]
    for (const each of [one, two, other]) each.write('test.yaml', file)
    expect((await one.cal('seed test.yaml --seed 42 --out ids.json')).stderr).toContain('5 events, 3 venues created')
    await two.cal('seed test.yaml --seed 42 --out ids.env')
    await other.cal('seed test.yaml --seed 43')
    const events = await one.json('events list --any-date --all --fields title,slug,start_date,venue.venue,cost')
    expect(await two.json('events list --any-date --all --fields title,slug,start_date,venue.venue,cost')).toEqual(
      events,
    )
    expect(
      await other.json('events list --any-date --all --fields title,slug,start_date,venue.venue,cost'),
    ).not.toEqual(events)
    expect(Object.keys(JSON.parse(one.read('ids.json')))).toEqual([
      'hall-1',
      'hall-2',
      'hall-3',
      'talk-1',
      'talk-2',
      'talk-3',
      'talk-4',
      'talk-5',
    ])
    expect(two.read('ids.env')).toMatch(/^HALL_1=\d+\nHALL_2=\d+\nHALL_3=\d+\nTALK_1=\d+\n/)
    expect((await one.cal('seed test.yaml --seed 42')).stderr).toBe('5 events, 3 venues unchanged\n')
  })
})

describe('a seed', () => {
  const generate = (typed: RunInput) =>
    newWorkspace().cal(
      'seed --generate events=20,venues=3,categories=2,tags=2,organizers=2 --seed 42 --dry-run -o ndjson',
      typed,
    )

  it('is identical on every machine and date', async () => {
    const [here, there, german] = [
      await generate({}),
      await generate({ env: { TZ: 'Asia/Tokyo', CAL_TZ: '', LANG: 'tr_TR.UTF-8' }, now: Date.UTC(2026, 0, 1, 0, 1) }),
      await generate({ env: { CAL_LANG: 'de' }, now: Date.UTC(2026, 11, 31, 23, 59), terminal: true }),
    ]
    expect(here.stdout.split('\n')).toHaveLength(30)
    expect(there.stdout).toBe(here.stdout.replaceAll(',"timezone":"UTC"', ''))
    expect(german.stdout).toBe(here.stdout)
  })

  it.each([
    [
      'seed a.yaml --out nowhere/ids.json',
      2,
      'nowhere/ids.json cannot be written: no such folder\nhint: create it: mkdir -p nowhere',
    ],
    ['seed', 2, 'no calendar file specified'],
    ['seed b.yaml', 2, 'b.yaml cannot be read: no such file'],
    ['seed a.yaml --seed x', 2, '--seed needs a whole number, 0 or greater, not "x"'],
    ['seed --generate events=x', 2, '--generate needs counts such as events=1000,venues=20, not "events=x"'],
    ['seed --generate events', 2, '--generate needs counts such as events=1000,venues=20, not "events"'],
    ['seed --generate events=3,event=5', 2, '--generate specifies events twice: events=3,event=5'],
    ['seed a.yaml --generate events=3', 2, 'a.yaml and --generate cannot be used together'],
    ['seed --generate events=3 --from 2030-01-01', 2, '--generate and --from cannot be used together'],
    ['seed --cleanup nothing a.yaml --yes', 2, 'a.yaml and --cleanup cannot be used together'],
    ['seed --cleanup nothing --generate events=3', 2, '--cleanup and --generate cannot be used together'],
    ['seed --cleanup nothing --out ids.env', 2, '--cleanup and --out cannot be used together'],
    ['seed a.yaml --force', 2, '--force has no effect without --cleanup'],
    ['seed a.yaml --force --lang de', 2, '--force hat ohne --cleanup keine Wirkung'],
    ['seed --cleanup nothing --yes', 4, 'run "nothing" not found'],
  ])('rejects before anything is written: %s', async (line, code, message) => {
    const { cal, folder, write } = newWorkspace()
    write('a.yaml', 'tags: [a]\n')
    expect(await cal(line)).toMatchObject({ code, stderr: expect.stringContaining(message) })
    expect(existsSync(join(folder, 'calendar.db'))).toBe(false)
  })
})

describe('placeholders in texts', () => {
  it.each([
    ['{date}', '2027-03-05'],
    ['{date:D MMMM YYYY}', '5 March 2027'],
    ['{date:dddd[, ]DD.MM.}', 'Friday, 05.03.'],
    ['{time}', '18:30'],
    ['{n:000}', '007'],
    ['{week} {year}', '9 2027'],
    ['{what} {n}', '{what} 7'],
  ])('%s is %s', (text, result) => {
    expect(fillText(text, { n: 7, start: '2027-03-05 18:30:00', language: 'en' })).toBe(result)
  })
})
