// The generation of a calendar in PostgreSQL, from the snapshot of committed transactions.
import { setImmediate } from 'node:timers/promises'
import type pg from 'pg'

/**
 * Equal snapshots mean equal data, because every commit changes the snapshot. A counter in a row would make writes wait
 * for each other. Commits in other databases of the server change the snapshot too.
 */
const current = `SELECT pg_backend_pid() || $1 || pg_current_snapshot()::text AS snapshot,
  EXISTS (SELECT FROM users) AS has_users`

/**
 * Numbers the states that this process has seen. Requests that arrive while a query is running share the next one,
 * because the running query may not see the latest commits; so do requests of one turn of the event loop.
 */
export class Generations {
  readonly #pool: pg.Pool
  #number = 0
  #snapshot: string | undefined
  #hasUsers = false
  #client: pg.PoolClient | undefined
  #running: Promise<unknown> = Promise.resolve()
  #next: Promise<number> | undefined

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  /** Errors: those of the connection; the next call uses another one. */
  current(): Promise<number> {
    this.#next ??= this.#after(this.#running)
    return this.#next
  }

  /** Whether there were any users at this generation; undefined if it is not the latest that was read. */
  hadUsers(generation: number): boolean | undefined {
    return generation === this.#number && this.#snapshot !== undefined ? this.#hasUsers : undefined
  }

  async close(): Promise<void> {
    await (this.#next ?? this.#running).catch(() => undefined)
    this.#client?.release()
    this.#client = undefined
  }

  #after(previous: Promise<unknown>): Promise<number> {
    return previous
      .catch(() => undefined)
      .then(() => setImmediate())
      .then(() => {
        this.#next = undefined
        const read = this.#read()
        this.#running = read
        return read
      })
  }

  /** Replaces an idle connection that was lost. */
  async #read(): Promise<number> {
    const wasOpen = this.#client !== undefined
    return this.#readOnce().catch((error) => (wasOpen ? this.#readOnce() : Promise.reject(error)))
  }

  async #readOnce(): Promise<number> {
    try {
      this.#client ??= await this.#pool.connect()
      const { rows } = await this.#client.query({ name: 'cal_generation', text: current, values: [' '] })
      const snapshot = String(rows[0]?.snapshot)
      if (snapshot !== this.#snapshot) this.#number += 1
      this.#snapshot = snapshot
      this.#hasUsers = rows[0]?.has_users === true
      return this.#number
    } catch (error) {
      // After a crash, the server may reuse the numbers of lost transactions.
      this.#snapshot = undefined
      this.#client?.release(error instanceof Error ? error : true)
      this.#client = undefined
      throw error
    }
  }
}
