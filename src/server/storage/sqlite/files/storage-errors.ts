// Translates errors of SQLite into messages with a remedy.
import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { keysOf } from '../../../../base/collections.ts'
import { CalError, UnusableDatabaseError } from '../../../../base/errors.ts'
import { t, type Text } from '../../../../base/text/language.ts'

interface StorageProblem {
  /** SQLite's primary result code, and its message for it. */
  readonly number: number
  readonly message: string
  readonly text: (file: string) => Text
  readonly hint: Text
}

const problems = {
  SQLITE_NOTADB: {
    number: 26,
    message: 'file is not a database',
    text: (file) => t('{file} is not a database file', { file }),
    hint: t('use another file; this one is left unchanged'),
  },
  SQLITE_CORRUPT: {
    number: 11,
    message: 'database disk image is malformed',
    text: (file) => t('{file} is damaged', { file }),
    hint: t('restore a copy: cal restore COPY --data FILE'),
  },
  SQLITE_FULL: {
    number: 13,
    message: 'database or disk is full',
    text: (file) => t('no space left on the disk of {file}; nothing was written', { file }),
    hint: t('free some space, then retry the request'),
  },
  SQLITE_IOERR: {
    number: 10,
    message: 'disk I/O error',
    text: (file) => t('I/O error on the disk of {file}; nothing was written', { file }),
    hint: t('check the disk, then retry the request'),
  },
  SQLITE_READONLY: {
    number: 8,
    message: 'attempt to write a readonly database',
    text: (file) => t('{file} cannot be written', { file }),
    hint: t('make the file and its folder writable, or use --read-only'),
  },
  SQLITE_CANTOPEN: {
    number: 14,
    message: 'unable to open database file',
    text: (file) => t('{file} cannot be opened', { file }),
    hint: t('check that the folder exists and that you have access to it'),
  },
  SQLITE_BUSY: {
    number: 5,
    message: 'database is locked',
    text: (file) => t('{file} is in use by another process', { file }),
    hint: t('use the address of the server that has it open, or stop that server'),
  },
} as const satisfies Readonly<Record<string, StorageProblem>>

export type ResultCode = keyof typeof problems

/**
 * The result code of an SQLite error; undefined for other errors and for those not about the disk or the file.
 * The binding reports an extended code, such as SQLITE_IOERR_FSYNC; `all` reports none, so the message decides.
 */
export function resultCodeOf(error: unknown): ResultCode | undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR')) return undefined
  const extended = 'errcode' in error ? Number(error.errcode) : undefined
  return keysOf(problems).find((code) =>
    extended === undefined ? problems[code].message === error.message : problems[code].number === (extended & 0xff),
  )
}

/** Whether the disk or the file caused the error, and not the statement. */
export function isDiskError(error: unknown): boolean {
  return resultCodeOf(error) !== undefined
}

/** Converts errors of SQLite, and of loading it, to `CalError`; returns others unchanged. */
export function storageError(error: unknown, file: string, disk: Disk = diskOf(file)): unknown {
  if (isNotLoaded(error)) return notLoadedError(error)
  const code = resultCodeOf(error)
  if (code === undefined) return error
  const { text, hint } =
    code === 'SQLITE_IOERR' && disk.isFull()
      ? problems.SQLITE_FULL
      : code === 'SQLITE_CANTOPEN' && disk.isReadonly()
        ? readonly_folder
        : problems[code]
  if (code === 'SQLITE_CORRUPT' || code === 'SQLITE_NOTADB')
    return new UnusableDatabaseError('configuration', text(file), { hint, cause: error })
  const isDisk = code === 'SQLITE_FULL' || code === 'SQLITE_IOERR'
  return new CalError(isDisk ? 'disk' : 'configuration', text(file), { hint, cause: error })
}

/** SQLite keeps two more files next to a database that is in use. */
const readonly_folder: Pick<StorageProblem, 'text' | 'hint'> = {
  text: (file) => t('{file} cannot be opened: its folder is read-only', { file }),
  hint: t('copy the file to a folder that you can write to; copies made by cal backup can also be read here'),
}

/** The state of the disk of a file, which SQLite's codes do not contain. */
interface Disk {
  isFull(): boolean
  /** Whether the folder exists and cannot be written. */
  isReadonly(): boolean
}

/** SQLite reports an I/O error if it cannot extend its shared memory by this much. */
const shared_memory_bytes = 32 * 1024

function diskOf(file: string): Disk {
  return {
    isFull: () => {
      try {
        const { bavail, bsize } = statfsSync(dirname(file))
        return bavail * bsize < shared_memory_bytes
      } catch {
        return false
      }
    },
    isReadonly: () => isReadOnly(dirname(file)),
  }
}

/** Whether a file or folder exists and cannot be written. */
export function isReadOnly(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return false
  } catch {
    return existsSync(path)
  }
}

/** Whether the native library of the binding could not be loaded, or is missing for this platform. */
function isNotLoaded(error: unknown): error is Error {
  return (
    error instanceof Error &&
    (('code' in error && error.code === 'ERR_DLOPEN_FAILED') ||
      /^(No native build was found|Cannot find module '@photostructure\/sqlite')/.test(error.message))
  )
}

function notLoadedError(cause: Error): CalError {
  return new CalError('configuration', t('the native SQLite library cannot be loaded'), {
    cause,
    hint: t(
      'reinstall cal; on platforms other than Linux, macOS and Windows (x64, arm64) compile it: npm rebuild @photostructure/sqlite',
    ),
  })
}
