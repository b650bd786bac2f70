// Which servers are refused, by what a new connection says about them; and connections with TLS and passwords.
import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CalError } from '../../../../../src/base/errors.ts'
import { examine } from '../../../../../src/server/storage/engines.ts'
import { UnsuitableServerError } from '../../../../../src/server/storage/postgres/errors.ts'
import { requireSuitable } from '../../../../../src/server/storage/postgres/pool.ts'
import { newSchema } from '../../../../support/postgres.ts'
import { type PostgresServer, startPostgres } from '../../../../support/postgres-server.ts'
import { newFolder } from '../../../../support/folder.ts'

const suitable = {
  version: 140_000,
  version_name: '14.0',
  is_standby: false,
  synchronous_commit: 'on',
  fsync: 'on',
  read_only: 'off',
  encoding: 'UTF8',
}

describe('a server', () => {
  it('is accepted from version 14 on, with any level of durable commits', () => {
    for (const synchronous_commit of ['on', 'local', 'remote_write', 'remote_apply'])
      expect(requireSuitable({ ...suitable, synchronous_commit })).toBeUndefined()
  })

  it.each([
    [{ version: 139_999, version_name: '13.18' }, 'PostgreSQL 13.18 is too old; version 14 or newer is required'],
    [{ is_standby: true }, 'this server is a standby, which cannot be written to'],
    [{ synchronous_commit: 'off' }, 'synchronous_commit is off: the database could lose confirmed writes'],
    [{ fsync: 'off' }, 'fsync is off: the database could lose confirmed writes'],
    [{ read_only: 'on' }, 'default_transaction_read_only is on: nothing could be stored'],
    [{ encoding: 'LATIN1' }, 'the database has the encoding LATIN1, and needs UTF8'],
  ])('with %j is refused', (state, message) => {
    const check = () => requireSuitable({ ...suitable, ...state })
    expect(check).toThrow(message)
    expect(check).toThrow(UnsuitableServerError)
  })
})

describe('a connection', () => {
  const certificates = join(import.meta.dirname, '../../../../support/tls')
  const folder = newFolder()
  const [cert, key, pass_file] = ['cert.pem', 'key.pem', 'pgpass'].map((name) => join(folder, name))
  let encrypted: PostgresServer
  let port = ''

  beforeAll(async () => {
    for (const name of ['cert.pem', 'key.pem']) copyFileSync(join(certificates, name), join(folder, name))
    chmodSync(folder, 0o755)
    chmodSync(String(key), 0o600)
    if (process.getuid?.() === 0) execFileSync('chown', ['postgres', String(key)])
    writeFileSync(String(pass_file), 'localhost:*:*:postgres:password\n127.0.0.1:*:*:postgres:wrong\n', { mode: 0o600 })
    const flags = ['ssl=on', `ssl_cert_file=${cert}`, `ssl_key_file=${key}`, 'listen_addresses=127.0.0.1,::1,127.0.0.2']
    encrypted = await startPostgres(...flags.flatMap((flag) => ['-c', flag]))
    port = new URL(encrypted.url).port
  })
  afterAll(() => encrypted.stop())

  /** The finding about encryption, or the error. */
  async function encryptionAt(host: string, query: string, credentials = 'postgres:password'): Promise<string> {
    try {
      const findings = await examine(`postgres://${credentials}@${host}:${port}/postgres?${query}`)
      return String(findings.find(({ check }) => check.en === 'encryption')?.found.en)
    } catch (error) {
      if (!(error instanceof CalError)) throw error
      return `${error.code}: ${error.text.en}`
    }
  }

  it('is encrypted if that is wanted, and only then on this machine', async () => {
    const plain = 'not needed: a database on this machine'
    expect(await encryptionAt('localhost', '')).toBe(plain)
    expect(await encryptionAt('localhost', 'sslmode=disable')).toBe(plain)
    expect(await encryptionAt('localhost', 'sslmode=prefer')).toMatch(/^TLSv1\.[23]$/)
    expect(await encryptionAt('localhost', 'sslmode=require')).toMatch(/^TLSv1\.[23]$/)
  })

  it('is refused if the certificate is not trusted', async () => {
    for (const mode of ['verify-ca', 'verify-full'])
      expect(await encryptionAt('localhost', `sslmode=${mode}`)).toMatch(/^unreachable: .*self-signed certificate/)
    for (const mode of ['require', 'verify-ca', 'verify-full'])
      expect(await encryptionAt('localhost', `sslmode=${mode}&sslrootcert=${cert}`)).toMatch(/^TLSv1/)
  })

  it.each(['127.0.0.2', '[::1]'])('is refused if the certificate is for another host than %s', async (host) => {
    expect(await encryptionAt(host, `sslmode=verify-ca&sslrootcert=${cert}`)).toMatch(/^TLSv1/)
    expect(await encryptionAt(host, `sslmode=verify-full&sslrootcert=${cert}`)).toMatch(
      /^unreachable: .*does not match certificate's altnames/,
    )
    expect(await encryptionAt('127.0.0.1', `sslmode=verify-full&sslrootcert=${cert}`)).toMatch(/^TLSv1/)
  })

  it('is refused by a server without TLS, unless it is only preferred', async () => {
    const { url } = await newSchema()
    expect(await examine(`${url}&sslmode=prefer`)).not.toEqual([])
    await expect(examine(`${url}&sslmode=require`)).rejects.toThrow('does not support SSL')
  })

  it('takes the password from the file, and never names it', async () => {
    expect(await encryptionAt('localhost', `passfile=${pass_file}`, 'postgres')).toContain('not needed')
    const refused = await encryptionAt('127.0.0.1', `passfile=${pass_file}`, 'postgres')
    expect(refused).toMatch(/^configuration: .* refuses this user or password$/)
    chmodSync(String(pass_file), 0o644)
    expect(await encryptionAt('localhost', `passfile=${pass_file}`, 'postgres')).toBe(
      `configuration: other users can read the password file ${pass_file}`,
    )
    expect(await encryptionAt('localhost', `passfile=${folder}/none`, 'postgres')).toMatch(/none cannot be read/)
  })

  it('decodes users and passwords, and uses Unix sockets', async () => {
    const password = 'p@ss/w:ö?#% "\'x'
    const setup = new pg.Client({ connectionString: encrypted.url })
    await setup.connect()
    await setup.query(`CREATE ROLE "ad@ mín" LOGIN SUPERUSER PASSWORD '${password.replaceAll("'", "''")}'`)
    await setup.end()
    const credentials = `${encodeURIComponent('ad@ mín')}:${encodeURIComponent(password)}`
    expect(await encryptionAt('localhost', '', credentials)).toContain('not needed')
    expect(await encryptionAt('localhost', '', credentials.slice(0, -1))).toMatch(/refuses this user or password$/)
    const sockets = new URL(encrypted.socket_url).searchParams.get('host')
    expect(await encryptionAt('localhost', `host=${sockets}`, credentials)).toContain('not needed')
    expect(await encryptionAt('localhost', `host=${sockets}&sslmode=require`, credentials)).toContain('not needed')
  })
})
