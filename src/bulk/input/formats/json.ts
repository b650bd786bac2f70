// JSON and NDJSON: an array, a list response of the interface, a bundle of all kinds, one record, or one per line.
// A document is streamed item by item of its outermost lists: only one item is in memory at a time.
import { jsonSyntaxError } from '../../../base/files/file-errors.ts'
import { CalError } from '../../../base/errors.ts'
import { isList, isObject, type Json, type JsonObject, parsedJson, repeatedName } from '../../../base/json.ts'
import { eachLanguage, pattern, sameText, t, type Text } from '../../../base/text/language.ts'
import { shellWord } from '../../../base/text/quoted.ts'
import { resourceNamed } from '../../../spec/resources.ts'
import { type InputItem, type InputLocation, locationText } from '../entry.ts'
import { type InputSource, linesOf, openText, record_characters_max, recordTooLong, wholeTextOf } from '../source.ts'
import {
  itemOfObject,
  itemOfValue,
  type KindOptions,
  kindOfValues,
  noList,
  requireLists,
  refuseNearKind,
  warnOfUnknownList,
} from './record-kind.ts'

/**
 * A single record has lists (`categories`), like a bundle. Files up to this size are parsed as a whole to tell them
 * apart.
 */
const chars_max = 256 * 1024

export async function* readJson(
  source: InputSource,
  kinds: KindOptions,
  note: (text: Text) => void,
): AsyncIterable<InputItem> {
  const { json } = source
  const { beginning, whole, pieces } = await openText(source, json === undefined ? chars_max : Number.POSITIVE_INFINITY)
  refuseSchemaOrg(source.name, beginning)
  const document = json ?? (whole === undefined ? undefined : parsedJson(whole))
  const repeated = whole === undefined || document === undefined ? undefined : repeatedName(whole)
  const single = singleRecord(source.name, document)
  if (single) {
    const location = { file: source.name, line: 1 }
    return yield repeated === undefined
      ? itemOfObject(single, location, kinds)
      : withRepeatedName(repeated, { location, text: beginning })
  }
  // Of a list that occurs twice, the parsed document has only the second one.
  const parsedItem = repeated === undefined ? itemsInOrder(document) : () => undefined
  const counts = new Map<string, number>()
  let total = 0
  let unknown: ForeignList | undefined
  let listed = false
  const slices = jsonSlicesOf({ name: source.name, pieces }, (stated) => {
    total = stated
  })
  for await (const { key, text, line } of slices) {
    const location = { file: source.name, line }
    const parsed = parsedItem(key)
    const named = key === undefined ? undefined : resourceNamed(key)?.plural
    if (named) counts.set(named, (counts.get(named) ?? 0) + 1)
    if (key !== undefined && !named) {
      if (text.startsWith('{')) {
        warnOfUnknownList(source.name, key, note)
        unknown ??= { path: [key], first: parsedJson(text) }
      }
      continue
    }
    listed = true
    const value = parsed ?? parsedJson(text)
    if (value === undefined) throw notJson(location, text)
    const twice = parsed === undefined ? repeatedName(text) : undefined
    if (twice !== undefined) yield withRepeatedName(twice, { location, text })
    else yield itemOfValue(value, location, named ? { ...kinds, listed: named } : kinds)
  }
  if (!listed && whole === undefined) await refuseLargeForeign(source, unknown)
  const [count, other] = counts.values()
  if (count !== undefined && other === undefined && count < total) note(onePageText(source.name, count, total))
}

/** The response of a list states how many records all of its pages have. */
function onePageText(file: string, count: number, total: number): Text {
  return t(
    '{file}: one page of a list, with {count} of {total} records; to get all of them, use cal export or cal copy',
    { file, count, total },
  )
}

/** The next item of each list of a document, by the key of the list; undefined for a document that is not parsed. */
function itemsInOrder(document: Json | undefined): (key: string | undefined) => Json | undefined {
  const positions = new Map<string | undefined, number>()
  return (key) => {
    const position = positions.get(key) ?? 0
    positions.set(key, position + 1)
    const list = key === undefined || !isObject(document) ? document : document[key]
    return isList(list) ? list[position] : undefined
  }
}

