// CSV of any form, in pieces, has the rows that a widespread library reads, each with its line.
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CsvText } from '../../src/bulk/input/formats/csv.ts'
import { is_nightly } from '../support/extent.ts'

const piece = fc.array(fc.constantFrom('"', '""', ',', ';', '\n', '\r\n', '\r', 'a', 'b c', ' ', 'ä'), { maxLength: 8 })
const pieces = fc.array(
  piece.map((parts) => parts.join('')),
  { maxLength: 4 },
)

function read(texts: readonly string[]): unknown {
  const text = new CsvText('x.csv', ',')
  try {
    return [...texts.flatMap((one) => [...text.rows(one)]), ...text.lastRows()]
  } catch {
    return 'not CSV'
  }
}

/** Every line end begins a row, except in quotes; the library leaves out the lines of empty rows. */
function expected(text: string): unknown {
  try {
    let line = 1
    return parse(text, { relax_quotes: true, relax_column_count: true, record_delimiter: ['\r\n', '\n', '\r'] }).map(
      (cells) => {
        const row = { cells, line }
        line += 1 + (cells.join().match(/\r\n|\r|\n/g)?.length ?? 0)
        return row
      },
    )
  } catch {
    return 'not CSV'
  }
}

it('is read as a library reads it', () => {
  fc.assert(
    fc.property(pieces, (texts) => {
      expect(read(texts)).toEqual(expected(texts.join('')))
    }),
    { numRuns: is_nightly ? 100_000 : 2_000 },
  )
})
