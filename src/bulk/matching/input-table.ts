// The records of an input and their keys in temporary tables, and the records of the service that are equal to them.
import { keyText, type TemporaryStatement, TemporaryTables } from '../../base/files/temporary-values.ts'
import type { Plural } from '../../spec/model.ts'
import type { ColumnNames, Entry, InputError, InputItem, InputLocation } from '../input/entry.ts'
import type { ParsedRecord } from '../input/parse-entry.ts'

/** One record of the input, parsed, with its errors. */
export interface ParsedItem {
  readonly n: number
  readonly item: InputItem
  readonly record?: ParsedRecord
  readonly errors: readonly InputError[]
}

/** A row, and the id of the record of the service that equals it, if there is one. */
export interface InputRow extends ParsedItem {
  readonly equal_id: number | undefined
}

/** A record without its entry. */
export type RowRecord = Omit<ParsedRecord, 'entry'>

/** A row with one of the keys of a record. */
export interface KeyedRow {
  readonly n: number
  readonly key: string
  /** Absent if the records of the input are not kept. */
  readonly record: () => (RowRecord & { readonly entry?: Pick<Entry, 'column_names'> }) | undefined
}

/** In place of the id of a record: the row was not compared yet; it differs from the record, or several match it. */
export const not_compared = 0
export const differs = -1

/** `slice` has the locations of records whose keys were added together, from the number `n` on. */
const schema = `
  CREATE TABLE row (n INTEGER PRIMARY KEY, record TEXT, rest TEXT NOT NULL);
  CREATE TABLE row_key (kind TEXT, key TEXT, n INTEGER NOT NULL, PRIMARY KEY (kind, key)) WITHOUT ROWID;
  CREATE TABLE slice (n INTEGER PRIMARY KEY, locations TEXT NOT NULL)`

/** Rows read together: one can have some MB. */
const page_length = 32

