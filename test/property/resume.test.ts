// Imports that are interrupted anywhere and resumed as often as needed: each row exists once, with its values.
import { openInMemory } from '../support/open-calendar.ts'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import type { ApiRequest } from '../../src/base/exchange.ts'
import type { OpenedCalendar } from '../../src/server/service/service.ts'
import { disconnect, serveExchange } from '../support/exchange-server.ts'
import { splitArguments } from '../support/shell-words.ts'
import { type Mode, modes } from '../support/modes.ts'
import { cal, noon } from '../support/runtime.ts'
import { newFolder } from '../support/folder.ts'

const runs = Number(process.env.CAL_RUNS ?? 3)

const closing: (() => void | Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

interface Row {
  readonly title: string
  readonly start: string
  readonly cost: string
  readonly venue: string
  readonly hidden: boolean
}

/** A calendar behind a connection that fails from a chosen write on. */
async function service(mode: Mode) {
  const folder = newFolder()
  const calendar = await openInMemory(mode)
  let writes_left = Number.POSITIVE_INFINITY
  let loses_answer = false
  const server = await serveExchange(async (request) => {
    if (writes_left < 0) return disconnect
    if (request.method === 'GET') return calendar.exchange(request)
    writes_left--
    if (writes_left >= 0) return calendar.exchange(request)
    // The first write that fails may be executed, with its answer lost; nothing after it gets through.
    if (loses_answer) await calendar.exchange(request)
    return disconnect
  })
  let second = 0
  const run = (line: string) =>
    cal(splitArguments(line), {
      cwd: folder,
      now: noon + ++second * 1_000,
      env: { CAL_API_ROOT: server.api_root, CAL_TZ: 'UTC', CAL_STATE_DIR: join(folder, 'state') },
    })
  return {
    folder,
    calendar,
    requests: server.requests,
    run,
    breakAfter: (writes: number, executed: boolean) => {
      writes_left = writes
      loses_answer = executed
    },
  }
}

/** A kill can lose the last results, which are flushed later than the writes. */
function loseResults(folder: string, count: number): void {
  const state = join(folder, 'state', 'runs')
  const newest = readdirSync(state).toSorted().at(-1)
  if (newest === undefined) return
  const path = join(state, newest, 'journal.ndjson')
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  for (let lost = 0; lost < count && /^\{"(end|finished)"/.test(lines.at(-1) ?? ''); lost++) lines.pop()
  writeFileSync(path, `${lines.join('\n')}\n`)
}

function write(folder: string, rows: readonly Row[]): void {
  const lines = rows.map(({ title, start, cost, venue, hidden }) =>
    [title, start, cost, venue, hidden ? 'true' : 'false'].join(','),
  )
  writeFileSync(join(folder, 'rows.csv'), `title,start_date,cost,venue,hide_from_listings\n${lines.join('\n')}\n`)
}

async function eventsIn(calendar: OpenedCalendar) {
  const found: { readonly [key: string]: unknown }[] = []
  const request: ApiRequest = { method: 'GET', path: '/events', query: '', headers: {} }
  for (let page = 1; ; page++) {
    const query = `page=${page}&per_page=50&status=publish,draft&start_date=2000-01-01&end_date=2100-01-01`
    const { status, body } = await calendar.asAdministrator({ ...request, query })
    if (status !== 200) return found
    const { events, total_pages } = JSON.parse(body)
    found.push(...events)
    if (page >= total_pages) return found
  }
}

/** Titles with the same words, and with numbers at the end, whose slugs look like renumbered ones. */
const titles = ['Kill 1', 'Kill 2', 'Kill 10', 'Kill', 'Kill 2-2', 'Übung & Jazz', 'Talk 7']
const row = fc.record({
  title: fc.constantFrom(...titles),
  day: fc.integer({ min: 1, max: 28 }),
  cost: fc.constantFrom('', '5', '12'),
  venue: fc.constantFrom('', 'Hall', 'Hall 2'),
  existed: fc.boolean(),
})
const drawn = fc.record({
  rows: fc.uniqueArray(row, { minLength: 3, maxLength: 12, selector: ({ title, day }) => `${title} ${day}` }),
  breaks: fc.array(fc.record({ after: fc.integer({ min: 0, max: 9 }), executed: fc.boolean(), lost: fc.nat(3) }), {
    minLength: 1,
    maxLength: 3,
  }),
})

describe.each(modes)('an import that is interrupted and resumed, %s mode', (mode) => {
  it('writes each row once, with its values, in few requests', { timeout: 240_000 + runs * 4_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(drawn, async ({ rows, breaks }) => {
        const { folder, calendar, requests, run, breakAfter } = await service(mode)
        const rowOf = ({ title, day, cost, venue }: (typeof rows)[number]): Row => ({
          title,
          start: `2027-03-${String(day).padStart(2, '0')} 18:00:00`,
          cost,
          venue,
          hidden: false,
        })
        const existing = rows.filter(({ existed }) => existed).map((one) => ({ ...rowOf(one), cost: '99', venue: '' }))
        if (existing.length > 0) {
          write(folder, existing)
          expect(await run('import rows.csv --yes')).toMatchObject({ code: 0 })
        }
        const before = await eventsIn(calendar)
        write(folder, rows.map(rowOf))
        let line = 'import rows.csv --on-existing update --create-missing --yes'
        for (const { after, executed, lost } of breaks) {
          breakAfter(after, executed)
          const { code } = await run(line)
          if (code === 0) break
          loseResults(folder, lost)
          if (hasRun(folder)) line = 'import --resume --yes'
        }
        breakAfter(Number.POSITIVE_INFINITY, false)
        const sent = requests.length
        const { code, stderr } = await run(line)
        expect([code, stderr]).toEqual([0, expect.any(String)])
        expect(requests.length - sent).toBeLessThan(rows.length * 1.2 + 24)
        const events = await eventsIn(calendar)
        const keyOf = (title: unknown, start: unknown) => `${plain(title)} ${start}`
        expect(events.map(({ title, start_date }) => keyOf(title, start_date)).toSorted()).toEqual(
          rows.map((one) => keyOf(one.title, rowOf(one).start)).toSorted(),
        )
        for (const one of rows) {
          const event = events.find(
            ({ title, start_date }) => keyOf(title, start_date) === keyOf(one.title, rowOf(one).start),
          )
          if (one.cost !== '') expect(String(event?.cost)).toContain(one.cost)
        }
        const kept = new Set(events.map(({ id }) => id))
        expect(before.filter(({ id }) => !kept.has(id))).toEqual([])
      }),
      { numRuns: runs, endOnFailure: true },
    )
  })
})

function hasRun(folder: string): boolean {
  const state = join(folder, 'state', 'runs')
  const newest = readdirSync(state).toSorted().at(-1)
  return newest !== undefined && readFileSync(join(state, newest, 'journal.ndjson'), 'utf8').includes('update')
}

function plain(text: unknown): string {
  return String(text).replaceAll('&amp;', '&').replaceAll('&#038;', '&')
}
