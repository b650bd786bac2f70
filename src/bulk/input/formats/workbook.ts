// Workbooks (.xlsx, .ods): one sheet as a table of texts, with dates in ISO form and the stored results of formulas.
import type { Sheet, Workbook, CellStyle, CellValue } from 'hucre'
import { CalError } from '../../../base/errors.ts'
import { sameText } from '../../../base/text/language.ts'
import type { InputItem } from '../entry.ts'
import type { InputSource } from '../source.ts'
import type { SheetOptions } from '../headers/sheet-header.ts'
import { itemsOfRows, type SheetRow } from './table.ts'
import { day_ms, instantOfUtc, utcWall } from '../../../base/dates/zoned-time.ts'

/** A workbook is read as a whole: limits of the file and of its unzipped parts. */
const file_bytes_max = 64 * 1024 * 1024
const unpacked_bytes_max = 256 * 1024 * 1024

export async function* readWorkbook(source: InputSource, reading: SheetOptions): AsyncIterable<InputItem> {
  const { rows, others, name } = await sheetOf(source, reading.sheet)
  if (reading.sheet === undefined && others.length > 0) reading.note(otherSheets(source, name, others))
  yield* itemsOfRows(source, stream(rows), reading)
}

export async function* workbookRows(source: InputSource, sheet: string | undefined): AsyncIterable<SheetRow> {
  yield* (await sheetOf(source, sheet)).rows
}

async function* stream(rows: readonly SheetRow[]): AsyncIterable<SheetRow> {
  yield* rows
}

interface Read {
  readonly name: string
  readonly rows: readonly SheetRow[]
  /** Other sheets that are not empty. */
  readonly others: readonly string[]
}

/** Parsed workbooks by source, because a source is read several times. */
const opened = new WeakMap<InputSource, { readonly sheet: string | undefined; readonly read: Promise<Read> }>()

function sheetOf(source: InputSource, sheet: string | undefined): Promise<Read> {
  const known = opened.get(source)
  if (known && known.sheet === sheet) return known.read
  const read = readSheet(source, sheet)
  opened.set(source, { sheet, read })
  return read
}

/** Errors: `usage` for a file that is not a workbook, is too large, or has no such sheet. */
async function readSheet(source: InputSource, wanted: string | undefined): Promise<Read> {
  const { sheets } = await workbookIn(source)
  const shown = sheets.filter(({ hidden, veryHidden }) => hidden !== true && veryHidden !== true)
  const first = shown.find(({ rows }) => rows.length > 0) ?? shown[0] ?? sheets[0]
  const same = (one: Sheet) => one.name.trim().toLowerCase() === wanted?.trim().toLowerCase()
  const sheet = wanted === undefined ? first : sheets.find(same)
  if (!sheet) throw noSheet(source.name, wanted ?? '', sheets)
  const others = shown.filter((one) => one !== sheet && one.rows.length > 0).map(({ name }) => name)
  return { name: sheet.name, rows: rowsOf(sheet), others }
}

