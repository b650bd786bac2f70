// Prepares a database file for writing: lock, damaged log, creation, time zone, record of the server.
import { closeSync, copyFileSync, existsSync, openSync, readSync } from 'node:fs'
import { CalError } from '../../../../base/errors.ts'
import { descriptorStat } from '../../../../base/files/file-system.ts'
import { t } from '../../../../base/text/language.ts'
import { type EngineOptions, newCalendarOf } from '../../engine.ts'
import { selectionClockOf } from '../../../domain/lists/selection.ts'
import { timeKeyOf } from '../../columns.ts'
import { sql } from '../../sql.ts'
import { Connection } from '../sqlite.ts'
import { createFile, freeDatabaseName, fileIdentity, makeDurable } from './identity.ts'
import { requireIntegrity } from './examine.ts'
import { acquireLock, type Lock, type ServerInfo } from './lock.ts'

/** The file is moved to `timezone` if it has another. */
interface Preparation extends Pick<EngineOptions, 'timezone' | 'newTimezone' | 'first_id'> {
  readonly server?: ServerInfo | undefined
}

/** Whether a file can be read without preparing it. */
export function isReady(file: string, { timezone }: Pick<Preparation, 'timezone'>): boolean {
  if (fileIdentity(file) !== 'ours') return false
  using connection = new Connection(file, { readonly: true })
  return timezone === undefined || connection.setting('timezone') === timezone
}

/** The write-ahead log of a killed process was damaged. */
export interface LogDamage {
  /** The path of the copy of the log; absent if there was no log. */
  readonly copy?: string
}

export interface Prepared {
  readonly lock: Lock
  /** Whether this created the file. */
  readonly isNew: boolean
  /** Present if the newest writes of a killed process may be missing. */
  readonly log_damage?: LogDamage | undefined
}

