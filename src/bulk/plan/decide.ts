// The one decision about a row: create, update, unchanged, skip or conflict, from the row, the records of the service
// that match it, and what the journal knows.
import { getOrInsert } from '../../base/collections.ts'
import { isDay } from '../../base/dates/days.ts'
import type { Exchange } from '../../base/exchange.ts'
import { TemporaryKeys } from '../../base/files/temporary-values.ts'
import { isEmpty, itemsOf, type JsonObject } from '../../base/json.ts'
import { fixedOffset } from '../../base/dates/zoned-time.ts'
import { t } from '../../base/text/language.ts'
import { textOfHtml } from '../../base/text/untrusted-text.ts'
import { type Change, changesOf } from '../../client/update/compare.ts'
import type { Plural } from '../../spec/model.ts'
import { timeOfDay, untimedText } from '../../spec/moved-events.ts'
import { booleanOf, type Values } from '../../spec/read.ts'
import { isHiddenByPassword, isPlace, notFoundText, resources } from '../../spec/resources.ts'
import type { InputError } from '../input/entry.ts'
import type { LastWrites } from '../journal/last-written.ts'
import type { RunState } from '../journal/read-journal.ts'
import type { EarlierRecords, Row } from '../matching/existing.ts'
import type { InputScan, Inputs } from '../matching/input-scan.ts'
import {
  isRenumberedKey,
  keysOf,
  nameKeysOf,
  naturalKeyOf,
  startKeysOf,
  uidKeyOf,
  wallKeysOf,
} from '../matching/keys.ts'
import { type DescribedField, elsewhereField, isSameDescription } from '../matching/described-places.ts'
import { arrivalOf } from '../matching/interrupted-creates.ts'
import { isDeployed } from '../../client/api/call.ts'
import { nameTaken } from '../../client/api/records.ts'
import type { DoubtfulLink } from '../matching/references.ts'
import type { KeyMatch, RemoteIndex } from '../matching/remote-index.ts'
import {
  completedRow,
  type Conflict,
  type Create,
  differenceOf,
  type NamedRecord,
  namedOf,
  nameOfStep,
  newRecordStep,
  onClockOf,
  type OnExisting,
  type Step,
  titleOf,
  updateStep,
  valuesAfter,
  withoutDate,
} from './plan.ts'
import type { PlanNotes } from './plan-notes.ts'

export interface PlanOptions {
  readonly on_existing: OnExisting
  /** Whether empty cells of a table clear fields; otherwise they keep their values. */
  readonly clear_empty?: boolean
  /**
   * Removes changes that an earlier run already made, where the service shows texts differently than they were sent.
   */
  readonly last_written?: LastWrites | undefined
  /** Marks what was edited since a copy. */
  readonly withEdited?: ((step: Step) => Step) | undefined
}

/** What is known of the run that is resumed. */
export interface ResumedRun {
  readonly state: RunState
  /** By the number of a create whose result is missing in the journal, the record that it has made. */
  readonly made: ReadonlyMap<number, JsonObject>
}

/** Events that a row can mean; uncertain if nothing tells whether they are those of other rows. */
interface Moved {
  readonly existing: readonly JsonObject[]
  readonly isUncertain: boolean
}

export interface DecisionOptions extends PlanOptions {
  readonly inputs: Pick<Inputs, 'match'>
  readonly scan?: Pick<InputScan, 'has_uids'>
  readonly earlier?: Pick<EarlierRecords, 'event_ids'> | undefined
  readonly notes?: PlanNotes | undefined
  readonly remote: Pick<RemoteIndex, 'exchange' | 'find' | 'hasUidOf' | 'isOfOtherRow' | 'recordOfId'>
  readonly resumed?: ResumedRun | undefined
}

