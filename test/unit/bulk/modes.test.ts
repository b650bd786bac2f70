import { describe, expect, it } from 'vitest'
import { modes, type Service, serviceIn } from '../../support/service-in.ts'

const calendar = JSON.stringify({
  categories: [
    { key: 'm', name: 'Music & "more"', description: 'All of it' },
    { key: 'j', name: 'Jazz', parent: 'm' },
  ],
  tags: [{ name: 'Free entry' }],
  venues: [{ venue: "Anna's Hall", city: 'Ulm', country: 'Germany', show_map: true }, { venue: 'Park' }],
  organizers: [{ organizer: 'Anna\'s "Büro"', email: 'a@x.test' }, { organizer: 'Bob' }],
  events: [
    {
      title: '"One" -- it\'s on',
      slug: 'one',
      start_date: '2027-01-01 20:00',
      end_date: '2027-01-01 22:00',
      timezone: 'Europe/Berlin',
      description: "<p>It's</p>\n\nhere",
      cost: '5',
      venue: "Anna's Hall",
      organizer: ['Anna\'s "Büro"', 'Bob'],
      categories: ['j'],
      tags: ['Free entry'],
    },
    {
      title: 'Two',
      slug: 'two',
      start_date: '2027-01-02',
      end_date: '2027-01-03',
      all_day: true,
      cost: '0',
      website: 'https://two.test/',
      status: 'draft',
      venue: 'Park',
      categories: ['m'],
      featured: true,
    },
  ],
})

/** The fields that an import can transfer to another service, without ids. */
async function stateOf({ cal }: Service): Promise<unknown> {
  const { stdout, code } = await cal('export --stable --format json')
  expect(code).toBe(0)
  return JSON.parse(stdout)
}

const places = `calendar: places
timezone: Europe/Berlin
categories: [{Music: [Jazz]}]
tags: [free]
venues:
  - {key: hall, venue: "Anna's Hall", city: Ulm}
organizers:
  - {key: anna, organizer: 'Anna "A."'}
events:
  - {key: talk, title: "It's a \\"talk\\"", start: 2027-03-01 10:00, duration: 1h, venue: hall, organizer: [anna], categories: [Jazz], tags: [free], cost: 0}
  - {key: walk, title: Walk, start: 2027-03-02 10:00, duration: 1h, venue: hall, organizer: [anna]}
`

describe.each(modes)('in %s mode', (mode) => {
  it('an import is undone, and the undo is undone', async () => {
    const service = await serviceIn(mode)
    service.write('a.json', calendar)
    await service.cal('import a.json')
    const was = await stateOf(service)
    service.write(
      'b.json',
      calendar
        .replace('22:00', '23:00')
        .replace('"5"', '"7"')
        .replace('"city":"Ulm"', '"city":"Bonn"')
        .replace('"a@x.test"', '"b@x.test"'),
    )
    expect((await service.cal('import b.json --on-existing update --yes', 1)).stderr).toContain(
      '1 event, 1 venue, 1 organizer updated; 1 event, 1 venue, 1 organizer, 2 categories, 1 tag unchanged',
    )
    const changed = await stateOf(service)
    expect(changed).not.toEqual(was)
    expect((await service.cal('history undo --yes', 2)).stderr).toContain('1 event, 1 venue, 1 organizer updated')
    expect(await stateOf(service)).toEqual(was)
    expect((await service.cal('history undo --yes', 3)).stderr).toContain('1 event, 1 venue, 1 organizer updated')
    expect(await stateOf(service)).toEqual(changed)
  })

  it('an undo deletes the records of an import, and a second undo restores them', async () => {
    const service = await serviceIn(mode)
    const empty = await stateOf(service)
    service.write('a.json', calendar)
    await service.cal('import a.json')
    const was = await stateOf(service)
    expect((await service.cal('history undo --yes', 1)).stderr).toContain(
      '2 events, 2 venues, 2 organizers, 2 categories, 1 tag deleted',
    )
    expect(await stateOf(service)).toEqual(empty)
    expect((await service.cal('history undo --yes', 2)).stderr).not.toContain(' failed')
    expect(await stateOf(service)).toEqual(was)
  })

  it('a calendar file is applied, updated, pruned and undone', async () => {
    const service = await serviceIn(mode)
    service.write('p.yaml', places)
    expect((await service.cal('apply -f p.yaml')).stderr).toContain(
      '2 events, 1 venue, 1 organizer, 2 categories, 1 tag created',
    )
    const was = await stateOf(service)
    service.write(
      'p.yaml',
      places
        .replace(
          '10:00, duration: 1h, venue: hall, organizer: [anna], categories',
          '11:00, duration: 2h, venue: hall, organizer: [anna], categories',
        )
        .replace(/ {2}- {key: walk.*\n/, '')
        .replace('tags: [free]\nvenues', 'venues')
        .replace(', tags: [free]', ''),
    )
    // The event has its tag still: a row without tags leaves them as they are.
    expect((await service.cal('apply -f p.yaml --prune --yes', 1)).stderr).toContain(
      '1 event updated; 1 event deleted; 1 venue, 1 organizer, 2 categories unchanged',
    )
    expect(await service.json('events list --any-date --fields slug,start_date,end_date')).toEqual([
      { slug: 'talk', start_date: '2027-03-01 11:00:00', end_date: '2027-03-01 13:00:00' },
    ])
    expect((await service.cal('history undo --yes', 2)).stderr).not.toContain(' failed')
    expect(await stateOf(service)).toEqual(was)
  })
})
