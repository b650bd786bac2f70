// The order of a run: referenced records are written first, and each kind is planned after those it refers to.
import { type JsonObject, objectsOf } from '../../base/json.ts'
import type { Plural } from '../../spec/model.ts'
import { listOf, type Values } from '../../spec/read.ts'
import { plurals_by_need } from '../../spec/resources.ts'
import type { ParsedRecord } from '../input/parse-entry.ts'
import type { InputScan } from '../matching/input-scan.ts'
import { lookupKeysOf, slugOfUid } from '../matching/keys.ts'
import { matchesCreate } from '../matching/lookup.ts'
import { type Inputs, type ParsedItem, parseInputs } from '../matching/parsed-input.ts'
import { type ReferenceIndex, slugReference } from '../matching/reference-index.ts'
import { resolveReferences } from '../matching/references.ts'
import type { UnchangedRows } from '../matching/unchanged-rows.ts'
import type { KeyMatch, RemoteIndex } from '../matching/remote-index.ts'
import type { WriteBegin } from '../journal/journal.ts'
import type { RunState } from '../journal/read-journal.ts'
import { MatchedRecords } from '../plan/matched-records.ts'
import { MissingReferences } from '../plan/missing-references.ts'
import { PlaceNames } from '../plan/place-names.ts'
import { namedOf, type PlanOptions, type Step, planStep } from '../plan/plan.ts'
import { type PlanSink, StoppedError } from './execute-plan.ts'

export interface PhaseJob extends PlanOptions {
  readonly inputs: Inputs
  readonly scan: InputScan
  readonly remote: RemoteIndex
  readonly references: ReferenceIndex
  readonly create_missing: boolean
  /** Events of the input that are equal to a record, so that they need not be parsed and compared again. */
  readonly unchanged?: UnchangedRows | undefined
  /** Finds existing records otherwise than by their keys alone. */
  readonly match?: RecordMatcher
  /** For a resumed run: the records it finished, and the writes whose result is unknown. */
  readonly ended: { has(n: number): boolean }
  readonly open: ReadonlyMap<number, WriteBegin>
  /** The highest id of a kind before the run. */
  readonly known_id_max: (kind: Plural) => number
  readonly written?: RunState['written'] | undefined
  /** The first number for records created from references: below those of earlier parts of the run. */
  readonly first_missing: number
  /** Awaited before the first step of a kind is planned. */
  readonly beforeKind: (kind: Plural) => Promise<void>
  /** Awaited when everything that events refer to was written. */
  readonly beforeEvents?: () => Promise<void>
}

interface PlannedJob extends PhaseJob {
  /** Records that interrupted creates of the run made, as `events 12`: each belongs to one row. */
  readonly claimed: Set<string>
  readonly matched: MatchedRecords
  readonly place_names: PlaceNames
}

export type RecordMatcher = (
  record: Pick<ParsedRecord, 'kind' | 'values'> & Partial<ParsedRecord>,
  keys: readonly string[],
  remote: RemoteIndex,
) => Promise<KeyMatch>

interface PhaseOptions {
  /** Kinds that do not refer to each other are written concurrently. */
  readonly concurrent_kinds: boolean
  /** Steps are shown, also of records that need not be parsed again. */
  readonly needs_titles?: boolean
}

export async function runPhases(
  given: PhaseJob,
  sink: PlanSink,
  { concurrent_kinds, needs_titles = false }: PhaseOptions,
): Promise<void> {
  const matched = new MatchedRecords(given.written)
  const job: PlannedJob = { ...given, matched, claimed: new Set(), place_names: new PlaceNames(given.remote) }
  const missing = new MissingReferences(job.scan.references, job.references)
  let n = job.first_missing
  const phase = async (kind: Plural) => {
    await job.beforeKind(kind)
    const nextMissing = () => missing.next(kind).map((record) => ({ ...record, n: n-- }))
    await writeReferenced(job, kind, { sink, nextMissing })
  }
  const referenced = plurals_by_need.filter((kind) => kind !== 'events')
  if (concurrent_kinds) await allEnded(referenced.map(phase))
  else for (const kind of referenced) await phase(kind)
  await job.beforeEvents?.()
  await job.beforeKind('events')
  if ((job.scan.counts.get('events') ?? 0) === 0 && job.scan.invalid === 0) return
  const introducing = await introduceTerms(job, sink)
  const all_unchanged = !needs_titles && job.unchanged?.areAll(job.scan.records)
  await sink(all_unchanged ? unchangedSteps(job) : eventSteps(job, introducing), () => {})
}

