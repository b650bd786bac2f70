// Texts that a format or a spreadsheet could change: an export of them imports as the same calendar.
import { describe, expect, it } from 'vitest'
import { newWorkspace } from '../../../support/workspace.ts'

const ls = String.fromCharCode(0x2028)
const ps = String.fromCharCode(0x2029)
const texts = [
  `a${ls}b`,
  `a\n${ls}\nb${ps} c\n  d`,
  `${ls}`,
  `${ls}- x: y\n`,
  '   ',
  ' \n ',
  '\t',
  String.fromCharCode(0xa0),
  ' a ',
  '#REF!',
  ' #N/A ',
  "'#REF!",
  "''#REF!",
  "'",
  "' ",
  "'s-Gravenhage",
  "'1.234,56 €",
  '=1+1',
  '-',
  'null',
  '~',
  'true',
  'Yes',
  'id:4',
  'slug:x',
  'a|b',
  '2027-01-01',
  'a\r\nb',
  'a\rb',
  'x\ty',
  `a${String.fromCharCode(0x85)}b`,
  '"x"',
  '# x',
  '',
  '1.234,56 €',
  '5,-',
  '0010',
]
const costs = [
  '1.234,56 €',
  '1,234.56',
  '1.234.567',
  "1'234.50 CHF",
  '5,-',
  '#REF!',
  "'1.234,56 €",
  '12,50 €',
  '1 234,50 €',
]

const shown = 'events list --any-date --all --sort start_date --fields title,description,excerpt,cost'
const shownPlaces = 'venues list --all --sort id --fields venue,address,city,zip,phone,description'

describe.each(['json', 'ndjson', 'yaml', 'csv'])('in %s', (format) => {
  it('texts are the same after an export and an import', async () => {
    const one = newWorkspace('one.db')
    const day = (i: number) => new Date(Date.UTC(2027, 0, 1 + i)).toISOString().slice(0, 10)
    const events = [
      ...texts.map((text, i) => ({
        title: `${text} ${i}`,
        description: text,
        excerpt: text,
        start_date: `${day(i)} 10:00`,
        end_date: `${day(i)} 11:00`,
      })),
      ...costs.map((cost, i) => ({
        title: `cost ${i}`,
        cost,
        start_date: `${day(100 + i)} 10:00`,
        end_date: `${day(100 + i)} 11:00`,
      })),
    ]
    const venues = texts.map((text, i) => ({
      venue: `Hall ${i}`,
      address: text,
      city: text,
      zip: text,
      phone: text,
      description: text,
    }))
    one.write('a.json', JSON.stringify({ venues, events }))
    expect((await one.cal('import a.json')).stderr).not.toContain(' failed')
    const to = format === 'csv' ? 'all/' : `all.${format}`
    expect(await one.cal(`export --to ${to} --format ${format}`)).toMatchObject({ code: 0 })
    const two = newWorkspace('two.db')
    if (format === 'csv') {
      for (const kind of ['venues', 'events']) two.write(`${kind}.csv`, one.read(`all/${kind}.csv`))
      for (const kind of ['venues', 'events'])
        expect((await two.cal(`import ${kind}.csv`)).stderr).not.toContain(' failed')
    } else {
      two.write(to, one.read(to))
      expect((await two.cal(`import ${to}`)).stderr).not.toContain(' failed')
    }
    expect(await two.json(shown)).toEqual(await one.json(shown))
    expect(await two.json(shownPlaces)).toEqual(await one.json(shownPlaces))
  })
})
