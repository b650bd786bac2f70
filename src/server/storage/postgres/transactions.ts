// Runs the work of requests in transactions: reads and inserts concurrently, other writes one after another.
import type pg from 'pg'
import { connectionOver, type PostgresConnection } from './connection.ts'
import { isConflict, isUnavailable, OutcomeUnknownError } from './errors.ts'
import { Slots } from './slots.ts'

/** `tables` identifies the tables of the calendar, which `cal restore` replaces. */
type Work<T> = (connection: PostgresConnection, tables: number) => Promise<T>

/** What the work of a write returns. */
export interface TransactionResult<T> {
  readonly result: T
  /** Undoes everything that the work has written. */
  readonly rollback?: boolean
}

/** The work changes or deletes records, or its inserts could conflict with others: it must run alone. */
export class MustRunAloneError extends Error {}

/** Conflicts are possible with other programs that write to the tables. */
const attempts_alone = 3
/** Maximum number of concurrent transactions that insert; more were not faster. */
const inserting_max = 8
/** Maximum number of writes in one transaction, because other processes wait until it ends. */
const together_max = 64

/**
 * Every transaction locks `meta` before it takes its snapshot, so that the snapshot includes all transactions that it
 * waited for, and `cal restore` cannot replace the tables while it runs.
 */
const beginning = (mode: string, lock: string) =>
  `BEGIN ISOLATION LEVEL ${mode}; LOCK TABLE meta IN ${lock} MODE; SELECT 'meta'::regclass::oid::bigint AS tables`
const begin_read = beginning('REPEATABLE READ READ ONLY', 'ACCESS SHARE')
/** While this lock is held nothing is changed or deleted: transactions of this kind only insert. */
const begin_inserting = beginning('READ COMMITTED', 'ROW EXCLUSIVE')
/** No other transaction writes, so that the data a request has read is current until its commit. */
const begin_alone = beginning('REPEATABLE READ', 'EXCLUSIVE')

/** A write that waits for its turn, or takes part in a transaction with others. */
interface Write {
  /** Returns whether to undo what the work has written. */
  attempt(connection: PostgresConnection, tables: number): Promise<boolean>
  /** Called after the commit; resolves with the result of the last attempt. */
  resolve(): void
  reject(error: unknown): void
}

/** Requires pipelining: statements are sent before earlier ones are answered. */
export class Transactions {
  readonly #pool: pg.Pool
  readonly #inserting: Slots
  readonly #waiting: Write[] = []
  #isWriting = false
  /** The tables of the last transaction. */
  #tables: number | undefined

  constructor(pool: pg.Pool) {
    this.#pool = pool
    this.#inserting = new Slots(Math.max(1, Math.min(inserting_max, Math.floor((pool.options.max ?? 2) / 2))))
  }

