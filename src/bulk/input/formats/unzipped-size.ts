// How large the parts of a ZIP file say they become: asked before any of them is unpacked.

const end_mark = 0x06054b50
const entry_mark = 0x02014b50
const end_length = 22
const comment_length_max = 65_535

/** The sum over all parts in bytes; undefined where the file has no directory of its parts. */
export function unzippedSizeOf(file: Buffer): number | undefined {
  const end = endOf(file)
  if (end === undefined) return undefined
  let at = file.readUInt32LE(end + 16)
  let size = 0
  for (let left = file.readUInt16LE(end + 10); left > 0; left--) {
    if (at + 46 > file.length || file.readUInt32LE(at) !== entry_mark) return undefined
    size += file.readUInt32LE(at + 24)
    at += 46 + file.readUInt16LE(at + 28) + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  return size
}

/** The directory's end stands last, behind it a comment at most. */
function endOf(file: Buffer): number | undefined {
  const first = Math.max(0, file.length - end_length - comment_length_max)
  for (let at = file.length - end_length; at >= first; at--) if (file.readUInt32LE(at) === end_mark) return at
  return undefined
}
