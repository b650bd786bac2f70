// The one place that touches the SQLite binding: open, prepare, transaction, close.
import Database from 'better-sqlite3'
import { Failure } from '../../base/failure.ts'
import { sameText } from '../../base/language.ts'
import { storageFailure } from './storage-failure.ts'

/** What a column can hold, as the binding gives and takes it. */
export type Value = string | number | bigint | Buffer | null
export type Row = Record<string, Value>

/** Before this version a reset of the write-ahead log could lose commits. */
const version_min = '3.51.3'
/** Statements that stay compiled; their texts differ by how many statuses and links a list asks for. */
const statements_max = 300
/** How long one connection waits for another's short lock. */
const wait_ms = 5_000

/** One open database file and the statements compiled for it. */
export class Connection {
  readonly file: string
  readonly raw: Database.Database
  readonly #statements = new Map<string, Database.Statement<Value[], Row>>()
  /** The version of the file that the present view shows, once it was asked for. */
  #viewed: string | undefined
  #isViewing = false

  constructor(file: string, options: { readonly readonly: boolean; readonly wait_ms?: number }) {
    this.file = file
    try {
      this.raw = new Database(file, { readonly: options.readonly, timeout: options.wait_ms ?? wait_ms })
    } catch (error) {
      throw storageFailure(error, file)
    }
  }

  /** The statement compiled, from the bounded set of those in use. */
  statement(sql: string): Database.Statement<Value[], Row> {
    const known = this.#statements.get(sql)
    if (known) return known
    const made = this.raw.prepare<Value[], Row>(sql)
    if (this.#statements.size >= statements_max) this.#forgetOldest()
    this.#statements.set(sql, made)
    return made
  }

  #forgetOldest(): void {
    for (const sql of [...this.#statements.keys()].slice(0, statements_max / 2)) this.#statements.delete(sql)
  }

  rows(sql: string, ...values: readonly Value[]): Row[] {
    return this.statement(sql).all(...values)
  }

  row(sql: string, ...values: readonly Value[]): Row | undefined {
    return this.statement(sql).get(...values)
  }

  /** The first column of the first row. */
  value(sql: string, ...values: readonly Value[]): Value | undefined {
    const row = this.row(sql, ...values)
    return row && Object.values(row)[0]
  }

  /** The first column of the first row of a question that always has a number as its answer. */
  number(sql: string, ...values: readonly Value[]): number {
    return Number(this.value(sql, ...values))
  }

  run(sql: string, ...values: readonly Value[]): number {
    return this.statement(sql).run(...values).changes
  }

  /** All that the work reads, it reads of the same state of the file; it must not write. */
  inOneView<T>(work: () => T): T {
    this.run('BEGIN')
    this.#isViewing = true
    try {
      return work()
    } finally {
      this.#isViewing = false
      this.#viewed = undefined
      this.run('COMMIT')
    }
  }

  /** Changes with every write that this connection can see, its own and those that others committed. */
  version(): string {
    if (!this.#isViewing) return this.#version()
    this.#viewed ??= this.#version()
    return this.#viewed
  }

  #version(): string {
    return `${this.value('PRAGMA data_version')}/${this.value('SELECT total_changes()')}`
  }

  /** Several statements, or one that is run once. */
  script(sql: string): void {
    this.raw.exec(sql)
  }

  pragma(text: string): Value {
    return this.raw.pragma(text, { simple: true }) as Value
  }

  close(): void {
    this.#statements.clear()
    this.raw.close()
  }
}

/**
 * Refuses a binding whose SQLite may lose commits.
 * Source: dependencies, section 2.
 */
export function checkVersion(connection: Connection): void {
  const version = String(connection.value('SELECT sqlite_version()'))
  if (!isOlder(version, version_min)) return
  throw new Failure('configuration', {
    en: `this SQLite is ${version}, and versions before ${version_min} can lose what was written`,
    de: `dieses SQLite ist ${version}, und Fassungen vor ${version_min} können Geschriebenes verlieren`,
  }, { hint: sameText('npm install better-sqlite3') })
}

export function isOlder(version: string, than: string): boolean {
  const [a, b] = [version, than].map((text) => text.split('.').map(Number))
  for (const i of [0, 1, 2]) {
    const difference = (a?.[i] ?? 0) - (b?.[i] ?? 0)
    if (difference !== 0) return difference < 0
  }
  return false
}
