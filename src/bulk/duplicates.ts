// Two imports of one calendar at the same time: each plans before the other writes. What both created is found
// afterwards, and one of the two is kept.
import type { Exchange } from '../base/exchange.ts'
import { CalError } from '../base/errors.ts'
import type { Json, JsonObject } from '../base/json.ts'
import { getOrInsert } from '../base/get-or-insert.ts'
import type { Text } from '../base/text/language.ts'
import { call } from '../client/api/call.ts'
import { changesOf } from '../client/update/compare.ts'
import type { Plural } from '../spec/model.ts'
import type { Values } from '../spec/read.ts'
import { plurals_by_need, resources } from '../spec/resources.ts'
import type { Clock } from '../client/transport/retry.ts'
import type { PlanResult } from './execute/execute-plan.ts'
import type { ReferenceIndex } from './matching/reference-index.ts'
import { allRecords, type RemoteIndex, totalOf } from './matching/remote-index.ts'
import type { Journal } from './journal/journal.ts'
import type { InputScan } from './matching/input-scan.ts'
import { lookupKeysOf, type RecordMatch } from './matching/keys.ts'
import { findRecord } from './matching/find-record.ts'
import { find } from './matching/references.ts'
import { findable, fits } from './matching/lookup.ts'
import { editedSince, recordSummaryOf } from './journal/record-summary.ts'
import type { Create, NamedRecord, Step } from './plan/plan.ts'
import type { LookupScope } from './matching/lookup-scope.ts'
import { titleOf } from './undo/inverse-step.ts'
import { Usage } from './plan/usage.ts'

export interface DuplicateCheckOptions {
  readonly exchange: Exchange
  readonly existing: RemoteIndex
  readonly directory: ReferenceIndex
  /** Which events the plan looked at; undefined for all. */
  readonly near: LookupScope | undefined
  readonly known_id_max: (kind: Plural) => number
  readonly journal: Pick<Journal, 'note'>
  readonly told: (result: PlanResult) => void | Promise<void>
  readonly note: (text: Text) => void
  readonly clock: Clock
  /** The references and records of the input, by which it is told which names matter. */
  readonly survey: Pick<InputScan, 'written' | 'bundle'>
  readonly match: RecordMatch | undefined
}

interface Created {
  readonly step: Create
  readonly id: number
}

/** Fields in which two creations of the same record may differ. */
const own_fields = new Set(['slug', 'date', 'author', 'status'])
/** A program that goes on writing is not waited for. */
const rounds_max = 8
/** How long to wait between two looks for duplicates that other imports remove, and how often without a change. */
const removal_pause_ms = 750
const quiet_looks_max = 4
const removal_looks_max = 40
const ignored = { onMissing: () => {} }

export class Duplicates {
  readonly #with: DuplicateCheckOptions
  /** Venues, organizers and terms, by id. */
  readonly #created = new Map<Plural, Map<number, Created>>()
  /** Events: their numbers by id, because they are many. */
  readonly #events = new Map<number, number>()
  /** How many records of a kind the service counted before the first one was written. */
  readonly #totals = new Map<Plural, number | undefined>()

  constructor(watching: DuplicateCheckOptions) {
    this.#with = watching
  }

  /** Told of each step that was carried out. */
  see(step: Step, record: JsonObject): void {
    if (step.action !== 'create') return
    const id = Number(record.id)
    if (step.kind === 'events') this.#events.set(id, step.n)
    else getOrInsert(this.#created, step.kind, () => new Map()).set(id, { step, id })
  }

  /** Reads again what others created since the plan was made, when the service counted `planned` of them. */
  async refresh(kind: Plural, planned: number | undefined): Promise<void> {
    const { exchange, existing, directory, near } = this.#with
    const total = await totalOf(exchange, kind)
    this.#totals.set(kind, total)
    const seen = (record: JsonObject) => {
      if (kind !== 'events') directory.add(kind, record)
    }
    if (total === undefined || total !== planned)
      await (kind === 'events' && near
        ? existing.loadNear(near, { seen, ...ignored })
        : existing.load(kind, { seen, ...ignored }))
    if (kind !== 'events') await this.#awaitRemovals(kind)
  }

  /**
   * Another import may be about to remove records that it created twice; until then their names are ambiguous. Waits as
   * long as records with equal values share a name of the input, and the numbers of records change.
   */
  async #awaitRemovals(kind: Plural): Promise<void> {
    const { exchange, existing, directory, clock } = this.#with
    let counted = ''
    for (let look = 0, quiet = 0; look < removal_looks_max && quiet < quiet_looks_max; look++) {
      const alike = await this.#alike(kind)
      if (alike.length === 0) return
      await clock.sleep(removal_pause_ms)
      const gone = await idsGone(exchange, kind, alike)
      for (const id of gone) {
        existing.remove(kind, id)
        directory.remove(kind, id)
      }
      const totals = await Promise.all(plurals_by_need.map((one) => totalOf(exchange, one)))
      quiet = gone.length > 0 || String(totals) !== counted ? 0 : quiet + 1
      counted = String(totals)
    }
  }

