// PostgreSQL for the suite of storage engines.
import { selectionClockOf } from '../../../src/server/domain/lists/selection.ts'
import { databaseOver } from '../../../src/server/storage/postgres/connection.ts'
import { type Database, sql } from '../../../src/server/storage/sql.ts'
import { type Engine, first_ids } from '../../../src/server/storage/engine.ts'
import { createPostgresCalendar, openPostgresStore } from '../../../src/server/storage/postgres/postgres-store.ts'
import type { Store } from '../../../src/server/storage/store.ts'
import { openPostgresEngine } from '../../../src/server/storage/postgres/postgres-engine.ts'
import { afterFile } from '../../support/cleanup.ts'
import { plain_options } from '../../support/open-calendar.ts'
import { type PostgresServer, startPostgres } from '../../support/postgres-server.ts'
import { newSchema } from '../../support/postgres.ts'
import type { EngineUnderTest } from './engines.ts'

let calendar: Promise<Database> | undefined

/**
 * The store of a calendar that is empty again, in a transaction that is rolled back by the next test: creating the
 * tables takes longer than most tests.
 */
async function newPostgresStore(timezone = 'Europe/Berlin'): Promise<Store> {
  calendar ??= newCalendar()
  const database = await calendar
  await database.run(sql('ROLLBACK'))
  await database.run(sql('BEGIN'))
  await database.run(
    sql("SELECT setval('post_id', ?, false), setval('term_id', ?, false)", first_ids.post, first_ids.term),
  )
  return openPostgresStore(database, selectionClockOf(timezone))
}

async function newCalendar(): Promise<Database> {
  const database = databaseOver((await newSchema()).client)
  afterFile(() => {
    calendar = undefined
  })
  await createPostgresCalendar(database, { timezone: 'UTC' })
  return database
}

/** The address with its password, of each location. */
const addresses = new Map<string, string>()

export const postgres: EngineUnderTest = {
  name: 'postgres',
  hasOneWriter: false,
  newStore: newPostgresStore,
  async open({ location, ...options } = {}) {
    const known = [...addresses].find(([one]) => location?.startsWith(one))
    const file = known ? `${known[1]}${location?.slice(known[0].length).replaceAll('-', '_')}` : (await newSchema()).url
    const engine = await openPostgresEngine({
      file,
      ...plain_options,
      ...options,
    })
    addresses.set(engine.location, file)
    return closedAfterFile(engine)
  },
  async openAlone() {
    // Vacuuming commits, too.
    server ??= await startedAlone()
    return closedAfterFile(await openPostgresEngine({ file: server.url, ...plain_options }))
  },
}

let server: PostgresServer | undefined

async function startedAlone(): Promise<PostgresServer> {
  const started = await startPostgres('-c', 'autovacuum=off')
  afterFile(() => {
    server = undefined
    return started.stop()
  })
  return started
}

function closedAfterFile(engine: Engine): Engine {
  afterFile(() => engine.close().catch(() => undefined))
  return engine
}
