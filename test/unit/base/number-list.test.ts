import { expect, it } from 'vitest'
import { NumberList } from '../../../src/base/number-list.ts'

it('holds 200,000 numbers in order, and 0 where none was set', () => {
  const list = new NumberList()
  for (let i = 0; i < 200_000; i++) list.push(i * 1e9 + 0.5)
  expect(list.length).toBe(200_000)
  const wrong = Array.from({ length: 200_000 }, (_, i) => i).filter((i) => list.get(i) !== i * 1e9 + 0.5)
  expect(wrong).toEqual([])
  list.set(300_000, 7)
  expect([list.get(299_999), list.get(300_000), list.get(1e9), list.length]).toEqual([0, 7, 0, 300_001])
})
