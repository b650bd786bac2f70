// Concurrent imports into one calendar: each may plan before the other writes, and both create the same record. Such
// duplicates are detected afterwards, and one of each pair is deleted.
import type { Exchange } from '../base/exchange.ts'
import type { JsonObject } from '../base/json.ts'
import { getOrInsert } from '../base/collections.ts'
import { TemporaryValues } from '../base/files/temporary-values.ts'
import { t, type Text, warningText } from '../base/text/language.ts'
import type { Plural } from '../spec/model.ts'
import type { Values } from '../spec/read.ts'
import { plurals_by_need, resources } from '../spec/resources.ts'
import { leftCopyText } from './execute/half-written.ts'
import { isAlike } from './matching/create-claims.ts'
import { type InputScan, othersOf } from './matching/input-scan.ts'
import { lookupKeysOf, type RecordMatch } from './matching/keys.ts'
import { findRecord, lookupFieldsOf, matchesCreate } from './matching/lookup.ts'
import type { RemoteIndex } from './matching/remote-index.ts'
import { allRecords, totalOf } from '../client/api/pages.ts'
import type { ReferenceIndex } from '../client/api/reference-index.ts'
import { type Create, type Delete, differenceOf, nameOfStep, type Step, titleOf } from './plan/plan.ts'
import type { ExecuteOptions } from './execute/execute-plan.ts'
import { executeStep } from './execute/execute-write.ts'
import { unlessUsed } from './plan/ownership.ts'
import { Usage } from './plan/record-usage.ts'

export interface DuplicateCheck {
  /** Its writes have the number of the create that they complete, so that an undo of the run reverts both. */
  readonly execution: ExecuteOptions
  readonly remote: RemoteIndex
  readonly references: ReferenceIndex
  readonly scan: InputScan
  readonly match: RecordMatch | undefined
}

/** Deletes a record that the run created; the one of another program is used instead. */
interface Replacement extends Delete {
  readonly duplicate: JsonObject
}

/** Maximum number of rounds if another program keeps writing. */
const rounds_max = 8
const ignored = { onMissing: () => {} }

export class Duplicates {
  readonly #run: DuplicateCheck
  /** Venues, organizers and terms, by id. */
  readonly #created = new Map<Plural, Map<number, Create>>()
  /** Of events, by id, the numbers of their entries. */
  readonly #events = new TemporaryValues<{ readonly n: number }>()
  #event_count = 0
  /** The total of a kind before its first write. */
  readonly #totals = new Map<Plural, number | undefined>()

  constructor(run: DuplicateCheck) {
    this.#run = run
  }

