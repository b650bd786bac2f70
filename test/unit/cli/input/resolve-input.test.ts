// Resolving typed values: checked by the requests that a dry run shows.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { cal } from '../../../support/runtime.ts'
import { newFolder } from '../../../support/folder.ts'

const folder = newFolder()
const env = { CAL_API_ROOT: `file:${join(folder, 'c.db')}` }

async function bodies(...argv: readonly string[]): Promise<readonly unknown[]> {
  const { stdout, stderr, code } = await cal([...argv, '-n', '-o', 'ndjson'], { env, cwd: folder, stdin: 'from stdin' })
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).body)
}

async function refused(...argv: readonly string[]) {
  const { stderr, code } = await cal(argv, { env, cwd: folder })
  return { stderr, code }
}

const event = ['events', 'create', '--title', 'T'] as const

beforeAll(async () => {
  const created = async (...argv: readonly string[]) => expect(await cal(argv, { env })).toMatchObject({ code: 0 })
  for (const city of ['Rome', 'Köln'])
    await created('venues', 'create', '--name', 'Town Hall', '--city', city, '--allow-duplicate')
  await created('venues', 'create', '--name', 'Blue Club')
  await created('categories', 'create', '--name', 'Music & Dance')
  const times = ['--start-date', '2027-01-01 20:00', '--end-date', '2027-01-01 22:00'] as const
  await created(...event, ...times, '--timezone', 'America/New_York')
  writeFileSync(join(folder, 'text.md'), '# Title\n')
  writeFileSync(
    join(folder, 'many.yaml'),
    '- title: A\n  start_date: tomorrow 18:00\n  duration: 2h\n- { title: B, start_date: 2027-01-01, end_date: 2027-01-02, all_day: true }\n',
  )
  writeFileSync(
    join(folder, 'one.json'),
    '{"title":"F","start_date":"2027-01-01","end_date":"2027-01-01","cost":"5","venue":{"venue":"X","city":"Y"}}',
  )
})

describe('dates', () => {
  it('words and durations become wall times', async () =>
    expect(await bodies(...event, '--start-date', 'tomorrow 18:00', '--duration', '90m')).toEqual([
      { title: 'T', start_date: '2026-11-22 18:00:00', end_date: '2026-11-22 19:30:00' },
    ]))

  it('an offset is converted to the zone of the event, or of the calendar', async () => {
    expect(
      await bodies(
        ...event,
        '--start-date',
        '2027-01-01T18:00+02:00',
        '--duration',
        '1h',
        '--timezone',
        'America/New_York',
      ),
    ).toEqual([
      { title: 'T', start_date: '2027-01-01 11:00:00', end_date: '2027-01-01 12:00:00', timezone: 'America/New_York' },
    ])
    expect(await bodies(...event, '--start-date', '2027-01-01T18:00+02:00', '--duration', '1h')).toEqual([
      { title: 'T', start_date: '2027-01-01 17:00:00', end_date: '2027-01-01 18:00:00', timezone: 'Europe/Berlin' },
    ])
  })

  it('a moment is on the clock of the calendar, and a word beside it on that of the moment, not of the user', async () => {
    const { stdout } = await cal(
      [...event, '--start-date', '2027-01-01T18:00+02:00', '--end-date', 'tomorrow 20:00', '-n', '-o', 'ndjson'],
      { env: { ...env, CAL_TZ: 'America/New_York' }, now: Date.UTC(2027, 0, 1, 23, 30) },
    )
    expect(JSON.parse(stdout).body).toEqual({
      title: 'T',
      start_date: '2027-01-01 17:00:00',
      end_date: '2027-01-03 19:00:00',
      timezone: 'Europe/Berlin',
    })
  })

  const second = '2027-10-31T02:30:00+01:00'
  it.each([
    [['--start-date', '2027-01-01', '--end-date', '2027-01-01'], { end_date: '2027-01-01', all_day: true }],
    [['--start-date', '2027-01-01', '--duration', '2d'], { end_date: '2027-01-02', all_day: true }],
    [
      ['--start-date', '2027-01-01', '--end-date', '2027-01-02', '--no-all-day'],
      { start_date: '2027-01-01 00:00:00', end_date: '2027-01-02 00:00:00', all_day: false },
    ],
    [['--start-date', '2027-01-01', '--duration', '2h'], { start_date: '2027-01-01 00:00:00' }],
    [['--start-date', '2027-01-01 18:00', '--end-date', '2027-01-01 24:00'], { end_date: '2027-01-02 00:00:00' }],
    [['--start-date', '1798819200', '--duration', '1h'], { start_date: '2027-01-01 17:00:00' }],
    [['--start-date', second, '--duration', '1h'], { start_date: '2027-10-31 01:30:00', timezone: 'UTC' }],
  ])('a line means what a file does: %s', async (flags, body) => {
    const { stdout } = await cal([...event, ...flags, '-n', '-o', 'ndjson'], { env })
    expect(JSON.parse(stdout).body).toMatchObject(body)
  })

  it('an update to the second of two equal times is refused, as services store the first', async () => {
    const { stdout: id } = await cal(['events', 'list', '-o', 'ids'], { env })
    const berlin = ['--timezone', 'Europe/Berlin', '--duration', '1h']
    expect(await refused('events', 'update', id.trim(), '--start-date', second, ...berlin)).toEqual({
      code: 5,
      stderr: expect.stringContaining('second 2027-10-31 02:30, and services store the first'),
    })
  })

  it('a shift to an instant is that of each event, in its own zone', async () => {
    const tokyo = ['--start-date', '2027-01-01 18:00', '--duration', '1h', '--timezone', 'Asia/Tokyo', '--porcelain']
    const { stdout } = await cal([...event, ...tokyo], { env })
    const id = stdout.trim()
    const moved = await cal(['events', 'update', id, '--shift', '2027-01-02T18:00+08:00', '-o', 'ndjson'], { env })
    expect(JSON.parse(moved.stdout).start_date).toBe('2027-01-02 19:00:00')
    await cal(['events', 'delete', id, '--yes'], { env })
  })

  it('a start needs an end, also a day', async () =>
    expect((await refused(...event, '--start-date', '2027-01-01')).stderr).toContain('--end-date is missing'))

  it('an end without a time on the day of the start is refused, because its time is not known', async () =>
    expect((await refused(...event, '--start-date', '2027-01-01 18:00', '--end-date', '2027-01-01')).stderr).toContain(
      '"2027-01-01" needs a time of day',
    ))

  it('a scheduled record needs a date after now', async () => {
    const times = ['--start-date', '2027-01-01', '--duration', '1d', '--status', 'future', '--date']
    expect((await refused(...event, ...times, '2026-11-21 12:30')).stderr).toContain('would be published at once')
    expect(await bodies(...event, ...times, '2026-11-21 13:30')).toMatchObject([{ status: 'future' }])
  })

  it.each(['2026-12-14 10:00-16:00', 'tomorrow 10:00 – 16:00'])(
    'a start and an end are not one date: %s',
    async (text) => {
      expect(await refused(...event, '--start-date', text)).toEqual({
        code: 2,
        stderr: expect.stringMatching(
          /is a start and an end\nhint: --start-date "....-..-.. 10:00" --end-date "....-..-.. 16:00"/,
        ),
      })
    },
  )

  it('an update refuses an offset, which counts from now and not from the event', async () => {
    expect(await refused('events', 'update', '15', '--start-date', '+30m')).toEqual({
      code: 2,
      stderr:
        'error: --start-date +30m would count from now, not from the event\nhint: to move the event: --shift +30m\n',
    })
  })

  it('an update converts to the zone of the record', async () => {
    const { stdout: id } = await cal(['events', 'list', '-o', 'ids'], { env })
    expect(
      await bodies('events', 'update', id.trim(), '--start-date', '2027-01-02T00:00Z', '--duration', '1h'),
    ).toMatchObject([{ start_date: '2027-01-01 19:00:00', end_date: '2027-01-01 20:00:00' }])
  })

  it('filters of lists accept words', async () =>
    expect(
      (await cal(['events', 'list', '--starts-after', '+1y', '--show-request', '-o', 'ids'], { env })).stderr,
    ).toContain("'/events?starts_after=2027-11-21'"))

  it('--duration reports what it requires and what it excludes', async () => {
    expect((await refused(...event, '--duration', '1h')).stderr).toContain('--duration counts from --start-date')
    expect(
      (await refused(...event, '--start-date', 'today', '--end-date', 'today', '--duration', '1h')).stderr,
    ).toContain('cannot be used together')
  })
})

