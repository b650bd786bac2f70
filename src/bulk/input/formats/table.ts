// Rows of a table, from CSV or from a sheet of a workbook, as records.
import { itemsOf, type Json } from '../../../base/json.ts'
import { t, type Text } from '../../../base/text/language.ts'
import { targetOf, type Column, isHeader, joined_fields } from '../headers/headers.ts'
import { DateOrderEvidence, FirstWarning } from '../assumptions.ts'
import { type DateParts, rowDates } from '../event-dates.ts'
import { type InputItem, type InputLocation, locationText, type InputError } from '../entry.ts'
import type { InputSource } from '../source.ts'
import { type SheetOptions, SheetHeader, type TableColumn } from '../headers/sheet-header.ts'
import { resources } from '../../../spec/resources.ts'
import type { Parameters, Plural } from '../../../spec/model.ts'
import type { DateOrder } from '../../../base/dates/days.ts'
import { costOf, isFormulaError, listOf, markedText, type NamedCell, namesIn, statusOf } from '../cell-values.ts'

export interface SheetRow {
  readonly cells: readonly string[]
  readonly line: number
}

interface Table {
  readonly source: InputSource
  readonly delimiter: string
}

const title_rows_max = 10

/** Reads the rows of a table as they come. The first row with several cells is the header row. */
export class TableReader {
  readonly #table: Table
  readonly #reading: SheetOptions
  readonly #nameless = new FirstWarning()
  #evidence: DateOrderEvidence | undefined
  #sheet: SheetHeader | undefined
  /** Rows that may be titles above the header row. */
  #held: SheetRow[] | undefined = []

  constructor(table: Table, reading: SheetOptions) {
    this.#table = table
    this.#reading = reading
  }

