// Help in both languages: every word of it is held in golden files.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commands, sections } from '../../../src/cli/commands.ts'
import { flagsOf } from '../../../src/cli/flags.ts'
import { helpOf } from '../../../src/cli/help.ts'
import { placeholder } from '../../../src/cli/words.ts'
import { completionScript } from '../../../src/cli/verbs/completion.ts'
import { expectGolden } from '../../support/golden.ts'
import { project } from '../../support/sources.ts'
import { cal } from '../../support/world.ts'

const groups = [...new Set(commands.map(({ path: [group = ''] }) => group))]

describe.each(['en', 'de'] as const)('help in %s', (language) => {
  const reader = { language, program: 'cal' }

  it('has an overview', () => {
    expectGolden(`help/${language}/overview.txt`, helpOf(sections, [], reader))
  })

  it.each(groups)('for %s', (group) => {
    const paths = [...(commands.some(({ path }) => path.length === 1 && path[0] === group) ? [] : [[group]]), ...commands.filter(({ path }) => path[0] === group).map(({ path }) => path)]
    expectGolden(`help/${language}/${group}.txt`, paths.map((path) => helpOf(sections, path, reader)).join(`\n${'—'.repeat(80)}\n\n`))
  })
})

describe('help', () => {
  it('names every documented flag with its type and default', async () => {
    const { stdout } = await cal(['events', 'list', '--help'])
    expect(stdout).toContain('--starts-after DATE')
    expect(stdout).toContain('events per page · integer · default 10')
    expect(stdout).toContain('--featured, --no-featured')
    const german = await cal(['event', 'ls', '-h', '--lang', 'de'])
    expect(german.stdout).toContain('Termine je Seite · ganze Zahl · Vorgabe 10')
  })

  it('has a German word for every word in capitals, or the same one', () => {
    const same = new Set(['FILTER', 'FORM', 'FORMAT', 'ID', 'IDS', 'JSON', 'KM', 'LOGIN', 'MM', 'MS', 'N', 'NAME', 'RATE', 'SHELL', 'STATUS', 'TEXT', 'URL', 'ZONE'])
    const words = commands.flatMap((command) => [...(command.operands ?? []).map(({ name }) => name), ...flagsOf(command).map(({ value = '' }) => value)]).flatMap((word) => word.match(/[A-Z]+/g) ?? [])
    expect([...new Set(words)].filter((word) => !same.has(word) && placeholder(word).de === word)).toEqual([])
  })

  it('uses the name the program was called by', () => {
    expect(helpOf(sections, ['events', 'list'], { language: 'en', program: 'calctl' })).toContain('  calctl events list --all --any-date -o csv')
  })

  it('is the same by `help` and by `--help`', async () => {
    expect((await cal(['help', 'venues', 'get'])).stdout).toBe((await cal(['venues', 'get', '--help'])).stdout)
  })
})

describe('completions/', () => {
  it.each([['bash', 'cal.bash'], ['zsh', '_cal'], ['fish', 'cal.fish'], ['powershell', 'cal.ps1']])('holds what the program writes for %s', (shell, name) => {
    const file = join(project, 'completions', name)
    const text = completionScript(shell, commands, 'en')
    if (process.env.UPDATE_GOLDEN) writeFileSync(file, text)
    expect(readFileSync(file, 'utf8') === text, `completions/${name}; UPDATE_GOLDEN=1 writes it anew`).toBe(true)
  })
})
