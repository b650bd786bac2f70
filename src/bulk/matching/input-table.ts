// The records of an input and their keys in temporary tables, and which of them equal an event of the service.
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

/** A row as it is compared: without where it comes from. */
export type ComparedRow = Omit<ParsedRecord, 'entry'> & { readonly entry?: Pick<Entry, 'column_names'> }

/** A row that has one of the keys of a record. */
export interface KeyedRow {
  readonly n: number
  readonly key: string
  /** Errors: if the records of the input are not kept. */
  readonly record: () => ComparedRow
}

/** In place of the id of the event that a row equals. */
const not_compared = 0
const differs = -1

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
  readonly #numbers = this.#tables.statement(
    'SELECT asked.key, n FROM json_each(?) AS asked CROSS JOIN row_key ON kind = ? AND row_key.key = value',
  )
  readonly #keyed = this.#tables.statement(`
    SELECT asked.key, n, record, rest ->> 'sheet' FROM json_each(?) AS asked
    CROSS JOIN row_key ON kind = ? AND row_key.key = value JOIN row USING (n)`)
  readonly #location = this.#tables.statement(
    `SELECT locations -> (?1 - n) FROM slice WHERE n <= ?1 ORDER BY n DESC LIMIT 1`,
  )
  readonly #page = this.#tables.statement('SELECT n, record, rest FROM row WHERE n >= ? ORDER BY n LIMIT ?')
  readonly #row = this.#tables.statement('SELECT n, record, rest FROM row WHERE n = ?')
  readonly #column_names: ColumnNames[] = []
  /** What keys consist of: an input with slugs has no other keys, and those of events need not be looked up. */
  readonly #key_types = new Set<string>()
  /** By the number of a row, the id of the event that it equals, `not_compared` or `differs`. */
  readonly #equal_ids: number[] = []
  /** The number of rows that equal an event. */
  equal_count = 0

  add({ n, item, record, errors }: ParsedItem): void {
    if (!record) {
      this.#add.run(n, null, JSON.stringify({ item, errors }))
      return
    }
    // The record has the values and the kind of its entry.
    const { entry, ...own } = record
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
      this.#equal_ids.push(not_compared)
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

  /** By these keys, the numbers of the rows of a kind that have them. */
  find(kind: Plural, keys: readonly string[]): ReadonlyMap<string, number> {
    const found = this.#numbers.all(JSON.stringify(keys.map(keyText)), kind)
    return new Map(found.map(([i, n]) => [keys[Number(i)] ?? '', Number(n)]))
  }

  has(kind: Plural, key: string): boolean {
    return this.find(kind, [key]).size > 0
  }

  /** By the first keys of events, the rows that have them. */
  rowsOf(keys: readonly string[]): ReadonlyMap<string, KeyedRow> {
    const asked = keys.filter((key) => this.#key_types.has(keyTypeOf(key)))
    if (asked.length === 0) return new Map()
    const found = this.#keyed.all(JSON.stringify(asked.map(keyText)), 'events')
    return new Map(
      found.map(([i, n, json, sheet]) => {
        const key = asked[Number(i)] ?? ''
        const names = sheet === null || sheet === undefined ? undefined : this.#column_names[Number(sheet)]
        const entry = names && { column_names: names }
        const record = () => ({ entry, ...JSON.parse(String(json)) })
        return [key, { n: Number(n), key, record }]
      }),
    )
  }

  /** Whether a row was compared with no other event. */
  isOpenFor(n: number, id: number): boolean {
    const before = this.#equal_ids[n] ?? not_compared
    return before === not_compared || before === id
  }

  /** `equal_id`: the event that the row equals, if no other one matches it. */
  setCompared(n: number, equal_id: number = differs): void {
    this.equal_count += Number(equal_id > 0) - Number(this.equalId(n) !== undefined)
    this.#equal_ids[n] = equal_id
  }

  /** The id of the event that a row equals, if no other one matches it. */
  equalId(n: number): number | undefined {
    const id = this.#equal_ids[n] ?? not_compared
    return id > 0 ? id : undefined
  }

  /** Those of these keys of events whose row equals one. */
  equalKeys(keys: readonly string[]): ReadonlySet<string> {
    if (this.equal_count === 0) return new Set()
    const found = [...this.find('events', keys)].filter(([, n]) => this.equalId(n) !== undefined)
    return new Set(found.map(([key]) => key))
  }

  /** The ids of the events that rows equal. */
  equalIds(): ReadonlySet<number> {
    return new Set(this.#equal_ids.filter((id) => id > 0))
  }

  at(n: number): ParsedItem | undefined {
    const [row] = this.#row.all(n)
    return row && this.#restored(row)
  }

  /** In order. */
  *[Symbol.iterator](): Iterator<ParsedItem> {
    for (let from = 0; ; ) {
      const rows = this.#page.all(from, page_length)
      for (const row of rows) yield this.#restored(row)
      if (rows.length < page_length) return
      from = Number(rows.at(-1)?.[0]) + 1
    }
  }

  /** All rows in order. Of a row that equals an event only its number, as the plan needs no more of it. */
  *unread(): Iterable<ParsedItem | Pick<ParsedItem, 'n'>> {
    let page: ReturnType<TemporaryStatement['all']> = []
    for (const n of this.#equal_ids.keys())
      if (this.equalId(n) !== undefined) yield { n }
      else {
        if (page.length === 0 || n > Number(page.at(-1)?.[0])) page = this.#page.all(n, page_length)
        const row = page[n - Number(page[0]?.[0])]
        if (row) yield this.#restored(row)
      }
  }

  #restored([n, record, rest]: ReturnType<TemporaryStatement['all']>[number]): ParsedItem {
    if (record === null) return { n: Number(n), ...JSON.parse(String(rest)) }
    const own: Omit<ParsedRecord, 'entry'> = JSON.parse(String(record))
    const { entry: kept, sheet, errors }: StoredRest = JSON.parse(String(rest))
    const column_names = sheet === undefined ? undefined : this.#column_names[sheet]
    const { kind, values } = own
    const entry: Entry = { kind, values, ...kept, ...(column_names ? { column_names } : {}) }
    return { n: Number(n), item: entry, errors, record: { entry, ...own } }
  }
}

/** `slug=a` → `slug`, `id:5` → `id` */
function keyTypeOf(key: string): string {
  return key.slice(0, key.search(/[=:]/))
}

/** What is stored beside a parsed record. */
interface StoredRest {
  readonly entry: Omit<Entry, 'values' | 'kind' | 'column_names'>
  /** Which of the sheets' column names it has. */
  readonly sheet: number | undefined
  readonly errors: readonly InputError[]
}
