// Configuration: where values come from, what profiles hold, and what each variable does.
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type LocalHome, localHome } from '../support/home.ts'
import { fakeService, type FakeResponse } from '../support/fake-service.ts'

const nothing: FakeResponse = { body: { tags: [], events: [], total: 0, total_pages: 0 } }
const put = (home: LocalHome, name: string, text: string) => {
  mkdirSync(dirname(join(home.folder, name)), { recursive: true })
  writeFileSync(join(home.folder, name), text)
}
const origins = async (home: LocalHome, ...words: readonly string[]) =>
  Object.fromEntries(
    JSON.parse((await home.cal(['config', 'list', '--json', ...words])).stdout).map(
      ({ name, value, origin }: Record<string, unknown>) => [name, `${value} ${origin}`],
    ),
  )

/**
 * Imports eight tags into a slow service; returns the number of writes, the largest number of parallel writes, and the
 * pauses of the client.
 */
async function writesOf(
  env: Readonly<Record<string, string>>,
  ...words: readonly string[]
): Promise<{ readonly writes: number; readonly most: number; readonly paused_ms: number }> {
  let writes = 0
  let paused_ms = 0
  let open = 0
  let most = 0
  const service = await fakeService(async ({ method }) => {
    if (method !== 'POST') return nothing
    writes++
    most = Math.max(most, ++open)
    await setTimeout(60)
    open--
    return { status: 201, body: { id: writes, name: 'a' } }
  }, env)
  put(service, 'tags.json', JSON.stringify({ tags: [...'abcdefgh'].map((name) => ({ name })) }))
  await service.cal(['import', 'tags.json', ...words], {
    onSleep: (duration_ms) => {
      paused_ms += duration_ms
    },
  })
  return { writes, most, paused_ms }
}

describe('precedence', () => {
  it('is flag, environment, project file, user file, default; config list shows the source', async () => {
    const plain = localHome({})
    const home = localHome({ CAL_API_ROOT: 'file:env.db' })
    for (const each of [plain, home]) {
      put(each, '.config/cal/config.yaml', 'api_root: file:user.db\nlang: de\ntimezone: Asia/Tokyo\n')
      put(each, '.calrc', 'api_root: file:project.db\nlang: en\n')
    }
    expect(await origins(home, '--api-root', 'file:flag.db')).toMatchObject({ api_root: 'file:flag.db flag' })
    expect(await origins(home)).toMatchObject({ api_root: 'file:env.db environment' })
    expect(await origins(plain)).toMatchObject({
      api_root: 'file:project.db project',
      lang: 'en project',
      timezone: 'Asia/Tokyo user',
      timeout: '30 default',
    })
  })

  it.each([
    ['.calrc', 'api_root: file:found.db\n'],
    ['.calrc.json', '{"api_root":"file:found.db"}'],
    ['.calrc.yaml', 'api_root: file:found.db\n'],
    ['.config/calrc.json', '{"api_root":"file:found.db"}'],
    ['.config/calrc.yaml', 'api_root: file:found.db\n'],
    ['cal.config.json', '{"api_root":"file:found.db"}'],
    ['cal.config.yaml', 'api_root: file:found.db\n'],
    ['package.json', '{"cal":{"api_root":"file:found.db"}}'],
  ])('a project file is %s', async (name, text) => {
    const home = localHome({})
    put(home, name, text)
    expect((await home.cal('config get api_root')).stdout).toBe('file:found.db\n')
  })

  it('excludes files of code, and XDG_CONFIG_HOME and CAL_CONFIG set the user file', async () => {
    const xdg = mkdtempSync(join(tmpdir(), 'cal-xdg-'))
    const home = localHome({ XDG_CONFIG_HOME: xdg })
    for (const name of ['cal.config.js', 'cal.config.ts', '.calrc.js', '.calrc.cjs'])
      put(home, name, "require('fs').writeFileSync('ran', '')")
    put(home, 'package.json', '{"name":"x","type":"commonjs"}')
    expect(await home.cal('config set timeout 3')).toMatchObject({ code: 0 })
    expect([existsSync(join(xdg, 'cal/config.yaml')), existsSync(join(home.folder, 'ran'))]).toEqual([true, false])
    const other = localHome({ CAL_CONFIG: 'mine.yaml' })
    put(other, 'mine.yaml', 'timeout: 7\n')
    expect((await other.cal('config get timeout')).stdout).toBe('7\n')
  })

  it('reports invalid settings with their source', async () => {
    const home = localHome({ CAL_CONCURRENCY: '0' })
    expect(await home.cal('tags list')).toMatchObject({
      code: 11,
      stderr: 'error: CAL_CONCURRENCY cannot be used: concurrency needs a positive whole number, not "0"\n',
    })
    expect(await localHome({ CAL_API_ROOT: 'file:c.db', CAL_TZ: 'Mars' }).cal('agenda')).toEqual({
      code: 11,
      stdout: '',
      stderr: 'error: CAL_TZ cannot be used: timezone needs a zone such as Europe/Berlin or UTC+2, not "Mars"\n',
    })
    expect(await localHome({}).cal('config set timezone Mars')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'error: timezone needs a zone such as Europe/Berlin or UTC+2, not "Mars"\n',
    })
    const broken = localHome({})
    put(broken, '.calrc', 'api_rot: x\n')
    expect(await broken.cal('tags list')).toMatchObject({
      code: 11,
      stderr: expect.stringMatching(/\.calrc cannot be used: unknown setting "api_rot"\nhint: did you mean api_root\?/),
    })
  })

  it('suggests three settings without an api root', async () => {
    expect(await localHome({}).cal('tags list')).toMatchObject({
      code: 11,
      stderr: expect.stringMatching(/cal init[\s\S]*CAL_API_ROOT[\s\S]*--api-root file:\.\/calendar\.db/),
    })
  })
})

