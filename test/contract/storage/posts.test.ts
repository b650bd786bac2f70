// Records are read as they were written; ids and slugs are unique.
import { describe, expect, it } from 'vitest'
import { changeEvent, event, everything, organizer, term, venue } from '../../support/store-records.ts'
import { stores } from './engines.ts'

describe.each(stores)('$name: a record', (engine) => {
  it('is read as it was written', async () => {
    const store = await engine.newStore()
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
    expect(await store.event.get(await store.event.insert(party))).toEqual({ id: 4, ...party })
    expect(await store.venue.get(await store.venue.insert(hall))).toEqual({ id: 5, ...hall })
    expect(await store.organizer.get(await store.organizer.insert(people))).toEqual({ id: 6, ...people })
  })

  it('has U+FFFD for NUL and half surrogates, which no engine stores', async () => {
    const store = await engine.newStore()
    const title = 'a\0b \ud83c!'
    const id = await store.event.insert(event({ title, slug: 'x\0' }))
    expect((await store.event.get(id))?.title).toBe('a\ufffdb \ufffd!')
    expect(await store.event.idOfSlug('x\0')).toBe(id)
    const search = { words: ['a\0b'], without: [] }
    const found = await store.event.select({ ...everything, search }, { offset: 0, limit: 5 })
    expect(found).toEqual({ ids: [id], total: 1 })
  })

  it('is not found by ids that no record can have', async () => {
    const store = await engine.newStore()
    for (const id of [0, -1, 1.5, 1e30]) {
      expect(await store.event.get(id)).toBeUndefined()
      expect(await store.event.getMany([id])).toEqual([])
      const selection = { ...everything, include: [id], venue: [id] }
      expect(await store.event.select(selection, { offset: 0, limit: 5 })).toEqual({ ids: [], total: 0 })
    }
  })

  it('of another kind is not found', async () => {
    const store = await engine.newStore()
    await store.venue.insert(venue({ title: 'Hall' }))
    expect(await store.event.get(4)).toBeUndefined()
  })

  it('is changed in every field', async () => {
    const store = await engine.newStore()
    const id = await store.event.insert(event({ title: 'Before', featured: true }))
    await changeEvent(store, id, event({ title: 'After' }))
    expect(await store.event.get(id)).toEqual({ id, ...event({ title: 'After' }) })
  })

  it('cannot be updated if it does not exist', async () => {
    const store = await engine.newStore()
    const before = { id: 12, ...event({}) }
    const update = store.event.update(before, { ...before, title: 'After' })
    await expect(update).rejects.toThrow('there is no event 12 to update')
  })
})

describe.each(stores)('$name: several records', (engine) => {
  it('are read in the order of the ids, without missing ones', async () => {
    const store = await engine.newStore()
    const first = await store.event.insert(event({ title: 'A' }))
    const second = await store.event.insert(event({ title: 'B' }))
    const found = await store.event.getMany([second, 99, first])
    expect(found.map(({ title }) => title)).toEqual(['B', 'A'])
    expect(await store.event.getMany([])).toEqual([])
  })

  it('are read with the terms above them, each once', async () => {
    const store = await engine.newStore()
    const insert = (name: string, parent: number) => store.terms.insert(term({ name, parent }))
    const top = await insert('Top', 0)
    const middle = await insert('Middle', top)
    const [left, right] = [await insert('Left', middle), await insert('Right', middle)]
    await insert('Other', 0)
    const found = await store.terms.withAncestors([left, right, 99])
    expect(found.map(({ id }) => id).toSorted()).toEqual([top, middle, left, right])
  })
})

describe.each(stores)('$name: slugs', (engine) => {
  it('get the first free number if they are taken', async () => {
    const store = await engine.newStore()
    for (const expected of ['jazz', 'jazz-2', 'jazz-3']) {
      const slug = await store.event.freeSlug('jazz')
      expect(slug).toBe(expected)
      await store.event.insert(event({ slug }))
    }
    expect(await store.venue.freeSlug('jazz')).toBe('jazz')
  })

  it('get the first free number while they are stored', async () => {
    const store = await engine.newStore()
    const made = []
    for (let i = 0; i < 3; i += 1) made.push(await store.event.insertWithFreeSlug(event({ slug: 'jazz' })))
    expect(made.map(({ slug }) => slug)).toEqual(['jazz', 'jazz-2', 'jazz-3'])
    const stored = await store.event.getMany(made.map(({ id }) => id))
    expect(stored.map(({ id, slug }) => ({ id, slug }))).toEqual(made)
    expect(await store.venue.insertWithFreeSlug(venue({ slug: 'jazz' }))).toMatchObject({ slug: 'jazz' })
  })

  it('include the own slug of a record', async () => {
    const store = await engine.newStore()
    const first = await store.event.insert(event({ slug: 'jazz' }))
    const second = await store.event.insert(event({ slug: 'jazz-2' }))
    expect(await store.event.freeSlug('jazz')).toBe('jazz-3')
    expect(await store.event.freeSlug('jazz', second)).toBe('jazz-2')
    expect(await store.event.freeSlug('jazz', first)).toBe('jazz')
  })

  it('are free again once their record has another', async () => {
    const store = await engine.newStore()
    const first = await store.event.insert(event({ slug: 'jazz' }))
    expect(await store.event.freeSlug('jazz')).toBe('jazz-2')
    await changeEvent(store, first, event({ slug: 'jazz__trashed' }))
    expect(await store.event.freeSlug('jazz')).toBe('jazz')
  })

  it('find their record; an empty slug finds none', async () => {
    const store = await engine.newStore()
    const first = await store.event.insert(event({ slug: 'a' }))
    await store.event.insert(event({ slug: '' }))
    expect(await store.event.idOfSlug('a')).toBe(first)
    expect(await store.event.idOfSlug('')).toBeUndefined()
    expect(await store.event.idOfSlug('b')).toBeUndefined()
  })
})

describe.each(stores)('$name: names of places', (engine) => {
  it('find the oldest record outside the trash, ignoring case', async () => {
    const store = await engine.newStore()
    await store.venue.insert(venue({ title: 'Ärena', status: 'trash' }))
    await store.venue.insert(venue({ title: 'ÄRENA', status: 'draft' }))
    await store.venue.insert(venue({ title: 'ärena' }))
    expect(await store.placeNamed('venue', 'ärENA')).toBe(5)
    expect(await store.placeNamed('venue', 'arena')).toBeUndefined()
  })
})
