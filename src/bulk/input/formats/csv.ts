// CSV and TSV: a header row, then one record per row.
import { parse } from 'csv-parse'
import { Readable } from 'node:stream'
import { CalError, errorCode } from '../../../base/errors.ts'
import { t, type Text } from '../../../base/text/language.ts'
import type { InputBatches } from '../entry.ts'
import { linesOf, record_characters_max, recordTooLong, decodeSource, type InputSource } from '../source.ts'
import type { SheetOptions } from '../headers/sheet-header.ts'
import { readTable, type SheetRow } from './table.ts'

/** `sample` is the beginning of the text. */
export function readCsv(source: InputSource, reading: SheetOptions, sample: string): InputBatches {
  const dialect = dialectOf(sample)
  return readTable({ source, delimiter: dialect.delimiter }, rowsOf(source, dialect), reading)
}

interface Dialect {
  readonly delimiter: string
  /** Lines before the header: Excel's `sep=;`. */
  readonly skipped: number
}

function dialectOf(sample: string): Dialect {
  const declared = /^sep=(.)\r?(?:\n|$)/i.exec(sample)?.[1]
  return declared === undefined ? { delimiter: delimiterOf(sample), skipped: 0 } : { delimiter: declared, skipped: 1 }
}

const sampled_lines_max = 12

/** The most frequent separator in the first line that has any, outside of quotes. */
export function delimiterOf(sample: string): string {
  const lines = sample.replace(/"[^"]*"/g, '').split(/\r\n|\n|\r/)
  const first = lines.slice(0, sampled_lines_max).find((line) => /[,;\t|]/.test(line) && line.trim() !== '') ?? ''
  const counts = [',', ';', '\t', '|'].map((sign) => ({ sign, count: first.split(sign).length - 1 }))
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).sign
}

/** Line ends may be mixed: programs append `\n` to files with `\r\n`. */
const line_ends = ['\r\n', '\n', '\r']

/** Rows that are read together. */
const batch_length = 256

/** The rows that are not blank. Lines are counted here: with its own count, the library takes a third longer. */
async function* rowsOf(source: InputSource, { delimiter, skipped }: Dialect): AsyncIterable<SheetRow[]> {
  const parser = parse({
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    record_delimiter: line_ends,
    max_record_size: record_characters_max,
    raw: true,
  })
  const input = Readable.from(decodeSource(source), { objectMode: true })
  input.on('error', (error) => parser.destroy(error))
  input.pipe(parser)
  let read = 0
  let rows: SheetRow[] = []
  try {
    for await (const { record, raw } of parser as AsyncIterable<ParsedRow>) {
      const line = read + 1
      read = line + breaksIn(record)
      const cells = record.some((cell) => cell.startsWith('"'))
        ? record.map((cell, i) => {
            const text = cellOf(cell, raw, delimiter)
            if (text !== undefined) return text
            throw textAfterQuote(source, line + breaksIn(record.slice(0, i)), line + breaksIn(record.slice(0, i + 1)))
          })
        : record
      if (line > skipped && cells.some((cell) => cell.trim() !== '')) rows.push({ cells, line })
      if (rows.length < batch_length) continue
      yield rows
      rows = []
    }
    yield rows
  } catch (cause) {
    throw await brokenCsv(source, cause, read)
  } finally {
    input.destroy()
  }
}

interface ParsedRow {
  readonly record: readonly string[]
  /** The row as written. */
  readonly raw: string
}

/**
 * The library reads a cell as it is, with its quotes, if text follows the closing one. undefined for such a cell with a
 * separator or several lines: a quote was probably left open, and the cell contains other ones.
 */
function cellOf(cell: string, raw: string, delimiter: string): string | undefined {
  const isQuoted = (text: string) => raw.includes(`"${text.replaceAll('"', '""')}"`)
  if (!cell.startsWith('"') || isQuoted(cell)) return cell
  const inner = /^"(.*)"\s*$/s.exec(cell)?.[1]
  // Only blanks follow the closing quote.
  if (inner !== undefined && isQuoted(inner)) return inner
  if (cell.includes(delimiter) || breaksIn([cell]) > 0) return undefined
  return inner !== undefined && quoted_words.test(inner) ? inner : cell
}

/** Quotes around words, as in `a "new" start`, but not `A" and "B`. */
const quoted_words = /^(?:[^"]|(?<![^\s(])"[^"]*")*$/

function textAfterQuote({ name }: InputSource, opened: number, closed: number): CalError {
  return notCsv(name, opened, t('text follows the quote in line {line} that closes a cell', { line: closed }))
}

/** `line`: where a quote opens. */
function notCsv(name: string, line: number, problem: Text, cause?: unknown): CalError {
  return new CalError('usage', t('{location}: not CSV: {problem}', { location: `${name}:${line}`, problem }), {
    cause,
    hint: t('close the quote that opens in line {line}, or double the quotes inside a cell', { line }),
  })
}

function breaksIn(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + (/[\r\n]/.test(cell) ? cell.split(/\r\n|\r|\n/).length - 1 : 0), 0)
}

/** The library has two errors here, each with the line where it gave up: the end of the file, for an open quote. */
async function brokenCsv(source: InputSource, cause: unknown, read: number): Promise<unknown> {
  const code = errorCode(cause)
  if (!code.startsWith('CSV_')) return cause
  const opened = await openedAt(source, read)
  if (code === 'CSV_MAX_RECORD_SIZE') return recordTooLong(source.name, read + 1, opened !== undefined)
  return notCsv(source.name, opened ?? read + 1, t('a quote is never closed'), cause)
}

/** The line after the last one read in which a quote opens that is never closed. */
async function openedAt(source: InputSource, read: number): Promise<number | undefined> {
  let opened: number | undefined
  let isOpen = false
  for await (const lines of linesOf(source))
    for (const { number, text } of lines) {
      if (number <= read) continue
      for (const sign of text) {
        if (sign !== '"') continue
        isOpen = !isOpen
        if (isOpen) opened = number
      }
    }
  return isOpen ? opened : undefined
}
