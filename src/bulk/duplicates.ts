// Concurrent imports into one calendar: each may plan before the other writes, and both create the same record. Such
// duplicates are detected afterwards, and one of each pair is deleted.
import type { JsonObject } from '../base/json.ts'
import { getOrInsert } from '../base/collections.ts'
import { TemporaryValues } from '../base/files/temporary-values.ts'
import { t, type Text, warningText } from '../base/text/language.ts'
import type { Plural } from '../spec/model.ts'
import { plurals_by_need, resources } from '../spec/resources.ts'
import { leftCopyText } from './execute/half-written.ts'
import { isAlike } from './matching/create-claims.ts'
import { type InputScan, othersOf } from './matching/input-scan.ts'
import { lookupKeysOf, type RecordMatch } from './matching/keys.ts'
import { KindCounts } from './journal/read-journal.ts'
import type { RemoteIndex } from './matching/remote-index.ts'
import { totalOf } from '../client/api/pages.ts'
import type { ReferenceIndex } from '../client/api/reference-index.ts'
import { type Delete, deleteStep, type NamedRecord, nameOfStep, type Step, titleOf, updateStep } from './plan/plan.ts'
import { cleanUp, type ExecuteOptions } from './execute/execute-plan.ts'
import { unlessUsed } from './plan/ownership.ts'
import { Usage } from './plan/record-usage.ts'
import { findRecord } from '../client/api/records.ts'

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

/** A record that the run created, with the number and key of its entry. */
interface CreatedRecord {
  readonly id: number
  readonly n: number
  readonly key: string
}

export class Duplicates {
  readonly #run: DuplicateCheck
  /** By id. */
  readonly #created = new Map<Plural, TemporaryValues<CreatedRecord>>()
  readonly #counts = new KindCounts<'created'>()
  /** The total of a kind before its first write. */
  readonly #totals = new Map<Plural, number | undefined>()

  constructor(run: DuplicateCheck) {
    this.#run = run
  }

  /** Adds the record of an executed step. */
  readonly add = ({ action, kind, n, key }: Step, record: JsonObject): void => {
    if (action !== 'create') return
    const id = Number(record.id)
    this.#createdOf(kind).set(id, { id, n, key })
    this.#counts.add('created', kind)
  }

  #createdOf(kind: Plural): TemporaryValues<CreatedRecord> {
    return getOrInsert(this.#created, kind, () => new TemporaryValues())
  }

  /** Reads the records that others created since the plan was made; the total was `planned` then. */
  async refresh(kind: Plural, planned: number | undefined): Promise<void> {
    const { execution, references } = this.#run
    const total = await totalOf(execution.reading, kind)
    this.#totals.set(kind, total)
    // In the time for an answer, others may have created as many records as they deleted.
    if (total === undefined || total !== planned || execution.confirmed?.was_asked)
      await this.#read(kind, (record) => references.add(kind, record))
    if (kind !== 'events') await awaitRemovals(kind, this.#run)
  }

  #read(kind: Plural, onRecord: (record: JsonObject) => void = () => {}): Promise<void> {
    const { remote, scan } = this.#run
    const options = { onRecord, onMissing: () => {} }
    if (kind === 'events' && scan.scope) return remote.loadScope(scan.scope, { ...options, onRecord: () => {} })
    return remote.load(kind, options)
  }

  /** Called before events refer to venues, organizers and terms. */
  async mergeReferenced(): Promise<void> {
    for (const kind of plurals_by_need) if (kind !== 'events') await this.merge(kind)
  }