  *itemsOf(rows: Iterable<SheetRow>): Iterable<InputItem> {
    for (const row of rows)
      if (!this.#held) yield* this.#itemOf(row)
      else if (this.#held.length < title_rows_max && isTitle(row)) this.#held.push(row)
      else {
        // A table of one column has one cell in each row.
        const isTable = filled(row).length > 1
        yield* this.#begin(isTable)
        yield* this.#itemOf(row)
      }
  }

  /** To be read when all rows have been read. */
  *end(): Iterable<InputItem> {
    yield* this.#begin(false)
    for (const warning of [this.#evidence?.warning(), this.#nameless.text()]) if (warning) this.#reading.note(warning)
  }

  /** Ends the search for the header row. */
  *#begin(skipsHeld: boolean): Iterable<InputItem> {
    const held = this.#held ?? []
    this.#held = undefined
    const file = this.#table.source.name
    for (const row of held)
      if (skipsHeld) this.#reading.note(titleText({ file, line: row.line }, row.cells))
      else yield* this.#itemOf(row)
  }

  /** The record of a row; none for the header row. */
  #itemOf({ cells, line }: SheetRow): readonly InputItem[] {
    const { source, delimiter } = this.#table
    if (!this.#sheet) {
      this.#reading.onHeaders({ headers: cells, delimiter })
      this.#sheet = new SheetHeader(source, cells, this.#reading)
      if (this.#reading.order_assumed === true) this.#evidence = new DateOrderEvidence(this.#sheet.order)
      return []
    }
    const location: InputLocation = { file: source.name, line }
    const heading = this.#sheet.headingOf(cells, line)
    if (!heading) return [{ location, original: cells, errors: [this.#sheet.noKind(cells)] }]
    for (const i of heading.date_columns) this.#evidence?.see(cells[i] ?? '', location)
    noteNameless({ cells, heading, location }, this.#nameless)
    return [itemOfRow({ cells, heading, order: this.#sheet.order, location })]
  }
}

/** A row with the address of a venue, which would describe the venue that it names, but without a name. */
function noteNameless(
  { cells, heading: { columns, address_columns }, location }: Omit<TableRow, 'order'>,
  nameless: FirstWarning,
): void {
  const isFilled = (i: number) => (cells[i] ?? '').trim() !== ''
  const at = address_columns.find(isFilled)
  if (at === undefined || columns.some((column, i) => targetOf(column) === 'venue' && isFilled(i))) return
  const values = { location: locationText(location), cell: (cells[at] ?? '').trim() }
  nameless.see(() => t('warning: {location}: "{cell}" is not imported, because the row names no venue', values))
}

function titleText(location: InputLocation, cells: readonly string[]): Text {
  const title = cells.find((cell) => cell.trim() !== '') ?? ''
  return t('{location}: "{title}" is above the header row and is ignored', { location: locationText(location), title })
}

function isTitle(row: SheetRow): boolean {
  const [only, other] = filled(row)
  return only !== undefined && other === undefined && !isHeader(only)
}

function filled({ cells }: SheetRow): readonly string[] {
  return cells.filter((cell) => cell.trim() !== '')
}

interface TableRow {
  readonly cells: readonly string[]
  readonly heading: TableColumn
  readonly order: DateOrder
  readonly location: InputLocation
}

/** The row as a record. */
function itemOfRow({ cells, heading, order, location }: TableRow): InputItem {
  const { headers, column_names, kind } = heading
  const { values, dates, parts, names, privacy, venue, marked, formulas } = cellsByMeaning(cells, heading)
  const extra = extraCells(cells, headers)
  // The cells of such a row may be in the wrong columns, so their values are not checked.
  if (extra.length > 0) return { kind, location, original: cells, errors: [...extra, ...formulas] }
  if (typeof values.venue === 'string' && Object.keys(venue).length > 0)
    values.venue = { ...venue, venue: values.venue }
  const errors: InputError[] = []
  const dated = kind === 'events' ? rowDates({ dates, values, parts, names }, order) : undefined
  if (dated) {
    const { status, errors: unclear } = statusOf(values.status, privacy)
    errors.push(...dated.errors, ...unclear)
    Object.assign(values, dated.values, costOf(values.cost, parts), status === undefined ? {} : { status })
  } else if (parts.address_2 !== undefined) values.address = withSecondLine(values.address, parts.address_2)
  Object.assign(values, marked)
  const { end_assumed } = dated ?? {}
  const entry = { kind, values, location, original: cells, column_names, order, ...(end_assumed && { end_assumed }) }
  const row_errors = [...errors, ...formulas]
  return row_errors.length === 0 ? entry : { ...entry, row_errors }
}

/** The cells of a row by what their columns mean. Empty cells count as absent; missing cells at the end are empty. */
function cellsByMeaning(cells: readonly string[], { headers, columns, kind }: TableColumn) {
  const isEvent = kind === 'events'
  const values: Record<string, Json | undefined> = {}
  const dates: Record<string, string> = {}
  const parts: DateParts = {}
  const names: Record<string, string> = {}
  const privacy: NamedCell[] = []
  const venue: Record<string, string> = {}
  const marked: Record<string, string> = {}
  const formulas: InputError[] = []
  for (const [i, column] of columns.entries()) {
    const written = cells[i] ?? ''
    const cell = cellOf(written.trim(), column)
    if (cell === '') continue
    const name = headers[i]?.trim() ?? ''
    if ('dropped' in column) {
      if (column.of_weekdays) [parts.weekday, names.weekday] = [cell, name]
      continue
    }
    if (isFormulaError(cell)) formulas.push(failedFormula(column, name, written))
    if ('venue_field' in column) venue[column.venue_field] ??= cell
    else if ('part' in column) {
      if (column.part === 'privacy') privacy.push({ name, cell })
      else parts[column.part] = cell
      names[column.part] = name
    } else {
      const { field } = column
      const text = markedText(field, written)
      if (text === undefined) names[field] = name
      if (text !== undefined) marked[field] = text
      else if (isEvent && (field === 'start_date' || field === 'end_date')) dates[field] = cell
      // Leading and trailing blanks are part of a text, unless the header has them too, as in files aligned by hand.
      else if (isFreeText(kind, field) && headers[i] === name) values[field] = written
      else if (field !== 'kind') values[field] = isEvent ? combined(values[field], cellList(field, cell), field) : cell
    }
  }
  return { values, dates, parts, names, privacy, venue, marked, formulas }
}

/** Numbers in a column of ids, as references that can only mean ids. */
function cellOf(text: string, column: Column): string {
  const isIds = 'of_ids' in column && /^\s*\d+(?:[\s,;|]+\d+)*\s*$/.test(text)
  return isIds ? (text.match(/\d+/g) ?? []).map((id) => `id:${id}`).join(', ') : text
}

function isFreeText(kind: Plural, field: string): boolean {
  const fields: Parameters = resources[kind].fields
  const { type, form } = fields[field] ?? {}
  return type === 'string' && form === undefined && field !== 'email' && field !== 'phone'
}

function cellList(field: string, cell: string): Json {
  return field === 'venue' || joined_fields.has(field) ? listOf(field, cell) : cell
}

function combined(before: Json | undefined, value: Json | undefined, field: string): Json | undefined {
  if (before === undefined || !joined_fields.has(field)) return value
  // Without looking at each earlier name again: a table may have thousands of columns.
  const names = typeof before === 'string' ? namesIn(field, before) : itemsOf(before)
  return [
    ...names,
    ...itemsOf(value).flatMap((item) => (typeof item === 'string' ? namesIn(field, item) : itemsOf(item))),
  ]
}

function extraCells(cells: readonly string[], headers: readonly string[]): readonly InputError[] {
  const extra = cells.slice(headers.length).filter((cell) => cell.trim() !== '')
  if (extra.length === 0) return []
  return [
    {
      value: extra.join(' | '),
      text: t('{count} cells but {count_2} {count_2|column|columns}: "{extra}" has no column', {
        count: cells.length,
        count_2: headers.length,
        extra: String(extra[0]),
      }),
      hint: t('remove it, or quote cells that contain the separator'),
    },
  ]
}

/** The error for a cell with the error value of a formula, which would be imported as text. */
function failedFormula(column: Column, name: string, cell: string): InputError {
  return {
    ...('field' in column ? { field: column.field } : {}),
    value: cell,
    text: t('{name}: the formula has no result ({cell})', { name, cell: cell.trim() }),
    hint: t('fix the formula in the spreadsheet program and save the file'),
  }
}

/** `Address 2` follows the address, as on an envelope. */
function withSecondLine(address: Json | undefined, second: string): string {
  return address === undefined ? second : `${String(address)}, ${second}`
}
