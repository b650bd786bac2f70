// Reads the input: its records go into a temporary table; those that events refer to are kept in memory, too.
import { addOne, getOrInsert, slicesOf } from '../../base/collections.ts'
import { isObject } from '../../base/json.ts'
import type { Plural } from '../../spec/model.ts'
import { foldedName } from '../../base/text/slug.ts'
import type { Values } from '../../spec/read.ts'
import type { DateOrder } from '../../base/dates/days.ts'
import { CalError } from '../../base/errors.ts'
import { eachLanguage, type Language, t, type Text, warningText } from '../../base/text/language.ts'
import {
  type InputBatches,
  type InputError,
  type InputItem,
  type InputLocation,
  isEntry,
  locatedText,
  locationText,
} from '../input/entry.ts'
import { InputAssumptions, SiteZoneAssumption } from '../input/assumptions.ts'
import { type ParsedRecord, parseEntry, type ParseRules } from '../input/parse-entry.ts'
import { batchesOfAll, type ReadFile, type ReadOptions } from '../input/formats/formats.ts'
import type { EventClock } from '../input/event-dates.ts'
import type { InputSource } from '../input/source.ts'
import { isPlace, resources } from '../../spec/resources.ts'
import { canMatch, keysOf, matchFor, type RecordMatch } from './keys.ts'
import { InputTable, type ParsedItem } from './input-table.ts'
import { type HiddenEvents, InputRange, type LookupScope } from './remote-index.ts'
import { DescribedVenues, differingField } from './described-places.ts'
import { addReference, placeholderText, type Reference, referencesOf } from './references.ts'

export interface InputScan extends Readonly<Omit<ValidRecords, 'add' | 'range' | 'references'>> {
  /** All references, without duplicates. */
  readonly references: readonly Reference[]
  /** Which existing events the input can match; undefined for all. */
  readonly scope: LookupScope | undefined
  readonly hidden: HiddenEvents
  /** The day of the earliest event. */
  readonly first_day: string | undefined
  /** The keys of valid records; and the records, if they are kept. */
  readonly rows: InputTable
  readonly records: number
  readonly invalid: number
  /** Invalid records of other kinds than events. */
  readonly rejected: readonly RejectedRecord[]
  /** The kinds that invalid records refer to, so that their references can be checked too. */
  readonly invalid_references: ReadonlySet<Plural>
}

/** A record of another kind than events that is not written. */
export interface RejectedRecord {
  readonly kind: Plural
  readonly title: string
  /** What references may call it. */
  readonly names: readonly (string | number)[]
  readonly location: InputLocation | undefined
}

/** A rejected record, called by its key, id, slug and name. */
export function rejectedRecord(
  kind: Plural,
  { title, id, key, slug }: Values & { readonly title: string },
  location: InputLocation | undefined,
): RejectedRecord {
  const names = [title, id, key, slug].flatMap((name) =>
    typeof name === 'number' || (typeof name === 'string' && name !== '') ? [name] : [],
  )
  return { kind, title, names, location }
}

/** Rows without a key of their own can be repeated: their name means the first of them, unless they differ. */
function rejectedItem({ item, record }: ParsedItem, others: Iterable<ParsedRecord>): RejectedRecord | undefined {
  const { kind, original, location } = item
  if (kind === undefined || kind === 'events') return undefined
  const values = record?.values ?? (isObject(original) ? original : {})
  const { id, key } = record ?? values
  const name = values[resources[kind].name]
  const title = typeof name === 'string' ? name : ''
  const isRepeated = [...others].some(
    (other) =>
      other.kind === kind &&
      foldedName(String(other.values[resources[kind].name])) === foldedName(title) &&
      differingField(kind, values, other.values) === undefined,
  )
  const rejected = rejectedRecord(kind, { title, id, key, slug: values.slug }, location)
  return isRepeated ? { ...rejected, names: rejected.names.filter((one) => one !== title) } : rejected
}

/** The records of a kind other than events, in order. */
export function othersOf({ others }: Pick<InputScan, 'others'>, kind: Plural): readonly ParsedRecord[] {
  return [...others.values()].filter((record) => record.kind === kind)
}

/**
 * Reads the input. `onInvalid` receives each record with errors, in order. `keeps`: its records are planned later.
 * `check` finds further errors of a valid record.
 */
