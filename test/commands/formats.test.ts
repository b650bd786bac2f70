// Output formats, which are the same on a terminal, and of errors and progress.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { localHome } from '../support/home.ts'

const seat = localHome({ CAL_API_ROOT: 'file:./c.db' })
const { cal } = seat
const list = ['events', 'list', '--fields', 'id,title,venue.city', '--sort', 'title']

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
  expect(await cal('import all.json')).toMatchObject({ code: 0 })
})

describe('a format', () => {
  it.each(['json', 'ndjson', 'csv', 'tsv', 'yaml', 'md', 'ids', 'count'])(
    '-o %s is the same on a terminal as in a pipe',
    async (format) => {
      // The last two have no fields.
      const line = ['ids', 'count'].includes(format) ? ['events', 'list', '--sort', 'title'] : list
      const { code, stdout } = await cal([...line, '-o', format])
      expect(code).toBe(0)
      expect(await cal([...line, '-o', format, '--no-pager', '--color', 'never'], { terminal: true })).toMatchObject({
        code: 0,
        stdout,
      })
    },
  )
})

describe('progress', () => {
  it('is NDJSON on request, and can be turned off', async () => {
    writeFileSync(
      join(seat.folder, 'tags.csv'),
      `name\n${Array.from({ length: 30 }, (_, i) => `tag ${i}`).join('\n')}\n`,
    )
    const line = 'import tags.csv --kind tags --rate 5/s --yes --progress'
    expect((await cal(`${line} none --dry-run`)).stderr).toBe('30 tags to create\n')
    // A line is written every five seconds, and 30 take nearly six.
    const { stderr, stdout } = await cal(`${line} ndjson`)
    expect(stdout).toBe('')
    const [first = ''] = stderr.split('\n')
    expect(JSON.parse(first)).toEqual({
      progress: { done: expect.any(Number), total: 30, left_s: expect.any(Number), per_s: expect.any(Number) },
    })
  })
})
