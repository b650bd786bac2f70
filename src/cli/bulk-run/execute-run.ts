// Executes a run: takes the lock, writes the journal and the rejected records, and prints the summary.
import type { JsonObject } from '../../base/json.ts'
import { join, relative, resolve } from 'node:path'
import { existsSync, rmSync } from 'node:fs'
import { existingStat } from '../../base/files/file-system.ts'
import { utcWall } from '../../base/dates/zoned-time.ts'
import { sameText, t, type Text, warningText } from '../../base/text/language.ts'
import { CalError } from '../../base/errors.ts'
import {
  type ExecutionSettings,
  executionOf,
  finishCreates,
  type RunExecution,
  StoppedError,
} from '../../bulk/execute/execute-plan.ts'
import type { PlanResult, Step } from '../../bulk/plan/plan.ts'
import { type Journal, type JournalInput, openJournal } from '../../bulk/journal/journal.ts'
import type { LevelOptions } from '../../bulk/execute/throttle.ts'
import type { EventClock } from '../../bulk/input/event-dates.ts'
import type { ReadFile } from '../../bulk/input/formats/formats.ts'
import { RejectedRecords } from '../../bulk/execute/rejected.ts'
import { journalPath, lockRun, makeRunFolder, runFolder, type RunLock } from '../../bulk/journal/runs.ts'
import type { IsOthers } from '../../bulk/matching/create-claims.ts'
import { madeByRuns, unfinishedDeletes } from '../../bulk/matching/interrupted-creates.ts'
import { KindCounts, type RunState } from '../../bulk/journal/read-journal.ts'
import { hasRun } from '../../bulk/journal/run-scope.ts'
import { isAnswerLost, watchedWrites } from '../../client/transport/network-errors.ts'
import { type CalendarIdentity, isLocalCalendar } from '../../client/address/api-root.ts'
import { isTable, type Outcome, type ProgressForm } from '../types/outcome.ts'
import type { Session } from '../types/session.ts'
import { requireWritable } from './output-file.ts'
import { confirmPlan, type PlanCounts, planOutcome, type ShownBefore } from './plan-outcome.ts'
import {
  countsTexts,
  exitOfRun,
  resumable,
  type RunCounts,
  RunReport,
  runTotals,
  type RunTotal,
  summaryItem,
  undoHint,
} from './report.ts'
import { removeOldestSingle, runsIn, stateDirOf } from './run-store.ts'
import { afterSignal, exitOfSignal, reportSignals } from './signals.ts'
import { noteLater } from '../session/session.ts'

/** The flags that determine how a plan is executed and reported. */
export interface RunOptions {
  readonly stop_on_error?: number
  readonly progress?: ProgressForm
  readonly rejected?: string
}

/** A plan that a command made, and how it is executed. */
export interface PlannedRun {
  readonly command: string
  readonly options: RunOptions & { readonly dry_run?: boolean; readonly exit_code?: boolean }
  /** Stored in the journal, to resume the run with the same options. */
  readonly stored_options: JsonObject
  /** The input files, read when the run begins. */
  readonly inputs?: () => Promise<readonly JournalInput[]>
  /** The clock on which their dates are read. */
  readonly here?: EventClock
  /** The input files, as they were read. */
  readonly read?: ReadonlyMap<string, ReadFile> | undefined
  /** Its steps; none is executed. */
  readonly show: () => AsyncIterable<Step>
  /** The expected number of results, if the steps are not counted for a confirmation. */
  readonly expected?: RunTotal
  /** Refuses the plan before the user is asked. */
  readonly check?: (counts: PlanCounts) => void
  /** What the user has seen of the steps; nothing by default. */
  readonly shown?: ShownBefore
  readonly only_creates?: boolean
  /** What `--dry-run` shows instead of the plan. */
  readonly preview?: (() => Promise<Outcome>) | undefined
  /** Called when the steps were shown by `--dry-run`, or executed. */
  readonly conclude?: (done: 'shown' | 'executed') => Promise<void>
  /** Whether records that were asked for were left out, so that the exit code is that of failed records. */
  readonly isPartial?: () => boolean
  /** The state of the run to resume. */
  readonly earlier?: RunState | undefined
  /** The run, if it was begun before its input was planned. */
  readonly begun?: OpenedRun | undefined
  execute(execution: RunExecution): Promise<void>
  /** Whether `execute` makes the steps again; otherwise it executes those of `show`, with new ids in them. */
  readonly remakes: boolean
  /** The command that resumes the run; by default the same command again. */
  readonly resumeCommand?: (name: string) => string
  /** The run that this one undoes. */
  readonly undone?: string
  /** Rerunning the command would write the same records again. */
  readonly repeats?: true
  /**
   * `records`: the command itself reports each record and each error. If the state folder cannot be written, it goes on
   * without a journal, after a warning.
   */
  readonly reports?: 'records'
  /** The run writes one record. */
  readonly single?: boolean
  /** One write after another. */
  readonly in_order?: true
  /** Called with each result, in addition to the summary. */
  readonly onResult?: (result: PlanResult) => void | Promise<void>
}

