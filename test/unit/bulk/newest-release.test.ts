// What the newest release of deployed services hides: protected venues and organizers, and the trash of events.
// Tested in every mode.
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newWorkspace } from '../../support/workspace.ts'
import { all_modes, type Service, serviceIn } from '../../support/service-in.ts'

const image = 'https://media.example/hall.jpg'
const party = '--title Party --start-date 2027-03-01T20:00 --end-date 2027-03-01T22:00'

/**
 * Venue 6 and organizer 7 with a password, as created in the service's own user interface; only standard mode stores
 * the image.
 */
async function withProtected(mode: (typeof all_modes)[number]): Promise<Service> {
  const { folder } = newWorkspace()
  const standard = await serviceIn('standard', join(folder, 'calendar.db'))
  await standard.send('POST', '/venues', { venue: 'For its picture', image })
  await standard.close()
  const service = await serviceIn(mode, join(folder, 'calendar.db'))
  await service.send('POST', '/venues', {
    venue: 'Secret hall',
    city: 'Ulm',
    state: 'BW',
    country: 'US',
    show_map: 'false',
    show_map_link: 'false',
    image: '4',
    password: 'key',
  })
  await service.send('POST', '/organizers', {
    organizer: 'Secret club',
    email: 'a@b.example',
    image: '4',
    password: 'key',
  })
  return service
}

const venue = {
  venue: 'Secret hall',
  city: 'Ulm',
  state: 'BW',
  stateprovince: 'BW',
  show_map: false,
  show_map_link: false,
  image: { url: image },
}
const organizer = { organizer: 'Secret club', email: 'a@b.example', image: { url: image } }

describe.each(all_modes)('protected venues and organizers, in %s mode', (mode) => {
  it('keep their other fields in an update', async () => {
    const { cal, json } = await withProtected(mode)
    const updates = [await cal('venues update 6 --city Bonn'), await cal('organizers update 7 --phone 123')]
    expect(updates.map(({ code, stderr }) => [code, stderr.replace(/to undo: .*\n/, '')])).toEqual([
      [0, 'Updated venue 6 "Secret hall" · Bonn, BW, US · http://calendar.example/venue/secret-hall/\n'],
      [0, 'Updated organizer 7 "Secret club" · a@b.example · 123 · http://calendar.example/organizer/secret-club/\n'],
    ])
    expect([await json('venues get 6'), await json('organizers get 7')]).toMatchObject([
      { ...venue, city: 'Bonn' },
      { ...organizer, phone: '123' },
    ])
  })

  it('are matched by name and changed by an import', async () => {
    const { cal, json, write } = await withProtected(mode)
    write(
      'a.json',
      JSON.stringify({
        venues: [{ venue: 'Secret hall', phone: '1' }],
        organizers: [{ organizer: 'Secret club', email: 'a@b.example' }],
      }),
    )
    expect((await cal('import a.json --on-existing update --yes')).stderr).toContain('1 venue updated')
    expect(await json('venues get 6')).toMatchObject({ ...venue, phone: '1' })
  })

  it('are exported with their names, also inside events', async () => {
    const { cal } = await withProtected(mode)
    await cal(`events create ${party} --venue 6 --organizer 7`)
    const exported: unknown = JSON.parse((await cal('export --format json')).stdout)
    expect(exported).toMatchObject({
      venues: [{ id: 5 }, { venue: 'Secret hall', city: 'Ulm' }],
      organizers: [{ organizer: 'Secret club' }],
      events: [{ venue: [{ id: 6, venue: 'Secret hall' }], organizer: [{ id: 7, organizer: 'Secret club' }] }],
    })
    expect((await cal('export events --format ics')).stdout).toContain('LOCATION;X-CAL-NAME=Secret hall:Secret hall')
  })
})

