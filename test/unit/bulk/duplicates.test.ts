// Concurrent imports into one calendar: each record exists once, and everything is linked.
import { expect, it, describe } from 'vitest'
import { modes, type Service, serviceIn } from '../../support/service-in.ts'

const rows = Array.from(
  { length: 12 },
  (_, i) =>
    `Event ${i},2027-01-${String(10 + i)} 10:00,2027-01-${String(10 + i)} 11:00,Hall ${i % 7},Host ${i % 5},Music > Style ${i % 4},Tag ${i % 3}`,
)
const sheet = `title,start_date,end_date,venue,organizer,categories,tags\n${rows.join('\n')}\n`

interface Linked {
  readonly title: string
  readonly venue: { readonly venue: string }
  readonly organizer: readonly { readonly organizer: string }[]
  readonly categories: readonly { readonly name: string }[]
  readonly tags: readonly { readonly name: string }[]
}

async function namesOf({ json }: Service): Promise<Readonly<Record<string, readonly string[]>>> {
  const list = async (line: string, name: string) =>
    ((await json(`${line} --all`)) as readonly Record<string, string>[]).map((record) => record[name] ?? '').sort()
  return {
    events: await list('events list --any-date', 'title'),
    venues: await list('venues list', 'venue'),
    organizers: await list('organizers list', 'organizer'),
    categories: await list('categories list --no-hide-empty', 'name'),
    tags: await list('tags list --no-hide-empty', 'name'),
  }
}

const numbered = (word: string, count: number) => Array.from({ length: count }, (_, i) => `${word} ${i}`).sort()

describe.each(modes)('in %s mode', (mode) => {
  it('two concurrent imports of rows with slugs create every event once, although the service changes a slug', async () => {
    const service = await serviceIn(mode)
    const slugs = [
      'title,slug,start_date,end_date',
      ...rows.map((row, i) => row.replace(/^(Event \d+),(.*?,.*?),.*/, `$1,event-${i},$2`)),
    ]
    service.write('a.csv', `${slugs.join('\n')}\n`)
    await Promise.all([1, 2].map((second) => service.cal('import a.csv --concurrency 4', second)))
    expect((await namesOf(service)).events).toEqual(numbered('Event', 12))
  })

  it('three concurrent imports with the same venues create every venue once', async () => {
    const service = await serviceIn(mode)
    const files = ['x', 'y', 'z']
    for (const name of files) service.write(`${name}.csv`, sheet.replaceAll('Event ', `${name} `))
    const runs = await Promise.all(
      files.map((name, second) => service.cal(`import ${name}.csv --create-missing --concurrency 4`, second)),
    )
    for (const { code } of runs) expect(code).toBe(0)
    expect(await namesOf(service)).toEqual({
      events: files.flatMap((name) => numbered(name, 12)).sort(),
      venues: numbered('Hall', 7),
      organizers: numbered('Host', 5),
      categories: ['Music', ...numbered('Style', 4)],
      tags: numbered('Tag', 3),
    })
  })

  it('the undo of one of two imports keeps the records of the other', async () => {
    const service = await serviceIn(mode)
    for (const name of ['x', 'y']) service.write(`${name}.csv`, sheet.replaceAll('Event ', `${name} `))
    await Promise.all(['x', 'y'].map((name, second) => service.cal(`import ${name}.csv --create-missing`, second)))
    await service.cal('history undo --yes', 3)
    const [left] = (await service.json('history list')) as readonly { readonly inputs: readonly string[] }[]
    expect(left).not.toBe(undefined)
    const names = await namesOf(service)
    expect(names.events).toHaveLength(12)
    expect(names).toMatchObject({
      venues: numbered('Hall', 7),
      organizers: numbered('Host', 5),
      categories: ['Music', ...numbered('Style', 4)],
      tags: numbered('Tag', 3),
    })
    for (const { venue, organizer, categories, tags } of (await service.json(
      'events list --any-date --all',
    )) as readonly Linked[]) {
      expect([venue.venue.slice(0, 4), organizer.length, categories.length, tags.length]).toEqual(['Hall', 1, 1, 1])
    }
  })
})