  /** `work` reads from one snapshot. It runs again if the tables were replaced. */
  async read<T>(work: Work<T>): Promise<T> {
    const reading = () =>
      this.#withClient(async (client) => {
        const result = await this.#begun(client, begin_read, work)
        await client.query('COMMIT')
        return result
      })
    return reading().catch((error) => (error instanceof ReplacedTablesError ? reading() : Promise.reject(error)))
  }

  /**
   * A write that only adds records. It resolves when everything that `work` wrote is on disk. `work` may run several
   * times; after `MustRunAloneError` and conflicts it runs as in `write`, where the third argument is absent.
   */
  async insert<T>(
    work: (connection: PostgresConnection, tables: number, kind?: 'inserting') => Promise<TransactionResult<T>>,
  ): Promise<T> {
    try {
      return await this.#inserting.run(() =>
        this.#withClient(async (client) => {
          const { result, rollback } = await this.#begun(client, begin_inserting, (connection, tables) =>
            work(connection, tables, 'inserting'),
          )
          if (rollback) await client.query('ROLLBACK')
          else await commit(client)
          return result
        }),
      )
    } catch (error) {
      if (!isConflict(error) && !(error instanceof MustRunAloneError || error instanceof ReplacedTablesError))
        throw error
      return this.write(work)
    }
  }

  /**
   * Resolves when everything that `work` wrote is on disk. `work` may run several times.
   * Errors: `OutcomeUnknownError` if the connection was lost during COMMIT; after any other error nothing was stored.
   */
  write<T>(work: Work<TransactionResult<T>>): Promise<T> {
    return new Promise((resolve, reject) => {
      let last: TransactionResult<T> | undefined
      this.#waiting.push({
        attempt: async (connection, tables) => {
          last = await work(connection, tables)
          return last.rollback === true
        },
        resolve: () => (last ? resolve(last.result) : reject(new Error('the write did not run'))),
        reject,
      })
      if (!this.#isWriting) void this.#writeAll()
    })
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true
    while (this.#waiting.length > 0) await this.#writeTogether()
    this.#isWriting = false
  }

  /** Writes that arrive while others of the transaction run join it. */
  async #writeTogether(): Promise<void> {
    const writes: Write[] = []
    const next = (i: number) => {
      if (i < writes.length) return writes[i]
      if (i >= together_max) return undefined
      const write = this.#waiting.shift()
      if (write) writes.push(write)
      return write
    }
    try {
      const failed = await this.#writtenAlone(next)
      for (const write of writes) if (failed.has(write)) write.reject(failed.get(write))
      for (const write of writes) if (!failed.has(write)) write.resolve()
    } catch (error) {
      // Without a connection nothing was taken from the queue.
      for (const write of writes.length > 0 ? writes : this.#waiting.splice(0)) write.reject(error)
    }
  }

  async #writtenAlone(next: NextWrite): Promise<ReadonlyMap<Write, unknown>> {
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt === attempts_alone
      try {
        return await this.#withClient((client) => written(client, next, isLast))
      } catch (error) {
        if (!isConflict(error) || isLast) throw error
      }
    }
  }

  /**
   * Begins a transaction, and does not wait until it has begun: the work runs with the tables of the last transaction.
   * Errors: `ReplacedTablesError` if the tables are others.
   */
  async #begun<T>(client: pg.PoolClient, begin: string, work: Work<T>): Promise<T> {
    const found = tablesOf(client, begin)
    found.catch(() => undefined)
    const assumed = this.#tables ?? (await found)
    const [ended] = await Promise.allSettled([work(connectionOver(client), assumed)])
    this.#tables = await found
    if (this.#tables !== assumed) throw new ReplacedTablesError()
    if (ended.status === 'rejected') throw ended.reason
    return ended.value
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

/** `cal restore` has replaced the tables since the last transaction. */
class ReplacedTablesError extends Error {}

/** Begins a transaction, and returns what identifies the tables. */
async function tablesOf(client: pg.PoolClient, begin: string): Promise<number> {
  const results: unknown = await client.query(begin)
  return Array.isArray(results) ? Number(results.at(-1).rows[0].tables) : Number.NaN
}

/** The write at this place of a transaction; undefined to commit. */
type NextWrite = (i: number) => Write | undefined

/**
 * Runs writes and commits them. Returns those that failed, which have left nothing, with their errors.
 * Errors: conflicts unless `isLast`, and everything that ends the transaction.
 */
async function written(client: pg.PoolClient, next: NextWrite, isLast: boolean): Promise<ReadonlyMap<Write, unknown>> {
  const connection = connectionOver(client)
  const failed = new Map<Write, unknown>()
  const tables = await tablesOf(client, begin_alone)
  const marks = [sent(client, 'SAVEPOINT write')]
  try {
    for (let i = 0, write = next(0); write; i += 1, write = next(i)) {
      if (i > 0) marks.push(sent(client, 'RELEASE SAVEPOINT write; SAVEPOINT write'))
      try {
        if (await write.attempt(connection, tables)) await client.query(undo)
      } catch (error) {
        if (isConflict(error) && !isLast) throw error
        await client.query(undo).catch(() => Promise.reject(error))
        failed.set(write, error)
      }
    }
  } finally {
    // The first that failed is the cause of what failed after it.
    for (const mark of marks) await mark
  }
  await commit(client)
  return failed
}

const undo = 'ROLLBACK TO SAVEPOINT write'

/** Sends a statement without waiting; its error is that of the promise. */
function sent(client: pg.PoolClient, statement: string): Promise<unknown> {
  const answered = client.query(statement)
  answered.catch(() => undefined)
  return answered
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
