// Workbooks (.xlsx, .ods): one sheet as a table of texts, with dates in ISO form and the stored results of formulas.
import { firstItems } from '../../../base/text/quoted.ts'
import type { Cell, CellValue, Sheet } from 'hucre'
import { inflateRawSync } from 'node:zlib'
import { CalError } from '../../../base/errors.ts'
import { sameText, t, type Text } from '../../../base/text/language.ts'
import type { InputBatches } from '../entry.ts'
import type { InputSource } from '../source.ts'
import type { SheetOptions } from '../headers/sheet-header.ts'
import { DocumentError, numberShown, sheetsOfDocument, type WorkbookSheet } from './open-document.ts'
import { readTable, type SheetRow } from './table.ts'
import { day_ms, instantOfUtc, utcWall } from '../../../base/dates/zoned-time.ts'

/** A workbook is read as a whole: limits of the file and of its unzipped parts. */
const file_bytes_max = 64 * 1024 * 1024
const unpacked_bytes_max = 256 * 1024 * 1024

export async function* readWorkbook(source: InputSource, reading: SheetOptions): InputBatches {
  const { rows, others, hidden, hidden_rows, hidden_columns, name } = await readSheet(source, reading.sheet)
  if (reading.sheet === undefined && others.length > 0) reading.note(otherSheets(source, name, others))
  if (reading.sheet === undefined && hidden.length > 0) reading.note(hiddenSheets(source, hidden))
  if (hidden_rows.length > 0) reading.note(hiddenRows(source, name, hidden_rows))
  if (hidden_columns.length > 0) reading.note(hiddenColumns(source, name, hidden_columns))
  yield* readTable({ source, delimiter: ',' }, oneBatch(rows), reading)
}

async function* oneBatch(rows: readonly SheetRow[]): AsyncIterable<readonly SheetRow[]> {
  yield rows
}

/**
 * A sheet without its hidden rows and columns, their numbers and letters, and the names of other sheets that are not
 * empty: visible and hidden ones.
 * Errors: `usage` for a file that is not a workbook, is too large, or has no such sheet.
 */
async function readSheet(source: InputSource, wanted: string | undefined) {
  const sheets = await sheetsIn(source)
  const shown = sheets.filter(({ hidden }) => !hidden)
  const first = shown.find(({ rows }) => rows.length > 0) ?? shown[0]
  const same = (one: WorkbookSheet) => one.name.trim().toLowerCase() === wanted?.trim().toLowerCase()
  const sheet = wanted === undefined ? first : sheets.find(same)
  if (!sheet) throw wanted === undefined ? noVisibleSheet(source.name, sheets) : noSheet(source.name, wanted, sheets)
  const others = sheets.filter((one) => one !== sheet && one.rows.length > 0)
  const namesOf = (some: readonly WorkbookSheet[]) => some.map(({ name }) => name)
  const rows = rowsOf(sheet)
  const shown_rows = rows.filter(({ line }) => !sheet.hidden_rows.has(line - 1))
  const filled = [...sheet.hidden_columns].filter((c) => shown_rows.some(({ cells }) => cells[c]?.trim()))
  return {
    name: sheet.name,
    rows: filled.length === 0 ? shown_rows : shown_rows.map((row) => withoutCells(row, new Set(filled))),
    hidden_rows: rows.map(({ line }) => line).filter((line) => sheet.hidden_rows.has(line - 1)),
    hidden_columns: filled.map(lettersOf),
    others: namesOf(others.filter(({ hidden }) => !hidden)),
    hidden: namesOf(others.filter(({ hidden }) => hidden)),
  }
}

async function sheetsIn(source: InputSource): Promise<readonly WorkbookSheet[]> {
  const file = await bytesOf(source)
  const entries = entriesOf(file) ?? []
  const size = entries.reduce((sum, { unpacked_bytes }) => sum + unpacked_bytes, 0)
  if (size > unpacked_bytes_max) throw tooLarge(source.name, unpacked_bytes_max)
  if (entries.length > 0 && !entries.some(({ name }) => isPart(name))) throw archive(source.name)
  try {
    // Any other package is OpenDocument.
    return file.includes('[Content_Types].xml') ? await excelSheets(file) : openDocumentSheets(file)
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause
    const why = cause instanceof DocumentError ? cause.text : sameText(cause.message)
    throw new CalError('usage', t('{name} cannot be read as a workbook: {why}', { name: source.name, why }), {
      cause,
      hint: t('save it again as .xlsx, .ods or CSV (UTF-8) in the spreadsheet program'),
    })
  }
}

/** Whether a file of this name in a package makes it a workbook, even a damaged one, or one of Numbers. */
function isPart(name: string): boolean {
  return /^(?:\[Content_Types\]\.xml|content\.xml|mimetype|META-INF\/.*|xl\/.*|Index\/.*)$/.test(name)
}

/** Google exports calendars as `name.ical.zip`. */
function archive(name: string): CalError {
  return new CalError('usage', t('{name} is a ZIP archive, not a workbook', { name }), {
    hint: t('unpack the file first'),
  })
}

