// The way back from one write of a run, by how the record is now.
import type { Exchange } from '../base/exchange.ts'
import type { JsonObject } from '../base/json.ts'
import { changesOf } from '../client/compare.ts'
import type { Plural } from '../spec/model.ts'
import type { Values } from '../spec/read.ts'
import { resources } from '../spec/resources.ts'
import type { Flaw } from './entry.ts'
import type { Begin } from './journal.ts'
import { createdBy } from './lookup.ts'
import type { Step } from './plan.ts'
import { recordIfThere, recordOrTrash } from './there.ts'
import type { Revived } from './undo-terms.ts'
import type { RunWrite } from './writes.ts'

export interface Undoing {
  readonly exchange: Exchange
  readonly state_dir: string
  readonly run: string
  readonly known_id_max: (kind: Plural) => number
}

/** What all steps back share. */
export interface Back extends Undoing {
  readonly revived: Revived
  /** What other runs created is not this one's, however like what it left open. */
  readonly others: ReadonlySet<string>
  /** The number of the next step. */
  next(): number
}

/** Undefined where nothing is left to take back. */
export function stepBack(write: RunWrite, back: Back): Promise<Step | undefined> {
  switch (write.begin.action) {
    case 'create': return withoutCreated(write, back)
    case 'update': return restored(write, back)
    case 'delete': return outOfTrash(write.begin, back)
  }
}

async function withoutCreated({ begin: { kind, key, find = {} }, end }: RunWrite, { exchange, known_id_max, others, next }: Back): Promise<Step | undefined> {
  const record = end
    ? await recordIfThere(exchange, kind, end.id ?? 0)
    : (await createdBy(exchange, kind, find, known_id_max(kind))).find(({ id }) => !others.has(`${kind} ${id}`))
  return record && { kind, n: next(), key, title: titleOf(kind, record), action: 'delete', id: Number(record.id), before: record }
}

async function restored({ begin: { kind, key, id = 0, before = {} }, end }: RunWrite, { exchange, revived, next }: Back): Promise<Step> {
  const named = { kind, n: next(), key, id }
  const record = await recordIfThere(exchange, kind, id)
  if (!record) return { ...named, title: key, action: 'conflict', flaws: [gone(kind, id)] }
  const title = titleOf(kind, record)
  const changes = changesOf(kind, revived.inPlaceOf(kind, before), record)
  // Asked first: an undo that broke off has restored some already.
  if (changes.length === 0) return { ...named, title, action: 'unchanged' }
  const since = changesOf(kind, end?.after ?? {}, record).map(({ field }) => field)
  if (since.length > 0) return { ...named, title, action: 'conflict', flaws: [changedSince(since)] }
  return { ...named, title, action: 'update', before: record, changes }
}

/** With the status it had, and with the terms and places it had: those deleted after it are others now. */
async function outOfTrash({ kind, key, id = 0, before = {} }: Begin, { exchange, revived, next }: Back): Promise<Step> {
  const named = { kind, n: next(), key, id, title: String(before[resources[kind].name] ?? key) }
  const record = await recordOrTrash(exchange, kind, id)
  if (!record) return { ...named, action: 'conflict', flaws: [gone(kind, id)] }
  if (record.status !== 'trash') return { ...named, action: 'unchanged' }
  const changes = [{ field: 'status', before: record.status, after: before.status ?? 'publish' }, ...changesOf(kind, revived.inPlaceOf(kind, linksOf(before)), record)]
  return { ...named, action: 'update', before: record, changes }
}

function linksOf(before: Values): Values {
  return Object.fromEntries(['venue', 'organizer', 'categories', 'tags'].flatMap((field) => (before[field] === undefined ? [] : [[field, before[field]]])))
}

export function titleOf(kind: Plural, record: JsonObject): string {
  return String(record[resources[kind].name] ?? record.id)
}

export function changedSince(fields: readonly string[]): Flaw {
  const list = fields.join(', ')
  return { text: { en: `changed since by somebody else: ${list}`, de: `seitdem von anderer Seite geändert: ${list}` } }
}

function gone(kind: Plural, id: number): Flaw {
  const { title } = resources[kind]
  return { text: { en: `${title.en} ${id} is gone`, de: `${title.de} ${id} gibt es nicht mehr` } }
}
