// `cal events update --shift`: start and end move together, as a plan with a journal and an undo.
import { describe, expect, it } from 'vitest'
import { modes, serviceIn } from '../../../../support/service-in.ts'

async function times(json: (line: string) => Promise<unknown>, id: number) {
  const { start_date, end_date, title } = (await json(`events get ${id}`)) as Record<string, string>
  return [title, start_date, end_date]
}

async function calendar(mode: (typeof modes)[number]) {
  const service = await serviceIn(mode)
  await service.cal("events create --title Jazz --timezone Europe/Berlin --start-date '2027-03-27 20:00' --duration 3h")
  await service.cal(
    "events create --title Late --timezone Europe/Berlin --start-date '2027-03-27 02:30' --end-date '2027-03-27 04:00'",
  )
  await service.cal('events create --title Fair --all-day --start-date 2027-03-27 --end-date 2027-03-28')
  service.writes()
  return service
}

describe.each(modes)('in %s mode', (mode) => {
  it('moves one event in its own zone, and undo moves it back', async () => {
    const { cal, json } = await calendar(mode)
    expect(await cal('events update 4 --shift +1d --title Blues')).toEqual({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(
        /^Moved event 4 "Blues" · Sun 28 Mar 2027, 20:00–23:00 .*\nto undo: cal history undo 20261121-120000-000-4\n$/,
      ),
    })
    expect(await times(json, 4)).toEqual(['Blues', '2027-03-28 20:00:00', '2027-03-28 23:00:00'])
    expect(await cal('history undo --yes', 1)).toMatchObject({ code: 0 })
    expect(await times(json, 4)).toEqual(['Jazz', '2027-03-27 20:00:00', '2027-03-27 23:00:00'])
  })

  it('moves to a day with the times of the event, or to a moment with its length', async () => {
    const { cal, json } = await calendar(mode)
    expect(await cal('events update 4 6 --shift 2027-03-20 --yes')).toMatchObject({ code: 0 })
    expect(await times(json, 4)).toEqual(['Jazz', '2027-03-20 20:00:00', '2027-03-20 23:00:00'])
    expect(await times(json, 6)).toEqual([
      'Fair',
      expect.stringMatching(/^2027-03-20/),
      expect.stringMatching(/^2027-03-21/),
    ])
    expect(await cal("events update 4 --shift '24 Dec 2027 18:30'")).toMatchObject({ code: 0 })
    expect(await times(json, 4)).toEqual(['Jazz', '2027-12-24 18:30:00', '2027-12-24 21:30:00'])
    expect(await cal('events update 4 --shift 19:00')).toMatchObject({ code: 0 })
    expect(await times(json, 4)).toEqual(['Jazz', '2027-12-24 19:00:00', '2027-12-24 22:00:00'])
    expect(await cal('events update 4 --shift +1mo')).toMatchObject({ code: 2 })
  })

  it('reports the effect of daylight saving time', async () => {
    const { cal } = await calendar(mode)
    expect(await cal('events update 4 --shift -20h')).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^Moved event 4 "Jazz" · Sat 27 Mar 2027, 00:00–03:00 /),
    })
    expect(await cal('events update 4 --shift +1d2h', 1)).toMatchObject({
      stderr: expect.stringMatching(
        /^event 4: clocks in Europe\/Berlin change in between, so start_date 2027-03-27 00:00 becomes 2027-03-28 03:00\n/,
      ),
    })
    expect(await cal('events update 4 --shift -1d', 2)).toMatchObject({
      stderr: expect.stringMatching(
        /^Moved event 4 "Jazz" · Sat 27 Mar 2027, 03:00.*\nto undo: \S+ \S+ undo 20261121-120002-000\n$/,
      ),
    })
    await cal("events update 4 --end-date '2027-03-28 00:30'")
    expect(await cal('events update 4 --shift +3h', 3)).toMatchObject({
      stderr: expect.stringMatching(
        /^event 4: clocks in Europe\/Berlin change in between, so end_date 2027-03-28 00:30/,
      ),
    })
  })

  it('leaves events that would land in a skipped hour, and ends with 6; a single one with 5', async () => {
    const { cal, json } = await calendar(mode)
    expect(await cal('events update 5 --shift +1d')).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('2027-03-28 02:30, which clocks in Europe/Berlin skip that day'),
    })
    const dry = await cal('events update 4 5 6 --shift +1d --dry-run')
    expect(dry).toMatchObject({
      code: 6,
      stdout: expect.stringMatching(
        /"2027-03-27 20:00:00" → "2027-03-28 20:00:00"[\s\S]*! conflict event 5 "Late"[\s\S]*"2027-03-27 00:00:00" → "2027-03-28 00:00:00"/,
      ),
    })
    expect(await cal('events update 4 5 6 --shift +1d')).toMatchObject({ code: 9 })
    expect(await cal('events update 4 5 6 99 --shift +1d --yes')).toMatchObject({
      code: 6,
      stderr: expect.stringMatching(
        /^error: event 99 not found\n[\s\S]*Moved event 6 "Fair" · Sun 28 – Mon 29 Mar 2027 .*\n2 events updated; 1 event failed\nto undo: /,
      ),
    })
    expect(await times(json, 5)).toEqual(['Late', '2027-03-27 02:30:00', '2027-03-27 04:00:00'])
    expect(await times(json, 6)).toEqual(['Fair', '2027-03-28 00:00:00', '2027-03-29 23:59:59'])
  })

  it('moves what --where selects', async () => {
    const { cal, json } = await calendar(mode)
    const dry = await cal('events update --where search=a --shift=-1w --dry-run')
    expect(dry).toMatchObject({ code: 0, stderr: '3 events to update\n' })
    expect(await cal('events update --where search=Jazz --shift=-1w --yes')).toMatchObject({ code: 0 })
    expect(await times(json, 4)).toEqual(['Jazz', '2027-03-20 20:00:00', '2027-03-20 23:00:00'])
    expect(await cal('history undo --yes', 1)).toMatchObject({ code: 0 })
    expect(await times(json, 4)).toEqual(['Jazz', '2027-03-27 20:00:00', '2027-03-27 23:00:00'])
  })

  it('refuses what it cannot combine or read', async () => {
    const { cal, writes } = await calendar(mode)
    for (const [line, said] of [
      ['4 --shift 1h --start-date fri', '--shift and --start-date cannot be used together'],
      ['4 --shift 1h --end-date 23:00', '--shift and --end-date cannot be used together'],
      ['4 --shift 1h --duration 2h', '--shift and --duration cannot be used together'],
      ['4 --shift 1h --only-given', '--only-given and --shift cannot be used together'],
      ['4 --shift soon', '--shift needs a duration such as +1h, -2d or +1w, not "soon"'],
      ['--shift 1h', 'TARGET is missing'],
    ])
      expect(await cal(`events update ${line}`)).toMatchObject({ code: 2, stderr: expect.stringContaining(said ?? '') })
    expect(await cal('events update 6 --shift +1h')).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('event 6 is an all-day event'),
    })
    expect(writes()).toEqual([])
  })
})
