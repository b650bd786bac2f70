// How many requests run at once and how soon: one pace for all workers, which a throttling server slows down together.
import { type Clock, wait_limits_default, WaitAnnouncer, type WaitLimits } from '../../client/transport/retry.ts'
import { ConcurrencyLevel, type LevelOptions } from './concurrency-level.ts'

export interface ThrottleOptions extends LevelOptions {
  /** Requests a second; undefined: as fast as they are answered. */
  readonly rate?: number
  readonly clockwork: Clock
  readonly wait_limits?: WaitLimits
}

export class Throttle {
  readonly #options: ThrottleOptions
  readonly #waiting: (() => void)[] = []
  readonly #level: ConcurrencyLevel
  readonly #announcer: WaitAnnouncer
  #running = 0
  #paused_until = 0
  #next_at = 0

  constructor(options: ThrottleOptions) {
    this.#options = options
    this.#level = new ConcurrencyLevel(options)
    this.#announcer = new WaitAnnouncer(this.wait_limits, options.clockwork.now)
  }

  get wait_limits(): WaitLimits {
    return this.#options.wait_limits ?? wait_limits_default
  }

  /** How many may run at once now. */
  get limit(): number {
    return this.#level.limit
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

  /**
   * The server asks for time: everybody waits, and fewer come back at once.
   * Fails: `WaitTooLong` for a longer pause than is allowed.
   */
  throttled(pause_ms: number, status: number): void {
    this.#announcer.announce(pause_ms, status)
    const now = this.#options.clockwork.now()
    // Requests that were under way together are refused together: that counts once.
    if (now >= this.#paused_until) this.#level.throttled()
    this.#paused_until = Math.max(this.#paused_until, now + pause_ms)
  }

  /**
   * Something went well. Units: how long the answer took; `what` tells kinds of requests apart that take different
   * times.
   */
  succeeded(duration_ms: number, what: string): void {
    this.#level.succeeded(duration_ms, what)
    this.#wake()
  }

  #slot(): Promise<void> | undefined {
    if (this.#running < this.limit) {
      this.#running++
      return undefined
    }
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  #wake(): void {
    while (this.#running < this.limit) {
      const next = this.#waiting.shift()
      if (!next) return
      this.#running++
      next()
    }
  }
}
