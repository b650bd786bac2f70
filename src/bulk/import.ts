// Importing: the service is read once, then the same steps are either previewed or executed.
import { CalError } from '../base/errors.ts'
import type { Exchange } from '../base/exchange.ts'
import { isObject, itemsOf, type JsonObject } from '../base/json.ts'
import { t, type Text, warningText } from '../base/text/language.ts'
import { plurals_by_need, resources } from '../spec/resources.ts'
import type { Plural } from '../spec/model.ts'
import { Duplicates } from './duplicates.ts'
import {
  type ExecuteOptions,
  executePhases,
  executePlan,
  plannedSteps,
  type PlanPhase,
  type RunExecution,
  StoppedError,
} from './execute/execute-plan.ts'
import { equalsRecord, inOrder, type PhaseJob, phasesOf, type PlannedInput, refuseRejected } from './execute/phases.ts'
import { reference_fields } from './input/parse-entry.ts'
import { unlistedEvents } from './journal/run-records.ts'
import type { RunsOfCalendar } from './journal/run-scope.ts'
import type { NewReferences } from './matching/missing-references.ts'
import { type InputScan, othersOf } from './matching/input-scan.ts'
import { ReferenceIndex } from '../client/api/reference-index.ts'
import {
  isKnown,
  isNumberName,
  numberNamesText,
  otherVenuesText,
  addReference,
  type Reference,
  referenceKey,
  referencesOf,
  refuseNamesakes,
} from './matching/references.ts'
import { RemoteIndex, type RemoteIndexOptions } from './matching/remote-index.ts'
import { totalOf } from '../client/api/pages.ts'
import { openCreates } from './matching/interrupted-creates.ts'
import { eventsAt, eventsOfSlug } from './matching/unlisted.ts'
import { Decisions, type ResumedRun } from './plan/decide.ts'
import { type Delete, type Step, valuesAfter } from './plan/plan.ts'
import { PlanNotes, type PlanNoting } from './plan/plan-notes.ts'
import { PlanEffects } from './plan/record-usage.ts'

export interface ImportRequest extends PlannedInput {
  readonly noting?: PlanNoting
  /** The deletes that come last, from what the other steps write. */
  readonly deletes?: ((effects: PlanEffects, done: 'planned' | 'executed') => AsyncIterable<Delete>) | undefined
}

/** An import: its input, and what the service has. */
export class Import {
  readonly #request: ImportRequest
  readonly #snapshot: RemoteSnapshot
  /** Known before a plan is made. */
  #new_references: NewReferences | undefined
  /** What was noted of a plan is not noted again when it is executed. */
  #has_noted = false
  readonly #note: (text: Text) => void

  /** Starts to read the service. */
  constructor(exchange: Exchange, request: ImportRequest, reading: ReadingOptions) {
    const { scan, earlier } = request
    this.#request = { ...request, scan: earlier ? withIds(scan, earlier.event_ids) : scan }
    this.#note = reading.note
    this.#snapshot = startSnapshot(exchange, this.#request, reading)
  }

