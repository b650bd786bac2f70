// The meaning of a table header: a field of the interface, a part of one, or none.
import { firstItems, inShellQuotes } from '../../../base/text/quoted.ts'
import { getOrInsert } from '../../../base/collections.ts'
import { CalError } from '../../../base/errors.ts'
import { sameText, t } from '../../../base/text/language.ts'
import type { Plural } from '../../../spec/model.ts'
import { resourceNamed, resources } from '../../../spec/resources.ts'
import {
  clock_headers,
  field_of_header,
  ignored_headers,
  isEnglishWord,
  dates_beside_weekdays,
  normalizedHeader,
  second_meanings,
  weak_headers,
  weekday_headers,
} from './header-vocabulary.ts'
import { type Unit, unitOfColumn } from './units.ts'

/**
 * Targets in addition to the fields of the interface: parts of a field that has several columns. A date has its time in
 * another column, a price its sign, an address its second line. Whether an event is private or cancelled is a part of
 * its status.
 */
const parts: Readonly<Partial<Record<Plural, readonly string[]>>> = {
  events: [
    'start_day',
    'start_time',
    'end_day',
    'end_time',
    'currency_symbol',
    'currency_position',
    'privacy',
    'cancelled',
  ],
  venues: ['address_2', 'house_number'],
}

const parts_of_kinds = new Set(Object.values(parts).flat())

/** Whether a target is a part of a field. */
export function isPart(target: string): boolean {
  return parts_of_kinds.has(target) || target.startsWith('venue.')
}

/**
 * Why a column is ignored: the interface has no such field (`known`), its meaning is unknown, another column was mapped
 * to its field, or it has no name.
 */
export type DroppedColumn = 'known' | 'unknown' | 'replaced' | 'unnamed'

/** What a header means: a target, or nothing. */
export interface Meaning {
  /** A field, a part of one such as `start_day`, or a field of the venue of an event: `venue.city`. */
  readonly target?: string
  readonly dropped?: DroppedColumn
}

/** A column of a table. */
export interface Column extends Meaning {
  /** Its index. */
  readonly at: number
  /** As in the file. */
  readonly header: string
  /** Without blanks around it. */
  readonly label: string
  /** The header, or the field to which it is mapped. */
  readonly name: string
  /** The name as the vocabulary has it. */
  readonly word: string
  readonly isMapped: boolean
  /** Numbers are ids, not names. */
  readonly of_ids?: true
  /** Weekdays, which are not imported, but must be those of the dates. */
  readonly of_weekdays?: true
  /** Of the numbers below it: `Price (EUR)`. */
  readonly unit?: Unit
}

const address_fields: ReadonlySet<string> = new Set([
  'address',
  'address_2',
  'city',
  'country',
  'house_number',
  'province',
  'state',
  'stateprovince',
  'zip',
])

/** Fields of a venue that a row of an event may have for a new one. */
const venue_fields: ReadonlySet<string> = new Set([...address_fields, 'phone', 'website'])

/** List fields of an event, which may have several columns. */
export const joined_fields: ReadonlySet<string> = new Set(['categories', 'tags', 'organizer'])

/** Columns that identify records: rows with one of them may mean existing ones, whose other fields stay unchanged. */
const identifying_columns = ['id', 'slug', 'uid', 'key', 'kind']

/** `Event Start Date?` → `event_start_date` */
export function normalHeader(header: string): string {
  return header
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.]+/gu, '_')
    .replace(/^_+|(?<!_)_+$/g, '')
}

/**
 * The meaning of a header among the fields of a kind. `id`, `uid`, `key`, `kind` and the `slug` of a venue or organizer
 * identify rows.
 */
export function meaningOf(header: string, kind: Plural): Meaning {
  if (header.trim() === '') return { dropped: 'unnamed' }
  if (header.trim() === '_error') return { dropped: 'known' }
  const { singular } = resources[kind]
  const words = spellingsOf(header).flatMap((word) =>
    word.startsWith(singular) && word !== singular ? [word.slice(singular.length), word] : [word],
  )
  const target = words.map((word) => targetsOf(kind).get(word)).find((one) => one !== undefined)
  if (target !== undefined) return { target }
  // `image.url` is a column of our own tables.
  const isNested = /^\w+(\.\w+)+$/.test(header.trim())
  return { dropped: isNested || words.some((word) => ignored_headers.has(word)) ? 'known' : 'unknown' }
}

