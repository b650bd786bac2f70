// The state folder of runs, and which runs are kept.
import { isLocalCalendar } from '../../client/address/api-root.ts'
import { resolve } from 'node:path'
import { LastWritten } from '../../bulk/journal/last-written.ts'
import type { RunsOfCalendar } from '../../bulk/journal/run-scope.ts'
import type { Owner } from '../../bulk/plan/ownership.ts'
import type { OpenApi } from '../../client/open.ts'
import { userFolder } from '../config/files.ts'
import { rmSync } from 'node:fs'
import { headOf } from '../../bulk/journal/read-journal.ts'
import { runFolder, runFolders } from '../../bulk/journal/runs.ts'
import type { Session } from '../types/session.ts'

/** The folder of `state_dir`, or the default state folder of the system. */
export function stateDirOf({ settings, runtime }: Session): string {
  if (settings.state_dir) return resolve(runtime.cwd, settings.state_dir)
  return userFolder('state', runtime)
}

/** The values that earlier runs wrote to the calendar of this session. */
export function lastWrittenIn(session: Session): LastWritten {
  return new LastWritten(runsIn(session))
}

/** Earlier runs, to find the events they created even if lists omit them; undefined for a local calendar. */
export function runsOfService(session: Session): RunsOfCalendar | undefined {
  return isLocalCalendar(session.settings.api_root ?? '') ? undefined : runsIn(session)
}

/** The owner of the records that runs of this name create in a calendar. */
export function ownerNamed(name: string, { calendar, exchange }: OpenApi, session: Session): Owner {
  const { pid, platform } = session.runtime
  return { name, calendar, exchange, state_dir: stateDirOf(session), pid, platform }
}

/** All runs of the calendar. */
export function runsIn(session: Session): RunsOfCalendar {
  return { state_dir: stateDirOf(session), open: session.open }
}

/** The number of runs of a single record that are kept, because imports and undos read every run. */
const kept_max = 1_000
/** The oldest runs are removed once in this number of runs, because that reads all of them. */
const removed_every = 100

export async function removeOldestSingle(state_dir: string): Promise<void> {
  const names = runFolders(state_dir)
  if (names.length <= kept_max || names.length % removed_every !== 0) return
  const single: string[] = []
  for (const name of [...names].sort().reverse())
    if ((await headOf(state_dir, name).catch(() => undefined))?.options.single === true) single.push(name)
  for (const name of single.slice(kept_max)) rmSync(runFolder(state_dir, name), { recursive: true, force: true })
}
