// Help in both languages, compared with golden files.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Language, type Node, Parser } from '@vscode/tree-sitter-wasm'
import { describe, expect, it } from 'vitest'
import { exampleLine } from '../../../../src/cli/types/command.ts'
import { commands, sections } from '../../../../src/cli/commands/commands.ts'
import { flagsOf, placeholder } from '../../../../src/cli/arguments/flags.ts'
import { helpOf, overviewOf, overviewText } from '../../../../src/cli/help/help.ts'
import { folded, widthOf } from '../../../../src/cli/output/text-width.ts'
import { completionScript } from '../../../../src/cli/commands/help/completion.run.ts'
import { topic_names } from '../../../../src/cli/types/outcome.ts'
import { resources } from '../../../../src/spec/resources.ts'
import { topicPage } from '../../../../src/cli/help/topics.ts'
import { refused_output } from '../../../../src/cli/arguments/ineffective-flags.ts'
import { expectGolden } from '../../../support/golden.ts'
import { project } from '../../../support/project.ts'
import { cal } from '../../../support/runtime.ts'

const columns = 80

const groups = [...new Set(commands.map(({ path: [group = ''] }) => group))]

describe.each(['en', 'de'] as const)('help in %s', (language) => {
  const reader = { language, program: 'cal' }

  it('has an overview', () => {
    expectGolden(
      `help/${language}/overview-all.txt`,
      folded(
        overviewOf(overviewText(sections, { isComplete: true, documentation: 'https://example.org/docs' }), reader),
        columns,
      ),
    )
    expectGolden(
      `help/${language}/overview.txt`,
      folded(
        overviewOf(overviewText(sections, { isComplete: false, documentation: 'https://example.org/docs' }), reader),
        columns,
      ),
    )
  })

  it('has at most 40 lines for every command, 30 for cal alone', () => {
    const linesOf = (text: string) => folded(text, columns).trimEnd().split('\n').length
    const overview = overviewText(sections, { isComplete: false, documentation: 'https://example.org/docs' })
    expect(linesOf(overviewOf(overview, reader))).toBeLessThanOrEqual(30)
    const paths = [...groups.map((group) => [group]), ...commands.map(({ path }) => path)]
    const long = paths.map((path) => [path.join(' '), linesOf(helpOf(commands, path, reader))] as const)
    const topics = topic_names.map((name) => [name, linesOf(topicPage(name)?.[language] ?? '')] as const)
    expect([...long, ...topics].filter(([, count]) => count > 40)).toEqual([])
  })

  it.each(groups)('for %s', (group) => {
    const paths = [
      ...(commands.some(({ path }) => path.length === 1 && path[0] === group) ? [] : [[group]]),
      ...commands.filter(({ path }) => path[0] === group).map(({ path }) => path),
    ]
    expectGolden(
      `help/${language}/${group}.txt`,
      paths.map((path) => folded(helpOf(commands, path, reader), columns)).join(`\n${'—'.repeat(80)}\n\n`),
    )
  })
})

