// `cal wait`: on a clock that moves while the command sleeps.
import { expect, it } from 'vitest'
import type { ApiResponse } from '../../../../../src/base/exchange.ts'
import { run } from '../../../../../src/cli/program.ts'
import { disconnect, serveExchange } from '../../../../support/exchange-server.ts'
import { splitArguments } from '../../../../support/shell-words.ts'
import { type RunResult, runtimeOf } from '../../../../support/runtime.ts'
import { newWorkspace } from '../../../../support/workspace.ts'

interface Waited extends RunResult {
  /** Milliseconds of each sleep. */
  readonly sleeps: readonly number[]
}

/** Runs the line; `onSleep` is called with the seconds that have passed. */
async function waited(
  line: string,
  env: Readonly<Record<string, string>>,
  onSleep: (seconds: number) => unknown = () => {},
): Promise<Waited> {
  const [out, err, sleeps]: [string[], string[], number[]] = [[], [], []]
  let passed_ms = 0
  const code = await run({
    ...runtimeOf(splitArguments(line), { env: { CAL_TZ: 'UTC', ...env } }, { out, err }),
    ticks: () => passed_ms,
    sleep: async (duration_ms) => {
      sleeps.push(duration_ms)
      passed_ms += duration_ms
      await onSleep(passed_ms / 1000)
    },
  })
  return { stdout: out.join(''), stderr: err.join(''), code, sleeps }
}

async function calendar() {
  const { cal, folder } = newWorkspace()
  const create = (title: string) =>
    cal(`events create --title '${title}' --start-date '2027-03-26 20:00' --duration 3h`)
  await create('Jazz 1')
  const env = { CAL_API_ROOT: `file:${folder}/calendar.db` }
  return { cal, create, wait: (line: string, onSleep?: (s: number) => unknown) => waited(line, env, onSleep) }
}

it('ends at once if there are enough, and prints the requested output', async () => {
  const { wait } = await calendar()
  expect(await wait('wait events')).toEqual({ stdout: '', stderr: '1 event found\n', code: 0, sleeps: [] })
  expect(await wait('wait event --where search=jazz -o ids')).toMatchObject({ stdout: '4\n', code: 0 })
  expect(await wait('events wait -o count')).toMatchObject({ stdout: '1\n', code: 0 })
  expect(await wait('wait events --fields title')).toMatchObject({ stdout: 'TITLE\nJazz 1\n' })
  expect(JSON.parse((await wait('wait events -o json')).stdout)).toMatchObject([{ id: 4, title: 'Jazz 1' }])
  expect(await wait('wait events --lang de')).toMatchObject({ stderr: '1 Termin gefunden\n' })
})

it('checks every two seconds until there are enough', async () => {
  const { create, wait } = await calendar()
  const found = await wait('wait events --where search=jazz --count 3 --timeout 60s -o ids', (s) => {
    if (s === 4) return create('Blues')
    if (s === 2 || s === 6) return create(`Jazz ${s}`)
  })
  expect(found).toEqual({
    stdout: expect.stringMatching(/^(\d+\n){3}$/),
    stderr: '3 events found\n',
    code: 0,
    sleeps: [2000, 2000, 2000],
  })
  expect(await wait('wait events --where starts_after=2027-03-26T19:00 --count 4')).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('4 events found\n'),
  })
})

it('ends with 12 at the time limit, and reports the last check', async () => {
  const { wait } = await calendar()
  expect(await wait('wait events --count 3 --timeout 5s')).toEqual({
    stdout: '',
    stderr: 'error: timed out after 5 s: 1 event found at the last check, not 3\nhint: to wait longer: --timeout 5m\n',
    code: 12,
    sleeps: [2000, 2000, 1000],
  })
  expect(await wait('wait events --gone --timeout 1m --interval 45 --lang de')).toEqual({
    stdout: '',
    stderr:
      'Fehler: Zeitlimit von 60 s erreicht: 1 Termin gefunden bei der letzten Prüfung\nHinweis: --timeout 5m wartet länger\n',
    code: 12,
    sleeps: [45_000, 15_000],
  })
})

it.each([
  ['wait', 'KIND is missing'],
  ['wait evens', '"evens" is not a kind of record'],
  ['wait events --where serch=x', 'did you mean search?'],
  ['wait events --count 0', 'to wait until no record matches: --gone'],
  ['wait events --count 2 --gone', '--gone and --count cannot be used together'],
  ['wait events --timeout soon', '--timeout needs a duration such as 90s, 5m or 1h30m, up to 24h, not "soon"'],
  ['wait events --timeout 0', 'such as 90s, 5m or 1h30m'],
  ['wait events --interval 2d', '--interval needs a duration such as 90s, 5m or 1h30m, up to 24h, not "2d"'],
])('refuses %s', async (line, message) => {
  const { wait } = await calendar()
  expect(await wait(line)).toMatchObject({ code: 2, stderr: expect.stringContaining(message), sleeps: [] })
})

const page = (total: number): ApiResponse => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ tags: total === 0 ? [] : [{ id: 7, name: 'late' }], total, total_pages: total }),
})
const unavailable: ApiResponse = { status: 503, headers: { 'retry-after': '600' }, body: '' }

it('waits for a service that starts, and says so once', async () => {
  const answers = [disconnect, disconnect, unavailable, page(0), page(2)] as const
  let asked = 0
  const { api_root } = await serveExchange(async () => answers[asked++] ?? page(2))
  expect(await waited('wait tags', { CAL_API_ROOT: api_root })).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^not ready yet, still waiting: [^\n]*\n2 tags found\n$/),
    sleeps: [2000, 2000, 2000, 2000],
  })
  expect(asked).toBe(5)
})

it('ends with the code of the last error if the service never answers', async () => {
  const { api_root } = await serveExchange(async () => disconnect)
  expect(await waited('wait tags --timeout 3 -o json', { CAL_API_ROOT: api_root })).toMatchObject({
    code: 7,
    stderr: expect.stringContaining('"code":"unreachable","message":"timed out after 3 s: '),
  })
  const busy = await serveExchange(async () => unavailable)
  expect(await waited('wait tags --timeout 3', { CAL_API_ROOT: busy.api_root })).toMatchObject({ code: 8 })
})

it('ends at once if the service refuses', async () => {
  const { api_root } = await serveExchange(async () => ({ ...unavailable, status: 401 }))
  expect(await waited('wait tags', { CAL_API_ROOT: api_root })).toMatchObject({ code: 3, sleeps: [] })
})

it('keeps the time limit while a request is unanswered', async () => {
  const { api_root } = await serveExchange(() => new Promise(() => {}))
  const [out, err]: [string[], string[]] = [[], []]
  const limits: number[] = []
  const runtime = runtimeOf(['wait', 'tags', '--timeout', '1'], { env: { CAL_API_ROOT: api_root } }, { out, err })
  let passed_ms = 0
  const code = await run({
    ...runtime,
    ticks: () => passed_ms,
    every: (interval_ms, work) => {
      if (interval_ms < 1000) return () => {}
      limits.push(interval_ms)
      passed_ms += interval_ms
      const timer = setTimeout(work, 20)
      return () => clearTimeout(timer)
    },
  })
  expect([code, limits, err.join('')]).toEqual([
    7,
    [1000],
    expect.stringContaining('error: timed out after 1 s: the service did not respond in time\n'),
  ])
})
