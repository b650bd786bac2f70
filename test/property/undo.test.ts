// Random sequences of imports, manual edits, undos and redos: undo changes only records written by a run, and
// no edit is lost.
import { openInMemory } from '../support/open-calendar.ts'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { serveExchange } from '../support/exchange-server.ts'
import { splitArguments } from '../support/shell-words.ts'
import { in_memory, newFolder } from '../support/folder.ts'
import { type Mode, modes } from '../support/modes.ts'
import { cal, noon, type RunResult } from '../support/runtime.ts'

const runs = Number(process.env.CAL_RUNS ?? 2)

type Item = Readonly<Record<string, unknown>> & { readonly id: number }
type Snapshot = ReadonlyMap<string, Item>

/** Two calendars with the same commands and one folder of runs. */
interface Bench {
  cal(where: number, line: string, second: number): Promise<RunResult>
  /** The same by another person: the runs of these commands are in another folder. */
  by_hand(where: number, line: string, second: number): Promise<RunResult>
  write(where: number, name: string, text: string): void
}

const closing: (() => void | Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

function bench(env: (where: number) => Readonly<Record<string, string>>): Bench {
  const home = newFolder(in_memory)
  const folder = (where: number) => join(home, String(where))
  for (const where of [0, 1]) mkdirSync(folder(where))
  const runWith = (state: string) => (where: number, line: string, second: number) =>
    cal(splitArguments(line), {
      cwd: folder(where),
      now: noon + second * 1_000,
      env: { CAL_STATE_DIR: join(home, state), CAL_TZ: 'UTC', ...env(where) },
    })
  return {
    cal: runWith('state'),
    by_hand: runWith('state-of-another-person'),
    write: (where, name, text) => writeFileSync(join(folder(where), name), text),
  }
}

async function services(mode: Mode): Promise<Bench> {
  const roots = await Promise.all(
    [0, 1].map(async () => {
      const calendar = await openInMemory(mode, { timezone: 'Europe/Berlin' })
      return (await serveExchange((request) => calendar.exchange(request))).api_root
    }),
  )
  return bench((where) => ({ CAL_API_ROOT: roots[where] ?? '' }))
}

const small = (max: number) => fc.integer({ min: 0, max })
/** Mostly the same record, so that a sequence changes its own records again. */
const where = fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constant(1) })
const row = fc.record({ title: small(3), cost: small(2), venue: small(1), tag: small(2) })
const operation = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('import' as const),
      where,
      rows: fc.uniqueArray(row, { minLength: 2, maxLength: 4, selector: ({ title }) => title }),
      on_existing: fc.constantFrom('update', 'skip'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('edit' as const),
      where,
      kind: fc.constantFrom('events' as const, 'venues' as const, 'tags' as const),
      pick: small(20),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('create' as const), where, pick: small(20) }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('undo' as const), where }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('undo named' as const), where, pick: small(20) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('resume' as const), where }) },
)
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never

const first: Operation = {
  does: 'import',
  where: 0,
  rows: [0, 1, 2].map((title) => ({ title, cost: 0, venue: title % 2, tag: title })),
  on_existing: 'update',
}
const sequence = fc
  .array(operation, { minLength: 3, maxLength: 9, size: 'max' })
  .map((operations) => [first, ...operations])

/** Manual edits that no run has overwritten since. */
interface ManualEdits {
  /** Whole records. */
  readonly created: Map<string, Item>
  /** Single fields. */
  readonly edited: Map<string, Readonly<Record<string, unknown>>>
}

const edit_fields = { events: 'description', venues: 'city', tags: 'description' } as const
const flag_of = { events: '--description', venues: '--city', tags: '--description' } as const
const name_of = { events: 'title', venues: 'venue', tags: 'name' } as const

async function snapshot({ cal }: Bench, place: number, second: number): Promise<Snapshot> {
  const found = new Map<string, Item>()
  for (const kind of ['events', 'venues', 'tags'] as const) {
    const { stdout } = await cal(
      place,
      `${kind} list --all -o json ${kind === 'events' ? '--any-date' : kind === 'tags' ? '--no-hide-empty' : ''}`,
      second,
    )
    for (const item of JSON.parse(stdout || '[]') as readonly Item[]) found.set(`${kind} ${item.id}`, plain(kind, item))
  }
  return found
}

/** The fields that a person can read and change. */
function plain(kind: keyof typeof name_of, item: Item): Item {
  const id = (value: unknown) => [value].flat().map((one) => (one as Item | undefined)?.id ?? 0)
  const { [name_of[kind]]: name, [edit_fields[kind]]: text, cost, status } = item
  return kind === 'events'
    ? { id: item.id, name, text, cost, status, venue: id(item.venue), tags: id(item.tags).sort() }
    : { id: item.id, name, text }
}

