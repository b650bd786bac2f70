// Reads the input: its records go into a temporary table; those that events refer to are kept in memory, too.
import { getOrInsert } from '../../base/collections.ts'
import { TemporaryKeys, TemporaryValues } from '../../base/files/temporary-values.ts'
import { isObject } from '../../base/json.ts'
import type { Plural } from '../../spec/model.ts'
import { CalError } from '../../base/errors.ts'
import { eachLanguage, type Language, t, type Text } from '../../base/text/language.ts'
import {
  type ColumnNames,
  type Entry,
  type InputError,
  type InputItem,
  type InputLocation,
  isEntry,
  locatedText,
  locationText,
} from '../input/entry.ts'
import { CostAssumptions, SiteZoneAssumption } from '../input/assumptions.ts'
import { type ParsedRecord, parseEntry, type ParseRules } from '../input/parse-entry.ts'
import { UnusualStatuses } from '../input/cell-values.ts'
import { canMatch, keysOf, matchFor, type RecordMatch } from './keys.ts'
import { type HiddenEvents, InputRange, type LookupScope, hiddenEventsIn } from './remote-index.ts'
import { DescribedVenues, nameOf, type Reference, referencesOf } from './references.ts'

export interface InputScan {
  /** Records of every kind except events, in order. */
  readonly bundle: ReadonlyMap<Plural, readonly ParsedRecord[]>
  /** The same records by entry number. */
  readonly by_n: ReadonlyMap<number, ParsedRecord>
  readonly counts: ReadonlyMap<Plural, number>
  /** All references, without duplicates. */
  readonly references: readonly Reference[]
  /** Which existing events the input can match; undefined for all. */
  readonly scope: LookupScope | undefined
  readonly hidden: HiddenEvents
  /** `title=a&start_date=…` of each valid event: the key it is matched by, and its number. */
  readonly event_keys: Pick<TemporaryKeys, 'get' | 'getAll'>
  readonly records: number
  readonly invalid: number
  /** The kinds that invalid records refer to, so that their references can be checked too. */
  readonly invalid_references: ReadonlySet<Plural>
  /** Number of events that are all-day because their dates have no time. */
  readonly assumed_all_day: number
  /** Costs with words that services do not show. */
  readonly cost_assumptions: CostAssumptions
  readonly unusual_statuses: UnusualStatuses
  readonly site_zone: SiteZoneAssumption
  /** Records that `--match` cannot match. */
  readonly match_assumption: Pick<MatchAssumption, 'text'>
  /** Whether records have a publication date. */
  readonly dated: boolean
  /** Whether events have a uid. */
  readonly has_uids: boolean
}

/** An input that was read completely. */
export interface StoredInput extends InputScan {
  readonly rows: ParsedRows
}

/** Reads the input and keeps its records. `onInvalid` receives each record with errors, in order. */
export async function storeInput(
  inputs: Inputs,
  onInvalid: (item: ParsedItem) => void,
  rows = new ParsedRows(),
): Promise<StoredInput> {
  return { ...(await scanInput(inputs, onInvalid, rows)), rows }
}

/** Reads the input, and adds its records to `rows`. `onInvalid` receives each record with errors, in order. */
export async function scanInput(
  inputs: Inputs,
  onInvalid: (item: ParsedItem) => void,
  rows?: ParsedRows,
): Promise<InputScan> {
  const keys = new Map<Plural, TemporaryKeys>()
  const records = new RecordScan(inputs)
  let count = 0
  let invalid = 0
  const invalid_references = new Set<Plural>()
  for await (const item of parseInputs(inputs, keys)) {
    count++
    rows?.add(item)
    if (item.errors.length > 0) {
      invalid++
      onInvalid(item)
      if (item.record) for (const { kind } of referencesOf(item.record)) invalid_references.add(kind)
    } else if (item.record) records.add(item.record)
  }
  return { ...records.result(), event_keys: keysOfKind(keys, 'events'), records: count, invalid, invalid_references }
}

const shown_max = 5

/**
 * Notes records with fields that the interface does not have.
 * Errors: `usage` if there are any: nothing is written then, because what the field holds would be lost.
 */
export class UnknownFields {
  /** The first record with each field. */
  readonly #found = new Map<string, { readonly location: InputLocation; readonly error: InputError }>()

