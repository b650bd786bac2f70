// Cached records are dropped after a write by any connection.
import { afterAll, describe, expect, it } from 'vitest'
import { openStore, type OpenStore } from '../../../../../../src/server/storage/sqlite/open-store.ts'
import { event, newStore, term, venue } from './records.ts'

const opened: OpenStore[] = []
afterAll(() => {
  for (const { connection } of opened) connection.close()
})

function both() {
  const writing = newStore()
  const reading = openStore(writing.connection.file, { readonly: true })
  opened.push(reading)
  return { writing, reading }
}

describe('a record that is read twice', () => {
  it('is read from the file once while nothing is written', async () => {
    const { writing, reading } = both()
    const id = await writing.store.event.insert(event({ title: 'Jazz' }))
    const first = await reading.connection.inOneView(() => reading.store.event.get(id))
    expect(first).toMatchObject({ id, title: 'Jazz' })
    expect(await reading.connection.inOneView(() => reading.store.event.get(id))).toBe(first)
    expect(await reading.store.event.get(id)).toBe(first)
  })

  it('is read again after a write; so are a missing one and the count of a term', async () => {
    const { writing, reading } = both()
    const category = await writing.store.terms.insert(term({ name: 'Music', slug: 'music', taxonomy: 'category' }))
    const place = await writing.store.venue.insert(venue({ title: 'Hall' }))
    const seen = () =>
      reading.connection.inOneView(async () => [
        (await reading.store.venue.get(place))?.title,
        (await reading.store.terms.get(category))?.count,
        (await reading.store.event.get(place + 1))?.title,
      ])
    expect([await seen(), await seen()]).toEqual([
      ['Hall', 0, undefined],
      ['Hall', 0, undefined],
    ])
    await writing.store.event.insert(event({ title: 'Jazz', categories: [category] }))
    expect([await seen(), await seen()]).toEqual([
      ['Hall', 1, 'Jazz'],
      ['Hall', 1, 'Jazz'],
    ])
    await writing.store.venue.replace({ ...venue({ title: 'Barn' }), id: place })
    expect(await seen()).toEqual(['Barn', 1, 'Jazz'])
  })

  it('is the same throughout one view, even if it is written during it', async () => {
    const { writing, reading } = both()
    const id = await writing.store.event.insert(event({ title: 'Jazz' }))
    const seen = await reading.connection.inOneView(async () => {
      const before = (await reading.store.event.get(id))?.title
      await writing.store.event.replace({ ...event({ title: 'Rock' }), id })
      const other = await writing.store.event.insert(event({ title: 'Opera' }))
      return [before, (await reading.store.event.get(id))?.title, await reading.store.event.get(other)]
    })
    expect(seen).toEqual(['Jazz', 'Jazz', undefined])
    const after = await reading.connection.inOneView(() => reading.store.event.getMany([id, id + 1]))
    expect(after.map(({ title }) => title)).toEqual(['Rock', 'Opera'])
  })
})

it('a view whose work throws ends, and the next one sees later writes', async () => {
  const { writing, reading } = both()
  const id = await writing.store.event.insert(event({ title: 'Jazz' }))
  const title = async () => (await reading.store.event.get(id))?.title
  await expect(
    reading.connection.inOneView(async () => {
      await title()
      throw new Error('in the midst')
    }),
  ).rejects.toThrow('in the midst')
  await writing.store.event.replace({ ...event({ title: 'Rock' }), id })
  expect(await reading.connection.inOneView(title)).toBe('Rock')
})
