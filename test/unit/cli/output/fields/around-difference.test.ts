// Two long texts are shortened to the part where they differ.
import { expect, it } from 'vitest'
import { aroundDifference } from '../../../../../src/cli/output/fields/around-difference.ts'

const long =
  'The choir of the parish sings at the opening of the new hall, and everybody is welcome to stay for coffee and cake afterwards.'

it.each([
  ['short', 'shorter', 'short', 'shorter'],
  [
    long,
    long.replace('coffee', 'tea'),
    '…me to stay for coffee and cake afterward…',
    '…me to stay for tea and cake afterwards.',
  ],
  [
    long,
    long.replace('parish', 'school'),
    'The choir of the parish sings at the ope…',
    'The choir of the school sings at the ope…',
  ],
  [long, `${long} Bring a friend.`, '…fee and cake afterwards.', '…fee and cake afterwards. Bring a friend.'],
  [long, '', 'The choir of the parish sings at the ope…', ''],
  ['🎷'.repeat(50), `${'🎷'.repeat(49)}x`, `…${'🎷'.repeat(40)}`, `…${'🎷'.repeat(39)}x`],
])('%s and %s', (one, other, ones, others) => {
  expect(aroundDifference(one, other, 40)).toEqual([ones, others])
})
