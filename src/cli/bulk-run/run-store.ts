// The state folder of runs, and the names of new runs.
import { isLocalCalendar } from '../../client/address/calendar-identity.ts'
import { isAbsolute, join, resolve } from 'node:path'
import { utcWall } from '../../base/dates/zoned-time.ts'
import { LastWritten, type RunsOfCalendar } from '../../bulk/journal/last-written.ts'
import type { Session } from '../core/session.ts'

/** `state_dir` of the settings, or the default state folder of the system. */
export function stateDirOf({ settings, runtime }: Session): string {
  if (settings.state_dir) return resolve(runtime.cwd, settings.state_dir)
  if (runtime.platform === 'win32' && runtime.env.LOCALAPPDATA) return join(runtime.env.LOCALAPPDATA, 'cal', 'state')
  const { XDG_STATE_HOME = '' } = runtime.env
  // The XDG specification says to ignore a relative path.
  return join(isAbsolute(XDG_STATE_HOME) ? XDG_STATE_HOME : join(runtime.home, '.local', 'state'), 'cal')
}

/** What earlier runs wrote to the calendar of this session. */
export function lastWrittenIn(session: Session): LastWritten {
  return new LastWritten(runsIn(session))
}

/** Earlier runs, which may have created events that lists omit; undefined for a calendar opened here. */
export function runsOfService(session: Session): RunsOfCalendar | undefined {
  return isLocalCalendar(session.settings.api_root ?? '') ? undefined : runsIn(session)
}

function runsIn(session: Session): RunsOfCalendar {
  return { state_dir: stateDirOf(session), open: session.open }
}

/** Sorts by time, to the millisecond: `20261121-094500-738`. */
export function newRunName({ runtime }: Session): string {
  const now = runtime.now()
  return `${utcWall(now).replace(/[-:]/g, '').replace(' ', '-')}-${String(now % 1_000).padStart(3, '0')}`
}