async function workbookIn(source: InputSource): Promise<Workbook> {
  const file = await bytesOf(source)
  const size = unzippedSizeOf(file)
  if (size !== undefined && size > unpacked_bytes_max) throw tooLarge(source.name, unpacked_bytes_max)
  const { readOds, readXlsx } = await import('hucre')
  try {
    // Any other package is OpenDocument.
    return await (file.includes('[Content_Types].xml') ? readXlsx(file, { readStyles: true }) : readOds(file))
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause
    throw new CalError(
      'usage',
      {
        en: `${source.name} cannot be read as a workbook: ${cause.message}`,
        de: `${source.name} lässt sich nicht als Arbeitsmappe lesen: ${cause.message}`,
      },
      {
        cause,
        hint: {
          en: 'save it again as .xlsx, .ods or CSV (UTF-8) in the spreadsheet program',
          de: 'im Tabellenprogramm neu als .xlsx, .ods oder CSV (UTF-8) speichern',
        },
      },
    )
  }
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

/** Copies the value of a merged cell to each of its rows that has other values. */
function rowsOf({ rows, cells, merges = [] }: Sheet): readonly SheetRow[] {
  const texts = rows.map((row, r) =>
    row.map((value, c) => {
      const cell = cells?.get(`${r},${c}`)
      return value === null && cell?.formula !== undefined ? '#FORMULA!' : cellText(value, cell?.style)
    }),
  )
  const own = texts.map((row) => row.some((text) => text.trim() !== ''))
  for (const { startRow, endRow, startCol } of merges) {
    for (let r = startRow + 1; r <= Math.min(endRow, texts.length - 1); r++) {
      const row = texts[r]
      if (row && own[r] === true) row[startCol] = texts[startRow]?.[startCol] ?? ''
    }
  }
  return texts.flatMap((row, r) => (own[r] === true ? [{ cells: withoutTail(row), line: r + 1 }] : []))
}

function withoutTail(row: readonly string[]): readonly string[] {
  return row.slice(0, row.findLastIndex((text) => text.trim() !== '') + 1)
}

function otherSheets(source: InputSource, name: string, others: readonly string[]) {
  const list = others.map((other) => `"${other}"`).join(', ')
  return {
    en: `${source.name}: only the sheet "${name}" is read, not ${list}; to read another one, use --sheet NAME`,
    de: `${source.name}: nur das Blatt „${name}“ wird gelesen, nicht ${list}; --sheet NAME wählt ein anderes`,
  }
}

function noSheet(file: string, wanted: string, sheets: readonly Sheet[]): CalError {
  return new CalError(
    'usage',
    { en: `${file} has no sheet "${wanted}"`, de: `${file} hat kein Blatt „${wanted}“` },
    { hint: sameText(sheets.map(({ name }) => name).join(', ')) },
  )
}

function tooLarge(file: string, bytes: number): CalError {
  const megabytes = bytes / 1024 / 1024
  return new CalError(
    'usage',
    {
      en: `${file} is too large for a workbook: more than ${megabytes} MB`,
      de: `${file} ist als Arbeitsmappe zu groß: mehr als ${megabytes} MB`,
    },
    {
      hint: {
        en: 'save the sheet as CSV (UTF-8); CSV files may be of any size',
        de: 'das Blatt als CSV (UTF-8) speichern, das beliebig groß sein darf',
      },
    },
  )
}

export function cellText(value: CellValue, style?: CellStyle): string {
  if (value === null) return ''
  if (value instanceof Date) return dateText(value, style?.numFmt)
  if (typeof value === 'number') return numberText(value, style?.numFmt)
  if (typeof value === 'boolean') return String(value)
  return durationText(value) ?? value
}

/** Day 0 is at the end of 1899: dates of that year are times of day or durations. */
function dateText(date: Date, format: string | undefined): string {
  const wall = utcWall(Math.round(date.getTime() / 1000) * 1000)
  if (wall < '1901') return clockText(wall)
  return wall.endsWith(' 00:00:00') && !showsHours(format) ? wall.slice(0, 10) : wall
}

function clockText(wall: string): string {
  const from = instantOfUtc(wall < '1899-12-31' ? '1899-12-30 00:00:00' : '1899-12-31 00:00:00')
  const lasts_ms = instantOfUtc(wall) - from
  const hours = Math.floor(lasts_ms / day_ms) * 24 + Number(wall.slice(11, 13))
  return `${String(hours).padStart(2, '0')}${wall.slice(13).replace(/:00$/, '')}`
}

function showsHours(format: string | undefined): boolean {
  return format !== undefined && /h/i.test(format.replace(/"[^"]*"|\\.|\[[$][^\]]*\]/g, ''))
}

/** LibreOffice writes times as ISO durations: `PT18H30M00S`. */
function durationText(text: string): string | undefined {
  const [, hours, minutes, seconds] = /^PT(\d+)H(\d+)M(\d+)(?:[.,]\d+)?S$/.exec(text) ?? []
  if (hours === undefined) return undefined
  return `${hours.padStart(2, '0')}:${minutes}${seconds === '00' ? '' : `:${seconds}`}`
}

/** The text that the cell shows: `01234` with its zero, `5.5` in euros with its sign. Programs use 15 digits. */
function numberText(value: number, format: string | undefined): string {
  const plain = String(Number(value.toPrecision(15)))
  if (format === undefined) return plain
  if (/^0+$/.test(format)) return plain.padStart(format.length, '0')
  const [first = ''] = format.split(';')
  const symbol = /\[\$([^\]-]+)(?:-[^\]]*)?\]|"?(\p{Sc}|EUR|CHF|USD|GBP)"?/u.exec(first)
  const sign = symbol?.[1] ?? symbol?.[2]
  if (!symbol || sign === undefined) return plain
  const decimals = /0\.(0+)/.exec(first)?.[1]?.length ?? 0
  const amount = Number.isInteger(value) ? plain : value.toFixed(decimals || 2)
  return symbol.index > first.search(/[0#]/) ? `${amount} ${sign}` : `${sign}${amount}`
}

const end_mark = 0x06054b50
const entry_mark = 0x02014b50
const end_length = 22
const comment_length_max = 65_535

/**
 * The unzipped size of a ZIP file in bytes, before anything is unzipped; undefined without a directory of its parts.
 */
export function unzippedSizeOf(file: Buffer): number | undefined {
  const end = endOf(file)
  if (end === undefined) return undefined
  let at = file.readUInt32LE(end + 16)
  let size = 0
  for (let left = file.readUInt16LE(end + 10); left > 0; left--) {
    if (at + 46 > file.length || file.readUInt32LE(at) !== entry_mark) return undefined
    size += file.readUInt32LE(at + 24)
    at += 46 + file.readUInt16LE(at + 28) + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  return size
}

/** The end of the directory is at the end of the file, followed by a comment at most. */
function endOf(file: Buffer): number | undefined {
  const first = Math.max(0, file.length - end_length - comment_length_max)
  for (let at = file.length - end_length; at >= first; at--) if (file.readUInt32LE(at) === end_mark) return at
  return undefined
}
