// Completion in real shells; test/commands/completion.test.ts has all candidates.
import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { completion_cases } from '../support/completion-cases.ts'
import { firstOf, is_nightly } from '../support/extent.ts'
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
  if (!is_nightly) return
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

const cases = firstOf(4, completion_cases)

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

  it('accepts --flag=value, which bash splits', () =>
    expect(offered(['cal', 'events', 'list', '--output', '=', 'js'])).toBe('json'))

  it('shows descriptions if several candidates remain', () =>
    expect(offered(['cal', 'events', 'list', '--ends']).split('\n')).toEqual([
      '--ends-before  (ends on or before this date)',
      '--ends-after  (ends after this date)',
    ]))

  it('completes paths after --api-root file:, which bash splits at the colon', () => {
    expect(offered(['cal', '--api-root', 'file', ':', './c'])).toBe('./c.db')
    expect(offered(['cal', '--api-root', 'fi'])).toContain('file:')
  })

  it('completes inside quotes, and quotes names elsewhere', () => {
    expect(offered(['cal', 'venues', 'get', '"city'])).toBe('city-hall')
    expect(offered(['cal', 'events', 'list', '--venue', '"City H'])).toBe('City Hall')
    expect(offered(['cal', 'events', 'list', '--venue', 'City\\ H'])).toBe('City\\ Hall')
  })

  it('inserts nothing that the shell would execute', () => {
    const from = (line: string, typed: string) =>
      run(`cal() { printf '${line}\\n'; }; _offer "$@"`, ['cal', 'profile', 'use', typed], env)
    const unsafe = 'Zor$(touch${IFS}x)'
    expect(from(unsafe, 'Zor')).toBe('Zor\\$\\(touch\\$\\{IFS\\}x\\)')
    expect(from('Zor`x`;y', 'Zor')).toBe('Zor\\`x\\`\\;y')
    expect(from(unsafe, '"Zor')).toBe('')
    expect(from(unsafe, "'Zor")).toBe('')
    expect(from('a\\ta $(touch x)\\na\\ta $(touch x)', 'a')).toBe('a')
  })
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
