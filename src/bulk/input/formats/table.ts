// Rows of a table, from CSV or from a sheet of a workbook, as records.
import { getOrInsert } from '../../../base/collections.ts'
import { CalError } from '../../../base/errors.ts'
import { itemsOf, type Json } from '../../../base/json.ts'
import { t, type Text } from '../../../base/text/language.ts'
import { type Column, headerOf, isHeader, isPart, joined_fields } from '../headers/headers.ts'
import { DateOrderEvidence } from '../assumptions.ts'
import type { Dated } from '../event-dates.ts'
import { rowDates } from '../row-dates.ts'
import { type InputBatches, type InputItem, type InputLocation, locationText, type InputError } from '../entry.ts'
import type { InputSource } from '../source.ts'
import { length_headers } from '../headers/header-vocabulary.ts'
import { type SheetOptions, SheetHeader, type TableColumns } from '../headers/sheet-header.ts'
import { inUnit } from '../headers/units.ts'
import { row_warnings } from './row-notes.ts'
import { inShellQuotes } from '../../../base/text/quoted.ts'
import type { Values } from '../../../spec/read.ts'
import { resources } from '../../../spec/resources.ts'
import type { Parameters, Plural } from '../../../spec/model.ts'
import { cell_clock } from '../../../base/dates/clock-times.ts'
import { type DateOrder, hasWallForm, isDay } from '../../../base/dates/days.ts'
import { lengthOf } from '../../../base/dates/durations.ts'
import { cellDate } from '../../../base/dates/written-dates.ts'
import {
  costOf,
  isFormulaError,
  listInCell,
  markedText,
  type NamedCell,
  type NamedCells,
  namesIn,
  statusOf,
} from '../cell-values.ts'

export interface SheetRow {
  readonly cells: readonly string[]
  readonly line: number
}

interface Table {
  readonly source: InputSource
  readonly delimiter: string
}

const title_rows_max = 10

/**
 * The records of a table. The first row with several cells is the header row, which the first batch has, and the row
 * below it.
 * Errors: `usage` for a header of two rows or with too many columns, and those of `SheetHeader`.
 */
export async function* readTable(
  table: Table,
  batches: AsyncIterable<readonly SheetRow[]>,
  reading: SheetOptions,
): InputBatches {
  let open: OpenTable | undefined
  for await (const rows of batches) {
    const at = open ? -1 : headerAt(rows, table, reading)
    open ??= openTable(rows.slice(at), table, reading)
    if (open) yield itemsOfRows(rows.slice(at + 1), open, reading)
  }
  const warning = open?.evidence?.warning()
  if (warning) reading.note(warning)
}

interface OpenTable extends Table {
  readonly sheet: SheetHeader
  readonly evidence: DateOrderEvidence | undefined
}

/**
 * The index of the header row. A table of one column has one cell in each row, and its header may be a title, too:
 * `Location`. Titles of several cells have a number or date.
 */
function headerAt(rows: readonly SheetRow[], { source: { name: file } }: Table, { map, note }: SheetOptions): number {
  const isNamed = (row: SheetRow) =>
    filledCells(row).length > 1 && filledCells(row).some((cell) => isHeader(headerOf(cell.trim(), map)))
  const named = rows.slice(0, title_rows_max).findIndex(isNamed)
  const at = named === -1 ? title_rows_max : named
  const row = rows[at]
  const above = rows.slice(0, at)
  const isTitle = (one: SheetRow) => filledCells(one).length === 1 && !filledCells(one).some(isHeader)
  if (!row || !(isHeaderRow(row) || (filledCells(row).length > 1 && above.every(isTitle)))) return 0
  for (const one of above)
    if (isTitle(one) || (one.cells[0]?.trim() && filledCells(one).length === 1) || /\d/.test(one.cells.join(' ')))
      note(titleText({ file, line: one.line }, one.cells))
    else throw twoHeaderRows(file, one, row)
  return at
}

function openTable([header, first]: readonly SheetRow[], table: Table, reading: SheetOptions): OpenTable | undefined {
  if (!header) return undefined
  const { source, delimiter } = table
  const { cells, line } = header
  if (first && isHeaderRow(first) && isGrouped(header, first)) throw twoHeaderRows(source.name, header, first)
  if (cells.length > columns_max) throw tooManyColumns({ file: source.name, line }, cells.length)
  reading.onHeaders({ headers: cells, delimiter })
  const sheet = new SheetHeader(source, cells, reading)
  return { ...table, sheet, evidence: reading.order_assumed === true ? new DateOrderEvidence(sheet.order) : undefined }
}

