// The commands of docs/ci.md and of the Dockerfile, run with the packed package in a folder as the page expects it.
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { is_nightly } from '../support/extent.ts'
import { project } from '../support/project.ts'
import { newFolder } from '../support/folder.ts'

const install_ms = 240_000
const page = readFileSync(join(project, 'docs/ci.md'), 'utf8')
const blocks = [...page.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, text = '']) => text)
const jobs: readonly { readonly name: string; readonly commands: readonly string[] }[] = blocks.map((text) => {
  const { name = 'gitlab', jobs: github, test } = parse(text)
  const steps: readonly { readonly run?: string }[] = github?.test.steps ?? []
  return { name, commands: test?.script ?? steps.flatMap(({ run }) => run ?? []) }
})
const dockerfile = readFileSync(join(project, 'Dockerfile'), 'utf8')
const folder = newFolder()
const prefix = join(folder, 'prefix')
const env = {
  HOME: folder,
  PATH: `${join(prefix, 'bin')}:${process.env.PATH}`,
  npm_config_prefix: prefix,
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  npm_config_update_notifier: 'false',
  CAL_LANG: 'en',
  CAL_PASSWORD_ADMIN: 'a password',
}
const run = (command: string, more: Readonly<Record<string, string>> = {}) =>
  execa('bash', ['-ec', command], {
    cwd: folder,
    env: { ...env, ...more },
    reject: false,
    stdin: 'ignore',
    timeout: install_ms,
  })

describe.runIf(is_nightly)('the packed package, which `npm run nightly` installs globally', () => {
  beforeAll(async () => {
    mkdirSync(join(folder, 'vendor'))
    await execa('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], { cwd: project })
    const packed = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? ''
    expect(page).toContain(`vendor/${packed}`)
    renameSync(join(folder, packed), join(folder, 'vendor', packed))
    writeFileSync(
      join(folder, 'calendar.yml'),
      'events:\n  - title: Jazz\n    start_date: 2037-01-05 20:00\n    duration: 2h\n',
    )
    writeFileSync(
      join(folder, 'package.json'),
      JSON.stringify({
        name: 'its-user',
        version: '1.0.0',
        scripts: { test: 'calctl events list --any-date -o ids > listed' },
      }),
    )
    const { exitCode, stderr } = await run('npm install --global ./vendor/*.tgz')
    expect(exitCode, stderr).toBe(0)
  }, install_ms)

  afterEach(async () => {
    await run('if [ -f pid ]; then kill "$(cat pid)"; rm pid; fi')
  })

  describe.each(jobs)('the job $name', ({ commands }) => {
    it(
      'runs its tests against a service with the data of the seed',
      async () => {
        expect(commands[0]).toBe('npm install --global ./vendor/calctl-0.1.0.tgz')
        const github_env = join(folder, 'github_env')
        for (const file of ['listed', 'ready', 'github_env']) rmSync(join(folder, file), { force: true })
        writeFileSync(github_env, '')
        let environment: Readonly<Record<string, string>> = { GITHUB_ENV: github_env }
        for (const command of commands.slice(1)) {
          // What `>> "$GITHUB_ENV" &` started keeps no pipe of this test open.
          const { exitCode, stderr } = await run(command.replace(/ &$/m, ' 2> serve.log & echo $! > pid'), environment)
          expect(exitCode, `${command}\n${stderr}`).toBe(0)
          environment = { ...environment, ...variablesIn(readFileSync(github_env, 'utf8')) }
        }
        expect(readFileSync(join(folder, 'listed'), 'utf8')).toMatch(/^\d+\n$/)
      },
      install_ms,
    )
  })

  describe('the Dockerfile', () => {
    it(
      'installs the package below a prefix',
      async () => {
        const [, install = ''] = /^RUN (npm install .*)$/m.exec(dockerfile) ?? []
        const target = join(folder, 'opt')
        const { exitCode, stderr } = await run(
          install.replace('/opt/cal', target).replace('/tmp/calctl-0.1.0.tgz', join(folder, 'vendor/calctl-0.1.0.tgz')),
        )
        expect(exitCode, stderr).toBe(0)
        expect((await run(`${target}/bin/cal --version`)).stdout).toBe('cal 0.1.0')
      },
      install_ms,
    )

    it(
      'starts a service that its health check finds healthy',
      async () => {
        const [, start = '[]'] = /^CMD (\[.*\])$/m.exec(dockerfile) ?? []
        const [, check = ''] = /^HEALTHCHECK .* CMD (.*)$/m.exec(dockerfile) ?? []
        const words: readonly string[] = JSON.parse(start.replace('/data/', `${folder}/`))
        const [program = '', ...rest] = words
        const ready = join(folder, 'docker-ready')
        const service = execa(program, [...rest, '--port', '0', '--ready-file', ready], {
          cwd: folder,
          env,
          reject: false,
        })
        await run(`until [ -f ${ready} ]; do sleep 0.1; done`)
        const port = /:(\d+)\//.exec(readFileSync(ready, 'utf8'))?.[1]
        const healthy = await run(check.replace('8787', `${port}`))
        const dead = await run(check.replace('8787', '9'))
        service.kill('SIGTERM')
        await service
        expect(healthy).toMatchObject({ exitCode: 0, stderr: '' })
        expect(dead.exitCode).not.toBe(0)
      },
      install_ms,
    )
  })
})

/** `NAME=value` lines, as a runner of GitHub reads them. */
function variablesIn(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    text
      .trim()
      .split('\n')
      .filter(Boolean)
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
}
