// What every engine promises about requests: complete or without a trace, durable, one consistent view each.
import { setImmediate } from 'node:timers/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Engine } from '../../../src/server/storage/engine.ts'
import { engines } from './engines.ts'
import { created, get, party, send } from './requests.ts'
import { newFolder } from '../../support/folder.ts'

const folder = newFolder()

const user = { id: 7, login: 'ada', email: 'ada@example.org', role: 'editor', password_hash: 'scrypt$x' } as const
const all = 'start_date=2027-01-01&end_date=2027-12-31&per_page=50'

describe.each(engines)('$name: a write', ({ open, openAlone }) => {
  it('is visible to others as soon as it is answered, and after the calendar is closed', async () => {
    const engine = await open()
    const { body } = await created(engine, '/events', party({ venue: { venue: 'Hall' }, tags: ['new'] }))
    const other = await open({ location: engine.location, read_only: true })
    expect((await get(other, `/events/${body.id}`)).body).toMatchObject({ title: 'Party', venue: { venue: 'Hall' } })
    await other.close()
    await engine.close()
    const again = await open({ location: engine.location })
    expect((await get(again, `/events/${body.id}`)).body).toMatchObject({
      id: body.id,
      tags: [{ name: 'new', count: 1 }],
    })
  })

  it('that is refused leaves no trace, although it had written', async () => {
    const engine = await open()
    // The organizer is refused after the venue and the terms were written.
    const fields = party({
      venue: { venue: 'Hall' },
      categories: ['new'],
      tags: ['new'],
      organizer: { organizer: ' ' },
    })
    expect((await created(engine, '/events', fields)).status).toBe(400)
    for (const path of ['/events', '/venues', '/tags', '/categories'])
      expect([path, (await get(engine, path, 'hide_empty=false')).body.total]).toEqual([path, 0])
  })

  it('changes the generation before it is answered', async () => {
    const engine = await open()
    const seen = [await engine.generation()]
    for (let i = 0; i < 3; i += 1) {
      await created(engine, '/events', party())
      seen.push(await engine.generation())
    }
    expect(new Set(seen).size).toBe(4)
  })

  it('changes the version, which reading and refused writes do not', async () => {
    const engine = await openAlone()
    await created(engine, '/events', party())
    const before = await engine.version()
    await get(engine, '/events', '')
    expect((await created(engine, '/events', party({ venue: 99 }))).status).toBe(400)
    await engine.publishDue(Date.now())
    expect(await engine.version()).toBe(before)
    await created(engine, '/tags', { name: 'One' })
    expect(await engine.version()).not.toBe(before)
  })

  it('never gets an id that was used before', async () => {
    const engine = await open()
    const { body: first } = await created(engine, '/tags', { name: 'One' })
    await send(engine, 'DELETE', `/tags/${first.id}`)
    const { body: second } = await created(engine, '/tags', { name: 'Two' })
    expect(second.id).toBeGreaterThan(first.id)
  })
})

describe.each(engines)('$name: writes at the same time', ({ open }) => {
  it('get different ids and slugs, and one term for each name', async () => {
    const engine = await open()
    const events = await Promise.all(
      Array.from({ length: 16 }, (_, i) =>
        created(
          engine,
          '/events',
          party({ categories: [`Group ${i % 4}`], tags: ['all'], venue: { venue: `Hall ${i}` } }),
        ),
      ),
    )
    expect(events.map(({ status }) => status)).toEqual(Array(16).fill(201))
    const found = events.map(({ body }) => body)
    expect(new Set(found.flatMap(({ id, venue }) => [id, venue.id])).size).toBe(32)
    expect(new Set(found.map(({ slug }) => slug)).size).toBe(16)
    const { body: groups } = await get(engine, '/categories')
    expect(groups.categories.map(({ name, count }: { name: string; count: number }) => [name, count])).toEqual(
      [0, 1, 2, 3].map((n) => [`Group ${n}`, 4]),
    )
    expect((await get(engine, '/tags')).body.tags).toMatchObject([{ name: 'all', count: 16 }])
  })

  it('that are refused do not undo the others', async () => {
    const engine = await open()
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, i) => created(engine, '/events', party(i % 2 === 0 ? {} : { organizer: 999 }))),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? 201 : 400)))
    expect((await get(engine, '/events', all)).body.total).toBe(10)
  })
})

