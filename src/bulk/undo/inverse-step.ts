// The step that undoes one write of a run, depending on the current state of the record, and what all these steps need
// to know.
import { firstItems } from '../../base/text/quoted.ts'
import { event_reference_fields } from '../matching/references.ts'
import type { Exchange } from '../../base/exchange.ts'
import { isEmpty, type Json, type JsonObject } from '../../base/json.ts'
import { t } from '../../base/text/language.ts'
import type { CalendarIdentity } from '../../client/address/api-root.ts'
import { type Change, changesOf } from '../../client/update/compare.ts'
import { findRecord, findRecordOrTrashed, goneText, hiddenRecordText } from '../../client/api/records.ts'
import { isHiddenByPassword, resources } from '../../spec/resources.ts'
import type { Plural } from '../../spec/model.ts'
import type { Values } from '../../spec/read.ts'
import type { InputError } from '../input/entry.ts'
import type { WriteBegin, WriteEnd } from '../journal/journal.ts'
import type { OpenCreate } from '../matching/interrupted-creates.ts'
import { matchesCreate } from '../matching/lookup.ts'
import {
  editedSince,
  identityOf,
  isSameRecord,
  type RecordSummary,
  recordSummaryOf,
} from '../journal/record-summary.ts'
import {
  type Conflict,
  type Delete,
  deleteStep,
  type NamedRecord,
  type Step,
  titleOf,
  updateStep,
} from '../plan/plan.ts'
import { type RunWrite, writtenBy } from '../journal/read-journal.ts'
import { type Ownership, ownershipOf } from '../plan/ownership.ts'
import { idsOf } from '../plan/record-usage.ts'

/**
 * Undefined if there is nothing left to undo. `listed` is the created record as a list shows it.
 */
export async function inverseStepOf(
  write: RunWrite,
  context: UndoContext,
  listed?: JsonObject | undefined,
): Promise<Step | undefined> {
  switch (write.begin.action) {
    case 'create':
      return write.end ? undoCreate(write, write.end, context, listed) : undoOpenCreate(write.begin, context)
    case 'update':
      return undoUpdate(write, context)
    case 'delete':
      return undoDelete(write.begin, context)
  }
}

/**
 * If a password hid the record, the journal has no summary of it: it is identified by the values that were sent, and
 * edits are not detected.
 */
async function undoCreate(
  write: RunWrite,
  end: WriteEnd,
  { exchange, recreated, force, next }: UndoContext,
  listed: JsonObject | undefined,
): Promise<Step | undefined> {
  const { begin } = write
  const known = { uncertain: end.uncertain, after: writtenBy(write) }
  // A list may show less: only a record that shows everything the run wrote is deleted without reading it by itself.
  const fromList = listed && known.after && deletion(begin, known, { recreated, next, force: false, record: listed })
  if (fromList?.action === 'delete') return fromList
  const record = await findRecord(exchange, begin.kind, recreated.of(begin.kind, end.id ?? 0))
  return record && deletion(begin, known, { recreated, next, force, record })
}

interface Deletion extends Pick<UndoContext, 'recreated' | 'force' | 'next'> {
  readonly record: JsonObject
}

/** The record is deleted, unless it is another one or was changed since. */
function deletion(
  { kind, key, find = {} }: WriteBegin,
  { after, uncertain }: { readonly after?: RecordSummary | undefined; readonly uncertain?: true | undefined },
  { record, recreated, force, next }: Deletion,
): Delete | Conflict {
  const id = Number(record.id)
  const named = { kind, n: next(), key, title: titleOf(kind, record), id }
  const summary = after && recreated.replaceIn(kind, after)
  const ownership = ownershipOf({ kind, written: summary ?? {} }, record)
  // With `force`, also of a record that a password hides.
  const isSame = summary ? !force || isSameRecord(kind, summary, record) : matchesCreate(kind, find, record)
  if (ownership.is === 'other' || !isSame) return { ...named, action: 'conflict', errors: [anotherRecord(kind, id)] }
  if (force) return deleteStep(named, record)
  if (uncertain) return { ...named, action: 'conflict', errors: [uncertainCreateError(kind, id)] }
  return unlessEdited(named, record, ownership)
}

interface IdentifiedRecord extends NamedRecord {
  readonly id: number
}