  /** Existing records that share a name or key of the input and have equal values. */
  async #alike(kind: Plural): Promise<readonly number[]> {
    const { existing, directory, survey, match } = this.#with
    const named = survey.written
      .filter((reference) => reference.kind === kind)
      .map((reference) => find(reference, directory))
      .map((found) => (found && 'candidates' in found ? found.candidates.map(({ id }) => id) : []))
    const matched = (survey.bundle.get(kind) ?? []).map((wanted) => existing.ids(kind, lookupKeysOf(wanted, match)).ids)
    const alike = new Set<number>()
    for (const ids of [...named, ...matched]) {
      if (ids.length < 2 || ids.some((id) => id <= 0)) continue
      const [first, ...others] = await Promise.all(ids.map((id) => existing.record(kind, id)))
      if (first && others.every((other) => isAlike(kind, first, other))) for (const id of ids) alike.add(id)
    }
    return [...alike]
  }

  /**
   * Before events refer to them: of venues, organizers and terms that another program created at the same time, the one
   * with the lower id counts.
   */
  async mergeReferred(): Promise<void> {
    for (const kind of plurals_by_need)
      if (kind !== 'events' && (await this.#hasOthers(kind, this.#created.get(kind)?.size ?? 0)))
        await this.#merge(kind)
  }

  /** The same for events, which count as the same where all they say is equal. */
  async mergeEvents(): Promise<void> {
    if (!(await this.#hasOthers('events', this.#events.size))) return
    const { existing, near, known_id_max } = this.#with
    await this.#untilSteady('events', () =>
      near
        ? existing.loadNear(near, { seen: () => {}, ...ignored })
        : existing.load('events', { seen: () => {}, ...ignored }),
    )
    const gone = new Set<number>()
    for (const ids of existing.shared('events')) {
      const theirs = ids.filter((id) => id > known_id_max('events') && !this.#events.has(id)).sort((a, b) => a - b)
      for (const id of ids)
        if (this.#events.has(id))
          await this.#mergeEvent(
            id,
            theirs.filter((one) => one < id),
            gone,
          )
    }
  }

  async #mergeEvent(id: number, theirs: readonly number[], gone: Set<number>): Promise<void> {
    const { existing, note } = this.#with
    const left = theirs.filter((one) => !gone.has(one))
    if (gone.has(id) || left.length === 0) return
    const mine = await existing.record('events', id)
    const title = titleOf('events', mine)
    for (const other of left) {
      const record = await existing.record('events', other)
      if (!isAlike('events', mine, record)) continue
      // Each counts once: rows that are alike stay as many as they are.
      gone.add(id).add(other)
      return this.#replaced({ kind: 'events', n: this.#events.get(id) ?? 0, key: '', title }, { id, record })
    }
    note(differentText('events', title, id, left[0] ?? 0))
  }

  /** Whether more records came than were created here; a service that does not count is asked for all. */
  async #hasOthers(kind: Plural, created: number): Promise<boolean> {
    if (created === 0) return false
    const [before, total] = [this.#totals.get(kind), await totalOf(this.#with.exchange, kind)]
    return before === undefined || total === undefined || total !== before + created
  }

  /** Pages move while others write, and a record can slip from one to the next: read again until nothing moved. */
  async #untilSteady(kind: Plural, read: () => Promise<void>): Promise<void> {
    for (let round = 1, before = await totalOf(this.#with.exchange, kind); round <= rounds_max; round++) {
      await read()
      const after = await totalOf(this.#with.exchange, kind)
      if (after === before) return
      before = after
    }
  }

  async #merge(kind: Exclude<Plural, 'events'>): Promise<void> {
    const { exchange, known_id_max, directory, note } = this.#with
    const created = this.#created.get(kind) ?? new Map<number, Created>()
    const found = new Map<number, JsonObject>()
    await this.#untilSteady(kind, async () => {
      for await (const record of allRecords(exchange, kind)) found.set(Number(record.id), record)
    })
    const theirs = [...found.values()].filter(({ id }) => Number(id) > known_id_max(kind) && !created.has(Number(id)))
    const merged = new Map<number, JsonObject>()
    for (const { step, id } of created.values()) {
      const values = withParent(step.values, merged)
      const [twin] = theirs
        .filter((record) => Number(record.id) < id && fits(kind, findable(kind, values), record))
        .sort((a, b) => Number(a.id) - Number(b.id))
      if (!twin) await this.#moved(kind, id, { was: step.values.parent, is: values.parent })
      else if (changesOf(kind, values, twin).length > 0) note(differentText(kind, step.title, id, Number(twin.id)))
      else {
        merged.set(id, twin)
        directory.replace(kind, id, twin)
      }
    }
    const users = await new Usage(exchange).of(kind, [...merged.keys()])
    for (const [id, twin] of [...merged].reverse()) {
      const mine = created.get(id)
      if (mine)
        await (users.has(id)
          ? note(usedText(kind, mine.step.title, id, Number(twin.id)))
          : this.#replaced(mine.step, { id, record: twin }))
    }
  }

  /** A category below one that is given up goes below the one that counts. */
  async #moved(
    kind: Plural,
    id: number,
    { was, is }: { readonly was: Json | undefined; readonly is: Json | undefined },
  ): Promise<void> {
    if (was !== is) await call(this.#with.exchange, `${kind}.update`, { id, parent: is })
  }

  /** Deletes what was created here; the record of others stands for it. */
  async #replaced(
    { kind, n, key, title, entry }: NamedRecord,
    { id, record }: { readonly id: number; readonly record: JsonObject },
  ): Promise<void> {
    const { exchange, journal, told, note } = this.#with
    try {
      await call(exchange, `${kind}.delete`, { id })
    } catch (error) {
      if (!(error instanceof CalError)) throw error
      return note(usedText(kind, title, id, Number(record.id)))
    }
    journal.note({ end: n, found: Number(record.id) })
    await told({
      step: { kind, n, key, title, ...(entry ? { entry } : {}), action: 'unchanged', id: Number(record.id) },
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

function differentText(kind: Plural, title: string, mine: number, other: number): Text {
  const word = resources[kind].title
  return {
    en: `warning: ${word.en} "${title}" was created twice at the same time, with different values: ${other} and ${mine}`,
    de: `Warnung: ${word.de} „${title}“ wurde gleichzeitig zweimal angelegt, mit verschiedenen Werten: ${other} und ${mine}`,
  }
}

/** Equal but for what two creations of one record may differ in. */
function isAlike(kind: Plural, one: JsonObject, other: JsonObject): boolean {
  return editedSince(kind, recordSummaryOf(kind, one), other).every((field) => own_fields.has(field))
}

async function idsGone(exchange: Exchange, kind: Plural, ids: readonly number[]): Promise<readonly number[]> {
  const gone: number[] = []
  for (const id of ids) if ((await findRecord(exchange, kind, id)) === undefined) gone.push(id)
  return gone
}

function usedText(kind: Plural, title: string, mine: number, other: number): Text {
  const word = resources[kind].title
  return {
    en: `warning: ${word.en} "${title}" was created twice at the same time: ${other} and ${mine}; ${mine} is in use or cannot be deleted`,
    de: `Warnung: ${word.de} „${title}“ wurde gleichzeitig zweimal angelegt: ${other} und ${mine}; ${mine} ist in Gebrauch oder nicht löschbar`,
  }
}
