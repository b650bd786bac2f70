// Building responses: headers, envelope, JSONP, indentation, selected fields, errors.
import { describe, expect, it } from 'vitest'
import { errorReply, pickedFields, type ResponseOptions, responseOf } from '../../../../src/server/api/respond.ts'
import { ApiError } from '../../../../src/server/domain/api-error.ts'
import { openTestCalendar } from '../../../support/open-calendar.ts'

const address = { base: 'http://calendar.example', root: 'wp-json', vendor: 'tribe' }
const controls = { envelope: false, pretty: false, headers_only: false }
const options: ResponseOptions = {
  controls,
  caller: undefined,
  allow: () => 'GET',
  settings: { address },
}
const answer = { status: 201, body: { id: 1 }, headers: { 'x-tec-total': '1' } }

describe('an answer', () => {
  it('has the headers of the interface', () => {
    expect(responseOf(answer, options)).toEqual({
      status: 201,
      body: '{"id":1}',
      headers: {
        'content-type': 'application/json; charset=UTF-8',
        'x-robots-tag': 'noindex',
        'x-content-type-options': 'nosniff',
        link: '<http://calendar.example/wp-json/>; rel="https://api.w.org/"',
        'access-control-expose-headers': 'X-WP-Total, X-WP-TotalPages, Link',
        'access-control-allow-headers': 'Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type',
        allow: 'GET',
        vary: 'Origin',
        'x-tec-total': '1',
      },
    })
  })

  it('is not cached for signed-in callers', () => {
    const { headers } = responseOf(answer, { ...options, caller: { id: 1, login: 'admin', role: 'administrator' } })
    expect(headers).toMatchObject({
      expires: 'Wed, 11 Jan 1984 05:00:00 GMT',
      'cache-control': 'no-cache, must-revalidate, max-age=0, no-store, private',
    })
  })

  it('has no headers for pages of other origins', () => {
    const { headers } = responseOf(answer, options)
    expect(headers).toMatchObject({ vary: 'Origin' })
    expect(headers).not.toHaveProperty('access-control-allow-origin')
    expect(headers).not.toHaveProperty('access-control-allow-credentials')
  })

  it('has its status and headers in the envelope', () => {
    const { status, body } = responseOf(answer, { ...options, controls: { ...controls, envelope: true } })
    expect(status).toBe(200)
    expect(JSON.parse(body)).toMatchObject({
      body: { id: 1 },
      status: 201,
      headers: { allow: 'GET', 'x-tec-total': '1' },
    })
  })

  it('is the argument of the function named by _jsonp', () => {
    const { body, headers } = responseOf(answer, {
      ...options,
      controls: { ...controls, jsonp: 'show.it' },
    })
    expect(body).toBe('/**/show.it({"id":1})')
    expect(headers['content-type']).toBe('application/javascript; charset=UTF-8')
  })

  it('is indented with _pretty', () => {
    expect(responseOf(answer, { ...options, controls: { ...controls, pretty: true } }).body).toBe('{\n    "id": 1\n}')
  })

  it('has no body for HEAD', () => {
    expect(responseOf(answer, { ...options, controls: { ...controls, headers_only: true } })).toMatchObject({
      status: 201,
      body: '',
      headers: { 'x-tec-total': '1' },
    })
  })

  it('contains every key of an error, whatever _fields selects', () => {
    const error = { status: 404, body: { code: 'rest_no_route', message: '…', data: { status: 404 } } }
    expect(JSON.parse(responseOf(error, { ...options, controls: { ...controls, fields: ['id'] } }).body)).toEqual(
      error.body,
    )
  })
})

describe('_fields', () => {
  const body = { id: 7, title: 'Jazz', venue: { city: 'Graz', zip: '8010' }, organizer: [{ id: 1 }] }

  it.each([
    [['id', 'title'], { id: 7, title: 'Jazz' }],
    [['venue.city'], { venue: { city: 'Graz' } }],
    [['venue.city', 'venue'], { venue: { city: 'Graz', zip: '8010' } }],
    [['organizer.id', 'id'], { id: 7, organizer: [] }],
    [['organizer'], { organizer: [{ id: 1 }] }],
    [['nope'], []],
    [['title.x'], []],
  ])('%j', (fields, left) => {
    expect(pickedFields(body, fields)).toEqual(left)
  })
})

describe('an error after which the caller has to wait', () => {
  const error = new ApiError('rest_too_many_sign_ins', { values: { seconds: '7' }, data: { retry_after: 7 } })

  it('names the seconds in Retry-After and in the data', () => {
    const { status, headers, body } = errorReply(error, 'de')
    expect([status, headers['retry-after'], JSON.parse(body)]).toEqual([
      429,
      '7',
      {
        code: 'rest_too_many_sign_ins',
        message: 'zu viele falsche Passwörter; in 7 s erneut versuchen',
        data: { status: 429, retry_after: 7 },
      },
    ])
  })

  it('has Retry-After and the usual headers when authentication throws it', async () => {
    const calendar = await openTestCalendar(':memory:', {
      now: () => 0,
      authenticate: () => () => Promise.reject(error),
    })
    const { status, headers } = await calendar.exchange({ method: 'GET', path: '/events', query: '', headers: {} })
    expect([status, headers['retry-after'], headers['x-robots-tag']]).toEqual([429, '7', 'noindex'])
  })

  it('is the only one with Retry-After', () => {
    expect(errorReply(new ApiError('rest_forbidden'), 'en').headers).not.toHaveProperty('retry-after')
  })
})
