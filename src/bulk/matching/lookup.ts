// Whether a record whose creation was never answered is there: asked before it is ever sent again.
import { day_ms, instantOfUtc, utcWall } from '../../base/dates/zoned-time.ts'
import { foldedSlug } from '../../base/text/undo-texturize.ts'
import type { Exchange } from '../../base/exchange.ts'
import { CalError } from '../../base/errors.ts'
import type { JsonObject } from '../../base/json.ts'
import type { Plural } from '../../spec/model.ts'
import { resources } from '../../spec/resources.ts'
import type { Values } from '../../spec/read.ts'
import { allRecords } from './remote-index.ts'
import { keysOf, keysOfRecord } from './keys.ts'
import { eventsOfSlug, expectedSlugs } from './unlisted.ts'

/** The fields of a create that find it again. */
export function findable(kind: Plural, values: Values): Values {
  const names =
    kind === 'events' ? ['slug', 'title', 'start_date', 'end_date'] : ['slug', resources[kind].name, 'parent']
  return Object.fromEntries(names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])))
}

/** Records that such a create may have made: those newer than anything that was there before. */
export async function createdBy(
  exchange: Exchange,
  kind: Plural,
  values: Values,
  known_id_max: number,
): Promise<readonly JsonObject[]> {
  const found = new Map<number, JsonObject>()
  for await (const record of candidates(exchange, kind, values))
    if (Number(record.id) > known_id_max && fits(kind, values, record)) found.set(Number(record.id), record)
  return [...found.values()]
}

/** Same name and start; of a slug that was asked for, at most a suffix more. */
export function fits(kind: Plural, values: Values, record: JsonObject): boolean {
  const keys = keysOfRecord(kind, record, undefined)
  const { slug, ...rest } = values
  const natural = keysOf({ kind, values: rest }, undefined)
  if (!natural.every((key) => keys.includes(key))) return false
  return (
    typeof slug !== 'string' ||
    slug === '' ||
    kind === 'venues' ||
    kind === 'organizers' ||
    foldedSlug(String(record.slug)).startsWith(foldedSlug(slug).slice(0, 20))
  )
}

async function* candidates(exchange: Exchange, kind: Plural, values: Values): AsyncIterable<JsonObject> {
  if (kind === 'events') yield* aroundEvent(exchange, values)
  else yield* allRecords(exchange, kind, { search: longestWord(String(values[resources[kind].name] ?? '')) })
}

/** Services keep `&` and quotes in names as entities: searches with them find nothing. */
function longestWord(name: string): string {
  return (name.match(/[\p{L}\p{N}]+/gu) ?? [name]).reduce(
    (longest, word) => (word.length > longest.length ? word : longest),
    '',
  )
}

/**
 * By its slug, with a number behind where the slug was taken, also for what lists hide; else the days around: which
 * zone a service compares in is not known.
 */
async function* aroundEvent(exchange: Exchange, values: Values): AsyncIterable<JsonObject> {
  const { start_date, end_date } = values
  for (const slug of expectedSlugs({ values })) yield* unlessNoRecord(eventsOfSlug(exchange, slug))
  if (typeof start_date !== 'string' || !/^\d{4}-\d\d-\d\d/.test(start_date)) return
  yield* allRecords(exchange, 'events', {
    start_date: shifted(start_date, -1),
    end_date: shifted(typeof end_date === 'string' ? end_date : start_date, 1),
  })
}

/** A service that answers a slug with something else than a record: the lists are asked all the same. */
async function* unlessNoRecord(records: AsyncIterable<JsonObject>): AsyncIterable<JsonObject> {
  try {
    yield* records
  } catch (error) {
    if (!(error instanceof CalError) || error.code !== 'server_failed' || error.remote) throw error
  }
}

function shifted(date: string, days: number): string {
  return utcWall(instantOfUtc(`${date.slice(0, 10)} 00:00:00`) + days * day_ms).slice(0, 10)
}
