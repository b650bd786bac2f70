// A category that is both a row of the input and the end of an event's path is created from its row.
import { expect, it } from 'vitest'
import { modes, serviceIn } from '../../../support/service-in.ts'

it.each(modes)('is created once, as the plan shows, in %s mode', async (mode) => {
  const { cal, json, write } = await serviceIn(mode)
  write(
    'a.json',
    JSON.stringify({
      categories: [{ name: 'Rock', parent: 'Music', description: 'Loud' }],
      events: [{ title: 'One', start_date: '2027-01-01', end_date: '2027-01-01', categories: 'Music > Rock' }],
    }),
  )
  expect((await cal('import a.json --create-missing --dry-run')).stderr).toMatch(/^1 event, 2 categories to create$/m)
  expect(await cal('import a.json --create-missing')).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('1 event, 2 categories created'),
  })
  const categories = await json('categories list --no-hide-empty --fields name,description')
  expect(categories).toEqual([
    { name: 'Music', description: '' },
    { name: 'Rock', description: expect.stringContaining('Loud') },
  ])
})
