// The built program on a pseudo-terminal: prompts, the pager, the status line, and output of a hostile service.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { fakeService } from '../support/fake-service.ts'
import { firstOf } from '../support/extent.ts'
import { homeWith } from '../support/program.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import { answerPrompts, terminalHome } from '../support/terminal-home.ts'

const down = '\u001b[B'
const end = '\u0004'
const seat = terminalHome({ CAL_API_ROOT: 'file:./c.db', CAL_SECRETS: 'file' })
const nobody = terminalHome({ CAL_SECRETS: 'file' })
/** With an administrator. */
let server: ServerProcess
let slow: ServerProcess

beforeAll(async () => {
  writeFileSync(
    join(seat.folder, 'all.yaml'),
    'categories: [Musik]\nvenues: [{ venue: Twin, slug: twin, city: Ulm }, { venue: Twin, slug: twin-2, city: Rom }]\n',
  )
  expect(await seat.cal('apply -f all.yaml')).toMatchObject({ code: 0 })
  writeFileSync(
    join(nobody.folder, 'users.json'),
    '[{"id":1,"login":"ada","password":"canary7f3a","role":"administrator"}]',
  )
  ;[server, slow] = await Promise.all([
    startServer('--data', ':memory:', '--users', join(nobody.folder, 'users.json')),
    startServer('--data', ':memory:', '--latency', '400'),
  ])
})
afterAll(() => Promise.all([server.stop(), slow.stop()]))