  /** Adds the record of an executed step. */
  readonly add = (step: Step, record: JsonObject): void => {
    if (step.action !== 'create') return
    const id = Number(record.id)
    if (step.kind === 'events') {
      this.#events.set(id, { n: step.n })
      this.#event_count++
    } else getOrInsert(this.#created, step.kind, () => new Map()).set(id, step)
  }

  /** Reads the records that others created since the plan was made; the total was `planned` then. */
  async refresh(kind: Plural, planned: number | undefined): Promise<void> {
    const { execution, remote, references } = this.#run
    const exchange = execution.reading
    const total = await totalOf(exchange, kind)
    this.#totals.set(kind, total)
    // In the time for an answer, others may have created as many records as they deleted.
    if (total === undefined || total !== planned || execution.confirmed?.was_asked)
      await (kind === 'events'
        ? this.#loadEvents()
        : remote.load(kind, { onRecord: (record) => references.add(kind, record), ...ignored }))
    if (kind !== 'events') await awaitRemovals(kind, this.#run)
  }

  #loadEvents(): Promise<void> {
    const { remote, scan } = this.#run
    const options = { onRecord: () => {}, ...ignored }
    return scan.scope ? remote.loadScope(scan.scope, options) : remote.load('events', options)
  }

  /**
   * Called before events refer to venues, organizers and terms: of those that another program created at the same time,
   * the one with the lower id is used.
   */
  async mergeReferenced(): Promise<void> {
    for (const kind of plurals_by_need)
      if (kind !== 'events' && (await this.#hasOthers(kind, this.#created.get(kind)?.size ?? 0)))
        await this.#merge(kind)
  }

  /** The same for events, which are duplicates if all their fields are equal. */
  async mergeEvents(): Promise<void> {
    if (!(await this.#hasOthers('events', this.#event_count))) return
    const { remote, execution } = this.#run
    // The index may only have the keys of the input, by which events with a changed slug are not found.
    remote.addAllKeys()
    await this.#readUntilStable('events', () => this.#loadEvents())
    const gone = new Set<number>()
    for (const ids of remote.shared('events')) {
      const others = ids
        .filter((id) => id > execution.creates.known_id_max('events') && !this.#events.get(id))
        .sort((a, b) => a - b)
      for (const id of ids) {
        const created = this.#events.get(id)
        if (created)
          await this.#mergeEvent(
            { id, n: created.n },
            others.filter((one) => one < id),
            gone,
          )
      }
    }
  }

  async #mergeEvent(
    { id, n }: { readonly id: number; readonly n: number },
    others: readonly number[],
    gone: Set<number>,
  ): Promise<void> {
    const { remote, execution } = this.#run
    const left = others.filter((one) => !gone.has(one))
    if (gone.has(id) || left.length === 0) return
    const created = await remote.record('events', id)
    const title = titleOf('events', created)
    for (const other of left) {
      const record = await remote.record('events', other)
      if (!isAlike('events', created, record)) continue
      // Each duplicate replaces one record only, because the input itself may contain equal rows.
      gone.add(id).add(other)
      const step = { action: 'delete', kind: 'events', n, key: '', title, id } as const
      return this.#replace({ ...step, before: created, duplicate: record })
    }
    execution.note?.(differentText('events', title, id, left[0] ?? 0))
  }

  /** Whether more records were added than this run created; assumed if the service gives no total. */
  async #hasOthers(kind: Plural, created: number): Promise<boolean> {
    if (created === 0) return false
    const [before, total] = [this.#totals.get(kind), await totalOf(this.#run.execution.reading, kind)]
    return before === undefined || total === undefined || total !== before + created
  }

  /** Pages shift while others write, so a record can be missed: reads until the total is unchanged. */
  async #readUntilStable(kind: Plural, read: () => Promise<void>): Promise<void> {
    const exchange = this.#run.execution.reading
    for (let round = 1, before = await totalOf(exchange, kind); round <= rounds_max; round++) {
      await read()
      const after = await totalOf(exchange, kind)
      if (after === before) return
      before = after
    }
  }

  async #merge(kind: Exclude<Plural, 'events'>): Promise<void> {
    const { execution, references } = this.#run
    const { reading: exchange, creates } = execution
    const created = this.#created.get(kind) ?? new Map<number, Create>()
    const found = new Map<number, JsonObject>()
    await this.#readUntilStable(kind, async () => {
      for await (const record of allRecords(exchange, kind)) found.set(Number(record.id), record)
    })
    const others = [...found.values()].filter(
      ({ id }) => Number(id) > creates.known_id_max(kind) && !created.has(Number(id)),
    )
    const merged = new Map<number, JsonObject>()
    for (const [id, step] of created) {
      const values = withParent(step.values, merged)
      const [duplicate] = others
        .filter((record) => Number(record.id) < id && matchesCreate(kind, lookupFieldsOf(kind, values), record))
        .sort((a, b) => Number(a.id) - Number(b.id))
      if (!duplicate) await this.#move(step, found.get(id) ?? { id }, values)
      else if (differenceOf({ kind, values }, duplicate).changes.length > 0)
        execution.note?.(differentText(kind, step.title, id, Number(duplicate.id)))
      else {
        merged.set(id, duplicate)
        references.replace(kind, id, duplicate)
      }
    }
    const deletes = [...merged].reverse().flatMap(([id, duplicate]): readonly Replacement[] => {
      const step = created.get(id)
      return step ? [{ ...nameOfStep(step), action: 'delete', id, before: found.get(id) ?? { id }, duplicate }] : []
    })
    for await (const { step, users } of unlessUsed(kind, deletes, new Usage(exchange)))
      await (users
        ? execution.note?.(leftCopyText(kind, step.title, { own: step.id, other: Number(step.duplicate.id) }))
        : this.#replace(step))
  }

  /** Moves children of a deleted duplicate category to the remaining one. */
  async #move(step: Create, before: JsonObject, { parent }: Values): Promise<void> {
    const { execution } = this.#run
    if (parent === step.values.parent) return
    const changes = [{ field: 'parent', before: step.values.parent, after: parent }]
    const id = Number(before.id)
    const result = await executeStep(
      { ...nameOfStep(step), action: 'update', id, before, changes, only_given: true },
      execution,
    )
    if (result.done === 'failed') for (const { text } of result.errors) execution.note?.(text)
  }

