// Pages: their weight, their rate compared with the JSON list behind them, and how soon the month can be used.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { alternately, project, sampleEvent, serving } from '../harness.js'
import { rateOf, requestOf } from '../wire.js'

const crowd = { clients: 32, ms: 1500 }
const kilobyte = 1_000
const month = '/events/month/2027-03/'

export const web = {
  name: 'web',
  measure: (folder) => serving(folder, ['--data', join(folder, 'web.db'), '--now', '2027-03-01T10:00:00Z'], async (root) => {
    await fillMonth(root, 200)
    const { origin } = new URL(root)
    const page = await (await fetch(`${origin}${month}`)).text()
    const scripts = await Promise.all([...page.matchAll(/<script [^>]*src="([^"]*)"/g)].map(async ([, path]) => Buffer.from(await (await fetch(`${origin}${path}`)).arrayBuffer())))
    const script = scripts.reduce((sum, bytes) => sum + gzipSync(bytes).length, 0)
    const html = Buffer.byteLength(page)
    const json = new URL(`${root}/events?ends_after=2027-02-28&per_page=25`), list = new URL(`${origin}/events/list/`)
    const rates = await alternately(5, {
      json: () => rateOf(root, crowd, () => requestOf('GET', json)),
      list: () => rateOf(root, crowd, () => requestOf('GET', list)),
    })
    const { whole, still } = await usable(`${origin}${month}`)
    return [
      { name: 'month page of 200 events, kB of HTML', ratio: html / kilobyte, scale: `${html} bytes; gzip ${gzipSync(page).length}` },
      { name: 'month page, kB of script, gzip', ratio: script / kilobyte, scale: `${script} bytes` },
      { name: 'list page, 32 clients ÷ the JSON list behind it', ratio: rates.list / rates.json, scale: `${Math.round(rates.list)}/s; JSON ${Math.round(rates.json)}/s` },
      { name: 'month page until it can be used ÷ a static page of the same weight', ratio: whole / still, scale: `${Math.round(whole)} ms; static ${Math.round(still)} ms` },
    ]
  }),
}

async function fillMonth(root, count) {
  for (let n = 0; n < count; n++) {
    const day = String(1 + (n % 31)).padStart(2, '0')
    const event = { ...sampleEvent(n), start_date: `2027-03-${day} 18:00:00`, end_date: `2027-03-${day} 20:00:00` }
    const { status } = await fetch(`${root}/events`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(event) })
    if (status !== 201) throw new Error(`POST answered ${status}`)
  }
}

/** Milliseconds until the page is loaded, and until the same page is with scripts of the same size that do nothing. */
async function usable(address) {
  const browser = await chromium.launch({ executablePath: browserProgram(), args: ['--no-sandbox'] })
  const load = (isStill) => async () => {
    const page = await browser.newPage()
    try {
      if (isStill) await page.route('**/assets/*.js', async (route) => {
        const answer = await route.fetch()
        await route.fulfill({ response: answer, body: `//${'x'.repeat((await answer.body()).length - 2)}` })
      })
      else await page.route('**/assets/*.js', async (route) => route.fulfill({ response: await route.fetch() }))
      await page.goto(address, { waitUntil: 'load' })
      return await page.evaluate('performance.timing.loadEventEnd - performance.timing.navigationStart')
    } finally {
      await page.close()
    }
  }
  try {
    return await alternately(7, { whole: load(false), still: load(true) })
  } finally {
    await browser.close()
  }
}

/** The browser that the tests find, too. */
function browserProgram() {
  const places = JSON.parse(readFileSync(join(project, 'test/support/browsers.json'), 'utf8'))
  return [process.env.CAL_TEST_CHROMIUM ?? '', ...places].find(existsSync)
}
