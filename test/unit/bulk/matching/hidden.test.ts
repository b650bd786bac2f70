// Events hidden from listings, which deployed services omit from all lists, are not imported twice.
import { describe, expect, it } from 'vitest'
import { modes, serviceIn } from '../../../support/service-in.ts'

const talk = (more: object = {}) =>
  JSON.stringify({
    events: [
      {
        title: 'Ödön\'s "Talk" & more',
        start_date: '2027-03-01 10:00',
        end_date: '2027-03-01 11:00',
        hide_from_listings: true,
        ...more,
      },
    ],
  })

describe.each(modes)('in %s mode', (mode) => {
  it('an import finds a hidden event by its expected slug', async () => {
    const { cal, write, writes } = await serviceIn(mode)
    write('a.json', talk())
    expect((await cal('import a.json --yes')).stderr).toContain('1 event created')
    writes()
    expect((await cal('import a.json --yes', 1)).stderr).toBe('1 event unchanged\n')
    write('a.json', talk({ description: 'new' }))
    expect((await cal('import a.json --on-existing update --yes', 2)).stderr).toContain('1 event updated')
    expect(writes()).toHaveLength(1)
  })

  it('finds a hidden event created by another program, even if other events have its name', async () => {
    const { cal, write, writes } = await serviceIn(mode)
    for (const day of ['2027-02-27', '2027-02-28', '2027-03-01'])
      await cal(`events create --title Öd --start-date '${day} 10:00' --end-date '${day} 11:00' --hide-from-listings`)
    writes()
    write('a.json', talk({ title: 'ÖD' }))
    expect((await cal('import a.json --on-existing skip --yes')).stderr).toBe('1 event left unchanged\n')
    expect(writes()).toEqual([])
  })

  it('finds an event that was hidden after its import through the journal', async () => {
    const { cal, write, writes } = await serviceIn(mode)
    write(
      'a.json',
      JSON.stringify({ events: [{ title: 'Talk', start_date: '2027-03-01 10:00', end_date: '2027-03-01 11:00' }] }),
    )
    await cal('import a.json --yes')
    await cal('events update talk --hide-from-listings')
    writes()
    expect((await cal('import a.json --yes', 1)).stderr).toBe('1 event unchanged\n')
    expect(writes()).toEqual([])
  })

  it('creates an event again that was deleted after its import', async () => {
    const { cal, write } = await serviceIn(mode)
    write('a.json', talk())
    await cal('import a.json --yes')
    await cal('history undo --yes', 1)
    expect((await cal('import a.json --yes', 2)).stderr).toContain('1 event created')
    const [event] = JSON.parse((await cal('export events --format json')).stdout)
    await cal(`events delete ${event.id} --yes`)
    expect((await cal('import a.json --yes', 3)).stderr).toContain('1 event created')
  })

  it('apply, diff and prune include hidden events', async () => {
    const { cal, write, writes } = await serviceIn(mode)
    const file = (more: string) =>
      `calendar: a\nevents:\n  - {key: one, title: One, start: 2027-03-01 10:00, duration: 1h, hide_from_listings: true}\n${more}`
    write(
      'a.yaml',
      file('  - {key: two, title: Two, start: 2027-03-02 10:00, duration: 1h, hide_from_listings: true}\n'),
    )
    expect((await cal('apply -f a.yaml --yes')).stderr).toContain('2 events created')
    writes()
    expect((await cal('apply -f a.yaml --yes', 1)).stderr).toBe('2 events unchanged\n')
    expect(await cal('diff -f a.yaml --exit-code --prune')).toMatchObject({ code: 0, stdout: '' })
    expect(writes()).toEqual([])
    write('a.yaml', file(''))
    expect((await cal('apply -f a.yaml --prune --yes', 2)).stderr).toContain('1 event deleted; 1 event unchanged')
    expect(await cal('diff -f a.yaml --exit-code --prune', 3)).toMatchObject({ code: 0, stdout: '' })
  })

  it('--match id finds a hidden event', async () => {
    const { cal, write } = await serviceIn(mode)
    await cal(
      "events create --title Talk --start-date '2027-03-01 10:00' --end-date '2027-03-01 11:00' --hide-from-listings --slug other",
    )
    write('a.json', JSON.stringify({ events: [{ id: 4, title: 'Talk two' }] }))
    expect((await cal('import a.json --match id --on-existing update --yes')).stderr).toContain('1 event updated')
  })

  it('an export includes hidden events created by an earlier run', async () => {
    const { cal, write } = await serviceIn(mode)
    write('a.json', talk())
    await cal('import a.json --yes')
    const { stdout, stderr } = await cal('export events --format json')
    expect(JSON.parse(stdout)).toHaveLength(1)
    expect(stderr).toBe(
      mode !== 'standard'
        ? '1 event hidden from lists exported, known from earlier runs; others are missing, because the service does not list them\nExported 1 event\n'
        : 'Exported 1 event\n',
    )
  })
})
