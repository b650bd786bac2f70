// CSV and TSV: the interface's names or a spreadsheet's headers on top, one record a row.
import { parse } from 'csv-parse'
import { Readable } from 'node:stream'
import { Failure } from '../../base/failure.ts'
import type { Text } from '../../base/language.ts'
import { quoted } from '../../base/quoted.ts'
import type { Item, Place } from '../entry.ts'
import { sampleOf, textOf, type Source } from '../source.ts'
import { itemOfRow } from './csv-row.ts'
import { type CsvReading, Sheet } from './csv-sheet.ts'

export async function* readCsv(source: Source, reading: CsvReading): AsyncIterable<Item> {
  const delimiter = delimiterOf(await sampleOf(source))
  let sheet: Sheet | undefined
  for await (const { cells, line } of rowsOf(source, delimiter)) {
    if (!sheet) {
      sheet = new Sheet(source, cells, reading)
      continue
    }
    const place: Place = { file: source.name, line }
    const heading = sheet.headingOf(cells)
    yield heading ? itemOfRow({ cells, heading, order: reading.order, place }) : { place, original: cells, flaws: [sheet.noKind(cells)] }
  }
}

/** The header row of a CSV file: a file of rejected rows repeats it. */
export async function headersOf(source: Source): Promise<{ readonly headers: readonly string[]; readonly delimiter: string }> {
  const delimiter = delimiterOf(await sampleOf(source))
  for await (const { cells } of rowsOf(source, delimiter)) return { headers: cells, delimiter }
  return { headers: [], delimiter }
}

/** The sign that stands most often in the first line, outside of quotes. */
export function delimiterOf(sample: string): string {
  const first = sample.replace(/"[^"]*"/g, '').split(/\r?\n/).find((line) => line.trim() !== '') ?? ''
  const counts = [',', ';', '\t', '|'].map((sign) => ({ sign, count: first.split(sign).length - 1 }))
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).sign
}

interface Parsed {
  readonly record: string[]
  readonly info: { readonly lines: number }
}

async function* rowsOf(source: Source, delimiter: string): AsyncIterable<{ readonly cells: readonly string[]; readonly line: number }> {
  const parser = parse({ delimiter, info: true, relax_column_count: true, skip_empty_lines: true, relax_quotes: true })
  const input = Readable.from(textOf(source), { objectMode: true })
  input.on('error', (error) => parser.destroy(error))
  input.pipe(parser)
  try {
    let before = 0
    let counted_twice = 0
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      // The library counts CRLF inside of quotes as two lines.
      counted_twice += breaksIn(record, '\r\n')
      const last = info.lines - counted_twice
      if (record.some((cell) => cell.trim() !== '')) yield { cells: record, line: Math.max(before + 1, last - breaksIn(record, '\n')) }
      before = last
    }
  } catch (cause) {
    throw brokenCsv(source.name, cause)
  } finally {
    input.destroy()
  }
}

function breaksIn(record: readonly string[], sign: string): number {
  return record.reduce((sum, cell) => sum + (cell.includes(sign) ? cell.split(sign).length - 1 : 0), 0)
}

/** By the codes of the CSV library. */
const csv_flaws: Readonly<Record<string, Text>> = {
  CSV_QUOTE_NOT_CLOSED: { en: 'a quote is opened and never closed', de: 'ein Anführungszeichen wird nie geschlossen' },
  CSV_INVALID_CLOSING_QUOTE: { en: 'something follows a closing quote', de: 'nach einem schließenden Anführungszeichen folgt noch etwas' },
  CSV_MAX_RECORD_SIZE: { en: 'a record is too long', de: 'ein Eintrag ist zu lang' },
}

function brokenCsv(name: string, cause: unknown): unknown {
  if (!(cause instanceof Error && 'code' in cause && String(cause.code).startsWith('CSV_'))) return cause
  const line = 'lines' in cause ? `:${cause.lines}` : ''
  const { en, de } = csv_flaws[String(cause.code)] ?? quoted(cause.message)
  return new Failure('usage', { en: `${name}${line}: not CSV: ${en}`, de: `${name}${line}: kein CSV: ${de}` }, {
    cause, hint: { en: 'look for a quote that is never closed', de: 'nach einem Anführungszeichen suchen, das nicht geschlossen wird' },
  })
}
