// Sends writes to the writer as they arrive, and lets everything else wait for its turn.
import type { Instant } from '../../../../base/dates/zoned-time.ts'
import type { ApiResponse } from '../../../../base/exchange.ts'
import {
  deserializeError,
  type WriteResult,
  type WriterCommand,
  type WriterResult,
  type WriteRequest,
  type Writer,
} from './messages.ts'

/** So long nobody has written before the index of searches follows: those who write one by one do not wait for it. */
const idle_ms = 50
/** Between two parts of it, for those who come meanwhile. */
const index_pause_ms = 10

interface Waiting {
  readonly write: WriteRequest
  readonly resolve: (response: ApiResponse) => void
  readonly reject: (error: Error) => void
}

/**
 * A queue before a writer. Orders and writes keep the order in which they came.
 * What one turn of the event loop brings is sent together, also while the writer is busy: he commits at once whatever
 * has come meanwhile. Waiting for his report before sending more left him idle for the way back and made every other
 * commit one of a single write.
 */
export class GroupCommit {
  readonly #writer: Writer
  readonly #now: () => Instant
  #waiting: Waiting[] = []
  readonly #sent = new Set<Promise<void>>()
  /** The last order: what comes after it waits until it is carried out. */
  #order: Promise<unknown> = Promise.resolve()
  #generation = 0
  #idle: NodeJS.Timeout | undefined
  #isClosing = false

  constructor(writer: Writer, now: () => Instant) {
    this.#writer = (order) =>
      writer(order).finally(() => {
        this.#generation += 1
      })
    this.#now = now
  }

  /**
   * Rises whenever something may have been written, before anybody hears of it: who alone may write needs not ask the
   * file. Source: D-315.
   */
  get generation(): number {
    return this.#generation
  }

  write(write: WriteRequest): Promise<ApiResponse> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) setImmediate(() => this.#send())
      this.#waiting.push({ write, resolve, reject })
    })
  }

  /** Anything else than writes: alone, after what came before. One that needs preparing is prepared in its turn. */
  order(order: WriterCommand | (() => Promise<WriterCommand>)): Promise<WriterResult> {
    return this.#alone(async () => {
      const report = await this.#writer(typeof order === 'function' ? await order() : order)
      if (report.mishap) throw deserializeError(report.mishap)
      return report
    })
  }

  /** The last order: finishes what came before. An index that came after it took the lock of the file once more. */
  async close({ is_ours }: { readonly is_ours: boolean }): Promise<void> {
    this.#isClosing = true
    clearTimeout(this.#idle)
    await this.order({ does: 'close', is_ours })
  }

  /**
   * Lets the index of searches follow once nobody writes for so long. What goes wrong is tried again after the next
   * write.
   */
  indexWhenIdle(ms: number = idle_ms): void {
    clearTimeout(this.#idle)
    if (this.#isClosing) return
    this.#idle = setTimeout(() => {
      const done = this.#alone(() => this.#writer({ does: 'index' }))
      done.then(
        ({ unfinished }) => {
          if (unfinished) this.indexWhenIdle(index_pause_ms)
        },
        () => undefined,
      )
    }, ms).unref()
  }

  /** When everything sent before is answered; meanwhile nothing is sent. */
  #alone<T>(work: () => Promise<T>): Promise<T> {
    this.#send()
    const done = this.#order.then(() => Promise.all(this.#sent)).then(work)
    this.#order = done.catch(() => undefined)
    return done
  }

  #send(): void {
    const batch = this.#waiting
    if (batch.length === 0) return
    this.#waiting = []
    void this.#order.then(() => {
      const sent = this.#commit(batch).then(() => {
        this.#sent.delete(sent)
      })
      this.#sent.add(sent)
    })
  }

  async #commit(batch: readonly Waiting[]): Promise<void> {
    try {
      const { outcomes, mishap } = await this.#writer({
        does: 'write',
        now: this.#now(),
        writes: batch.map(({ write }) => write),
      })
      this.indexWhenIdle()
      batch.forEach((waiting, i) => {
        settle(waiting, outcomes[i] ?? { mishap: mishap ?? { message: 'the writer did not answer' } })
      })
    } catch (error) {
      for (const { reject } of batch) reject(error instanceof Error ? error : new Error(String(error)))
    }
  }
}

function settle({ resolve, reject }: Waiting, outcome: WriteResult): void {
  if ('response' in outcome) resolve(outcome.response)
  else reject(deserializeError(outcome.mishap))
}