function csvOf(
  rows: readonly { readonly title: number; readonly cost: number; readonly venue: number; readonly tag: number }[],
): string {
  return `title,start_date,end_date,cost,venue,tags\n${rows.map(({ title, cost, venue, tag }) => `Event ${title},2027-01-0${title + 1} 10:00,2027-01-0${title + 1} 11:00,${cost + 5},Hall ${venue},Tag ${tag}`).join('\n')}\n`
}

async function runOperations(on: Bench, operations: readonly Operation[]): Promise<void> {
  const manual: readonly ManualEdits[] = [0, 1].map(() => ({ created: new Map(), edited: new Map() }))
  for (const place of [0, 1])
    await on.by_hand(place, 'events create --title First --start-date 2027-05-01 --end-date 2027-05-02', 0)
  let second = 0
  const both = () => Promise.all([0, 1].map((place) => snapshot(on, place, second)))
  let before = await both()
  for (const one of operations) {
    second++
    const result = await perform(on, one, {
      second,
      here: before[one.where] ?? new Map(),
      by: manual[one.where] as ManualEdits,
    })
    const after = await both()
    const context = `${JSON.stringify(one)}: ${result.stderr}`
    expect(result.code, context).not.toBe(1)
    expect(after[1 - one.where], `the other calendar after ${context}`).toEqual(before[1 - one.where])
    for (const [key, item] of manual[one.where]?.created ?? [])
      expect(after[one.where]?.get(key), `created by hand, after ${context}`).toEqual(item)
    for (const [key, fields] of manual[one.where]?.edited ?? [])
      expect(after[one.where]?.get(key), `edited by hand, ${key}, after ${context}`).toMatchObject(fields)
    before = after
  }
}

interface Around {
  readonly second: number
  readonly here: Snapshot
  readonly by: ManualEdits
}

async function perform(on: Bench, one: Operation, { second, here, by }: Around): Promise<RunResult> {
  const picked = (kind: string, pick: number) => {
    const keys = [...here.keys()].filter((key) => key.startsWith(kind))
    return keys[pick % keys.length]
  }
  switch (one.does) {
    case 'import': {
      on.write(one.where, `${second}.csv`, csvOf(one.rows))
      return on.cal(one.where, `import ${second}.csv --create-missing --on-existing ${one.on_existing} --yes`, second)
    }
    case 'edit': {
      const key = picked(one.kind, one.pick)
      if (key === undefined) return { code: 0, stdout: '', stderr: '' }
      const result = await on.by_hand(
        one.where,
        `${one.kind} update ${key.split(' ')[1]} ${flag_of[one.kind]} Edited${second} --yes`,
        second,
      )
      const { stdout } = await on.cal(one.where, `${one.kind} get ${key.split(' ')[1]} -o json`, second)
      const item = plain(one.kind, JSON.parse(stdout) as Item)
      if (by.created.has(key)) by.created.set(key, item)
      else by.edited.set(key, { text: item.text })
      return result
    }
    case 'create': {
      const [venue, tag] = [picked('venues', one.pick), picked('tags', one.pick)].map((key) => key?.split(' ')[1])
      const links = `${venue ? ` --venue ${venue}` : ''}${tag ? ` --tags ${tag}` : ''}`
      const result = await on.by_hand(
        one.where,
        `events create --title Hand${second} --start-date 2027-06-01 --end-date 2027-06-02${links} -o json`,
        second,
      )
      const item = plain('events', JSON.parse(result.stdout) as Item)
      by.created.set(`events ${item.id}`, item)
      return result
    }
    case 'undo':
      return on.cal(one.where, 'history undo --yes', second)
    case 'undo named': {
      const names = (
        JSON.parse((await on.cal(one.where, 'history list -o json', second)).stdout || '[]') as readonly {
          readonly run: string
        }[]
      ).map(({ run }) => run)
      return names.length === 0
        ? { code: 0, stdout: '', stderr: '' }
        : on.cal(one.where, `history undo ${names[one.pick % names.length]} --yes`, second)
    }
    case 'resume':
      return on.cal(one.where, 'import --resume', second)
  }
}

const settings = { numRuns: runs }
const limit_ms = 240_000 + runs * 6_000

describe('undo changes only records written by a run, and no edit is lost', () => {
  it(
    'in database files of two folders with the same relative path',
    async () => {
      await fc.assert(
        fc.asyncProperty(sequence, (operations) =>
          runOperations(
            bench(() => ({ CAL_API_ROOT: 'file:c.db' })),
            operations,
          ),
        ),
        settings,
      )
    },
    limit_ms,
  )

  it.each(modes)(
    'in services, %s mode',
    async (mode) => {
      await fc.assert(
        fc.asyncProperty(sequence, async (operations) => runOperations(await services(mode), operations)),
        settings,
      )
    },
    limit_ms,
  )
})
