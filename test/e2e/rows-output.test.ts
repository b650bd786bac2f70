// Output formats, and how output differs on a terminal.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { terminalHome } from '../support/terminal-home.ts'
import { fakeService } from '../support/fake-service.ts'

const seat = terminalHome({ CAL_API_ROOT: 'file:./c.db' })
const { cal } = seat
const list = ['events', 'list', '--fields', 'id,title,venue.city', '--sort', 'title']
const esc = '\u001b'

beforeAll(async () => {
  writeFileSync(
    join(seat.folder, 'all.json'),
    JSON.stringify({
      venues: [{ venue: 'Hall', city: 'Köln' }],
      events: [
        { title: '日本語 "quoted", line', venue: 'Hall', start_date: '2027-01-01 10:00', end_date: '2027-01-01 11:00' },
        { title: '=1+1', venue: 'Hall', start_date: '2027-01-02 10:00', end_date: '2027-01-02 11:00' },
      ],
    }),
  )
  expect(await cal(['import', 'all.json'])).toMatchObject({ code: 0 })
})

describe('a format', () => {
  it.each(['json', 'ndjson', 'csv', 'tsv', 'yaml', 'md', 'ids', 'count'])(
    '-o %s is the same on a terminal as in a pipe',
    async (format) => {
      // The last two have no fields.
      const line = ['ids', 'count'].includes(format) ? ['events', 'list', '--sort', 'title'] : list
      const { code, stdout } = await cal([...line, '-o', format])
      expect(code).toBe(0)
      const terminal = seat.open([...line, '-o', format, '--no-pager', '--color', 'never'])
      expect(await terminal.ended).toBe(0)
      expect(terminal.text()).toContain(stdout.replaceAll('\r', ''))
    },
  )

  it('shows the requested fields, also nested ones', async () => {
    const shown = async (format: string) => (await cal([...list, '-o', format])).stdout
    expect(await shown('csv')).toMatch(/^id,title,venue\.city\n\d+,=1\+1,Köln\n\d+,"日本語 ""quoted"", line",Köln\n$/)
    expect(await shown('tsv')).toMatch(/^id\ttitle\tvenue\.city\n\d+\t=1\+1\tKöln\n/)
    expect(JSON.parse(await shown('json'))).toMatchObject([{ title: '=1+1', venue: { city: 'Köln' } }, {}])
    expect(await shown('table')).toMatch(
      /^ID +TITLE +VENUE CITY\n\d+ +=1\+1 +Köln\n\d+ +日本語 "quoted", line +Köln\n$/,
    )
    expect(await shown('md')).toContain('| =1+1 | Köln |')
    expect((await cal([...list, '--csv-safe', '-o', 'csv'])).stdout).toContain("'=1+1")
  })

  it('of a write is the object on standard output and a line on standard error', async () => {
    expect(await cal(['tags', 'create', '--name', 'a', '-o', 'json', '--fields', 'name'])).toEqual({
      code: 0,
      stdout: '{\n  "name": "a"\n}\n',
      stderr: expect.stringMatching(/^Created tag \d+ "a"\nto undo: cal history undo [\d-]+\n$/),
    })
    expect(await cal(['tags', 'create', '--name', 'b', '--porcelain'])).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^\d+\n$/),
      stderr: '',
    })
  })

  it('of an error is that of the data, with the message of each field', async () => {
    const { stderr } = await cal([
      'events',
      'create',
      '--title',
      'x',
      '--start-date',
      '2027-01-02',
      '--end-date',
      '2027-01-01',
      '-o',
      'ndjson',
    ])
    expect(JSON.parse(stderr)).toEqual({
      error: {
        code: 'refused',
        message: expect.any(String),
        status: 400,
        remote_code: 'rest_invalid_param',
        fields: { end_date: expect.any(String) },
        exit: 5,
      },
    })
    expect((await cal(['events', 'get', '999'])).stderr).toBe(
      'error: event 999 not found\nhint: list them: cal events list --all --any-date\n',
    )
  })
})

describe('a terminal', () => {
  const hostile = { id: 1, name: `evil${esc}[2J\u202Etxt`, slug: 'evil', count: 1 }

  it('is not controlled by text of a service', async () => {
    const service = await fakeService(() => ({ body: { tags: [hostile], total: 1, total_pages: 1 } }))
    const at = terminalHome({ CAL_API_ROOT: service.api_root })
    for (const format of ['table', 'json', 'csv', 'yaml', 'md']) {
      const text = await at.raw(['tags', 'list', '-o', format, '--no-pager', '--color', 'never'], [])
      expect(text).toContain('evil')
      expect(text.includes(`${esc}[2J`) || text.includes('\u202E')).toBe(false)
    }
    expect(JSON.parse((await at.cal(['tags', 'list', '--json'])).stdout)).toEqual([hostile])
  })

  it('gets a pager only if both input and output are terminals', async () => {
    const both = seat.open(['3', '2027'], { PAGER: 'sed s/^/paged:/' })
    await both.ended
    expect(both.text()).toContain('paged:')
    const piped = seat.shell("PAGER='sed s/^/paged:/' cal 3 2027 < /dev/null")
    await piped.ended
    expect(piped.text()).toContain('March 2027')
    expect(piped.text()).not.toContain('paged:')
  })
})

describe('progress', () => {
  it('is a bar on a terminal, NDJSON on request, and can be turned off', async () => {
    const rows = (name: string) => `name\n${Array.from({ length: 30 }, (_, i) => `${name} ${i}`).join('\n')}\n`
    for (const name of ['bar', 'ndjson', 'none']) writeFileSync(join(seat.folder, `${name}.csv`), rows(name))
    const words = (name: string, rate = '60/s') => ['import', `${name}.csv`, '--kind', 'tags', '--rate', rate, '--yes']
    const bar = seat.open(words('bar'))
    expect(await bar.ended).toBe(0)
    expect(bar.text()).toMatch(/\[#+\.*\] \d+ of 30, \d+\/s, 0:00 left/)
    expect(bar.text()).not.toContain('Warning')
    const { stderr } = await cal([...words('none'), '--progress', 'none'])
    expect(stderr).toMatch(/^30 tags created\nto undo: .*\n$/)
    // A line is written every five seconds, and 30 take nearly six.
    const { stderr: lines, stdout } = await cal([...words('ndjson', '5/s'), '--progress', 'ndjson'])
    expect(stdout).toBe('')
    const told = lines
      .trim()
      .split('\n')
      .slice(0, -2)
      .map((line) => JSON.parse(line))
    expect(told[0]).toEqual({
      progress: { done: expect.any(Number), total: 30, left_s: expect.any(Number), per_s: expect.any(Number) },
    })
  })
})