/** Rejects with the first error, but only after all have ended, so that nothing is written afterwards. */
async function allEnded(phases: readonly Promise<void>[]): Promise<void> {
  const failures = (await Promise.allSettled(phases)).flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
  if (failures.length > 0) throw failures.find((failure) => !(failure instanceof StoppedError)) ?? failures[0]
}

interface Phase {
  readonly sink: PlanSink
  /** The records that `--create-missing` creates next. */
  readonly nextMissing: () => readonly Planned[]
}

/** Venues, organizers, categories and tags. */
async function writeReferenced(job: PlannedJob, kind: Plural, { sink, nextMissing }: Phase): Promise<void> {
  const onRecord = (step: Step, record: JsonObject) => addReference(job, step, record)
  let left = await writeResolved(job, job.scan.bundle.get(kind) ?? [], (steps) => sink(steps, onRecord))
  for (let more = true; more && job.create_missing; ) {
    const missing = nextMissing()
    await sink(stepsOf(job, missing), onRecord)
    // A record of the input below a new parent has fields that one created from its name would lack.
    left = await writeResolved(job, left, (steps) => sink(steps, onRecord))
    more = kind === 'categories' && missing.length > 0
  }
  left = await writeResolved(job, left, (steps) => sink(steps, onRecord))
  await sink(stepsOf(job, left), onRecord)
}

type Planned = Pick<ParsedRecord, 'kind' | 'n' | 'values'> & Partial<ParsedRecord>

/** Writes records whose references can be resolved, parents before children. Returns the others. */
async function writeResolved(
  job: PlannedJob,
  records: readonly ParsedRecord[],
  write: (steps: AsyncIterable<Step>) => Promise<void>,
): Promise<readonly ParsedRecord[]> {
  let left = records
  while (left.length > 0) {
    const next = left.filter((one) => resolveReferences(one, job.references).errors.length === 0)
    if (next.length === 0) return left
    await write(stepsOf(job, next))
    const written = new Set(next)
    left = left.filter((one) => !written.has(one))
  }
  return left
}

async function* stepsOf(job: PlannedJob, records: Iterable<Planned>): AsyncIterable<Step> {
  for (const record of records) {
    if (record.n < 0 || !job.ended.has(record.n)) yield await stepFor(job, record)
    else await addEnded(job, record)
  }
}

/**
 * For terms that only events can create: the first event that names a term is written before the others, which then
 * send its id, because an existing tag sent by name would become another one (Q8). Returns the numbers of these events.
 */
async function introduceTerms(job: PlannedJob, sink: PlanSink): Promise<ReadonlySet<number>> {
  const introducing = new Set<number>()
  for (let before = -1; job.references.hasOnlyNames && before < introducing.size; ) {
    before = introducing.size
    await sink(introducingSteps(job, introducing), (_, record) => {
      for (const kind of ['categories', 'tags'] as const)
        for (const term of objectsOf(record[kind])) if (typeof term.id === 'number') job.references.add(kind, term)
    })
  }
  return introducing
}

async function* introducingSteps(job: PlannedJob, introducing: Set<number>): AsyncIterable<Step> {
  const taken = new Set<string>()
  for await (const { n, record, errors } of itemsOf(job)) {
    if (job.ended.has(n) || introducing.has(n) || errors.length > 0 || record?.kind !== 'events') continue
    const { values } = resolveReferences(record, job.references)
    const names = (['categories', 'tags'] as const).flatMap((kind) =>
      listOf(values[kind])
        .filter((one) => typeof one === 'string')
        .map((name) => `${kind} ${name}`),
    )
    if (names.length === 0 || names.some((name) => taken.has(name))) continue
    for (const name of names) taken.add(name)
    introducing.add(n)
    yield await stepFor(job, record)
  }
}

async function* eventSteps(job: PlannedJob, introducing: ReadonlySet<number>): AsyncIterable<Step> {
  for await (const { n, item, record, errors } of itemsOf(job)) {
    if (job.ended.has(n) || introducing.has(n)) continue
    if (errors.length > 0)
      yield {
        action: 'conflict',
        kind: item.kind ?? 'events',
        n,
        key: '',
        title: '',
        errors: [...errors, ...referenceErrors(job, record)],
        invalid: true,
        entry: { kind: 'events', values: {}, ...item },
      }
    else if (record?.kind === 'events') yield await stepFor(job, record)
  }
}

