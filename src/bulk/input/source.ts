// Sources of input: bytes that can be read repeatedly, and decoded as text.
import { createReadStream } from 'node:fs'
import { TextDecoder } from 'node:util'
import { database_mark } from '../../base/database-url.ts'
import { CalError } from '../../base/errors.ts'
import { t, type Text, warningText } from '../../base/text/language.ts'
import { readError } from '../../base/files/file-errors.ts'
import type { ParsedDocument } from '../../base/files/yaml.ts'

/** A source of input. Its records are read in one pass; its beginning and its digest are read separately. */
export interface InputSource {
  /** The name as typed by the user. */
  readonly name: string
  /** The folder of the file, for relative paths in it. */
  readonly folder?: string
  /** Called with what is assumed about its encoding. */
  readonly note?: (text: Text) => void
  /** The only document of a YAML or JSON file that was parsed to see whether it is a calendar file. */
  readonly document?: ParsedDocument
  bytes(): AsyncIterable<Uint8Array>
}

const sample_bytes = 64 * 1024

export function fileSource(path: string, name: string = path, folder?: string): InputSource {
  return { name, ...(folder === undefined ? {} : { folder }), bytes: () => readable(path, name) }
}

/** A source for a text in memory. */
export function textSource(name: string, text: string): InputSource {
  return {
    name,
    async *bytes() {
      yield Buffer.from(text)
    },
  }
}

async function* readable(path: string, name: string): AsyncIterable<Uint8Array> {
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) yield chunk
  } catch (cause) {
    throw readError(name, cause)
  }
}

/**
 * The text of a source in chunks, without a byte order mark.
 * Files of spreadsheets are in UTF-8, UTF-16 or Windows-1252: the mark, or else the first characters that are not
 * ASCII, decide.
 * Errors: `usage` for text in UTF-8 followed by other bytes, and for bytes that Windows-1252 does not have.
 */
export async function* decodeSource(source: InputSource): AsyncIterable<string> {
  let pieces: TextPieces | undefined
  for await (const chunk of source.bytes()) {
    if (!pieces) rejectBinary(chunk, source.name)
    pieces ??= new TextPieces(encodingOf(chunk.subarray(0, sample_bytes)), source.name, source.note)
    const text = pieces.decoded(chunk)
    if (text) yield text
  }
  const rest = pieces?.decoded()
  if (rest) yield rest
}

/** A decoder. Text may change from UTF-8 to Windows-1252 as long as it was ASCII before. */
class TextPieces {
  readonly #name: string
  #decoder: TextDecoder
  #isAscii = true
  /** Bytes of an incomplete character. */
  #pending = new Uint8Array()
  #note: ((text: Text) => void) | undefined

  constructor(encoding: string, name: string, note: ((text: Text) => void) | undefined) {
    this.#decoder = new TextDecoder(encoding, { fatal: true })
    this.#name = name
    this.#note = note
  }