/** Without what is in parentheses: `Date (dd.mm.yyyy)` is a date. `Date (Start)` as a whole is the start. */
function spellingsOf(header: string): readonly string[] {
  return [...new Set([header, header.replace(/\([^)]{0,200}\)/g, ' ')])].map(normalizedHeader)
}

/** Whether a cell is certainly the header of a column of some kind. */
export function isHeader(cell: string): boolean {
  if (isWeak(cell)) return false
  const meanings = Object.values(resources).map(({ plural }) => meaningOf(cell, plural))
  return meanings.some(({ dropped }) => dropped === undefined || dropped === 'known')
}

const targets_of_kinds = new Map<Plural, ReadonlyMap<string, string>>()

/** What the headers in a table of a kind mean, by their normalized spelling. */
function targetsOf(kind: Plural): ReadonlyMap<string, string> {
  return getOrInsert(targets_of_kinds, kind, () => {
    const { fields, name } = resources[kind]
    const own = [...Object.keys(fields), ...identifying_columns, ...(parts[kind] ?? [])]
    if (kind === 'events') own.push('duration')
    return new Map([
      ...(kind === 'events' ? targetsOfVenue() : []),
      ...[...field_of_header].filter(([, field]) => own.includes(field)),
      ...own.map((field) => [normalizedHeader(field), field] as const),
      ['name', name],
    ])
  })
}

/** `venuecity`, `placestreet`, `locationaddress`, and `venue.city` and `venue.name` of tables of nested records. */
function targetsOfVenue(): readonly (readonly [header: string, target: string])[] {
  return ['venue', 'location', 'place', 'veranstaltungsort'].flatMap((prefix) =>
    [...targetsOf('venues'), ['region', 'stateprovince'] as const].flatMap(([word, field]) => {
      const target = `venue.${field}`
      if (field === resources.venues.name) return [[`${prefix}.${word}`, field] as const]
      return venue_fields.has(field) ? [[`${prefix}${word}`, target] as const, [`${prefix}.${word}`, target]] : []
    }),
  )
}

/** The field that a target is or is a part of: a day counts for its date. */
export function fieldOfTarget(target: string): string {
  return target === 'start_day' || target === 'end_day' ? target.replace('day', 'date') : target
}

/** The kind that these headers determine; undefined if they fit several, as dates and venues without titles do. */
export function kindOfHeaders(headers: readonly string[]): Plural | undefined {
  return kindOfThese(headers.filter((header) => !isWeak(header))) ?? kindOfThese(headers)
}

function isWeak(header: string): boolean {
  return weak_headers.has(normalizedHeader(header))
}

function kindOfThese(headers: readonly string[]): Plural | undefined {
  const kind = kindNamedIn(headers)
  return kind === undefined || kind === 'events' || !isOfDates(headers, kind) ? kind : undefined
}

/** Whether a table of another kind has days or times of day, and no mark of an export, where `date` is another one. */
function isOfDates(headers: readonly string[], kind: Plural): boolean {
  const dates = datesIn(headers)
  if (dates.length === 0 || headers.some((header) => header === 'slug' || header === 'date_utc')) return false
  return dates.some((header) => header !== 'date') || headers.some((one) => meaningOf(one, kind).dropped === 'unknown')
}

/** The columns with days or times of day, as events have them. */
function datesIn(headers: readonly string[]): readonly string[] {
  return headers.filter((header) =>
    /^(?:date|(?:start|end)_(?:day|time))$/.test(meaningOf(header, 'events').target ?? ''),
  )
}

function kindNamedIn(headers: readonly string[]): Plural | undefined {
  const names = headers.map(normalHeader)
  const bare = new Set(names.map((name) => name.replace(/^event_/, '')))
  if (names.some((name) => name.startsWith('event_')) || isDated(headers)) return 'events'
  for (const kind of ['venues', 'organizers'] as const) {
    const { singular } = resources[kind]
    if (names.includes(singular) || names.some((name) => name.startsWith(`${singular}_`))) return kind
  }
  const first = names.map((name) => /^(category|tag)_name$/.exec(name)?.[1]).find((name) => name !== undefined)
  if (first) return resourceNamed(first)?.plural
  return bare.has('name') && bare.has('parent') ? 'categories' : undefined
}

