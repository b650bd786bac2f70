// The built program as a server: its output, its responses, and its exit.
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { firstOf } from '../support/extent.ts'
import { homeWith, type Running } from '../support/program.ts'
import { eventually } from '../support/eventually.ts'

const home = homeWith({})
const { folder } = home
const startIn = (env: Readonly<Record<string, string>>, ...words: readonly string[]) =>
  home.start(['serve', '--port', '0', ...words], env)
const start = (...words: readonly string[]) => startIn({}, ...words)

const users = join(folder, 'users.json')
writeFileSync(users, JSON.stringify([{ id: 1, login: 'admin', password: 'admin pass', role: 'administrator' }]))

/** The first line that a server prints. */
async function firstLine(server: Running, from: 'stdout' | 'stderr' = 'stdout'): Promise<string> {
  let text = ''
  for await (const chunk of server[from]) {
    text += String(chunk)
    if (text.includes('\n')) break
  }
  return text.slice(0, text.indexOf('\n'))
}

describe('a server', () => {
  it('prints its address as one line of JSON, responds there, and exits with 0 on SIGTERM', async () => {
    const server = start('-o', 'json', '--data', ':memory:', '--users', users, '--root', 'api', '--vendor', 'acme')
    const ready = JSON.parse(await firstLine(server))
    expect(ready).toEqual({
      api_root: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/api\/acme\/events\/v1$/),
      data: ':memory:',
      pid: server.pid,
    })
    const wrong = await fetch(`${ready.api_root}/events`, {
      headers: { authorization: `Basic ${btoa('admin:wrong')}` },
    })
    expect([wrong.status, await wrong.json()]).toMatchObject([401, { code: 'incorrect_password' }])
    const page = await fetch(ready.api_root.slice(0, ready.api_root.indexOf('/api')))
    expect(page.headers.get('x-tec-api-root')).toBe(`${ready.api_root}/`)
    server.kill('SIGTERM')
    expect(await server).toMatchObject({ exitCode: 0, stderr: '' })
  })

  it('prints a summary for people', async () => {
    const server = start('--data', 'mine.db', '--quirks', '--lang', 'de')
    let printed = ''
    for await (const chunk of server.stderr) {
      printed += String(chunk)
      if (/^Webseiten: .*\n/m.test(printed)) break
    }
    expect(printed).toMatch(
      /^.*mine\.db wird bereitgestellt unter http:\/\/127\.0\.0\.1:\d+\/wp-json\/tribe\/events\/v1$/m,
    )
    expect(printed).toMatch(/^Webseiten: http:\/\/127\.0\.0\.1:\d+\/events\/$/m)
    server.kill('SIGINT')
    const { exitCode, stdout } = await server
    expect([exitCode, stdout]).toEqual([0, ''])
  })

  it('prints a generated password once, and reads one from the environment', async () => {
    const words = ['--data', ':memory:', '--user', 'ada:administrator', '--user', 'bob:author']
    const server = startIn({ CAL_PASSWORD_BOB: 'secret' }, ...words)
    expect(await firstLine(server, 'stderr')).toMatch(/^password of ada, shown only once: (\w{4} ){4}\w{4}$/)
    server.kill('SIGTERM')
    const { stderr } = await server
    expect(stderr).not.toContain('secret')
    expect(stderr).not.toContain('everyone')
  })
})

describe('a server for one command', () => {
  it('runs it with its api root, exits with its code, and stops', async () => {
    const script = 'echo "$CAL_API_ROOT $CAL_USER $CAL_TOKEN [$CAL_PROFILE]"; exit 7'
    // Variables of other services are removed from its environment.
    const env = { CAL_TOKEN: 'real', CAL_PROFILE: 'work' }
    const words = ['--data', ':memory:', '--users', users, '--', 'sh', '-c', script]
    const { exitCode, stdout, stderr } = await startIn(env, ...words)
    expect(exitCode).toBe(7)
    expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/wp-json\/tribe\/events\/v1 admin admin pass \[\]\n$/)
    expect(stderr).toBe('')
    await expect(fetch(stdout.split(' ')[0] ?? '')).rejects.toThrow()
  })

  it('has the records of the seed files', async () => {
    writeFileSync(join(folder, 'calendar.yml'), 'venues:\n  - venue: City Hall\n')
    writeFileSync(join(folder, 'wrong.yml'), 'venues:\n  - city: Ulm\n')
    const list = ['cal', 'venues', 'list', '-o', 'ids']
    expect(await start('--seed', 'calendar.yml', '--', ...list)).toMatchObject({ exitCode: 0, stdout: '4\n' })
    const { exitCode, stderr } = await start('--seed', 'wrong.yml', '--', ...list)
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/^error: wrong\.yml:2: /)])
  })

  it('has the file of --api-root', async () => {
    await home.cal('venues create --venue Hall --api-root file:own.db')
    const { stdout } = await home.cal('serve --api-root file:own.db -- cal venues list -o count')
    expect(stdout).toBe('1\n')
  })

  it('uses a free port, so that two can run at a time', async () => {
    const inner = "echo $CAL_API_ROOT; cal serve -- sh -c 'echo $CAL_API_ROOT'"
    const { stdout } = await home.cal(['serve', '--', 'sh', '-c', inner])
    const ports = stdout
      .trimEnd()
      .split('\n')
      .map((root) => Number(new URL(root).port))
    expect([ports.length, new Set([...ports, 8787]).size]).toEqual([2, 3])
  })

  it('reports that the command does not exist', async () => {
    const { exitCode, stderr } = await start('--data', ':memory:', '--', 'no-such-command-here')
    expect([exitCode, stderr]).toEqual([2, 'error: cannot run no-such-command-here: no such program\n'])
  })

  it('forwards signals to it', async () => {
    const server = start('--data', ':memory:', '--', 'sh', '-c', 'echo ready; exec sleep 20')
    await firstLine(server)
    server.kill('SIGTERM')
    expect((await server).exitCode).toBe(143)
  })
})

