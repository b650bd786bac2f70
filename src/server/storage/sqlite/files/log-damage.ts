// Whether SQLite will pass over a part of the log that a killed process left: it stops at the first frame that is
// damaged, and says nothing.
import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import { descriptorStat } from '../../../../base/files/file-stat.ts'

const log_header_bytes = 32
const frame_header_bytes = 24
/** The two copies of the index's header, and how many frames are in the database already. */
const index_bytes = 100
const index_version = 3_007_000

interface Log {
  /** Frames up to the last commit that can be read; -1 where the log has no header that can be read. */
  readonly sound: number
  /** After the first frame that cannot be read, there is one that belongs to this log and ends a commit. */
  readonly goes_on: boolean
  readonly salts: Buffer
}

/** What the index beside the log says, as its writer left it. */
interface Index {
  readonly frames: number
  readonly in_database: number
  readonly salts: Buffer
}

/**
 * Looks at what was left beside a file that nobody in this process has open: closing a file gives up the locks on it.
 * Source: https://sqlite.org/walformat.html
 */
export function isLogDamaged(file: string): boolean {
  const log = reading(`${file}-wal`, readLog)
  const index = reading(`${file}-shm`, readIndex)
  const isMissing = index !== undefined && index.frames > index.in_database
  if (!log) return isMissing
  if (log.sound < 0 || log.goes_on) return true
  return isMissing && index.salts.equals(log.salts) && index.frames > log.sound
}

function reading<T>(path: string, work: (handle: number, bytes: number) => T | undefined): T | undefined {
  if (!existsSync(path)) return undefined
  const handle = openSync(path, 'r')
  try {
    return work(handle, Number(descriptorStat(handle).size))
  } finally {
    closeSync(handle)
  }
}

function readIndex(handle: number, bytes: number): Index | undefined {
  if (bytes < index_bytes) return undefined
  const index = Buffer.alloc(index_bytes)
  readSync(handle, index, 0, index_bytes, 0)
  if (index.readUInt32LE(0) !== index_version || !index.subarray(0, 48).equals(index.subarray(48, 96))) return undefined
  return { frames: index.readUInt32LE(16), in_database: index.readUInt32LE(96), salts: index.subarray(32, 40) }
}

/** Undefined where there is no frame. */
function readLog(handle: number, bytes: number): Log | undefined {
  const header = Buffer.alloc(log_header_bytes)
  readSync(handle, header, 0, log_header_bytes, 0)
  const salts = header.subarray(16, 24)
  const page_bytes = header.readUInt32BE(8)
  if (bytes < log_header_bytes + frame_header_bytes + 512) return undefined
  const sums = sumsOf(header.readUInt32BE(0))
  const begun = sums?.([0, 0], header.subarray(0, 24))
  if (!sums || !begun || page_bytes < 512 || !isSum(header, begun)) return { sound: -1, goes_on: true, salts }
  const frame = Buffer.alloc(frame_header_bytes + page_bytes)
  let [sound, isWhole, goes_on, sum] = [0, true, false, begun]
  for (let n = 1; log_header_bytes + n * frame.length <= bytes; n += 1) {
    readSync(handle, frame, 0, frame.length, log_header_bytes + (n - 1) * frame.length)
    const endsCommit = frame.readUInt32BE(4) > 0
    const isOurs = frame.subarray(8, 16).equals(salts)
    sum = isWhole ? sums(sums(sum, frame.subarray(0, 8)), frame.subarray(frame_header_bytes)) : sum
    isWhole &&= isOurs && isSum(frame, sum)
    if (isWhole && endsCommit) sound = n
    if (!isWhole && isOurs && endsCommit) goes_on = true
  }
  return { sound, goes_on, salts }
}

type Sum = readonly [number, number]

/** Where a header holds its checksum: in its last eight bytes. */
function isSum(bytes: Buffer, [first, second]: Sum): boolean {
  const end = bytes.length === log_header_bytes ? log_header_bytes : frame_header_bytes
  return bytes.readUInt32BE(end - 8) === first && bytes.readUInt32BE(end - 4) === second
}

/**
 * The log's first number says in which order the bytes of the words that are summed stand; undefined for what is no
 * log.
 */
function sumsOf(magic: number): ((sum: Sum, bytes: Buffer) => Sum) | undefined {
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
