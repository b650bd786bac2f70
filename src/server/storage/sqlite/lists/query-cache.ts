// What is remembered between two writes: totals, short lists, how far into a long list a page begins.
import type { Connection } from '../sqlite.ts'

/** Enough for the lists that are asked for again and again. */
const entries_max = 500
/** What all entries may weigh together, in numbers kept. */
const weight_max = 2_000_000

/** Remembers answers by the question's text until the file changes; the oldest go first when there are too many. */
export class QueryCache<T> {
  readonly #connection: Connection
  readonly #entries = new Map<string, { readonly value: T; readonly weight: number }>()
  #version = ''
  #weight = 0

  constructor(connection: Connection) {
    this.#connection = connection
  }

  get(key: string): T | undefined {
    const version = this.#connection.version()
    if (version !== this.#version) {
      this.#entries.clear()
      this.#weight = 0
      this.#version = version
    }
    return this.#entries.get(key)?.value
  }

  /** To be called after `get` for the same state of the file. */
  set(key: string, value: T, weight = 1): T {
    while (this.#entries.size > 0 && (this.#entries.size >= entries_max || this.#weight + weight > weight_max))
      this.#forgetOldest()
    this.#entries.set(key, { value, weight })
    this.#weight += weight
    return value
  }

  #forgetOldest(): void {
    for (const [key, { weight }] of this.#entries) {
      this.#weight -= weight
      this.#entries.delete(key)
      return
    }
  }
}
