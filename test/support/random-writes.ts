// Random writes to a calendar: records of every kind that are created, changed, renamed, moved to the trash and back.
import fc from 'fast-check'
import type { Exchange } from '../../src/base/exchange.ts'

const name = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('Jazz', 'jazz', 'Käse & Brot', 'JAZZ 日本', 'Tango "live"', 'x') },
  fc.string({ minLength: 1, maxLength: 12 }),
)
const text = fc.oneof(
  name,
  fc.constantFrom('<p>One &amp; two</p>\n\n<p>Three</p>', "it's \\ {a,b} \t null 'x' \u0001", '🎉 ﬁ ẞ İ', '{}', 'NULL'),
)
const status = fc.constantFrom('publish', 'publish', 'draft', 'pending', 'private', 'future')
/** Mostly absent: in quirks mode addresses are refused. */
const url = fc.constantFrom(
  undefined,
  undefined,
  undefined,
  'https://img.test/a.jpg',
  'https://img.test/%C3%A4.png',
  'https://img.test/a.jpg?x=1&y=2',
)
const flag = fc.constantFrom('true', 'false')
const day = fc.integer({ min: 10, max: 28 }).map((date) => `2027-02-${date}`)
/** One of the records that exist when the request is sent. */
const pick = fc.nat(100)
const picks = fc.array(pick, { maxLength: 3 })

const post = { status, description: text, excerpt: text, slug: fc.constantFrom('jazz', 'jazz-2', 'käse'), image: url }
const fields = {
  events: fc.record(
    {
      ...post,
      title: name,
      start_date: day.map((on) => `${on} 10:00:00`),
      end_date: day.map((on) => `${on.replace('-02-', '-03-')} 12:00:00`),
      timezone: fc.constantFrom('Europe/Berlin', 'UTC', 'UTC+5.5', 'America/New_York'),
      all_day: flag,
      hide_from_listings: flag,
      sticky: flag,
      featured: flag,
      show_map: flag,
      cost: fc.constantFrom('10', '$5 - $20', 'Free'),
      website: fc.constantFrom('https://example.org/x?a=1&b=2'),
      password: fc.constant('secret word'),
      date: fc.constantFrom('2026-01-01 10:00:00', '2030-01-01 10:00:00'),
      venues: picks,
      organizers: picks,
      categories: picks,
      tags: picks,
    },
    { requiredKeys: ['title', 'start_date', 'end_date', 'categories', 'tags'] },
  ),
  venues: fc.record(
    {
      ...post,
      venue: name,
      city: text,
      zip: fc.constant('01234'),
      geo_lat: fc.double({ min: -90, max: 90, noNaN: true }),
      geo_lng: fc.double({ min: -180, max: 180, noNaN: true }),
      show_map: flag,
    },
    { requiredKeys: ['venue'] },
  ),
  organizers: fc.record(
    { ...post, organizer: name, email: fc.constant('a@x.test'), phone: fc.constant('0731 1') },
    { requiredKeys: ['organizer'] },
  ),
  categories: fc.record(
    { name, description: text, parent: pick, slug: fc.constantFrom('jazz', 'rock') },
    { requiredKeys: ['name'] },
  ),
  tags: fc.record({ name, description: text }, { requiredKeys: ['name'] }),
}
type Kind = keyof typeof fields

export interface RandomWrite {
  readonly verb: 'create' | 'update' | 'delete'
  readonly kind: Kind
  readonly target: number
  readonly fields: Readonly<Record<string, unknown>>
}

const kind = fc.constantFrom<Kind>('events', 'events', 'events', 'events', 'venues', 'organizers', 'categories', 'tags')
const verb = fc.constantFrom<RandomWrite['verb']>('create', 'create', 'create', 'update', 'update', 'delete')

export const randomWrites: fc.Arbitrary<readonly RandomWrite[]> = fc.array(
  fc.tuple(verb, kind, pick).chain(([done, written, target]) =>
    fc.record({ all: fields[written], few: fc.nat(3) }).map(({ all, few }) => ({
      verb: done,
      kind: written,
      target,
      fields: done === 'update' ? last(all, few + 1) : all,
    })),
  ),
  { minLength: 10, maxLength: 40 },
)

/** Some of the fields. A new status is often the trash, from which a later update may take a record. */
function last(all: object, count: number): Readonly<Record<string, unknown>> {
  const entries = Object.entries(all)
  return Object.fromEntries(
    count === 1 ? [['status', entries.length % 2 === 0 ? 'trash' : 'publish']] : entries.slice(-count),
  )
}

/** Sends them; returns the number that were accepted. The ids of what exists are kept in `known`. */
export async function sendWrites(
  exchange: Exchange,
  writes: readonly RandomWrite[],
  known: Map<string, number[]>,
): Promise<number> {
  let accepted = 0
  for (const [i, { verb: done, kind: plural, target, fields: values }] of writes.entries()) {
    const id = picked(known.get(plural), target)
    if (done !== 'create' && id === undefined) continue
    const { status: answered, body } = await exchange({
      method: done === 'delete' ? 'DELETE' : 'POST',
      path: done === 'create' ? `/${plural}` : `/${plural}/${id}`,
      query: '',
      headers: { 'content-type': 'application/json', as: i % 5 === 4 ? 'author' : 'administrator' },
      body: JSON.stringify(bodyOf(values, known)),
    })
    if (answered >= 300) continue
    accepted += 1
    if (done === 'create') known.set(plural, [...(known.get(plural) ?? []), JSON.parse(body).id])
  }
  return accepted
}

function picked(ids: readonly number[] = [], n: number): number | undefined {
  return ids[n % ids.length]
}

/** Replaces what was picked by ids. */
function bodyOf(values: RandomWrite['fields'], known: ReadonlyMap<string, number[]>): object {
  const { venues, organizers, categories, tags, parent, ...rest } = values
  const idsOf = (plural: string, chosen: unknown) =>
    Array.isArray(chosen) ? { ids: [...new Set(chosen.flatMap((n) => picked(known.get(plural), n) ?? []))] } : undefined
  const links = {
    venue: idsOf('venues', venues)?.ids.slice(0, 1),
    organizer: idsOf('organizers', organizers)?.ids,
    categories: idsOf('categories', categories)?.ids,
    tags: idsOf('tags', tags)?.ids,
  }
  const above = typeof parent === 'number' ? picked(known.get('categories'), parent) : undefined
  return {
    ...rest,
    ...Object.fromEntries(Object.entries(links).filter(([, ids]) => ids !== undefined && ids.length > 0)),
    ...(above !== undefined && { parent: above }),
  }
}