function* itemsOfRows(
  rows: readonly SheetRow[],
  { source, delimiter, sheet, evidence }: OpenTable,
  { warn }: SheetOptions,
): Iterable<InputItem> {
  for (const { cells, line } of rows) {
    const location: InputLocation = { file: source.name, line }
    const table = sheet.columnsOf(cells, line)
    if (!table) {
      yield { location, original: cells, errors: [sheet.noKind(cells)] }
      continue
    }
    for (const { at } of table.of_days) evidence?.see(visible(cells[at] ?? ''), location)
    for (const [cause, textOf] of row_warnings) {
      const text = textOf({ cells, table, location: locationText(location) })
      if (text) warn(cause, text)
    }
    yield itemOfRow({ cells, table, order: evidence?.order ?? sheet.order, location, delimiter })
  }
}

/** As in spreadsheet programs. What a column means depends on all others. */
const columns_max = 16_384

function tooManyColumns(location: InputLocation, count: number): CalError {
  const values = { location: locationText(location), count }
  return new CalError('usage', t('{location}: a table may have at most 16,384 columns, not {count}', values), {
    hint: t('remove the columns that are not needed; if these are rows, write each on its own line'),
  })
}

function titleText(location: InputLocation, cells: readonly string[]): Text {
  const title = cells.find((cell) => cell.trim() !== '') ?? ''
  return t('{location}: "{title}" is above the header row and is ignored', { location: locationText(location), title })
}

/** Whether a row has names of columns, rather than values. */
function isHeaderRow(row: SheetRow): boolean {
  const cells = filledCells(row)
  const names = cells.filter(isHeader)
  return names.length > 1 && names.length * 2 >= cells.length && !cells.some((cell) => /\d/.test(cell))
}

/** Whether a column has its name below an empty cell, or below the name of the column before it. */
function isGrouped({ cells: above }: SheetRow, { cells }: SheetRow): boolean {
  const own = (at: number) => (above[at] ?? '').trim()
  return cells.some((cell, at) => isHeader(cell) && (own(at) === '' || (at > 0 && own(at) === own(at - 1))))
}

function twoHeaderRows(file: string, above: SheetRow, row: SheetRow): CalError {
  const group = above.cells.find((cell, at) => cell.trim() !== '' && (row.cells[at] ?? '').trim() !== '') ?? ''
  const name = row.cells[above.cells.indexOf(group)] ?? ''
  const values = { location: locationText({ file, line: row.line }), name: name.trim(), group: group.trim() }
  return new CalError('usage', t('{location}: the header has two rows: "{name}" is below "{group}"', values), {
    hint: t('write one header row with a name for each column, such as "Title", "Start", "Venue", "City"'),
  })
}

function filledCells({ cells }: SheetRow): readonly string[] {
  return cells.filter((cell) => cell.trim() !== '')
}

interface TableRow extends Pick<Table, 'delimiter'> {
  readonly cells: readonly string[]
  readonly table: TableColumns
  readonly order: DateOrder
  readonly location: InputLocation
}

/** The row as a record. */
function itemOfRow({ cells: row, table, order, location, delimiter }: TableRow): InputItem {
  const { columns, column_names, kind, is_utc } = table
  const { values, cells, privacy, venue, marked, errors: cell_errors } = cellsByTarget(row, table, delimiter)
  const extra = extraCells(row, columns.length)
  // The cells of such a row may be in the wrong columns, so their values are not checked.
  if (extra.length > 0) return { kind, location, original: row, errors: [...extra, ...cell_errors] }
  const address_errors = joinAddress(kind === 'events' ? venue : values, cells)
  if (typeof values.venue === 'string' && Object.keys(venue).length > 0)
    values.venue = { ...venue, venue: values.venue }
  const dated = kind === 'events' ? rowDates(cells, order) : undefined
  const { status, errors, hidden } =
    kind === 'events' ? statusOf(values.status, privacy, cells.cancelled) : { status: undefined, errors: [] }
  if (dated)
    Object.assign(
      values,
      is_utc ? inUtc(dated.values) : dated.values,
      costOf(values.cost, cells),
      status === undefined ? {} : { status },
    )
  Object.assign(values, marked)
  const lost = dated && isDay(String(dated.values.start_date ?? '')) && !cells.all_day ? lostTimes(row, table) : []
  const end = dated ? lostEnd(row, table, order, dated) : []
  const row_errors = [...(dated?.errors ?? []), ...errors, ...cell_errors, ...address_errors, ...lost, ...end]
  return {
    kind,
    values,
    location,
    original: row,
    column_names,
    order,
    ...(dated?.end_assumed && { end_assumed: true as const }),
    ...(hidden && { hidden }),
    ...(row_errors.length > 0 && { row_errors }),
  }
}

function inUtc(dates: Values): Values {
  const inZone = (date: Json | undefined) => (hasWallForm(String(date)) ? `${String(date)}+00:00` : date)
  return Object.fromEntries(Object.entries(dates).map(([field, date]) => [field, inZone(date)]))
}

