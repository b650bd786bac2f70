import { describe, expect, it } from 'vitest'
import { newWorkspace } from '../../../support/workspace.ts'

async function filled() {
  const one = newWorkspace()
  one.write(
    'a.csv',
    'title,slug,start_date,status,cost\nOld jazz,a,2020-01-01,publish,5\nNew jazz,b,2027-01-01,publish,5\nDraft jazz,c,2027-02-01,draft,\n',
  )
  await one.cal('import a.csv')
  return one
}

describe('--where', () => {
  it('deletes the selected records, including past events and drafts, and can be undone', async () => {
    const { cal, json } = await filled()
    const shown = await cal("events delete --where search=jazz --where 'starts_before=2027-01-15' --dry-run")
    expect(shown.stdout).toMatch(
      /^- delete event 4 "Old jazz" · Wed 1 Jan 2020.*\n- delete event 5 "New jazz" · Fri 1 Jan 2027.*\n$/,
    )
    expect(await cal('events delete --where search=jazz')).toMatchObject({ code: 9 })
    expect((await cal('events delete --where search=jazz --yes')).stderr).toContain(
      '3 events deleted\nto undo: cal history undo ',
    )
    expect(await json('events list --any-date')).toEqual([])
    expect((await cal('history undo --yes')).stderr).toContain('3 events updated')
    expect(
      (
        (await json('events list --any-date --status publish,draft')) as {
          slug: string
          status: string
          cost: string
        }[]
      ).map(({ slug, status, cost }) => [slug, status, cost]),
    ).toEqual([
      ['a', 'publish', '$5'],
      ['b', 'publish', '$5'],
      ['c', 'draft', ''],
    ])
  })

  it('updates the selected records that differ', async () => {
    const { cal, json } = await filled()
    expect((await cal('events update --where search=jazz --set status=draft --yes')).stderr).toContain(
      '2 events updated; 1 event unchanged',
    )
    expect(await json('events list --any-date --status draft')).toHaveLength(3)
    expect((await cal('events update --where search=jazz --status draft --yes')).stderr).toBe('3 events unchanged\n')
  })
})
