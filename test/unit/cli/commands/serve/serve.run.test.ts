import { readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readyFile } from '../../../../../src/cli/commands/serve/serve.run.ts'
import { newFolder } from '../../../../support/folder.ts'

it('a ready file replaces a symbolic link, and is readable only by its owner', async () => {
  const cwd = newFolder()
  await writeFile(join(cwd, 'elsewhere'), 'as it was', { mode: 0o644 })
  await symlink(join(cwd, 'elsewhere'), join(cwd, 'ready.json.part'))
  await readyFile('ready.json', { cwd }).write({ CAL_TOKEN: 'canary' })
  expect(await readFile(join(cwd, 'elsewhere'), 'utf8')).toBe('as it was')
  expect(await readFile(join(cwd, 'ready.json'), 'utf8')).toBe('{"CAL_TOKEN":"canary"}\n')
  expect((await stat(join(cwd, 'ready.json'))).mode & 0o777).toBe(0o600)
})
