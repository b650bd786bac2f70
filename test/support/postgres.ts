// The PostgreSQL server of a test run, and schemas on it.
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, inject } from 'vitest'

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

const opened: { readonly client: pg.Client; readonly schema: string }[] = []

afterAll(async () => {
  for (const { client } of opened) await client.query('ROLLBACK')
  for (const { client, schema } of opened) {
    await client.query(`DROP SCHEMA ${schema} CASCADE`)
    await client.end()
  }
})

/** A connection to a new schema, which is dropped after the tests of the file. */
export async function newSchema(): Promise<{ readonly client: pg.Client; readonly schema: string }> {
  const client = new pg.Client({ connectionString: await postgresUrl() })
  await client.connect()
  const schema = `test_${process.pid}_${opened.length + 1}`
  await client.query(`CREATE SCHEMA ${schema}; SET search_path = ${schema}`)
  opened.push({ client, schema })
  return { client, schema }
}
