// Runs the work of requests in transactions: reads and inserts concurrently, other writes one after another.
import type pg from 'pg'
import { connectionOver, type PostgresConnection } from '../connection.ts'
import { isConflict } from '../errors.ts'
import { InsertGroups, type SharedInsert } from './insert-groups.ts'
import {
  begin_alone,
  begin_inserting,
  commit,
  ReplacedTablesError,
  Slots,
  tablesOf,
  TransactionPool,
  type TransactionResult,
  type Work,
} from './transaction.ts'

/** The third argument is absent when it runs alone. */
type InsertWork<T, M> = (connection: PostgresConnection, tables: number, mode?: M) => Promise<TransactionResult<T>>

/** The work changes or deletes records, or its inserts could conflict with others: it must run alone. */
export class MustRunAloneError extends Error {}

/** Conflicts are possible with other programs that write to the tables. */
const attempts_alone = 3
/** Maximum number of concurrent transactions that insert; more were not faster. */
const inserting_max = 8
/** Maximum number of writes in one transaction, because other processes wait until it ends. */
const together_max = 64

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
  readonly #pool: TransactionPool
  readonly #inserting: Slots
  readonly #groups: InsertGroups
  readonly #waiting: Write[] = []
  #isWriting = false

  constructor(pool: pg.Pool) {
    this.#pool = new TransactionPool(pool)
    this.#inserting = new Slots(Math.max(1, Math.min(inserting_max, Math.floor(this.#pool.connections_max / 2))))
    this.#groups = new InsertGroups(this.#pool)
  }

  /** `work` reads from one snapshot. It runs again if the tables were replaced. */
  async read<T>(work: Work<T>): Promise<T> {
    return this.#pool
      .read(work)
      .catch((error) => (error instanceof ReplacedTablesError ? this.#pool.read(work) : Promise.reject(error)))
  }

  /**
   * A write whose last step is to insert a record, and that writes nothing else: those that wait share a transaction.
   * What it cannot do there runs again as in `insert`.
   */
  async insertTogether<T>(work: InsertWork<T, SharedInsert | 'inserting'>): Promise<T> {
    const together = await this.#groups.run(work)
    return together ? together.result : this.insert(work)
  }

  /**
   * A write that only adds records. It resolves when everything that `work` wrote is on disk. `work` may run several
   * times; after `MustRunAloneError` and conflicts it runs as in `write`.
   */
  async insert<T>(work: InsertWork<T, 'inserting'>): Promise<T> {
    try {
      return await this.#inserting.run(() =>
        this.#pool.withClient(async (client) => {
          const { result, rollback } = await this.#pool.begun(client, begin_inserting, (connection, tables) =>
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
      if (!this.#isWriting) this.#writeAll().catch(reject)
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
        return await this.#pool.withClient((client) => written(client, next, isLast))
      } catch (error) {
        if (!isConflict(error) || isLast) throw error
      }
    }
  }
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
