// Output of lists, hints of errors, web pages, and the language.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { localHome } from '../support/home.ts'
import { openServed } from '../support/served.ts'

const home = localHome({ CAL_API_ROOT: 'file:./c.db' })

beforeAll(async () => {
  writeFileSync(
    join(home.folder, 'events.yaml'),
    Array.from(
      { length: 60 },
      (_, i) => `- { title: "Talk ${i}", start_date: 2027-01-01, end_date: 2027-01-01, description: "=1+${i}" }\n`,
    ).join(''),
  )
  expect((await home.cal('events create -f events.yaml --porcelain')).stdout.trim().split('\n')).toHaveLength(60)
})

describe('standard output', () => {
  it('is one valid document with --all', async () => {
    expect(JSON.parse((await home.cal('events list --all --any-date --json')).stdout)).toHaveLength(60)
  })

  it('is CSV for spreadsheets, with and without formulas', async () => {
    const csv = async (...words: readonly string[]) =>
      (await home.cal(['events', 'list', '--limit', '1', '-o', 'csv', '--fields', 'title,description', ...words]))
        .stdout
    expect(await csv()).toBe('title,description\nTalk 0,=1+0\n')
    expect(await csv('--csv-safe', '--no-header')).toBe("Talk 0,'=1+0\n")
  })

  it('has the format of CAL_OUTPUT; an unknown format is reported with its source', async () => {
    const with_output = (format: string) =>
      localHome({ CAL_API_ROOT: 'file:./c.db', CAL_OUTPUT: format }).cal('explain tag.name')
    expect(JSON.parse((await with_output('json')).stdout)).toHaveLength(1)
    expect(await with_output('jsn')).toMatchObject({
      code: 11,
      stderr: expect.stringContaining('CAL_OUTPUT cannot be used: output needs one of'),
    })
  })

  it('can be sorted, filtered with jq and formatted with templates', async () => {
    expect((await home.cal('events list --limit 12 --sort -title --jq .[0].title')).stdout).toBe('Talk 59\n')
    expect((await home.cal("events list --limit 2 --template '{{title}}: {{all_day}}'")).stdout).toBe(
      'Talk 0: false\nTalk 1: false\n',
    )
  })
})

describe('errors and hints', () => {
  it('name the nearest command, flag, field, status and profile', async () => {
    const hint = async (...words: readonly string[]) => (await home.cal(words)).stderr
    expect(await hint('evnts', 'list')).toContain('did you mean cal events list?')
    expect(await hint('events', 'list', '--serach', 'x')).toContain('did you mean --search?')
    expect(await hint('events', 'list', '--fields', 'titel')).toContain('did you mean title?')
    expect(await hint('events', 'list', '--status', 'publsh')).toContain('did you mean publish?')
    expect(await hint('tags', 'list', '--profile', 'x')).toContain('unknown profile "x"')
  })

  it('are JSON with -o json', async () => {
    const { stdout, stderr, code } = await home.cal('events get 999 -o json')
    expect([stdout, code]).toEqual(['', 4])
    expect(JSON.parse(stderr)).toEqual({ error: expect.objectContaining({ code: 'not_found', status: 404, exit: 4 }) })
  })
})

describe('--web', () => {
  it('opens the page of the record by BROWSER', async () => {
    const browser = join(home.folder, 'browser')
    writeFileSync(
      join(home.folder, 'served.yaml'),
      'events: [{ title: Talk 7, slug: talk-7, start_date: 2027-01-01 10:00, end_date: 2027-01-01 11:00 }]\n',
    )
    writeFileSync(browser, `#!/bin/sh\necho "$1" > "${home.folder}/opened"\n`, { mode: 0o755 })
    const server = await openServed()
    const there = localHome({ CAL_API_ROOT: server.api_root, BROWSER: browser })
    await there.cal(`apply -f ${join(home.folder, 'served.yaml')}`)
    const { stdout, stderr, code } = await there.cal('events get talk-7 --web')
    const page = `${new URL(server.api_root).origin}/event/talk-7/`
    expect([stdout, stderr, code]).toEqual(['', `opening ${page}\n`, 0])
    for (let tries = 0; tries < 50 && !existsSync(join(home.folder, 'opened')); tries += 1)
      execFileSync('sleep', ['0.1'])
    expect(readFileSync(join(home.folder, 'opened'), 'utf8')).toBe(`${page}\n`)
  })

  it('a database file has no pages: the addresses of its records belong to no site', async () => {
    const browser = { BROWSER: 'false' }
    const asked = (lang: string) =>
      localHome({ CAL_API_ROOT: `file:${join(home.folder, 'c.db')}`, CAL_LANG: lang, ...browser }).cal(
        'events get talk-7 --web',
      )
    expect(await asked('en')).toEqual({
      stdout: '',
      code: 2,
      stderr: `error: no web page to open: file:${join(home.folder, 'c.db')} is a local file\nhint: show it in the browser: cal browse; in the terminal: cal agenda, cal events get\n`,
    })
    expect((await asked('de')).stderr).toContain('keine Webseite zum Öffnen')
  })
})

describe('German', () => {
  it.each([
    ['--lang', 'de'],
    ['CAL_LANG', undefined],
    ['LANG', undefined],
  ] as const)('by %s', async (way, value) => {
    const german = localHome({
      CAL_API_ROOT: 'file:./c.db',
      ...(value === undefined ? { [way]: way === 'LANG' ? 'de_AT.UTF-8' : 'de' } : {}),
    })
    const { stderr } = await german.cal(['events', 'get', '1', ...(value === undefined ? [] : [way, value])])
    expect(stderr).toMatch(/^Fehler: /)
  })

  it('by the profile, also for help', async () => {
    const german = localHome({})
    writeFileSync(
      join(german.folder, '.calrc'),
      'profile: hier\nprofiles: { hier: { api_root: "file:./c.db", lang: de } }\n',
    )
    expect((await german.cal('--help')).stdout).toContain('Hilfe zu einem Befehl: ')
    await german.cal('tags create --name neu')
    expect((await german.cal('agenda')).stdout).toMatch(/^Keine Termine: /)
  })
})
