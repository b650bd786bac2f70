// Records that are written one by one: the run they leave, and its undo.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { newWorkspace, type Workspace } from '../../../support/workspace.ts'
import { openInMemory } from '../../../support/open-calendar.ts'
import { serveExchange } from '../../../support/exchange-server.ts'
import { cal, noon } from '../../../support/runtime.ts'
import { newFolder } from '../../../support/folder.ts'
import { json } from '../../../support/recording.ts'

const jazz = "events create --title Jazz --start-date '2027-03-27 20:00' --duration 3h --cost 5"

function journals({ folder }: Workspace): readonly string[] {
  return readdirSync(join(folder, 'state/runs')).map((name) => join(folder, 'state/runs', name, 'journal.ndjson'))
}

it('a password is in no journal', async () => {
  const here = newWorkspace()
  await here.cal(`${jazz} --set password=sesame`)
  await here.cal('events update jazz --title Blues --set password=tasers')
  expect(
    journals(here)
      .map((path) => readFileSync(path, 'utf8'))
      .join(''),
  ).not.toMatch(/sesame|tasers/)
})

it('an unwritable folder is reported, and the record is written', async () => {
  const { cal, folder, json } = newWorkspace()
  writeFileSync(join(folder, 'state'), '')
  expect(await cal('tags create --name red')).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/\nwarning: this cannot be undone with cal history: .*\nCreated tag \d+ "red"\n$/),
  })
  expect((await cal('tags delete red --yes --lang de')).stderr).toContain(
    'Warnung: mit cal history nicht rückgängig zu machen',
  )
  expect(await json('tags list --no-hide-empty')).toEqual([])
})

it('the oldest single writes are removed once there are many, and never other runs', async () => {
  const here = newWorkspace()
  here.write('a.csv', 'title,start_date\nA,2027-01-01\n')
  await here.cal('import a.csv', { now: Date.UTC(2020, 0, 1) })
  const runs = join(here.folder, 'state/runs')
  for (let n = 0; n < 1_098; n++) {
    const name = `2021${String(n).padStart(4, '0')}-000000-000`
    mkdirSync(join(runs, name))
    writeFileSync(
      join(runs, name, 'journal.ndjson'),
      `{"run":"${name}","command":"tags create","api_root":"x","started":"2021-01-01 00:00:00","inputs":[],"options":{"single":true}}\n`,
    )
  }
  await here.cal('tags create --name red')
  const left = readdirSync(runs).sort()
  expect([left.length, left[0], left[1]]).toEqual([1_001, '20200101-000000-000', '20210099-000000-000'])
})

// What others write while a question is open is neither overwritten nor deleted.
const head = 'title,start_date,end_date,description\n'
const rows = (names: string, words: string) =>
  [...names].map((name, i) => `${name},2027-01-0${i + 1} 10:00,2027-01-0${i + 1} 11:00,${words}\n`).join('')

/** Lines that change or delete A and B, what is written before, B afterwards, and what others do to A: edit it. */
const lines: readonly (readonly [line: string, before: string, b: string | undefined, others?: string])[] = [
  ['import b.csv --on-existing update', 'import a.csv', 'New'],
  ['apply -f none.yaml --prune', 'apply -f all.yaml', undefined],
  ['events update --where search=words --description New', 'import a.csv', 'New'],
  ['events update a b --description New', 'import a.csv', 'New'],
  ['events delete a b', 'import a.csv', undefined],
  ['history undo --force', 'import a.csv && import b.csv --on-existing update --yes', 'Words'],
  ['history undo', 'import a.csv && import b.csv --on-existing update --yes', 'Words'],
  ['import b.csv --on-existing update', 'import a.csv', 'New', 'events delete a --yes'],
  ['import b.csv --on-existing update', 'import a.csv', 'New', 'events update a --title Other'],
  ['events update --where search=words --description New', 'import a.csv', 'New', 'events delete a --yes'],
]

