// Which record a create has made: the one rule for a lost answer, for second copies, and for a run that was interrupted
// and is resumed or undone.
import { TemporaryKeys } from '../../base/files/temporary-values.ts'
import { day_ms, type Instant, instantOfUtc } from '../../base/dates/zoned-time.ts'
import type { Json, JsonObject } from '../../base/json.ts'
import { changesOf } from '../../client/update/compare.ts'
import { sendableField, sendableOf } from '../../client/update/sendable.ts'
import type { Plural } from '../../spec/model.ts'
import type { Values } from '../../spec/read.ts'
import { isHiddenByPassword, isPlace, resources } from '../../spec/resources.ts'
import { derived_fields, hasText, inlineOf, isDigest, recordSummaryOf } from '../journal/record-summary.ts'
import { lookupFieldsOf, matchesCreate } from './lookup.ts'
import { expectedSlugs, slugNumberOf } from './unlisted.ts'

/** A create that was sent, as a plan or a journal knows it. */
export interface SentCreate {
  readonly kind: Plural
  /** The fields by which its record is looked up. */
  readonly find: Values
  /** The values that were sent, as far as they are known. */
  readonly sent: Values
  /** Its record was modified since then, by the clock of this computer. */
  readonly since?: Instant | undefined
  /** Its record was created before. */
  readonly until?: Instant | undefined
}

/** Whether another create has made the record, or may have. */
export type IsOthers = (kind: Plural, record: JsonObject) => boolean

/** The part of a planned create that was sent. */
type PlannedCreate = Pick<SentCreate, 'kind' | 'since' | 'until'> & { readonly values: Values }

/** A create of which a request was not answered, and the record that it has made as far as is known. */
export interface LostCreate {
  readonly step: { readonly kind: Plural; readonly n: number; readonly key: string; readonly title: string }
  readonly create: SentCreate
  readonly id: number
}

/**
 * A record like the one that a create has made. It is certainly a copy if no program would keep it: of equal events,
 * the one with the lowest id stays, and nothing refers to the others. A venue, organizer or term may be that of another
 * import, which links events to it.
 */
export interface SecondCopy {
  readonly record: JsonObject
  readonly certain: boolean
}

export interface ClaimOptions {
  /** The highest id of a kind before the run began: newer records may be its own. */
  readonly known_id_max: (kind: Plural) => number
  /** Reads what other runs have made since this one began. */
  readonly others?: (() => Promise<IsOthers>) | undefined
  /** Those of earlier parts of the run. */
  readonly lost?: readonly LostCreate[]
}

/** The maximum difference between the clock of a service and the local clock. */
const clock_skew_ms_max = 300_000
/** The time zone that is furthest behind UTC. */
const behind_utc_ms_max = day_ms / 2

/** The records that the creates of one run have made: each record belongs to one create only. */
export class CreateClaims {
  readonly known_id_max: ClaimOptions['known_id_max']
  /** Creates of which a request was not answered, so that second copies of their records may exist. */
  readonly lost: LostCreate[]
  readonly #others: () => Promise<IsOthers>
  readonly #made = new TemporaryKeys()
  /** Creates whose record is not known yet, each with its last request. */
  readonly #unanswered = new Map<PlannedCreate, Promise<unknown>>()

  constructor({ known_id_max, others = async () => () => false, lost = [] }: ClaimOptions) {
    this.known_id_max = known_id_max
    this.lost = [...lost]
    this.#others = others
  }

  note(kind: Plural, id: number): void {
    this.#made.add(kind, id)
  }

  /** Until the create is answered or has ended, others that are looked up wait for its request. */
  sent(create: PlannedCreate, request: Promise<unknown>): void {
    this.#unanswered.set(create, request)
  }

  ended(create: PlannedCreate): void {
    this.#unanswered.delete(create)
  }

