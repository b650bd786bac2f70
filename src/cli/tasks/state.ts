// Where runs are remembered, and what a new one is called.
import { join } from 'node:path'
import { utcWall } from '../../base/datetime.ts'
import type { Session } from '../session.ts'

/** `--state-dir` of the configuration, or the usual place of the system. */
export function stateDirOf({ settings, world }: Session): string {
  if (settings.state_dir) return settings.state_dir
  if (world.platform === 'win32' && world.env.LOCALAPPDATA) return join(world.env.LOCALAPPDATA, 'cal', 'state')
  return join(world.env.XDG_STATE_HOME || join(world.home, '.local', 'state'), 'cal')
}

/** Sorts by time: `20261121-094500-7f3a`. */
export function newRunName({ world }: Session): string {
  const letters = Buffer.from(world.random_bytes(2)).toString('hex')
  return `${utcWall(world.now()).replace(/[-:]/g, '').replace(' ', '-')}-${letters}`
}
