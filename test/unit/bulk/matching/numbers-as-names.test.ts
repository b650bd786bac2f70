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
