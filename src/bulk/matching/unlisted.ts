// Events that no list of a deployed service shows because they are hidden from listings: they are read one by one.
import { slicesOf } from '../../base/collections.ts'
import type { Exchange } from '../../base/exchange.ts'
import type { JsonObject } from '../../base/json.ts'
import { possibleSlugsOf } from '../../base/text/slug.ts'
import { ifFound, not_shown } from '../../client/api/call.ts'
import { findRecord } from '../../client/api/records.ts'
import type { Values } from '../../spec/read.ts'
import { slugOfUid } from './keys.ts'
import type { ParsedRecord } from '../input/parse-entry.ts'

/** Concurrent lookups. */
const lookups_max = 8
/** Slugs that are looked up together, after the first two: `talk-3` … `talk-10`. */
const suffixes_max = 8

/** Those of these events that the caller can see, by their ids or slugs. */
export async function* eventsAt(exchange: Exchange, names: readonly (number | string)[]): AsyncIterable<JsonObject> {
  const find = (name: number | string) => ifFound(findRecord(exchange, 'events', name), not_shown)
  for (const slice of slicesOf(names, lookups_max))
    for (const record of await Promise.all(slice.map(find))) if (record) yield record
}

/** The slugs that a service may give to a new event of these values, without a numeric suffix. */
export function expectedSlugs({ values, uid }: Pick<ParsedRecord, 'values' | 'uid'>): readonly string[] {
  const title = String(values.title ?? '')
  const source =
    uid !== undefined
      ? slugOfUid(title, uid)
      : typeof values.slug === 'string' && values.slug !== ''
        ? values.slug
        : title
  return possibleSlugsOf(source)
}

/** The number of a slug that a new event of these values gets because others are taken, or 1; undefined for another. */
export function slugNumberOf(slug: string, values: Values): number | undefined {
  const expected = expectedSlugs({ values })
  const [, base = '', number] = /^(.+)-(\d+)$/.exec(slug) ?? []
  // `kill-7` is the slug of "Kill 7".
  return expected.includes(slug) ? 1 : expected.includes(base) ? Number(number) : undefined
}

/** Events with this slug or with a numeric suffix: `talk`, `talk-2`, and so on until none exist. */
export async function* eventsOfSlug(exchange: Exchange, slug: string): AsyncIterable<JsonObject> {
  for (let [from, count] = [1, 2]; ; from += count, count = suffixes_max) {
    const slugs = Array.from({ length: count }, (_, i) => (from + i === 1 ? slug : `${slug}-${from + i}`))
    let found = 0
    for await (const record of eventsAt(exchange, slugs)) {
      found++
      yield record
    }
    if (found === 0) return
  }
}
