// `--watch`: a clock whose sleeps run the next step of a test, and a signal at the end.
import { expect, it } from 'vitest'
import { CalError } from '../../../../src/base/errors.ts'
import type { ApiResponse } from '../../../../src/base/exchange.ts'
import { run } from '../../../../src/cli/program.ts'
import { disconnect, serveExchange } from '../../../support/exchange-server.ts'
import { splitArguments } from '../../../support/shell-words.ts'
import { type RunInput, type RunResult, runtimeOf } from '../../../support/runtime.ts'
import { newWorkspace } from '../../../support/workspace.ts'

interface Watched extends RunResult {
  /** What standard output got between two sleeps. */
  readonly frames: readonly string[]
  readonly sleeps: readonly number[]
}

/** Runs the line; each sleep takes the next step, and the one after the last step is interrupted. */
async function watched(line: string, typed: RunInput, steps: readonly (() => unknown)[] = []): Promise<Watched> {
  const [out, err, frames, sleeps]: [string[], string[], string[], number[]] = [[], [], [], []]
  const interrupt = new AbortController()
  const runtime = runtimeOf(splitArguments(line), typed, { out, err })
  let seen = 0
  const code = await run({
    ...runtime,
    signal: interrupt.signal,
    sleep: async (duration_ms) => {
      frames.push(out.slice(seen).join(''))
      seen = out.length
      const step = steps[sleeps.length]
      sleeps.push(duration_ms)
      if (step) return void (await step())
      interrupt.abort(new CalError('interrupted', { en: 'interrupted', de: 'unterbrochen' }))
      throw interrupt.signal.reason
    },
  })
  return { stdout: out.join(''), stderr: err.join(''), code, frames, sleeps }
}

async function calendar() {
  const { cal, folder } = newWorkspace()
  const env = { CAL_API_ROOT: `file:${folder}/calendar.db`, CAL_STATE_DIR: `${folder}/state`, CAL_TZ: 'UTC' }
  const create = (title: string) => cal(`events create --title ${title} --start-date '2026-11-22 20:00' --duration 3h`)
  await create('Jazz')
  return { cal, create, env }
}

it('prints all records as NDJSON, then those that are new or have changed', async () => {
  const { cal, create, env } = await calendar()
  const { frames, sleeps, code, stderr } = await watched('events list --watch 3 -o ndjson --fields id,title', { env }, [
    () => create('Blues'),
    () => {},
    () => cal('events update 4 --title Folk'),
    () => cal('events delete 5 --yes'),
  ])
  expect(frames).toEqual([
    '{"id":4,"title":"Jazz"}\n',
    '{"id":5,"title":"Blues"}\n',
    '',
    '{"id":4,"title":"Folk"}\n',
    '',
  ])
  expect([code, sleeps]).toEqual([130, [3000, 3000, 3000, 3000, 3000]])
  expect(stderr).not.toContain('error')
})

function linesOf(frame = ''): readonly string[] {
  return (frame.replaceAll('\u001b[K', '').split('\u001b[H').at(-1) ?? '').split('\n')
}

it('redraws a terminal in place, and leaves the last lines', async () => {
  const { create, env } = await calendar()
  for (const line of ['events list --watch --no-color', 'tomorrow --watch --no-color']) {
    const { frames, sleeps, code, stdout, stderr } = await watched(line, { env, terminal: true }, [
      () => create('Blues'),
    ])
    expect(stdout.split('\u001b[H')).toHaveLength(3)
    expect(stdout.endsWith('Ctrl-C to stop\n')).toBe(true)
    const [first = [], second = []] = frames.map(linesOf)
    expect([first.length, second.length]).toEqual([24, 24])
    expect(first.join('\n')).toContain('Jazz')
    expect(second.filter((text) => text.includes('Blues')).length).toBe(
      first.filter((text) => text.includes('Blues')).length + 1,
    )
    expect(second.at(-1)).toBe('12:00:00 · every 5 s · Ctrl-C to stop')
    expect([code, sleeps, stderr]).toEqual([130, [5000, 5000], ''])
  }
})

const page = (names: readonly string[]) => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ tags: names.map((name, i) => ({ id: i + 1, name })), total: names.length, total_pages: 1 }),
})

it('shows an error of a later read, and reads again', async () => {
  for (const terminal of [true, false]) {
    const answers: (ApiResponse | typeof disconnect)[] = [
      page(['late']),
      disconnect,
      disconnect,
      page(['late', 'free']),
    ]
    const { api_root } = await serveExchange(async () => answers.shift() ?? page([]))
    const env = { CAL_API_ROOT: api_root }
    const line = `tags list --watch --color never ${terminal ? '' : '-o ndjson --fields name'}`
    const { frames, stderr, code } = await watched(line, { env, terminal }, [() => {}, () => {}, () => {}])
    expect(code).toBe(130)
    if (terminal) {
      expect(linesOf(frames[1])[1]).toContain('late')
      expect(linesOf(frames[1]).at(-1)).toMatch(/^13:00:00 .* /)
      expect(linesOf(frames[3]).join('\n')).toMatch(/late[\s\S]*free[\s\S]*every 5 s/)
    } else {
      expect(frames).toEqual(['{"name":"late"}\n', '', '', '{"name":"free"}\n'])
      expect(stderr.match(/; retrying every 5 s/g)).toHaveLength(1)
    }
  }
})

it('ends with the error of the first read', async () => {
  const { api_root } = await serveExchange(async () => disconnect)
  const env = { CAL_API_ROOT: api_root }
  expect(await watched('tags list --watch', { env, terminal: true })).toMatchObject({ code: 7, stdout: '', sleeps: [] })
})
