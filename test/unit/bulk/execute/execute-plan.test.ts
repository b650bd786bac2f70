// Interruptions of a run before and after its last write, and the end after too many failures.
import { mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { CalError } from '../../../../src/base/errors.ts'
import {
  type ExecuteOptions,
  executePlan,
  FailureBudget,
  finishCreates,
  StoppedError,
} from '../../../../src/bulk/execute/execute-plan.ts'
import type { Exchange } from '../../../../src/base/exchange.ts'
import type { JournalLine } from '../../../../src/bulk/journal/journal.ts'
import { Throttle } from '../../../../src/bulk/execute/throttle.ts'
import { CreateClaims } from '../../../../src/bulk/matching/create-claims.ts'
import type { Step } from '../../../../src/bulk/plan/plan.ts'
import { json } from '../../../support/recording.ts'
import { newWorkspace } from '../../../support/workspace.ts'

const clockwork = { now: () => 0, random: () => 0.5, sleep: async () => {} }

/** Creates tags in a service that responds immediately. */
function executeTags(stop: AbortController, onResult: () => void) {
  const lines: JournalLine[] = []
  let count = 0
  const exchange: Exchange = async () => json(201, { id: ++count, name: 'a' })
  const all: ExecuteOptions = {
    exchange,
    reading: exchange,
    journal: { write: async (line) => void lines.push(line as JournalLine), note: (line) => void lines.push(line) },
    throttle: new Throttle({ concurrency: 1, clock: clockwork }),
    clock: clockwork,
    signal: stop.signal,
    concurrency: 1,
    failures: new FailureBudget(Number.POSITIVE_INFINITY),
    creates: new CreateClaims({ known_id_max: () => 0 }),
    onResult,
  }
  return { all, lines }
}

it('an interruption between two writes ends the run', async () => {
  const stop = new AbortController()
  const { all, lines } = executeTags(stop, () => {})
  async function* steps(): AsyncIterable<Step> {
    yield { action: 'create', kind: 'tags', n: 0, key: 'a', title: 'a', values: { name: 'a' } }
    // The first write is complete, and none is in flight.
    await new Promise((resolve) => setImmediate(resolve))
    stop.abort(new CalError('interrupted', { en: 'interrupted', de: 'unterbrochen' }))
    yield { action: 'create', kind: 'tags', n: 1, key: 'b', title: 'b', values: { name: 'b' } }
  }
  await expect(executePlan(steps(), all)).rejects.toMatchObject({ code: 'interrupted' })
  expect(lines).toEqual([
    { begin: 0, action: 'create', kind: 'tags', key: 'a', at: 0, find: { name: 'a' } },
    { end: 0, id: 1, stored: {} },
  ])
})

it.each([1, 2])('after %i failures of as many, no further write begins', async (failures_max) => {
  const { all, lines } = executeTags(new AbortController(), () => {})
  const exchange: Exchange = async ({ method }) =>
    method === 'GET' ? json(200, { tags: [], total: 0 }) : json(400, { code: 'rest_invalid_param' })
  const refusing: ExecuteOptions = { ...all, exchange, reading: exchange, failures: new FailureBudget(failures_max) }
  async function* steps(): AsyncIterable<Step> {
    for (let n = 0; n < 4; n += 1) {
      yield { action: 'create', kind: 'tags', n, key: String(n), title: 'a', values: { name: 'a' } }
      // The write ends.
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    }
  }
  await expect(executePlan(steps(), refusing)).rejects.toThrow(StoppedError)
  expect(lines.filter((line) => 'begin' in line)).toHaveLength(failures_max)
})

it.each([
  ['is used by a category below it', { name: 'Music' }, [{ id: 7, name: 'Jazz', slug: 'jazz', parent: 5 }]],
  ['was edited', { name: 'Music', description: 'New' }, []],
  ['is another one', { name: 'Sport', slug: 'sport' }, []],
])('a delete that was interrupted is not completed if the category %s', async (_, changed, below) => {
  const { all } = executeTags(new AbortController(), () => {})
  const category = { id: 5, name: 'Music', slug: 'music', parent: 0, description: '' }
  const requests: string[] = []
  const exchange: Exchange = async ({ method, path }) => {
    requests.push(`${method} ${path}`)
    if (path === '/categories/5') return json(200, { ...category, ...changed })
    return json(200, path === '/categories' ? { categories: below, total: 1 } : { events: [], total: 0 })
  }
  const notes: string[] = []
  const note = ({ en }: { readonly en: string }) => void notes.push(en)
  const before = { name: 'Music', slug: 'music' }
  const begun = { begin: 0, action: 'delete', kind: 'categories', key: 'name=music', id: 5, before } as const
  await finishCreates({ ...all, exchange, reading: exchange, note }, [begun])
  expect(requests.filter((request) => !request.startsWith('GET'))).toEqual([])
  expect(notes).toEqual([expect.stringContaining('is a copy that the run was about to delete')])
})

// Where rejected records are written: next to the input, without overwriting files, readable only by their owner.
const rows = 'title,start_date\nGood,2027-01-01 10:00\nBad,soon\n'

it('writes next to the input, numbered if the file exists, readable only by its owner', async () => {
  const { cal, folder, read, write } = newWorkspace()
  mkdirSync(join(folder, 'data'))
  write('data/my.csv', rows)
  expect((await cal('import data/my.csv')).stderr).toContain('rejected rows: data/my.rejected.csv\n')
  expect(statSync(join(folder, 'data/my.rejected.csv')).mode & 0o777).toBe(0o600)
  write('data/my.rejected.csv', 'mended by hand')
  expect((await cal('import data/my.csv')).stderr).toContain('rejected rows: data/my.rejected-2.csv\n')
  expect((await cal('import data/my.csv')).stderr).toContain('rejected rows: data/my.rejected-3.csv\n')
  expect(read('data/my.rejected.csv')).toBe('mended by hand')
  expect((await cal('import data/my.rejected-3.csv')).stderr).toContain('rejected rows: data/my.rejected-4.csv\n')
  expect(readdirSync(folder).filter((name) => name.includes('rejected'))).toEqual([])
})

it('writes to the working directory for input without a folder', async () => {
  const { cal, folder, read } = newWorkspace()
  expect((await cal('import - --format csv', { stdin: rows })).stderr).toContain('rejected rows: stdin.rejected.csv\n')
  expect(read('stdin.rejected.csv')).toContain('Bad,soon')
  symlinkSync(join(folder, 'elsewhere'), join(folder, 'stdin.rejected-2.csv'))
  expect((await cal('import - --format csv', { stdin: rows })).stderr).toContain(
    'rejected rows: stdin.rejected-2.csv\n',
  )
})
