// An answered write is on the disk: servers are killed while clients write, and nothing answered is lost.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { project } from '../support/sources.ts'

const folder = mkdtempSync(join(tmpdir(), 'cal-durable-'))
const rounds = Number(process.env.KILL_ROUNDS ?? 20)
const writers = 8
const limit_ms = 60_000 * Math.max(1, rounds / 20)
const cal = join(project, 'bin/cal.js')

function start(command: string, ...words: readonly string[]): ChildProcess {
  return spawn(command, words, { cwd: folder, env: { HOME: folder, PATH: process.env.PATH }, stdio: ['ignore', 'pipe', 'ignore'] })
}

async function rootOf(server: ChildProcess): Promise<string> {
  let text = ''
  for await (const chunk of server.stdout ?? []) {
    text += String(chunk)
    if (text.includes('\n')) return JSON.parse(text).api_root
  }
  throw new Error(`the server did not start: ${text}`)
}

async function end(server: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const ended = once(server, 'exit')
  server.kill(signal)
  await ended
}

const concert = (title: string) => ({ title, start_date: '2027-03-01 19:00', end_date: '2027-03-01 22:00', venue: { venue: `Hall of ${title}` }, categories: ['Music'] })

async function create(api_root: string, title: string, more: object = {}): Promise<Response> {
  return fetch(`${api_root}/events`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ ...concert(title), ...more }) })
}

/** Writes until the connection breaks, and keeps what was answered. */
async function writeUntilEnd(api_root: string, name: string, answered: Map<number, string>): Promise<void> {
  for (let i = 0; ; i += 1) {
    const title = `${name}-${i}`
    try {
      const response = await create(api_root, title)
      const { id } = JSON.parse(await response.text())
      if (response.status === 201) answered.set(id, title)
    } catch {
      return
    }
  }
}

describe('a server that is killed while it writes', () => {
  it(`has every answered write on the disk, ${rounds} times`, async () => {
    const file = join(folder, 'killed.db')
    const answered = new Map<number, string>()
    for (let round = 0; round < rounds; round += 1) {
      const server = start(process.execPath, cal, 'serve', '--port', '0', '-o', 'json', '--data', file)
      const api_root = await rootOf(server)
      const before = answered.size
      const writing = Array.from({ length: writers }, (_, i) => writeUntilEnd(api_root, `r${round}w${i}`, answered))
      while (answered.size === before) await setTimeout(5)
      await setTimeout((round * 37) % 100)
      await end(server, 'SIGKILL')
      await Promise.all(writing)
    }
    const after = new Database(file)
    const kept = new Map(after.prepare<[], { id: number; title: string }>('SELECT id, title FROM event').all().map(({ id, title }) => [id, title]))
    expect([...answered].filter(([id, title]) => kept.get(id) !== title)).toEqual([])
    expect(answered.size).toBeGreaterThanOrEqual(rounds)
    expect(after.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(after.prepare('SELECT count(*) AS n FROM event WHERE json_extract(venue, \'$[0]\') NOT IN (SELECT id FROM venue)').get()).toEqual({ n: 0 })
    after.close()
  }, limit_ms)
})

describe('a file that may not grow', () => {
  it('refuses writes with a sentence, and goes on reading', async () => {
    const file = join(folder, 'full.db')
    const server = start('sh', '-c', `trap '' XFSZ; ulimit -f 2000; exec '${process.execPath}' '${cal}' serve --port 0 -o json --data '${file}'`)
    const api_root = await rootOf(server)
    const description = 'x'.repeat(100_000)
    let refused: { status: number; body: unknown } | undefined
    for (let i = 0; i < 40 && !refused; i += 1) {
      const response = await create(api_root, `Large ${i}`, { description })
      if (response.status !== 201) refused = { status: response.status, body: JSON.parse(await response.text()) }
    }
    expect(refused).toMatchObject({ status: 503, body: { code: 'rest_not_stored' } })
    const list = JSON.parse(await (await fetch(`${api_root}/events?per_page=50`)).text())
    expect(list.events.length).toBeGreaterThan(0)
    await end(server, 'SIGTERM')
    const after = new Database(file)
    expect(after.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(after.prepare('SELECT count(*) AS n FROM event').get()).toEqual({ n: list.total })
    after.close()
  })
})
