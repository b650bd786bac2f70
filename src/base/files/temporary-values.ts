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

  /** Whether there was a statement. */
  get isOpen(): boolean {
    return this.#database !== undefined
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

/** Pairs of a key and a number, each once: the records that have a key, the ids of a kind. */
export class TemporaryKeys {
  readonly #tables = new TemporaryTables('CREATE TABLE pair (key TEXT, n INTEGER, PRIMARY KEY (key, n)) WITHOUT ROWID')
  readonly #add = this.#tables.statement('INSERT OR IGNORE INTO pair VALUES (?, ?)')
  readonly #add_all = this.#tables.statement(
    'INSERT OR IGNORE INTO pair SELECT value ->> 0, value ->> 1 FROM json_each(?)',
  )
  readonly #add_new = this.#tables.statement('INSERT OR IGNORE INTO pair SELECT ?, value FROM json_each(?) RETURNING n')
  readonly #delete = this.#tables.statement('DELETE FROM pair WHERE key = ? AND n = ?')
  readonly #find = this.#tables.statement('SELECT 1 FROM pair WHERE key = ? AND n = ?')
  readonly #get = this.#tables.statement('SELECT n FROM pair WHERE key = ? ORDER BY n')
  readonly #shared = this.#tables.statement('SELECT json_group_array(n) FROM pair GROUP BY key HAVING count(*) > 1')

  add(key: string, n: number): void {
    this.#add.run(keyText(key), n)
  }

  addAll(pairs: readonly (readonly [key: string, n: number])[]): void {
    this.#add_all.run(JSON.stringify(pairs.map(([key, n]) => [keyText(key), n])))
  }

  /** Adds numbers to a key. Returns those that it did not have. */
  addNew(key: string, numbers: readonly number[]): readonly number[] {
    return this.#add_new.all(keyText(key), JSON.stringify(numbers)).map(([n]) => Number(n))
  }

  delete(key: string, n: number): void {
    this.#delete.run(keyText(key), n)
  }

  has(key: string, n: number): boolean {
    return this.#tables.isOpen && this.#find.all(keyText(key), n).length > 0
  }

  /** In ascending order. */
  get(key: string): readonly number[] {
    return this.#tables.isOpen ? this.#get.all(keyText(key)).map(([n]) => Number(n)) : []
  }

  /** For each key that several have, their numbers. */
  shared(): readonly (readonly number[])[] {
    return this.#shared.all().map(([numbers]) => JSON.parse(String(numbers)))
  }
}
