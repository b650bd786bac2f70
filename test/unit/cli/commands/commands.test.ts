// Which command a line means, and what single commands say without runs, a profile or a valid password.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CalError } from '../../../../src/base/errors.ts'
import { run } from '../../../../src/cli/program.ts'
import { newWorkspace } from '../../../support/workspace.ts'
import { runtimeOf } from '../../../support/runtime.ts'
import { serveExchange } from '../../../support/exchange-server.ts'
import { json } from '../../../support/recording.ts'
import { newFolder } from '../../../support/folder.ts'
import { commands } from '../../../../src/cli/commands/commands.ts'
import { commandsFor, commandTyped } from '../../../../src/cli/commands/commands-for.ts'
import { scanLine } from '../../../../src/cli/arguments/command-line.ts'
import { shellWords } from '../../../support/shell-words.ts'
import { modes, serviceIn } from '../../../support/service-in.ts'

describe('cal history without runs', () => {
  const here = newWorkspace()

  it('explains how runs are created', async () => {
    expect(await here.cal('history list')).toMatchObject({
      stdout: '',
      code: 0,
      stderr: 'nothing to undo yet: every command that writes records can be undone, except cal api\n',
    })
    for (const verb of ['show', 'undo']) {
      expect(await here.cal(`history ${verb}`)).toMatchObject({
        stdout: '',
        code: 4,
        stderr: 'error: nothing to undo yet\nhint: every command that writes records can be undone, except cal api\n',
      })
    }
    expect((await here.cal('history show --lang de')).stderr).toBe(
      'Fehler: es gibt noch nichts rückgängig zu machen\nHinweis: rückgängig machen lässt sich jeder Befehl, der Einträge schreibt, außer cal api\n',
    )
  })
})

describe('a calendar that a project file names', () => {
  it('is named before the first write to it', async () => {
    const here = newWorkspace()
    here.write('.calrc', 'api_root: file:./project.db')
    const create = async () => (await here.cal('tags create --name a', { env: { CAL_API_ROOT: '' } })).stderr
    const named = `calendar: file:./project.db, set in ${join(here.folder, '.calrc')}\n`
    expect([(await create()).includes(named), (await create()).includes(named)]).toEqual([true, false])
  })
})