/** True if a column has the start of events, or titles that cannot be names of other records. */
function isDated(headers: readonly string[]): boolean {
  const targets = headers.map((header) => meaningOf(header, 'events').target)
  const has = (...wanted: readonly string[]) => targets.some((target) => wanted.includes(target ?? ''))
  const isTitle = (header: string, i: number) => targets[i] === 'title' && normalizedHeader(header) !== 'name'
  if (has('start_date', 'start_day') || headers.some(isTitle)) return true
  return has('title') && has('date', 'start_time')
}

/** Header → field, as `--map` gives it. */
type Renaming = Readonly<Record<string, string>>

export interface HeaderRow {
  readonly file: string
  readonly headers: readonly string[]
  readonly kind: Plural
  readonly map: Renaming
}

/** The header, or the field it is mapped to; case-insensitive. */
export function headerOf(header: string, map: Renaming): string {
  return mappedTo(header, map) ?? header
}

function mappedTo(header: string, map: Renaming): string | undefined {
  return (
    (Object.hasOwn(map, header) ? map[header] : undefined) ??
    Object.entries(map).find(([column]) => isSameColumn(column, header))?.[1]
  )
}

export function isSameColumn(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase()
}

/**
 * The columns of a table with what they mean.
 * Errors: `usage` if two columns mean one field, or if no column has the name of records or the start of events, so
 *         that every row would be rejected.
 */
export function columnsOf(row: HeaderRow): readonly Column[] {
  const { headers, kind, map } = row
  const names = headers.map((header) => headerOf(header, map))
  const words = names.map(normalizedHeader)
  const read = headers.map((header, at): Column => {
    const [name, written] = [names[at] ?? '', words[at] ?? '']
    const meaning: Meaning = isEnglishWord(written, words) ? { dropped: 'unknown' } : meaningOf(name, kind)
    const word = spellingsOf(name).find((one) => targetsOf(kind).has(one)) ?? written
    const isMapped = mappedTo(header, map) !== undefined
    const of_ids = isOfIds(header, meaning) && { of_ids: true as const }
    const label = header.trim()
    const unit = unitOfColumn({ label, ...meaning }, (bare) => meaningOf(bare, kind).target)
    return { at, header, label, name, word, isMapped, ...meaning, ...of_ids, ...(unit && { unit }) }
  })
  const all = rules.reduce((columns, rule) => columns.map((column) => rule(column, columns, kind)), read)
  const of_fields = new Map<string, Column[]>()
  for (const column of [...all.filter(({ isMapped }) => isMapped), ...all.filter(({ isMapped }) => !isMapped)])
    getOrInsert(of_fields, fieldOfTarget(column.target ?? ''), () => []).push(column)
  const columns = all.map((column) => withoutConflict(column, of_fields, row.file))
  const { name } = resources[kind]
  if (!has(columns, name, ...identifying_columns)) throw missingColumn(columns, row, name)
  // `start_time` may be a date and time, as in Facebook's files.
  const isDated =
    has(columns, 'start_date', 'start_day', ...identifying_columns) || read.some(({ word }) => word === 'starttime')
  if (kind === 'events' && !isDated) throw missingColumn(columns, row, 'start_date')
  return columns
}

function has(columns: readonly Column[], ...targets: readonly string[]): boolean {
  return columns.some(({ target }) => targets.includes(target ?? ''))
}

/** `Venue ID`, mapped to `venue`, has ids, not names. */
function isOfIds(header: string, { target = '' }: Meaning): boolean {
  return (joined_fields.has(target) || target === 'venue') && /(?<!names?or)ids?$/.test(normalizedHeader(header))
}

function meant(column: Column, meaning: Meaning): Column {
  const { target: _target, dropped: _dropped, ...rest } = column
  return { ...rest, ...meaning }
}

/** Changes the meaning of a column by the others of its table. */
type ColumnRule = (column: Column, columns: readonly Column[], kind: Plural) => Column

/** Each is applied to the result of those before it. */
const rules: readonly ColumnRule[] = [
  withoutRepeat,
  withTermName,
  withSecondMeaning,
  withWeekdays,
  ...[withRepeatedClock, withDateColumn, withAddress].map(
    (rule): ColumnRule =>
      (column, columns, kind) =>
        kind === 'events' ? rule(column, columns) : column,
  ),
  withWeakHeader,
  withHouseNumber,
  withUnit,
]

/** Names that lists print for the same linked records; the first one is read. */
const columns_of_links = [
  ['venue.slug', 'venue.id', 'venue.venue'],
  ['organizer', 'organizer.organizer'],
  ['categories', 'categories.name'],
  ['tags', 'tags.name'],
]

