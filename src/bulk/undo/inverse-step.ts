// The way back from one write of a run, by how the record is now.
import { instantOfUtc } from '../../base/dates/zoned-time.ts'
import type { Exchange } from '../../base/exchange.ts'
import type { JsonObject } from '../../base/json.ts'
import type { CalendarIdentity } from '../../client/address/calendar-identity.ts'
import { type Change, changesOf } from '../../client/update/compare.ts'
import { fieldMismatchesOf } from '../../client/update/verify-write.ts'
import { blankRecordText, isBlank } from '../../client/api/protected.ts'
import { counted } from '../../spec/derive.ts'
import type { Plural } from '../../spec/model.ts'
import type { Values } from '../../spec/read.ts'
import { resources } from '../../spec/resources.ts'
import type { InputError } from '../input/entry.ts'
import type { WriteBegin, WriteEnd } from '../journal/journal.ts'
import { createdBy, fits } from '../matching/lookup.ts'
import { editedSince, identityOf, inlineOf, isSameRecord, type RecordSummary } from '../journal/record-summary.ts'
import type { Delete, Step, Update } from '../plan/plan.ts'
import { findRecord, findRecordOrTrashed } from '../matching/find-record.ts'
import type { RecreatedTerms } from './undo-terms.ts'
import type { RunWrite } from '../journal/run-writes.ts'

export interface UndoOptions {
  readonly exchange: Exchange
  readonly state_dir: string
  readonly run: string
  readonly calendar: CalendarIdentity
  readonly known_id_max: (kind: Plural) => number
  /** Also what was edited since, and what is in use. */
  readonly force: boolean
}

/** What all steps back share. */
export interface InverseStep extends UndoOptions {
  readonly revived: RecreatedTerms
  /** What other runs created is not this one's, however like what it left open. */
  readonly others: ReadonlySet<string>
  /** When the run began its last write, in milliseconds; undefined in journals of earlier versions. */
  readonly last_write: number | undefined
  /** The number of the next step. */
  next(): number
}

/** How long after its last line in the journal a write of a run may have arrived. */
const arrival_ms_max = 60_000

/** Undefined where nothing is left to take back. */
export function inverseStepOf(write: RunWrite, back: InverseStep): Promise<Step | undefined> {
  switch (write.begin.action) {
    case 'create':
      return write.end ? withoutCreated(write.begin, write.end, back) : withoutOpen(write.begin, back)
    case 'update':
      return restored(write, back)
    case 'delete':
      return outOfTrash(write.begin, back)
  }
}

/**
 * Journals of earlier versions hold no picture: by what was sent the record is known, but not what was edited besides.
 */
async function withoutCreated(
  { kind, key, find = {} }: WriteBegin,
  { id: created = 0, after }: WriteEnd,
  { exchange, revived, force, next }: InverseStep,
): Promise<Step | undefined> {
  const id = revived.of(kind, created)
  const record = await findRecord(exchange, kind, id)
  if (!record) return undefined
  const named = { kind, n: next(), key, title: titleOf(kind, record), id }
  const picture = after && revived.inPlaceOf(kind, after)
  if (picture && isBlank(kind, record) && !force)
    return { ...named, action: 'conflict', errors: [blankRecordText(kind, record)] }
  if (picture ? !isSameRecord(kind, picture, record) : !fits(kind, find, record))
    return { ...named, action: 'conflict', errors: [anotherRecord(kind, id)] }
  const edited = picture ? editedSince(kind, picture, record) : []
  if (edited.length > 0 && !force) return { ...named, action: 'conflict', errors: [changedSince(edited)] }
  return { ...named, action: 'delete', before: record }
}

