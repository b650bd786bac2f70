// Exports all records of the chosen kinds that the caller may read, in an order in which they can be imported again.
import type { Exchange } from '../../base/exchange.ts'
import { addOne, getOrInsert } from '../../base/collections.ts'
import { isEmpty, isList, isObject, type Json, type JsonObject, objectsOf } from '../../base/json.ts'
import { isHiddenByPassword, linked_kinds, plurals_by_need, resources } from '../../spec/resources.ts'
import { ifFound, not_shown } from '../../client/api/call.ts'
import { getRecord } from '../../client/api/records.ts'
import { sendableField, sendableOf } from '../../client/update/sendable.ts'
import type { Plural } from '../../spec/model.ts'
import type { Values } from '../../spec/read.ts'
import { unknownFieldsIn } from '../input/parse-entry.ts'
import type { RunsOfCalendar } from '../journal/run-scope.ts'
import { slugReference } from '../../client/api/reference-index.ts'
import { allRecords } from '../../client/api/pages.ts'
import { unlistedEvents } from '../journal/run-records.ts'
import { eventsAt } from '../matching/unlisted.ts'
import type { ExportBatch } from './formats.ts'
import { withProtection } from './protection.ts'

export interface ExportOptions extends ExportShape {
  readonly kinds: readonly Plural[]
  /** Only records modified since this time (UTC). Terms have no modification date and are always included. */
  readonly since: string | undefined
  /** Records as the service sent them, for formats that convert them. */
  readonly raw: boolean
  readonly onRecord?: (kind: Plural) => void
  /** Called with the number of records that the service counts, before the first of them. */
  readonly onTotal?: (kind: Plural, total: number) => void
  /** Earlier runs, which may have created events that lists omit. */
  readonly runs: RunsOfCalendar | undefined
  /** Selects events. */
  readonly query?: Values | undefined
  /** An exchange with the rights of a visitor; undefined if the caller has no other rights. */
  readonly visitors: Exchange | undefined
  readonly report: ExportReport
}

/** What was noticed while records were read. */
export class ExportReport {
  /** Fields that the interface does not have (decision 11), with the number of records. */
  readonly unknown_fields = new Map<string, number>()
  /** Records with a password, which cannot be exported; `blank` if most of their fields are hidden, too. */
  readonly protected: { readonly kind: Plural; readonly record: JsonObject; readonly how: 'blank' | 'whole' }[] = []
  /** Lists that had fewer records than the service counts. */
  readonly short = new Map<Plural, { readonly came: number; readonly total: number }>()
  /** Kinds of which the caller sees only published records. */
  readonly published_only = new Set<Plural>()
  /** How many events that lists omit were known from earlier runs; undefined if lists show them, or with a query. */
  unlisted: number | undefined
  /** Whether it is unknown which events a password protects, because visitors cannot read the service. */
  unchecked = false
}

/** A batch for each kind; kinds that others refer to are first. */
export function* batchesOf(exchange: Exchange, options: ExportOptions): Iterable<ExportBatch> {
  for (const kind of plurals_by_need)
    if (options.kinds.includes(kind)) yield { kind, records: recordsOf(exchange, kind, options) }
}

/** The records of one kind. */
export async function* recordsOf(exchange: Exchange, kind: Plural, options: ExportOptions): AsyncIterable<JsonObject> {
  const { raw, onRecord, report } = options
  const withPlaces = placesOpener(exchange)
  const unlocked = new Set<number>()
  for await (const listed of checkedRecords(exchange, kind, { ...options, unlocked })) {
    onRecord?.(kind)
    if (isHiddenByPassword(kind, listed)) report.protected.push({ kind, record: listed, how: 'blank' })
    else if (unlocked.has(Number(listed.id))) report.protected.push({ kind, record: listed, how: 'whole' })
    const record = kind === 'events' ? await withPlaces(listed) : listed
    for (const field of unknownFieldsIn(kind, record)) addOne(report.unknown_fields, field)
    yield raw ? record : exportedRecordOf(kind, record, options)
  }
}

interface CheckedOptions extends ExportOptions {
  /** The ids of records that a password protects, and that were read without it; filled while they are read. */
  readonly unlocked: Set<number>
}

function checkedRecords(exchange: Exchange, kind: Plural, options: CheckedOptions): AsyncIterable<JsonObject> {
  const { visitors, report, unlocked } = options
  const onUnchecked = () => {
    report.unchecked = true
  }
  const records = modifiedSince(recordsInOrder(exchange, kind, options), options)
  return kind === 'events' && visitors
    ? withProtection(exchange, records, { visitors, unlocked, onUnchecked })
    : records
}

async function* modifiedSince(
  records: AsyncIterable<JsonObject>,
  { since }: Pick<ExportOptions, 'since'>,
): AsyncIterable<JsonObject> {
  for await (const record of records) if (since === undefined || modifiedAt(record) >= since) yield record
}

/** Terms have no modification date. */
function modifiedAt({ modified_utc, modified }: JsonObject): string {
  const utc = String(modified_utc ?? '')
  return utc.startsWith('0000') ? String(modified) : utc || '9999'
}

/**
 * Events are streamed by start. Records of other kinds are few and sorted by id, so that those with the same name get
 * the same slugs when imported. A stable export sorts by content instead of id.
 */
