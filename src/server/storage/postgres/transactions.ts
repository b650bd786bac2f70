// Runs the work of requests in transactions, at the same time. Conflicts are retried; requests that insert or replace
// one record share a transaction.
import type pg from 'pg'
import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import { errorCode } from '../../../base/errors.ts'
import type { PostKind } from '../../domain/records.ts'
import { Slots } from '../engine.ts'
import type { Database } from '../sql.ts'
import { databaseOver } from './connection.ts'
import { isConflict, isUnavailable, OutcomeUnknownError } from './errors.ts'

/** `tables` identifies the tables of the calendar, which `cal restore` replaces. */
type Work<T> = (database: Database, tables: number) => Promise<T>

/** What one request does in a transaction that it shares with others. */
export interface Share {
  /** What it may insert. */
  readonly kind: PostKind
  /** Takes a record for this request. Errors: `NeedsOwnTransaction` if another one has it. */
  claim(id: number): void
  /** Must be called before it writes. */
  writes(): void
}

/** A write of the request may need what others of its transaction do. */
export class NeedsOwnTransaction extends Error {}

type WriteWork<T> = (database: Database, tables: number, share?: Share) => Promise<TransactionResult<T>>

/** What the work of a write returns. */
export interface TransactionResult<T> {
  readonly result: T
  /** Undoes everything that the work has written. */
  readonly rollback?: boolean
}

/** `cal restore` has replaced the tables since the snapshot of a transaction. */
class ReplacedTablesError extends Error {}

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
const begin_writing = beginning('ROW EXCLUSIVE')
/** No other transaction writes. */
const begin_alone = beginning('EXCLUSIVE')

/** The last attempt runs alone, so that a write does not fail because others are faster. */
const attempts_max = 5
/** Before another attempt: the transactions that caused the conflict end. */
const pause_ms = 5
/** Maximum number of concurrent transactions that write; more were not faster. */
const writing_max = 8

/** Requires pipelining: statements are sent before earlier ones are answered. */
export class Transactions {
  readonly #pool: pg.Pool
  readonly #writing: Slots
  readonly #groups: WriteGroups

  constructor(pool: pg.Pool) {
    this.#pool = pool
    this.#writing = new Slots(Math.max(1, Math.min(writing_max, Math.floor((pool.options.max ?? 2) / 2))))
    this.#groups = new WriteGroups(pool)
  }

  /** `work` reads from one snapshot. It runs again if the tables were replaced. */
  async read<T>(work: Work<T>): Promise<T> {
    const attempt = () =>
      withClient(this.#pool, async (client) => {
        const result = await work(databaseOver(client), await begin(client, begin_read))
        await client.query('COMMIT')
        return result
      })
    return attempt().catch((error) => (error instanceof ReplacedTablesError ? attempt() : Promise.reject(error)))
  }

  /**
   * Resolves when everything that `work` wrote is on disk. `work` may run several times. With `kind` it usually inserts
   * one record of that kind or replaces the one it was sent to: those that wait share a transaction, and what cannot be
   * done there runs again in one of its own.
   * Errors: `OutcomeUnknownError` if the connection was lost during COMMIT; after any other error nothing was stored.
   */
  async write<T>(work: WriteWork<T>, kind?: PostKind): Promise<T> {
    const done = kind && (await this.#groups.run(work, kind))
    if (done) return done.result
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt === attempts_max
      try {
        return await this.#writing.run(() => this.#attempt(work, isLast ? begin_alone : begin_writing))
      } catch (error) {
        if (isLast || !isConflict(error)) throw error
        await wait(pause_ms * attempt)
      }
    }
  }

  #attempt<T>(work: WriteWork<T>, beginning: string): Promise<T> {
    return withClient(this.#pool, async (client) => {
      const { result, rollback } = await work(databaseOver(client), await begin(client, beginning))
      if (rollback) await client.query('ROLLBACK')
      else await commit(client)
      return result
    })
  }
}

/**
 * The requests wait for a lock of another transaction for this time at most, and the next requests wait for them: a
 * circle of locks ends before the server looks for it. Transactions of connections with the same counter, see
 * `term_use`, would wait for each other in a circle if they counted several terms in different orders.
 */
