// The order of a run: referenced records are written first, and each kind is planned after those it refers to.
import { type JsonObject, objectsOf } from '../../base/json.ts'
import type { Plural } from '../../spec/model.ts'
import { splitItems } from '../../spec/read.ts'
import { t } from '../../base/text/language.ts'
import { plurals_by_need, resources } from '../../spec/resources.ts'
import { locationText } from '../input/entry.ts'
import type { ParsedRecord } from '../input/parse-entry.ts'
import { type Inputs, type InputScan, othersOf, type RejectedRecord, rejectedRecord } from '../matching/input-scan.ts'
import { type EarlierRecords, existingOf, type Row } from '../matching/existing.ts'
import { elsewhereField } from '../matching/described-places.ts'
import type { ComparedRow, ParsedItem } from '../matching/input-table.ts'
import { lookupKeysOf } from '../matching/keys.ts'
import { MissingReferences, type NewReferences } from '../matching/missing-references.ts'
import { type ReferenceIndex, type Refusal, slugReference } from '../../client/api/reference-index.ts'
import { resolveReferences } from '../matching/references.ts'
import type { RemoteIndex } from '../matching/remote-index.ts'
import type { Decisions, PlanOptions, ResumedRun } from '../plan/decide.ts'
import { createStep, differenceOf, type NamedRecord, namedOf, type Step } from '../plan/plan.ts'
import type { PlanNotes } from '../plan/plan-notes.ts'
import { plannedRecord, type PlanPhase } from './execute-plan.ts'

/** What is planned, and how. */
export interface PlannedInput extends PlanOptions {
  readonly inputs: Inputs
  readonly scan: InputScan
  readonly create_missing: boolean
  /** Existing records are not matched by their keys alone. */
  readonly earlier?: EarlierRecords
}

export interface PhaseJob extends PlannedInput {
  readonly remote: RemoteIndex
  readonly references: ReferenceIndex
  /** Undefined until it is known which rows are written. */
  readonly new_references?: NewReferences
  readonly resumed?: ResumedRun | undefined
  readonly notes?: PlanNotes | undefined
  /** The steps are shown, those of unchanged records with their names. */
  readonly shows_steps?: true
  /** Awaited before the first step of a kind is planned. */
  readonly beforeKind: (kind: Plural) => Promise<void>
  readonly decisions: Decisions
}

export interface RunPhases {
  /** The phases of each kind that events refer to. These kinds do not refer to each other. */
  readonly referenced: readonly AsyncIterable<PlanPhase>[]
  readonly events: AsyncIterable<PlanPhase>
}

export function phasesOf(job: PhaseJob): RunPhases {
  const { scan, references, new_references, resumed } = job
  const missing = new MissingReferences(scan.references, references, { new_references, lowest: resumed?.state.lowest })
  const referenced = plurals_by_need.filter((kind) => kind !== 'events')
  return {
    referenced: referenced.map((kind) => referencedPhases(job, kind, missing)),
    events: eventPhases(job),
  }
}

/** The phases of all kinds, one after the other. */
export async function* inOrder({ referenced, events }: RunPhases): AsyncIterable<PlanPhase> {
  for (const phases of referenced) yield* phases
  yield* events
}

async function* eventPhases(job: PhaseJob): AsyncIterable<PlanPhase> {
  await job.beforeKind('events')
  if ((job.scan.counts.get('events') ?? 0) === 0 && job.scan.invalid === 0) return
  const introducing = yield* introducingPhases(job)
  yield { steps: eventSteps(job, introducing) }
}

