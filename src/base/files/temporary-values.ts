// Values by number: in memory while they are few, else in a temporary database, which has no name and ends with the
// process.
import { createRequire } from 'node:module'
import { CalError } from '../errors.ts'
import { t } from '../text/language.ts'

/** What the database holds in memory before it is written to a file. Units: KiB. */
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
  #table: Table | undefined

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
    this.#table = new Table()
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

class Table {
  readonly #database = written(openDatabase)
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
