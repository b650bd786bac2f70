// Examines a calendar in PostgreSQL and its server for `cal doctor`, also a server that `cal serve` refuses.
import { failed, type Finding, passed } from '../../../../base/finding.ts'
import { sameText, t, type Text } from '../../../../base/text/language.ts'
import { engineFinding, recordsFinding, sizeFinding } from '../../engine.ts'
import type { PostgresAddress } from '../address.ts'
import { connectionOver, databaseOver, type PostgresConnection, type PostgresRow } from '../connection.ts'
import { unsuitabilityOf, withPool } from '../pool.ts'
import { missingCalendar, storedIn } from '../prepare.ts'

/**
 * The findings. Errors: those of `openPostgresEngine`, except for a server that must not be used, which is a finding.
 */
export async function examinePostgres(url: string): Promise<readonly Finding[]> {
  return withPool(
    url,
    async (pool, address) => {
      const client = await pool.connect()
      try {
        return await findingsIn(connectionOver(client), address)
      } finally {
        client.release()
      }
    },
    () => undefined,
  )
}

async function findingsIn(connection: PostgresConnection, address: PostgresAddress): Promise<readonly Finding[]> {
  const server = (await connection.row(server_state)) ?? {}
  const about_server = [
    engineFinding(sameText(`PostgreSQL ${server.version_name}, ${server.user_name}@${server.database}`)),
    suitabilityFinding(server),
    encryptionFinding(server),
    connectionsFinding(server, address),
  ]
  const stored = await storedIn(connection, address)
  if (!stored) return [...about_server, missingFinding(address), await extensionFinding(connection)]
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
    sizeFinding(Number(await connection.value(size_query, address.schema))),
    await recordsFinding(databaseOver(connection)),
    await rightsFinding(connection, address),
  ]
}

const server_state = `SELECT current_setting('server_version_num')::int AS version,
  split_part(current_setting('server_version'), ' ', 1) AS version_name,
  current_user AS user_name, current_database() AS database, pg_is_in_recovery() AS is_standby,
  current_setting('synchronous_commit') AS synchronous_commit, current_setting('fsync') AS fsync,
  current_setting('full_page_writes') AS full_page_writes,
  current_setting('default_transaction_read_only') AS read_only, current_setting('server_encoding') AS encoding,
  (SELECT version FROM pg_stat_ssl WHERE pid = pg_backend_pid() AND ssl) AS tls,
  inet_server_addr() IS NULL OR inet_server_addr() <<= '127.0.0.0/8' OR inet_server_addr() = '::1' AS is_here,
  current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS connections_max,
  (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend') AS connections`

const size_query = `SELECT sum(pg_total_relation_size(oid)) FROM pg_class
  WHERE relnamespace = to_regnamespace($1) AND relkind = 'r'`

/** Whether `cal serve` accepts the server, and whether a setting that it does not check is unsafe. */
function suitabilityFinding(server: PostgresRow): Finding {
  const check = t('server')
  const problem = unsuitabilityOf({
    version: Number(server.version),
    version_name: String(server.version_name),
    is_standby: server.is_standby === true,
    synchronous_commit: String(server.synchronous_commit),
    fsync: String(server.fsync),
    read_only: String(server.read_only),
    encoding: String(server.encoding),
  })
  if (problem) return failed(check, problem.text, { advice: problem.hint })
  if (server.full_page_writes === 'off')
    return failed(check, t('full_page_writes is off: a power failure can damage the database'), {
      advice: t('set full_page_writes = on'),
    })
  const commit = `synchronous_commit = ${server.synchronous_commit}`
  return passed(check, t('commits are on disk ({commit})', { commit }))
}

function encryptionFinding({ tls, is_here }: PostgresRow): Finding {
  const check = t('encryption')
  if (tls !== null) return passed(check, sameText(String(tls)))
  if (is_here === true) return passed(check, t('not needed: a database on this machine'))
  return passed(
    check,
    t('none'),
    t('traffic can be read in transit: enable ssl on the server, and add ?sslmode=verify-full'),
  )
}

function connectionsFinding(server: PostgresRow, { connections_max: own }: PostgresAddress): Finding {
  const check = t('connections')
  const [most, used] = [Number(server.connections_max), Number(server.connections)]
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
async function extensionFinding(connection: PostgresConnection): Promise<Finding> {
  const check = t('extension')
  const row = await connection.row(`SELECT
    EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') AS installed,
    EXISTS (SELECT FROM pg_available_extensions WHERE name = 'pg_trgm') AS available,
    has_database_privilege(current_database(), 'CREATE') AS may_create`)
  if (row?.installed === true) return passed(check, sameText('pg_trgm'))
  if (row?.available === true && row.may_create === true) return passed(check, t('pg_trgm: cal serve creates it'))
  return failed(check, t('pg_trgm is missing'), {
    advice:
      row?.available === true
        ? t('as a superuser: CREATE EXTENSION pg_trgm')
        : t('install it on the server: it is part of postgresql-contrib'),
  })
}

async function rightsFinding(connection: PostgresConnection, { schema }: PostgresAddress): Promise<Finding> {
  const check = t('database permissions')
  const row = await connection.row(
    `SELECT has_table_privilege('meta', 'SELECT') AND has_table_privilege('event', 'SELECT') AS reads,
      bool_and(has_table_privilege(oid, 'INSERT') AND has_table_privilege(oid, 'UPDATE')
        AND has_table_privilege(oid, 'DELETE')) AS writes,
      pg_has_role((SELECT nspowner FROM pg_namespace WHERE nspname = $1), 'MEMBER') AS owns,
      has_database_privilege(current_database(), 'CREATE') AS creates
      FROM pg_class WHERE relnamespace = to_regnamespace($1) AND relkind = 'r'`,
    schema,
  )
  if (row?.writes !== true)
    return failed(check, t('read-only'), { advice: t('connect as the owner of the schema {schema}', { schema }) })
  const missing = row.owns !== true ? 'owner' : row.creates === true ? undefined : 'create'
  if (missing === undefined) return passed(check, t('read, write, restore'))
  return passed(
    check,
    t('read and write'),
    missing === 'owner'
      ? t('cal restore replaces the tables, which needs the owner of the schema')
      : t('cal restore also needs: GRANT CREATE ON DATABASE'),
  )
}