  /** Resolves when everything was read. */
  async awaitRecords(): Promise<void> {
    await Promise.all(this.#snapshot.kinds.values())
  }

  /** Every step; none is executed. */
  async *preview(): AsyncIterable<Step> {
    await this.awaitRecords()
    const { exchange } = this.#snapshot.remote
    const { deletes } = this.#request
    const effects = deletes && new PlanEffects(exchange)
    this.#new_references ??= await this.#findNewReferences(undefined)
    const isNoted = this.#has_noted
    this.#has_noted = true
    const notes = isNoted ? undefined : this.#newNotes(true)
    const job = this.#jobOf({ notes, new_references: this.#new_references, shows_steps: true })
    for await (const step of plannedSteps(inOrder(phasesOf(job)))) {
      effects?.note(step)
      notes?.see(step)
      yield step
    }
    if (effects) yield* deletes(effects, 'planned')
    if (isNoted) return
    await this.#noteNumbers(this.#new_references)
    await this.#noteVenues(job)
    await notes?.send(exchange)
  }

  /**
   * Executes every step.
   * A kind is written as soon as all its records were read and their highest id is in the journal; other kinds may
   * still be read then. Events are last: their duplicates are detected by the total from before the first of them is
   * written.
   */
  async execute({ resumed, setKnownIdMax, ...given }: ImportExecution): Promise<void> {
    const snapshot = this.#snapshot
    const { remote } = snapshot
    const { deletes } = this.#request
    const effects = deletes && new PlanEffects(remote.exchange)
    await snapshot.first_answers
    const made = new Map<number, JsonObject>()
    const state = resumed && { ...resumed, made }
    this.#new_references ??= await this.#findNewReferences(state)
    const isNoted = this.#has_noted
    if (!isNoted) await this.#noteNumbers(this.#new_references)
    // The rows of earlier parts of a run are not planned again.
    const notes = resumed || isNoted ? undefined : this.#newNotes(false)
    const job = this.#jobOf({ resumed: state, notes, new_references: this.#new_references })
    const execution: ExecuteOptions = {
      ...given,
      onResult: (result) => {
        effects?.noteResult(result)
        notes?.see(result.step)
        return given.onResult(result)
      },
    }
    const { references, scan } = job
    const { match } = job.inputs
    const duplicates = new Duplicates({ execution, remote, references, scan, match })
    /** Returns the highest id of the kind before the run. */
    const prepare = async (kind: Plural) => {
      const read = await addRecords(job, kind, snapshot)
      if (read) await duplicates.refresh(kind, read.total)
      return read?.known_id_max
    }
    const prepared = new Map([...snapshot.kinds.keys()].map((kind) => [kind, prepare(kind)]))
    // Prevents unhandled rejections if the run fails earlier.
    for (const one of prepared.values()) one.catch(() => undefined)
    const beforeKind = async (kind: Plural) => {
      const known_id_max = await prepared.get(kind)
      if (known_id_max === undefined) return
      await setKnownIdMax(kind, known_id_max)
      if (resumed) await endCreates(kind, resumed, { made, execution })
    }
    const { referenced, events } = phasesOf({ ...job, beforeKind })
    const write = (phases: AsyncIterable<PlanPhase>) => executePhases(phases, execution, duplicates.add)
    if (execution.concurrent_kinds) await allEnded(referenced.map(write))
    else for (const phases of referenced) await write(phases)
    await duplicates.mergeReferenced()
    await write(events)
    await duplicates.merge('events')
    if (effects) await executePlan(deletes(effects, 'executed'), { ...execution, concurrency: 1 })
    if (!isNoted) await this.#noteVenues(job)
    await notes?.send(remote.exchange)
  }

  #jobOf(given: Pick<PhaseJob, 'resumed' | 'notes' | 'new_references' | 'shows_steps'>): PhaseJob {
    const { scan } = this.#request
    const references = referencesOfInput(scan)
    const beforeKind = async (kind: Plural) => {
      await addRecords({ references, scan }, kind, this.#snapshot)
    }
    const planned = { ...this.#request, ...given, remote: this.#snapshot.remote }
    return { ...planned, references, beforeKind, decisions: new Decisions(planned) }
  }

  #newNotes(isPreview: boolean): PlanNotes | undefined {
    const { noting, scan } = this.#request
    return noting && new PlanNotes(scan, noting, isPreview)
  }

  /** Notes what numbers in place of names mean; those of rejected rows mean nothing. */
  async #noteNumbers(new_references: NewReferences): Promise<void> {
    const { scan, create_missing } = this.#request
    const used = scan.references.filter((one) => !new_references.has(one) || new_references.get(one))
    for (const kind of new Set(used.map((one) => one.kind))) {
      const records = used.some((one) => isNumberName(one, kind)) ? await this.#snapshot.kinds.get(kind) : undefined
      const index = () => indexOf(kind, records?.records ?? [], scan)
      const text = records && numberNamesText(kind, used, { index, create_missing })
      if (text) this.#note(text)
    }
  }

