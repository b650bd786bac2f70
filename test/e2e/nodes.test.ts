// The published package on other releases of Node: packed, installed without dev dependencies, and used.
import { execFileSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { execa } from 'execa'
import { beforeAll, describe, expect, it } from 'vitest'
import { project } from '../support/project.ts'
import { newFolder } from '../support/folder.ts'

const releases = (process.env.CAL_NODES ?? '').split(',').filter(Boolean)
const install_ms = 600_000
const folder = newFolder()

const npm = (cwd: string, words: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  execFileSync('npm', words, { cwd, env: { ...process.env, ...env }, stdio: 'pipe', timeout: install_ms })
const nodeOf = (release: string) => join(folder, 'releases/node_modules', `node${release}`)

/** A project with this release first in PATH, so that native packages are built for it. */
function projectWith(release: string) {
  const cwd = join(folder, `project-${release}`)
  const env = { PATH: [join(nodeOf(release), 'bin'), process.env.PATH].join(delimiter), HOME: cwd }
  return {
    cwd,
    env,
    run: async (program: string, ...words: readonly string[]) =>
      execa(program, words, { cwd, env, extendEnv: false, reject: false, timeout: 60_000 }),
  }
}

const script = `
import { startServer } from 'calctl/testing'
const server = await startServer()
const { status } = await server.fetch('/venues', { method: 'POST', body: new URLSearchParams({ venue: 'City Hall' }) })
console.log(process.version, status)
await server.stop()
`

describe.skipIf(releases.length === 0)('the published package', () => {
  beforeAll(() => {
    mkdirSync(join(folder, 'releases'))
    writeFileSync(join(folder, 'releases/package.json'), '{}')
    npm(join(folder, 'releases'), [
      'install',
      ...releases.map((release) => `node${release}@npm:node-${process.platform}-${process.arch}@${release}`),
    ])
    // The global setup has built the program.
    npm(project, ['pack', '--ignore-scripts', '--pack-destination', folder])
    const packed = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? ''
    for (const release of releases) {
      const { cwd, env } = projectWith(release)
      mkdirSync(cwd)
      writeFileSync(join(cwd, 'package.json'), '{"type":"module"}')
      writeFileSync(join(cwd, 'use.js'), script)
      npm(cwd, ['install', '--omit=dev', join(folder, packed)], { PATH: env.PATH, npm_config_nodedir: nodeOf(release) })
    }
  }, install_ms * 3)

  describe.each(releases)('on Node %s', (release) => {
    const { cwd, run } = projectWith(release)
    const cal = async (...words: readonly string[]) => run(join(cwd, 'node_modules/.bin/cal'), ...words)

    it('prints its version and its help, and creates a sample calendar', async () => {
      expect(await cal('--version')).toMatchObject({ stdout: 'cal 0.1.0', exitCode: 0 })
      expect(await cal('--help')).toMatchObject({
        stdout: expect.stringContaining('Usage: cal COMMAND [FLAGS]'),
        stderr: '',
        exitCode: 0,
      })
      expect(await cal('demo')).toMatchObject({ exitCode: 0 })
    })

    it('writes to a database file and reads it', async () => {
      expect(await cal('venues', 'create', '--name', 'Hall', '--api-root', 'file:./own.db')).toMatchObject({
        stderr: expect.stringContaining('Created venue'),
        exitCode: 0,
      })
      expect(
        await cal('venues', 'list', '-o', 'csv', '--fields', 'venue', '--api-root', 'file:./own.db'),
      ).toMatchObject({ stdout: 'venue\nHall', exitCode: 0 })
    })

    it('runs a test server for another package', async () => {
      expect(await run('node', 'use.js')).toMatchObject({
        stdout: expect.stringMatching(new RegExp(`^v${release}\\..* 201$`)),
        stderr: '',
      })
    })

    it('reaches a service through a proxy', async () => {
      const proxy = createServer((_, response) =>
        response.setHeader('content-type', 'application/json').end('{"through":"the proxy"}'),
      )
      proxy.on('connect', (_, socket) => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n')
        proxy.emit('connection', socket)
      })
      await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening))
      const HTTP_PROXY = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
      const { env } = projectWith(release)
      const { stdout } = await execa(
        join(cwd, 'node_modules/.bin/cal'),
        ['api', 'GET', '/', '--api-root', 'http://calendar.test/wp-json/tribe/events/v1'],
        { cwd, env: { ...env, HTTP_PROXY }, extendEnv: false, reject: false, timeout: 60_000 },
      )
      proxy.close()
      expect(stdout).toContain('the proxy')
    })
  })
})
