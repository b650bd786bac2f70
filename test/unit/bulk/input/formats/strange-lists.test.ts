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
