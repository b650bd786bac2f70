// Exporting: all records of some kinds that the caller may see, in an order in which they can be imported again.
import type { Exchange } from '../../base/exchange.ts'
import { isObject, type Json, type JsonObject, objectsOf } from '../../base/json.ts'
import { isBlank, isUnlocked } from '../../client/api/protected.ts'
import type { Plural } from '../../spec/model.ts'
import { plurals_by_need, resources } from '../../spec/resources.ts'
import { unknownFieldsIn } from '../input/parse-entry.ts'
import { allRecords } from '../matching/remote-index.ts'
import type { ExportBatch } from './formats.ts'
import { EmbeddedPlaces } from './embedded-places.ts'
import type { RunsOfCalendar } from '../journal/last-written.ts'
import { eventsAt, eventsOfRuns } from '../matching/unlisted.ts'
import { sendableOf } from '../../client/update/sendable.ts'

export interface ExportOptions extends ExportShape {
  readonly kinds: readonly Plural[]
  /** Only records changed since then, UTC wall clock. Terms have no date of change and are always included. */
  readonly since: string | undefined
  /** As the service sent them, for formats that convert them. */
  readonly raw: boolean
  readonly onRecord: (kind: Plural) => void
  /** A record has a field that the interface does not have (decision 11). */
  readonly onUnknownField: (field: string) => void
  /**
   * A record has a password, which nobody can read: `blank` where that keeps most of its fields from the export too.
   */
  readonly onProtected: (kind: Plural, record: JsonObject, how: 'blank' | 'whole') => void
  /** Earlier runs, which may have created events that no list shows. */
  readonly runs: RunsOfCalendar | undefined
  /**
   * Told at the end of the events how many were found beside the lists; undefined where the lists show what is hidden.
   */
  readonly onUnlisted: (found: number | undefined) => void
  /** Fewer of a kind came than the service counts. */
  readonly onMissing: (kind: Plural, came: number, total: number) => void
}

/** A batch for each kind; kinds that others refer to come first. */
export function* batchesOf(exchange: Exchange, exporting: ExportOptions): Iterable<ExportBatch> {
  for (const kind of plurals_by_need)
    if (exporting.kinds.includes(kind)) yield { kind, records: recordsOf(exchange, kind, exporting) }
}

async function* recordsOf(exchange: Exchange, kind: Plural, exporting: ExportOptions): AsyncIterable<JsonObject> {
  const { since, raw, onRecord: seen, onUnknownField: stranger, onProtected: guarded } = exporting
  const places = new EmbeddedPlaces(exchange)
  for await (const came of inOrder(exchange, kind, exporting)) {
    if (since !== undefined && changedAt(came) < since) continue
    seen(kind)
    if (isBlank(kind, came)) guarded(kind, came, 'blank')
    else if (isUnlocked(came)) guarded(kind, came, 'whole')
    const record = kind === 'events' ? await places.withPlaces(came) : came
    for (const field of unknownFieldsIn(kind, record)) stranger(field)
    yield raw ? record : exportedRecordOf(kind, record, exporting)
  }
}

/** Terms have no date of change. */
function changedAt({ modified_utc, modified }: JsonObject): string {
  const utc = String(modified_utc ?? '')
  return utc.startsWith('0000') ? String(modified) : utc || '9999'
}

/**
 * Events stream by start. Others are few and come oldest first: records of the same name get the same slugs again.
 * For version control all are sorted by what they are, not by when they were made.
 */
async function* inOrder(exchange: Exchange, kind: Plural, exporting: ExportOptions): AsyncIterable<JsonObject> {
  const { stable, onMissing: short } = exporting
  const listed = allRecords(exchange, kind, {}, { onMissing: (came, total) => short(kind, came, total) })
  const all = kind === 'events' ? withUnlisted(exchange, listed, exporting) : listed
  if (kind === 'events' && !stable) return yield* all
  const records: JsonObject[] = []
  for await (const record of all) records.push(record)
  const text = (record: JsonObject) =>
    [record.start_date, record.slug, record.id].map((part) => String(part ?? '')).join(' ')
  records.sort(stable ? (a, b) => (text(a) < text(b) ? -1 : 1) : (a, b) => Number(a.id) - Number(b.id))
  yield* stable && kind === 'categories' ? belowSlugs(records) : records
}

