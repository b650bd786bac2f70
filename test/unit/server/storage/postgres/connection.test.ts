// A connection to a real server: types of columns and parameters, and prepared statements.
import { describe, expect, it } from 'vitest'
import { connectionOver } from '../../../../../src/server/storage/postgres/connection.ts'
import { newSchema } from '../../../../support/postgres.ts'

async function connected() {
  const { client } = await newSchema()
  return connectionOver(client)
}

describe('a connection to PostgreSQL', () => {
  it('returns values as they were sent', async () => {
    const connection = await connected()
    await connection.run(
      'CREATE TABLE record (id bigint, flag boolean, words text, near double precision, ids bigint[], names text[])',
    )
    const values = [9007199254740991, true, 'Ünï "quoted"\\', -13.25, [3, 1, 2], ['a "b"', 'c,d']] as const
    const insert = 'INSERT INTO record VALUES ($1, $2, $3, $4, $5, $6)'
    expect(await connection.run(insert, ...values)).toBe(1)
    expect(await connection.run(insert, 1, false, '', 0.1, [], [])).toBe(1)
    const read = 'SELECT id, flag, words, near, ids FROM record ORDER BY id DESC'
    expect(await connection.tuples(read)).toEqual([values.slice(0, 5), [1, false, '', 0.1, []]])
    expect(await connection.row(`${read} LIMIT 1`)).toMatchObject({ id: 9007199254740991, flag: true, ids: [3, 1, 2] })
    expect(await connection.tuples('SELECT id FROM record WHERE id = ANY($1)', [1, 2])).toEqual([[1]])
    expect(await connection.value('SELECT names[1] FROM record WHERE $1 = ANY(names)', 'c,d')).toBe('a "b"')
    expect(await connection.value('SELECT 1 FROM record WHERE id = 5')).toBeUndefined()
    expect(await connection.value('SELECT near FROM record WHERE id = 5 UNION SELECT NULL')).toBeNull()
  })

  it('replaces NUL, which PostgreSQL refuses', async () => {
    const connection = await connected()
    expect(await connection.value('SELECT $1::text', 'a\0b')).toBe('a\ufffdb')
    expect(await connection.value('SELECT ($1::text[])[2]', ['x', 'a\0b'])).toBe('a\ufffdb')
  })

  it('prepares a statement once', async () => {
    // Its own copy of the module: the names of statements are limited, and other test files use them too.
    const own = new URL('../../../../../src/server/storage/postgres/connection.ts', import.meta.url).pathname
    const module: { connectionOver: typeof connectionOver } = await import(`${own}?own`)
    const connection = module.connectionOver((await newSchema()).client)
    for (const n of [1, 2, 3]) await connection.value('SELECT $1::bigint + 40', n)
    const prepared = 'SELECT count(*) FROM pg_prepared_statements WHERE statement = $1'
    expect(await connection.value(prepared, 'SELECT $1::bigint + 40')).toBe(1)
  })
})
