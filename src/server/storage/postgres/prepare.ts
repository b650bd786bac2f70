// Prepares the schema of a calendar: creates it and reads its settings. Several processes can do so at the same time.
import type pg from 'pg'
import { CalError, errorCode } from '../../../base/errors.ts'
import { t, type Text } from '../../../base/text/language.ts'
import { selectionClockOf, type SelectionClock } from '../../domain/lists/selection.ts'
import { type EngineOptions, MissingCalendarError, newCalendarOf, requireVersion } from '../engine.ts'
import { type Database, sql, valueIn } from '../sql.ts'
import type { PostgresAddress } from './address.ts'
import { databaseOver } from './connection.ts'
import { withPool } from './pool.ts'
import { createPostgresCalendar } from './postgres-store.ts'
import { postgres_schema_version } from './schema.ts'
import { commit, withClient } from './transactions.ts'

export interface PreparedSchema extends StoredSettings {
  readonly isNew: boolean
}

interface SchemaPreparation
  extends Pick<EngineOptions, 'file' | 'timezone' | 'first_id' | 'read_only' | 'if_missing' | 'newTimezone'> {
  readonly address: PostgresAddress
}

/**
 * Creates the tables of a schema, unless it has them.
 * Errors: `configuration` for a schema of another program or of another version, for another time zone, and for a
 *         missing calendar that is not to be created.
 */
export async function prepareSchema(pool: pg.Pool, preparation: SchemaPreparation): Promise<PreparedSchema> {
  const found = await storedIn(databaseOver(pool), preparation.address)
  const create = (own: pg.Pool) => withClient(own, (client) => createAlone(client, preparation))
  const prepared = found ? { ...found, isNew: false } : await withPool(preparation.file, create)
  requireZone(prepared, preparation)
  return prepared
}

/** Creates a calendar under a lock: of several processes, one does it. */
async function createAlone(client: pg.PoolClient, preparation: SchemaPreparation): Promise<PreparedSchema> {
  const { address, read_only, if_missing = 'make' } = preparation
  const database = databaseOver(client)
  await client.query('BEGIN; SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0')
  await lockPreparation(database)
  const found = await storedIn(database, address)
  if (!found && (read_only || if_missing !== 'make')) throw missingCalendar(address)
  if (!found) {
    await createSchema(database, address.schema)
    await createPostgresCalendar(database, newCalendarOf(preparation))
  }
  const settings = found ?? (await knownSettings(database, address))
  await commit(client)
  return { ...settings, isNew: !found }
}

/** Creates a schema if it does not exist. */
export async function createSchema(database: Database, schema: string): Promise<void> {
  const exists = await valueIn(database, sql('SELECT 1 FROM pg_namespace WHERE nspname = ?', schema))
  if (exists === undefined) await database.run(sql(`CREATE SCHEMA "${schema}"`))
}

/**
 * Waits until no other process creates or restores a calendar in this database: calendars share its
 * extensions.
 */
export async function lockPreparation(database: Database): Promise<void> {
  await database.run(sql("SELECT pg_advisory_xact_lock(hashtextextended('cal', 0))"))
}

/**
 * The settings stored in a schema; undefined if it has no tables.
 *
 * Errors: `configuration` for tables of another program or of another version.
 */
export async function storedIn(database: Database, address: PostgresAddress): Promise<StoredSettings | undefined> {
  const tables = "SELECT relname FROM pg_class WHERE relnamespace = to_regnamespace(?) AND relkind IN ('r', 'p', 'v')"
  const names = (await database.tuples(sql(tables, address.schema))).flat()
  if (names.length === 0) return undefined
  if (!names.includes('meta')) throw foreign(address)
  // Without the right to use the schema, the search path leaves it out, and the table would not exist.
  await database.run(sql(`SELECT FROM "${address.schema}".meta LIMIT 0`))
  return knownSettings(database, address)
}

/** The stored settings of a calendar that exists. Errors: `configuration`, as above. */
export async function knownSettings(database: Database, address: PostgresAddress): Promise<StoredSettings> {
  const found = await storedSettings(database).catch((error: unknown) => {
    throw errorCode(error) === '42703' ? foreign(address) : error
  })
  if (!found) throw foreign(address)
  requireVersion(address.name, found.version, postgres_schema_version)
  return found
}

/** Refuses another time zone than the stored one, which other processes may be using. */
function requireZone({ timezone: stored }: StoredSettings, { timezone, address: { name } }: SchemaPreparation): void {
  if (timezone === undefined || timezone === stored) return
  throw configuration(
    t('{name} has the time zone {stored}, not {timezone}', { name, stored, timezone }),
    t('leave out --timezone, or copy the calendar to one with {timezone}: cal copy', { timezone }),
  )
}

export function missingCalendar({ name, schema }: PostgresAddress): CalError {
  return new MissingCalendarError(
    'configuration',
    t('there is no calendar in the schema {schema} of {name}', { schema, name }),
    {
      hint: t('the first write creates it, such as cal events create; so does cal serve'),
    },
  )
}

function foreign({ name, schema }: PostgresAddress): CalError {
  return configuration(
    t('the schema {schema} of {name} has tables of another program, not of cal', { schema, name }),
    t('use another schema: ?schema=NAME; this one is left unchanged'),
  )
}

function configuration(text: Text, hint: Text): CalError {
  return new CalError('configuration', text, { hint })
}

interface StoredSettings {
  /** The schema version of the tables. */
  readonly version: number
  readonly timezone: string
  readonly clock: SelectionClock
  /** The random id of the calendar. */
  readonly id: string
}

/** Undefined if the table `meta` is not that of a calendar. */
async function storedSettings(database: Database): Promise<StoredSettings | undefined> {
  const rows = await database.tuples(sql('SELECT name, value FROM meta'))
  const values = new Map(rows.map(([name, value]) => [name, String(value)]))
  const [version, timezone, id] = ['schema_version', 'timezone', 'calendar_id'].map((name) => values.get(name))
  if (version === undefined || timezone === undefined || id === undefined) return undefined
  return { version: Number(version), timezone, clock: selectionClockOf(timezone), id }
}

/** The settings for the tables that a transaction uses: read again after `cal restore` has replaced the tables. */
export function currentSettings(address: PostgresAddress) {
  let known: { readonly tables: number; readonly settings: StoredSettings } | undefined
  return async (database: Database, tables: number): Promise<StoredSettings> => {
    if (known?.tables !== tables) known = { tables, settings: await knownSettings(database, address) }
    return known.settings
  }
}
