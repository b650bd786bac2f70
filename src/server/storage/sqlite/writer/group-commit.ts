// Sends writes to the writer in batches, and runs every other command between them.
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

/** Time without writes before the search index is updated, so that it does not delay sequential writes. */
const idle_ms = 50
/** Pause between two batches of the index, in which new writes can start. */
const index_pause_ms = 10

interface PendingWrite {
  readonly write: WriteRequest
  readonly resolve: (response: ApiResponse) => void
  readonly reject: (error: Error) => void
}

/**
 * A queue in front of a writer. Commands and writes run in the order in which they were called.
 * The writes of one turn of the event loop are sent together, also while the writer is busy: it commits everything that
 * has arrived at once. Waiting for each reply before sending more left the writer idle in between, and every other
 * commit had a single write.
 */
export class GroupCommit {
  readonly #writer: Writer
  readonly #now: () => Instant
  #pending: PendingWrite[] = []
  readonly #sent = new Set<Promise<void>>()
  /** The last command, for which later batches wait. */
  #command: Promise<unknown> = Promise.resolve()
  #generation = 0
  #users_generation = 0
  #idle: NodeJS.Timeout | undefined
  #isClosing = false

  constructor(writer: Writer, now: () => Instant) {
    this.#writer = (command) =>
      writer(command).finally(() => {
        if (command.type !== 'index') this.#generation += 1
        if (command.type === 'put-users' || command.type === 'reload') this.#users_generation += 1
      })
    this.#now = now
  }

  /**
   * Increases whenever something may have been written, before callers get the result; the search index changes no
   * answer. The only writer of a file can use it instead of reading the file's generation. Source: decision 19.
   */
  get generation(): number {
    return this.#generation
  }

  /** The same for users: a caller is looked up with every request, and users are rarely written. */
  get users_generation(): number {
    return this.#users_generation
  }

  write(write: WriteRequest): Promise<ApiResponse> {
    return new Promise((resolve, reject) => {
      if (this.#pending.length === 0) setImmediate(() => this.#send())
      this.#pending.push({ write, resolve, reject })
    })
  }

  /** Runs a command alone, after all earlier writes. A function is called when it is the command's turn. */
  run(command: WriterCommand | (() => Promise<WriterCommand>)): Promise<WriterResult> {
    return this.#exclusively(async () => {
      const result = await this.#writer(typeof command === 'function' ? await command() : command)
      if (result.error) throw deserializeError(result.error)
      return result
    })
  }

  /** Completes earlier writes and closes the writer. No index update follows, which would acquire the lock again. */
  async close({ isOurs }: { readonly isOurs: boolean }): Promise<void> {
    this.#isClosing = true
    clearTimeout(this.#idle)
    await this.run({ type: 'close', isOurs })
  }

  /** Updates the search index after `ms` without writes. After an error, the next write starts it again. */
  indexWhenIdle(ms: number = idle_ms): void {
    clearTimeout(this.#idle)
    if (this.#isClosing) return
    this.#idle = setTimeout(() => {
      const done = this.#exclusively(() => this.#writer({ type: 'index' }))
      done.then(
        ({ hasMore }) => {
          if (hasMore) this.indexWhenIdle(index_pause_ms)
        },
        () => undefined,
      )
    }, ms).unref()
  }

  /** Runs `work` after everything sent before, and sends nothing until it is done. */
  #exclusively<T>(work: () => Promise<T>): Promise<T> {
    this.#send()
    const done = this.#command.then(() => Promise.all(this.#sent)).then(work)
    this.#command = done.catch(() => undefined)
    return done
  }

  #send(): void {
    const batch = this.#pending
    if (batch.length === 0) return
    this.#pending = []
    const commit = () => {
      const sent = this.#commit(batch).then(() => {
        this.#sent.delete(sent)
      })
      this.#sent.add(sent)
    }
    this.#command.then(commit, commit)
  }

  async #commit(batch: readonly PendingWrite[]): Promise<void> {
    try {
      const { results, error } = await this.#writer({
        type: 'write',
        now: this.#now(),
        writes: batch.map(({ write }) => write),
      })
      this.indexWhenIdle()
      batch.forEach((pending, i) => {
        settle(pending, results[i] ?? { error: error ?? { message: 'the writer did not answer' } })
      })
    } catch (error) {
      for (const { reject } of batch) reject(error instanceof Error ? error : new Error(String(error)))
    }
  }
}

function settle({ resolve, reject }: PendingWrite, result: WriteResult): void {
  if ('response' in result) resolve(result.response)
  else reject(deserializeError(result.error))
}
