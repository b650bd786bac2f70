// JSON and NDJSON: an array, a list response of the interface, a bundle of all kinds, one record, or one per line.
// A document is streamed item by item of its outermost lists: only one item is in memory at a time.
import { jsonErrorFrom } from '../../../base/files/file-errors.ts'
import { type ParsedDocument, yamlDocument } from '../../../base/files/yaml.ts'
import { getOrInsert } from '../../../base/collections.ts'
import { CalError } from '../../../base/errors.ts'
import { isObject, type Json, type JsonObject, parsedJson, repeatedName, shallowJson } from '../../../base/json.ts'
import { eachLanguage, pattern, sameText, t, type Text } from '../../../base/text/language.ts'
import { shellWord } from '../../../base/text/quoted.ts'
import { resourceNamed } from '../../../spec/resources.ts'
import { type InputBatches, type InputItem, type InputLocation, locationText } from '../entry.ts'
import {
  type InputSource,
  linesOf,
  openText,
  record_characters_max,
  recordTooLong,
  type SourceLine,
  wholeTextOf,
} from '../source.ts'
import {
  type DocumentPart,
  type ForeignList,
  isSingleRecord,
  itemOfObject,
  itemsOfDocument,
  type KindOptions,
  listIn,
  ListReader,
  withRepeatedName,
} from './record-kind.ts'

/**
 * A single record has lists (`categories`), like a bundle. Files up to this size are parsed as a whole to tell them
 * apart.
 */
const chars_max = 256 * 1024

export async function* readJson(source: InputSource, kinds: KindOptions, note: (text: Text) => void): InputBatches {
  const { beginning, whole, pieces } = await openText(source, kinds.only ? record_characters_max : chars_max)
  const file = source.name
  const reading = { file, kinds, note, foreign: (list: ForeignList) => foreignList(file, list) }
  refuseSchemaOrg(file, beginning)
  const document = source.document ?? (whole === undefined ? undefined : jsonDocument(whole))
  if (document) return yield itemsOfDocument(document, document.lineAt, reading)
  const value = whole === undefined ? undefined : parsedJson(whole)
  if (isObject(value) && isSingleRecord(value, kinds))
    return yield [itemOfText(beginning, value, { file, line: 1 }, kinds)]
  const lists = new ListReader(reading)
  const slicer = new Slicer(file)
  for await (const piece of pieces) yield lists.itemsOf(slicer.push(piece).map((slice) => partOf(slice, file)))
  slicer.end()
  if (whole !== undefined && value === undefined) throw notJson({ file, line: 1 }, whole)
  // Objects under keys that are no kinds have no slices.
  if (!lists.hasKinds) lists.foreign ??= listIn(parsedJson((await wholeTextOf(source, record_characters_max)) ?? ''))
  lists.end()
}

function partOf({ text, ...slice }: JsonSlice, file: string): DocumentPart {
  const value = parsedJson(text)
  if (value === undefined && slice.isItem) throw notJson({ file, line: slice.line }, text)
  const name = slice.isItem ? repeatedName(text) : undefined
  return { ...slice, value, ...(name !== undefined && { repeated: { name, text } }) }
}

/** A record that has a name twice, or nests too deeply. */
function itemOfText(text: string, record: JsonObject, location: InputLocation, kinds: KindOptions): InputItem {
  const name = repeatedName(text)
  return name === undefined ? itemOfObject(record, location, kinds) : withRepeatedName({ name, text }, location)
}

/**
 * A short JSON text as a document; undefined for a text that is none, or has a name twice. The lines of records are
 * found without parsing it again; those of other keys are needed for errors only.
 */
