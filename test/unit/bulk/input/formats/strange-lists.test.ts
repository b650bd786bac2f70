// Lists of a bundle that are not a kind of record are reported, and a kind that is not a list is rejected.
import { expect, it } from 'vitest'
import { newWorkspace } from '../../../../support/workspace.ts'

const event = { title: 'A', start_date: '2027-01-01 10:00', end_date: '2027-01-01 11:00' }

it.each([
  ['a.json', JSON.stringify({ events: [event], evnts: [event] })],
  [
    'a.json',
    JSON.stringify({
      evnts: [event, event],
      events: [event],
      total: 1,
      notes: ['by hand'],
      padding: ' '.repeat(300_000),
    }),
  ],
  ['a.yaml', `events:\n  - ${JSON.stringify(event)}\nevnts:\n  - title: B\nnotes: [by hand]\n`],
  ['a.yaml', `evnts:\n  - title: B\nevents:\n  - ${JSON.stringify(event)}\n# ${' '.repeat(1_100_000)}\n`],
])('reports a list under a misspelled name: %s', async (name, text) => {
  const { cal, write } = newWorkspace()
  write(name, text)
  expect(await cal(`import ${name}`)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`error: ${name}: "evnts" is not a kind of record\nhint: did you mean events?\n`),
  })
})

it.each([
  ['a.json', JSON.stringify({ events: event })],
  ['a.json', JSON.stringify({ events: { 3: event, 5: event } })],
  ['a.yaml', 'events: {title: A}\n'],
])('rejects a kind that is not a list: %s %s', async (name, text) => {
  const { cal, write } = newWorkspace()
  write(name, text)
  expect(await cal(`import ${name}`)).toMatchObject({
    code: 2,
    stderr: `error: ${name}: "events" is not a list\nhint: write {"events": [{…}]}, or a file that contains a single record\n`,
  })
  expect((await cal(`validate ${name} --lang de`)).stderr).toContain('„events“ ist keine Liste')
})

it('an empty object counts as an empty list', async () => {
  const { cal, write } = newWorkspace()
  write('a.json', JSON.stringify({ events: [event], venues: {}, tags: null }))
  expect((await cal('import a.json')).stderr).toMatch(/^new database file [^\n]+\n1 event created/)
})
