// Unusual files: compressed, in another encoding, empty, or with a very long line.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { inLittleTime } from '../../../support/cpu-time.ts'
import { type Workspace, newWorkspace } from '../../../support/workspace.ts'

const rows = 'title,start_date,end_date\nKür,2027-06-01 20:00,2027-06-01 23:00\n'
const put = ({ folder }: Workspace, name: string, bytes: Uint8Array) => writeFileSync(join(folder, name), bytes)
const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16()

describe('a file', () => {
  it.each(['csv', 'tsv', 'json', 'ndjson', 'yaml', 'ics', 'csv.gz'])(
    'that is compressed is rejected, whatever its name: x.%s',
    async (ending) => {
      const one = newWorkspace()
      put(one, `x.${ending}`, gzipSync(rows))
      expect(await one.cal(`import x.${ending} --dry-run`)).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringContaining(
          `error: x.${ending} is compressed (gzip)\nhint: decompress it: gunzip -c FILE | cal import -\n`,
        ),
      })
    },
  )

  it.each(['\r', '\r\r\n', '\n'])('of iCalendar is read with lines that end in %j', async (end) => {
    const one = newWorkspace()
    const lines = ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'SUMMARY:A long', '  title', 'DTSTART:20270301T180000']
    put(one, 'x.ics', Buffer.from([...lines, 'END:VEVENT', 'END:VCALENDAR', ''].join(end)))
    expect((await one.cal('import x.ics --dry-run')).stdout).toBe(
      '+ create event "A long title" · Mon 1 Mar 2027, 18:00\n',
    )
  })

  it.each([
    ['utf16le', Buffer.from(rows, 'utf16le')],
    ['utf16be', swapped(rows)],
    ['utf16be with a mark', swapped(`\ufeff${rows}`)],
    ['utf16le with a mark', Buffer.from(`\ufeff${rows}`, 'utf16le')],
  ])('in %s is read', async (_, bytes) => {
    const one = newWorkspace()
    put(one, 'x.csv', bytes)
    expect((await one.cal('import x.csv --dry-run')).stdout).toBe(
      '+ create event "Kür" · Tue 1 June 2027, 20:00–23:00\n',
    )
  })

  const blanks = ' '.repeat(60_000)
  const iCalendar = (lines: string) =>
    `BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nSUMMARY:A\nDTSTART:20270601T200000\n${lines}END:VEVENT\nEND:VCALENDAR\n`
  it.each([
    ['x.ics', iCalendar('BEGIN:VALARM\n'.repeat(60_000))],
    ['x.ics', iCalendar(`LOCATION:a${blanks}b\n`)],
    ['x.csv', `title,start_date,categories\nA,2027-06-01 20:00,"a${blanks}b\nc"\n`],
    ['x.csv', `title,start_date,${'('.repeat(60_000)},${'.'.repeat(60_000)}x\nA,2027-06-01 20:00,,\n`],
    ['x.json', `{}${'\n'.repeat(60_000)}[`],
  ])('takes time in proportion to its length: %s', async (name, text) => {
    const one = newWorkspace()
    one.write(name, text)
    await inLittleTime(() => one.cal(`import ${name} --kind events --dry-run`), text.slice(0, 200))
  })

  const long = 'x'.repeat(9_000_000)
  const event = { title: 'A', start_date: '2027-06-01 20:00', end_date: '2027-06-01 23:00', description: long }
  it.each([
    [
      'x.csv',
      `title,start_date,end_date,description\nA,2027-06-01 20:00,2027-06-01 23:00,"${long}\n`,
      2,
      'look for a quote that is never closed, or shorten the text',
    ],
    ['x.csv', `title,start_date,end_date,description\nA,2027-06-01 20:00,2027-06-01 23:00,${long}\n`, 2],
    ['x.ndjson', `{"kind":"events"}\n${JSON.stringify({ kind: 'events', ...event })}\n`, 2],
    ['x.json', `{"events":[\n${JSON.stringify(event)}]}`, 2],
    ['x.ics', `BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:A\nDESCRIPTION:${long}\nEND:VEVENT\nEND:VCALENDAR\n`, 2],
  ])('with a record of nine million characters is refused: %s', async (name, text, line, hint = 'shorten the text') => {
    const one = newWorkspace()
    one.write(name, text)
    expect(await one.cal(`validate ${name}`)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        `error: ${name}:${line}: a record has more than 8,000,000 characters\nhint: ${hint}\n`,
      ),
    })
  })

  it('with more columns than a spreadsheet is refused', async () => {
    const one = newWorkspace()
    one.write('x.csv', `title,start_date${',c'.repeat(16_383)}\nA,2027-06-01 20:00\n`)
    expect((await one.cal('validate x.csv')).stderr).toBe(
      'error: x.csv:1: a table may have at most 16,384 columns, not 16385\nhint: remove the columns that are not needed; if these are rows, write each on its own line\n',
    )
  })

  it.each([
    ['$(zz),start_date\nA,2027-06-01\n', '--map "\\$(zz)=title"'],
    ['title,start_date,`zz`"x\nA,2027-06-01,a\n', '--map "\\`zz\\`\\"x=FIELD"'],
    ['title,start_date,$(zz)\nA,2027-06-01,19:00 Uhr\n', '--map "\\$(zz)=start_time"'],
    ['$(id),title,start_date\nx,A,2027-06-01\n', '--map "\\$(id)=uid"'],
  ])('with commands in its header does not bring them into a line for the shell: %s', async (text, line) => {
    const one = newWorkspace()
    one.write('x.csv', text)
    const { stdout, stderr } = await one.cal('validate x.csv --kind events')
    expect(stdout + stderr).toContain(line)
  })

  it('with a very long line is truncated in messages', async () => {
    const one = newWorkspace()
    one.write('x.csv', 'x'.repeat(300_000))
    const { code, stderr } = await one.cal('validate x.csv')
    expect([code, stderr]).toEqual([
      2,
      `error: x.csv:1: the kind of record cannot be inferred from these columns: ${'x'.repeat(200)}…\nhint: specify it: --kind events (or venues, organizers, categories, tags), or add a column kind\n`,
    ])
  })
})

it('a saved list response imports unchanged, and into another service', async () => {
  const [one, two] = [newWorkspace(), newWorkspace()]
  one.write(
    'x.json',
    '[{"title":"A","start_date":"2027-01-01 10:00","end_date":"2027-01-01 11:00","cost":"10","venue":"Hall","categories":["Music > Jazz"],"tags":["free"]}]',
  )
  await one.cal('import x.json --create-missing')
  const answer = (await one.cal('api GET /events?start_date=2026-01-01')).stdout
  for (const each of [one, two]) each.write('answer.json', answer)
  expect((await one.cal('import answer.json')).stderr).toBe('1 event unchanged\n')
  expect((await two.cal('import answer.json --create-missing')).stderr).not.toContain(' failed')
  expect(await two.json('events list --any-date --fields title,cost,venue.venue')).toEqual(
    await one.json('events list --any-date --fields title,cost,venue.venue'),
  )
})
