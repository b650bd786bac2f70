// Files that an assistant may import: those below the folder, of others not even whether they exist.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { inputsFrom } from '../../../../../src/cli/commands/mcp/run-tools.ts'
import type { Session } from '../../../../../src/cli/types/session.ts'
import { newWorkspace } from '../../../../support/workspace.ts'

function folderWithFiles() {
  const { folder: cwd } = newWorkspace()
  mkdirSync(join(cwd, 'import'))
  for (const name of ['import/a.csv', 'b.csv']) writeFileSync(join(cwd, name), 'title\nA\n')
  symlinkSync(join(cwd, 'b.csv'), join(cwd, 'import', 'link.csv'))
  const session = { runtime: { cwd, timezone: 'UTC', now: () => 0 }, settings: {} }
  return {
    cwd,
    source: (file: string) =>
      inputsFrom({ file }, { import_folder: 'import', options: {}, now: 0 }, session as object as Session),
  }
}

it('are read by their path in the folder, or by their whole path', async () => {
  const { cwd, source } = folderWithFiles()
  for (const name of ['a.csv', './a.csv', join(cwd, 'import', 'a.csv')])
    expect(await (await source(name)).recorded()).toMatchObject([{ name, bytes: 8 }])
})

it.each(['../b.csv', '../none.csv', '/none/none.csv', 'link.csv', '.', '..', 'a.csv\0', '../b.csv\0'])(
  'are not outside: %j',
  async (name) => {
    const { source } = folderWithFiles()
    await expect(source(name)).rejects.toThrow(`${name} is not below the folder of --import-folder`)
  },
)

it('say that a file below the folder is missing', async () => {
  await expect(folderWithFiles().source('none.csv')).rejects.toThrow('none.csv cannot be read: no such file')
})