export class InputTable {
  readonly #tables = new TemporaryTables(schema)
  readonly #add = this.#tables.statement('INSERT INTO row VALUES (?, ?, ?)')
  readonly #add_slice = this.#tables.statement('INSERT INTO slice VALUES (?, ?)')
  readonly #add_keys = this.#tables.statement(
    'INSERT OR IGNORE INTO row_key SELECT ?, value, ? + key FROM json_each(?) WHERE value IS NOT NULL',
  )
  readonly #find = this.#tables.statement(`
    SELECT asked.key, row_key.n, record, rest ->> 'sheet' FROM json_each(?) AS asked
    CROSS JOIN row_key ON kind = ? AND row_key.key = value LEFT JOIN row ON row.n = row_key.n`)
  readonly #numbers = this.#tables.statement(
    'SELECT asked.key, n FROM json_each(?) AS asked CROSS JOIN row_key ON kind = ? AND row_key.key = value',
  )
  readonly #location = this.#tables.statement(
    `SELECT locations -> (?1 - n) FROM slice WHERE n <= ?1 ORDER BY n DESC LIMIT 1`,
  )
  readonly #page = this.#tables.statement('SELECT n, record, rest FROM row WHERE n > ? ORDER BY n LIMIT ?')
  readonly #row = this.#tables.statement('SELECT n, record, rest FROM row WHERE n = ?')
  readonly #column_names: ColumnNames[] = []
  /** What each row was compared with: the id of a record that equals it, `not_compared` or `differs`. */
  readonly #compared: number[] = []
  /** How many rows are equal to a record. */
  equal_count = 0
  /** What keys consist of: an input with slugs has no other keys, and those of records need not be looked up. */
  readonly #key_types = new Set<string>()

  add({ n, item, record, errors }: ParsedItem): void {
    if (!record) {
      this.#add.run(n, null, JSON.stringify({ item, errors }))
      return
    }
    const { entry, ...own } = record
    // The record has the values and the kind of its entry.
    const { values: _, kind: __, column_names, ...rest } = entry
    const stored: StoredRest = { entry: rest, sheet: this.#sheetOf(column_names), errors }
    this.#add.run(n, JSON.stringify(own), JSON.stringify(stored))
  }

  /** All rows of a sheet have the same object. */
  #sheetOf(names: ColumnNames | undefined): number | undefined {
    if (names === undefined) return undefined
    if (this.#column_names.at(-1) !== names) this.#column_names.push(names)
    return this.#column_names.length - 1
  }

  /**
   * Adds the keys of records with consecutive numbers; undefined for one that has none. Returns the locations of
   * earlier records with the same key, by number.
   */
  addKeys(items: readonly ParsedItem[], keys: readonly (string | undefined)[]): ReadonlyMap<number, InputLocation> {
    const first = items[0]?.n ?? 0
    for (const key of keys) {
      this.#compared.push(not_compared)
      if (key !== undefined) this.#key_types.add(keyTypeOf(key))
    }
    this.#add_slice.run(first, JSON.stringify(items.map(({ item }) => item.location)))
    const duplicates = new Map<number, InputLocation>()
    for (const kind of new Set(items.map(({ record }) => record?.kind))) {
      if (kind === undefined) continue
      const own = keys.map((key, i) => (key === undefined || items[i]?.record?.kind !== kind ? null : keyText(key)))
      const asked = JSON.stringify(own)
      if (this.#add_keys.run(kind, first, asked) === own.filter((key) => key !== null).length) continue
      for (const [i, n] of this.#numbers.all(asked, kind))
        if (n !== first + Number(i)) duplicates.set(first + Number(i), this.#locationOf(Number(n)))
    }
    return duplicates
  }

  #locationOf(n: number): InputLocation {
    const [row] = this.#location.all(n)
    return JSON.parse(String(row?.[0]))
  }

  /** The rows of a kind that have these keys, by key. */
  find(kind: Plural, keys: readonly string[]): ReadonlyMap<string, KeyedRow> {
    const asked = keys.filter((key) => this.#key_types.has(keyTypeOf(key)))
    if (asked.length === 0) return new Map()
    const found = this.#find.all(JSON.stringify(asked.map(keyText)), kind)
    return new Map(
      found.map(([i, n, json, sheet]) => {
        const key = asked[Number(i)] ?? ''
        const record = () => (json === null ? undefined : this.#withColumns(JSON.parse(String(json)), sheet))
        return [key, { n: Number(n), key, record }]
      }),
    )
  }

  #withColumns(row: RowRecord, sheet: StoredRow[number] | undefined): ReturnType<KeyedRow['record']> {
    const column_names = sheet === null || sheet === undefined ? undefined : this.#column_names[Number(sheet)]
    return column_names ? { ...row, entry: { column_names } } : row
  }

  has(kind: Plural, key: string): boolean {
    return this.#numberOf(kind, key) !== undefined
  }

  #numberOf(kind: Plural, key: string): number | undefined {
    if (!this.#key_types.has(keyTypeOf(key))) return undefined
    const [found] = this.#numbers.all(JSON.stringify([keyText(key)]), kind)
    return found && Number(found[1])
  }

  /** What a row was compared with: the id of a record that equals it, `not_compared` or `differs`. */
  comparedWith(n: number): number {
    return this.#compared[n] ?? not_compared
  }

  setCompared(n: number, id: number): void {
    this.equal_count += Number(id > 0) - Number(this.comparedWith(n) > 0)
    this.#compared[n] = id
  }

  /** The id of the record that equals the row with this key. */
  equalIdOf(kind: Plural, key: string): number | undefined {
    const n = this.equal_count === 0 ? undefined : this.#numberOf(kind, key)
    return n === undefined ? undefined : this.#equalId(n)
  }

  #equalId(n: number): number | undefined {
    const id = this.comparedWith(n)
    return id > 0 ? id : undefined
  }

  /** The numbers of the rows that are equal to a record, each with its id. */
  *equal(): Iterable<{ readonly n: number; readonly id: number }> {
    for (const [n, id] of this.#compared.entries()) if (id > 0) yield { n, id }
  }

  at(n: number): ParsedItem | undefined {
    const [row] = this.#row.all(n)
    return row && this.#restored(row)
  }

  /** In order. */
  *[Symbol.iterator](): Iterator<InputRow> {
    for (let after = -1; ; ) {
      const rows = this.#page.all(after, page_length)
      for (const row of rows) yield this.#restored(row)
      if (rows.length < page_length) return
      after = Number(rows.at(-1)?.[0])
    }
  }

  #restored([number, record, rest]: StoredRow): InputRow {
    const n = Number(number)
    const equal_id = this.#equalId(n)
    if (record === null) return { n, equal_id, ...JSON.parse(String(rest)) }
    const own: RowRecord = JSON.parse(String(record))
    const { entry: kept, sheet, errors }: StoredRest = JSON.parse(String(rest))
    const column_names = sheet === undefined ? undefined : this.#column_names[sheet]
    const { kind, values } = own
    const entry: Entry = { ...kept, kind, values, ...(column_names ? { column_names } : {}) }
    return { n, equal_id, item: entry, errors, record: { ...own, entry } }
  }
}

/** `slug=a` → `slug`, `id:5` → `id` */
function keyTypeOf(key: string): string {
  return key.slice(0, key.search(/[=:]/))
}

type StoredRow = ReturnType<TemporaryStatement['all']>[number]

interface StoredRest {
  readonly entry: Omit<Entry, 'values' | 'kind' | 'column_names'>
  /** Which of the sheets' column names it has. */
  readonly sheet: number | undefined
  readonly errors: readonly InputError[]
}