describe('cal demo', () => {
  const reason = new CalError('interrupted', { en: 'interrupted', de: 'unterbrochen' })

  it('leaves no files when it is interrupted', async () => {
    const { folder } = newWorkspace()
    const err: string[] = []
    const code = await run({
      ...runtimeOf(['demo', 'x.db'], { cwd: folder }, { out: [], err }),
      signal: AbortSignal.abort(reason),
    })
    expect([code, err.join('')]).toEqual([130, 'error: interrupted\n'])
    expect(readdirSync(folder)).toEqual([])
  })

  it('leaves a file with the name of its temporary file alone', async () => {
    const here = newWorkspace()
    here.write('x.db.part', 'notes')
    const { stderr } = await here.cal('demo x.db')
    expect(stderr).toContain('x.db now contains 40 events')
    expect(stderr).toMatch(/\n {2}cal browse --api-root file:x.db {3}# opens the calendar in the browser\n$/)
    expect(readdirSync(here.folder)).toEqual(['x.db', 'x.db.part'])
    expect(readFileSync(join(here.folder, 'x.db.part'), 'utf8')).toBe('notes')
  })
})

describe('a word after a kind that resembles a verb', () => {
  it('is searched for if records are found', async () => {
    const here = newWorkspace()
    const env = { CAL_API_ROOT: 'file:a.db' }
    for (const title of ['Lost and found', 'Last dance', 'Lists of love']) {
      const line = `events create --title '${title}' --start-date 'tomorrow 20:00' --duration 2h`
      expect(await here.cal(line, { env })).toMatchObject({ code: 0 })
    }
    await here.cal('categories create --name pet', { env })
    for (const [line, meant] of [
      ['events lost', 'events list --search lost'],
      ['events lists', 'events list --search lists'],
      ['events last dance', "events list --search 'last dance'"],
      ['events lost dance', 'cal search WORD'],
      ['events lst', 'events list?'],
      ['categories pet', 'categories get pet'],
    ] as const)
      expect((await here.cal(line, { env })).stderr, line).toContain(meant)
  })
})

// `cal init` for a site that requires sign-in, and `cal doctor` for a host that strips the Authorization header.
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

  const anna = { CAL_USER: 'anna', CAL_TOKEN: 'right' }
  const drops = expect.stringContaining('drops the Authorization header')

  it.each([
    [true, anna, 'credentials', { code: 0, ok: true, found: 'reach the service' }],
    [true, anna, 'rights', { code: 0, found: 'read', advice: null }],
    [false, anna, 'credentials', { code: 3, ok: false, advice: drops }],
    [true, { CAL_TOKEN: 'right' }, 'rights', { code: 0, found: 'read', advice: drops }],
    [false, {}, 'rights', { code: 0, found: 'read', advice: 'to write: cal login' }],
  ])('of a service that refuses wrong passwords (%j), as %j: %s', async (refuses, env, check, expected) => {
    const { cal } = await serveExchange(async ({ path, headers: { authorization = '' } }) => {
      const isWrong = authorization.startsWith('Basic') && authorization !== `Basic ${btoa('anna:right')}`
      if (isWrong && refuses) return json(401, { code: 'invalid_username', message: 'wrong' })
      return path === '' || path === '/' ? index : list
    })
    const { code, stdout } = await cal('doctor -o json', { now: Date.now(), env: { CAL_CONFIG: config(), ...env } })
    expect({ code, ...JSON.parse(stdout).find((one: { check: string }) => one.check === check) }).toMatchObject(
      expected,
    )
  })
})

// A word loads the definitions of every command that starts with it.
const words = [...new Set(commands.map(({ path: [word = ''] }) => word))]

describe('commandsFor', () => {
  it.each(words)('%s loads every command that starts with it', async (word) => {
    const begins = ({ path }: (typeof commands)[number]) => path[0] === word
    // Functions are made anew.
    const data = (found: typeof commands) => found.filter(begins).map((command) => JSON.stringify(command))
    expect(data(await commandsFor(word))).toEqual(data(commands))
  })

  it('loads all commands for an unknown word, so that the closest can be suggested, and none without a word', async () => {
    expect(await commandsFor('evnts')).toEqual(commands)
    expect(await commandsFor(undefined)).toEqual([])
  })
})

// Command lines with synonyms, and the commands they mean.
async function meant(line: string): Promise<string> {
  const argv = shellWords(line)
  const { path, rest } = await commandTyped(scanLine(argv), runtimeOf(argv, {}, { out: [], err: [] }))
  return [path.join(' '), ...rest].join(' | ')
}

