// Names of venues and other records that probably stand for an empty cell.
import { expect, it } from 'vitest'
import { placeholderText } from '../../../../src/bulk/matching/references.ts'

it.each(['NULL', 'null', '-', '–', '--', '?', 'n/a', 'N.A.', 'n. v.', 'k. A.', 'k.A.', 'keine Angabe', 'TBA', '#N/A'])(
  'includes %s',
  (value) => {
    expect(placeholderText([{ kind: 'venues', value }])?.en).toContain(`venue "${value}"`)
  },
)

it.each(['Hall', 'Null Island', 'K', 'KA 12', 'NA Club', 'TBA Studio', 'Na und', 'none'])('excludes %s', (value) => {
  expect(placeholderText([{ kind: 'venues', value }])).toBeUndefined()
})