/** Errors: `usage` for a document without a kind of record that has records elsewhere. */
function singleRecord(file: string, document: Json | undefined): JsonObject | undefined {
  if (!isObject(document)) return undefined
  if (kindOfValues(document) || typeof document.name === 'string') return document
  requireLists(file, document)
  const names = Object.keys(document)
  for (const name of names) refuseNearKind(file, name, document[name])
  const list = names.some((name) => resourceNamed(name)) ? undefined : listIn(document)
  if (list) throw foreignList(file, list)
  return undefined
}

/** As `singleRecord` for a document that is too large to be parsed first. */
async function refuseLargeForeign(source: InputSource, unknown: ForeignList | undefined): Promise<void> {
  const list = unknown ?? listIn(parsedJson((await wholeTextOf(source, record_characters_max)) ?? ''))
  if (list) throw foreignList(source.name, list)
}

function notJson(location: InputLocation, text: string): CalError {
  try {
    JSON.parse(text)
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    const problem = jsonSyntaxError(text, cause, { first_line: location.line })
    return new CalError('usage', t('{location}: not JSON: {problem}', { location: locationText(location), problem }), {
      cause,
    })
  }
  return new CalError('bug', sameText(`${locationText(location)}: read twice with two results`))
}

export async function* readNdjson(source: InputSource, kinds: KindOptions): AsyncIterable<InputItem> {
  for await (const { number, text } of linesOf(source, record_characters_max)) {
    if (text.trim() === '') continue
    const location = { file: source.name, line: number }
    const value = parsedJson(text)
    const repeated = isObject(value) ? repeatedName(text) : undefined
    if (repeated !== undefined) yield withRepeatedName(repeated, { location, text })
    else if (isObject(value)) yield itemOfObject(value, location, kinds)
    else
      yield {
        location,
        original: text,
        errors: [{ text: t('not a JSON object: {short}', { short: short(text) }) }],
      }
  }
}

const only_once: Text = t('remove one of the two values')

/** One of two values of a name would be ignored. */
function withRepeatedName(name: string, { location, text }: { location: InputLocation; text: string }): InputItem {
  return { location, original: text, errors: [{ text: t('"{name}" occurs twice', { name }), hint: only_once }] }
}

