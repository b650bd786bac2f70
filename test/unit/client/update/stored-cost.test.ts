// An update of another field leaves the stored text of the cost as it is, which deployed services show formatted.
import { openInMemory } from '../../../support/open-calendar.ts'
import { describe, expect, it } from 'vitest'
import { serveExchange } from '../../../support/exchange-server.ts'
import type { Mode } from '../../../support/modes.ts'
import { noon } from '../../../support/runtime.ts'
import { newWorkspace } from '../../../support/workspace.ts'
import { firstOf } from '../../../support/extent.ts'

const costs = [
  ...[
    '12,50 €',
    'CHF 20',
    '1.234,56 €',
    '20 €',
    '20€',
    '$ 5',
    '$5',
    '10',
    '12.50',
    '12,50',
    '0',
    '0.00',
    '5 - 10 €',
    '1,000',
  ],
  ...['ab 10 € / erm. 5 €', 'VVK 12 / AK 15', 'Free', 'Kinder & Jugend frei', '10, 20, 30', '-5', '1.000,50'],
]

async function serviceWith(mode: Mode, without_core = false) {
  const calendar = await openInMemory(mode, {
    authenticate: () => async () => ({ id: 1, login: 'ada', role: 'administrator' }),
  })
  const served = await serveExchange(async (request) => {
    if (request.namespace !== undefined && without_core)
      return { status: 404, headers: {}, body: '{"code":"rest_no_route"}' }
    return calendar.exchange(request)
  })
  const send = (method: string, path: string, body?: object) =>
    calendar.exchange({
      method,
      path,
      query: '',
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
  const { cal } = newWorkspace()
  return {
    requests: served.requests,
    /** Runs are named by their second. */
    cal: (line: string, second = 0) =>
      cal(line, { env: { CAL_API_ROOT: served.api_root }, now: noon + second * 1_000 }),
    create: async (cost: string) => {
      const times = { start_date: '2027-03-01 20:00', end_date: '2027-03-01 22:00' }
      const { body } = await send('POST', '/events', { title: 'Jazz', ...times })
      const { id } = JSON.parse(body)
      await send('POST', `/events/${id}`, { cost })
      return Number(id)
    },
    stored: async (id: number) => {
      const { body } = await calendar.exchange({
        method: 'GET',
        namespace: 'wp/v2',
        path: `/tribe_events/${id}`,
        query: 'context=edit',
        headers: {},
      })
      return JSON.parse(body).meta._EventCost
    },
  }
}

describe.each(firstOf(1, ['quirks-6.17', 'quirks'] as const))('in %s mode', (mode) => {
  it.each(costs)('an update of the title keeps the cost %j', async (cost) => {
    const { cal, create, stored } = await serviceWith(mode)
    const id = await create(cost)
    expect(await cal(`events update ${id} --title Blues`)).toMatchObject({
      code: 0,
      stderr: expect.not.stringMatching(/cost/),
    })
    expect(await stored(id)).toBe(cost)
    expect(await cal(`events update --where search=blues --set title=Soul --yes`, 1)).toMatchObject({ code: 0 })
    expect(await stored(id)).toBe(cost)
    expect(await cal(`events update ${id} --cost 99`, 2)).toMatchObject({ code: 0 })
    expect(await cal('history undo --yes', 3)).toMatchObject({ code: 0 })
    expect(await stored(id)).toBe(cost)
  })

  it.each(costs.filter((cost) => cost !== '0'))('a create with the cost %j reports no other one', async (cost) => {
    const { cal } = await serviceWith(mode)
    const flags = ['--title', 'Jazz', '--start-date', '2027-03-01', '--end-date', '2027-03-02', '--cost', `'${cost}'`]
    expect((await cal(`events create ${flags.join(' ')}`)).stderr).not.toContain('warning')
  })

  it('reads the stored cost once, and only if the answer does not show it', async () => {
    const { cal, create, requests } = await serviceWith(mode)
    const read = async (cost: string) => {
      const id = await create(cost)
      requests.length = 0
      await cal(`events update ${id} --title Blues`)
      return requests.filter((line) => line.includes('tribe_events')).length
    }
    expect([await read('CHF 20'), await read('12.50'), await read('Free'), await read('')]).toEqual([1, 0, 0, 0])
  })

  it('an update is refused if the stored cost cannot be read, except with --only-given', async () => {
    const { cal, create, stored } = await serviceWith(mode, true)
    const id = await create('CHF 20')
    const refused = await cal(`events update ${id} --title Blues`)
    expect(refused.code).toBe(3)
    expect(refused.stderr).toContain(`the cost of event ${id} is shown as "CHF20", but its stored text cannot be read`)
    expect(refused.stderr).toContain('--only-given')
    const many = await cal('events update --where search=jazz --set title=Soul --yes')
    expect([many.code, await stored(id)]).toEqual([6, 'CHF 20'])
    expect(await cal(`events update ${id} --title Blues --cost 20`)).toMatchObject({ code: 0 })
    expect(await cal(`events update ${id} --title Blues --only-given`)).toMatchObject({ code: 0 })
  })
})