/** Initial and maximum number of concurrent requests to a service. */
const concurrency_initial = 4
const concurrency_max = 32
/** For database files: there is no network latency, and concurrent writes share commits. */
const concurrency_file = 256

export interface FinishedRun {
  readonly outcome: Outcome
  readonly counts: RunCounts
  /** undefined if nothing was written, or nothing is recorded. */
  readonly name: string | undefined
}

/** How a command that writes goes on: it shows its plan, asks whether to execute it, or executes it. */
export function procedureOf(
  { dry_run }: Pick<PlannedRun['options'], 'dry_run'>,
  { settings, skips_confirmation }: Session,
): 'shows' | 'asks' | 'executes' {
  if (dry_run === true) return 'shows'
  return settings.interactive && !skips_confirmation ? 'asks' : 'executes'
}

/**
 * The only way to write: shows the plan with `--dry-run`; otherwise confirms, executes and reports it.
 *
 * The plan of an import or undo is made again while it is executed, because its steps differ by then: an event refers
 * to the ids that the run has just received for its places and terms, and after the first event that creates a tag the
 * others send its id. Nothing is executed that was not shown, nor on a record that was edited or deleted while the
 * question was open (`ConfirmedSteps`).
 */
export async function runPlan(run: PlannedRun, session: Session): Promise<FinishedRun> {
  const { options, show, shown = 'nothing', only_creates, expected, check, begun, earlier, remakes, undone } = run
  if (procedureOf(options, session) === 'shows')
    return { outcome: await previewOf(run, session), counts: new KindCounts(), name: undefined }
  let confirmation: Confirmed = {}
  try {
    // A run that is resumed was confirmed before.
    const confirming = { shown, only_creates, check, is_remade: remakes, undone }
    if (!earlier) confirmation = await confirmPlan(show, confirming, session)
  } catch (error) {
    if (begun) await discardRun(begun)
    throw error
  }
  const finished = await executeRun(run, { total: expected, ...confirmation }, session)
  await run.conclude?.('executed')
  return finished
}

async function previewOf(
  { options, show, preview, conclude, isPartial }: PlannedRun,
  session: Session,
): Promise<Outcome> {
  if (preview) return preview()
  async function* steps(): AsyncIterable<Step> {
    yield* show()
    await conclude?.('shown')
  }
  return planOutcome(steps, { ...options, isPartial }, session)
}

async function executeRun(run: PlannedRun, { total, confirmed }: Confirmed, session: Session): Promise<FinishedRun> {
  const { runtime } = session
  const { options } = run
  if (options.rejected !== undefined) requireWritable(options.rejected, runtime.cwd)
  const api = await session.open()
  session.beginWriting()
  const opened = await openRun(run, session)
  const { name, folder } = opened
  const rejects = run.read && new RejectedRecords(join(folder, 'rejected.ndjson'))
  const report = new RunReport({
    session,
    rejects,
    total,
    earlier: run.earlier,
    form: run.single ? undefined : (options.progress ?? 'auto'),
    records: run.reports === 'records',
  })
  const { stopped, unclear } = await executeAndClose(run, { opened, report, api, session, confirmed })
  const { counts } = report
  const files = await rejectedFiles(rejects, run, session).catch(async (error: unknown) => {
    // What was written to the service is reported nevertheless.
    for (const text of countsTexts(counts, name, session.settings)) await session.note(text)
    throw error
  })
  const wrote = counts.of('created', 'updated', 'restored', 'deleted') > 0
  // A resumed run may have sent writes whose answers were lost: its undo looks up their records.
  if (!wrote && !unclear && !run.earlier && name !== undefined) rmSync(folder, { recursive: true, force: true })
  const written_as = wrote ? name : undefined
  if (stopped) await session.note(stoppedText(counts.of('failed'), written_as && run.resumeCommand?.(written_as)))
  if (files.length > 0) await session.note(t('rejected rows: {files}', { files: files.join(', ') }))
  if (run.reports === undefined)
    for (const text of countsTexts(counts, written_as, session.settings)) await session.note(text)
  const exit = exitOfSignal(runtime.signal) ?? exitOfRun(counts.of('failed'), run.isPartial?.())
  const columns = ['run', 'created', 'updated', 'deleted', 'unchanged', 'skipped', 'failed']
  const outcome: Outcome = isTable(session.format)
    ? { kind: 'done', exit }
    : { kind: 'record', record: summaryItem(counts, written_as, files), columns, exit }
  return { outcome, counts, name: written_as }
}

