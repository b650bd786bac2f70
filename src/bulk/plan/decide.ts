// The one decision about a row: create, update, unchanged, skip or conflict, from the row, the records of the service
// that match it, and what the journal knows.
import { getOrInsert } from '../../base/collections.ts'
import { TemporaryKeys } from '../../base/files/temporary-values.ts'
import { isEmpty, type JsonObject } from '../../base/json.ts'
import { t } from '../../base/text/language.ts'
import { foldedName } from '../../base/text/slug.ts'
import { textOfHtml } from '../../base/text/untrusted-text.ts'
import { changesOf } from '../../client/update/compare.ts'
import type { Plural } from '../../spec/model.ts'
import { notFoundText, resources } from '../../spec/resources.ts'
import type { InputError } from '../input/entry.ts'
import type { ParsedRecord } from '../input/parse-entry.ts'
import type { RunState } from '../journal/read-journal.ts'
import type { Inputs } from '../matching/input-scan.ts'
import type { InterruptedCreates } from '../matching/interrupted-creates.ts'
import { keysOf, naturalKeyOf, uidKeyOf } from '../matching/keys.ts'
import type { KeyMatch, RemoteIndex } from '../matching/remote-index.ts'
import { type Create, type NamedRecord, type PlanOptions, planStep, type Step, nameOfStep, emptiedBy } from './plan.ts'
import type { PlanNotes } from './plan-notes.ts'

export type Row = Pick<ParsedRecord, 'kind' | 'n' | 'values'> & Partial<ParsedRecord>

/** What is known of the run that is resumed. */
export interface ResumedRun {
  readonly state: RunState
  readonly creates: Pick<InterruptedCreates, 'claim'>
}

export interface DecisionOptions extends PlanOptions {
  readonly inputs: Pick<Inputs, 'match'>
  readonly notes?: PlanNotes | undefined
  readonly remote: Pick<RemoteIndex, 'find' | 'hasUidOf' | 'overwritesNames' | 'recordOfId'>
  readonly resumed?: ResumedRun | undefined
}

/** Decides about the rows of one input in order: two of them must not write to the same record. */
export class Decisions {
  readonly #options: DecisionOptions
  /** By kind, the ids of records that earlier rows equal, and of those that they update. */
  readonly #equal = new TemporaryKeys()
  readonly #updated = new TemporaryKeys()
  /** By kind and name, the venues and organizers that the input creates. */
  readonly #new_places = new Map<string, JsonObject[]>()
  /** By title and start, the events that the input creates with a uid, and those without one. */
  readonly #new_events = {
    with_uid: new TemporaryKeys(),
    others: new TemporaryKeys(),
  }

  constructor(options: DecisionOptions) {
    this.#options = options
  }

  /** `row` has ids as references; `existing` are the records that match it by `key`. */
  async stepOf(row: Row, match: KeyMatch): Promise<Step> {
    const step = await this.#stepOf(row, match)
    const { notes, clear_empty } = this.#options
    const record = 'id' in step ? match.existing.find(({ id }) => id === step.id) : undefined
    if (record && (step.action === 'update' || step.action === 'unchanged'))
      notes?.addMatch(row, record, clear_empty ? [] : emptiedBy(row, record))
    return step
  }

  async #stepOf(row: Row, { key, existing: matches }: KeyMatch): Promise<Step> {
    const begun = row.n >= 0 ? this.#options.resumed?.state.open.get(row.n) : undefined
    const interrupted =
      begun?.action === 'create' ? { made: this.#options.resumed?.creates.claim(begun, matches) } : undefined
    // An interrupted update belongs to the record that it names, whatever else matches the row.
    const updated = matches.filter(({ id }) => begun?.action === 'update' && id === begun.id)
    const existing = interrupted?.made ? [] : updated.length > 0 ? updated : matches
    const step = await planStep({ record: row, key, existing }, this.#options)
    if (step.action === 'create' && interrupted) return { ...step, interrupted }
    if (step.action === 'create')
      return (
        this.#unknownId(row, step) ??
        (await this.#sameId(row, step)) ??
        (await this.#sameWithoutUid(row, step)) ??
        this.#newPlace(step)
      )
    return this.matched(step)
  }

  /** The step of a row that matches a record; a conflict if an earlier row does too, and either of them changes it. */
  matched(step: Exclude<Step, Create>): Step {
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
  async #sameWithoutUid({ uid, kind, values, n }: Row, step: Create): Promise<Step | undefined> {
    const key = kind === 'events' ? naturalKeyOf({ kind, values }) : undefined
    if (key === undefined) return undefined
    const { existing } = uid === undefined ? { existing: [] } : await this.#options.remote.find(kind, [key])
    const { remote } = this.#options
    const same = existing.find(
      (record) => uidKeyOf(record) === undefined || (!remote.hasUidOf(record) && isAtVenueOf(record, values)),
    )
    if (same) return conflictOf(step, createdWithoutUid(step, Number(same.id)))
    const { with_uid, others } = this.#new_events
    if ((uid === undefined ? with_uid : others).get(key).length > 0) return conflictOf(step, createdBefore(step))
    const own = uid === undefined ? others : with_uid
    own.add(key, n)
    return undefined
  }

  /** A conflict if a deployed service would overwrite another venue or organizer of the same name (Q6). */
  async #newPlace(step: Create): Promise<Step> {
    const { remote } = this.#options
    if (step.kind !== 'venues' && step.kind !== 'organizers') return step
    const { kind, values } = step
    const { slug: _, ...named } = values
    const { existing } = await remote.find(kind, keysOf({ kind, values: named }, undefined))
    const created = getOrInsert(
      this.#new_places,
      `${kind} ${foldedName(String(values[resources[kind].name]))}`,
      () => [],
    )
    const same = [...existing, ...created].find((other) => isOverwritten(step, other))
    if (same && (await remote.overwritesNames())) return conflictOf(step, nameTaken(step, same))
    created.push(named)
    return step
  }
}

function conflictOf(step: NamedRecord, error: InputError): Step & { action: 'conflict' } {
  return { ...nameOfStep(step), action: 'conflict', errors: [error] }
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

function matchedBefore({ kind, title, id }: NamedRecord & { readonly id: number }): InputError {
  const word = resources[kind].title
  const name = textOfHtml(title)
  return {
    text: t('{word} "{name}" (id {id}) matches an earlier record of the input too, with other values', {
      word,
      name,
      id,
    }),
    hint: t('remove one of the two, or give each the id of its own record and use --match id'),
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
function isOverwritten({ kind, values: { description } }: Create, other: JsonObject): boolean {
  return description === undefined || changesOf(kind, { description }, other).length === 0
}

function nameTaken({ kind, title }: Create, { id }: JsonObject): InputError {
  const word = resources[kind].title
  const name = textOfHtml(title)
  const problem = id === undefined ? t('is in the input already') : t('already exists (id {id})', { id: String(id) })
  return {
    text: t('{word} "{name}" {problem}, and this service would overwrite it', { word, name, problem }),
    hint: t('give it another name, or remove it from the input'),
  }
}
