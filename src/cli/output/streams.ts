// Standard output and standard error: the first text is written to the file descriptor, without creating a stream.
import { writeSync } from 'node:fs'
import type { Writable } from 'node:stream'
import { CalError, errorCode } from '../../base/errors.ts'
import { descriptorStat } from '../../base/files/file-system.ts'
import { t } from '../../base/text/language.ts'
import { quoted } from '../../base/text/quoted.ts'
import { reasonOf } from '../../base/files/file-errors.ts'
import { escapeForTerminal } from './terminal.ts'
import { type OutputStream, OutputClosedError } from '../types/session.ts'

/** Only a character device can be a terminal. Checking that first avoids loading `node:tty`: decision 36. */
function isDevice(descriptor: number): boolean {
  try {
    return descriptorStat(descriptor).isCharacterDevice()
  } catch {
    // If its type is unknown, it may be a terminal.
    return true
  }
}

/** The major number of memory devices such as `/dev/null` on Linux. */
const memory_devices = 1n

/** False for `/dev/null`, to which completion scripts redirect errors: loading `node:tty` to find out takes 3 ms. */
export function mayBeTerminal(descriptor: number): boolean {
  try {
    return isDevice(descriptor) && descriptorStat(descriptor).rdev >> 8n !== memory_devices
  } catch {
    return true
  }
}

/** Only a terminal has a size. */
type Screen = Writable & { readonly columns?: number; readonly rows?: number }

/**
 * Opens the stream on demand, since most runs write a single text. With `drops_unwritable`, a text that cannot be
 * written is dropped: a message must not end the work that it is about.
 */
export function outputOf(
  open: () => Screen,
  descriptor: number,
  isTerminal: (descriptor: number) => boolean,
  { drops_unwritable = false }: { readonly drops_unwritable?: boolean } = {},
): OutputStream {
  let isClosed = false
  let opened: Screen | undefined
  const stream = () => {
    opened ??= open().on('error', (error: NodeJS.ErrnoException) => {
      // The write that failed reports the error.
      isClosed = error.code === 'EPIPE'
    })
    return opened
  }
  let untouched = !isDevice(descriptor)
  return {
    get isTerminal() {
      return isTerminal(descriptor)
    },
    get columns() {
      return isTerminal(descriptor) ? stream().columns || 80 : 80
    },
    get lines() {
      return isTerminal(descriptor) ? stream().rows || undefined : undefined
    },
    get stream() {
      untouched = false
      return stream()
    },
    write: (text) => {
      const written = new Promise<void>((resolve, reject) => {
        if (isClosed) throw new OutputClosedError()
        const sent = escapeForTerminal(text, () => isTerminal(descriptor))
        const rest = untouched ? afterFirst(descriptor, sent) : sent
        untouched = false
        if (rest.length === 0) resolve()
        else
          stream().write(rest, (error) => {
            if (error) reject(failureOf(error))
            else resolve()
          })
      })
      return drops_unwritable ? written.catch(() => undefined) : written
    },
  }
}

/** The capacity of an empty pipe on Linux. */
const pipe_bytes = 65_536

/**
 * Writes the first text directly to the descriptor, and returns the bytes that were not written. Creating the stream of
 * a pipe loads 33 modules of Node, 5.4 of 46 ms of `cal --help`. Later texts go through the stream, so that a slow
 * reader doesn't block the process. Decision 36.
 */
function afterFirst(descriptor: number, text: string): Uint8Array {
  const bytes = Buffer.from(text)
  if (bytes.length > pipe_bytes) return bytes
  try {
    return bytes.subarray(writeSync(descriptor, bytes))
  } catch (error) {
    if (errorCode(error) === 'EAGAIN') return bytes
    throw error instanceof Error ? failureOf(error) : error
  }
}

function failureOf(error: Error): Error {
  if (errorCode(error) === 'EPIPE') return new OutputClosedError()
  // A full disk, or an I/O error: decision 27.
  const { reason = quoted(error.message), code = 'disk' } = reasonOf(error) ?? {}
  return new CalError(code, t('the output cannot be written: {reason}', { reason }), { cause: error })
}
