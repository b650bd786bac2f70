// Runs asynchronous work on a connection one at a time.

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
