// Where rejected records are written: next to the input, without overwriting files, readable only by their owner.
import { mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { newWorkspace } from '../../../support/workspace.ts'

const rows = 'title,start_date\nGood,2027-01-01 10:00\nBad,soon\n'

it('writes next to the input, numbered if the file exists, readable only by its owner', async () => {
  const { cal, folder, read, write } = newWorkspace()
  mkdirSync(join(folder, 'data'))
  write('data/my.csv', rows)
  expect((await cal('import data/my.csv')).stderr).toContain('rejected rows: data/my.rejected.csv\n')
  expect(statSync(join(folder, 'data/my.rejected.csv')).mode & 0o777).toBe(0o600)
  write('data/my.rejected.csv', 'mended by hand')
  expect((await cal('import data/my.csv')).stderr).toContain('rejected rows: data/my.rejected-2.csv\n')
  expect((await cal('import data/my.csv')).stderr).toContain('rejected rows: data/my.rejected-3.csv\n')
  expect(read('data/my.rejected.csv')).toBe('mended by hand')
  expect((await cal('import data/my.rejected-3.csv')).stderr).toContain('rejected rows: data/my.rejected-4.csv\n')
  expect(readdirSync(folder).filter((name) => name.includes('rejected'))).toEqual([])
})

it('writes to the working directory for input without a folder', async () => {
  const { cal, folder, read } = newWorkspace()
  expect((await cal('import - --format csv', { stdin: rows })).stderr).toContain('rejected rows: stdin.rejected.csv\n')
  expect(read('stdin.rejected.csv')).toContain('Bad,soon')
  symlinkSync(join(folder, 'elsewhere'), join(folder, 'stdin.rejected-2.csv'))
  expect((await cal('import - --format csv', { stdin: rows })).stderr).toContain(
    'rejected rows: stdin.rejected-2.csv\n',
  )
})
