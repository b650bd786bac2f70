// Looks up records with a few requests: those that a new one would repeat, and those whose create request got no
// response, before the request is sent again.
import { slicesOf } from '../../base/collections.ts'
import { dayNear } from '../../base/dates/days.ts'
import { foldedSlug, longestWord } from '../../base/text/slug.ts'
import type { Exchange } from '../../base/exchange.ts'
import { CalError } from '../../base/errors.ts'
import type { Json, JsonObject } from '../../base/json.ts'
import { pagesOf } from '../../spec/lists.ts'
import type { Plural } from '../../spec/model.ts'
import { isTerm, resources } from '../../spec/resources.ts'
import { booleanOf, type Values } from '../../spec/read.ts'
import { allRecords, listed, totalOf } from '../../client/api/pages.ts'
import { existingOf } from './existing.ts'
import { dayIn, RemoteIndex } from './remote-index.ts'
import { keysOf, keysOfRecord, nameKeysOf } from './keys.ts'
import { eventsOfSlug, expectedSlugs } from './unlisted.ts'
import { recordsLike } from '../../client/api/records.ts'

/** The fields of a create by which its record can be looked up. */
export function lookupFieldsOf(kind: Plural, values: Values): Values {
  const names =
    kind === 'events'
      ? ['slug', 'title', 'start_date', 'end_date', 'hide_from_listings']
      : ['slug', resources[kind].name, 'parent']
  const fields: Record<string, Json | undefined> = {}
  for (const name of names) if (values[name] !== undefined) fields[name] = values[name]
  return fields
}

/** Records that the create may have created: matching ones with an id above `known_id_max`. */
export async function findCreated(
  exchange: Exchange,
  kind: Plural,
  values: Values,
  known_id_max: number,
): Promise<readonly JsonObject[]> {
  const found = new Map<number, JsonObject>()
  for await (const record of candidates(exchange, kind, values))
    if (Number(record.id) > known_id_max && matchesCreate(kind, values, record)) found.set(Number(record.id), record)
  return [...found.values()]
}

/** Concurrent lookups. */
const lookups_max = 8

/**
 * The same for many creates of one kind, in order. Events of a range of days are read together if that takes fewer
 * requests than one lookup each.
 */
export async function findAllCreated(
  exchange: Exchange,
  kind: Plural,
  creates: readonly Values[],
  known_id_max: number,
): Promise<readonly (readonly JsonObject[])[]> {
  const together = await recordsAround(exchange, kind, creates)
  if (!together) {
    const found: (readonly JsonObject[])[] = []
    for (const slice of slicesOf(creates, lookups_max))
      found.push(...(await Promise.all(slice.map((values) => findCreated(exchange, kind, values, known_id_max)))))
    return found
  }
  const recent = together.filter(({ id }) => Number(id) > known_id_max)
  return creates.map((values) => recent.filter((record) => matchesCreate(kind, values, record)))
}

/** The records among which those of all these creates are; undefined if single lookups take fewer requests. */
async function recordsAround(
  exchange: Exchange,
  kind: Plural,
  creates: readonly Values[],
): Promise<readonly JsonObject[] | undefined> {
  if (creates.length < 3 || creates.some(isHidden)) return undefined
  const query: Record<string, string> = {}
  if (kind === 'events') {
    const days = creates.map(({ start_date }) => dayIn(start_date))
    if (days.includes(undefined)) return undefined
    const [first = '', last = ''] = [days.toSorted()[0], days.toSorted().at(-1)]
    Object.assign(query, { starts_after: dayNear(first, -2), starts_before: dayNear(last, 2) })
  }
  const total = await totalOf(exchange, kind, query)
  if (total === undefined || pagesOf(total) >= creates.length) return undefined
  return listed(allRecords(exchange, kind, query))
}

/** Lists of deployed services omit it. */
function isHidden({ hide_from_listings }: Values): boolean {
  return booleanOf(hide_from_listings) === true
}

/** Whether name and start are equal, and the slug is the one that was sent, with or without a suffix. */
export function matchesCreate(kind: Plural, values: Values, record: JsonObject): boolean {
  const keys = keysOfRecord(kind, record, undefined)
  const { slug, ...rest } = values
  for (const natural of keysOf({ kind, values: rest }, undefined)) if (!keys.includes(natural)) return false
  return (
    typeof slug !== 'string' ||
    slug === '' ||
    kind === 'venues' ||
    kind === 'organizers' ||
    foldedSlug(String(record.slug)).startsWith(foldedSlug(slug).slice(0, 20))
  )
}

async function* candidates(exchange: Exchange, kind: Plural, values: Values): AsyncIterable<JsonObject> {
  if (kind === 'events') return yield* aroundEvent(exchange, values)
  const name = String(values[resources[kind].name] ?? '')
  // A service refuses a second term of a name: if the search misses one, the whole list need not be read.
  if (isTerm(kind)) return yield* allRecords(exchange, kind, { search: longestWord(name) })
  yield* await recordsLike(exchange, kind, name)
}

/** The records that a new one would repeat, found with a few requests: those of its name; of events, and its start. */
export async function findExisting(exchange: Exchange, kind: Plural, values: Values): Promise<readonly JsonObject[]> {
  const remote = new RemoteIndex(exchange)
  for await (const record of candidates(exchange, kind, values)) remote.add(kind, [record])
  return existingIn(remote, kind, values)
}

/**
 * Finds the terms that new ones would repeat. Each word of their names is searched once, or the whole list is read if
 * that takes fewer requests.
 */
export async function termFinder(
  exchange: Exchange,
  kind: Plural,
  creates: readonly Values[],
): Promise<(values: Values) => Promise<readonly JsonObject[]>> {
  const words = new Set(creates.map((values) => longestWord(String(values[resources[kind].name] ?? ''))))
  const total = words.size > 1 ? await totalOf(exchange, kind) : undefined
  const isListed = total !== undefined && pagesOf(total) < words.size
  const remote = new RemoteIndex(exchange)
  for (const query of isListed ? [{}] : [...words].map((search) => ({ search })))
    for await (const record of allRecords(exchange, kind, query)) remote.add(kind, [record])
  return (values) => existingIn(remote, kind, values)
}

async function existingIn(remote: RemoteIndex, kind: Plural, values: Values): Promise<readonly JsonObject[]> {
  return (await existingOf({ kind, n: 0, values }, nameKeysOf(kind, values), { remote })).existing
}

/**
 * By the days around the event, because the zone in which a service compares is unknown. An event that lists omit is
 * found by its slug, with a number if it was taken.
 */
async function* aroundEvent(exchange: Exchange, values: Values): AsyncIterable<JsonObject> {
  const { start_date, end_date } = values
  if (isHidden(values))
    for (const slug of expectedSlugs({ values })) yield* unlessNoRecord(eventsOfSlug(exchange, slug))
  const day = dayIn(start_date)
  if (day === undefined) return
  yield* allRecords(exchange, 'events', {
    start_date: dayNear(day, -1),
    end_date: dayNear(dayIn(end_date) ?? day, 1),
  })
}

/** Ignores a response for a slug without a record; the lists are read next. */
async function* unlessNoRecord(records: AsyncIterable<JsonObject>): AsyncIterable<JsonObject> {
  try {
    yield* records
  } catch (error) {
    if (!(error instanceof CalError) || error.code !== 'server_failed' || error.remote) throw error
  }
}
