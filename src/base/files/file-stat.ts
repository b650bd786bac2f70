// `stat` for paths and descriptors, without a side effect on Node's module loader.
import { type BigIntStats, fstatSync, statSync } from 'node:fs'

/**
 * The file that a path refers to, links resolved; undefined if there is none.
 *
 * Called with `bigint`: Node's `realpathSync` reads a shared buffer that a plain `statSync` of a pipe or socket leaves
 * filled, and then stops at the first folder it knows, so that packages behind symbolic links (pnpm, workspaces,
 * `npm link`) load from unresolved paths. Remove when Node no longer shares that buffer.
 * Errors: those of the file system, except for a missing file.
 */
export function statOf(path: string): BigIntStats | undefined {
  return statSync(path, { throwIfNoEntry: false, bigint: true })
}

/** As `statOf`, but fails if there is no such file. */
export function existingStat(path: string): BigIntStats {
  return statSync(path, { bigint: true })
}

/** The file of an open descriptor; see `statOf` for `bigint`. */
export function descriptorStat(descriptor: number): BigIntStats {
  return fstatSync(descriptor, { bigint: true })
}