const group_lock_ms_max = 100
const begin_group = begin_writing.replace(
  '; ',
  `; SET LOCAL lock_timeout = ${group_lock_ms_max};
  SELECT pg_advisory_xact_lock('term_use'::regclass::oid::int, pg_backend_pid() % 64); `,
)

const requests_max = 64

/** A request that waits for the next transaction. */
interface Waiting {
  /** Returns whether it has ended as it would have in a transaction of its own. */
  attempt(database: Database, tables: number, claimed: Set<number>): Promise<boolean>
  /** After the transaction; if it was not committed, the request has to run in one of its own. */
  ended(isCommitted: boolean): void
  failed(error: unknown): void
}

class WriteGroups {
  readonly #pool: pg.Pool
  readonly #waiting: Waiting[] = []
  #isRunning = false

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  /**
   * The result of the work once it is on disk; undefined if it has to run in a transaction of its own, and nothing was
   * stored.
   */
  run<T>(work: WriteWork<T>, kind: PostKind): Promise<{ readonly result: T } | undefined> {
    return new Promise((resolve, reject) => {
      let done: TransactionResult<T> | undefined
      this.#waiting.push({
        attempt: async (database, tables, claimed) => {
          let hasWritten = false
          const claim = (id: number) => {
            if (claimed.has(id)) throw new NeedsOwnTransaction()
            claimed.add(id)
          }
          const writes = () => {
            hasWritten = true
          }
          try {
            done = await work(database, tables, { kind, claim, writes })
          } catch (error) {
            if (!(error instanceof NeedsOwnTransaction)) throw error
          }
          return !hasWritten || (done !== undefined && !done.rollback)
        },
        ended: (isCommitted) => resolve(isCommitted ? done : undefined),
        failed: reject,
      })
      if (!this.#isRunning) this.#runAll().catch(reject)
    })
  }

  /** Those that arrive now, or while a transaction is running, are in the same group. */
  async #runAll(): Promise<void> {
    this.#isRunning = true
    while (this.#waiting.length > 0) {
      await setImmediate()
      await this.#runGroup(this.#waiting.splice(0, requests_max))
    }
    this.#isRunning = false
  }

  async #runGroup(group: readonly Waiting[]): Promise<void> {
    try {
      const isComplete = await withClient(this.#pool, async (client) => {
        const tables = await begin(client, begin_group)
        const claimed = new Set<number>()
        const ended = await allOf(group.map((request) => request.attempt(databaseOver(client), tables, claimed)))
        const isComplete = ended.every(Boolean)
        if (isComplete) await commit(client)
        else await client.query('ROLLBACK')
        return isComplete
      })
      for (const request of group) request.ended(isComplete)
    } catch (error) {
      for (const request of group) isFinal(error) ? request.failed(error) : request.ended(false)
    }
  }
}

/** Waits for all, and throws the first error in the order of time, which is the cause of others. */
async function allOf<T>(running: readonly Promise<T>[]): Promise<readonly T[]> {
  try {
    return await Promise.all(running)
  } finally {
    await Promise.allSettled(running)
  }
}

/** Whether each request would fail as well, or may have been stored. */
function isFinal(error: unknown): boolean {
  return error instanceof OutcomeUnknownError || (isUnavailable(error) && !timeouts.has(errorCode(error)))
}

/** Of locks and of statements, which may have waited for what only one of the requests needs. */
const timeouts = new Set(['55P03', '57014'])

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

/** A plan that was made for a small table reads all of it when it has grown, until the server analyzes it. */
const plans_ms_max = 1_000
/** The connections whose plans are new. */
const planned = new WeakSet<pg.PoolClient>()

/**
 * Begins a transaction, and returns what identifies the tables.
 * Errors: `ReplacedTablesError` if its snapshot is older than the tables.
 */
async function begin(client: pg.PoolClient, beginning: string): Promise<number> {
  const begun: Promise<unknown> = client.query(beginning)
  if (!planned.has(client)) {
    planned.add(client)
    setTimeout(() => planned.delete(client), plans_ms_max).unref()
    await Promise.all([begun, client.query('DISCARD PLANS')])
  }
  const results = await begun
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
