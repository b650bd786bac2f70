// A confirmed write is on disk: servers are killed during concurrent writes, on intact, full and failing disks, and no
// confirmed write is lost.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { DatabaseSync } from '@photostructure/sqlite'
import { describe, expect, it } from 'vitest'
import { create, writeInParallel, startServer, type WriteResults } from '../support/parallel-writers.ts'
import { type Disk, newDisk, no_disk } from '../support/disk.ts'
import { firstOf } from '../support/extent.ts'
import { homeWith } from '../support/program.ts'
import { newFolder } from '../support/folder.ts'

const folder = newFolder()
const rounds = Number(process.env.KILL_ROUNDS ?? 1)
const writers = 32
const limit_ms = 240_000 + rounds * 5_000
/** The reason for skipping tests with a failing disk, as part of their names. */
const where = no_disk === undefined ? '' : ` (${no_disk})`
const noResults = (): WriteResults => ({ created: new Map(), refused: new Set() })

/** Kills a server repeatedly while clients write; collects their responses over all rounds. */
async function killed(
  file: string,
  {
    env = {},
    before = () => {},
    enough,
  }: { readonly env?: Disk['env']; before?(): void; enough(results: WriteResults, round: number): boolean },
): Promise<WriteResults> {
  const results = noResults()
  for (let round = 0; round < rounds; round += 1) {
    const server = await startServer(file, { env })
    before()
    const writing = writeInParallel(writers, { api_root: server.api_root, name: `round-${round}`, results })
    while (!enough(results, round)) await setTimeout(5)
    await setTimeout((round * 37) % 100)
    await server.end('SIGKILL')
    await writing
  }
  return results
}

interface Held {
  /** Created events that are missing, or have another id. */
  readonly lost: readonly string[]
  /** Rejected events that exist. */
  readonly returned: readonly string[]
  readonly total: number
}

