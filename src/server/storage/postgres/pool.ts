// The connections of one process to a database. Each is set up and its server is checked before its first use.
import type pg from 'pg'
import { t, type Text } from '../../../base/text/language.ts'
import {
  filePassword,
  parsePostgresAddress,
  type PasswordQuery,
  type PostgresAddress,
  tlsOptionsOf,
} from './address.ts'
import { postgresError, UnsuitableServerError } from './errors.ts'

/** Maximum time for opening a connection, or for waiting until one is free. */
const connect_ms_max = 4_000
/** A statement that takes longer is cancelled, because its request has been answered with an error by then. */
const statement_ms_max = 25_000
/** A connection that gets no answer is closed: after a power failure of its server it would be used for minutes. */
const silent_ms_max = 28_000
const lock_ms_max = 10_000
/** Ends transactions of processes that no longer respond, which would keep their locks. */
const idle_in_transaction_ms_max = 30_000
const version_min = 140_000

/** Connects to a server. Errors: `configuration` for a server that must not be used; those of connecting. */
export function openPool(address: PostgresAddress): Promise<pg.Pool> {
  return openWith(address, requireSuitable, { query_timeout: silent_ms_max })
}

/** Runs `work`, which may take long, with the connections of an address. Errors: those of `openPostgresEngine`. */
export async function withPool<T>(
  url: string,
  work: (pool: pg.Pool, address: PostgresAddress) => Promise<T>,
  check: CheckServer = requireSuitable,
): Promise<T> {
  const address = parsePostgresAddress(url)
  let pool: pg.Pool | undefined
  try {
    pool = await openWith(address, check, {})
    return await work(pool, address)
  } catch (error) {
    throw postgresError(error, address.name)
  } finally {
    await pool?.end()
  }
}

type CheckServer = (server: ServerState) => void

async function openWith(address: PostgresAddress, check: CheckServer, options: pg.PoolConfig): Promise<pg.Pool> {
  const { default: driver } = await import('pg')
  let isOpen = false
  // Only an open calendar is read from a database that became read-only.
  const checkState: CheckServer = (server) => check(isOpen ? { ...server, read_only: 'off' } : server)
  const pool = new driver.Pool({ ...options, ...optionsOf(driver, address, checkState) })
  // A lost idle connection is replaced at the next request.
  pool.on('error', () => undefined)
  try {
    ;(await pool.connect()).release()
    isOpen = true
    return pool
  } catch (error) {
    await pool.end()
    const isPlain =
      address.ssl_mode === 'prefer' && error instanceof Error && /does not support SSL/.test(error.message)
    if (isPlain) return openWith({ ...address, ssl_mode: 'disable' }, check, options)
    throw error
  }
}

function optionsOf(driver: typeof pg, address: PostgresAddress, check: CheckServer) {
  const server = serverOf(driver, address)
  return {
    ...address.server,
    password: server.password ?? (() => filePassword(address.password_file, server) ?? ''),
    ssl: tlsOptionsOf(address, server.host),
    max: address.connections_max,
    connectionTimeoutMillis: connect_ms_max,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    pipeline: true,
    application_name: 'cal',
    // The driver waits for it, although its type does not say so.
    onConnect: async (client: pg.ClientBase) => check(await stateOf(client, address.schema)),
  }
}

/** Completes the address from the environment; reads the password file if the address has no password. */
function serverOf(driver: typeof pg, { server }: PostgresAddress): PasswordQuery & { readonly password?: string } {
  const { password, host, port, database = '', user = '' } = new driver.Client(server)
  return { host, port, database, user, ...(password && { password }) }
}

/** Sets up the connection, and reads the state of the server. */
async function stateOf(client: pg.ClientBase, schema: string): Promise<ServerState> {
  // A connection in use reports its loss through its statement.
  client.on('error', () => undefined)
  // One statement text, so that it is one exchange with the server. Compiling takes longer than any statement here, and
  // plans that are made once for all values overestimate their costs.
  const results: unknown = await client.query(`
    SET search_path = "${schema}", public;
    SET statement_timeout = ${statement_ms_max};
    SET lock_timeout = ${lock_ms_max};
    SET idle_in_transaction_session_timeout = ${idle_in_transaction_ms_max};
    SET client_encoding = 'UTF8';
    SET jit = off;
    SELECT current_setting('server_version_num')::int AS version, split_part(current_setting('server_version'), ' ', 1) AS version_name,
      pg_is_in_recovery() AS is_standby, current_setting('synchronous_commit') AS synchronous_commit,
      current_setting('fsync') AS fsync, current_setting('default_transaction_read_only') AS read_only,
      current_setting('server_encoding') AS encoding`)
  if (!Array.isArray(results)) throw new Error('several statements returned one result')
  return results.at(-1).rows[0]
}

/** What decides whether a server can be used. */
export interface ServerState {
  readonly version: number
  readonly version_name: string
  readonly is_standby: boolean
  readonly synchronous_commit: string
  readonly fsync: string
  readonly read_only: string
  readonly encoding: string
}

/** Refuses a server that could lose confirmed writes, or rejects all writes. Errors: `UnsuitableServerError`. */
export function requireSuitable(server: ServerState): void {
  const problem = unsuitabilityOf(server)
  if (problem) throw problem
}

/** The reason why a server must not be used; undefined if it can be. */
export function unsuitabilityOf(server: ServerState): UnsuitableServerError | undefined {
  const unsuitable = (text: Text, hint: Text) => new UnsuitableServerError('configuration', text, { hint })
  if (server.version < version_min)
    return unsuitable(
      t('PostgreSQL {version_name} is too old; version 14 or newer is required', { version_name: server.version_name }),
      t('upgrade the server'),
    )
  if (server.is_standby)
    return unsuitable(
      t('this server is a standby, which cannot be written to'),
      t('use the address of the primary server'),
    )
  if (server.read_only === 'on')
    return unsuitable(
      t('default_transaction_read_only is on: nothing could be stored'),
      t('ALTER ROLE … SET default_transaction_read_only = off'),
    )
  for (const setting of ['synchronous_commit', 'fsync'] as const)
    if (server[setting] === 'off')
      return unsuitable(
        t('{setting} is off: the database could lose confirmed writes', { setting }),
        setting === 'fsync' ? t('set fsync = on in postgresql.conf') : t('ALTER ROLE … SET synchronous_commit = on'),
      )
  if (server.encoding !== 'UTF8')
    return unsuitable(
      t('the database has the encoding {encoding}, and needs UTF8', { encoding: server.encoding }),
      t('createdb --encoding=UTF8 --template=template0 NAME'),
    )
  return undefined
}
