// Writes the manual pages: English ones to the folder, German ones to `de/man1` in it.
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { makeFolders } from '../../../base/files/file-system.ts'
import { eachLanguage, type Language, languages, sameText, t, type Text } from '../../../base/text/language.ts'
import type { Resource } from '../../../spec/model.ts'
import { resources } from '../../../spec/resources.ts'
import { placeholder } from '../../arguments/flags.ts'
import { type Command, type CommandAction, type Example, exampleLine } from '../../types/command.ts'
import { topic_names } from '../../types/outcome.ts'
import { type FlagSection, flagSections, globalSection } from '../../help/help.ts'
import { environmentRows, exitCodeRows, own_files, topics } from '../../help/topics.ts'

export const writeManual: CommandAction = async ({ operands: [folder = 'man'] }, { runtime }) => {
  const { commands } = await import('../commands.ts')
  for (const language of languages) {
    const path = resolve(runtime.cwd, folder, language === 'en' ? '' : join(language, 'man1'))
    makeFolders(path)
    for (const [name, text] of manPages(commands, { language, version: runtime.version }))
      await writeFile(join(path, name), text)
  }
  return { kind: 'done' }
}

/** The pages in roff, by file name: `cal.1`, `cal-events.1`. */
export function manPages(
  all: readonly Command[],
  { language, version }: { readonly language: Language; readonly version: string },
): ReadonlyMap<string, string> {
  const commands = all.filter(({ hidden }) => !hidden)
  const page = (name: string, parts: readonly Part[]) =>
    [
      `${name}.1`,
      `.TH ${name.toUpperCase()} 1 "" ${quoted(`cal ${version}`)} ${quoted(titles.manual[language])}\n` +
        parts.map(([title, body]) => section(title[language], body[language])).join(''),
    ] as const
  return new Map([
    page('cal', mainPage(commands)),
    ...groupsOf(commands).map((group) =>
      page(
        `cal-${group}`,
        groupPage(
          group,
          commands.filter(({ path }) => path[0] === group),
        ),
      ),
    ),
    // The other name of the program.
    ['calctl.1', '.so man1/cal.1\n'] as const,
  ])
}

type Part = readonly [title: Text, body: Text]

const titles = {
  manual: t('cal manual'),
  name: t('NAME'),
  synopsis: t('SYNOPSIS'),
  description: t('DESCRIPTION'),
  commands: t('COMMANDS'),
  options: t('OPTIONS'),
  examples: t('EXAMPLES'),
  exit: t('EXIT STATUS'),
  environment: t('ENVIRONMENT'),
  files: t('FILES'),
  see: t('SEE ALSO'),
} as const satisfies Readonly<Record<string, Text>>

const summary: Text = t('client and server for event calendars')

const description: Text = t(
  'cal lists, creates, changes and deletes events, venues, organizers, categories and tags of a calendar service or of a database file. It imports and exports files, applies calendar files, and serves a database file over HTTP. Run cal init to connect to a service, or cal demo to create a sample calendar.',
)

const main_examples: readonly Example[] = [
  { line: 'demo calendar.db', description: t('create a sample calendar') },
  {
    line: 'agenda week --api-root file:calendar.db',
    description: t('show the events of this week'),
  },
  {
    line: 'events create --title Jazz --start-date "friday 20:00" --duration 3h',
    description: t('create an event'),
  },
  { line: 'import events.csv --dry-run', description: t('preview an import') },
]

/** The topics that are sections of `cal.1` under their own titles. */
const topic_sections = topic_names.filter((name) => name !== 'exit-codes' && name !== 'environment')

