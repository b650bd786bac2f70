// A missing database file: reads fail, writes create it, and rejected commands leave no file.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startServer } from '../../../../../src/testing.ts'
import { cal } from '../../../../support/runtime.ts'
import { newFolder } from '../../../../support/folder.ts'
import { keepLines } from '../../../../support/journals.ts'
import { newWorkspace } from '../../../../support/workspace.ts'

function freshFile(): { readonly cwd: string; readonly exists: () => boolean } {
  const cwd = newFolder()
  return { cwd, exists: () => existsSync(join(cwd, 'typo.db')) }
}

const root = ['--api-root', 'file:typo.db']

describe('a missing database file', () => {
  it.each([['events', 'list'], ['venues', 'get', '4'], ['export'], ['agenda'], ['api', 'get', '/events']])(
    'is an error for cal %s %s',
    async (...words) => {
      const { cwd, exists } = freshFile()
      const { code, stderr } = await cal([...words, ...root], { cwd })
      expect([code, exists()]).toEqual([11, false])
      expect(stderr).toMatch(/^error: database file typo\.db not found\nhint: .*cal serve/)
    },
  )

  it('is created and reported by a write', async () => {
    const { cwd, exists } = freshFile()
    const { code, stderr } = await cal(['venues', 'create', '--venue', 'Old Hall', ...root], { cwd })
    expect([code, exists()]).toEqual([0, true])
    expect(stderr).toContain('new database file typo.db\n')
    expect((await cal(['venues', 'create', '--venue', 'New Hall', ...root], { cwd })).stderr).not.toContain(
      'new database file',
    )
  })

  it('is not created by a dry run', async () => {
    const { cwd, exists } = freshFile()
    const { code, stdout } = await cal(['venues', 'create', '--venue', 'Old Hall', '--dry-run', ...root], { cwd })
    expect([code, exists()]).toEqual([0, false])
    expect(stdout).toContain('POST /venues')
  })

  it.each([[['--user', 'ada:king']], [['--timezone', 'Nope/Nope']], [['--users', 'nofile']]])(
    'is not created by a server that rejects %s',
    async (flags) => {
      const { cwd, exists } = freshFile()
      const { code } = await cal(['serve', '--data', 'typo.db', '--port', '0', ...flags], { cwd })
      expect([code, exists()]).toEqual([2, false])
    },
  )

  it('is not created by a server whose seed fails', async () => {
    const { cwd, exists } = freshFile()
    await expect(startServer({ data: join(cwd, 'typo.db'), seed: [join(cwd, 'nofile.yaml')] })).rejects.toThrow(
      'nofile.yaml',
    )
    expect(exists()).toBe(false)
  })
})

// `cal import --resume` with other flags.
it('refuses a dry run, which would resume the run', async () => {
  const cwd = newFolder()
  const { code, stdout, stderr } = await cal(
    ['import', '--resume', '--dry-run', '--yes', '--api-root', 'file:calendar.db'],
    { cwd, env: { CAL_STATE_DIR: join(cwd, 'state') } },
  )
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(
    /^error: --resume and --dry-run cannot be used together\nhint: import the same files with --dry-run/,
  )
})

it('links events to the venue that the run has created, also if it was renamed since', async () => {
  const { cal, json, write, folder } = newWorkspace()
  const at = (second: number) => ({ now: Date.UTC(2026, 10, 21, 12) + second * 1_000 })
  const event = { title: 'Party', start_date: '2027-05-01 10:00', end_date: '2027-05-01 11:00', venue: { id: 90 } }
  write('a.json', JSON.stringify({ venues: [{ id: 90, venue: 'Hall' }], events: [event] }))
  expect(await cal('import a.json --yes', at(0))).toMatchObject({ code: 0 })
  const [run = ''] = readdirSync(join(folder, 'state/runs'))
  // Killed before the event.
  keepLines(join(folder, 'state/runs', run, 'journal.ndjson'), (line) => !/"kind":"events"|"end":1|finished/.test(line))
  await cal('events delete party --yes', at(1))
  const [{ id }] = (await json('venues list')) as [{ id: number }]
  await cal(`venues update ${id} --name Cellar`, at(2))
  await cal('venues create --name Hall', at(3))
  expect(await cal('import --resume --yes', at(4))).toMatchObject({ code: 0 })
  expect(await json('events list --any-date')).toEqual([
    expect.objectContaining({ venue: expect.objectContaining({ id }) }),
  ])
})

// Records of one input that match the same existing record, by the same key or by others.
const header = 'slug,title,start_date,end_date\n'
const row = (slug: string, end: string) => `${slug},Jazz,2027-03-01 20:00,2027-03-01 ${end}\n`

async function withJazz() {
  const here = newWorkspace()
  here.write('jazz.csv', header + row('jazz', '22:00'))
  await here.cal('import jazz.csv --yes')
  const ends = async () => {
    const { stdout } = await here.cal('events list --any-date -o csv --fields end_date --no-header')
    return stdout.trim().split('\n')
  }
  return { ...here, ends }
}

describe('two rows that match the same event', () => {
  it('are not both imported if the run is interrupted between them and resumed', async () => {
    const { cal, write, ends, folder } = await withJazz()
    write('two.csv', header + row('jazz', '22:30') + row('', '23:00'))
    await cal('import two.csv --on-existing update --yes')
    const run =
      readdirSync(join(folder, 'state', 'runs'))
        .sort()
        .at(-1) ?? ''
    const journal = join(folder, 'state', 'runs', run, 'journal.ndjson')
    writeFileSync(journal, readFileSync(journal, 'utf8').replace(/^\{"finished".*\n/m, ''))
    const { stderr, code } = await cal(`import --resume ${run} --yes`)
    expect([code, await ends()]).toEqual([6, ['2027-03-01 22:30:00']])
    expect(stderr).toContain('two.csv:3: event "Jazz" (id')
  })
})