describe('names', () => {
  const day = ['--start-date', '2027-01-01', '--end-date', '2027-01-01'] as const

  it('data of a linked record is sent unchanged', async () =>
    expect(await bodies(...event, ...day, '--venue', '{"venue":"A, B","city":"C"}')).toMatchObject([
      { venue: { venue: 'A, B', city: 'C' } },
    ]))
})

describe('files', () => {
  it('@FILE and @- are replaced by their text, @@ by an at sign', async () => {
    expect(await bodies('tags', 'create', '--name', 'n', '--description', '@text.md')).toEqual([
      { name: 'n', description: '# Title\n' },
    ])
    expect(await bodies('tags', 'create', '--name', 'n', '--description', '@-')).toEqual([
      { name: 'n', description: 'from stdin' },
    ])
    expect(await bodies('tags', 'create', '--name', '@@n')).toEqual([{ name: '@n' }])
  })

  it('-f takes one record or many', async () =>
    expect(await bodies('events', 'create', '-f', 'many.yaml')).toEqual([
      { title: 'A', start_date: '2026-11-22 18:00:00', end_date: '2026-11-22 20:00:00' },
      { title: 'B', start_date: '2027-01-01', end_date: '2027-01-02', all_day: true },
    ]))

  it('file < data < set < named flag, and unset takes away', async () =>
    expect(
      await bodies(
        'events',
        'create',
        '-f',
        'one.json',
        '--data',
        '{"title":"D","excerpt":"D"}',
        '--set',
        'excerpt=S',
        '--set',
        'title=S',
        '--set',
        'venue={"venue":"X","city":"Z"}',
        '--title',
        'T',
        '--unset',
        'cost',
      ),
    ).toEqual([
      {
        title: 'T',
        excerpt: 'S',
        start_date: '2027-01-01',
        end_date: '2027-01-01',
        all_day: true,
        venue: { venue: 'X', city: 'Z' },
      },
    ]))

  it('a record that was read before is sent back in the form of requests', async () => {
    const { stdout } = await cal(['events', 'list', '--json'], { env })
    writeFileSync(join(folder, 'read.json'), stdout)
    const { stderr, stdout: shown } = await cal(
      ['events', 'update', '-f', 'read.json', '--title', 'U', '--unset', 'description', '--dry-run', '--json'],
      { env, cwd: folder },
    )
    expect(stderr).toBe('read.json: author is ignored; to set it, use --author\n')
    const [{ body }] = JSON.parse(shown)
    expect(body).toMatchObject({ title: 'U' })
    for (const name of ['url', 'author', 'image']) expect(body).not.toHaveProperty(name)
  })
})
