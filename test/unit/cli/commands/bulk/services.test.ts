// `cal copy` between services: whose credentials go where, what the source leaves unsaid, and what breaks off.
import { openInMemory } from '../../../../support/open-calendar.ts'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ApiRequest, ApiResponse } from '../../../../../src/base/exchange.ts'
import type { Caller } from '../../../../../src/server/domain/settings.ts'
import { firstOf } from '../../../../support/extent.ts'
import { serveExchange } from '../../../../support/exchange-server.ts'
import type { Mode } from '../../../../support/modes.ts'
import { cal, noon } from '../../../../support/runtime.ts'
import { shellWords } from '../../../../support/shell-words.ts'
import { newWorkspace } from '../../../../support/workspace.ts'

const administrator: Caller = { id: 1, login: 'ada', role: 'administrator' }

interface Service {
  readonly api_root: string
  /** The authorization of each request. */
  readonly authorizations: Set<string>
  readonly requests: string[]
  /** Replaces answers. */
  answer: (request: ApiRequest, answer: ApiResponse) => ApiResponse
  caller: Caller | undefined
}

async function service(mode: Mode = 'standard'): Promise<Service> {
  const calendar = await openInMemory(mode, {
    authenticate: () => async () => served.caller,
    timezone: 'Europe/Berlin',
  })
  const authorizations = new Set<string>()
  const { api_root, requests } = await serveExchange(async (request) => {
    authorizations.add(request.headers.authorization ?? 'none')
    return served.answer(request, await calendar.exchange(request))
  })
  const served: Service = { api_root, requests, authorizations, answer: (_, answer) => answer, caller: administrator }
  return served
}

async function pair(modes: { readonly source?: Mode; readonly target?: Mode } = {}) {
  const [source, target] = [await service(modes.source), await service(modes.target)]
  const { folder } = newWorkspace()
  const config = join(folder, 'config.yaml')
  let second = 0
  const run = (line: string, env: Readonly<Record<string, string>> = {}) =>
    cal(shellWords(line), {
      cwd: folder,
      now: noon + second++ * 1_000,
      env: { CAL_STATE_DIR: join(folder, 'state'), CAL_CONFIG: config, CAL_TZ: 'UTC', ...env },
    })
  const at = async (one: Service, line: string) => {
    const { code, stdout, stderr } = await run(`--api-root ${one.api_root} ${line}`)
    if (code !== 0) throw new Error(`${line}: ${stderr}`)
    return stdout
  }
  const titles = async (one: Service, kind = 'events') =>
    (
      JSON.parse(await at(one, `${kind} list --all ${kind === 'events' ? '--any-date' : ''} -o json`)) as Record<
        string,
        string
      >[]
    )
      .map(({ title, venue }) => title ?? venue)
      .sort()
  const copy = async (flags = '', env: Readonly<Record<string, string>> = {}) => {
    const { code, stdout, stderr } = await run(
      `copy --from ${source.api_root} --to ${target.api_root} --yes ${flags}`,
      env,
    )
    return `${code} ${stdout}${stderr}`
  }
  return { source, target, run, at, titles, copy, folder, configure: (text: string) => writeFileSync(config, text) }
}

const event = (title: string, flags = '') =>
  `events create --title ${title} --start-date 2027-03-01 --end-date 2027-03-01 ${flags}`

/** Something to copy. */
async function written(source: Service, at: (one: Service, line: string) => Promise<string>): Promise<void> {
  await at(source, event('One'))
  source.authorizations.clear()
}

