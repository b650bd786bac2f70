// The records of an input and their keys in temporary tables.
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

/** `slice` has the locations of records whose keys were added together, from the number `n` on. */
const schema = `
  CREATE TABLE row (n INTEGER PRIMARY KEY, json TEXT NOT NULL);
  CREATE TABLE row_key (kind TEXT, key TEXT, n INTEGER NOT NULL, PRIMARY KEY (kind, key)) WITHOUT ROWID;
  CREATE TABLE slice (n INTEGER PRIMARY KEY, locations TEXT NOT NULL)`

/** Rows read together: one can have some MB. */
const page_length = 32

export class InputTable {
  readonly #tables = new TemporaryTables(schema)
  readonly #add = this.#tables.statement('INSERT INTO row VALUES (?, ?)')
  readonly #add_slice = this.#tables.statement('INSERT INTO slice VALUES (?, ?)')
  readonly #add_keys = this.#tables.statement(
    'INSERT OR IGNORE INTO row_key SELECT ?, value, ? + key FROM json_each(?) WHERE value IS NOT NULL',
  )
  readonly #numbers = this.#tables.statement(
    'SELECT asked.key, n FROM json_each(?) AS asked CROSS JOIN row_key ON kind = ? AND row_key.key = value',
  )
  readonly #location = this.#tables.statement(
    `SELECT locations -> (?1 - n) FROM slice WHERE n <= ?1 ORDER BY n DESC LIMIT 1`,
  )
  readonly #page = this.#tables.statement('SELECT n, json FROM row WHERE n > ? ORDER BY n LIMIT ?')
  readonly #row = this.#tables.statement('SELECT n, json FROM row WHERE n = ?')
  readonly #column_names: ColumnNames[] = []

  add({ n, item, record, errors }: ParsedItem): void {
    if (!record) {
      this.#add.run(n, JSON.stringify({ item, errors }))
      return
    }
    // The record has the values and the kind of its entry.
    const { entry, ...own } = record
    const { values: _, kind: __, column_names, ...rest } = entry
    const stored: StoredRecord = { record: own, entry: rest, sheet: this.#sheetOf(column_names), errors }
    this.#add.run(n, JSON.stringify(stored))
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

  /** By these keys, the numbers of the rows of a kind that have them. */
  find(kind: Plural, keys: readonly string[]): ReadonlyMap<string, number> {
    const found = this.#numbers.all(JSON.stringify(keys.map(keyText)), kind)
    return new Map(found.map(([i, n]) => [keys[Number(i)] ?? '', Number(n)]))
  }

  has(kind: Plural, key: string): boolean {
    return this.find(kind, [key]).size > 0
  }

  at(n: number): ParsedItem | undefined {
    const [row] = this.#row.all(n)
    return row && this.#restored(row)
  }

  /** In order. */
  *[Symbol.iterator](): Iterator<ParsedItem> {
    for (let after = -1; ; ) {
      const rows = this.#page.all(after, page_length)
      for (const row of rows) yield this.#restored(row)
      if (rows.length < page_length) return
      after = Number(rows.at(-1)?.[0])
    }
  }

  #restored([n, json]: ReturnType<TemporaryStatement['all']>[number]): ParsedItem {
    const stored: StoredRecord | Omit<ParsedItem, 'n' | 'record'> = JSON.parse(String(json))
    if (!('record' in stored)) return { n: Number(n), ...stored }
    const { record, entry: rest, sheet, errors } = stored
    const column_names = sheet === undefined ? undefined : this.#column_names[sheet]
    const { kind, values } = record
    const entry: Entry = { ...rest, kind, values, ...(column_names ? { column_names } : {}) }
    return { n: Number(n), item: entry, errors, record: { ...record, entry } }
  }
}

/** A parsed record as it is stored. */
interface StoredRecord {
  readonly record: Omit<ParsedRecord, 'entry'>
  readonly entry: Omit<Entry, 'values' | 'kind' | 'column_names'>
  /** Which of the sheets' column names it has. */
  readonly sheet: number | undefined
  readonly errors: readonly InputError[]
}
