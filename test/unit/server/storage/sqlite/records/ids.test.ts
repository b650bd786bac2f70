// Ids only rise, whatever is rolled back.
import { describe, expect, it } from 'vitest'
import { event, newStore } from './records.ts'

describe('ids', () => {
  it('of a rolled back insert are not reused', async () => {
    const { store, connection, ids } = newStore()
    connection.run('BEGIN IMMEDIATE')
    connection.run('SAVEPOINT request')
    expect(await store.event.insert(event({}))).toBe(4)
    connection.run('ROLLBACK TO request')
    ids.flush()
    connection.run('COMMIT')
    expect(await store.event.insert(event({}))).toBe(5)
    expect(connection.value("SELECT value FROM meta WHERE name = 'next_post_id'")).toBe(5)
  })
})
