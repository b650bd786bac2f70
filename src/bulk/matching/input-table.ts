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
  /** Absent if the records of the input are not kept. */
  readonly record: () => RowRecord | undefined
  /** The id of a record that is equal to it, `differs`, or undefined if it was not compared yet. */
  readonly compared: number | undefined
}

/** In place of an id: the row differs from the record, or several records match it. */
export const differs = -1

/** `slice` has the locations of records whose keys were added together, from the number `n` on. */
const schema = `
  CREATE TABLE row (n INTEGER PRIMARY KEY, record TEXT, rest TEXT NOT NULL);
  CREATE TABLE row_key (kind TEXT, key TEXT, n INTEGER NOT NULL, PRIMARY KEY (kind, key)) WITHOUT ROWID;
  CREATE TABLE slice (n INTEGER PRIMARY KEY, locations TEXT NOT NULL);
  CREATE TABLE compared (n INTEGER PRIMARY KEY, id INTEGER NOT NULL)`

/** Rows read together: one can have some MB. */
const page_length = 32
/** Numbers read together. */
const numbers_length = 1_000

export class InputTable {
  readonly #tables = new TemporaryTables(schema)
  readonly #add = this.#tables.statement('INSERT INTO row VALUES (?, ?, ?)')
  readonly #add_slice = this.#tables.statement('INSERT INTO slice VALUES (?, ?)')
  readonly #add_keys = this.#tables.statement(
    'INSERT OR IGNORE INTO row_key SELECT ?, value, ? + key FROM json_each(?) WHERE value IS NOT NULL',
  )
  readonly #find = this.#tables.statement(`
    SELECT asked.key, row_key.n, record, compared.id FROM json_each(?) AS asked
    CROSS JOIN row_key ON kind = ? AND row_key.key = value
    LEFT JOIN row ON row.n = row_key.n LEFT JOIN compared ON compared.n = row_key.n`)
  readonly #numbers = this.#tables.statement(
    'SELECT asked.key, n FROM json_each(?) AS asked CROSS JOIN row_key ON kind = ? AND row_key.key = value',
  )
  readonly #location = this.#tables.statement(
    `SELECT locations -> (?1 - n) FROM slice WHERE n <= ?1 ORDER BY n DESC LIMIT 1`,
  )
  readonly #page = this.#tables.statement(`
    SELECT row.n, record, rest, id FROM row LEFT JOIN compared ON compared.n = row.n
    WHERE row.n > ? ORDER BY row.n LIMIT ?`)
  readonly #row = this.#tables.statement('SELECT n, record, rest, NULL FROM row WHERE n = ?')
  readonly #set_compared = this.#tables.statement(
    'INSERT OR REPLACE INTO compared SELECT value ->> 0, value ->> 1 FROM json_each(?)',
  )
  readonly #equal = this.#tables.statement('SELECT n, id FROM compared WHERE n > ? AND id >= 0 ORDER BY n LIMIT ?')
  readonly #equal_count = this.#tables.statement('SELECT count(*) FROM compared WHERE id >= 0')
  readonly #column_names: ColumnNames[] = []

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
    const found = this.#find.all(JSON.stringify(keys.map(keyText)), kind)
    return new Map(
      found.map(([i, n, record, compared]) => [
        keys[Number(i)] ?? '',
        {
          n: Number(n),
          record: () => (record === null ? undefined : JSON.parse(String(record))),
          compared: compared === null ? undefined : Number(compared),
        },
      ]),
    )
  }

  has(kind: Plural, key: string): boolean {
    return this.#numbers.all(JSON.stringify([keyText(key)]), kind).length > 0
  }

  /** Sets what rows were compared with: the id of a record that equals them, or `differs`. */
  setCompared(ids: ReadonlyMap<number, number>): void {
    this.#set_compared.run(JSON.stringify([...ids]))
  }

  /** How many rows are equal to a record. */
  get equal_count(): number {
    return Number(this.#equal_count.all()[0]?.[0])
  }

  /** The numbers of these rows, each with the id of its record. */
  *equal(): Iterable<{ readonly n: number; readonly id: number }> {
    for (let after = -1; ; ) {
      const found = this.#equal.all(after, numbers_length)
      for (const [n, id] of found) yield { n: Number(n), id: Number(id) }
      if (found.length < numbers_length) return
      after = Number(found.at(-1)?.[0])
    }
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

  #restored([number, record, rest, compared]: StoredRow): InputRow {
    const n = Number(number)
    const equal_id = compared === null || compared === differs ? undefined : Number(compared)
    if (record === null) return { n, equal_id, ...JSON.parse(String(rest)) }
    const own: RowRecord = JSON.parse(String(record))
    const { entry: kept, sheet, errors }: StoredRest = JSON.parse(String(rest))
    const column_names = sheet === undefined ? undefined : this.#column_names[sheet]
    const { kind, values } = own
    const entry: Entry = { ...kept, kind, values, ...(column_names ? { column_names } : {}) }
    return { n, equal_id, item: entry, errors, record: { ...own, entry } }
  }
}

type StoredRow = ReturnType<TemporaryStatement['all']>[number]

interface StoredRest {
  readonly entry: Omit<Entry, 'values' | 'kind' | 'column_names'>
  /** Which of the sheets' column names it has. */
  readonly sheet: number | undefined
  readonly errors: readonly InputError[]
}
