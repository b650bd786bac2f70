// Which record an interrupted create has made, if other runs created records too.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runStateOf } from '../../../../src/bulk/journal/read-journal.ts'
import { openCreates } from '../../../../src/bulk/matching/interrupted-creates.ts'
import { newFolder } from '../../../support/folder.ts'

const begin = { begin: 0, action: 'create', kind: 'tags', key: 'name=jazz', at: 0, find: { name: 'Jazz' } } as const

/** A folder with the journals of two runs: the first created tag 7, the second was interrupted in a create. */
function runsAt(first: string, second: string): string {
  const state_dir = newFolder()
  const write = (run: string, api_root: string, lines: readonly object[]) => {
    const folder = join(state_dir, 'runs', run)
    mkdirSync(folder, { recursive: true })
    const head = { run, command: 'import', api_root, started: '2026-11-21 12:00:00', inputs: [], options: {} }
    writeFileSync(join(folder, 'journal.ndjson'), [head, ...lines].map((line) => `${JSON.stringify(line)}\n`).join(''))
  }
  write('20261121-120000-000', first, [{ known_id_max: { tags: 0 } }, begin, { end: 0, id: 7 }])
  write('20261121-120001-000', second, [{ known_id_max: { tags: 0 } }, begin])
  return state_dir
}

it.each([
  ['the same calendar', 'https://a.test/wp-json/tribe/events/v1', undefined],
  ['another calendar', 'https://b.test/wp-json/tribe/events/v1', 7],
])('a record with the id of one that a run of %s created', async (_, second, claimed) => {
  const state_dir = runsAt('https://a.test/wp-json/tribe/events/v1', second)
  const state = await runStateOf(state_dir, '20261121-120001-000')
  const body = JSON.stringify({ total: 1, total_pages: 1, tags: [{ id: 7, name: 'Jazz', slug: 'jazz' }] })
  const exchange = async () => ({ status: 200, headers: {}, body })
  for await (const { record } of openCreates(exchange, state, { state_dir })) expect(record?.id).toBe(claimed)
  expect.assertions(1)
})
