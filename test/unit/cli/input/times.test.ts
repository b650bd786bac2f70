// Dates relative to a record, dates that don't exist, and bounds of lists with a time of day.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Workspace, newWorkspace } from '../../../support/workspace.ts'

let here: Workspace
let id: number

async function created(flags: string): Promise<number> {
  return Number((await here.cal(`events create --title Night ${flags} --porcelain`)).stdout)
}

async function times(): Promise<unknown> {
  const { start_date, end_date } = (await here.json(`events get ${id}`)) as Record<string, string>
  return `${start_date} … ${end_date}`
}

describe('an update', () => {
  beforeEach(async () => {
    here = newWorkspace()
    id = await created(`--start-date '2027-03-01 20:00' --duration 2h --timezone Europe/Berlin`)
  })

  it.each([
    ['--duration 3h', '2027-03-01 20:00:00 … 2027-03-01 23:00:00', '', 'Mon 1 Mar 2027, 20:00–23:00'],
    ['--duration 3h --only-given', '2027-03-01 20:00:00 … 2027-03-01 23:00:00', '', 'Mon 1 Mar 2027, 20:00–23:00'],
    [
      '--start-date 19:00',
      '2027-03-01 19:00:00 … 2027-03-01 22:00:00',
      '--start-date 19:00 is 2027-03-01 19:00:00\n',
      'Mon 1 Mar 2027, 19:00–22:00',
    ],
    [
      '--end-date 23:30',
      '2027-03-01 20:00:00 … 2027-03-01 23:30:00',
      '--end-date 23:30 is 2027-03-01 23:30:00\n',
      'Mon 1 Mar 2027, 20:00–23:30',
    ],
    [
      '--end-date 2am',
      '2027-03-01 20:00:00 … 2027-03-02 02:00:00',
      '--end-date 2am is 2027-03-02 02:00:00\n',
      'Mon 1 Mar 2027, 20:00–02:00 +1',
    ],
    [
      '--start-date 18:00 --duration 1h',
      '2027-03-01 18:00:00 … 2027-03-01 19:00:00',
      '--start-date 18:00 is 2027-03-01 18:00:00\n',
      'Mon 1 Mar 2027, 18:00–19:00',
    ],
    [
      '--start-date 2027-04-01 --end-date 17:00:00',
      '2027-04-01 00:00:00 … 2027-04-01 17:00:00',
      '',
      'Thu 1 Apr 2027, 00:00–17:00',
    ],
    [
      `--start-date '2027-04-01 20:00' --duration 30m`,
      '2027-04-01 20:00:00 … 2027-04-01 20:30:00',
      '',
      'Thu 1 Apr 2027, 20:00–20:30',
    ],
  ])('takes missing parts from the record: %s', async (flags, wanted, notice, when) => {
    const { code, stdout, stderr } = await here.cal(`events update ${id} ${flags}`)
    expect([code, stdout, stderr.replace(/^to undo: cal history undo \S+\n/m, '')]).toEqual([
      0,
      '',
      `${notice}Updated event ${id} "Night" · ${when} (Europe/Berlin)\n`,
    ])
    expect(await times()).toBe(wanted)
  })

  it('preserves the last day of a long event', async () => {
    id = await created(`--start-date '2027-03-01 10:00' --end-date '2027-03-03 18:00'`)
    await here.cal(`events update ${id} --end-date 17:00`)
    expect(await times()).toBe('2027-03-01 10:00:00 … 2027-03-03 17:00:00')
  })

  it('is relative to each start, for several targets and for --where', async () => {
    const other = await created(`--start-date '2027-05-01 08:00' --duration 1h`)
    expect(await here.cal(`events update ${id} ${other} --duration 4h --yes`)).toMatchObject({ code: 0 })
    expect([await times(), await here.json(`events get ${other}`)]).toMatchObject([
      '2027-03-01 20:00:00 … 2027-03-02 00:00:00',
      { end_date: '2027-05-01 12:00:00' },
    ])
    expect(await here.cal('events update --where search=Night --duration 5h --yes')).toMatchObject({ code: 0 })
    expect([await times(), await here.json(`events get ${other}`)]).toMatchObject([
      '2027-03-01 20:00:00 … 2027-03-02 01:00:00',
      { end_date: '2027-05-01 13:00:00' },
    ])
  })

  it('rejects a duration together with an end', async () => {
    expect(await here.cal(`events update ${id} --duration 3h --end-date 23:00`)).toMatchObject({
      code: 2,
      stderr: 'error: --duration and --end-date cannot be used together\n',
    })
    expect(await here.cal(`events update ${id} --duration soon`)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--duration needs a duration'),
    })
  })
})

