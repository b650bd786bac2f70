// The PostgreSQL engine: a request is a transaction, and any number of processes share one database.
import { CalError } from '../../../base/errors.ts'
import type { Text } from '../../../base/text/language.ts'
import { createApi } from '../../api/api.ts'
import type { ParsedRequest } from '../../api/request.ts'
import type { SelectionClock } from '../../domain/lists/selection.ts'
import type { PostKind, UserRecord } from '../../domain/records.ts'
import type { ServiceSettings } from '../../domain/settings.ts'
import { hasQuirks } from '../../quirks/quirks.ts'
import type { Engine, EngineOptions } from '../engine.ts'
import { isAnyDue, publishDue, type Store } from '../store.ts'
import { parsePostgresAddress, type PostgresAddress } from './address.ts'
import type { PostgresConnection } from './connection.ts'
import { postgresError, serviceError } from './errors.ts'
import { Generations } from './generation.ts'
import { EventCounter } from './lists/event-counts.ts'
import { EventMatches } from './lists/event-matches.ts'
import { openPool } from './pool.ts'
import { openPostgresStore, type PostgresStoreOptions } from './postgres-store.ts'
import { CurrentSettings, knownSettings, type PreparedSchema, prepareSchema } from './prepare.ts'
import type { SharedInsert } from './transactions/insert-groups.ts'
import { insertOnce } from './transactions/insert-once.ts'
import { insertOnly } from './transactions/insert-only.ts'
import type { TransactionResult } from './transactions/transaction.ts'
import { Transactions } from './transactions/transactions.ts'

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
      const counter = new EventCounter(transactions)
      return {
        ...engineOver({ transactions, generations, counter, prepared, options, address, rejectAsUnavailable }),
        location: address.name,
        generation: () => generations.current().catch(rejectAsUnavailable),
        version: () => generations.current().catch(rejectAsUnavailable),
        explain,
        close: async () => {
          counter.close()
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
  readonly counter: EventCounter
  readonly prepared: PreparedSchema
  readonly options: EngineOptions
  readonly address: PostgresAddress
  /** Handles the errors of every transaction. */
  rejectAsUnavailable(error: unknown): Promise<never>
}

function engineOver(parts: EngineParts) {
  const { transactions, generations, counter, prepared, options, address, rejectAsUnavailable } = parts
  const current = new CurrentSettings((connection) => knownSettings(connection, address))
  const matches = new EventMatches()
  const contextOf = async (connection: PostgresConnection, tables: number, store_mode?: StoreMode) => {
    const { clock, timezone } = await current.of(connection, tables)
    const store = storeFor({ connection, clock, counts: counter.counts, matches }, store_mode)
    return { store, api: createApi({ store, settings: settingsOf(options, timezone), now: options.now }) }
  }
  type Context = Awaited<ReturnType<typeof contextOf>>
  const reading = <T>(work: (context: Context) => Promise<T>) =>
    transactions
      .read(async (connection, tables) => work(await contextOf(connection, tables, 'reading')))
      .catch(rejectAsUnavailable)
  const writing = <T>(work: (context: Context) => Promise<TransactionResult<T>>) =>
    transactions.write(async (...transaction) => work(await contextOf(...transaction))).catch(rejectAsUnavailable)
  const inserting = <T>(kind: PostKind, work: (context: Context) => Promise<TransactionResult<T>>) =>
    transactions
      .insertTogether(async (connection, tables, insert) =>
        work(await contextOf(connection, tables, typeof insert === 'function' ? { kind, insert } : insert)),
      )
      .catch(rejectAsUnavailable)
  return {
    settings: settingsOf(options, prepared.timezone),
    id: prepared.id,
    isNew: prepared.isNew,
    ...(prepared.isNew && { creation_note: creationNote(options.name ?? address.name) }),
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
    read: (request, caller) => {
      if (!options.read_only) counter.countLater()
      return reading(({ api }) => api(request, caller))
    },
    write: (request, caller) => {
      const answered = async ({ api }: Context) => {
        const result = await api(request, caller)
        return { result, rollback: result.refused === true }
      }
      const kind = newPostOf(request, options)
      const written = kind ? inserting(kind, answered) : writing(answered)
      if (kind === 'event') written.then(() => counter.inserted()).catch(() => undefined)
      return written
    },
    publishDue: async (moment) => {
      if (!(await reading(({ store }) => isAnyDue(store, moment)))) return
      // Of several processes that do so at the same time, the second one finds nothing to publish.
      await writing(async ({ store }) => ({ result: await publishDue(store, moment) }))
    },
    snapshot: () => Promise.reject(noSnapshots()),
    restore: () => Promise.reject(noSnapshots()),
  } satisfies Partial<Engine>
}

/** How a request may write, see `Transactions`; undefined: without restrictions. */
type StoreMode = 'reading' | 'inserting' | { readonly kind: PostKind; readonly insert: SharedInsert }

interface StoreContext extends Required<Pick<PostgresStoreOptions, 'counts' | 'matches'>> {
  readonly connection: PostgresConnection
  readonly clock: SelectionClock
}

function storeFor({ connection, clock, counts, matches }: StoreContext, store_mode?: StoreMode): Store {
  if (store_mode === undefined) return openPostgresStore(connection, clock, { counts })
  if (store_mode === 'reading') return openPostgresStore(connection, clock, { counts, matches, isReadOnly: true })
  if (store_mode === 'inserting') return insertOnly(openPostgresStore(connection, clock, { counts }), connection)
  return insertOnce(
    openPostgresStore(connection, clock, { counts, insertRow: store_mode.insert }),
    store_mode.kind,
    connection,
  )
}

/**
 * The kind of record that a request creates; undefined for other requests. If it turns out to write something else, it
 * runs again in another kind of transaction. In quirks mode a new record can change existing places.
 */
function newPostOf({ method, path }: ParsedRequest, options: EngineOptions): PostKind | undefined {
  if (hasQuirks(options) || method !== 'POST') return undefined
  return post_kinds.find((kind) => path === `/${kind}s` || path === `/${kind}s/`)
}

const post_kinds = ['event', 'venue', 'organizer'] as const

async function putUsers(store: Store, users: readonly UserRecord[], only: boolean): Promise<void> {
  if (only) await store.users.removeOthers(users.map(({ login }) => login))
  // Users with an id come first, so that it is not assigned to another.
  for (const user of users.toSorted((a, b) => Number(b.id > 0) - Number(a.id > 0))) await store.users.put(user)
}

function creationNote(name: string): Text {
  return { en: `new calendar in ${name}`, de: `neuer Kalender in ${name}` }
}

function noSnapshots(): CalError {
  return new CalError('usage', {
    en: 'a calendar in a database server has no snapshots',
    de: 'ein Kalender auf einem Datenbankserver hat keine Snapshots',
  })
}

function settingsOf({ address, mode, premium, read_only }: EngineOptions, timezone: string): ServiceSettings {
  return { address, timezone, mode, read_only, ...(premium && { premium }) }
}
