// Executes commands on the writing connection. Writes that arrive together share a transaction.
import { Slots } from '../../slots.ts'
import type { Instant } from '../../../../base/dates/zoned-time.ts'
import { type Api, createApi } from '../../../api/api.ts'
import type { ServiceSettings } from '../../../domain/settings.ts'
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

const none = () => undefined

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
    if (command.type === 'write') return (await this.commit(command))[0] ?? { results: [] }
    try {
      return { results: [], ...(await this.#queue.run(() => this.#run(command))) }
    } catch (error) {
      return { results: [], error: serializeError(storageError(error, this.#open.connection.file)) }
    }
  }

  /**
   * Commits a batch and those that `next` returns until it has no more, in one transaction; one result for each.
   * Never throws.
   */
  async commit(first: WriteBatch, next: () => WriteBatch | undefined = none): Promise<readonly WriterResult[]> {
    let taken = 1
    const counted = () => {
      const batch = next()
      if (batch) taken += 1
      return batch
    }
    try {
      return await this.#queue.run(() => this.#inTransaction(() => this.#answerAll(first, counted)))
    } catch (thrown) {
      const error = serializeError(storageError(thrown, this.#open.connection.file))
      return Array.from({ length: taken }, () => ({ results: [], error }))
    }
  }

  async #run(command: Exclude<WriterCommand, WriteBatch>): Promise<Pick<WriterResult, 'hasMore'>> {
    const { connection, store } = this.#open
    switch (command.type) {
      case 'publish-due':
        await this.#inTransaction(() => publishDue(store, command.now))
        return {}
      case 'put-users':
        await this.#inTransaction(() => putUsers(store, command.users, command.only))
        return {}
      case 'index':
        return { hasMore: this.#guarded(() => connection.transaction(() => indexBatch(connection))) }
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
    const { connection } = this.#open
    this.#open.clearCaches()
    connection.run("UPDATE meta SET value = max(value, ?) + 1 WHERE name = 'generation'", generation)
    this.#guard.remember()
  }

  #guarded<T>(work: () => T): T {
    this.#guard.check()
    const done = work()
    this.#guard.remember()
    return done
  }

  /**
   * Commits what `work` writes. After an error, which can be one of the disk, it is rolled back. Source: decision 3.
   */
  async #inTransaction<T>(work: () => Promise<T>): Promise<T> {
    const { connection } = this.#open
    this.#guard.check()
    connection.run('BEGIN IMMEDIATE')
    try {
      this.#checkOtherWriters()
      const before = connection.number('SELECT total_changes()')
      const done = await work()
      indexOverflow(connection)
      if (connection.number('SELECT total_changes()') > before)
        connection.run("UPDATE meta SET value = value + 1 WHERE name = 'generation'")
      connection.run('COMMIT')
      this.#guard.remember()
      return done
    } catch (error) {
      if (connection.isInTransaction) connection.run('ROLLBACK')
      // After a disk error the next write checks the file.
      if (isDiskError(error)) this.#overwriteLog()
      else this.#guard.remember()
      this.#open.clearCaches()
      throw error
    }
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
      this.#open.connection.run("UPDATE meta SET value = value + 1 WHERE name = 'generation'")
    } catch (error) {
      if (!isDiskError(error)) throw error
    }
  }

  async #answerAll(first: WriteBatch, next: () => WriteBatch | undefined): Promise<readonly WriterResult[]> {
    const all: WriterResult[] = []
    for (let batch: WriteBatch | undefined = first; batch; batch = next()) {
      this.#now = batch.now
      const results: WriteResult[] = []
      for (const write of batch.writes) results.push(await this.#answer(write))
      all.push({ results })
    }
    return all
  }

  /** Rolls back a refused request. An unexpected error fails only that request, unless it ended the transaction. */
  async #answer({ request, caller }: WriteRequest): Promise<WriteResult> {
    const { connection } = this.#open
    connection.run('SAVEPOINT request')
    try {
      const response = await this.#api(request, caller)
      if (response.refused) this.#rollBackRequest()
      connection.run('RELEASE request')
      return { response }
    } catch (error) {
      if (!connection.isInTransaction || isDiskError(error)) throw error
      this.#rollBackRequest()
      connection.run('RELEASE request')
      return { error: serializeError(error) }
    }
  }

  #rollBackRequest(): void {
    this.#open.connection.run('ROLLBACK TO request')
    this.#open.clearCaches()
  }
}