describe('finding a server', () => {
  it('works with a ready file that is complete, private and deleted at the end', async () => {
    const file = join(folder, 'ready.json')
    const { stdout } = await start('--data', ':memory:', '--users', users, '--ready-file', file, '--', 'cat', file)
    expect(JSON.parse(stdout)).toMatchObject({
      data: ':memory:',
      api_root: expect.stringContaining('http://127.0.0.1:'),
      CAL_USER: 'admin',
      CAL_TOKEN: 'admin pass',
    })
    expect(() => statSync(file)).toThrow('ENOENT')
  })

  it.each(
    firstOf(1, [
      ['sh', /^export CAL_API_ROOT='http:\/\/127.0.0.1:\d+\/wp-json\/tribe\/events\/v1'$/],
      ['github', /^CAL_API_ROOT=http:\/\/127.0.0.1:\d+\/wp-json\/tribe\/events\/v1$/],
      ['json', /^\{"CAL_API_ROOT":"http:\/\/127.0.0.1:\d+\/wp-json\/tribe\/events\/v1"/],
    ]),
  )('by variables for %s', async (form, line) => {
    const server = start('--data', ':memory:', '--print-env', form)
    expect(await firstLine(server)).toMatch(line)
    server.kill('SIGTERM')
    expect((await server).exitCode).toBe(0)
  })
})

describe('a server behind a proxy', () => {
  /** The headers that a proxy adds. */
  const passedOn = (api_root: string, method: string, headers: Readonly<Record<string, string>>) =>
    new Promise<{ status: number | undefined; headers: object; body: string }>((resolve, reject) => {
      request(
        `${api_root}/tags`,
        { method, headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http', ...headers } },
        (answer) => {
          const chunks: Buffer[] = []
          answer
            .on('data', (chunk) => chunks.push(chunk))
            .on('end', () =>
              resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks).toString() }),
            )
        },
      )
        .on('error', reject)
        .end()
    })
  const signedIn = { authorization: `Basic ${btoa('admin:admin pass')}`, 'content-type': 'application/json' }

  it('uses its public URL in links, accepts its host, and allows its pages', async () => {
    const server = start('--data', ':memory:', '--users', users, '--public-url', 'https://cal.example.org/city/')
    let said = ''
    server.stderr.on('data', (chunk) => {
      said += String(chunk)
    })
    await eventually(() => expect(said).toContain('public URL: https://cal.example.org/city/wp-json/tribe/events/v1\n'))
    const [api_root = ''] = /http:\/\/127\.0\.0\.1:\d+\/wp-json\/tribe\/events\/v1(?=\n)/.exec(said) ?? []
    for (const host of ['cal.example.org', '127.0.0.1']) {
      const { status, headers, body } = await passedOn(api_root, 'GET', { host })
      expect([status, headers]).toMatchObject([
        200,
        { link: '<https://cal.example.org/city/wp-json/>; rel="https://api.w.org/"' },
      ])
      expect(JSON.parse(body).rest_url).toMatch(/^https:\/\/cal\.example\.org\/city\/wp-json\/tribe\/events\/v1\/tags/)
      expect((await passedOn(api_root, 'POST', { ...signedIn, host, origin: 'https://cal.example.org' })).status).toBe(
        400,
      )
      expect((await passedOn(api_root, 'POST', { ...signedIn, host, origin: 'https://evil.example' })).status).toBe(403)
    }
    expect((await passedOn(api_root, 'GET', { host: 'evil.example' })).status).toBe(421)
    server.kill('SIGTERM')
    expect((await server).exitCode).toBe(0)
  })
})

describe('a database file', () => {
  it('stores its users without their passwords, and removes those that are not in the users file at the next start', async () => {
    const people = join(folder, 'people.json')
    const user = (login: string) => ({ login, password: `${login}-pass`, role: 'editor' })
    const statuses = async (...logins: readonly string[]) => {
      writeFileSync(people, JSON.stringify(logins.map(user)))
      const server = start('--data', 'people.db', '--users', people, '-o', 'json')
      const { api_root } = JSON.parse(await firstLine(server))
      const ask = async (login: string) =>
        (await fetch(api_root, { headers: { authorization: `Basic ${btoa(`${login}:${login}-pass`)}` } })).status
      const found = [await ask('ada'), await ask('bob')]
      server.kill('SIGTERM')
      await server
      return found
    }
    expect(await statuses('ada', 'bob')).toEqual([200, 200])
    expect(readFileSync(join(folder, 'people.db')).includes('ada-pass')).toBe(false)
    expect(await statuses('ada')).toEqual([200, 401])
  })
})
