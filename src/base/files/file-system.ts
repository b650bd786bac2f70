// `stat` and `mkdir` without what Node's own do: a side effect on its module loader, and a call that never returns;
// free names of files.
import { type BigIntStats, fstatSync, lstatSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { errorCode } from '../errors.ts'

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

/** As `existingStat`, but of a symbolic link itself. */
export function linkStat(path: string): BigIntStats {
  return lstatSync(path, { bigint: true })
}

/** Whether other users have rights on a file; on Windows, its mode doesn't show them. */
export function isOpenToOthers(path: string, platform: string): boolean {
  return platform !== 'win32' && (Number(statOf(path)?.mode ?? 0) & 0o077) !== 0
}

/** The file of an open descriptor; see `statOf` for `bigint`. */
export function descriptorStat(descriptor: number): BigIntStats {
  return fstatSync(descriptor, { bigint: true })
}

/**
 * Creates a folder and its missing parents; an existing folder is left unchanged.
 *
 * Node's `recursive: true` (20 to 24) never returns on file systems where no folder can be created, such as `/proc`.
 * Errors: those of the file system.
 */
export function makeFolders(path: string, mode?: number): void {
  if (statOf(dirname(path)) === undefined) makeFolders(dirname(path), mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    if (errorCode(error) !== 'EEXIST' || !statOf(path)?.isDirectory()) throw error
  }
}

/**
 * The path with `-2`, `-3`… appended if something of this name exists, a dangling link included. With `suffixes`, none
 * of the names with these suffixes exists.
 */
export function freeName(wanted: string, suffixes: readonly string[] = ['']): string {
  const isTaken = (path: string) => lstatSync(path, { throwIfNoEntry: false, bigint: true }) !== undefined
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? wanted : `${wanted}-${n}`
    if (!suffixes.some((suffix) => isTaken(`${name}${suffix}`))) return name
  }
}
