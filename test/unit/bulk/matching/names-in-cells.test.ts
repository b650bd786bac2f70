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

  it('a comma in quotes or after a backslash does not separate names', async () => {
    const { cal, json, write } = newWorkspace()
    write(
      'a.csv',
      'title,start_date,organizers\nA,2027-02-01 10:00,"""Smith, John"", Bob"\nB,2027-02-02 10:00,"Smith\\, John"\n',
    )
    expect((await cal('import a.csv --create-missing')).stderr).not.toContain(' failed')
    expect(await json('organizers list --all --sort organizer --fields organizer')).toEqual([
      { organizer: 'Bob' },
      { organizer: 'Smith, John' },
    ])
    expect(await json(organizers)).toEqual([named('A', 'Smith, John', 'Bob'), named('B', 'Smith, John')])
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

  it('a list with commas and semicolons is an error, and creates nothing', async () => {
    const { cal, json, write } = newWorkspace()
    write('a.csv', 'title,start_date,organizer\nA,2027-02-01 10:00,"Smith, John; Doe, Jane"\n')
    expect(await cal('import a.csv --create-missing')).toMatchObject({
      code: 6,
      stderr: expect.stringContaining(
        'organizer: "Smith, John; Doe, Jane" has both commas and semicolons, so it is unclear which ones separate names',
      ),
    })
    expect((await cal('import a.csv --lang de')).stderr).toContain('hat Kommas und Semikolons')
    expect(await json('organizers list')).toEqual([])
  })

  it.each([
    ['a.csv', 'title,start_date,organizer\nA,2027-02-01 10:00,"Smith, John"\n'],
    ['a.yaml', '- {title: A, start_date: 2027-02-01 10:00, end_date: 2027-02-01 11:00, organizer: "Smith, John"}\n'],
    [
      'a.json',
      '[{"title":"A","start_date":"2027-02-01 10:00","end_date":"2027-02-01 11:00","organizer":"Smith, John"}]',
    ],
  ])('an organizer with a comma is a question, and creates nothing: %s', async (file, text) => {
    const { cal, json, write } = newWorkspace()
    write(file, text)
    for (const line of [`import ${file} --create-missing`, `import ${file}`])
      expect(await cal(line)).toMatchObject({
        code: 6,
        stderr: expect.stringContaining('organizer: "Smith, John" can be one name or several'),
      })
    expect((await cal(`import ${file} --lang de`)).stderr).toContain('kann ein Name sein oder mehrere')
    expect(await json('organizers list')).toEqual([])
  })

  it('commas separate organizers if one of them is named alone elsewhere', async () => {
    const { cal, json, write } = newWorkspace()
    write('a.csv', 'title,start_date,organizer\nA,2027-02-01 10:00,"Anna, Bob"\nB,2027-02-02 10:00,Anna\n')
    expect((await cal('import a.csv --create-missing')).stderr).toContain('2 events, 2 organizers created')
    expect(await json(organizers)).toEqual([named('A', 'Anna', 'Bob'), named('B', 'Anna')])
  })

  it('a comma in one of several columns is a part of a name', async () => {
    const { cal, json, write } = newWorkspace()
    write('a.csv', 'title,start_date,organizer,organizer name\nA,2027-02-01 10:00,"Smith, John",Bob\n')
    expect((await cal('import a.csv --create-missing')).stderr).toContain('1 event, 2 organizers created')
    expect(await json(organizers)).toEqual([named('A', 'Smith, John', 'Bob')])
  })

  it('the name of an existing record is not split at its comma (CSV, JSON, service, input)', async () => {
    const { cal, json, write } = newWorkspace()
    write('organizers.json', '[{"organizer":"Smith, John"}]')
    await cal('import organizers.json')
    write('a.csv', 'title,start_date,organizers,categories\nA,2027-02-01 10:00,"Smith, John","Food, Drink"\n')
    write(
      'b.json',
      '[{"title":"B","start_date":"2027-02-02 10:00","end_date":"2027-02-02 11:00","organizer":"smith, john"}]',
    )
    write('categories.json', '[{"name":"Food, Drink"}]')
    expect((await cal('import a.csv b.json categories.json --create-missing')).stderr).toContain(
      '2 events, 1 category created',
    )
    expect(await json(organizers)).toEqual([named('A', 'Smith, John'), named('B', 'Smith, John')])
    expect(await json('categories list --all --fields name')).toEqual([{ name: 'Food, Drink' }])
  })
})
