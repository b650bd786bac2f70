// Which events of the input are in the service as they are: decided while the service lists its events, so that equal
// ones need neither be kept nor compared again.
import type { JsonObject } from '../../base/json.ts'
import { differs, type InputTable, type KeyedRow, not_compared } from '../matching/input-table.ts'
import type { ReferenceIndex } from '../matching/reference-index.ts'
import { isKnown, type Reference, resolveReferences } from '../matching/references.ts'
import { changesBy, emptiedBy, isConfirmedDraft } from './plan.ts'

/** The input that is compared. */
interface ComparedInput {
  readonly rows: Pick<InputTable, 'comparedWith' | 'setCompared'>
  readonly references: readonly Reference[]
}

export class UnchangedRows {
  readonly #input: ComparedInput
  /** Undefined if records may be created from references, to which names of other rows may refer then. */
  #references: ReferenceIndex | undefined

  constructor(input: ComparedInput) {
    this.#input = input
  }

  /** Adds the records that references mean; called before events are listed. */
  resolve(index: ReferenceIndex): void {
    if (this.#input.references.every((reference) => isKnown(reference, index))) this.#references = index
  }

  /** Compares a listed record with the rows that have its keys. */
  readonly compare = (listed: JsonObject, rows: readonly KeyedRow[]): void => {
    if (!this.#references) return
    const id = Number(listed.id)
    for (const row of rows) {
      const before = this.#input.rows.comparedWith(row.n)
      const isOnly = before === not_compared || before === id
      this.#input.rows.setCompared(row.n, isOnly && isEqual(row, listed, this.#references) ? id : differs)
    }
  }
}

function isEqual({ record }: KeyedRow, listed: JsonObject, index: ReferenceIndex): boolean {
  const row = record()
  if (!row) return false
  const { entry: _, ...record_values } = row
  const { values, errors } = resolveReferences(record_values, index)
  return (
    errors.length === 0 &&
    changesBy({ ...row, values }, listed).length === 0 &&
    emptiedBy(row, listed).length === 0 &&
    !isConfirmedDraft(row, listed)
  )
}