describe('a command line with synonyms', () => {
  it.each([
    ['list', 'events list'],
    ['ls --limit 3', 'events list | --limit | 3'],
    ['list venues --all', 'venues list | --all'],
    ['show event 5', 'events get | 5'],
    ['get 5 -o json', 'events get | 5 | -o | json'],
    ['--lang de get 5', 'events get | --lang | de | 5'],
    ['create tag --name x', 'tags create | --name | x'],
    ['delete category 3', 'categories delete | 3'],
    ['events help', 'help | events'],
    ['venue find town hall --limit 3', 'venues list | --search | town hall | --limit | 3'],
    ['events search', 'events list'],
    ['venues open 4', 'venues get | 4 | --web'],
    ['undo --dry-run', 'history undo | --dry-run'],
    ['version', ' | --version'],
    ['-v', ' | --version'],
    ['friday', 'agenda | friday'],
    ['next week', 'week | next | week'],
    ['next month --search x', 'month | next | month | --search | x'],
    ['märz', 'month | märz'],
    ['next year', 'month | next | year'],
    ['get events', 'events list'],
    ['events --limit 3', 'events list | --limit | 3'],
    ['venues --all', 'venues list | --all'],
    ['show venues --all', 'venues list | --all'],
    ['suche jazz --lang de', 'search | jazz | --lang | de'],
    ['termine suchen jazz --lang de', 'events list | --search | jazz | --lang | de'],
    ['events next week', 'week | next | week'],
    ['events today', 'agenda | today'],
    ['termine im dezember --lang de', 'month | im | dezember | --lang | de'],
    ['get events -o wide', 'events list | -o | wide'],
    ['liste orte --lang de', 'venues list | --lang | de'],
    ['termine löschen 15 --lang de', 'events delete | 15 | --lang | de'],
    ['neu event --title x --lang de', 'events create | --title | x | --lang | de'],
    ['hilfe veranstaltungen --lang de', 'help | events | --lang | de'],
  ])('%s', async (line, expected) => expect(await meant(line)).toBe(expected))
})

// Lists with fewer records than the service counts.

/** A service that counts three tags and lists two. */
const miscounting = () =>
  serveExchange(async ({ query }) =>
    json(200, {
      tags:
        query.includes('page=1') || !query.includes('page=')
          ? [
              { id: 1, name: 'red' },
              { id: 2, name: 'blue' },
            ]
          : [],
      total: 3,
      total_pages: 2,
    }),
  )

it('list --all warns with both numbers, exits with 6, and does not advise --all', async () => {
  const { cal } = await miscounting()
  expect(await cal('tags list --all --no-hide-empty -o ids')).toEqual({
    stdout: '1\n2\n',
    stderr: 'warning: 2 tags received, but the service counts 3: some are missing\n',
    code: 6,
  })
  expect((await cal('tags list --limit 5 --no-hide-empty -o ids --lang de')).stderr).toContain(
    'Warnung: 2 Schlagwörter erhalten, der Dienst zählt aber 3: einige fehlen\n',
  )
  expect((await cal('tags list --limit 2 --no-hide-empty -o ids')).stderr).toBe(
    'Showing 2 of 3 tags. All of them: --all.\n',
  )
})

it('export warns with both numbers and exits with 6', async () => {
  const { cal } = await miscounting()
  expect(await cal('export tags')).toMatchObject({
    stderr: 'warning: 2 tags received, but the service counts 3: some are missing\nExported 2 tags\n',
    code: 6,
  })
})

it('nothing is pruned, or planned to be', async () => {
  const { api_root, requests } = await miscounting()
  const { cal, write } = newWorkspace()
  write('a.yaml', 'tags: [red]')
  for (const line of ['diff -f a.yaml --prune', 'apply -f a.yaml --prune --yes'])
    expect(await cal(line, { env: { CAL_API_ROOT: api_root } })).toMatchObject({
      stderr: expect.stringContaining('error: 2 tags received, but the service counts 3\n'),
      code: 8,
    })
  expect(requests.filter((request) => !request.startsWith('GET'))).toEqual([])
})

// A wrong password is reported as such, not as a missing one.
it.each(modes)('a wrong password is reported, in %s mode', async (mode) => {
  const { cal, as, send } = await serviceIn(mode)
  await send('POST', '/events', {
    title: 'Secret',
    start_date: '2027-03-01',
    end_date: '2027-03-02',
    password: 'right',
    status: 'publish',
  })
  as(undefined)
  const hint = async (line: string) => (await cal(line)).stderr.split('\n')[1]
  expect(await hint('events get secret')).toBe('hint: specify its password: --password @FILE')
  expect(await hint('events get secret --password wrong')).toBe('hint: check --password: the password is wrong')
  expect(await cal('events get secret --password right')).toMatchObject({ code: 0 })
})
