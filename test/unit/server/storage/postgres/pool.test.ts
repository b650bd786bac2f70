// Which servers are refused, by what a new connection says about them.
import { describe, expect, it } from 'vitest'
import { UnsuitableServerError } from '../../../../../src/server/storage/postgres/errors.ts'
import { requireSuitable } from '../../../../../src/server/storage/postgres/pool.ts'

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
    [{ synchronous_commit: 'off' }, 'synchronous_commit is off: the database could lose writes that were answered'],
    [{ fsync: 'off' }, 'fsync is off: the database could lose writes that were answered'],
    [{ read_only: 'on' }, 'default_transaction_read_only is on: nothing could be stored'],
    [{ encoding: 'LATIN1' }, 'the database has the encoding LATIN1, and needs UTF8'],
  ])('with %j is refused', (state, message) => {
    const check = () => requireSuitable({ ...suitable, ...state })
    expect(check).toThrow(message)
    expect(check).toThrow(UnsuitableServerError)
  })
})