describe('a profile', () => {
  const signed = (kind: string) =>
    ({ basic: /^Basic /, bearer: /^Bearer from-env$/, header: /^from-file$/ })[kind] as RegExp
  it.each([
    ['basic', '{ kind: basic, user: ada, secret: env:MY_SECRET }', 'authorization'],
    ['bearer', '{ kind: bearer, secret: env:MY_SECRET }', 'authorization'],
    ['header', '{ kind: header, header: X-Api-Key, secret: "file:secret.txt" }', 'x-api-key'],
    ['none', 'none', undefined],
  ] as const)('signs in by %s', async (kind, auth, header) => {
    const seen: Record<string, unknown>[] = []
    const service = await fakeService(
      ({ headers }) => {
        seen.push(headers as Record<string, unknown>)
        return nothing
      },
      { MY_SECRET: 'from-env', CAL_API_ROOT: '' },
    )
    put(service, 'secret.txt', 'from-file\n')
    put(
      service,
      '.config/cal/config.yaml',
      `profile: p\nprofiles: { p: { api_root: "${service.api_root}", auth: ${auth} } }\n`,
    )
    expect(await service.cal('tags list')).toMatchObject({ code: 0 })
    if (header === undefined) expect(Object.keys(seen[0] ?? {})).not.toContain('authorization')
    else expect(seen[0]?.[header]).toMatch(signed(kind))
  })

  it('sets language, zone and api root, and is selected by CAL_PROFILE or --profile', async () => {
    const home = localHome({ CAL_PROFILE: 'b' })
    put(
      home,
      '.config/cal/config.yaml',
      'profile: a\nprofiles:\n  a: { api_root: "file:a.db", lang: de, timezone: Asia/Tokyo }\n  b: { api_root: "file:b.db", disposable: true }\n',
    )
    expect(await origins(home)).toMatchObject({ profile: 'b environment', api_root: 'file:b.db profile' })
    expect(await origins(home, '--profile', 'a')).toMatchObject({
      profile: 'a flag',
      api_root: 'file:a.db profile',
      lang: 'de profile',
      timezone: 'Asia/Tokyo profile',
    })
    expect((await home.cal('profile list -o csv --fields name,in_use')).stdout).toBe('name,in_use\na,false\nb,true\n')
    expect(JSON.parse((await home.cal('profile show --json')).stdout)).toMatchObject({
      name: 'b',
      disposable: true,
      protected: false,
    })
    expect(await home.cal('profile use a')).toMatchObject({ code: 0 })
    expect(await home.cal('profile remove b --yes')).toMatchObject({ code: 0 })
    expect(await home.cal('tags list')).toMatchObject({
      code: 11,
      stderr: expect.stringContaining('unknown profile "b"'),
    })
  })
})

