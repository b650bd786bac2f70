// All records of all files in order, parsed and validated, with duplicates detected.
import type { Json } from '../../base/json.ts'
import { NumberList } from '../../base/number-list.ts'
import { type InputError, type InputItem, isEntry, type InputLocation, locationText } from '../input/entry.ts'
import type { KeyMap } from './key-map.ts'
import { keysOf, type RecordMatch } from './keys.ts'
import { type ParseRules, type ParsedRecord, parseEntry } from '../input/parse-entry.ts'

/** One record of the input, parsed, with its errors. */
export interface ParsedItem {
  readonly n: number
  readonly item: InputItem
  readonly record?: ParsedRecord
  readonly errors: readonly InputError[]
}

export interface Inputs {
  /** Names of the files, as shown in locations. */
  readonly files: readonly string[]
  /** The same records each time. */
  items(): AsyncIterable<InputItem>
  readonly rules: ParseRules
  readonly match: RecordMatch | undefined
}

/** Numbers of duplicate records → location of the first one. Found in the first pass. */
export type DuplicateRows = Map<number, number>

interface FirstPass {
  readonly found: DuplicateRows
  readonly keys: KeyMap
  /** The records before the current one, unless they are too many. */
  readonly rows?: Pick<ParsedRows, 'all'> | undefined
}

/**
 * Returns the same records with the same numbers in each pass. Without `known`, duplicates are added to `found`, keys
 * with the numbers of their records to `keys`.
 */
export async function* parseInputs(
  inputs: Inputs,
  duplicates: { readonly known: DuplicateRows } | FirstPass,
): AsyncIterable<ParsedItem> {
  const locations = new NumberList()
  let n = 0
  for await (const item of inputs.items()) {
    if (isEntry(item)) {
      const { record, errors } = parseEntry(item, n, inputs.rules)
      const first =
        'known' in duplicates
          ? duplicates.known.get(n)
          : errors.length > 0
            ? undefined
            : firstOf(record, duplicates, { inputs, locations })
      if ('found' in duplicates && first !== undefined) duplicates.found.set(n, first)
      yield {
        n,
        item,
        record,
        errors: first === undefined ? errors : [...errors, duplicateError(record, first, inputs)],
      }
    } else yield { n, item, errors: item.errors }
    n++
  }
}

const lines_max = 1e9

interface Locations {
  readonly inputs: Inputs
  /** By number, file and line of each record in one number. */
  readonly locations: NumberList
}

/** Location of the earlier record with the same key. */
function firstOf(
  record: ParsedRecord,
  { keys, rows }: FirstPass,
  { inputs, locations }: Locations,
): number | undefined {
  const { files, match } = inputs
  const [key] = keysOf(record, match)
  const { file, line } = record.entry.location
  const { n } = record
  locations.set(n, Math.max(files.indexOf(file), 0) * lines_max + line)
  if (key === undefined) return undefined
  const isSame = (first: number) => {
    const earlier = rows?.all?.[first]?.record
    return !earlier || (earlier.kind === record.kind && keysOf(earlier, match)[0] === key)
  }
  const first = keys.add(`${record.kind} ${key}`, n, isSame)
  return first === undefined ? undefined : locations.get(first)
}

/** Two records of one input that match each other would overwrite one another. */
function duplicateError(record: ParsedRecord, first: number, { files, match }: Inputs): InputError {
  const location: InputLocation = {
    file: files[Math.floor(first / lines_max)] ?? record.entry.location.file,
    line: first % lines_max,
  }
  const [key] = keysOf(record, match)
  return {
    text: {
      en: `duplicate of ${locationText(location)} (${key})`,
      de: `derselbe Eintrag steht schon in ${locationText(location)} (${key})`,
    },
    hint: {
      en: 'remove one, or give them different slugs',
      de: 'einen entfernen oder verschiedene Slugs angeben',
    },
  }
}

/** About as much memory as parsing and sending takes: 10,000 events with 1.6 kB of description take 26 MB. */
const cached_bytes_max = 32 * 1024 * 1024
/** Memory of a value in addition to its text. */
const value_bytes = 100

/**
 * The parsed records of a small input: parsing a row again takes 25 µs as NDJSON and 70 as CSV; sending it takes 100.
 */
export class ParsedRows {
  #items: ParsedItem[] | undefined = []
  #bytes = 0

  add(item: ParsedItem): void {
    if (!this.#items) return
    this.#items.push(item)
    this.#bytes += bytesOf(item.item.original)
    if (this.#bytes > cached_bytes_max) this.#items = undefined
  }

  /** All in order; undefined if there are too many. */
  get all(): readonly ParsedItem[] | undefined {
    return this.#items
  }
}

function bytesOf(value: Json | undefined): number {
  if (typeof value === 'string') return value_bytes + value.length
  if (typeof value !== 'object' || value === null) return value_bytes
  let bytes = value_bytes
  for (const inner of Object.values(value)) bytes += bytesOf(inner)
  return bytes
}
