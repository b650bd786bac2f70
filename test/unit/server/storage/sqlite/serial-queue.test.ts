// Reads that wait keep one consistent view each, although they share a connection.
import { setImmediate } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { type OpenStore, openStore } from '../../../../../src/server/storage/sqlite/open-store.ts'
import { ReadQueue } from '../../../../../src/server/storage/sqlite/serial-queue.ts'
import { committed, event, newStore } from './records/records.ts'

const queues: ReadQueue[] = []
afterAll(async () => {
  for (const queue of queues) await queue.close()
})

/** Two events that every write changes together, and how they are read with a pause in between. */
async function pair() {
  const writing = newStore()
  const ids: number[] = []
  await committed(writing, async () => {
    for (let i = 0; i < 2; i += 1) ids.push(await writing.store.event.insert(event({ title: 'State 0' })))
  })
  const reading: OpenStore = openStore(writing.connection.file, { readonly: true })
  const queue = new ReadQueue(reading)
  queues.push(queue)
  const write = (state: number) =>
    committed(writing, async () => {
      for (const id of ids) await writing.store.event.replace({ ...event({ title: `State ${state}` }), id })
    })
  const titles = async () => {
    const seen: (string | undefined)[] = []
    for (const id of ids) {
      seen.push((await reading.store.event.get(id))?.title)
      await setImmediate()
    }
    return seen
  }
  return { queue, write, titles }
}

describe('reads at the same time', () => {
  it('each see one state, whatever is written while they wait', async () => {
    const { queue, write, titles } = await pair()
    const reads = Array.from({ length: 20 }, () => queue.inOneView(titles))
    for (let state = 1; state <= 20; state += 1) {
      await write(state)
      await setImmediate()
    }
    const seen = await Promise.all(reads)
    for (const [first, second] of seen) expect(second).toBe(first)
    expect(new Set(seen.map(([title]) => title)).size).toBeGreaterThan(5)
    expect(await queue.inOneView(titles)).toEqual(['State 20', 'State 20'])
  })

  it('go on after one of them failed', async () => {
    const { queue, titles } = await pair()
    const failed = queue.inOneView(async () => {
      await titles()
      throw new Error('in the midst')
    })
    const next = queue.inOneView(titles)
    await expect(failed).rejects.toThrow('in the midst')
    expect(await next).toEqual(['State 0', 'State 0'])
  })
})

it('a read between views sees writes committed while a view was open', async () => {
  const { queue, write, titles } = await pair()
  const viewed = queue.inOneView(async () => {
    const first = await titles()
    await write(1)
    return [...first, ...(await titles())]
  })
  const newest = queue.betweenViews(titles)
  expect(await viewed).toEqual(['State 0', 'State 0', 'State 0', 'State 0'])
  expect(await newest).toEqual(['State 1', 'State 1'])
})
