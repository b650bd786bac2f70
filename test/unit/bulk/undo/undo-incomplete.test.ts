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

it('creates a deleted tag again if its id belongs to another one by now', async () => {
  const { cal, write, folder, read } = newWorkspace()
  for (const line of ['tags create --name Red', 'tags create --name Blue', 'tags delete red --yes']) await cal(line)
  const [run = ''] = readdirSync(join(folder, 'state/runs')).sort().slice(-1)
  const journal = `state/runs/${run}/journal.ndjson`
  write(journal, read(journal).replace('"id":2', '"id":3'))
  expect(await cal('history undo --yes')).toMatchObject({ stderr: expect.stringContaining('1 tag created') })
})

it.each([
  ['created', [], '--description New', /One.*may not belong to this run\n1 event deleted; 1 event left/],
  ['created', [], '--end-date 2027-01-01T23:30', /One.*may not belong to this run\n1 event deleted; 1 event left/],
  ['updated', ['Old '], '--description New', /One.*changed since the run: description\n1 event left unchanged/],
])('keeps an event that an interrupted run %s (after %j) if it was edited with %s', async (_, earlier, edit, said) => {
  const { cal, write, folder, read } = newWorkspace()
  for (const word of [...earlier, 'Words ']) {
    write('a.csv', `title,start_date,description\nOne,2027-01-01 10:00,${word.repeat(20)}\nTwo,2027-01-02 10:00,\n`)
    await cal('import a.csv --on-existing update --yes')
  }
  const run = readdirSync(join(folder, 'state/runs')).sort().at(-1)
  const journal = `state/runs/${run}/journal.ndjson`
  write(journal, read(journal).replace(/^.*"(end|finished)":.*\n/gm, ''))
  await cal(`events update one ${edit}`, { now: noon + 30_000 })
  expect(await cal(`history undo ${run} --yes`)).toMatchObject({ code: 6, stderr: expect.stringMatching(said) })
})
