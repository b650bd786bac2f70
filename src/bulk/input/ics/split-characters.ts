// Lines of iCalendar files are folded by bytes: some programs fold in the middle of a character.
import type { InputSource } from '../source.ts'

/** The source with such folds moved behind the character, so that its text can be decoded. Lines keep their numbers. */
export function withWholeCharacters(source: InputSource): InputSource {
  return { ...source, bytes: () => repaired(source.bytes()) }
}

/** In UTF-8 a continuation byte never follows a space. In Windows-1252 the fold is removed with all others. */
const split_character = /([\x80-\xff])(\r?\n[ \t])([\x80-\xbf]{1,3})/g

async function* repaired(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let rest: Uint8Array = new Uint8Array()
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    // No split character contains a visible ASCII character.
    const end = bytes.findLastIndex((byte) => byte > 0x20 && byte < 0x80) + 1
    yield withMovedFolds(bytes.subarray(0, end))
    rest = bytes.subarray(end)
  }
  yield withMovedFolds(rest)
}

function withMovedFolds(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const moved = text.replace(split_character, '$1$3$2')
  return moved === text ? bytes : Buffer.from(moved, 'latin1')
}