export async function scanInput(
  inputs: Inputs,
  onInvalid: (item: ParsedItem) => void,
  { keeps, check }: { readonly keeps: boolean; readonly check?: (record: ParsedRecord) => readonly InputError[] },
): Promise<InputScan> {
  const rows = new InputTable()
  const valid = new ValidRecords(inputs)
  const invalid_references = new Set<Plural>()
  const wrong: ParsedItem[] = []
  let count = 0
  let invalid = 0
  const parser = new InputParser(inputs, rows)
  for await (const batch of inputs.batches())
    for (const items of slicesOf(batch, slice_length)) {
      const parsed = parser.parse(items)
      if (keeps) for (const item of parsed) rows.add(item)
      count += parsed.length
      for (const read of parsed) {
        const { record } = read
        const errors = record && read.errors.length === 0 && check ? check(record) : read.errors
        const item = { ...read, errors }
        if (errors.length === 0 && record) valid.add(record)
        if (errors.length === 0) continue
        invalid++
        onInvalid(item)
        if (item.item.kind !== 'events') wrong.push(item)
        if (record) for (const { kind } of referencesOf(record)) invalid_references.add(kind)
      }
    }
  const { references, range, ...seen } = valid
  const { hidden, first_day } = range
  const rejected = wrong.flatMap((item) => rejectedItem(item, seen.others.values()) ?? [])
  const found = { ...seen, references: [...references.values()], scope: range.scope(), hidden, first_day }
  return { ...found, rows, records: count, invalid, rejected, invalid_references }
}

/** What is assumed about the input. `shows_days`: a preview shows which events are all-day. */
export function assumptionsOf(
  { scan, create_missing }: { readonly scan: InputScan; readonly create_missing: boolean },
  shows_days: boolean = false,
): readonly Text[] {
  return [
    ...scan.assumptions.texts(shows_days),
    scan.match_assumption.text(),
    ...(create_missing ? [placeholderText(scan.references)] : []),
  ].filter((text) => text !== undefined)
}

/** The note on files without records. */
export function noRecordsText(files: readonly string[]): Text {
  const names = files.join(', ')
  return names === '-'
    ? t('no records on standard input: check the command before the pipe')
    : t('no records in {names}', { names })
}

/** Records whose keys are compared in one statement. */
const slice_length = 256

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
class ValidRecords {
  /** Records of every kind except events, by entry number, in order. */
  readonly others = new Map<number, ParsedRecord>()
  readonly counts = new Map<Plural, number>()
  readonly references = new Map<string, Reference>()
  readonly range: InputRange
  readonly assumptions = new InputAssumptions()
  readonly site_zone = new SiteZoneAssumption()
  /** Records that `--match` cannot match. */
  readonly match_assumption: MatchAssumption
  /** Whether records have a publication date. */
  dated = false
  /** Whether events have a uid. */
  has_uids = false
  /** Whether dates of events are instants. */
  has_instants = false
  /** Whether events have a second uid, by which one can match the event of another row. */
  has_other_uids = false

  constructor({ match }: Inputs) {
    this.match_assumption = new MatchAssumption(match)
    this.range = new InputRange(match)
  }

