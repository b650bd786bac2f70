// The header row of a table: the kind of its rows, the meaning of each column, and the columns that are ignored.
import { CalError } from '../../../base/errors.ts'
import { getOrInsert } from '../../../base/collections.ts'
import { type Language, sameText, t, type Text } from '../../../base/text/language.ts'
import { quoted } from '../../../base/text/quoted.ts'
import type { Plural } from '../../../spec/model.ts'
import { resourceNamed, resources } from '../../../spec/resources.ts'
import type { DateOrder } from '../../../base/dates/days.ts'
import { day_first_headers, isEnglishWord } from './header-vocabulary.ts'
import {
  type Column,
  columnNamesOf,
  type DroppedColumn,
  headerOf,
  isSameColumn,
  kindOfHeaders,
  meaningsOf,
  normalizedHeader,
  suggestedField,
  targetOf,
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
  /** The name of the sheet of a workbook; the first one by default. */
  readonly sheet?: string
}

export interface TableHeaders {
  readonly headers: readonly string[]
  readonly delimiter: string
}

/** The columns of a table for rows of a kind. */
export interface TableColumn {
  readonly headers: readonly string[]
  readonly columns: readonly Column[]
  readonly column_names: ColumnNames
  readonly kind: Plural
  /** The numbers of columns with days, and of those with the address of a venue. */
  readonly date_columns: readonly number[]
  readonly address_columns: readonly number[]
}

const date_targets: ReadonlySet<string | undefined> = new Set([
  'start_date',
  'end_date',
  'start_day',
  'end_day',
  'date',
  'date_utc',
])

/** The header row of a table. If each row names its kind, the columns are read for that kind. */
export class SheetHeader {
  readonly order: DateOrder
  readonly #source: InputSource
  readonly #headers: readonly string[]
  readonly #reading: SheetOptions
  readonly #kind: Plural | undefined
  /** The column with the kind of each row; -1 if there is none. */
  readonly #kind_at: number
  readonly #headings = new Map<Plural, TableColumn>()
  readonly #only: TableColumn | undefined
  readonly #reported = new Set<number>()
  /** Columns without a name are reported only if a row has a value there: trailing separators make empty ones. */
  readonly #unnamed: boolean = false

  constructor(source: InputSource, headers: readonly string[], reading: SheetOptions) {
    this.#source = source
    this.#headers = headers
    this.#reading = reading
    this.order = orderOf(headers, reading)
    this.#kind = kindOfCsv(source, headers, reading)
    this.#kind_at = headers.findIndex((header) => isSameColumn(headerOf(header, reading.map), 'kind'))
    if (this.#kind_at === -1 && this.#kind) {
      this.#only = this.#columnsOf(this.#kind)
      this.#report(this.#only, 1, (i) => headers[i]?.trim() !== '')
      this.#unnamed = this.#only.columns.some((column) => 'dropped' in column && column.dropped === 'unnamed')
    }
  }

