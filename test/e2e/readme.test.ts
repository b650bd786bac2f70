// The examples of the README for tests against a service, in an empty project that has installed what is published.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blockOf, commandOf } from '../support/readme.ts'
import { project } from '../support/sources.ts'

const folder = mkdtempSync(join(tmpdir(), 'cal-readme-'))
const modules = join(folder, 'node_modules')
const example = blockOf('ts', "from 'calctl/testing'")
const run = (line: string) =>
  execa('sh', ['-c', line], {
    cwd: folder,
    env: {
      HOME: folder,
      PATH: `${join(modules, '.bin')}:${process.env.PATH ?? ''}`,
      npm_config_update_notifier: 'false',
      NO_COLOR: '1',
    },
    extendEnv: false,
    reject: false,
    timeout: 60_000,
    stdin: 'ignore',
  })
const write = (file: string, text: string) => writeFileSync(join(folder, file), text)
const projectThatTests = (test: string) => write('package.json', JSON.stringify({ type: 'module', scripts: { test } }))

/** Links a package of this repository into the project. */
function link(name: string): void {
  mkdirSync(dirname(join(modules, name)), { recursive: true })
  symlinkSync(join(project, 'node_modules', name), join(modules, name))
}

/**
 * What `npm install calctl-0.1.0.tgz` leaves behind, without its two minutes of compiling SQLite: the tarball is
 * unpacked, and of the packages of this repository those are linked that it names. It is packed from the dist that was
 * built for these tests, so no script runs.
 */
beforeAll(async () => {
  await execa('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], { cwd: project })
  await run(
    'mkdir -p node_modules/calctl node_modules/.bin && tar -xzf calctl-*.tgz -C node_modules/calctl --strip-components 1',
  )
  const { bin, dependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(modules, 'calctl/package.json'), 'utf8'),
  )
  for (const [name, file] of Object.entries(bin))
    symlinkSync(join('../calctl', String(file)), join(modules, '.bin', name))
  for (const name of [
    ...Object.keys({ ...dependencies, ...optionalDependencies }),
    'vitest',
    'typescript',
    '@types/node',
    'undici-types',
  ])
    link(name)
  for (const name of ['vitest', 'tsc'])
    symlinkSync(join(project, 'node_modules/.bin', name), join(modules, '.bin', name))
  write('calendar.yml', blockOf('yaml', 'repeat:'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the README', () => {
  it('has a service that is filled, runs npm test, and exits with its code', async () => {
    projectThatTests('cal events list --any-date -o count && exit 3')
    const { stdout, stderr, exitCode } = await run(commandOf('cal serve --seed'))
    expect([stdout.split('\n').at(-1), exitCode, stderr]).toEqual(['12', 3, ''])
  })

  it('has a test with its own service, which passes', async () => {
    projectThatTests('vitest run')
    write('calendar.test.ts', example)
    const { stdout, exitCode } = await run('npm test')
    expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/Tests\s+1 passed \(1\)/)])
  })

  it('has a test that can fail', async () => {
    projectThatTests('vitest run')
    write('calendar.test.ts', example.replace('toBe(12)', 'toBe(13)'))
    const { stdout, exitCode } = await run('npm test')
    expect([exitCode, stdout]).toEqual([1, expect.stringMatching(/Tests\s+1 failed \(1\)/)])
  })

  it('has a test whose types are correct', async () => {
    const check = (file: string) =>
      run(`tsc --noEmit --strict --skipLibCheck --module nodenext --target es2022 --types node ${file}`)
    write('right.ts', example)
    write('wrong.ts', example.replace('seed:', 'seeds:'))
    expect((await check('right.ts')).stdout).toBe('')
    expect((await check('wrong.ts')).stdout).toContain("'seeds' does not exist in type 'TestServerOptions'")
  })
})
