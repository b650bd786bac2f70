// The lock file of a database file, which other programs may remove.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { acquireLock } from '../../../../../../src/server/storage/sqlite/files/lock.ts'

const folder = mkdtempSync(join(tmpdir(), 'cal-lock-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('is acquired again before the next write if its file was removed', () => {
  const file = join(folder, 'removed.db')
  writeFileSync(file, '')
  const lock = acquireLock(file)
  lock.renew()
  rmSync(`${file}-lock`)
  lock.renew()
  expect(existsSync(`${file}-lock`)).toBe(true)
  lock.release()
  expect(existsSync(`${file}-lock`)).toBe(false)
})
