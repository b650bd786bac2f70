// Names and ids in one cell: one name with commas, or several names.
import { describe, expect, it } from 'vitest'
import { splitAt } from '../../../../src/bulk/input/cell-values.ts'
import { readItems } from '../../../support/read-items.ts'
import { newWorkspace } from '../../../support/workspace.ts'

const organizers = 'events list --any-date --sort title --fields title,organizer.organizer'
const named = (title: string, ...names: readonly string[]) => ({ title, organizer: { organizer: names } })

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

  it('semicolons separate names, unless the whole text is a name', async () => {
    const { cal, json, write } = newWorkspace()
    write('categories.json', '[{"name":"Tag;Nacht"}]')
    await cal('import categories.json --kind categories')
    write(
      'a.csv',
      'title,start_date,categories,tags,organizer\n' +
        'A,2027-02-01 10:00,Lesung;Kinder,a; b,Bob;Ann\n' +
        'B,2027-02-02 10:00,Tag;Nacht,x\\;y,"""Smith; John""; Bob"\n' +
        'C,2027-02-03 10:00,Food &amp; Drink,,\n',
    )
    expect((await cal('import a.csv --create-missing')).stderr).toContain(
      '3 events, 3 organizers, 3 categories, 3 tags created',
    )
    const names = async (kind: string, field: string) =>
      (await cal(`${kind} list --all -o tsv --fields ${field}`)).stdout
    expect(await names('categories', 'name')).toBe('name\nFood & Drink\nKinder\nLesung\nTag;Nacht\n')
    expect(await names('tags', 'name')).toBe('name\na\nb\nx;y\n')
    expect((await names('organizers', 'organizer')).split('\n').sort()).toEqual([
      '',
      'Ann',
      'Bob',
      'Smith; John',
      'organizer',
    ])
    expect(await json(organizers)).toContainEqual(named('B', 'Smith; John', 'Bob'))
  })
})
