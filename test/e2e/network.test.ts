// The built program over HTTP: authentication, rejected requests, and interruption.
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { homeWith } from '../support/program.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'

const home = homeWith({})
let served: ServerProcess
let api_root = ''

beforeAll(async () => {
  const users = join(home.folder, 'users.json')
  writeFileSync(
    users,
    JSON.stringify([
      { id: 1, login: 'ada', password: 'abcd efgh', role: 'administrator' },
      { id: 2, login: 'sue', password: 'ijkl', role: 'subscriber' },
    ]),
  )
  served = await startServer('--data', ':memory:', '--users', users)
  api_root = served.api_root
})
afterAll(() => served.stop())

const as = (user: string, token: string) => homeWith({ CAL_API_ROOT: api_root, CAL_USER: user, CAL_TOKEN: token })

describe('over HTTP', () => {
  it('administrators can write, and anonymous callers can read', async () => {
    const { cal } = as('ada', 'abcd efgh')
    expect(await cal(['venues', 'create', '--name', 'Hall', '--city', 'Köln'])).toEqual({
      stdout: '',
      stderr: expect.stringMatching(
        /^Created venue 4 "Hall" · Köln · http:\/\/127.0.0.1:\d+\/venue\/hall\/ · as ada\nto undo: cal history undo \S+\n$/,
      ),
      code: 0,
    })
    expect(await cal(['venues', 'update', 'hall', '--phone', '1', '--porcelain'])).toEqual({
      stdout: '4\n',
      stderr: '',
      code: 0,
    })
    const visitor = homeWith({ CAL_API_ROOT: api_root })
    expect(await visitor.cal(['venue', 'show', 'hall', '--json', '--fields', 'id,city,phone'])).toEqual({
      stdout: '{\n  "id": 4,\n  "city": "Köln",\n  "phone": "1"\n}\n',
      stderr: '',
      code: 0,
    })
  })

  it('other callers cannot write: exit 3', async () => {
    for (const { cal } of [as('ada', 'wrong'), as('sue', 'ijkl'), homeWith({ CAL_API_ROOT: api_root })]) {
      const { stdout, stderr, code } = await cal(['tags', 'create', '--name', 'x', '-o', 'json'])
      expect([stdout, code]).toEqual(['', 3])
      expect(JSON.parse(stderr)).toMatchObject({
        error: { code: 'not_allowed', exit: 3, hint: expect.stringContaining('cal login') },
      })
    }
  })

  it('values rejected by the service are exit 5, with its reasons', async () => {
    const { stderr, code } = await as('ada', 'abcd efgh').cal([
      'events',
      'create',
      '--title',
      'x',
      '--start-date',
      '2027-03-02',
      '--end-date',
      '2027-03-01',
      '--json',
    ])
    expect(code).toBe(5)
    expect(JSON.parse(stderr).error).toMatchObject({
      code: 'refused',
      status: 400,
      remote_code: 'rest_invalid_param',
      fields: { end_date: expect.any(String) },
    })
  })

  it('`cal api` sends any request', async () => {
    const { cal } = as('ada', 'abcd efgh')
    expect(JSON.parse((await cal(['api', 'post', 'tags', '--data', '{"name":"red"}'])).stdout)).toMatchObject({
      name: 'red',
      slug: 'red',
    })
    expect(
      JSON.parse(
        (await cal(['api', 'GET', '/tags', '--param', 'hide_empty=false', '--param', '_fields=total'])).stdout,
      ),
    ).toEqual({ total: 1 })
    expect(JSON.parse((await cal(['api', 'HEAD', '/tags'])).stdout)).toMatchObject({
      status: 200,
      headers: { 'x-tec-total': '0' },
    })
    expect(JSON.parse((await cal(['doc', '--fields', 'openapi'])).stdout)).toEqual({
      openapi: expect.stringMatching(/^3\./),
    })
  })

  it('an unreachable address is named in the error', async () => {
    const { stderr, code } = await homeWith({ CAL_API_ROOT: `${new URL(api_root).origin}/nothing` }).cal([
      'tags',
      'list',
    ])
    expect(code).toBe(4)
    expect(stderr).toContain('hint: check the api root; cal init URL finds the interface of a site\n')
  })
})

describe('an interruption', () => {
  it.each([
    ['SIGINT', 130, 'error: interrupted\n'],
    ['SIGTERM', 143, 'error: terminated\n'],
  ] as const)('by %s ends a request at once', async (signal, code, words) => {
    const silent = createServer(() => running.kill(signal))
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const running = home.start([
      'events',
      'list',
      '--api-root',
      `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
    ])
    const { exitCode, stderr, stdout } = await running
    silent.closeAllConnections()
    silent.close()
    expect([exitCode, stderr, stdout]).toEqual([code, words, ''])
  })
})

describe('the name calctl', () => {
  it('is used in its messages', async () => {
    expect(await home.bash('calctl evnts')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'error: unknown command "evnts"\nhint: did you mean calctl events?\n',
    })
  })
})
