// A date without a time is a whole day, in every format.
import { describe, expect, it } from 'vitest'
import { newWorkspace } from '../../../../support/workspace.ts'

const rows = [
  ['A', '2027-02-01', '2027-02-03'],
  ['B', '2027-02-05', ''],
] as const
const files = {
  'x.csv': `title,start_date,end_date\n${rows.map((row) => row.join(',')).join('\n')}\n`,
  'x.json': JSON.stringify(
    rows.map(([title, start_date, end_date]) => ({ title, start_date, ...(end_date === '' ? {} : { end_date }) })),
  ),
  'x.ndjson': rows
    .map(
      ([title, start_date, end_date]) =>
        `${JSON.stringify({ title, start_date, ...(end_date === '' ? {} : { end_date }) })}\n`,
    )
    .join(''),
  'x.yaml': `events:\n${rows.map(([title, start_date, end_date]) => `  - {title: ${title}, start_date: ${start_date}${end_date === '' ? '' : `, end_date: ${end_date}`}}\n`).join('')}`,
} as const
const plan = '+ create event "A" · Mon 1 – Wed 3 Feb 2027\n+ create event "B" · Fri 5 Feb 2027, all day\n'
const list = 'events list --any-date --fields title,all_day,start_date,end_date'
const stored = [
  { title: 'A', all_day: true, start_date: '2027-02-01 00:00:00', end_date: '2027-02-03 23:59:59' },
  { title: 'B', all_day: true, start_date: '2027-02-05 00:00:00', end_date: '2027-02-05 23:59:59' },
]

describe('a date without a time is a whole day, the last one included', () => {
  it.each([
    ...Object.keys(files).map((name) => [`import ${name}`, name] as const),
    ['apply -f x.yaml', 'x.yaml'] as const,
  ])('in %s', async (line, name) => {
    const { cal, json, write } = newWorkspace()
    for (const [file, text] of Object.entries(files)) if (file === name) write(file, text)
    expect(await cal(`${line} --dry-run`)).toMatchObject({ code: 0, stdout: plan })
    const { stderr } = await cal(`${line} --yes`)
    if (line.startsWith('import')) expect(stderr).toContain('2 events have a date without a time: all day\n')
    expect(await json(list)).toEqual(stored)
    expect((await cal(`${line} --yes`)).stderr).toContain('2 events unchanged')
  })

  it('unless all_day is false', async () => {
    const { cal, json, write } = newWorkspace()
    write('x.json', '[{"title":"A","start_date":"2027-02-01","end_date":"2027-02-02","all_day":false}]')
    write('y.csv', 'title,start_date,all_day\nB,2027-02-03,no\n')
    await cal('import x.json y.csv --kind events')
    expect(await json(list)).toEqual([
      { title: 'A', all_day: false, start_date: '2027-02-01 00:00:00', end_date: '2027-02-02 00:00:00' },
      { title: 'B', all_day: false, start_date: '2027-02-03 00:00:00', end_date: '2027-02-03 00:00:00' },
    ])
  })

  it('with a duration in days', async () => {
    const { cal, json, write } = newWorkspace()
    write('x.csv', 'title,start_date,duration\nA,2027-02-01,3d\n')
    await cal('import x.csv')
    expect(await json(list)).toEqual([stored[0]])
  })
})

it('an end time without a start time is an error', async () => {
  const { cal, write } = newWorkspace()
  write('x.csv', 'Titel;Datum;Ende\nA;1.2.2027;18:00\n')
  write(
    'y.json',
    '[{"title":"B","start_date":"2027-02-01","end_date":"2027-02-01 18:00"},{"title":"C","start_date":"2027-02-01","duration":"2h"}]',
  )
  write(
    'z.yaml',
    'events:\n  - {title: D, start: 2027-02-01, end: "18:00"}\n  - {title: E, start: 2027-02-01, duration: 2h}\n',
  )
  expect(
    (await cal('validate x.csv y.json --kind events')).stdout.split('\n').filter((line) => line.includes('has')),
  ).toEqual([
    '  x.csv:2: Datum (start_date) 2027-02-01 has no time of day, but the end does',
    '  y.json:1: start_date 2027-02-01 has no time of day, but the end does',
    '  y.json:1: start_date 2027-02-01 has no time of day, but the end does',
  ])
  expect(
    (await cal('apply -f z.yaml --dry-run')).stdout.match(/start 2027-02-01 has no time of day, but the end does/g),
  ).toHaveLength(2)
})

it('an end date without a time, after a start with one, is at the same time, in every format', async () => {
  const { cal, json, write } = newWorkspace()
  write('x.csv', 'title,start_date,end_date\nA,2027-02-01 18:00,2027-02-03\n')
  write('y.json', '[{"title":"B","start_date":"2027-02-01 18:00","end_date":"2027-02-03"}]')
  await cal('import x.csv y.json --kind events')
  expect(await json('events list --any-date --fields title,end_date')).toEqual([
    { title: 'A', end_date: '2027-02-03 18:00:00' },
    { title: 'B', end_date: '2027-02-03 18:00:00' },
  ])
})