  readonly note = ({ item: { kind, location }, errors }: ParsedItem): void => {
    for (const error of errors)
      if (error.unknown_field !== undefined)
        getOrInsert(this.#found, `${kind} ${error.unknown_field}`, () => ({ location, error }))
  }

  /** `near` names a documented field that the first one resembles. */
  refuse(hintOf: (fields: readonly string[], near: Text | undefined) => Text): void {
    const found = [...this.#found.values()]
    const [first] = found
    if (!first) return
    const texts = found.slice(0, shown_max).map(({ location, error }) => locatedText(location, error.text))
    const more = found.length - texts.length
    const list = (language: Language) => texts.map((text) => text[language]).join('; ')
    throw new CalError('usage', more > 0 ? t('{list}; and {more} more', { list, more }) : eachLanguage(list), {
      hint: hintOf(
        found.map(({ error }) => error.unknown_field ?? ''),
        first.error.hint,
      ),
    })
  }
}

/** Collects what a run needs to know about all valid records before it starts. */
class RecordScan {
  readonly #bundle = new Map<Plural, ParsedRecord[]>()
  readonly #by_n = new Map<number, ParsedRecord>()
  readonly #counts = new Map<Plural, number>()
  readonly #references = new Map<string, Reference>()
  readonly #range: InputRange
  readonly #hidden: ReturnType<typeof hiddenEventsIn>
  readonly #costs = new CostAssumptions()
  readonly #statuses = new UnusualStatuses()
  readonly #site_zone = new SiteZoneAssumption()
  readonly #match: MatchAssumption
  #assumed_all_day = 0
  #dated = false
  #has_uids = false

  constructor({ match }: Inputs) {
    this.#match = new MatchAssumption(match)
    this.#range = new InputRange(match)
    this.#hidden = hiddenEventsIn(match)
  }

  add(record: ParsedRecord): void {
    const { kind, n, values } = record
    if (values.date !== undefined) this.#dated = true
    if (record.uid !== undefined) this.#has_uids = true
    this.#site_zone.see(record)
    this.#statuses.see(record)
    this.#match.see(record)
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1)
    if (kind === 'events') this.#addEvent(record)
    else {
      getOrInsert(this.#bundle, kind, () => []).push(record)
      this.#by_n.set(n, record)
    }
    for (const reference of referencesOf(record)) {
      const name = nameOf(reference.kind, reference.value) ?? JSON.stringify(reference.value)
      const key = `${reference.kind} ${name}\n${reference.whole ?? ''}`
      // The first one with data describes the record that `--create-missing` creates.
      const known = this.#references.get(key)
      if (!known || (isObject(reference.value) && !isObject(known.value))) this.#references.set(key, reference)
    }
  }

  #addEvent(record: ParsedRecord): void {
    this.#range.add(record)
    this.#costs.see(record)
    this.#hidden.add(record)
    if (record.values.all_day === true && record.entry.values.all_day === undefined) this.#assumed_all_day++
  }

  result(): Omit<InputScan, 'event_keys' | 'records' | 'invalid' | 'invalid_references'> {
    return {
      bundle: this.#bundle,
      by_n: this.#by_n,
      counts: this.#counts,
      references: [...this.#references.values()],
      scope: this.#range.scope(),
      hidden: this.#hidden,
      assumed_all_day: this.#assumed_all_day,
      cost_assumptions: this.#costs,
      unusual_statuses: this.#statuses,
      site_zone: this.#site_zone,
      match_assumption: this.#match,
      dated: this.#dated,
      has_uids: this.#has_uids,
    }
  }
}

/** Counts the records without a value for `--match`, of the kinds that have its fields. */
class MatchAssumption {
  readonly #match: RecordMatch | undefined
  #first: string | undefined
  #count = 0

  constructor(match: RecordMatch | undefined) {
    this.#match = match
  }

  see(record: ParsedRecord): void {
    if (!this.#match?.every((field) => canMatch(record.kind, field)) || matchFor(record, this.#match)) return
    this.#first ??= locationText(record.entry.location)
    this.#count++
  }

  text(): Text | undefined {
    if (!this.#match || this.#first === undefined) return undefined
    const match = this.#match.join('+')
    const first = this.#first
    return this.#count === 1
      ? t('warning: 1 record has no {match} (first: {first}) and is matched as without --match', { match, first })
      : t('warning: {count} records have no {match} (first: {first}) and are matched as without --match', {
          count: this.#count,
          match,
          first,
        })
  }
}

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

/** Parses every record, and adds its key to `keys`; one with the key of an earlier one has an error. */
async function* parseInputs(inputs: Inputs, keys: Map<Plural, TemporaryKeys>): AsyncIterable<ParsedItem> {
  const { files, match } = inputs
  const venues = new DescribedVenues()
  /** By number, file and line of each record in one number. */
  const locations: number[] = []
  for await (const item of inputs.items()) {
    const { file, line } = item.location
    const n = locations.push(Math.max(files.indexOf(file), 0) * lines_max + line) - 1
    if (!isEntry(item)) {
      yield { n, item, errors: item.errors }
      continue
    }
    const { record, errors: own_errors } = parseEntry(item, n, inputs.rules)
    const errors = record.kind === 'events' ? [...own_errors, ...venues.errorsOf(record)] : own_errors
    const [key] = errors.length > 0 ? [] : keysOf(record, match)
    const first = key === undefined ? undefined : keysOfKind(keys, record.kind).addNew(key, n)
    if (key === undefined || first === undefined) {
      yield { n, item, record, errors }
      continue
    }
    const place = locations[first] ?? 0
    const earlier = { file: files[Math.floor(place / lines_max)] ?? file, line: place % lines_max }
    yield { n, item, record, errors: [duplicateError(key, earlier)] }
  }
}

function keysOfKind(keys: Map<Plural, TemporaryKeys>, kind: Plural): TemporaryKeys {
  return getOrInsert(keys, kind, () => new TemporaryKeys())
}

const lines_max = 1e9

/** Two records of one input that match each other would overwrite one another. */
function duplicateError(key: string, earlier: InputLocation): InputError {
  return {
    text: t('duplicate of {location} ({key})', { location: locationText(earlier), key }),
    hint: t('remove one, or give them different slugs'),
  }
}

/** At most 32 MB: about as much memory as parsing and sending takes. */
const memory_characters_max = 16 * 1024 * 1024

/** The records of an input in order. */
export class ParsedRows {
  readonly #items: TemporaryValues<StoredItem>
  readonly #column_names: ColumnNames[] = []

  constructor(characters_max = memory_characters_max) {
    this.#items = new TemporaryValues(characters_max)
  }

  add({ n, item, record, errors }: ParsedItem): void {
    this.#items.set(n, record ? this.#stored(record, errors) : { n, item, errors })
  }

  at(n: number): ParsedItem | undefined {
    const stored = this.#items.get(n)
    return stored && this.#restored(stored)
  }

  /** A record without its entry, which takes half as long. */
  recordAt(n: number): Omit<ParsedRecord, 'entry'> | undefined {
    const stored = this.#items.get(n)
    return stored && 'record' in stored ? stored.record : undefined
  }

  *[Symbol.iterator](): Iterator<ParsedItem> {
    for (const stored of this.#items.values()) yield this.#restored(stored)
  }

  #stored({ entry, ...record }: ParsedRecord, errors: readonly InputError[]): StoredRecord {
    const { values: _, kind: __, column_names, ...rest } = entry
    return { record, entry: rest, sheet: this.#sheetOf(column_names), ...(errors.length > 0 ? { errors } : {}) }
  }

  /** All rows of a sheet have the same object. */
  #sheetOf(names: ColumnNames | undefined): number | undefined {
    if (names === undefined) return undefined
    if (this.#column_names.at(-1) !== names) this.#column_names.push(names)
    return this.#column_names.length - 1
  }

  #restored(stored: StoredItem): ParsedItem {
    if ('item' in stored) return stored
    const { record, sheet, errors = [] } = stored
    const { n, kind, values } = record
    const column_names = sheet === undefined ? undefined : this.#column_names[sheet]
    const entry: Entry = { ...stored.entry, kind, values, ...(column_names ? { column_names } : {}) }
    return { n, item: entry, errors, record: { ...record, entry } }
  }
}

/** An entry that was parsed is kept without the values, the kind and the number that its record has too. */
interface StoredRecord {
  readonly record: Omit<ParsedRecord, 'entry'>
  readonly entry: Omit<Entry, 'values' | 'kind' | 'column_names'>
  /** Which of the sheets' column names it has. */
  readonly sheet: number | undefined
  readonly errors?: readonly InputError[]
}

type StoredItem = StoredRecord | Omit<ParsedItem, 'record'>
