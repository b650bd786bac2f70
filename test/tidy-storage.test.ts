// The rules of the storage seam: nothing above `src/server/storage/` knows which engine stores a calendar.
import { describe, expect, it } from 'vitest'
import { identifiersOf, importsOf, sourcesUnder, urlsIn } from './support/sources.ts'

const sources = sourcesUnder('src')
const imports = sources.flatMap(importsOf)
/** The files that distinguish the address of a file and of a database. */
const address_readers = [
  'src/base/database-url.ts',
  'src/base/files/file-errors.ts',
  'src/cli/commands/bulk/copy-request.ts',
  'src/cli/commands/config/config.run.ts',
  'src/cli/commands/config/login.run.ts',
  'src/cli/commands/config/profile.run.ts',
  'src/cli/commands/serve/backup.run.ts',
  'src/cli/commands/serve/serve.run.ts',
  'src/cli/prompts/open-browser.ts',
  'src/cli/session/calendar-address.ts',
  'src/cli/session/settings.ts',
  'src/client/address/api-root.ts',
  'src/testing.ts',
]

describe('storage engines', () => {
  const above = sources.filter(({ path }) => !path.startsWith('src/server/storage/'))

  it('are chosen in one file, and used through their interfaces', () => {
    const engines = /^src\/server\/storage\/(sqlite|postgres)\//
    const interfaces = /\/(engine|engines|storage-finding|store)\.ts$/
    const others = imports.filter(({ from, to }) =>
      from.startsWith('src/server/storage/')
        ? engines.test(to) && !engines.test(from) && from !== 'src/server/storage/engines.ts'
        : to.startsWith('src/server/storage/') && !interfaces.test(to),
    )
    expect(others.map(({ from, to }) => `${from} imports ${to}`)).toEqual([])
  })

  it('are not named above, except in help', () => {
    // Its temporary database holds no calendar.
    const others = above.filter(({ path }) => path !== 'src/base/files/temporary-values.ts')
    const names = others.flatMap(identifiersOf).filter((name) => /sqlite|postgres|pragma|savepoint/i.test(name))
    const help = ['src/cli/commands/serve/serve.ts', 'src/cli/commands/config/config.ts']
    const words = others
      .filter(({ path }) => path !== 'src/base/database-url.ts' && !help.includes(path))
      .filter(({ text }) => /sqlite|postgres(?!(ql)?:)/i.test(text))
    expect([...names, ...words.map(({ path }) => path), ...above.flatMap(urlsIn)]).toEqual([])
  })

  it('are distinguished above only where addresses are read and shown', () => {
    const names = ['isDatabaseUrl', 'in_memory']
    const found = above.filter((source) => identifiersOf(source).some((name) => names.includes(name)))
    expect(found.map(({ path }) => path).sort()).toEqual(address_readers)
  })
})
