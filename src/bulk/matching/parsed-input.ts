// All records of all files in order, parsed and validated, with duplicates detected.
import { bytesOf, TemporaryValues } from '../../base/files/temporary-values.ts'
import { NumberList } from '../../base/number-list.ts'
import { t } from '../../base/text/language.ts'
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
  items(): AsyncIterable<InputItem>
  readonly rules: ParseRules
  readonly match: RecordMatch | undefined
}

interface ParseOptions {
  /** Receives the keys of the records, with their numbers. */
  readonly keys: KeyMap
  /** The records before the current one. */
  readonly rows?: InputRows | undefined
}

/** Parses every record; one with the key of an earlier one has an error. */
export async function* parseInputs(inputs: Inputs, options: ParseOptions): AsyncIterable<ParsedItem> {
  const locations = new NumberList()
  let n = 0
  for await (const item of inputs.items()) {
    if (isEntry(item)) {
      const { record, errors } = parseEntry(item, n, inputs.rules)
      const first = errors.length > 0 ? undefined : firstOf(record, options, { inputs, locations })
      yield { n, item, record, errors: first === undefined ? errors : [duplicateError(record, first, inputs)] }
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
  { keys, rows }: ParseOptions,
  { inputs, locations }: Locations,
): number | undefined {
  const { files, match } = inputs
  const [key] = keysOf(record, match)
  const { file, line } = record.entry.location
  const { n } = record
  locations.set(n, Math.max(files.indexOf(file), 0) * lines_max + line)
  if (key === undefined) return undefined
  const isSame = (first: number) => {
    const earlier = rows?.at(first)?.record
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
    text: t('duplicate of {location} ({key})', { location: locationText(location), key: String(key) }),
    hint: t('remove one, or give them different slugs'),
  }
}

/** The records of an input in order. */
export interface InputRows extends Iterable<ParsedItem> {
  at(n: number): ParsedItem | undefined
}

/** About as much memory as parsing and sending takes: 10,000 events with 1.6 kB of description take 26 MB. */
const memory_bytes_max = 32 * 1024 * 1024
/** A short row takes as much, with its objects and the room that the garbage collector leaves. */
const row_bytes_min = 2_700
/** Keeps the parsed records: parsing one again takes 25 µs as NDJSON and 70 as CSV. */
export class ParsedRows implements InputRows {
  readonly #items: TemporaryValues<StoredItem>

  constructor(bytes_max = memory_bytes_max) {
    this.#items = new TemporaryValues(bytes_max)
  }

  add({ record, ...rest }: ParsedItem): void {
    const { n, item } = rest
    const bytes = Math.max(row_bytes_min, bytesOf(item.original))
    this.#items.set(n, record ? { ...rest, record: withoutEntry(record) } : rest, bytes)
  }

  at(n: number): ParsedItem | undefined {
    const stored = this.#items.get(n)
    return stored && restored(stored)
  }

  *[Symbol.iterator](): Iterator<ParsedItem> {
    for (const stored of this.#items.values()) yield restored(stored)
  }
}

type StoredRecord = Omit<ParsedRecord, 'entry'>
/** The entry of the record is the item. */
type StoredItem = Omit<ParsedItem, 'record'> & { readonly record?: StoredRecord }

function withoutEntry({ entry: _, ...record }: ParsedRecord): StoredRecord {
  return record
}

function restored({ record, ...rest }: StoredItem): ParsedItem {
  return record && isEntry(rest.item) ? { ...rest, record: { ...record, entry: rest.item } } : rest
}