  /** The record among these that a create without an answer has made. */
  async claimLost(create: PlannedCreate, records: readonly JsonObject[]): Promise<JsonObject | undefined> {
    const lost = sentCreateOf(create)
    if (this.possible(lost, records).length === 0) return undefined
    // The record may be one of those that are being created: their answers say so.
    const rivals = [...this.#unanswered.keys()].filter((one) => one !== create && one.kind === create.kind)
    await Promise.allSettled(rivals.map((one) => this.#unanswered.get(one)))
    const isOthers = await this.#others()
    const mayBeRivals = (record: JsonObject) =>
      !isExact(lost, record) &&
      rivals.some((one) => this.#unanswered.has(one) && matchesCreate(one.kind, sentCreateOf(one).find, record))
    const own = records.filter((record) => !isOthers(create.kind, record) && !mayBeRivals(record))
    return this.claim(lost, own)
  }

  /** Further records that a create may have made, or another computer at the same time: they are like its own. */
  async secondCopies(
    create: SentCreate,
    own: JsonObject,
    records: readonly JsonObject[],
  ): Promise<readonly SecondCopy[]> {
    const { kind, since, until } = create
    const others = records.filter((record) => record !== own)
    const copies = this.possible(create, others).filter((record) => isAlike(kind, own, record))
    if (copies.length === 0) return []
    const isOthers = await this.#others()
    return copies
      .filter((record) => !isOthers(kind, record))
      .map((record) => ({
        record,
        certain:
          kind === 'events' &&
          since === undefined &&
          // A draft does not say when it was created.
          (until === undefined || instantOfDate(record.date_utc) !== undefined) &&
          !isHiddenByPassword(kind, own) &&
          record.author === own.author &&
          Number(record.id) > Number(own.id),
      }))
  }

  /** Whether the record is newer than the run, and no create is known to have made it. */
  async isUnclaimed(kind: Plural, record: JsonObject): Promise<boolean> {
    return this.#isUnmade(kind, record) && !(await this.#others())(kind, record)
  }

  #isUnmade(kind: Plural, { id }: JsonObject): boolean {
    return Number(id) > this.known_id_max(kind) && !this.#made.has(kind, Number(id))
  }

  /** The record among these that the create has made; no other create can claim it. */
  claim(create: SentCreate, records: readonly JsonObject[], isOthers?: IsOthers): JsonObject | undefined {
    const [record] = this.possible(create, records, isOthers)
    if (record) this.note(create.kind, Number(record.id))
    return record
  }

  /**
   * The records that the create may have made: they match what it sent, came after the run began and in its time, and
   * no other create has made them. Those with every sent value come first, then the oldest; the newest if it is only
   * known when the create was sent.
   */
  possible(create: SentCreate, records: readonly JsonObject[], isOthers?: IsOthers): readonly JsonObject[] {
    const { kind, find, since } = create
    const possible = records.filter(
      (one) =>
        this.#isUnmade(kind, one) &&
        isOthers?.(kind, one) !== true &&
        matchesCreate(kind, find, one) &&
        isInTime(create, one),
    )
    if (possible.length < 2) return possible
    const order = since === undefined ? 1 : -1
    const rank = new Map(possible.map((one) => [one, isExact(create, one) ? 0 : 1]))
    return possible.sort((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0) || order * (Number(a.id) - Number(b.id)))
  }
}

export function sentCreateOf({ kind, values, since, until }: PlannedCreate): SentCreate {
  return { kind, find: lookupFieldsOf(kind, values), sent: values, since, until }
}

/** Whether the record has every value that was sent. */
function isExact({ kind, sent }: Pick<SentCreate, 'kind' | 'sent'>, record: JsonObject): boolean {
  return changesOf(kind, inlineOf(sent), record, 'stored').length === 0
}

/** Fields that services set if they are not sent. */
const set_by_service = new Set([
  ...derived_fields,
  ...['author', 'status', 'timezone', 'all_day', 'end_date', 'excerpt', 'parent'],
  ...['show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured'],
])

/**
 * Whether the record is certainly the one that the create made: it was not modified since, has every value that was
 * sent and no other one, and the slug that a service makes from them. If not, it may be the record of another program,
 * or was edited since, and an undo keeps it.
 */
export function isCertain(create: Pick<SentCreate, 'kind' | 'find' | 'sent'>, record: JsonObject): boolean {
  const { kind, find, sent } = create
  // Drafts have zeros for both, categories and tags neither.
  const isUnmodified = record.modified_utc === record.date_utc
  // Services in standard mode do not change texts, nor take a sent date as that of the modification.
  if (!isUnmodified && !isDated(sent)) return false
  const { slug: _, ...others } = { ...find, ...sent }
  const isSent = (field: string) => field in find || field in sent || set_by_service.has(field)
  return (
    hasSlugOf(create, record) &&
    changesOf(kind, inlineOf(others), record, isUnmodified ? 'stored' : 'shown').length === 0 &&
    Object.keys(recordSummaryOf(kind, record)).every(isSent) &&
    Object.entries(sent).every(
      ([field, value]) =>
        !isDigest(value) || hasText(value, sendableField(kind, field, record), { changed: isUnmodified }),
    )
  )
}

/** Drafts have no slug; that of a category can end with the slug of its parent. */
function hasSlugOf({ kind, find }: Pick<SentCreate, 'kind' | 'find'>, { slug }: JsonObject): boolean {
  const values = { ...find, title: find[resources[kind].name] }
  const isOfParent = () => expectedSlugs({ values }).some((one) => String(slug).startsWith(`${one}-`))
  return !slug || slugNumberOf(String(slug), values) !== undefined || (find.parent !== undefined && isOfParent())
}

function isDated(sent: Values): boolean {
  return 'date' in sent || 'date_utc' in sent
}

/** Fields in which two creations of the same record may differ. */
const own_fields = new Set([...derived_fields, 'date_utc', 'author', 'status'])

/** Whether two records may have been created from the same input: each shows the values of the other. */
export function isAlike(kind: Plural, one: JsonObject, other: JsonObject): boolean {
  const changes = [...changesOf(kind, sendableOf(kind, one), other), ...changesOf(kind, sendableOf(kind, other), one)]
  return changes.every(({ field }) => own_fields.has(field))
}

/** Categories and tags have no dates. */
export function isInTime({ sent, since, until }: SentCreate, record: JsonObject): boolean {
  const { date_utc, modified_utc, modified } = record
  const created = instantOfDate(isDated(sent) ? modified_utc : date_utc)
  if (until !== undefined && created !== undefined && created > until) return false
  const changed = modified_utc ?? date_utc
  // A publication date that was sent is no evidence, because it is also the modification date.
  if (since === undefined || isDated(sent) || typeof changed !== 'string') return true
  // The local time of a draft, in a zone that is not known.
  const changed_max = instantOfDate(changed) ?? instantOfUtc(String(modified)) + behind_utc_ms_max
  return changed_max >= since - clock_skew_ms_max
}

/** Whether the record of the answer existed before the create was sent: the service has overwritten it. */
export function isOverwritten(
  { kind, values, since }: PlannedCreate,
  { id, date_utc }: JsonObject,
  known_id_max: number,
): boolean {
  if (since === undefined) return Number(id) <= known_id_max
  if (!isPlace(kind) || values.date !== undefined || values.date_utc !== undefined) return false
  return (instantOfDate(date_utc) ?? since) < since - clock_skew_ms_max
}

/** The instant of a UTC date of a record; undefined for the zeros that drafts have. */
function instantOfDate(date_utc: Json | undefined): Instant | undefined {
  return typeof date_utc === 'string' && /^[1-9]/.test(date_utc) ? instantOfUtc(date_utc) : undefined
}
