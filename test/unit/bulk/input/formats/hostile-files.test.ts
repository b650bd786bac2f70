// Files designed to make an import hang or crash: each ends quickly, with records or an error.
import { describe, expect, it } from 'vitest'
import { documentOf, recognize } from '../../../../../src/bulk/calendar-file/document.ts'
import { textSource } from '../../../../../src/bulk/input/source.ts'
import { readItems } from '../../../../support/read-items.ts'

const calendar = (...lines: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const event = (...lines: string[]) =>
  calendar('BEGIN:VEVENT', 'SUMMARY:A', 'DTSTART:20270101T100000', ...lines, 'END:VEVENT')

describe('recurrence rules', () => {
  it.each([
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=31',
    'FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=DAILY;INTERVAL=10000000',
    'FREQ=MONTHLY;INTERVAL=10000000',
    'FREQ=YEARLY;INTERVAL=10000000',
  ])(
    'the search for a second time of %s ends',
    async (rule) => {
      expect(await readItems('a.ics', event(`RRULE:${rule}`))).toHaveLength(1)
    },
    60_000,
  )

  it.each(['FREQ=SECONDLY', 'FREQ=SECONDLY;COUNT=1000000000'])('%s is rejected, not truncated', async (rule) =>
    expect(await readItems('a.ics', event(`RRULE:${rule}`))).toEqual([
      ['error', 3, `RRULE "${rule}": it expands to more than 5000 events`],
    ]),
  )

  it.each([
    ['FREQ=DAILY;INTERVAL=999999999;COUNT=9', 'it has 1 of 9 dates before the year 10000'],
    ['FREQ=DAILY;COUNT=3;BYMONTH=2;BYMONTHDAY=30', 'it has no further dates'],
    ['FREQ=MONTHLY;BYDAY=9MO', 'BYDAY numbers go up to 5 here'],
  ])('%s is an error', async (rule, why) =>
    expect(await readItems('a.ics', event(`RRULE:${rule}`), { until: '9999-12-30 23:59:59' })).toEqual([
      ['error', 3, `RRULE "${rule}": ${why}`],
    ]),
  )

  it('accepts an interval of weeks in seconds', async () =>
    expect(await readItems('a.ics', event('RRULE:FREQ=SECONDLY;INTERVAL=1209600;COUNT=3'))).toMatchObject(
      ['2027-01-01', '2027-01-15', '2027-01-29'].map((day) => ['events', 3, { start_date: `${day} 10:00:00` }]),
    ))

  it('rejects a zone that changes its clocks every second', async () => {
    const change = ['BEGIN:STANDARD', 'DTSTART:16010101T000000', 'TZOFFSETFROM:+0200', 'TZOFFSETTO:+0300']
    const zone = ['BEGIN:VTIMEZONE', 'TZID:Ours', ...change, 'RRULE:FREQ=SECONDLY', 'END:STANDARD', 'END:VTIMEZONE']
    const text = calendar(...zone, 'BEGIN:VEVENT', 'SUMMARY:A', 'DTSTART;TZID=Ours:20270101T100000', 'END:VEVENT')
    expect(await readItems('a.ics', text)).toEqual([
      ['error', 12, 'the time zone "Ours" is unknown, and the file does not describe it'],
    ])
  })
})

it('rejects a duration of millions of years', async () =>
  expect(await readItems('a.ics', event('DURATION:P999999999W'))).toEqual([
    ['error', 3, 'DURATION: "P999999999W" is not a duration'],
  ]))

describe('YAML', () => {
  const levels = 'bcdefghi'
  const flood = `a: &a [x, x, x, x, x, x, x, x, x]\n${[...levels].map((name, i) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[i]}`).join()}]\n`).join('')}events: [*i]\n`
  const circle = 'events: &e\n  - title: A\n    description: *e\n'

  const merges = `a: &a\n${Array.from({ length: 2_000 }, (_, i) => `  field_${i}: x\n`).join('')}events:\n${'  - <<: *a\n'.repeat(5_000)}`

  it.each([
    ['aliases of aliases', flood, 'expand to too much data'],
    ['many merged copies of a large map', merges, 'expand to too much data'],
    ['an alias to what holds it', circle, 'an alias (*) inside its own anchor'],
  ])('%s are an error in an import and in a calendar file', async (_, text, words) => {
    await expect(readItems('a.yaml', text)).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining(words),
    })
    expect(await recognize(textSource('a.yaml', text))).toHaveProperty('records')
    await expect(documentOf(textSource('a.yaml', text))).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining(words),
    })
  })

  it.each([
    ['a block', 'title: A\ntitle: B\n', 2],
    ['braces', '- {title: A, cost: 1,\n   cost: 2}\n', 2],
    ['an inner map', '- title: A\n  venue:\n    city: Ulm\n    city: Bonn\n', 4],
  ])('a name that occurs twice in %s is an error', async (_, text, line) => {
    const message = `a.yaml:${line}: not YAML: a name occurs twice`
    await expect(readItems('a.yaml', text)).rejects.toMatchObject({ code: 'usage', message })
    await expect(documentOf(textSource('a.yaml', text))).rejects.toMatchObject({ code: 'usage', message })
  })

  // Comparing each name with all others takes minutes.
  it('may have a map with 60,000 names', async () => {
    const names = Array.from({ length: 60_000 }, (_, i) => `  x${i}: 1\n`).join('')
    expect(await readItems('a.yaml', `events:\n- title: A\n${names}`)).toHaveLength(1)
  })

  it('may use a venue in thousands of events', async () => {
    const events = Array.from({ length: 3_000 }, (_, i) => `  - title: Evening ${i}\n    venue: *hall\n`).join('')
    const text = `venues:\n  - &hall\n    venue: Hall\n    city: Ulm\nevents:\n${events}`
    const records = await readItems('a.yaml', text)
    expect(records).toHaveLength(3_001)
    expect(records.at(-1)).toEqual(['events', 6_004, { title: 'Evening 2999', venue: { venue: 'Hall', city: 'Ulm' } }])
    const { rows } = await documentOf(textSource('a.yaml', `calendar: a\n${text}`))
    expect(rows.events.at(-1)).toEqual({
      value: { title: 'Evening 2999', venue: { venue: 'Hall', city: 'Ulm' } },
      line: 6_005,
    })
    expect(await recognize(textSource('a.yaml', text))).toHaveProperty('calendar')
  })
})

