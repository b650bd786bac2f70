// The order of a run: what others refer to comes first, each kind planned when the ones before it are there.
import { type JsonObject, objectsOf } from '../../base/json.ts'
import type { Plural } from '../../spec/model.ts'
import { plurals_by_need } from '../../spec/resources.ts'
import { StoppedError } from './execute-plan.ts'
import type { PlanSink } from './plan-sink.ts'
import { type ReferenceIndex, slugReference } from '../matching/reference-index.ts'
import type { RemoteIndex } from '../matching/remote-index.ts'
import { lookupKeysOf, slugOfUid } from '../matching/keys.ts'
import { MissingReferences } from '../plan/missing-references.ts'
import { namedOf, type PlanOptions, type Step, planStep } from '../plan/plan.ts'
import type { Inputs } from '../matching/readings.ts'
import { parseInputs } from '../matching/readings.ts'
import type { WantedRecord } from '../input/parse-entry.ts'
import { listOf } from '../../spec/read.ts'
import { resolveReferences } from '../matching/references.ts'
import type { InputScan } from '../matching/input-scan.ts'

export interface PhaseJob extends PlanOptions {
  readonly inputs: Inputs
  readonly survey: InputScan
  readonly existing: RemoteIndex
  readonly directory: ReferenceIndex
  readonly create_missing: boolean
  /** Of a run that goes on: what it finished, and what it may have finished. */
  readonly ended: { has(n: number): boolean }
  readonly open: { has(n: number): boolean }
  /** The first number for records nobody wrote: below those of an earlier part of the run. */
  readonly first_missing: number
  /** Awaited before the first step of a kind is planned. */
  readonly beforeKind: (kind: Plural) => Promise<unknown>
  /** Awaited when everything that events refer to was written. */
  readonly beforeEvents?: () => Promise<void>
}

/** `at_once`: kinds that do not refer to each other are worked on side by side. */
export async function runPhases(
  job: PhaseJob,
  consume: PlanSink,
  { at_once }: { readonly at_once: boolean },
): Promise<void> {
  const missing = new MissingReferences(job.survey.written, job.directory)
  let n = job.first_missing
  const phase = async (kind: Plural) => {
    await job.beforeKind(kind)
    await placesAndTerms(job, kind, {
      consume,
      missingNow: () => missing.next(kind).map((fresh) => ({ ...fresh, n: n-- })),
    })
  }
  const others = plurals_by_need.filter((kind) => kind !== 'events')
  if (at_once) await allEnded(others.map(phase))
  else for (const kind of others) await phase(kind)
  await job.beforeEvents?.()
  await job.beforeKind('events')
  if ((job.survey.counts.get('events') ?? 0) === 0 && job.survey.invalid === 0) return
  const done = await introduceTerms(job, consume)
  await consume(eventSteps(job, done), () => {})
}

/** Fails with the first failure, but not before all have ended: none writes any longer then. */
async function allEnded(works: readonly Promise<void>[]): Promise<void> {
  const failures = (await Promise.allSettled(works)).flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
  if (failures.length > 0) throw failures.find((failure) => !(failure instanceof StoppedError)) ?? failures[0]
}

interface Phase {
  readonly consume: PlanSink
  readonly missingNow: () => readonly Planned[]
}

async function placesAndTerms(job: PhaseJob, kind: Plural, { consume, missingNow }: Phase): Promise<void> {
  const settled = (step: Step, record: JsonObject) => remember(job, step, record)
  let left = await inLevels(job, job.survey.bundle.get(kind) ?? [], (steps) => consume(steps, settled))
  for (let more = true; more && job.create_missing; ) {
    const wanted = missingNow()
    await consume(stepsOf(job, wanted), settled)
    more = kind === 'categories' && wanted.length > 0
  }
  left = await inLevels(job, left, (steps) => consume(steps, settled))
  await consume(stepsOf(job, left), settled)
}

type Planned = Pick<WantedRecord, 'kind' | 'n' | 'values'> & Partial<WantedRecord>

/**
 * Records whose references are known, again and again, until no more become known: parents before their children.
 * Returns the rest.
 */
async function inLevels(
  job: PhaseJob,
  wanted: readonly WantedRecord[],
  consume: (steps: AsyncIterable<Step>) => Promise<void>,
): Promise<readonly WantedRecord[]> {
  let left = wanted
  while (left.length > 0) {
    const next = left.filter((one) => resolveReferences(one, job.directory).errors.length === 0)
    if (next.length === 0) return left
    await consume(stepsOf(job, next))
    const done = new Set(next)
    left = left.filter((one) => !done.has(one))
  }
  return left
}

async function* stepsOf(job: PhaseJob, wanted: Iterable<Planned>): AsyncIterable<Step> {
  for (const one of wanted) {
    if (one.n < 0 || !job.ended.has(one.n)) yield await stepFor(job, one)
    else await rememberEnded(job, one)
  }
}

