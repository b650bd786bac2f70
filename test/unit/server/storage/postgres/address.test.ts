// The address of a calendar in PostgreSQL, and what is refused in it.
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CalError } from '../../../../../src/base/errors.ts'
import {
  filePassword,
  parsePostgresAddress,
  passwordIn,
  tlsOptionsOf,
} from '../../../../../src/server/storage/postgres/address.ts'
import { newFolder } from '../../../../support/folder.ts'

function refusalOf(address: string): string {
  try {
    parsePostgresAddress(address)
  } catch (error) {
    if (error instanceof CalError) return `${error.code}: ${error.text.en}; ${error.hint?.en ?? ''}`
    throw error
  }
  return 'accepted'
}

describe('the address of a calendar in PostgreSQL', () => {
  it('is read with all its parts', () => {
    expect(
      parsePostgresAddress(
        'postgresql://a%40b:p%40ss%2Fw@db:5433/my%20app?schema=events_2&sslmode=require&connections=5',
      ),
    ).toEqual({
      name: 'postgresql://a%40b@db:5433/my%20app?schema=events_2&sslmode=require&connections=5',
      server: { host: 'db', port: 5433, user: 'a@b', password: 'p@ss/w', database: 'my app' },
      schema: 'events_2',
      ssl_mode: 'require',
      root_certificate: undefined,
      password_file: undefined,
      connections_max: 5,
    })
  })

  it('leaves missing parts to the driver', () => {
    expect(parsePostgresAddress('postgres:///')).toMatchObject({ server: {}, schema: 'calendar', ssl_mode: 'prefer' })
    expect(parsePostgresAddress('postgres:///app?host=/run/postgresql')).toMatchObject({
      server: { host: '/run/postgresql', database: 'app' },
      ssl_mode: 'disable',
    })
    expect(parsePostgresAddress('postgres://ada@/app?schema=x&host=/run/postgresql')).toMatchObject({
      server: { host: '/run/postgresql', user: 'ada', database: 'app' },
      ssl_mode: 'disable',
    })
    expect(parsePostgresAddress('postgres://%2Frun%2Fpostgresql/app')).toMatchObject({
      server: { host: '/run/postgresql' },
    })
    expect(parsePostgresAddress('postgres://127.0.0.1/app').ssl_mode).toBe('disable')
    expect(parsePostgresAddress('postgres://ada@[::1]:5433/app')).toMatchObject({
      server: { host: '::1', port: 5433 },
      ssl_mode: 'disable',
    })
    expect(parsePostgresAddress('postgres://[2001:db8::7]/app')).toMatchObject({
      server: { host: '2001:db8::7' },
      ssl_mode: 'prefer',
    })
    expect(parsePostgresAddress('postgres://db.example/app').ssl_mode).toBe('prefer')
  })

  it.each([
    'a"; DROP SCHEMA public CASCADE; --',
    "a'b",
    'Calendar',
    'pg_temp',
    'information_schema',
    '',
    'x'.repeat(64),
    'a b',
    '1a',
    'a\u0000b',
    'kalender_ä',
  ])('refuses the schema %j', (schema) => {
    expect(refusalOf(`postgres://db/app?schema=${encodeURIComponent(schema)}`)).toContain(
      'usage: schema needs up to 63',
    )
  })

  it('names an unknown parameter, and not its value', () => {
    expect(refusalOf('postgres://db/app?shema=s3cret')).toBe(
      'usage: postgres://db/app?shema=s3cret has the unknown parameter shema; supported: schema, sslmode, sslrootcert, passfile, host, connections',
    )
    expect(refusalOf('postgres://ada@db/app?password=s3cret')).not.toContain('s3cret')
  })

  it.each(['postgres://ada:s3cret/x@db/app', 'postgres://ada:12#s3cret@db/app', 'postgres://ada:s3cret@:x/'])(
    'shows no password of an address that can not be read: %s',
    (address) => {
      expect(refusalOf(address)).toMatch(/^usage: postgres:\/\/… is not the address of a database/)
      expect(refusalOf(address)).not.toContain('s3cret')
    },
  )

  it('refuses other modes of TLS and counts of connections', () => {
    expect(refusalOf('postgres://db/app?sslmode=on')).toContain('sslmode needs one of disable, prefer, require')
    for (const count of ['1', '0', '-3', '1001', '2.5', 'many'])
      expect(refusalOf(`postgres://db/app?connections=${count}`)).toContain('connections needs a number from 2 to 1000')
  })
})

describe('TLS options', () => {
  const optionsOf = (query: string) => tlsOptionsOf(parsePostgresAddress(`postgres://db/app?${query}`), 'db')

  it('have the meaning of libpq', () => {
    const folder = newFolder()
    const file = join(folder, 'root.crt')
    writeFileSync(file, 'PEM')
    expect(optionsOf('sslmode=disable')).toBe(false)
    expect(optionsOf('sslmode=require')).toEqual({ rejectUnauthorized: false })
    expect(optionsOf('sslmode=verify-full')).toEqual({})
    expect(optionsOf(`sslmode=verify-full&sslrootcert=${file}`)).toEqual({ ca: 'PEM' })
    const unnamed = { ca: 'PEM', checkServerIdentity: expect.any(Function) }
    expect(optionsOf(`sslmode=require&sslrootcert=${file}`)).toEqual(unnamed)
    expect(optionsOf(`sslmode=verify-ca&sslrootcert=${file}`)).toEqual(unnamed)
    expect(() => optionsOf('sslmode=verify-ca&sslrootcert=/no/such.crt')).toThrow(/\/no\/such.crt cannot be read/)
  })
})

const query = { host: 'db.example', port: 5432, database: 'calendar', user: 'ada' }

describe('a password file', () => {
  it.each([
    ['db.example:5432:calendar:ada:s3cret', 's3cret'],
    ['*:*:*:*:s3cret', 's3cret'],
    ['# db.example:5432:calendar:ada:no\n\n*:5433:*:*:no\n*:*:*:ada:yes\n*:*:*:*:late', 'yes'],
    ['db.example:5432:calendar:ada:with\\:colon\\\\and more', 'with:colon\\and more'],
    ['db.example:5432:calendar:ada:s3cret\r\n', 's3cret'],
    ['db.example:5432:calendar:bob:s3cret', undefined],
    ['localhost:5432:calendar:ada:s3cret', undefined],
    ['db.example:5432:calendar', undefined],
    ['', undefined],
  ])('%j gives %j', (text, password) => {
    expect(passwordIn(text, query)).toBe(password)
  })

  it('means sockets by localhost', () => {
    expect(passwordIn('localhost:*:*:*:s3cret', { ...query, host: '/run/postgresql' })).toBe('s3cret')
    expect(passwordIn('/run/postgresql:*:*:*:s3cret', { ...query, host: '/run/postgresql' })).toBe('s3cret')
  })

  it('is refused if others can read it, and if it was named and is missing', () => {
    const folder = newFolder()
    const file = join(folder, 'pgpass')
    writeFileSync(file, '*:*:*:*:s3cret', { mode: 0o600 })
    expect(filePassword(file, query)).toBe('s3cret')
    for (const mode of [0o640, 0o604]) {
      chmodSync(file, mode)
      expect(() => filePassword(file, query)).toThrow(`other users can read the password file ${file}`)
    }
    expect(() => filePassword(join(folder, 'none'), query)).toThrow(/none cannot be read/)
  })
})
