// The PostgreSQL server of a test run, and schemas on it.
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { inject } from 'vitest'
import { first_ids } from '../../src/server/storage/engine.ts'
import { databaseOver } from '../../src/server/storage/postgres/connection.ts'
import { createPostgresCalendar } from '../../src/server/storage/postgres/postgres-store.ts'
import { afterFile } from './cleanup.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers each connection with the address of the server of this run, which the first one starts. */
    readonly postgres_port: number
  }
}

/** The server of this run, or the one that `PGHOST` names. */
async function postgresUrl(): Promise<string> {
  const { PGHOST, PGPORT = '5432', PGUSER = 'postgres', PGPASSWORD = '', PGDATABASE = 'postgres' } = process.env
  if (PGHOST === undefined) {
    const url = await text(connect(inject('postgres_port'), '127.0.0.1'))
    if (url === '') throw new Error('the PostgreSQL server for tests did not start')
    return url
  }
  const user = `${encodeURIComponent(PGUSER)}:${encodeURIComponent(PGPASSWORD)}`
  return `postgres://${user}@${encodeURIComponent(PGHOST)}:${PGPORT}/${encodeURIComponent(PGDATABASE)}`
}

let schemas = 0

export interface TestSchema {
  /** A connection whose search path is the schema. */
  readonly client: pg.Client
  readonly schema: string
  /** The address of a calendar in it. */
  readonly url: string
}

/** A new and empty schema, which is dropped after the tests of the file. */
export async function newSchema(): Promise<TestSchema> {
  const server = await postgresUrl()
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  schemas += 1
  const schema = `test_${process.pid}_${schemas}`
  await client.query(`CREATE SCHEMA ${schema}; SET search_path = ${schema}`)
  afterFile(async () => {
    await client.query('ROLLBACK')
    await client.query(`DROP SCHEMA ${schema} CASCADE`)
    await client.end()
  })
  return { client, schema, url: `${server}?schema=${schema}` }
}

let calendar: Promise<TestSchema> | undefined

/**
 * The address of a calendar in this zone without any record, the same one each time: creating the tables takes longer
 * than most tests.
 */
export async function emptyPostgresCalendar(timezone: string): Promise<string> {
  calendar ??= newCalendar()
  const { client, url } = await calendar
  const tables = ['event', 'term_use', 'venue', 'organizer', 'term', 'consumed_id', 'media', 'users']
  await client.query(tables.map((table) => `DELETE FROM ${table}`).join('; '))
  await client.query("SELECT setval('post_id', $1, false), setval('term_id', $2, false)", [
    first_ids.post,
    first_ids.term,
  ])
  await client.query("UPDATE meta SET value = $1 WHERE name = 'timezone'", [timezone])
  return url
}

async function newCalendar(): Promise<TestSchema> {
  const schema = await newSchema()
  afterFile(() => {
    calendar = undefined
  })
  await createPostgresCalendar(databaseOver(schema.client), { timezone: 'UTC' })
  return schema
}
