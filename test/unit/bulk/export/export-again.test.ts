// Importing an export, also if names and slugs no longer match.
import { describe, expect, it } from 'vitest'
import { firstOf } from '../../../support/extent.ts'
import { modes, serviceIn } from '../../../support/service-in.ts'

const bundle = {
  venues: [
    { key: 'v', venue: 'Old Hall' },
    { key: 'w', venue: 'Shed' },
  ],
  organizers: [{ key: 'o', organizer: 'Smith, John' }],
  categories: [
    { key: 'm', name: 'Music' },
    { key: 'j', name: 'Jazz', parent: 'm' },
  ],
  tags: [
    { key: 't', name: '2026' },
    { key: 'f', name: 'free' },
  ],
  events: [
    {
      title: 'A',
      start_date: '2027-03-01 18:00',
      end_date: '2027-03-01 19:00',
      venue: 'v',
      organizer: ['o'],
      categories: ['j'],
      tags: ['t', 'f'],
    },
    {
      title: 'B',
      start_date: '2027-03-02 18:00',
      end_date: '2027-03-02 19:00',
      venue: 'w',
      organizer: ['o'],
      categories: ['m'],
      tags: ['t'],
    },
  ],
}
const shown =
  'events list --any-date --sort start_date --fields title,venue.venue,organizer.organizer,categories.name,tags.name'

describe.each(modes)('in %s mode', (mode) => {
  it.each(firstOf(2, ['csv', 'yaml', 'json', 'ndjson']))(
    'a calendar with a renamed venue, organizer and category is imported into an empty one: %s',
    async (format) => {
      const one = await serviceIn(mode)
      one.write('first.json', JSON.stringify(bundle))
      expect((await one.cal('import first.json')).stderr).not.toContain(' failed')
      const [venue] = (await one.json('venues list --all')) as readonly {
        readonly id: number
        readonly venue: string
      }[]
      await one.cal(`venues update ${venue?.id} --venue "New ${venue?.venue}"`)
      await one.cal(`organizers update smith-john --organizer "Smith, Jane"`)
      await one.cal('categories update jazz --name "Jazz & Blues"')
      const to = format === 'csv' ? 'all/' : `all.${format}`
      expect(await one.cal(`export --to ${to} --format ${format}`)).toMatchObject({ code: 0 })

      const two = await serviceIn(mode)
      two.write('other.json', '[{"kind":"tag","name":"in the way of ids"},{"kind":"venue","venue":"Elsewhere"}]')
      await two.cal('import other.json')
      const path = (name: string) => (format === 'csv' ? `all/${name}` : name)
      const files =
        format === 'csv'
          ? ['categories', 'events', 'organizers', 'tags', 'venues'].map((kind) => `${kind}.csv`)
          : [`all.${format}`]
      for (const name of files) two.write(name, one.read(path(name)))
      const plan = await two.cal(`import ${files.join(' ')} --dry-run`)
      expect([plan.stderr.trim().split('\n').at(-1), plan.stdout]).toEqual([
        '2 events, 2 venues, 1 organizer, 2 categories, 2 tags to create',
        expect.not.stringContaining('!'),
      ])
      expect((await two.cal(`import ${files.join(' ')}`)).stderr).toContain(
        '2 events, 2 venues, 1 organizer, 2 categories, 2 tags created',
      )
      expect(await two.json(shown)).toEqual(await one.json(shown))
      expect((await two.cal(`import ${files.join(' ')}`, 5)).stderr).toMatch(
        /^2 events, 2 venues, 1 organizer, 2 categories, 2 tags unchanged\n$/,
      )
      expect((await one.cal(`import ${to}`, 5)).stderr).toMatch(
        /^2 events, 2 venues, 1 organizer, 2 categories, 2 tags unchanged\n$/,
      )
    },
  )
})
