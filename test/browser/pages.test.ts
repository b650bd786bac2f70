// The pages in a real browser: grid, keyboard, filters, languages, schemes, narrow screens, accessibility, safety.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import axe from 'axe-core'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserProgram, openBrowser, type Visit, visit } from '../support/browser.ts'
import { firstOf, is_nightly } from '../support/extent.ts'
import { hostile_texts } from '../support/hostile-texts.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'

let browser: Browser
let server: ServerProcess
let base = ''
const visits = new Map<string, Promise<Visit>>()

/** Opens a page of the calendar, in the same tab as others with these options. */
async function open(path: string, options: Parameters<typeof visit>[2] = {}): Promise<Visit> {
  const key = JSON.stringify(options)
  const before = visits.get(key)
  if (before) await (await before).page.goto(`${base}${path}`)
  const one = before ?? visit(browser, `${base}${path}`, options)
  visits.set(key, one)
  return one
}

async function create(kind: string, values: object): Promise<{ readonly id: number; readonly url: string }> {
  const answer = await fetch(`${server.api_root}/${kind}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(values),
  })
  const text = await answer.text()
  if (answer.status !== 201) throw new Error(text)
  return JSON.parse(text)
}

const paths = firstOf(8, [
  '/events/month/2026-12/',
  '/events/week/2026-12-07/',
  '/events/2026-12-09/',
  '/events/list/',
  '/event/jazz-night/',
  '/event/board-dinner/',
  '/venue/blue-cellar/',
  '/event/nope/',
  '/events/list/?search=jazz&category=music',
  '/organizer/canal-8/',
  '/events/category/music/',
  '/venues/',
  '/events/month/2030-01/',
])

/** Each scheme and each width once, and all pairs; axe reads one page of each kind in a short run. */
const schemes_and_widths = firstOf(2, [
  ['light', 1280, ['/events/month/2026-12/', '/event/board-dinner/']],
  ['dark', 360, ['/events/month/2026-12/', '/events/list/', '/event/jazz-night/']],
  ['light', 360, []],
  ['dark', 1280, []],
] as const)

describe.skipIf(browserProgram() === undefined)('in a browser, if Chromium is installed', () => {
  beforeAll(async () => {
    server = await startServer('--data', ':memory:', '--now', '2026-12-05T10:00:00Z', '--timezone', 'Europe/Berlin')
    base = new URL(server.api_root).origin
    const { id: venue } = await create('venues', { venue: 'Blue Cellar', address: 'Canal Street 8', city: 'Lindenau' })
    const { id: organizer } = await create('organizers', { organizer: 'Canal 8', email: 'club@canal8.example' })
    await create('categories', { name: 'Music', description: 'What sounds' })
    await create('categories', { name: 'Art' })
    const place = { venue, organizer: [organizer], timezone: 'Europe/Berlin' }
    await create('events', {
      title: 'Jazz night',
      start_date: '2026-12-09 20:00:00',
      end_date: '2026-12-09 23:00:00',
      categories: ['music'],
      cost: '12',
      description: '<p>Guitar and bass.</p><p><img src="https://elsewhere.example/p.png" alt="Poster"></p>',
      image: 'https://elsewhere.example/big.jpg',
      ...place,
    })
    await create('events', {
      title: 'Ink on paper',
      start_date: '2026-12-01',
      end_date: '2026-12-20',
      all_day: true,
      categories: ['art'],
      ...place,
    })
    await create('events', {
      title: 'Sunday walk',
      start_date: '2026-12-06 10:00:00',
      end_date: '2026-12-06 12:00:00',
      ...place,
    })
    await create('events', {
      title: 'Idea',
      status: 'draft',
      start_date: '2026-12-10 10:00:00',
      end_date: '2026-12-10 12:00:00',
    })
    await create('events', {
      title: 'Board dinner',
      password: 'tulip',
      start_date: '2027-01-10 10:00:00',
      end_date: '2027-01-10 12:00:00',
    })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  it('the month is a grid with times and bars, and its events open', async () => {
    const { page, troubles } = await open('/events/month/2026-12/')
    const grid = page.locator('.grid')
    // One bar for each of three weeks.
    expect(await grid.getByText('Ink on paper').filter({ visible: true }).count()).toBe(3)
    const bar = await grid.getByText('Ink on paper').nth(0).locator('..').boundingBox()
    const day = await page.locator('#d2026-12-01').boundingBox()
    expect(bar && day && bar.width > day.width * 5 && bar.x >= day.x).toBe(true)
    expect(await grid.textContent()).toContain('20:00')
    await grid.getByText('Jazz night').click()
    await page.waitForURL('**/event/jazz-night/')
    expect(await page.locator('h1').textContent()).toContain('Jazz night')
    expect(troubles).toEqual([])
  })

  it.each([true, false])(
    'a phone shows dots, and the events of the chosen day (JavaScript: %s)',
    async (javaScriptEnabled) => {
      const { page } = await open('/events/month/2026-12/', {
        viewport: { width: 360, height: 800 },
        javaScriptEnabled,
      })
      const titles = () => page.locator('.panel .name').filter({ visible: true }).allTextContents()
      // Today is chosen at first.
      expect(await titles()).toEqual(['Ink on paper'])
      const link = page.locator('#d2026-12-09 .pick')
      expect(await link.locator('.dots i').count()).toBe(2)
      expect(await link.getAttribute('aria-label')).toBe('Wednesday, 9 December 2026: 2 events')
      await link.click()
      expect(await titles()).toEqual(['Ink on paper', 'Jazz night'])
      await page.locator('#d2026-12-24 .pick').click()
      expect(await page.locator('.panel').filter({ visible: true }).textContent()).toContain('No events.')
      expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThan(1200)
    },
  )

  it('the subscription of a page can be copied and scanned, and a link opens its menu', async () => {
    const { page, troubles } = await open('/events/month/2026-12/?category=music#subscribe', {
      permissions: ['clipboard-write'],
    })
    expect(await page.getByLabel('Address for other programs').inputValue()).toBe(
      `${base}/events/?category=music&ical=1`,
    )
    const width = "document.querySelector('.qr img').naturalWidth"
    // Not by `waitForFunction`, which evaluates in the page what its security policy forbids.
    await expect.poll(() => page.evaluate(width)).toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Copy' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    expect(troubles).toEqual([])
  })

  it('previous, next, today and the views lead to addresses of their own', async () => {
    const { page } = await open('/events/month/2026-12/?category=music')
    await page.getByRole('link', { name: 'Next month' }).click()
    await page.waitForURL('**/events/month/2027-01/?category=music')
    await page.getByRole('link', { name: 'Today' }).click()
    await page.waitForURL('**/events/month/2026-12/?category=music')
    await page.getByRole('link', { name: 'Week', exact: true }).click()
    await page.waitForURL('**/events/week/2026-11-30/?category=music')
    expect(await page.locator('h1').textContent()).toContain('Week\u00a049')
  })

  it('the week has its events at their hours, and bars above', async () => {
    const { page } = await open('/events/week/2026-12-07/')
    const night = await page.locator('.grid').getByText('Jazz night').boundingBox()
    const bar = await page.locator('.grid').getByText('Ink on paper').first().boundingBox()
    expect(night && bar && night.y > bar.y + bar.height).toBe(true)
  })

  it('a list is narrowed by its form, and the address says so', async () => {
    const { page } = await open('/events/list/')
    expect(await page.locator('.event').count()).toBe(5)
    await page.getByText('Filters').click()
    await page.getByLabel('Category').selectOption({ label: 'Music' })
    await page.getByLabel('Search').fill('jazz')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.waitForURL(/category=music/)
    expect(await page.locator('.event h3').allTextContents()).toEqual(['Jazz night'])
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await page.waitForURL('**/events/list/')
  })

  it('can be used with the keyboard alone', async () => {
    const { page } = await open('/events/month/2026-12/')
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Skip to content')
    await page.keyboard.press('Enter')
    const seen: string[] = []
    for (let i = 0; i < 80 && !seen.at(-1)?.includes('Jazz night'); i += 1) {
      await page.keyboard.press('Tab')
      seen.push(await focused(page))
    }
    expect(seen).toEqual(expect.arrayContaining(['Previous month', 'Today', 'Next month', 'Filters']))
    const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')
    expect(outline).not.toBe('none')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/event/jazz-night/')
  })

  it('is German for a German reader', async () => {
    const { page } = await open('/events/month/2026-12/', { locale: 'de-DE' })
    expect(await page.locator('h1').textContent()).toBe('Dezember 2026')
    expect(await page.locator('.grid').textContent()).toMatch(/Mo.*Di.*Mi.*Do.*Fr.*Sa.*So/s)
    expect(await page.locator('html').getAttribute('lang')).toBe('de')
    await page.getByRole('link', { name: 'English' }).click()
    await page.waitForURL(/lang=en/)
    expect(await page.locator('h1').textContent()).toBe('December 2026')
  })

  it('names the zone where the clock of the reader differs', async () => {
    const there = await open('/event/jazz-night/', { timezoneId: 'America/New_York' })
    expect(await there.page.locator('.zone-note').textContent()).toMatch(/here \(America\/New_York\): .*14:00/)
    const list = await open('/events/list/', { timezoneId: 'America/New_York' })
    expect(await list.page.locator('.zone-note').textContent()).toContain('America/New_York')
    const here = await open('/event/jazz-night/', { timezoneId: 'Europe/Berlin' })
    expect(await here.page.locator('.zone-note').count()).toBe(0)
  })

  it('asks for the password of a protected event', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'cal-users-')), 'users.json')
    writeFileSync(file, JSON.stringify([{ login: 'ada', password: 'secret', role: 'administrator' }]))
    const users = await startServer('--data', ':memory:', '--users', file)
    try {
      await fetch(`${users.api_root}/events`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Basic ${Buffer.from('ada:secret').toString('base64')}`,
        },
        body: JSON.stringify({
          title: 'Dinner',
          description: 'Code 4711',
          password: 'tulip',
          start_date: '2027-01-10',
          end_date: '2027-01-10',
        }),
      })
      const site = new URL(users.api_root).origin
      const one = await visit(browser, `${site}/event/dinner/`)
      expect(await one.page.content()).not.toMatch(/Dinner|4711/)
      await one.page.getByLabel('Password').fill('tulip')
      await one.page.getByRole('button', { name: 'Open' }).click()
      await one.page.getByText('Code 4711').waitFor()
      expect(one.page.url()).toBe(`${site}/event/dinner/`)
      const inside = await visit(browser, `${site}/sign-in`, {
        httpCredentials: { username: 'ada', password: 'secret' },
      })
      expect(inside.page.url()).toBe(`${site}/events/`)
      expect(await inside.page.locator('select[name=status]').count()).toBe(1)
    } finally {
      await users.stop()
    }
  })

  it.each(schemes_and_widths)(
    'in %s and %i px the background fits, and nothing is too wide, too faint, unnamed or loaded from elsewhere',
    async (colorScheme, width, read_by_axe) => {
      const { page, foreign, troubles } = await open('/', { colorScheme, viewport: { width, height: 800 } })
      for (const path of paths) {
        await page.goto(`${base}${path}`)
        expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, width])
        if (!is_nightly && !read_by_axe.some((one) => one === path)) continue
        await page.evaluate("document.querySelectorAll('details').forEach((menu) => { menu.open = true })")
        await page.evaluate(axe.source)
        const found = await page.evaluate<AxeResult>('axe.run()')
        const violations = found.violations.map(
          ({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`,
        )
        expect([path, violations]).toEqual([path, []])
      }
      const brightness = Number(await page.evaluate('getComputedStyle(document.body).backgroundColor.match(/\\d+/)[0]'))
      if (colorScheme === 'dark') expect(brightness).toBeLessThan(60)
      else expect(brightness).toBeGreaterThan(200)
      expect([foreign, troubles]).toEqual([[], []])
    },
  )

  it('hostile texts do nothing', async () => {
    const day = '2028-02-02'
    const places: string[] = []
    for (const [kind, text] of Object.entries(hostile_texts)) {
      const { id: venue, url } = await create('venues', {
        venue: `Venue ${text}`,
        description: text,
        address: text,
      })
      places.push(new URL(url).pathname)
      const { id: category } = await create('categories', {
        name: `C ${kind} ${text}`.slice(0, 190),
        slug: kind,
        description: text,
      })
      const when = { start_date: `${day} 10:00:00`, end_date: `${day} 11:00:00` }
      const texts = { title: `Title ${text}`, description: text, excerpt: text, cost: text }
      await create('events', { ...texts, ...when, slug: kind, venue, categories: [category] })
    }
    // The lists show all of them; each has pages of its own.
    const shown = firstOf(3, Object.keys(hostile_texts))
    const { page, foreign, troubles, close } = await visit(browser, `${base}/`)
    await page.addInitScript('window.hit = () => { throw new Error("HIT") }')
    const search = encodeURIComponent(Object.values(hostile_texts).join(' ').slice(0, 400))
    for (const path of [
      ...['/events/month/2028-02/', '/events/week/2028-02-02/', `/events/${day}/`, '/events/list/'],
      ...places.slice(0, shown.length),
      ...shown.flatMap((kind) => [`/event/${kind}/`, `/events/category/${kind}/`]),
      `/events/list/?search=${search}`,
    ]) {
      const answer = await page.goto(`${base}${path}`)
      expect([path, answer?.status()]).toEqual([path, 200])
      const links = await page.locator('main a[href]').evaluateAll((all) => all.map((one) => one.getAttribute('href')))
      const odd = links.filter(
        (link) => !/^(\/|https?:|mailto:|webcal:\/\/127\.0\.0\.1:\d+\/|#d\d{4}-\d\d-\d\d$)/.test(String(link)),
      )
      expect([path, odd]).toEqual([path, []])
      const active =
        'main :is(script, iframe, object, svg, style, base, meta, link, img:not(.qr img), video, [style*=url])'
      expect([path, await page.locator(active).count()]).toEqual([path, 0])
      await page.mouse.move(300, 300)
    }
    expect([foreign, troubles]).toEqual([[], []])
    await close()
  })
})

interface AxeResult {
  readonly violations: readonly {
    readonly id: string
    readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[]
  }[]
}

function focused(page: Visit['page']): Promise<string> {
  return page.evaluate<string>(
    "(document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent ?? '').trim()",
  )
}
