// `cal browse` in a real browser: the grid and every link work below its secret address.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserProgram, openBrowser, visit } from '../support/browser.ts'
import { homeWith } from '../support/program.ts'

let browser: Browser

describe.skipIf(browserProgram() === undefined)('a local viewer in a browser, if Chromium is installed', () => {
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser.close())

  it('shows the month of a file, and an event after a click', async () => {
    const home = homeWith({ CAL_API_ROOT: 'file:calendar.db', CAL_TZ: 'UTC' })
    const dates = ['--start-date', 'today 12:00', '--duration', '1h']
    await home.cal(['events', 'create', '--title', 'Board meeting', ...dates, '--status', 'draft'])
    await home.cal(['events', 'create', '--title', 'Lunch concert', ...dates])
    const viewer = home.start(['browse', '--no-open'])
    try {
      const address = await new Promise<string>((resolve) => {
        viewer.stdout?.once('data', (chunk) => resolve(String(chunk).trim()))
      })
      const { page, foreign, troubles, close } = await visit(browser, address)
      await page
        .getByRole('link', { name: /Lunch concert/ })
        .first()
        .click()
      await page.waitForURL(/\/event\/lunch-concert\/$/)
      expect(new URL(page.url()).pathname.startsWith(new URL(address).pathname.replace('events/', ''))).toBe(true)
      expect(await page.locator('h1').textContent()).toBe('Lunch concert')
      expect([...foreign, ...troubles]).toEqual([])
      await close()
    } finally {
      viewer.kill('SIGINT')
      await viewer
    }
  })
})
