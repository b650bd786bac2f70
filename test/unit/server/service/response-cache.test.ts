// Which requests may share a cached response.
import { describe, expect, it } from 'vitest'
import type { ApiRequest } from '../../../../src/base/exchange.ts'
import { parseRequest } from '../../../support/open-calendar.ts'
import { cacheKeyOf } from '../../../../src/server/service/service.ts'

const get = { method: 'GET', path: '/events', query: 'page=1', headers: {} }
const keyOf = (request: ApiRequest, caller?: Parameters<typeof cacheKeyOf>[1]) =>
  cacheKeyOf(parseRequest(request), caller)
const admin = { id: 1, login: 'admin', role: 'administrator' } as const

describe('the key of a response', () => {
  it('differs in everything that a response depends on', () => {
    const requests = [
      get,
      { ...get, method: 'HEAD' },
      { ...get, path: '/venues' },
      { ...get, query: 'page=2' },
      { ...get, headers: { 'accept-language': 'de' } },
      { ...get, headers: { 'x-http-method-override': 'DELETE' } },
      { ...get, headers: { 'x-wp-nonce': '1' } },
    ]
    const keys = [
      ...requests.map((request) => keyOf(request)),
      keyOf(get, admin),
      keyOf(get, { ...admin, role: 'author' }),
    ]
    expect(new Set(keys).size).toBe(requests.length + 2)
  })

  it('differs between two authors', () => {
    const [anna, ben] = [2, 3].map((id) => ({ id, login: 'author', role: 'author' }) as const)
    expect(keyOf(get, anna)).not.toBe(keyOf(get, ben))
  })

  it('does not differ in other headers', () => {
    expect(keyOf({ ...get, headers: { origin: 'https://example.org', 'accept-language': 'en-GB' } })).toBe(keyOf(get))
  })

  it('is undefined with a body and for what cannot be parsed', () => {
    const headers = { 'content-type': 'application/json' }
    expect(keyOf({ ...get, headers, body: '{"per_page":1}' })).toBeUndefined()
    expect(keyOf({ ...get, headers, body: '{' })).toBeUndefined()
  })
})
