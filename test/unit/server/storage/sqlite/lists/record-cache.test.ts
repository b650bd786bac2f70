// Cached records are dropped after a write by any connection.
import { afterAll, describe, expect, it } from 'vitest'
import { openStore, type OpenStore } from '../../../../../../src/server/storage/sqlite/open-store.ts'
import { event, newStore, term, venue } from '../records/records.ts'

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
  it('is read from the file once while nothing is written', () => {
    const { writing, reading } = both()
    const id = writing.store.event.insert(event({ title: 'Jazz' }))
    const first = reading.connection.inOneView(() => reading.store.event.get(id))
    expect(first).toMatchObject({ id, title: 'Jazz' })
    expect(reading.connection.inOneView(() => reading.store.event.get(id))).toBe(first)
    expect(reading.store.event.get(id)).toBe(first)
  })

  it('is read again after a write; so are a missing one and the count of a term', () => {
    const { writing, reading } = both()
    const category = writing.store.terms.insert(term({ name: 'Music', slug: 'music', taxonomy: 'category' }))
    const place = writing.store.venue.insert(venue({ title: 'Hall' }))
    const seen = () =>
      reading.connection.inOneView(() => [
        reading.store.venue.get(place)?.title,
        reading.store.terms.get(category)?.count,
        reading.store.event.get(place + 1)?.title,
      ])
    expect([seen(), seen()]).toEqual([
      ['Hall', 0, undefined],
      ['Hall', 0, undefined],
    ])
    writing.store.event.insert(event({ title: 'Jazz', categories: [category] }))
    expect([seen(), seen()]).toEqual([
      ['Hall', 1, 'Jazz'],
      ['Hall', 1, 'Jazz'],
    ])
    writing.store.venue.replace({ ...venue({ title: 'Barn' }), id: place })
    expect(seen()).toEqual(['Barn', 1, 'Jazz'])
  })

  it('is the same throughout one view, even if it is written during it', () => {
    const { writing, reading } = both()
    const id = writing.store.event.insert(event({ title: 'Jazz' }))
    const seen = reading.connection.inOneView(() => {
      const before = reading.store.event.get(id)?.title
      writing.store.event.replace({ ...event({ title: 'Rock' }), id })
      const other = writing.store.event.insert(event({ title: 'Opera' }))
      return [before, reading.store.event.get(id)?.title, reading.store.event.get(other)]
    })
    expect(seen).toEqual(['Jazz', 'Jazz', undefined])
    expect(
      reading.connection.inOneView(() => [reading.store.event.get(id)?.title, reading.store.event.get(id + 1)?.title]),
    ).toEqual(['Rock', 'Opera'])
  })

  it('is dropped when the cache has too many long ones', () => {
    const { writing, reading } = both()
    const long = 'x'.repeat(15_000_000)
    const ids = [0, 1].map((n) => writing.store.venue.insert(venue({ title: `Hall ${n}`, description: long })))
    const read = (n: number) => reading.connection.inOneView(() => reading.store.venue.get(ids[n] ?? 0))
    const [first, again] = [read(0), read(0)]
    expect(again).toBe(first)
    expect(read(1)?.title).toBe('Hall 1')
    expect(read(0)).not.toBe(first)
  })
})

it('a view whose work throws ends, and the next one sees later writes', () => {
  const { writing, reading } = both()
  const id = writing.store.event.insert(event({ title: 'Jazz' }))
  const title = () => reading.store.event.get(id)?.title
  expect(() =>
    reading.connection.inOneView(() => {
      title()
      throw new Error('in the midst')
    }),
  ).toThrow('in the midst')
  writing.store.event.replace({ ...event({ title: 'Rock' }), id })
  expect(reading.connection.inOneView(title)).toBe('Rock')
})
