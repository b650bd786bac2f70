// Bulk commands killed at random times on an unreliable network: after resuming, every record exists exactly once.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seededRandom } from '../../src/base/seeded-random.ts'
import { is_nightly } from '../support/extent.ts'
import { faultProxy } from '../support/fault-proxy.ts'
import { hasRun, killWhileWriting } from '../support/kill-while-writing.ts'
import { type Home, homeWith } from '../support/program.ts'
import { titlesAt } from '../support/titles.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'

/** Set CAL_KILLS=50 for a longer test. */
const kills = Number(process.env.CAL_KILLS ?? 1)
const seed = Number(process.env.CAL_SEED ?? 7)
const longest_ms = 400
/** Limit of a complete run. */
const limit_ms = 240_000 + kills * 25_000
/** More records than are written between two kills. */
const rows_per_kill = 60

let served: ServerProcess
beforeAll(async () => {
  served = await startServer('--data', ':memory:')
})
afterAll(async () => {
  await served.stop()
})

const at = (i: number) => `2027-${String(1 + (i % 12)).padStart(2, '0')}-01 ${String(i % 24).padStart(2, '0')}:00`
/** The importer may exit because of an unanswered request; it is then started again. */
const given_up = [6, 7, 8]

interface Deaths {
  readonly home: Home
  readonly api_root: string
  readonly chance: () => number
  readonly times: number
  words(): readonly string[]
}

/** Kills the program this many times while it writes. Fails if it completes before. */
async function dies({ home, api_root, chance, times, words }: Deaths): Promise<void> {
  for (let deaths = 0; deaths < times; ) {
    const end = await killWhileWriting(words(), { home, api_root, after_ms: chance() * longest_ms })
    if (end === 'killed') deaths++
    else if (!given_up.includes(end.code ?? 0))
      throw new Error(`it ended after ${deaths} of ${times} deaths: ${end.stderr}`)
  }
}

/** Runs the program until it completes. */
async function comesToEnd(home: Home, words: readonly string[]): Promise<string> {
  let ran = await home.cal(words)
  for (let again = 0; ran.code !== 0 && again < 20; again++) ran = await home.cal(words)
  expect(ran).toMatchObject({ code: 0 })
  return ran.stderr
}

const titlesOf = async (name: string) =>
  (await titlesAt(served.api_root)).filter((title) => title.startsWith(`${name} `))

function numbered(name: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, i) => `${name} ${i}`).sort()
}

describe('an importer that is killed', () => {
  it(
    `continues where it was interrupted after ${kills} kills`,
    async () => {
      const proxy = await faultProxy(served.api_root, { seed, share: 0.05 })
      const home = homeWith({ CAL_API_ROOT: proxy.api_root, CAL_STATE_DIR: 'state' }, limit_ms)
      const count = rows_per_kill * kills
      const rows = Array.from({ length: count }, (_, i) => `Killed ${i},${at(i)},${at(i)},Killed hall ${i % 3}`)
      writeFileSync(join(home.folder, 'rows.csv'), `title,start_date,end_date,venue\n${rows.join('\n')}\n`)
      const flags = ['--create-missing', '--timeout', '1', '--yes']
      await dies({
        home,
        api_root: proxy.api_root,
        chance: seededRandom(seed),
        times: kills,
        words: () => ['import', hasRun(home.folder) ? '--resume' : 'rows.csv', ...flags],
      })
      expect(await comesToEnd(home, ['import', '--resume', '--timeout', '1', '--yes'])).toContain(
        `${count} events, 3 venues created`,
      )
      proxy.close()
      expect(await titlesOf('Killed')).toEqual(numbered('Killed', count))
      expect((await home.cal(['import', 'rows.csv', '--api-root', served.api_root])).stderr).toBe(
        `${count} events unchanged\n`,
      )
    },
    limit_ms,
  )
})

describe('an import of new and changed rows into a database file', () => {
  const times = Math.max(1, Math.round(kills / 6))

  it(
    `has each row once, with its values, after ${times} kills`,
    async () => {
      const api_root = 'file:mixed.db'
      const home = homeWith({ CAL_API_ROOT: api_root, CAL_STATE_DIR: 'state' }, limit_ms)
      const count = rows_per_kill * times
      const write = (cost: number, isWritten: (i: number) => boolean) => {
        const rows = Array.from({ length: count }, (_, i) => i)
          .filter(isWritten)
          .map((i) => `Mixed ${i},${at(i)},${at(i)},${cost}`)
        writeFileSync(join(home.folder, 'rows.csv'), `title,start_date,end_date,cost\n${rows.join('\n')}\n`)
      }
      write(5, (i) => i % 3 !== 0)
      expect(await home.start(['import', 'rows.csv'], { CAL_STATE_DIR: 'first' })).toMatchObject({ exitCode: 0 })
      write(7, () => true)
      await dies({
        home,
        api_root,
        chance: seededRandom(seed),
        times,
        words: () =>
          hasRun(home.folder)
            ? ['import', '--resume', '--yes']
            : ['import', 'rows.csv', '--on-existing', 'update', '--yes'],
      })
      await comesToEnd(home, ['import', '--resume', '--yes'])
      const list = ['events', 'list', '--all', '--any-date', '-o', 'json', '--fields', 'title,cost']
      const events = JSON.parse((await home.cal(list)).stdout) as { title: string; cost: string }[]
      expect(events.map(({ title }) => title).sort()).toEqual(numbered('Mixed', count))
      expect(new Set(events.map(({ cost }) => cost))).toEqual(new Set(['$7']))
    },
    limit_ms,
  )
})

