// A run: a plan carried out with its lock, its journal and its rejected records, and the line that says how it ended.
import { join, relative, resolve } from 'node:path'
import { rmSync } from 'node:fs'
import { utcWall } from '../../base/dates/zoned-time.ts'
import type { Text } from '../../base/text/language.ts'
import { FailureBudget, type ExecuteOptions, type PlanResult, StoppedError } from '../../bulk/execute/execute-plan.ts'
import { halfWrittenTexts, type ResendResult } from '../../bulk/execute/half-written.ts'
import { type JournalHead, type JournalInput, type Journal, openJournal } from '../../bulk/journal/journal.ts'
import type { LevelOptions } from '../../bulk/execute/concurrency-level.ts'
import { Throttle } from '../../bulk/execute/throttle.ts'
import type { InputFormat } from '../../bulk/input/choices.ts'
import { RejectedRecords } from '../../bulk/execute/rejected.ts'
import { lockRun } from '../../bulk/journal/run-lock.ts'
import { journalPath, knownIdMaxOf, makeRunFolder, runFolder, type RunState } from '../../bulk/journal/runs.ts'
import type { InputSource } from '../../bulk/input/source.ts'
import type { CalendarIdentity } from '../../client/address/calendar-identity.ts'
import type { Plural } from '../../spec/model.ts'
import type { Values } from '../../spec/read.ts'
import type { Outcome } from '../core/outcome.ts'
import type { Session } from '../core/session.ts'
import { requireWritable } from './output-file.ts'
import { RunReport, resumable } from './report.ts'
import { newRunName, stateDirOf } from './run-store.ts'
import { summaryItem, type Tally, tallyText, withEarlier } from './tally.ts'

/** What is run, and how the work is done once everything around it stands. */
export interface ExecutedRun {
  readonly command: string
  readonly options: Values
  /** What the run must be told to go on later. */
  readonly kept: Readonly<Record<string, unknown>>
  readonly inputs: readonly JournalInput[]
  readonly sources: readonly InputSource[]
  readonly total: number | undefined
  readonly known_id_max: Readonly<Partial<Record<Plural, number>>>
  /** The run that goes on. */
  readonly earlier: RunState | undefined
  work(carrying: ExecuteOptions): Promise<void>
  /** The command that goes on with the run where it breaks off; the same one again where nothing is said. */
  readonly again?: (name: string) => string
  /** Told of each result beside the tally. */
  readonly seen?: (result: PlanResult) => void | Promise<void>
}

/** Over the network: to start with, and at most. */
const concurrency_first = 4
const concurrency_most = 32
/** In this process there is no network to wait for, and writes share commits. */
const concurrency_file = 128

export async function executeRun(
  run: ExecutedRun,
  session: Session,
): Promise<{ readonly outcome: Outcome; readonly name: string }> {
  const { runtime } = session
  if (typeof run.options.rejected === 'string') requireWritable(run.options.rejected, runtime.cwd)
  const state_dir = stateDirOf(session)
  const api = await session.open()
  const { name, folder } = run.earlier
    ? { name: run.earlier.head.run, folder: runFolder(state_dir, run.earlier.head.run) }
    : makeRunFolder(state_dir, newRunName(session))
  // Whoever goes on with a run took its lock before reading its journal.
  const lock = run.earlier ? undefined : await lockRun(folder, runtime)
  const journal = await openJournal(journalPath(state_dir, name)).catch((error: unknown) =>
    Promise.reject(run.earlier ? resumable(error, run.again?.(name)) : error),
  )
  const head = run.earlier?.head ?? headOf(run, { name, calendar: api.calendar, now: runtime.now() })
  if (!run.earlier) await journal.write(head)
  const rejects = new RejectedRecords(join(folder, 'rejected.ndjson'))
  const report = new RunReport({ session, rejects, total: run.total, form: run.options.progress })
  const resent: ResendResult[] = []
  let stopped = false
  try {
    await run.work({ ...carryingOf(run, { head, journal, report, api, session }), resent: (one) => resent.push(one) })
    await journal.write({ finished: { ...withEarlier(report.tally, run.earlier) } })
    await journal.close()
  } catch (error) {
    const lost = await journal.close().then(
      () => undefined,
      (unwritten: unknown) => unwritten,
    )
    if (!(error instanceof StoppedError) || lost !== undefined)
      throw await report.brokenOff(error instanceof StoppedError ? lost : error, name, run.again?.(name))
    stopped = true
  } finally {
    await report.close()
    lock?.release()
  }
  for (const text of await halfWrittenTexts(resent, {
    exchange: api.exchange,
    known_id_max: knownIdMaxOf(head),
    state_dir,
    run: name,
  }))
    await session.note(text)
  const all = withEarlier(report.tally, run.earlier)
  const to = typeof run.options.rejected === 'string' ? resolve(runtime.cwd, run.options.rejected) : undefined
  const sheet = typeof run.options.sheet === 'string' ? run.options.sheet : undefined
  const files = await rejects
    .finish(run.sources, { format: run.options.format as InputFormat | undefined, sheet, to, cwd: runtime.cwd })
    .catch(async (error: unknown) => {
      // What was written to the service is to be known all the same.
      await session.note(tallyText(all, name))
      throw error
    })
  const wrote = all.created + all.updated + all.deleted > 0
  // What changed nothing cannot be taken back: it is not remembered.
  if (!wrote) rmSync(folder, { recursive: true, force: true })
  if (stopped) await session.note(stoppedText(report.tally.failed, wrote ? run.again?.(name) : undefined))
  return {
    outcome: await ended(all, {
      name: wrote ? name : undefined,
      files: files.map((file) => relative(runtime.cwd, file) || file),
      session,
    }),
    name,
  }
}

