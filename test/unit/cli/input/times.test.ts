// Bounds of lists with a time of day.
import { beforeAll, describe, expect, it } from 'vitest'
import { type Workspace, newWorkspace } from '../../../support/workspace.ts'

let here: Workspace

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
