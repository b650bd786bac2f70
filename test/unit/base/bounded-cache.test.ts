// A cache of limited size removes the older half of its entries at a limit, and everything with a new generation.
import { describe, expect, it } from 'vitest'
import { BoundedCache } from '../../../src/base/bounded-cache.ts'

const keys = ['a', 'b', 'c', 'd', 'e']
const cached = <V>(cache: BoundedCache<string, V>) => keys.filter((key) => cache.get(key) !== undefined)

describe('a bounded cache', () => {
  it('removes the older half when it has too many entries', () => {
    const cache = new BoundedCache<string, number>({ entries_max: 4 })
    for (const key of ['a', 'b', 'c', 'd']) cache.set(key, 0)
    expect(cached(cache)).toEqual(['a', 'b', 'c', 'd'])
    cache.set('e', 0)
    expect(cached(cache)).toEqual(['c', 'd', 'e'])
  })

  it('removes the oldest entries when they weigh too much, down to half the limit with the new one', () => {
    const cache = new BoundedCache<string, string>({ weight_max: 10, weigh: (text) => text.length })
    for (const key of ['a', 'b', 'c']) cache.set(key, 'xxx')
    cache.set('d', 'xx')
    expect(cached(cache)).toEqual(['c', 'd'])
    cache.set('e', 'xxxxx')
    expect(cached(cache)).toEqual(['c', 'd', 'e'])
  })

  it('holds a single entry that is larger than the limit', () => {
    const cache = new BoundedCache<string, string>({ weight_max: 3, weigh: (text) => text.length })
    cache.set('a', 'x')
    cache.set('b', 'xxxxx')
    expect(cached(cache)).toEqual(['b'])
  })

  it('counts an entry that is set twice once, as the newest', () => {
    const cache = new BoundedCache<string, string>({ weight_max: 4, weigh: (text) => text.length })
    cache.set('a', 'x')
    cache.set('b', 'x')
    for (let n = 0; n < 9; n += 1) cache.set('a', 'xx')
    expect(cached(cache)).toEqual(['a', 'b'])
  })

  it('computes a missing value once', () => {
    const cache = new BoundedCache<string, number>({ entries_max: 2 })
    let computed = 0
    const make = () => {
      computed += 1
      return computed
    }
    expect([cache.getOrInsert('a', make), cache.getOrInsert('a', make)]).toEqual([1, 1])
    cache.delete('a')
    expect(cache.getOrInsert('a', make)).toBe(2)
  })

  it('is empty in a new generation', () => {
    const cache = new BoundedCache<string, number>({ entries_max: 2 })
    cache.useGeneration(1)
    cache.set('a', 1)
    cache.useGeneration(1)
    expect(cached(cache)).toEqual(['a'])
    cache.useGeneration(2)
    expect(cached(cache)).toEqual([])
  })
})