  /** Deletes the record that this run created; the other program's record is used instead. */
  async #replace({ duplicate: record, ...step }: Replacement): Promise<void> {
    const { execution } = this.#run
    const { kind, n, title, id } = step
    const { done } = await executeStep(step, execution)
    if (done === 'failed') {
      execution.note?.(leftCopyText(kind, title, { own: id, other: Number(record.id) }))
      return
    }
    execution.journal.note({ end: n, found: Number(record.id), kind })
    await execution.onResult({
      step: { ...nameOfStep(step), action: 'unchanged', id: Number(record.id) },
      done: 'unchanged',
      record,
      instead_of: 'created',
    })
  }
}

function withParent(values: Values, merged: ReadonlyMap<number, JsonObject>): Values {
  const parent = merged.get(Number(values.parent))
  return parent ? { ...values, parent: Number(parent.id) } : values
}

function differentText(kind: Plural, title: string, own: number, other: number): Text {
  const word = resources[kind].title
  return warningText('{word} "{title}" was created twice at the same time, with different values: {other} and {own}', {
    word,
    title,
    other,
    own,
  })
}

/** Pause between two checks, and the number of checks without a change after which waiting ends. */
const pause_ms = 750

const quiet_checks_max = 4

const checks_max = 40

/** Waits while records with equal values share a name of the input and the number of records still changes. */
async function awaitRemovals(kind: Plural, run: DuplicateCheck): Promise<void> {
  const { execution, remote, references } = run
  const { reading: exchange, clock } = execution
  let counted = ''
  for (let check = 0, quiet = 0; check < checks_max && quiet < quiet_checks_max; check++) {
    const alike = await alikeRecords(kind, run)
    if (alike.length === 0) return
    if (check === 0) execution.note?.(waitText(kind))
    await clock.sleep(pause_ms)
    const gone = await removedOf(exchange, kind, alike)
    for (const id of gone) {
      remote.remove(kind, id)
      references.remove(kind, id)
    }
    const totals = await Promise.all(plurals_by_need.map((one) => totalOf(exchange, one)))
    quiet = gone.length > 0 || String(totals) !== counted ? 0 : quiet + 1
    counted = String(totals)
  }
}

function waitText(kind: Plural): Text {
  const { titles } = resources[kind]
  return t('waiting: several {titles} have the same name and values; another import may be removing duplicates', {
    titles,
  })
}

/** Existing records with equal values that share a name or key of the input. */
async function alikeRecords(
  kind: Plural,
  { remote, references, scan, match }: DuplicateCheck,
): Promise<readonly number[]> {
  const named = scan.references
    .filter((reference) => reference.kind === kind)
    .map((reference) => references.find(reference))
    .map((found) => (found && 'candidates' in found ? found.candidates.map(({ id }) => id) : []))
  const alike = new Set<number>()
  const addAlike = ([first, ...others]: readonly JsonObject[]) => {
    if (!first || others.length === 0 || !others.every((other) => isAlike(kind, first, other))) return
    for (const { id } of [first, ...others]) alike.add(Number(id))
  }
  for (const ids of named)
    if (ids.length > 1 && ids.every((id) => id > 0))
      addAlike(await Promise.all(ids.map((id) => remote.record(kind, id))))
  for (const record of othersOf(scan, kind)) addAlike((await remote.find(kind, lookupKeysOf(record, match))).existing)
  return [...alike]
}

async function removedOf(exchange: Exchange, kind: Plural, ids: readonly number[]): Promise<readonly number[]> {
  const removed: number[] = []
  for (const id of ids) if ((await findRecord(exchange, kind, id)) === undefined) removed.push(id)
  return removed
}
