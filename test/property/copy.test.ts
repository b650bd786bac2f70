// Random calendars are copied: both are equal then, a second copy writes nothing, edits of the source are the only
// writes of the next one, `--mirror` deletes what is gone, and undo restores the target after each.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { undoTexturize } from '../../src/base/text/slug.ts'
import { openCalendar } from '../../src/server/service/service.ts'
import { serveExchange } from '../support/exchange-server.ts'
import { splitArguments } from '../support/shell-words.ts'
import { in_memory, newFolder } from '../support/folder.ts'
import type { Mode } from '../support/modes.ts'
import { bundleOf, randomCalendar } from '../support/random-calendar.ts'
import { firstOf } from '../support/extent.ts'
import { plain_options } from '../support/open-calendar.ts'
import { cal, noon, type RunResult } from '../support/runtime.ts'

const runs = Number(process.env.CAL_RUNS ?? 1)
const settings = {
  numRuns: runs,
  endOnFailure: true,
}
const limit_ms = 240_000 + runs * 10_000

const closing: (() => void | Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

type Side = 'source' | 'target'

interface Pair {
  at(side: Side, line: string): Promise<RunResult>
  copy(flags?: string): Promise<RunResult>
  /** The requests to the target other than GET since the last call; undefined for database files. */
  writes(): readonly string[] | undefined
  write(name: string, text: string): void
  /** Otherwise texts are rendered, and images can't be sent: `cal serve --quirks` has no media library. */
  readonly isStandard: boolean
}

function pairOf(
  roots: Readonly<Record<Side, string>>,
  { requests, isStandard }: Pick<Pair, 'isStandard'> & { requests?: string[] },
): Pair {
  const home = newFolder(in_memory)
  let second = 0
  const run = (line: string) =>
    cal(splitArguments(line), {
      cwd: home,
      now: noon + second++ * 1_000,
      env: { CAL_STATE_DIR: join(home, 'state'), CAL_CONFIG: join(home, 'none.yaml'), CAL_TZ: 'UTC' },
    })
  return {
    at: (side, line) => run(`--api-root ${roots[side]} ${line}`),
    copy: (flags = '') => run(`copy --from ${roots.source} --to ${roots.target} --yes ${flags}`),
    writes: () => requests?.splice(0).filter((request) => !request.startsWith('GET ')),
    isStandard,
    write: (name, text) => writeFileSync(join(home, name), text),
  }
}

function files(): Pair {
  return pairOf({ source: 'file:source.db', target: 'file:target.db' }, { isStandard: true })
}

async function services(source: Mode, target: Mode): Promise<Pair> {
  const [one, other] = await Promise.all(
    [source, target].map(async (mode, i) => {
      const calendar = await openCalendar({
        authenticate: () => async () => ({ id: 1, login: 'ada', role: 'administrator' }),
        ...plain_options,
        file: ':memory:',
        address: { base: `http://calendar${i}.example`, root: 'wp-json', vendor: 'tribe' },
        timezone: 'Europe/Berlin',
        mode,
        now: () => noon,
      })
      closing.push(() => calendar.close())
      return serveExchange((request) => calendar.exchange(request))
    }),
  )
  return pairOf(
    { source: one?.api_root ?? '', target: other?.api_root ?? '' },
    { requests: other?.requests ?? [], isStandard: target === 'standard' },
  )
}

function withoutImages(bundle: string): string {
  return JSON.stringify(JSON.parse(bundle, (name, value: unknown) => (name === 'image' ? undefined : value)))
}

type Exported = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>

/** Everything without ids, except for the target's own records. */
async function contentOf(pair: Pair, side: Side): Promise<Exported> {
  const { stdout, code, stderr } = await pair.at(side, 'export --stable')
  expect(code, stderr).toBe(0)
  // Deployed services render what they show, and render it once more when it was sent again.
  const parsed = pair.isStandard
    ? JSON.parse(stdout)
    : JSON.parse(stdout, (_, value: unknown) => (typeof value === 'string' ? undoTexturize(value) : value))
  return Object.fromEntries(
    Object.entries(parsed as Exported).map(([kind, records]) => [
      kind,
      inOrder(
        records
          .filter(({ slug }) => !String(slug).startsWith('own-'))
          .map((record) => withoutPlaceSlug(kind, record))
          .map((record) => (pair.isStandard ? record : withSortedTerms(record))),
      ),
    ]),
  )
}

/** The export sorts by slugs, which services choose for venues and organizers. */
function inOrder<R extends object>(records: readonly R[]): readonly R[] {
  const text = (record: R) => JSON.stringify(Object.entries(record).sort())
  return records.toSorted((a, b) => (text(a) < text(b) ? -1 : 1))
}

/** Deployed services sort the terms of an event by their stored names, which are not the ones that they show. */
function withSortedTerms(record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const isTermList = (key: string, value: unknown): value is object[] =>
    (key === 'categories' || key === 'tags') && Array.isArray(value) && value.every((term) => typeof term === 'object')
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => [key, isTermList(key, value) ? inOrder(value) : value]),
  )
}

