// What is not imported of single rows of a table.
import { isList } from '../../../base/json.ts'
import { t, type Text } from '../../../base/text/language.ts'
import { inShellQuotes } from '../../../base/text/quoted.ts'
import { listInCell, yesOrNo } from '../cell-values.ts'
import { repeat_headers } from '../headers/header-vocabulary.ts'
import type { Column } from '../headers/headers.ts'
import type { TableColumns } from '../headers/sheet-header.ts'
import { isWithoutCurrency } from '../headers/units.ts'

interface PlacedRow {
  readonly cells: readonly string[]
  readonly table: TableColumns
  readonly location: string
}

/** The warning of each cause about a row, if there is one. */
export const row_warnings: readonly (readonly [cause: string, textOf: (row: PlacedRow) => Text | undefined])[] = [
  ['nameless', namelessText],
  ['repeating', repeatingText],
  ['unitless', unitlessText],
  ['second', secondText],
]

function textIn(cells: readonly string[], { at }: Column): string {
  return (cells[at] ?? '').trim()
}

/** A row with the address of a venue, which would describe the venue that it names, but without one name. */
function namelessText({ cells, table: { columns, of_address }, location }: PlacedRow): Text | undefined {
  const address = of_address.find((column) => textIn(cells, column) !== '')
  if (!address) return undefined
  const name = columns.find((column) => column.target === 'venue' && textIn(cells, column) !== '')
  if (name && !isList(listInCell('venue', textIn(cells, name)))) return undefined
  const cell = textIn(cells, address)
  return t('{location}: "{cell}" is not imported, because the row does not name one venue', { location, cell })
}

/** A row with a price in words, which do not have the currency of their header. */
function unitlessText({ cells, table: { columns }, location }: PlacedRow): Text | undefined {
  const column = columns.find(({ at, target, unit }) => target && unit && isWithoutCurrency(cells[at] ?? '', unit))
  if (!column) return undefined
  const values = { location, cell: textIn(cells, column), column: column.label }
  return t('{location}: "{cell}" is imported without the currency of "{column}": write it in the cell', values)
}

/** A row with two texts for one part of an address, of which the first one is imported: `Stadt` and `City`. */
function secondText({ cells, table: { of_address }, location }: PlacedRow): Text | undefined {
  const given = of_address.filter((column) => textIn(cells, column) !== '')
  for (const column of given) {
    const { label, target = '' } = column
    const first = given.find((one) => one.target === target) ?? column
    const cell = textIn(cells, column)
    if (cell === textIn(cells, first)) continue
    const values = { location, cell, other: first.label, column: inShellQuotes(label), target }
    return t(
      '{location}: "{cell}" is not imported, because "{other}" has another text; to choose: --map "{column}={target}"',
      values,
    )
  }
  return undefined
}

/** A row with a rule by which the event repeats, which tables do not have. */
function repeatingText({ cells, table: { ignored, kind }, location }: PlacedRow): Text | undefined {
  if (kind !== 'events') return undefined
  const column = ignored.find((one) => repeat_headers.test(one.word) && isRepeat(textIn(cells, one)))
  if (!column) return undefined
  const values = { location, column: column.label, cell: textIn(cells, column) }
  return t('{location}: the event is imported once, without "{column}": "{cell}"; write a row for each date', values)
}

function isRepeat(cell: string): boolean {
  return !no_repeat.test(cell) && yesOrNo(cell) !== false
}

const no_repeat =
  /^(?:|-+|–|none|never|once|not? repeat(?:ing)?|does not repeat|nie|keine?|einmalig|nicht|jamais|nunca|mai)$/i
