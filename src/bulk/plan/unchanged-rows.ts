// Which events of the input are in the service as they are: decided while the service lists its events, so that equal
// ones need neither be kept nor compared again.
import type { JsonObject } from '../../base/json.ts'
import { differs, type InputTable, type KeyedRow } from '../matching/input-table.ts'
import type { ReferenceIndex } from '../matching/reference-index.ts'
import { isKnown, type Reference, resolveReferences } from '../matching/references.ts'
import type { KeyedRecord } from '../matching/remote-index.ts'
import { changesBy } from './plan.ts'

/** The input that is compared. */
interface ComparedInput {
  readonly rows: Pick<InputTable, 'setCompared'>
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

  /** Compares listed records with the rows that have their keys. Returns those that all of these rows are equal to. */
  among(listed: readonly KeyedRecord[]): ReadonlySet<JsonObject> {
    const compared = new Map<number, number>()
    const unchanged = new Set<JsonObject>()
    if (!this.#references) return unchanged
    for (const { record, rows } of listed) {
      const id = Number(record.id)
      let equal = 0
      for (const row of rows) {
        const before = compared.get(row.n) ?? row.compared ?? id
        const after = before === id && isEqual(row, record, this.#references) ? id : differs
        compared.set(row.n, after)
        if (after === id) equal++
      }
      if (equal > 0 && equal === rows.length) unchanged.add(record)
    }
    if (compared.size > 0) this.#input.rows.setCompared(compared)
    return unchanged
  }
}

function isEqual({ record }: KeyedRow, listed: JsonObject, index: ReferenceIndex): boolean {
  const row = record()
  if (!row) return false
  const { values, errors } = resolveReferences(row, index)
  return errors.length === 0 && changesBy({ ...row, values }, listed).length === 0
}
