// The header row of a table: the kind of its rows, the meaning of each column, and the columns that are ignored.
import { CalError } from '../../../base/errors.ts'
import { getOrInsert } from '../../../base/collections.ts'
import { type Language, t, type Text, warningText } from '../../../base/text/language.ts'
import { inShellQuotes, quoted } from '../../../base/text/quoted.ts'
import type { Plural } from '../../../spec/model.ts'
import { resourceNamed, resources } from '../../../spec/resources.ts'
import type { DateOrder } from '../../../base/dates/days.ts'
import { day_first_headers, isEnglishWord, normalizedHeader, writtenOrder } from './header-vocabulary.ts'
import {
  type Column,
  columnsOf,
  type DroppedColumn,
  fieldOfTarget,
  headerOf,
  isSameColumn,
  kindOfHeaders,
  meaningOf,
  normalHeader,
} from './headers.ts'
import type { ColumnNames, InputError } from '../entry.ts'
import type { InputSource } from '../source.ts'
import type { KindOptions } from '../formats/record-kind.ts'

export interface SheetOptions {
  readonly kinds: KindOptions
  /** Header → field, from `--map "Column=field"`. */
  readonly map: Readonly<Record<string, string>>
  readonly order: DateOrder
  /** The order is only the default: dates that contradict it are an error, ambiguous dates are reported. */
  readonly order_assumed?: boolean
  /** Called with the headers before they are interpreted. */
  readonly onHeaders: (table: TableHeaders) => void
  /** Called with notes for the user, such as ignored columns. */
  readonly note: (text: Text) => void
  /** Called with warnings about single rows. */
  readonly warn: (cause: string, text: Text) => void
  /** The name of the sheet of a workbook; the first one by default. */
  readonly sheet?: string
}

export interface TableHeaders {
  readonly headers: readonly string[]
  readonly delimiter: string
}

/** The columns of a table for rows of a kind. */
export interface TableColumns {
  readonly columns: readonly Column[]
  readonly column_names: ColumnNames
  readonly kind: Plural
  /** Those that are not imported. */
  readonly ignored: readonly Column[]
  /** Those that can have days: some programs write a date and time in `start_time`. */
  readonly of_days: readonly Column[]
  /** Those with the address of a venue. */
  readonly of_address: readonly Column[]
  /** The headers say that times are in UTC. */
  readonly is_utc: boolean
}

/** The header row of a table. If each row names its kind, the columns are read for that kind. */
export class SheetHeader {
  readonly order: DateOrder
  readonly #source: InputSource
  readonly #headers: readonly string[]
  readonly #reading: SheetOptions
  readonly #kind: Plural | undefined
  /** The column with the kind of each row; -1 if there is none. */
  readonly #kind_at: number
  readonly #by_kind = new Map<Plural, TableColumns>()
  /** Columns without a name are reported only if a row has a value there: trailing separators make empty ones. */
  readonly #reported = new Set<number>()

