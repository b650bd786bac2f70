// How many requests run at once and how soon: one pace for all workers, which a throttling server slows down together.
import type { Clockwork } from '../client/patience.ts'

export interface PaceOptions {
  readonly concurrency: number
  /** Requests a second; undefined: as fast as they are answered. */
  readonly rate?: number
  readonly clockwork: Clockwork
}

/** No wait is longer, whatever a server asks for. */
const pause_ms_max = 60_000
/** So many successes in a row earn one more worker. */
const successes_for_more = 20

export class Pace {
  readonly #options: PaceOptions
  readonly #waiting: (() => void)[] = []
  #limit: number
  #running = 0
  #successes = 0
  #paused_until = 0
  #next_at = 0

  constructor(options: PaceOptions) {
    this.#options = options
    this.#limit = options.concurrency
  }

  /** How many may run at once now. */
  get limit(): number {
    return this.#limit
  }

  /** Runs the work when its turn has come. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.#slot()
    try {
      await this.ready()
      return await work()
    } finally {
      this.#running--
      this.#wake()
    }
  }

  /** Waits until the shared pause is over and the rate allows one more request. */
  async ready(): Promise<void> {
    const { rate, clockwork } = this.#options
    while (this.#paused_until > clockwork.now()) await clockwork.sleep(this.#paused_until - clockwork.now())
    if (rate === undefined) return
    const now = clockwork.now()
    const mine = Math.max(now, this.#next_at)
    this.#next_at = mine + 1000 / rate
    if (mine > now) await clockwork.sleep(mine - now)
  }

  /** The server asks for time: everybody waits, and fewer come back at once. */
  throttled(pause_ms: number): void {
    const until = this.#options.clockwork.now() + Math.min(pause_ms, pause_ms_max)
    if (until > this.#paused_until) this.#paused_until = until
    this.#limit = Math.max(1, Math.floor(this.#limit / 2))
    this.#successes = 0
  }

  /** Something went well. */
  succeeded(): void {
    if (this.#limit >= this.#options.concurrency || ++this.#successes < successes_for_more) return
    this.#successes = 0
    this.#limit++
    this.#wake()
  }

  #slot(): Promise<void> | undefined {
    if (this.#running < this.#limit) {
      this.#running++
      return undefined
    }
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  #wake(): void {
    while (this.#running < this.#limit) {
      const next = this.#waiting.shift()
      if (!next) return
      this.#running++
      next()
    }
  }
}
