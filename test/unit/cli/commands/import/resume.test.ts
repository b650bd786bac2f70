// `cal import --resume` with other flags.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { cal } from '../../../../support/runtime.ts'

it('refuses a dry run, which would resume the run', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'cal-resume-'))
  const { code, stdout, stderr } = await cal(
    ['import', '--resume', '--dry-run', '--yes', '--api-root', 'file:calendar.db'],
    { cwd, env: { CAL_STATE_DIR: join(cwd, 'state') } },
  )
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(
    /^error: --resume and --dry-run cannot be used together\nhint: import the same files with --dry-run/,
  )
})