  constructor(source: InputSource, headers: readonly string[], reading: SheetOptions) {
    this.#source = source
    this.#headers = headers
    this.#reading = reading
    this.order = orderOf(headers, reading)
    this.#kind = kindOfCsv(source, headers, reading)
    this.#kind_at = headers.findIndex((header) => isSameColumn(headerOf(header, reading.map), 'kind'))
    if (this.#kind_at === -1 && this.#kind) this.#report(this.#columnsFor(this.#kind), 1, ({ label }) => label !== '')
  }

  /** undefined for a row of an unknown kind. */
  columnsOf(cells: readonly string[], line: number): TableColumns | undefined {
    const kind = resourceNamed(this.#kindCell(cells).toLowerCase())?.plural ?? this.#kind
    if (!kind) return undefined
    const columns = this.#columnsFor(kind)
    // Columns of other kinds are empty in this row; a value there would be lost.
    this.#report(columns, line, ({ at }) => (cells[at] ?? '').trim() !== '')
    return columns
  }

  noKind(cells: readonly string[]): InputError {
    const value = this.#kindCell(cells)
    const singulars = Object.values(resources)
      .map(({ singular }) => singular)
      .join(', ')
    return {
      field: 'kind',
      value,
      text: t('kind: "{value}" is not a kind of record', { value }),
      hint: t('one of {singulars}', { singulars }),
    }
  }

  #kindCell(cells: readonly string[]): string {
    return cells[this.#kind_at]?.trim() ?? ''
  }

  #report({ ignored }: TableColumns, line: number, isFilled: (column: Column) => boolean): void {
    const left = ignored.filter((column) => !this.#reported.has(column.at) && isFilled(column))
    for (const { at } of left) this.#reported.add(at)
    for (const text of ignoredTexts(left, line)) this.#reading.note(text)
  }

  #columnsFor(kind: Plural): TableColumns {
    return getOrInsert(this.#by_kind, kind, () => {
      const columns = columnsOf({ file: this.#source.name, headers: this.#headers, kind, map: this.#reading.map })
      const texts = kind === 'events' ? [publicationText(columns), townText(columns), zoneText(columns)] : []
      for (const text of texts) if (text) this.#reading.note(text)
      return {
        columns,
        kind,
        column_names: columnNamesOf(columns),
        ignored: columns.filter(({ dropped, label }) => dropped !== undefined && label !== '_error'),
        of_days: columns.filter(({ target }) => isDateField(target)),
        of_address: columns.filter(({ target }) => target?.startsWith('venue.')),
        is_utc: isUtc(columns),
      }
    })
  }
}

/** Column names by field, with the field in parentheses if its name differs. */
function columnNamesOf(columns: readonly Column[]): ColumnNames {
  const names = new Map<string, string[]>()
  for (const { target, label } of columns)
    if (target !== undefined && !target.startsWith('venue.'))
      getOrInsert(names, fieldOfTarget(target), () => []).push(label)
  return Object.fromEntries(
    [...names].map(([field, own]) => [
      field,
      own.every((name) => normalHeader(name) === field) ? own.join(', ') : `${own.join(', ')} (${field})`,
    ]),
  )
}

/**
 * The note on a column `Date` beside the start of events. In a table with ids, or with the names of the interface, it
 * is certainly the date of publication.
 */
function publicationText(columns: readonly Column[]): Text | undefined {
  const date = columns.find(({ target }) => target === 'date')
  const start = columns.find(({ target }) => /^start_da(?:te|y)$/.test(target ?? ''))
  if (!date || !start || columns.some(({ target }) => target === 'id')) return undefined
  const [column, other] = [date.label, start.label]
  if (column === 'date' && other === 'start_date') return undefined
  return t(
    'column "{column}" is read as the date of publication, because "{other}" is the start; to ignore it, use --without date',
    { column, other },
  )
}

/** The note on `Ort` beside a postcode, without another column for the venue: it probably has towns. */
function townText(columns: readonly Column[]): Text | undefined {
  const venue = columns.find(({ target, word }) => target === 'venue' && word === 'ort')
  if (!venue || !columns.some(({ target }) => target === 'venue.zip')) return undefined
  return warningText(
    'column "{column}" is read as the name of the venue; if it is the town, add a column "Venue" with the names',
    { column: venue.header },
  )
}

/** `Start (UTC)`, `Start UTC`; not `Start (UTC +1)`. */
const utc_in_header = /(?<!\p{L})UTC(?=\s*(?:\)|$))/u

/** A zone in a header, most of which are not that of a city: `Time (EST)`, `Beginn (MEZ)`, `Start (UTC +1)`. */
const zone_in_header = new RegExp(
  String.raw`\((?:in )?(?:(?:UTC|GMT)\s?[+\u2212-]?\s?\d*|WES?T|CES?T|EES?T|MES?Z|BST|[ECMP][SD]?T|` +
    String.raw`(?:Africa|America|Asia|Atlantic|Australia|Europe|Indian|Pacific)\/\w+)(?!\p{L})`,
  'u',
)

/** The columns of dates and times whose headers name a zone. */
function zonesOf(columns: readonly Column[]) {
  return columns.flatMap(({ target = '', label }) => {
    const in_utc = utc_in_header.test(label)
    const [, side] = /^(start|end)_(?:date|day|time)$/.exec(target) ?? []
    return side !== undefined && (in_utc || zone_in_header.test(label)) ? [{ label, side, in_utc }] : []
  })
}

function isUtc(columns: readonly Column[]): boolean {
  const zones = zonesOf(columns)
  return zones.some(({ side }) => side === 'start') && zones.every(({ in_utc }) => in_utc)
}

/** The note on times in a zone that a header names. Another one than UTC may be that of the calendar. */
function zoneText(columns: readonly Column[]): Text | undefined {
  const [named] = zonesOf(columns)
  if (!named) return undefined
  const { label } = named
  if (isUtc(columns)) return t('times below "{label}" are read in UTC', { label })
  if (columns.some(({ target }) => target === 'timezone')) return undefined
  return t('times below "{label}" are read in the time zone of the calendar; for another one, add a column timezone', {
    label,
  })
}

function isDateField(target = ''): boolean {
  return /^(?:date|date_utc|(?:start|end)_(?:date|day|time))$/.test(target)
}

/** The assumed order of dates with slashes: that of a header or of the language of all, or that of the options. */
function orderOf(headers: readonly string[], { order, order_assumed, map }: SheetOptions): DateOrder {
  const ofDates = (header: string) => isDateField(meaningOf(headerOf(header, map), 'events').target)
  const orders = new Set(headers.filter(ofDates).flatMap((header) => writtenOrder(header) ?? []))
  const [written] = orders
  if (order_assumed === true && written !== undefined && orders.size === 1) return written
  const names = headers.map((header) => normalizedHeader(headerOf(header, map)))
  // A single one may be a word of another language.
  const isDayFirst = names.filter((name) => day_first_headers.has(name) && !isEnglishWord(name, names)).length > 1
  return order_assumed === true && isDayFirst ? 'dmy' : order
}

/** undefined if each row names its own kind. */
function kindOfCsv(source: InputSource, headers: readonly string[], { kinds, map }: SheetOptions): Plural | undefined {
  const kind = kinds.given ?? kinds.guessed ?? kindOfHeaders(headers.map((header) => headerOf(header, map)))
  if (kind || headers.some((header) => isSameColumn(headerOf(header, map), 'kind'))) return kind
  throw new CalError(
    'usage',
    t('{name}:1: the kind of record cannot be inferred from these columns: {shown}', {
      name: source.name,
      shown: shortHeaders(headers),
    }),
    { hint: t('specify it: --kind events (or venues, organizers, categories, tags), or add a column kind') },
  )
}

/** The first line of a file without columns may be the whole file. */
function shortHeaders(headers: readonly string[]): string {
  const text = headers.join(', ')
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}

const listed_max = 5

const reasons: readonly DroppedColumn[] = ['known', 'replaced', 'unnamed', 'unknown']

/** The notes on ignored columns, one line for each reason. */
function ignoredTexts(ignored: readonly Column[], line: number): readonly Text[] {
  return reasons.flatMap((why) => {
    const some = ignored.filter(({ dropped }) => dropped === why)
    return some.length > 0 ? [ignoredText(why, some, line)] : []
  })
}

function ignoredText(why: DroppedColumn, some: readonly Column[], line: number): Text {
  const more = some.length - listed_max
  const names = some.slice(0, listed_max).map((column) => quoted(shownHeader(column)))
  const list = (language: Language) => names.map((name) => name[language]).join(', ')
  const count = some.length
  const columns =
    more > 0 ? t('columns {list} and {more} more', { list, more }) : t('{count|column|columns} {list}', { count, list })
  const column = some[0] ? shownHeader(some[0]) : ''
  switch (why) {
    case 'known':
      return t('ignored: {columns}, the interface has no such {count|field|fields}', { count, columns })
    case 'replaced':
      return t('ignored: {columns}, because another column is mapped to {count|its field|their fields}', {
        count,
        columns,
      })
    case 'unnamed':
      return t('ignored: cells without a column name, first in line {line}, column {column}', { line, column })
    case 'unknown':
      return t(
        'ignored: {columns} {count|is unknown; to import it|are unknown; to import one}, use --map "{column}=FIELD"',
        { count, columns, column: inShellQuotes(column) },
      )
  }
}

/** The header of a column, or its number if it has none. */
function shownHeader({ label, at }: Column): string {
  return label || String(at + 1)
}
