// The counters that ids are taken from: they only rise, also past what was rolled back.
import type { Connection } from '../sqlite.ts'

/** Events, venues, organizers and pictures share one counter; categories and tags the other. */
export type Counter = 'post' | 'term'
export type FirstIds = Readonly<Record<Counter, number>>

/** What a deployed site gives first. Source: the recorded cases. */
export const first_ids: FirstIds = { post: 4, term: 2 }

/**
 * Ids of one writing connection. What was given stays given when the statement that used it is rolled back;
 * `flush` writes the counters inside the transaction that makes the rest durable.
 */
export class Ids {
  readonly #connection: Connection
  readonly #next: Record<Counter, number>
  readonly #stored: Record<Counter, number>

  constructor(connection: Connection) {
    this.#connection = connection
    this.#stored = { post: this.#read('post'), term: this.#read('term') }
    this.#next = { ...this.#stored }
  }

  give(counter: Counter): number {
    const id = this.#next[counter]
    this.#next[counter] = id + 1
    return id
  }

  flush(): void {
    for (const counter of ['post', 'term'] as const) {
      if (this.#next[counter] === this.#stored[counter]) continue
      this.#connection.run('UPDATE meta SET value = ? WHERE name = ?', this.#next[counter], nameOf(counter))
      this.#stored[counter] = this.#next[counter]
    }
  }

  /** After a rollback of everything: the file may be behind what `flush` wrote. */
  reread(): void {
    for (const counter of ['post', 'term'] as const) {
      this.#stored[counter] = this.#read(counter)
      this.#next[counter] = Math.max(this.#next[counter], this.#stored[counter])
    }
  }

  /** The file is another one: what was given before is as if it had never been. */
  startOver(): void {
    for (const counter of ['post', 'term'] as const) {
      this.#stored[counter] = this.#read(counter)
      this.#next[counter] = this.#stored[counter]
    }
  }

  #read(counter: Counter): number {
    return this.#connection.number('SELECT value FROM meta WHERE name = ?', nameOf(counter))
  }
}

export function nameOf(counter: Counter): string {
  return `next_${counter}_id`
}
