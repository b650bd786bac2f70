// The packed package, installed by npm, and in a long run by the other package managers, with its output in a pipe.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import ts from 'typescript'
import { beforeAll, describe, expect, it } from 'vitest'
import { is_nightly } from '../support/extent.ts'
import { project } from '../support/project.ts'
import { newFolder } from '../support/folder.ts'

const install_ms = 240_000
const folder = newFolder()
const managers = join(folder, 'managers')
let tarball = ''

const run = (line: string, cwd: string) =>
  execa('sh', ['-c', line], {
    cwd,
    reject: false,
    timeout: install_ms,
    stdin: 'ignore',
    env: {
      HOME: cwd,
      CAL_LANG: 'en',
      npm_config_audit: 'false',
      npm_config_fund: 'false',
      npm_config_update_notifier: 'false',
    },
  })

/** The nightly run has all managers, which have other layouts of packages: symbolic links, and flat by other rules. */
const installs = {
  npm: (packed: string) => `npm install ${packed}`,
  ...(is_nightly && {
    pnpm: (packed: string) => `${managers}/node_modules/.bin/pnpm add ${packed}`,
    yarn: (packed: string) => `${managers}/node_modules/.bin/yarn add ${packed}`,
  }),
}

beforeAll(async () => {
  mkdirSync(managers)
  writeFileSync(join(managers, 'package.json'), '{}')
  await execa('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], { cwd: project })
  tarball = join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '')
  if (is_nightly)
    await execa('npm', ['install', '--no-audit', '--no-fund', 'pnpm@9.15.9', 'yarn@1.22.22'], { cwd: managers })
}, install_ms)

describe.each(Object.entries(installs))('installed by %s', (manager, install) => {
  const cwd = join(folder, manager)
  const cal = (words: string) => run(`node_modules/.bin/cal ${words} | cat`, cwd)

  beforeAll(async () => {
    mkdirSync(cwd)
    writeFileSync(join(cwd, 'package.json'), '{ "name": "its-user", "version": "1.0.0", "license": "MIT" }')
    const { exitCode, stderr } = await run(install(tarball), cwd)
    expect(exitCode, stderr).toBe(0)
  }, install_ms)

  it('has its license, and those of what is bundled', async () => {
    const files = readdirSync(join(cwd, 'node_modules/calctl'))
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'THIRD_PARTY_LICENSES']))
  })

  it('writes a database file and reads it', async () => {
    expect(await cal('--version')).toMatchObject({ stdout: 'cal 0.1.0', stderr: '' })
    expect(await cal('venues create --name Hall --porcelain --api-root file:./own.db')).toMatchObject({
      stdout: expect.stringMatching(/^\d+$/),
    })
    expect(await cal('venues list -o csv --fields venue --api-root file:./own.db')).toMatchObject({
      stdout: 'venue\nHall',
      stderr: '',
    })
  })

  it('serves a module that imports calctl/testing', async () => {
    writeFileSync(
      join(cwd, 'use.mjs'),
      `import { startServer } from 'calctl/testing'
const server = await startServer()
console.log((await server.fetch('/venues')).status)
await server.stop()
`,
    )
    expect(await run('node use.mjs | cat', cwd)).toMatchObject({ stdout: '200', stderr: '' })
  })

  it.each([ts.ModuleResolutionKind.Node10, ts.ModuleResolutionKind.NodeNext, ts.ModuleResolutionKind.Bundler])(
    'has the types of calctl/testing with module resolution %i',
    (moduleResolution) => {
      const { resolvedModule } = ts.resolveModuleName(
        'calctl/testing',
        join(cwd, 'use.mts'),
        { moduleResolution },
        ts.sys,
        undefined,
        undefined,
        ts.ModuleKind.ESNext,
      )
      expect(resolvedModule?.resolvedFileName).toMatch(/dist\/testing\.d\.ts$/)
    },
  )
})