describe('credentials of a copy', () => {
  it('are those of each profile, for its own calendar alone', async () => {
    const { source, target, run, at, configure } = await pair()
    await written(source, at)
    configure(`profile: production
profiles:
  production: { api_root: '${source.api_root}', auth: { kind: bearer, secret: env:ONE } }
  staging: { api_root: '${target.api_root}', auth: { kind: bearer, secret: env:OTHER } }
`)
    const env = {
      ONE: 'secret-one',
      OTHER: 'secret-other',
      CAL_TOKEN: 'secret-third',
      CAL_API_ROOT: 'http://third.example',
    }
    expect(await run('copy --from production --to staging', env)).toMatchObject({ code: 0 })
    expect([[...source.authorizations], [...target.authorizations]]).toEqual([
      // `none`: what visitors see.
      ['Bearer secret-one', 'none'],
      ['Bearer secret-other'],
    ])
  })

  it('are not those of the default profile or of CAL_TOKEN, unless CAL_API_ROOT names the calendar', async () => {
    const { source, target, at, copy, configure } = await pair()
    await written(source, at)
    configure(`profile: production
profiles: { production: { api_root: 'https://production.example', auth: { kind: bearer, secret: env:ONE } } }
`)
    const answer = await copy('', { ONE: 'secret-one', CAL_TOKEN: 'secret', CAL_API_ROOT: source.api_root })
    const { origin } = new URL(target.api_root)
    expect(answer).toMatch(new RegExp(`^0 CAL_TOKEN is not sent to ${origin}: it belongs to CAL_API_ROOT`))
    expect([[...source.authorizations], [...target.authorizations]]).toEqual([['Bearer secret', 'none'], ['none']])
  })

  it('asks for the name of a protected profile', async () => {
    const { source, target, run, configure, at, titles } = await pair()
    configure(`profiles: { live: { api_root: '${target.api_root}', protected: true } }\n`)
    await at(source, event('One'))
    const line = `copy --from ${source.api_root} --to live --yes`
    expect(await run(line)).toMatchObject({ code: 9, stderr: expect.stringContaining('profile live is protected') })
    expect(await titles(target)).toEqual([])
    expect(await run(`${line} --dry-run`)).toMatchObject({ code: 0 })
    expect(await run(`${line} --confirm live`)).toMatchObject({ code: 0 })
    expect(await titles(target)).toEqual(['One'])
  })
})

describe('what a copy leaves out', () => {
  it('says that a visitor sees only published records, and deletes nothing that became a draft', async () => {
    const { source, target, at, copy, titles } = await pair()
    await at(source, event('Public'))
    await at(source, event('Planned', '--status draft'))
    source.caller = undefined
    expect(await copy()).toMatch(
      /only published venues, organizers, events are visible at the source[\s\S]*1 event created/,
    )
    source.caller = administrator
    await at(source, 'events update public --status draft')
    source.caller = undefined
    expect(await copy('--mirror')).toMatch(
      /^6 [\s\S]*not deleted, because it is unknown whether the original still exists/,
    )
    expect(await titles(target)).toEqual(['Public'])
  })

  it.each(['quirks', 'quirks-6.17'] as const)(
    'does not copy what a password protects, nor the links to it, and leaves them at the target: %s',
    async (mode) => {
      const { source, target, at, copy, titles } = await pair({ source: mode })
      await at(source, event('Open'))
      await at(source, event('Secret', '--set password=x --allow-unknown --description Hidden'))
      await at(target, event('Secret', '--description Own'))
      source.caller = undefined
      expect(await copy()).toMatch(/^6 [\s\S]*not copied, because they are protected by a password[\s\S]*"Secret"/)
      expect(await titles(target)).toEqual(['Open', 'Secret'])
      expect(await at(target, 'events get secret -o json')).toContain('"Own"')
      expect(await copy('--mirror')).toMatch(/^6 [\s\S]*\n1 event unchanged\n/)
      expect(await copy('--mirror --dry-run')).toMatch(/^6 /)
    },
  )

  it('copies one venue of a name to a deployed service, and links events to that one', async () => {
    const { source, target, at, copy, titles } = await pair({ target: 'quirks' })
    await at(source, 'venues create --name Twin --city Ulm')
    await at(source, 'venues create --name Twin --city Bonn --allow-duplicate')
    await at(source, event('One', '--venue twin-2'))
    expect(await copy()).toMatch(
      /names are unique at the target: venue \d+ "Twin"; its events are linked to \d+\n1 event, 1 venue created/,
    )
    expect(await titles(target, 'venues')).toEqual(['Twin'])
    expect(await at(target, 'events get one -o json')).toContain('"city": "Ulm"')
    expect(await copy('--mirror')).toContain('\n1 event, 1 venue unchanged\n')
    expect(await copy('--search One')).toContain('\n1 event, 1 venue unchanged\n')
  })

  it.each(['standard', 'quirks'] as const)(
    'chooses by the filters only, also from events that an import created: %s',
    async (mode) => {
      const { source, at, copy, target, titles, folder } = await pair({ source: mode })
      const rows = ['Jazz', 'Film'].map((title) => ({ title, start_date: '2027-03-01', end_date: '2027-03-01' }))
      writeFileSync(join(folder, 'events.json'), JSON.stringify(rows))
      await at(source, 'import events.json --yes')
      expect(await copy('--search nothing')).toMatch(/^0 nothing to do/)
      expect(await copy('--search Jazz')).toContain('1 event created')
      expect(await titles(target)).toEqual(['Jazz'])
    },
  )

  it('names fields that a deployed service cannot clear, and does not send them again', async () => {
    const { source, at, copy, target } = await pair({ target: 'quirks' })
    await at(source, 'venues create --name Cellar')
    await at(source, event('One', '--description Text --venue Cellar --cost 5'))
    expect(await copy()).toContain('1 event, 1 venue created')
    await at(source, 'events update one --unset description --unset venue --unset cost')
    expect(await copy()).toMatch(
      /1 event updated; 1 venue unchanged[\s\S]*not cleared, because the service does not support it: events.description \(1\)\nnot cleared, because the service does not support it: events.venue \(1\)/,
    )
    target.requests.length = 0
    expect(await copy()).toMatch(/ 1 event, 1 venue unchanged\n/)
    expect(target.requests.filter((request) => !request.startsWith('GET '))).toEqual([])
  })
})