describe('the environment', () => {
  it('CAL_TOKEN is a bearer token, or a password with CAL_USER; CAL_TOKEN_FILE contains it', async () => {
    const seen: unknown[] = []
    const service = await fakeService(({ headers }) => {
      seen.push(headers.authorization)
      return nothing
    })
    put(service, 'token', 'filed\n')
    for (const env of [
      { CAL_TOKEN: 'tok' },
      { CAL_TOKEN: 'tok', CAL_USER: 'ada' },
      { CAL_TOKEN_FILE: join(service.folder, 'token') },
    ])
      await localHome({ CAL_API_ROOT: service.api_root, ...env }).cal('tags list')
    expect(seen).toEqual(['Bearer tok', `Basic ${btoa('ada:tok')}`, 'Bearer filed'])
  })

  it('CAL_OUTPUT, CAL_LANG, CAL_TZ, CAL_DEBUG and CAL_STATE_DIR have the effect of their flags or settings', async () => {
    const home = localHome({
      CAL_API_ROOT: 'file:c.db',
      CAL_OUTPUT: 'json',
      CAL_LANG: 'de',
      CAL_TZ: 'Asia/Tokyo',
      CAL_STATE_DIR: 'state',
    })
    const made = await home.cal(
      'events create --title x --start-date 2027-05-01T18:00:00Z --duration 1h --fields start_date',
    )
    expect(made.stderr).toMatch(
      /^neue Datenbankdatei .*\nTermin \d+ „x“ angelegt · So 2. Mai 2027, 03:00–04:00 \(Asia\/Tokyo\)\nzum Rückgängigmachen: .*\n$/,
    )
    expect(JSON.parse(made.stdout)).toEqual({ start_date: '2027-05-02 03:00:00' })
    put(home, 'tags.json', '{"tags":[{"name":"a"}]}')
    await home.cal('import tags.json')
    expect(existsSync(join(home.folder, 'state/runs'))).toBe(true)
    expect(
      (await localHome({ CAL_API_ROOT: `file:${join(home.folder, 'c.db')}`, CAL_DEBUG: '1' }).cal('tags list')).stderr,
    ).toMatch(/^> GET /)
  })

  it('CAL_TIMEOUT is a limit in seconds; HTTPS_PROXY and NO_PROXY select the proxy', async () => {
    const { createServer } = await import('node:net')
    const met: string[] = []
    const mute = createServer((socket) => {
      socket.on('error', () => {}).on('data', (data) => met.push(String(data)))
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => mute.once('listening', resolve))
    const { port } = mute.address() as { port: number }
    expect(
      await localHome({ CAL_TIMEOUT: '0.3', CAL_API_ROOT: `http://127.0.0.1:${port}/wp-json/tribe/events/v1` }).cal(
        'api POST /tags',
      ),
    ).toMatchObject({ code: 7 })
    const through = {
      CAL_TIMEOUT: '0.3',
      CAL_API_ROOT: 'https://calendar.invalid/wp-json/tribe/events/v1',
      HTTPS_PROXY: `http://127.0.0.1:${port}`,
    }
    await localHome(through).cal('api POST /tags')
    expect(met.at(-1)).toMatch(/^CONNECT calendar\.invalid:443 /)
    const before = met.length
    await localHome({ ...through, NO_PROXY: 'calendar.invalid' }).cal('api POST /tags')
    expect(met).toHaveLength(before)
    mute.close()
  })

  it('CAL_CONCURRENCY limits the parallel writes of a run', async () => {
    expect((await writesOf({ CAL_CONCURRENCY: '1' })).most).toBe(1)
    expect((await writesOf({ CAL_CONCURRENCY: '3' })).most).toBe(3)
    expect((await writesOf({ CAL_CONCURRENCY: '3' }, '--concurrency', '2')).most).toBe(2)
    expect((await writesOf({})).most).toBe(4)
  })

  it('CAL_RATE limits the rate of writes of a run', async () => {
    const bad = localHome({ CAL_API_ROOT: 'file:c.db', CAL_RATE: 'fast' })
    put(bad, 'tags.json', '{"tags":[{"name":"a"}]}')
    expect(await bad.cal('import tags.json')).toMatchObject({ stderr: expect.stringContaining('fast') })
    const { writes, paused_ms } = await writesOf({ CAL_RATE: '10/s' })
    expect(writes).toBe(8)
    // The first goes at once, the other seven a tenth of a second apart.
    expect(paused_ms).toBeGreaterThan(600)
    expect((await writesOf({})).paused_ms).toBeLessThan(600)
  })

  it('--lang also sets the language of requests', async () => {
    const service = await fakeService(() => nothing)
    await service.cal('tags list --lang de')
    expect(service.requests[0]).toMatch(/\/de\//)
  })
})