describe.each(engines)('$name: reads at the same time as writes', ({ open }) => {
  it('have as many records as their total says, all of the listed status', async () => {
    const engine = await open()
    const ids = (await Promise.all(Array.from({ length: 12 }, () => created(engine, '/events', party())))).map(
      ({ body }) => body.id,
    )
    const isDone = { value: false }
    const seen = new Set<number>()
    const reader = async () => {
      while (!isDone.value) {
        const { body } = await get(engine, '/events', `${all}&status=publish`)
        expect(body.events).toHaveLength(body.total)
        for (const { status } of body.events) expect(status).toBe('publish')
        seen.add(body.total)
        await setImmediate()
      }
    }
    const readers = Array.from({ length: 8 }, reader)
    for (const id of ids) {
      await send(engine, 'DELETE', `/events/${id}`)
      await send(engine, 'POST', `/events/${ids[0]}`, { title: `After ${id}` })
    }
    isDone.value = true
    await Promise.all(readers)
    expect(seen.size).toBeGreaterThan(3)
  })
})

describe.each(engines)('$name: a calendar', ({ open }) => {
  it('has an id of its own, which stays', async () => {
    const [one, other] = [await open(), await open()]
    expect(one.id).not.toBe(other.id)
    await one.close()
    const again = await open({ location: one.location })
    expect([again.id, one.isNew, again.isNew]).toEqual([one.id, true, false])
  })

  it('has the users that were put into it', async () => {
    const engine = await open()
    expect(await engine.users.any()).toBe(false)
    await engine.users.put([user, { ...user, id: 0, login: 'bob', email: '' }])
    expect([await engine.users.any(), await engine.users.named('ada@example.org')]).toEqual([true, user])
    await engine.users.put([{ ...user, role: 'author' }], { only: true })
    expect([await engine.users.named('ada'), await engine.users.named('bob')]).toEqual([
      { ...user, role: 'author' },
      undefined,
    ])
  })

  it('publishes only due events', async () => {
    const engine = await open({ timezone: 'UTC' })
    const scheduled = async (date: string) => (await created(engine, '/events', party({ date, status: 'future' }))).body
    const [soon, later] = [await scheduled('2026-11-20 13:00:00'), await scheduled('2026-11-21 13:00:00')]
    expect([soon.status, later.status]).toEqual(['future', 'future'])
    await engine.publishDue(Date.UTC(2026, 10, 20, 13))
    const statusOf = async ({ id }: { id: number }) => (await get(engine, `/events/${id}`)).body.status
    expect([await statusOf(soon), await statusOf(later)]).toEqual(['publish', 'future'])
  })

  it('refuses to be opened for reading only if it does not exist', async () => {
    const { location } = await open()
    await expect(open({ location: `${location}-other`, read_only: true })).rejects.toMatchObject({
      code: 'configuration',
    })
  })
})

describe.each(engines.filter(({ hasOneWriter }) => hasOneWriter))('$name: a calendar of one writer', ({ open }) => {
  it('goes back to a snapshot, counters included', async () => {
    const engine = await open()
    await created(engine, '/events', party({ title: 'Before' }))
    const snapshot = join(folder, `${engine.id}.db`)
    await engine.snapshot(snapshot)
    const after = await Promise.all([1, 2, 3].map(() => created(engine, '/events', party({ title: 'After' }))))
    const generation = await engine.generation()
    await engine.restore(snapshot)
    expect(await engine.generation()).not.toBe(generation)
    expect(titlesIn(await get(engine, '/events', all))).toEqual(['Before'])
    expect((await created(engine, '/events', party())).body.id).toBe(Math.min(...after.map(({ body }) => body.id)))
  })

  it('is removed when it is discarded', async () => {
    const engine: Engine = await open()
    await created(engine, '/events', party())
    await engine.close({ discard: true })
    await expect(open({ location: engine.location, read_only: true })).rejects.toMatchObject({ code: 'configuration' })
  })
})

function titlesIn({ body }: { readonly body: { readonly events: readonly { readonly title: string }[] } }) {
  return body.events.map(({ title }) => title)
}
