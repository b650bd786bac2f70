// Credentials: a canary secret must not appear in any output or be sent to another origin.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { localHome } from '../support/home.ts'
import { fakeService } from '../support/fake-service.ts'

const canary = 'canary-51d0-7f3a'
const forms = [canary, btoa(`ada:${canary}`), encodeURIComponent(canary)]
const silent = (text: string) => {
  for (const form of forms) expect(text).not.toContain(form)
}
const lists = { tags: [], events: [], total: 0, total_pages: 0 }

describe('a secret', () => {
  it.each([
    ['basic', { CAL_USER: 'ada', CAL_TOKEN: canary }],
    ['bearer', { CAL_TOKEN: canary }],
  ] as const)('given as %s is in no trace, curl line, error or report of a signed-in session', async (_, env) => {
    let signed = 0
    const service = await fakeService(({ headers, method }) => {
      signed += headers.authorization === undefined ? 0 : 1
      const cookie = { 'set-cookie': `session=${canary}` }
      return method === 'GET'
        ? { headers: cookie, body: { ...lists, token: canary } }
        : {
            status: 400,
            headers: cookie,
            body: {
              code: 'rest_invalid_param',
              message: `no ${headers.authorization}`,
              data: { status: 400, params: { name: 'no' } },
            },
          }
    }, env)
    for (const words of [
      ['tags', 'list'],
      ['tags', 'create', '--name', 'x'],
      ['tags', 'create', '--name', 'x', '-o', 'json'],
      ['tags', 'create', '--name', 'x', '-n'],
      [
        'events',
        'create',
        '--title',
        'x',
        '--start-date',
        '2027-01-01',
        '--end-date',
        '2027-01-01',
        '--data',
        `{"password":"${canary}"}`,
      ],
    ]) {
      const { stdout, stderr } = await service.cal([...words, '--debug', '--show-request'])
      expect(stdout + stderr).not.toBe('')
      silent(stdout + stderr)
    }
    for (const words of [['doctor'], ['config', 'list'], ['config', 'path'], ['profile', 'list']])
      silent(JSON.stringify(await service.cal([...words, '-o', 'json', '--debug'])))
    expect((await service.cal('tags list --show-request')).stderr).toContain('$CAL_TOKEN')
    expect(signed).toBeGreaterThan(3)
  })

  it('is not in the journal of a run', async () => {
    const service = await fakeService(
      ({ method }) => (method === 'POST' ? { status: 201, body: { id: 1, name: 'a', slug: 'a' } } : { body: lists }),
      { CAL_TOKEN: canary, CAL_STATE_DIR: 'state' },
    )
    writeFileSync(join(service.folder, 'tags.json'), '{"tags":[{"name":"a"}]}')
    await service.cal('import tags.json')
    const files = readdirSync(join(service.folder, 'state'), { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    )
    expect(files.length).toBeGreaterThan(0)
    for (const file of files) silent(readFileSync(join(file.parentPath, file.name), 'utf8'))
  })

  it('is sent neither to an origin from a project file nor to the target of a redirect', async () => {
    const heard: string[] = []
    const foreign = await fakeService(({ headers }) => {
      heard.push(JSON.stringify(headers))
      return { body: lists }
    })
    const cloned = localHome({ CAL_TOKEN: canary, CAL_USER: 'ada' })
    writeFileSync(join(cloned.folder, '.calrc'), `api_root: ${foreign.api_root}\n`)
    expect((await cloned.cal('tags list')).stderr).toContain('credentials were not sent')
    expect(heard).toHaveLength(1)
    let location = `${foreign.api_root}/tags`
    const moved = await fakeService(() => ({ status: 302, headers: { location }, body: '' }), { CAL_TOKEN: canary })
    const hint = 'to find the interface of this site: cal init http://'
    expect((await moved.cal('tags list')).stderr).toContain(hint)
    expect((await moved.cal('doctor -o json')).stdout).toContain(hint)
    for (location of ['http://[bad', 'mailto:a@b'])
      expect((await moved.cal('tags list')).stderr).toBe(`error: the server redirects to ${location} (302)\n`)
    for (const headers of heard) silent(headers)
    expect(heard.join()).not.toContain('authorization')
  })

  it('is not sent over plain HTTP to another machine, nor accepted in flags or URLs', async () => {
    const home = localHome({ CAL_TOKEN: canary, CAL_API_ROOT: 'http://calendar.invalid/wp-json/tribe/events/v1' })
    const refused = await home.cal('tags list')
    expect(refused).toMatchObject({ code: 11, stderr: expect.stringContaining('--insecure-http') })
    silent(refused.stderr)
    for (const flag of ['--token', '--password', '--secret'])
      expect(await home.cal(['login', flag, canary])).toMatchObject({ code: 2 })
    const inside = await home.cal(
      `tags list --debug --api-root http://ada:${canary}@127.0.0.1:9/wp-json/tribe/events/v1`,
    )
    expect(inside).toMatchObject({
      code: 11,
      stderr: expect.stringContaining('an api root must not contain credentials'),
    })
    silent(inside.stderr)
  })
})
