// Cached responses: the same request gets the same response until something could change it.
import { describe, expect, it } from 'vitest'
import { ResponseCache, cacheKeyOf } from '../../../../src/server/service/response-cache.ts'

const answer = { status: 200, headers: {}, body: '[]' }
const noon = Date.UTC(2026, 10, 20, 12)
const get = { method: 'GET', path: '/events', query: 'page=1', headers: {} }
const admin = { id: 1, login: 'admin', role: 'administrator' } as const

describe('a cached response', () => {
  it('is returned within its second and generation', () => {
    const answers = new ResponseCache()
    answers.set('a', { generation: 1, now: noon }, answer)
    expect(answers.get('a', { generation: 1, now: noon + 999 })).toBe(answer)
    expect(answers.get('b', { generation: 1, now: noon })).toBeUndefined()
  })

  it('is dropped with the next write and the next second', () => {
    for (const later of [
      { generation: 2, now: noon },
      { generation: 1, now: noon + 1_000 },
    ]) {
      const answers = new ResponseCache()
      answers.set('a', { generation: 1, now: noon }, answer)
      expect(answers.get('a', later)).toBeUndefined()
    }
  })

  it('is dropped when the cache has too many characters', () => {
    const answers = new ResponseCache()
    const large = { ...answer, body: 'x'.repeat(20_000_000) }
    for (const key of ['a', 'b']) answers.set(key, { generation: 1, now: noon }, large)
    expect(['a', 'b'].map((key) => answers.get(key, { generation: 1, now: noon }) !== undefined)).toEqual([false, true])
  })
})

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
