// Records are read as they were written; ids and slugs are unique.
import { describe, expect, it } from 'vitest'
import { event, newStore, organizer, term, venue } from './records.ts'

describe('a record', () => {
  it('is read as it was written', () => {
    const { store } = newStore()
    const party = event({
      title: 'Ünï "quoted"\nline',
      website: '',
      featured: true,
      password: 'x',
      image: { id: 9, url: 'https://example.org/a.png' },
      organizer: [7, 5],
      tags: [],
      cost: '10',
    })
    const hall = venue({ title: 'City Hall', geo_lat: 52.5, geo_lng: -13.25, show_map: false })
    const people = organizer({ title: 'People', email: 'a@example.org' })
    expect(store.event.get(store.event.insert(party))).toEqual({ id: 4, ...party })
    expect(store.venue.get(store.venue.insert(hall))).toEqual({ id: 5, ...hall })
    expect(store.organizer.get(store.organizer.insert(people))).toEqual({ id: 6, ...people })
  })

  it('of another kind is not found', () => {
    const { store } = newStore()
    store.venue.insert(venue({ title: 'Hall' }))
    expect(store.event.get(4)).toBeUndefined()
  })

  it('is replaced as a whole', () => {
    const { store } = newStore()
    const id = store.event.insert(event({ title: 'Before', featured: true }))
    store.event.replace({ id, ...event({ title: 'After' }) })
    expect(store.event.get(id)).toEqual({ id, ...event({ title: 'After' }) })
  })

  it('cannot be replaced if it does not exist', () => {
    const { store } = newStore()
    expect(() => store.event.replace({ id: 12, ...event({}) })).toThrow('there is no event 12 to replace')
  })
})

describe('several records', () => {
  it('are read in the order of the ids, without missing ones', () => {
    const { store } = newStore()
    const [first = 0, second = 0] = ['A', 'B'].map((title) => store.event.insert(event({ title })))
    expect(store.event.getMany([second, 99, first, second]).map(({ title }) => title)).toEqual(['B', 'A', 'B'])
    expect(store.event.getMany([])).toEqual([])
  })

  it('are read with the terms above them, each once', () => {
    const { store } = newStore()
    const insert = (name: string, parent: number) => store.terms.insert(term({ name, parent }))
    const top = insert('Top', 0)
    const middle = insert('Middle', top)
    const [left, right] = [insert('Left', middle), insert('Right', middle)]
    insert('Other', 0)
    const found = store.terms.withAncestors([left, right, 99])
    expect(found.map(({ id }) => id).toSorted()).toEqual([top, middle, left, right])
  })
})

describe('ids', () => {
  it('of a rolled back insert are not reused', () => {
    const { store, connection, ids } = newStore()
    connection.run('BEGIN IMMEDIATE')
    connection.run('SAVEPOINT request')
    expect(store.event.insert(event({}))).toBe(4)
    connection.run('ROLLBACK TO request')
    ids.flush()
    connection.run('COMMIT')
    expect(store.event.insert(event({}))).toBe(5)
    expect(connection.value("SELECT value FROM meta WHERE name = 'next_post_id'")).toBe(5)
  })
})

describe('slugs', () => {
  it('get the first free number if they are taken', () => {
    const { store } = newStore()
    for (const expected of ['jazz', 'jazz-2', 'jazz-3']) {
      const slug = store.event.freeSlug('jazz')
      expect(slug).toBe(expected)
      store.event.insert(event({ slug }))
    }
    expect(store.venue.freeSlug('jazz')).toBe('jazz')
  })

  it('include the own slug of a record', () => {
    const { store } = newStore()
    const [first, second] = ['jazz', 'jazz-2'].map((slug) => store.event.insert(event({ slug })))
    expect(store.event.freeSlug('jazz')).toBe('jazz-3')
    expect(store.event.freeSlug('jazz', second)).toBe('jazz-2')
    expect(store.event.freeSlug('jazz', first)).toBe('jazz')
  })

  it('are free again once their record has another', () => {
    const { store } = newStore()
    const first = store.event.insert(event({ slug: 'jazz' }))
    expect(store.event.freeSlug('jazz')).toBe('jazz-2')
    store.event.replace({ id: first, ...event({ slug: 'jazz__trashed' }) })
    expect(store.event.freeSlug('jazz')).toBe('jazz')
  })

  it('find their record; an empty slug finds none', () => {
    const { store } = newStore()
    const [first] = [store.event.insert(event({ slug: 'a' })), store.event.insert(event({ slug: '' }))]
    expect(store.event.idOfSlug('a')).toBe(first)
    expect(store.event.idOfSlug('')).toBeUndefined()
    expect(store.event.idOfSlug('b')).toBeUndefined()
  })
})

describe('names of places', () => {
  it('find the oldest record outside the trash, ignoring case', () => {
    const { store } = newStore()
    store.venue.insert(venue({ title: 'Ärena', status: 'trash' }))
    store.venue.insert(venue({ title: 'ÄRENA', status: 'draft' }))
    store.venue.insert(venue({ title: 'ärena' }))
    expect(store.placeNamed('venue', 'ärENA')).toBe(5)
    expect(store.placeNamed('venue', 'arena')).toBeUndefined()
  })
})
