import { expect, it } from 'vitest'
import { KeyMap } from '../../../../src/bulk/matching/key-map.ts'

it('returns the first number of a key, even if it is zero', () => {
  const keys = new KeyMap()
  expect(keys.get('a')).toBeUndefined()
  expect(keys.add('a', 0)).toBeUndefined()
  expect(keys.add('a', 7)).toBe(0)
  expect(keys.get('a')).toBe(0)
  expect(keys.size).toBe(1)
})

it('distinguishes keys that differ in one letter, in order, or by being empty', () => {
  const keys = new KeyMap()
  const all = ['', ' ', 'a', 'b', 'ab', 'ba', 'aa', 'slug=ä', 'slug=a', 'slug=Ä', '\u{1f3b7}', '\u{1f3b8}']
  for (const [n, key] of all.entries()) expect(keys.add(key, n)).toBeUndefined()
  expect(all.map((key) => keys.get(key))).toEqual([...all.keys()])
})

it('returns the numbers of 200,000 keys after growing', () => {
  const keys = new KeyMap()
  for (let n = 0; n < 200_000; n++) keys.add(`title=event ${n}&start_date=2027-01-${n % 28}`, n + 5_000_000_000)
  expect(keys.size).toBe(200_000)
  const wrong = Array.from({ length: 200_000 }, (_, n) => n).filter(
    (n) => keys.get(`title=event ${n}&start_date=2027-01-${n % 28}`) !== n + 5_000_000_000,
  )
  expect(wrong).toEqual([])
  expect(keys.get('title=event 200000&start_date=2027-01-24')).toBeUndefined()
})