/** The unknown names of an invalid record. With `--create-missing`, only those of valid records are created. */
function referenceErrors({ references, create_missing }: PhaseJob, record: ParsedRecord | undefined) {
  return record === undefined || create_missing ? [] : resolveReferences(record, references).errors
}

/** Without reading the input again. */
async function* unchangedSteps({ unchanged, scan: { records } }: PhaseJob): AsyncIterable<Step> {
  for (let n = 0; n < records; n++)
    yield { action: 'unchanged', kind: 'events', n, key: '', title: '', id: unchanged?.idOf(n) ?? 0 }
}

/** The parsed input: cached by the scan, or parsed again. */
function itemsOf({ inputs, scan: { parsed, duplicates } }: PhaseJob): Iterable<ParsedItem> | AsyncIterable<ParsedItem> {
  return parsed ?? parseInputs(inputs, { known: duplicates })
}

async function stepFor(job: PlannedJob, record: Planned): Promise<Step> {
  const { kind } = record
  const equal = kind === 'events' ? job.unchanged?.idOf(record.n) : undefined
  if (equal !== undefined)
    return job.matched.add({
      ...namedOf(record, lookupKeysOf(record, job.inputs.match)[0] ?? ''),
      action: 'unchanged',
      id: equal,
    })
  const { values, errors } = resolveReferences(record, job.references)
  const keys = lookupKeysOf({ ...record, values }, job.inputs.match)
  if (errors.length > 0) return { ...namedOf(record, keys[0] ?? ''), action: 'conflict', invalid: true, errors }
  const { key, existing: matches } = await (job.match?.(record, keys, job.remote) ?? job.remote.find(kind, keys))
  const begun = record.n >= 0 ? job.open.get(record.n) : undefined
  const made = begun?.action === 'create' ? madeBefore(job, begun, matches) : undefined
  // An interrupted update belongs to the record that it names, whatever else matches the row.
  const updated = matches.filter(({ id }) => begun?.action === 'update' && id === begun.id)
  const existing = made ? [] : updated.length > 0 ? updated : matches
  const named = { ...record, values: withUid(record, values, existing.length === 0) }
  const step = job.matched.add(await planStep({ record: named, key, existing }, job))
  return made && step.action === 'create' ? { ...step, interrupted: made } : job.place_names.add(step)
}

/**
 * The records that an interrupted create may have made: those that match what it sent, and came after the run began.
 * They were read when the run was resumed, so nothing is looked up again.
 */
function madeBefore(job: PlannedJob, begun: WriteBegin, matches: readonly JsonObject[]): readonly JsonObject[] {
  const { kind, find = {} } = begun
  const isMade = (one: JsonObject) =>
    Number(one.id) > job.known_id_max(kind) &&
    job.written?.get(kind)?.has(Number(one.id)) !== true &&
    !job.claimed.has(`${kind} ${one.id}`) &&
    matchesCreate(kind, find, one)
  const made = matches.filter(isMade).sort((a, b) => Number(a.id) - Number(b.id))
  for (const { id } of made) job.claimed.add(`${kind} ${id}`)
  return made
}

/** The slug of a new event contains a hash of its uid; an existing event keeps its slug. */
function withUid({ uid }: Planned, values: Values, isNew: boolean): Values {
  if (uid === undefined) return values
  const { slug: _, ...rest } = values
  return isNew ? { ...rest, slug: slugOfUid(String(values.title ?? ''), uid) } : rest
}

/** Makes the record available to references. */
function addReference({ references, scan }: PhaseJob, { kind, n }: Step, record: JsonObject): void {
  if (record.id === undefined) {
    references.addName(kind, String(record.name))
    return
  }
  const id = Number(record.id)
  references.add(kind, record, id)
  const input = scan.by_n.get(n)
  if (input?.id !== undefined) references.alias(kind, input.id, id)
  if (input?.key !== undefined) references.alias(kind, input.key, id)
  // A service derives slugs from names: a record that was renamed elsewhere has another slug here.
  const slug = input?.values.slug
  if (typeof slug === 'string' && slug !== '') references.alias(kind, slugReference(slug), id)
}

/** The record was written in an earlier part of the run, and is found by one of its keys. */
async function addEnded(job: PlannedJob, record: Planned): Promise<void> {
  const { kind, n } = record
  const { values } = resolveReferences(record, job.references)
  const { existing } = await job.remote.find(kind, lookupKeysOf({ ...record, values }, job.inputs.match))
  const [found] = existing
  if (found) addReference(job, { action: 'unchanged', kind, n, key: '', title: '', id: Number(found.id) }, found)
}
