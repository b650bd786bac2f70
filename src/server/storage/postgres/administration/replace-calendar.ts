// Replaces the calendar in a schema of PostgreSQL, in one transaction; the previous one is kept in another schema.
import type pg from 'pg'
import { CalError, errorCode } from '../../../../base/errors.ts'
import { t } from '../../../../base/text/language.ts'
import { type CalendarContents, type CalendarSettings, contentsIn, insertContents } from '../../calendar-contents.ts'
import { link_tables } from '../../schema.ts'
import type { PostgresAddress } from '../address.ts'
import { connectionOver, databaseOver, type PostgresConnection } from '../connection.ts'
import { OutcomeUnknownError } from '../errors.ts'
import { withPool } from '../pool.ts'
import { createSchema, knownSettings, lockPreparation, prepareSchema, storedIn } from '../prepare.ts'
import { createPostgresCalendar } from '../postgres-store.ts'
import { fill_derived } from '../schema.ts'
import { Transactions } from '../transactions/transactions.ts'

/**
 * Replaces the calendar at an address, or creates it. Others read and write the previous calendar until the transaction
 * commits, and the new one afterwards. Returns the schema of the previous calendar.
 * Errors: `configuration` for a schema of another program or of a newer version, and without the rights to replace one;
 *         `unreachable` while a long transaction of another process uses the calendar. Nothing is changed then.
 */
export async function replacePostgresCalendar(
  url: string,
  contents: CalendarContents,
  stamp: string,
): Promise<string | undefined> {
  return withPool(url, async (pool, address) => {
    const client = await pool.connect()
    try {
      await client.query('BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0')
      const former = await replace(connectionOver(client), { address, contents, stamp })
      await client.query('COMMIT').catch((error: unknown) => {
        throw new OutcomeUnknownError(error)
      })
      await vacuum(client, address)
      return former
    } catch (error) {
      throw errorCode(error) === '55P03' ? inUse(address, error) : error
    } finally {
      // Ends a transaction that was not committed.
      client.release(true)
    }
  })
}

/** Whether there is a calendar to replace. Errors: those of `replacePostgresCalendar`. */
export function hasPostgresCalendar(url: string): Promise<boolean> {
  return withPool(url, async (pool, address) => (await storedIn(connectionOver(pool), address)) !== undefined)
}

/**
 * Until a table is vacuumed, lists look up every entry of an index in the table, which at a million events took five
 * times as long. The server does it by itself some minutes later.
 */
async function vacuum(client: pg.PoolClient, { schema }: PostgresAddress): Promise<void> {
  const tables = listed_tables.map((name) => `"${schema}".${name}`)
  await client.query('SET statement_timeout = 0').catch(() => undefined)
  await client.query(`VACUUM ${tables.join(', ')}`).catch(() => undefined)
}

/** The tables that lists read. */
const listed_tables = ['event', ...link_tables, 'venue', 'organizer', 'term', 'term_use']

interface Replacement {
  readonly address: PostgresAddress
  readonly contents: CalendarContents
  readonly stamp: string
}

async function replace(
  connection: PostgresConnection,
  { address, contents, stamp }: Replacement,
): Promise<string | undefined> {
  const { schema } = address
  await connection.run('SET LOCAL lock_timeout = 0')
  await lockPreparation(connection)
  if (!(await storedIn(connection, address))) {
    await createSchema(connection, schema)
    await fill(connection, contents)
    return undefined
  }
  const [draft, former] = [
    await freeSchema(connection, `${schema}_new`),
    await freeSchema(connection, `${schema}_${stamp}`),
  ]
  await becomeOwner(connection, address)
  await connection.run(`CREATE SCHEMA "${draft}"`)
  await connection.run(`SET LOCAL search_path = "${draft}", public`)
  await fill(connection, contents)
  await connection.run(`SET LOCAL lock_timeout = ${lock_ms_max}`)
  await connection.run(`LOCK TABLE "${schema}".meta IN ACCESS EXCLUSIVE MODE`)
  await connection.run(`ALTER SCHEMA "${schema}" RENAME TO "${former}"`)
  await connection.run(`ALTER SCHEMA "${draft}" RENAME TO "${schema}"`)
  return former
}

