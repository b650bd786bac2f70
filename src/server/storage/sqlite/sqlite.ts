// The one place that touches the SQLite binding: open, prepare, transaction, copy, close.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite'
import { BoundedCache } from '../../../base/bounded-cache.ts'
import { CalError } from '../../../base/errors.ts'
import { sameText } from '../../../base/text/language.ts'
import { storageError } from './files/storage-errors.ts'

/** What a column can hold, as the binding gives and takes it. */
export type SqlValue = string | number | bigint | Uint8Array | null
export type SqlRow = Record<string, SqlValue>

/** Before this version a reset of the write-ahead log could lose commits. */
const version_min = '3.51.3'
/** Statements that stay compiled; their texts differ by how many statuses and links a list asks for. */
const statements_max = 300
/** How long one connection waits for another's short lock. */
const wait_ms = 5_000
/** What a file is called inside its connection. */
const attached = 'calendar'

/**
 * One open database file and the statements compiled for it.
 * The binding finalizes statements only when they are garbage, and a database stays open until then. A file that is
 * attached to an empty database in memory is closed by detaching it (D-500).
 */
export class Connection {
  readonly file: string
  readonly #database: DatabaseSyncInstance
  readonly #statements = new BoundedCache<string, StatementSyncInstance>({ entries_max: statements_max })
  /** The version of the file that the present view shows, once it was asked for. */
  #viewed: string | undefined
  #isViewing = false

  constructor(file: string, options: { readonly readonly: boolean }) {
    this.file = file
    this.#database = loaded(file, () => openDatabase(':memory:', wait_ms))
    try {
      this.#database.exec(`ATTACH ${quoted(uriOf(file, options.readonly ? readingMode(file) : 'rwc'))} AS ${attached}`)
      if (options.readonly) this.#database.exec('PRAGMA query_only = true')
    } catch (error) {
      this.#database.close()
      throw storageError(error, file)
    }
  }

  #statement(sql: string): StatementSyncInstance {
    return this.#statements.get(sql) ?? this.#statements.set(sql, this.#database.prepare(sql))
  }

  rows(sql: string, ...values: readonly SqlValue[]): SqlRow[] {
    return this.#statement(sql).all(...withoutNul(values))
  }

  row(sql: string, ...values: readonly SqlValue[]): SqlRow | undefined {
    return this.#statement(sql).get(...withoutNul(values))
  }

  /** The first column of the first row. */
  value(sql: string, ...values: readonly SqlValue[]): SqlValue | undefined {
    const row = this.row(sql, ...values)
    return row && Object.values(row)[0]
  }

  /** The first column of the first row of a question that always has a number as its answer. */
  number(sql: string, ...values: readonly SqlValue[]): number {
    return Number(this.value(sql, ...values))
  }

  run(sql: string, ...values: readonly SqlValue[]): number {
    return this.#statement(sql).run(...withoutNul(values)).changes
  }

  get isInTransaction(): boolean {
    return this.#database.isTransaction
  }

  /** All of what the work writes is kept, or none of it when it fails. */
  transaction<T>(work: () => T): T {
    this.run('BEGIN IMMEDIATE')
    try {
      const done = work()
      this.run('COMMIT')
      return done
    } finally {
      if (this.isInTransaction) this.run('ROLLBACK')
    }
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

  /** Changes with every write that others committed. */
  versionOfOthers(): number {
    return this.number(`PRAGMA ${attached}.data_version`)
  }

  #version(): string {
    return `${this.versionOfOthers()}/${this.value('SELECT total_changes()')}`
  }

  pragma(text: string): SqlValue | undefined {
    return this.value(`PRAGMA ${attached}.${text}`)
  }

  /** Gives SQL a function whose answer depends on its arguments alone. */
  define(name: string, work: (...values: never[]) => SqlValue): void {
    this.#database.function(name, { deterministic: true }, work)
  }

  /** Makes `copy` what the file is at one moment. */
  async backUp(copy: string): Promise<void> {
    await binding().backup(this.#database, resolve(copy), { source: attached, rate: -1 })
  }

  /** Makes a compact copy, which is not in WAL mode. */
  vacuumInto(copy: string): void {
    this.run(`VACUUM ${attached} INTO ?`, resolve(copy))
  }

  close(): void {
    if (!this.#database.isOpen) return
    this.#statements.clear()
    if (this.isInTransaction) this.#database.exec('ROLLBACK')
    this.#database.exec(`DETACH ${attached}`)
    this.#database.close()
  }
}

/** A database file for statements that return nothing: those that make tables, and those that lock. */
export class Statement {
  readonly #database: DatabaseSyncInstance

  constructor(file: string, wait: number = wait_ms) {
    this.#database = loaded(file, () => openDatabase(resolve(file), wait))
  }

  run(sql: string): void {
    this.#database.exec(sql)
  }

  /** Undoes what was not committed. */
  close(): void {
    this.#database.close()
  }
}

/** Loaded when a file is opened: where it cannot be, that is told as a failure of the file. */
function binding(): typeof import('@photostructure/sqlite') {
  return createRequire(import.meta.url)('@photostructure/sqlite')
}

function openDatabase(file: string, timeout: number): DatabaseSyncInstance {
  const { DatabaseSync } = binding()
  return new DatabaseSync(file, { timeout })
}

function loaded<T>(file: string, open: () => T): T {
  try {
    return open()
  } catch (error) {
    throw storageError(error, file)
  }
}

/**
 * Reading leaves beside a file what is there, and nothing else. Where a log is there, it is not to be written into the
 * file; where none is, SQLite makes an empty one for a file in WAL mode, and who opened it read-only could not take it
 * away again.
 */
function readingMode(file: string): 'ro' | 'rw' {
  return existsSync(`${file}-wal`) ? 'ro' : 'rw'
}

function uriOf(file: string, mode: 'ro' | 'rw' | 'rwc'): string {
  return `${pathToFileURL(resolve(file)).href}?mode=${mode}`
}

/** A text as SQL writes it. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** The binding cuts texts at NUL: as in HTML and CommonMark, U+FFFD takes its place. */
function withoutNul(values: readonly SqlValue[]): readonly SqlValue[] {
  return values.some(hasNul)
    ? values.map((value) => (hasNul(value) ? value.replaceAll('\0', '\ufffd') : value))
    : values
}

function hasNul(value: SqlValue): value is string {
  return typeof value === 'string' && value.includes('\0')
}

/**
 * Refuses a binding whose SQLite may lose commits.
 * Source: dependencies, section 2.
 */
export function checkVersion(connection: Connection): void {
  const version = String(connection.value('SELECT sqlite_version()'))
  if (!isOlder(version, version_min)) return
  throw new CalError(
    'configuration',
    {
      en: `this SQLite is ${version}, and versions before ${version_min} can lose what was written`,
      de: `dieses SQLite ist ${version}, und Fassungen vor ${version_min} können Geschriebenes verlieren`,
    },
    { hint: sameText('npm install @photostructure/sqlite') },
  )
}

export function isOlder(version: string, than: string): boolean {
  const [a, b] = [version, than].map((text) => text.split('.').map(Number))
  for (const i of [0, 1, 2]) {
    const difference = (a?.[i] ?? 0) - (b?.[i] ?? 0)
    if (difference !== 0) return difference < 0
  }
  return false
}
