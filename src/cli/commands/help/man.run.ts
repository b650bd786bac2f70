// Writes the manual pages: English ones to the folder, German ones to `de/man1` in it.
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { makeFolders } from '../../../base/files/file-system.ts'
import {
  capitalized,
  type Language,
  languages,
  sameText,
  source_language,
  t,
  type Text,
} from '../../../base/text/language.ts'
import { groupsOf } from '../../arguments/command-line.ts'
import { placeholder } from '../../arguments/flags.ts'
import { type Command, type CommandAction, type Example, exampleLine } from '../../types/command.ts'
import { topic_names } from '../../types/outcome.ts'
import { flagSections, globalSection, type HelpRow, overview_examples, usageWords } from '../../help/help.ts'
import { environmentRows, exitCodeRows, own_files, topics } from '../../help/topics.ts'

export const writeManual: CommandAction = async ({ operands: [folder = 'man'] }, { runtime }) => {
  const { commands } = await import('../commands.ts')
  for (const language of languages) {
    const path = resolve(runtime.cwd, folder, language === source_language ? '' : join(language, 'man1'))
    makeFolders(path)
    for (const [name, text] of manPages(commands, { language, version: runtime.version }))
      await writeFile(join(path, name), text)
  }
  return { kind: 'done' }
}

/** The pages in roff, by file name: `cal.1`, `cal-events.1`. */
export function manPages(
  commands: readonly Command[],
  { language, version }: { readonly language: Language; readonly version: string },
): ReadonlyMap<string, string> {
  const groups = groupsOf(commands)
  const page = (name: string, parts: readonly Part[]) =>
    [
      `${name}.1`,
      `.TH ${name.toUpperCase()} 1 "" ${quoted(`cal ${version}`)} ${quoted(t('cal manual')[language])}\n` +
        parts.map(([title, body]) => `.SH ${quoted(title)}\n${body.replace(/^\.PP\n/, '')}`).join(''),
    ] as const
  return new Map([
    page('cal', mainPage(groups, language)),
    ...groups.map((group) => page(`cal-${group.name}`, groupPage(group, language))),
    // The other name of the program.
    ['calctl.1', '.so man1/cal.1\n'] as const,
  ])
}

type Part = readonly [title: string, body: string]

const description: Text = t(
  'cal lists, creates, changes and deletes events, venues, organizers, categories and tags of a calendar service or of a database file. It imports and exports files, applies calendar files, and serves a database file over HTTP. Run cal init to connect to a service, or cal demo to create a sample calendar.',
)

/** The topics that are sections of `cal.1` under their own titles. */
const topic_sections = topic_names.filter((name) => name !== 'exit-codes' && name !== 'environment')

type Group = ReturnType<typeof groupsOf>[number]

function mainPage(groups: readonly Group[], language: Language): readonly Part[] {
  const commands = groups.flatMap(({ members }) => members)
  const rows = (pairs: readonly HelpRow[]) => items(pairs, language)
  return [
    [t('NAME')[language], nameLine('cal', t('client and server for event calendars')[language])],
    [t('SYNOPSIS')[language], synopsis('cal', placeholder('COMMAND [ARGUMENT…] [FLAGS]')[language])],
    [t('DESCRIPTION')[language], paragraphs(description[language])],
    [t('COMMANDS')[language], rows(commands.map(({ path, summary }) => [sameText(`cal ${path.join(' ')}`), summary]))],
    [t('OPTIONS')[language], rows(globalSection().rows)],
    ...topic_sections.map((name): Part => {
      const { title, body } = topics[name]
      return [title[language].toUpperCase(), unfilled(body()[language])]
    }),
    [t('EXAMPLES')[language], examplesOf(overview_examples, language)],
    [
      t('EXIT STATUS')[language],
      rows(exitCodeRows().map(({ code, description }) => [sameText(String(code)), description])),
    ],
    [t('ENVIRONMENT')[language], rows(environmentRows().map(({ name, description }) => [sameText(name), description]))],
    [t('FILES')[language], rows(Object.entries(own_files).map(([name, text]) => [sameText(name), text]))],
    [t('SEE ALSO')[language], references(groups.map(({ name }) => `cal-${name}`))],
  ]
}