/** Acquires the write lock, which the caller must release. Errors: those of `fileIdentity` and `acquireLock`. */
export function prepareFile(file: string, preparation: Preparation): Prepared {
  // Before SQLite opens the file and discards what it cannot read. Only a server checks: other processes may already
  // have the file open.
  const isDamaged = preparation.server !== undefined && existsSync(file) && isLogDamaged(file)
  const found = fileIdentity(file)
  const lock = acquireLock(file)
  try {
    const log_damage = isDamaged ? saveLog(file) : undefined
    // Another process may have created it while this one waited for the lock.
    const isNew = found === 'absent' && fileIdentity(file) === 'absent'
    if (isNew) {
      requireNoLog(file)
      createFile(file, newCalendarOf(preparation))
    }
    recordServer(file, preparation)
    lock.renew()
    return { lock, isNew, log_damage }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Copies a damaged log, which SQLite would delete. */
function saveLog(file: string): LogDamage {
  if (!existsSync(`${file}-wal`)) return {}
  const copy = freeDatabaseName(`${file}-wal.damaged`)
  copyFileSync(`${file}-wal`, copy)
  return { copy }
}

/** Errors: `configuration` if there is a log without a file, which SQLite would apply to a new one. */
function requireNoLog(file: string): void {
  if (!existsSync(`${file}-wal`)) return
  throw new CalError(
    'configuration',
    t('{file}-wal exists without {file}: it contains the newest writes of a database file that was moved or deleted', {
      file,
    }),
    {
      hint: t('put the database file back in that folder, or move this file away too'),
    },
  )
}

/** Stores the time zone and the record of the server. A stored record means that its server was killed. */
function recordServer(file: string, { timezone, server }: Preparation): void {
  using connection = new Connection(file, { readonly: false })
  makeDurable(connection)
  if (timezone !== undefined && timezone !== connection.setting('timezone')) changeTimezone(connection, timezone)
  const recorded = connection.setting('server')
  if (server) requireIntegrity(connection, { was_killed: recorded !== undefined })
  if (server)
    connection.run(sql("INSERT OR REPLACE INTO meta (name, value) VALUES ('server', ?)", JSON.stringify(server)))
  else if (recorded !== undefined) removeServerInfo(connection)
}

/** Moves the site to another zone. From or to UTC the clock of windows changes, and with it the keys of every event. */
function changeTimezone(connection: Connection, timezone: string): void {
  const [former, clock] = [String(connection.setting('timezone')), timezone].map(selectionClockOf)
  connection.define('key_of', timeKeyOf)
  // After an error, closing the connection rolls back.
  connection.run(sql('BEGIN IMMEDIATE'))
  connection.run(sql("UPDATE meta SET value = ? WHERE name = 'timezone'", timezone))
  const prefix = clock === 'utc' ? 'utc_' : ''
  const keys = `list_from = key_of(${prefix}start_date), list_end = key_of(${prefix}end_date)`
  if (clock !== former) connection.run(sql(`UPDATE event SET ${keys}`))
  connection.run(sql('COMMIT'))
}

export function removeServerInfo(connection: Connection): void {
  connection.run(sql("DELETE FROM meta WHERE name = 'server'"))
}

const log_header_bytes = 32
const frame_header_bytes = 24
/** Both copies of the index header, and the number of frames already checkpointed. */
const index_bytes = 100
const index_version = 3_007_000

/**
 * Whether the log left next to a file is damaged. This process must not have the file open: closing it here would
 * release its locks.
 * Source: https://sqlite.org/walformat.html
 */
function isLogDamaged(file: string): boolean {
  const log = withFile(`${file}-wal`, readLog)
  const index = withFile(`${file}-shm`, readIndex)
  const isMissing = index !== undefined && index.frames > index.in_database
  if (!log) return isMissing
  if (log.valid < 0 || log.hasMore) return true
  return isMissing && index.salts.equals(log.salts) && index.frames > log.valid
}

function withFile<T>(path: string, work: (handle: number, bytes: number) => T | undefined): T | undefined {
  if (!existsSync(path)) return undefined
  const handle = openSync(path, 'r')
  try {
    return work(handle, Number(descriptorStat(handle).size))
  } finally {
    closeSync(handle)
  }
}

/** The index of the log, as its writer left it. */
function readIndex(handle: number, bytes: number) {
  if (bytes < index_bytes) return undefined
  const index = Buffer.alloc(index_bytes)
  readSync(handle, index, 0, index_bytes, 0)
  if (index.readUInt32LE(0) !== index_version || !index.subarray(0, 48).equals(index.subarray(48, 96))) return undefined
  return { frames: index.readUInt32LE(16), in_database: index.readUInt32LE(96), salts: index.subarray(32, 40) }
}

/**
 * The frames up to the last readable commit, and whether a later frame ends another commit after the first unreadable
 * one.
 *
 * Shape:  undefined if there is no frame; `valid` is -1 if the header is not readable.
 */
function readLog(handle: number, bytes: number) {
  const header = Buffer.alloc(log_header_bytes)
  readSync(handle, header, 0, log_header_bytes, 0)
  const salts = header.subarray(16, 24)
  const page_bytes = header.readUInt32BE(8)
  if (bytes < log_header_bytes + frame_header_bytes + 512) return undefined
  const sums = checksumFunction(header.readUInt32BE(0))
  const initial = sums?.([0, 0], header.subarray(0, 24))
  if (!sums || !initial || page_bytes < 512 || !hasChecksum(header, initial)) return { valid: -1, hasMore: true, salts }
  const frame = Buffer.alloc(frame_header_bytes + page_bytes)
  let [valid, isIntact, hasMore, sum] = [0, true, false, initial]
  for (let n = 1; log_header_bytes + n * frame.length <= bytes; n += 1) {
    readSync(handle, frame, 0, frame.length, log_header_bytes + (n - 1) * frame.length)
    const endsCommit = frame.readUInt32BE(4) > 0
    const isSameLog = frame.subarray(8, 16).equals(salts)
    sum = isIntact ? sums(sums(sum, frame.subarray(0, 8)), frame.subarray(frame_header_bytes)) : sum
    isIntact &&= isSameLog && hasChecksum(frame, sum)
    if (isIntact && endsCommit) valid = n
    if (!isIntact && isSameLog && endsCommit) hasMore = true
  }
  return { valid, hasMore, salts }
}

type Checksum = readonly [number, number]

/** Whether the last eight bytes of a header are this checksum. */
function hasChecksum(bytes: Buffer, [first, second]: Checksum): boolean {
  const end = bytes.length === log_header_bytes ? log_header_bytes : frame_header_bytes
  return bytes.readUInt32BE(end - 8) === first && bytes.readUInt32BE(end - 4) === second
}

/** The checksum function; the magic number says the byte order of its words. Undefined if this is not a log. */
function checksumFunction(magic: number): ((sum: Checksum, bytes: Buffer) => Checksum) | undefined {
  if ((magic & ~1) !== 0x377f0682) return undefined
  const little = magic === 0x377f0682
  return ([first, second], bytes) => {
    let [a, b] = [first, second]
    for (let at = 0; at < bytes.length; at += 8) {
      a = (a + (little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)) + b) >>> 0
      b = (b + (little ? bytes.readUInt32LE(at + 4) : bytes.readUInt32BE(at + 4)) + a) >>> 0
    }
    return [a, b]
  }
}
