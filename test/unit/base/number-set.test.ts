import { expect, it } from 'vitest'
import { NumberSet } from '../../../src/base/number-list.ts'

it('holds integers of any size and sign once, also next to each other', () => {
  const numbers = [0, 1, 31, 32, 33, -1, -31, -32, -33, 2 ** 31, 2 ** 31 + 1, 2 ** 40, Number.MAX_SAFE_INTEGER]
  const set = new NumberSet()
  for (const n of [...numbers, ...numbers]) set.add(n)
  expect(set.size).toBe(numbers.length)
  expect(numbers.filter((n) => !set.has(n))).toEqual([])
  expect([2, 30, 34, -2, -34, 2 ** 31 - 1, 2 ** 40 + 1].filter((n) => set.has(n))).toEqual([])
})
