// The folders of a user for configuration, state and caches, where the platform has them.
import { isAbsolute, join } from 'node:path'
import type { Runtime } from '../core/runtime.ts'

/**
 * For each use: the variable of the XDG specification, that of Windows with the folder inside it, and the
 * folder below the home directory. On macOS, command-line programs such as git and gh use those of XDG too.
 */
const places = {
  config: ['XDG_CONFIG_HOME', 'APPDATA', 'cal', '.config'],
  state: ['XDG_STATE_HOME', 'LOCALAPPDATA', 'cal/state', '.local/state'],
  cache: ['XDG_CACHE_HOME', 'LOCALAPPDATA', 'cal/cache', '.cache'],
} as const

/** The folder of `cal` for this use; relative paths in the variables are ignored, as the XDG specification demands. */
export function userFolder(
  use: keyof typeof places,
  { env, home, platform }: Pick<Runtime, 'env' | 'home' | 'platform'>,
): string {
  const [xdg, windows, inside, below] = places[use]
  const [folder, folder_of_windows] = [env[xdg], env[windows]]
  if (folder !== undefined && isAbsolute(folder)) return join(folder, 'cal')
  return platform === 'win32' && folder_of_windows ? join(folder_of_windows, inside) : join(home, below, 'cal')
}