/** A create whose answer is not in the journal: what was made at that time and is as it was sent is its own. */
async function withoutOpen(
  { kind, key, find = {}, sent }: WriteBegin,
  { exchange, known_id_max, others, last_write, force, next }: InverseStep,
): Promise<Step | undefined> {
  const record = (await createdBy(exchange, kind, find, known_id_max(kind))).find(
    ({ id }) => !others.has(`${kind} ${id}`),
  )
  if (!record) return undefined
  const named = { kind, n: next(), key, title: titleOf(kind, record), id: Number(record.id) }
  const is_own =
    fieldMismatchesOf(kind, inlineOf(sent ?? {}), record).length === 0 && isMadeBefore(record, sent, last_write)
  return is_own || force
    ? { ...named, action: 'delete', before: record }
    : { ...named, action: 'conflict', errors: [perhapsCreated(kind, named.id)] }
}

/** Categories and tags tell no time. */
function isMadeBefore(
  { date_utc, modified_utc }: JsonObject,
  sent: Values = {},
  last_write: number | undefined,
): boolean {
  const made = 'date' in sent || 'date_utc' in sent ? modified_utc : date_utc
  return (
    last_write === undefined ||
    typeof made !== 'string' ||
    !/^[1-9]/.test(made) ||
    instantOfUtc(made) <= last_write + arrival_ms_max
  )
}

async function restored(
  { begin: { kind, key, id: old = 0, before = {}, sent, is = {} }, end }: RunWrite,
  { exchange, revived, force, next }: InverseStep,
): Promise<Step> {
  const id = revived.of(kind, old)
  const named = { kind, n: next(), key, id }
  const record = await findRecordOrTrashed(exchange, kind, id)
  if (!record || (record.status === 'trash' && (before.status === undefined || isUnread(kind, record))))
    return { ...named, title: key, action: 'conflict', errors: [gone(kind, id)] }
  const title = titleOf(kind, record)
  if (before.status === 'trash' && end)
    return backToTrash({ ...named, title }, record, { after: revived.inPlaceOf(kind, end.after ?? {}), is, force })
  const changes = changesOf(kind, revived.inPlaceOf(kind, before), record)
  // Asked first: an undo that broke off has restored some already.
  if (changes.length === 0) return { ...named, title, action: 'unchanged' }
  if (isBlank(kind, record)) return { ...named, title, action: 'conflict', errors: [blankRecordText(kind, record)] }
  if (!isSameRecord(kind, { ...is, ...identityOf(kind, end?.after ?? {}) }, record))
    return { ...named, title, action: 'conflict', errors: [anotherRecord(kind, id)] }
  const left = inlineOf(revived.inPlaceOf(kind, end?.after ?? sent ?? {}))
  const since = changesOf(kind, left, record).map(({ field }) => field)
  if (since.length > 0 && !force) return { ...named, title, action: 'conflict', errors: [changedSince(since)] }
  return { ...named, title, action: 'update', before: record, changes }
}

interface Trashing {
  readonly after: RecordSummary
  readonly is: RecordSummary
  readonly force: boolean
}

/** Deleted rather than given that status, which services refuse. Earlier versions noted the changed fields alone. */
function backToTrash(
  named: Pick<Delete, 'kind' | 'n' | 'key' | 'id' | 'title'>,
  record: JsonObject,
  { after, is, force }: Trashing,
): Step {
  const { kind, id } = named
  if (record.status === 'trash') return { ...named, action: 'unchanged' }
  if (!isSameRecord(kind, { ...is, ...identityOf(kind, after) }, record))
    return { ...named, action: 'conflict', errors: [anotherRecord(kind, id)] }
  const edited =
    'slug' in after
      ? editedSince(kind, after, record)
      : changesOf(kind, inlineOf(after), record).map(({ field }) => field)
  return edited.length > 0 && !force
    ? { ...named, action: 'conflict', errors: [changedSince(edited)] }
    : { ...named, action: 'delete', before: record }
}

