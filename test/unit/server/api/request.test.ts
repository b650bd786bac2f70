// Parsing requests: query, body in every format, headers.
import { describe, expect, it } from 'vitest'
import type { ApiRequest } from '../../../../src/base/exchange.ts'
import { parseRequest } from '../../../support/open-calendar.ts'

function sent(parts: Partial<ApiRequest> & { readonly type?: string }): ApiRequest {
  const { type, headers = {}, ...rest } = parts
  return {
    method: 'GET',
    path: '/events',
    query: '',
    ...rest,
    headers: { ...headers, ...(type !== undefined && { 'content-type': type }) },
  }
}

const form = 'application/x-www-form-urlencoded'
const post = (body: string, type?: string) =>
  parseRequest(sent({ method: 'POST', body, ...(type !== undefined && { type }) }))

describe('the query', () => {
  it.each([
    ['a=1&b=x%20y+z', { a: '1', b: 'x y z' }],
    ['a=1&a=2', { a: '2' }],
    ['a[]=1&a[]=2', { a: ['1', '2'] }],
    ['a%5B%5D=1&a%5B%5D=2', { a: ['1', '2'] }],
    ['a[0][b]=1&a[0][c]=2&a[1][b]=3', { a: [{ b: '1', c: '2' }, { b: '3' }] }],
    ['a[b]=1&a[c][]=2', { a: { b: '1', c: ['2'] } }],
    ['a=1&a[]=2', { a: ['2'] }],
    ['a[]=1&a=2', { a: '2' }],
    ['a[3]=x', { a: ['x'] }],
    ['a[b=1', { 'a[b': '1' }],
    ['a', { a: '' }],
    ['a=%zz&b=%e2%82%ac', { a: '%zz', b: '€' }],
    ['&&', {}],
  ])('reads %s', (query, values) => {
    expect(parseRequest(sent({ query })).query).toEqual(values)
  })

  it('cannot change a prototype', () => {
    const { query, given } = parseRequest(sent({ query: '__proto__[admin]=1&a[__proto__][admin]=1&constructor=2' }))
    expect(Object.keys(query)).toEqual(['a', 'constructor'])
    expect(Reflect.get(given, 'admin')).toBeUndefined()
  })

  it('is rejected with more than 5,000 values or 16 levels', () => {
    expect(parseRequest(sent({ query: 'a=1&'.repeat(5_001) })).error?.message).toBe(
      'a request may contain at most 5000 values',
    )
    expect(parseRequest(sent({ query: `a${'[b]'.repeat(16)}=1` })).error?.code).toBe('rest_nested_too_deep')
    expect(parseRequest(sent({ query: `a${'[b]'.repeat(15)}=1` })).error).toBeUndefined()
  })
})

