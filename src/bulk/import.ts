// Importing: the service is read once, then the same steps are either shown or carried out.
import type { Exchange } from '../base/exchange.ts'
import type { JsonObject } from '../base/json.ts'
import type { Language, Text } from '../base/text/language.ts'
import { withRetry } from '../client/transport/retry.ts'
import { counted } from '../spec/derive.ts'
import type { Plural } from '../spec/model.ts'
import { plurals_by_need, resources } from '../spec/resources.ts'
import type { ExecuteOptions } from './execute/execute-plan.ts'
import { type PlanSink, executeSink, previewSink } from './execute/plan-sink.ts'
import { ReferenceIndex } from './matching/reference-index.ts'
import { Duplicates } from './duplicates.ts'
import { RemoteIndex, type RemoteIndexOptions, totalOf } from './matching/remote-index.ts'
import { runPhases, type PhaseJob } from './execute/phases.ts'
import { recordSummaryOf } from './journal/record-summary.ts'
import type { PlanOptions, Step } from './plan/plan.ts'
import type { Inputs } from './matching/readings.ts'
import type { RunsOfCalendar } from './journal/last-written.ts'
import type { RunState } from './journal/runs.ts'
import type { InputScan } from './matching/input-scan.ts'
import { eventsAt, eventsOfRuns, eventsOfSlug } from './matching/unlisted.ts'

export interface ImportRequest extends PlanOptions {
  readonly inputs: Inputs
  readonly survey: InputScan
  readonly create_missing: boolean
}

/** What the service held before, as far as the input touches it. */
export interface RemoteSnapshot {
  readonly existing: RemoteIndex
  readonly rows: readonly { readonly kind: Plural; readonly record: JsonObject }[]
  readonly known_id_max: Readonly<Partial<Record<Plural, number>>>
  /** How many records of each kind the service counted. */
  readonly totals: ReadonlyMap<Plural, number | undefined>
}

export interface SnapshotOptions extends Pick<ImportRequest, 'inputs' | 'survey'> {
  /** Earlier runs, which may have created events that no list shows. */
  readonly runs?: RunsOfCalendar | undefined
  /** Told where fewer of a kind came than the service counts: D-326. */
  readonly note: (text: Text) => void
}

/** Reads the kinds that the input holds or refers to, side by side; of events those that it can match. */
export async function readSnapshot(
  exchange: Exchange,
  { inputs, survey, runs, note }: SnapshotOptions,
): Promise<RemoteSnapshot> {
  const existing = new RemoteIndex(exchange, inputs.match)
  const touched = new Set([...survey.counts.keys(), ...survey.written.map(({ kind }) => kind)])
  const known_id_max: Partial<Record<Plural, number>> = {}
  const totals = new Map<Plural, number | undefined>()
  const rows = await Promise.all(
    plurals_by_need
      .filter((one) => touched.has(one))
      .map(async (kind) => {
        const records: JsonObject[] = []
        const loading: RemoteIndexOptions = {
          seen: (record) => {
            known_id_max[kind] = Math.max(known_id_max[kind] ?? 0, Number(record.id))
            if (kind !== 'events') records.push(record)
          },
          onShort: (came, total) => note(shortText(kind, came, total)),
        }
        totals.set(kind, undefined)
        const onTotal = (total: number) => totals.set(kind, total)
        // A part of the events tells nothing of their number.
        if (kind !== 'events') await existing.load(kind, { ...loading, onTotal })
        else if (!survey.near) await loadEvents({ exchange, survey, existing, runs }, { ...loading, onTotal })
        else
          await Promise.all([
            loadEvents({ exchange, survey, existing, runs }, loading),
            totalOf(exchange, kind).then((total) => totals.set(kind, total)),
          ])
        return records.map((record) => ({ kind, record }))
      }),
  )
  return { existing, rows: rows.flat(), known_id_max, totals }
}

interface LoadingEvents extends Pick<SnapshotOptions, 'survey' | 'runs'> {
  readonly exchange: Exchange
  readonly existing: RemoteIndex
}

