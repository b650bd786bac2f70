// `cal events restore`: records from the trash, with the status they had where it is known.
import { describe, expect, it } from 'vitest'
import { modes, serviceIn } from '../../../../support/service-in.ts'

async function calendar(mode: (typeof modes)[number]) {
  const service = await serviceIn(mode)
  for (const title of ['Jazz', 'Blues', 'Folk'])
    await service.cal(`events create --title ${title} --start-date '2027-03-27 20:00' --duration 3h --cost 5`)
  service.writes()
  const status = async (id: number) => ((await service.json(`events get ${id}`)) as { status: string }).status
  return { ...service, status }
}

describe.each(modes)('in %s mode', (mode) => {
  it('restores as draft what it does not know the status of, and says how to publish it', async () => {
    const { cal, status, writes } = await calendar(mode)
    await cal('api DELETE events/4')
    expect(await cal('events restore jazz --dry-run')).toMatchObject({
      code: 0,
      stdout: '~ update event 4 "Jazz"\n    status: "trash" → "draft"\n',
    })
    expect(writes()).toHaveLength(1)
    expect(await cal('events restore jazz')).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(
        /^Restored event 4 "Jazz" · .* · draft.*\nto publish it: cal events update 4 --status publish\nto undo: cal history undo \S+\n$/,
      ),
    })
    expect(await status(4)).toBe('draft')
    expect(await cal('history undo --yes', 1)).toMatchObject({ code: 0 })
    expect(await cal('events restore Jazz --status publish', 2)).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^Restored event 4 "Jazz" · Sat 27 Mar 2027, 20:00–23:00 /),
    })
    expect(await status(4)).toBe('publish')
  })

  it('gives back the status that a run of cal deleted', async () => {
    const { cal, status } = await calendar(mode)
    await cal('events update 5 --status private')
    await cal('events delete --where search=Jazz --yes')
    await cal('events delete --where search=Blues --yes', 1)
    expect(await cal('events restore 4 5 --yes', 2)).toMatchObject({ code: 0 })
    expect([await status(4), await status(5)]).toEqual(['publish', 'private'])
  })

  it('mentions records that are not in the trash, and restores the others', async () => {
    const { cal, status, writes } = await calendar(mode)
    await cal('events delete 5 --yes')
    writes()
    expect(await cal('events restore 4')).toEqual({
      code: 0,
      stdout: '',
      stderr: 'event 4 "Jazz" is not in the trash\n',
    })
    expect(await cal('events restore 4 5 99 --status publish --yes')).toMatchObject({
      code: 6,
      stderr: expect.stringMatching(
        /^error: event 99 not found\n[\s\S]*event 4 "Jazz" is not in the trash\nRestored event 5 "Blues" · .*\n1 event updated; 1 event unchanged/,
      ),
    })
    expect(await status(5)).toBe('publish')
  })

  it('restores what filters select', async () => {
    const { cal, status } = await calendar(mode)
    await cal('events delete 4 5 6 --yes')
    expect(await cal('events restore --where search=Jazz --status publish --yes')).toMatchObject({ code: 0 })
    expect(await status(4)).toBe('publish')
    expect(await cal('events list --status trash --any-date -o count')).toMatchObject({ stdout: '2\n' })
  })

  it('restores venues and organizers', async () => {
    const { cal } = await serviceIn(mode)
    await cal('venues create --venue Hall')
    await cal('venues delete 4 --yes')
    expect(await cal('venues restore hall --status publish')).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^Restored venue 4 "Hall"/),
    })
    expect(await cal('venues get hall -o ids')).toMatchObject({ code: 0, stdout: '4\n' })
  })

  it('refuses the trash itself, and no target', async () => {
    const { cal } = await calendar(mode)
    expect(await cal('events restore 4 --status trash')).toMatchObject({ code: 2 })
    expect(await cal('events restore')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('hint: list deleted events: cal events list --status trash --any-date'),
    })
    expect(await cal('events restore 4 --where search=x')).toMatchObject({ code: 2 })
    await cal("events create --title Jazz --start-date '2027-03-28 20:00' --duration 3h")
    await cal('events delete 4 7 --yes')
    expect(await cal('events restore Jazz')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /several events in the trash were called "Jazz"\nhint: specify the id: (4, 7|7, 4)\n/,
      ),
    })
  })
})
