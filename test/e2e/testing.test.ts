// The library for tests as another project has it: by its name, in the test runners of docs/testing.md.
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { beforeAll, describe, expect, it } from 'vitest'
import { is_nightly } from '../support/extent.ts'
import { project } from '../support/project.ts'
import { newFolder } from '../support/folder.ts'

const folder = newFolder()
const page = readFileSync(join(project, 'docs/testing.md'), 'utf8')
const install_ms = 240_000
const run = (line: string, env: Readonly<Record<string, string>> = {}) =>
  execa('sh', ['-c', line], { cwd: folder, env, reject: false, stdin: 'ignore', timeout: install_ms })

beforeAll(async () => {
  writeFileSync(join(folder, 'package.json'), '{}')
  if (is_nightly)
    await execa('npm', ['install', '--no-audit', '--no-fund', 'jest@30.5.2', '@playwright/test@1.65.1'], {
      cwd: folder,
    })
  // A copy: jest would compile what a link leads to.
  for (const name of ['dist', 'package.json'])
    cpSync(join(project, name), join(folder, 'node_modules/calctl', name), { recursive: true })
  mkdirSync(join(folder, 'node_modules/@photostructure'))
  for (const name of ['@photostructure/sqlite', 'vitest'])
    symlinkSync(join(project, 'node_modules', name), join(folder, 'node_modules', name))
  writeFileSync(join(folder, 'calendar.yml'), blockOf('yaml'))
  for (const [, name = '', text = ''] of page.matchAll(/^```[jt]s \S+ (\S+)\n(.*?)^```$/gms))
    writeFileSync(join(folder, name), text)
}, install_ms)

function blockOf(language: string): string {
  return new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'ms').exec(page)?.[1] ?? ''
}

it('is imported and required, and stops with its process', async () => {
  const use = `startServer({ timezone: 'Europe/Berlin' }).then(async (server) => {
    const answer = await server.fetch('/venues', { method: 'POST', body: new URLSearchParams({ venue: 'City Hall' }) })
    const { venue, id } = await answer.json()
    await server.reset()
    console.log(answer.status, venue, id, (await server.requests()).length)
    await server.stop()
  })`
  writeFileSync(join(folder, 'use.mjs'), `import { startServer } from 'calctl/testing'\n${use}`)
  writeFileSync(join(folder, 'use.cjs'), `const { startServer } = require('calctl/testing')\n${use}`)
  for (const file of ['use.mjs', 'use.cjs'])
    expect(await run(`node ${file}`)).toMatchObject({ stdout: '201 City Hall 4 1', stderr: '' })
})

it('is started by the command of the README, which ends as the tests do', async () => {
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ scripts: { test: 'env | grep CAL_API_ROOT && exit 3' } }),
  )
  const serve = `node ${project}/bin/cal.js serve --seed calendar.yml -- npm test`
  expect(await run(serve)).toMatchObject({
    exitCode: 3,
    stdout: expect.stringMatching(/CAL_API_ROOT=http:\/\/127\.0\.0\.1:\d+\/wp-json/),
  })
})

describe('the example of docs/testing.md', () => {
  it('has correct types', async () => {
    const example = readFileSync(join(folder, 'calendar.test.ts'), 'utf8')
    writeFileSync(join(folder, 'right.mts'), example.replaceAll('({ title })', '({ title }: { title: string })'))
    writeFileSync(join(folder, 'wrong.mts'), example.replace('seed:', 'seeds:'))
    const { stdout } =
      await run(`node ${project}/node_modules/typescript-7/bin/tsc --noEmit --strict --skipLibCheck --module nodenext \
        --target es2023 --types node --typeRoots ${project}/node_modules/@types right.mts wrong.mts`)
    expect(stdout).toContain("'seeds' does not exist in type 'TestServerOptions'")
    expect(stdout).not.toContain('right.mts')
  })

  it.runIf(is_nightly)('passes in vitest', async () => {
    const { stdout, stderr } = await run('node node_modules/vitest/vitest.mjs run --root . calendar.test.ts')
    expect(stdout + stderr).toContain('2 passed')
  })

  it('passes in node:test', async () => {
    expect((await run('node --test --test-reporter=tap calendar.test.mjs')).stdout).toMatch(/^# pass 2\n# fail 0$/m)
  })

  it.runIf(is_nightly)(
    'passes in jest',
    async () => {
      expect((await run('node_modules/.bin/jest calendar.test.js')).stderr).toContain('1 passed')
    },
    install_ms,
  )

  it.runIf(is_nightly)(
    'passes in Playwright',
    async () => {
      const launch = { executablePath: process.env.CAL_TEST_CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] }
      writeFileSync(
        join(folder, 'playwright.config.mjs'),
        `export default { testMatch: '*.spec.ts', use: { launchOptions: ${JSON.stringify(launch)} } }`,
      )
      const { stdout, stderr } = await run('node_modules/.bin/playwright test')
      expect(stdout + stderr).toContain('1 passed')
    },
    install_ms,
  )
})
