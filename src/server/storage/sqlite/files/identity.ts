// Whether a file is ours to open, decided without writing a byte.
import { closeSync, existsSync, openSync, readlinkSync, readSync, realpathSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { CalError } from '../../../../base/errors.ts'
import { statOf } from '../../../../base/files/file-stat.ts'
import type { Text } from '../../../../base/text/language.ts'
import { application_id, schema_version } from '../schema/schema.ts'
import { Connection } from '../sqlite.ts'
import { storageError } from './storage-errors.ts'

export type Identity = 'absent' | 'ours' | 'older'

/** What SQLite writes in front of every database, and where it keeps the two numbers that say whose it is. */
const magic = 'SQLite format 3\0'
const header_bytes = 100
const version_at = 60
const application_at = 68

interface Header {
  readonly application: number
  readonly version: number
}

/**
 * The file that symbolic links lead to: what SQLite keeps beside a file and the lock are beside this one. It need not
 * be there yet.
 */
export function realFileOf(file: string, links_max = 40): string {
  const next = linkOf(file)
  // Links that lead in a circle lead nowhere: the system says so when the file is opened.
  if (next === undefined || links_max === 0) return file
  return existsSync(file) ? realpathSync(file) : realFileOf(resolve(dirname(file), next), links_max - 1)
}

/** Where a symbolic link leads; undefined for what is none. */
function linkOf(file: string): string | undefined {
  try {
    return readlinkSync(file)
  } catch {
    return undefined
  }
}

/**
 * Says whose a file is. An empty file counts as absent.
 * Fails: the file belongs to another program, or to a newer version of this one, or has several names where it must
 *        have one.
 */
export function identityOf(file: string, { names }: { readonly names: 'one' | 'any' } = { names: 'one' }): Identity {
  const found = statOf(file)
  if (found === undefined || found.size === 0n) return 'absent'
  if (names === 'one' && found.isFile() && found.nlink > 1n) throw severalNames(file, found.nlink)
  const { application, version } = isOpen(file) ? askedHeader(file) : readHeader(file)
  if (application !== application_id) throw foreignFile(file)
  if (version > schema_version) throw newerFile(file, version)
  return version < schema_version ? 'older' : 'ours'
}

/** SQLite keeps this file beside a database while somebody has it open. */
function isOpen(file: string): boolean {
  return existsSync(`${file}-shm`)
}

/** Opening a foreign database would leave files beside it, so its first bytes are read instead. */
function readHeader(file: string): Header {
  const bytes = Buffer.alloc(header_bytes)
  const handle = openSync(file, 'r')
  try {
    if (readSync(handle, bytes) < header_bytes) throw notCalendar(file)
  } catch (error) {
    throw error instanceof CalError ? error : notCalendar(file, error)
  } finally {
    closeSync(handle)
  }
  if (bytes.toString('latin1', 0, magic.length) !== magic) throw notCalendar(file)
  return { application: bytes.readUInt32BE(application_at), version: bytes.readUInt32BE(version_at) }
}

/**
 * A process that closes a file it has open elsewhere loses its locks on it: so a file in use is asked through SQLite.
 */
function askedHeader(file: string): Header {
  const connection = new Connection(file, { readonly: true })
  try {
    return {
      application: Number(connection.pragma('application_id')),
      version: Number(connection.pragma('user_version')),
    }
  } catch (error) {
    throw storageError(error, file)
  } finally {
    connection.close()
  }
}

export function notCalendar(file: string, cause?: unknown): CalError {
  return new CalError(
    'configuration',
    { en: `${file} is not a calendar file`, de: `${file} ist keine Kalenderdatei` },
    { hint: another, cause },
  )
}

const another: Text = {
  en: 'name another file; this one is left as it is',
  de: 'eine andere Datei nennen; diese bleibt, wie sie ist',
}

/**
 * Each name has a write-ahead log of its own: who opens the file by one does not see what was written by another, and
 * overwrites it.
 */
function severalNames(file: string, count: bigint): CalError {
  return new CalError(
    'configuration',
    {
      en: `${file} has ${count} names (hard links), and a calendar file must have one`,
      de: `${file} hat ${count} Namen (harte Links), und eine Kalenderdatei darf nur einen haben`,
    },
    {
      hint: {
        en: 'remove the others, or use a symbolic link: ln -s',
        de: 'die anderen entfernen oder einen symbolischen Link verwenden: ln -s',
      },
    },
  )
}

function foreignFile(file: string): CalError {
  return new CalError(
    'configuration',
    {
      en: `${file} is a database of another program, not a calendar file`,
      de: `${file} ist eine Datenbank eines anderen Programms, keine Kalenderdatei`,
    },
    { hint: another },
  )
}

function newerFile(file: string, version: number): CalError {
  return new CalError(
    'configuration',
    {
      en: `${file} was written by a newer cal (tables ${version}, this one knows ${schema_version})`,
      de: `${file} stammt von einem neueren cal (Tabellen ${version}, dieses kennt ${schema_version})`,
    },
    { hint: { en: 'update cal; the file is left unchanged', de: 'cal aktualisieren; die Datei bleibt unverändert' } },
  )
}
