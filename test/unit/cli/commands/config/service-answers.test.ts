// `cal doctor` infers the release of the service from its responses.
import { describe, expect, it } from 'vitest'
import { all_modes, serviceIn } from '../../../../support/service-in.ts'
import { serveExchange } from '../../../../support/exchange-server.ts'

const told = {
  standard: [
    "cal in standard mode: fields that you don't send keep their values",
    "cal in standard mode: fields that you don't send keep their values",
  ],
  quirks: [
    'before 6.17.2; there is no event to be more precise: ',
    'before 6.10.1, such as 6.9.1: updates reset fields that are not sent, so cal sends them too',
  ],
  'quirks-6.17': [
    '6.17.2 or later: updates reset fields that are not sent, so cal sends them too',
    '6.17.2 or later: updates reset fields that are not sent, so cal sends them too',
  ],
} as const

async function releaseSeen(json: (line: string) => Promise<unknown>): Promise<string> {
  const findings = (await json('doctor')) as readonly { readonly check: string; readonly found: string }[]
  return findings.find(({ check }) => check === 'release')?.found ?? ''
}

describe.each(all_modes)('the release, in %s mode', (mode) => {
  it('is inferred with and without an event, without a write', async () => {
    const { cal, json, writes } = await serviceIn(mode)
    const [without, with_event] = told[mode]
    expect(await releaseSeen(json)).toContain(without)
    await cal('events create --title Long-gone --start-date 2001-01-01T10:00 --end-date 2001-01-01T11:00')
    writes()
    expect(await releaseSeen(json)).toContain(with_event)
    expect(writes()).toEqual([])
  })
})

describe('the release of another service', () => {
  it.each([
    [{ 'events/0': 400, 'venues/0': 400 }, { custom_fields: [] }, '6.10.1 to 6.17.1: '],
    [{ 'events/0': 404, 'venues/0': 403 }, {}, 'unknown'],
    [{ 'events/0': 200, 'venues/0': 400 }, {}, 'unknown'],
  ])('that responds with %j, and to events with %j, is %s', async (statuses, more, expected) => {
    const empty = { total: 1, total_pages: 1 }
    const { cal } = await serveExchange(async ({ path }) => {
      const place = path.slice(1)
      const status = Object.entries(statuses).find(([name]) => name === place)?.[1] ?? 200
      const refused = { code: 'rest_invalid_param', message: 'no', data: { status, params: { id: 'no' } } }
      const body =
        status === 200
          ? { id: 1, ...empty, [place]: [{ id: 1, ...more }], namespace: 'tribe/events/v1', routes: {} }
          : refused
      return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    })
    const { stdout } = await cal('doctor -o json')
    expect(await releaseSeen(async () => JSON.parse(stdout))).toContain(expected)
  })
})
