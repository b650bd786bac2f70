// What is remembered between two writes: totals, short lists, how far into a long list a page begins.
import type { Connection } from './sqlite.ts'

/** Enough for the lists that are asked for again and again. */
const entries_max = 500

/** Remembers answers by the question's text until the file changes; the oldest go first when there are too many. */
export class Memory<T> {
  readonly #connection: Connection
  readonly #entries = new Map<string, T>()
  #version = ''

  constructor(connection: Connection) {
    this.#connection = connection
  }

  get(key: string): T | undefined {
    const version = this.#connection.version()
    if (version !== this.#version) {
      this.#entries.clear()
      this.#version = version
    }
    return this.#entries.get(key)
  }

  /** To be called after `get` for the same state of the file. */
  set(key: string, value: T): T {
    const oldest = this.#entries.size >= entries_max ? this.#entries.keys().next() : undefined
    if (oldest && !oldest.done) this.#entries.delete(oldest.value)
    this.#entries.set(key, value)
    return value
  }
}