function mainPage(commands: readonly Command[]): readonly Part[] {
  const pages = groupsOf(commands).map((group) => `cal-${group}`)
  return [
    [titles.name, nameLine('cal', summary)],
    [titles.synopsis, synopsis([], 'COMMAND [ARGUMENT…] [FLAGS]')],
    [titles.description, text(description)],
    [
      titles.commands,
      items(commands.map(({ path, summary: description }) => [sameText(`cal ${path.join(' ')}`), description])),
    ],
    [titles.options, flagItems([globalSection(true)])],
    ...topic_sections.map((name): Part => {
      const { title, body } = topics[name]
      return [eachLanguage((language) => title[language].toUpperCase()), unfilled(body())]
    }),
    [titles.examples, exampleItems(main_examples)],
    [titles.exit, items(exitCodeRows().map(({ code, description }) => [sameText(String(code)), description]))],
    [titles.environment, items(environmentRows().map(({ name, description }) => [sameText(name), description]))],
    [titles.files, items(Object.entries(own_files).map(([name, description]) => [sameText(name), description]))],
    [titles.see, references(pages)],
  ]
}

function groupPage(group: string, commands: readonly Command[]): readonly Part[] {
  const alone = commands.length === 1 ? commands[0] : undefined
  return [
    [titles.name, nameLine(`cal-${group}`, groupSummary(group, commands))],
    [
      titles.synopsis,
      concat(
        commands.map((command) => synopsis(command.path, argumentsOf(command))),
        '.br\n',
      ),
    ],
    [titles.description, alone ? descriptionOf(alone) : concat(commands.map(subsection(descriptionOf)))],
    [titles.options, alone ? optionsOf(alone) : concat(commands.map(subsection(optionsOf)))],
    ...examplesPart(commands.flatMap(({ examples = [] }) => examples)),
    [titles.exit, text(t('0 on success. For other codes, see cal(1).'))],
    [titles.environment, text(t('See cal(1).'))],
    [titles.files, text(t('See cal(1).'))],
    [titles.see, references(['cal', ...(seeAlso[group] ?? []).map((other) => `cal-${other}`)])],
  ]
}

const seeAlso: Readonly<Record<string, readonly string[]>> = {
  import: ['validate', 'export', 'history'],
  export: ['import'],
  validate: ['import'],
  apply: ['diff', 'history', 'seed'],
  diff: ['apply'],
  seed: ['apply', 'serve'],
  serve: ['backup', 'seed'],
  backup: ['restore', 'serve'],
  restore: ['backup'],
  history: ['import', 'apply'],
  login: ['logout', 'profile', 'init'],
  logout: ['login'],
  init: ['login', 'profile', 'doctor'],
  profile: ['init', 'config'],
  config: ['profile'],
}

function groupSummary(group: string, commands: readonly Command[]): Text {
  const alone = commands.find(({ path }) => path.length === 1)
  if (alone) return alone.summary
  const kind: Resource | undefined = Object.values(resources).find(({ plural }) => plural === group)
  const verbs = commands.map(({ path }) => path[1]).join(', ')
  return kind ? t('manage {titles}', { titles: kind.titles }) : sameText(verbs)
}

function groupsOf(commands: readonly Command[]): readonly string[] {
  return [...new Set(commands.map(({ path }) => path[0] ?? ''))]
}

/** The NAME line as `man -k` parses it: the hyphens of the page's name are not escaped. */
function nameLine(page: string, text: Text): Text {
  return eachLanguage((language) => `${page} \\- ${roff(text[language])}\n`)
}

function subsection(bodyOf: (command: Command) => Text): (command: Command) => Text {
  return (command) => {
    const body = bodyOf(command)
    const title = `.SS ${quoted(`cal ${command.path.join(' ')}`)}\n`
    return body.en === '' ? body : eachLanguage((language) => title + body[language])
  }
}

function descriptionOf({ summary: description, details }: Command): Text {
  const paragraphs = (language: Language) => [
    sentence(description[language]),
    ...(details?.[language].split('\n') ?? []),
  ]
  return text(eachLanguage((language) => paragraphs(language).join('\n\n')))
}

