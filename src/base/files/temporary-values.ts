// Values by number, and numbers by key: in memory while they are few, else in a temporary database, which has no name
// and ends with the process.
import { createRequire } from 'node:module'
import { CalError } from '../errors.ts'
import { t } from '../text/language.ts'

/** What a database holds in memory before it is written to a file. Units: KiB. */
const cache_kib = 8 * 1024
/** Values read together: a value can have some MB. */
const page_length = 32

/**
 * Objects that JSON can hold, such as rows of an input or records of a service. In memory they are texts too, which
 * take less room than objects, and whose size is known.
 */
export class TemporaryValues<T extends object> {
  readonly #characters_max: number
  #characters = 0
  #texts = new Map<number, string>()
  #table: ValueTable | undefined

  /** With more characters, the values are kept in the database. */
  constructor(characters_max: number) {
    this.#characters_max = characters_max
  }

  /** Errors: `configuration` if no temporary file can be written. */
  set(n: number, value: T): void {
    const text = JSON.stringify(value)
    if (this.#table) {
      this.#table.set(n, text)
      return
    }
    this.#texts.set(n, text)
    this.#characters += text.length
    if (this.#characters <= this.#characters_max) return
    this.#table = new ValueTable()
    for (const [earlier, one] of this.#texts) this.#table.set(earlier, one)
    this.#texts = new Map()
  }

  get(n: number): T | undefined {
    const text = this.#table ? this.#table.get(n) : this.#texts.get(n)
    return text === undefined ? undefined : JSON.parse(text)
  }

  delete(n: number): void {
    this.#texts.delete(n)
    this.#table?.delete(n)
  }

  /** In the order of their numbers; those in memory in the order in which they were set. */
  *values(): Iterable<T> {
    for (const text of this.#table?.texts() ?? this.#texts.values()) yield JSON.parse(text)
  }
}

const no_numbers: readonly number[] = []

/** Keys, each with the numbers of the rows or records that have it. */
export class TemporaryKeys {
  readonly #characters_max: number
  #characters = 0
  #numbers = new Map<string, readonly number[]>()
  #table: KeyTable | undefined

  /** With more characters, about 10 MB with their map, the keys are kept in the database. */
  constructor(characters_max = 1024 * 1024) {
    this.#characters_max = characters_max
  }

  /** Adds a key unless it has a number, which is returned then. Errors: `configuration` as above. */
  addNew(key: string, n: number): number | undefined {
    const [known] = this.#table ? this.#table.addNew(key, n) : this.get(key)
    if (known === undefined && !this.#table) this.addAll([[key, n]])
    return known
  }

  /** Adds numbers to their keys. Errors: `configuration` if no temporary file can be written. */
  addAll(numbered: readonly (readonly [key: string, n: number])[]): void {
    if (this.#table) {
      this.#table.addAll(numbered)
      return
    }
    for (const [key, n] of numbered) {
      const numbers = this.#numbers.get(key) ?? no_numbers
      if (numbers.includes(n)) continue
      this.#numbers.set(key, [...numbers, n])
      this.#characters += key.length
    }
    if (this.#characters <= this.#characters_max) return
    this.#table = new KeyTable()
    for (const [key, numbers] of this.#numbers) this.#table.addAll(numbers.map((n) => [key, n]))
    this.#numbers = new Map()
  }

  /** In no particular order. */
  get(key: string): readonly number[] {
    return this.#table ? this.#table.getAll([key]).map(([, n]) => n) : (this.#numbers.get(key) ?? no_numbers)
  }

  /** Those of the keys that have numbers, with each of them. */
  getAll(keys: readonly string[]): readonly (readonly [key: string, n: number])[] {
    if (this.#table) return this.#table.getAll(keys)
    return keys.flatMap((key) => (this.#numbers.get(key) ?? no_numbers).map((n) => [key, n] as const))
  }

  delete(key: string, n: number): void {
    this.#table?.delete(key, n)
    const numbers = this.#numbers.get(key)
    if (numbers)
      this.#numbers.set(
        key,
        numbers.filter((one) => one !== n),
      )
  }

  /** For each key that several have, their numbers. */
  shared(): readonly (readonly number[])[] {
    return this.#table?.shared() ?? [...this.#numbers.values()].filter(({ length }) => length > 1)
  }
}

/** Loaded only for many values: it takes longer than reading a small file. */
function openDatabase(table: string) {
  const { DatabaseSync }: typeof import('@photostructure/sqlite') = createRequire(import.meta.url)(
    '@photostructure/sqlite',
  )
  const database = new DatabaseSync('')
  // Nothing has to survive: there is no journal, and one transaction that never ends.
  database.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -${cache_kib}`)
  database.exec(`${table}; BEGIN`)
  return database
}

class ValueTable {
  readonly #database = written(() => openDatabase('CREATE TABLE value (n INTEGER PRIMARY KEY, json TEXT NOT NULL)'))
  readonly #set = this.#database.prepare('INSERT OR REPLACE INTO value VALUES (?, ?)')
  readonly #get = this.#database.prepare('SELECT json FROM value WHERE n = ?')
  readonly #page = this.#database.prepare('SELECT n, json FROM value WHERE n > ? ORDER BY n LIMIT ?')

  set(n: number, text: string): void {
    written(() => this.#set.run(n, text))
  }

  get(n: number): string | undefined {
    const row = this.#get.get(n)
    return row && String(row.json)
  }

  delete(n: number): void {
    this.#database.prepare('DELETE FROM value WHERE n = ?').run(n)
  }

  *texts(): Iterable<string> {
    for (let after = Number.MIN_SAFE_INTEGER; ; ) {
      const rows = this.#page.all(after, page_length)
      for (const { json } of rows) yield String(json)
      if (rows.length < page_length) return
      after = Number(rows.at(-1)?.n)
    }
  }
}

class KeyTable {
  readonly #database = written(() =>
    openDatabase('CREATE TABLE key (key TEXT, n INTEGER, PRIMARY KEY (key, n)) WITHOUT ROWID'),
  )
  readonly #add_new = this.#database.prepare(
    'INSERT INTO key SELECT ?1, ?2 WHERE NOT EXISTS (SELECT 1 FROM key WHERE key = ?1)',
  )
  readonly #add = this.#database.prepare('INSERT OR IGNORE INTO key VALUES (?, ?)')
  readonly #get = this.#database.prepare(
    'SELECT asked.key AS i, n FROM json_each(?) AS asked JOIN key ON key.key = value',
  )

  /** Returns the numbers that the key has already. */
  addNew(key: string, n: number): readonly number[] {
    const { changes } = written(() => this.#add_new.run(stored(key), n))
    return changes === 1 ? no_numbers : this.getAll([key]).map(([, known]) => known)
  }

  addAll(numbered: readonly (readonly [key: string, n: number])[]): void {
    written(() => {
      for (const [key, n] of numbered) this.#add.run(stored(key), n)
    })
  }

  getAll(keys: readonly string[]): readonly (readonly [key: string, n: number])[] {
    return this.#get.all(JSON.stringify(keys.map(stored))).map(({ i, n }) => [keys[Number(i)] ?? '', Number(n)])
  }

  delete(key: string, n: number): void {
    this.#database.prepare('DELETE FROM key WHERE key = ? AND n = ?').run(stored(key), n)
  }

  shared(): readonly (readonly number[])[] {
    const rows = this.#database.prepare('SELECT json_group_array(n) AS all_n FROM key GROUP BY key HAVING count(*) > 1')
    return rows.all().map(({ all_n }) => JSON.parse(String(all_n)))
  }
}

/** The database ends a text at U+0000 and replaces what is no Unicode: different keys would become equal. */
function stored(key: string): string {
  return key.isWellFormed() && !key.includes('\0') ? key : JSON.stringify(key)
}

function written<R>(write: () => R): R {
  try {
    return write()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new CalError('configuration', t('cannot write temporary data: {reason}', { reason }), {
      cause,
      hint: t('free some space, or set TMPDIR to a folder on another disk'),
    })
  }
}
