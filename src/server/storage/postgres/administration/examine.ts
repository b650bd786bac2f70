// Examines a calendar in PostgreSQL and its server for `cal doctor`, also a server that `cal serve` refuses.
import { failed, type Finding, passed } from '../../../../base/finding.ts'
import { sameText, t, type Text } from '../../../../base/text/language.ts'
import { engineFinding, recordsFinding, sizeFinding } from '../../engine.ts'
import { type Database, rowIn, sql, valueIn } from '../../sql.ts'
import type { PostgresAddress } from '../address.ts'
import { databaseOver } from '../connection.ts'
import { type ServerState, unsuitabilityOf, withPool } from '../pool.ts'
import { missingCalendar, storedIn } from '../prepare.ts'
import { withClient } from '../transactions.ts'

/**
 * The findings. Errors: those of `openPostgresEngine`, except for a server that must not be used, which is a finding.
 */
export async function examinePostgres(url: string): Promise<readonly Finding[]> {
  let server: ServerState | undefined
  return withPool(
    url,
    (pool, address) =>
      withClient(pool, async (client) => (server ? findingsIn(databaseOver(client), server, address) : [])),
    (state) => {
      server = state
    },
  )
}

async function findingsIn(
  database: Database,
  server: ServerState,
  address: PostgresAddress,
): Promise<readonly Finding[]> {
  const [user, name, full_page_writes, tls, is_here, most, used] = (await rowIn(database, connection_state)) ?? []
  const about_server = [
    engineFinding(sameText(`PostgreSQL ${server.version_name}, ${user}@${name}`)),
    suitabilityFinding(server, full_page_writes === 'on'),
    encryptionFinding(tls === null ? undefined : String(tls), is_here === true),
    connectionsFinding(Number(most), Number(used), address),
  ]
  const stored = await storedIn(database, address)
  if (!stored) return [...about_server, missingFinding(address), await extensionFinding(database)]
  return [
    ...about_server,
    passed(
      t('calendar'),
      t('schema {schema}, version {version}, time zone {timezone}', {
        schema: address.schema,
        version: stored.version,
        timezone: stored.timezone,
      }),
    ),
    sizeFinding(Number(await valueIn(database, sql(size_query, address.schema)))),
    await recordsFinding(database),
    await rightsFinding(database, address),
  ]
}

const connection_state = sql(`SELECT current_user, current_database(), current_setting('full_page_writes'),
  (SELECT version FROM pg_stat_ssl WHERE pid = pg_backend_pid() AND ssl),
  inet_server_addr() IS NULL OR inet_server_addr() <<= '127.0.0.0/8' OR inet_server_addr() = '::1',
  current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
  (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend')`)

const size_query = `SELECT sum(pg_total_relation_size(oid)) FROM pg_class
  WHERE relnamespace = to_regnamespace(?) AND relkind = 'r'`

/** Whether `cal serve` accepts the server, and whether a setting that it does not check is unsafe. */
function suitabilityFinding(server: ServerState, writes_full_pages: boolean): Finding {
  const check = t('server')
  const problem = unsuitabilityOf(server)
  if (problem) return failed(check, problem.text, { advice: problem.hint })
  if (!writes_full_pages)
    return failed(check, t('full_page_writes is off: a power failure can damage the database'), {
      advice: t('set full_page_writes = on'),
    })
  const commit = `synchronous_commit = ${server.synchronous_commit}`
  return passed(check, t('commits are on disk ({commit})', { commit }))
}

function encryptionFinding(tls: string | undefined, is_here: boolean): Finding {
  const check = t('encryption')
  if (tls !== undefined) return passed(check, sameText(tls))
  if (is_here) return passed(check, t('not needed: a database on this machine'))
  return passed(
    check,
    t('none'),
    t('traffic can be read in transit: enable ssl on the server, and add ?sslmode=verify-full'),
  )
}

function connectionsFinding(most: number, used: number, { connections_max: own }: PostgresAddress): Finding {
  const check = t('connections')
  const found: Text = t('{used} of {most} in use', { used, most })
  if (most - used >= own) return passed(check, found)
  return passed(
    check,
    found,
    t('a process of cal serve needs up to {own}: raise max_connections, or use fewer: ?connections=N', { own }),
  )
}

function missingFinding(address: PostgresAddress): Finding {
  const { text, hint } = missingCalendar(address)
  return { check: t('calendar'), ok: true, found: text, ...(hint && { advice: hint }) }
}

/** Whether the extension of a new calendar is there or can be created. */
async function extensionFinding(database: Database): Promise<Finding> {
  const check = t('extension')
  const query = sql(`SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm'),
    EXISTS (SELECT FROM pg_available_extensions WHERE name = 'pg_trgm'),
    has_database_privilege(current_database(), 'CREATE')`)
  const [is_installed, is_available, may_create] = (await rowIn(database, query)) ?? []
  if (is_installed) return passed(check, sameText('pg_trgm'))
  if (is_available && may_create) return passed(check, t('pg_trgm: cal serve creates it'))
  return failed(check, t('pg_trgm is missing'), {
    advice: is_available
      ? t('as a superuser: CREATE EXTENSION pg_trgm')
      : t('install it on the server: it is part of postgresql-contrib'),
  })
}

async function rightsFinding(database: Database, { schema }: PostgresAddress): Promise<Finding> {
  const check = t('database permissions')
  const query = `SELECT bool_and(has_table_privilege(oid, 'INSERT') AND has_table_privilege(oid, 'UPDATE')
      AND has_table_privilege(oid, 'DELETE')),
    pg_has_role((SELECT nspowner FROM pg_namespace WHERE nspname = ?), 'MEMBER'),
    has_database_privilege(current_database(), 'CREATE')
    FROM pg_class WHERE relnamespace = to_regnamespace(?) AND relkind = 'r'`
  const [writes, owns, creates] = (await rowIn(database, sql(query, schema, schema))) ?? []
  if (!writes)
    return failed(check, t('read-only'), { advice: t('connect as the owner of the schema {schema}', { schema }) })
  const missing = owns ? (creates ? undefined : 'create') : 'owner'
  if (missing === undefined) return passed(check, t('read, write, restore'))
  return passed(
    check,
    t('read and write'),
    missing === 'owner'
      ? t('cal restore replaces the tables, which needs the owner of the schema')
      : t('cal restore also needs: GRANT CREATE ON DATABASE'),
  )
}
