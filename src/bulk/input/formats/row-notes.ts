// What is not imported of single rows of a table: the first row of each kind is named.
import { getOrInsert } from '../../../base/collections.ts'
import { isList } from '../../../base/json.ts'
import { t, type Text } from '../../../base/text/language.ts'
import { inShellQuotes } from '../../../base/text/quoted.ts'
import { FirstWarning } from '../assumptions.ts'
import { listOf, yesOrNo } from '../cell-values.ts'
import { type InputLocation, locationText } from '../entry.ts'
import { repeat_headers } from '../headers/header-vocabulary.ts'
import type { Column } from '../headers/headers.ts'
import type { TableColumns } from '../headers/sheet-header.ts'
import { isWithoutCurrency } from '../headers/units.ts'

interface PlacedRow {
  readonly cells: readonly string[]
  readonly table: TableColumns
  readonly location: InputLocation
}

export class RowNotes {
  readonly #nameless = new FirstWarning()
  readonly #repeating = new FirstWarning()
  readonly #unitless = new FirstWarning()
  readonly #second = new FirstWarning()

  see(row: PlacedRow): void {
    noteNameless(row, this.#nameless)
    noteRepeating(row, this.#repeating)
    noteUnitless(row, this.#unitless)
    noteSecond(row, this.#second)
  }

  warnings(): readonly (Text | undefined)[] {
    return [this.#nameless, this.#repeating, this.#unitless, this.#second].map((seen) => seen.warning())
  }
}

/** A row with the address of a venue, which would describe the venue that it names, but without one name. */
function noteNameless({ cells, table: { columns, of_address }, location }: PlacedRow, nameless: FirstWarning): void {
  const textIn = ({ at }: Column) => (cells[at] ?? '').trim()
  const address = of_address.find((column) => textIn(column) !== '')
  const name = columns.find((column) => column.target === 'venue' && textIn(column) !== '')
  if (!address || (name && !isList(listOf('venue', textIn(name))))) return
  const values = { location: locationText(location), cell: textIn(address) }
  nameless.see(() => t('{location}: "{cell}" is not imported, because the row does not name one venue', values))
}

/** A row with a price in words, which do not have the currency of their header. */
function noteUnitless({ cells, table: { columns }, location }: PlacedRow, unitless: FirstWarning): void {
  const column = columns.find(({ at, target, unit }) => target && unit && isWithoutCurrency(cells[at] ?? '', unit))
  if (!column) return
  const values = { location: locationText(location), cell: (cells[column.at] ?? '').trim(), column: column.label }
  unitless.see(() =>
    t('{location}: "{cell}" is imported without the currency of "{column}": write it in the cell', values),
  )
}

/** A row with two texts for one part of an address, of which the first one is imported: `Stadt` and `City`. */
function noteSecond({ cells, table: { of_address }, location }: PlacedRow, second: FirstWarning): void {
  const firsts = new Map<string, { readonly cell: string; readonly other: string }>()
  for (const { at, label, target = '' } of of_address) {
    const cell = (cells[at] ?? '').trim()
    if (cell === '') continue
    const first = getOrInsert(firsts, target, () => ({ cell, other: label }))
    if (cell === first.cell) continue
    const values = { location: locationText(location), cell, other: first.other, column: inShellQuotes(label), target }
    second.see(() =>
      t(
        '{location}: "{cell}" is not imported, because "{other}" has another text; to choose: --map "{column}={target}"',
        values,
      ),
    )
    return
  }
}

/** A row with a rule by which the event repeats, which tables do not have. */
function noteRepeating({ cells, table: { ignored, kind }, location }: PlacedRow, repeating: FirstWarning): void {
  if (kind !== 'events') return
  const textIn = ({ at }: Column) => (cells[at] ?? '').trim()
  const column = ignored.find((one) => repeat_headers.test(one.word) && isRepeat(textIn(one)))
  if (!column) return
  const values = { location: locationText(location), column: column.label, cell: textIn(column) }
  repeating.see(() =>
    t('{location}: the event is imported once, without "{column}": "{cell}"; write a row for each date', values),
  )
}

function isRepeat(cell: string): boolean {
  return !no_repeat.test(cell) && yesOrNo(cell) !== false
}

const no_repeat =
  /^(?:|-+|–|none|never|once|not? repeat(?:ing)?|does not repeat|nie|keine?|einmalig|nicht|jamais|nunca|mai)$/i