it('column names are not looked up in the prototype of objects', async () =>
  expect(
    await readItems('a.csv', 'title,start_date,end_date,__proto__,constructor\na,2027-01-01,2027-01-02,x,y\n'),
  ).toEqual([['events', 2, { title: 'a', start_date: '2027-01-01', end_date: '2027-01-02' }]]))

it.each([
  ['a.json', 20_000],
  ['a.ndjson', 20_000],
  ['a.yaml', 250],
])('a deeply nested record in %s is an error', async (name, depth) =>
  expect(await readItems(name, `{"title":"A","cost":${'['.repeat(depth)}${']'.repeat(depth)}}\n`)).toEqual([
    ['error', 1, 'nested too deeply for a record'],
  ]),
)

it('a deeply nested event in a.ics is an error', async () => {
  const alarms = `${'BEGIN:VALARM\r\n'.repeat(20_000)}${'END:VALARM\r\n'.repeat(20_000)}`
  const text = `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:A\r\n${alarms}END:VEVENT\r\nEND:VCALENDAR\r\n`
  expect(await readItems('a.ics', text)).toEqual([['error', 2, 'not an iCalendar event']])
})

it.each([
  ['a.json', `{"events":${'['.repeat(6_000)}${']'.repeat(6_000)}}`],
  ['a.json', `[${'['.repeat(6_000)}${']'.repeat(6_000)}]`],
  ['a.yaml', `events:\n  - ${'['.repeat(250)}${']'.repeat(250)}\n`],
])('a deeply nested list in %s is an error for its record', async (name, text) =>
  expect(await readItems(name, text)).toEqual([['error', expect.any(Number), 'not a record: […']]),
)

it.each([
  ['a.json', '{"events":"text"}'],
  ['a.json', '{"events":5}'],
  ['a.json', '{"events":[{"title":"A"}],"venues":"Hall"}'],
  ['a.json', `{"events":[{"title":"A","description":"${'x'.repeat(300_000)}"}],"venues" : true}`],
  ['a.json', `{"events":[{"title":"A","description":"${'x'.repeat(300_000)}"}],"venues":{ "1":{}}}`],
  ['a.yaml', 'events: text\n'],
  ['a.yaml', 'events:\n  - {title: A}\nvenues: Hall\n'],
])('anything but a list under the name of a kind is an error: %s %.40s', async (name, text) =>
  expect(readItems(name, text)).rejects.toMatchObject({ code: 'usage', message: /^a\.\w+: "\w+" is not a list/ }),
)

it.each(['text', '5', '|\n  text'])('%s is no file of records in YAML', async (text) =>
  expect(await readItems('a.yaml', `${text}\n`)).toEqual([
    ['error', 1, expect.stringContaining(text === '5' ? 'not a record: 5' : 'not a record: "text')],
  ]),
)

it.each(['null', '{}', '{ }', '[]'])('%s under the name of a kind has no records', async (empty) => {
  for (const length of [1, 300_000]) {
    const text = `{"venues": ${empty},"events":[{"title":"A","description":"${'x'.repeat(length)}"}], "tags":${empty}}`
    expect(await readItems('a.json', text)).toMatchObject([['events', 1, { title: 'A' }]])
  }
})

it('a YAML file nested deeper than the parser supports is an error, not a crash', async () =>
  expect(readItems('a.yaml', `{"title":"A","cost":${'['.repeat(100_000)}\n`)).rejects.toMatchObject({
    code: 'usage',
    message: 'a.yaml:1: not YAML: it is nested too deeply',
  }))

// With a reading of each part between two of these words it would take minutes.
it('a date with thousands of words is an error', async () => {
  const text = 'to '.repeat(30_000)
  expect(await readItems('a.csv', `title,start_date\nA,${text}\n`)).toEqual([
    ['error', 2, expect.stringContaining('is not a date')],
  ])
})

// Normalizing all headers for each column would take minutes.
it('a table may have thousands of columns of tags', async () => {
  const columns = 10_000
  const text = `title,start_date${',tag'.repeat(columns)}\nA,2027-01-01${',a'.repeat(columns)}\n`
  expect(await readItems('a.csv', text)).toMatchObject([['events', 2, { title: 'A' }]])
})
