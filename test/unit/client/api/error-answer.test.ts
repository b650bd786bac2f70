// Error responses as errors with code, message and hint.
import type { Json } from '../../../../src/base/json.ts'
import { describe, expect, it } from 'vitest'
import { answerOf, errorOfAnswer, recordsOfList, recordOf } from '../../../../src/client/api/call.ts'
import { json } from '../../../support/recording.ts'

describe('errorOfAnswer', () => {
  const params = (fields: object) => ({
    code: 'rest_invalid_param',
    message: 'x',
    data: { status: 400, params: fields, details: [] },
  })
  const rows: readonly (readonly [string, number, unknown, string])[] = [
    ['a 404', 404, { code: 'rest-event-not-found' }, 'not_found'],
    ['a 404 without a code', 404, {}, 'server_failed'],
    ['a 404 of an unknown route', 404, { code: 'rest_no_route' }, 'server_failed'],
    ['a 404 of a gateway', 404, { code: 'not_found' }, 'server_failed'],
    ['a 410 without a code', 410, {}, 'server_failed'],
    ['a 410', 410, { code: 'event-is-in-trash' }, 'not_found'],
    ['a 400 that blames only the id', 400, params({ id: 'Invalid parameter.' }), 'not_found'],
    ['a 400 that blames only the slug', 400, params({ slug: 'Invalid parameter.' }), 'not_found'],
    ['a 400 that blames the id and a field', 400, params({ id: 'x', title: 'x' }), 'refused'],
    ['a 400 without names', 400, { code: 'term_exists' }, 'refused'],
    ['a 401', 401, { code: 'incorrect_password' }, 'not_allowed'],
    ['a 403', 403, { code: 'rest_forbidden' }, 'not_allowed'],
    ['a 429', 429, 'slow down', 'server_failed'],
    ['a 500', 500, '<html>', 'server_failed'],
    ['a redirect', 301, '', 'server_failed'],
  ]
  it.each(rows)('%s', (_, status, body, code) => {
    expect(errorOfAnswer(json(status, body))).toMatchObject({ code, remote: { status } })
  })

  it('names missing and invalid fields, and quotes the message of the server', () => {
    const missing = errorOfAnswer(
      json(400, {
        code: 'rest_missing_callback_param',
        message: 'Missing: title',
        data: { params: ['title', 'start_date'] },
      }),
    )
    expect(missing.remote).toEqual({
      status: 400,
      code: 'rest_missing_callback_param',
      fields: { title: 'missing', start_date: 'missing' },
    })
    expect(missing.text.en).toBe('the server rejected the request (400): Missing: title')
    expect(errorOfAnswer(json(400, params({ cost: '&lt;b&gt;bad' }))).remote?.fields).toEqual({ cost: '<b>bad' })
  })

  it('shows values that are no texts as JSON', () => {
    const odd = { toString: null }
    expect(errorOfAnswer(json(400, params({ cost: [odd], date: 5 }))).remote?.fields).toEqual({
      cost: '[{"toString":null}]',
      date: '5',
    })
    expect(errorOfAnswer(json(400, { data: { params: [odd] } })).remote?.fields).toEqual({
      '{"toString":null}': 'missing',
    })
  })
})

describe('a missing record', () => {
  const absent = (status: number, code: string, target: Json) =>
    errorOfAnswer(json(status, { code, message: 'Not here', data: { params: { id: 'x' } } }), { kind: 'tags', target })
      .text

  it('has the same message whatever the service says', () => {
    expect(absent(404, 'rest-term-not-found', 12)).toEqual({
      en: 'tag 12 not found',
      de: 'Schlagwort 12 existiert nicht',
    })
    expect(absent(400, 'rest_invalid_param', 12).en).toBe('tag 12 not found')
    expect(absent(404, 'rest-term-not-found', 'jazz')).toEqual({
      en: 'tag "jazz" not found',
      de: 'Schlagwort „jazz“ existiert nicht',
    })
  })

  it('is distinguished from a trashed record and an unknown route', () => {
    expect(absent(410, 'event-is-in-trash', 12).en).toBe('not found (410): Not here')
    expect(absent(404, 'rest_no_route', 12).en).toBe('the calendar interface was not found (404): Not here')
  })
})

describe('a list', () => {
  it('with items that are not records is an error', () => {
    const listed = (events: unknown) => () => recordsOfList(answerOf(json(200, { events })), 'events')
    expect(listed([1, 'x'])).toThrow('the response is a list that does not contain only records')
    expect(listed([null, { id: 1 }])).toThrow('the response is a list that does not contain only records')
    expect(listed([])()).toEqual([])
  })
})

describe('a hint', () => {
  it('does not suggest signing in to a read-only service', () => {
    expect(errorOfAnswer(json(403, { code: 'rest_read_only', message: 'read-only' })).hint).toBeUndefined()
    expect(errorOfAnswer(json(429, {})).text.en).toBe('the server is limiting requests (429)')
  })

  it('names the existing term, the target of a redirect, and the wrong address', () => {
    expect(
      errorOfAnswer(json(400, { code: 'term_exists', message: 'x', data: { status: 400, term_id: 7 } }), {
        kind: 'tags',
      }).hint?.en,
    ).toBe('show the record that uses it: cal tags get 7')
    expect(errorOfAnswer({ status: 301, headers: { location: 'https://new.example/' }, body: '' }).text.en).toBe(
      'the server redirects to https://new.example/ (301)',
    )
    expect(errorOfAnswer(json(404, { code: 'rest_no_route' })).hint?.en).toBe(
      'check the api root; cal init URL finds the interface of a site',
    )
    expect(errorOfAnswer(json(404, { code: 'rest-event-not-found' })).hint).toBeUndefined()
  })
})

describe('a response', () => {
  it('that is not JSON is an error that names its content type', () => {
    expect(() =>
      answerOf({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: '<html>' }),
    ).toThrow('the response is not JSON but text/html')
  })

  it('that was cut off is an error that shows its beginning', () => {
    const headers = { 'content-type': 'application/json' }
    expect(() => answerOf({ status: 200, headers, body: '{"events":[{"id":1,"ti' })).toThrow(
      String.raw`the response is not JSON but "{\"events\":[{\"id\":1,\"ti"`,
    )
  })

  it('may begin with a byte order mark', () => {
    expect(answerOf({ status: 200, headers: {}, body: '\ufeff{"id":1}' }).value).toEqual({ id: 1 })
  })

  it('of errors with status 200 is an error', () => {
    const value = { errors: { 'event-not-found': ['…'] }, error_data: [] }
    expect(() => recordOf({ status: 200, headers: {}, value })).toThrow('the server responded: event-not-found')
  })
})