  /**
   * The text of a chunk; without a chunk, the end of the text. Errors: `usage` for invalid bytes: replacement
   * characters would be imported as content.
   */
  decoded(chunk: Uint8Array = new Uint8Array()): string {
    const stream = chunk.length > 0
    const bytes = this.#isAscii && this.#pending.length > 0 ? Buffer.concat([this.#pending, chunk]) : chunk
    try {
      return this.#seen(this.#decoder.decode(chunk, { stream }), bytes)
    } catch (cause) {
      if (!(cause instanceof TypeError)) throw cause
      if (!this.#isAscii || this.#decoder.encoding !== 'utf-8')
        throw mixedEncodings(this.#name, this.#decoder.encoding, cause)
      this.#decoder = new TextDecoder('windows-1252', { fatal: true })
      return this.#seen(this.#decoder.decode(bytes, { stream }), new Uint8Array())
    }
  }

  /** Other encodings of eight bits look the same to a program, but not to a person. */
  #guessed(text: string): void {
    if (/[\u0080-\u009f]/.test(text)) throw undefinedByte(this.#name)
    const [word] = telling_word.exec(text) ?? []
    if (word === undefined) return
    this.#note?.(
      warningText('{name} is not in UTF-8 and is read as Windows-1252: check a word such as "{word}"', {
        name: this.#name,
        word,
      }),
    )
    this.#note = undefined
  }

  #seen(text: string, bytes: Uint8Array): string {
    this.#isAscii = this.#isAscii && Buffer.byteLength(text) === text.length
    if (!this.#isAscii && this.#decoder.encoding === 'windows-1252') this.#guessed(text)
    const last = bytes.findLastIndex((byte) => byte < 0x80)
    this.#pending = this.#isAscii ? Uint8Array.from(bytes.subarray(last + 1)) : new Uint8Array()
    return text
  }
}

/** A word with a letter that is not ASCII. */
const telling_word = /(?<![\p{L}\p{N}])[\p{L}\p{N}]*[^\p{ASCII}][\p{L}\p{N}]*/u

/** Bytes that the standard of Windows-1252 leaves undefined are decoded as control characters. */
function undefinedByte(name: string): CalError {
  return new CalError('usage', t('{name} is neither in UTF-8 nor in Windows-1252', { name }), {
    hint: t('save it as UTF-8, or convert it: iconv -f MACINTOSH -t UTF-8 FILE (or another encoding)'),
  })
}

function mixedEncodings(name: string, encoding: string, cause: TypeError): CalError {
  const shown = encoding.toUpperCase()
  return new CalError('usage', t('{name} mixes {shown} with another encoding', { name, shown }), {
    cause,
    hint: t('save it as UTF-8'),
  })
}

/** True also if the last character is incomplete. */
function isUtf8(chunk: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(chunk, { stream: true })
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

function encodingOf(sample: Uint8Array): string {
  if (sample[0] === 0xff && sample[1] === 0xfe) return 'utf-16le'
  if (sample[0] === 0xfe && sample[1] === 0xff) return 'utf-16be'
  // Every text read here begins with ASCII, of which every second byte is zero in UTF-16.
  if (sample[1] === 0 && sample[3] === 0) return 'utf-16le'
  if (sample[0] === 0 && sample[2] === 0) return 'utf-16be'
  return isUtf8(sample) ? 'utf-8' : 'windows-1252'
}

/** A compressed file or a database is not text. */
function rejectBinary(chunk: Uint8Array, name: string): void {
  const [first, second] = chunk
  if (Buffer.from(chunk.subarray(0, database_mark.length)).toString('latin1') === database_mark)
    throw new CalError('usage', t('{name} is a database, not a text file', { name }), {
      hint: t('to read the calendar in it: --api-root file:{name}', { name }),
    })
  if (first === 0x1f && second === 0x8b) {
    throw new CalError('usage', t('{name} is compressed (gzip)', { name }), {
      hint: /\.(tgz|tar\.gz)$/i.test(name)
        ? t('unpack the file first')
        : t('decompress it: gunzip -c FILE | cal import -'),
    })
  }
}

export interface SourceLine {
  readonly number: number
  readonly text: string
}

/**
 * The most characters of one record of a file. While a record is parsed, sent, stored and compared, it is in memory
 * fourteen times.
 */
export const record_characters_max = 8_000_000

/** The error for a longer record, of which the end may not have been found because of a quote. */
export function recordTooLong(name: string, line: number, isQuoted = false): CalError {
  return new CalError('usage', t('{name}:{line}: a record has more than 8,000,000 characters', { name, line }), {
    hint: isQuoted ? t('look for a quote that is never closed, or shorten the text') : t('shorten the text'),
  })
}

/** `\r` alone ended lines on old Macs; programs that translate `\r\n` once more write `\r\r\n`. */
const line_end = /\r{0,2}\n|\r/

/** The lines of a source, without their ends. Errors: `usage` if one is longer than `characters_max`. */
export function linesOf(source: InputSource, characters_max?: number): AsyncIterable<readonly SourceLine[]> {
  return linesIn(source.name, decodeSource(source), characters_max)
}

/** The lines of a text in pieces, those of a piece together. */
export async function* linesIn(
  name: string,
  pieces: AsyncIterable<string>,
  characters_max: number = Number.POSITIVE_INFINITY,
): AsyncIterable<readonly SourceLine[]> {
  let number = 0
  /** The pieces of the last line: joined once, however many there are. */
  let rest: string[] = []
  let length = 0
  /** Carriage returns at the end of a piece, which may be a part of a line end. */
  let half = ''
  const lineOf = (text: string): SourceLine => ({ number: ++number, text })
  for await (const piece of pieces) {
    const text = `${half}${piece}`
    half = text.endsWith('\r\r') ? '\r\r' : text.endsWith('\r') ? '\r' : ''
    const lines = text.includes('\r') ? text.slice(0, text.length - half.length).split(line_end) : text.split('\n')
    const last = lines.pop() ?? ''
    if (lines.length > 0) {
      lines[0] = [...rest, lines[0]].join('')
      yield lines.map(lineOf)
      rest = []
      length = 0
    }
    if (last) rest.push(last)
    length += last.length
    if (length > characters_max) throw recordTooLong(name, number + 1)
  }
  if (rest.length > 0) yield [lineOf(rest.join(''))]
}

/**
 * Errors: `usage` for a file without a character, which is rather a failed download than a calendar without records. A
 * pipe may have nothing to say, and so may NDJSON, in which no records are no bytes.
 */
export function requireContent({ name }: InputSource, text: string): void {
  if (text !== '' || name === '-' || /\.(ndjson|jsonl)$/i.test(name)) return
  throw new CalError('usage', t('{name} is empty', { name }), { hint: t('check where the file comes from') })
}

/** The whole text of a source; undefined if it is longer than `chars_max`. */
export async function wholeTextOf(source: InputSource, chars_max: number): Promise<string | undefined> {
  let text = ''
  for await (const piece of decodeSource(source)) {
    text += piece
    if (text.length > chars_max) return undefined
  }
  return text
}

/**
 * A text that is decoded once: its beginning, of at least `chars_max` characters, all of it as `whole` if it is not
 * longer, and as pieces, to be read once.
 */
export async function openText(source: InputSource, chars_max: number) {
  const decoded = decodeSource(source)[Symbol.asyncIterator]()
  let beginning = ''
  let isWhole = false
  while (!isWhole && beginning.length <= chars_max) {
    const { value, done } = await decoded.next()
    isWhole = done === true
    if (!isWhole) beginning += value
  }
  async function* pieces(): AsyncIterable<string> {
    yield beginning
    if (!isWhole) yield* { [Symbol.asyncIterator]: () => decoded }
  }
  return { beginning, whole: isWhole ? beginning : undefined, pieces: pieces() }
}

/** jCal, or events of the Google Calendar API. */
export function isCalendarJson(sample: string): boolean {
  return (
    /^\s*\[\s*(?:\[\s*)?"vcalendar"/i.test(sample) ||
    /^\s*\{(?=[\s\S]*"kind"\s*:\s*"calendar#events")/i.test(sample) ||
    (/^\s*(?:\[\s*)?\{\s*"kind"\s*:\s*"calendar#event"/.test(sample) && !isNdjson(sample.trimStart()))
  )
}

/** Whether an object ends with its line, and another one follows. */
export function isNdjson(text: string): boolean {
  return /^\{[^\n]*\}[^\S\n]*\n\s*\{/.test(text)
}

/** The beginning of a source as text, enough to recognize its format. */
export async function sampleOf(source: InputSource): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of source.bytes()) {
    if (length === 0) rejectBinary(chunk, source.name)
    chunks.push(chunk)
    length += chunk.length
    if (length >= sample_bytes) break
  }
  const sample = Buffer.concat(chunks).subarray(0, sample_bytes)
  // What cannot be decoded is an error when the whole text is read.
  return new TextDecoder(encodingOf(sample)).decode(sample)
}