/** The cells of a row by what their columns mean. Empty cells count as absent; missing cells at the end are empty. */
function cellsByTarget(row: readonly string[], { columns, kind }: TableColumns, delimiter: string) {
  const isEvent = kind === 'events'
  const values: Record<string, Json | undefined> = {}
  const cells: Record<string, NamedCell> = {}
  const privacy: NamedCell[] = []
  const venue: Record<string, Json | undefined> = {}
  const marked: Record<string, string> = {}
  const lists = new Map<string, Json[]>()
  const errors: InputError[] = []
  for (const { target, of_weekdays, of_ids, at, header, label, unit } of columns) {
    const written = of_one_line.has(target ?? '') ? visible(row[at] ?? '') : (row[at] ?? '')
    const text = of_ids ? idsIn(written.trim()) : written.trim()
    const cell = { name: label, text }
    if (text === '') continue
    if (target === undefined) {
      if (of_weekdays) cells.weekday = cell
      continue
    }
    if (isFormulaError(text)) {
      errors.push(failedFormula(target, cell, written))
      continue
    }
    // A cost may have several lines, but not those of other rows.
    const isCut = target !== 'cost' || text.includes(delimiter)
    if (isCut && of_one_line.has(target) && /[\r\n]/.test(text)) errors.push(severalLines(target, cell))
    const of_venue = target.startsWith('venue.') ? target.slice(6) : undefined
    if (of_venue !== undefined && isPart(of_venue)) cells[of_venue] ??= cell
    else if (of_venue !== undefined) venue[of_venue] ??= text
    else if (target === 'privacy') privacy.push(cell)
    else {
      const text_of_mark = isPart(target) ? undefined : markedText(target, written)
      if (text_of_mark !== undefined) {
        marked[target] = text_of_mark
        continue
      }
      cells[target] = cell
      if (isPart(target) || target === 'kind' || (isEvent && (target === 'start_date' || target === 'end_date')))
        continue
      // Leading and trailing blanks are part of a text, unless the header has them too, as in files aligned by hand.
      if (unit) values[target] = inUnit(text, unit, symbolIn(row, columns))
      else if (isFreeText(kind, target) && header === label) values[target] = written
      else if (isEvent && joined_fields.has(target)) {
        getOrInsert(lists, target, () => []).push(listInCell(target, text))
        values[target] = text
      } else values[target] = isEvent && target === 'venue' ? listInCell(target, text) : text
    }
  }
  for (const [field, cells_of_field] of lists) values[field] = combined(field, cells_of_field)
  return { values, cells, privacy, venue, marked, errors }
}

/** The currency sign of a row in a column of its own. */
function symbolIn(row: readonly string[], columns: readonly Column[]): string {
  return (row[columns.findIndex(({ target }) => target === 'currency_symbol')] ?? '').trim()
}

/** The error for a time of day in a column that is ignored, without which the event would be all-day. */
function lostTimes(row: readonly string[], { ignored }: TableColumns): readonly InputError[] {
  const isLost = ({ at, dropped, word }: Column) => dropped !== 'known' && isClock((row[at] ?? '').trim(), word)
  return ignored.filter(isLost).map(({ at, label }) => {
    const values = { column: label || String(at + 1), cell: (row[at] ?? '').trim() }
    return {
      field: 'start_date',
      value: values.cell,
      text: t('"{cell}" is a time of day, but column "{column}" is not imported', values),
      hint:
        label === ''
          ? t('give the column a name, in one header row: "Start time" or "End time"')
          : t('to import it: --map "{column}=start_time"; for all-day events, remove the column', {
              column: inShellQuotes(label),
            }),
    }
  })
}

/**
 * The error for a later day beside that of the start, in a column without a name: under a header of two columns, an
 * event of several days would end on its first one.
 */
function lostEnd(
  row: readonly string[],
  { columns, ignored }: TableColumns,
  order: DateOrder,
  dated: Dated,
): InputError[] {
  const { start_date, end_date } = dated.values
  if (!dated.end_assumed && end_date !== start_date) return []
  const start = columns.find(({ target }) => target === 'start_date' || target === 'start_day')
  const beside = ignored.find(({ at, dropped }) => dropped === 'unnamed' && at - 1 === start?.at)
  const cell = (row[beside?.at ?? -1] ?? '').trim()
  const last = cellDate(cell, order)?.start
  if (last === undefined || last <= String(start_date)) return []
  const text = t('"{cell}" may be the end of the event, but its column has no name', { cell })
  return [{ field: 'end_date', value: cell, text, hint: t('give the column a name, in one header row: "End date"') }]
}

