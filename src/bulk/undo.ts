// Taking a run back: what it created is deleted, what it changed is restored, unless somebody changed it since.
import type { Exchange } from '../base/exchange.ts'
import { Failure } from '../base/failure.ts'
import type { JsonObject } from '../base/json.ts'
import { recordOf } from '../client/answer.ts'
import { call } from '../client/call.ts'
import { changesOf } from '../client/compare.ts'
import type { Plural } from '../spec/model.ts'
import { plurals_by_need, resources } from '../spec/resources.ts'
import { type Begin, type End, isBegin, isEnd } from './journal.ts'
import { createdBy } from './lookup.ts'
import type { Step } from './plan.ts'
import { journalLines } from './runs.ts'

/** A write of a run and how it ended; one without an end may or may not have happened. */
interface Written {
  readonly begin: Begin
  readonly end: End | undefined
}

export interface Undoing {
  readonly exchange: Exchange
  readonly state_dir: string
  readonly run: string
  readonly known_id_max: (kind: Plural) => number
}

/** The steps back, in the opposite order: events before what they refer to, the last written first. */
export async function* undoSteps(undoing: Undoing): AsyncIterable<Step> {
  const written = await writesOf(undoing)
  let n = 0
  for (const kind of [...plurals_by_need].reverse()) {
    for (const one of written.filter(({ begin }) => begin.kind === kind).reverse()) {
      const step = await stepBack(one, n, undoing)
      if (step) yield step
      n++
    }
  }
}

async function writesOf({ state_dir, run }: Undoing): Promise<readonly Written[]> {
  const written = new Map<number, Written>()
  const done: Written[] = []
  for await (const line of journalLines(state_dir, run)) {
    if (isBegin(line)) written.set(line.begin, { begin: line, end: undefined })
    else if (isEnd(line)) {
      const one = written.get(line.end)
      written.delete(line.end)
      if (one && line.failed === undefined) done.push({ ...one, end: line })
    }
  }
  return [...done, ...written.values()]
}

async function stepBack({ begin, end }: Written, n: number, undoing: Undoing): Promise<Step | undefined> {
  const { kind, key } = begin
  const named = { kind, n, key, title: key }
  if (begin.action === 'create') {
    const record = end ? await recordIfThere(undoing.exchange, kind, end.id ?? 0) : (await createdBy(undoing.exchange, kind, begin.find ?? {}, undoing.known_id_max(kind)))[0]
    return record && { ...named, title: titleOf(kind, record), action: 'delete', id: Number(record.id), before: record }
  }
  if (begin.action === 'delete') return revived(begin, named, undoing)
  const record = await recordIfThere(undoing.exchange, kind, begin.id ?? 0)
  if (!record) return { ...named, action: 'conflict', flaws: [gone(begin)] }
  const title = titleOf(kind, record)
  const changed = end?.after ? changesOf(kind, end.after, record) : []
  if (changed.length > 0) return { ...named, title, action: 'conflict', id: Number(record.id), flaws: [changedSince(changed.map(({ field }) => field))] }
  const changes = changesOf(kind, begin.before ?? {}, record)
  return changes.length === 0 ? { ...named, title, action: 'unchanged', id: Number(record.id) } : { ...named, title, action: 'update', id: Number(record.id), before: record, changes }
}

/** Out of the trash with the status it had; a term is gone for good and is made anew. */
async function revived({ kind, id = 0, before = {} }: Begin, named: { readonly kind: Plural; readonly n: number; readonly key: string; readonly title: string }, { exchange }: Undoing): Promise<Step> {
  const title = String(before[resources[kind].name] ?? named.key)
  if (resources[kind].family === 'term') return { ...named, title, action: 'create', values: Object.fromEntries(Object.entries(before).filter(([, value]) => value !== '' && value !== 0)) }
  const record = await trashed(exchange, kind, id)
  if (!record) return { ...named, title, action: 'conflict', flaws: [gone({ kind, id })] }
  const changes = [{ field: 'status', before: record.status, after: before.status ?? 'publish' }]
  return { ...named, title, action: 'update', id, before: { ...record, status: 'trash' }, changes }
}

/** Deleted meanwhile means there is nothing left to take back. */
async function recordIfThere(exchange: Exchange, kind: Plural, id: number): Promise<JsonObject | undefined> {
  const record = await trashed(exchange, kind, id)
  return record?.status === 'trash' ? undefined : record
}

async function trashed(exchange: Exchange, kind: Plural, id: number): Promise<JsonObject | undefined> {
  try {
    return recordOf(await call(exchange, `${kind}.get`, { id }, kind === 'events' ? { query: { context: 'edit' } } : {}))
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_found') return undefined
    throw error
  }
}

function titleOf(kind: Plural, record: JsonObject): string {
  return String(record[resources[kind].name] ?? record.id)
}

function changedSince(fields: readonly string[]) {
  const list = fields.join(', ')
  return { text: { en: `changed since by somebody else: ${list}`, de: `seitdem von anderer Seite geändert: ${list}` } }
}

function gone({ kind, id }: Pick<Begin, 'kind' | 'id'>) {
  const { title } = resources[kind]
  return { text: { en: `${title.en} ${id} is gone`, de: `${title.de} ${id} gibt es nicht mehr` } }
}
