// Executes commands on the writing connection. Writes that arrive together share a transaction.
import { Slots } from '../../engine.ts'
import type { Instant } from '../../../../base/dates/zoned-time.ts'
import { type Api, createApi } from '../../../api/api.ts'
import type { ServiceSettings } from '../../../domain/settings.ts'
import { sql } from '../../sql.ts'
import { publishDue, putUsers } from '../../store.ts'
import { WriteGuard } from '../files/file-guard.ts'
import { removeServerInfo } from '../files/prepare.ts'
import { isDiskError, storageError } from '../files/storage-errors.ts'
import type { OpenStore } from '../open-store.ts'
import { indexBatch, indexOverflow } from '../trigrams.ts'
import {
  serializeError,
  type WriteBatch,
  type WriterCommand,
  type WriteRequest,
  type WriteResult,
  type WriterResult,
} from './messages.ts'

/** One writing connection and the commands it executes, one after another. */
export class WriteExecutor {
  readonly #open: OpenStore
  readonly #api: Api
  readonly #queue = new Slots(1)
  readonly #guard: WriteGuard
  #now: Instant = 0
  #versionOfOthers: number

  constructor(open: OpenStore, settings: ServiceSettings) {
    this.#open = open
    this.#guard = new WriteGuard(open.connection)
    this.#versionOfOthers = open.connection.versionOfOthers()
    this.#api = createApi({ store: open.store, settings, now: () => this.#now })
  }

  /** Never throws: errors are in the result. */
  async execute(command: WriterCommand): Promise<WriterResult> {
    try {
      return { results: [], ...(await this.#queue.run(() => this.#run(command))) }
    } catch (error) {
      return { results: [], error: serializeError(storageError(error, this.#open.connection.file)) }
    }
  }

  async #run(command: WriterCommand): Promise<Partial<WriterResult>> {
    const { connection, store } = this.#open
    switch (command.type) {
      case 'write':
        return { results: await this.#writing(() => this.#answerAll(command)) }
      case 'publish-due':
        await this.#writing(() => publishDue(store, command.now))
        return {}
      case 'put-users':
        await this.#writing(() => putUsers(store, command.users, command.only))
        return {}
      case 'index':
        return { hasMore: await this.#inTransaction(() => indexBatch(connection)) }
      case 'reload':
        this.#reload(command.generation)
        return {}
      case 'close':
        this.#close(command)
        return {}
    }
  }

  /** Removes the record of the server first: one in a file without a lock means that its server was killed. */
  #close({ isOurs }: { readonly isOurs: boolean }): void {
    const { connection } = this.#open
    try {
      if (isOurs) removeServerInfo(connection)
    } finally {
      connection.close()
    }
  }

  #reload(generation: number): void {
    this.#open.clearCaches()
    this.#raiseGeneration(generation)
    this.#guard.remember()
  }

  /** Commits what `work` writes to the calendar. */
  #writing<T>(work: () => Promise<T>): Promise<T> {
    const { connection } = this.#open
    return this.#inTransaction(async () => {
      this.#checkOtherWriters()
      const before = connection.changes()
      const done = await work()
      indexOverflow(connection)
      if (connection.changes() > before) this.#raiseGeneration()
      return done
    })
  }

  /** After an error, which can be one of the disk, everything is rolled back. Source: decision 3. */
  async #inTransaction<T>(work: () => T | Promise<T>): Promise<T> {
    this.#guard.check()
    let hasBegun = false
    try {
      const done = await this.#open.connection.transaction(() => {
        hasBegun = true
        return work()
      })
      this.#guard.remember()
      return done
    } catch (error) {
      // Another process has locked the file.
      if (!hasBegun) throw error
      // After a disk error the next write checks the file.
      if (isDiskError(error)) this.#overwriteLog()
      else this.#guard.remember()
      this.#open.clearCaches()
      throw error
    }
  }

  #raiseGeneration(above = 0): void {
    this.#open.connection.run(sql("UPDATE meta SET value = max(value, ?) + 1 WHERE name = 'generation'", above))
  }

  /** Clears caches if another process wrote without holding the lock. */
  #checkOtherWriters(): void {
    const version = this.#open.connection.versionOfOthers()
    if (version === this.#versionOfOthers) return
    this.#versionOfOthers = version
    this.#open.clearCaches()
  }

  /**
   * A commit whose fsync failed is complete in the log, and a crash would apply it: a harmless commit overwrites it
   * there.
   */
  #overwriteLog(): void {
    try {
      this.#raiseGeneration()
    } catch (error) {
      if (!isDiskError(error)) throw error
    }
  }

  async #answerAll({ now, writes }: WriteBatch): Promise<readonly WriteResult[]> {
    this.#now = now
    const results: WriteResult[] = []
    for (const write of writes) results.push(await this.#answer(write))
    return results
  }

  /** Rolls back a refused request. An unexpected error fails only that request, unless it ended the transaction. */
  async #answer({ request, caller }: WriteRequest): Promise<WriteResult> {
    const { connection } = this.#open
    connection.run(sql('SAVEPOINT request'))
    try {
      const response = await this.#api(request, caller)
      if (response.refused) this.#rollBackRequest()
      connection.run(sql('RELEASE request'))
      return { response }
    } catch (error) {
      if (!connection.isInTransaction || isDiskError(error)) throw error
      this.#rollBackRequest()
      connection.run(sql('RELEASE request'))
      return { error: serializeError(error) }
    }
  }

  #rollBackRequest(): void {
    this.#open.connection.run(sql('ROLLBACK TO request'))
    this.#open.clearCaches()
  }
}
