// Pages with titles that are hard to show, in a real browser: a very long word, scripts from right to left, paper.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserProgram, openBrowser, visit } from '../support/browser.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'

let browser: Browser
let server: ServerProcess
let base = ''

const word = 'Donaudampfschifffahrtsgesellschaft'.repeat(3)
const hebrew = 'ערב מוזיקה של התזמורת הגדולה בבית העירייה'

async function create(kind: string, values: object): Promise<{ readonly id: number; readonly url: string }> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${server.api_root}/${kind}`, { method: 'POST', headers, body: JSON.stringify(values) })
  expect(answer.status).toBe(201)
  return (await answer.json()) as { readonly id: number; readonly url: string }
}

describe.skipIf(browserProgram() === undefined)('difficult texts in a browser, if Chromium is installed', () => {
  const urls: string[] = []
  beforeAll(async () => {
    server = await startServer('--data', ':memory:', '--now', '2026-12-05T10:00:00Z', '--timezone', 'Europe/Berlin')
    base = new URL(server.api_root).origin
    const venue = await create('venues', { venue: word, address: word, city: word, description: word })
    const category = await create('categories', { name: word, description: word })
    const day = (clock: string) => `2026-12-09 ${clock}:00`
    const event = await create('events', {
      title: word,
      description: `<p>${word}</p><pre>${word}</pre>`,
      start_date: day('09:00'),
      end_date: day('10:00'),
      venue: venue.id,
      categories: [category.id],
    })
    urls.push(venue.url, category.url, event.url)
    await create('events', { title: hebrew, start_date: day('08:00'), end_date: '2026-12-10 03:00:00' })
    for (const hour of ['11', '12', '13', '14', '15'])
      await create('events', { title: `Talk ${hour}`, start_date: day(`${hour}:00`), end_date: day(`${hour}:30`) })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  it('a word of 102 letters fits a screen of 320 px', async () => {
    const { page, close } = await visit(browser, base, { viewport: { width: 320, height: 700 } })
    const paths = ['/events/list/', '/events/2026-12-09/', '/events/month/2026-12/', ...urls]
    for (const path of paths) {
      await page.goto(new URL(path, base).href)
      expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, 320])
    }
    await close()
  })

  it('a title from right to left keeps its beginning in the grid and its own order in a list', async () => {
    const { page, close } = await visit(browser, `${base}/events/month/2026-12/`)
    expect(await page.locator('.grid').getByText(hebrew).first().getAttribute('dir')).toBe('auto')
    await page.goto(`${base}/events/2026-12-09/`)
    const item = page.locator('.event', { hasText: hebrew })
    expect(await item.locator('time').textContent()).toBe('08:00–03:00 +1')
    expect(await page.evaluate("getComputedStyle(document.querySelector('.event h3 a')).unicodeBidi")).toBe('plaintext')
    await close()
  })

  it.each(['month/2026-12', 'week/2026-12-07'])('%s has every event on paper, in the grid', async (path) => {
    const { page, close } = await visit(browser, `${base}/events/${path}/`)
    await page.emulateMedia({ media: 'print' })
    const items = page.locator('.grid .name')
    expect(await items.count()).toBe(7)
    for (const item of await items.all()) expect(await item.isVisible()).toBe(true)
    await close()
  })
})