describe('help', () => {
  it('lists flags by group, with allowed values and defaults', async () => {
    const { stdout } = await cal(['events', 'list', '--help'])
    const titles = stdout.split('\n').filter((line) => /^[A-Z][a-z]+( flags)?$/.test(line))
    expect(titles).toEqual(['Examples', 'Common flags', 'Filters', 'Output'])
    expect(stdout).toMatch(/^Usage: cal events list \[FLAGS\]\nAliases: cal events ls\n/)
    expect(stdout).toMatch(/\nFilters\n {2}--[\s\S]*\n {2}--starts-after DATE +\S[\s\S]*\nOutput\n/)
    expect(stdout).toMatch(/\n {2}--status STATUS +[^:]+: publish, draft,\n +pending, private, future or trash\n/)
    expect((await cal(['events', 'list', '--help-all'])).stdout).toContain('  --[no-]featured  ')
    expect((await cal(['import', '--help'])).stdout).toMatch(/: error, update\n? +or skip \(default: error\)/)
  })

  it('keeps rare flags and most flags of every command for --help-all, and says how many', async () => {
    const [short, complete] = [await cal(['events', 'list', '-h']), await cal(['events', 'list', '--help-all'])]
    const flagsIn = (text: string) => text.match(/^ {2}(-\w, )?--\S+/gm) ?? []
    expect(short.stdout).not.toContain('--per-page')
    expect(short.stdout).toContain('\n19 more flags, and the global flags: cal events list --help-all\n')
    expect(complete.stdout).toContain('events per page (default: 10)')
    expect(complete.stdout).toContain('\nGlobal flags\n')
    const own = complete.stdout.slice(0, complete.stdout.indexOf('Global flags'))
    expect(flagsIn(own)).toHaveLength(flagsIn(short.stdout.replace(/\nOutput[\s\S]*/, '')).length + 19)
    expect((await cal(['help', '--all', 'events', 'list'])).stdout).toBe(complete.stdout)
    expect((await cal(['events', 'get', '--help-all'])).code).toBe(0)
    const german = await cal(['event', 'ls', '--help-all', '--lang', 'de'])
    expect(german.stdout).toContain('Termine je Seite (Standard: 10)')
  })

  it.each(['en', 'de'] as const)('lists every flag of every command with --help-all in %s', (language) => {
    for (const command of commands.filter(({ hidden }) => !hidden)) {
      const page = helpOf(commands, command.path, { language, program: 'cal', isComplete: true })
      for (const { positive, negative } of flagsOf(command).filter(
        ({ name }) => !(command.prints === 'nothing' && refused_output.includes(name)),
      ))
        expect(page, command.path.join(' ')).toMatch(
          new RegExp(`--(\\[no-\\])?${(positive ?? negative ?? '').slice(2)}\\b`),
        )
    }
  })

  it('shows what to type instead of type names', () => {
    for (const language of ['en', 'de'] as const)
      for (const { path } of commands) {
        const page = helpOf(commands, path, { language, program: 'cal', isComplete: true })
        expect(page, path.join(' ')).not.toMatch(
          /untyped|ohne Typ|array of|\bIDS\b|\bNAMES,|default: null|Standard: null/,
        )
      }
  })

  it('translates every placeholder to German', () => {
    const same = new Set([
      'FILTER',
      'FORM',
      'FORMAT',
      'HOST',
      'ID',
      'IDS',
      'JSON',
      'KM',
      'LOGIN',
      'MM',
      'MS',
      'N',
      'NAME',
      'ORIGIN',
      'RATE',
      'SHELL',
      'SLUG',
      'STATUS',
      'TEXT',
      'URL',
      'ZONE',
    ])
    const words = commands
      .flatMap((command) => [
        ...(command.operands ?? []).map(({ name }) => name),
        ...flagsOf(command).map(({ value = '' }) => value),
      ])
      .flatMap((word) => word.match(/[A-Z]+/g) ?? [])
    expect([...new Set(words)].filter((word) => !same.has(word) && placeholder(word).de === word)).toEqual([])
  })

  it('never wraps examples, so that they can be copied', () => {
    const long = commands
      .flatMap(({ examples = [] }) =>
        examples.flatMap(([example, description]) => [
          ...Object.values(exampleLine(example)).map((line) => `  ${line}`),
          ...Object.values(description).map((line) => `  # ${line}`),
        ]),
      )
      .filter((line) => line.length > columns)
    expect(long).toEqual([])
  })

  it('uses the name that the program was started with', () => {
    expect(helpOf(commands, ['events', 'list'], { language: 'en', program: 'calctl' })).toContain(
      '  calctl events list --starts-after friday',
    )
  })

  it.each([
    [
      'dates x',
      'error: unexpected argument after topic dates: "x"\nhint: cal help dates\n',
      'Fehler: unerwartetes Argument nach dem Thema dates: „x“\nHinweis: cal help dates\n',
    ],
    [
      'exit codes of import',
      'error: unexpected argument after topic exit-codes: "of import"\nhint: cal help exit-codes\n',
      'Fehler: unerwartetes Argument nach dem Thema exit-codes: „of import“\nHinweis: cal help exit-codes\n',
    ],
    [
      'date',
      'error: unknown command or topic "date"\nhint: did you mean cal help dates?\n',
      'Fehler: unbekannter Befehl oder unbekanntes Thema „date“\nHinweis: meinten Sie cal help dates?\n',
    ],
    [
      'events lits',
      'error: unknown command "lits" for cal events\nhint: did you mean cal help events list?\n',
      'Fehler: unbekannter Befehl „lits“ von cal events\nHinweis: meinten Sie cal help events list --lang de?\n',
    ],
  ])('suggests the closest page for an unknown one: `help %s`', async (words, en, de) => {
    const typed = ['help', ...words.split(' ')]
    expect([await cal(typed), await cal([...typed, '--lang', 'de'])]).toMatchObject([
      { code: 2, stderr: en },
      { code: 2, stderr: de },
    ])
  })
})

