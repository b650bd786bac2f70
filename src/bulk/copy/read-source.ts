// Reads the source of a copy as records to import: the selected events with their linked records, or whole kinds.
// Fields that are empty in the source are omitted by an export, and cleared at the target by a copy.
import { addOne, getOrInsert } from '../../base/collections.ts'
import type { Exchange } from '../../base/exchange.ts'
import { isEmpty, isObject, itemsOf, type Json, type JsonObject, objectsOf } from '../../base/json.ts'
import { isHiddenByPassword, linked_kinds, plurals_by_need, resources } from '../../spec/resources.ts'
import type { Change } from '../../client/update/compare.ts'
import { sendableField } from '../../client/update/sendable.ts'
import type { Plural } from '../../spec/model.ts'
import type { Values } from '../../spec/read.ts'
import { exportedRecordOf, ExportReport, recordsOf } from '../export/export.ts'
import type { Entry } from '../input/entry.ts'
import { LastWritten } from '../journal/last-written.ts'
import type { RunsOfCalendar } from '../journal/run-scope.ts'
import { changesNotMade } from '../plan/plan.ts'

/** The filter that selects events. */
export interface EventFilter {
  readonly query: Values
  keeps(record: JsonObject): boolean
}

interface ReadSourceOptions {
  /** The name of the calendar in messages. */
  readonly name: string
  readonly kinds: readonly Plural[]
  /** With a filter, only those records of other kinds are read that the selected events link to. */
  readonly filter: EventFilter | undefined
  readonly runs: RunsOfCalendar | undefined
  /** An exchange with the rights of a visitor; undefined if the caller has no other rights. */
  readonly visitors: Exchange | undefined
}

/** A record that is not copied. */
interface LeftOutRecord {
  readonly kind: Plural
  readonly id: number
  readonly name: string
}

export interface SourceCalendar extends Pick<ExportReport, 'short' | 'published_only' | 'unlisted' | 'unknown_fields'> {
  readonly entries: readonly Entry[]
  /** All venues and organizers that can be copied, whether selected or not. */
  readonly places: readonly Entry[]
  /** `events 12` for each record that was seen, copied or not. */
  readonly seen: ReadonlySet<string>
  /** Records with a password, which services do not return. */
  readonly protected: readonly LeftOutRecord[]
  /** Whether events may have a password that is unknown, because visitors cannot read the source. */
  readonly unchecked: boolean
  /** Links of events that are omitted because the linked record cannot be copied: `venue` → number of events. */
  readonly unlinked: ReadonlyMap<string, number>
  /** Number of images without a URL; their ids are valid in the source only. */
  readonly images_left_out: number
}

/** Reads the source. Errors: those of any list. */
export async function readSource(exchange: Exchange, options: ReadSourceOptions): Promise<SourceCalendar> {
  const reading = new SourceReading(exchange, options)
  await reading.read()
  return reading.result()
}

const links = Object.entries(linked_kinds)
/** The kinds that events link to; the parents of categories are read too. */
const others = plurals_by_need.filter((kind) => kind !== 'events')

class SourceReading {
  readonly #exchange: Exchange
  readonly #options: ReadSourceOptions
  readonly #records = new Map<Plural, Map<number, JsonObject>>()
  readonly #protected = new Map<string, LeftOutRecord>()
  readonly #report = new ExportReport()
  readonly #unlinked = new Map<string, number>()
  #images_left_out = 0
  readonly #needed = new Set<string>()
  readonly #entries = new Map<string, Entry>()

  constructor(exchange: Exchange, options: ReadSourceOptions) {
    this.#exchange = exchange
    this.#options = options
  }

