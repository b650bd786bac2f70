// Every exit code, with its message.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { localHome } from '../support/home.ts'
import { fakeService } from '../support/fake-service.ts'

const home = localHome({ CAL_API_ROOT: 'file:./c.db' })
const { cal } = home
const answered = (status: number, code: string) =>
  fakeService(() => ({ status, headers: { 'retry-after': '0' }, body: { code, message: 'as it says' } }))

beforeAll(() => cal('tags create --name late'))

describe('a run ends with', () => {
  it('0 if it succeeded or found nothing', async () => {
    expect(await cal('tags get late')).toMatchObject({ code: 0 })
    expect(await cal("tags list --search 'nothing of the kind'")).toMatchObject({ code: 0, stdout: '' })
  })

  it.each([
    [['tags', 'list', '--per-page', 'x'], 'error: --per-page needs a whole number, not "x"'],
    [['tags', 'list', '--nope'], 'error: unknown flag --nope'],
    [['nope'], 'error: unknown command "nope"'],
    [['tags', 'create'], 'error: --name is missing'],
    [['validate', 'nofile.csv'], 'error: nofile.csv cannot be read: no such file'],
    [['tags', 'get'], 'error: TARGET is missing'],
    [['venues', 'create', '--name', 'x', '--website', 'nowhere'], 'error: website needs'],
    [['venues', 'create', '--name', 'x', '--website', 'nowhere', '-n'], 'error: website needs'],
  ])('2 for %j', async (words, message) => {
    expect(await cal(words)).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining(message) })
  })

  it('an error as JSON where the output is: by -o json, CAL_OUTPUT or the configuration', async () => {
    const json = '{"error":{"code":"usage"'
    for (const words of [['tags', 'list', '--nope'], ['nope'], ['tags', 'list', '--per-page', 'x'], ['tags', 'get']]) {
      const env = { CAL_OUTPUT: 'ndjson' }
      expect((await cal([...words, '-o', 'json'])).stderr).toContain(json)
      expect((await cal(words, { env })).stderr).toContain(json)
      expect((await cal([...words, '-o', 'table'], { env })).stderr).toMatch(/^error: /)
    }
  })

  it.each(['--jq=.', '--template={{id}}'])('errors as text with %s alone, also those of single items', async (flag) => {
    const words = ['tags', 'get', '98', '99', flag]
    const stderrs = [await cal(words), await cal(words, { env: { CAL_OUTPUT: 'json' } })].map(({ stderr }) => stderr)
    expect(stderrs.map((text) => text.match(/^(error|\{"error")/gm))).toEqual([
      ['error', 'error'],
      ['{"error"', '{"error"'],
    ])
  })

  it.each([
    [401, 'rest_not_logged_in', 3],
    [403, 'rest_forbidden', 3],
    [404, 'rest_no_route', 4],
    [410, 'rest_already_trashed', 4],
    [400, 'rest_invalid_param', 5],
    [409, 'rest_conflict', 5],
    [500, 'internal', 8],
    [429, 'slow_down', 8],
    [503, 'busy', 8],
  ] as const)('what an answer of %i %s means: %i', async (status, code, exit) => {
    const service = await answered(status, code)
    expect(await service.cal('tags list --json')).toEqual({
      code: exit,
      stdout: '',
      stderr: expect.stringContaining(`"status":${status}`),
    })
  })

  it('5 if the service rejects a value, 6 if some of several failed', async () => {
    expect(await cal(['api', 'POST', '/venues', '--data', '{"venue":"x","website":"nowhere"}'])).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('website'),
    })
    expect(await cal('tags get late 999')).toMatchObject({ code: 6, stderr: expect.stringContaining('999') })
  })

  it('7 if the service is unreachable: no name, connection, TLS, or response in time', async () => {
    const silent = await fakeService(() => ({ body: { tags: [] } }))
    const over_tls = silent.api_root.replace('http:', 'https:')
    for (const root of ['http://127.0.0.1:9/wp-json/tribe/events/v1', over_tls])
      expect(await cal(['tags', 'create', '--name', 'x', '--api-root', root])).toMatchObject({ code: 7, stdout: '' })
    expect(
      await cal('tags create --name x --api-root http://no-such-host.invalid/wp-json/tribe/events/v1'),
    ).toMatchObject({ code: 7 })
    const { createServer } = await import('node:net')
    const mute = createServer(() => {}).listen(0, '127.0.0.1')
    await new Promise((resolve) => mute.once('listening', resolve))
    const { port } = mute.address() as { port: number }
    expect(
      await cal(`api POST /tags --timeout 0.3 --api-root http://127.0.0.1:${port}/wp-json/tribe/events/v1`),
    ).toMatchObject({ code: 7 })
    mute.close()
  })

  it('9 without confirmation, 10 for differences, 11 for an invalid configuration', async () => {
    await cal('tags create --name second')
    expect(await cal('tags delete late second')).toMatchObject({ code: 9 })
    writeFileSync(join(home.folder, 'more.yaml'), 'tags: [{ name: third }]\n')
    expect(await cal('diff -f more.yaml')).toMatchObject({ code: 0 })
    expect(await cal('diff -f more.yaml --exit-code')).toMatchObject({ code: 10 })
    expect(await cal('import more.yaml --dry-run --exit-code')).toMatchObject({ code: 10 })
    expect(await cal('tags list --profile none')).toMatchObject({ code: 11 })
    expect(await cal('tags list --api-root ftp://example.org')).toMatchObject({ code: 11 })
  })
})
