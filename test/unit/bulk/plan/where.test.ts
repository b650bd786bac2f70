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

  it('rejects unknown filters', async () => {
    const { cal } = await filled()
    expect(await cal('events delete --where serach=x --yes')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--where: unknown filter "serach"'),
    })
    expect(await cal('events delete --where venue=x --yes')).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('venue "x" not found'),
    })
    expect(await cal('events delete --where per-page=2 --yes')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--where: unknown filter "per_page"'),
    })
    expect(await cal('events delete --where geoloc_lat=x --yes')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--where geoloc_lat needs a number'),
    })
    expect(await cal('events delete 4 --where search=x --yes')).toMatchObject({ code: 2 })
    expect(await cal('events delete')).toMatchObject({ code: 2, stderr: expect.stringContaining('TARGET is missing') })
  })
})