describe('a copy that was edited at the target since', () => {
  it.each(['standard', 'quirks'] as const)('is kept by --mirror, and named: %s', async (mode) => {
    const { source, target, run, at, copy, titles } = await pair({ target: mode })
    await at(source, 'venues create --name Cellar')
    for (const title of ['One', 'Two', 'Three', 'Four']) await at(source, event(title))
    expect(await copy()).toContain('4 events, 1 venue created')
    await at(source, 'events update two --title Second --slug two --website https://two.example/')
    expect(await copy()).toContain('1 event updated')
    await at(target, 'events update one --description Own')
    await at(target, 'venues update Cellar --city Ulm')
    await at(source, 'events delete one two three --yes')
    await at(source, 'venues delete Cellar --yes')
    const [kept] = JSON.parse(await at(target, 'events list --search One --any-date -o json')) as [{ id: number }]
    const [place] = JSON.parse(await at(target, 'venues list -o json')) as [{ id: number }]
    const note = `not deleted, because they were edited at the target since: events ${kept.id} (description), venues ${place.id} (city)\n`
    const difference = await run(`diff --from ${source.api_root} --to ${target.api_root} --mirror`)
    expect(difference.stderr).toContain(note)
    const mirrored = await copy('--mirror')
    expect(mirrored).toMatch(/^0 [\s\S]*2 events deleted/)
    expect(mirrored.split(note)).toHaveLength(2)
    expect([await titles(target), await titles(target, 'venues')]).toEqual([['Four', 'One'], ['Cellar']])
  })
})

describe('a source that is interrupted', () => {
  const cut: Readonly<Record<string, Service['answer']>> = {
    'a list with fewer records than it counts': (request, answer) =>
      isPage(request, 1)
        ? { ...answer, body: JSON.stringify({ ...JSON.parse(answer.body), events: [], total_pages: 1 }) }
        : answer,
    'an error on a later page': (request, answer) =>
      isPage(request, 2) ? { ...answer, status: 400, body: '{"code":"x","message":"no"}' } : answer,
    'an answer that is cut off': (request, answer) =>
      isPage(request, 1) ? { ...answer, body: answer.body.slice(0, 500) } : answer,
    'lists that are refused': (request, answer) =>
      request.path === '/events'
        ? { ...answer, status: 403, body: '{"code":"rest_forbidden","message":"no"}' }
        : answer,
  }
  const isPage = ({ path, query }: ApiRequest, page: number) =>
    path === '/events' && new URLSearchParams(query).get('page') === String(page)

  it.each(firstOf(2, Object.keys(cut)))('writes and deletes nothing with --mirror: %s', async (name) => {
    const { source, target, at, copy, titles } = await pair()
    const lines = Array.from({ length: 60 }, (_, i) => ({
      title: `Event ${i}`,
      start_date: '2027-03-01',
      end_date: '2027-03-01',
    }))
    const { folder } = newWorkspace()
    writeFileSync(join(folder, 'events.json'), JSON.stringify(lines))
    await at(source, `import ${join(folder, 'events.json')} --kind events`)
    await copy()
    await at(source, 'events update event-3 --title Changed')
    source.answer = cut[name] as Service['answer']
    target.requests.length = 0
    expect(await copy('--mirror --max-delete 1000')).toMatch(/^[^0]/)
    expect(target.requests.filter((request) => !request.startsWith('GET '))).toEqual([])
    expect(await titles(target)).toHaveLength(60)
  })
})
