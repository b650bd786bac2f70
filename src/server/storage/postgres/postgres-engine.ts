// The PostgreSQL engine: a request is a transaction, and any number of processes share one database.
import { setImmediate } from 'node:timers/promises'
import type pg from 'pg'
import { CalError } from '../../../base/errors.ts'
import { t } from '../../../base/text/language.ts'
import { createApi } from '../../api/api.ts'
import type { ParsedRequest } from '../../api/request.ts'
import { post_kinds, type PostKind } from '../../domain/records.ts'
import { hasQuirks } from '../../quirks/quirks.ts'
import { settingsOf, type Engine, type EngineOptions } from '../engine.ts'
import { type Database, rowIn, sql, type StoredValue } from '../sql.ts'
import { isAnyDue, publishDue, putUsers } from '../store.ts'
import { parsePostgresAddress, type PostgresAddress } from './address.ts'
import { databaseOver } from './connection.ts'
import { postgresError, serviceError } from './errors.ts'
import { openPool } from './pool.ts'
import { openPostgresStore, type StoreUse } from './postgres-store.ts'
import { currentSettings, type PreparedSchema, prepareSchema } from './prepare.ts'
import { type Share, Transactions, type TransactionResult } from './transactions.ts'

/**
 * Opens a calendar in a schema of a database, and creates it if it is missing.
 * Errors: `usage` for an invalid address; `configuration` for a server that must not be used, a user without rights and
 *         a newer schema; `unreachable` if the server does not respond.
 */
export async function openPostgresEngine(options: EngineOptions): Promise<Engine> {
  const address = parsePostgresAddress(options.file)
  const explain = (error: unknown) => postgresError(error, address.name)
  const rejectAsUnavailable = (error: unknown) => Promise.reject(serviceError(error, address.name))
  try {
    const pool = await openPool(address)
    try {
      const prepared = await prepareSchema(pool, { ...options, address })
      const transactions = new Transactions(pool)
      const generations = new Generations(pool)
      return {
        ...engineOver({ transactions, generations, prepared, options, address, rejectAsUnavailable }),
        location: address.name,
        generation: () => generations.current().catch(rejectAsUnavailable),
        version: () => generations.current().catch(rejectAsUnavailable),
        explain,
        close: async () => {
          await generations.close()
          await pool.end()
        },
      }
    } catch (error) {
      await pool.end()
      throw error
    }
  } catch (error) {
    throw explain(error)
  }
}

interface EngineParts {
  readonly transactions: Transactions
  readonly generations: Generations
  readonly prepared: PreparedSchema
  readonly options: EngineOptions
  readonly address: PostgresAddress
  /** Handles the errors of every transaction. */
  rejectAsUnavailable(error: unknown): Promise<never>
}

function engineOver(parts: EngineParts) {
  const { transactions, generations, prepared, options, address, rejectAsUnavailable } = parts
  const settingsFor = currentSettings(address)
  const contextOf = async (database: Database, tables: number, use: StoreUse = {}) => {
    const { clock, timezone } = await settingsFor(database, tables)
    const store = openPostgresStore(database, clock, use)
    return { store, api: createApi({ store, settings: settingsOf(options, timezone), now: options.now }) }
  }
  type Context = Awaited<ReturnType<typeof contextOf>>
  const reading = <T>(work: (context: Context) => Promise<T>) =>
    transactions
      .read(async (...transaction) => work(await contextOf(...transaction, { isReadOnly: true })))
      .catch(rejectAsUnavailable)
  const writing = <T>(work: (context: Context) => Promise<TransactionResult<T>>, kind?: PostKind) => {
    const alone = async (database: Database, tables: number, share?: Share) =>
      work(await contextOf(database, tables, { share }))
    return transactions.write(alone, kind).catch(rejectAsUnavailable)
  }
  return {
    settings: settingsOf(options, prepared.timezone),
    id: prepared.id,
    isNew: prepared.isNew,
    ...(prepared.isNew && { creation_note: t('new calendar in {name}', { name: options.name ?? address.name }) }),
    isTemporary: false,
    notes: [],
    users: {
      named: (name) => reading(({ store }) => store.users.named(name)),
      any: async (generation) =>
        (generation === undefined ? undefined : generations.hadUsers(generation)) ??
        reading(({ store }) => store.users.any()),
      put: (users, { only = false } = {}) =>
        writing(async ({ store }) => ({ result: await putUsers(store, users, only) })),
    },
    read: (request, caller) => reading(({ api }) => api(request, caller)),
    write: (request, caller) =>
      writing(
        async ({ api }) => {
          const result = await api(request, caller)
          return { result, rollback: result.refused === true }
        },
        writtenPostOf(request, options),
      ),
    publishDue: async (moment) => {
      if (!(await reading(({ store }) => isAnyDue(store, moment)))) return
      // Of several processes that do so at the same time, the second one finds nothing to publish.
      await writing(async ({ store }) => ({ result: await publishDue(store, moment) }))
    },
    snapshot: refuseSnapshots,
    restore: refuseSnapshots,
  } satisfies Partial<Engine>
}