async function* recordsInOrder(exchange: Exchange, kind: Plural, options: CheckedOptions): AsyncIterable<JsonObject> {
  const { stable, onTotal, report, query, unlocked } = options
  const listed = allRecords(exchange, kind, kind === 'events' ? query : {}, {
    onMissing: (came, total) => report.short.set(kind, { came, total }),
    onTotal: (total) => onTotal?.(kind, total),
    onPublishedOnly: () => report.published_only.add(kind),
    onUnlocked: ({ id }) => unlocked.add(Number(id)),
  })
  // Only the service knows which events a filter selects: one that its list omits isn't selected.
  const all = kind === 'events' && query === undefined ? withUnlisted(exchange, listed, options) : listed
  if (kind === 'events' && !stable) return yield* all
  const records: JsonObject[] = []
  for await (const record of all) records.push(record)
  const text = (record: JsonObject) =>
    [record.start_date, record.slug, record.id].map((part) => String(part ?? '')).join(' ')
  records.sort(stable ? (a, b) => (text(a) < text(b) ? -1 : 1) : (a, b) => Number(a.id) - Number(b.id))
  yield* stable && kind === 'categories' ? withParentSlugs(records) : records
}

/** Deployed services omit events that are hidden from listings: those that earlier runs wrote are read by id. */
async function* withUnlisted(
  exchange: Exchange,
  listed: AsyncIterable<JsonObject>,
  { runs, report }: ExportOptions,
): AsyncIterable<JsonObject> {
  const seen = new Set<number>()
  let lists_hidden = runs === undefined
  for await (const record of listed) {
    if (runs) seen.add(Number(record.id))
    if (record.hide_from_listings === true) lists_hidden = true
    yield record
  }
  if (!runs || lists_hidden) return
  const unlisted = (await unlistedEvents(runs, seen)).map(({ id }) => id)
  report.unlisted = 0
  for await (const record of eventsAt(exchange, unlisted)) {
    report.unlisted++
    yield record
  }
}

/** In an export without ids, the parent of a category is its slug. */
function withParentSlugs(categories: readonly JsonObject[]): readonly JsonObject[] {
  const slugs = new Map(categories.map(({ id, slug }) => [id, slug] as const))
  return categories.map((category) => {
    const slug = slugs.get(category.parent)
    return { ...category, parent: typeof slug === 'string' ? slugReference(slug) : 0 }
  })
}

export interface ExportShape {
  /** For version control: omits fields that differ between two services with the same calendar. */
  readonly stable: boolean
}

/** They differ between services with the same calendar. */
const volatile_fields = new Set(['id', 'date'])

/** An author is a user of one service, and `date_utc` follows from `date`. */
const omitted_fields = new Set(['author', 'date_utc'])

/** Fields in the order of the interface's tables, without empty ones. */
export function exportedRecordOf(kind: Plural, record: JsonObject, { stable }: ExportShape): JsonObject {
  const present = sendableOf(kind, record)
  const all: JsonObject = {
    id: record.id,
    slug: record.slug,
    ...present,
    ...exportedLinks(kind, record, stable),
    date: sendableField(kind, 'date', record, 'any'),
    image: [sendableField(kind, 'image', record, 'any')].find((image) => typeof image === 'string'),
  }
  return Object.fromEntries(
    Object.entries(all).filter(
      ([name, value]) =>
        !isEmpty(value) &&
        !omitted_fields.has(name) &&
        !(stable && volatile_fields.has(name)) &&
        !(name === 'parent' && value === 0),
    ),
  )
}

function exportedLinks(kind: Plural, record: JsonObject, stable: boolean): JsonObject {
  if (kind !== 'events') return {}
  return Object.fromEntries(
    Object.entries(linked_kinds).map(([field, target]) => [
      field,
      objectsOf(record[field]).map((link) => linkOf(target, link, stable)),
    ]),
  )
}

/** The identifying fields of a linked record: the id for this service, slug and name for another one. */
function linkOf(kind: Plural, link: JsonObject, stable: boolean): JsonObject {
  const { name } = resources[kind]
  const fields: JsonObject = { ...(stable ? {} : { id: link.id }), slug: link.slug, [name]: link[name] }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)))
}

const place_fields = ['venue', 'organizer'] as const

/**
 * Returns a function that opens the places of events that a password hides. Each is read once in the edit context; if
 * that fails, it stays blank.
 */
function placesOpener(exchange: Exchange): (event: JsonObject) => Promise<JsonObject> {
  const read = new Map<string, Promise<JsonObject | undefined>>()
  const opened = async (kind: Plural, place: Json): Promise<Json> => {
    if (!isObject(place)) return place
    const id = Number(place.id)
    return (
      (await getOrInsert(read, `${kind} ${id}`, () =>
        ifFound(getRecord(exchange, kind, { kind: 'id', id }), not_shown),
      )) ?? place
    )
  }
  return async (event) => {
    const places: Record<string, Json> = {}
    for (const field of place_fields) {
      const [value = [], kind] = [event[field], linked_kinds[field]]
      if (!objectsOf(value).some((place) => isHiddenByPassword(kind, place))) continue
      places[field] = isList(value)
        ? await Promise.all(value.map((place) => opened(kind, place)))
        : await opened(kind, value)
    }
    return { ...event, ...places }
  }
}
