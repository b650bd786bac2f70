// An undo restores as much as the service allows, and deletes nothing that is still used because a write failed.
import { openInMemory } from '../../../support/open-calendar.ts'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { serveExchange } from '../../../support/exchange-server.ts'
import { noon } from '../../../support/runtime.ts'
import { newWorkspace } from '../../../support/workspace.ts'

const sheet =
  'title,slug,start_date,end_date,description,cost,venue,organizer\nOne,one,2027-01-01 10:00,2027-01-01 11:00,Words,7,Hall,Anna\n'

it('keeps a record that an event still uses because its update failed', async () => {
  const calendar = await openInMemory('standard', {
    authenticate: () => async () => ({ id: 1, login: 'ada', role: 'administrator' }),
  })
  let isRefusing = false
  const { api_root } = await serveExchange(async (request) =>
    isRefusing && request.method !== 'GET' && request.path.startsWith('/events/')
      ? { status: 400, headers: {}, body: '{"code":"rest_invalid_param","message":"refused","data":{"status":400}}' }
      : calendar.exchange(request),
  )
  const { cal, write } = newWorkspace()
  const run = (line: string, second = 0) => cal(line, { env: { CAL_API_ROOT: api_root }, now: noon + second * 1000 })
  await run('events create --title One --slug one --start-date 2027-01-01T10:00 --end-date 2027-01-01T11:00')
  write('a.csv', sheet)
  expect(await run('import a.csv --create-missing --on-existing update --yes', 1)).toMatchObject({ code: 0 })
  isRefusing = true
  expect(await run('history undo --yes', 2)).toMatchObject({
    code: 6,
    stderr: expect.stringContaining('1 venue, 1 organizer left unchanged; 1 event failed'),
  })
})

it('deletes a category that the import moved because others had created its parent too', async () => {
  const { cal, write, folder } = newWorkspace()
  write('a.json', JSON.stringify({ categories: [{ name: 'A' }, { name: 'B' }, { name: 'C', parent: 'A' }] }))
  const run = (line: string, second: number) => cal(line, { now: noon + second * 1000 })
  expect(await run('import a.json', 0)).toMatchObject({ code: 0 })
  expect(await run('categories update c --parent b', 1)).toMatchObject({ code: 0 })
  const journals = readdirSync(join(folder, 'state/runs'))
    .sort()
    .map((name) => join(folder, 'state/runs', name, 'journal.ndjson'))
  const [imported = '', moved = ''] = journals.map((path) => readFileSync(path, 'utf8'))
  const [, n] = /"begin":(-?\d+)[^\n]*"name":"C"/.exec(imported) ?? []
  const lines = moved.split('\n').filter((line) => /"(begin|end)":/.test(line))
  writeFileSync(
    journals[0] ?? '',
    `${imported}${lines.map((line) => `${line.replace(/"(begin|end)":0/, `"$1":${n}`)}\n`).join('')}`,
  )
  rmSync(join(journals[1] ?? '', '..'), { recursive: true })
  expect(await run('history undo --yes', 2)).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('3 categories deleted'),
  })
})
