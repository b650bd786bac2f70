// The search index is updated in the background; posts that are not indexed yet are found too.
import { describe, expect, it } from 'vitest'
import { indexBatch } from '../../../../../src/server/storage/sqlite/trigrams.ts'
import { changeEvent, committed, event, everything, newStore, venue } from './records/records.ts'
import { sql } from '../../../../../src/server/storage/sql.ts'

async function storeWith(...titles: readonly string[]) {
  const open = newStore()
  await committed(open, async () => {
    for (const title of titles) await open.store.event.insert(event({ title }))
  })
  const found = async (word: string) => {
    const search = { words: [word], without: [] }
    return (await open.store.event.select({ ...everything, search }, { offset: 0, limit: 99 })).ids
  }
  const indexed = () =>
    open.connection.tuples(sql('SELECT rowid AS id FROM event_trigram ORDER BY rowid')).map(([id]) => id)
  return { ...open, found, indexed }
}

describe('a search', () => {
  it('finds indexed posts, unindexed ones, and those changed after they were indexed', async () => {
    const { store, connection, found, indexed } = await storeWith('Saxophone', 'Trumpet')
    expect([await found('saxophone'), indexed()]).toEqual([[4], []])
    expect([indexBatch(connection), indexBatch(connection)]).toEqual([true, false])
    expect([await found('saxophone'), indexed()]).toEqual([[4], [4, 5]])
    await changeEvent(store, 5, event({ title: 'Saxophone again' }))
    expect([await found('saxophone'), await found('trumpet')]).toEqual([[4, 5], []])
    expect([indexBatch(connection), indexBatch(connection)]).toEqual([true, false])
    expect([await found('saxophone'), await found('trumpet'), indexed()]).toEqual([[4, 5], [], [4, 5]])
  })

  it('finds unindexed places', async () => {
    const { store } = await storeWith()
    await store.venue.insert(venue({ title: 'Old mill' }))
    const search = { words: ['mill'], without: [] }
    expect((await store.venue.select({ statuses: ['publish'], search }, { offset: 0, limit: 9 })).ids).toEqual([4])
  })

  it('finds the one place with a word that thousands of events contain', async () => {
    const open = await storeWith()
    const { store, connection, indexed } = open
    const places: number[] = []
    await committed(open, async () => {
      for (let n = 0; n < 2_100; n += 1) await store.event.insert(event({ title: `Old mill ${n}` }))
      for (const title of ['Old mill', 'New mill', 'Barn']) places.push(await store.venue.insert(venue({ title })))
    })
    while (indexBatch(connection));
    expect(indexed()).toHaveLength(2_100)
    const found = (...words: string[]) =>
      store.venue.select({ statuses: ['publish'], search: { words, without: [] } }, { offset: 0, limit: 9 })
    expect([await found('old'), await found('mill'), await found('barn')]).toEqual([
      { ids: [places[0]], total: 1 },
      { ids: [places[1], places[0]], total: 2 },
      { ids: [places[2]], total: 1 },
    ])
  })
})
