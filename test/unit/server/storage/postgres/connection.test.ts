// A connection to a real server: types of columns and parameters, and prepared statements.
import { describe, expect, it } from 'vitest'
import { databaseOver } from '../../../../../src/server/storage/postgres/connection.ts'
import { newSchema } from '../../../../support/postgres.ts'
import { sql, valueIn } from '../../../../../src/server/storage/sql.ts'

async function connected() {
  const { client } = await newSchema()
  return databaseOver(client)
}

describe('a connection to PostgreSQL', () => {
  it('returns values as they were sent', async () => {
    const database = await connected()
    await database.run(
      sql(
        'CREATE TABLE record (id bigint, flag boolean, words text, near double precision, ids bigint[], names text[])',
      ),
    )
    const values = [9007199254740991, true, 'Ünï "quoted"\\', -13.25, [3, 1, 2], ['a "b"', 'c,d']] as const
    const insert = 'INSERT INTO record VALUES (?, ?, ?, ?, ?, ?)'
    expect(await database.run(sql(insert, ...values))).toBe(1)
    expect(await database.run(sql(insert, 1, false, '', 0.1, [], []))).toBe(1)
    const read = 'SELECT id, flag, words, near, ids FROM record ORDER BY id DESC'
    expect(await database.tuples(sql(read))).toEqual([values.slice(0, 5), [1, false, '', 0.1, []]])
    expect(await database.tuples(sql('SELECT id FROM record WHERE id = ANY(?)', [1, 2]))).toEqual([[1]])
    expect(await valueIn(database, sql('SELECT names[1] FROM record WHERE ? = ANY(names)', 'c,d'))).toBe('a "b"')
    expect(await valueIn(database, sql('SELECT 1 FROM record WHERE id = 5'))).toBeUndefined()
    expect(await valueIn(database, sql('SELECT near FROM record WHERE id = 5 UNION SELECT NULL'))).toBeNull()
  })

  it('replaces NUL, which PostgreSQL refuses', async () => {
    const database = await connected()
    expect(await valueIn(database, sql('SELECT ?::text', 'a\0b'))).toBe('a\ufffdb')
    expect(await valueIn(database, sql('SELECT (?::text[])[2]', ['x', 'a\0b']))).toBe('a\ufffdb')
  })

  it('prepares a statement once', async () => {
    // Its own copy of the module: the names of statements are limited, and other test files use them too.
    const own = new URL('../../../../../src/server/storage/postgres/connection.ts', import.meta.url).pathname
    const module: { databaseOver: typeof databaseOver } = await import(`${own}?own`)
    const database = module.databaseOver((await newSchema()).client)
    for (const n of [1, 2, 3]) await valueIn(database, sql('SELECT ?::bigint + 40', n))
    const prepared = 'SELECT count(*) FROM pg_prepared_statements WHERE statement = ?'
    expect(await valueIn(database, sql(prepared, 'SELECT $1::bigint + 40'))).toBe(1)
  })
})
