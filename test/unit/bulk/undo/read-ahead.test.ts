// Events that a run created are read in pages before they are deleted.
import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../../../src/base/exchange.ts'
import type { RunWrite } from '../../../../src/bulk/journal/read-journal.ts'
import { type ReadWrite, withListed } from '../../../../src/bulk/undo/undo.ts'

function* writesOf(writes: readonly Partial<RunWrite['begin']>[]): Iterable<RunWrite> {
  for (const [n, begin] of writes.entries())
    yield {
      begin: { begin: n, action: 'create', kind: 'events', key: `k${n}`, ...begin },
      end: { end: n, id: n + 1 },
    }
}

/** A service that lists every event it is asked for, except those hidden from lists. */
function listing(hidden: readonly number[] = []) {
  const queries: string[] = []
  const exchange: Exchange = async ({ query }) => {
    queries.push(query)
    const ids = (new URLSearchParams(query).get('include') ?? '').split(',').map(Number)
    const events = ids.filter((id) => !hidden.includes(id)).map((id) => ({ id, title: `Event ${id}` }))
    return { status: 200, headers: {}, body: JSON.stringify({ events, total: events.length, total_pages: 1 }) }
  }
  return { exchange, queries }
}

async function all(items: AsyncIterable<ReadWrite>): Promise<readonly (readonly [number, unknown])[]> {
  const found: (readonly [number, unknown])[] = []
  for await (const { write, listed } of items) found.push([write.begin.begin, listed?.id])
  return found
}

describe('the writes of a run', () => {
  it('keep their order, with fifty events in a request', async () => {
    const { exchange, queries } = listing()
    const read = await all(withListed(writesOf(Array.from({ length: 120 }, () => ({}))), exchange))
    expect(read).toEqual(Array.from({ length: 120 }, (_, n) => [n, n + 1]))
    expect(queries).toHaveLength(3)
  })

  it('are read one by one where the list does not show the event, and for other kinds and actions', async () => {
    const { exchange } = listing([3])
    const writes = [{}, { kind: 'venues' }, {}, { action: 'update', id: 4 }, {}] as const
    expect(await all(withListed(writesOf(writes), exchange))).toEqual([
      [0, 1],
      [1, undefined],
      [2, undefined],
      [3, undefined],
      [4, 5],
    ])
  })

  it('are read one by one if the service refuses the list', async () => {
    const exchange: Exchange = async () => ({ status: 400, headers: {}, body: '{"code":"rest_invalid_param"}' })
    expect(await all(withListed(writesOf([{}, {}]), exchange))).toEqual([
      [0, undefined],
      [1, undefined],
    ])
  })
})