/**
 * Terms that only events can create: of each the first event that names it is written before the others, which then
 * send its id. By its name a tag that is there already would become another one (modes D8).
 */
async function introduceTerms(job: PhaseJob, consume: PlanSink): Promise<ReadonlySet<number>> {
  const done = new Set<number>()
  for (let before = -1; job.directory.has_only_names && before < done.size; ) {
    before = done.size
    await consume(introducingSteps(job, done), (_, record) => {
      for (const kind of ['categories', 'tags'] as const)
        for (const term of objectsOf(record[kind])) if (typeof term.id === 'number') job.directory.add(kind, term)
    })
  }
  return done
}

async function* introducingSteps(job: PhaseJob, done: Set<number>): AsyncIterable<Step> {
  const { readings, twins } = job.survey
  const taken = new Set<string>()
  for await (const { n, wanted, errors } of readings ?? parseInputs(job.inputs, { known: twins })) {
    if (job.ended.has(n) || done.has(n) || errors.length > 0 || wanted?.kind !== 'events') continue
    const { values } = resolveReferences(wanted, job.directory)
    const names = (['categories', 'tags'] as const).flatMap((kind) =>
      listOf(values[kind])
        .filter((one) => typeof one === 'string')
        .map((name) => `${kind} ${name}`),
    )
    if (names.length === 0 || names.some((name) => taken.has(name))) continue
    for (const name of names) taken.add(name)
    done.add(n)
    yield await stepFor(job, wanted)
  }
}

async function* eventSteps(job: PhaseJob, done: ReadonlySet<number>): AsyncIterable<Step> {
  const { readings, twins } = job.survey
  for await (const { n, item, wanted, errors } of readings ?? parseInputs(job.inputs, { known: twins })) {
    if (job.ended.has(n) || done.has(n)) continue
    if (errors.length > 0)
      yield {
        action: 'conflict',
        kind: item.kind ?? 'events',
        n,
        key: '',
        title: '',
        errors,
        invalid: true,
        entry: { kind: 'events', values: {}, ...item },
      }
    else if (wanted?.kind === 'events') yield await stepFor(job, wanted)
  }
}

async function stepFor(job: PhaseJob, wanted: Planned): Promise<Step> {
  const { kind } = wanted
  const { values, errors } = resolveReferences(wanted, job.directory)
  const keys = lookupKeysOf({ ...wanted, values }, job.inputs.match)
  if (errors.length > 0) return { ...namedOf(wanted, keys[0] ?? ''), action: 'conflict', invalid: true, errors }
  const { key, ids } = job.existing.ids(kind, keys)
  const unsure = wanted.n >= 0 && job.open.has(wanted.n)
  const existing = unsure ? [] : await Promise.all(ids.map((id) => job.existing.record(kind, id)))
  const step = await planStep(
    { wanted: { ...wanted, values: withUid(wanted, values, existing.length === 0) }, key, existing },
    job,
  )
  return unsure && step.action === 'create' ? { ...step, unsure: true } : step
}

/** A new event keeps the mark of its uid in its slug; an existing one keeps the slug it has. */
function withUid({ uid }: Planned, values: JsonObject, fresh: boolean): JsonObject {
  if (uid === undefined) return values
  const { slug: _, ...rest } = values
  return fresh ? { ...rest, slug: slugOfUid(String(values.title ?? ''), uid) } : rest
}

/** From now on the record can be referred to. */
function remember({ directory, survey }: PhaseJob, { kind, n }: Step, record: JsonObject): void {
  if (record.id === undefined) {
    directory.addName(kind, String(record.name))
    return
  }
  const id = Number(record.id)
  directory.add(kind, record, id)
  const wanted = survey.by_n.get(n)
  if (wanted?.id !== undefined) directory.alias(kind, wanted.id, id)
  if (wanted?.key !== undefined) directory.alias(kind, wanted.key, id)
  // A service makes slugs of names: what was renamed where the file comes from has another slug here.
  const slug = wanted?.values.slug
  if (typeof slug === 'string' && slug !== '') directory.alias(kind, slugReference(slug), id)
}

/** Done in an earlier part of the run: it is there by now, under one of its keys. */
async function rememberEnded(job: PhaseJob, wanted: Planned): Promise<void> {
  const { values } = resolveReferences(wanted, job.directory)
  const [id] = job.existing.ids(wanted.kind, lookupKeysOf({ ...wanted, values }, job.inputs.match)).ids
  if (id !== undefined)
    remember(
      job,
      { action: 'unchanged', kind: wanted.kind, n: wanted.n, key: '', title: '', id },
      await job.existing.record(wanted.kind, id),
    )
}