/** Venues, organizers, categories and tags. */
async function* referencedPhases(job: PhaseJob, kind: Plural, missing: MissingReferences): AsyncIterable<PlanPhase> {
  await job.beforeKind(kind)
  const phaseOf = (records: Iterable<Row>): PlanPhase => ({
    steps: stepsOf(job, records),
    onRecord: (step, record) => addReference(job, step, record),
    onRejected: (step) => refuseStep(job, step),
  })
  let left = yield* resolvedPhases(job, othersOf(job.scan, kind), phaseOf)
  for (const records of job.create_missing ? missing.levels(kind) : []) {
    yield phaseOf(records.filter(({ isUsed }) => isUsed))
    // The rows that name the others are shown with their own conflicts.
    for (const record of records.filter(({ isUsed }) => !isUsed)) {
      const step = createStep(namedOf(record, ''), record.values)
      addReference(job, step, plannedRecord(step))
    }
    // A record of the input below a new parent has fields that one created from its name would lack.
    left = yield* resolvedPhases(job, left, phaseOf)
  }
  left = yield* resolvedPhases(job, left, phaseOf)
  yield phaseOf(left)
}

/** Records whose references can be resolved, parents before children. Returns the others. */
async function* resolvedPhases(
  job: PhaseJob,
  records: readonly ParsedRecord[],
  phaseOf: (records: Iterable<Row>) => PlanPhase,
): AsyncGenerator<PlanPhase, readonly ParsedRecord[]> {
  let left = records
  while (left.length > 0) {
    const next = left.filter((one) => resolveReferences(one, job.references).errors.length === 0)
    if (next.length === 0) return left
    yield phaseOf(next)
    const written = new Set(next)
    left = left.filter((one) => !written.has(one))
  }
  return left
}

async function* stepsOf(job: PhaseJob, records: Iterable<Row>): AsyncIterable<Step> {
  for (const record of records) {
    if (record.n < 0 || !isEnded(job, record.n)) yield await stepFor(job, record)
    else await addEnded(job, record)
  }
}

/**
 * For terms that only events can create: the first event that names a term is written before the others, which then
 * send its id, because an existing tag sent by name would become another one (Q8). Returns the numbers of these events.
 */
async function* introducingPhases(job: PhaseJob): AsyncGenerator<PlanPhase, ReadonlySet<number>> {
  const introducing = new Set<number>()
  for (let before = -1; job.references.hasOnlyNames && before < introducing.size; ) {
    before = introducing.size
    yield {
      steps: introducingSteps(job, introducing),
      onRecord: (_, record) => {
        for (const kind of ['categories', 'tags'] as const)
          for (const term of objectsOf(record[kind])) if (typeof term.id === 'number') job.references.add(kind, term)
      },
    }
  }
  return introducing
}

async function* introducingSteps(job: PhaseJob, introducing: Set<number>): AsyncIterable<Step> {
  const taken = new Set<string>()
  for (const { n, record, errors } of job.scan.rows) {
    if (isEnded(job, n) || introducing.has(n) || errors.length > 0 || record?.kind !== 'events') continue
    const { values } = resolveReferences(record, job.references)
    const names = (['categories', 'tags'] as const).flatMap((kind) =>
      splitItems(values[kind])
        .filter((one) => typeof one === 'string')
        .map((name) => `${kind} ${name}`),
    )
    if (names.length === 0 || names.some((name) => taken.has(name))) continue
    for (const name of names) taken.add(name)
    introducing.add(n)
    yield await stepFor(job, record)
  }
}

async function* eventSteps(job: PhaseJob, introducing: ReadonlySet<number>): AsyncIterable<Step> {
  const { rows } = job.scan
  for (const row of job.shows_steps ? rows : rows.unread()) {
    const { n } = row
    if (isEnded(job, n) || introducing.has(n)) continue
    const id = rows.equalId(n)
    if (id !== undefined) {
      yield unchangedStep(job, row, id)
      continue
    }
    if (!('item' in row)) continue
    const { item, record, errors } = row
    if (errors.length > 0)
      yield {
        ...namedRow(job, row),
        action: 'conflict',
        kind: item.kind ?? 'events',
        errors: [...errors, ...referenceErrors(job, record)],
        invalid: true,
        entry: { kind: 'events', values: {}, ...item },
      }
    else if (record?.kind === 'events') yield await stepFor(job, record)
  }
}

/** The step of a row that was compared while events were listed. */
function unchangedStep(job: PhaseJob, row: Pick<ParsedItem, 'n' | 'record'>, id: number): Step {
  return { action: 'unchanged', ...namedRow(job, row), id }
}

