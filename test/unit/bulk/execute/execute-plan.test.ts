// Interruptions of a run before and after its last write, and the end after too many failures.
import { expect, it } from 'vitest'
import { CalError } from '../../../../src/base/errors.ts'
import {
  FailureBudget,
  type ExecuteOptions,
  executePlan,
  StoppedError,
} from '../../../../src/bulk/execute/execute-plan.ts'
import type { Exchange } from '../../../../src/base/exchange.ts'
import type { JournalLine } from '../../../../src/bulk/journal/journal.ts'
import { Throttle } from '../../../../src/bulk/execute/throttle.ts'
import { CreateClaims } from '../../../../src/bulk/matching/create-claims.ts'
import type { Step } from '../../../../src/bulk/plan/plan.ts'
import { json } from '../../../support/recording.ts'

const clockwork = { now: () => 0, random: () => 0.5, sleep: async () => {} }

/** Creates tags in a service that responds immediately. */
function executeTags(stop: AbortController, onResult: () => void) {
  const lines: JournalLine[] = []
  let count = 0
  const exchange: Exchange = async () => ({
    status: 201,
    headers: {},
    body: JSON.stringify({ id: ++count, name: 'a' }),
  })
  const all: ExecuteOptions = {
    exchange,
    reading: exchange,
    journal: {
      write: async (line) => {
        lines.push(line as JournalLine)
      },
      note: (line) => {
        lines.push(line)
      },
    },
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
  const refusing: ExecuteOptions = {
    ...all,
    exchange,
    reading: exchange,
    failures: new FailureBudget(failures_max),
  }
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