export interface OpenedRun {
  readonly state_dir: string
  /** undefined if nothing is recorded. */
  readonly name: string | undefined
  readonly folder: string
  readonly journal: Pick<Journal, 'write' | 'note' | 'close' | 'hasBegun'>
  /** undefined for a resumed run, which was locked before its journal was read. */
  readonly lock: RunLock | undefined
}

type OpenApi = Awaited<ReturnType<Session['open']>>

/** The run; without a journal, after a warning, if a command that reports each record cannot write one. */
async function openRun(run: PlannedRun, session: Session): Promise<OpenedRun> {
  const { begun, earlier, reports } = run
  if (begun) return begun
  const state_dir = stateDirOf(session)
  try {
    if (!earlier) return await beginRun(run, session)
    const { run: name } = earlier.head
    const journal = await openJournal(journalPath(state_dir, name))
    return { state_dir, name, folder: runFolder(state_dir, name), journal, lock: undefined }
  } catch (error) {
    if (earlier) throw resumable(error, run.resumeCommand?.(earlier.head.run))
    if (!reports || !(error instanceof CalError)) throw error
    await session.note(warningText('this cannot be undone with cal history: {text}', { text: error.text }))
    return { state_dir, name: undefined, folder: '', journal: unrecorded, lock: undefined }
  }
}

/** The folder of a run whose journal has no line yet. */
export interface ReservedRun {
  readonly state_dir: string
  readonly name: string
  readonly folder: string
  readonly lock: RunLock
}

/** From here on, the run is the one that `--resume` means. */
export async function reserveRun(session: Session): Promise<ReservedRun> {
  const state_dir = stateDirOf(session)
  const { name, folder } = makeRunFolder(state_dir, session.runtime.now())
  return { state_dir, name, folder, lock: await lockRun(folder, session.runtime) }
}

/** Begins a new run. */
export async function beginRun(
  run: Pick<PlannedRun, 'command' | 'inputs' | 'here' | 'stored_options' | 'single'>,
  session: Session,
  reserved?: ReservedRun,
): Promise<OpenedRun> {
  const { calendar } = await session.open()
  // Before the journal exists: a file that cannot be read any more leaves no run.
  const inputs = (await run.inputs?.()) ?? []
  await session.noteCalendar(() => hasRun(runsIn(session), () => true))
  const { state_dir, name, folder, lock } = reserved ?? (await reserveRun(session))
  const journal = await openJournal(journalPath(state_dir, name))
  await journal.write({
    run: name,
    command: run.command,
    api_root: calendar.root,
    calendar_id: calendar.id,
    started: utcWall(session.runtime.now()),
    inputs,
    here: run.here,
    options: run.stored_options,
  })
  if (run.single) await removeOldestSingle(state_dir)
  return { state_dir, name, folder, journal, lock }
}

const unrecorded: OpenedRun['journal'] = {
  write: async () => {},
  note: () => {},
  close: async () => {},
  hasBegun: false,
}

/** Removes a reserved run whose journal was not begun. */
export function discardUnbegun({ lock, folder, state_dir, name }: ReservedRun): void {
  if (!existsSync(folder) || existsSync(journalPath(state_dir, name))) return
  lock.release()
  rmSync(folder, { recursive: true, force: true })
}

/** Removes a run that ends before it writes anything. */
async function discardRun({ journal, lock, folder }: OpenedRun): Promise<void> {
  await journal.close()
  lock?.release()
  rmSync(folder, { recursive: true, force: true })
}

interface Confirmed extends Pick<ExecutionSettings, 'confirmed'> {
  readonly total?: RunTotal | undefined
}

interface ExecutionParts extends Pick<Confirmed, 'confirmed'> {
  readonly opened: OpenedRun
  readonly report: RunReport
  readonly api: OpenApi
  readonly session: Session
}

/**
 * Errors: the error that interrupted the run. Deletes the folder of a new run that has written nothing, unless it began
 * and a command of its own resumes it.
 */
