// For any response of a server, the program exits with a message and a documented code, and does not control the
// terminal.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cal } from '../support/runtime.ts'
import { is_nightly } from '../support/extent.ts'

let answer: { readonly status: number; readonly body: Uint8Array; readonly headers: Readonly<Record<string, string>> }
const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => response.writeHead(answer.status, answer.headers).end(answer.body))
})
let api_root = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  api_root = `http://127.0.0.1:${(server.address() as AddressInfo).port}/wp-json/tribe/events/v1`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const lines = [
  ['events', 'list'],
  ['events', 'list', '--all'],
  ['events', 'list', '-o', 'csv'],
  ['venues', 'list', '-o', 'ndjson'],
  ['tags', 'list', '-o', 'ids'],
  ['events', 'list', '-o', 'ics'],
  ['events', 'list', '-o', 'md'],
  ['venues', 'list', '-o', 'yaml'],
  ['tags', 'list', '-o', 'tsv', '--sort', 'name'],
  ['events', 'list', '--template', '{{id}} {{title}}', '--debug'],
  ['events', 'get', '12'],
  ['events', 'get', '12', '13', '-o', 'json'],
  ['tags', 'get', 'jazz'],
  ['organizers', 'get', 'x', '--fields', 'a.b,id'],
  ['events', 'update', '12', '--title', 'x'],
  ['venues', 'update', '12', '--city', 'x', '--porcelain'],
  ['venues', 'create', '--name', 'x'],
  ['tags', 'create', '--name', 'x', '-o', 'table'],
  ['events', 'delete', '12'],
  ['events', 'delete', '12', '13', '--yes', '-o', 'json'],
  ['categories', 'tree'],
  ['export', 'events', '--format', 'ics'],
  ['export', 'venues'],
  ['export', 'tags', '--format', 'csv'],
  ['index'],
  ['doc', '--fields', 'a.b'],
  ['api', 'GET', '/x'],
  ['api', 'DELETE', '/x', '--yes', '-o', 'json'],
]

// biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be in the output.
const steering = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/

const nasty = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '\u001b]0;owned\u0007',
    '\u009b2J',
    '\u202egnp.exe',
    '&#27;[2J',
    '&#x9b;',
    '<p>&#8238;</p>',
    '\r',
    '__proto__',
    'constructor',
  ),
)
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    nasty,
    fc.double(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('any'), { maxLength: 4 }),
    fc.dictionary(nasty, tie('any'), { maxKeys: 4 }),
  ),
})).any
const key = fc.constantFrom(
  'id',
  'title',
  'venue',
  'organizer',
  'name',
  'slug',
  'count',
  'parent',
  'timezone',
  'cost',
  'cost_details',
  'image',
  'status',
  'start_date',
  'website',
  'url',
  'code',
  'message',
  'data',
  'errors',
  'total',
  'total_pages',
  'rest_url',
  'params',
)
const record = fc.dictionary(fc.oneof(key, nasty), value, { maxKeys: 8 })
const list = fc.tuple(fc.array(fc.oneof(record, value), { maxLength: 5 }), record).map(([items, rest]) => ({
  ...rest,
  events: items,
  venues: items,
  organizers: items,
  categories: items,
  tags: items,
}))
const text = (json: unknown) => new TextEncoder().encode(JSON.stringify(json))
const body = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  value.map(text),
  record.map(text),
  list.map(text),
  fc
    .integer({ min: 1, max: 60_000 })
    .map((depth) => new TextEncoder().encode(`${'['.repeat(depth)}${']'.repeat(depth)}`)),
  record.map((error) => text({ code: 'x', message: error.message, data: { params: error, status: 400 }, ...error })),
)
const status = fc.oneof(
  fc.constant(200),
  fc.constantFrom(200, 201, 204, 301, 304, 400, 401, 403, 404, 410, 418, 429, 500, 503),
)
const headers = fc.constantFrom<Readonly<Record<string, string>>>(
  {},
  { 'content-type': 'text/html; \u00e9' },
  { 'retry-after': 'x', 'x-tec-total': '-1', 'x-tec-totalpages': '9e99' },
)

describe('any response', () => {
  it('neither crashes the program nor controls the terminal', async () => {
    await fc.assert(
      fc.asyncProperty(fc.record({ status, body, headers }), fc.constantFrom(...lines), async (given, line) => {
        answer = given
        const { stdout, stderr, code } = await cal(
          [...line, '--api-root', api_root, '--timeout', '120', '--no-input'],
          {
            terminal: true,
            env: { NO_COLOR: '1' },
          },
        )
        expect(stdout.replaceAll('\r\n', '\n')).not.toMatch(steering)
        expect(stderr).not.toMatch(steering)
        expect([0, 2, 3, 4, 5, 6, 8], stderr).toContain(code)
        if (code !== 0) expect(stderr).toMatch(/^(error: |\{"error":)/m)
      }),
      { numRuns: is_nightly ? 600 : 120 },
    )
  })
})
