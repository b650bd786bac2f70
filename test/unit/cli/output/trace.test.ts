import { describe, expect, it } from 'vitest'
import { curlOf, traced } from '../../../../src/cli/output/trace.ts'
import { json, recording } from '../../../support/recording.ts'

const canary = 'canary-7f3a'
const api_root = 'https://x.example/wp-json/tribe/events/v1'

async function written(
  body: string | undefined,
  answer = json(200, { id: 1, password: canary, nested: [{ token: canary }] }, { 'set-cookie': canary }),
) {
  const texts: string[] = []
  const trace = {
    api_root,
    credentials: { kind: 'basic', user: 'anna', password: canary } as const,
    program: 'cal',
    show_request: true,
    debug: true,
    write: async (text: string) => void texts.push(text),
    now: () => 0,
  }
  const exchange = traced(recording(answer).exchange, trace)
  await exchange({
    method: 'POST',
    path: '/events/1',
    query: `password=${canary}&p%61ssword=${canary}&x=1`,
    headers: { 'content-type': 'application/json', authorization: canary },
    ...(body === undefined ? {} : { body }),
  })
  return texts.join('')
}

describe('an address in a trace', () => {
  it('extends the query of an api root that has one', () => {
    const get = { method: 'GET', path: '/events', query: 'page=1', headers: {} }
    expect(
      curlOf(get, {
        program: 'cal',
        api_root: 'https://x.example/index.php?rest_route=/tribe/events/v1',
        credentials: { kind: 'none' },
      }),
    ).toBe("curl 'https://x.example/index.php?rest_route=/tribe/events/v1/events&page=1'")
    expect(curlOf(get, { program: 'cal', api_root: `${api_root}/`, credentials: { kind: 'none' } })).toBe(
      `curl '${api_root}/events?page=1'`,
    )
  })
})

describe('traced', () => {
  it('shows requests and responses without credentials', async () => {
    const text = await written(JSON.stringify({ title: "it's", password: canary }))
    expect(text).not.toContain(canary)
    expect(text).toContain('> POST https://x.example/wp-json/tribe/events/v1/events/1?password=[redacted]')
    expect(text).toContain('> authorization: [redacted]')
    expect(text).toContain('< 200 (0 ms)')
    expect(text).toContain('{"title":"it\'s","password":"[redacted]"}')
  })

  it('shows no control characters', async () =>
    expect(await written(undefined, { status: 200, headers: {}, body: 'a\u001b[2Jb' })).toContain('a\\u{1b}[2Jb'))
})

describe('curlOf', () => {
  const request = {
    method: 'PUT',
    path: '/events/1',
    query: 'a=1',
    headers: { 'content-type': 'application/json', accept: 'x' },
    body: '{"title":"it\'s"}',
  }

  it('refers to the password by a shell variable', () =>
    expect(
      curlOf(request, { program: 'cal', api_root, credentials: { kind: 'basic', user: 'anna', password: canary } }),
    ).toBe(
      `curl -X PUT -u "$CAL_USER:$CAL_TOKEN" -H 'content-type: application/json' -d '{"title":"it'\\''s"}' '${api_root}/events/1?a=1'`,
    ))

  it('supports the other kinds of credentials, and database files', () => {
    expect(
      curlOf(
        { ...request, method: 'GET' },
        { program: 'cal', api_root, credentials: { kind: 'bearer', token: canary } },
      ),
    ).toContain('curl -H "Authorization: Bearer $CAL_TOKEN"')
    expect(curlOf(request, { program: 'cal', api_root: 'file:./x.db', credentials: { kind: 'none' } })).toBe(
      `cal api PUT '/events/1?a=1' --data '{"title":"it'\\''s"}' --api-root file:./x.db`,
    )
    expect(
      curlOf(
        { ...request, method: 'GET' },
        { program: 'calctl', api_root: 'file:./my x.db', credentials: { kind: 'none' } },
      ),
    ).toMatch(/^calctl api .* --api-root 'file:.\/my x.db'$/)
  })
})
