// The search index is updated in the background; posts that are not indexed yet are found too.
import { describe, expect, it } from 'vitest'
import { indexBatch, indexOverflow } from '../../../../../../src/server/storage/sqlite/search/trigrams.ts'
import { event, everything, newStore, venue } from '../records/records.ts'

function storeWith(...titles: readonly string[]) {
  const open = newStore()
  open.connection.transaction(() => {
    for (const title of titles) open.store.event.insert(event({ title }))
  })
  open.ids.flush()
  const found = (word: string) =>
    open.store.event.select({ ...everything, search: { words: [word], without: [] } }, { offset: 0, limit: 99 }).ids
  const indexed = () => open.connection.rows('SELECT rowid AS id FROM post_trigram ORDER BY rowid').map(({ id }) => id)
  return { ...open, found, indexed }
}

describe('a search', () => {
  it('finds indexed posts, unindexed ones, and those changed after they were indexed', () => {
    const { store, connection, found, indexed } = storeWith('Saxophone', 'Trumpet')
    expect([found('saxophone'), indexed()]).toEqual([[4], []])
    expect([indexBatch(connection), indexBatch(connection)]).toEqual([true, false])
    expect([found('saxophone'), indexed()]).toEqual([[4], [4, 5]])
    store.event.replace({ ...event({ title: 'Saxophone again' }), id: 5 })
    expect([found('saxophone'), found('trumpet')]).toEqual([[4, 5], []])
    expect([indexBatch(connection), indexBatch(connection)]).toEqual([true, false])
    expect([found('saxophone'), found('trumpet'), indexed()]).toEqual([[4, 5], [], [4, 5]])
  })

  it('finds unindexed places', () => {
    const { store } = storeWith()
    store.venue.insert(venue({ title: 'Old mill' }))
    expect(
      store.venue.select({ statuses: ['publish'], search: { words: ['mill'], without: [] } }, { offset: 0, limit: 9 })
        .ids,
    ).toEqual([4])
  })

  it('finds the one place with a word that thousands of events contain', () => {
    const { store, ids, connection, indexed } = storeWith()
    connection.transaction(() => {
      for (let n = 0; n < 2_100; n += 1) store.event.insert(event({ title: `Old mill ${n}` }))
    })
    const places = ['Old mill', 'New mill', 'Barn'].map((title) => store.venue.insert(venue({ title })))
    ids.flush()
    while (indexBatch(connection));
    expect(indexed()).toHaveLength(2_103)
    const found = (...words: string[]) =>
      store.venue.select({ statuses: ['publish'], search: { words, without: [] } }, { offset: 0, limit: 9 })
    expect([found('old'), found('mill'), found('barn')]).toEqual([
      { ids: [places[0]], total: 1 },
      { ids: [places[1], places[0]], total: 2 },
      { ids: [places[2]], total: 1 },
    ])
  })
})

describe('the index', () => {
  it('contains a changed post once, whether or not it was indexed before', () => {
    const { store, connection, found, indexed } = storeWith('Saxophone')
    store.event.replace({ ...event({ title: 'Trumpet' }), id: 4 })
    while (indexBatch(connection));
    expect([found('saxophone'), found('trumpet'), indexed()]).toEqual([[], [4], [4]])
  })

  it('grows in batches, lowest ids first, and skips ids of no post', () => {
    const { store, ids, connection, indexed } = storeWith(...Array.from({ length: 130 }, (_, i) => `Event ${i}`))
    indexBatch(connection)
    expect(indexed()).toEqual(Array.from({ length: 128 }, (_, i) => i + 4))
    store.media.at('https://example.org/picture.png')
    ids.flush()
    while (indexBatch(connection));
    expect(indexed()).toHaveLength(130)
    expect(connection.number("SELECT value FROM meta WHERE name = 'indexed_to'")).toBe(134)
  })

  it('leaves at most ten thousand posts unindexed', () => {
    const { connection, indexed } = storeWith(...Array.from({ length: 10_100 }, (_, i) => `Event ${i}`))
    indexOverflow(connection)
    expect(indexed()).toHaveLength(128)
  })
})
