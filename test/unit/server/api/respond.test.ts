// How an answer is written: headers, envelope, function call, pretty print.
import { describe, expect, it } from 'vitest'
import type { ApiRequest } from '../../../../src/base/exchange.ts'
import { type ResponseOptions, responseOf } from '../../../../src/server/api/respond.ts'

const request: ApiRequest = { method: 'GET', path: '/events', query: '', headers: {} }
const manner: ResponseOptions = {
  request,
  controls: { envelope: false, pretty: false },
  caller: undefined,
  allow: 'GET',
  settings: { place: { base: 'http://calendar.example', root: 'wp-json', vendor: 'tribe' } },
}
const answer = { status: 201, body: { id: 1 }, headers: { 'x-tec-total': '1' } }

describe('an answer', () => {
  it('has the headers of the interface', () => {
    expect(responseOf(answer, manner)).toEqual({
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

  it('is kept nowhere when somebody is signed in', () => {
    const { headers } = responseOf(answer, { ...manner, caller: { id: 1, login: 'admin', role: 'administrator' } })
    expect(headers).toMatchObject({
      expires: 'Wed, 11 Jan 1984 05:00:00 GMT',
      'cache-control': 'no-cache, must-revalidate, max-age=0, no-store, private',
    })
  })

  it('offers nothing to other origins by itself', () => {
    const { headers } = responseOf(answer, {
      ...manner,
      request: { ...request, headers: { origin: 'https://other.example' } },
    })
    expect(headers).toMatchObject({ vary: 'Origin' })
    expect(headers).not.toHaveProperty('access-control-allow-origin')
    expect(headers).not.toHaveProperty('access-control-allow-credentials')
  })

  it('lies in an envelope with its status and headers', () => {
    const { status, body } = responseOf(answer, { ...manner, controls: { envelope: true, pretty: false } })
    expect(status).toBe(200)
    expect(JSON.parse(body)).toMatchObject({
      body: { id: 1 },
      status: 201,
      headers: { allow: 'GET', 'x-tec-total': '1' },
    })
  })

  it('is an argument where a function is named', () => {
    const { body, headers } = responseOf(answer, {
      ...manner,
      controls: { envelope: false, pretty: false, jsonp: 'show.it' },
    })
    expect(body).toBe('/**/show.it({"id":1})')
    expect(headers['content-type']).toBe('application/javascript; charset=UTF-8')
  })

  it('is broken into lines on demand', () => {
    expect(responseOf(answer, { ...manner, controls: { envelope: false, pretty: true } }).body).toBe(
      '{\n    "id": 1\n}',
    )
  })

  it('has no body for HEAD', () => {
    expect(responseOf(answer, { ...manner, request: { ...request, method: 'HEAD' } })).toMatchObject({
      status: 201,
      body: '',
      headers: { 'x-tec-total': '1' },
    })
  })

  it('shows an error whole, whatever fields are asked for', () => {
    const refusal = { status: 404, body: { code: 'rest_no_route', message: '…', data: { status: 404 } } }
    expect(
      JSON.parse(responseOf(refusal, { ...manner, controls: { envelope: false, pretty: false, fields: ['id'] } }).body),
    ).toEqual(refusal.body)
  })
})
