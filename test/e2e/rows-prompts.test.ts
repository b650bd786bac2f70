// Prompts: which commands prompt, for what, on which stream, and in which language.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { project } from '../support/sources.ts'
import { answerPrompts, terminalHome } from '../support/terminal-home.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'

const down = '\u001b[B'
const seat = terminalHome({ CAL_API_ROOT: 'file:./c.db', CAL_SECRETS: 'file' })
const nobody = terminalHome({ CAL_SECRETS: 'file' })
let server: ServerProcess

beforeAll(async () => {
  await seat.cal(
    ['venues', 'create', '-f', '-', '--allow-duplicate'],
    '[{"venue":"Twin","city":"Ulm"},{"venue":"Twin","city":"Rom"}]',
  )
  await seat.cal(['categories', 'create', '--name', 'Musik'])
  writeFileSync(
    join(nobody.folder, 'users.json'),
    '[{"id":1,"login":"ada","password":"canary7f3a","role":"administrator"}]',
  )
  server = await startServer('--data', ':memory:', '--users', join(nobody.folder, 'users.json'))
})
afterAll(() => server.stop())

describe('create', () => {
  it('prompts in German, repeats the prompt after an invalid date, and distinguishes venues with the same name', async () => {
    const terminal = seat.open(['events', 'create', '-o', 'json'], { CAL_LANG: 'de' })
    await answerPrompts(terminal, [
      [/Titel:/, '\r'],
      [/erforderlich/, 'Feier\r'],
      [/Beginn \(Datum und Uhrzeit\), etwa morgen 18:00:/, 'bald\r'],
      [/„bald“ ist kein erkennbares Datum/, '\u0015morgen 18:00\r'],
      [/Ende \(Datum und Uhrzeit\)/, '90m\r'],
      [/Ort:\n[\s\S]*\(keiner\)[\s\S]*neuer Ort …[\s\S]*Twin \(Ulm\)/, `${down}${down}\r`],
      [/Kategorien:\n[\s\S]*Musik/, ' \r'],
      [/Veröffentlichungsstatus:\n[\s\S]*veröffentlicht; Entwurf, wenn[\s\S]*Entwurf\n[\s\S]*geplant/, `${down}\r`],
      [/Titel +Feier\n[\s\S]*Ort +Twin #\d+[\s\S]*Termin anlegen\?/, 'j\r'],
    ])
    expect(await terminal.ended).toBe(0)
    expect(terminal.text()).not.toMatch(/navigate|submit|invert|Yes|must/)
    const [event] = JSON.parse((await seat.cal(['events', 'list', '--status', 'draft', '--json'])).stdout)
    expect(event).toMatchObject({
      title: 'Feier',
      status: 'draft',
      venue: { venue: 'Twin' },
      categories: [{ name: 'Musik' }],
    })
  })

  it('does not send fields without an answer, so that the service sets its defaults', async () => {
    const terminal = seat.open([
      'events',
      'create',
      '--title',
      'Open',
      '--start-date',
      '2027-05-01 10:00',
      '--venue',
      '',
      '--categories',
      '',
      '--show-request',
    ])
    await answerPrompts(terminal, [
      [/End date and time/, '2027-05-01 11:00\r'],
      [/Publication status:/, '\r'],
      [/Create this event\?/, 'y\r'],
    ])
    expect(await terminal.ended).toBe(0)
    expect(terminal.text()).toMatch(/cal api POST '\/events' --data '\{[^}]*"title":"Open"/)
    expect(terminal.text()).not.toContain('"status":')
  })

  it('does not prompt if nothing is missing', async () => {
    const terminal = seat.open(['tags', 'create', '--name', 'late'])
    expect(await terminal.ended).toBe(0)
    expect(terminal.text()).toMatch(/^Created tag \d+ "late"\nto undo: cal history undo [\d-]+\n$/)
  })

  it('searches venues if there are too many to list, proposes an end, and creates a new venue', async () => {
    const many = terminalHome({ CAL_API_ROOT: 'file:./many.db' })
    await many.cal(
      ['venues', 'create', '-f', '-', '--allow-duplicate'],
      JSON.stringify(Array.from({ length: 52 }, (_, i) => ({ venue: `Hall ${i}`, city: `City ${i}` }))),
    )
    const line = ['events', 'create', '--start-date', '2027-05-01 10:00', '--status', 'publish', '--title']
    const found = many.open([...line, 'Asked'])
    await answerPrompts(found, [
      [/how long, such as 90m: \(2h\)/, '\r'],
      [/Venue:[\s\S]*new venue…/, 'hall 37'],
      [/Hall 37[^\n]*\n[^\n]*new venue…/, '\r'],
      [/When +Sat 1 May 2027, 10:00–12:00[\s\S]*Venue +Hall 37 #\d+[\s\S]*Create this event\?/, 'y\r'],
    ])
    expect(await found.ended).toBe(0)
    const created = many.open([...line, 'New place'])
    await answerPrompts(created, [
      [/how long/, '1h\r'],
      [/Venue:[\s\S]*new venue…/, 'Nowhere'],
      [/Venue: Nowhere\n[^\n]*new venue…/, '\r'],
      [/Name of the venue:/, 'Blue Cellar\r'],
      [/Create 1 event, 1 venue\?/, 'y\r'],
    ])
    expect(await created.ended).toBe(0)
    const refused = many.open([...line, 'Refused', '--venue', ''])
    await answerPrompts(refused, [
      [/how long/, '1h\r'],
      [/Create this event\?/, 'n\r'],
    ])
    expect(await refused.ended).toBe(9)
    expect(
      (await many.cal(['events', 'list', '--fields', 'title,venue.venue', '-o', 'csv', '--no-header'])).stdout,
    ).toBe('Asked,Hall 37\nNew place,Blue Cellar\n')
  })
})

describe('prompts', () => {
  it('are on standard error, so that redirected output contains only data', async () => {
    const terminal = seat.shell('cal tags create -o json --fields name > made.json')
    await answerPrompts(terminal, [[/Name:/, 'asked\r']])
    expect(await terminal.ended).toBe(0)
    expect(JSON.parse(readFileSync(join(seat.folder, 'made.json'), 'utf8'))).toEqual({ name: 'asked' })
  })

  it.each(['cal tags create 2> words', 'cal tags create < /dev/null'])(
    'are not put where nobody would see or answer them: %s',
    async (line) => {
      const terminal = seat.shell(`${line}; code=$?; test -f words && cat words; exit $code`)
      expect(await terminal.ended).toBe(2)
      expect(terminal.text()).toContain('error: --name is missing')
    },
  )

  it('have colors only if colors are enabled', async () => {
    const asked = [[/for good\?/, '\r']] as const
    // biome-ignore lint/suspicious/noControlCharactersInRegex: this is how terminals encode a color.
    const color = /\u001b\[3\dm/
    expect(await seat.raw(['tags', 'delete', 'asked'], asked)).toMatch(color)
    expect(await seat.raw(['tags', 'delete', 'asked', '--color', 'never'], asked)).not.toMatch(color)
  })

  it('appear before several records are changed, with the first ten and the count', async () => {
    await seat.cal(
      ['tags', 'create', '-f', '-'],
      JSON.stringify(Array.from({ length: 12 }, (_, i) => ({ name: `t${i}` }))),
    )
    const slugs = Array.from({ length: 12 }, (_, i) => `t${i}`)
    const terminal = seat.open(['tags', 'update', ...slugs, '--description', 'x'], { CAL_LANG: 'de' })
    await answerPrompts(terminal, [
      [/„t0“[\s\S]*„t9“[\s\S]*… und noch 2\n[\s\S]*12 Schlagwörter ändern\? \(j\/N\)/, 'n\r'],
    ])
    expect(await terminal.ended).toBe(9)
    expect(terminal.text()).toContain('nicht bestätigt, nichts wurde geändert')
    expect(terminal.text()).not.toContain('„t10“')
  })
})

describe('Ctrl-D', () => {
  const end = '\u0004'
  it.each<readonly [string, string, readonly (readonly [RegExp, string])[]]>([
    ['a text', 'cal tags create', [[/Name:/, end]]],
    [
      'a later text',
      'cal events create',
      [
        [/Title:/, 'Left\r'],
        [/Start date and time/, end],
      ],
    ],
    [
      'a text after a refused answer',
      'cal events create --title Left',
      [
        [/Start date and time/, 'soon\r'],
        [/not a date|not recognized|cannot be/, `\u0015${end}`],
      ],
    ],
    [
      'a list',
      'cal events create --title Left --start-date "2027-05-01 10:00"',
      [
        [/how long/, '1h\r'],
        [/Venue:[\s\S]*Twin/, end],
      ],
    ],
    [
      'a list with several choices',
      'cal events create --title Left --start-date "2027-05-01 10:00" --venue ""',
      [
        [/how long/, '1h\r'],
        [/Categories:[\s\S]*Musik/, ` ${end}`],
      ],
    ],
    [
      'the last list',
      'cal events create --title Left --start-date "2027-05-01 10:00" --venue "" --categories ""',
      [
        [/how long/, '1h\r'],
        [/Publication status:[\s\S]*published/, end],
      ],
    ],
    ['a confirmation', 'cal categories delete Musik', [[/for good\?/, end]]],
    ['a searchable list', 'cal venues delete', [[/Venue:[\s\S]*Twin/, end]]],
    ['an address', 'env -u CAL_API_ROOT CAL_CONFIG=left.yaml cal init', [[/URL of the website/, end]]],
    ['a secret', 'cal login --api-root http://127.0.0.1:9/wp-json/tribe/events/v1 --user x', [[/password:/, end]]],
    ['a question of cal add', 'cal add Left tomorrow 20:00', [[/duration, such as/, end]]],
  ])('at %s cancels with 130, and nothing is written', async (_, line, keys) => {
    const all = async () => (await seat.cal(['export', '-o', 'ndjson'])).stdout
    const before = await all()
    const terminal = seat.shell(line.replace('cal ', `"${process.execPath}" "${join(project, 'bin/cal.js')}" `))
    await answerPrompts(terminal, keys)
    expect(await terminal.ended).toBe(130)
    expect(terminal.text()).toContain('error: interrupted')
    expect(existsSync(join(seat.folder, 'left.yaml'))).toBe(false)
    expect(await all()).toBe(before)
  })
})

describe('init, login and a protected profile', () => {
  it('prompt for what they need and never show the secret', async () => {
    const init = nobody.open(['init'])
    await answerPrompts(init, [
      [/URL of the website, or file:/, `${new URL(server.api_root).origin}\r`],
      [/Name of the profile: \(default\)/, 'prod\r'],
    ])
    expect(await init.ended).toBe(0)
    expect(init.text()).toContain(`saved profile prod for ${server.api_root}`)
    const login = nobody.open(['login'])
    await answerPrompts(login, [
      [/User at http:\/\/127\.0\.0\.1:\d+:/, 'ada\r'],
      [/Application password:/, 'canary\u00147f3a\r'],
    ])
    expect(await login.ended).toBe(0)
    expect(login.text()).toContain('with write permission; credentials saved in')
    expect(login.text()).not.toContain('canary')
    expect((await nobody.cal(['tags', 'create', '--name', 'signed in'])).stderr).toMatch(/^Created tag/)
  })

  it('a protected profile must be confirmed by its name; another name is not accepted', async () => {
    writeFileSync(
      join(seat.folder, 'protected.yaml'),
      'profile: prod\nprofiles: { prod: { api_root: "file:./c.db", protected: true } }\n',
    )
    for (const [typed, code] of [
      ['dev', 9],
      ['prod', 0],
    ] as const) {
      const terminal = seat.open(['tags', 'create', '--name', `by ${typed}`], {
        CAL_CONFIG: 'protected.yaml',
        CAL_API_ROOT: '',
      })
      await answerPrompts(terminal, [[/Profile prod is protected\. Name of the profile:/, `${typed}\r`]])
      expect(await terminal.ended).toBe(code)
    }
  })
})