/** Decides about the rows of one input in order: two of them must not write to the same record. */
export class Decisions {
  readonly #options: DecisionOptions
  /** By kind, the ids of records that earlier rows equal, and of those that they update. */
  readonly #equal = new TemporaryKeys()
  readonly #updated = new TemporaryKeys()
  readonly #new_names: NewNames
  /** The ids of venues to which rows are not linked because they describe another place. */
  readonly refused_venues = new Set<number>()
  /** By title and start, the events that the input creates with a uid, and those without one. */
  readonly #new_events = {
    with_uid: new TemporaryKeys(),
    others: new TemporaryKeys(),
  }

  constructor(options: DecisionOptions) {
    this.#options = options
    this.#new_names = new NewNames({
      find: async (kind, values) => (await options.remote.find(kind, nameKeysOf(kind, values))).existing,
      exchange: options.remote.exchange,
      allows_equal_names: true,
    })
  }

  /** `row` has ids as references, some of them `doubtful`; the records match it by the key. */
  async stepOf(row: Row, match: KeyMatch, doubtful: readonly DoubtfulLink[] = []): Promise<Step> {
    const step = await this.#stepOf(row, match)
    for (const { field, id, described, error } of doubtful)
      if (isLinkedBy(step, field, id) && !(await this.#wasDescribed(id, described))) {
        this.refused_venues.add(id)
        return conflictOf(step, error)
      }
    return step
  }

  /** Whether a run wrote the description to the venue, which was edited since. */
  async #wasDescribed(id: number, described: JsonObject): Promise<boolean> {
    const writes = await this.#options.last_written?.writesOf('venues', id)
    return writes?.some(({ sent }) => isSameDescription('venues', described, sent)) === true
  }

  async #stepOf(row: Row, { key, existing: matches }: KeyMatch): Promise<Step> {
    const { resumed } = this.#options
    const begun = row.n >= 0 ? resumed?.state.open.get(row.n) : undefined
    const interrupted = begun?.action === 'create' ? { made: resumed?.made.get(row.n) } : undefined
    // An interrupted update belongs to the record that it names, whatever else matches the row.
    const updated = matches.filter(({ id }) => begun?.action === 'update' && id === begun.id)
    const existing = interrupted?.made ? [] : updated.length > 0 ? updated : matches
    if (existing.length > 0) return this.#existingStep(row, key, existing)
    const step = newRecordStep(row, key)
    if (step.action === 'conflict') return step
    const trashed = inTrash(row)
    if (trashed) return conflictOf(step, trashed)
    if (interrupted) return { ...step, interrupted, until: interrupted.made && resumed && arrivalOf(resumed.state) }
    const moved = await this.#atOtherInstant(row)
    if (moved) return this.#existingStep(row, key, moved.existing, moved.isUncertain)
    return (
      this.#unknownId(row, step) ??
      withoutDate(step) ??
      (await this.#sameId(row, step)) ??
      (await this.#sameWithoutUid(row, step)) ??
      this.#newPlace(step)
    )
  }

  async #existingStep(row: Row, key: string, existing: readonly JsonObject[], isUncertain = false): Promise<Step> {
    const { clear_empty, last_written, notes, on_existing, withEdited } = this.#options
    const { kind } = row
    const named = namedOf(row, key)
    const compared = existing.map((record) => {
      const completed = completedRow(row, record)
      const difference = differenceOf(completed.row, record)
      const { changes, emptied } = difference
      return { ...completed, record, difference, differences: clear_empty ? [...changes, ...emptied] : changes }
    })
    // Two concurrent imports may both have created it; nothing is written, so which one is used makes no difference.
    const equal = compared.filter(({ differences }) => differences.length === 0)
    const [found] = existing.length === 1 ? compared : equal.sort((a, b) => Number(a.record.id) - Number(b.record.id))
    if (!found) return { ...named, action: 'conflict', errors: [severalMatch(named, existing)] }
    const { record, difference, differences, errors } = found
    if (errors.length > 0) return { ...named, action: 'conflict', id: Number(record.id), errors }
    const elsewhere = await this.#elsewhere(row, key, record)
    if (elsewhere) return conflictOf(named, isElsewhere(named, record, elsewhere))
    const changes = (await last_written?.withoutRewritten(kind, Number(record.id), differences)) ?? differences
    const existing_step = existingStep(named, record, { changes, on_existing, isUncertain })
    const untimed = existing_step.action === 'update' ? untimedIn(found.row, record) : undefined
    if (untimed) return { ...conflictOf(named, untimed), id: Number(record.id) }
    const step = this.#matched(existing_step)
    if (step.action === 'update' || step.action === 'unchanged')
      notes?.addMatch(step.id, clear_empty ? { ...difference, emptied: [] } : difference)
    return withEdited?.(step) ?? step
  }

  /**
   * The events that have the wall time of a row at another instant, because their zone was changed, or its offset. Not
   * those of other rows, nor those that are as an import wrote them and only have its wall time in the calendar.
   */
  async #atOtherInstant(row: Row): Promise<Moved | undefined> {
    const { earlier, inputs, last_written, remote } = this.#options
    const { kind, values, zone_follows } = row
    if (kind !== 'events' || !zone_follows) return undefined
    const { timezone = '' } = values
    const isOpen = (record: JsonObject) =>
      ![record, onClockOf({ timezone, all_day: record.all_day ?? false }, record)].some((one) =>
        remote.isOfOtherRow(row, one),
      )
    for (const [key, isWritten] of wallKeysOf(row, inputs.match)) {
      const { existing } = await remote.find(kind, [key], isOpen)
      const moved: JsonObject[] = []
      let isUncertain = false
      for (const record of existing) {
        const imported = await last_written?.importedStartOf(Number(record.id))
        const isOffset = record.timezone !== timezone && fixedOffset(String(record.timezone)) !== undefined
        const isUnchanged = imported?.start_date === record.start_date && imported?.timezone === record.timezone
        const isOwn = earlier?.event_ids.includes(Number(record.id)) === true
        if (isUnchanged && !isWritten) continue
        moved.push(record)
        if (!isOwn && (!imported || (isUnchanged && !isOffset))) isUncertain = true
      }
      if (moved.length > 0) return { existing: moved, isUncertain }
    }
    return undefined
  }

  /**
   * By what a venue is at another place than the record that has its name, but not its slug: services choose slugs, so
   * that it can be this one, but an update would make one place of two. A slug of another calendar says no more than
   * the name.
   */
  async #elsewhere(row: Row, key: string, record: JsonObject): Promise<DescribedField | undefined> {
    const { kind, values, entry } = row
    const field = kind === 'venues' ? elsewhereField(values, record) : undefined
    const isCopy = entry?.source_id !== undefined
    const isDoubtful = isCopy
      ? field?.part === 'city' && !isSameField(kind, 'date_utc', values, record)
      : !isEmpty(values.slug) && key === naturalKeyOf({ kind, values })
    if (!field || !isDoubtful) return undefined
    const [own] = keysOf(row, this.#options.inputs.match)
    const writes = await this.#options.last_written?.writesOf(kind, Number(record.id))
    return writes?.some((write) => write.key === own) ? undefined : field
  }

  /** The step of a row that matches a record; a conflict if an earlier row does too, and either of them changes it. */
  #matched(step: Exclude<Step, Create>): Step {
    if (step.action !== 'update' && step.action !== 'unchanged') return step
    const { kind, id } = step
    const isEqual = () => this.#equal.has(kind, id) || this.#options.resumed?.state.hasWritten(kind, id) === true
    if (this.#updated.has(kind, id) || (step.action === 'update' && isEqual()))
      return { ...conflictOf(step, matchedBefore(step)), id }
    const ids = step.action === 'update' ? this.#updated : this.#equal
    ids.add(kind, id)
    return step
  }

  /** A conflict if rows are matched by their ids, and no record has the one of this row: it is wrong, or outdated. */
  #unknownId({ id, kind }: Row, step: Create): Step | undefined {
    if (id === undefined || this.#options.inputs.match?.[0] !== 'id') return undefined
    return conflictOf(step, {
      field: 'id',
      value: id,
      text: notFoundText(kind, id),
      hint: t('correct the id; to create a new record, remove the id or import without --match'),
    })
  }

  /**
   * A conflict if a record has the id of a row, and the same name, or start and venue: the row was probably
   * exported from here and edited. An id of another system is no evidence (decision 8).
   */
  async #sameId({ id, kind, values, entry }: Row, step: Create): Promise<Step | undefined> {
    const { remote, on_existing } = this.#options
    if (id === undefined || on_existing === 'error' || entry?.source_id !== undefined) return undefined
    const record = await remote.recordOfId(kind, id)
    if (!record) return undefined
    const { name } = resources[kind]
    const isAtSameTime = isSameField(kind, 'start_date', values, record) && isAtVenueOf(record, values)
    const field = isSameField(kind, name, values, record) ? name : isAtSameTime ? 'start_date' : undefined
    return field && { ...conflictOf(step, idOfOther(step, id, field)), id }
  }

  /**
   * A conflict if an event has the title and start of the row, and only one of the two has a uid: they are probably the
   * same event in a table and in a calendar. Or if it has the venue too, and a uid that no row has: programs give an
   * event another uid when a series is split or exported again (decision 8).
   */
  async #sameWithoutUid({ uid, kind, values, n, zone_follows }: Row, step: Create): Promise<Step | undefined> {
    const keys = kind === 'events' && this.#options.scan?.has_uids ? startKeysOf({ kind, values }) : []
    if (keys.length === 0) return undefined
    const looked_up = zone_follows ? keys : keys.slice(0, 1)
    const { existing } = uid === undefined ? { existing: [] } : await this.#options.remote.find(kind, looked_up)
    const { remote } = this.#options
    const same = existing.find(
      (record) => uidKeyOf(record) === undefined || (!remote.hasUidOf(record) && isAtVenueOf(record, values)),
    )
    if (same) return conflictOf(step, createdWithoutUid(step, Number(same.id)))
    const { with_uid, others } = this.#new_events
    const [own, rest] = uid === undefined ? [others, with_uid] : [with_uid, others]
    if (keys.some((key) => rest.get(key).length > 0)) return conflictOf(step, createdBefore(step))
    for (const key of keys) own.add(key, n)
    return undefined
  }

  /** A conflict if a deployed service would overwrite another venue or organizer of the same name (Q6). */
  async #newPlace(step: Create): Promise<Step> {
    const same = isPlace(step.kind) ? await this.#new_names.add(step) : undefined
    if (!same) return step
    return conflictOf(step, nameTaken(step.kind, textOfHtml(step.title), { existing: same, instead: 'rename' }))
  }
}

