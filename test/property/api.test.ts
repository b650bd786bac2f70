// Random requests get responses that match the service's description, and never a 500 in
// standard mode.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiRequest } from '../../src/base/exchange.ts'
import { parsedJson } from '../../src/base/json.ts'
import { type Operation, allOperations } from '../../src/spec/operations.ts'
import { roles } from '../../src/server/domain/records.ts'
import { type OpenedCalendar, openCalendar } from '../../src/server/service/service.ts'
import { deviations, promisedSchema } from '../contract/described.ts'
import { is_nightly } from '../support/extent.ts'
import { authenticate, plain_options, users_by_role } from '../support/open-calendar.ts'

const address = { base: 'http://calendar.example', root: 'wp-json', vendor: 'tribe' }
let calendar: OpenedCalendar
let document: unknown

beforeAll(async () => {
  calendar = await openCalendar({
    ...plain_options,
    file: ':memory:',
    address,
    timezone: 'America/New_York',
    authenticate,
  })
  await calendar.users.put(users_by_role)
  document = parsedJson((await calendar.exchange({ method: 'GET', path: '/doc', query: '', headers: {} })).body)
})
afterAll(() => calendar.close())

/** Valid values of fields, and some invalid ones. */
const value = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      '',
      '0',
      '1',
      '4',
      '5',
      '-1',
      'true',
      'no',
      'publish',
      'draft',
      'trash',
      'tomorrow 9am',
      '2027-03-01',
      '2027-13-40',
      '1970-01-01',
      '+2 weeks',
      'UTC+99',
      'asc',
      'count',
      'https://a.example/x.jpg',
      'Ünï',
      '%00',
      "'; --",
      '1,2,x',
      '<b>x</b>',
    ),
  },
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 3 }),
  fc.array(fc.oneof(fc.integer({ min: 0, max: 30 }), fc.string())),
  fc.record({ id: fc.oneof(fc.integer({ min: 0, max: 30 }), fc.string()) }),
  fc.record({ venue: fc.string(), organizer: fc.string(), website: fc.string() }),
)

const request = fc.constantFrom(...allOperations()).chain((operation) =>
  fc.record({
    operation: fc.constant(operation),
    method: fc.constantFrom(...operation.methods),
    key: fc.oneof(
      fc.integer({ min: 0, max: 40 }).map(String),
      fc.constantFrom('abend', 'a-2', '%E6', '999999999999999999999'),
    ),
    as: fc.constantFrom('', ...roles),
    given: givenFor(operation),
    asQuery: fc.boolean(),
  }),
)

function givenFor({ parameters }: Operation) {
  const likely = {
    title: fc.constant('Abend'),
    start_date: fc.constant('2027-03-01 10:00'),
    end_date: fc.constant('2027-03-01 11:00'),
    venue: value,
    organizer: value,
    name: fc.string(),
  }
  const rows = Object.fromEntries(
    Object.keys(parameters).map((name) => [
      name,
      name in likely ? fc.oneof(likely[name as keyof typeof likely], value) : value,
    ]),
  )
  const anything = fc.record(
    { ...rows, id: value, slug: value, password: value, parent: value, context: value },
    { requiredKeys: [] },
  )
  const plain = {
    title: fc.constant('Abend'),
    start_date: fc.constant('2027-03-01 10:00'),
    end_date: fc.constant('2027-03-01 11:00'),
    venue: fc.constant('Saal'),
    organizer: fc.constant('Chor'),
    name: fc.constantFrom('a', 'b'),
  }
  // With every field random hardly one in a thousand would succeed.
  const meant = fc.record(Object.fromEntries(Object.entries(plain).filter(([name]) => name in parameters)))
  return fc.oneof({ weight: 4, arbitrary: anything }, { weight: 1, arbitrary: meant })
}

type Drawn = typeof request extends fc.Arbitrary<infer T> ? T : never

function travelling({ operation, method, key, as, given, asQuery }: Drawn): ApiRequest {
  const path = operation.path.replace(/<(id|slug)>/, (_, name) => (name === 'id' ? key.replace(/\D/g, '') || '4' : key))
  const query = asQuery
    ? Object.entries(given)
        .map(([name, item]) => `${name}=${encodeURIComponent(typeof item === 'string' ? item : JSON.stringify(item))}`)
        .join('&')
    : ''
  return {
    method,
    path,
    query,
    headers: { as, 'content-type': 'application/json' },
    ...(!asQuery && { body: JSON.stringify(given) }),
  }
}

describe('any request', () => {
  it('gets a response that matches the description, with a status below 500, and many succeed', async () => {
    const statuses = new Set<number>()
    await fc.assert(
      fc.asyncProperty(request, async (drawn) => {
        const sent = travelling(drawn)
        const { status, body } = await calendar.exchange(sent)
        expect(status, `${JSON.stringify(sent)} ${body.slice(0, 300)}`).toBeLessThan(500)
        statuses.add(status)
        const path = drawn.operation.path.replace('<', '{').replace('>', '}')
        expect(
          deviations(parsedJson(body), promisedSchema(document, { path, method: drawn.method, status }), document),
          JSON.stringify(sent),
        ).toEqual([])
      }),
      { numRuns: is_nightly ? 1_000 : 300 },
    )
    expect([...statuses]).toEqual(expect.arrayContaining([200, 201, 400, 401, 404]))
  })
})