function openDocumentSheets(file: Buffer): readonly WorkbookSheet[] {
  const manifest = zipPart(file, 'META-INF/manifest.xml', unpacked_bytes_max)
  if (manifest?.includes('encryption-data')) throw new DocumentError(t('it has a password'))
  const content = zipPart(file, 'content.xml', unpacked_bytes_max)
  if (!content) throw new DocumentError(t('content.xml is missing'))
  return sheetsOfDocument(content.toString())
}

async function excelSheets(file: Buffer): Promise<readonly WorkbookSheet[]> {
  const { formatValue, readXlsx, serialToDate } = await import('hucre')
  const { sheets, dateSystem } = await readXlsx(file, { readStyles: true })
  const is1904 = dateSystem === '1904'
  const how = { is1904, format: formatValue, dateOf: (days: number) => serialToDate(days, is1904) }
  return sheets.map(({ name, rows, cells, merges = [], rowDefs, columns = [], ...sheet }: Sheet) => ({
    name,
    hidden: sheet.hidden === true || sheet.veryHidden === true,
    rows: rows.map((row, r) => row.map((value, c) => cellText(value, cells?.get(`${r},${c}`), how))),
    hidden_rows: new Set(
      [...(rowDefs ?? [])].filter(([, { hidden, height }]) => hidden === true || height === 0).map(([row]) => row),
    ),
    hidden_columns: new Set(
      columns.flatMap((column, c) => (column?.hidden === true || column?.width === 0 ? [c] : [])),
    ),
    merges,
  }))
}