/**
 * Deployed services list no event that is hidden from listings: those that earlier runs created are asked for by their
 * ids.
 */
async function* withUnlisted(
  exchange: Exchange,
  listed: AsyncIterable<JsonObject>,
  { runs, onUnlisted: unlisted }: ExportOptions,
): AsyncIterable<JsonObject> {
  const seen = new Set<number>()
  let lists_hidden = runs === undefined
  for await (const record of listed) {
    if (runs) seen.add(Number(record.id))
    if (record.hide_from_listings === true) lists_hidden = true
    yield record
  }
  if (!runs || lists_hidden) return unlisted(undefined)
  const ids = [...(await eventsOfRuns(runs)).keys()].filter((id) => !seen.has(id))
  let found = 0
  for await (const record of eventsAt(
    exchange,
    ids.map((id) => ({ id })),
  )) {
    found++
    yield record
  }
  unlisted(found)
}

/** Without ids, the parent of a category is given by its slug. */
function belowSlugs(categories: readonly JsonObject[]): readonly JsonObject[] {
  const slugs = new Map(categories.map(({ id, slug }) => [id, slug] as const))
  return categories.map((category) => ({ ...category, parent: slugs.get(category.parent) ?? 0 }))
}

export interface ExportShape {
  /** For version control: nothing that differs between two services holding the same calendar. */
  readonly stable: boolean
}

/** Ids and publication dates differ between services that hold the same calendar. */
const volatile = new Set(['id', 'date'])

/** An author is a user of one service, and the second clock follows from the first. */
const unsent = new Set(['author', 'date_utc'])

/** In the order of the interface's tables. What is empty is left out: nothing said is nothing there. */
function exportedRecordOf(kind: Plural, record: JsonObject, { stable }: ExportShape): JsonObject {
  const present = sendableOf(kind, record)
  const never_published = String(record.date_utc ?? '').startsWith('0000')
  const all: JsonObject = {
    id: record.id,
    slug: record.slug,
    ...present,
    ...linksOf(kind, record, stable),
    image: imageOf(record),
  }
  return Object.fromEntries(
    Object.entries(all).filter(
      ([name, value]) =>
        !isEmpty(value) &&
        !unsent.has(name) &&
        !(name === 'date' && never_published) &&
        !(stable && volatile.has(name)) &&
        !(name === 'parent' && value === 0),
    ),
  )
}

function isEmpty(value: Json | undefined): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/** The address of the image: its id is only valid in one service. */
function imageOf({ image }: JsonObject): Json | undefined {
  if (!isObject(image)) return undefined
  return image.url ? image.url : image.id === undefined ? undefined : String(image.id)
}

const linked: Readonly<Record<string, Plural>> = {
  venue: 'venues',
  organizer: 'organizers',
  categories: 'categories',
  tags: 'tags',
}

function linksOf(kind: Plural, record: JsonObject, stable: boolean): JsonObject {
  if (kind !== 'events') return {}
  return Object.fromEntries(
    Object.entries(linked).map(([field, target]) => [
      field,
      objectsOf(record[field]).map((link) => linkOf(target, link, stable)),
    ]),
  )
}

/** Enough to find the record here by id, elsewhere by slug or name, and to create it if it is missing. */
function linkOf(kind: Plural, link: JsonObject, stable: boolean): JsonObject {
  const { name } = resources[kind]
  const found: JsonObject = { ...(stable ? {} : { id: link.id }), slug: link.slug, [name]: link[name] }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => !isEmpty(value)))
}
