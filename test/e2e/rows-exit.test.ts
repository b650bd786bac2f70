// Every exit code of the built program, with its message.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { homeWith } from '../support/program.ts'
import { fakeService } from '../support/fake-service.ts'

const home = homeWith({ CAL_API_ROOT: 'file:./c.db' })
const { cal } = home
const answered = (status: number, code: string) =>
  fakeService(() => ({ status, headers: { 'retry-after': '0' }, body: { code, message: 'as it says' } }))

beforeAll(() => cal(['tags', 'create', '--name', 'late']))

/** Without a reader of this stream: the program starts when the reader has ended. */
const unread = (stream: 1 | 2, line: string) =>
  home.bash(`exec ${stream}> >(exec true); sleep 0.2; set +o pipefail; ${line}${stream === 1 ? '' : ' && echo done'}`)

describe('if the reader is gone', () => {
  it('of messages, the work and its output go on, and the exit code is that of the work', async () => {
    const row = 'title,start_date,end_date,colour,taste\nA\xe4,2027-03-01 10:00,2027-03-01 11:00,red,sweet\n'
    writeFileSync(join(home.folder, 'noted.csv'), Buffer.from(row, 'latin1'))
    const words = 'import noted.csv'
    expect((await unread(2, `cal ${words} --dry-run`)).stdout).toBe('+ create event "Aä" 2027-03-01 10:00:00\ndone\n')
    expect((await unread(2, `cal ${words} --yes --progress lines`)).stdout).toBe('done\n')
    expect((await cal(['events', 'list', '--any-date', '-o', 'ndjson', '--fields', 'title'])).stdout).toContain('Aä')
    expect(await unread(2, 'cal tags get late 999 --json')).toMatchObject({ code: 6 })
  })

  it('of data, everything is still written, and the exit code is that of the work', async () => {
    for (const name of ['first', 'second']) await cal(['tags', 'create', '--name', name])
    expect(await unread(1, 'cal tags delete first second 999 --yes -o ndjson')).toMatchObject({ code: 6 })
    expect((await cal(['tags', 'list', '--no-hide-empty', '-o', 'ids'])).stdout.split('\n')).toHaveLength(2)
    expect(await unread(1, 'cal tags update late --description new -o ndjson')).toMatchObject({ code: 0 })
  })
})

describe('a run ends with', () => {
  it('0 if it succeeded, found nothing, or the reader closed the pipe', async () => {
    expect(await cal(['tags', 'get', 'late'])).toMatchObject({ code: 0 })
    expect(await cal(['tags', 'list', '--search', 'nothing of the kind'])).toMatchObject({ code: 0, stdout: '' })
    const { code, stderr } = await home.bash('cal export | head -c 1')
    expect([code, stderr.replace(/^exported .*\n/m, '')]).toEqual([0, ''])
  })

  it.each([
    [['tags', 'list', '--per-page', 'x'], 'error: --per-page needs a whole number, not "x"'],
    [['tags', 'list', '--nope'], 'error: unknown flag --nope'],
    [['nope'], 'error: unknown command "nope"'],
    [['tags', 'create'], 'error: --name is missing'],
    [['validate', 'nofile.csv'], 'error: nofile.csv cannot be read: no such file'],
    [['tags', 'get'], 'error: TARGET is missing'],
  ])('2 for %j', async (words, message) => {
    expect(await cal(words)).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining(message) })
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
    expect(await service.cal(['tags', 'list', '--json'])).toEqual({
      code: exit,
      stdout: '',
      stderr: expect.stringContaining(`"status":${status}`),
    })
  })

  it('5 if the service rejects a value, 6 if some of several failed', async () => {
    expect(await cal(['venues', 'create', '--name', 'x', '--website', 'nowhere'])).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('website'),
    })
    expect(await cal(['tags', 'get', 'late', '999'])).toMatchObject({ code: 6, stderr: expect.stringContaining('999') })
  })

  it('7 if the service is unreachable: no name, connection, TLS, or response in time', async () => {
    const silent = await fakeService(() => ({ body: { tags: [] } }))
    const over_tls = silent.api_root.replace('http:', 'https:')
    for (const root of ['http://127.0.0.1:9/wp-json/tribe/events/v1', over_tls])
      expect(await cal(['tags', 'create', '--name', 'x', '--api-root', root])).toMatchObject({ code: 7, stdout: '' })
    expect(
      await cal(['tags', 'create', '--name', 'x', '--api-root', 'http://no-such-host.invalid/wp-json/tribe/events/v1']),
    ).toMatchObject({ code: 7 })
    const { createServer } = await import('node:net')
    const mute = createServer(() => {}).listen(0, '127.0.0.1')
    await new Promise((resolve) => mute.once('listening', resolve))
    const { port } = mute.address() as { port: number }
    expect(
      await cal([
        'api',
        'POST',
        '/tags',
        '--timeout',
        '0.3',
        '--api-root',
        `http://127.0.0.1:${port}/wp-json/tribe/events/v1`,
      ]),
    ).toMatchObject({ code: 7 })
    mute.close()
  })

  it('9 without confirmation, 10 for differences, 11 for an invalid configuration', async () => {
    await cal(['tags', 'create', '--name', 'second'])
    expect(await cal(['tags', 'delete', 'late', 'second'])).toMatchObject({ code: 9 })
    writeFileSync(join(home.folder, 'more.yaml'), 'tags: [{ name: third }]\n')
    expect(await cal(['diff', '-f', 'more.yaml'])).toMatchObject({ code: 0 })
    expect(await cal(['diff', '-f', 'more.yaml', '--exit-code'])).toMatchObject({ code: 10 })
    expect(await cal(['import', 'more.yaml', '--dry-run', '--exit-code'])).toMatchObject({ code: 10 })
    expect(await cal(['tags', 'list', '--profile', 'none'])).toMatchObject({ code: 11 })
    expect(await cal(['tags', 'list', '--api-root', 'ftp://example.org'])).toMatchObject({ code: 11 })
  })

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('what %s means: %i', async (signal, code) => {
    const service = await fakeService(() => ({ status: 503, headers: { 'retry-after': '60' }, body: '' }))
    const child = home.start(['tags', 'list'], { CAL_API_ROOT: service.api_root })
    while (service.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
    child.kill(signal)
    const { exitCode, stdout, stderr } = await child
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: code,
      stdout: '',
      stderr: `the server is unavailable (503): retrying in 60 s\nerror: ${signal === 'SIGINT' ? 'interrupted' : 'terminated'}\n`,
    })
  })

  it('the code of the command that serve runs', async () => {
    expect(await cal(['serve', '--', 'sh', '-c', 'exit 42'])).toMatchObject({ code: 42 })
  })
})