  /** undefined for a row of an unknown kind. */
  headingOf(cells: readonly string[], line: number): TableColumn | undefined {
    const isFilled = (i: number) => (cells[i] ?? '').trim() !== ''
    if (this.#only) {
      if (this.#unnamed) this.#report(this.#only, line, isFilled)
      return this.#only
    }
    const kind = resourceNamed(this.#kindCell(cells).toLowerCase())?.plural ?? this.#kind
    if (!kind) return undefined
    const heading = getOrInsert(this.#headings, kind, () => this.#columnsOf(kind))
    // Columns of other kinds are empty in this row; a value there would be lost.
    this.#report(heading, line, isFilled)
    return heading
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

  #report({ columns, kind }: TableColumn, line: number, isFilled: (i: number) => boolean): void {
    const left = columns.flatMap((column, i): readonly IgnoredColumn[] => {
      const header = (this.#headers[i] ?? '').trim()
      if (!('dropped' in column) || header === '_error' || this.#reported.has(i) || !isFilled(i)) return []
      this.#reported.add(i)
      const field = column.dropped === 'unknown' ? suggestedField(header, kind, columns) : undefined
      return [
        {
          column: header === '' ? String(i + 1) : header,
          why: column.dropped,
          line,
          ...(field === undefined ? {} : { field }),
        },
      ]
    })
    for (const text of ignoredColumnTexts(left)) this.#reading.note(text)
  }

  #columnsOf(kind: Plural): TableColumn {
    const columns = meaningsOf({ file: this.#source.name, headers: this.#headers, kind, map: this.#reading.map })
    const dated = kind === 'events' ? publicationText(this.#headers, columns) : undefined
    if (dated) this.#reading.note(dated)
    const numbersOf = (isMeant: (column: Column) => boolean) =>
      columns.flatMap((column, i) => (isMeant(column) ? [i] : []))
    return {
      headers: this.#headers,
      columns,
      kind,
      column_names: columnNamesOf(this.#headers, columns),
      date_columns: numbersOf((column) => date_targets.has(targetOf(column))),
      address_columns: numbersOf((column) => 'venue_field' in column),
    }
  }
}

/**
 * The note on a column `Date` beside the start of events. In a table with ids, or with the names of the interface, it
 * is certainly the date of publication.
 */
function publicationText(headers: readonly string[], columns: readonly Column[]): Text | undefined {
  const at = columns.findIndex((column) => targetOf(column) === 'date')
  if (at === -1 || columns.some((column) => targetOf(column) === 'id')) return undefined
  const start = columns.findIndex((column) => /^start_(?:date|day)$/.test(targetOf(column) ?? ''))
  if (start === -1) return undefined
  const [column, other] = [(headers[at] ?? '').trim(), (headers[start] ?? '').trim()]
  if (column === 'date' && other === 'start_date') return undefined
  return t(
    'column "{column}" is read as the date of publication, because "{other}" is the start; to ignore it, use --without date',
    { column, other },
  )
}

/** The assumed order of dates with slashes: that of the language of the headers, or that of the options. */
function orderOf(headers: readonly string[], { order, order_assumed, map }: SheetOptions): DateOrder {
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
      shown: shown(headers),
    }),
    {
      hint: t('specify it: --kind events, or add a column kind'),
    },
  )
}

/** The first line of a file without columns may be the whole file. */
function shown(headers: readonly string[]): string {
  const text = headers.join(', ')
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}

interface IgnoredColumn {
  /** Its header, or its number if it has none. */
  readonly column: string
  readonly why: DroppedColumn
  /** A suggested field. */
  readonly field?: string
  readonly line: number
}

const listed_max = 5

/** The notes on ignored columns, one line for each reason. */
function ignoredColumnTexts(columns: readonly IgnoredColumn[]): readonly Text[] {
  return reasons.flatMap((why) => {
    const some = columns.filter((column) => column.why === why)
    const [first] = some
    return first ? [leftOutText(first, some)] : []
  })
}

const reasons: readonly DroppedColumn[] = ['known', 'replaced', 'unnamed', 'unknown']

function leftOutText(first: IgnoredColumn, some: readonly IgnoredColumn[]): Text {
  const more = some.length - listed_max
  const list = (language: Language) =>
    some
      .slice(0, listed_max)
      .map(({ column }) => quoted(column)[language])
      .join(', ')
  const count = some.length
  const columns =
    more > 0 ? t('columns {list} and {more} more', { list, more }) : t('{count|column|columns} {list}', { count, list })
  switch (first.why) {
    case 'known':
      return t('ignored: {columns}, the interface has no such {count|field|fields}', { count, columns })
    case 'replaced':
      return t('ignored: {columns}, because another column is mapped to {count|its field|their fields}', {
        count,
        columns,
      })
    case 'unnamed':
      return t('ignored: cells without a column name, first in line {line}, column {column}', {
        line: first.line,
        column: first.column,
      })
    case 'unknown':
      return unknownText(some, columns)
  }
}

function unknownText(some: readonly IgnoredColumn[], columns: Text): Text {
  // Any text can be a description: another field is a better guess.
  const fitting =
    some.find(({ field }) => field !== undefined && field !== 'description') ??
    some.find(({ field }) => field !== undefined)
  const map = fitting ? sameText(`--map "${fitting.column}=${fitting.field}"`) : t('--map "COLUMN=FIELD"')
  return t('ignored: {columns} {count|is unknown; to import it|are unknown; to import one}, use {map}', {
    count: some.length,
    columns,
    map,
  })
}
