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
})
