// The candidates that a shell gets from `cal __complete`: commands, flags, fixed and live values, and none on errors.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { run } from '../../src/cli/program.ts'
import { completion_cases } from '../support/completion-cases.ts'
import { serveExchange } from '../support/exchange-server.ts'
import { localHome, runTime } from '../support/home.ts'
import { runtimeOf } from '../support/runtime.ts'
import { splitArguments } from '../support/shell-words.ts'

const home = localHome({ CAL_API_ROOT: 'file:./c.db', CAL_CONFIG: 'user.yaml' })
/** The lines that are printed after these words, the last of which is begun, however long the service takes. */
async function offered(typed: string, at: { readonly cwd?: string; readonly api_root?: string } = {}): Promise<string> {
  const [out, err]: [string[], string[]] = [[], []]
  const { cwd = home.folder, api_root = 'file:./c.db' } = at
  const env = { CAL_API_ROOT: api_root, CAL_CONFIG: join(home.folder, 'user.yaml'), HOME: home.folder }
  const input = { env, cwd, home: home.folder, now: runTime() }
  const runtime = runtimeOf(['__complete', '--', ...splitArguments(typed)], input, { out, err })
  const code = await run({ ...runtime, sleep: () => new Promise(() => {}) })
  expect([code, err.join('')]).toEqual([0, ''])
  return out.join('')
}

beforeAll(async () => {
  await home.cal("venues create --name 'City Hall'")
  await home.cal('init file:./c.db --name local')
  await home.cal("config set alias.gigs 'events list --categories music'")
})

it.each(completion_cases)('%s', async (typed, expected) =>
  expect((await offered(typed.replace(/^cal /, ''))).split('\t')[0]?.trim()).toBe(expected),
)

it('follow an alias as its command', async () => {
  expect(await offered('gigs --starts-b')).toMatch(/^--starts-before\t/)
  expect(await offered('gigs --venue city')).toMatch(/^city-hall\t/)
})

describe('live values', () => {
  it('are of the calendar that a flag names, each record once', async () => {
    expect(await offered("venues get ''")).toMatch(/^\d+\tCity Hall\n$/)
    expect(await offered("venues get --api-root file:./none.db ''")).not.toContain('City Hall')
    await home.cal('organizers create --organizer Ada')
    expect(await offered("events update 4 --add-organizers ''")).toMatch(/^\d+\tAda\n$/)
  })

  it('describe runs, profiles and settings', async () => {
    await home.cal('import - --kind tags --yes', '[{"name":"Jazz"}]')
    expect(await offered("history show ''")).toMatch(/^\d{8}-\d{6}-\d{3}\t\S+ \S+ .*import -/m)
    expect(await offered("profile use ''")).toMatch(/^local\tfile:\S+c\.db\n$/)
    expect(await offered('config get ti')).toMatch(/^timezone\t\S.*\ntimeout\t30\n$/)
  })

  it('are none on errors', async () => {
    expect(await home.cal("__complete -- nothing ''")).toEqual({ code: 0, stdout: '', stderr: '' })
    const unreachable = "__complete -- venues get --api-root http://127.0.0.1:9 ''"
    expect(await home.cal(unreachable)).toEqual({ code: 0, stdout: '', stderr: '' })
  })

  it('are never a name that a shell would execute', async () => {
    for (const name of ['Zorro$(touch x)', 'Zappa`touch x`', "Zoë's", 'Zürich West'])
      await home.cal(['venues', 'create', '--name', name])
    expect(await offered('venues get Zor')).toBe('')
    expect(await offered('venues get Z')).toBe('Zürich West\tZürich West\n')
    expect(await offered('venues get zapp')).toMatch(/^zappa[\w-]*\t/)
  })

  it('are not requested from an address that only a project file names', async () => {
    const body = JSON.stringify({ venues: [{ id: 7, venue: 'Zorro' }], total: 1, total_pages: 1 })
    const { api_root, requests } = await serveExchange(async () => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body,
    }))
    const cwd = mkdtempSync(join(home.folder, 'clone-'))
    writeFileSync(join(cwd, '.calrc'), `api_root: ${api_root}\n`)
    expect([await offered("venues get ''", { cwd, api_root: '' }), requests]).toEqual(['', []])
    await home.cal(`config set api_root ${api_root}`)
    requests.length = 0
    expect(await offered("venues get ''", { cwd, api_root: '' })).toBe('7\tZorro\n')
    expect(requests).toEqual(['GET /venues?per_page=50'])
  })
})
