// Runs asynchronous work on a connection one after another.
import { storageError } from './files/storage-errors.ts'
import type { OpenStore } from './open-store.ts'

/** A connection has one transaction at a time: work that begins one, or must not run inside another, waits. */
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
 * The reads of one connection. Each request reads from its own view. Handlers are asynchronous: without the queue, the
 * next request would begin before the view of the current one has ended.
 */
export class ReadQueue {
  readonly #open: OpenStore
  readonly #queue = new SerialQueue()

  constructor(open: OpenStore) {
    this.#open = open
  }

  /** Runs `work` on one consistent snapshot, regardless of concurrent writes. */
  inOneView<T>(work: () => Promise<T>): Promise<T> {
    return this.#run(() => this.#open.connection.inOneView(work))
  }

  /** Runs `work` between two views, so that it sees the newest state. */
  betweenViews<T>(work: () => T | Promise<T>): Promise<T> {
    return this.#run(work)
  }

  /** Errors: `configuration` for a damaged file. */
  async #run<T>(work: () => T | Promise<T>): Promise<T> {
    try {
      return await this.#queue.run(work)
    } catch (error) {
      throw storageError(error, this.#open.connection.file)
    }
  }

  close(): Promise<void> {
    return this.#queue.run(() => this.#open.connection.close())
  }
}
