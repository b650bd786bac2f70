// Runs the work of a request in a transaction, again after a conflict, and says for certain whether it was stored.
import type pg from 'pg'
import { connectionOver, type PostgresConnection } from './connection.ts'
import { isConflict, isUnavailable, OutcomeUnknownError } from './errors.ts'

/** `tables` identifies the tables of the calendar: other ones after `cal restore`. */
type Work<T> = (connection: PostgresConnection, tables: number) => Promise<T>

/** What `Transactions.write` does with a result. */
export interface TransactionResult<T> {
  readonly result: T
  /** Undoes everything that the work has written. */
  readonly rollback?: boolean
}

/** Attempts at the same time as others, before one runs alone. */
const attempts_together = 3
const attempts_alone = 2
/** Writes of this process at the same time: more of them conflict more often than they are faster. */
const writes_together = 4

/**
 * Every transaction locks `meta` before its snapshot, so nothing that it waited for is missing there, and `cal restore`
 * does not replace the tables in the middle of it. Writes share their lock; a transaction whose attempts met others
 * takes it alone, so it ends sooner or later under any load.
 */
const beginning = (mode: string, lock: string) =>
  `BEGIN ISOLATION LEVEL ${mode}; LOCK TABLE meta IN ${lock} MODE; SELECT 'meta'::regclass::oid::bigint AS tables`
const begin_read = beginning('REPEATABLE READ READ ONLY', 'ACCESS SHARE')
const begin_write = beginning('SERIALIZABLE', 'ROW EXCLUSIVE')
const begin_alone = beginning('SERIALIZABLE', 'EXCLUSIVE')

export class Transactions {
  readonly #pool: pg.Pool
  readonly #writes = new Slots(writes_together)

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  /** Everything that `work` reads is of one moment. */
  read<T>(work: Work<T>): Promise<T> {
    return this.#withClient(async (client) => {
      const tables = await begun(client, begin_read)
      const result = await work(connectionOver(client), tables)
      await client.query('COMMIT')
      return result
    })
  }

  /**
   * Resolves when everything that `work` wrote is on disk. `work` may run several times.
   * Errors: `OutcomeUnknownError` if the connection was lost during COMMIT; after any other error nothing was stored.
   */
  write<T>(work: Work<TransactionResult<T>>): Promise<T> {
    return this.#writes.run(async () => {
      for (let attempt = 1; ; attempt += 1) {
        const isAlone = attempt > attempts_together
        try {
          return await this.#withClient((client) => attempted(client, isAlone ? begin_alone : begin_write, work))
        } catch (error) {
          if (!isConflict(error) || attempt === attempts_together + attempts_alone) throw error
        }
      }
    })
  }

  async #withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect()
    let broken: Error | undefined
    try {
      return await work(client)
    } catch (error) {
      broken = await rolledBack(client, error)
      throw error
    } finally {
      client.release(broken)
    }
  }
}

async function attempted<T>(client: pg.PoolClient, begin: string, work: Work<TransactionResult<T>>): Promise<T> {
  const tables = await begun(client, begin)
  const { result, rollback } = await work(connectionOver(client), tables)
  if (rollback) await client.query('ROLLBACK')
  else await commit(client)
  return result
}

/** Returns what identifies the tables. */
async function begun(client: pg.PoolClient, begin: string): Promise<number> {
  const results: unknown = await client.query(begin)
  return Array.isArray(results) ? Number(results.at(-1).rows[0].tables) : Number.NaN
}

async function commit(client: pg.PoolClient): Promise<void> {
  try {
    // After an error in the transaction, COMMIT rolls back and succeeds.
    const { command } = await client.query('COMMIT')
    if (command !== 'COMMIT') throw new Error(`the transaction ended with ${command}`)
  } catch (error) {
    // The server's own errors say that nothing was committed, unless it was shut down while it committed.
    throw isUnavailable(error) ? new OutcomeUnknownError(error) : error
  }
}

/** Ends the transaction; returns the error for which the connection can't be used again. */
async function rolledBack(client: pg.PoolClient, error: unknown): Promise<Error | undefined> {
  if (error instanceof OutcomeUnknownError) return error
  try {
    await client.query('ROLLBACK')
    return undefined
  } catch (cause) {
    return cause instanceof Error ? cause : new Error(String(cause))
  }
}

/** Limits how much runs at the same time; what waits is served in the order it came. */
class Slots {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(count: number) {
    this.#free = count
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free += 1
    }
  }
}