  /** Notes which venues the input describes otherwise; the errors of rows that are refused for that say it, too. */
  async #noteVenues({ decisions }: PhaseJob): Promise<void> {
    const { scan } = this.#request
    const venues = await this.#snapshot.kinds.get('venues')
    if (!venues) return
    const text = otherVenuesText(scan.references, indexOf('venues', venues.records, scan), decisions.refused_venues)
    if (text) this.#note(text)
  }

  /**
   * The references to records that are created, and what rows say of these records. Only rows that are written may
   * create or describe a record. Whether a row is written is known when it is planned, which needs the ids of what it
   * names: so rows are planned here first, until each reference occurs in one that is written. An interrupted create
   * may be sent again, so what it names is used.
   */
  async #findNewReferences(resumed: ResumedRun | undefined): Promise<NewReferences> {
    const { scan, create_missing } = this.#request
    if (!create_missing || scan.references.length === 0) return new Map()
    const job = this.#jobOf({ resumed })
    for (const kind of this.#snapshot.kinds.keys()) if (kind !== 'events') await job.beforeKind(kind)
    if (scan.references.every((reference) => isKnown(reference, job.references))) return new Map()
    await this.awaitRecords()
    const { referenced, events } = phasesOf(job)
    const written = new Map<string, Reference>()
    for (const phases of referenced)
      for await (const step of plannedSteps(phases))
        for (const reference of newReferencesIn(step)) addReference(written, reference)
    const created = scan.references.filter((reference) => isNew(reference, job.references))
    const left = new Map(created.map((reference) => [referenceKey(reference), reference]))
    const removeSeen = (key: string) => {
      const seen = written.get(key)
      if (seen && (isObject(seen.value) || !isObject(left.get(key)?.value))) left.delete(key)
    }
    for (const key of [...left.keys()]) removeSeen(key)
    if (left.size > 0)
      for await (const step of plannedSteps(events)) {
        for (const reference of newReferencesIn(step)) {
          addReference(written, reference)
          removeSeen(referenceKey(reference))
        }
        if (left.size === 0) break
      }
    return new Map(created.map((reference) => [reference, written.get(referenceKey(reference))]))
  }
}

/** What references mean before the records of the service are added. */
function referencesOfInput({ others, rejected }: InputScan): ReferenceIndex {
  const references = new ReferenceIndex()
  for (const { kind, id } of others.values()) if (id !== undefined) references.expect(kind, id)
  for (const one of rejected) refuseRejected(references, one)
  return references
}

/** Whether a record is created for the reference. */
function isNew(reference: Reference, index: ReferenceIndex): boolean {
  const found = index.find(reference)
  return found !== undefined && 'id' in found && found.id < 0
}

/** Rejects with the first error, but only after all have ended, so that nothing is written afterwards. */
async function allEnded(writing: readonly Promise<void>[]): Promise<void> {
  const failures = (await Promise.allSettled(writing)).flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
  if (failures.length > 0) throw failures.find((failure) => !(failure instanceof StoppedError)) ?? failures[0]
}

/** The references of a row that is written and links a record that is created. */
function newReferencesIn({ entry, ...step }: Step): readonly Reference[] {
  if (step.n < 0 || !entry || (step.action !== 'create' && step.action !== 'update')) return []
  const sent = step.action === 'create' ? step.values : valuesAfter(step.changes)
  const fields = Object.keys(reference_fields[step.kind] ?? {})
  const isLinked = fields.some((field) => itemsOf(sent[field]).some((id) => Number(id) < 0))
  return isLinked ? referencesOf({ kind: step.kind, values: entry.values, entry }) : []
}

interface ImportExecution extends RunExecution {
  readonly resumed?: (Pick<ResumedRun, 'state'> & { readonly state_dir: string }) | undefined
}

/** Makes the service's records available to references; undefined for kinds that the input does not use. */
async function addRecords(
  { references, scan }: Pick<PhaseJob, 'references' | 'scan'>,
  kind: Plural,
  { kinds }: Pick<RemoteSnapshot, 'kinds'>,
): Promise<KindSnapshot | undefined> {
  const read = await kinds.get(kind)
  for (const record of read?.records ?? []) references.add(kind, record)
  const own = new Set(othersOf(scan, kind).flatMap(({ id, values: { slug } }) => [id, slug]))
  refuseNamesakes(
    scan.references.filter((one) => one.kind === kind),
    references,
    ({ value }) => isObject(value) && [value.id, value.slug].some((name) => name !== undefined && own.has(name)),
  )
  return read
}

