// The SQLite engine: reads on this thread, writes in batches through one writing connection; every other command of the
// writer runs between two batches.
import { type Engine, type EngineOptions, MissingCalendarError, settingsOf, Slots } from '../engine.ts'
import { accessSync, constants, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { in_memory } from '../../../base/database-url.ts'
import { type Instant, utcWall } from '../../../base/dates/zoned-time.ts'
import { CalError } from '../../../base/errors.ts'
import { writeError } from '../../../base/files/file-errors.ts'
import { statOf } from '../../../base/files/file-system.ts'
import { t, type Text } from '../../../base/text/language.ts'
import { createApi } from '../../api/api.ts'
import { apiRootOf, type ServiceSettings } from '../../domain/settings.ts'
import { isAnyDue } from '../store.ts'
import { fileIdentity, realFileOf, removeFiles, requireCalendar } from './files/identity.ts'
import { overwriteWith } from './files/backup.ts'
import { ReadGuard } from './files/file-guard.ts'
import { isReady, type LogDamage, type Prepared, prepareFile } from './files/prepare.ts'
import { storageError } from './files/storage-errors.ts'
import { type OpenStore, openStore } from './open-store.ts'
import {
  deserializeError,
  type Writer,
  type WriterCommand,
  type WriteRequest,
  type WriteResult,
  type WriterResult,
  type WriterStart,
} from './writer/messages.ts'
import { WriteExecutor } from './writer/write-executor.ts'
import type { ApiResponse } from '../../../base/exchange.ts'

/**
 * Opens a database file, and creates it if it is missing. A server acquires the write lock now; a command acquires it
 * with its first write, so that it can read a file that is being served.
 * Errors: `configuration` for a file that is not a database file or has a newer schema, and for a missing one that
 *         must not or cannot be created; `unreachable` if another process holds the write lock.
 */
export async function openSqliteEngine(options: EngineOptions): Promise<Engine> {
  const explain = (error: unknown) => storageError(error, options.name ?? options.file)
  try {
    return await openEngine(options, explain)
  } catch (error) {
    throw explain(error)
  }
}

async function openEngine(options: EngineOptions, explain: Engine['explain']): Promise<Engine> {
  const folder = options.file === in_memory ? mkdtempSync(join(tmpdir(), 'cal-')) : undefined
  const file = folder === undefined ? realFileOf(options.file) : join(folder, 'calendar.db')
  const name = options.name ?? options.file
  if (isMissing(file, options) && !options.read_only && folder === undefined) requireCreatable(file, name, options)
  const access = writeAccess(() => prepareFile(file, preparationOf(options)))
  if (options.read_only) requireCalendar(file)
  else if (options.server || !isReady(file, options)) access.acquire()
  const { isNew = false, log_damage } = access.acquired() ?? {}

  const reading = openStore(file, { readonly: true, reads_once: options.reads_once === true })
  const settings = settingsOf(options, options.timezone ?? String(reading.connection.setting('timezone')))
  const writes = await groupCommit({ file, settings, access, options })
  const reads = readQueue(reading)
  if (access.acquired()) writes.indexWhenIdle()
  /** A server: it need not read generations from the file. */
  const isOnlyWriter = access.acquired() !== undefined && options.server !== undefined
  const guard = isOnlyWriter && folder === undefined ? new ReadGuard(file) : undefined
  const engine = engineOver({ reading, reads, guard, writes, settings, file, now: options.now })
  return {
    ...engine,
    users: isOnlyWriter ? { ...engine.users, generation: () => writes.users_generation } : engine.users,
    isNew,
    ...(isNew && folder === undefined && { creation_note: t('new database file {name}', { name }) }),
    isTemporary: folder !== undefined,
    notes: log_damage ? notesOn(log_damage, name) : [],
    generation: isOnlyWriter
      ? () => {
          guard?.check()
          return writes.generation
        }
      : () => reads.betweenViews(reading.generation),
    explain,
    close: async ({ discard = false } = {}) => {
      await reads.close()
      try {
        if (access.acquired()) await writes.close({ isOurs: access.isStillHeld() })
      } finally {
        access.acquired()?.lock.release()
        guard?.close()
        if (discard) removeFiles(file)
        if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
      }
    },
  }
}

interface EngineParts {
  readonly reading: OpenStore
  readonly reads: ReadQueue
  readonly guard: ReadGuard | undefined
  readonly writes: GroupCommit
  readonly settings: ServiceSettings
  readonly file: string
  now(): number
}

function engineOver({ reading, reads, guard, writes, settings, file, now }: EngineParts) {
  const { connection, store } = reading
  const api = createApi({ store, settings, now })
  return {
    settings,
    location: file,
    id: String(connection.setting('calendar_id')),
    users: {
      named: (name) => reads.betweenViews(() => store.users.named(name)),
      any: () => reads.betweenViews(() => store.users.any()),
      put: async (users, { only = false } = {}) => {
        await writes.run({ type: 'put-users', users, only })
      },
    },
    read: async (request, caller) => {
      guard?.check()
      return reads.inSnapshot(() => api(request, caller))
    },
    write: (request, caller) => writes.write({ request, caller }),
    version: () => reads.betweenViews(reading.generation),
    publishDue: async (moment) => {
      if (await reads.betweenViews(() => isAnyDue(store, moment)))
        await writes.run({ type: 'publish-due', now: moment })
    },
    snapshot: (copy) => reads.betweenViews(() => connection.backUp(copy)),
    restore: async (copy) => {
      await writes.run(async () => {
        const generation = await reads.betweenViews(reading.generation)
        await overwriteWith(copy, file)
        return { type: 'reload', generation }
      })
    },
  } satisfies Partial<Engine>
}

type ReadQueue = ReturnType<typeof readQueue>

/**
 * The reads of one connection. Each request reads from its own view. Handlers are asynchronous: without the queue, the
 * next request would begin before the view of the current one has ended.
 */
function readQueue({ connection }: OpenStore) {
  const queue = new Slots(1)
  /** Runs `work` between two views, so that it sees the newest state. Errors: `configuration` for a damaged file. */
  const betweenViews = <T>(work: () => T | Promise<T>): Promise<T> =>
    queue.run(work).catch((error: unknown) => Promise.reject(storageError(error, connection.file)))
  return {
    betweenViews,
    /** Runs `work` on one consistent snapshot, regardless of concurrent writes. */
    inSnapshot: <T>(work: () => Promise<T>) => betweenViews(() => connection.inSnapshot(work)),
    close: () => queue.run(() => connection.close()),
  }
}

interface WriterOptions {
  readonly file: string
  readonly settings: ServiceSettings
  readonly access: WriteAccess
  readonly options: EngineOptions
}

async function groupCommit({ file, settings, access, options }: WriterOptions): Promise<GroupCommit> {
  const start = { file, settings }
  const write =
    options.writer === 'thread' && !options.read_only
      ? await threadWriter(start)
      : inlineWriter({ ...start, acquire: () => access.acquire() })
  const renewing: Writer = (command) => {
    if (command.type !== 'close') access.renew()
    return write(command)
  }
  return new GroupCommit(renewing, options.now, options.server !== undefined)
}

/** A writer on this thread. It acquires the write lock and opens its connection with the first command. */
function inlineWriter({ file, settings, acquire }: WriterStart & { acquire(): void }): Writer {
  let executor: WriteExecutor | undefined
  return async (command: WriterCommand): Promise<WriterResult> => {
    if (!executor) {
      acquire()
      executor = new WriteExecutor(openStore(file, { readonly: false }), settings)
    }
    return executor.execute(command)
  }
}

/** A writer on its own thread, so that a slow disk does not delay reads. */
async function threadWriter(start: WriterStart): Promise<Writer> {
  const { Worker } = await import('node:worker_threads')
  const worker = new Worker(new URL('./writer.js', import.meta.url), { workerData: start })
  const pending: { resolve(result: WriterResult): void; reject(error: Error): void }[] = []
  let ended: Error | undefined
  const end = (error: Error) => {
    ended = error
    for (const { reject } of pending.splice(0)) reject(error)
  }
  worker.on('message', (result: WriterResult) => pending.shift()?.resolve(result))
  worker.on('error', end)
  worker.on('exit', () => end(ended ?? new Error('the writing thread has ended')))
  return (command) =>
    new Promise((resolve, reject) => {
      if (ended) return reject(ended)
      worker.postMessage(command)
      pending.push({ resolve, reject })
    })
}

type WriteAccess = ReturnType<typeof writeAccess>

/** The write lock of a file, acquired on demand. */
function writeAccess(prepare: () => Prepared) {
  let prepared: Prepared | undefined
  const renew = () => prepared?.lock.renew()
  return {
    acquired: () => prepared,
    acquire: () => {
      prepared ??= prepare()
    },
    renew,
    /** Whether the lock could be renewed. */
    isStillHeld: () => {
      try {
        renew()
        return true
      } catch (error) {
        if (error instanceof CalError) return false
        throw error
      }
    },
  }
}

function preparationOf(options: EngineOptions): Parameters<typeof prepareFile>[1] {
  const { server, address, now } = options
  return { ...options, server: server && { ...server, address: apiRootOf(address), since: utcWall(now()) } }
}

/** An empty file is missing for `memory`, which must not write to it. */
function isMissing(file: string, { if_missing }: EngineOptions): boolean {
  return if_missing === 'memory' ? fileIdentity(file) === 'absent' : !existsSync(file)
}

/** Errors: `configuration` if the file is not to be created, or its folder is missing or not writable. */
function requireCreatable(file: string, name: string, { if_missing = 'make' }: EngineOptions): void {
  if (if_missing !== 'make') throw missingFile(name)
  try {
    statOf(file)
    accessSync(dirname(file), constants.W_OK)
  } catch (cause) {
    throw writeError(name, cause, 'configuration')
  }
}

function missingFile(name: string): CalError {
  return new MissingCalendarError('configuration', t('database file {name} not found', { name }), {
    hint: t('the first write creates it: run cal events create or cal serve'),
  })
}

function notesOn({ copy }: LogDamage, name: string): readonly Text[] {
  return [
    t('the last process that wrote {name} was killed and left a damaged log; the newest writes may be missing', {
      name,
    }),
    ...(copy === undefined ? [] : [t('the log is saved as {copy}', { copy })]),
    t(
      'to check: cal events list --any-date --all --sort -modified lists the newest changes first; cal import --resume completes an import',
    ),
  ]
}

/** Time without writes before the search index is updated, so that it does not delay sequential writes. */
const idle_ms = 50
/** Pause between two batches of the index, in which new writes can start. */
const index_pause_ms = 10

interface PendingWrite {
  readonly write: WriteRequest
  readonly resolve: (response: ApiResponse) => void
  readonly reject: (error: Error) => void
}

/** Writes in one commit: enough to share its cost, few enough to answer the first of them soon. */
const writes_max = 256

/**
 * A queue in front of a writer. Commands and writes run in the order in which they were called; the writes that have
 * arrived when it is their turn share a commit.
 */
export class GroupCommit {
  readonly #writer: Writer
  readonly #now: () => Instant
  readonly #queue = new Slots(1)
  /** The writes that wait for their turn; later ones wait for a command that came after these. */
  #waiting: PendingWrite[] | undefined
  #generation = 0
  #users_generation = 0
  #idle: NodeJS.Timeout | undefined
  /** Whether the search index follows writes: a command ends before, and the next server does its work. */
  readonly #indexes: boolean
  #isClosing = false

  constructor(writer: Writer, now: () => Instant, indexes = true) {
    this.#indexes = indexes
    this.#writer = (command) =>
      writer(command).finally(() => {
        if (command.type !== 'index') this.#generation += 1
        if (command.type === 'put-users' || command.type === 'reload') this.#users_generation += 1
      })
    this.#now = now
  }

  /**
   * Increases whenever something may have been written, before callers get the result; the search index changes no
   * answer. The only writer of a file can use it instead of reading the file's generation. Source: decision 18.
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
      if (!this.#waiting) {
        const batch: PendingWrite[] = []
        this.#waiting = batch
        this.#queue.run(() => this.#commit(batch)).catch(reject)
      }
      this.#waiting.push({ write, resolve, reject })
    })
  }

  /** Runs a command alone, after all earlier writes. A function is called when it is the command's turn. */
  run(command: WriterCommand | (() => Promise<WriterCommand>)): Promise<WriterResult> {
    this.#waiting = undefined
    return this.#queue.run(async () => {
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
    if (this.#isClosing || !this.#indexes) return
    this.#idle = setTimeout(() => {
      this.run({ type: 'index' }).then(
        ({ hasMore }) => {
          if (hasMore) this.indexWhenIdle(index_pause_ms)
        },
        () => undefined,
      )
    }, ms).unref()
  }

  async #commit(batch: PendingWrite[]): Promise<void> {
    // What arrives in one turn of the event loop is committed together.
    await setImmediate()
    if (this.#waiting === batch) this.#waiting = undefined
    while (batch.length > 0) await this.#commitAll(batch.splice(0, writes_max))
  }

  async #commitAll(batch: readonly PendingWrite[]): Promise<void> {
    try {
      const writes = batch.map(({ write }) => write)
      const { results, error } = await this.#writer({ type: 'write', now: this.#now(), writes })
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