/** A time with its unit or minutes: other numbers can be anything, and `2h` is a length except below some headers. */
function isClock(cell: string, header: string): boolean {
  if (
    length_headers.test(header) ||
    other_ratios.test(header) ||
    (lengthOf(cell.replace(/^(?:ca\.?|circa) /i, '')) && !hour_headers.test(header))
  )
    return false
  return /\d\s?(?::\d\d|h|uhr|[ap]\.?m)/i.test(cell) && cell_clock.timesOf(cell) !== undefined
}

/** Headers of `1:25000` and `3:1`, and of lengths of something else. */
const other_ratios = /fahrzeit|spielzeit|ratio|scale|ma(?:ss|ß)stab|score|ergebnis|bibel/

/** Headers in whose languages `14h` is a time of day. */
const hour_headers = /heure|horaire|^hora|orari|ouverture|accueil|portes|aanvang|tijd/

/** Numbers in a column of ids, as references that can only mean ids. */
function idsIn(text: string): string {
  const isIds = /^\s*\d+(?:[\s,;|]+\d+)*\s*$/.test(text)
  return isIds ? (text.match(/\d+/g) ?? []).map((id) => `id:${id}`).join(', ') : text
}

function isFreeText(kind: Plural, field: string): boolean {
  const fields: Parameters = resources[kind].fields
  const { type, form } = fields[field] ?? {}
  return type === 'string' && form === undefined && field !== 'email' && field !== 'phone'
}

/** The names in the cells of one or several columns. */
function combined(field: string, [first, ...others]: readonly Json[]): Json | undefined {
  if (others.length === 0) return first
  return [first, ...others].flatMap((cell) => (typeof cell === 'string' ? namesIn(field, cell) : itemsOf(cell)))
}

function extraCells(cells: readonly string[], columns_count: number): readonly InputError[] {
  const extra = cells.slice(columns_count).filter((cell) => cell.trim() !== '')
  if (extra.length === 0) return []
  return [
    {
      value: extra.join(' | '),
      text: t('{count} cells but {count_2} {count_2|column|columns}: "{extra}" has no column', {
        count: cells.length,
        count_2: columns_count,
        extra: String(extra[0]),
      }),
      hint: t('give its column a name, remove it, or quote cells that contain the separator'),
    },
  ]
}

/** The error for a cell with the error value of a formula, which would be imported as text. */
function failedFormula(target: string, { name }: NamedCell, value: string): InputError {
  const field = target.startsWith('venue.') ? 'venue' : target.replace(/^(start|end)_(?:day|time)$/, '$1_date')
  return {
    ...(isPart(field) ? {} : { field }),
    value,
    text: t('{name}: the formula has no result ({cell})', { name, cell: value.trim() }),
    hint: t('fix the formula in the spreadsheet program and save the file'),
  }
}

/** Cells with one value: several lines are usually rows between two quotes that were meant as signs. */
const of_one_line: ReadonlySet<string> = new Set([
  'cost',
  'start_date',
  'start_day',
  'start_time',
  'end_date',
  'end_day',
  'end_time',
  'duration',
  'timezone',
])

/** Without the marks of direction and the blanks of no width that programs copy with dates. */
function visible(cell: string): string {
  return cell.replace(/[\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g, '')
}

function severalLines(target: string, { name, text }: NamedCell): InputError {
  return {
    ...(isPart(target) ? {} : { field: target }),
    value: text,
    text: t('{name}: the cell has several lines ({cell})', { name, cell: JSON.stringify(text) }),
    hint: t('close the quotes that open in it, or write it on one line'),
  }
}

/** Adds the parts of an address in other columns: the house number, and `Address 2`, as on an envelope. */
function joinAddress(
  fields: Record<string, Json | undefined>,
  { house_number: number, address_2: second }: NamedCells,
): readonly InputError[] {
  const street = typeof fields.address === 'string' ? fields.address : ''
  const isNew = number !== undefined && street !== '' && !holdsNumber(street, number.text)
  if (isNew && !isNumbered(street)) fields.address = `${street} ${number.text}`
  if (second) fields.address = fields.address === undefined ? second.text : `${String(fields.address)}, ${second.text}`
  if (!isNew || !isNumbered(street)) return []
  const { name, text } = number
  return [
    {
      value: text,
      text: t('{name}: "{street}" has another number than "{text}"', { name, street, text }),
      hint: t('write the street and its number in one cell'),
    },
  ]
}

/** Whether a street has a number, in any place; `Straße des 17. Juni` has none. */
function isNumbered(street: string): boolean {
  return /\d(?![\d.])/.test(street)
}

/** `Ring 12 A, Hof` has the number `12a`. */
function holdsNumber(street: string, number: string): boolean {
  const parts = (text: string) => text.toLowerCase().match(/\d+|\p{L}+/gu) ?? []
  const [wanted, own] = [parts(number).join(' '), ` ${parts(street).join(' ')} `]
  return own.includes(` ${wanted} `)
}