describe('create', () => {
  it('prompts in German, repeats the prompt after an invalid date, and distinguishes venues with the same name', async () => {
    const terminal = seat.open(['events', 'create', '-o', 'json'], { CAL_LANG: 'de' })
    await answerPrompts(terminal, [
      [/Titel:/, '\r'],
      [/erforderlich/, 'Feier\r'],
      [/Beginn mit Datum und Uhrzeit, etwa morgen 18:00:/, 'bald\r'],
      [/„bald“ ist kein erkennbares Datum/, '\u0015morgen 18:00\r'],
      [/Ende mit Datum und Uhrzeit/, '90m\r'],
      [/Ort:\n[\s\S]*\(keiner\)[\s\S]*neuer Ort …[\s\S]*Twin \(Ulm\)/, `${down}${down}\r`],
      [/Kategorien:\n[\s\S]*Musik/, ' \r'],
      [/Veröffentlichungsstatus:\n[\s\S]*veröffentlicht \(ohne das Recht[\s\S]*Entwurf\n[\s\S]*geplant/, `${down}\r`],
      [/Titel +Feier\n[\s\S]*Ort +Twin #\d+[\s\S]*Termin anlegen\?/, 'j\r'],
    ])
    expect(await terminal.ended).toBe(0)
    expect(terminal.text()).not.toMatch(/navigate|submit|invert|Yes|must/)
    const [event] = JSON.parse((await seat.cal('events list --status draft --json')).stdout)
    expect(event).toMatchObject({
      title: 'Feier',
      start_date: expect.stringContaining(' 18:00:00'),
      end_date: expect.stringContaining(' 19:30:00'),
      status: 'draft',
      venue: { venue: 'Twin' },
      categories: [{ name: 'Musik' }],
    })
  })

  it('does not send fields without an answer, so that the service sets its defaults', async () => {
    const given = ['--title', 'Open', '--start-date', '2027-05-01 10:00', '--venue', '', '--categories', '']
    const terminal = seat.open(['events', 'create', ...given, '--show-request'])
    await answerPrompts(terminal, [
      [/End date and time/, '2027-05-01 11:00\r'],
      [/Publication status:/, '\r'],
      [/Create this event\?/, '\r'],
    ])
    expect(await terminal.ended).toBe(0)
    expect(terminal.text()).toMatch(/cal api POST '\/events' --data '\{[^}]*"title":"Open"/)
    expect(terminal.text()).not.toContain('"status":')
  })

  it('searches venues if there are too many to list, proposes an end, and creates a new venue', async () => {
    const many = terminalHome({ CAL_API_ROOT: 'file:./many.db' })
    const venues = Array.from({ length: 52 }, (_, i) => ({ venue: `Hall ${i}`, city: `City ${i}` }))
    const categories = Array.from({ length: 52 }, (_, i) => `Kind ${i}`)
    await many.cal('apply -f - --yes', JSON.stringify({ venues, categories }))
    const start = ['events', 'create', '--start-date', '2027-05-01 10:00', '--status', 'publish']
    const line = [...start, '--categories', '', '--title']
    const found = many.open([...start, '--title', 'Asked'])
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
      [/Create 1 event, 1 venue\?/, '\r'],
    ])
    expect(await created.ended).toBe(0)
    expect((await many.cal('events list --fields title,venue.venue,categories.name -o csv --no-header')).stdout).toBe(
      'Asked,Hall 37,\nNew place,Blue Cellar,\n',
    )
  })
})

it('cal add asks for confirmation in German, and says that a missing end is an hour later', async () => {
  const terminal = seat.open(['add', 'Offene Bühne 2027-05-07 20:00'], { CAL_LANG: 'de' })
  await answerPrompts(terminal, [
    [/Kein Ende[\s\S]*Wann +Fr 7\. Mai 2027, 20:00–21:00[\s\S]*Diesen Termin anlegen\?/, 'j\r'],
  ])
  expect(await terminal.ended).toBe(0)
  expect(terminal.text()).toMatch(/„Offene Bühne“ angelegt/)
})

describe('prompts', () => {
  it('are on standard error, so that redirected output contains only data', async () => {
    const terminal = seat.shell('cal tags create -o json --fields name > made.json')
    await answerPrompts(terminal, [[/Name:/, 'asked\r']])
    expect(await terminal.ended).toBe(0)
    expect(JSON.parse(readFileSync(join(seat.folder, 'made.json'), 'utf8'))).toEqual({ name: 'asked' })
  })

  it.each(firstOf(1, ['cal tags create 2> words', 'cal tags create < /dev/null']))(
    'are not put where nobody would see or answer them: %s',
    async (line) => {
      const terminal = seat.shell(`${line}; code=$?; test -f words && cat words; exit $code`)
      expect(await terminal.ended).toBe(2)
      expect(terminal.text()).toContain('error: --name is missing')
    },
  )

  it('have colors; the default answer is no', async () => {
    const asked = [[/permanently\?/, '\r']] as const
    // biome-ignore lint/suspicious/noControlCharactersInRegex: this is how terminals encode a color.
    const color = /\u001b\[3\dm/
    expect(await seat.raw(['tags', 'delete', 'asked'], asked)).toMatch(color)
    expect(await seat.cal('tags get asked')).toMatchObject({ code: 0 })
  })

  it('appear before several records are changed, with the first ten and the count', async () => {
    const slugs = Array.from({ length: 12 }, (_, i) => `t${i}`)
    await seat.cal('tags create -f -', JSON.stringify(slugs.map((name) => ({ name }))))
    const terminal = seat.open(['tags', 'update', ...slugs, '--description', 'x'], { CAL_LANG: 'de' })
    await answerPrompts(terminal, [
      [/„t0“[\s\S]*„t9“[\s\S]*… und noch 2\n[\s\S]*12 Schlagwörter ändern\? \(j\/N\)/, 'n\r'],
    ])
    expect(await terminal.ended).toBe(9)
    expect(terminal.text()).toContain('nicht bestätigt, nichts wurde geändert')
    expect(terminal.text()).not.toContain('„t10“')
  })

  it('offer a searchable list for a missing target; Ctrl-C ends with 130', async () => {
    const left = seat.open(['venues', 'delete'], { CAL_LANG: 'de' })
    await answerPrompts(left, [[/Ort:[\s\S]*Twin/, '\u0003']])
    expect(await left.ended).toBe(130)
    expect(left.text()).not.toContain('bug')
    const gone = seat.open(['venues', 'delete'])
    await answerPrompts(gone, [
      [/Venue:[\s\S]*Twin/, 'rom'],
      [/Venue: rom\n❯ \d+ "Twin" · twin-2, Rom\n\n↑/, '\r'],
      [/Delete venue \d+ "Twin"[^?]*\?/, 'y\r'],
    ])
    expect(await gone.ended).toBe(0)
  })
})

describe('Ctrl-D', () => {
  const all = async () => (await seat.cal('export -o ndjson')).stdout
  let before = ''
  beforeAll(async () => {
    before = await all()
  })
  const create = ['events', 'create', '--title', 'Left', '--start-date', '2027-05-01 10:00']

  it.each(
    firstOf<readonly [string, readonly string[], readonly (readonly [RegExp, string])[]]>(2, [
      [
        'a text after a refused answer',
        ['events', 'create', '--title', 'Left'],
        [
          [/Start date and time/, 'soon\r'],
          [/not a date|not recognized|cannot be/, `\u0015${end}`],
        ],
      ],
      [
        'a list with several choices',
        [...create, '--venue', ''],
        [
          [/how long/, '1h\r'],
          [/Categories:[\s\S]*Musik/, ` ${end}`],
        ],
      ],
      [
        'a secret',
        ['login', '--api-root', 'http://127.0.0.1:9/wp-json/tribe/events/v1', '--user', 'x'],
        [[/password:/, end]],
      ],
      ['a confirmation', ['categories', 'delete', 'Musik'], [[/permanently\?/, end]]],
      ['a text', ['tags', 'create'], [[/Name:/, end]]],
      [
        'a list',
        create,
        [
          [/how long/, '1h\r'],
          [/Venue:[\s\S]*Twin/, end],
        ],
      ],
      ['a searchable list', ['venues', 'delete'], [[/Venue:[\s\S]*Twin/, end]]],
    ]),
  )('at %s cancels with 130', async (_, words, keys) => {
    const terminal = seat.open(words)
    await answerPrompts(terminal, keys)
    expect(await terminal.ended).toBe(130)
    expect(terminal.text()).toContain('error: interrupted')
  })

  it('at the address of a calendar saves no profile', async () => {
    const terminal = seat.shell('CAL_API_ROOT= CAL_CONFIG=left.yaml cal init')
    await answerPrompts(terminal, [[/URL of the website/, end]])
    expect(await terminal.ended).toBe(130)
    expect(existsSync(join(seat.folder, 'left.yaml'))).toBe(false)
  })

  it('has written nothing', async () => expect(await all()).toBe(before))
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
    expect((await nobody.cal('tags create --name signed-in')).stderr).toMatch(/^Created tag/)
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

describe('the pager', () => {
  const paged = { CAL_PAGER: 'printenv LESS LESSCHARSET; sed s/^/paged:/' }

  it('shows long output and help with the settings of less, unless it is turned off', async () => {
    for (const words of firstOf(1, [['events', 'list', '--help'], ['month']])) {
      const shown = seat.open(words, paged)
      expect(await shown.ended).toBe(0)
      expect(shown.text()).toMatch(/^(?:\S Reading [^…]*…)?FRX\nutf-8\npaged:/)
      const whole = seat.open([...words, '--no-pager'], paged)
      expect(await whole.ended).toBe(0)
      expect(whole.text()).not.toContain('paged:')
    }
  })

  it('can be quit without an error', async () => {
    expect(await seat.open(['explain', 'event'], { CAL_PAGER: 'head -1' }).ended).toBe(0)
  })

  it('is used only if both input and output are terminals', async () => {
    const piped = seat.shell("PAGER='sed s/^/paged:/' cal 3 2027 < /dev/null")
    await piped.ended
    expect(piped.text()).toContain('March 2027')
    expect(piped.text()).not.toContain('paged:')
  })

  it('stays until it is closed, and only then missing records are noted', async () => {
    const list = ['events', 'list', '--any-date', '--status', 'publish,draft', '--limit', '1']
    const terminal = seat.open(list, { CAL_PAGER: 'sed s/^/paged:/; sleep 0.3; echo left' })
    expect(await terminal.ended).toBe(0)
    const lines = terminal.screen().trimEnd().split('\n')
    expect(lines.at(0)).toMatch(/^paged:ID {2}TITLE/)
    expect(lines.slice(-2)).toEqual(['left', expect.stringMatching(/^Showing 1 of \d events\. All of them: --all\.$/)])
  })
})

it('is not controlled by text of a service', async () => {
  const esc = '\u001b'
  const hostile = { id: 1, name: `evil${esc}[2J\u202Etxt`, slug: 'evil', count: 1 }
  const service = await fakeService(() => ({ body: { tags: [hostile], total: 1, total_pages: 1 } }))
  const at = terminalHome({ CAL_API_ROOT: service.api_root })
  for (const format of firstOf(1, ['table', 'json', 'csv'])) {
    const text = await at.raw(['tags', 'list', '-o', format, '--no-pager', '--color', 'never'], [])
    expect(text).toContain('evil')
    expect(text.includes(`${esc}[2J`) || text.includes('\u202E')).toBe(false)
  }
})

it('shows a progress bar', async () => {
  const rows = Array.from({ length: 30 }, (_, i) => `bar ${i}`)
  writeFileSync(join(seat.folder, 'bar.csv'), `name\n${rows.join('\n')}\n`)
  const bar = seat.open(['import', 'bar.csv', '--kind', 'tags', '--rate', '60/s', '--yes'])
  expect(await bar.ended).toBe(0)
  expect(bar.text()).toMatch(/\[#+\.*\] \d+ of 30, \d+\/s, 0:00 left/)
  expect(bar.text()).not.toContain('Warning')
})

describe('a slow service', () => {
  const framesOf = (text: string) =>
    [...text.matchAll(/([⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]) ([^\r\n]*)/g)].map(([, frame = '', words = '']) => [frame, words] as const)

  it('is waited for with a spinner, which is removed when the response is shown', async () => {
    // Sends its response when the terminal has shown four different frames.
    const service = await fakeService(async () => {
      await vi.waitUntil(() => new Set(framesOf(terminal.raw()).map(([frame]) => frame)).size >= 4, 20_000)
      return { body: { tags: [], total: 0, total_pages: 0 } }
    })
    const terminal = terminalHome({ CAL_API_ROOT: service.api_root }).open(['tags', 'list', '--no-hide-empty'])
    expect(await terminal.ended).toBe(0)
    const [before = '', after = ''] = terminal.raw().split('\r\u001b[Kno tags')
    expect(new Set(framesOf(before).map(([, words]) => words))).toEqual(
      new Set([`Waiting for ${new URL(service.api_root).host} …`]),
    )
    expect(framesOf(after)).toEqual([])
  })

  it('gets an import with a bar that never has more done than there is', async () => {
    const home = terminalHome({ CAL_API_ROOT: slow.api_root, LANG: 'de_DE.UTF-8' })
    const rows = Array.from({ length: 6 }, (_, i) => `Abend ${i},2027-01-0${i + 1} 20:00,2h,Saal ${i % 3}`)
    writeFileSync(join(home.folder, 'rows.csv'), `title,start_date,duration,venue\n${rows.join('\n')}\n`)
    const raw = await home.raw(['import', 'rows.csv', '--create-missing', '--yes'], [])
    const words = framesOf(raw).map(([, text]) => text)
    // Reading the file and connecting are named too if they take long enough.
    expect(words.find((text) => !/rows\.csv|^Öffne/.test(text))).toMatch(/^Warte auf 127\.0\.0\.1/)
    const counts = words.flatMap((text) => {
      const [, done, total] = /(\d+) von (\d+)/.exec(text) ?? []
      return done === undefined ? [] : [[Number(done), Number(total)] as const]
    })
    expect(counts).not.toEqual([])
    expect(counts.filter(([done, total]) => done > total || total !== 6)).toEqual([])
    expect(raw).toMatch(/6 Termine, 3 Orte angelegt/)
  })

  it('leaves room for a question, and nothing in a pipe', async () => {
    const home = terminalHome({ CAL_API_ROOT: slow.api_root })
    await home.cal('tags create --name slow')
    const raw = await home.raw(['tags', 'delete', 'slow'], [[/permanently\?/, '\r']])
    const [before = '', after = ''] = raw.split('Delete this tag')
    expect(framesOf(before)).not.toEqual([])
    expect(framesOf(after)).toEqual([])
    const piped = homeWith({ CAL_API_ROOT: slow.api_root })
    expect(await piped.cal('tags list --no-hide-empty -o ids')).toMatchObject({ code: 0, stderr: '' })
  })
})
