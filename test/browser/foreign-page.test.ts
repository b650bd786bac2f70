// A page of another origin in a real browser: none of its links, images, scripts, forms and requests changes or reads a
// calendar.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserProgram, openBrowser } from '../support/browser.ts'
import { firstOf, is_nightly } from '../support/extent.ts'
import { startServer } from '../support/server-process.ts'

const credentials = { username: 'ada', password: 'secret' }
const event = { title: 'Foreign', start_date: '2026-12-02 10:00:00', end_date: '2026-12-02 11:00:00' }

const script = readFileSync(new URL('foreign-page.js', import.meta.url), 'utf8')
const foreign_page = `<!doctype html><body><script>${script.replaceAll('</script>', '<\\/script>')}</script>`

let browser: Browser
let foreign: Server

/** The addresses that the foreign page tries, of which the first would delete the draft. */
function attemptsAt(api_root: string, id: number): readonly string[] {
  const site = new URL(api_root).origin
  const at = `${api_root}/events/${id}`
  const route = `rest_route=/tribe/events/v1/events/${id}`
  const created = `_method=POST&${new URLSearchParams(event)}`
  const many = '&a'.repeat(4_999)
  return [
    `${at}?_method=DELETE`,
    `${at}?_method=DELETE${many}`,
    `${at}?_method=GET&_method=DELETE`,
    `${at}?%5Fmethod=DELETE`,
    `${site}/?${route}&_method=DELETE${many}`,
    `${site}/index.php?${route}&_method=DELETE`,
    `${site}/?rest_route=/x&${route}&_method=DELETE`,
    `${api_root}/events?${created}`,
    `${api_root}/events?${created}${many}`,
    `${at}?_jsonp=grab`,
    `${at}?_jsonp=grab${many}`,
    `${api_root}/events?status=draft&_jsonp=grab`,
    `${site}/?${route}&_jsonp=grab`,
    `${site}/_cal/reset?_method=POST`,
  ]
}

/** Leaves the foreign page by each address, in each way, which takes minutes; a short run tries each eleventh. */
async function navigate(page: Page, home: string, attempts: readonly string[]): Promise<void> {
  const [address = ''] = attempts
  const forms = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'].flatMap((enctype) =>
    ['get', 'post'].map((method) => `leaveByForm(${JSON.stringify({ address, enctype, method })})`),
  )
  const links = attempts.flatMap((to) => [`leave(${JSON.stringify(to)})`, `leaveByLink(${JSON.stringify(to)})`])
  for (const [i, script] of [...links, ...forms].entries()) {
    if (!is_nightly && i % 11 !== 0) continue
    await page.goto(home)
    await Promise.all([page.waitForNavigation(), page.evaluate(script)])
  }
}

interface Site {
  readonly users: boolean
  /** Of the calendar: browsers mark requests to an address of loopback, but not those to a name over plain HTTP. */
  readonly name: string
  readonly foreign_name: string
}

describe.skipIf(browserProgram() === undefined)('a page of another origin', () => {
  beforeAll(async () => {
    browser = await openBrowser({ names: ['calendar.test', 'foreign.test'] })
    foreign = createServer(({ url = '' }, response) => {
      const to = /^\/redirect\?(.*)$/.exec(url)?.[1]
      if (to === undefined) response.writeHead(200, { 'content-type': 'text/html' }).end(foreign_page)
      else response.writeHead(307, { location: decodeURIComponent(to) }).end()
    })
    await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve))
  })
  afterAll(async () => {
    await browser.close()
    foreign.close()
  })

  it.each(
    firstOf<Site>(1, [
      { users: true, name: 'calendar.test', foreign_name: 'foreign.test' },
      { users: false, name: '127.0.0.1', foreign_name: '127.0.0.1' },
      { users: false, name: 'calendar.test', foreign_name: 'foreign.test' },
      { users: true, name: '127.0.0.1', foreign_name: 'localhost' },
    ]),
  )('changes and reads nothing: %j', async ({ users, name, foreign_name }) => {
    const file = join(mkdtempSync(join(tmpdir(), 'cal-users-')), 'users.json')
    writeFileSync(
      file,
      JSON.stringify([{ login: credentials.username, password: credentials.password, role: 'administrator' }]),
    )
    const words = ['--data', ':memory:', '--now', '2026-11-21T12:00:00Z', '--allow-host', 'calendar.test']
    const server = await startServer(...words, ...(users ? ['--users', file] : []))
    try {
      const headers = {
        'content-type': 'application/json',
        ...(users && { authorization: `Basic ${btoa(`${credentials.username}:${credentials.password}`)}` }),
      }
      const draft = { ...event, title: 'Secret draft', status: 'draft' }
      const created = await fetch(`${server.api_root}/events`, { method: 'POST', headers, body: JSON.stringify(draft) })
      const { id } = JSON.parse(await created.text())
      const contents = async () => {
        const answer = await fetch(`${server.api_root}/events?status=publish,draft,trash`, { headers })
        return JSON.parse(await answer.text())
      }
      const before = await contents()
      expect(before).toMatchObject({ total: 1, events: [{ title: 'Secret draft', status: 'draft' }] })

      const options: BrowserContextOptions = users ? { httpCredentials: credentials } : {}
      const context = await browser.newContext(options)
      const page = await context.newPage()
      const api_root = server.api_root.replace('127.0.0.1', name)
      // A browser that has signed in sends the credentials with every later request.
      await page.goto(new URL(users ? '/sign-in' : '/events/', api_root).href)
      expect(await page.content()).toContain('Secret draft')
      const home = `http://${foreign_name}:${(foreign.address() as AddressInfo).port}/`
      await page.goto(home)
      const attempts = attemptsAt(api_root, id)
      expect(await page.evaluate(`tryAll(${JSON.stringify({ attempts, event })})`)).toEqual([])
      await navigate(page, home, attempts)
      await context.close()
      expect(await contents()).toEqual(before)
    } finally {
      await server.stop()
    }
  })
})