async function bytesOf(source: InputSource): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of source.bytes()) {
    length += chunk.length
    if (length > file_bytes_max) throw tooLarge(source.name, file_bytes_max)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The rows that are not empty. The value of a merged cell is copied to each of its rows that has other values. */
function rowsOf({ rows, merges }: WorkbookSheet): readonly SheetRow[] {
  const found = rows.flatMap((row, r) => (row.some((text) => text.trim() !== '') ? [[r, row] as const] : []))
  const merged = new Map<number, string[]>()
  for (const { startRow, endRow, startCol } of merges) {
    for (let r = startRow + 1; r <= Math.min(endRow, rows.length - 1); r++) {
      const row = merged.get(r) ?? [...(rows[r] ?? [])]
      while (row.length < startCol) row.push('')
      row[startCol] = rows[startRow]?.[startCol] ?? ''
      merged.set(r, row)
    }
  }
  return found.map(([r, row]) => ({ cells: withoutTail(merged.get(r) ?? row), line: r + 1 }))
}

function withoutTail(row: readonly string[]): readonly string[] {
  return row.slice(0, row.findLastIndex((text) => text.trim() !== '') + 1)
}

function withoutCells({ cells, line }: SheetRow, columns: ReadonlySet<number>): SheetRow {
  return { line, cells: withoutTail(cells.map((text, c) => (columns.has(c) ? '' : text))) }
}

/** 0 → `A`, 27 → `AB` */
function lettersOf(column: number): string {
  const rest = Math.floor(column / 26)
  return (rest === 0 ? '' : lettersOf(rest - 1)) + String.fromCharCode(65 + (column % 26))
}

function otherSheets(source: InputSource, name: string, others: readonly string[]) {
  const list = others.map((other) => `"${other}"`).join(', ')
  return t('{name}: only the sheet "{name_2}" is read, not {list}; to read another one, use --sheet NAME', {
    name: source.name,
    name_2: name,
    list,
  })
}

function hiddenSheets(source: InputSource, hidden: readonly string[]): Text {
  const list = hidden.map((name) => `"${name}"`).join(', ')
  return t('{name}: skipped hidden sheets: {list}; to read one, use --sheet NAME', { name: source.name, list })
}

const rows_shown_max = 10

function hiddenRows(source: InputSource, sheet: string, hidden: readonly number[]): Text {
  const list = firstItems(hidden, rows_shown_max)
  return t(
    '{name}: skipped {count} hidden {count|row|rows} of the sheet "{sheet}": {list}; to import {count|it, unhide it|them, unhide them} in the spreadsheet program',
    { name: source.name, count: hidden.length, sheet, list },
  )
}

function hiddenColumns(source: InputSource, sheet: string, hidden: readonly string[]): Text {
  return t(
    '{name}: skipped hidden columns of the sheet "{sheet}": {list}; to import them, unhide them in the spreadsheet program',
    { name: source.name, sheet, list: hidden.join(', ') },
  )
}

function noVisibleSheet(file: string, sheets: readonly WorkbookSheet[]): CalError {
  return new CalError('usage', t('{file} has no visible sheet', { file }), {
    hint: t('to read a hidden one, use --sheet: {sheets}', { sheets: sheets.map(({ name }) => name).join(', ') }),
  })
}

function noSheet(file: string, wanted: string, sheets: readonly WorkbookSheet[]): CalError {
  return new CalError('usage', t('{file} has no sheet "{wanted}"', { file, wanted }), {
    hint: sameText(sheets.map(({ name }) => name).join(', ')),
  })
}

function tooLarge(file: string, bytes: number): CalError {
  const megabytes = bytes / 1024 / 1024
  return new CalError('usage', t('{file} is too large for a workbook: more than {megabytes} MB', { file, megabytes }), {
    hint: t('save the sheet as CSV (UTF-8); CSV files may be of any size'),
  })
}

interface Reading {
  readonly is1904: boolean
  readonly format: (value: number, format: string) => string
  readonly dateOf: (days: number) => Date
}

function cellText(value: CellValue, cell: Partial<Cell> | undefined, { format, ...days }: Reading): string {
  const written = cell?.style?.numFmt
  const isFormula = cell?.formula !== undefined
  if (value === null) return isFormula ? '#FORMULA!' : ''
  // The library does not see that formats such as `hh"h"mm` are times.
  const date = typeof value === 'number' && shows(/h/i, written) ? days.dateOf(value) : value
  if (date instanceof Date) return dateText(date, written, { ...days, isFormula })
  return typeof value === 'number' ? numberText(value, written, format) : String(value)
}

/**
 * Dates of the year from day 0 on are times of day or durations. A formula that refers to an empty cell has day 0 as
 * its result.
 */
function dateText(
  date: Date,
  format: string | undefined,
  { is1904, isFormula }: Pick<Reading, 'is1904'> & { readonly isFormula: boolean },
): string {
  const wall = utcWall(Math.round(date.getTime() / 1000) * 1000)
  const day_0 = is1904 ? '1904-01-01' : wall < '1899-12-31' ? '1899-12-30' : '1899-12-31'
  const since_ms = instantOfUtc(wall) - instantOfUtc(`${day_0} 00:00:00`)
  if (since_ms === 0 && isFormula && shows(/[dy]/i, format)) return '#FORMULA!'
  const hours = String(Math.floor((since_ms / day_ms) * 24)).padStart(2, '0')
  if (since_ms < 366 * day_ms) return `${hours}${wall.slice(13).replace(/:00$/, '')}`
  return wall.endsWith(' 00:00:00') && !shows(/h/i, format) ? wall.slice(0, 10) : wall
}

/** Whether a format has one of these letters, except in texts, colors, languages, and spaces as wide as a letter. */
function shows(letters: RegExp, format: string | undefined): boolean {
  return format !== undefined && letters.test(format.replace(/"[^"]*"|[\\_*].|\[(?!h+\])[^[\]]*\]/gi, ''))
}

/** The library drops the sign of `[$€-407]`. */
function numberText(value: number, written: string | undefined, format: Reading['format']): string {
  const isPlain = written === undefined || /^(?:general|@)?$/i.test(written)
  const code = isPlain ? '' : written.replace(/\[\$([^[\]-]+)(?:-[^[\]]*)?\]/g, '"$1"').replaceAll('#,##', '')
  return numberShown(value, (exact) =>
    isPlain
      ? ''
      : format(exact, code)
          .replace(/[\s\u00a0]+/g, ' ')
          .trim(),
  )
}

/** Begins the end of the directory, which only a comment follows. */
const end_mark = Buffer.from('PK\u0005\u0006')

const entry_mark = 0x02014b50

const part_mark = 0x04034b50

const end_length = 22

interface ZipEntry {
  readonly name: string
  readonly method: number
  readonly packed_bytes: number
  readonly unpacked_bytes: number
  /** The position of the part in the file. */
  readonly at: number
}

/**
 * A part of a ZIP file; undefined if the file has none of that name. Errors: those of `node:zlib`, and `RangeError` for
 * a broken file or a part of more than `bytes_max` bytes.
 */
function zipPart(file: Buffer, name: string, bytes_max: number): Buffer | undefined {
  const entry = entriesOf(file)?.find((one) => one.name === name)
  if (entry === undefined) return undefined
  const { at, method, packed_bytes } = entry
  if (file.readUInt32LE(at) !== part_mark) throw new RangeError(`${name} is not where the directory says`)
  const start = at + 30 + file.readUInt16LE(at + 26) + file.readUInt16LE(at + 28)
  const packed = file.subarray(start, start + packed_bytes)
  return method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: bytes_max })
}

/** The directory of a ZIP file; undefined if it has none. */
function entriesOf(file: Buffer): readonly ZipEntry[] | undefined {
  const end = file.length < end_length ? -1 : file.lastIndexOf(end_mark, file.length - end_length)
  if (end === -1) return undefined
  const entries: ZipEntry[] = []
  let at = file.readUInt32LE(end + 16)
  for (let left = file.readUInt16LE(end + 10); left > 0; left--) {
    if (at + 46 > file.length || file.readUInt32LE(at) !== entry_mark) return undefined
    const name_length = file.readUInt16LE(at + 28)
    entries.push({
      name: file.toString('utf8', at + 46, at + 46 + name_length),
      method: file.readUInt16LE(at + 10),
      packed_bytes: file.readUInt32LE(at + 20),
      unpacked_bytes: file.readUInt32LE(at + 24),
      at: file.readUInt32LE(at + 42),
    })
    at += 46 + name_length + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  return entries
}
