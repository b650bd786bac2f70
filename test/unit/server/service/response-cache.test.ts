// Which requests may share a cached response.
import { describe, expect, it } from 'vitest'
import { cacheKeyOf } from '../../../../src/server/service/service.ts'

const get = { method: 'GET', path: '/events', query: 'page=1', headers: {} }
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
      { ...get, headers: { origin: 'https://example.org' } },
      { ...get, headers: { 'x-wp-nonce': '1' } },
      { ...get, headers: { 'x-wp-nonce': '' } },
      { ...get, headers: { 'x-http-method-override': '' } },
    ]
    const keys = [
      ...requests.map((request) => cacheKeyOf(request, undefined)),
      cacheKeyOf(get, admin),
      cacheKeyOf(get, { ...admin, role: 'author' }),
    ]
    expect(new Set(keys).size).toBe(requests.length + 2)
  })

  it('differs between two authors', () => {
    const [anna, ben] = [2, 3].map((id) => ({ id, login: 'author', role: 'author' }) as const)
    expect(cacheKeyOf(get, anna)).not.toBe(cacheKeyOf(get, ben))
  })

  it('is undefined for a request with a body', () => {
    expect(cacheKeyOf({ ...get, body: '{"per_page":1}' }, undefined)).toBeUndefined()
  })
})
