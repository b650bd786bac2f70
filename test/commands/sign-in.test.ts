// Finding a service, signing in, profiles: against a served calendar. The password is a canary.
import { readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { localHome, runTime } from '../support/home.ts'
import { afterFile } from '../support/cleanup.ts'
import { openServed } from '../support/served.ts'

const canary = 'canary 7f3a 91bd'
// The tests do not use the keyring of this machine.
const home = localHome({ CAL_SECRETS: 'file' })
const config = join(home.folder, '.config/cal')
let api_root = ''

beforeAll(async () => {
  const users = [
    { id: 1, login: 'ada', password: canary, role: 'administrator', email: '' },
    { id: 2, login: 'ben', password: `${canary} of ben`, role: 'contributor', email: '' },
  ] as const
  api_root = (await openServed({ users, now: runTime, clock: runTime }, afterFile)).api_root
})

describe('from installation to writing', () => {
  it('init finds the api root from the URL of the site', async () => {
    const { code, stderr } = await home.cal(['init', new URL(api_root).origin, '--name', 'local'])
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringContaining(`found ${api_root}\nsaved profile local for ${api_root}`),
    })
    expect((await home.cal('config get api_root')).stdout).toBe(`${api_root}\n`)
    expect(readFileSync(join(config, 'config.yaml'), 'utf8')).toBe(
      `profiles:\n  local:\n    api_root: ${api_root}\nprofile: local\n`,
    )
  })

  it('init saves no other origin that a website names, unless that one is given', async () => {
    const website = createServer((_, response) => {
      response.setHeader('link', `<${new URL('/wp-json/', api_root).href}>; rel="https://api.w.org/"`)
      response.end('<html></html>')
    })
    await new Promise<void>((resolve) => website.listen(0, '127.0.0.1', resolve))
    const { port } = website.address() as AddressInfo
    const other = localHome({})
    const refused = await other.cal(`init http://127.0.0.1:${port}`)
    website.close()
    expect([refused.code, refused.stderr]).toEqual([
      9,
      `found ${api_root}\nerror: 127.0.0.1:${port} names an interface at another origin: ${new URL(api_root).origin}\n` +
        `hint: cal init ${api_root}\n`,
    ])
    expect(await other.cal('config get api_root')).toMatchObject({ code: 4 })
    expect(await other.cal(['init', api_root])).toMatchObject({ code: 0 })
  })

  it('init reaches the website through the proxy that the environment names', async () => {
    const asked: string[] = []
    const proxy = createServer((request, response) => {
      asked.push(String(request.headers.host))
      response.writeHead(404).end()
    })
    proxy.on('connect', ({ url }, socket) => {
      asked.push(String(url))
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    const { port } = proxy.address() as AddressInfo
    await localHome({ HTTPS_PROXY: `http://127.0.0.1:${port}` }).cal('init calendar.example')
    proxy.close()
    expect(asked[0]).toMatch(/^calendar\.example/)
  })

  it('login verifies the secret, then saves it in a file that only its owner can read', async () => {
    const refused = { code: 3, stdout: '', stderr: expect.stringContaining('hint: check the password of ada') }
    expect(await home.cal('login --user ada --stdin', 'wrong\n')).toMatchObject(refused)
    expect(await home.cal('login --user ada --stdin', `${canary}\n`)).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringContaining('with write permission; credentials saved in'),
    })
    expect(statSync(join(config, 'credentials.json')).mode & 0o777).toBe(0o600)
    expect(await home.cal('tags create --name a')).toMatchObject({ code: 0 })
  })

  it('doctor finds everything in order', async () => {
    const { code, stdout } = await home.cal('doctor -o json', { now: Date.now() })
    expect(code, stdout).toBe(0)
    expect(JSON.parse(stdout).map(({ check, ok }: { check: string; ok: boolean }) => [check, ok])).toEqual([
      ['api root', true],
      ['interface', true],
      ['user', true],
      ['rights', true],
      ['clock', true],
      ['credentials', true],
    ])
    expect((await home.cal('doctor --lang de')).stdout).toMatch(/angemeldet als ada[\s\S]*darf lesen und schreiben/)
  })

  it('no secret is in debug output, curl commands, errors and settings', async () => {
    const encoded = Buffer.from(`ada:${canary}`).toString('base64')
    for (const words of [
      ['tags', 'list', '--debug', '--show-request'],
      ['tags', 'create', '--debug', '--show-request', '--data', '{"x":1}'],
      ['config', 'list', '-o', 'json'],
      ['profile', 'show', '-o', 'json'],
      ['doctor', '--debug'],
    ]) {
      const { stdout, stderr } = await home.cal(words)
      for (const secret of [canary, encoded, canary.replaceAll(' ', '')]) expect(stdout + stderr).not.toContain(secret)
    }
    expect((await home.cal('tags list --show-request')).stderr).toContain('curl -u "$CAL_USER:$CAL_TOKEN"')
  })

  it('logout deletes the credentials', async () => {
    expect((await home.cal('logout')).stderr).toBe(`signed out of ${new URL(api_root).origin} (ada)\n`)
    expect(readFileSync(join(config, 'credentials.json'), 'utf8')).toBe('{}\n')
    expect(await home.cal('tags create --name b')).toMatchObject({ code: 3 })
  })
})

