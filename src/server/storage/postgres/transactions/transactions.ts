// Runs the work of requests in transactions, at the same time. Conflicts are retried.
import { Slots } from '../../engine.ts'
import type pg from 'pg'
import { setTimeout as wait } from 'node:timers/promises'
import { isConflict } from '../errors.ts'
import {
  begin_alone,
  begin_writing,
  commit,
  ReplacedTablesError,
  TransactionPool,
  type TransactionResult,
  withClient,
  type Work,
} from './transaction.ts'
import { type GroupWork, WriteGroups } from './write-groups.ts'

/** The last attempt runs alone, so that a write does not fail because others are faster. */
const attempts_max = 5
/** Before another attempt: the transactions that caused the conflict end. */
const pause_ms = 5
/** Maximum number of concurrent transactions that write; more were not faster. */
const writing_max = 8

/** Requires pipelining: statements are sent before earlier ones are answered. */
export class Transactions {
  readonly #pool: TransactionPool
  readonly #writing: Slots
  readonly #groups: WriteGroups

  constructor(pool: pg.Pool) {
    this.#pool = new TransactionPool(pool)
    this.#writing = new Slots(Math.max(1, Math.min(writing_max, Math.floor(this.#pool.connections_max / 2))))
    this.#groups = new WriteGroups(this.#pool)
  }

  /** `work` reads from one snapshot. It runs again if the tables were replaced. */
  async read<T>(work: Work<T>): Promise<T> {
    return this.#pool
      .read(work)
      .catch((error) => (error instanceof ReplacedTablesError ? this.#pool.read(work) : Promise.reject(error)))
  }

  /**
   * A write that usually inserts one record or replaces the one it was sent to: those that wait share a transaction.
   * What it cannot do there runs again as in `write`.
   */
  async writeTogether<T>(together: GroupWork<T>, alone: Work<TransactionResult<T>>): Promise<T> {
    const done = await this.#groups.run(together)
    return done ? done.result : this.write(alone)
  }

  /**
   * Resolves when everything that `work` wrote is on disk. `work` may run several times.
   * Errors: `OutcomeUnknownError` if the connection was lost during COMMIT; after any other error nothing was stored.
   */
  async write<T>(work: Work<TransactionResult<T>>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt === attempts_max
      try {
        return await this.#writing.run(() => this.#attempt(work, isLast ? begin_alone : begin_writing))
      } catch (error) {
        if (isLast || !(isConflict(error) || error instanceof ReplacedTablesError)) throw error
        await wait(pause_ms * attempt)
      }
    }
  }

  #attempt<T>(work: Work<TransactionResult<T>>, begin: string): Promise<T> {
    return withClient(this.#pool.pool, async (client) => {
      const { result, rollback } = await this.#pool.begun(client, begin, work)
      if (rollback) await client.query('ROLLBACK')
      else await commit(client)
      return result
    })
  }
}
