import { describe, expect, it } from 'vitest'
import { delimiterOf } from '../../../../../src/bulk/input/formats/csv.ts'
import { itemsOf } from '../../../../../src/bulk/input/formats/formats.ts'
import { isEntry } from '../../../../../src/bulk/input/entry.ts'
import { default_read_options, readItems } from '../../../../support/read-items.ts'

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
          all_day: 'false',
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

  it('lists the ignored columns once', async () => {
    const out: unknown[] = []
    await readItems('x.csv', 'Name,Start Date,Allow Comments,Shoe Size\nA,2026-01-01,1,9\nB,2026-01-01,1,9\n', {
      note: ({ en }) => out.push(en),
    })
    expect(out).toEqual([
      'ignored: column "Allow Comments", the interface has no such field',
      'ignored: column "Shoe Size" is unknown; to import it, use --map "Shoe Size=description"',
    ])
  })

  it.each([
    ['11/25/14', 'mdy', '2014-11-25'],
    ['25/11/14', 'dmy', '2014-11-25'],
    ['2016-04-19', 'mdy', '2016-04-19'],
    ['apr 19, 2016', 'mdy', '2016-04-19'],
    ['19. April 2016', 'mdy', '2016-04-19'],
    ['25.11.2014', 'mdy', '2014-11-25'],
    ['16/4/19', 'ymd', '2016-04-19'],
    ['4/19/2016 7pm', 'mdy', '2016-04-19 19:00:00'],
    ['12 Mai 2026', 'mdy', '2026-05-12'],
    ['2026-03-01T18:00', 'mdy', '2026-03-01 18:00:00'],
  ] as const)('reads the date %s with the order %s', async (text, order, date) => {
    expect(await readItems('x.csv', `title,start_date\nA,"${text}"\n`, { order })).toEqual([
      ['events', 2, { title: 'A', start_date: date, end_date: date }],
    ])
  })

  it('rejects a date that does not fit the order and an invalid time, with the column names', async () => {
    expect(await readItems('x.csv', 'title,start_date\nA,25/11/2014\n')).toEqual([
      ['error', 2, 'start_date: "25/11/2014" is not a date'],
    ])
    expect(await readItems('x.csv', 'title,start_date,start_time\nA,2014-11-25,25:00\n')).toEqual([
      ['error', 2, 'start_time: "25:00" is not a time of day'],
    ])
    expect(
      await readItems('x.csv', 'Event Name,Event Start Date,Event Start Time\nA,soon,\nB,2027-01-01,late\n'),
    ).toEqual([
      ['error', 2, 'Event Start Date: "soon" is not a date'],
      ['error', 3, 'Event Start Time: "late" is not a time of day'],
    ])
  })

  it('accepts rows with too few cells and rejects rows with too many', async () => {
    expect(
      await readItems(
        'events.csv',
        'title,start_date,website\nA,2026-01-01\nB,2026-01-01,,\nC, and more,2026-01-01,x\n',
      ),
    ).toEqual([
      ['events', 2, { title: 'A', start_date: '2026-01-01', end_date: '2026-01-01' }],
      ['events', 3, { title: 'B', start_date: '2026-01-01', end_date: '2026-01-01' }],
      ['error', 4, '4 cells but 3 columns: "x" has no column'],
    ])
  })

  it('counts lines across quoted line breaks, and reads venues, organizers and custom columns', async () => {
    expect(
      await readItems(
        'x.csv',
        'Venue Name,Venue Description,Venue State/Province,Venue Zip\n"A, B","one\ntwo",NY,10001\nC,,,\n',
      ),
    ).toEqual([
      ['venues', 2, { venue: 'A, B', description: 'one\ntwo', stateprovince: 'NY', zip: '10001' }],
      ['venues', 4, { venue: 'C' }],
    ])
    expect(await readItems('x.csv', 'Organizer Name;Organizer Email\nAnna;a@x.test\n')).toEqual([
      ['organizers', 2, { organizer: 'Anna', email: 'a@x.test' }],
    ])
    expect(await readItems('x.csv', 'Was,Wann\nA,2026-01-01\n', { map: { Was: 'title', Wann: 'start_date' } })).toEqual(
      [['events', 2, { title: 'A', start_date: '2026-01-01', end_date: '2026-01-01' }]],
    )
  })

  it('reads rows of different kinds', async () => {
    const out: string[] = []
    const text =
      'kind,name,city,start_date,start time,parent\nvenue,Hall,Ulm,,,\nEvent,Night,,2027-01-01,18:00,\ncategory,Jazz,,,,Music\ntag,red,lost,,,\n'
    expect(
      await readItems('x.csv', text, {
        note: ({ en }) => out.push(en),
      }),
    ).toEqual([
      ['venues', 2, { venue: 'Hall', city: 'Ulm' }],
      ['events', 3, { title: 'Night', start_date: '2027-01-01 18:00:00', end_date: '2027-01-01 18:00:00' }],
      ['categories', 4, { name: 'Jazz', parent: 'Music' }],
      ['tags', 5, { name: 'red' }],
    ])
    expect(out).toEqual(['ignored: column "city" is unknown; to import it, use --map "city=description"'])
    expect(await readItems('x.csv', 'kind,name,slug\nTags,red,r\nband,X,x\n')).toEqual([
      ['tags', 2, { name: 'red', slug: 'r' }],
      ['error', 3, 'kind: "band" is not a kind of record'],
    ])
    expect(
      await readItems('x.csv', 'Art,Titel,start_date\nOrt,A,2027-01-01\nvenue,B,\n', { map: { Art: 'kind' } }),
    ).toEqual([
      ['events', 2, { title: 'A', start_date: '2027-01-01', end_date: '2027-01-01' }],
      ['venues', 3, {}],
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
    for await (const item of itemsOf(source, default_read_options)) if (isEntry(item)) titles.push(item.values.title)
    expect(titles).toEqual(['Kür'])
  })
})