async function executeAndClose(
  run: PlannedRun,
  parts: ExecutionParts,
): Promise<{ readonly stopped: boolean; readonly unclear: boolean }> {
  const { opened, report, session } = parts
  const { name, folder, journal, lock } = opened
  let hasUnanswered = false
  let hasWrites = run.earlier !== undefined
  const execution = executionOf({
    ...settingsOf(run, parts),
    exchange: watchedWrites(parts.api.direct, () => {
      hasWrites = true
    }),
    onUnanswered: () => {
      hasUnanswered = true
    },
  })
  let failure: unknown
  let keeps = false
  let unclear: CalError | undefined
  const onResult: RunExecution['onResult'] = (result) => {
    if (run.single === true && result.done === 'failed' && isAnswerLost(result.error)) unclear = result.error
    return execution.onResult(result)
  }
  const { signal } = session.runtime
  const single = run.single === true
  const ignoreSignals = reportSignals(session, (error) => {
    const open = afterSignal(error, { signal, isOpen: true, single })
    return name === undefined ? open : resumable(open, nextCommand(run, name))
  })
  try {
    const stopped = await isStopped(run.execute({ ...execution, onResult }))
    if (unclear && signal.aborted) throw unclear
    await finishCreates(execution, run.earlier ? unfinishedDeletes(run.earlier) : [])
    // A run without this line is listed as interrupted, and its undo looks up the record.
    if (!unclear && !stopped) await journal.write({ finished: runTotals(report.counts) })
    await journal.close()
    return { stopped, unclear: unclear !== undefined }
  } catch (error) {
    const isOpen = hasUnanswered || unclear !== undefined
    failure = afterSignal(error, { signal, isOpen, single })
    await journal.close().catch(() => undefined)
    keeps = hasWrites || (run.resumeCommand !== undefined && journal.hasBegun)
    if (name !== undefined && keeps) {
      if (!single) failure = await report.interrupted(failure, hasWrites ? name : undefined, nextCommand(run, name))
      else if (isOpen && failure !== error) failure = resumable(failure, nextCommand(run, name))
    }
  } finally {
    ignoreSignals()
    await report.close()
    lock?.release()
  }
  if (!keeps && name !== undefined) rmSync(folder, { recursive: true, force: true })
  throw failure
}

/** Whether the run ended at the maximum number of failures. */
async function isStopped(executed: Promise<void>): Promise<boolean> {
  try {
    await executed
    return false
  } catch (error) {
    if (error instanceof StoppedError) return true
    throw error
  }
}

/** What to do after an interruption; undefined to rerun the command. */
function nextCommand({ single, repeats, resumeCommand }: PlannedRun, name: string): string | Text | undefined {
  if (single) return undoHint(name)
  return repeats ? t('before you rerun the command: cal history undo {name}', { name }) : resumeCommand?.(name)
}

function settingsOf(
  { options, earlier, onResult, single, in_order, reports }: PlannedRun,
  { opened: { journal, state_dir, name }, report, api, session, confirmed }: ExecutionParts,
): ExecutionSettings {
  const { settings, runtime } = session
  const note = noteLater(session)
  return {
    exchange: api.direct,
    reading: api.exchange,
    clock: { now: runtime.now, random: runtime.random, sleep: runtime.sleep },
    journal,
    ...(single ? { single } : {}),
    shows_records: reports === 'records',
    signal: runtime.signal,
    level: {
      ...levelOf(in_order ? 1 : settings.concurrency, api.api_root),
      rate: settings.rate,
      wait_limits: { wait_ms_max: settings.wait_ms_max, onWait: note },
    },
    earlier,
    others: name === undefined ? undefined : othersOf({ state_dir, name, calendar: api.calendar }, earlier),
    confirmed,
    failures_max: options.stop_on_error || Number.POSITIVE_INFINITY,
    note,
    onResult: async (result) => {
      await report.add(result)
      await onResult?.(result)
    },
  }
}

/** What other runs have made since this one began, and earlier parts of this one. */
function othersOf(
  {
    state_dir,
    name,
    calendar,
  }: { readonly state_dir: string; readonly name: string; readonly calendar: CalendarIdentity },
  earlier: RunState | undefined,
): () => Promise<IsOthers> {
  const { mtimeNs: since_ns } = existingStat(journalPath(state_dir, name))
  return async () => {
    const isOtherRuns = await madeByRuns({ state_dir, open: async () => ({ calendar }) }, { name, since_ns })
    return (kind, record) => earlier?.hasWritten(kind, Number(record.id)) === true || isOtherRuns(kind, record)
  }
}

/** Writes the rejected records to files; returns their names, relative to the working directory. */
async function rejectedFiles(
  rejects: RejectedRecords | undefined,
  { options: { rejected }, read }: PlannedRun,
  { runtime: { cwd } }: Session,
): Promise<readonly string[]> {
  if (!rejects || !read) return []
  const files = await rejects.finish(read.values(), {
    to: rejected === undefined ? undefined : resolve(cwd, rejected),
    cwd,
  })
  return files.map((file) => relative(cwd, file) || file)
}

function levelOf(concurrency: number | undefined, api_root: string): LevelOptions {
  if (concurrency !== undefined) return { concurrency }
  return isLocalCalendar(api_root)
    ? { concurrency: concurrency_file }
    : { concurrency: concurrency_initial, concurrency_max }
}

/** The message after `--stop-on-error` (decision 7). */
function stoppedText(failed: number, again: string | undefined): Text {
  const command = again === undefined ? t('rerun the command with') : sameText(again)
  return t('stopped: {failed} failed; to continue: {command} --stop-on-error 0', { failed, command })
}
