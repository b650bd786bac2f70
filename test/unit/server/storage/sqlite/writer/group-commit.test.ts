// What waits for whom before a writer.
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type {
  WriterCommand,
  WriterResult,
  WriteRequest,
} from '../../../../../../src/server/storage/sqlite/writer/messages.ts'
import { GroupCommit } from '../../../../../../src/server/storage/sqlite/writer/group-commit.ts'

const create = (path: string): WriteRequest => ({
  request: { method: 'POST', path, query: '', headers: {} },
  caller: undefined,
})

/** A writer who reports when he is told to, each order in its turn. */
function slowWriter() {
  const orders: WriterCommand[] = []
  const reports: ((report: WriterResult) => void)[] = []
  const group = new GroupCommit(
    (order) =>
      new Promise((resolve) => {
        orders.push(order)
        reports.push(resolve)
      }),
    () => 0,
  )
  const report = (): void => {
    const order = orders[orders.length - reports.length]
    const writes = order?.does === 'write' ? order.writes : []
    reports.shift()?.({
      outcomes: writes.map(({ request }) => ({ response: { status: 201, headers: {}, body: request.path } })),
    })
  }
  const seen = () =>
    orders.map((order) =>
      order.does === 'write' ? order.writes.map(({ request }) => request.path).join('') : order.does,
    )
  return { group, report, seen }
}

describe('writes before a busy writer', () => {
  it('are sent as they come, those of one turn together, and each gets its own answer', async () => {
    const { group, report, seen } = slowWriter()
    const answers = ['a', 'b'].map((path) => group.write(create(path)))
    await setImmediate()
    answers.push(group.write(create('c')))
    await setImmediate()
    expect(seen()).toEqual(['ab', 'c'])
    report()
    report()
    expect((await Promise.all(answers)).map(({ body }) => body)).toEqual(['a', 'b', 'c'])
  })

  it('are all told when he has gone', async () => {
    const group = new GroupCommit(
      () => Promise.reject(new Error('the writing thread has ended')),
      () => 0,
    )
    const answers = await Promise.allSettled([group.write(create('a')), group.write(create('b'))])
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })
})

describe('an order', () => {
  it('is prepared when what came before is answered, and lets what comes after wait', async () => {
    const { group, report, seen } = slowWriter()
    const before = group.write(create('a'))
    let prepared = false
    const order = group.order(async () => {
      prepared = true
      return { does: 'start-over', generation: 1 }
    })
    const after = group.write(create('b'))
    await setImmediate()
    expect([seen(), prepared]).toEqual([['a'], false])
    report()
    await before
    await setImmediate()
    expect([seen(), prepared]).toEqual([['a', 'start-over'], true])
    report()
    await order
    await setImmediate()
    expect(seen()).toEqual(['a', 'start-over', 'b'])
    report()
    expect((await after).body).toBe('b')
  })

  it('raises the generation as writes do, before anybody hears of it', async () => {
    const { group, report } = slowWriter()
    const heard = group.write(create('a')).then(() => group.generation)
    await setImmediate()
    expect(group.generation).toBe(0)
    report()
    expect(await heard).toBe(1)
  })
})

describe('closing', () => {
  it('is the last order: an index that was to follow does not', async () => {
    const { group, report, seen } = slowWriter()
    group.indexWhenIdle(0)
    const closed = group.close({ is_ours: true })
    await new Promise((resolve) => setTimeout(resolve, 20))
    group.indexWhenIdle(0)
    await new Promise((resolve) => setTimeout(resolve, 20))
    report()
    await closed
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(seen()).toEqual(['close'])
  })
})