/** With the status it had, and with the terms and places it had: those deleted after it are others now. */
async function outOfTrash(
  { kind, key, id = 0, before = {} }: WriteBegin,
  { exchange, revived, next }: InverseStep,
): Promise<Step> {
  const named = { kind, n: next(), key, id, title: String(before[resources[kind].name] ?? key) }
  const record = await findRecordOrTrashed(exchange, kind, id)
  if (!record) return { ...named, action: 'conflict', errors: [gone(kind, id)] }
  const status = { field: 'status', before: record.status, after: before.status ?? 'publish' }
  if (isUnread(kind, record)) return fromJournal(named, { status, before: revived.inPlaceOf(kind, before) })
  if (!isSameRecord(kind, before, record)) return { ...named, action: 'conflict', errors: [anotherRecord(kind, id)] }
  if (record.status !== 'trash') return { ...named, action: 'unchanged' }
  return {
    ...named,
    action: 'update',
    before: record,
    changes: [status, ...changesOf(kind, revived.inPlaceOf(kind, linksOf(before)), record)],
  }
}

/** There is an id and nothing else: it lies in a trash that no list shows. */
function isUnread(kind: Plural, record: JsonObject): boolean {
  return record[resources[kind].name] === undefined
}

/**
 * A trashed event that cannot be read: release 6.17.2 shows hidden ones nowhere. What the journal has of it is sent
 * whole, since services reset the rest.
 */
function fromJournal(
  named: Omit<Update, 'action' | 'before' | 'changes'>,
  { status, before }: { readonly status: Change; readonly before: Values },
): Step {
  if (before.all_day === undefined)
    return { ...named, action: 'conflict', errors: [blankRecordText(named.kind, { id: named.id })] }
  const { author: _author, status: _status, ...fields } = before
  const sent = Object.entries(fields).filter(
    ([, value]) => value !== '' && !(Array.isArray(value) && value.length === 0),
  )
  const changes = [status, ...sent.map(([field, after]) => ({ field, before: undefined, after }))]
  return { ...named, action: 'update', before: { id: named.id, status: 'trash' }, changes }
}

function linksOf(before: Values): Values {
  return Object.fromEntries(
    ['venue', 'organizer', 'categories', 'tags'].flatMap((field) =>
      before[field] === undefined ? [] : [[field, before[field]]],
    ),
  )
}

export function titleOf(kind: Plural, record: JsonObject): string {
  const name = record[resources[kind].name]
  return String(typeof name === 'string' ? name : record.id)
}

export function changedSince(fields: readonly string[]): InputError {
  const list = fields.join(', ')
  return { text: { en: `changed since the run: ${list}`, de: `seit dem Lauf geändert: ${list}` }, by_force: true }
}

export function inUse(kind: Plural, ids: readonly number[]): InputError {
  const list = `${ids.slice(0, 5).join(', ')}${ids.length > 5 ? ', …' : ''}`
  return {
    text: {
      en: `in use by ${counted(ids.length, resources[kind], 'en')}: ${list}`,
      de: `in Gebrauch, ${counted(ids.length, resources[kind], 'de')}: ${list}`,
    },
    by_force: true,
  }
}

function perhapsCreated(kind: Plural, id: number): InputError {
  const { title } = resources[kind]
  return {
    text: {
      en: `the run broke off while creating it; ${title.en} ${id} may be someone else's`,
      de: `der Lauf brach beim Anlegen ab; ${title.de} ${id} kann von anderen stammen`,
    },
    by_force: true,
  }
}

function anotherRecord(kind: Plural, id: number): InputError {
  const { title } = resources[kind]
  return {
    text: {
      en: `${title.en} ${id} is another record now, not the one that the run wrote`,
      de: `${title.de} ${id} ist inzwischen ein anderer Eintrag, nicht der vom Lauf geschriebene`,
    },
  }
}

function gone(kind: Plural, id: number): InputError {
  const { title } = resources[kind]
  return { text: { en: `${title.en} ${id} is gone`, de: `${title.de} ${id} gibt es nicht mehr` } }
}
