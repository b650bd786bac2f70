// Which events of the input are in the service as they are: a digest of each row is compared with the listed record.
import { hash } from 'node:crypto'
import { isObject, type Json, type JsonObject } from '../../base/json.ts'
import { getOrInsert } from '../../base/collections.ts'
import { sendableField } from '../../client/update/sendable.ts'
import { booleanOf, type Values } from '../../spec/read.ts'
import { resources } from '../../spec/resources.ts'
import type { ParsedRecord } from '../input/parse-entry.ts'
import { NumberList } from '../../base/number-list.ts'
import type { ReferenceIndex } from './reference-index.ts'
import { event_reference_fields, resolveReferences } from './references.ts'

/** What rows with the same fields and the same references have in common. */
interface RowShape {
  /** Compared as texts. */
  readonly fields: readonly string[]
  /** References as they were written. */
  readonly written: Values
  /** By field, the ids that the record must have; undefined until they are resolved. */
  links: ReadonlyMap<string, string> | undefined
}

/** With more kinds of rows, all are compared field by field. */
const shapes_max = 20_000

/** In `#ids`: not listed yet. */
const unknown = 0
/** In `#ids`: the record differs in spelling or value, or several records match. */
const differs = -1

/**
 * Equal digests mean equal rows: parsing a row and its record again, and comparing their fields, takes three times as
 * long. Anything else is decided by that comparison. Units: 24 bytes a row.
 */
export class UnchangedRows {
  readonly #shapes: RowShape[] = []
  readonly #shape_numbers = new Map<string, number>()
  /** By the number of the row. */
  readonly #shape_of = new NumberList()
  readonly #digests = new NumberList()
  readonly #ids = new NumberList()
  #found = 0
  #isOff = false

  /** Whether ids of other records are needed before events are listed. */
  get hasReferences(): boolean {
    return !this.#isOff && this.#shapes.some(({ links }) => links === undefined)
  }

  /** Adds a valid event of the input. Its slug does not count if it is matched by its uid. */
  add({ n, values, uid }: Pick<ParsedRecord, 'n' | 'values' | 'uid'>): void {
    this.#ids.set(n, uid === undefined ? unknown : differs)
    if (this.#isOff || uid !== undefined) return
    const number = this.#shapeOf(values)
    this.#isOff = number >= shapes_max
    const shape = this.#shapes[number]
    if (shape === undefined) return
    this.#shape_of.set(n, number)
    this.#digests.set(
      n,
      digestOf(shape, (field) => written(field, values[field]), booleanOf(values.all_day) === true),
    )
  }

  #shapeOf(values: Values): number {
    const names = Object.keys(values)
    const references = event_reference_fields.filter((field) => values[field] !== undefined)
    const written = Object.fromEntries(references.map((field) => [field, values[field]]))
    const key = references.length === 0 ? names.join() : `${names.join()} ${JSON.stringify(written)}`
    return getOrInsert(this.#shape_numbers, key, () => {
      const fields = names.filter(
        (name) =>
          Object.hasOwn(resources.events.fields, name) && name !== 'password' && !event_reference_fields.includes(name),
      )
      return this.#shapes.push({ fields, written, links: references.length === 0 ? new Map() : undefined }) - 1
    })
  }

  /** Finds the ids that references mean. If one cannot be resolved, records may be created: nothing is skipped then. */
  resolve(index: ReferenceIndex): void {
    for (const shape of this.#shapes) {
      const { values, errors } = resolveReferences({ kind: 'events', values: shape.written }, index)
      if (errors.length > 0) this.#isOff = true
      shape.links = new Map(Object.keys(shape.written).map((field) => [field, linkText(field, values[field])]))
    }
  }

  /** Compares a listed record with the rows that have one of its keys. Whether all of them are equal to it. */
  see(record: JsonObject, rows: readonly number[]): boolean {
    if (this.#isOff) return false
    const id = Number(record.id)
    let matches = 0
    let equal = 0
    for (const n of rows) {
      if (n >= this.#ids.length) continue
      const before = this.#ids.get(n)
      matches++
      const after = (before === unknown || before === id) && this.#isEqual(n, record) ? id : differs
      if (before > 0) this.#found--
      if (after > 0) this.#found++
      this.#ids.set(n, after)
      if (after === id) equal++
    }
    return matches > 0 && equal === matches
  }

  #isEqual(n: number, record: JsonObject): boolean {
    const shape = this.#shapes[this.#shape_of.get(n)]
    if (!shape?.links) return false
    for (const [field, ids] of shape.links)
      if (linkText(field, sendableField('events', field, record)) !== ids) return false
    const fieldOf = (field: string) => shown(field, record)
    return digestOf(shape, fieldOf, record.all_day === true) === this.#digests.get(n)
  }

  /** The id of the record that the row is equal to. */
  idOf(n: number): number | undefined {
    const id = this.#isOff ? unknown : this.#ids.get(n)
    return id > 0 ? id : undefined
  }

  /** Whether every row of the input is equal to a record. */
  areAll(records: number): boolean {
    return !this.#isOff && this.#found === records
  }
}

function linkText(field: string, ids: Json | undefined): string {
  const numbers = (Array.isArray(ids) ? ids : [ids]).map(Number)
  // Terms are ordered by the service, organizers by the user.
  return (field === 'categories' || field === 'tags' ? numbers.sort((a, b) => a - b) : numbers).join()
}

/** `whole`: the event is all-day, so that the times of its dates do not count. */
function digestOf({ fields }: RowShape, fieldOf: (field: string) => Json | undefined, whole: boolean): number {
  let text = ''
  for (const field of fields) text += `${comparedText(field, fieldOf(field), whole)}\u0000`
  // Six bytes, as an integer that a number can hold.
  return Number.parseInt(hash('sha256', text).slice(0, 12), 16)
}

function comparedText(field: string, value: Json | undefined, whole: boolean): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'object') return JSON.stringify(value)
  if (field !== 'start_date' && field !== 'end_date') return String(value)
  return whole ? String(value).slice(0, 10) : String(value)
}

const no_cost = '0.00'

/** A cost of nothing has several spellings. */
function shown(field: string, record: JsonObject): Json | undefined {
  const { cost_details } = record
  const amounts = field === 'cost' && isObject(cost_details) ? cost_details.values : undefined
  return Array.isArray(amounts) && amounts.length === 1 && Number(amounts[0]) === 0
    ? no_cost
    : sendableField('events', field, record)
}

/** As a service shows it: a day is midnight. */
function written(field: string, value: Json | undefined): Json | undefined {
  if (field === 'cost' && /^0+([.,]0+)?$/.test(String(value))) return no_cost
  const isDay = (field === 'start_date' || field === 'end_date') && typeof value === 'string' && value.length === 10
  return isDay ? `${value} 00:00:00` : value
}
