// The meaning of a table header: a field of the interface, a part of one, or none.
import { getOrInsert } from '../../../base/collections.ts'
import { CalError } from '../../../base/errors.ts'
import { sameText, t } from '../../../base/text/language.ts'
import type { Plural } from '../../../spec/model.ts'
import { resourceNamed, resources } from '../../../spec/resources.ts'
import type { ColumnNames } from '../entry.ts'
import {
  clock_headers,
  field_hints,
  field_of_header,
  ignored_headers,
  isEnglishWord,
  dates_beside_weekdays,
  second_meanings,
  weekday_headers,
} from './header-vocabulary.ts'

const part_names = [
  'start_day',
  'start_time',
  'end_day',
  'end_time',
  'currency_symbol',
  'currency_position',
  'address_2',
  'privacy',
] as const

/**
 * A part of a field that has several columns: a date and its time, a price and its sign, the lines of an address. The
 * privacy of an event is a part of its status.
 */
export type ColumnPart = (typeof part_names)[number]

/**
 * Why a column is ignored: the interface has no such field (`known`), its meaning is unknown, another column was mapped
 * to its field, or it has no name.
 */
export type DroppedColumn = 'known' | 'unknown' | 'replaced' | 'unnamed'

/** What a column means: a field, a part of one, a field of the venue of an event, or nothing. */
export type Column =
  | {
      readonly field: string
      /** Numbers are ids, not names. */
      readonly of_ids?: true
    }
  | { readonly part: ColumnPart }
  | { readonly venue_field: string }
  | {
      readonly dropped: DroppedColumn
      /** Weekdays, which are not imported, but must be those of the dates. */
      readonly of_weekdays?: true
    }

const address_fields: ReadonlySet<string> = new Set([
  'address',
  'city',
  'country',
  'province',
  'state',
  'stateprovince',
  'zip',
])

/** Fields of a venue that a row of an event may have for a new one. */
const venue_fields: ReadonlySet<string> = new Set([...address_fields, 'phone', 'website'])

/** List fields of an event, which may have several columns. */
export const joined_fields: ReadonlySet<string> = new Set(['categories', 'tags', 'organizer'])

/** Columns that identify records. */
const beside_fields: readonly string[] = ['id', 'uid', 'key', 'kind', 'slug']

/** `Event Start Date?` → `event_start_date` */
function normalHeader(header: string): string {
  return header
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.]+/gu, '_')
    .replace(/^_+|(?<!_)_+$/g, '')
}

const umlauts: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' }

/** `Start-Date`, `startDate`, `START DATE:` → `startdate`; `Ganztägig` → `ganztaegig` */
export function normalizedHeader(header: string): string {
  const letters = header
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => umlauts[letter] ?? letter)
  return letters
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}.]+/gu, '')
    .replace(/^\.+|(?<!\.)\.+$/g, '')
}

/**
 * The meaning of a column among the fields of a kind. `id`, `uid`, `key`, `kind` and the `slug` of a venue or organizer
 * identify rows.
 */
export function columnOf(header: string, kind: Plural): Column {
  if (header.trim() === '') return { dropped: 'unnamed' }
  if (header.trim() === '_error') return { dropped: 'known' }
  const { singular } = resources[kind]
  // `Date (dd.mm.yyyy)` is a date; `Date (Start)` is the start.
  const spellings = [...new Set([header, header.replace(/\([^)]{0,200}\)/g, ' ')])].map(normalizedHeader)
  const names = spellings.flatMap((name) =>
    name.startsWith(singular) && name !== singular ? [name.slice(singular.length), name] : [name],
  )
  for (const name of names) {
    const column = columnNamed(name, kind) ?? (kind === 'events' ? venueColumn(name) : undefined)
    if (column) return column
  }
  // `venue.city` is a column of our own tables.
  const isNested = /^\w+(\.\w+)+$/.test(header.trim())
  return { dropped: isNested || names.some((name) => ignored_headers.has(name)) ? 'known' : 'unknown' }
}

/** Whether a cell is the header of a column of some kind. */
export function isHeader(cell: string): boolean {
  return Object.values(resources).some(({ plural }) => {
    const column = columnOf(cell, plural)
    return !('dropped' in column) || column.dropped === 'known'
  })
}

