// Completion in real shells: candidates, live values, and no output on errors.
import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { homeWith } from '../support/program.ts'
import { project } from '../support/project.ts'
import { onTerminal } from '../support/terminal.ts'

const home = homeWith({ CAL_API_ROOT: 'file:./c.db' })
const bin = join(home.folder, 'bin')
const env = { HOME: home.folder, PATH: [bin, process.env.PATH ?? ''].join(delimiter), CAL_API_ROOT: 'file:./c.db' }
const names = { bash: 'cal.bash', zsh: '_cal', fish: 'cal.fish' } as const
const script = (shell: keyof typeof names) => join(project, 'completions', names[shell])

beforeAll(async () => {
  mkdirSync(bin)
  symlinkSync(join(project, 'bin/cal.js'), join(bin, 'cal'))
  await home.cal(['venues', 'create', '--name', 'City Hall'])
  await home.cal(['init', 'file:./c.db', '--name', 'local'])
  await home.cal(['config', 'set', 'alias.gigs', 'events list --categories music'])
})

function isThere(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      execFileSync(join(folder, program), ['--version'], { stdio: 'ignore' })
      return true
    } catch {
      return false
    }
  })
}

const cases: readonly (readonly [typed: string, offered: string])[] = [
  ['cal ev', 'events'],
  ['cal event cre', 'create'],
  ['cal categories tr', 'tree'],
  ['cal events list --starts-b', '--starts-before'],
  ['cal agenda --week-st', '--week-start'],
  ['cal events list -o nd', 'ndjson'],
  ['cal --api-root x tags li', 'list'],
  ['cal tags list --orderb', '--orderby'],
  ['cal events create --status dr', 'draft'],
  ['cal events create --timezone Europe/Berl', 'Europe/Berlin'],
  ['cal explain event.post_p', 'event.post_parent'],
  ['cal completion pow', 'powershell'],
  ['cal help exit', 'exit-codes'],
  ['cal profile use lo', 'local'],
  ['cal config get timez', 'timezone'],
  ['cal venues get city', 'city-hall'],
  ['cal events list --fields id,venue.c', 'id,venue.city'],
  ['cal gi', 'gigs'],
  ['cal tod', 'today'],
  ['cal agenda tom', 'tomorrow'],
  ['cal agenda --venue city', 'city-hall'],
  ['cal config set lang d', 'de'],
  ['cal config set profile lo', 'local'],
  ['cal config set timezone Europe/Berl', 'Europe/Berlin'],
  ['cal help events lis', 'list'],
]

