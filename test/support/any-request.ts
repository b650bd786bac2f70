// Random requests from a seed: most are nearly valid, some are malformed.
import { seededRandom } from '../../src/base/seeded-random.ts'
import { resources } from '../../src/spec/resources.ts'

export interface AnyRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
}

const methods = [
  ...['GET', 'GET', 'GET', 'POST', 'POST', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'],
  ...['TRACE', 'PROPFIND', 'LOCK'],
]
const kinds = ['events', 'venues', 'organizers', 'categories', 'tags']
const below = [
  '',
  '',
  '/',
  '/4',
  '/5',
  '/12',
  '/0',
  '/-1',
  '/1e3',
  '/999999999999999999999',
  '/by-slug/a',
  '/by-slug/%00',
  '/by-slug/caf%C3%A9',
  '/by-slug/%zz',
  '/by-slug/..%2f..%2fetc%2fpasswd',
  '/by-slug/',
]
/** What the interface names, and what it does not: other fields, and the parameters of every route. */
const fields = [...namesOf('fields'), 'id', 'post_parent', 'geo_lat', 'geo_lng']
const filters = [
  ...namesOf('query'),
  ...['exclude', 'slug', 'parent', 'password', 'context', 'namespace', 'lang'],
  ...['_fields', '_envelope', '_jsonp', '_pretty', '_method', 'rest_route'],
]
const words = [
  '',
  ' ',
  '0',
  '1',
  '2',
  '4',
  '-1',
  '1.5',
  '1e9',
  '9007199254740993',
  'true',
  'false',
  'yes',
  'null',
  'publish',
  'draft',
  'trash',
  'any',
  'private',
  'future',
  'Jazz',
  'jazz,4',
  'a,b,,c',
  '2026-12-01',
  '2026-12-01 18:00:00',
  '2026-02-30',
  '9999-12-31 23:59:59',
  '0000-00-00',
  '-0001-01-01',
  '275760-09-13',
  'tomorrow',
  '+2 weeks',
  '+99999999999 days',
  '@99999999999999',
  '1796515200',
  '2027-03-01T10:00:00Z',
  '2027-03-01T10:00:00+25:00',
  'UTC',
  'UTC+2',
  'UTC-99',
  'Europe/Berlin',
  'Nope/Nope',
  'Factory',
  'name',
  'desc',
  'edit',
  'id,title,venue.city',
  '..',
  '../../etc/passwd',
  "'; DROP TABLE event; --",
  '%',
  '_',
  '\\',
  '"',
  '*',
  'NEAR(',
  'a" OR "b',
  '-',
  '--x',
  '<script>alert(1)</script>',
  '&amp;',
  '[gallery]',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\ufeff',
  '日本語',
  '🎉',
  'İ',
  'ﬁ',
  'é',
  'e\u0301',
  'http://127.0.0.1:1/x.png',
  'javascript:alert(1)',
  'file:///etc/passwd',
  '$5',
  '10 - 20',
  'Free',
  '10,50',
  '__proto__',
  'constructor',
  'toString',
  'DELETE',
  '/tribe/events/v1/events',
]
const types = [
  'application/json',
  'application/json',
  'application/json',
  'application/x-www-form-urlencoded',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=XB',
  'multipart/form-data',
  'multipart/form-data; boundary="',
  'text/plain',
  'application/vnd.api+json',
  'application/json; charset=utf-16',
  '',
  ';',
  'application/xml',
]

function namesOf(part: 'fields' | 'query'): readonly string[] {
  return [...new Set(Object.values(resources).flatMap((resource) => Object.keys(resource[part])))]
}

/** An endless sequence of requests, the same for the same seed. */
export function* anyRequests(seed: number): Generator<AnyRequest> {
  const dice = diceFrom(seed)
  for (;;) yield requestBy(dice)
}

interface Dice {
  chance(share: number): boolean
  upTo(count: number): number
  one<T>(list: readonly T[]): T
}

function diceFrom(seed: number): Dice {
  const next = seededRandom(seed)
  const upTo = (count: number) => Math.floor(next() * count)
  return { upTo, chance: (share) => next() < share, one: <T>(list: readonly T[]) => list[upTo(list.length)] as T }
}

/** Nine of ten are lists with filters, creations, updates, reads or deletions; the rest are arbitrary. */
function requestBy(dice: Dice): AnyRequest {
  if (dice.chance(0.1)) return chaosBy(dice)
  const kind = dice.one(kinds)
  const root = '/wp-json/tribe/events/v1'
  const item = `${root}/${kind}${dice.chance(0.8) ? `/${dice.upTo(200)}` : dice.one(below)}`
  return dice.one<() => AnyRequest>([
    () => ({ method: 'GET', path: `${root}/${kind}?${queryBy(dice)}`, headers: headersBy(dice), body: '' }),
    () => ({ method: 'GET', path: `${item}?${queryBy(dice)}`, headers: headersBy(dice), body: '' }),
    () => withData(dice, { method: 'POST', path: `${root}/${kind}`, start: required[kind] ?? {} }),
    () => withData(dice, { method: 'POST', path: `${root}/${kind}`, start: required[kind] ?? {} }),
    () => withData(dice, { method: dice.one(['POST', 'PUT', 'PATCH']), path: item, start: {} }),
    () => ({ method: dice.chance(0.2) ? 'DELETE' : 'GET', path: item, headers: headersBy(dice), body: '' }),
  ])()
}

const required: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  events: { title: 'Any', start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' },
  venues: { venue: 'Any' },
  organizers: { organizer: 'Any' },
  categories: { name: 'Any' },
  tags: { name: 'Any' },
}

function withData(
  dice: Dice,
  {
    method,
    path,
    start,
  }: { readonly method: string; readonly path: string; readonly start: Readonly<Record<string, string>> },
): AnyRequest {
  const named = 'name' in start ? { name: `Any ${dice.upTo(10_000)}` } : {}
  const odd = Array.from({ length: dice.upTo(4) }, () => [dice.one(fields), valueBy(dice, 3)] as const)
  const data = { ...start, ...named, ...Object.fromEntries(odd) }
  return {
    method,
    path,
    headers: { 'content-type': 'application/json', ...headersBy(dice) },
    body: JSON.stringify(data),
  }
}

function queryBy(dice: Dice): string {
  return Array.from({ length: dice.upTo(4) }, () => pairBy(dice, filters)).join('&')
}

function chaosBy(dice: Dice): AnyRequest {
  const type = dice.one(types)
  const method = dice.one(methods)
  const body = method === 'GET' && dice.chance(0.9) ? '' : bodyBy(dice, type)
  const query = dice.chance(0.6) ? queryBy(dice) : ''
  return {
    method,
    body,
    path: `${pathBy(dice)}${query === '' ? '' : `?${query}`}`,
    headers: { ...(type !== '' && { 'content-type': type }), ...headersBy(dice) },
  }
}

function pathBy(dice: Dice): string {
  if (dice.chance(0.03))
    return dice.one([
      '/',
      '/de/',
      '/index.php',
      '/wp-json',
      '/wp-json/',
      '/wp-json/wp/v2/posts',
      '/_cal/requests',
      '/_cal/snapshots/%2e%2e',
      '/../../etc/passwd',
      '/%2e%2e/%2e%2e/etc/passwd',
      `/${'a'.repeat(5_000)}`,
      '//',
      '/?rest_route=/tribe/events/v1/events',
    ])
  const root = dice.one([
    '/wp-json/tribe/events/v1',
    '/wp-json/tribe/events/v1',
    '/de/wp-json/tribe/events/v1',
    '/index.php/wp-json/tribe/events/v1',
  ])
  return `${root}${dice.chance(0.05) ? dice.one(['', '/', '/doc', '/nope', '//events', '/events/4/5']) : `/${dice.one(kinds)}${dice.one(below)}`}`
}

function headersBy(dice: Dice): Record<string, string> {
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
  return {
    ...(dice.chance(0.8) && {
      authorization: dice.chance(0.9)
        ? basic('admin:secret')
        : dice.one([
            basic('author:secret'),
            basic('admin:'),
            basic('nobody:x'),
            basic(':'),
            'Basic ====',
            'Bearer x',
            'Basic',
            basic('\u0000:\u0000'),
          ]),
    }),
    ...(dice.chance(0.05) && { 'x-http-method-override': dice.one(['PUT', 'DELETE', 'patch', 'FOO', '']) }),
    ...(dice.chance(0.1) && {
      'accept-language': dice.one(['de', 'de-DE,de;q=0.9', 'fr', '*', ',,,', 'x'.repeat(300)]),
    }),
    ...(dice.chance(0.05) && { origin: dice.one(['https://evil.example', 'null', '', 'http://127.0.0.1']) }),
    ...(dice.chance(0.02) && { host: dice.one(['evil.example', '[::1', '127.0.0.1:99999', 'localhost', '']) }),
    ...(dice.chance(0.02) && { expect: '100-continue' }),
  }
}

function bodyBy(dice: Dice, type: string): string | Uint8Array {
  if (dice.chance(0.03))
    return dice.one([
      '{',
      '[]',
      'null',
      '"x"',
      '['.repeat(2_000),
      '{"a":'.repeat(200),
      '{"title":"\ud800"}',
      '=&=&[]=',
      'a[b[c]]]=1',
      'a[]'.repeat(100),
      Uint8Array.of(0xff, 0xfe, 0, 1, 2),
    ])
  const names = Array.from({ length: dice.upTo(10) }, () => dice.one(fields))
  if (type.includes('json')) return JSON.stringify(Object.fromEntries(names.map((name) => [name, valueBy(dice, 3)])))
  if (type.startsWith('multipart'))
    return `${names.map((name) => `--XB\r\nContent-Disposition: form-data; name="${name}"${dice.chance(0.03) ? '; filename="x"' : ''}\r\n\r\n${dice.one(words)}\r\n`).join('')}${dice.chance(0.9) ? '--XB--\r\n' : ''}`
  return names.map(() => pairBy(dice, fields)).join('&')
}

function pairBy(dice: Dice, names: readonly string[]): string {
  const value = dice.chance(0.9)
    ? encodeURIComponent(wellFormed(dice.one(words)))
    : dice.one(['%zz', '%', '%ff%fe', '+', '&', '=', '%00'])
  return `${dice.one(names)}${dice.one(['', '', '', '[]', '[0]', '[a][b]', '[', ']'])}=${value}`
}

function valueBy(dice: Dice, levels: number): unknown {
  if (levels === 0 || dice.chance(0.6)) return dice.chance(0.02) ? dice.one(words).repeat(3_000) : dice.one(words)
  return dice.one<() => unknown>([
    () => dice.one([0, 1, -1, 4, 1.5, 1e308, -0, 2 ** 53, 1e21]),
    () => dice.one([true, false, null]),
    () => [],
    () => Array.from({ length: dice.upTo(4) }, () => valueBy(dice, levels - 1)),
    () =>
      Object.fromEntries(
        Array.from({ length: dice.upTo(4) }, () => [
          dice.one([...fields, '__proto__', 'constructor']),
          valueBy(dice, levels - 1),
        ]),
      ),
  ])()
}

function wellFormed(text: string): string {
  return Buffer.from(text).toString()
}