function short(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

/** One item of a list: of the document, or of the list under `key` of the document. */
interface JsonSlice {
  readonly key: string | undefined
  readonly text: string
  readonly line: number
}

/** `onTotal` gets the number `total` of an object, at the end. */
export async function* jsonSlicesOf(
  { name, pieces }: { readonly name: string; readonly pieces: AsyncIterable<string> },
  onTotal: (total: number) => void,
): AsyncIterable<JsonSlice> {
  const slicer = new Slicer(name)
  for await (const piece of pieces) yield* slicer.push(piece)
  onTotal(slicer.end())
}

const quote = 34,
  backslash = 92,
  feed = 10,
  comma = 44,
  colon = 58,
  openList = 91,
  closeList = 93,
  openObject = 123,
  closeObject = 125,
  /** Of `null`. */
  n = 110

/** A streaming scanner that keeps its position between chunks of text. */
class Slicer {
  readonly #name: string
  #buffer = ''
  #line = 1
  #root: number | undefined
  #depth = 0
  #inString = false
  #escaped = false
  #inList = false
  /** After the key of a kind: its value, or the end of an empty object. */
  #awaited: 'list' | 'end' | undefined
  #key: string | undefined
  #keyStart = -1
  #total = ''
  #itemStart = -1
  #itemLine = 1
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
    if (this.#buffer.length > record_characters_max) throw recordTooLong(this.#name, this.#itemLine)
    return this.#slices
  }

  /** The number under the key `total`, or 0. */
  end(): number {
    if (this.#root === undefined) throw this.#broken(t('the file contains no JSON'))
    if (this.#depth > 0) throw this.#broken(t('the JSON is incomplete'))
    return Number(this.#total) || 0
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
    if (this.#keyStart < 0) return
    this.#key = this.#buffer.slice(this.#keyStart + 1, at)
    this.#keyStart = -1
  }

  /** Handles a character outside of strings other than whitespace. */
  #mark(at: number, code: number): void {
    if (this.#root === undefined) this.#begin(code)
    else if (this.#depth === 0) throw this.#broken(t('unexpected text after the end of the JSON'))
    else if (this.#betweenItems() && (code === comma || code === closeList)) this.#endItem(at, code)
    else this.#inside(at, code)
  }

  #begin(code: number): void {
    if (code !== openList && code !== openObject) throw this.#broken(pattern('JSON must begin with [ or {'))
    this.#root = code
    this.#inList = code === openList
    this.#depth = 1
  }

  #betweenItems(): boolean {
    return this.#inList && this.#depth === (this.#root === openList ? 1 : 2)
  }

  #endItem(at: number, code: number): void {
    if (this.#itemStart >= 0) {
      this.#slices.push({
        key: this.#root === openObject ? this.#key : undefined,
        text: this.#buffer.slice(this.#itemStart, at),
        line: this.#itemLine,
      })
      this.#itemStart = -1
    }
    if (code === comma) return
    this.#depth--
    this.#inList = false
  }

  /** Errors: `usage` for a kind whose value is neither a list, an empty object nor null. */
  #requireList(code: number): void {
    const isFine =
      this.#awaited === 'end' ? code === closeObject : code === openList || code === openObject || code === n
    if (!isFine) throw noList(this.#name, this.#key ?? '')
    this.#awaited = this.#awaited === 'list' && code === openObject ? 'end' : undefined
  }

  #inside(at: number, code: number): void {
    if (this.#awaited) this.#requireList(code)
    if (this.#betweenItems() && this.#itemStart < 0) {
      this.#itemStart = at
      this.#itemLine = this.#line
    }
    const underKey = this.#root === openObject && this.#depth === 1
    if (code === quote) {
      this.#inString = true
      if (underKey) this.#keyStart = at
    } else if (code === openList || code === openObject) {
      this.#depth++
      if (underKey && code === openList) this.#inList = true
    } else if (code === closeList || code === closeObject) this.#depth--
    else if (underKey && code === colon && resourceNamed(this.#key ?? '')) this.#awaited = 'list'
    else if (underKey && this.#key === 'total' && code !== colon && code !== comma) this.#total += this.#buffer[at]
  }

  /** Removes the processed text from the buffer. */
  #dropProcessed(): void {
    const needed = [this.#itemStart, this.#keyStart].filter((position) => position >= 0)
    const cut = needed.length ? Math.min(...needed) : this.#buffer.length
    if (this.#itemStart >= 0) this.#itemStart -= cut
    if (this.#keyStart >= 0) this.#keyStart -= cut
    this.#buffer = this.#buffer.slice(cut)
  }

  #broken(text: Text): CalError {
    return new CalError(
      'usage',
      eachLanguage((language) => `${this.#name}:${this.#line}: ${text[language]}`),
    )
  }
}

/** A list of objects in a document, and the keys that lead to it. */
interface ForeignList {
  readonly path: readonly string[]
  readonly first: Json | undefined
}

const levels_max = 3

/** The first list of objects in a document, at most three levels deep. */
function listIn(value: Json | undefined, path: readonly string[] = []): ForeignList | undefined {
  if (isList(value)) return isObject(value[0]) ? { path, first: value[0] } : undefined
  if (!isObject(value) || path.length === levels_max) return undefined
  for (const [key, inner] of Object.entries(value)) {
    const found = listIn(inner, [...path, key])
    if (found) return found
  }
  return undefined
}

/** Airtable has the values of a record in `fields`. */
function foreignList(file: string, { path, first }: ForeignList): CalError {
  const list = path.map((key) => (/^[a-z_]\w*$/i.test(key) ? `.${key}` : `."${key}"`)).join('')
  const filter = isObject(first) && isObject(first.fields) ? `[${list}[].fields]` : list
  const shown = path.join('.')
  return new CalError('usage', t('{file}: "{shown}" is not a kind of record', { file, shown }), {
    hint: command(file, filter),
  })
}

/** `"@context": "https://schema.org"`, in pages and in exports. */
const schema_org = /"@context"\s*:\s*(?:\[\s*)?"https?:\/\/schema\.org/

/** Errors: `usage` for events of schema.org. */
function refuseSchemaOrg(file: string, sample: string): void {
  if (!schema_org.test(sample)) return
  const fields = [
    'title:.name',
    'start_date:.startDate',
    'end_date:(.endDate//.startDate)',
    'description',
    'website:.url',
    'venue:(.location|.name? // .)',
  ]
  throw new CalError('usage', t('{file} has the form of schema.org', { file }), {
    hint: command(file, `[..|objects|select(.startDate)|{${fields.join(',')}}|with_entries(select(.value!=null))]`),
  })
}

function command(file: string, filter: string): Text {
  const line = `jq '${filter}'${file === '-' ? '' : ` ${shellWord(file)}`} | cal import - --kind events`
  return t('extract the records: {line}', { line })
}