/**
 * The kind of record that a request creates or updates; undefined for other requests. If it turns out to write
 * something else, it runs again in a transaction of its own. In quirks mode a new record can change existing places.
 */
function writtenPostOf({ method, path }: ParsedRequest, options: EngineOptions): PostKind | undefined {
  if (hasQuirks(options) || method === 'DELETE') return undefined
  return post_kinds.find((kind) => new RegExp(`^/${kind}s(/\\d+)?/?$`).test(path))
}

async function refuseSnapshots(): Promise<void> {
  throw new CalError('usage', t('a calendar in a database server has no snapshots'))
}

/**
 * Equal snapshots mean equal data, because every commit changes the snapshot. A counter in a row would make writes wait
 * for each other. Commits in other databases of the server change the snapshot too.
 */
const current = sql("SELECT pg_backend_pid() || ' ' || pg_current_snapshot()::text, EXISTS (SELECT FROM users)")

/**
 * Numbers the states that this process has seen. Requests that arrive while a query is running share the next one,
 * because the running query may not see the latest commits; so do requests of one turn of the event loop.
 */
export class Generations {
  readonly #pool: pg.Pool
  #number = 0
  #snapshot: StoredValue | undefined
  #hasUsers = false
  #client: pg.PoolClient | undefined
  #running: Promise<unknown> = Promise.resolve()
  #next: Promise<number> | undefined

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  /** Errors: those of the connection; the next call uses another one. */
  current(): Promise<number> {
    this.#next ??= this.#after(this.#running)
    return this.#next
  }

  /** Whether there were any users at this generation; undefined if it is not the latest that was read. */
  hadUsers(generation: number): boolean | undefined {
    return generation === this.#number && this.#snapshot !== undefined ? this.#hasUsers : undefined
  }

  async close(): Promise<void> {
    await (this.#next ?? this.#running).catch(() => undefined)
    this.#client?.release()
    this.#client = undefined
  }

  #after(previous: Promise<unknown>): Promise<number> {
    return previous
      .catch(() => undefined)
      .then(() => setImmediate())
      .then(() => {
        this.#next = undefined
        const read = this.#read()
        this.#running = read
        return read
      })
  }

  /** Replaces an idle connection that was lost. */
  async #read(): Promise<number> {
    const wasOpen = this.#client !== undefined
    return this.#readOnce().catch((error) => (wasOpen ? this.#readOnce() : Promise.reject(error)))
  }

  async #readOnce(): Promise<number> {
    try {
      this.#client ??= await this.#pool.connect()
      const [snapshot, has_users] = (await rowIn(databaseOver(this.#client), current)) ?? []
      if (snapshot !== this.#snapshot) this.#number += 1
      this.#snapshot = snapshot
      this.#hasUsers = has_users === true
      return this.#number
    } catch (error) {
      // After a crash, the server may reuse the numbers of lost transactions.
      this.#snapshot = undefined
      this.#client?.release(error instanceof Error ? error : true)
      this.#client = undefined
      throw error
    }
  }
}