export function jsonDocument(text: string): ParsedDocument | undefined {
  const value = /^\s*[[{]/.test(text) ? shallowJson(text) : undefined
  if (value === undefined || repeatedName(text) !== undefined) return undefined
  const lines = new Map<string | undefined, number[]>()
  const lineAt = (path: readonly (string | number)[]) => {
    if (path.length === 0) return 1
    if (lines.size === 0)
      for (const { key, isItem, line } of new Slicer('').push(text))
        if (isItem) getOrInsert(lines, key, () => []).push(line)
    const [key, i] = path.length === 1 ? [undefined, path[0]] : path
    return lines.get(key === undefined ? key : String(key))?.[Number(i)] ?? yamlDocument(text).lineAt(path)
  }
  return { value, error: undefined, lineAt }
}

function notJson(location: InputLocation, text: string): CalError {
  const { line, problem } = problemIn(text, location)
  const found = locationText({ ...location, line })
  return new CalError('usage', t('{location}: not JSON: {problem}', { location: found, problem }))
}

/** Why a text is not JSON, and in which line. */
function problemIn(text: string, { line }: InputLocation): ReturnType<typeof jsonErrorFrom> {
  try {
    JSON.parse(text)
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    return jsonErrorFrom(line, text, cause)
  }
  throw new CalError('bug', sameText(`${line}: read twice with two results`))
}

export async function* readNdjson(source: InputSource, kinds: KindOptions): InputBatches {
  for await (const lines of linesOf(source, record_characters_max)) yield itemsOfLines(lines, source.name, kinds)
}

function* itemsOfLines(lines: readonly SourceLine[], file: string, kinds: KindOptions): Iterable<InputItem> {
  for (const { number, text } of lines) {
    if (text.trim() === '') continue
    const location = { file, line: number }
    const value = parsedJson(text)
    if (isObject(value)) yield itemOfText(text, value, location, kinds)
    else yield { location, original: text, errors: [{ text: noObject(value, text, location) }] }
  }
}

function noObject(value: Json | undefined, text: string, location: InputLocation): Text {
  return value === undefined
    ? t('not JSON: {problem}: {short}', { ...problemIn(text, location), short: short(text) })
    : t('not a JSON object: {short}', { short: short(text) })
}

function short(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

/** An item of a list, or a value of an object that is no list. */
export interface JsonSlice {
  /** That of the list or of the value; undefined for an item of the document itself. */
  readonly key: string | undefined
  readonly isItem: boolean
  readonly text: string
  readonly line: number
}

const quote = 34,
  backslash = 92,
  feed = 10,
  comma = 44,
  colon = 58,
  openList = 91,
  closeList = 93,
  openObject = 123,
  closeObject = 125

/**
 * A streaming scanner that keeps its position between chunks of text. Of objects under other keys than those of kinds,
 * it makes no slices.
 */
export class Slicer {
  readonly #name: string
  #buffer = ''
  #line = 1
  #root: number | undefined
  #depth = 0
  #inString = false
  #escaped = false
  /** The depth of the slices: 2 in a list of an object. */
  #level = 1
  #key: string | undefined
  #key_start = -1
  /** Whether the next characters of an object are a value. */
  #has_colon = false
  #start = -1
  #start_line = 1
  #slices: JsonSlice[] = []

  constructor(name: string) {
    this.#name = name
  }

  push(piece: string): readonly JsonSlice[] {
    const from = this.#buffer.length
    this.#buffer += piece
    this.#slices = []
    for (let i = from; i < this.#buffer.length; i++) this.#character(i, this.#buffer.charCodeAt(i))
    this.#dropProcessed()
    if (this.#buffer.length > record_characters_max) throw recordTooLong(this.#name, this.#start_line)
    return this.#slices
  }

  end(): void {
    if (this.#root === undefined) throw this.#broken(t('the file contains no JSON'))
    if (this.#depth > 0) throw this.#broken(t('the JSON is incomplete'))
  }

  #character(at: number, code: number): void {
    if (code === feed) this.#line++
    if (!this.#inString) {
      if (code > 32) this.#mark(at, code)
    } else if (this.#escaped) this.#escaped = false
    else if (code === backslash) this.#escaped = true
    else if (code === quote) this.#endString(at)
  }

  #endString(at: number): void {
    this.#inString = false
    if (this.#key_start < 0) return
    this.#key = this.#buffer.slice(this.#key_start + 1, at)
    this.#key_start = -1
  }

  /** Handles a character outside of strings other than whitespace. */
  #mark(at: number, code: number): void {
    const isClose = code === closeList || code === closeObject
    if (this.#root === undefined) {
      if (code !== openList && code !== openObject) throw this.#broken(pattern('JSON must begin with [ or {'))
      this.#root = code
    } else if (this.#depth === 0) throw this.#several(code)
    else if (this.#depth === this.#level && (code === comma || isClose)) this.#endSlice(at)
    else if (this.#depth === this.#level) this.#begin(at, code)
    if (code === quote) this.#inString = true
    else if (code === openList || code === openObject) this.#depth++
    else if (isClose) this.#depth--
    if (this.#depth < this.#level) [this.#level, this.#has_colon] = [1, false]
  }

  #begin(at: number, code: number): void {
    const isValue = this.#root === openObject && this.#level === 1
    if (isValue && !this.#has_colon) {
      if (code === openList || code === openObject) throw this.#broken(t('a colon is missing after a name'))
      if (code === quote) this.#key_start = at
      this.#has_colon = code === colon
    } else if (isValue && code === openList) this.#level = 2
    else if (this.#start < 0 && (!isValue || code !== openObject || resourceNamed(this.#key ?? ''))) {
      this.#start = at
      this.#start_line = this.#line
    }
  }

  #endSlice(at: number): void {
    const isItem = this.#root === openList || this.#level === 2
    if (this.#start >= 0)
      this.#slices.push({
        key: this.#root === openObject ? this.#key : undefined,
        isItem,
        text: this.#buffer.slice(this.#start, at),
        line: this.#start_line,
      })
    this.#start = -1
    if (!isItem) this.#has_colon = false
  }

  /** Removes the processed text from the buffer. */
  #dropProcessed(): void {
    const needed = [this.#start, this.#key_start].filter((position) => position >= 0)
    const cut = needed.length ? Math.min(...needed) : this.#buffer.length
    if (this.#start >= 0) this.#start -= cut
    if (this.#key_start >= 0) this.#key_start -= cut
    this.#buffer = this.#buffer.slice(cut)
  }

  #several(code: number): CalError {
    const text = t('unexpected text after the end of the JSON')
    if (code !== this.#root) return this.#broken(text)
    return this.#broken(text, code === openObject ? one_per_line : several_lists)
  }

  #broken(text: Text, hint?: Text): CalError {
    return new CalError(
      'usage',
      eachLanguage((language) => `${this.#name}:${this.#line}: ${text[language]}`),
      hint ? { hint } : {},
    )
  }
}

const one_per_line = t('if each line is a record, use --format ndjson')
const several_lists = t('join the lists: {line}', { line: 'jq -s add FILE | cal import -' })

/** Airtable has the values of a record in `fields`. */
function foreignList(file: string, { path, first }: ForeignList): CalError {
  const list = path.map((key) => (/^[a-z_]\w*$/i.test(key) ? `.${key}` : `."${key}"`)).join('')
  const isNested = isObject(first) && isObject(first.fields)
  const record = isNested ? first.fields : first
  const isEvent = isObject(record) && 'title' in record && 'start_date' in record
  const shown = path.join('.')
  return new CalError('usage', t('{file}: "{shown}" is not a kind of record', { file, shown }), {
    hint: isEvent
      ? t('extract the records: {line}', { line: commandLine(file, isNested ? `[${list}[].fields]` : list) })
      : t(
          'write its records as a list whose fields are those of an event, such as title and start_date: cal explain event',
        ),
  })
}

/** `"@context": "https://schema.org"`, in pages and in exports, or `"@type": "MusicEvent"`. */
const schema_org = /"@context"\s*:\s*(?:\[\s*)?"https?:\/\/schema\.org|"@type"\s*:\s*"\w*Event"/

/** The values of an event of schema.org as filters of jq: one that does not take place then is a draft. */
const schema_org_fields = [
  'title:.name',
  'start_date:.startDate',
  'end_date:(.endDate//.startDate)',
  'description',
  'website:.url',
  'status:(if .eventStatus|tostring|test("Cancel|Postpone") then "draft" else null end)',
  'venue:((.location|first(.[0]?,.)|.name? // strings)//null)',
]

/** Errors: `usage` for what is no calendar in JSON that can be read, such as JSCalendar. */
export function unreadableCalendar(name: string): CalError {
  return new CalError('usage', t('{name} cannot be read as a calendar in JSON', { name }), {
    hint: t('export it as iCalendar (.ics)'),
  })
}

/**
 * Errors: `usage` for events of schema.org and JSCalendar. Records of the interface have `global_id`, and `json_ld` in
 * the form of schema.org.
 */
function refuseSchemaOrg(file: string, sample: string): void {
  if (!schema_org.test(sample) || sample.includes('"global_id"')) return
  if (sample.includes('"start"') && !/"startDate"|"@context"/.test(sample)) throw unreadableCalendar(file)
  const values = `{${schema_org_fields.join(',')}}|with_entries(select(.value!=null))`
  const line = commandLine(file, `[..|objects|select(.startDate)|${values}]`)
  throw new CalError('usage', t('{file} has the form of schema.org', { file }), {
    hint: t('extract the records, without prices, addresses and other fields: {line}', { line }),
  })
}

function commandLine(file: string, filter: string): string {
  return `jq '${filter}'${file === '-' ? '' : ` ${shellWord(file)}`} | cal import - --kind events`
}