describe('bash', () => {
  const complete = `_offer() {
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_TYPE=9; COMPREPLY=(); _cal; printf '%s\\n' "\${COMPREPLY[@]}"; }`
  const run = (lines: string, words: readonly string[], environment: Readonly<Record<string, string>>) =>
    execFileSync(
      'bash',
      ['--norc', '-c', `source "$1"; shift; ${complete}; ${lines}`, 'bash', script('bash'), ...words],
      {
        env: environment,
        cwd: home.folder,
        encoding: 'utf8',
      },
    ).trim()
  const offered = (words: readonly string[], environment: Readonly<Record<string, string>> = env) =>
    run('_offer "$@"', words, environment)

  it('completes commands, flags, fixed and live values', () => {
    const lines = cases.map(([typed]) => `_offer ${typed}`).join('\n')
    expect(run(lines, [], env).split('\n')).toEqual(cases.map(([, expected]) => expected))
  })

  it('completes after an alias as after its command', () => {
    expect(offered(['cal', 'gigs', '--starts-b'])).toBe('--starts-before')
    expect(offered(['cal', 'gigs', '--venue', 'city'])).toBe('city-hall')
  })

  it('asks the calendar that a flag names', () =>
    expect(offered(['cal', '--api-root', 'file', ':', './none.db', 'venues', 'get', 'city'])).toBe(''))

  it('accepts --flag=value, which bash splits', () =>
    expect(offered(['cal', 'events', 'list', '--output', '=', 'js'])).toBe('json'))

  it('shows descriptions if several candidates remain', () =>
    expect(offered(['cal', 'events', 'list', '--ends']).split('\n')).toEqual([
      '--ends-before  (ends on or before this date)',
      '--ends-after  (ends after this date)',
    ]))

  it('completes paths after --api-root file:, which bash splits at the colon', () => {
    expect(offered(['cal', '--api-root', 'file', ':', './c'])).toBe('./c.db')
    expect(offered(['cal', '--api-root', 'file', ':'])).toContain('bin/')
    expect(offered(['cal', '--api-root', 'fi'])).toContain('file:')
  })

  it('completes inside quotes, and quotes names elsewhere', () => {
    expect(offered(['cal', 'venues', 'get', '"city'])).toBe('city-hall')
    expect(offered(['cal', 'events', 'list', '--venue', '"City H'])).toBe('City Hall')
    expect(offered(['cal', 'events', 'list', '--venue', 'City\\ H'])).toBe('City\\ Hall')
  })

  it('describes runs, profiles and settings', async () => {
    await home.cal(['venues', 'delete', '--where', 'search=nothing', '--yes'])
    writeFileSync(join(home.folder, 'tags.json'), '[{"name":"Jazz"}]')
    await home.cal(['import', 'tags.json', '--kind', 'tags', '--yes'])
    expect(await home.cal(['__complete', '--', 'history', 'show', ''])).toMatchObject({
      stdout: expect.stringMatching(/^\d{8}-\d{6}-\d{3}\t\S+ \S+ .*import tags\.json/m),
    })
    expect(await home.cal(['__complete', '--', 'profile', 'use', ''])).toMatchObject({
      stdout: expect.stringMatching(/^local\tfile:\S+c\.db\n$/),
    })
    expect(await home.cal(['__complete', '--', 'config', 'get', 'ti'])).toMatchObject({
      stdout: expect.stringMatching(/^timezone\t\S.*\ntimeout\t30\n$/),
    })
  })

  it('prints nothing if the service is unreachable', () =>
    expect(offered(['cal', 'venues', 'get', ''], { ...env, CAL_API_ROOT: 'http://127.0.0.1:9' })).toBe(''))
})

describe.skipIf(!isThere('fish'))('fish, where it is installed', () => {
  const offered = (typed: string) =>
    execFileSync('fish', ['--no-config', '-c', `source $argv[1]; complete -C $argv[2]`, script('fish'), typed], {
      env,
      cwd: home.folder,
      encoding: 'utf8',
    })
      .split('\n')
      .map((line) => line.split('\t')[0])
      .filter((line) => line !== '')

  it.each(cases)('%s', (typed, expected) => expect(offered(typed)).toEqual([expected]))

  it('accepts --flag=value', () => expect(offered('cal events list --output=js')).toEqual(['--output=json']))
})

describe.skipIf(!isThere('zsh'))('zsh, where it is installed', () => {
  it('completes commands, flags, fixed and live values', async () => {
    const shell = onTerminal({ file: 'zsh', args: ['-f', '-i'], env, cwd: home.folder, columns: 120 })
    shell.type(`PS1='ready> '; autoload -U compinit; compinit -u -D; source ${script('zsh')}; echo loa''ded\r`)
    await shell.see(/loaded\n/)
    for (const [typed, expected] of cases) {
      const begun = typed.slice(typed.lastIndexOf(' ') + 1)
      shell.type(`${typed}\t`)
      await shell.see(new RegExp(`${escaped(typed.slice(0, typed.length - begun.length))}${escaped(expected)}`))
      shell.type('\u0015')
    }
    shell.end()
  })
})

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

describe('__complete', () => {
  it('prints each record once with its name and date, and nothing on errors', async () => {
    expect(await home.cal(['__complete', '--', 'venues', 'get', ''])).toEqual({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(/^\d+\tCity Hall\n$/),
    })
    expect(await home.cal(['__complete', '--', 'venues', 'get', '--api-root', 'file:./none.db', ''])).toMatchObject({
      code: 0,
      stderr: '',
    })
    expect(await home.cal(['__complete', '--', 'nothing', ''])).toEqual({ code: 0, stderr: '', stdout: '' })
  })
})