/** `venuecity`, `locationaddress` */
function venueColumn(name: string): Column | undefined {
  const [, rest] = /^(?:venue|location|veranstaltungsort)(\w+)$/.exec(name) ?? []
  const column = rest === undefined ? undefined : columnNamed(rest, 'venues')
  return column && 'field' in column && venue_fields.has(column.field) ? { venue_field: column.field } : undefined
}

function columnNamed(name: string, kind: Plural): Column | undefined {
  const field = name === 'name' ? resources[kind].name : (fieldsOf(kind).get(name) ?? field_of_header.get(name))
  if (field === undefined) return undefined
  const part = part_names.find((one) => one === field)
  if (part) return kind === (part === 'address_2' ? 'venues' : 'events') ? { part } : undefined
  return fieldsOf(kind).has(normalizedHeader(field)) ? { field } : undefined
}

const fields_of_kinds = new Map<Plural, ReadonlyMap<string, string>>()

/** By normalized header, the fields and parts of a kind under their own names. */
function fieldsOf(kind: Plural): ReadonlyMap<string, string> {
  return getOrInsert(fields_of_kinds, kind, () => {
    const own = [
      ...Object.keys(resources[kind].fields),
      ...beside_fields,
      ...part_names,
      ...(kind === 'events' ? ['duration'] : []),
    ]
    return new Map(own.map((field) => [normalizedHeader(field), field]))
  })
}

/**
 * Column names by field, with the field in parentheses if its name differs. A day column counts for the date that it is
 * part of.
 */
export function columnNamesOf(headers: readonly string[], columns: readonly Column[]): ColumnNames {
  const names = new Map<string, string[]>()
  for (const [i, column] of columns.entries()) {
    const field =
      'field' in column ? column.field : 'part' in column ? column.part.replace(/_day$/, '_date') : undefined
    if (field !== undefined) names.set(field, [...(names.get(field) ?? []), headers[i]?.trim() ?? ''])
  }
  return Object.fromEntries(
    [...names].map(([field, own]) => [
      field,
      own.every((name) => normalHeader(name) === field) ? own.join(', ') : `${own.join(', ')} (${field})`,
    ]),
  )
}

/** The kind that these headers determine; undefined if they fit several. */
export function kindOfHeaders(headers: readonly string[]): Plural | undefined {
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
  const targets = headers.map((header) => ({
    header: normalizedHeader(header),
    target: targetOf(columnOf(header, 'events')),
  }))
  const has = (...wanted: readonly string[]) => targets.some(({ target }) => wanted.includes(target ?? ''))
  if (has('start_date', 'start_day') || targets.some(({ header, target }) => target === 'title' && header !== 'name'))
    return true
  return has('title') && has('date', 'start_time')
}

