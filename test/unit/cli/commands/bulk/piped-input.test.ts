// Piped input is copied, because it is read more than once; the copy is deleted.
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { newWorkspace } from '../../../../support/workspace.ts'

const { TMPDIR } = process.env
afterEach(() => {
  if (TMPDIR === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = TMPDIR
})

it.each(['--dry-run', '--dry-run -o json', '--yes', '--format yaml --sheet x'])(
  'leaves no copy after cal import - %s',
  async (flags) => {
    const here = newWorkspace()
    const temporary = join(here.folder, 'temporary')
    mkdirSync(temporary)
    process.env.TMPDIR = temporary
    await here.cal(`import - --kind tags ${flags}`, { stdin: 'name\nlate\n' })
    expect(readdirSync(temporary)).toEqual([])
  },
)
