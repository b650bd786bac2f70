// Configuration: where values come from, what profiles hold, and what each variable does.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
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
 * Imports eight tags into a service that answers writes when `at_once` of them are open; returns the number of writes,
 * the largest number of open ones, and the pauses of the client.
 */
async function writesOf(
  at_once: number,
  env: Readonly<Record<string, string>>,
  ...words: readonly string[]
): Promise<{ readonly writes: number; readonly most: number; readonly paused_ms: number }> {
  let writes = 0
  let paused_ms = 0
  const open: (() => void)[] = []
  let most = 0
  const service = await fakeService(async ({ method }) => {
    if (method !== 'POST') return nothing
    const id = ++writes
    await new Promise<void>((answer) => {
      most = Math.max(most, open.push(answer))
      // Another one too many would be sent before a response returns.
      if (open.length === at_once || id === 8) setImmediate(() => open.splice(0).map((each) => each()))
    })
    return { status: 201, body: { id, name: 'a' } }
  }, env)
  put(service, 'tags.json', JSON.stringify({ tags: [...'abcdefgh'].map((name) => ({ name })) }))
  await service.cal(['import', 'tags.json', ...words], {
    onSleep: (duration_ms) => {
      paused_ms += duration_ms
    },
  })
  return { writes, most, paused_ms }
}

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

  it('sets the language of errors in a command line, too', async () => {
    const home = localHome({})
    put(home, '.config/cal/config.yaml', 'lang: de\n')
    expect((await home.cal('events list --limt 3')).stderr).toContain('Fehler: unbekannte Option --limt')
    expect((await home.cal('evnts')).stderr).toContain('Fehler: ')
    expect((await home.cal('events list --limt 3 --lang en')).stderr).toContain('error: unknown flag --limt')
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

  it('stays protected, whatever a project file names so, and under any address of its calendar', async () => {
    const home = localHome({})
    put(
      home,
      'mine.yaml',
      `profile: prod\nprofiles: { prod: { api_root: 'file:${home.folder}/a.db', protected: true } }\n`,
    )
    put(home, 'clone/.calrc', 'profiles: { prod: { api_root: "file:../a.db" }, other: { api_root: "file:../a.db" } }\n')
    const create = (...words: readonly string[]) =>
      home.cal(['tags', 'create', '--name', 'x', ...words], {
        cwd: join(home.folder, 'clone'),
        env: { CAL_CONFIG: join(home.folder, 'mine.yaml') },
      })
    const refused = { code: 9, stderr: expect.stringContaining('error: profile prod is protected') }
    expect(await create()).toMatchObject(refused)
    expect((await create()).stderr).toMatch(/^warning: profile prod in .*\.calrc is ignored/)
    expect(await create('--profile', 'other')).toMatchObject(refused)
    expect(await create('--api-root', 'file:../a.db')).toMatchObject(refused)
    expect(await create('--api-root', 'file:../b.db')).toMatchObject({ code: 9 })
    expect(await create('--confirm', 'prod')).toMatchObject({ code: 0 })
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
      /^neue Datenbankdatei .*\nTermin \d+ „x“ angelegt · So 2. Mai 2027, 03:00–04:00 \(Asia\/Tokyo\)\nRückgängig machen: .*\n$/,
    )
    expect(JSON.parse(made.stdout)).toEqual({ start_date: '2027-05-02 03:00:00' })
    put(home, 'tags.json', '{"tags":[{"name":"a"}]}')
    await home.cal('import tags.json')
    expect(existsSync(join(home.folder, 'state/runs'))).toBe(true)
    expect(
      (await localHome({ CAL_API_ROOT: `file:${join(home.folder, 'c.db')}`, CAL_DEBUG: '1' }).cal('tags list')).stderr,
    ).toMatch(/^> GET /)
  })

  it('CAL_CONCURRENCY limits the parallel writes of a run', async () => {
    expect((await writesOf(1, { CAL_CONCURRENCY: '1' })).most).toBe(1)
    expect((await writesOf(3, { CAL_CONCURRENCY: '3' })).most).toBe(3)
    expect((await writesOf(2, { CAL_CONCURRENCY: '3' }, '--concurrency', '2')).most).toBe(2)
    expect((await writesOf(4, {})).most).toBe(4)
  })

  it('CAL_RATE limits the rate of writes of a run', async () => {
    const bad = localHome({ CAL_API_ROOT: 'file:c.db', CAL_RATE: 'fast' })
    put(bad, 'tags.json', '{"tags":[{"name":"a"}]}')
    expect(await bad.cal('import tags.json')).toMatchObject({ stderr: expect.stringContaining('fast') })
    const { writes, paused_ms } = await writesOf(1, { CAL_RATE: '10/s' })
    expect(writes).toBe(8)
    // The first goes at once, the other seven a tenth of a second apart.
    expect(paused_ms).toBeGreaterThan(600)
    expect((await writesOf(1, {})).paused_ms).toBeLessThan(600)
  })
})
