// The lock file of a database file, which other programs may remove.
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { acquireLock } from '../../../../../../src/server/storage/sqlite/files/lock.ts'
import { newFolder } from '../../../../../support/folder.ts'

const folder = newFolder()

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
