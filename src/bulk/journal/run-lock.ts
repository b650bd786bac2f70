// The lock of a run: held by one process at a time, and released however the process ends.
import { createHash } from 'node:crypto'
import { renameSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { CalError } from '../../base/errors.ts'
import { t } from '../../base/text/language.ts'

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
 * Errors: `usage` if another process holds the lock.
 */
export async function lockRun(folder: string, { pid, platform }: LockOptions): Promise<RunLock> {
  const address = addressOf(folder, platform)
  for (;;) {
    const server = createServer((socket) => socket.on('error', () => undefined).end(String(pid)))
    if (await isListening(server, address)) {
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
    server.once('error', (error) => ('code' in error && error.code === 'EADDRINUSE' ? resolve(false) : reject(error)))
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
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return
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
