// Records that are written one by one: the run they leave, and its undo.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newWorkspace, type Workspace } from '../../../support/workspace.ts'
import { modes, serviceIn } from '../../../support/service-in.ts'

type Run = { readonly command: string; readonly created: number; readonly updated: number; readonly deleted: number }
type Event = {
  readonly title: string
  readonly cost: string
  readonly categories: readonly { readonly name: string }[]
}

const jazz = "events create --title Jazz --start-date '2027-03-27 20:00' --duration 3h --cost 5"

describe.each(modes)('in %s mode', (mode) => {
  it('create, update and delete are runs, and each is undone', async () => {
    const { cal, json } = await serviceIn(mode)
    expect((await cal(jazz)).stderr).toMatch(/^Created event \d+ "Jazz" .*\nto undo: cal history undo \S+\n$/)
    expect((await cal('events update jazz --title Blues --cost 7', 1)).stderr).toMatch(
      /^Updated event \d+ "Blues" .*\nto undo: cal history undo \S+\n$/,
    )
    expect((await cal('events delete jazz --yes', 2)).stderr).toMatch(
      /^Moved event \d+ "Blues" to the trash\nto undo: cal history undo 20261121-120002-000\n$/,
    )
    expect(
      ((await json('history list')) as readonly Run[]).map((run) => [
        run.command,
        run.created,
        run.updated,
        run.deleted,
      ]),
    ).toEqual([
      ['events delete', 0, 0, 1],
      ['events update', 0, 1, 0],
      ['events create', 1, 0, 0],
    ])
    expect(await cal('history undo --yes', 3)).toMatchObject({ code: 0 })
    expect(await json('events get jazz')).toMatchObject({ title: 'Blues', status: 'publish' })
    expect(await cal('history undo 20261121-120001-000 --yes', 4)).toMatchObject({ code: 0 })
    expect(((await json('events get jazz')) as Event).title).toBe('Jazz')
    expect(((await json('events get jazz')) as Event).cost).toContain('5')
    expect(await cal('history undo 20261121-120000-000 --yes', 5)).toMatchObject({ code: 0 })
    expect(await json('events list --any-date')).toEqual([])
  })

  it('a deleted category is created again, with its events', async () => {
    const { cal, json } = await serviceIn(mode)
    await cal('categories create --name Music')
    await cal(`${jazz} --categories Music`)
    expect(await cal('categories delete music --yes', 1)).toMatchObject({ code: 0 })
    expect(((await json('events get jazz')) as Event).categories).toEqual([])
    expect(await cal('history undo --yes', 2)).toMatchObject({ code: 0 })
    expect(((await json('events get jazz')) as Event).categories).toMatchObject([{ name: 'Music' }])
  })

  it('venues created along with an event belong to its run', async () => {
    const { cal, json } = await serviceIn(mode)
    await cal(`${jazz} --venue Hall --create-missing`)
    expect(await cal('history undo --yes', 1)).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('1 event, 1 venue deleted'),
    })
    expect(await json('venues list')).toEqual([])
  })

  it('a venue that the service overwrote is not deleted', async () => {
    const { cal, json } = await serviceIn(mode)
    await cal('venues create --venue Hall --city Ulm')
    await cal('venues create --venue Hall --city Bonn --allow-duplicate', 3_600)
    await cal('history undo --yes', 3_601)
    expect(((await json('venues list')) as readonly unknown[]).length).toBe(1)
  })

  it('--only-given is undone where the record can be read', async () => {
    const { cal, json } = await serviceIn(mode)
    await cal(jazz)
    await cal('events update jazz --title Blues --only-given', 1)
    expect(await cal('history undo --yes', 2)).toMatchObject({ code: 0 })
    expect(((await json('events get jazz')) as Event).title).toBe('Jazz')
  })
})

function journals({ folder }: Workspace): readonly string[] {
  return readdirSync(join(folder, 'state/runs')).map((name) => join(folder, 'state/runs', name, 'journal.ndjson'))
}

it('several records are one run, whose undo is named', async () => {
  const { cal, json } = newWorkspace()
  for (const name of ['red', 'green', 'blue']) await cal(`tags create --name ${name}`)
  const { stderr } = await cal('tags delete red green --yes', { now: Date.UTC(2026, 10, 21, 13) })
  expect(stderr.split('\n')).toEqual([
    expect.stringMatching(/^Permanently deleted .*"red"/),
    expect.stringMatching(/^Permanently deleted .*"green"/),
    '2 tags deleted',
    'to undo: cal history undo 20261121-130000-000',
    '',
  ])
  await cal('history undo --yes', { now: Date.UTC(2026, 10, 21, 14) })
  expect(await json('tags list --no-hide-empty')).toHaveLength(3)
})

it('a preview, a refused write and an unchanged record leave no run', async () => {
  const { cal, json } = newWorkspace()
  await cal('tags create --name red --dry-run')
  await cal(`tags create --name ${'x'.repeat(201)}`)
  expect(await json('history list')).toEqual([])
  await cal('tags create --name red')
  await cal('tags update red --name red')
  await cal('tags delete red --dry-run')
  expect(await json('history list')).toHaveLength(1)
})

it('a password is in no journal', async () => {
  const here = newWorkspace()
  await here.cal(`${jazz} --set password=sesame`)
  await here.cal('events update jazz --title Blues --set password=tasers')
  expect(
    journals(here)
      .map((path) => readFileSync(path, 'utf8'))
      .join(''),
  ).not.toMatch(/sesame|tasers/)
})

it('an unwritable folder is reported, and the record is written', async () => {
  const { cal, folder, json } = newWorkspace()
  writeFileSync(join(folder, 'state'), '')
  expect(await cal('tags create --name red')).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/\nwarning: this cannot be undone with cal history: .*\nCreated tag \d+ "red"\n$/),
  })
  expect((await cal('tags delete red --yes --lang de')).stderr).toContain(
    'Warnung: mit cal history nicht rückgängig zu machen',
  )
  expect(await json('tags list --no-hide-empty')).toEqual([])
})

it('a create whose answer was lost is kept by an undo unless it is forced', async () => {
  const here = newWorkspace()
  await here.cal('venues create --venue Hall')
  const [journal = ''] = journals(here)
  const lines = readFileSync(journal, 'utf8').split('\n')
  writeFileSync(journal, `${lines.filter((line) => !/^\{"(end|finished)/.test(line)).join('\n')}`)
  expect(await here.cal('history undo --yes')).toMatchObject({
    code: 6,
    stderr: expect.stringContaining('may not be its own'),
  })
  expect(await here.cal('history undo --yes --force')).toMatchObject({ code: 0 })
  expect(await here.json('venues list')).toEqual([])
})

it('the oldest single writes are removed once there are many, and never other runs', async () => {
  const here = newWorkspace()
  here.write('a.csv', 'title,start_date\nA,2027-01-01\n')
  await here.cal('import a.csv', { now: Date.UTC(2020, 0, 1) })
  const runs = join(here.folder, 'state/runs')
  for (let n = 0; n < 1_098; n++) {
    const name = `2021${String(n).padStart(4, '0')}-000000-000`
    mkdirSync(join(runs, name))
    writeFileSync(
      join(runs, name, 'journal.ndjson'),
      `{"run":"${name}","command":"tags create","api_root":"x","started":"2021-01-01 00:00:00","inputs":[],"options":{"single":true}}\n`,
    )
  }
  await here.cal('tags create --name red')
  const left = readdirSync(runs).sort()
  expect([left.length, left[0], left[1]]).toEqual([1_001, '20200101-000000-000', '20210099-000000-000'])
})
