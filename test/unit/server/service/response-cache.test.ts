// Cached responses: the same request gets the same response until something could change it.
import { describe, expect, it } from 'vitest'
import { ResponseCache, cacheKeyOf } from '../../../../src/server/service/service.ts'

const answer = { status: 200, headers: {}, body: '[]' }
const noon = Date.UTC(2026, 10, 20, 12)
const get = { method: 'GET', path: '/events', query: 'page=1', headers: {} }
const admin = { id: 1, login: 'admin', role: 'administrator' } as const

const read = async () => answer

describe('a cached response', () => {
  it('is returned within its second and generation', async () => {
    const answers = new ResponseCache()
    await answers.shared('a', { generation: 1, now: noon }, read)
    expect(answers.get('a', { generation: 1, now: noon + 999 })).toBe(answer)
    expect(answers.get('b', { generation: 1, now: noon })).toBeUndefined()
  })

  it('is dropped with the next write and the next second', async () => {
    for (const later of [
      { generation: 2, now: noon },
      { generation: 1, now: noon + 1_000 },
    ]) {
      const answers = new ResponseCache()
      await answers.shared('a', { generation: 1, now: noon }, read)
      expect(answers.get('a', later)).toBeUndefined()
    }
  })
})

describe('requests for the same response', () => {
  const moment = { generation: 1, now: noon }
  /** A read that ends when it is told to. */
  const pending = () => {
    let end = (_: typeof answer | Error) => {}
    const promise = new Promise<typeof answer>((resolve, reject) => {
      end = (result) => (result instanceof Error ? reject(result) : resolve(result))
    })
    return { read: () => promise, end }
  }

  it('at the same time read once', async () => {
    const answers = new ResponseCache()
    const { read: slow, end } = pending()
    const both = [
      answers.shared('a', moment, slow),
      answers.shared('a', moment, () => Promise.reject(new Error('again'))),
    ]
    end(answer)
    expect(await Promise.all(both)).toEqual([answer, answer])
  })

  it('are read again after a write, and the earlier response is removed', async () => {
    const answers = new ResponseCache()
    const { read: slow, end } = pending()
    const next = { ...moment, generation: 2 }
    const newer = { ...answer, body: '[1]' }
    const before = answers.shared('a', moment, slow)
    expect(await answers.shared('a', next, async () => newer)).toBe(newer)
    end(answer)
    expect([await before, answers.get('a', next)]).toEqual([answer, newer])
  })

  it('all fail if the read fails, and the next one reads again', async () => {
    const answers = new ResponseCache()
    const { read: slow, end } = pending()
    const both = [1, 2].map(() => answers.shared('a', moment, slow))
    end(new Error('lost'))
    expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await answers.shared('a', moment, read)).toBe(answer)
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
