// Examines a calendar in PostgreSQL and its server for `cal doctor`, also a server that `cal serve` refuses.
import { failed, type Finding, passed } from '../../../../base/finding.ts'
import type pg from 'pg'
import { sameText, t, type Text } from '../../../../base/text/language.ts'
import { counted_kinds, engineFinding, recordsFinding, sizeFinding } from '../../engine.ts'
import { parsePostgresAddress, type PostgresAddress } from '../address.ts'
import { connectionOver, type PostgresConnection, type PostgresRow } from '../connection.ts'
import { postgresError } from '../errors.ts'
import { openUncheckedPool, unsuitabilityOf } from '../pool.ts'
import { missingCalendar, storedIn } from '../prepare.ts'

/**
 * The findings. Errors: those of `openPostgresEngine`, except for a server that must not be used, which is a finding.
 */
export async function examinePostgres(url: string): Promise<readonly Finding[]> {
  const address = parsePostgresAddress(url)
  let pool: pg.Pool | undefined
  try {
    pool = await openUncheckedPool(address)
    const client = await pool.connect()
    try {
      return await findingsIn(connectionOver(client), address)
    } finally {
      client.release()
    }
  } catch (error) {
    throw postgresError(error, address.name)
  } finally {
    await pool?.end()
  }
}

async function findingsIn(connection: PostgresConnection, address: PostgresAddress): Promise<readonly Finding[]> {
  const server = (await connection.row(server_state)) ?? {}
  const about_server = [
    engineFinding(sameText(`PostgreSQL ${server.version_name}, ${server.user_name}@${server.database}`)),
    suitabilityFinding(server),
    replicationFinding(server, await connection.rows(standbys)),
    encryptionFinding(server),
    connectionsFinding(server, address),
    memoryFinding(server),
  ]
  const stored = await storedIn(connection, address)
  if (!stored) return [...about_server, missingFinding(address), await extensionFinding(connection)]
  const counts = await connection.row(counts_query)
  const [event = 0, venue = 0, organizer = 0, category = 0, tag = 0] = counted_kinds.map((kind) =>
    Number(counts?.[kind]),
  )
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
    recordsFinding({ event, venue, organizer, category, tag }),
    await rightsFinding(connection, address),
  ]
}

/** Sizes are in kB and blocks of 8 kB. */
const server_state = `SELECT current_setting('server_version_num')::int AS version,
  split_part(current_setting('server_version'), ' ', 1) AS version_name,
  current_user AS user_name, current_database() AS database, pg_is_in_recovery() AS is_standby,
  current_setting('synchronous_commit') AS synchronous_commit, current_setting('fsync') AS fsync,
  current_setting('full_page_writes') AS full_page_writes,
  current_setting('default_transaction_read_only') AS read_only, current_setting('server_encoding') AS encoding,
  CASE WHEN pg_is_in_recovery() THEN extract(epoch FROM now() - pg_last_xact_replay_timestamp())::float8 END AS lag_s,
  (SELECT version FROM pg_stat_ssl WHERE pid = pg_backend_pid() AND ssl) AS tls,
  inet_server_addr() IS NULL OR inet_server_addr() <<= '127.0.0.0/8' OR inet_server_addr() = '::1' AS is_here,
  current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS connections_max,
  (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend') AS connections,
  (SELECT setting::bigint FROM pg_settings WHERE name = 'work_mem') AS work_kb,
  (SELECT setting::bigint * 8 FROM pg_settings WHERE name = 'shared_buffers') AS shared_kb`

/** The numbers are visible to the roles of pg_monitor only. */
const standbys = 'SELECT pg_wal_lsn_diff(sent_lsn, replay_lsn)::float8 AS bytes FROM pg_stat_replication'

const counts_query = `SELECT (SELECT count(*) FROM event) AS event, (SELECT count(*) FROM venue) AS venue,
  (SELECT count(*) FROM organizer) AS organizer, (SELECT count(*) FROM term WHERE taxonomy = 'category') AS category,
  (SELECT count(*) FROM term WHERE taxonomy = 'tag') AS tag`

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

function replicationFinding({ is_standby, lag_s }: PostgresRow, rows: readonly PostgresRow[]): Finding {
  const check = t('replication')
  if (is_standby === true) {
    const seconds = lag_s === null ? '?' : Math.round(Number(lag_s))
    return passed(check, t('a standby; last replayed transaction {seconds} s ago', { seconds }))
  }
  if (rows.length === 0) return passed(check, t('no standby'))
  const known = rows.flatMap(({ bytes }) => (bytes === null ? [] : Number(bytes)))
  const lag = known.length === 0 ? '?' : (Math.max(...known) / 1e6).toFixed(1)
  return passed(check, t('standbys: {count}, up to {lag} MB behind', { count: rows.length, lag }))
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

const work_kb_min = 4_096
const shared_kb_min = 131_072

function memoryFinding({ work_kb, shared_kb }: PostgresRow): Finding {
  const isLow = Number(work_kb) < work_kb_min || Number(shared_kb) < shared_kb_min
  return {
    check: t('memory'),
    ok: true,
    found: sameText(`work_mem ${Number(work_kb) / 1024} MB, shared_buffers ${Number(shared_kb) / 1024} MB`),
    ...(isLow && {
      advice: t('low, so searches are slow: work_mem = 4MB and shared_buffers = 128MB are the defaults'),
    }),
  }
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
