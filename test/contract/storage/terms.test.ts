// Categories and tags: found by slug and name, with everything above and below them.
import { describe, expect, it } from 'vitest'
import type { Store } from '../../../src/server/storage/store.ts'
import { changeEvent, event, term } from '../../support/store-records.ts'
import { stores } from './engines.ts'

/** `Top > Middle > Left, Right`, and `Other` apart. */
async function family(store: Store) {
  const insert = (name: string, parent: number) => store.terms.insert(term({ name, parent }))
  const top = await insert('Top', 0)
  const middle = await insert('Middle', top)
  const left = await insert('Left', middle)
  const right = await insert('Right', middle)
  const other = await insert('Other', 0)
  return { top, middle, left, right, other }
}

const sorted = (ids: readonly number[]) => ids.toSorted((a, b) => a - b)

describe.each(stores)('$name: a term', ({ newStore }) => {
  it('is read as it was written, with the number of published events that use it', async () => {
    const store = await newStore()
    const id = await store.terms.insert(term({ name: 'Ünï "x"', slug: 'u', description: 'line\nline', parent: 0 }))
    const uses = (status: string) => store.event.insert(event({ status, categories: [id] }))
    const first = await uses('publish')
    await uses('publish')
    await uses('draft')
    const expected = { id, taxonomy: 'category', name: 'Ünï "x"', slug: 'u', description: 'line\nline', parent: 0 }
    expect(await store.terms.get(id)).toEqual({ ...expected, count: 2 })
    await changeEvent(store, first, event({ status: 'trash', categories: [id] }))
    expect(await store.terms.get(id)).toEqual({ ...expected, count: 1 })
    expect(await store.terms.get(id + 1)).toBeUndefined()
  })

  it('is counted once for each published event, through every change', async () => {
    const store = await newStore()
    const [id, other] = [await store.terms.insert(term({ name: 'A' })), await store.terms.insert(term({ name: 'B' }))]
    const changed = await store.event.insert(event({ categories: [id] }))
    const counts: unknown[] = []
    for (const change of [
      { categories: [id], start_date: '2027-03-01 10:00:00' },
      { categories: [other, id], tags: [id] },
      { categories: [other] },
      { categories: [id], hide_from_listings: true },
      { categories: [id], status: 'draft' },
      { categories: [id, other] },
    ]) {
      await changeEvent(store, changed, event(change))
      counts.push((await store.terms.getMany([id, other])).map(({ count }) => count))
    }
    expect(counts).toEqual([
      [1, 0],
      [1, 1],
      [0, 1],
      [1, 0],
      [0, 0],
      [1, 1],
    ])
  })

  it('is replaced as a whole, if it exists', async () => {
    const store = await newStore()
    const id = await store.terms.insert(term({ name: 'Before' }))
    await store.terms.replace({ ...term({ name: 'After', description: 'x' }), id })
    expect(await store.terms.get(id)).toMatchObject({ name: 'After', slug: 'after', description: 'x' })
    await expect(store.terms.replace({ ...term({ name: 'Nobody' }), id: 99 })).rejects.toThrow(
      'there is no term 99 to replace',
    )
  })

  it('that is removed leaves its events without it, and its id unused', async () => {
    const store = await newStore()
    const [id, kept] = [await store.terms.insert(term({ name: 'A' })), await store.terms.insert(term({ name: 'B' }))]
    const used = await store.event.insert(event({ categories: [id, kept] }))
    await store.terms.remove(id)
    expect([await store.terms.get(id), (await store.event.get(used))?.categories]).toEqual([undefined, [kept]])
    expect(await store.terms.insert(term({ name: 'A' }))).toBeGreaterThan(kept)
  })

  it('is found by its slug among its own kind', async () => {
    const store = await newStore()
    const category = await store.terms.insert(term({ name: 'Jazz' }))
    const tag = await store.terms.insert(term({ name: 'Jazz', taxonomy: 'tag' }))
    expect([
      await store.terms.idOfSlug('category', 'jazz'),
      await store.terms.idOfSlug('tag', 'jazz'),
      await store.terms.idOfSlug('tag', 'rock'),
    ]).toEqual([category, tag, undefined])
  })

  it('is found by its name, ignoring case, the oldest first, also below one parent only', async () => {
    const store = await newStore()
    const { top, middle } = await family(store)
    const below = await store.terms.insert(term({ name: 'ÄRA', slug: 'ara', parent: middle }))
    const oldest = await store.terms.insert(term({ name: 'ära', slug: 'ara-2', parent: top }))
    expect([
      await store.terms.idOfName('category', 'Ära'),
      await store.terms.idOfName('category', 'Ära', top),
      await store.terms.idOfName('category', 'Ära', 0),
      await store.terms.idOfName('tag', 'Ära'),
      await store.terms.idOfName('category', 'Ara'),
    ]).toEqual([below, oldest, undefined, undefined, undefined])
  })
})

describe.each(stores)('$name: several terms', ({ newStore }) => {
  it('are read in the order of the ids, one for each id that exists', async () => {
    const store = await newStore()
    const { top, other } = await family(store)
    const found = await store.terms.getMany([other, 99, top, other])
    expect(found.map(({ name }) => name)).toEqual(['Other', 'Top', 'Other'])
    expect(await store.terms.getMany([])).toEqual([])
  })

  it('have children, which are no others', async () => {
    const store = await newStore()
    const { top, middle, left, right, other } = await family(store)
    expect([
      await store.terms.children(top),
      await store.terms.children(middle),
      await store.terms.children(other),
      await store.terms.children(0),
    ]).toEqual([[middle], [left, right], [], []])
  })

  it('are read with everything above them, each once', async () => {
    const store = await newStore()
    const { top, middle, left, right } = await family(store)
    const found = await store.terms.withAncestors([left, right, 99])
    expect(sorted(found.map(({ id }) => id))).toEqual([top, middle, left, right])
  })

  it('are known with everything below them, each once', async () => {
    const store = await newStore()
    const { top, middle, left, right, other } = await family(store)
    expect(sorted(await store.terms.withDescendants([top, left]))).toEqual([top, middle, left, right])
    expect(await store.terms.withDescendants([other])).toEqual([other])
  })
})
