// Addresses of databases: recognized, shown without their password, and compared.
import { describe, expect, it } from 'vitest'
import { databaseRootOf, isDatabaseUrl, withoutDatabasePassword } from '../../../src/base/database-url.ts'

describe('the address of a database', () => {
  it('is recognized by its scheme', () => {
    for (const address of ['postgres://h/d', 'postgresql://h/d', 'Postgres://h', 'postgres:///d'])
      expect([address, isDatabaseUrl(address)]).toEqual([address, true])
    for (const address of ['https://h/d', 'file:postgres.db', './postgres:', 'postgres.db', ':memory:'])
      expect([address, isDatabaseUrl(address)]).toEqual([address, false])
  })

  it('is shown without its password', () => {
    expect(withoutDatabasePassword('postgres://ada:s%40cret@db:5433/app?schema=calendar')).toBe(
      'postgres://ada@db:5433/app?schema=calendar',
    )
    expect(withoutDatabasePassword('postgres:///app?host=/run/postgresql')).toBe('postgres:///app?host=/run/postgresql')
    expect(withoutDatabasePassword('postgres://ada:s3cret@/app?host=/run/postgresql')).toBe(
      'postgres://ada@localhost/app?host=/run/postgresql',
    )
    expect(withoutDatabasePassword('./postgres.db')).toBe('./postgres.db')
  })

  it.each([
    'postgres://ada:s3cret/x@db/app',
    'postgres://ada:x@/s3cret@db/app?host=/run',
    'postgres://ada:12/s3cret@db/app',
    'postgres://ada:12#s3cret@db/app',
    'postgres://ada:12?s3cret@db/app',
    'postgres://ada:s3cret@db/app?password=s3cret',
    'postgres://ada@db/app?user=ada&pass=s3cret',
  ])('shows nothing of a password that is not percent-encoded: %s', (address) => {
    expect(withoutDatabasePassword(address)).toBe('postgres://…')
  })

  it('leads to one calendar in every spelling', () => {
    const root = 'postgres://db:5432/app?schema=calendar'
    expect(databaseRootOf('postgres://ada:x@db/app')).toBe(root)
    expect(databaseRootOf('postgresql://DB:5432/app?sslmode=require&schema=calendar')).toBe(root)
    expect(databaseRootOf('postgres://db/app?schema=other')).not.toBe(root)
    expect(databaseRootOf('postgres://ada:x@db')).toBe('postgres://db:5432/ada?schema=calendar')
  })
})
