// A line that is run for a hint cannot write, whatever it is.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { run } from '../../../../src/cli/program.ts'
import { runtimeOf } from '../../../support/runtime.ts'
import { newWorkspace } from '../../../support/workspace.ts'

async function reading(folder: string, argv: readonly string[]) {
  const [out, err]: [string[], string[]] = [[], []]
  const env = { CAL_API_ROOT: `file:${join(folder, 'calendar.db')}`, CAL_STATE_DIR: join(folder, 'state') }
  const code = await run({ ...runtimeOf(argv, { env, cwd: folder }, { out, err }), only_reads: true })
  return { code, stdout: out.join(''), stderr: err.join('') }
}

const event = ['events', 'create', '--title', 'Jam', '--start-date', '2026-12-01 20:00', '--duration', '2h']

it('refuses every write', async () => {
  const { folder, cal, json } = newWorkspace()
  await cal('tags create --name late')
  expect(await reading(folder, ['tags', 'list', '--no-hide-empty', '-o', 'ids'])).toMatchObject({
    code: 0,
    stdout: '2\n',
  })
  for (const argv of [event, ['tags', 'delete', 'late', '--yes'], ['tags', 'update', 'late', '--name', 'x']])
    for (const flags of [[], ['--debug']])
      expect(await reading(folder, [...argv, ...flags])).toMatchObject({ code: expect.any(Number), stdout: '' })
  expect(await json('tags list --no-hide-empty --fields name')).toEqual([{ name: 'late' }])
  expect(await json('events list --any-date')).toEqual([])
})

it('creates no calendar', async () => {
  const { folder } = newWorkspace()
  expect(await reading(folder, event)).toMatchObject({ stderr: expect.stringContaining('not found') })
  expect(existsSync(join(folder, 'calendar.db'))).toBe(false)
})
