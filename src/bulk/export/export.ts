// Exporting: everything of some kinds that the caller may see, in an order in which it can be imported again.
import type { Exchange } from '../../base/exchange.ts'
import type { JsonObject } from '../../base/json.ts'
import { isBlank, isUnlocked } from '../../client/api/protected.ts'
import type { Plural } from '../../spec/model.ts'
import { plurals_by_need } from '../../spec/resources.ts'
import { unknownFieldsIn } from '../input/parse-entry.ts'
import { allRecords } from '../matching/remote-index.ts'
import { exportedRecordOf, type ExportShape } from './exported-record.ts'
import type { ExportBatch } from './formats.ts'
import { EmbeddedPlaces } from '../matching/embedded-places.ts'
import type { RunsOfCalendar } from '../journal/last-written.ts'
import { eventsAt, eventsOfRuns } from '../matching/unlisted.ts'

export interface ExportOptions extends ExportShape {
  readonly kinds: readonly Plural[]
  /** Only what was changed from then on, UTC wall clock. Terms know no changes: they come always. */
  readonly since: string | undefined
  /** As they came, for formats that make something of their own of them. */
  readonly raw: boolean
  readonly seen: (kind: Plural) => void
  /** A record has a field that the interface does not have (D-430). */
  readonly stranger: (field: string) => void
  /**
   * A record has a password, which nobody can read: `blank` where that keeps most of its fields from the export too.
   */
  readonly guarded: (kind: Plural, record: JsonObject, how: 'blank' | 'whole') => void
  /** Earlier runs, which may have created events that no list shows. */
  readonly runs: RunsOfCalendar | undefined
  /**
   * Told at the end of the events how many were found beside the lists; undefined where the lists show what is hidden.
   */
  readonly unlisted: (found: number | undefined) => void
  /** Fewer of a kind came than the service counts. */
  readonly short: (kind: Plural, came: number, total: number) => void
}

/** A batch for each kind, those first that others refer to. */
export function* batchesOf(exchange: Exchange, exporting: ExportOptions): Iterable<ExportBatch> {
  for (const kind of plurals_by_need)
    if (exporting.kinds.includes(kind)) yield { kind, records: recordsOf(exchange, kind, exporting) }
}

async function* recordsOf(exchange: Exchange, kind: Plural, exporting: ExportOptions): AsyncIterable<JsonObject> {
  const { since, raw, seen, stranger, guarded } = exporting
  const places = new EmbeddedPlaces(exchange)
  for await (const came of inOrder(exchange, kind, exporting)) {
    if (since !== undefined && changedAt(came) < since) continue
    seen(kind)
    if (isBlank(kind, came)) guarded(kind, came, 'blank')
    else if (isUnlocked(came)) guarded(kind, came, 'whole')
    const record = kind === 'events' ? await places.inside(came) : came
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
  const { stable, short } = exporting
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
  { runs, unlisted }: ExportOptions,
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

/** Without ids a category's parent is told by its slug. */
function belowSlugs(categories: readonly JsonObject[]): readonly JsonObject[] {
  const slugs = new Map(categories.map(({ id, slug }) => [id, slug] as const))
  return categories.map((category) => ({ ...category, parent: slugs.get(category.parent) ?? 0 }))
}