interface NamesInUse {
  /** The records of the service that have the name of a new one. */
  readonly find: (kind: Plural, values: Values) => Promise<readonly JsonObject[]>
  readonly exchange: Exchange
  /** Whether a name can be used again where the service keeps both records. */
  readonly allows_equal_names: boolean
}

/** New venues, organizers and terms of an input or a command: none may overwrite or repeat another one of its name. */
export class NewNames {
  readonly #names: NamesInUse
  readonly #created = new Map<string, JsonObject[]>()

  constructor(names: NamesInUse) {
    this.#names = names
  }

  /** Adds a new one, or returns the record of the service or the input, which has no id there, that prevents it. */
  async add(step: Pick<Create, 'kind' | 'values'>): Promise<JsonObject | undefined> {
    const { kind, values } = step
    const { slug: _, id: __, ...named } = values
    const { find, allows_equal_names } = this.#names
    const created = getOrInsert(this.#created, nameKeysOf(kind, values)[0] ?? '', () => [])
    for (const other of [...(await find(kind, values)), ...created])
      if (!allows_equal_names || (await this.wouldOverwrite(step, other))) return other
    created.push(named)
    return undefined
  }

  /** Whether the service would write the new record to this one of its name. */
  async wouldOverwrite(step: Pick<Create, 'kind' | 'values'>, other: JsonObject): Promise<boolean> {
    return isSamePlace(step, other) && isDeployed(this.#names.exchange)
  }
}

interface Existing extends Pick<PlanOptions, 'on_existing'> {
  readonly changes: readonly Change[]
  readonly isUncertain: boolean
}

/** The step of a row that matches this record alone, and changes it. */
function existingStep(
  given: NamedRecord,
  record: JsonObject,
  { changes, on_existing, isUncertain: isGuessed }: Existing,
): Exclude<Step, Create> {
  const { kind, key } = given
  // A row without a title is named as the record that it matches.
  const named = given.title === key ? { ...given, title: titleOf(kind, record) } : given
  const id = Number(record.id)
  const update = updateStep(named, record, { changes })
  if (update.action === 'unchanged') return update
  if (on_existing === 'skip') return { ...named, action: 'skip', id }
  if (isHiddenByPassword(kind, record)) return update
  // Unless this is certainly the event of the row, whose slug was taken, its values would be overwritten.
  const isRenumbered = isRenumberedKey(key) && changes.length > 1 && changes.some(({ field }) => field === 'slug')
  const isUncertain = isGuessed || isRenumbered
  if (on_existing === 'error' || isUncertain)
    return { ...named, action: 'conflict', id, errors: [existsDifferently(named, record, { changes, isUncertain })] }
  return update
}

/**
 * A day without a time, of an event that has one there: it would be lost, or the event would become all-day, which only
 * `all_day` does.
 */
function untimedIn({ values, whole_assumed }: Row, record: JsonObject): InputError | undefined {
  if (record.all_day === true || (booleanOf(values.all_day) === true && !whole_assumed)) return undefined
  for (const field of ['start_date', 'end_date'] as const) {
    const time = whole_assumed || isDay(String(values[field])) ? timeOfDay(record[field]) : undefined
    if (time === undefined) continue
    const day = String(values[field] ?? values.start_date)
    const hint = t('add the time of day; for whole days, add a field all_day with the value true')
    return { field, value: day, text: untimedText(field, day, time), hint }
  }
  return undefined
}

/** Whether a step links a record that was not linked before. */
function isLinkedBy(step: Step, field: string, id: number): boolean {
  if (step.action === 'create') return itemsOf(step.values[field]).includes(id)
  const change = step.action === 'update' ? step.changes.find((one) => one.field === field) : undefined
  return change !== undefined && itemsOf(change.after).includes(id) && !itemsOf(change.before).includes(id)
}

function isElsewhere({ kind, entry }: NamedRecord, record: JsonObject, field: DescribedField): InputError {
  const { title: word, name: name_field } = resources[kind]
  const { part, own: text, other: stored } = field
  const values = { word, name: textOfHtml(String(record[name_field])), id: Number(record.id), part, stored, text }
  const slug = String(record.slug)
  return {
    text: t('{word} "{name}" (id {id}) is elsewhere: {part} "{stored}", not "{text}"', values),
    hint:
      entry?.source_id === undefined
        ? t('give it another name; if it is the same one, write its slug: {slug}', { slug })
        : t('give one of the two another name'),
  }
}

function existsDifferently(
  { kind, title, key }: NamedRecord,
  record: JsonObject,
  { changes, isUncertain }: { readonly changes: readonly Change[]; readonly isUncertain: boolean },
): InputError {
  const { title: word, name: name_field } = resources[kind]
  const name = textOfHtml(String(record[name_field] ?? title))
  const id = Number(record.id)
  const fields = changes.map(({ field }) => field).join(', ')
  const isByName = kind === 'venues' && key === naturalKeyOf({ kind, values: record })
  const isOtherPlace = isByName && elsewhereField(valuesAfter(changes), record) !== undefined
  return {
    text: t('{word} "{name}" exists with a different {fields} (id {id})', { word, name, fields, id }),
    hint: isUncertain
      ? t('to update it, write its slug in the file; to create another one, write a different slug')
      : isOtherPlace
        ? t('if it is the same one, use --on-existing update or skip; otherwise give it another name')
        : t('to update it, use --on-existing update; to leave it unchanged, --on-existing skip'),
  }
}

function severalMatch({ kind, key, entry }: NamedRecord, existing: readonly JsonObject[]): InputError {
  const records = resources[kind].counted(existing.length)
  const ids = existing.map(({ id }) => id).join(', ')
  return {
    text: t('{records} match {key}: {ids}', { records, key, ids }),
    hint:
      entry?.source_id === undefined
        ? t('match by a field that distinguishes them: --match slug or --match id')
        : t('give them different names'),
  }
}

function conflictOf(step: NamedRecord, error: InputError): Conflict {
  return { ...nameOfStep(step), action: 'conflict', errors: [error] }
}

/** A new record in the trash would not be found by the next import. */
function inTrash({ values: { status } }: Row): InputError | undefined {
  if (status !== 'trash') return undefined
  return {
    field: 'status',
    value: status,
    text: t('status trash: there is no such record to move to the trash'),
    hint: t('remove the row, or give it another status'),
  }
}

function isSameField(kind: Plural, field: string, { [field]: value }: JsonObject, record: JsonObject = {}): boolean {
  return value !== undefined && field in record && changesOf(kind, { [field]: value }, record).length === 0
}

function idOfOther({ kind }: NamedRecord, id: number, field: string): InputError {
  const word = resources[kind].title
  return {
    text: t('{word} {id} has the id and the {field} of this row, but is not matched by its id', { word, id, field }),
    hint: t('to update it, use --match id; to create another one, remove the id'),
  }
}

function matchedBefore({ kind, title, id, entry }: NamedRecord & { readonly id: number }): InputError {
  const word = resources[kind].title
  const name = textOfHtml(title)
  return {
    text: t('{word} "{name}" (id {id}) matches an earlier record of the input too, with other values', {
      word,
      name,
      id,
    }),
    hint:
      entry?.source_id === undefined
        ? t('remove one of the two, or give each the id of its own record and use --match id')
        : t('give one of the two another name'),
  }
}

function createdWithoutUid({ title }: NamedRecord, id: number): InputError {
  const name = textOfHtml(title)
  return {
    text: t('event "{name}" exists with the same start, but not with this UID (id {id})', { name, id }),
    hint: t('to match it by title and start, use --match title+start_date; to import both, change one of the titles'),
  }
}

function createdBefore({ title }: NamedRecord): InputError {
  const name = textOfHtml(title)
  return {
    text: t('event "{name}" with the same start is earlier in the input, and only one of the two has a UID', { name }),
    hint: t('remove one of the two; to import both, change one of the titles'),
  }
}

function isAtVenueOf(event: JsonObject, { venue }: JsonObject): boolean {
  return venue === undefined ? isEmpty(event.venue) : changesOf('events', { venue }, event).length === 0
}

/** Deployed services keep places of one name apart if their descriptions differ. */
function isSamePlace({ kind, values: { description } }: Pick<Create, 'kind' | 'values'>, other: JsonObject): boolean {
  return description === undefined || changesOf(kind, { description }, other).length === 0
}