/** Services choose the slugs of venues and organizers from their names. */
function withoutPlaceSlug(kind: string, record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const names = (value: unknown) =>
    [value].flat().map((link) => {
      const { slug: _, ...rest } = link as Record<string, unknown>
      return rest
    })
  if (kind === 'events')
    return {
      ...record,
      ...(record.venue ? { venue: names(record.venue) } : {}),
      ...(record.organizer ? { organizer: names(record.organizer) } : {}),
    }
  if (kind !== 'venues' && kind !== 'organizers') return record
  const { slug: _, ...rest } = record
  return rest
}

const edits = fc.record({
  title: fc.boolean(),
  text: fc.boolean(),
  day: fc.boolean(),
  links: fc.boolean(),
  venue: fc.boolean(),
  tag: fc.boolean(),
  category: fc.boolean(),
  added: fc.boolean(),
})
type Edits = typeof edits extends fc.Arbitrary<infer T> ? T : never

async function idsOf({ at }: Pair, side: Side, kind: string): Promise<readonly number[]> {
  const flags = {
    events: '--any-date --status publish,draft,private,pending,future',
    venues: '',
    tags: '--no-hide-empty',
  }
  const { stdout } = await at(
    side,
    `${kind} list --all -o ids ${kind === 'categories' ? '--no-hide-empty' : flags[kind as keyof typeof flags]}`,
  )
  return stdout.split('\n').filter(Boolean).map(Number)
}

/** Returns how many records were changed or created. */
async function edit(pair: Pair, { title, text, day, links, venue, tag, category, added }: Edits): Promise<number> {
  const [[event] = [], [place] = [], [term] = [], [sort] = []] = await Promise.all(
    (['events', 'venues', 'tags', 'categories'] as const).map((kind) => idsOf(pair, 'source', kind)),
  )
  const done: string[] = []
  const run = async (record: string, line: string) => {
    const { code, stderr } = await pair.at('source', line)
    expect(code, `${line}: ${stderr}`).toBe(0)
    done.push(record)
  }
  // Services can't take the slug of a draft away again.
  const { slug = '', description = '' } =
    event === undefined
      ? {}
      : (JSON.parse((await pair.at('source', `events get ${event} -o json`)).stdout) as {
          slug?: string
          description?: string
        })
  // Deployed services can't clear a description, so that an undo could not take back a first one.
  const words = pair.isStandard || description !== '' ? "--description '<p>Other words</p>' " : ''
  const flags = [
    ...(title ? ["--title 'Another title'", ...(slug === '' ? [] : ['--slug another-title'])] : []),
    ...(text ? [`${words}--cost 7`] : []),
    ...(day ? ["--start-date '2028-01-01 10:00' --end-date '2028-01-01 11:00' --no-all-day"] : []),
    ...(links ? ["--tags '' --categories '' --website https://other.example/"] : []),
  ]
  if (event !== undefined && flags.length > 0) await run('event', `events update ${event} ${flags.join(' ')}`)
  if (venue) await run('venue', `venues update ${place} --name 'Renamed hall' --city Ulm --zip ''`)
  if (tag) await run('tag', `tags update ${term} --name 'Renamed tag'`)
  if (category) await run('category', `categories update ${sort} --slug renamed-category`)
  if (added)
    await run('added', "events create --title Added --start-date '2027-05-05 10:00' --end-date '2027-05-05 11:00'")
  return done.length
}

