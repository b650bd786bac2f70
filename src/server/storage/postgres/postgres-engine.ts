// The PostgreSQL engine: a request is a transaction, and any number of processes share one database.
import { CalError } from '../../../base/errors.ts'
import { createApi } from '../../api/api.ts'
import { parseRequest } from '../../api/request.ts'
import type { ServiceSettings } from '../../domain/settings.ts'
import type { UserRecord } from '../../domain/records.ts'
import type { Engine, EngineOptions } from '../engine.ts'
import { isAnyDue, publishDue } from '../publish-due.ts'
import type { Store } from '../store.ts'
import { parsePostgresAddress } from './address.ts'
import type { PostgresConnection } from './connection.ts'
import { postgresError, serviceError } from './errors.ts'
import { Generations } from './generation.ts'
import { openPostgresStore } from './postgres-store.ts'
import { openPool } from './pool.ts'
import { type PreparedSchema, prepareSchema } from './prepare.ts'
import { postgres_schema_version } from './schema.ts'
import { Transactions } from './transactions.ts'

/**
 * Opens a calendar in a schema of a database, and creates it if it is missing.
 * Errors: `usage` for an address that can't be read; `configuration` for a server that must not be used, a user without
 *         rights and a newer schema; `unreachable` if the server does not respond.
 */
export async function openPostgresEngine(options: EngineOptions): Promise<Engine> {
  const address = parsePostgresAddress(options.file)
  const explain = (error: unknown) => postgresError(error, address.name)
  try {
    const pool = await openPool(address)
    try {
      const prepared = await prepareSchema(pool, { ...options, address })
      const transactions = new Transactions(pool)
      const generations = new Generations(pool)
      return {
        ...engineOver({ transactions, prepared, options, schema: address.schema }),
        location: address.name,
        generation: () => generations.current().catch(rejectForService),
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
  readonly prepared: PreparedSchema
  readonly options: EngineOptions
  readonly schema: string
}

function engineOver({ transactions, prepared, options, schema }: EngineParts) {
  const { now } = options
  const settings = settingsOf(options, prepared.timezone)
  const storeOf = (connection: PostgresConnection) => openPostgresStore(connection, prepared.clock)
  const apiOver = (store: Store) => createApi({ store, settings, now })
  const reading = <T>(work: (store: Store) => Promise<T>) =>
    transactions.read((connection) => work(storeOf(connection)))
  const writing = (work: (store: Store, connection: PostgresConnection) => Promise<void>) =>
    transactions.write(async (connection) => {
      await work(storeOf(connection), connection)
      return { result: undefined }
    })
  return {
    settings,
    id: prepared.id,
    is_new: prepared.is_new,
    log_damage: undefined,
    description: async () => {
      const version = await transactions.read((connection) =>
        connection.value("SELECT current_setting('server_version')"),
      )
      return `PostgreSQL ${version}, schema ${schema} (${postgres_schema_version})`
    },
    users: {
      named: (name) => reading((store) => store.users.named(name)).catch(rejectForService),
      any: () => reading((store) => store.users.any()).catch(rejectForService),
      put: (users, { only = false } = {}) => writing((store) => putUsers(store, users, only)),
    },
    read: (request, caller) => reading((store) => apiOver(store)(request, caller)).catch(rejectForService),
    write: (request, caller) =>
      transactions
        .write(async (connection) => {
          const response = await apiOver(storeOf(connection))(parseRequest(request), caller)
          return { result: response, rollback: response.refused === true }
        })
        .catch(rejectForService),
    publishDue: async (moment) => {
      if (!(await reading((store) => isAnyDue(store, moment)))) return
      await writing(async (store, connection) => {
        if (await isOnlyPublisher(connection)) await publishDue(store, moment)
      })
    },
    snapshot: () => Promise.reject(noSnapshots()),
    restore: () => Promise.reject(noSnapshots()),
  } satisfies Partial<Engine>
}

function rejectForService(error: unknown): Promise<never> {
  return Promise.reject(serviceError(error))
}

/** Whether no other process publishes now; the lock ends with the transaction. */
async function isOnlyPublisher(connection: PostgresConnection): Promise<boolean> {
  return (await connection.value("SELECT pg_try_advisory_xact_lock('meta'::regclass::oid::int, 2)")) === true
}

async function putUsers(store: Store, users: readonly UserRecord[], only: boolean): Promise<void> {
  if (only) await store.users.removeOthers(users.map(({ login }) => login))
  // Users with an id come first, so that it is not assigned to another.
  for (const user of users.toSorted((a, b) => Number(b.id > 0) - Number(a.id > 0))) await store.users.put(user)
}

function noSnapshots(): CalError {
  return new CalError('usage', {
    en: 'a calendar in a database server has no snapshots',
    de: 'ein Kalender auf einem Datenbankserver hat keine Snapshots',
  })
}

function settingsOf({ place, mode, premium, read_only }: EngineOptions, timezone: string): ServiceSettings {
  return { place, timezone, mode, read_only, ...(premium && { premium }) }
}