/** Events of lists; where these leave out what is hidden from listings, that one by one. */
async function loadEvents(
  { exchange, survey, existing, runs }: LoadingEvents,
  loading: RemoteIndexOptions,
): Promise<void> {
  const { near, hidden, keys } = survey
  let lists_hidden = false
  const listing: RemoteIndexOptions = {
    ...loading,
    seen: (record) => {
      loading.seen(record)
      if (record.hide_from_listings === true) lists_hidden = true
    },
  }
  await (near ? existing.loadNear(near, listing) : existing.load('events', listing))
  if (lists_hidden) return
  const isUnknown = (key: string) => existing.ids('events', [key]).ids.length === 0
  const addAll = async (records: AsyncIterable<JsonObject>) => {
    for await (const record of records) {
      existing.add('events', record)
      loading.seen(record)
    }
  }
  const of_runs = runs
    ? [...(await eventsOfRuns(runs))].filter(
        ([id, key]) => keys.get(`events ${key}`) !== undefined && isUnknown(key) && isUnknown(`id:${id}`),
      )
    : []
  await addAll(
    eventsAt(
      exchange,
      of_runs.map(([id]) => ({ id })),
    ),
  )
  await addAll(
    eventsAt(
      exchange,
      hidden.ids.filter((id) => isUnknown(`id:${id}`)).map((id) => ({ id })),
    ),
  )
  for (const slug of hidden.slugs) await addAll(eventsOfSlug(exchange, slug))
}

function shortText(kind: Plural, came: number, total: number): Text {
  const count = (language: Language) => counted(came, resources[kind], language)
  return {
    en: `warning: ${count('en')} came, but the service counts ${total}: what did not come may be created a second time`,
    de: `Warnung: ${count('de')} erhalten, der Dienst zählt aber ${total}: was fehlt, wird womöglich ein zweites Mal angelegt`,
  }
}

/** Tells every step without carrying any out. */
export function previewImport(
  wish: ImportRequest,
  before: RemoteSnapshot,
  told: (step: Step) => void | Promise<void>,
): Promise<void> {
  return runPhases(jobOf(wish, before, undefined), previewSink(told), { at_once: false })
}

/** Carries every step out. `state` is that of the run that goes on. */
export async function executeImport(
  wish: ImportRequest,
  before: RemoteSnapshot,
  { state, ...carrying }: ExecuteOptions & { readonly state: RunState | undefined },
): Promise<void> {
  if (state) await endMissing(state, before, carrying)
  const job = jobOf(wish, before, state)
  const duplicates = duplicatesOf(job, before, carrying)
  await duplicates.refresh()
  const consume = executeSink(carrying)
  const watched: PlanSink = (steps, settled) =>
    consume(steps, (step, record) => {
      duplicates.see(step, record)
      settled(step, record)
    })
  await runPhases({ ...job, beforeEvents: () => duplicates.mergeReferred() }, watched, {
    at_once: carrying.kinds_at_once === true,
  })
  await duplicates.mergeEvents()
}

function duplicatesOf(
  { directory, survey }: PhaseJob,
  { existing, totals }: RemoteSnapshot,
  { exchange, clockwork, pace, known_id_max, journal, told, say }: ExecuteOptions,
): Duplicates {
  return new Duplicates({
    exchange: withRetry(exchange, clockwork, pace.wait_limits),
    existing,
    directory,
    totals,
    near: survey.near,
    known_id_max,
    journal,
    told,
    note: (text) => say?.(text),
  })
}

/**
 * Records that nobody wrote are planned only while they are missing: those made just before a crash get their end here.
 */
async function endMissing(
  { open }: RunState,
  { existing }: RemoteSnapshot,
  { journal, known_id_max, told }: ExecuteOptions,
): Promise<void> {
  for (const { begin: n, action, kind, key, find = {} } of open.values()) {
    if (n >= 0 || action !== 'create') continue
    const id = existing.ids(kind, [key]).ids.find((one) => one > known_id_max(kind))
    if (id === undefined) continue
    const record = await existing.record(kind, id)
    journal.note({ end: n, id, after: recordSummaryOf(kind, record) })
    await told({ step: { action, kind, n, key, title: key, values: find }, done: 'created', record })
  }
}

function jobOf(wish: ImportRequest, { existing, rows }: RemoteSnapshot, state: RunState | undefined): PhaseJob {
  const directory = new ReferenceIndex()
  for (const { kind, record } of rows) directory.add(kind, record)
  const nothing = { has: () => false }
  return {
    ...wish,
    existing,
    directory,
    ended: state?.ended ?? nothing,
    open: state?.open ?? nothing,
    first_missing: (state?.lowest ?? 0) - 1,
  }
}
