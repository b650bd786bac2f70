// Runs asynchronous work on a connection one at a time; the requests that read a database file, one after another.
import type { OpenStore } from './open-store.ts'

/** A connection has one transaction: whatever begins one, or must not see another's, waits for its turn. */
export class SerialQueue {
  readonly #waiting: (() => void)[] = []
  #isBusy = false

  /** Runs `work` after everything that was added before. */
  async run<T>(work: () => T | Promise<T>): Promise<T> {
    if (this.#isBusy) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#isBusy = true
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#isBusy = false
    }
  }
}

/**
 * The reads of one connection. Each request has a view of its own, and its handler waits within it: without the queue,
 * the next request would begin its view inside this one.
 */
export class ReadQueue {
  readonly #open: OpenStore
  readonly #queue = new SerialQueue()

  constructor(open: OpenStore) {
    this.#open = open
  }

  /** Runs `work` on one consistent snapshot, whatever is written while it runs. */
  inOneView<T>(work: () => Promise<T>): Promise<T> {
    return this.#queue.run(() => this.#open.connection.inOneView(work))
  }

  /** Runs `work` between two views, so that it sees the newest state. */
  betweenViews<T>(work: () => T | Promise<T>): Promise<T> {
    return this.#queue.run(work)
  }

  close(): Promise<void> {
    return this.#queue.run(() => this.#open.connection.close())
  }
}