/**
 * Finds what the interrupted creates of rows have made. Records created from references are not planned again: the
 * journal lines that are missing for them are added.
 */
async function endCreates(
  kind: Plural,
  { state, state_dir }: NonNullable<ImportExecution['resumed']>,
  {
    made,
    execution: { reading, journal, onResult },
  }: { readonly made: Map<number, JsonObject>; readonly execution: ExecuteOptions },
): Promise<void> {
  for await (const { begin, record, end } of openCreates(reading, state, { kinds: [kind], state_dir })) {
    const { begin: n, key, find: values = {} } = begin
    if (record && n >= 0) made.set(n, record)
    // The others are created again.
    if (!record || n >= 0 || end.uncertain) continue
    journal.note(end)
    await onResult({ step: { action: 'create', kind, n, key, title: key, values }, done: 'created', record })
  }
}

/** All records of one kind that the input can match or refer to. */
interface KindSnapshot {
  /** None for events: they are found through the index. */
  readonly records: readonly JsonObject[]
  readonly known_id_max: number
  /** The total of the service; undefined if its responses have none. */
  readonly total: number | undefined
}

interface RemoteSnapshot {
  readonly remote: RemoteIndex
  /** The kinds that the input holds or refers to; each resolves when it was read completely. */
  readonly kinds: ReadonlyMap<Plural, Promise<KindSnapshot>>
  /** Resolves when every list has responded, so that nothing is written if one of them is rejected. */
  readonly first_answers: Promise<void>
}

/** Events that are read too, although no row names their day or slug. */
function withIds(scan: InputScan, added: readonly number[]): InputScan {
  const { scope, hidden } = scan
  return {
    ...scan,
    scope: scope && { ...scope, ids: new Set([...scope.ids, ...added]) },
    hidden: { ...hidden, ids: new Set([...hidden.ids, ...added]) },
  }
}

/** How the service is read. */
export interface ReadingOptions {
  /** Earlier runs, which may have created events that no list shows. */
  readonly runs?: RunsOfCalendar | undefined
  /**
   * Rows match events by their keys alone, and are compared with them while these are listed; a run that is resumed
   * looks up what it may have created instead.
   */
  readonly compares_listed?: true | undefined
  /** Called with a warning if fewer records of a kind were received than the service counts: decision 8. */
  readonly note: (text: Text) => void
  /** It is an error instead. */
  readonly must_be_complete?: boolean | undefined
}

/** Starts to read the kinds that the input contains or refers to, concurrently; of events those that it can match. */
function startSnapshot(
  exchange: Exchange,
  { inputs, scan }: ImportRequest,
  { compares_listed, ...given }: ReadingOptions,
): RemoteSnapshot {
  const remote = new RemoteIndex(exchange, inputs.match, scan.rows, compares_listed && scan)
  // Other records of the input may be what its events refer to.
  const compares = compares_listed && scan.others.size === 0 && !scan.has_other_uids
  const touched = new Set([
    ...scan.counts.keys(),
    ...scan.references.map(({ kind }) => kind),
    ...scan.invalid_references,
  ])
  const kinds = new Map<Plural, Promise<KindSnapshot>>()
  const answers: Promise<void>[] = []
  const reading = { ...given, scan, remote }
  for (const kind of plurals_by_need.filter((one) => touched.has(one))) {
    const answer = new Promise<void>((resolve, reject) => {
      const ready = kind === 'events' && compares ? compareListed(remote, scan, new Map(kinds)) : undefined
      const read = readKind(kind, { ...reading, onFirst: resolve, ready })
      read.then(() => resolve(), reject)
      kinds.set(kind, read)
    })
    answers.push(answer)
  }
  const first_answers = Promise.all(answers).then(() => undefined)
  // Each is awaited later, if the run gets that far.
  first_answers.catch(() => undefined)
  return { remote, kinds, first_answers }
}

/**
 * Has events compared with rows while they are listed, as the plan compares them, unless references of rows may mean
 * records that are not there yet. If a kind cannot be read, its own promise says so.
 */
async function compareListed(remote: RemoteIndex, scan: InputScan, kinds: RemoteSnapshot['kinds']): Promise<void> {
  const references = referencesOfInput(scan)
  for (const kind of kinds.keys()) await addRecords({ references, scan }, kind, { kinds }).catch(() => undefined)
  if (scan.references.every((reference) => isKnown(reference, references)))
    remote.compareWith((row, event) => equalsRecord(row, event, references))
}

