import { describe, expect, it } from 'vitest'
import { delimiterOf } from '../../../../../src/bulk/input/formats/csv.ts'
import { batchesOf } from '../../../../../src/bulk/input/formats/formats.ts'
import { isEntry } from '../../../../../src/bulk/input/entry.ts'
import { default_read_options, itemsOf, readItems } from '../../../../support/read-items.ts'

const headers =
  'EVENT NAME,Event Start Date,Event Start Time,Event End Date,Event End Time,All Day Event?,Event Venue Name,Event Organizer Name(s) or ID(s),Event Cost,Event Currency Symbol,Event Currency Position,Event Category,Event Tags,Event Featured Image,Event Allow Comments'

describe('CSV with spreadsheet headers', () => {
  it('reads a row with separate date and time', async () => {
    const row =
      '"Jazz, live",11/19/2014,7:30:00,,5:00 PM,No,"City Hall, Room 2","Anna, 12",76,€,postfix,"Music, Jazz",free,https://x.test/a.jpg,1'
    expect(await readItems('x.csv', `\ufeff${headers}\n${row}\n`)).toEqual([
      [
        'events',
        2,
        {
          title: 'Jazz, live',
          start_date: '2014-11-19 07:30:00',
          end_date: '2014-11-19 17:00:00',
          all_day: false,
          venue: 'City Hall, Room 2',
          organizer: 'Anna, 12',
          cost: '76€',
          categories: 'Music, Jazz',
          tags: 'free',
          image: 'https://x.test/a.jpg',
        },
      ],
    ])
  })

  it.each([
    ['a;b;c', ';'],
    ['a\tb', '\t'],
    ['"x;y;z",b', ','],
    ['a|b|c,d', '|'],
    ['single', ','],
  ])('finds the delimiter of %j', (line, sign) => {
    expect(delimiterOf(line)).toBe(sign)
  })

  it.each([
    ['utf16le', [0xff, 0xfe]],
    ['latin1', []],
  ] as const)('reads %s', async (encoding, mark) => {
    const bytes = Buffer.concat([Buffer.from(mark), Buffer.from('title;start_date\nKür;2026-01-01\n', encoding)])
    const source = {
      name: 'x.csv',
      async *bytes() {
        yield bytes
      },
    }
    const titles: unknown[] = []
    for await (const item of itemsOf(batchesOf(source, default_read_options)))
      if (isEntry(item)) titles.push(item.values.title)
    expect(titles).toEqual(['Kür'])
  })
})
