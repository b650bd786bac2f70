// Temporary tables: rows of an input, records of a service, keys and numbers of both. Their database has no name, is in
// memory while it is small, and ends with the process.
import { createRequire } from 'node:module'
import { CalError } from '../errors.ts'
import { t } from '../text/language.ts'

/** What a database holds in memory before it is written to a file. Units: KiB. */
const cache_kib = 8 * 1024
/** Values read together: a value can have some MB. */
const page_length = 32

type Cell = string | number | null

export interface TemporaryStatement {
  /** Returns the number of changed rows. Errors: `configuration` if no temporary file can be written. */
  run(...parameters: readonly Cell[]): number
  all(...parameters: readonly Cell[]): readonly (readonly Cell[])[]
}

/** Tables of a temporary database, which is opened for the first statement. */
export class TemporaryTables {
  readonly #schema: string
  #database: ReturnType<typeof openDatabase> | undefined

  constructor(schema: string) {
    this.#schema = schema
  }

  /** Parsed once. */
  statement(sql: string): TemporaryStatement {
    let parsed: ReturnType<ReturnType<typeof openDatabase>['prepare']> | undefined
    const statement = () => {
      this.#database ??= openDatabase(this.#schema)
      if (!parsed) {
        parsed = this.#database.prepare(sql)
        parsed.setReturnArrays(true)
      }
      return parsed
    }
    return {
      run: (...parameters) => written(() => Number(statement().run(...parameters).changes)),
      all: (...parameters) => written(() => statement().all(...parameters)),
    }
  }
}

/** Nothing has to survive: there is no journal, and one transaction that never ends. */
function openDatabase(schema: string) {
  const { DatabaseSync }: typeof import('@photostructure/sqlite') = createRequire(import.meta.url)(
    '@photostructure/sqlite',
  )
  const database = new DatabaseSync('')
  database.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -${cache_kib}`)
  database.exec(`${schema}; BEGIN`)
  return database
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

/** The database ends a text at U+0000 and replaces what is no Unicode: different keys would become equal. */
export function keyText(key: string): string {
  return key.isWellFormed() && !key.includes('\0') ? key : JSON.stringify(key)
}

/** Objects that JSON can hold, by number. */
export class TemporaryValues<T extends object> {
  readonly #tables = new TemporaryTables('CREATE TABLE value (n INTEGER PRIMARY KEY, json TEXT NOT NULL)')
  readonly #set = this.#tables.statement('INSERT OR REPLACE INTO value VALUES (?, ?)')
  readonly #get = this.#tables.statement('SELECT json FROM value WHERE n = ?')
  readonly #delete = this.#tables.statement('DELETE FROM value WHERE n = ?')
  readonly #page = this.#tables.statement('SELECT n, json FROM value WHERE n > ? ORDER BY n LIMIT ?')

  set(n: number, value: T): void {
    this.#set.run(n, JSON.stringify(value))
  }

  get(n: number): T | undefined {
    const [row] = this.#get.all(n)
    return row && JSON.parse(String(row[0]))
  }

  delete(n: number): void {
    this.#delete.run(n)
  }

  /** In the order of their numbers. */
  *values(): Iterable<T> {
    for (let after = Number.MIN_SAFE_INTEGER; ; ) {
      const rows = this.#page.all(after, page_length)
      for (const [, json] of rows) yield JSON.parse(String(json))
      if (rows.length < page_length) return
      after = Number(rows.at(-1)?.[0])
    }
  }
}

/** The keys of all instances are in one database: to read a history opens several for each run. */
const keys = new TemporaryTables(
  'CREATE TABLE pair (owner INTEGER, key TEXT, n INTEGER, PRIMARY KEY (owner, key, n)) WITHOUT ROWID',
)
const key_statements = {
  add: keys.statement('INSERT OR IGNORE INTO pair VALUES (?, ?, ?)'),
  add_all: keys.statement('INSERT OR IGNORE INTO pair SELECT ?, value ->> 0, value ->> 1 FROM json_each(?)'),
  delete: keys.statement('DELETE FROM pair WHERE owner = ? AND key = ? AND n = ?'),
  find: keys.statement('SELECT 1 FROM pair WHERE owner = ? AND key = ? AND n = ?'),
  get: keys.statement('SELECT n FROM pair WHERE owner = ? AND key = ? ORDER BY n'),
  shared: keys.statement('SELECT json_group_array(n) FROM pair WHERE owner = ? GROUP BY key HAVING count(*) > 1'),
  clear: keys.statement('DELETE FROM pair WHERE owner = ?'),
}
const unused = new FinalizationRegistry((owner: number) => key_statements.clear.run(owner))
let owners = 0

/** Pairs of a key and a number, each once: the records that have a key, the ids of a kind. */
export class TemporaryKeys {
  readonly #owner = ++owners
  #isEmpty = true

  /** Returns whether the pair is new. */
  add(key: string, n: number): boolean {
    this.#fill()
    return key_statements.add.run(this.#owner, keyText(key), n) > 0
  }

  addAll(pairs: readonly (readonly [key: string, n: number])[]): void {
    this.#fill()
    key_statements.add_all.run(this.#owner, JSON.stringify(pairs.map(([key, n]) => [keyText(key), n])))
  }

  delete(key: string, n: number): void {
    if (!this.#isEmpty) key_statements.delete.run(this.#owner, keyText(key), n)
  }

  has(key: string, n: number): boolean {
    return !this.#isEmpty && key_statements.find.all(this.#owner, keyText(key), n).length > 0
  }

  /** In ascending order. */
  get(key: string): readonly number[] {
    return this.#isEmpty ? [] : key_statements.get.all(this.#owner, keyText(key)).map(([n]) => Number(n))
  }

  /** For each key that several have, their numbers. */
  shared(): readonly (readonly number[])[] {
    return this.#isEmpty ? [] : key_statements.shared.all(this.#owner).map(([numbers]) => JSON.parse(String(numbers)))
  }

  /** Its pairs are removed when it is no longer used. */
  #fill(): void {
    if (this.#isEmpty) unused.register(this, this.#owner)
    this.#isEmpty = false
  }
}
