// Events with a password that the caller reads without it: an export names them, and a copy leaves them out.
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ApiResponse, Exchange } from '../../../../src/base/exchange.ts'
import { serveExchange } from '../../../support/exchange-server.ts'
import { type Mode, all_modes } from '../../../support/modes.ts'
import { closeTestCalendars, openInMemory } from '../../../support/open-calendar.ts'
import { newWorkspace } from '../../../support/workspace.ts'

const day = { start_date: '2027-03-01 20:00', end_date: '2027-03-01 22:00' }

/** A calendar that signs in whoever sends credentials; `closed` rejects others. */
async function calendarWith(
  events: readonly object[],
  { mode = 'standard', closed = false, file = ':memory:' }: { mode?: Mode; closed?: boolean; file?: string } = {},
) {
  const calendar = await openInMemory(mode, {
    authenticate:
      () =>
      async ({ headers }) =>
        headers.authorization ? { id: 1, login: 'ada', role: 'editor' } : undefined,
    file,
    timezone: 'Europe/Berlin',
  })
  for (const event of events) {
    const headers = { 'content-type': 'application/json', authorization: 'Bearer x' }
    const body = JSON.stringify({ ...day, ...event })
    const { status, body: answer } = await calendar.exchange({
      method: 'POST',
      path: '/events',
      query: '',
      headers,
      body,
    })
    if (status !== 201) throw new Error(answer)
  }
  const exchange: Exchange = async (request): Promise<ApiResponse> =>
    closed && !request.headers.authorization
      ? {
          status: 401,
          headers: { 'content-type': 'application/json' },
          body: '{"code":"rest_forbidden","message":"No"}',
        }
      : calendar.exchange(request)
  const { api_root, requests } = await serveExchange(exchange)
  const { cal, folder } = newWorkspace()
  const env = { CAL_API_ROOT: api_root, CAL_TOKEN: 'x' }
  return { api_root, requests, folder, run: (line: string, more = {}) => cal(line, { env: { ...env, ...more } }) }
}

const secret = { title: 'Secret', description: 'Hidden', password: 'key' }
const unknown = 'it is unknown which events are protected by a password'

describe.each(all_modes)('events with a password, read by an editor in %s mode', (mode) => {
  it('are named by an export', async () => {
    const { run } = await calendarWith([{ title: 'Open' }, secret], { mode })
    const { stdout, stderr } = await run('export events --format json')
    expect(JSON.parse(stdout)).toMatchObject([{ title: 'Open' }, { title: 'Secret', description: expect.anything() }])
    expect(stderr.match(/warning: .*/g)).toEqual([
      expect.stringMatching(/^warning: event \d+ "Secret" is protected by a password, which is not exported$/),
    ])
  })

  it('are named and left out by a copy', async () => {
    const { run, api_root } = await calendarWith([{ title: 'Open' }, secret], { mode })
    const { code, stderr } = await run(`copy --from ${api_root} --to file:copy.db --yes`)
    expect(stderr).toMatch(/warning: not copied, because they are protected by a password.*: event \d+ "Secret"\n/)
    expect([code, stderr]).toEqual([6, expect.stringContaining('1 event created')])
    const { stdout } = await run('events list --any-date -o json --fields title', {
      CAL_API_ROOT: 'file:copy.db',
      CAL_TOKEN: '',
    })
    expect(JSON.parse(stdout)).toEqual([{ title: 'Open' }])
  })
})

describe('events with a password in standard mode', () => {
  it('are found on every page, and if they are hidden from lists', async () => {
    const many = Array.from({ length: 120 }, (_, n) => ({ title: `Talk ${n}`, ...(n === 110 && { password: 'key' }) }))
    const { run, requests } = await calendarWith([...many, { ...secret, hide_from_listings: true }, { title: 'Last' }])
    const { stderr } = await run('export events --format ndjson --to all.ndjson')
    expect(stderr.match(/"[^"]+" is protected/g)?.toSorted()).toEqual([
      '"Secret" is protected',
      '"Talk 110" is protected',
    ])
    expect(stderr).toContain('Exported 122 events')
    // Three pages to export, three to compare, and one event that lists omit.
    expect(requests.filter((line) => line.startsWith('GET /events?'))).toHaveLength(6)
    expect(requests.filter((line) => line.startsWith('GET /events/'))).toHaveLength(1)
  })

  it('are found in a database file', async () => {
    const { folder } = newWorkspace()
    const file = join(folder, 'source.db')
    const { run } = await calendarWith([{ title: 'Open' }, secret], { file })
    await closeTestCalendars()
    const local = { CAL_API_ROOT: `file:${file}`, CAL_TOKEN: '' }
    expect((await run('export events --format json', local)).stderr).toMatch(/"Secret" is protected by a password/)
    expect((await run(`copy --from ${file} --to file:copy.db --yes`, local)).stderr).toMatch(
      /warning: not copied, because .*"Secret"\n/,
    )
  })

  it('are unknown if visitors cannot read the calendar, which an export and a copy say', async () => {
    const { run, api_root } = await calendarWith([{ title: 'Open' }, secret], { closed: true })
    const { code, stdout, stderr } = await run('export events --format json')
    expect([code, JSON.parse(stdout).length, stderr]).toEqual([0, 2, expect.stringContaining(unknown)])
    const copied = await run(`copy --from ${api_root} --to file:copy.db --yes`)
    expect([copied.code, copied.stderr]).toEqual([0, expect.stringContaining(unknown)])
    expect(copied.stderr).toContain('2 events created')
  })

  it('cost no requests without credentials', async () => {
    const { run, requests } = await calendarWith([{ title: 'Open' }, { title: 'Other' }])
    const { stderr } = await run('export events --format json', { CAL_TOKEN: '' })
    expect(stderr).toContain('Exported 2 events')
    expect(requests.filter((line) => line.startsWith('GET /events'))).toEqual([
      expect.stringContaining('status='),
      expect.not.stringContaining('include='),
    ])
  })
})