function unlessEdited(named: IdentifiedRecord, record: JsonObject, ownership: Ownership): Delete | Conflict {
  const { kind, id } = named
  if (ownership.is === 'own') return deleteStep(named, record)
  if (ownership.is === 'other') return { ...named, action: 'conflict', errors: [anotherRecord(kind, id)] }
  const isHidden = isHiddenByPassword(kind, record)
  const errors = [isHidden ? hiddenRecordText(kind, record) : changedSince(ownership.fields)]
  return { ...named, action: 'conflict', errors }
}

/** A create without a result in the journal. */
function undoOpenCreate(begin: WriteBegin, { open_creates, recreated, force, next }: UndoContext): Step | undefined {
  const { record, end } = open_creates.get(begin.begin) ?? {}
  if (!record || !end) return undefined
  return deletion(begin, end, { record, recreated, force, next })
}

async function undoUpdate(
  { begin: { kind, key, id: old = 0, before = {}, sent, is = {} }, end }: RunWrite,
  { exchange, recreated, force, next }: UndoContext,
): Promise<Step> {
  const id = recreated.of(kind, old)
  const named = { kind, n: next(), key, id }
  const record = await findRecordOrTrashed(exchange, kind, id)
  if (!record || (record.status === 'trash' && (before.status === undefined || isUnread(kind, record))))
    return { ...named, title: key, action: 'conflict', errors: [{ text: goneText(kind, id) }] }
  const title = titleOf(kind, record)
  if (before.status === 'trash' && end)
    return returnToTrash({ ...named, title }, record, { after: recreated.replaceIn(kind, end.after ?? {}), is, force })
  const changes = changesOf(kind, recreated.replaceIn(kind, before), record)
  // Checked first, because an interrupted undo may have restored it already.
  if (changes.length === 0) return { ...named, title, action: 'unchanged' }
  if (isHiddenByPassword(kind, record))
    return { ...named, title, action: 'conflict', errors: [hiddenRecordText(kind, record)] }
  if (!isSameRecord(kind, { ...is, ...identityOf(kind, end?.after ?? {}) }, record))
    return { ...named, title, action: 'conflict', errors: [anotherRecord(kind, id)] }
  const since = writtenSince(kind, recreated.replaceIn(kind, end?.after ?? sent ?? {}), record)
  if (since.length > 0 && !force) return { ...named, title, action: 'conflict', errors: [changedSince(since)] }
  return updateStep({ ...named, title }, record, { changes, stored: true })
}

/** The fields that the run wrote and that have other values now, without passwords, which records do not show. */
function writtenSince(kind: Plural, written: RecordSummary, record: JsonObject): readonly string[] {
  return editedSince(kind, written, record).filter((field) => Object.hasOwn(written, field) && field !== 'password')
}

/** Deleted rather than updated to that status, which services refuse. */
function returnToTrash(
  named: IdentifiedRecord,
  record: JsonObject,
  { after, is, force }: { readonly after: RecordSummary; readonly is: RecordSummary; readonly force: boolean },
): Step {
  const { kind, id } = named
  if (record.status === 'trash') return { ...named, action: 'unchanged' }
  if (!isSameRecord(kind, { ...is, ...identityOf(kind, after) }, record))
    return { ...named, action: 'conflict', errors: [anotherRecord(kind, id)] }
  if (force) return deleteStep(named, record)
  // Without a slug, the run did not read the record: only the fields that it sent can be compared.
  const written = 'slug' in after ? after : { ...recordSummaryOf(kind, record), ...after }
  return unlessEdited(named, record, ownershipOf({ kind, written }, record))
}

/** With its previous status, terms, venue and organizers, which have new ids if they were deleted and restored. */
async function undoDelete(
  { kind, key, id = 0, before = {} }: WriteBegin,
  { exchange, recreated, next }: UndoContext,
): Promise<Step> {
  const named = { kind, n: next(), key, id, title: String(before[resources[kind].name] ?? key) }
  const record = await findRecordOrTrashed(exchange, kind, id)
  if (!record) return { ...named, action: 'conflict', errors: [{ text: goneText(kind, id) }] }
  const status = { field: 'status', before: record.status, after: before.status ?? 'publish' }
  if (isUnread(kind, record)) return fromJournal(named, { status, before: recreated.replaceIn(kind, before) })
  if (!isSameRecord(kind, before, record)) return { ...named, action: 'conflict', errors: [anotherRecord(kind, id)] }
  if (record.status !== 'trash') return { ...named, action: 'unchanged' }
  const changes = [status, ...changesOf(kind, recreated.replaceIn(kind, linkedFields(before)), record)]
  return updateStep(named, record, { changes, stored: true })
}

