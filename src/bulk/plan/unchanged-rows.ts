// Which events of the input are in the service as they are: decided while the service lists its events, so that equal
// ones need neither be kept nor compared again.
import type { JsonObject } from '../../base/json.ts'
import type { ParsedRecord } from '../input/parse-entry.ts'
import type { ReferenceIndex } from '../matching/reference-index.ts'
import { isKnown, type Reference, resolveReferences } from '../matching/references.ts'
import { changesBy } from './plan.ts'

/** The input that is compared. */
interface ComparedInput {
  readonly rows: { recordAt(n: number): Pick<ParsedRecord, 'kind' | 'values' | 'uid'> | undefined }
  readonly records: number
  readonly references: readonly Reference[]
}

/** In `#ids`: not listed yet. */
const unknown = 0
/** In `#ids`: the record differs, or several records match. */
const differs = -1

export class UnchangedRows {
  readonly #scan: ComparedInput
  /** By the number of the row, the id of the record that equals it. */
  readonly #ids: Float64Array
  #references: ReferenceIndex | undefined
  #found = 0
  /** Records may be created from references, to which names of other rows may refer then. */
  #creates = false

  constructor(scan: ComparedInput) {
    this.#scan = scan
    this.#ids = new Float64Array(scan.records)
  }

  /** Adds the records that references mean; called before events are listed. */
  resolve(index: ReferenceIndex): void {
    this.#references = index
    this.#creates = !this.#scan.references.every((reference) => isKnown(reference, index))
  }

  /** Compares a listed record with the rows that have one of its keys. Whether all of them are equal to it. */
  see(record: JsonObject, rows: readonly number[]): boolean {
    if (this.#creates) return false
    const id = Number(record.id)
    let equal = 0
    for (const n of rows) {
      const before = this.#ids[n] ?? unknown
      const after = (before === unknown || before === id) && this.#isEqual(n, record) ? id : differs
      if (before > 0) this.#found--
      if (after > 0) this.#found++
      this.#ids[n] = after
      if (after === id) equal++
    }
    return equal > 0 && equal === rows.length
  }

  #isEqual(n: number, record: JsonObject): boolean {
    const row = this.#scan.rows.recordAt(n)
    if (!row || !this.#references) return false
    const { values, errors } = resolveReferences(row, this.#references)
    return errors.length === 0 && changesBy({ ...row, values }, record).length === 0
  }

  /** The id of the record that the row is equal to. */
  idOf(n: number): number | undefined {
    const id = this.#creates ? unknown : (this.#ids[n] ?? unknown)
    return id > 0 ? id : undefined
  }

  /** Whether every row of the input is equal to a record. */
  areAll(): boolean {
    return !this.#creates && this.#found === this.#scan.records
  }
}
