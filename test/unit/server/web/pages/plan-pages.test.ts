// The pages of a plan: months, the list over several pages, and titles that try to run something.
import { describe, expect, it } from 'vitest'
import { sameText } from '../../../../../src/base/text/language.ts'
import { received } from '../../../../../src/server/api/request.ts'
import { openPlanPages, type ShownStep } from '../../../../../src/server/web/pages/plan-pages.ts'
import { hostile_texts } from '../../../../support/hostile-texts.ts'

function created(title: string, start: string, end = start): ShownStep {
  return {
    state: 'create',
    lines: () => [`+ create event "${title}"`],
    event: { title, status: 'publish', start_date: start, end_date: end, all_day: false },
  }
}

async function pagesOf(steps: readonly ShownStep[]) {
  const pages = await openPlanPages(
    { counts: sameText(`${steps.length} steps`), steps },
    { api_root: 'file:c.db', base: 'http://127.0.0.1:1/key', timezone: 'UTC', now: () => 0 },
  )
  return async (path: string, query = '') => {
    const response = await pages(received({ method: 'GET', path, query, headers: {} }))
    return { status: response?.status, headers: response?.headers ?? {}, html: String(response?.body) }
  }
}

describe('the pages of a plan', () => {
  it('link the months that have steps, and begin with the first', async () => {
    const get = await pagesOf([
      created('C', '2031-01-01 10:00:00'),
      created('A', '2030-03-30 10:00:00', '2030-04-02 10:00:00'),
    ])
    expect((await get('/')).headers.location).toBe('/key/month/2030-03/')
    const april = (await get('/month/2030-04/')).html
    expect(april).toContain('rel="prev" href="/key/month/2030-03/"')
    expect(april).toContain('rel="next" href="/key/month/2031-01/"')
    expect(april).toContain('data-d="2030-03-30/2030-04-03"')
    expect(april).not.toContain('+ C</a>')
    expect(april).toMatch(/\+ A<\/a> <span class="mark">to create<\/span> <i>until 2 Apr 2030, 10:00<\/i>/)
    const none = (await get('/month/2030-07/')).html
    expect(none).toContain('No events.')
    expect(none).toContain('rel="prev" href="/key/month/2030-04/"')
    expect((await get('/month/2030-13/')).status).toBe(400)
    const alone = await pagesOf([created('A', '2030-03-30 10:00:00')])
    expect((await alone('/month/2030-03/')).html).not.toContain('class="pager"')
    expect((await get('/events/')).status).toBe(404)
  })

  it('list every step, 200 on a page, and link the events of the grid to them', async () => {
    const get = await pagesOf(Array.from({ length: 401 }, (_, i) => created(`E${i + 1}`, '2030-03-05 10:00:00')))
    const first = (await get('/month/2030-03/')).html
    expect(first).toContain('Page 1 of 3')
    expect(first).toContain('href="/key/month/2030-03/?page=3#step-401"')
    expect(first.match(/ id="step-/g)).toHaveLength(200)
    const last = (await get('/month/2030-03/', 'page=3')).html
    expect(last).toContain('<li id="step-401" class="plan-create">')
    expect(last.match(/ id="step-/g)).toHaveLength(1)
    for (const page of ['0', '99', '-1', 'x', '1e9'])
      expect((await get('/month/2030-03/', `page=${page}`)).status).toBe(200)
  })

  it('have a list alone without a date', async () => {
    const undated: ShownStep = { ...created('A', 'soon'), state: 'conflict' }
    const { status, html } = await (await pagesOf([undated]))('/')
    expect(status).toBe(200)
    expect(html).toContain('+ create event <bdi>&quot;A&quot;</bdi>')
    expect(html).not.toContain('id="grid"')
    expect((await (await pagesOf([]))('/')).html).toContain('Nothing to do.')
  })

  it('escape hostile titles', async () => {
    const get = await pagesOf(Object.values(hostile_texts).map((text) => created(text, '2030-03-05 10:00:00')))
    const { html } = await get('/month/2030-03/')
    expect(html.match(/ id="step-/g)).toHaveLength(Object.keys(hostile_texts).length)
    const tags = new Set([...html.matchAll(/<([a-z0-9]+)/g)].map(([, name]) => name))
    for (const name of ['img', 'iframe', 'svg', 'style', 'base', 'video', 'object', 'input', 'details', 'math'])
      expect(tags).not.toContain(name)
    expect(html.match(/<script/g)).toHaveLength(2)
    expect(html.replaceAll(/"[^"]*"/g, '""')).not.toMatch(/<[^>]*\son\w+=/)
  })
})
