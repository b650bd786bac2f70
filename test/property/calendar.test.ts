// Invariants of a calendar after random writes.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Body, openAskedCalendar, type TestCalendar } from '../support/calendar.ts'
import { is_nightly } from '../support/extent.ts'

const day = fc.integer({ min: 1, max: 28 }).map((number) => `2027-02-${String(number).padStart(2, '0')} 10:00`)
const name = fc.constantFrom('Jazz', 'Rock & Roll', 'Größe', '日本', '100 %', 'a, b')
const index = fc.nat({ max: 7 })
const event = fc.record({
  does: fc.constant('event' as const),
  title: name,
  day,
  venue: fc.option(index),
  organizer: fc.array(index, { maxLength: 3 }),
  tags: fc.array(name, { maxLength: 2 }),
})
const write = fc.oneof(
  { weight: 4, arbitrary: event },
  fc.record({ does: fc.constantFrom('venues' as const, 'organizers' as const), title: name }),
  fc.record({
    does: fc.constantFrom(
      'remove-venues' as const,
      'remove-organizers' as const,
      'remove-events' as const,
      'remove-tags' as const,
    ),
    index,
  }),
  fc.record({ does: fc.constantFrom('restore-venues' as const, 'restore-events' as const), index }),
)
type Write = typeof write extends fc.Arbitrary<infer T> ? T : never

/**
 * Executes writes; those that are no longer valid are rejected.
 * Events do not link places in the trash, which would be shown to callers who can read them.
 */
async function written(writes: readonly Write[], { ask }: TestCalendar): Promise<void> {
  const made: Record<string, number[]> = { events: [], venues: [], organizers: [] }
  const trashed: Record<string, number[]> = { events: [], venues: [], organizers: [] }
  const nth = (kind: string, at: number, list = made) => list[kind]?.[at % Math.max(1, list[kind].length)] ?? 0
  const move = (id: number, kind: string, from: typeof made, to: typeof made) => {
    from[kind] = (from[kind] ?? []).filter((one) => one !== id)
    if (id > 0) to[kind]?.push(id)
  }
  for (const one of writes) {
    if (one.does === 'event') {
      const links = {
        ...(one.venue !== null && { venue: nth('venues', one.venue) }),
        organizer: one.organizer.map((at) => nth('organizers', at)),
      }
      const { status, body } = await ask('POST', '/events', {
        title: one.title,
        start_date: one.day,
        end_date: one.day,
        tags: one.tags,
        ...links,
      })
      if (status === 201) made.events?.push(body.id)
    } else if ('title' in one) {
      const { body } = await ask('POST', `/${one.does}`, { [one.does.slice(0, -1)]: one.title })
      made[one.does]?.push(body.id)
    } else {
      const [what = '', kind = ''] = one.does.split('-')
      const [from, to] = what === 'remove' ? [made, trashed] : [trashed, made]
      const id = kind === 'tags' ? 2 + one.index : nth(kind, one.index, from)
      await (what === 'remove'
        ? ask('DELETE', `/${kind}/${id}`)
        : ask('PATCH', `/${kind}/${id}`, { status: 'publish' }))
      move(id, kind, from, to)
    }
  }
}

interface Page {
  readonly events: readonly {
    readonly id: number
    readonly venue: unknown
    readonly organizer: readonly { readonly status: string }[]
    readonly tags: readonly { readonly id: number }[]
  }[]
  readonly total: number
  readonly next_rest_url?: string
}

/** Follows `next_rest_url` to the end. */
async function walked({ ask }: TestCalendar, first: string): Promise<readonly Page[]> {
  const pages: Page[] = []
  for (let next: string | undefined = first; next !== undefined; next = pages.at(-1)?.next_rest_url) {
    const { status, body } = await ask('GET', next)
    expect(status).toBe(200)
    pages.push(body as Body & Page)
  }
  return pages
}

describe('a calendar', () => {
  it('lists every event once over all pages, as many as its total', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(write, { maxLength: 25 }), fc.integer({ min: 1, max: 4 }), async (writes, per_page) => {
        const calendar = await openAskedCalendar()
        try {
          await written(writes, calendar)
          const pages = await walked(calendar, `/events?start_date=2027-01-01&end_date=2027-12-31&per_page=${per_page}`)
          const ids = pages.flatMap(({ events }) => events.map(({ id }) => id))
          expect(new Set(ids).size).toBe(ids.length)
          expect(pages.map(({ total }) => total)).toEqual(pages.map(() => ids.length))
        } finally {
          await calendar.close()
        }
      }),
      { numRuns: is_nightly ? 25 : 10 },
    )
  })

  it('has no links to deleted records, and correct counts of tags', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(write, { maxLength: 25 }), async (writes) => {
        const calendar = await openAskedCalendar()
        try {
          await written(writes, calendar)
          const [page] = await walked(
            calendar,
            '/events?start_date=2027-01-01&end_date=2027-12-31&per_page=50&status=publish',
          )
          const linked =
            page?.events.flatMap(({ venue, organizer }) => [
              ...(Array.isArray(venue) ? venue : [venue]),
              ...organizer,
            ]) ?? []
          expect(linked.filter(({ status }) => status !== 'publish')).toEqual([])
          const used = page?.events.flatMap(({ tags }) => tags.map(({ id }) => id)) ?? []
          const { body } = await calendar.ask('GET', '/tags?per_page=50')
          const tags = body.tags as readonly { readonly id: number; readonly count: number }[]
          expect(tags.map(({ id, count }) => [id, count])).toEqual(
            tags.map(({ id }) => [id, used.filter((one) => one === id).length]),
          )
          expect(new Set(used)).toEqual(new Set(tags.map(({ id }) => id)))
        } finally {
          await calendar.close()
        }
      }),
      { numRuns: is_nightly ? 25 : 10 },
    )
  })
})
