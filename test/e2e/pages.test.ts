// The pages of `cal serve`: the command they show lists the same events, assets are served, and --no-web.
import { join } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cal } from '../support/runtime.ts'
import { shellWords } from '../support/shell-words.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import { project } from '../support/project.ts'
import { newFolder } from '../support/folder.ts'

const program = join(project, 'bin/cal.js')
const folder = newFolder()
const env = { HOME: folder, PATH: process.env.PATH ?? '' }
let server: ServerProcess
let base = ''

beforeAll(async () => {
  await execa(process.execPath, [program, 'demo', 'demo.db'], { cwd: folder, env, extendEnv: false })
  server = await startServer('--data', join(folder, 'demo.db'))
  base = new URL(server.api_root).origin
})
afterAll(async () => {
  await server?.stop()
})

async function html(path: string): Promise<string> {
  const answer = await fetch(`${base}${path}`, { headers: { accept: 'text/html' } })
  expect([path, answer.status]).toEqual([path, 200])
  return answer.text()
}

/** The output of a command line, which needs no process of its own. */
async function printedBy(words: readonly string[]): Promise<string> {
  const { stdout, code } = await cal(words, { env, cwd: folder, home: folder, now: Date.now() })
  expect(code).toBe(0)
  return stdout
}

const unescaped = (text: string) => text.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&')

describe('the request behind a page', () => {
  it.each([
    '/events/',
    '/events/list/',
    '/events/list/?category=music',
    `/events/list/?search=${encodeURIComponent('Farmers’ market')}`,
    `/events/list/?search=${encodeURIComponent('-film')}&status=publish`,
    '/events/category/jazz/',
    '/events/tag/free/',
  ])('is the same as the command and the address that %s shows', async (path) => {
    const page = await html(path)
    const [, line = ''] = /<code id="command">(cal [^<]*)<\/code>/.exec(page) ?? []
    const [, address = ''] = /<a href="([^"]*\/events\?[^"]*)">Open JSON/.exec(page) ?? []
    const words = [...shellWords(unescaped(line)).slice(1), '-o', 'ids']
    const stdout = await printedBy(words)
    const answer = (await (await fetch(unescaped(address))).json()) as { events: { id: number }[] }
    expect(answer.events.length).toBeGreaterThan(0)
    expect(stdout).toBe(answer.events.map(({ id }) => `${id}\n`).join(''))
    const links = new Set([...page.matchAll(/<a href="(\/(?:event\/|\?post_type=)[^"]*)"/g)].map(([, link]) => link))
    expect(links.size).toBe(answer.events.length)
  })

  it('of an event is the command that shows it', async () => {
    const [, line = ''] = /<code id="command">(cal [^<]*)<\/code>/.exec(await html('/event/trio-tamarind/')) ?? []
    const words = [...shellWords(unescaped(line)).slice(1), '-o', 'json']
    expect(JSON.parse(await printedBy(words)).slug).toBe('trio-tamarind')
  })
})

describe('pages of the program', () => {
  it('have their style and scripts from the same origin', async () => {
    const page = await html('/events/')
    const assets = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]*)"/g)].map(([, path]) => path)
    expect(assets).toHaveLength(3)
    for (const path of assets) {
      const answer = await fetch(`${base}${path}`)
      expect([path, answer.status]).toEqual([path, 200])
      expect(answer.headers.get('cache-control')).toContain('immutable')
      expect((await answer.text()).length).toBeGreaterThan(100)
    }
    expect((await fetch(`${base}/assets/../../../etc/passwd`)).status).toBe(404)
    expect((await fetch(`${base}/assets/nope.js`)).status).toBe(404)
  })

  it('are served again from memory, and not after a change', async () => {
    const one = await html('/events/list/')
    expect(await html('/events/list/')).toBe(one)
    const created = await fetch(`${server.api_root}/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'Just added', start_date: 'tomorrow 9:00', end_date: 'tomorrow 10:00' }),
    })
    expect(created.status).toBe(201)
    expect(await html('/events/list/')).toContain('Just added')
  })

  it('are not there with --no-web', async () => {
    const quiet = await startServer('--data', ':memory:', '--no-web')
    try {
      const answer = await fetch(`${new URL(quiet.api_root).origin}/events/`, { headers: { accept: 'text/html' } })
      expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/plain; charset=UTF-8'])
    } finally {
      await quiet.stop()
    }
  })
})
