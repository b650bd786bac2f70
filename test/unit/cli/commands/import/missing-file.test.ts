// A database file that is not there: reads refuse it, writes make it, refusals leave nothing behind.
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startServer } from '../../../../../src/testing.ts'
import { cal } from '../../../../support/runtime.ts'

function freshFile(): { readonly cwd: string; readonly isThere: () => boolean } {
  const cwd = mkdtempSync(join(tmpdir(), 'cal-missing-'))
  return { cwd, isThere: () => existsSync(join(cwd, 'typo.db')) }
}

const root = ['--api-root', 'file:typo.db']

describe('a database file that is not there', () => {
  it.each([['events', 'list'], ['venues', 'get', '4'], ['export'], ['agenda'], ['api', 'get', '/events']])(
    'is no empty calendar for cal %s %s',
    async (...words) => {
      const { cwd, isThere } = freshFile()
      const { code, stderr } = await cal([...words, ...root], { cwd })
      expect([code, isThere()]).toEqual([11, false])
      expect(stderr).toMatch(/^error: there is no database file typo\.db\nhint: .*cal serve/)
    },
  )

  it('is made by a write, which says so', async () => {
    const { cwd, isThere } = freshFile()
    const { code, stderr } = await cal(['venues', 'create', '--venue', 'Old Hall', ...root], { cwd })
    expect([code, isThere()]).toEqual([0, true])
    expect(stderr).toContain('new database file typo.db\n')
    expect((await cal(['venues', 'create', '--venue', 'New Hall', ...root], { cwd })).stderr).not.toContain(
      'new database file',
    )
  })

  it('is not made by a rehearsal', async () => {
    const { cwd, isThere } = freshFile()
    const { code, stdout } = await cal(['venues', 'create', '--venue', 'Old Hall', '--dry-run', ...root], { cwd })
    expect([code, isThere()]).toEqual([0, false])
    expect(stdout).toContain('POST /venues')
  })

  it.each([[['--user', 'ada:king']], [['--timezone', 'Nope/Nope']], [['--users', 'nofile']]])(
    'is not left behind by a server that refuses %s',
    async (flags) => {
      const { cwd, isThere } = freshFile()
      const { code } = await cal(['serve', '--data', 'typo.db', '--port', '0', ...flags], { cwd })
      expect([code, isThere()]).toEqual([2, false])
    },
  )

  it('is not left behind by a server that cannot be filled', async () => {
    const { cwd, isThere } = freshFile()
    await expect(startServer({ data: join(cwd, 'typo.db'), seed: [join(cwd, 'nofile.yaml')] })).rejects.toThrow(
      'nofile.yaml',
    )
    expect(isThere()).toBe(false)
  })
})