describe('a create', () => {
  beforeEach(() => {
    here = newWorkspace()
  })

  it.each([
    ['23:00', '2027-03-01 23:00:00', ''],
    ['2am', '2027-03-02 02:00:00', '--end-date 2am is 2027-03-02 02:00:00\n'],
    ['17:00:00', '2027-03-02 17:00:00', '--end-date 17:00:00 is 2027-03-02 17:00:00\n'],
  ])('ends at a time of day after its start: %s', async (typed, end_date, notice) => {
    const { stderr, stdout } = await here.cal(
      `events create --title A --start-date '2027-03-01 20:00' --end-date ${typed} -o json`,
    )
    expect([JSON.parse(stdout), stderr]).toMatchObject([{ end_date }, expect.stringContaining(notice)])
    expect(stderr.includes('--end-date')).toBe(notice !== '')
  })

  it('accepts a time without a date in a file', async () => {
    here.write('a.yaml', 'title: A\nstart_date: 2027-03-01 09:00\nend_date: "17:00:00"\n')
    expect(await here.json('events create -f a.yaml')).toMatchObject({ end_date: '2027-03-01 17:00:00' })
  })
})

describe.each(['UTC', 'Europe/Berlin', 'America/New_York'])('a bound with a time of day, site in %s', (zone) => {
  beforeAll(async () => {
    here = newWorkspace()
    for (const hour of ['17', '18', '19'])
      await here.cal(`events create --title Event${hour} --start-date '2027-01-10 ${hour}:00' --duration 30m`, {
        env: { CAL_TZ: zone },
      })
    await here.cal(`events create --title Next --start-date '2027-01-11 09:00' --duration 30m`, {
      env: { CAL_TZ: zone },
    })
  })

  it.each([
    [`--starts-before '2027-01-10 18:00'`, ['Event17']],
    [`--starts-after '2027-01-10 18:00'`, ['Event19', 'Next']],
    [`--ends-before '2027-01-10 18:30'`, ['Event17']],
    [`--ends-after '2027-01-10 18:29'`, ['Event18', 'Event19', 'Next']],
    [`--start-date '2027-01-10 18:00'`, ['Event18', 'Event19', 'Next']],
    [`--start-date 2027-01-10 --end-date '2027-01-10 18:30'`, ['Event17', 'Event18']],
    [`--starts-after '2027-01-10 18:00' --starts-before 2027-01-10`, ['Event19']],
    [`--starts-before 2027-01-10`, ['Event17', 'Event18', 'Event19']],
    [`--starts-after 2027-01-10`, ['Next']],
    [`--starts-before '2027-01-10 18:00' --no-strict-dates`, ['Event17', 'Event18', 'Event19']],
  ])('is exact, also in the total: %s', async (flags, titles) => {
    const env = { CAL_TZ: zone }
    expect(
      JSON.parse((await here.cal(`events list ${flags} -o json`, { env })).stdout).map(
        ({ title }: { title: string }) => title,
      ),
    ).toEqual(titles)
    expect((await here.cal(`events list ${flags} -o count`, { env })).stdout).toBe(`${titles.length}\n`)
  })

  it('with an offset is that instant', async () => {
    const env = { CAL_TZ: zone }
    const offset = { UTC: '+00:00', 'Europe/Berlin': '+01:00', 'America/New_York': '-05:00' }[zone]
    expect(
      (
        await here.cal(`events list --starts-after '2027-01-10T18:00${offset}' -o count`, {
          env: { CAL_TZ: 'Asia/Tokyo' },
        })
      ).stdout,
    ).toBe('2\n')
    expect(
      (
        await here.cal(`events list --starts-before '2027-01-10 18:00' --starts-after 2027-01-01 -o count`, {
          env: { CAL_TZ: 'Asia/Tokyo' },
        })
      ).stdout,
    ).toBe('1\n')
    expect(
      (
        await here.cal(`events list --starts-after '2027-01-10 17:00' --per-page 1 --page 2 --fields title -o ndjson`, {
          env,
        })
      ).stdout,
    ).toBe('{"title":"Event19"}\n')
    expect((await here.cal(`events list --starts-after '2027-01-10 17:00' --per-page 1`, { env })).stderr).toContain(
      '1 of 3',
    )
    expect(
      (await here.cal(`events list --starts-after '2027-01-10 17:00' --limit 2 --fields title -o ndjson`, { env }))
        .stdout,
    ).toBe('{"title":"Event18"}\n{"title":"Event19"}\n')
  })

  it('is exact for --where', async () => {
    expect(
      (await here.cal(`events delete --where 'starts_before=2027-01-10 18:00' -n`, { env: { CAL_TZ: zone } })).stdout,
    ).toMatch(/^- delete event \d+ "Event17".*\n$/)
  })
})
