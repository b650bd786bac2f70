// What the file system says of a path or an open descriptor, in a form that leaves Node's module loader alone.
import { type BigIntStats, fstatSync, statSync } from 'node:fs'

/**
 * What a path leads to, through links; undefined where nothing is there.
 *
 * Asked with `bigint`: Node's `realpathSync` reads the buffer that a plain `statSync` of a pipe or socket leaves filled
 * and then stops at the first folder it knows, so that packages behind symbolic links (pnpm, workspaces, `npm link`)
 * load from unresolved paths. Can go when Node no longer shares that buffer.
 * Errors: those of the file system, except for a missing file.
 */
export function statOf(path: string): BigIntStats | undefined {
  return statSync(path, { throwIfNoEntry: false, bigint: true })
}

/** The same for a path that must lead somewhere: fails where nothing is there. */
export function existingStat(path: string): BigIntStats {
  return statSync(path, { bigint: true })
}

/** What an open descriptor is: see `statOf` for `bigint`. */
export function descriptorStat(descriptor: number): BigIntStats {
  return fstatSync(descriptor, { bigint: true })
}
