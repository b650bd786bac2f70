// One transaction on a connection of the pool: how it begins and ends.
import type pg from 'pg'
import type { Database } from '../../sql.ts'
import { databaseOver } from '../connection.ts'
import { isUnavailable, OutcomeUnknownError } from '../errors.ts'

/** `tables` identifies the tables of the calendar, which `cal restore` replaces. */
export type Work<T> = (database: Database, tables: number) => Promise<T>

/** What the work of a write returns. */
export interface TransactionResult<T> {
  readonly result: T
  /** Undoes everything that the work has written. */
  readonly rollback?: boolean
}

/** `cal restore` has replaced the tables since the last transaction. */
export class ReplacedTablesError extends Error {}

/**
 * Every transaction locks `meta` before it takes its snapshot, so that the snapshot includes all transactions that it
 * waited for, and `cal restore` cannot replace the tables while it runs.
 */
const beginning = (lock: string) =>
  `BEGIN ISOLATION LEVEL READ COMMITTED; LOCK TABLE meta IN ${lock} MODE; SELECT 'meta'::regclass::oid::bigint AS tables`
/** The same for reads, in one statement less: after `cal restore` the snapshot may be older than all rows of `meta`. */
const begin_read =
  'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SELECT tableoid::bigint AS tables FROM meta LIMIT 1'
/** Each statement sees what others have committed before it, and waits for the rows that they have locked. */
export const begin_writing = beginning('ROW EXCLUSIVE')
/**
 * The same for a transaction that requests share: they wait for a slug of another one for this time at most, and the
 * next requests wait for them.
 */
const group_lock_ms_max = 100
export const begin_group = begin_writing.replace('; ', `; SET LOCAL lock_timeout = ${group_lock_ms_max}; `)
/** No other transaction writes. */
export const begin_alone = beginning('EXCLUSIVE')

/** Requires pipelining: statements are sent before earlier ones are answered. */
export class TransactionPool {
  readonly pool: pg.Pool
  /** The tables of the last transaction. */
  #tables: number | undefined

  constructor(pool: pg.Pool) {
    this.pool = pool
  }

  get connections_max(): number {
    return this.pool.options.max ?? 2
  }

  /**
   * Begins a transaction, and does not wait until it has begun: the work runs with the tables of the last transaction.
   * Errors: `ReplacedTablesError` if the tables are others.
   */
  async begun<T>(client: pg.PoolClient, begin: string, work: Work<T>): Promise<T> {
    const found = tablesOf(client, begin)
    found.catch(() => undefined)
    const assumed = this.#tables ?? (await found)
    const [ended] = await Promise.allSettled([work(databaseOver(client), assumed)])
    // Unknown if this fails.
    this.#tables = undefined
    this.#tables = await found
    if (this.#tables !== assumed) throw new ReplacedTablesError()
    if (ended.status === 'rejected') throw ended.reason
    return ended.value
  }

  /** In a transaction that only reads; the result does not wait for its end. */
  async read<T>(work: Work<T>): Promise<T> {
    const client = await this.pool.connect()
    try {
      const result = await this.begun(client, begin_read, work)
      client.query('COMMIT').then(
        () => client.release(),
        (error: Error) => client.release(error),
      )
      return result
    } catch (error) {
      client.release(await rollBack(client, error))
      throw error
    }
  }
}

/** Runs `work` with a connection. A transaction that it has begun and not committed is rolled back after an error. */
export async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    return await work(client)
  } catch (error) {
    broken = await rollBack(client, error)
    throw error
  } finally {
    client.release(broken)
  }
}

/**
 * Begins a transaction, and returns what identifies the tables.
 * Errors: `ReplacedTablesError` if its snapshot is older than the tables.
 */
async function tablesOf(client: pg.PoolClient, begin: string): Promise<number> {
  const results: unknown = await client.query(begin)
  const [row] = Array.isArray(results) ? results.at(-1).rows : []
  if (row === undefined) throw new ReplacedTablesError()
  return Number(row.tables)
}

export async function commit(client: pg.PoolClient): Promise<void> {
  try {
    // After an error in the transaction, COMMIT rolls back and succeeds.
    const { command } = await client.query('COMMIT')
    if (command !== 'COMMIT') throw new Error(`the transaction ended with ${command}`)
  } catch (error) {
    // The server's own errors say that nothing was committed, unless it was shut down while it committed.
    throw isUnavailable(error) ? new OutcomeUnknownError(error) : error
  }
}

/** Ends the transaction; returns the error for which the connection cannot be used again. */
async function rollBack(client: pg.PoolClient, error: unknown): Promise<Error | undefined> {
  if (error instanceof OutcomeUnknownError) return error
  try {
    await client.query('ROLLBACK')
    return undefined
  } catch (cause) {
    return cause instanceof Error ? cause : new Error(String(cause))
  }
}
