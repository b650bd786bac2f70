// The directory and the parts of a ZIP file in memory.
import { inflateRawSync } from 'node:zlib'

const end_mark = 0x06054b50
const entry_mark = 0x02014b50
const part_mark = 0x04034b50
const end_length = 22
const comment_length_max = 65_535

interface ZipEntry {
  readonly name: string
  readonly method: number
  readonly packed_bytes: number
  readonly unpacked_bytes: number
  /** The position of the part in the file. */
  readonly at: number
}

/** The size of a ZIP file in bytes once it is unzipped; undefined without a directory of its parts. */
export function unzippedSizeOf(file: Buffer): number | undefined {
  return entriesOf(file)?.reduce((sum, { unpacked_bytes }) => sum + unpacked_bytes, 0)
}

/**
 * A part of a ZIP file; undefined if the file has none of that name. Errors: those of `node:zlib`, and `RangeError` for
 * a broken file or a part of more than `bytes_max` bytes.
 */
export function zipPart(file: Buffer, name: string, bytes_max: number): Buffer | undefined {
  const entry = entriesOf(file)?.find((one) => one.name === name)
  if (entry === undefined) return undefined
  const { at, method, packed_bytes } = entry
  if (file.readUInt32LE(at) !== part_mark) throw new RangeError(`${name} is not where the directory says`)
  const start = at + 30 + file.readUInt16LE(at + 26) + file.readUInt16LE(at + 28)
  const packed = file.subarray(start, start + packed_bytes)
  return method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: bytes_max })
}

function entriesOf(file: Buffer): readonly ZipEntry[] | undefined {
  const end = endOf(file)
  if (end === undefined) return undefined
  const entries: ZipEntry[] = []
  let at = file.readUInt32LE(end + 16)
  for (let left = file.readUInt16LE(end + 10); left > 0; left--) {
    if (at + 46 > file.length || file.readUInt32LE(at) !== entry_mark) return undefined
    const name_length = file.readUInt16LE(at + 28)
    entries.push({
      name: file.toString('utf8', at + 46, at + 46 + name_length),
      method: file.readUInt16LE(at + 10),
      packed_bytes: file.readUInt32LE(at + 20),
      unpacked_bytes: file.readUInt32LE(at + 24),
      at: file.readUInt32LE(at + 42),
    })
    at += 46 + name_length + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  return entries
}

/** The end of the directory is at the end of the file, followed by a comment at most. */
function endOf(file: Buffer): number | undefined {
  const first = Math.max(0, file.length - end_length - comment_length_max)
  for (let at = file.length - end_length; at >= first; at--) if (file.readUInt32LE(at) === end_mark) return at
  return undefined
}
