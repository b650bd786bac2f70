// `cal import --resume` with other flags.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { keepLines } from '../../../../support/journals.ts'
import { cal } from '../../../../support/runtime.ts'
import { newWorkspace } from '../../../../support/workspace.ts'
import { newFolder } from '../../../../support/folder.ts'

it('refuses a dry run, which would resume the run', async () => {
  const cwd = newFolder()
  const { code, stdout, stderr } = await cal(
    ['import', '--resume', '--dry-run', '--yes', '--api-root', 'file:calendar.db'],
    { cwd, env: { CAL_STATE_DIR: join(cwd, 'state') } },
  )
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(
    /^error: --resume and --dry-run cannot be used together\nhint: import the same files with --dry-run/,
  )
})

it('links events to the venue that the run has created, also if it was renamed since', async () => {
  const { cal, json, write, folder } = newWorkspace()
  const at = (second: number) => ({ now: Date.UTC(2026, 10, 21, 12) + second * 1_000 })
  const event = { title: 'Party', start_date: '2027-05-01 10:00', end_date: '2027-05-01 11:00', venue: { id: 90 } }
  write('a.json', JSON.stringify({ venues: [{ id: 90, venue: 'Hall' }], events: [event] }))
  expect(await cal('import a.json --yes', at(0))).toMatchObject({ code: 0 })
  const [run = ''] = readdirSync(join(folder, 'state/runs'))
  // Killed before the event.
  keepLines(join(folder, 'state/runs', run, 'journal.ndjson'), (line) => !/"kind":"events"|"end":1|finished/.test(line))
  await cal('events delete party --yes', at(1))
  const [{ id }] = (await json('venues list')) as [{ id: number }]
  await cal(`venues update ${id} --name Cellar`, at(2))
  await cal('venues create --name Hall', at(3))
  expect(await cal('import --resume --yes', at(4))).toMatchObject({ code: 0 })
  expect(await json('events list --any-date')).toEqual([
    expect.objectContaining({ venue: expect.objectContaining({ id }) }),
  ])
})