describe('a record that is blank for an account that may not edit it', () => {
  async function asAuthor(): Promise<Service> {
    const service = await withProtected('quirks-6.17')
    service.as({ id: 2, login: 'ann', role: 'author' })
    return service
  }

  it('is not changed, with an error that gives the reason', async () => {
    const { cal, writes } = await asAuthor()
    const { code, stderr } = await cal('venues update 6 --city Bonn')
    expect([code, stderr, writes()]).toEqual([
      3,
      'error: venue 6 is protected by a password, so its fields cannot be read\nhint: sign in with an account that may edit it; to send only the specified fields, use --only-given; the service may reset the others\n',
      [],
    ])
  })

  it('is a conflict in an import and in a bulk update', async () => {
    const { cal, write, writes } = await asAuthor()
    write('a.json', JSON.stringify({ venues: [{ slug: 'secret-hall', venue: 'Secret hall', city: 'Bonn' }] }))
    const results = [
      await cal('import a.json --on-existing update --yes'),
      await cal('venues update --where search=Secret --city Bonn --yes', 1),
    ]
    expect(results.map(({ code }) => code)).toEqual([6, 6])
    for (const { stderr } of results)
      expect(stderr).toContain('venue 6 is protected by a password, so its fields cannot be read')
    expect(writes()).toEqual([])
  })

  it('is not created a second time, which would overwrite it', async () => {
    const { cal, write, writes } = await asAuthor()
    write('a.json', JSON.stringify({ venues: [{ venue: 'Secret hall', city: 'Bonn' }] }))
    const results = [
      await cal('venues create --name "Secret hall" --city Bonn'.replaceAll('"', "'")),
      await cal('import a.json --yes'),
    ]
    expect(results.map(({ code }) => code)).toEqual([5, 6])
    expect(writes()).toEqual([])
  })

  it('is reported by an export, as are events', async () => {
    const { cal } = await asAuthor()
    const { code, stderr } = await cal('export venues')
    expect([code, stderr]).toEqual([
      0,
      'warning: venue 6 is protected by a password: only slug and status are exported\nExported 2 venues\n',
    ])
  })
})

describe.each(['quirks', 'quirks-6.17'] as const)('protected events, in %s mode', (mode) => {
  async function withSecret(): Promise<Service> {
    const service = await serviceIn(mode)
    await service.send('POST', '/events', {
      title: 'Secret',
      start_date: '2027-03-01 20:00',
      end_date: '2027-03-01 22:00',
      cost: '5',
      description: 'Loud',
      featured: true,
      password: 'key',
    })
    return service
  }

  it('can be read, changed and exported by an editor, with a warning about the password', async () => {
    const { cal, json } = await withSecret()
    expect(await json('events get 4')).toMatchObject({ title: 'Secret', cost: '$5', featured: true })
    expect((await cal('events update --where search=Secret --excerpt Short --yes')).stderr).toContain('1 event updated')
    const { stdout, stderr } = await cal('export events --format json')
    expect(JSON.parse(stdout)).toMatchObject([
      { title: 'Secret', cost: '5', featured: true, excerpt: expect.stringContaining('Short') },
    ])
    expect(stderr).toContain('warning: event 4 "Secret" is protected by a password, which is not exported\n')
  })

  it('are blank for others, with a warning in the export, and importing it changes nothing', async () => {
    const { as, cal, write, writes } = await withSecret()
    as({ id: 2, login: 'ann', role: 'author' })
    const { stdout, stderr } = await cal('export events --format json')
    expect(stderr).toContain(
      'warning: event 4 "Secret" is protected by a password: only title, slug, dates and status are exported\n',
    )
    write('a.json', stdout)
    expect((await cal('import a.json --on-existing update --yes')).stderr).toContain('1 event unchanged')
    write('b.json', JSON.stringify([{ ...JSON.parse(stdout)[0], cost: '7' }]))
    expect((await cal('import b.json --on-existing update --yes', 1)).stderr).toContain(
      'event 4 is protected by a password, so its fields cannot be read',
    )
    expect(writes()).toEqual([])
  })

  it('require their password to be read and changed', async () => {
    const { as, cal } = await withSecret()
    as({ id: 2, login: 'ann', role: 'author' })
    const { code, stderr } = await cal('events get 4')
    expect([code, stderr]).toEqual([3, expect.stringContaining('hint: specify its password: --password @FILE\n')])
    expect((await cal('events get 4 --password key')).code).toBe(0)
  })
})
