// What a short run loads of the built program: the packages that only some commands need stay on the disk.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { execa } from 'execa'
import { beforeAll, describe, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { sections } from '../../src/cli/commands/commands.ts'
import { overviewOf, overviewText } from '../../src/cli/help/help.ts'
import { folded } from '../../src/cli/output/text-width.ts'
import { project } from '../support/project.ts'
import { newFolder } from '../support/folder.ts'

/** A word of each that minifying leaves alone. */
const marks = {
  commander: 'commander.conflictingOption',
  zod: 'ZodError',
  undici: 'UND_ERR_BODY_TIMEOUT',
  prompts: 'createPrompt',
  cosmiconfig: 'globalConfigSearchPlaces',
  yaml: 'YAMLParseError',
  store: 'user_version',
  server: 'rest_invalid_param',
} as const

const folder = newFolder()
const record = join(folder, 'record.cjs')
const textOf = (file: string) => readFileSync(join(project, 'dist', file), 'utf8')

beforeAll(async () => {
  await execa(
    process.execPath,
    [join(project, 'bin/cal.js'), 'tags', 'create', '--name', 'One', '--api-root=file:c.db'],
    { cwd: folder, env: { HOME: folder }, extendEnv: false },
  )
  writeFileSync(
    record,
    "process.on('exit', () => require('node:fs').writeSync(2, [...process.moduleLoadList.filter((name) => / (net|tty|stream)$/.test(name)), ...Object.keys(require.cache)].join('\\n')))",
  )
  writeFileSync(join(folder, 'package.json'), '{"dependencies":{"cal":"0.1.0"}}')
})

const runs = new Map<string, Promise<readonly string[]>>()

/** What a run of these words loads; each is run once for several tests. */
function seenBy(...words: readonly string[]): Promise<readonly string[]> {
  const line = words.join(' ')
  const seen = runs.get(line) ?? run(...words)
  runs.set(line, seen)
  return seen
}

async function run(...words: readonly string[]): Promise<readonly string[]> {
  const { stderr } = await execa(process.execPath, ['--require', record, join(project, 'bin/cal.js'), ...words], {
    cwd: folder,
    env: { HOME: folder },
    extendEnv: false,
  })
  return stderr.split('\n')
}

async function loadedBy(...words: readonly string[]): Promise<readonly string[]> {
  return (await seenBy(...words)).filter((file) => file.startsWith(join(project, 'dist'))).map((file) => basename(file))
}

function packagesIn(files: readonly string[]): readonly string[] {
  return Object.entries(marks)
    .filter(([, mark]) => files.some((file) => textOf(file).includes(mark)))
    .map(([name]) => name)
}

describe('a short run', () => {
  it('can be checked by strings that the built program contains', () => {
    expect(packagesIn(readdirSync(join(project, 'dist')).filter((file) => file.endsWith('.js')))).toEqual(
      Object.keys(marks),
    )
  })

  it('loads no package to print its version', async () => {
    expect(await loadedBy('--version')).toEqual([])
  })

  it.each([
    ['--help'],
    ['events', 'list', '--help'],
    ['help', 'events', 'list'],
    ['__complete', '--', 'events', 'list', '--categories', 'O'],
    ['__complete', '--', 'events', 'list', '--st'],
  ])('loads no package for %s %s %s', async (...words) => {
    const files = await loadedBy(...words)
    expect(files).toContain('main.js')
    expect(packagesIn(files)).toEqual([])
  })

  it.each([
    ['--help'],
    ['events', 'list', '--help'],
    ['__complete', '--', 'events', 'list', '--categories', 'O'],
    ['tags', 'list', '--api-root=file:c.db'],
  ])('loads the definitions of other commands neither for %s %s %s', async (...words) => {
    const whole = (await loadedBy(...words)).filter((file) => /^table-[\w-]{8}\.js$/.test(file))
    expect(whole).toEqual([])
  })

  it.each([
    ['en', '--help'],
    ['de', '--help-all'],
  ] as const)('prints the overview that the build wrote, in %s for %s', async (language, flag) => {
    const { stdout } = await execa(process.execPath, [join(project, 'bin/cal.js'), flag, '--lang', language], {
      env: { HOME: folder },
      extendEnv: false,
      stripFinalNewline: false,
    })
    const text = overviewText(sections, { isComplete: flag === '--help-all', documentation: manifest.homepage })
    expect(stdout).toBe(folded(overviewOf(text, { language, program: 'cal' }), 80))
  })

  it('opens no stream of Node where errors go to /dev/null', async () => {
    const loaded = join(folder, 'loaded.cjs')
    writeFileSync(loaded, "process.on('exit', () => console.log(process.moduleLoadList.includes('NativeModule tty')))")
    const options = { env: { HOME: folder }, extendEnv: false, stderr: 'ignore' } as const
    const words = ['__complete', '--', 'events', 'create', '--timezone', 'UTC']
    const node = ['--require', loaded, join(project, 'bin/cal.js')]
    expect((await execa(process.execPath, [...node, ...words], options)).stdout).toMatch(/^UTC\nfalse$/)
  })

  it.each([['--help'], ['events', 'list', '--help'], ['__complete', '--', 'events', 'list', '--st']])(
    'opens no stream of Node to say %s %s %s to a pipe',
    async (...words) => {
      expect((await seenBy(...words)).filter((name) => name.startsWith('NativeModule'))).toEqual([])
    },
  )

  it('loads commander for flags, which shows that the strings work', async () => {
    expect(packagesIn(await loadedBy('help', '--color', 'never'))).toEqual(['commander'])
  })
})