/**
 * Drops redundant columns: printed lists have several columns for a linked record, and both the URL and the website of
 * an event. If rows name their kinds, some may use `name` and others `title`.
 */
function withoutRepeat(column: Column, columns: readonly Column[]): Column {
  const { name, word, target } = column
  const isNamed = (other: string) => columns.some((one) => one.name === other)
  if (name === 'url' && isNamed('website') && isNamed('id')) return meant(column, { dropped: 'known' })
  const isLinked = columns_of_links.some((same) => same.slice(0, Math.max(same.indexOf(name), 0)).some(isNamed))
  const isSecondName =
    word === 'name' && has(columns, 'kind') && columns.some((other) => other !== column && other.target === target)
  return isLinked || isSecondName ? meant(column, { dropped: 'replaced' }) : column
}

/** `Tag` or `Schlagwort` is the name in a table of tags, if no other column is. */
function withTermName(column: Column, columns: readonly Column[], kind: Plural): Column {
  const { name, singular } = resources[kind]
  const isKind = column.word === singular || field_of_header.get(column.word) === kind
  return isKind && column.dropped === 'unknown' && !has(columns, name) ? meant(column, { target: name }) : column
}

/** `Termin` is the title, or the date where another column is the title, even next to a time such as `Beginn`. */
function withSecondMeaning(column: Column, columns: readonly Column[], kind: Plural): Column {
  const meaning = second_meanings.find((one) => one.kind === kind && one.header === column.word)
  if (!meaning || column.target !== meaning.first) return column
  const others = (target: string) => columns.filter((other) => other !== column && other.target === target)
  if (others(meaning.first).length === 0) return column
  const taken = others(meaning.second)
  if (taken.length === 0) return { ...column, target: meaning.second }
  const isDay = meaning.second === 'start_date' && taken.every(({ word }) => clock_headers.has(word))
  return isDay ? { ...column, target: 'date' } : column
}

/** `Tag` next to `Datum` is the day of the week; in an English table it is a tag. */
function withWeekdays(column: Column, columns: readonly Column[]): Column {
  const date = dates_beside_weekdays.get(column.word)
  const isDated = date !== undefined && columns.some(({ word }) => word === date)
  return weekday_headers.has(column.word) || isDated
    ? { ...meant(column, { dropped: 'known' }), of_weekdays: true }
    : column
}

const repeated_clocks: ReadonlySet<string> = new Set(['debut', 'fin'])

/** Outlook in French writes `Début`, `Début`, `Fin`, `Fin`: the day and its time. */
function withRepeatedClock(column: Column, columns: readonly Column[]): Column {
  const [, side] = /^(start|end)_date$/.exec(column.target ?? '') ?? []
  const same = repeated_clocks.has(column.word) ? columns.filter(({ word }) => word === column.word) : []
  if (side === undefined || same.length !== 2) return column
  return { ...column, target: same[0] === column ? `${side}_day` : `${side}_time` }
}

/**
 * A column `Date` is the day of the event if no other column is (decision 15); `Start` and `End` are then times of day,
 * but `End` beside `End time` is the last day.
 */
function withDateColumn(column: Column, columns: readonly Column[]): Column {
  const { target, word } = column
  const [, side] = /^(?:(start|end)_)?date$/.exec(target ?? '') ?? []
  if ((target !== 'date' && (side === undefined || !clock_headers.has(word))) || !has(columns, 'date')) return column
  const isStart = (one: Column) => has([one], 'start_date', 'start_day') && !clock_headers.has(one.word)
  const isLastDay = side === 'end' && has(columns, 'end_time')
  const isOfPublication = has(columns, 'id') && !has(columns, 'start_time')
  if (isOfPublication || columns.some(isStart) || isLastDay) return column
  return { ...column, target: side === undefined ? 'start_day' : `${side}_time` }
}

const town_headers: ReadonlySet<string> = new Set(['ort', 'plaats'])

/**
 * `Street`, `City` and `Zip` beside the venue of an event are parts of its address, and so is `Ort` beside another
 * column for the venue. `State` alone may be a status.
 */
