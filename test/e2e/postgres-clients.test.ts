// Programs and people that read a calendar in PostgreSQL: `cal mcp`, `cal browse` and its feed.
import { describe, expect, it } from 'vitest'
import { mcpClient } from '../support/mcp-client.ts'
import { newSchema } from '../support/postgres.ts'
import { homeWith } from '../support/program.ts'

const party = ['--title', 'Party', '--start-date', '2030-03-01 20:00', '--duration', '3h']

describe('a calendar in PostgreSQL', () => {
  it('is read and changed through cal mcp, whose texts have no password', async () => {
    const env = { CAL_API_ROOT: 'env:DATABASE_URL', DATABASE_URL: (await newSchema()).url }
    expect((await homeWith(env).cal(['events', 'create', ...party])).code).toBe(0)
    const { client, call } = await mcpClient(['--allow-writes'], { env })
    expect(client.getInstructions()).toMatch(/postgres:\/\/postgres@127\.0\.0\.1:/)
    expect(client.getInstructions()).not.toContain(':password')
    expect((await call('list_events', { any_date: true })).value).toMatchObject({ events: [{ title: 'Party' }] })
    const created = await call('create_event', { title: 'Jazz', start_date: '2030-04-01 20:00', duration: '2h' })
    expect([created.isError, created.text]).toEqual([false, expect.stringContaining('Jazz')])
    expect((await call('list_events', { any_date: true })).value.total).toBe(2)
  })

  it('is shown by cal browse, with a feed', async () => {
    const home = homeWith({ CAL_API_ROOT: 'env:DATABASE_URL', DATABASE_URL: (await newSchema()).url })
    await home.cal(['events', 'create', ...party])
    await home.cal(['events', 'create', ...party, '--title', 'Secret plan', '--status', 'draft'])
    const browsing = home.start(['browse', '--no-open'])
    const address = await new Promise<string>((resolve) => {
      browsing.stdout?.once('data', (chunk) => resolve(String(chunk).trim()))
      browsing.stdout?.once('close', () => resolve(''))
    })
    const read = async (path: string) => (await fetch(address.replace('/events/', path))).text()
    expect(await read('/events/month/2030-03/')).toContain('Party')
    const feed = await read('/events.ics')
    expect(feed).toContain('SUMMARY:Party')
    expect(feed).not.toContain('Secret plan')
    browsing.kill('SIGTERM')
    expect((await browsing).stderr).not.toContain('password')
  })
})
