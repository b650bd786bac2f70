// Replaces the calendar in a schema of PostgreSQL, in one transaction; the previous one is kept in another schema.
import type pg from 'pg'
import { CalError, errorCode } from '../../../../base/errors.ts'
import { t } from '../../../../base/text/language.ts'
import { type CalendarContents, contentsIn, type FirstIds, insertContents } from '../../calendar-contents.ts'
import { link_tables } from '../../schema.ts'
import type { PostgresAddress } from '../address.ts'
import { type Database, sql, valueIn } from '../../sql.ts'
import { databaseOver } from '../connection.ts'
import { withPool } from '../pool.ts'
import { createSchema, knownSettings, lockPreparation, prepareSchema, storedIn } from '../prepare.ts'
import { createPostgresCalendar } from '../postgres-store.ts'
import { fill_derived } from '../schema.ts'
import { commit, Transactions, withClient } from '../transactions.ts'

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
  return withPool(url, (pool, address) =>
    withClient(pool, async (client) => {
      await client.query('BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0')
      const former = await replace(databaseOver(client), { address, contents, stamp })
      await commit(client)
      await vacuum(client, address)
      return former
    }).catch((error: unknown) => {
      throw errorCode(error) === '55P03' ? inUse(address, error) : error
    }),
  )
}

/** Whether there is a calendar to replace. Errors: those of `replacePostgresCalendar`. */
export function hasPostgresCalendar(url: string): Promise<boolean> {
  return withPool(url, async (pool, address) => (await storedIn(databaseOver(pool), address)) !== undefined)
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

async function replace(database: Database, { address, contents, stamp }: Replacement): Promise<string | undefined> {
  const { schema } = address
  await database.run(sql('SET LOCAL lock_timeout = 0'))
  await lockPreparation(database)
  if (!(await storedIn(database, address))) {
    await createSchema(database, schema)
    await fill(database, contents)
    return undefined
  }
  const [draft, former] = [
    await freeSchema(database, `${schema}_new`),
    await freeSchema(database, `${schema}_${stamp}`),
  ]
  await becomeOwner(database, address)
  await database.run(sql(`CREATE SCHEMA "${draft}"`))
  await database.run(sql(`SET LOCAL search_path = "${draft}", public`))
  await fill(database, contents)
  await database.run(sql(`SET LOCAL lock_timeout = ${lock_ms_max}`))
  await database.run(sql(`LOCK TABLE "${schema}".meta IN ACCESS EXCLUSIVE MODE`))
  await database.run(sql(`ALTER SCHEMA "${schema}" RENAME TO "${former}"`))
  await database.run(sql(`ALTER SCHEMA "${draft}" RENAME TO "${schema}"`))
  return former
}

/** Maximum wait for a lock, because new transactions of other processes have to wait too. */
const lock_ms_max = 10_000
const name_length_max = 63

/** Appends `_2`, `_3`… to avoid existing schemas. */
async function freeSchema(database: Database, wanted: string): Promise<string> {
  for (let n = 1; ; n += 1) {
    const end = n === 1 ? '' : `_${n}`
    const name = `${wanted.slice(-(name_length_max - end.length))}${end}`
      .replace(/^(?=\d)/, '_')
      .slice(0, name_length_max)
    if ((await valueIn(database, sql('SELECT to_regnamespace(?)', name))) === null) return name
  }
}

/**
 * Takes the role of the schema's owner, so that it also owns the new tables: other processes may connect as that role.
 */
async function becomeOwner(database: Database, { name, schema }: PostgresAddress): Promise<void> {
  const owner = 'FROM pg_namespace JOIN pg_roles ON pg_roles.oid = nspowner WHERE nspname = ?'
  const role = String(await valueIn(database, sql(`SELECT quote_ident(rolname) ${owner}`, schema)))
  const query = `SELECT pg_has_role(nspowner, 'MEMBER') AND has_database_privilege(nspowner, current_database(), 'CREATE')
    FROM pg_namespace WHERE nspname = ?`
  if ((await valueIn(database, sql(query, schema))) === true) {
    // Its name may contain a question mark, which is the mark of a value in statements.
    await database.tuples(sql(`SELECT set_config('role', rolname, true) ${owner}`, schema))
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

async function fill(database: Database, contents: CalendarContents): Promise<void> {
  await createPostgresCalendar(database, contents.settings, async () => {
    await insertContents(database, contents)
    for (const statement of fill_derived) await database.run(sql(statement))
  })
  await database.run(sql(`ANALYZE ${listed_tables.join(', ')}, media, users`))
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
    await prepareSchema(pool, { file: url, address, read_only: true })
    return new Transactions(pool).read(async (database) => {
      // The consumer may be slow.
      await database.run(sql('SET LOCAL idle_in_transaction_session_timeout = 0'))
      const { id, timezone } = await knownSettings(database, address)
      return work(contentsIn(database, { id, timezone, first_id: await nextIds(database) }))
    })
  })
}

/** The next ids. Sequences have no snapshot: their current numbers are higher than all ids in the snapshot. */
async function nextIds(database: Database): Promise<FirstIds> {
  const next = async (sequence: string) =>
    Number(await valueIn(database, sql(`SELECT last_value + CASE WHEN is_called THEN 1 ELSE 0 END FROM ${sequence}`)))
  return { post: await next('post_id'), term: await next('term_id') }
}