function groupPage(group: Group, language: Language): readonly Part[] {
  const { name, members: commands, summary, titles, verbs } = group
  const about = summary ?? (titles ? t('manage {titles}', { titles }) : sameText(verbs.join(', ')))
  /** With a title for each command, if there are several. */
  const ofEach = (bodyOf: (command: Command) => string) =>
    commands
      .map((command) => ({ command, body: bodyOf(command) }))
      .map(({ command: { path }, body }) =>
        commands.length === 1 || body === '' ? body : `.SS ${quoted(`cal ${path.join(' ')}`)}\n${body}`,
      )
      .join('')
  const examples = commands.flatMap((command) => command.examples ?? [])
  return [
    [t('NAME')[language], nameLine(`cal-${name}`, about[language])],
    [
      t('SYNOPSIS')[language],
      commands
        .map((command) => synopsis(`cal ${command.path.join(' ')}`, placeholder(usageWords(command))[language]))
        .join('.br\n'),
    ],
    [t('DESCRIPTION')[language], ofEach((command) => descriptionOf(command, language))],
    [t('OPTIONS')[language], ofEach((command) => optionsOf(command, language))],
    ...(examples.length === 0 ? [] : [[t('EXAMPLES')[language], examplesOf(examples, language)] as const]),
    [t('EXIT STATUS')[language], paragraphs(t('0 on success. For other codes, see cal(1).')[language])],
    [t('ENVIRONMENT')[language], paragraphs(t('See cal(1).')[language])],
    [t('FILES')[language], paragraphs(t('See cal(1).')[language])],
    [t('SEE ALSO')[language], references(['cal'])],
  ]
}

/** The line that `man -k` parses: the hyphens of the page's name are not escaped. */
function nameLine(page: string, summary: string): string {
  return `${page} \\- ${roff(summary)}\n`
}

function synopsis(command: string, words: string): string {
  return `.B ${roff(command)}\n${roff(words)}\n`
}

function descriptionOf({ summary, details }: Command, language: Language): string {
  const first = `${capitalized(summary[language])}.`
  return paragraphs([first, ...(details?.[language].split('\n') ?? [])].join('\n\n'))
}

function optionsOf(command: Command, language: Language): string {
  const { operands = [] } = command
  // The flags of every command are in cal(1).
  const flags = flagSections(command, true).slice(0, -1)
  return items(
    [
      ...operands.map(({ name, description }) => [placeholder(name), description] as const),
      ...flags.flatMap(({ rows }) => rows),
    ],
    language,
  )
}

function items(rows: readonly HelpRow[], language: Language): string {
  return rows.map(([term, text]) => `.TP\n.B ${roff(term[language])}\n${roff(text[language])}\n`).join('')
}

function examplesOf(examples: readonly Example[], language: Language): string {
  return examples
    .map(
      ([line, description]) =>
        `.PP\n${roff(`${capitalized(description[language])}.`)}\n.PP\n${code(exampleLine(line)[language])}\n`,
    )
    .join('')
}

function references(pages: readonly string[]): string {
  return `${pages.map((page) => `.BR ${roff(page)} (1)`).join(' ,\n')}\n`
}

/** Paragraphs, which roff fills to the width of the page. */
function paragraphs(text: string): string {
  return `${text.split('\n\n').map(roff).join('\n.PP\n')}\n`
}

/** Lines that begin with a space are not filled; the others are paragraphs. */
function unfilled(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => (line === '' ? '.PP' : line.startsWith(' ') ? code(line.trim()) : `.PP\n${roff(line)}`))
    .join('\n')
    .replaceAll('\n.PP\n.PP\n', '\n.PP\n')
    .replaceAll('\n.fi\n.RE\n.RS 4\n.nf\n', '\n')
    .replace(/^\.PP\n/, '')
  return `${lines}\n`
}

function code(line: string): string {
  return `.RS 4\n.nf\n${roff(line)}\n.fi\n.RE`
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
