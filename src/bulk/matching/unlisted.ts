// Events that no list of a deployed service shows, because they are hidden from listings: asked for one by one.
import type { Exchange } from '../../base/exchange.ts'
import { CalError } from '../../base/errors.ts'
import type { JsonObject } from '../../base/json.ts'
import { slugOf } from '../../base/text/slug.ts'
import { recordOf } from '../../client/api/answer.ts'
import { call } from '../../client/api/call.ts'
import { booleanOf } from '../../spec/read.ts'
import { runScopeOf } from '../journal/run-scope.ts'
import { type RecordMatch, slugOfUid } from './keys.ts'
import type { RunsOfCalendar } from '../journal/last-written.ts'
import type { WantedRecord } from '../input/parse-entry.ts'
import { headOf, runNames } from '../journal/runs.ts'
import { writesOf } from '../journal/run-writes.ts'

/** Single records that are asked for side by side. */
const lookups_at_once = 8
/** Slugs asked for at once, beyond the first two: `talk-3` … `talk-10`. */
const suffixes_at_once = 8

/** The event of this slug or id; undefined where there is none that the caller may see, or it is in the trash. */
export async function eventAt(
  exchange: Exchange,
  place: { readonly slug: string } | { readonly id: number },
): Promise<JsonObject | undefined> {
  try {
    const record = recordOf(
      await call(exchange, 'slug' in place ? 'events.get-by-slug' : 'events.get', place, {
        query: { context: 'edit' },
      }),
    )
    return record.status === 'trash' ? undefined : record
  } catch (error) {
    if (error instanceof CalError && (error.code === 'not_found' || error.code === 'not_allowed')) return undefined
    throw error
  }
}

/** The events at these places, as far as there are any, a few asked for at a time. */
export async function* eventsAt(
  exchange: Exchange,
  places: readonly Parameters<typeof eventAt>[1][],
): AsyncIterable<JsonObject> {
  for (let at = 0; at < places.length; at += lookups_at_once) {
    for (const record of await Promise.all(
      places.slice(at, at + lookups_at_once).map((place) => eventAt(exchange, place)),
    ))
      if (record) yield record
  }
}

/**
 * Deployed services list no hidden event, and take any order; services that list them refuse one they do not know.
 * Source: modes D20, D22.
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

/** Slugs that a new event of this title would get, without a number behind. Sites in German write ü as ue. */
export function expectedSlugs({ values, uid }: Pick<WantedRecord, 'values' | 'uid'>): readonly string[] {
  const title = String(values.title ?? '')
  const wanted =
    uid !== undefined
      ? slugOfUid(title, uid)
      : typeof values.slug === 'string' && values.slug !== ''
        ? values.slug
        : title
  return [...new Set([slugOf(wanted), slugOf(inGermanLetters(wanted))])].filter((slug) => slug !== '')
}

function inGermanLetters(text: string): string {
  const letters: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'ae', Ö: 'oe', Ü: 'ue', ß: 'ss' }
  return text.normalize('NFC').replace(/[äöüÄÖÜß]/g, (letter) => letters[letter] ?? letter)
}

/** What the input says of events that are hidden from listings. */
export class HiddenWanted {
  readonly #slugs = new Set<string>()
  readonly #ids = new Set<number>()
  readonly #byId: boolean

  constructor(match: RecordMatch | undefined) {
    this.#byId = match?.length === 1 && match[0] === 'id'
  }

  add(wanted: Pick<WantedRecord, 'values' | 'uid' | 'id'>): void {
    if (this.#byId) {
      if (wanted.id !== undefined) this.#ids.add(wanted.id)
    } else if (booleanOf(wanted.values.hide_from_listings) === true)
      for (const slug of expectedSlugs(wanted)) this.#slugs.add(slug)
  }

  get slugs(): readonly string[] {
    return [...this.#slugs]
  }

  /** With `--match id` every row is expected to be there. */
  get ids(): readonly number[] {
    return [...this.#ids]
  }
}

/** Events that have a slug or one with a number behind it: `talk`, `talk-2`, and so on as long as there are any. */
export async function* eventsOfSlug(exchange: Exchange, slug: string): AsyncIterable<JsonObject> {
  for (let [from, count] = [1, 2]; ; from += count, count = suffixes_at_once) {
    const places = Array.from({ length: count }, (_, i) => ({ slug: from + i === 1 ? slug : `${slug}-${from + i}` }))
    let found = 0
    for await (const record of eventsAt(exchange, places)) {
      found++
      yield record
    }
    if (found === 0) return
  }
}

/** Events that runs created in this calendar and none deleted: the key each was known by. */
export async function eventsOfRuns({ state_dir, open }: RunsOfCalendar): Promise<ReadonlyMap<number, string>> {
  const { calendar } = await open()
  const events = new Map<number, string>()
  for (const run of [...runNames(state_dir)].reverse()) {
    const head = await headOf(state_dir, run)
    if (!head || runScopeOf(head, calendar) !== 'own') continue
    for await (const { begin, end } of writesOf(state_dir, run)) {
      const id = end?.id ?? begin.id
      if (begin.kind !== 'events' || id === undefined || !end || end.failed !== undefined) continue
      if (begin.action === 'delete') events.delete(id)
      else if (begin.action === 'create' || isRestored(begin.sent)) events.set(id, begin.key)
    }
  }
  return events
}

/** An undo brings a deleted event back by its status. */
function isRestored(sent: JsonObject = {}): boolean {
  return sent.status !== undefined
}
