// Events that no list of a deployed service shows because they are hidden from listings: they are read one by one.
import { slicesOf } from '../../base/collections.ts'
import type { Exchange } from '../../base/exchange.ts'
import { CalError } from '../../base/errors.ts'
import type { JsonObject } from '../../base/json.ts'
import { slugOf } from '../../base/text/slug.ts'
import { call, recordOf } from '../../client/api/call.ts'
import { ifFound, not_shown } from '../../client/api/records.ts'
import type { Values } from '../../spec/read.ts'
import { slugOfUid } from './keys.ts'
import type { ParsedRecord } from '../input/parse-entry.ts'

/** Concurrent lookups. */
const lookups_max = 8
/** Slugs that are looked up together, after the first two: `talk-3` … `talk-10`. */
const suffixes_max = 8

type EventTarget = { readonly slug: string } | { readonly id: number }

/** The event with this slug or id; undefined if the caller can see none, or it is in the trash. */
async function eventAt(exchange: Exchange, target: EventTarget): Promise<JsonObject | undefined> {
  const name = 'slug' in target ? 'events.get-by-slug' : 'events.get'
  const answer = await ifFound(call(exchange, name, target, { query: { context: 'edit' } }), not_shown)
  const record = answer && recordOf(answer)
  return record?.status === 'trash' ? undefined : record
}

/** Those of these events that exist. */
export async function* eventsAt(exchange: Exchange, targets: readonly EventTarget[]): AsyncIterable<JsonObject> {
  for (const slice of slicesOf(targets, lookups_max))
    for (const record of await Promise.all(slice.map((target) => eventAt(exchange, target)))) if (record) yield record
}

/**
 * Deployed services list no hidden event and accept any order; services that list them refuse an unknown order.
 * Source: Q20, Q22.
 */
export async function listsHideEvents(exchange: Exchange): Promise<boolean> {
  try {
    await call(exchange, 'tags.list', { order: 'unsorted', per_page: 1 })
    return true
  } catch (error) {
    if (error instanceof CalError && error.code === 'refused') return false
    throw error
  }
}

/** Slugs that a new event of this title would get, without a numeric suffix. German sites write ü as ue. */
export function expectedSlugs({ values, uid }: Pick<ParsedRecord, 'values' | 'uid'>): readonly string[] {
  const title = String(values.title ?? '')
  const source =
    uid !== undefined
      ? slugOfUid(title, uid)
      : typeof values.slug === 'string' && values.slug !== ''
        ? values.slug
        : title
  return [...new Set([slugOf(source), slugOf(transliterated(source))])].filter((slug) => slug !== '')
}

/** The number of a slug that a new event of these values gets because others are taken, or 1; undefined for another. */
export function slugNumberOf(slug: string, values: Values): number | undefined {
  const expected = expectedSlugs({ values })
  const [, base = '', number] = /^(.+)-(\d+)$/.exec(slug) ?? []
  // `kill-7` is the slug of "Kill 7".
  return expected.includes(slug) ? 1 : expected.includes(base) ? Number(number) : undefined
}

function transliterated(text: string): string {
  const letters: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'ae', Ö: 'oe', Ü: 'ue', ß: 'ss' }
  return text.normalize('NFC').replace(/[äöüÄÖÜß]/g, (letter) => letters[letter] ?? letter)
}

/** Events with this slug or with a numeric suffix: `talk`, `talk-2`, and so on until none exist. */
export async function* eventsOfSlug(exchange: Exchange, slug: string): AsyncIterable<JsonObject> {
  for (let [from, count] = [1, 2]; ; from += count, count = suffixes_max) {
    const targets = Array.from({ length: count }, (_, i) => ({ slug: from + i === 1 ? slug : `${slug}-${from + i}` }))
    let found = 0
    for await (const record of eventsAt(exchange, targets)) {
      found++
      yield record
    }
    if (found === 0) return
  }
}