function optionsOf(command: Command): Text {
  const { operands = [] } = command
  return concat([
    items(operands.map(({ name, description }) => [placeholder(name), description])),
    // The flags of every command are in cal(1).
    flagItems(flagSections(command, true).slice(0, -1)),
  ])
}

function examplesPart(examples: readonly Example[]): readonly Part[] {
  return examples.length === 0 ? [] : [[titles.examples, exampleItems(examples)]]
}

function argumentsOf({ operands = [], wrapsCommand }: Command): string {
  const words = operands.map(
    ({ name, optional, many }) => `${optional ? '[' : ''}${name}${many ? '…' : ''}${optional ? ']' : ''}`,
  )
  return [...words, '[FLAGS]', ...(wrapsCommand ? ['[-- COMMAND…]'] : [])].join(' ')
}

function synopsis(path: readonly string[], words: string): Text {
  const line = (rest: string) => `.B ${roff(['cal', ...path].join(' '))}\n${roff(rest)}\n`
  const word = placeholder(words)
  return eachLanguage((language) => line(word[language]))
}

function flagItems(sections: readonly FlagSection[]): Text {
  return items(sections.flatMap(({ rows }) => rows.map((row) => [row.head, row.text] as const)))
}

function exampleItems(examples: readonly Example[]): Text {
  return items(
    examples.map((example) => [
      eachLanguage((language) => sentence(example.description[language])),
      exampleLine(example),
    ]),
    { code: true },
  )
}

function items(rows: readonly (readonly [Text, Text])[], { code = false }: { readonly code?: boolean } = {}): Text {
  const item = (term: string, description: string) =>
    code
      ? `.PP\n${roff(term)}\n.PP\n.RS 4\n.nf\n${roff(description)}\n.fi\n.RE\n`
      : `.TP\n.B ${roff(term)}\n${roff(description)}\n`
  const inLanguage = (language: Language) =>
    rows.map(([term, description]) => item(term[language], description[language])).join('')
  return eachLanguage(inLanguage)
}

function references(pages: readonly string[]): Text {
  return sameText(`${pages.map((page) => `.BR ${roff(page)} (1)`).join(' ,\n')}\n`)
}

/** Paragraphs, which roff fills to the width of the page. */
function text(content: Text): Text {
  const filled = (words: string) => `${words.split('\n\n').map(roff).join('\n.PP\n')}\n`
  return eachLanguage((language) => filled(content[language]))
}

/** Lines that begin with a space are not filled; the others are paragraphs. */
function unfilled(text: Text): Text {
  const lines = (words: string) =>
    words
      .split('\n')
      .map((line) =>
        line === '' ? '.PP' : /^ /.test(line) ? `.RS 4\n.nf\n${roff(line.trim())}\n.fi\n.RE` : `.PP\n${roff(line)}`,
      )
      .join('\n')
      .replaceAll('\n.PP\n.PP\n', '\n.PP\n')
      .replaceAll('\n.fi\n.RE\n.RS 4\n.nf\n', '\n')
      .replace(/^\.PP\n/, '')
  return eachLanguage((language) => `${lines(text[language])}\n`)
}

function section(title: string, body: string): string {
  return `.SH ${quoted(title)}\n${body.replace(/^\.PP\n/, '')}`
}

function sentence(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`
}

function concat(texts: readonly Text[], between = ''): Text {
  return eachLanguage((language) => texts.map((text) => text[language]).join(between))
}

/** A quoted argument of a roff macro. */
function quoted(words: string): string {
  return `"${roff(words)}"`
}

/** Escapes the characters that roff interprets. */
function roff(words: string): string {
  return words
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll("'", '\\(aq')
    .replaceAll('~', '\\(ti')
    .replaceAll('^', '\\(ha')
    .replaceAll('`', '\\(ga')
    .replaceAll('…', '...')
    .replaceAll('"', '\\(dq')
    .replace(/^([.'])/gm, '\\&$1')
}
