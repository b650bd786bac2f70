// The executable of `npm run sea`, on a machine without Node: nothing of it or of the packages is in PATH.
import { existsSync, mkdirSync, readFileSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { beforeAll, describe, expect, it } from 'vitest'
import { is_nightly } from '../support/extent.ts'
import { project } from '../support/project.ts'
import { newFolder } from '../support/folder.ts'

const build_ms = 240_000
const folder = newFolder()
const program = join(folder, 'cal')
const cache = join(folder, 'cache')

function start(words: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const env = { HOME: folder, PATH: '/nowhere', XDG_CACHE_HOME: cache, CAL_LANG: 'en', ...more }
  return execa(program, words, { cwd: folder, env, extendEnv: false, reject: false, stdin: 'ignore', timeout: 60_000 })
}
const cal = async (...words: readonly string[]) => start(words)

describe.runIf(is_nightly)('the executable, which `npm run nightly` builds', () => {
  beforeAll(() => execa('node', ['sea.js', folder], { cwd: project, timeout: build_ms }), build_ms)

  it('is one file, and unpacks itself once when several start at the same time', async () => {
    expect(readdirSync(folder)).toEqual(['cal'])
    const versions = await Promise.all([cal('--version'), cal('--version'), cal('--version')])
    for (const version of versions) expect(version).toMatchObject({ stdout: 'cal 0.1.0', stderr: '', exitCode: 0 })
    expect(readdirSync(join(cache, 'cal'))).toEqual([expect.stringMatching(/^program-0\.1\.0-[0-9a-f]{16}$/)])
  })

  it('has the licenses of everything inside, with that of Node', () => {
    const [unpacked = ''] = readdirSync(join(cache, 'cal'))
    const licenses = readFileSync(join(cache, 'cal', unpacked, 'THIRD_PARTY_LICENSES'), 'utf8')
    for (const title of ['ical.js', 'jq-web', '@napi-rs/keyring', `Node.js ${process.version}`])
      expect(licenses).toContain(`\n${title}`)
    expect(licenses).toContain('Node.js is licensed for use as follows')
  })

  it('writes a database file, reads it and filters with jq', async () => {
    expect(await cal('demo')).toMatchObject({ stdout: expect.stringContaining('Jam session'), exitCode: 0 })
    expect(await cal('venues', 'list', '--api-root', 'file:demo.db', '-o', 'json', '--jq', 'length')).toMatchObject({
      stdout: '6',
      stderr: '',
    })
  })

  it('serves the interface and the pages, and writes in a thread', async () => {
    const ready = join(folder, 'ready')
    const service = start(['serve', '--data', 'demo.db', '--port', '0', '--ready-file', ready])
    while (!existsSync(ready)) await new Promise((later) => setTimeout(later, 50))
    const { api_root } = JSON.parse(readFileSync(ready, 'utf8'))
    try {
      const body = new URLSearchParams({ venue: 'City Hall Annex' })
      expect((await fetch(`${api_root}/venues`, { method: 'POST', body })).status).toBe(201)
      const page = await (await fetch(new URL('/events/', api_root))).text()
      const scripts = [...page.matchAll(/src="([^"]+\.js)"/g)].map(([, path = '']) => path)
      expect(scripts.length).toBeGreaterThan(0)
      for (const path of scripts) expect((await fetch(new URL(path, api_root))).status).toBe(200)
    } finally {
      service.kill('SIGTERM')
    }
    expect(await service).toMatchObject({ exitCode: 0 })
  })

  it('removes other versions that nothing has used for a week', async () => {
    const there = join(cache, 'cal')
    const [own = ''] = readdirSync(there)
    const week_ago = new Date(Date.now() - 8 * 86_400_000)
    const other = (name: string, { process, last }: { readonly process?: number; readonly last: Date }) => {
      mkdirSync(join(there, name, 'used'), { recursive: true })
      if (process !== undefined) writeFileSync(join(there, name, 'used', String(process)), '')
      for (const path of [join(there, name, 'used'), join(there, name)]) utimesSync(path, last, last)
    }
    other('program-0.0.1-old', { last: week_ago })
    // Greater than any process id of Linux.
    other('program-0.0.2-killed', { process: 2 ** 22 + 1, last: week_ago })
    other('program-0.0.3-running', { process: process.pid, last: week_ago })
    other('program-0.0.4-recent', { last: new Date() })
    other('unpacking-ended', { last: week_ago })
    other('removing-ended', { last: week_ago })
    other('backups', { last: week_ago })
    expect(await cal('--version')).toMatchObject({ stdout: 'cal 0.1.0', stderr: '', exitCode: 0 })
    expect(readdirSync(there).sort()).toEqual(['backups', own, 'program-0.0.3-running', 'program-0.0.4-recent'].sort())
    expect(readdirSync(join(there, own, 'used'))).toEqual([])
  })

  it('says what to do where it cannot unpack itself', async () => {
    const file = join(folder, 'a-file')
    writeFileSync(file, '')
    const english = await start(['--version'], { XDG_CACHE_HOME: file })
    expect(english).toMatchObject({ stdout: '', exitCode: 11 })
    expect(english.stderr).toContain(`error: cannot unpack cal into ${file}/cal: `)
    expect(english.stderr).toContain('hint: set XDG_CACHE_HOME to a folder that can be written')
    const german = await start(['--version'], { XDG_CACHE_HOME: file, CAL_LANG: 'de' })
    expect(german.stderr).toContain(`Fehler: cal lässt sich nicht in ${file}/cal entpacken: `)
  })
})