  async read(): Promise<void> {
    const { kinds, filter } = this.#options
    const with_events = kinds.includes('events')
    const read = others.filter((kind) => with_events || kinds.includes(kind))
    await Promise.all(read.map((kind) => this.#readKind(kind)))
    if (with_events) await this.#readKind('events')
    for (const { kind, record } of this.#report.protected) this.#protect(kind, record)
    for (const event of this.#of('events').values()) this.#addLinked(event)
    for (const kind of read)
      if (!filter && kinds.includes(kind)) for (const id of this.#of(kind).keys()) this.#need(kind, id)
  }

  result(): SourceCalendar {
    const placed = (['venues', 'organizers'] as const).flatMap((kind) =>
      [...this.#of(kind).values()].map((record) => ({ kind, record })),
    )
    const needed = others.flatMap((kind) =>
      [...this.#of(kind)].filter(([id]) => this.#needed.has(`${kind} ${id}`)).map(([, record]) => ({ kind, record })),
    )
    const events = [...this.#of('events').values()].map((record) => ({ kind: 'events' as const, record }))
    return {
      entries: this.#entriesOf([...needed, ...events]),
      places: this.#entriesOf(placed),
      seen: new Set([...this.#records].flatMap(([kind, records]) => [...records.keys()].map((id) => `${kind} ${id}`))),
      ...this.#report,
      protected: [...this.#protected.values()],
      unlinked: this.#unlinked,
      images_left_out: this.#images_left_out,
    }
  }

  #entriesOf(records: readonly { readonly kind: Plural; readonly record: JsonObject }[]): readonly Entry[] {
    return records
      .filter(({ kind, record }) => !this.#protected.has(`${kind} ${record.id}`))
      .map(({ kind, record }) => getOrInsert(this.#entries, `${kind} ${record.id}`, () => this.#entryOf(kind, record)))
  }

  async #readKind(kind: Plural): Promise<void> {
    const { filter, runs, visitors } = this.#options
    const shape = { kinds: [kind], stable: false, raw: true, since: undefined }
    const options = { ...shape, runs, visitors, query: filter?.query, report: this.#report }
    for await (const record of recordsOf(this.#exchange, kind, options))
      if (kind !== 'events' || (filter?.keeps(record) ?? true)) this.#of(kind).set(Number(record.id), record)
  }

  #of(kind: Plural): Map<number, JsonObject> {
    return getOrInsert(this.#records, kind, () => new Map())
  }

  #protect(kind: Plural, record: JsonObject): void {
    const id = Number(record.id)
    const name = record[resources[kind].name]
    const title = typeof name === 'string' && name !== '' ? name : String(record.slug ?? id)
    this.#protected.set(`${kind} ${id}`, { kind, id, name: title })
  }

  /** Adds places that lists omit, such as drafts; the event contains all their fields. */
  #addLinked(event: JsonObject): void {
    for (const [field, kind] of links)
      for (const link of objectsOf(event[field])) {
        const id = Number(link.id)
        const isPlace = kind === 'venues' || kind === 'organizers'
        if (isPlace && !this.#of(kind).has(id) && link.status !== 'trash') {
          this.#of(kind).set(id, link)
          if (isHiddenByPassword(kind, link)) this.#protect(kind, link)
        }
        this.#need(kind, id)
      }
  }

  #need(kind: Plural, id: number): void {
    const name = `${kind} ${id}`
    if (this.#needed.has(name)) return
    this.#needed.add(name)
    const parent = kind === 'categories' ? Number(this.#of(kind).get(id)?.parent) || 0 : 0
    if (parent !== 0) this.#need(kind, parent)
  }

  #entryOf(kind: Plural, record: JsonObject): Entry {
    const id = Number(record.id)
    const exported = withDateInUtc(record, this.#withUsableImage(exportedRecordOf(kind, record, { stable: false })))
    const values = this.#withReadableLinks(kind, { ...clearedFields(kind, record), ...exported })
    return {
      kind,
      values,
      original: exported,
      source_id: id,
      location: { file: `${this.#options.name} ${kind}`, line: id },
    }
  }

  /** Removes an image without a URL, because its id is valid in the source only. */
  #withUsableImage(values: JsonObject): JsonObject {
    if (typeof values.image !== 'string' || !/^\d+$/.test(values.image)) return values
    this.#images_left_out++
    const { image: _, ...rest } = values
    return rest
  }

  /**
   * Removes the links of a field if one of them leads to a record that cannot be copied, because sending the others
   * alone would unlink records at the target.
   */
  #withReadableLinks(kind: Plural, values: JsonObject): JsonObject {
    if (kind !== 'events') return values
    const unreadable = links.filter(([field, target]) =>
      itemsOf(values[field]).some((link) => !this.#isCopied(target, link)),
    )
    for (const [field] of unreadable) addOne(this.#unlinked, field)
    const dropped = new Set<string>(unreadable.map(([field]) => field))
    return Object.fromEntries(Object.entries(values).filter(([field]) => !dropped.has(field)))
  }

  #isCopied(kind: Plural, link: Json): boolean {
    const id = isObject(link) ? Number(link.id) : Number(link)
    return this.#of(kind).has(id) && !this.#protected.has(`${kind} ${id}`)
  }
}

/** The target can be in another time zone, which `date` is in. */
function withDateInUtc({ date_utc }: JsonObject, { date, ...exported }: JsonObject): JsonObject {
  return date === undefined || typeof date_utc !== 'string' ? { ...exported, date } : { ...exported, date_utc }
}

const texts: Readonly<Record<Plural, readonly string[]>> = {
  events: ['description', 'excerpt', 'cost', 'website', 'image'],
  venues: ['description', 'address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'website', 'image'],
  organizers: ['description', 'phone', 'website', 'email', 'image'],
  categories: ['description'],
  tags: ['description'],
}
const lists = ['venue', 'organizer', 'categories', 'tags'] as const

/** The empty fields of a complete record. */
function clearedFields(kind: Plural, record: JsonObject): Values {
  const empty: [string, Json][] = texts[kind]
    .filter((field) => isEmpty(sendableField(kind, field, record)))
    .map((field) => [field, ''])
  if (kind === 'events')
    for (const field of lists) if (isEmpty(sendableField(kind, field, record))) empty.push([field, []])
  if (kind === 'categories' && !Number(record.parent)) empty.push(['parent', 0])
  return Object.fromEntries(empty)
}

/** Omits changes that the service ignores, which every copy would send again. */
export class ClearableChanges extends LastWritten {
  readonly #exchange: Exchange
  /** `events.venue` → the records whose field cannot be cleared. */
  readonly not_cleared = new Map<string, Set<number>>()
  /** `events 5` for each record that differs only in its publication date, and is left as it is. */
  readonly only_date = new Set<string>()
  readonly #copies_date: boolean

  constructor(exchange: Exchange, runs: RunsOfCalendar, { copies_date }: { readonly copies_date: boolean }) {
    super(runs)
    this.#copies_date = copies_date
    this.#exchange = exchange
  }

  override async withoutRewritten(
    kind: Plural,
    id: number,
    differences: readonly Change[],
  ): Promise<readonly Change[]> {
    const changes = await super.withoutRewritten(kind, id, differences)
    const kept = await changesNotMade(this.#exchange, kind, changes)
    for (const { field } of kept) {
      const name = `${kind}.${field}`
      this.not_cleared.set(name, (this.not_cleared.get(name) ?? new Set()).add(id))
    }
    const left = changes.filter((change) => !kept.includes(change))
    if (this.#copies_date || left.some(({ field }) => field !== 'date_utc')) return left
    if (left.length > 0) this.only_date.add(`${kind} ${id}`)
    return []
  }
}