interface Around {
  readonly head: JournalHead
  readonly journal: Journal
  readonly report: RunReport
  readonly api: Awaited<ReturnType<Session['open']>>
  readonly session: Session
}

function carryingOf(
  { options, seen }: ExecutedRun,
  { head, journal, report, api, session: { settings, runtime } }: Around,
): ExecuteOptions {
  const level = levelOf(settings.concurrency, api.api_root)
  const clockwork = { now: runtime.now, random: runtime.random, sleep: runtime.sleep }
  const failures_max =
    typeof options.stop_on_error === 'number' && options.stop_on_error > 0
      ? options.stop_on_error
      : Number.POSITIVE_INFINITY
  const wait_limits = { wait_ms_max: settings.wait_ms_max, onWait: (text: Text) => void report.tell(text) }
  return {
    exchange: api.direct,
    clockwork,
    journal,
    concurrency: level.concurrency_max ?? level.concurrency,
    signal: runtime.signal,
    pace: new Throttle({
      ...level,
      ...(settings.rate === undefined ? {} : { rate: settings.rate }),
      clockwork,
      wait_limits,
    }),
    known_id_max: knownIdMaxOf(head),
    allowance: new FailureBudget(failures_max),
    kinds_at_once: level.concurrency_max !== undefined && failures_max === Number.POSITIVE_INFINITY,
    say: (text) => void report.tell(text),
    told: async (result) => {
      await report.see(result)
      await seen?.(result)
    },
  }
}

function levelOf(said: number | undefined, api_root: string): LevelOptions {
  if (said !== undefined) return { concurrency: said }
  return api_root.startsWith('file:')
    ? { concurrency: concurrency_file }
    : { concurrency: concurrency_first, concurrency_max: concurrency_most }
}

function headOf(
  { command, inputs, kept, known_id_max }: ExecutedRun,
  {
    name,
    calendar: { root, id },
    now,
  }: { readonly name: string; readonly calendar: CalendarIdentity; readonly now: number },
): JournalHead {
  return {
    run: name,
    command,
    api_root: root,
    ...(id === undefined ? {} : { calendar_id: id }),
    started: utcWall(now),
    inputs,
    options: { ...kept, known_id_max },
  }
}

/** The rest is left undone: D-407. */
function stoppedText(failed: number, again: string | undefined): Text {
  return {
    en: `stopped after ${failed} failed: ${again ?? 'the same command'} ${again ? '' : 'with '}--stop-on-error 0 does the rest`,
    de: `nach ${failed} fehlgeschlagenen abgebrochen: ${again ?? 'derselbe Befehl'} ${again ? '' : 'mit '}--stop-on-error 0 erledigt den Rest`,
  }
}

async function ended(
  tally: Tally,
  {
    name,
    files,
    session,
  }: { readonly name: string | undefined; readonly files: readonly string[]; readonly session: Session },
): Promise<Outcome> {
  if (files.length > 0)
    await session.note({ en: `turned down: ${files.join(', ')}`, de: `abgelehnt: ${files.join(', ')}` })
  await session.note(tallyText(tally, name))
  const ends = tally.failed > 0 ? { ends: 'some_failed' as const } : {}
  if (session.format === undefined || session.format === 'table') return { kind: 'done', ...ends }
  return {
    kind: 'record',
    record: summaryItem(tally, name, files),
    columns: ['run', 'created', 'updated', 'deleted', 'unchanged', 'skipped', 'failed'],
    ...ends,
  }
}
