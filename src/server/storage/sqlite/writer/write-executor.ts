// Carries orders out on the writing connection: what waited together is committed together, and answered after that.
import type { Instant } from '../../../../base/dates/zoned-time.ts'
import { type Api, createApi } from '../../../api/api.ts'
import { parseRequest } from '../../../api/request.ts'
import {
  serializeError,
  type WriterCommand,
  type WriteResult,
  type WriterResult,
  type WriteRequest,
  type WriteBatch,
} from './messages.ts'
import type { ServiceSettings } from '../../../domain/settings.ts'
import { publishDue } from '../../publish-due.ts'
import type { OpenStore } from '../open-store.ts'
import { forgetHolder } from '../files/prepare.ts'
import { indexBatch, indexOverflow } from '../search/trigrams.ts'
import { isDiskError, storageError } from '../files/storage-errors.ts'

/** One writing connection and everything it can be asked to do. */
export class WriteExecutor {
  readonly #open: OpenStore
  readonly #api: Api
  #now: Instant = 0
  #versionOfOthers: number

  constructor(open: OpenStore, settings: ServiceSettings) {
    this.#open = open
    this.#versionOfOthers = open.connection.versionOfOthers()
    this.#api = createApi({ store: open.store, settings, now: () => this.#now })
  }

  /** Never throws: what goes wrong is in the report. */
  carryOut(order: WriterCommand): WriterResult {
    try {
      switch (order.does) {
        case 'write':
          return this.commit([order])[0] ?? { outcomes: [] }
        case 'publish-due':
          this.#inTransaction(() => publishDue(this.#open.store, order.now))
          return { outcomes: [] }
        case 'put-users':
          this.#inTransaction(() => {
            if (order.alone) this.#open.store.users.keep(order.users.map(({ login }) => login))
            // Ids that are asked for are taken before others are given.
            for (const user of order.users.toSorted((a, b) => Number(b.id > 0) - Number(a.id > 0)))
              this.#open.store.users.put(user)
          })
          return { outcomes: [] }
        case 'index':
          return {
            outcomes: [],
            unfinished: this.#open.connection.transaction(() => indexBatch(this.#open.connection)),
          }
        case 'start-over':
          this.#startOver(order.generation)
          return { outcomes: [] }
        case 'close':
          this.#close(order)
          return { outcomes: [] }
      }
    } catch (error) {
      return { outcomes: [], mishap: serializeError(storageError(error, this.#open.connection.file)) }
    }
  }

  /** What came while the last commit was made shares the next; one report for each order. Never throws. */
  commit(orders: readonly WriteBatch[]): readonly WriterResult[] {
    try {
      return this.#inTransaction(() =>
        orders.map(({ now, writes }) => {
          this.#now = now
          return { outcomes: writes.map((write) => this.#answer(write)) }
        }),
      )
    } catch (error) {
      const mishap = serializeError(storageError(error, this.#open.connection.file))
      return orders.map(() => ({ outcomes: [], mishap }))
    }
  }

  /** The name of the server goes first: where one stands in a file that nobody holds, its server was killed. */
  #close({ is_ours }: { readonly is_ours: boolean }): void {
    const { connection } = this.#open
    try {
      if (is_ours) forgetHolder(connection)
    } finally {
      connection.close()
    }
  }

  #startOver(generation: number): void {
    const { connection, ids } = this.#open
    this.#open.forget()
    ids.startOver()
    connection.run("UPDATE meta SET value = max(value, ?) + 1 WHERE name = 'generation'", generation)
  }

  /** Fails with the disk: then SQLite has undone the transaction, or it is undone here. Source: D-350. */
  #inTransaction<T>(work: () => T): T {
    const { connection, ids } = this.#open
    connection.run('BEGIN IMMEDIATE')
    try {
      this.#noteOthers()
      const before = connection.number('SELECT total_changes()')
      const done = work()
      ids.flush()
      indexOverflow(connection)
      if (connection.number('SELECT total_changes()') > before)
        connection.run("UPDATE meta SET value = value + 1 WHERE name = 'generation'")
      connection.run('COMMIT')
      return done
    } catch (error) {
      if (connection.isInTransaction) connection.run('ROLLBACK')
      if (isDiskError(error)) this.#overwriteLog()
      this.#open.forget()
      ids.reread()
      throw error
    }
  }

  /** Where another process has written although it had no right to, what is remembered of the tables is stale. */
  #noteOthers(): void {
    const version = this.#open.connection.versionOfOthers()
    if (version === this.#versionOfOthers) return
    this.#versionOfOthers = version
    this.#open.forget()
    this.#open.ids.reread()
  }

  /**
   * A commit whose sync failed stands whole in the log, and a crash would bring it back: a harmless one takes its place
   * there.
   */
  #overwriteLog(): void {
    try {
      this.#open.connection.run("UPDATE meta SET value = value + 1 WHERE name = 'generation'")
    } catch (error) {
      if (!isDiskError(error)) throw error
    }
  }

  /**
   * A refused write leaves nothing behind; an unexpected error is told to its sender alone, unless it ended the
   * transaction.
   */
  #answer({ request, caller }: WriteRequest): WriteResult {
    const { connection } = this.#open
    connection.run('SAVEPOINT request')
    try {
      const response = this.#api(parseRequest(request), caller)
      if (response.refused) this.#undo()
      connection.run('RELEASE request')
      return { response }
    } catch (error) {
      if (!connection.isInTransaction || isDiskError(error)) throw error
      this.#undo()
      connection.run('RELEASE request')
      return { mishap: serializeError(error) }
    }
  }

  #undo(): void {
    this.#open.connection.run('ROLLBACK TO request')
    this.#open.forget()
  }
}