/** Maximum wait for a lock, because new transactions of other processes have to wait too. */
const lock_ms_max = 10_000
const name_length_max = 63

/** Appends `_2`, `_3`… to avoid existing schemas. */
async function freeSchema(connection: PostgresConnection, wanted: string): Promise<string> {
  for (let n = 1; ; n += 1) {
    const end = n === 1 ? '' : `_${n}`
    const name = `${wanted.slice(-(name_length_max - end.length))}${end}`
      .replace(/^(?=\d)/, '_')
      .slice(0, name_length_max)
    if ((await connection.value('SELECT to_regnamespace($1)', name)) === null) return name
  }
}

/**
 * Takes the role of the schema's owner, so that it also owns the new tables: other processes may connect as that role.
 */
async function becomeOwner(connection: PostgresConnection, { name, schema }: PostgresAddress): Promise<void> {
  const owner =
    'SELECT quote_ident(rolname) FROM pg_namespace JOIN pg_roles ON pg_roles.oid = nspowner WHERE nspname = $1'
  const role = String(await connection.value(owner, schema))
  const query = `SELECT pg_has_role((SELECT nspowner FROM pg_namespace WHERE nspname = $1), 'MEMBER')
    AND has_database_privilege((SELECT nspowner FROM pg_namespace WHERE nspname = $1), current_database(), 'CREATE')`
  if ((await connection.value(query, schema)) === true) {
    await connection.run(`SET LOCAL ROLE ${role}`)
    return
  }
  throw new CalError(
    'configuration',
    t('{name}: this user may not replace the schema {schema}, which belongs to {role}', { name, schema, role }),
    {
      hint: t(
        'connect as {role}, which needs the right to create schemas: GRANT CREATE ON DATABASE NAME TO {role}; nothing was changed',
        { role },
      ),
    },
  )
}

async function fill(connection: PostgresConnection, contents: CalendarContents): Promise<void> {
  const { id, timezone, next_ids } = contents.settings
  await createPostgresCalendar(connection, {
    id,
    timezone,
    first_id: next_ids,
    fill: async () => {
      await insertContents(databaseOver(connection), contents)
      for (const statement of fill_derived) await connection.run(statement)
    },
  })
  await connection.run(`ANALYZE ${listed_tables.join(', ')}, media, users`)
}

function inUse({ name }: PostgresAddress, cause: unknown): CalError {
  return new CalError(
    'unreachable',
    t('{name}: another process has been reading or writing the calendar for more than {seconds} seconds', {
      name,
      seconds: lock_ms_max / 1_000,
    }),
    {
      cause,
      hint: t('wait for it to finish (it may be a cal backup), then rerun the command; nothing was changed'),
    },
  )
}

/**
 * Runs `work` with one consistent state of a calendar.
 * Errors: those of `openPostgresEngine`; `configuration` if there is no calendar.
 */
export function withPostgresContents<T>(url: string, work: (contents: CalendarContents) => Promise<T>): Promise<T> {
  return withPool(url, async (pool, address) => {
    await prepareSchema(pool, { address, read_only: true })
    return new Transactions(pool).read(async (connection) => {
      // The consumer may be slow.
      await connection.run('SET LOCAL idle_in_transaction_session_timeout = 0')
      const { id, timezone } = await knownSettings(connection, address)
      return work(contentsIn(databaseOver(connection), { id, timezone, next_ids: await nextIds(connection) }))
    })
  })
}

/** The next ids. Sequences have no snapshot: their current numbers are higher than all ids in the snapshot. */
async function nextIds(connection: PostgresConnection): Promise<CalendarSettings['next_ids']> {
  const next = async (sequence: string) =>
    Number(await connection.value(`SELECT last_value + CASE WHEN is_called THEN 1 ELSE 0 END FROM ${sequence}`))
  return { post: await next('post_id'), term: await next('term_id') }
}
