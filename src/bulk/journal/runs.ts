// The runs on this machine: their folders, names and locks.
import { createHash } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readSync, renameSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { utcWall } from '../../base/dates/zoned-time.ts'
import { CalError, errorCode } from '../../base/errors.ts'
import { readError, writeError } from '../../base/files/file-errors.ts'
import { existingStat, makeFolders, statOf } from '../../base/files/file-system.ts'
import { sameText, t, type Text } from '../../base/text/language.ts'
import { fileSource } from '../input/source.ts'
import type { JournalInput } from './journal.ts'

export function runFolder(state_dir: string, run: string): string {
  return join(state_dir, 'runs', run)
}

export function journalPath(state_dir: string, run: string): string {
  return join(runFolder(state_dir, run), 'journal.ndjson')
}

/** The time in UTC, to the millisecond: `20261121-094500-738`. */
export function runNameAt(time_ms: number): string {
  return `${utcWall(time_ms).replace(/[-:]/g, '').replace(' ', '-')}-${String(time_ms % 1_000).padStart(3, '0')}`
}

/**
 * The folder of a new run, named by the first millisecond that no other run has.
 * Errors: `configuration` if the folder cannot be created.
 */
export function makeRunFolder(
  state_dir: string,
  started_ms: number,
): { readonly name: string; readonly folder: string } {
  try {
    makeFolders(join(state_dir, 'runs'), 0o700)
  } catch (cause) {
    throw writeError(state_dir, cause, 'configuration')
  }
  for (let time_ms = started_ms; ; time_ms++) {
    const name = runNameAt(time_ms)
    try {
      mkdirSync(runFolder(state_dir, name), { mode: 0o700 })
      return { name, folder: runFolder(state_dir, name) }
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw writeError(runFolder(state_dir, name), error, 'configuration')
    }
  }
}

/** Names of all runs, newest first, without runs that were interrupted in their first line. */
export function runNames(state_dir: string): readonly string[] {
  return runFolders(state_dir)
    .filter((run) => hasBegun(journalPath(state_dir, run)))
    .sort()
    .reverse()
}

/** Names of the folders of runs, in no order. */
export function runFolders(state_dir: string): readonly string[] {
  const folder = join(state_dir, 'runs')
  return existsSync(folder) ? readdirSync(folder) : []
}

function hasBegun(journal: string): boolean {
  let file: number | undefined
  try {
    file = openSync(journal, 'r')
    const bytes = Buffer.alloc(64 * 1024)
    for (let length = readSync(file, bytes); length > 0; length = readSync(file, bytes))
      if (bytes.subarray(0, length).includes('\n')) return true
    return false
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false
    throw readError(journal, error)
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

/**
 * The run of this name or of the only one that starts with it; without a name the newest.
 * Errors: `not_found`; `usage` if several names start with it.
 */
export function runNamed(state_dir: string, name: string | undefined): string {
  const names = runNames(state_dir)
  const found =
    name === undefined
      ? names.slice(0, 1)
      : names.includes(name)
        ? [name]
        : names.filter((run) => name !== '' && run.startsWith(name))
  const [only] = found
  if (only !== undefined && found.length === 1) return only
  if (found.length > 1)
    throw new CalError('usage', t('several runs start with "{name}"', { name: String(name) }), {
      hint: sameText(found.join(', ')),
    })
  throw noSuchRun(
    name,
    names.length > 0
      ? t('list all runs: cal history list')
      : name === undefined
        ? no_run_yet
        : t('nothing to undo yet: {no_run_yet}', { no_run_yet }),
  )
}

export function noSuchRun(name: string | undefined, hint: Text): CalError {
  return new CalError(
    'not_found',
    name === undefined ? t('nothing to undo yet') : t('run "{name}" not found', { name }),
    {
      hint,
    },
  )
}

export const no_run_yet = t('every command that writes records can be undone, except cal api')

/** Size and digest of an input file: a run is resumed only with the same bytes. */
export async function inputOf(path: string, name: string): Promise<JournalInput> {
  const hash = createHash('sha256')
  for await (const chunk of fileSource(path, name).bytes()) hash.update(chunk)
  return { name, path: resolve(path), bytes: Number(existingStat(path).size), sha256: hash.digest('hex') }
}

export interface RunLock {
  release(): void
}

export interface LockOptions {
  readonly pid: number
  /** `process.platform` */
  readonly platform: string
}

/** How long to wait for the id of the process that holds the lock. */
const answer_ms_max = 2_000

/** The lowest limit for the length of a socket address on any system. */
const address_bytes_max = 100

/**
 * Locks the run by listening on a socket in its folder: decision 7. A socket left by a killed process is removed.
 * Errors: `usage` if another process holds the lock; `not_found` if the run wrote nothing and was deleted at its end.
 */
export async function lockRun(folder: string, { pid, platform }: LockOptions): Promise<RunLock> {
  const address = addressOf(folder, platform)
  for (;;) {
    const server = createServer((socket) => socket.on('error', () => undefined).end(String(pid)))
    const listening = isListening(server, address).catch((error: unknown) => {
      throw statOf(folder) === undefined ? noSuchRun(basename(folder), t('list all runs: cal history list')) : error
    })
    if (await listening) {
      server.unref()
      return {
        release: () => {
          server.close()
        },
      }
    }
    const holder = await holderAt(address)
    if (holder !== undefined) throw lockedError(holder, basename(folder))
    await clear(address, `${address}-${pid}`)
  }
}

/** The id of the process that holds the lock, `?` if it is too busy to answer; undefined if there is none. */
export function holderOf(folder: string, platform: string): Promise<string | undefined> {
  return holderAt(addressOf(folder, platform))
}

function addressOf(folder: string, platform: string): string {
  const short = `cal-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`
  if (platform === 'win32') return `\\\\.\\pipe\\${short}`
  const inside = join(folder, 'lock')
  return Buffer.byteLength(inside) <= address_bytes_max ? inside : join(tmpdir(), short)
}

function isListening(server: Server, address: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => (errorCode(error) === 'EADDRINUSE' ? resolve(false) : reject(error)))
    server.listen(address, () => resolve(true))
  })
}

/** The process that listens at the address; undefined if none does. */
function holderAt(address: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let response = ''
    const socket = connect(address)
    socket.setTimeout(answer_ms_max, () => resolve(response === '' ? '?' : response))
    socket.on('data', (part) => {
      response += part
    })
    socket.on('end', () => resolve(response))
    socket.on('error', () => resolve(undefined))
    socket.on('close', () => socket.destroy())
  })
}

/** Renamed before it is deleted: another process may have started to listen in between. */
async function clear(address: string, renamed: string): Promise<void> {
  try {
    renameSync(address, renamed)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return
    throw error
  }
  if ((await holderAt(renamed)) === undefined) rmSync(renamed, { force: true })
  else renameSync(renamed, address)
}

function lockedError(pid: string, run: string): CalError {
  return new CalError('usage', t('run {run} is still running (process {pid})', { run, pid }), {
    hint: t('wait until it ends, or stop it: kill {pid}', { pid }),
  })
}
