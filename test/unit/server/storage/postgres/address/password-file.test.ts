// The password file of PostgreSQL's clients.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { filePassword, passwordIn } from '../../../../../../src/server/storage/postgres/address/password-file.ts'

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
    const folder = mkdtempSync(join(tmpdir(), 'cal-pass-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
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
