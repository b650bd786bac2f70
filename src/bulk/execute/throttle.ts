// Limits concurrency and rate of requests: shared by all writes of a run, and reduced when the server throttles.
import { type Clock, WaitAnnouncer, type WaitLimits, wait_limits_default } from '../../client/transport/retry.ts'

export interface ThrottleOptions extends LevelOptions {
  /** Requests per second; undefined for no limit. */
  readonly rate?: number | undefined
  readonly clock: Clock
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
    this.#announcer = new WaitAnnouncer(options.wait_limits ?? wait_limits_default, options.clock.now)
  }

  /** The current number of concurrent requests. */
  get limit(): number {
    return this.#level.limit
  }

  /** Runs the work as soon as the limits allow. */
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

  /** Resolves when the shared pause is over and the rate allows one more request. */
  async ready(): Promise<void> {
    const { rate, clock } = this.#options
    while (this.#paused_until > clock.now()) await clock.sleep(this.#paused_until - clock.now())
    if (rate === undefined) return
    const now = clock.now()
    const slot_at = Math.max(now, this.#next_at)
    this.#next_at = slot_at + 1000 / rate
    if (slot_at > now) await clock.sleep(slot_at - now)
  }

  /**
   * The server asks for a pause: all requests wait, and fewer are sent concurrently afterwards.
   * Errors: `WaitTooLong` for a longer pause than is allowed.
   */
  throttled(pause_ms: number, status: number): void {
    this.#announcer.announce(pause_ms, status)
    const now = this.#options.clock.now()
    // Requests in flight are throttled together, which counts once.
    if (now >= this.#paused_until) this.#level.throttled()
    this.#paused_until = Math.max(this.#paused_until, now + pause_ms)
  }

  /**
   * A request succeeded. Units: `duration_ms` is its response time. `what` distinguishes kinds of requests with
   * different response times.
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

export interface LevelOptions {
  /** Number of concurrent requests; with `concurrency_max` the initial number. */
  readonly concurrency: number
  /** Absent: always `concurrency`, unless the server throttles. */
  readonly concurrency_max?: number
}

/** After the first slow or throttled response, this many successes in a row raise the concurrency by one. */
const successes_for_more = 20
/** Responses are fast up to the first multiple of the fastest round, and slow from the second. */
const quick_times = 1.5
const slow_times = 2.5
/** Differences below these durations are ignored. */
const quick_ms = 25
const slow_ms = 60
/** The fastest time is raised slowly, because the load of a service changes. */
const drift = 1.05

export class ConcurrencyLevel {
  readonly #max: number
  readonly #adapts: boolean
  /** By kind of request, the median of the fastest round. */
  readonly #quickest_ms = new Map<string, number>()
  #limit: number
  /** Doubles until responses slow down or the server throttles. */
  #doubling: boolean
  /** Response times of the current round, by kind of request. */
  readonly #durations_ms = new Map<string, number[]>()

  constructor({ concurrency, concurrency_max = concurrency }: LevelOptions) {
    this.#limit = concurrency
    this.#max = Math.max(concurrency, concurrency_max)
    this.#adapts = concurrency_max > concurrency
    this.#doubling = this.#adapts
  }

  get limit(): number {
    return this.#limit
  }

  throttled(): void {
    this.#limit = Math.max(1, Math.floor(this.#limit / 2))
    this.#doubling = false
    this.#durations_ms.clear()
  }

  succeeded(duration_ms: number, what: string): void {
    if (!this.#adapts && this.#limit >= this.#max) return
    const durations_ms = this.#durations_ms.get(what) ?? []
    durations_ms.push(duration_ms)
    this.#durations_ms.set(what, durations_ms)
    if (durations_ms.length < (this.#doubling ? this.#limit : Math.max(successes_for_more, this.#limit))) return
    this.#durations_ms.clear()
    this.#limit = this.#adapts ? this.#next(medianOf(durations_ms), what) : this.#limit + 1
  }

  /** The level after a round with this median. */
  #next(median_ms: number, what: string): number {
    const quickest_ms = Math.min(median_ms, (this.#quickest_ms.get(what) ?? median_ms) * drift)
    this.#quickest_ms.set(what, quickest_ms)
    if (median_ms <= Math.max(quickest_ms * quick_times, quickest_ms + quick_ms))
      return Math.min(this.#max, this.#doubling ? this.#limit * 2 : this.#limit + 1)
    this.#doubling = false
    return median_ms > Math.max(quickest_ms * slow_times, quickest_ms + slow_ms)
      ? Math.max(1, Math.floor(this.#limit * 0.7))
      : this.#limit
  }
}

function medianOf(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
