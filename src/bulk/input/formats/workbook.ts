// Workbooks (.xlsx, .ods): one sheet as a table, its dates as dates and its formulas by their stored results.
import type { Sheet, Workbook } from 'hucre'
import { CalError } from '../../../base/errors.ts'
import { sameText } from '../../../base/text/language.ts'
import type { InputItem } from '../entry.ts'
import type { InputSource } from '../source.ts'
import type { SheetOptions } from '../headers/sheet-header.ts'
import { unzippedSizeOf } from './unzipped-size.ts'
import { itemsOfRows, type SheetRow } from './table-rows.ts'
import { cellText } from './workbook-cell.ts'

/** A workbook is read as a whole: its file, and what the parts of it become. */
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
  /** Other sheets that hold something. */
  readonly others: readonly string[]
}

/** A source is read several times; its workbook is taken apart once. */
const opened = new WeakMap<InputSource, { readonly sheet: string | undefined; readonly read: Promise<Read> }>()

function sheetOf(source: InputSource, sheet: string | undefined): Promise<Read> {
  const known = opened.get(source)
  if (known && known.sheet === sheet) return known.read
  const read = readSheet(source, sheet)
  opened.set(source, { sheet, read })
  return read
}

/** Fails: `usage` where the file is no workbook, too large, or has no such sheet. */
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
    // What is no package of Office is one of OpenDocument.
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
          en: 'save it anew as .xlsx, .ods or CSV (UTF-8) in the spreadsheet program',
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

/** A cell that is merged over several rows counts for each of them that holds something of its own. */
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
    en: `${source.name}: only the sheet "${name}" is read, not ${list}; --sheet NAME chooses another`,
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
  const mega = bytes / 1024 / 1024
  return new CalError(
    'usage',
    {
      en: `${file} is too large a workbook: more than ${mega} MB`,
      de: `${file} ist als Arbeitsmappe zu groß: mehr als ${mega} MB`,
    },
    {
      hint: {
        en: 'save the sheet as CSV (UTF-8), which may be of any size',
        de: 'das Blatt als CSV (UTF-8) speichern, das beliebig groß sein darf',
      },
    },
  )
}