it.each(
  (['standard', 'quirks'] as const).flatMap((mode) =>
    lines.map(([line, before, b, others]) => ({ mode, line, before, b, others })),
  ),
)('$line in $mode mode, $others', async ({ mode, line, before, b, others }) => {
  const { exchange } = await openInMemory(mode, {
    authenticate: () => async () => ({ id: 1, login: 'ada', role: 'administrator' }),
  })
  const { api_root } = await serveExchange(exchange)
  const { cal, json, write } = newWorkspace()
  let second = 0
  const run = async (words: string, stdin?: Readable) =>
    cal(words, {
      now: noon + 1000 * second++,
      env: { CAL_API_ROOT: api_root },
      ...(stdin && { stdin, terminal: true }),
    })
  write('a.csv', head + rows('AB', 'Words'))
  write('b.csv', head + rows('ABC', 'New'))
  const [one, two] = ['A', 'B'].map((title) => `{title: ${title}, slug: ${title.toLowerCase()}, start: 2027-01-01}`)
  write('all.yaml', `calendar: x\nevents: [${one}, ${two}]\n`)
  write('none.yaml', 'calendar: x\ntags: [{name: Z}]\n')
  for (const words of before.split(' && ')) expect(await run(words)).toMatchObject({ code: 0 })
  const answer = Readable.from(
    (async function* () {
      expect(await run(others ?? 'events update a --description Edited')).toMatchObject({ code: 0 })
      await run('events create --title C --description Own --start-date 2027-01-03T10:00 --end-date 2027-01-03T11:00')
      yield 'y\n'
    })(),
  )
  expect((await run(line, answer)).stderr).toMatch(
    /changed (after the plan was shown|since the run)|edited since|no longer/,
  )
  const events = (await json(`events list --any-date --api-root ${api_root}`)) as {
    title: string
    description: string
  }[]
  const shown = (title: string) => events.find((event) => event.title === title)?.description.replace(/<.?p>\n?/g, '')
  expect(['A', 'B', 'C'].map(shown)).toEqual([others ? undefined : 'Edited', b, 'Own'])
})

const env = { CAL_API_ROOT: `file:${join(newFolder(), 'c.db')}` }

describe('--dry-run', () => {
  it('shows the requests and sends none', async () => {
    const create = ['tags', 'create', '--name', 'live']
    expect(await cal([...create, '--dry-run'], { env })).toEqual({
      stdout: 'POST /tags {"name":"live"}\n',
      stderr: '',
      code: 0,
    })
    expect((await cal([...create, '--porcelain'], { env })).stdout).toBe('2\n')
    expect(await cal(['tags', 'create', '--name', 'dead', '--dry-run'], { env })).toEqual({
      stdout: 'POST /tags {"name":"dead"}\n',
      stderr: '',
      code: 0,
    })
    expect((await cal(['tags', 'list', '--no-hide-empty', '-o', 'count'], { env })).stdout).toBe('1\n')
    expect((await cal(['tags', 'update', '2', '--name', 'Live', '-n', '-o', 'ndjson'], { env })).stdout).toBe(
      '{"method":"PUT","path":"/tags/2","query":"","body":{"name":"Live"}}\n',
    )
    expect((await cal(['tags', 'delete', '2', '2', '-n'], { env })).stdout).toBe('DELETE /tags/2\n')
    expect((await cal(['tags', 'get', '2', '--jq', '.name'], { env })).stdout).toBe('live\n')
  })
})

// Warnings about many writes that a service stored differently.
it('an import warns once for each field that the service stored differently, with the number of records', async () => {
  let id = 0
  const { api_root } = await serveExchange(async ({ method, body }) => {
    if (method === 'GET') return json(200, { venues: [], total: 0, total_pages: 0 })
    return json(201, { ...JSON.parse(String(body)), id: ++id, city: 'Berlin' })
  })
  const { cal, write } = newWorkspace()
  write('my.csv', 'Venue Name,Venue City\nHall,Ulm\nTent,Ulm\nBarn,Berlin\nShed,Bonn\n')
  const { code, stderr } = await cal('import my.csv --concurrency 1', { env: { CAL_API_ROOT: api_root } })
  expect({ code, stderr: stderr.replace(/\nto undo: cal history undo .*/, '') }).toEqual({
    code: 0,
    stderr: 'warning: city of 1: sent "Ulm", but the service stored "Berlin"; and 2 more\n4 venues created\n',
  })
})