function withAddress(column: Column, columns: readonly Column[]): Column {
  const field = addressField(column)
  const isOpen = field !== undefined && column.dropped === 'unknown'
  const venues = isOpen || column.target === 'venue' ? columns.filter(({ target }) => target === 'venue') : []
  const isCity =
    town_headers.has(column.word) && venues.includes(column) && venues.some(({ word }) => !town_headers.has(word))
  if (!isOpen && (!isCity || columns.some((one) => addressField(one) === 'city'))) return column
  const isPlaced = columns.some(
    (one) => one.target?.startsWith('venue.') || ['address', 'city', 'zip'].includes(addressField(one) ?? ''),
  )
  return venues.length > 0 && isPlaced ? meant(column, { target: `venue.${isOpen ? field : 'city'}` }) : column
}

/** `Hausnummer` belongs to the street; without one it means nothing. */
function withHouseNumber(column: Column, columns: readonly Column[]): Column {
  const street = column.target?.replace(/house_number$/, 'address')
  const isAlone = street !== undefined && street !== column.target && !has(columns, street)
  return isAlone ? meant(column, { dropped: 'unknown' }) : column
}

/** `Room` is the venue, or a part of it if another column is the venue. */
function withWeakHeader(column: Column, columns: readonly Column[]): Column {
  const { target = '', word, at } = column
  const isSecond = columns.some((other) => has([other], target) && (!isWeak(other.word) || other.at < at))
  return isWeak(word) && isSecond ? meant(column, { dropped: 'unknown' }) : column
}

/** `Kosten in CHF` is a cost, if no other column may be one. `Dauer min` beside `Dauer max` has no minutes. */
function withUnit(column: Column, columns: readonly Column[]): Column {
  const { target, unit, word } = column
  if (target !== undefined || !unit) return column
  const maximum = word.replace(/min$/, 'max')
  const isSame = (one: Column) => one !== column && ((one.target ?? one.unit?.of) === unit.of || one.word === maximum)
  return columns.some(isSame) ? column : meant(column, { target: unit.of })
}

function addressField({ word }: Column): string | undefined {
  const field = targetsOf('venues').get(word)
  return field !== undefined && address_fields.has(field) ? field : undefined
}

/**
 * Lists and the privacy may have several columns; any other field has one, preferably a mapped one (decision 16), and a
 * part of the address of a venue the first one. `of_fields`: the columns of each field, mapped ones first.
 */
function withoutConflict(column: Column, of_fields: ReadonlyMap<string, readonly Column[]>, file: string): Column {
  const { target, isMapped } = column
  if (target === undefined || joined_fields.has(target) || target === 'privacy') return column
  const field = fieldOfTarget(target)
  const other = of_fields.get(field)?.find((one) => one !== column)
  if (!other || (isMapped && !other.isMapped)) return column
  if (other.isMapped && !isMapped) return meant(column, { dropped: 'replaced' })
  // What the second one says is noted in the rows.
  if (target.startsWith('venue.')) return column
  throw sameFieldError([column.header, other.header], field, isMapped ? '--map' : `${file}:1`)
}

function sameFieldError([one, other]: readonly [string, string], target: string, where: string): CalError {
  const hint =
    where === '--map'
      ? t('map one of them only')
      : one.trim() === other.trim()
        ? t('rename or remove one of them')
        : t('choose one: --map "{one}={target}"', { one: inShellQuotes(one.trim()), target })
  return new CalError('usage', t('{where}: "{one}" and "{other}" both mean {target}', { where, one, other, target }), {
    hint,
  })
}

const columns_listed_max = 10

function missingColumn(columns: readonly Column[], { file, headers, kind }: HeaderRow, field: string): CalError {
  const unknown = columns.filter(({ dropped: why }) => why === 'unknown').map(({ header }) => header)
  const candidates = unknown.length > 0 ? unknown : headers.filter((header) => header.trim() !== '')
  // Of several, any one would be a guess.
  const [only] = unknown.length === 1 ? unknown : []
  const list = firstItems(candidates, columns_listed_max)
  const { title } = resources[kind]
  const text =
    field === 'start_date'
      ? t('{file}:1: no column contains the start of events', { file })
      : t('{file}:1: no column contains the {field} ({title})', { file, field, title })
  const column = only === undefined ? t('COLUMN') : sameText(inShellQuotes(only))
  return new CalError('usage', text, {
    hint:
      unknown.length > 0
        ? t('specify it: --map "{column}={field}"; unknown columns: {list}', { column, field, list })
        : t('specify it: --map "{column}={field}"; the columns are {list}', { column, field, list }),
  })
}
