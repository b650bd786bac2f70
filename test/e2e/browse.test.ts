// `cal browse`, read by a plain HTTP client.
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Home, homeWith } from '../support/program.ts'
import { startServer, startServerWith } from '../support/server-process.ts'

interface Browsing {
  readonly address: string
  /** Ends it and returns its exit code and standard error. */
  end(signal?: NodeJS.Signals): Promise<{ readonly code: number | undefined; readonly stderr: string }>
}

async function browsing({ start }: Home, ...words: readonly string[]): Promise<Browsing> {
  const child = start(['browse', '--no-open', ...words])
  const address = await new Promise<string>((resolve) => {
    child.stdout?.once('data', (chunk) => resolve(String(chunk).trim()))
    child.stdout?.once('close', () => resolve(''))
  })
  if (address === '') throw new Error((await child).stderr)
  const end = async (signal?: NodeJS.Signals) => {
    if (signal) child.kill(signal)
    const { exitCode, stderr } = await child
    return { code: exitCode, stderr }
  }
  onTestFinished(() => end('SIGKILL').then(() => undefined))
  return { address, end }
}

/** `fetch` can't set Host. */
function statusOf(address: string, { host, method = 'GET' }: { readonly host?: string; readonly method?: string }) {
  const url = new URL(address)
  const options = { method, port: url.port, path: url.pathname, headers: host === undefined ? {} : { host } }
  return new Promise<number | undefined>((resolve, reject) => {
    const sent = request({ host: url.hostname, ...options }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    sent.on('error', reject).end()
  })
}

describe('a calendar in a file', () => {
  const home = homeWith({ CAL_API_ROOT: 'file:calendar.db', CAL_TZ: 'UTC' })
  beforeAll(async () => {
    const when = 'start: 2030-03-01 20:00, duration: 3h'
    const calendar = `venues: [{ venue: City Hall, slug: city-hall }]
events: [{ title: Jazz night, venue: city-hall, ${when} }, { title: Secret plan, status: draft, ${when} }]`
    expect(await home.cal('apply -f - --yes', calendar)).toMatchObject({ code: 0 })
  })

  it('is shown below a secret address, read only, until Ctrl-C, and lets others write', async () => {
    const { address, end } = await browsing(home)
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{22}\/events\/$/)
    const page = await fetch(address.replace('/events/', '/events/month/2030-03/'))
    expect(page.status).toBe(200)
    const html = await page.text()
    expect(html).toContain('Jazz night')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'")
    // Every link stays below the secret address.
    const prefix = new URL(address).pathname.replace('events/', '')
    const links = [...html.matchAll(/(?:href|src|action)="(\/[^"]*)"/g)].map(([, link = '']) => link)
    expect(links.length).toBeGreaterThan(10)
    expect(links.filter((link) => !link.startsWith(prefix))).toEqual([])
    const style = /href="([^"]+\.css)"/.exec(html)?.[1] ?? ''
    expect((await fetch(new URL(style, address))).status).toBe(200)

    const feed = await (await fetch(address.replace('/events/', '/events.ics'))).text()
    expect(feed).toContain('SUMMARY:Jazz night')
    expect(feed).not.toContain('Secret plan')

    const wrong = address.replace(/\/[\w-]{22}\//, '/0123456789012345678901/')
    for (const guess of [wrong, new URL('/events/', address).href, new URL('/', address).href])
      expect(await (await fetch(guess)).text()).toBe('not found\n')
    expect(await statusOf(address, { host: 'evil.example' })).toBe(421)
    expect(await statusOf(address, { host: 'localhost' })).toBe(200)
    for (const method of ['PUT', 'DELETE', 'PATCH', 'POST'])
      expect([404, 405], method).toContain(await statusOf(address, { method }))
    expect((await home.cal(['tags', 'create', '--name', 'late'])).code).toBe(0)
    expect(await end('SIGINT')).toEqual({
      code: 0,
      stderr: 'read-only; stops on Ctrl-C or after 30m without a request\n',
    })
    expect(JSON.parse((await home.cal(['events', 'list', '--any-date', '--json'])).stdout)).toHaveLength(2)
  })

  it('shows one record of any kind, drafts too', async () => {
    const drafts = JSON.parse((await home.cal(['events', 'list', '--status', 'draft', '--any-date', '--json'])).stdout)
    const draft = await browsing(home, String(drafts[0].id))
    expect(await (await fetch(draft.address)).text()).toContain('Secret plan')
    const venue = await browsing(home, 'venue', 'city-hall')
    expect(venue.address).toMatch(/\/venue\/city-hall\/$/)
    expect(await (await fetch(venue.address)).text()).toContain('Jazz night')
  })

  it('opens the program in BROWSER, says so in German, and ends when it is idle', async () => {
    const program = join(home.folder, 'browser.sh')
    writeFileSync(program, `#!/bin/sh\necho "$1" > ${home.folder}/opened\n`)
    chmodSync(program, 0o755)
    const child = home.start(['open', '--lang', 'de', '--idle', '1s'], { BROWSER: program })
    const { exitCode, stdout, stderr } = await child
    expect([exitCode, stdout]).toEqual([0, ''])
    const opened = readFileSync(join(home.folder, 'opened'), 'utf8').trim()
    expect(stderr).toBe(
      `${opened} wird geöffnet\nnur lesend; endet mit Strg+C oder nach 1s ohne Anfrage\nnach 1s ohne Anfrage beendet\n`,
    )
  })
})

describe('a service', () => {
  it('with the pages of cal serve is opened there', async () => {
    const server = await startServer('--data', 'served.db')
    try {
      const home = homeWith({ CAL_API_ROOT: server.api_root })
      await home.cal(['tags', 'create', '--name', 'late'])
      const { stdout, stderr, code } = await home.cal(['browse', '--no-open'])
      expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
      expect(stdout).toBe(`${new URL(server.api_root).origin}/events/\n`)
      const tag = await home.cal(['browse', 'tag', 'late', '--no-open'])
      expect((await fetch(tag.stdout.trim())).status).toBe(200)
    } finally {
      await server.stop()
    }
  })

  it('without such pages is shown with the credentials of the profile, which stay in cal', async () => {
    const words = ['--data', 'served.db', '--no-web', '--user', 'ada:administrator']
    const server = await startServerWith({ CAL_PASSWORD_ADA: 's3cr3t-word' }, ...words)
    try {
      const signed = { CAL_API_ROOT: server.api_root, CAL_USER: 'ada', CAL_TOKEN: 's3cr3t-word' }
      const home = homeWith(signed)
      const dates = ['--start-date', '2030-03-01 20:00', '--duration', '3h', '--status', 'private']
      const created = await home.cal(['events', 'create', '--title', 'Board meeting', ...dates, '--porcelain'])
      expect(created.stderr).toBe('')
      const { address } = await browsing(home, created.stdout.trim())
      const page = await fetch(address)
      const html = await page.text()
      expect(html).toContain('Board meeting')
      expect(html).toContain(server.api_root)
      // Feeds are for visitors.
      const feed = await (await fetch(address.replace(/\/event\/.*/, '/events.ics'))).text()
      expect(feed).toContain('BEGIN:VCALENDAR')
      expect(feed).not.toContain('Board meeting')
      expect(html + JSON.stringify([...page.headers])).not.toMatch(/s3cr3t|YWRhOnMzY3IzdC13b3Jk/)
      await server.stop()
      const gone = await fetch(address)
      expect(gone.status).toBeGreaterThanOrEqual(500)
    } finally {
      await server.stop()
    }
  })
})
