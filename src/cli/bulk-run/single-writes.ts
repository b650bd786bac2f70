// The journal of commands that write records one by one, so that `cal history` lists and undoes them.
import { rmSync } from 'node:fs'
import { instantOfUtc, utcWall } from '../../base/dates/zoned-time.ts'
import { CalError } from '../../base/errors.ts'
import type { JsonObject } from '../../base/json.ts'
import type { Text } from '../../base/text/language.ts'
import { afterOf, beginLineOf } from '../../bulk/execute/journaled-write.ts'
import { type Journal, openJournal } from '../../bulk/journal/journal.ts'
import { headOf } from '../../bulk/journal/read-journal.ts'
import { type RunLock, lockRun } from '../../bulk/journal/run-lock.ts'
import { journalPath, makeRunFolder, runFolder, runFolders } from '../../bulk/journal/runs.ts'
import type { WriteStep } from '../../bulk/plan/plan.ts'
import { dependentsOf } from '../../bulk/plan/record-usage.ts'
import { isTerm } from '../../spec/resources.ts'
import type { Session } from '../core/session.ts'
import { newRunName, stateDirOf } from './run-store.ts'

export interface SingleWrites {
  /**
   * Calls `send` between the two journal lines of a write. Without a step, if the record could not be read, nothing is
   * recorded. Errors: those of `send`.
   */
  write<T extends { readonly record: JsonObject }>(step: WriteStep | undefined, send: () => Promise<T>): Promise<T>
  /** Ends the run. Returns its name, or undefined if it wrote nothing. */
  end(): Promise<string | undefined>
}

/** For previews: calls `send` without recording anything. */
export const unrecorded: SingleWrites = {
  write: (_, send) => send(),
  end: async () => undefined,
}

interface OpenedRun {
  readonly name: string
  readonly folder: string
  readonly journal: Journal
  readonly lock: RunLock
}

/** Starts a run with the first write. If the state folder cannot be written, a warning is printed. */
export function singleWrites(command: string, session: Session): SingleWrites {
  let opened: Promise<OpenedRun | undefined> | undefined
  const counts = { created: 0, updated: 0, deleted: 0, unchanged: 0, skipped: 0, failed: 0 }
  let n = 0
  let isUnclear = false
  return {
    async write(step, send) {
      if (!step) return send()
      opened ??= openRun(command, session)
      const run = await opened
      if (!run) return send()
      const { exchange } = await session.open()
      const numbered = { ...step, n: n++ }
      const dependents = step.action === 'delete' && isTerm(step.kind) ? await dependentsOf(exchange, step) : undefined
      await run.journal.write(beginLineOf(numbered, { at: session.runtime.now(), dependents }))
      try {
        const sent = await send()
        const id = Number(sent.record.id)
        const isOverwritten = isOlder(step, sent.record, session.runtime.now())
        counts[isOverwritten ? 'unchanged' : done[step.action]]++
        run.journal.note({
          end: numbered.n,
          ...(isOverwritten ? { found: id } : { id, ...afterOf(numbered, sent.record) }),
        })
        return sent
      } catch (error) {
        if (isRefusal(error)) {
          counts.failed++
          run.journal.note({ end: numbered.n, failed: error.text })
        } else isUnclear = true
        throw error
      }
    },
    async end() {
      const run = await opened
      if (!run) return undefined
      const wrote = counts.created + counts.updated + counts.deleted > 0
      try {
        // A run without this line is listed as interrupted, and its undo looks up the record.
        if (!isUnclear) await run.journal.write({ finished: counts })
        await run.journal.close()
      } finally {
        run.lock.release()
      }
      if (!wrote && !isUnclear) rmSync(run.folder, { recursive: true, force: true })
      return wrote ? run.name : undefined
    },
  }
}

/** Yields the records, and ends the run after the last record or an error. */
export async function* endingWith<T>(
  records: AsyncIterable<T>,
  writes: SingleWrites,
  onEnd?: (run: string) => Promise<void>,
): AsyncIterable<T> {
  let run: string | undefined
  try {
    yield* records
  } finally {
    run = await writes.end()
  }
  if (run !== undefined) await onEnd?.(run)
}

export function undoHint(run: string): Text {
  return { en: `to undo: cal history undo ${run}`, de: `zum Rückgängigmachen: cal history undo ${run}` }
}

/** A function that prints how to undo the run; undefined if only ids are printed. */
export function undoNote(
  { porcelain }: { readonly porcelain?: boolean },
  session: Session,
): ((run: string) => Promise<void>) | undefined {
  return porcelain === true ? undefined : (run) => session.note(undoHint(run))
}

const done = { create: 'created', update: 'updated', delete: 'deleted' } as const

/** The maximum difference between the clock of a service and the local clock. */
const clock_skew_ms_max = 300_000

/** Whether a deployed service overwrote an existing venue or organizer of that name, which an undo must not delete. */
function isOlder(step: WriteStep, { date_utc }: JsonObject, now: number): boolean {
  if (step.action !== 'create' || (step.kind !== 'venues' && step.kind !== 'organizers')) return false
  const isDated = step.values.date !== undefined || step.values.date_utc !== undefined
  return !isDated && typeof date_utc === 'string' && instantOfUtc(date_utc) < now - clock_skew_ms_max
}

/** Whether the service rejected the write; after any other error, it may have been carried out. */
function isRefusal(error: unknown): error is CalError {
  return (
    error instanceof CalError && ['refused', 'not_found', 'not_allowed', 'usage', 'configuration'].includes(error.code)
  )
}

async function openRun(command: string, session: Session): Promise<OpenedRun | undefined> {
  const state_dir = stateDirOf(session)
  const { calendar } = await session.open()
  try {
    const { name, folder } = makeRunFolder(state_dir, newRunName(session))
    const lock = await lockRun(folder, session.runtime)
    const journal = await openJournal(journalPath(state_dir, name))
    await journal.write({
      run: name,
      command,
      api_root: calendar.root,
      ...(calendar.id === undefined ? {} : { calendar_id: calendar.id }),
      started: utcWall(session.runtime.now()),
      inputs: [],
      options: { single: true },
    })
    await removeOldest(state_dir)
    return { name, folder, journal, lock }
  } catch (error) {
    if (!(error instanceof CalError)) throw error
    await session.note(notRecorded(error))
    return undefined
  }
}

function notRecorded({ text }: CalError): Text {
  return {
    en: `warning: this cannot be undone with cal history: ${text.en}`,
    de: `Warnung: mit cal history nicht rückgängig zu machen: ${text.de}`,
  }
}

/** The number of single writes that are kept, because imports and undos read every run. */
const kept_max = 1_000
/** The oldest runs are removed once in this number of runs, because that reads all of them. */
const removed_every = 100

async function removeOldest(state_dir: string): Promise<void> {
  const names = runFolders(state_dir)
  if (names.length <= kept_max || names.length % removed_every !== 0) return
  const single: string[] = []
  for (const name of [...names].sort().reverse())
    if ((await headOf(state_dir, name).catch(() => undefined))?.options.single === true) single.push(name)
  for (const name of single.slice(kept_max)) rmSync(runFolder(state_dir, name), { recursive: true, force: true })
}
