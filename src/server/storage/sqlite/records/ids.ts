// The counters for ids. They only increase: the id of a record that was rolled back is not assigned again.
import type { IdCounter } from '../../engine.ts'
import type { Connection } from '../sqlite.ts'

/**
 * Id counters of one writing connection, held in memory. `flush` stores them in the transaction that makes the new
 * records durable.
 */
export class Ids {
  readonly #connection: Connection
  readonly #upcoming: Record<IdCounter, number>
  readonly #stored: Record<IdCounter, number>

  constructor(connection: Connection) {
    this.#connection = connection
    this.#stored = { post: this.#read('post'), term: this.#read('term') }
    this.#upcoming = { ...this.#stored }
  }

  next(counter: IdCounter): number {
    const id = this.#upcoming[counter]
    this.#upcoming[counter] = id + 1
    return id
  }

  flush(): void {
    for (const counter of ['post', 'term'] as const) {
      if (this.#upcoming[counter] === this.#stored[counter]) continue
      this.#connection.run('UPDATE meta SET value = ? WHERE name = ?', this.#upcoming[counter], counterName(counter))
      this.#stored[counter] = this.#upcoming[counter]
    }
  }

  /** Must be called after a rollback, which also undoes `flush`. */
  reread(): void {
    for (const counter of ['post', 'term'] as const) {
      this.#stored[counter] = this.#read(counter)
      this.#upcoming[counter] = Math.max(this.#upcoming[counter], this.#stored[counter])
    }
  }

  /** Must be called when the file was replaced: its counters may be lower. */
  reload(): void {
    for (const counter of ['post', 'term'] as const) {
      this.#stored[counter] = this.#read(counter)
      this.#upcoming[counter] = this.#stored[counter]
    }
  }

  #read(counter: IdCounter): number {
    return this.#connection.number('SELECT value FROM meta WHERE name = ?', counterName(counter))
  }
}

export function counterName(counter: IdCounter): string {
  return `next_${counter}_id`
}
