// `cal init` for a site that requires sign-in, and `cal doctor` for a host that strips the Authorization header.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { serveExchange } from '../../../support/exchange-server.ts'
import { json } from '../../../support/recording.ts'
import { newFolder } from '../../../support/folder.ts'

const config = () => join(newFolder(), 'config.yaml')
const closed = (status = 401) =>
  json(status, { code: 'rest_not_logged_in', message: 'not logged in', data: { status } })
const no_route = json(404, { code: 'rest_no_route', message: 'no route', data: { status: 404 } })

describe('cal init', () => {
  it.each([401, 403])('saves an address that requires sign-in, and continues with login: %i', async (status) => {
    const CAL_CONFIG = config()
    const { cal, api_root } = await serveExchange(async () => closed(status))
    expect(await cal(`init ${api_root} --name prod`, { env: { CAL_CONFIG } })).toEqual({
      code: 0,
      stdout: '',
      stderr: `found ${api_root}\nsaved profile prod for ${api_root} in ${CAL_CONFIG}\nthe service requires a sign-in (${status})\nnext: cal login\n`,
    })
    expect(readFileSync(CAL_CONFIG, 'utf8')).toContain(`api_root: ${api_root}`)
  })

  it('finds the usual address if the index requires sign-in', async () => {
    let asked = 0
    const { cal, api_root } = await serveExchange(async () =>
      asked++ === 0 ? { status: 200, headers: {}, body: '<html>' } : closed(),
    )
    const { code, stderr } = await cal(`init ${new URL(api_root).origin}`, { env: { CAL_CONFIG: config() } })
    expect([code, stderr]).toEqual([0, expect.stringContaining(`found ${api_root}\n`)])
  })

  it.each([
    ['404', no_route],
    ['403 of a firewall', { status: 403, headers: {}, body: '<h1>Forbidden</h1>' }],
  ])('saves nothing if routes respond with %s', async (_, answer) => {
    const CAL_CONFIG = config()
    const { cal, api_root } = await serveExchange(async () => answer)
    expect(await cal(`init ${api_root}`, { env: { CAL_CONFIG } })).toMatchObject({
      code: 11,
      stderr: expect.stringContaining('no calendar interface found'),
    })
    expect(() => readFileSync(CAL_CONFIG, 'utf8')).toThrow('ENOENT')
  })
})

describe('cal doctor', () => {
  const index = json(200, { namespace: 'tribe/events/v1', routes: {} })
  const list = json(200, { events: [], venues: [], organizers: [], categories: [], tags: [], total: 0, total_pages: 0 })

  async function checked(refuses: boolean, env: Readonly<Record<string, string>>) {
    const { cal } = await serveExchange(async ({ path, headers }) => {
      const wrong =
        headers.authorization !== undefined &&
        !headers.authorization.includes(Buffer.from('anna:right').toString('base64'))
      if (wrong && refuses) return json(401, { code: 'invalid_username', message: 'wrong' })
      return path === '' || path === '/' ? index : list
    })
    const { code, stdout } = await cal('doctor -o json', { now: Date.now(), env: { CAL_CONFIG: config(), ...env } })
    return { code, ...JSON.parse(stdout).find(({ check }: { check: string }) => check === 'credentials') }
  }

  const anna = { CAL_USER: 'anna', CAL_TOKEN: 'right' }

  it('reports that a wrong password is rejected', async () => {
    expect(await checked(true, anna)).toMatchObject({
      code: 0,
      ok: true,
      found: 'reach the service',
    })
  })

  it('reports that credentials do not reach the service', async () => {
    expect(await checked(false, anna)).toMatchObject({
      code: 3,
      ok: false,
      advice: expect.stringContaining('drops the Authorization header'),
    })
    expect(await checked(false, {})).toMatchObject({
      code: 0,
      ok: true,
      advice: expect.stringContaining('drops the Authorization header'),
    })
  })
})
