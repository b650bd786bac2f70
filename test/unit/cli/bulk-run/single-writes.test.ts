// Records that are written one by one: the run they leave, and its undo.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { newWorkspace, type Workspace } from '../../../support/workspace.ts'

const jazz = "events create --title Jazz --start-date '2027-03-27 20:00' --duration 3h --cost 5"

function journals({ folder }: Workspace): readonly string[] {
  return readdirSync(join(folder, 'state/runs')).map((name) => join(folder, 'state/runs', name, 'journal.ndjson'))
}

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