describe('the body', () => {
  it.each(['application/json', 'Application/JSON; charset=utf-8', 'application/vnd.api+json'])(
    'is JSON as %s',
    (type) => {
      expect(post('{"a":[1,{"b":null}]}', type).body).toEqual({ a: [1, { b: null }] })
    },
  )

  it('has no values if it is a JSON list, null or empty', () => {
    expect(['[]', '[1]', 'null', '"a"', ''].map((text) => post(text, 'application/json').body)).toEqual([
      {},
      {},
      {},
      {},
      {},
    ])
    expect(post('', 'application/json').error).toBeUndefined()
  })

  it('is rejected with the position and the reason if its JSON is malformed', () => {
    const { error } = post('{"title":', 'application/json')
    expect(error?.code).toBe('rest_invalid_json')
    expect(error?.data).toEqual({ status: 400, json_error_code: 4, json_error_message: 'Syntax error' })
    expect(
      parseRequest(sent({ method: 'POST', type: 'application/json', body: Uint8Array.of(0x22, 0xff, 0x22) })).error
        ?.code,
    ).toBe('rest_invalid_json')
  })

  it('is rejected as JSON with more than 64 levels', () => {
    expect(post(`{"a":${'['.repeat(64)}${']'.repeat(64)}}`, 'application/json').error?.code).toBe(
      'rest_nested_too_deep',
    )
    expect(post(`{"a":${'['.repeat(63)}${']'.repeat(63)}}`, 'application/json').error).toBeUndefined()
    expect(post('['.repeat(500_000) + ']'.repeat(500_000), 'application/json').error?.code).toBe('rest_nested_too_deep')
  })

  it('is rejected as JSON with more than 5,000 values, not counting commas in strings', () => {
    expect(post(`{"a":[${'1,'.repeat(4_998)}1]}`, 'application/json').error).toBeUndefined()
    expect(post(`{"a":[${'1,'.repeat(4_999)}1]}`, 'application/json').error?.message).toBe(
      'a request may contain at most 5000 values',
    )
    expect(post(JSON.stringify({ a: '\\",[{'.repeat(10_000), b: '\\' }), 'application/json').error).toBeUndefined()
  })

  it('is rejected with names of more than 1,000 characters, as a form and as multipart', () => {
    const long = 'a'.repeat(1_001)
    expect(post(`${long}=1`, form).error?.message).toBe('the name of a value may have at most 1000 characters')
    expect(
      post(
        `--XB\r\nContent-Disposition: form-data; name="${long}"; filename="b"\r\n\r\n1\r\n--XB--`,
        'multipart/form-data; boundary=XB',
      ).error?.code,
    ).toBe('rest_name_too_long')
    expect(post(`${long.slice(1)}=1`, form).error).toBeUndefined()
  })

  it('is rejected as multipart with more than 5,000 parts', () => {
    const parts = (count: number) =>
      post(
        `${'--XB\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n'.repeat(count)}--XB--\r\n`,
        'multipart/form-data; boundary=XB',
      ).error?.code
    expect([parts(5_000), parts(5_001)]).toEqual([undefined, 'rest_too_many_values'])
  })

  it('cannot change a prototype as JSON', () => {
    const { given } = post('{"__proto__":{"admin":true},"a":{"\\u005f_proto__":{"admin":true}}}', 'application/json')
    expect(Object.keys(given)).toEqual(['a'])
    expect(Object.keys(given.a as object)).toEqual([])
  })

  it('can be a form', () => {
    expect(post('venue[venue]=City+Hall&organizer[]=3&organizer[]=4', form).body).toEqual({
      venue: { venue: 'City Hall' },
      organizer: ['3', '4'],
    })
  })

  it('can be multipart, of which only texts are read', () => {
    const part = (head: string, text: string) => `--XB\r\nContent-Disposition: form-data; ${head}\r\n\r\n${text}\r\n`
    const type = 'multipart/form-data; boundary=XB'
    expect(post(`${part('name="title"', 'Größe\r\nzwei')}${part('name="tags[]"', '1')}--XB--\r\n`, type).body).toEqual({
      title: 'Größe\r\nzwei',
      tags: ['1'],
    })
    expect(post(`${part('name="image"; filename="a.png"', 'x')}--XB--\r\n`, type).error?.message).toBe(
      'image is a file; file uploads are not supported',
    )
    expect(parseRequest(sent({ method: 'PUT', type, body: `${part('name="title"', 'x')}--XB--` })).body).toEqual({})
  })

  it('without a content type is a form with PUT and PATCH, and ignored with POST', () => {
    expect(parseRequest(sent({ method: 'PATCH', body: 'title=x' })).body).toEqual({ title: 'x' })
    expect(post('title=x').body).toEqual({})
    expect(post('{"title":"x"}', 'text/plain').body).toEqual({})
  })

  it('of a GET is read only as JSON', () => {
    expect(parseRequest(sent({ body: '{"per_page":1}', type: 'application/json' })).given).toEqual({ per_page: 1 })
    expect(parseRequest(sent({ body: 'per_page=1', type: form })).given).toEqual({})
  })
})

describe('precedence', () => {
  it('the body overrides the query, except null in the body', () => {
    const { given } = parseRequest(
      sent({ method: 'POST', query: 'a=1&b=2', type: 'application/json', body: '{"a":3,"b":null,"c":null}' }),
    )
    expect(given).toEqual({ a: 3, b: '2', c: null })
  })

  it.each([
    ['GET', '', {}, 'GET'],
    ['HEAD', '', {}, 'GET'],
    ['POST', '_method=delete', {}, 'DELETE'],
    ['GET', '_method=DELETE', {}, 'DELETE'],
    ['POST', '', { 'x-http-method-override': 'put' }, 'PUT'],
    ['POST', '_method=PATCH', { 'x-http-method-override': 'PUT' }, 'PATCH'],
    ['FOO', '', {}, 'FOO'],
  ])('%s %s %j means %4$s', (method, query, headers, meant) => {
    expect(parseRequest(sent({ method, query, headers })).method).toBe(meant)
  })

  it('the language is that of the query, then of the headers, then English', () => {
    const of = (query: string, header?: string) =>
      parseRequest(sent({ query, headers: header === undefined ? {} : { 'accept-language': header } })).language
    expect([of(''), of('', 'de-AT,de;q=0.9'), of('lang=en', 'de'), of('lang=de'), of('lang=fr', 'fr')]).toEqual([
      'en',
      'de',
      'en',
      'de',
      'en',
    ])
  })
})

describe('controls', () => {
  const controls = (query: string) => parseRequest(sent({ query })).controls

  it('are off by default', () => {
    expect(controls('')).toEqual({ envelope: false, pretty: false, headers_only: false })
  })

  it('accept fields as text or as a list', () => {
    expect(controls('_fields=id, venue.city,').fields).toEqual(['id', 'venue.city'])
    expect(controls('_fields[]=id&_fields[]=title').fields).toEqual(['id', 'title'])
  })

  it('include the envelope, indentation and JSONP', () => {
    expect(controls('_envelope&_pretty=1&_jsonp=a.b')).toEqual({
      envelope: true,
      pretty: true,
      jsonp: 'a.b',
      headers_only: false,
    })
    expect(parseRequest(sent({ query: '_jsonp=a-b' })).error?.code).toBe('rest_callback_invalid')
  })
})