  add(record: ParsedRecord): void {
    const { kind, n, values } = record
    if (values.date !== undefined) this.dated = true
    if (record.uid !== undefined) this.has_uids = true
    if (record.zone_follows) this.has_instants = true
    if (record.other_uid !== undefined) this.has_other_uids = true
    this.site_zone.see(record)
    this.assumptions.see(record)
    this.match_assumption.see(record)
    addOne(this.counts, kind)
    if (kind === 'events') this.range.add(record)
    else this.others.set(n, record)
    const { location } = record.entry
    for (const reference of referencesOf(record)) addReference(this.references, { ...reference, location })
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
    return warningText(
      '{count} {count|record has|records have} no {match} (first: {first}) and {count|is|are} matched as without --match',
      { count: this.#count, match, first },
    )
  }
}

export interface Inputs {
  /** Names of the files, as shown in locations. */
  readonly files: readonly string[]
  batches(): InputBatches
  readonly rules: ParseRules
  readonly match: RecordMatch | undefined
}

/** What a user may specify about the input. */
export interface InputChoice extends Pick<ReadOptions, 'format' | 'sheet' | 'since' | 'until' | 'expand'> {
  readonly kind?: Plural | undefined
  readonly map?: ReadOptions['map']
  readonly date_order?: DateOrder | undefined
  readonly match?: RecordMatch | undefined
  readonly without?: readonly string[] | undefined
}

/** Of all files that are read together. */
export interface InputContext {
  /** For relative dates; `now` also limits series without an end. */
  readonly here: EventClock
  readonly note: (text: Text) => void
}

/** Passes each note on once. */
export function inputContext(here: EventClock, pass: (text: Text) => void): InputContext {
  const noted = new Set<string>()
  const note = (text: Text) => {
    if (noted.has(text.en)) return
    noted.add(text.en)
    pass(text)
  }
  return { here, note }
}

/** The records of files; `read` has those that were read. */
export function inputsOf(
  sources: readonly InputSource[],
  choice: InputChoice,
  context: InputContext,
): { readonly inputs: Inputs; readonly read: ReadonlyMap<string, ReadFile> } {
  const files = new Map<string, ReadFile>()
  const { kind, map = {}, date_order, match, without: _, ...reading } = choice
  const read_options: ReadOptions = {
    ...reading,
    kinds: kind ? { given: kind } : {},
    map,
    order: date_order ?? 'mdy',
    order_assumed: date_order === undefined,
    note: context.note,
    now: context.here.now,
    files,
  }
  const inputs: Inputs = {
    files: sources.map(({ name }) => name),
    batches: () => batchesOfAll(sources, read_options),
    match,
    rules: rulesOf(choice, context),
  }
  return { inputs, read: files }
}

/** The rules for parsing records. */
export function rulesOf({ date_order, match, without }: InputChoice, { here, note }: InputContext): ParseRules {
  return {
    here,
    order: date_order,
    partial: match?.[0] === 'id',
    without: new Set(without),
    unknown: (plural, field) =>
      note(t('ignored: {titles} have no field "{field}"', { titles: resources[plural].titles, field })),
    note,
  }
}

/** Parses records, and adds their keys to the table; one with the key of an earlier one has an error. */
class InputParser {
  readonly #inputs: Inputs
  readonly #rows: InputTable
  readonly #venues = new DescribedVenues()
  #count = 0

  constructor(inputs: Inputs, rows: InputTable) {
    this.#inputs = inputs
    this.#rows = rows
  }

  parse(items: readonly InputItem[]): readonly ParsedItem[] {
    const parsed = items.map((item) => this.#parsed(item))
    const keys = parsed.map(({ record, errors }) => {
      const [first] = record && errors.length === 0 ? keysOf(record, this.#inputs.match) : []
      return first
    })
    const duplicates = this.#rows.addKeys(parsed, keys)
    if (duplicates.size === 0) return parsed
    return parsed.map((item, i) => {
      const first = duplicates.get(item.n)
      return first ? { ...item, errors: [duplicateError(item, keys[i] ?? '', first)] } : item
    })
  }

  #parsed(item: InputItem): ParsedItem {
    const n = this.#count++
    if (!isEntry(item)) return { n, item, errors: item.errors }
    const { record, errors: own } = parseEntry(item, n, this.#inputs.rules)
    const errors = record.kind === 'events' ? [...own, ...this.#venues.errorsOf(record)] : own
    return { n, item, record, errors }
  }
}

/** Two records of one input that match each other would overwrite one another. */
function duplicateError({ record }: ParsedItem, key: string, earlier: InputLocation): InputError {
  const location = locationText(earlier)
  const kind = record?.kind ?? 'events'
  const { title, start_date } = record?.values ?? {}
  const isByStart = key.startsWith('title=') && key.includes('&start_date=')
  const isByUid = key.startsWith('uid:') && record?.uid !== undefined
  const shown = isByStart ? `${title}, ${start_date}` : isByUid ? `uid ${record.uid}` : key
  return {
    text: t('duplicate of {location} ({key})', { location, key: shown }),
    hint: isPlace(kind)
      ? t('remove one, or give them different names')
      : isByStart || isByUid
        ? t('remove one, or give each a slug or uid of its own')
        : t('remove one, or give them different slugs'),
  }
}