describe('two computers that import the same file while answers get lost', () => {
  const rounds = Math.max(1, Math.round(kills / 5))

  it(
    `create each event once, at places that exist, in ${rounds} rounds`,
    async () => {
      const kinds = ['drop request', 'drop answer', 'fail after', 'unavailable after', 'stall after'] as const
      for (let round = 0; round < rounds; round++) {
        const name = `Both${round}`
        const rows = Array.from({ length: 14 }, (_, i) => `${name} ${i},${at(i)},${at(i)},${name} hall ${i % 4}`)
        const run = async (computer: number) => {
          const faults = { seed: seed + 2 * round + computer, share: 0.25, kinds, method: 'POST' }
          const proxy = await faultProxy(served.api_root, faults)
          const home = homeWith({ CAL_API_ROOT: proxy.api_root, CAL_STATE_DIR: 'state' }, limit_ms)
          writeFileSync(join(home.folder, 'rows.csv'), `title,start_date,end_date,venue\n${rows.join('\n')}\n`)
          const ran = await home.cal(['import', 'rows.csv', '--create-missing', '--timeout', '1', '--yes'])
          proxy.close()
          return ran
        }
        const ends = await Promise.all([run(0), run(1)])
        expect(ends.map(({ code, stderr }) => [code, stderr])).toEqual(ends.map(() => [0, expect.any(String)]))
        expect(await titlesOf(name)).toEqual(numbered(name, rows.length))
        const { stdout } = await homeWith({ CAL_API_ROOT: served.api_root }).cal(
          `events list --any-date --search ${name} --all -o json --fields venue`,
        )
        const venues = (JSON.parse(stdout) as { venue?: { venue?: string } }[]).map(({ venue }) => venue?.venue)
        expect(venues).toEqual(venues.map(() => expect.stringContaining(`${name} hall`)))
      }
    },
    limit_ms,
  )
})

// The short run has the import above: the commands share what writes, and test/property/resume interrupts it anywhere.
describe.runIf(is_nightly)(
  'a command that is killed and run again, which takes minutes: npm run nightly -- imports',
  () => {
    const rerun_kills = Math.max(1, Math.round(kills / 6))

    it(
      `apply creates the calendar of its file, after ${rerun_kills} kills`,
      async () => {
        const proxy = await faultProxy(served.api_root, { seed, share: 0.02 })
        const home = homeWith({ CAL_API_ROOT: proxy.api_root, CAL_STATE_DIR: 'state' }, limit_ms)
        const count = rows_per_kill * rerun_kills
        const event = (i: number) =>
          `  - {key: applied-${i}, title: Applied ${i}, start: "${at(i)}", duration: 1h, venue: applied-hall}\n`
        writeFileSync(
          join(home.folder, 'a.yaml'),
          `calendar: applied\nvenues:\n  - {key: applied-hall, venue: Applied hall}\nevents:\n${Array.from({ length: count }, (_, i) => event(i)).join('')}`,
        )
        const words = ['apply', '-f', 'a.yaml', '--timeout', '1', '--yes']
        await dies({
          home,
          api_root: proxy.api_root,
          chance: seededRandom(seed),
          times: rerun_kills,
          words: () => words,
        })
        await comesToEnd(home, words)
        expect(await titlesOf('Applied')).toEqual(numbered('Applied', count))
        // It recognizes all records as its own, including those written just before the kill.
        writeFileSync(
          join(home.folder, 'a.yaml'),
          `calendar: applied\nvenues:\n  - {key: applied-hall, venue: Applied hall}\nevents:\n${event(0)}`,
        )
        await comesToEnd(home, [...words, '--prune', '--max-delete', '10000'])
        proxy.close()
        expect(await titlesOf('Applied')).toEqual(['Applied 0'])
      },
      limit_ms,
    )

    it(
      `update and delete with --where change every match, after ${rerun_kills} kills each, and undo reverts both`,
      async () => {
        const proxy = await faultProxy(served.api_root, { seed, share: 0.02 })
        const home = homeWith({ CAL_API_ROOT: proxy.api_root, CAL_STATE_DIR: 'state' }, limit_ms)
        const count = rows_per_kill * rerun_kills
        const rows = Array.from({ length: count }, (_, i) => `Selected ${i},${at(i)},${at(i)}`)
        writeFileSync(join(home.folder, 'rows.csv'), `title,start_date,end_date\n${rows.join('\n')}\n`)
        await home.cal(['import', 'rows.csv', '--api-root', served.api_root])
        const flags = ['--where', 'search=Selected', '--timeout', '1', '--yes']
        for (const deed of [
          ['events', 'update', ...flags, '--set', 'website=https://one.test/'],
          ['events', 'delete', ...flags],
        ]) {
          await dies({
            home,
            api_root: proxy.api_root,
            chance: seededRandom(seed),
            times: rerun_kills,
            words: () => deed,
          })
          await comesToEnd(home, deed)
        }
        expect(await titlesOf('Selected')).toEqual([])
        const { stdout } = await home.cal(['history', 'list', '-o', 'json'])
        for (const { run } of (JSON.parse(stdout) as { run: string; command: string }[]).filter(({ command }) =>
          command.startsWith('events delete'),
        ))
          await comesToEnd(home, ['history', 'undo', run, '--timeout', '1', '--yes'])
        proxy.close()
        expect(await titlesOf('Selected')).toEqual(numbered('Selected', count))
        const list = 'events list --any-date --search Selected --all -o json --fields website'
        const { stdout: updated } = await homeWith({ CAL_API_ROOT: served.api_root }).cal(list)
        expect(updated.match(/https:\/\/one\.test\//g)).toHaveLength(count)
      },
      limit_ms,
    )
  },
)
