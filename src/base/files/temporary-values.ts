// Values by number: in memory while they are few, else in a temporary database, which has no name and ends with the
// process.
import { createRequire } from 'node:module'
import { CalError } from '../errors.ts'
import type { Json } from '../json.ts'
import { t } from '../text/language.ts'

/** What the database holds in memory before it is written to a file. Units: KiB. */
const cache_kib = 8 * 1024
/** Values read together: a value can have some MB. */
const page_length = 32

/** Objects that JSON can hold, such as rows of an input or records of a service. */
export class TemporaryValues<T extends object> {
  readonly #bytes_max: number
  #bytes = 0
  #values = new Map<number, T>()
  #table: Table<T> | undefined

  /** Units: `bytes_max` is compared with the sum of what `set` is told. */
  constructor(bytes_max: number) {
    this.#bytes_max = bytes_max
  }

  /** Errors: `configuration` if no temporary file can be written. */
  set(n: number, value: T, bytes: number): void {
    if (this.#table) {
      this.#table.set(n, value)
      return
    }
    this.#values.set(n, value)
    this.#bytes += bytes
    if (this.#bytes <= this.#bytes_max) return
    this.#table = new Table()
    for (const [earlier, one] of this.#values) this.#table.set(earlier, one)
    this.#values = new Map()
  }

  get(n: number): T | undefined {
    return this.#table ? this.#table.get(n) : this.#values.get(n)
  }

  delete(n: number): void {
    this.#values.delete(n)
    this.#table?.delete(n)
  }

  /** In the order of their numbers; those in memory in the order in which they were set. */
  values(): Iterable<T> {
    return this.#table?.values() ?? this.#values.values()
  }
}

/** Memory of a value in addition to its text. */
const value_bytes = 100

/** About how much memory a value takes. */
export function bytesOf(value: Json | undefined): number {
  if (typeof value === 'string') return value_bytes + value.length
  if (typeof value !== 'object' || value === null) return value_bytes
  let bytes = value_bytes
  for (const inner of Object.values(value)) bytes += bytesOf(inner)
  return bytes
}

/** Loaded only for many values: it takes longer than reading a small file. */
function openDatabase() {
  const { DatabaseSync }: typeof import('@photostructure/sqlite') = createRequire(import.meta.url)(
    '@photostructure/sqlite',
  )
  const database = new DatabaseSync('')
  // Nothing has to survive: there is no journal, and one transaction that never ends.
  database.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -${cache_kib}`)
  database.exec('CREATE TABLE value (n INTEGER PRIMARY KEY, json TEXT NOT NULL); BEGIN')
  return database
}

class Table<T extends object> {
  readonly #database = written(openDatabase)
  readonly #set = this.#database.prepare('INSERT OR REPLACE INTO value VALUES (?, ?)')
  readonly #get = this.#database.prepare('SELECT json FROM value WHERE n = ?')
  readonly #page = this.#database.prepare('SELECT n, json FROM value WHERE n > ? ORDER BY n LIMIT ?')

  set(n: number, value: T): void {
    written(() => this.#set.run(n, JSON.stringify(value)))
  }

  get(n: number): T | undefined {
    const row = this.#get.get(n)
    return row && JSON.parse(String(row.json))
  }

  delete(n: number): void {
    this.#database.prepare('DELETE FROM value WHERE n = ?').run(n)
  }

  *values(): Iterable<T> {
    for (let after = Number.MIN_SAFE_INTEGER; ; ) {
      const rows = this.#page.all(after, page_length)
      for (const { json } of rows) yield JSON.parse(String(json))
      if (rows.length < page_length) return
      after = Number(rows.at(-1)?.n)
    }
  }
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