async function checked(
  pair: Pair,
  drawn: typeof randomCalendar extends fc.Arbitrary<infer T> ? T : never,
  changes: Edits,
) {
  pair.write('drawn.json', pair.isStandard ? bundleOf(drawn) : withoutImages(bundleOf(drawn)))
  expect((await pair.at('source', 'import drawn.json')).stderr).not.toContain(' failed')
  for (const line of [
    'categories create --name Own --slug own-category',
    "venues create --name 'Own hall'",
    "events create --title Own --slug own-event --start-date 2027-03-05 --end-date 2027-03-05 --venue 'Own hall'",
  ])
    expect((await pair.at('target', line)).code).toBe(0)
  const own = (content: Exported) => ({
    ...content,
    venues: content.venues?.filter(({ venue }) => venue !== 'Own hall'),
  })
  const source = async () => own(await contentOf(pair, 'source'))
  const target = async () => own(await contentOf(pair, 'target'))
  const empty = await target()

  expect((await pair.copy()).stderr).toMatch(/^[^;\n]+ created$/m)
  expect(await target()).toEqual(await source())
  const first = await target()
  pair.writes()
  expect((await pair.copy()).stderr).toMatch(/^[^;\n]+ unchanged$/m)
  expect(pair.writes() ?? []).toEqual([])

  const count = await edit(pair, changes)
  const { stderr } = await pair.copy()
  expect(stderr).not.toContain(' failed')
  const written = [...stderr.matchAll(/(\d+) \w+(?=[^;\n]* (?:created|updated)\b)/g)].map(([, many]) => Number(many))
  expect(
    written.reduce((sum, many) => sum + many, 0),
    stderr,
  ).toBe(count)
  expect(await target()).toEqual(await source())
  const second = await target()

  const [event] = await idsOf(pair, 'source', 'events')
  const [tag] = await idsOf(pair, 'source', 'tags')
  if (event !== undefined) expect((await pair.at('source', `events delete ${event} --yes`)).code).toBe(0)
  expect((await pair.at('source', `tags delete ${tag} --yes`)).code).toBe(0)
  const mirrored = await pair.copy('--mirror')
  expect(mirrored.stderr).toContain(event === undefined ? '1 tag deleted' : '1 event, 1 tag deleted')
  expect(await target()).toEqual(await source())

  const undo = async () => {
    const { code, stderr: said } = await pair.at('target', 'history undo --yes')
    expect(code, said).toBe(0)
  }
  await undo()
  expect(await target()).toEqual(second)
  const { stdout } = await pair.at('target', 'history list -o json')
  const copies = (JSON.parse(stdout) as { run: string; command: string }[]).filter(({ command }) => command === 'copy')
  for (const [i, before] of (count === 0 ? [empty] : [first, empty]).entries()) {
    const { code, stderr: said } = await pair.at('target', `history undo ${copies[i + 1]?.run} --yes`)
    expect(code, said).toBe(0)
    expect(await target()).toEqual(before)
  }
}

describe('a copy', () => {
  it('of a database file', { timeout: limit_ms }, async () => {
    await fc.assert(
      fc.asyncProperty(randomCalendar, edits, (drawn, changes) => checked(files(), drawn, changes)),
      settings,
    )
  })

  it.each(
    firstOf(2, [
      ['standard', 'standard'],
      ['quirks-6.17', 'quirks-6.17'],
      ['quirks', 'quirks'],
    ] as const),
  )('of a service in %s mode', { timeout: limit_ms }, async (source, target) => {
    await fc.assert(
      fc.asyncProperty(randomCalendar, edits, async (drawn, changes) =>
        checked(await services(source, target), drawn, changes),
      ),
      settings,
    )
  })
})