describe('two profiles of one service', () => {
  it('keep the credentials of their own users', async () => {
    const two = localHome({ CAL_SECRETS: 'file', CAL_TZ: 'UTC' })
    for (const name of ['a', 'b']) expect(await two.cal(['init', api_root, '--name', name])).toMatchObject({ code: 0 })
    const login = (name: string, user: string, secret: string) =>
      two.cal(['login', '--profile', name, '--user', user, '--stdin'], `${secret}\n`)
    expect(await login('a', 'ada', canary)).toMatchObject({ code: 0 })
    const second = await login('b', 'ben', `${canary} of ben`)
    expect([second.code, second.stderr]).toEqual([0, expect.stringContaining('profile b now belongs to ben: ')])
    const create = ['events', 'create', '--title', 'Fair', '--start-date', '2027-01-01T10:00', '--duration', '1h']
    const of_ada = await two.cal([...create, '--profile', 'a'])
    expect([of_ada.code, of_ada.stderr]).toEqual([0, expect.stringMatching(/ · as ada\n/)])
    const of_ben = await two.cal([...create, '--profile', 'b'])
    expect([of_ben.code, of_ben.stderr]).toEqual([0, expect.stringMatching(/ · (draft|pending) .*· as ben\n/)])
    expect(await login('b', 'ada', canary)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('profile b belongs to ben, not to ada'),
    })
    expect((await two.cal('logout --profile b')).stderr).toContain('(ben)')
    expect(await two.cal('tags list --profile b')).toMatchObject({
      code: 11,
      stderr: expect.stringContaining('ben has not signed in to'),
    })
    expect(await two.cal('tags create --name c --profile a')).toMatchObject({ code: 0 })
  })
})

it('a profile keeps neither the user of another address, nor an address that is to be kept', async () => {
  const { cal, folder } = localHome({ CAL_SECRETS: 'file' })
  const saved = () => readFileSync(join(folder, '.config/cal/config.yaml'), 'utf8')
  await cal('init file:t.db')
  const local = saved()
  const there = { stdin: `${canary}\n`, env: { CAL_API_ROOT: api_root } }
  expect(await cal('login --user ada --stdin', there)).toMatchObject({ code: 0 })
  expect(saved()).toBe(local)
  expect(await cal(['init', api_root])).toMatchObject({
    code: 9,
    stderr: expect.stringContaining(
      `default is for file:${folder}/t.db; to keep both: --name NAME\nerror: not confirmed: `,
    ),
  })
  expect(saved()).toBe(local)
  expect(await cal(['init', api_root, '--yes'])).toMatchObject({ code: 0 })
  await cal('login --user ada --stdin', `${canary}\n`)
  expect(saved()).toContain('user: ada')
  expect(await cal(['init', api_root])).toMatchObject({ code: 0 })
  expect(saved()).toContain('user: ada')
  await cal('init file:t.db --yes')
  expect(saved()).toBe(local)
})