interface KindReading extends Pick<ReadingOptions, 'runs' | 'note' | 'must_be_complete'> {
  readonly scan: InputScan
  readonly remote: RemoteIndex
  /** Called when the first record is received. */
  readonly onFirst: () => void
  /** Awaited first. */
  readonly ready: Promise<void> | undefined
}

async function readKind(
  kind: Plural,
  { note, must_be_complete, onFirst, ready, ...reading }: KindReading,
): Promise<KindSnapshot> {
  await ready
  const { scan, remote } = reading
  const records: JsonObject[] = []
  let known_id_max = 0
  let total: number | undefined
  const options: RemoteIndexOptions = {
    onRecord: (record) => {
      onFirst()
      known_id_max = Math.max(known_id_max, Number(record.id))
      if (kind !== 'events') records.push(record)
    },
    onMissing: (came, count) => {
      if (must_be_complete) throw incompleteError(kind, came, count)
      note(shortText(kind, came, count))
    },
  }
  const onTotal = (count: number) => {
    total = count
  }
  // With a scope, the total counts only a part of the events.
  if (kind !== 'events') await remote.load(kind, { ...options, onTotal })
  else if (!scan.scope) await loadEvents(reading, { ...options, onTotal })
  else [total] = await Promise.all([totalOf(remote.exchange, kind), loadEvents(reading, options)])
  return { records, known_id_max, total }
}

/** What texts mean before the run; records of the input come first. */
function indexOf(kind: Plural, records: readonly JsonObject[], scan: InputScan): ReferenceIndex {
  const index = new ReferenceIndex()
  for (const record of records) index.add(kind, record)
  for (const own of othersOf(scan, kind)) {
    const n = own.n
    index.add(kind, own.values, -n - 1)
    for (const name of [own.id, own.key]) if (name !== undefined) index.alias(kind, name, -n - 1)
  }
  refuseNamesakes(
    scan.references.filter((one) => one.kind === kind),
    index,
    () => false,
  )
  return index
}

/** Reads events from lists; those that lists omit because they are hidden are read one by one. */
async function loadEvents(
  { scan, remote, runs }: Pick<KindReading, 'scan' | 'remote' | 'runs'>,
  options: RemoteIndexOptions,
): Promise<void> {
  const { exchange } = remote
  const { scope, hidden, rows } = scan
  const listed = new Set<number>()
  let lists_hidden = false
  const listing: RemoteIndexOptions = {
    ...options,
    onRecord: (record) => {
      options.onRecord(record)
      listed.add(Number(record.id))
      if (record.hide_from_listings === true) lists_hidden = true
    },
  }
  await (scope ? remote.loadScope(scope, listing) : remote.load('events', listing))
  if (lists_hidden) return
  const isUnknown = (key: string) => !remote.hasEvent(key)
  const addAll = async (records: AsyncIterable<JsonObject>) => {
    for await (const record of records) {
      remote.add('events', [record])
      options.onRecord(record)
    }
  }
  const isComplete = rows.equal_count === scan.counts.get('events')
  const of_runs = runs && !isComplete ? await unlistedEvents(runs, listed) : []
  const wanted = of_runs.filter(({ key }) => rows.has('events', key) && isUnknown(key))
  const ids = new Set([...wanted.map(({ id }) => id), ...hidden.ids])
  const unlisted = [...ids].filter((id) => isUnknown(`id:${id}`))
  await addAll(eventsAt(exchange, unlisted))
  for (const slug of hidden.slugs) await addAll(eventsOfSlug(exchange, slug))
}

function shortText(kind: Plural, came: number, total: number): Text {
  const count = resources[kind].counted(came)
  return warningText(
    '{count} received, but the service counts {total}: records that were not received may be created again',
    { count, total },
  )
}

function incompleteError(kind: Plural, came: number, total: number): CalError {
  const count = resources[kind].counted(came)
  return new CalError('server_failed', t('{count} received, but the service counts {total}', { count, total }), {
    hint: t('rerun the command: --prune needs complete lists'),
  })
}
