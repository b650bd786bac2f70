// A missing database file: reads fail, writes create it, and rejected commands leave no file.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startServer } from '../../../../../src/testing.ts'
import { cal } from '../../../../support/runtime.ts'
import { newFolder } from '../../../../support/folder.ts'

function freshFile(): { readonly cwd: string; readonly exists: () => boolean } {
  const cwd = newFolder()
  return { cwd, exists: () => existsSync(join(cwd, 'typo.db')) }
}

const root = ['--api-root', 'file:typo.db']

describe('a missing database file', () => {
  it.each([['events', 'list'], ['venues', 'get', '4'], ['export'], ['agenda'], ['api', 'get', '/events']])(
    'is an error for cal %s %s',
    async (...words) => {
      const { cwd, exists } = freshFile()
      const { code, stderr } = await cal([...words, ...root], { cwd })
      expect([code, exists()]).toEqual([11, false])
      expect(stderr).toMatch(/^error: database file typo\.db not found\nhint: .*cal serve/)
    },
  )

  it('is created and reported by a write', async () => {
    const { cwd, exists } = freshFile()
    const { code, stderr } = await cal(['venues', 'create', '--venue', 'Old Hall', ...root], { cwd })
    expect([code, exists()]).toEqual([0, true])
    expect(stderr).toContain('new database file typo.db\n')
    expect((await cal(['venues', 'create', '--venue', 'New Hall', ...root], { cwd })).stderr).not.toContain(
      'new database file',
    )
  })

  it('is not created by a dry run', async () => {
    const { cwd, exists } = freshFile()
    const { code, stdout } = await cal(['venues', 'create', '--venue', 'Old Hall', '--dry-run', ...root], { cwd })
    expect([code, exists()]).toEqual([0, false])
    expect(stdout).toContain('POST /venues')
  })

  it.each([[['--user', 'ada:king']], [['--timezone', 'Nope/Nope']], [['--users', 'nofile']]])(
    'is not created by a server that rejects %s',
    async (flags) => {
      const { cwd, exists } = freshFile()
      const { code } = await cal(['serve', '--data', 'typo.db', '--port', '0', ...flags], { cwd })
      expect([code, exists()]).toEqual([2, false])
    },
  )

  it('is not created by a server whose seed fails', async () => {
    const { cwd, exists } = freshFile()
    await expect(startServer({ data: join(cwd, 'typo.db'), seed: [join(cwd, 'nofile.yaml')] })).rejects.toThrow(
      'nofile.yaml',
    )
    expect(exists()).toBe(false)
  })
})