/** The field, or the part of one, that a column means. */
export function targetOf(column: Column): string | undefined {
  return 'field' in column ? column.field : 'part' in column ? column.part : undefined
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
 * What each column means.
 * Errors: `usage` if two columns mean one field, or if no column has the name of records or the start of events, so
 *         that every row would be rejected.
 */
export function meaningsOf(row: HeaderRow): readonly Column[] {
  const { headers, kind, map } = row
  const names = headers.map((header) => headerOf(header, map))
  const normalized = names.map(normalizedHeader)
  const plain = withSecondMeanings(
    withoutRepeats(
      names.map((name, i) =>
        isEnglishWord(normalized[i] ?? '', normalized)
          ? { dropped: 'unknown' }
          : withIds(columnOf(name, kind), headers[i] ?? ''),
      ),
      names,
    ),
    names,
    kind,
  ).map((column, i) => (isWeekday(i, normalized) ? { dropped: 'known' as const, of_weekdays: true as const } : column))
  const dated =
    kind === 'events' ? withAddressColumns(withDateColumn(withRepeatedClocks(plain, names), names), names) : plain
  const columns = withoutConflicts(dated, row)
  requireName(columns, row)
  // `start_time` may be a date and time, as in Facebook's files.
  const isDated =
    columns.some(means('start_date', 'start_day', ...identifying_columns)) ||
    names.some((name) => normalizedHeader(name) === 'starttime')
  if (kind === 'events' && !isDated) throw missingColumn(columns, row, 'start_date')
  return columns
}

/** `Venue ID`, mapped to `venue`, has ids, not names. */
function withIds(column: Column, header: string): Column {
  const links = 'field' in column && (joined_fields.has(column.field) || column.field === 'venue')
  return links && /(?<!names?or)ids?$/.test(normalizedHeader(header)) ? { ...column, of_ids: true } : column
}

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
function withoutRepeats(columns: readonly Column[], names: readonly string[]): readonly Column[] {
  const linked = columns_of_links.flatMap((same) => same.filter((name) => names.includes(name)).slice(1))
  const hasWebsite = names.includes('website') && names.includes('id')
  const isSecondName = (i: number) =>
    normalizedHeader(names[i] ?? '') === 'name' &&
    columns.some(means('kind')) &&
    columns.some((other, j) => j !== i && targetOf(other) === targetOf(columns[i] ?? other))
  return columns.map((column, i) => {
    const name = names[i] ?? ''
    if (hasWebsite && name === 'url') return { dropped: 'known' }
    return linked.includes(name) || isSecondName(i) ? { dropped: 'replaced' } : column
  })
}

/** `Tag` next to `Datum` is the day of the week; in an English table it is a tag. */
function isWeekday(i: number, normalized: readonly string[]): boolean {
  const name = normalized[i] ?? ''
  const date = dates_beside_weekdays.get(name)
  return weekday_headers.has(name) || (date !== undefined && normalized.includes(date))
}

/** `Termin` is the title, or the date where another column is the title. */
function withSecondMeanings(columns: readonly Column[], names: readonly string[], kind: Plural): readonly Column[] {
  return columns.map((column, i) => {
    const meaning = second_meanings.find((one) => one.kind === kind && one.header === normalizedHeader(names[i] ?? ''))
    if (!meaning || targetOf(column) !== meaning.first) return column
    const taken = (field: string) => columns.some((other, j) => j !== i && targetOf(other) === field)
    return taken(meaning.first) && !taken(meaning.second) ? { field: meaning.second } : column
  })
}

/** A list and the privacy may have several columns, any other field has one, preferably a mapped one (decision 16). */
function withoutConflicts(columns: readonly Column[], { file, headers, map }: HeaderRow): readonly Column[] {
  const mapped = headers.map((header) => mappedTo(header, map) !== undefined)
  const targets = columns.map((column) => targetOf(column)?.replace(/_day$/, '_date'))
  return columns.map((column, i) => {
    const target = targets[i]
    const others =
      target === undefined || joined_fields.has(target) || target === 'privacy'
        ? []
        : targets.flatMap((other, j) => (j !== i && other === target ? [j] : []))
    const [other_column] = others.some((j) => mapped[j]) ? others.filter((j) => mapped[j]) : others
    if (other_column === undefined || target === undefined) return column
    if (!mapped[other_column] && mapped[i]) return column
    if (mapped[other_column] && !mapped[i]) return { dropped: 'replaced' }
    throw sameFieldError([headers[i] ?? '', headers[other_column] ?? ''], target, mapped[i] ? '--map' : `${file}:1`)
  })
}

function sameFieldError([one, other]: readonly [string, string], target: string, where: string): CalError {
  const hint =
    where === '--map'
      ? t('map one of them only')
      : one.trim() === other.trim()
        ? t('rename or remove one of them')
        : t('choose one: --map "{one}={target}"', { one: one.trim(), target })
  return new CalError('usage', t('{where}: "{one}" and "{other}" both mean {target}', { where, one, other, target }), {
    hint,
  })
}

/** Rows with one of these may mean existing records, whose other fields are left unchanged. */
const identifying_columns = ['id', 'slug', 'uid', 'key', 'kind']

function requireName(columns: readonly Column[], row: HeaderRow): void {
  const { name } = resources[row.kind]
  if (!columns.some(means(name, ...identifying_columns))) throw missingColumn(columns, row, name)
}

const columns_listed_max = 10

function missingColumn(columns: readonly Column[], { file, headers, kind }: HeaderRow, field: string): CalError {
  const unknown = headers.filter((header, i) => {
    const column = columns[i]
    return column && 'dropped' in column && column.dropped === 'unknown' && header.trim() !== ''
  })
  const candidates = unknown.length > 0 ? unknown : headers.filter((header) => header.trim() !== '')
  const best =
    candidates.find((header) => suggestedField(header, kind, []) === field) ??
    (unknown.length > 0 ? unknown[0] : undefined)
  const list = `${candidates.slice(0, columns_listed_max).join(', ')}${candidates.length > columns_listed_max ? ', …' : ''}`
  const { title } = resources[kind]
  const text =
    field === 'start_date'
      ? t('{file}:1: no column contains the start of events', { file })
      : t('{file}:1: no column contains the {field} ({title})', { file, field, title })
  const column = best === undefined ? t('COLUMN') : sameText(best)
  return new CalError('usage', text, {
    hint:
      unknown.length > 0
        ? t('specify it: --map "{column}={field}"; unknown columns: {list}', { column, field, list })
        : t('specify it: --map "{column}={field}"; the columns are {list}', { column, field, list }),
  })
}

/** A field that the name of an unknown column suggests; undefined if no field without a column fits. */
export function suggestedField(header: string, kind: Plural, columns: readonly Column[]): string | undefined {
  const name = normalizedHeader(header)
  const { fields } = resources[kind]
  const isFree = (field: string) =>
    (Object.hasOwn(fields, field) || (kind === 'events' && field === 'start_time')) &&
    (joined_fields.has(field) || !columns.some(means(field)))
  return [
    ...field_hints
      .filter(([pattern]) => pattern.test(name))
      .map(([, field]) => (field === 'title' ? resources[kind].name : field)),
    'description',
  ].find(isFree)
}

const repeated_clocks: ReadonlySet<string> = new Set(['debut', 'fin'])

/** Outlook in French writes `Début`, `Début`, `Fin`, `Fin`: the day and its time. */
function withRepeatedClocks(columns: readonly Column[], names: readonly string[]): readonly Column[] {
  const headers = names.map(normalizedHeader)
  return columns.map((column, i) => {
    const side = means('start_date')(column) ? 'start' : means('end_date')(column) ? 'end' : undefined
    if (side === undefined || !repeated_clocks.has(headers[i] ?? '')) return column
    const same = headers.flatMap((header, j) => (header === headers[i] ? [j] : []))
    if (same.length !== 2) return column
    return { part: same[0] === i ? (`${side}_day` as const) : (`${side}_time` as const) }
  })
}

/**
 * A column `Date` is the day of the event if no other column is (decision 15); `Start` and `End` are then times of day.
 */
function withDateColumn(columns: readonly Column[], names: readonly string[]): readonly Column[] {
  const isClock = (i: number) => clock_headers.has(normalizedHeader(names[i] ?? ''))
  const hasStart = columns.some(
    (column, i) => means('id')(column) || (!isClock(i) && means('start_date', 'start_day')(column)),
  )
  if (hasStart || !columns.some(means('date'))) return columns
  return columns.map((column, i) => {
    if (means('date')(column)) return { part: 'start_day' }
    if (isClock(i) && means('start_date')(column)) return { part: 'start_time' }
    return isClock(i) && means('end_date')(column) ? { part: 'end_time' } : column
  })
}

/**
 * `Street`, `City` and `Zip` beside the venue of an event are parts of its address, and so is `Ort` beside another
 * column for the venue. `State` alone may be a status.
 */
function withAddressColumns(columns: readonly Column[], names: readonly string[]): readonly Column[] {
  const fields = names.map((name) => {
    const column = columnNamed(normalizedHeader(name), 'venues')
    return column && 'field' in column && address_fields.has(column.field) ? column.field : undefined
  })
  const isPlaced = columns.some(
    (column, i) => 'venue_field' in column || ['address', 'city', 'zip'].includes(fields[i] ?? ''),
  )
  const venues = columns.filter(means('venue')).length
  if (venues === 0 || !isPlaced) return columns
  return columns.map((column, i) => {
    const field = fields[i]
    if (field !== undefined && 'dropped' in column && column.dropped === 'unknown') return { venue_field: field }
    const isCity = venues > 1 && means('venue')(column) && normalizedHeader(names[i] ?? '') === 'ort'
    return isCity && !fields.includes('city') ? { venue_field: 'city' } : column
  })
}

function means(...names: readonly string[]): (column: Column) => boolean {
  return (column) => names.includes(targetOf(column) ?? '')
}
