// Users, images, consumed ids, links, and records that are due.
import { describe, expect, it } from 'vitest'
import { event, organizer, venue } from '../../support/store-records.ts'
import { stores } from './engines.ts'

const ada = { id: 7, login: 'ada', email: 'ada@example.org', role: 'editor', password_hash: 'scrypt$x' } as const

describe.each(stores)('$name: a user', ({ newStore }) => {
  it('is found by id, login and e-mail, a login before an e-mail', async () => {
    const { users } = await newStore()
    expect([await users.any(), await users.get(7), await users.named('ada')]).toEqual([false, undefined, undefined])
    expect(await users.put(ada)).toBe(7)
    await users.put({ ...ada, id: 8, login: 'ada@example.org', email: '' })
    expect([await users.any(), await users.get(7)]).toEqual([true, ada])
    expect([await users.named('ada'), (await users.named('ada@example.org'))?.id]).toEqual([ada, 8])
    expect(await users.named('')).toBeUndefined()
  })

  it('without an id gets one that is free, and keeps it when it is put again', async () => {
    const { users } = await newStore()
    await users.put(ada)
    const id = await users.put({ ...ada, id: 0, login: 'bob' })
    expect(id).toBeGreaterThan(7)
    expect(await users.put({ ...ada, id: 0, login: 'bob', role: 'author' })).toBe(id)
    expect(await users.named('bob')).toEqual({ ...ada, id, login: 'bob', role: 'author' })
  })

  it('is removed unless it is named', async () => {
    const { users } = await newStore()
    for (const [i, login] of ['ada', 'bob', 'cy'].entries()) await users.put({ ...ada, id: i + 1, login })
    await users.removeOthers(['bob', 'nobody'])
    expect([await users.get(1), (await users.get(2))?.login, await users.get(3)]).toEqual([undefined, 'bob', undefined])
  })
})

describe.each(stores)('$name: an image', ({ newStore }) => {
  it('is stored once by its URL', async () => {
    const { media } = await newStore()
    const first = await media.at('https://example.org/a.png')
    expect(await media.at('https://example.org/a.png')).toEqual(first)
    expect((await media.at('https://example.org/A.png')).id).not.toBe(first.id)
    expect([await media.get(first.id), await media.get(99)]).toEqual([first, undefined])
  })
})

describe.each(stores)('$name: ids', ({ newStore }) => {
  it('of posts and images come from one counter', async () => {
    const store = await newStore()
    const ids = [
      await store.event.insert(event({})),
      await store.venue.insert(venue({})),
      (await store.media.at('https://example.org/a.png')).id,
      await store.organizer.insert(organizer({})),
    ]
    expect(ids).toEqual([4, 5, 6, 7])
  })

  it('are consumed by a name and a text, unless the name already has this text', async () => {
    const store = await newStore()
    const texts = ['a', 'a', 'b', 'b', 'a']
    const ids: number[] = []
    for (const text of texts) {
      await store.consumeId('revision of 4', text)
      ids.push(await store.event.insert(event({})))
    }
    expect(ids).toEqual([5, 6, 8, 9, 11])
  })
})

describe.each(stores)('$name: links', ({ newStore }) => {
  it('of a place are removed from every event, and no others', async () => {
    const store = await newStore()
    const [hall, barn] = [await store.venue.insert(venue({})), await store.venue.insert(venue({}))]
    const host = await store.organizer.insert(organizer({}))
    const ids = [
      await store.event.insert(event({ venue: [hall, barn], organizer: [host] })),
      await store.event.insert(event({ venue: [hall], status: 'trash' })),
    ]
    await store.unlink('venue', hall)
    const found = await store.event.getMany(ids)
    expect(found.map((one) => [one.venue, one.organizer])).toEqual([
      [[barn], [host]],
      [[], []],
    ])
  })
})

describe.each(stores)('$name: posts that are due', ({ newStore }) => {
  it('are the scheduled ones whose publication date has passed, hidden ones too', async () => {
    const store = await newStore()
    const insert = (status: string, date_utc: string, hide_from_listings = false) =>
      store.event.insert(event({ status, date_utc, hide_from_listings }))
    const ids = [
      await insert('future', '2026-11-20 12:00:00'),
      await insert('future', '2026-11-20 12:00:01'),
      await insert('draft', '2026-11-20 11:00:00'),
      await insert('future', '2026-11-20 11:00:00', true),
    ]
    const hall = await store.venue.insert(venue({ status: 'future', date_utc: '2026-11-20 11:00:00' }))
    const due = await store.event.due('2026-11-20 12:00:00')
    expect(due.toSorted((a, b) => a - b)).toEqual([ids[0], ids[3]])
    expect([await store.venue.due('2026-11-20 12:00:00'), await store.organizer.due('2026-11-20 12:00:00')]).toEqual([
      [hall],
      [],
    ])
  })
})