/** Compares a file with the responses of the writers, after an integrity check. */
function held(file: string, { created, refused }: WriteResults): Held {
  const database = new DatabaseSync(file)
  const rows: readonly { id: number; title: string }[] = database.prepare('SELECT id, title FROM event').all()
  const ids = new Map(rows.map(({ id, title }) => [title, id]))
  expect(database.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
  expect(
    database
      .prepare("SELECT count(*) AS n FROM event WHERE json_extract(venue, '$[0]') NOT IN (SELECT id FROM venue)")
      .get(),
  ).toEqual({ n: 0 })
  database.close()
  return {
    lost: [...created].filter(([title, id]) => ids.get(title) !== id).map(([title]) => title),
    returned: [...refused].filter((title) => ids.has(title)),
    total: rows.length,
  }
}

const total = async (api_root: string): Promise<number> =>
  JSON.parse(await (await fetch(`${api_root}/events?per_page=1`)).text()).total

describe(`a server that is killed under ${writers} writers`, () => {
  it(`has every confirmed write on the disk, ${rounds} times`, { timeout: limit_ms }, async () => {
    const file = join(folder, 'killed.db')
    const results = await killed(file, { enough: ({ created }, round) => created.size > (round + 0.5) * writers })
    expect(held(file, results)).toMatchObject({ lost: [], returned: [] })
    expect(results.refused.size).toBe(0)
  })

  // A commit of 32 takes a hundred writes and more: a disk that fails oftener than that lets none through once they
  // fall into step.
  it.skipIf(no_disk).each(
    firstOf(1, [
      ['whose disk cannot sync now and then', 'sync', 5],
      ['whose disk is full now and then', 'write', 397],
    ] as const),
  )(
    `and %s has what it answered and nothing it refused, ${rounds} times${where}`,
    { timeout: limit_ms },
    async (_, what, every) => {
      const disk = newDisk('round-')
      const file = join(folder, `${what}.db`)
      const results = await killed(file, {
        env: disk.env,
        before: () => disk.fail(what, every),
        enough: ({ created, refused }, round) => created.size > round * writers && refused.size > round * writers,
      })
      disk.stopFailing()
      expect(held(file, results)).toMatchObject({ lost: [], returned: [] })
    },
  )
})

describe('a file that cannot grow', () => {
  it('refuses writes with a message and still allows reads', async () => {
    const file = join(folder, 'grown.db')
    const server = await startServer(file, { limits: "trap '' XFSZ; ulimit -f 2000;" })
    const results = noResults()
    for (let i = 0; i < 40 && results.refused.size === 0; i += 1) {
      const { status, body } = await create(server.api_root, `Large ${i}`, { description: 'x'.repeat(100_000) })
      if (status === 201) results.created.set(`Large ${i}`, body.id)
      else expect([status, body.code, results.refused.add(`Large ${i}`).size]).toEqual([503, 'rest_not_stored', 1])
    }
    expect([results.refused.size, await total(server.api_root)]).toEqual([1, results.created.size])
    await server.end('SIGTERM')
    expect(held(file, results)).toEqual({ lost: [], returned: [], total: results.created.size })
  })
})

describe.skipIf(no_disk)(`a disk that fails${where}`, () => {
  it.each(firstOf(1, [50, 110, 10, 90]))('at write %i while a file is created leaves no incomplete file', async (n) => {
    const disk = newDisk('x')
    const { cal } = homeWith({ CAL_API_ROOT: `file:${join(folder, `new-${n}.db`)}`, ...disk.env })
    disk.fail('write', n)
    const failed = await cal(['tags', 'create', '--name', 'First'])
    expect([failed.code, failed.stderr]).toEqual([13, expect.stringContaining('nothing was written')])
    disk.stopFailing()
    expect(await cal(['tags', 'create', '--name', 'Second'])).toMatchObject({ code: 0 })
    expect((await cal(['tags', 'list', '--no-hide-empty', '--fields', 'name', '--no-header'])).stdout).toBe('Second\n')
  })

  it.each(['write', 'sync'] as const)(
    'at each %s is reported to the writer; the file stays readable, and writable once the disk works again',
    async (what) => {
      const disk = newDisk('x')
      const file = join(folder, `${what}-mended.db`)
      const { api_root, end } = await startServer(file, { env: disk.env })
      const first = await create(api_root, 'First')
      disk.fail(what, 1)
      for (const title of ['Second', 'Third'])
        expect(await create(api_root, title)).toMatchObject({
          status: 503,
          body: {
            code: 'rest_not_stored',
            message: 'nothing was saved; reading still works',
          },
        })
      expect(await total(api_root)).toBe(1)
      disk.stopFailing()
      const last = await create(api_root, 'Last')
      expect([last.status, await total(api_root)]).toEqual([201, 2])
      await end('SIGKILL')
      const results: WriteResults = {
        created: new Map([
          ['First', first.body.id],
          ['Last', last.body.id],
        ]),
        refused: new Set(['Second', 'Third']),
      }
      expect(held(file, results)).toEqual({ lost: [], returned: [], total: 2 })
    },
  )

  it.each(
    firstOf(1, [
      ['sync', 'SIGKILL'],
      ['write', 'SIGTERM'],
      ['write', 'SIGKILL'],
      ['sync', 'SIGTERM'],
    ] as const),
  )('at a %s just before a %s brings nothing back that was refused', async (what, signal) => {
    const disk = newDisk('x')
    const file = join(folder, `${what}-${signal}.db`)
    const { api_root, end } = await startServer(file, { env: disk.env })
    const {
      body: { id },
    } = await create(api_root, 'Kept')
    disk.fail(what, 1)
    expect((await create(api_root, 'Refused')).status).toBe(503)
    await end(signal)
    disk.stopFailing()
    const again = await startServer(file)
    expect(await total(again.api_root)).toBe(1)
    await again.end('SIGTERM')
    expect(held(file, { created: new Map([['Kept', id]]), refused: new Set(['Refused']) })).toEqual({
      lost: [],
      returned: [],
      total: 1,
    })
  })
})

describe.skipIf(no_disk)(`under many writers${where}`, () => {
  it('every response is sent after its pages and their commit are synced', async () => {
    const disk = newDisk('order-')
    const { api_root, end } = await startServer(join(folder, 'order.db'), { env: disk.env })
    const results = noResults()
    await writeInParallel(writers, { api_root, name: 'order', results, enough: () => results.created.size > 200 })
    await end('SIGTERM')
    expect(tooEarly(disk.log())).toEqual([])
    expect(new Set(disk.log().filter((line) => line.startsWith('answer '))).size).toBe(results.created.size)
  })
})

/** Responses sent before their pages and their commit were synced. */
function tooEarly(log: readonly string[]): readonly string[] {
  const [written, committed, synced] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const move = (from: Set<string>, to: Set<string>) => {
    for (const title of from) to.add(title)
    from.clear()
  }
  return log.flatMap((line) => {
    const [what, title = ''] = line.split(' ')
    switch (what) {
      case 'page':
        if (!synced.has(title) && !committed.has(title)) written.add(title)
        return []
      case 'commit':
        move(written, committed)
        return []
      case 'sync':
        move(committed, synced)
        return []
      default:
        return synced.has(title) ? [] : [line]
    }
  })
}

it('a log that is damaged after its server was killed is reported once by the next server', async () => {
  const home = homeWith({})
  const file = join(home.folder, 'calendar.db')
  const server = await startServer(file)
  for (const title of ['First', 'Second', 'Third']) await create(server.api_root, title)
  await server.end('SIGKILL')
  const log = readFileSync(`${file}-wal`)
  writeFileSync(`${file}-wal`, log.fill(0x5a, log.length / 2, log.length / 2 + 100))
  const damage = 'was killed and left a damaged log; the newest writes may be missing'
  const next = () => home.cal(['serve', '--port', '0', '--data', file, '--', 'true'])
  const { stderr, code } = await next()
  expect([code, stderr]).toEqual([0, expect.stringContaining(damage)])
  expect(stderr).toContain(`${file}-wal.damaged\n`)
  expect(stderr).toContain('to check: cal events list --any-date --all --sort -modified')
  expect((await next()).stderr).not.toContain(damage)
})
