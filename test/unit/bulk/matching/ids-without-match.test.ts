// Rows with an id, imported without `--match id`: an exported row that was edited is not created again.
import { expect, it } from 'vitest'
import { newWorkspace } from '../../../support/workspace.ts'

const at = (second: number) => ({ now: Date.UTC(2026, 10, 21, 12) + second * 1_000 })

it.each([
  ['another title', 'Changed,2027-03-01 18:00', 'start_date', 'update'],
  ['another start', 'Yoga,2027-05-01 18:00', 'title', 'update'],
  ['another start', 'Yoga,2027-05-01 18:00', 'title', 'skip'],
])('%s is a conflict with the record of the id: %s', async (_, row, field, on_existing) => {
  const { cal, json, write } = newWorkspace()
  await cal("events create --title Yoga --start-date '2027-03-01 18:00' --duration 1h", at(0))
  const [{ id }] = (await json('events list')) as [{ id: number }]
  write('a.csv', `id,title,start_date\n${id},${row}\n`)
  const { stderr } = await cal(`import a.csv --on-existing ${on_existing} --yes`, at(1))
  expect(stderr).toContain(`event ${id} has the id and the ${field} of this row, but is not matched by its id`)
  expect(stderr).toContain('to update it, use --match id')
  await cal('import a.csv --on-existing update --match id --yes', at(2))
  expect(await json('events list --any-date')).toHaveLength(1)
})

it.each([
  ['which another record has', 'Choir,2027-05-01 18:00', 0],
  ['which no record has', 'Yoga,2027-05-01 18:00', 5_000],
])('an id of another system, %s, is no conflict', async (_, row, more) => {
  const { cal, json, write } = newWorkspace()
  await cal("events create --title Yoga --start-date '2027-03-01 18:00' --duration 1h", at(0))
  const [{ id }] = (await json('events list')) as [{ id: number }]
  write('a.csv', `id,title,start_date\n${id + more},${row}\n`)
  expect((await cal('import a.csv --on-existing update --yes', at(1))).stderr).toContain('1 event created')
  expect(await json('events list --any-date')).toHaveLength(2)
})