function namedRow({ inputs }: PhaseJob, { n, record }: Pick<ParsedItem, 'n' | 'record'>): NamedRecord {
  const [key = ''] = record ? lookupKeysOf(record, inputs.match) : []
  return record ? namedOf(record, key) : { kind: 'events', n, key, title: '' }
}

/** Whether a row changes nothing of a record that matches it, and nothing is to be noted about the two. */
export function equalsRecord(row: ComparedRow, record: JsonObject, references: ReferenceIndex): boolean {
  if (row.open_dates) return false
  const { values, errors } = resolveReferences(row, references)
  const { changes, emptied, unmarked, isDraft, hasPassword } = differenceOf({ ...row, values }, record)
  return errors.length + changes.length + emptied.length + unmarked.length === 0 && !isDraft && !hasPassword
}

/** The unknown names of an invalid record. With `--create-missing`, only those of valid records are created. */
function referenceErrors({ references, create_missing }: PhaseJob, record: ParsedRecord | undefined) {
  return record === undefined || create_missing ? [] : resolveReferences(record, references).errors
}

async function stepFor(job: PhaseJob, record: Row): Promise<Step> {
  const { values, errors, doubtful } = resolveReferences(record, job.references)
  const keys = lookupKeysOf({ ...record, values }, job.inputs.match)
  if (errors.length > 0) return { ...namedOf(record, keys[0] ?? ''), action: 'conflict', invalid: true, errors }
  const row = { ...record, values }
  return job.decisions.stepOf(row, await existingOf(row, keys, job), doubtful)
}

/** Whether an earlier part of the run has finished the row. */
function isEnded({ resumed }: PhaseJob, n: number): boolean {
  return resumed?.state.hasEnded(n) === true
}

/** What refers to a rejected record of the input is rejected, too: it must not get another one of its name. */
export function refuseRejected(references: ReferenceIndex, { kind, title, names, location }: RejectedRecord): void {
  const { title: word } = resources[kind]
  const refusal: Refusal = {
    text: location
      ? t('{word} "{title}" in {location} is rejected', { word, title, location: locationText(location) })
      : t('{word} "{title}" could not be created', { word, title }),
    hint: location ? t('correct that record, too') : t('see its own error'),
  }
  for (const name of names) references.refuse(kind, name, refusal)
}

function refuseStep({ references, scan: { others } }: PhaseJob, { kind, n, title, entry }: NamedRecord): void {
  const own = others.get(n)
  const names = { title, id: own?.id, key: own?.key, slug: own?.values.slug }
  refuseRejected(references, rejectedRecord(kind, names, entry?.location))
}

/** Makes the record available to references. */
function addReference(job: PhaseJob, step: Step, record: JsonObject): void {
  const { references, scan } = job
  const { kind, n } = step
  const input = scan.others.get(n)
  const known = step.action === 'conflict' && input ? references.row(kind, step.id ?? 0) : undefined
  // An existing record of the name is not the one of the input.
  if (input && known && elsewhereField(input.values, known.record)) {
    refuseStep(job, step)
    return
  }
  references.addWritten(kind, record)
  if (record.id === undefined) return
  const id = Number(record.id)
  if (input?.id !== undefined) references.alias(kind, input.id, id)
  if (input?.key !== undefined) references.alias(kind, input.key, id)
  // A service derives slugs from names: a record that was renamed elsewhere has another slug here.
  const slug = input?.values.slug
  if (typeof slug !== 'string' || slug === '') return
  for (const sign of [slugReference(slug), `slug:${slug}`]) references.alias(kind, sign, id)
}

/** Makes the record available to references that an earlier part of the run wrote. */
async function addEnded(job: PhaseJob, record: Row): Promise<void> {
  const { kind, n } = record
  const id = job.resumed?.state.ids.get(n)
  if (id === undefined) return refuseStep(job, namedOf(record, ''))
  const [written] = (await job.remote.find(kind, [`id:${id}`])).existing
  if (written) addReference(job, { action: 'unchanged', kind, n, key: '', title: '', id }, written)
}