/** Only the id is known: the record is in the trash, which no list shows. */
function isUnread(kind: Plural, record: JsonObject): boolean {
  return record[resources[kind].name] === undefined
}

/**
 * A trashed event that cannot be read: release 6.17.2 shows hidden ones nowhere. All fields in the journal are sent,
 * since services reset the others.
 */
function fromJournal(
  named: IdentifiedRecord,
  { status, before }: { readonly status: Change; readonly before: Values },
): Step {
  if (before.all_day === undefined)
    return { ...named, action: 'conflict', errors: [hiddenRecordText(named.kind, { id: named.id })] }
  const { author: _author, status: _status, ...fields } = before
  const sent = Object.entries(fields).filter(([, value]) => !isEmpty(value))
  const changes = [status, ...sent.map(([field, after]) => ({ field, before: undefined, after }))]
  return updateStep(named, { id: named.id, status: 'trash' }, { changes, stored: true })
}

function linkedFields(before: Values): Values {
  return Object.fromEntries(
    event_reference_fields.flatMap((field) => (before[field] === undefined ? [] : [[field, before[field]]])),
  )
}

export interface UndoOptions {
  readonly exchange: Exchange
  readonly state_dir: string
  readonly run: string
  readonly calendar: CalendarIdentity
  /** Whether to undo records that were edited since or are in use. */
  readonly force: boolean
}

/** Shared by all steps of an undo. */
export interface UndoContext extends UndoOptions {
  readonly recreated: RecreatedTerms
  /** By their numbers. */
  readonly open_creates: ReadonlyMap<number, OpenCreate>
  /** The number of the next step. */
  next(): number
}

/** The terms that were created again for deleted ones. */
export class RecreatedTerms {
  readonly #ids: Map<string, number>

  /** Terms that earlier undos created: `tags 5` → 9. */
  constructor(earlier: ReadonlyMap<string, number>) {
    this.#ids = new Map(earlier)
  }

  set(kind: Plural, old: number, id: number): void {
    this.#ids.set(`${kind} ${old}`, id)
  }

  /** The id itself if it was never deleted; a term may have been created again more than once. */
  of(kind: Plural, id: number): number {
    const seen = new Set([id])
    let last = id
    for (
      let next = this.#ids.get(`${kind} ${id}`);
      next !== undefined && !seen.has(next);
      next = this.#ids.get(`${kind} ${next}`)
    ) {
      seen.add(next)
      last = next
    }
    return last
  }

  has(kind: Plural, old: number): boolean {
    return this.#ids.has(`${kind} ${old}`)
  }

  /** The values with the ids of new terms in place of deleted ones. */
  replaceIn(kind: Plural, values: Values): Values {
    const replaced: Record<string, Json | undefined> = { ...values }
    if (kind === 'categories' && 'parent' in values) replaced.parent = this.of(kind, Number(values.parent) || 0)
    if (kind === 'events')
      for (const field of ['categories', 'tags'] as const)
        if (field in values) replaced[field] = idsOf(values[field]).map((id) => this.of(field, id))
    return replaced
  }
}

export function changedSince(fields: readonly string[]): InputError {
  const list = fields.join(', ')
  return { text: t('changed since the run: {list}', { list }), by_force: true }
}

export function notCleared(fields: readonly string[]): InputError {
  const list = fields.join(', ')
  return {
    text: t('not cleared, because the service does not support it: {list}', { list }),
  }
}

export function inUse(kind: Plural, ids: readonly number[]): InputError {
  return {
    text: t('in use by {resources}: {list}', {
      resources: resources[kind].counted(ids.length),
      list: firstItems(ids, 5),
    }),
    by_force: true,
  }
}

function uncertainCreateError(kind: Plural, id: number): InputError {
  const { title } = resources[kind]
  return {
    text: t('the response to the create request was lost; {title} {id} may not belong to this run', { title, id }),
    by_force: true,
  }
}

function anotherRecord(kind: Plural, id: number): InputError {
  const { title } = resources[kind]
  return {
    text: t('{title} {id} is now a different record, not the one that the run wrote', { title, id }),
  }
}
