import { expect, it } from 'vitest'
import { repeatedName } from '../../../src/base/json.ts'

it.each([
  ['{"a":1,"a":2}', 'a'],
  ['{"a":1,"\\u0061" : 2}', 'a'],
  ['{"venue":{"city":"X","zip":"1","city":"Y"}}', 'city'],
  ['[{"a":{}},{"b":[{"c":1},{"d":{},"d":1}]}]', 'd'],
  ['{"a\\"":1,"b":"{","a\\"":2}', 'a"'],
  ['{"":1,"":2}', ''],
  ['{"a":"\\"a\\":1","b":["a","a"],"c":{"a":1}}', undefined],
  ['[{"a":1},{"a":2}]', undefined],
  [`{"a":${JSON.stringify('\\"x'.repeat(2_000_000))}}`, undefined],
])('finds the name that an object has twice: %.60s', (text, name) => {
  expect(repeatedName(text)).toBe(name)
})
