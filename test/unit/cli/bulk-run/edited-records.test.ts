// `cal apply` of a file whose records were edited by hand since the run that created them.
import { describe, expect, it } from 'vitest'
import { newWorkspace, type Workspace } from '../../../support/workspace.ts'

const at = (second: number) => ({ now: Date.UTC(2026, 10, 21, 12) + second * 1_000 })
const head = 'calendar: a\nvenues:\n  - {venue: Hall}\nevents:\n'
const [one, two] = ['  - {title: One, start: 2027-05-01 10:00}\n', '  - {title: Two, start: 2027-05-02 10:00}\n']

async function applied(): Promise<Workspace & { readonly id: number }> {
  const space = newWorkspace()
  space.write('a.yaml', head + one + two)
  await space.cal('apply -f a.yaml --yes', at(0))
  const events = (await space.json('events list --any-date')) as { id: number; title: string }[]
  return { ...space, id: events.find(({ title }) => title === 'Two')?.id ?? 0 }
}

describe('an event that is no longer in the file', () => {
  it('is kept if it was edited, and the warning says how to delete it', async () => {
    const { cal, json, write, id } = await applied()
    await cal(`events update ${id} --title Changed --description New --yes`, at(1))
    write('a.yaml', head + one)
    const warning = `warning: kept, because it was edited since (title, description): event ${id} "Changed"; to delete it: cal events delete ${id}\n`
    expect((await cal('diff -f a.yaml --prune', at(2))).stderr).toContain(warning)
    const { stdout, stderr, code } = await cal('apply -f a.yaml --prune --yes', at(2))
    expect(`${stdout}${stderr}`).not.toContain('delete event')
    expect([code, stderr.includes(warning)]).toEqual([0, true])
    expect(await json('events list --any-date')).toHaveLength(2)
  })

  it('is deleted if only runs of the file changed it, also after an undo', async () => {
    const { cal, json, write } = await applied()
    write('a.yaml', head + one + two.replace('}', ', status: draft}'))
    await cal('apply -f a.yaml --yes', at(1))
    write('a.yaml', head + one + two.replace('}', ', status: publish}'))
    await cal('apply -f a.yaml --yes', at(2))
    write('a.yaml', head + one)
    await cal('apply -f a.yaml --prune --yes', at(3))
    await cal('history undo --yes', at(4))
    expect(await json('events list --any-date')).toHaveLength(2)
    await cal('apply -f a.yaml --prune --yes', at(5))
    expect(await json('events list --any-date')).toHaveLength(1)
  })
})

it.each([
  ['events', '--title Changed', 'title'],
  ['events', "--start-date '2027-08-02 10:00' --end-date '2027-08-02 10:00'", 'start_date, end_date'],
  ['venues', '--venue Changed', 'venue'],
])('%s that a run created are found again after %s', async (kind, flags, fields) => {
  const { cal, json, id } = await applied()
  const [{ id: venue }] = (await json('venues list')) as [{ id: number }]
  const target = kind === 'events' ? id : venue
  await cal(`${kind} update ${target} ${flags} --yes`, at(1))
  const plan = (await json('diff -f a.yaml')) as { action: string; id: number; fields?: readonly string[] }[]
  const changed = plan.filter(({ action }) => action !== 'unchanged')
  expect(changed.map(({ action, ...step }) => [action, step.id, step.fields?.join(', ')])).toEqual([
    ['update', target, fields],
  ])
})
