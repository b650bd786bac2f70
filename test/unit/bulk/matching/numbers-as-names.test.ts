// A number in place of a name: the name of a record, unless the file says that it is an id.
import { describe, expect, it } from 'vitest'
import { newWorkspace } from '../../../support/workspace.ts'

const event = (line: string) =>
  `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:20270117T200000Z\r\nSUMMARY:A\r\n${line}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`

/** A calendar with ten venues, organizers, categories and tags, so that small numbers are ids. */
async function filled() {
  const space = newWorkspace()
  const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
  space.write(
    'all.json',
    JSON.stringify({
      venues: numbers.map((n) => ({ venue: `Hall ${n}` })),
      organizers: numbers.map((n) => ({ organizer: `Choir ${n}` })),
      categories: numbers.map((n) => ({ name: `Music ${n}` })),
      tags: numbers.map((n) => ({ name: `Live ${n}` })),
    }),
  )
  expect((await space.cal('import all.json')).stderr).not.toContain(' failed')
  const idOf = async (kind: string) => {
    const all = kind === 'categories' ? '--no-hide-empty' : ''
    return Number((await space.cal(`${kind} list -o ids ${all}`)).stdout.split('\n')[3])
  }
  const linked = async (field: string) => (await space.json(`events list --any-date --fields ${field}`)) as unknown
  return { ...space, idOf, linked }
}

describe('in iCalendar a number', () => {
  it.each([
    ['venues', 'venue.venue', (n: number) => `LOCATION:${n}`],
    ['categories', 'categories.name', (n: number) => `CATEGORIES:${n}`],
    ['organizers', 'organizer.organizer', (n: number) => `ORGANIZER;CN=${n}:mailto:a@example.org`],
  ])('is a name: %s', async (kind, field, line) => {
    const { cal, write, idOf, linked } = await filled()
    const id = await idOf(kind)
    write('a.ics', event(line(id)))
    expect((await cal('import a.ics --create-missing')).stderr).toMatch(/^1 event, 1 \w+ created$/m)
    expect(JSON.stringify(await linked(field))).toContain(`"${id}"`)
    expect((await cal('import a.ics')).stderr).toContain('1 event unchanged')
  })
})

describe('in a table a number', () => {
  const table = (venue: string) => `title,start_date,venue\nA,2027-02-01 18:00,${venue}\n`

  it('is the id of a record if none has that name', async () => {
    const { cal, write, idOf, linked } = await filled()
    const id = await idOf('venues')
    write('a.csv', table(String(id)))
    expect((await cal('import a.csv')).stderr).toContain('1 event created')
    const [{ venue }] = (await linked('venue.id')) as [{ venue: { id: number } }]
    expect(venue.id).toBe(id)
  })

  it('is the name of a record if there is one, and an id after id:', async () => {
    const { cal, json, write, idOf, linked } = await filled()
    const id = await idOf('venues')
    write('named.json', JSON.stringify([{ venue: String(id) }]))
    await cal('import named.json --kind venues')
    write('a.csv', `${table(String(id))}B,2027-02-02 18:00,id:${id}\n`)
    expect((await cal('import a.csv')).stderr).toContain('2 events created')
    expect(await linked('title,venue.venue')).toEqual([
      { title: 'A', venue: { venue: String(id) } },
      { title: 'B', venue: { venue: expect.stringContaining('Hall') } },
    ])
    expect(await json('venues list --all')).toHaveLength(11)
  })

  it('that is neither is a new name, which is said, and id: with a number is none', async () => {
    const { cal, write } = await filled()
    write('a.csv', table('2027'))
    expect((await cal('import a.csv')).stderr).toContain('check the id; to create a record of that name')
    const { stderr } = await cal('import a.csv --create-missing')
    expect(stderr).toContain('numbers in place of names: venue "2027"')
    expect(stderr).toContain('1 event, 1 venue created')
    expect((await cal('import a.csv --create-missing')).stderr).toContain('1 event unchanged')
    write('a.csv', table('id:2028'))
    expect(await cal('import a.csv --create-missing')).toMatchObject({ code: 6 })
  })

  it.each([
    ['venue.id', ''],
    ['Venue_ID', '--map Venue_ID=venue'],
  ])('is an id in a column of ids: %s', async (column, map) => {
    const { cal, write, idOf, linked } = await filled()
    const id = await idOf('venues')
    write('named.json', JSON.stringify([{ venue: String(id) }]))
    await cal('import named.json --kind venues')
    write('a.csv', `title,start_date,${column}\nA,2027-02-01 18:00,${id}\n`)
    expect((await cal(`import a.csv ${map}`)).stderr).toContain('1 event created')
    expect(await linked('venue.id')).toEqual([{ venue: { id } }])
  })

  it('is one of several ids in a column of ids', async () => {
    const { cal, write, idOf, linked } = await filled()
    const id = await idOf('categories')
    write('named.json', JSON.stringify([{ name: String(id) }]))
    await cal('import named.json --kind categories')
    write('a.csv', `title,start_date,category_ids\nA,2027-02-01 18:00,"${id + 1}, ${id}"\n`)
    expect((await cal('import a.csv --map category_ids=categories')).stderr).toContain('1 event created')
    expect(await linked('categories.id')).toEqual([{ categories: { id: [id, id + 1] } }])
  })
})

describe('in JSON', () => {
  it('a number is an id, a text the name of a record', async () => {
    const { cal, write, idOf, linked } = await filled()
    const id = await idOf('categories')
    write('named.json', JSON.stringify([{ name: String(id) }]))
    await cal('import named.json --kind categories')
    const dated = { start_date: '2027-02-01 18:00', end_date: '2027-02-01 19:00' }
    write(
      'a.json',
      JSON.stringify([
        { title: 'A', categories: [id], ...dated },
        { title: 'B', categories: [String(id)], ...dated },
        { title: 'C', categories: [{ name: String(id) }], ...dated },
        { title: 'D', categories: [{ slug: String(id) }], ...dated },
      ]),
    )
    expect((await cal('import a.json')).stderr).toContain('4 events created')
    const named = { categories: { name: [String(id)] } }
    expect(await linked('categories.name')).toEqual([
      { categories: { name: [expect.stringContaining('Music')] } },
      named,
      named,
      named,
    ])
  })

  it('the hint for an unknown id tells how to write a name', async () => {
    const { cal, write } = await filled()
    write('named.json', '[{"name":"2027"}]')
    await cal('import named.json --kind categories')
    write('a.yaml', '- title: A\n  start_date: 2027-02-01 18:00\n  end_date: 2027-02-01 19:00\n  categories: [2027]\n')
    expect((await cal('import a.yaml')).stderr).toContain('"2027" in quotes')
  })
})