  /**
   * Of alike records that the run and another program created at the same time, the one with the lower id is used. Each
   * replaces one record only, because the input itself may contain equal rows.
   */
  async merge(kind: Plural): Promise<void> {
    if (!(await this.#hasOthers(kind))) return
    const { remote, execution, references } = this.#run
    // Records with a changed slug are found by keys that no row has.
    remote.keepAll()
    await this.#readUntilStable(kind)
    const merged = new Map<number, Replacement>()
    const taken = new Set<number>()
    // In the order in which they were created: parents before children.
    for (const [id, others] of [...this.#rivalsOf(kind)].sort(([a], [b]) => a - b)) {
      const own = await remote.record(kind, id)
      const title = titleOf(kind, own)
      const left = [...others].filter((one) => !taken.has(one)).sort((a, b) => a - b)
      const records = await Promise.all(left.map((one) => remote.record(kind, one)))
      const duplicate = records.find((one) => isAlike(kind, withParent(own, merged), one))
      if (duplicate) {
        taken.add(Number(duplicate.id))
        merged.set(id, { ...deleteStep(this.#nameOf(kind, own), own), duplicate })
        if (kind !== 'events') references.replace(kind, id, duplicate)
      } else if (left[0] !== undefined) execution.note?.(differentText(kind, title, id, left[0]))
    }
    if (kind === 'categories') await this.#moveChildren(merged)
    const deletes = [...merged.values()].reverse()
    for await (const { step, users } of unlessUsed(kind, deletes, new Usage(execution.reading)))
      await (users
        ? execution.note?.(leftCopyText(kind, step.title, { own: step.id, other: Number(step.duplicate.id) }))
        : this.#replace(step))
  }

  /** By the id of each created record, the earlier ones of other programs that share a key with it. */
  #rivalsOf(kind: Plural): ReadonlyMap<number, ReadonlySet<number>> {
    const { remote, execution } = this.#run
    const created = this.#createdOf(kind)
    const rivals = new Map<number, Set<number>>()
    for (const ids of remote.shared(kind)) {
      const others = ids.filter((id) => id > execution.creates.known_id_max(kind) && !created.get(id))
      for (const id of ids.filter((one) => created.get(one)))
        for (const other of others) if (other < id) getOrInsert(rivals, id, () => new Set()).add(other)
    }
    return rivals
  }

  /** Whether more records were added than this run created; assumed if the service gives no total. */
  async #hasOthers(kind: Plural): Promise<boolean> {
    const created = this.#counts.ofKind('created', kind)
    if (created === 0) return false
    const [before, total] = [this.#totals.get(kind), await totalOf(this.#run.execution.reading, kind)]
    return before === undefined || total === undefined || total !== before + created
  }

  /** Pages shift while others write, so a record can be missed: reads until the total is unchanged. */
  async #readUntilStable(kind: Plural): Promise<void> {
    const exchange = this.#run.execution.reading
    for (let round = 1, before = await totalOf(exchange, kind); round <= rounds_max; round++) {
      await this.#read(kind)
      const after = await totalOf(exchange, kind)
      if (after === before) return
      before = after
    }
  }

  /** Moves children of deleted duplicates to the remaining categories. */
  async #moveChildren(merged: ReadonlyMap<number, Replacement>): Promise<void> {
    const { execution, remote } = this.#run
    const kind = 'categories'
    for (const { id } of merged.size === 0 ? [] : this.#createdOf(kind).values()) {
      const before = await remote.record(kind, id)
      const { parent } = withParent(before, merged)
      if (merged.has(id) || parent === before.parent) continue
      const changes = [{ field: 'parent', before: before.parent, after: parent }]
      const step = updateStep(this.#nameOf(kind, before), before, { changes, only_given: true, stored: true })
      const result = await cleanUp(step, execution)
      if (result.done === 'failed') for (const { text } of result.errors) execution.note?.(text)
    }
  }

  #nameOf(kind: Plural, record: JsonObject): NamedRecord {
    const { n = 0, key = '' } = this.#createdOf(kind).get(Number(record.id)) ?? {}
    return { kind, n, key, title: titleOf(kind, record) }
  }

  /** Deletes the record that this run created; the other program's record is used instead. */
  async #replace({ duplicate: record, ...step }: Replacement): Promise<void> {
    const { execution } = this.#run
    const { kind, n, title, id } = step
    const { done } = await cleanUp(step, execution)
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

function withParent(record: JsonObject, merged: ReadonlyMap<number, Replacement>): JsonObject {
  const parent = merged.get(Number(record.parent))?.duplicate
  return parent ? { ...record, parent: Number(parent.id) } : record
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
    const gone: number[] = []
    for (const id of alike) if ((await findRecord(exchange, kind, id)) === undefined) gone.push(id)
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