describe('80 columns', () => {
  const pages: readonly (readonly string[])[] = [
    [],
    ...commands.map(({ path }) => path),
    ...topic_names.map((name) => [name]),
  ].map((path) => ['help', ...path])
  const explained = [
    'apply',
    ...Object.values(resources).flatMap(({ singular, fields, query }) => [
      singular,
      ...Object.keys({ ...fields, ...query }).map((name) => `${singular}.${name}`),
    ]),
  ]

  it.each(['en', 'de'])('fit every line of help, topics and explain in %s', async (lang) => {
    const wide: string[] = []
    for (const words of [...pages, ...explained.map((name) => ['explain', name])]) {
      const { stdout, code } = await cal([...words, '--lang', lang])
      expect(code, words.join(' ')).toBe(0)
      wide.push(
        ...stdout
          .split('\n')
          .filter((line) => widthOf(line) > columns)
          .map((line) => `${words.join(' ')}: ${line}`),
      )
    }
    expect(wide).toEqual([])
  })
})

describe('explain', () => {
  it('is entirely in German with --lang de', async () => {
    expect((await cal(['explain', 'event.per_page', '--lang', 'de'])).stdout).toBe(
      'event.per_page\n  Bedeutung   Termine je Seite\n  Verwendung  Filter von Listen\n  Wert        ganze Zahl\n  Standard    10\n  Option      cal events list --per-page\n',
    )
    expect((await cal(['explain', 'event.end_date', '--lang', 'de'])).stdout).toContain('Standard    berechnet')
    expect((await cal(['explain', 'event', '--lang', 'de'])).stdout).toContain('Titel · Text, erforderlich')
  })

  it('has the terms of the specification in JSON', async () => {
    expect(JSON.parse((await cal(['explain', 'event.per_page', '--lang', 'de', '-o', 'json'])).stdout)).toEqual([
      {
        name: 'per_page',
        use: 'filter',
        type: 'integer',
        required: false,
        default: 10,
        value: 'ganze Zahl',
        meaning: 'Termine je Seite',
        flag: '--per-page',
      },
    ])
  })
})

describe('completions/', () => {
  it.each([
    ['bash', 'cal.bash'],
    ['zsh', '_cal'],
    ['fish', 'cal.fish'],
    ['powershell', 'cal.ps1'],
  ])('contains the current script for %s', (shell, name) => {
    const file = join(project, 'completions', name)
    const text = completionScript(shell)
    if (process.env.UPDATE_GOLDEN) writeFileSync(file, text)
    expect(readFileSync(file, 'utf8') === text, `completions/${name}; UPDATE_GOLDEN=1 writes it anew`).toBe(true)
  })

  // In PowerShell a typographic quote ends a string as a straight one does, which the grammar does not know.
  it('holds a script for PowerShell that its grammar accepts, in ASCII', async () => {
    const text = completionScript('powershell')
    expect(await syntaxErrors(text)).toEqual([])
    expect(await syntaxErrors(text.replace(/}\s*$/, ''))).not.toEqual([])
    expect(text).toMatch(/^\p{ASCII}+$/u)
  })
})

/** What the grammar of PowerShell cannot parse: `line 3: }`. */
async function syntaxErrors(text: string): Promise<readonly string[]> {
  await Parser.init()
  const file = createRequire(import.meta.url).resolve('@vscode/tree-sitter-wasm/wasm/tree-sitter-powershell.wasm')
  const parser = new Parser().setLanguage(await Language.load(readFileSync(file)))
  const found: string[] = []
  const visit = (node: Node) => {
    if (node.isError || node.isMissing) found.push(`line ${node.startPosition.row + 1}: ${node.text.slice(0, 80)}`)
    for (const child of node.children) if (child) visit(child)
  }
  const tree = parser.parse(text)
  if (tree) visit(tree.rootNode)
  return found
}
