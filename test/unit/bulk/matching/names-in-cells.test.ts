// Names and ids in one cell: one name with commas, or several names.
import { describe, expect, it } from 'vitest'
import { splitAt } from '../../../../src/bulk/input/cell-values.ts'
import { readItems } from '../../../support/read-items.ts'

describe('a cell with a list of names', () => {
  it.each([
    ['"Smith, John", Bob', ['Smith, John', 'Bob']],
    ['Smith\\, John, Bob', ['Smith, John', 'Bob']],
    ['a, b ,c', ['a', 'b', 'c']],
    ['"Smith, John"', ['Smith, John']],
    ['Kids\' "Corner", x', ['Kids\' "Corner"', 'x']],
    ['"Big" Band, x', ['"Big" Band', 'x']],
    ['"a ""b"", c", d', ['a "b", c', 'd']],
    ['a,,b', ['a', 'b']],
    ['C:\\temp, b', ['C:\\temp', 'b']],
  ])('%s', (text, names) => expect(splitAt(',', text)).toEqual(names))

  it.each([
    ['Music\r\nPop', ['Music', 'Pop']],
    ['Music, Pop,\nRock', ['Music', 'Pop', 'Rock']],
    ['Music; Pop\n\nRock', ['Music', 'Pop', 'Rock']],
    ['Music|Pop\nRock', ['Music', 'Pop\nRock']],
    ['Music, Pop; Rock\nFolk', 'Music, Pop; Rock\nFolk'],
  ])('is separated at line breaks: %j', async (cell, categories) => {
    expect(await readItems('x.csv', `title,start_date,categories\nA,2027-02-01,"${cell}"\n`)).toMatchObject([
      ['events', 2, { categories }],
    ])
  })

  it('has one organizer in each line', async () => {
    expect(await readItems('x.csv', 'title,start_date,organizer\nA,2027-02-01,"Smith, John\nBob"\n')).toMatchObject([
      ['events', 2, { organizer: ['Smith, John', 'Bob'] }],
    ])
  })
})
