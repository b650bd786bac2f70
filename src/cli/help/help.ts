// Help, generated from the command declarations: the overview, a group, or one command with its flags.
import { keysOf } from '../../base/collections.ts'
import type { Parameter } from '../../spec/model.ts'
import { groupsOf } from '../arguments/command-line.ts'
import { refused_output } from '../arguments/ineffective-flags.ts'
import type { Aliases } from '../config/aliases.ts'
import { escapeControls } from '../../base/text/untrusted-text.ts'
import { capitalized, eachLanguage, type Language, lines, sameText, t, type Text } from '../../base/text/language.ts'
import { resources } from '../../spec/resources.ts'
import { topic_names } from '../types/outcome.ts'
import { type Command, type Example, exampleLine, type FlagGroup, type Section } from '../types/command.ts'
import { withProgramName } from '../types/session.ts'
import { folded } from '../output/text-width.ts'
import { type Flag, global_flags, ownFlags, parameterFlags, placeholder, spelledFlag } from '../arguments/flags.ts'
import { allowedValues, defaultText, oneOfText, required_text } from './parameter-words.ts'

export interface HelpReader {
  readonly language: Language
  readonly program: string
  /** `--help-all`: rare flags too. */
  readonly isComplete?: boolean
}

/** The help for `events list`, or for the group `events`, whose commands are given. */
export function helpOf(
  commands: readonly Command[],
  path: readonly string[],
  { language, program, isComplete = false }: HelpReader,
): string {
  const command = commands.find((candidate) => candidate.path.join(' ') === path.join(' '))
  const page = command ? commandHelp(command, commands, isComplete) : groupHelp(commands, path)
  return withProgramName(program, page[language])
}

export interface OverviewText {
  readonly commands: Text
  readonly flags: Text
}

/** The overview, with the user's aliases between commands and flags. */
export function overviewOf(
  { commands, flags }: OverviewText,
  { language, program }: HelpReader,
  aliases: Aliases = {},
): string {
  return withProgramName(program, joined([commands, ...aliasSection(aliases), flags])[language])
}

/** The page of a command. Without `isComplete`, examples and flags for output are omitted until it has 40 lines. */
function commandHelp(command: Command, commands: readonly Command[], isComplete: boolean): Text {
  const { examples = [] } = command
  if (isComplete) return commandPage(command, commands, { isComplete, examples, omits_output: false })
  const pages = [
    ...[examples.length, 2, 1].map((count) => ({ examples: examples.slice(0, count), omits_output: false })),
    { examples: examples.slice(0, 1), omits_output: true },
  ].map((parts) => () => commandPage(command, commands, { isComplete, ...parts }))
  const isShort = (page: string) => folded(page, help_columns).trimEnd().split('\n').length <= help_lines_max
  return eachLanguage((language) => {
    const texts = pages.map((page) => () => page()[language])
    return (texts.find((page) => isShort(page())) ?? texts.at(-1))?.() ?? ''
  })
}

const help_columns = 80
const help_lines_max = 40

function commandPage(
  command: Command,
  commands: readonly Command[],
  { isComplete, examples, omits_output }: { isComplete: boolean; examples: readonly Example[]; omits_output: boolean },
): Text {
  const { path, summary, details, operands = [] } = command
  const flags = flagSections(command, isComplete).filter(({ group }) => !(omits_output && group === 'output'))
  return joined([
    usageOf(command),
    eachLanguage((language) => `${capitalized(summary[language])}.`),
    ...(details ? [details] : []),
    ...exampleSection(examples),
    ...section(
      t('Commands'),
      path.length > 1 ? [] : visibleCommands(commands).filter(isBelow(path[0])).map(summaryRow),
    ),
    ...section(
      t('Arguments'),
      operands.map(({ name, description }) => [placeholder(name), description] as const),
    ),
    ...tablesOf(flags),
    ...(isComplete ? [] : [moreFlags(command)]),
  ])
}

/** The last line of a page: how to list the omitted flags. */
function moreFlags(command: Command): Text {
  const count = ownFlagsOf(command).filter(({ rare }) => rare).length
  const line = `cal ${command.path.join(' ')} --help-all`
  if (count === 0) return t('Global flags: {line}', { line })
  return t('{count} more {count|flag|flags}, and the global flags: {line}', { count, line })
}

/** The commands that the short overview names. */
const common_commands = [
  ...Object.keys(resources),
  ...['add', 'agenda', 'month', 'search', 'browse', 'import', 'export', 'serve', 'init', 'demo'],
]

export const overview_examples: readonly Example[] = [
  ['demo', t('a calendar with sample events to try')],
  [t('agenda next week'), t('what takes place next week')],
  [t('add "Jazz friday 8pm 3h"'), t('create an event from one line')],
]

/**
 * The parts of the overview: the commands and the global flags. Only `--help-all` lists them all; otherwise, what cal
 * is, examples and the common commands.
 */
export function overviewText(
  sections: readonly Section[],
  { isComplete, documentation }: { readonly isComplete: boolean; readonly documentation: string },
): OverviewText {
  const topics = topic_names.join(', ')
  const links = lines(
    t('Help for a command: cal COMMAND --help. All commands and flags: cal --help-all.'),
    t('Topics, as in cal help dates: {topics}.', { topics }),
    t('Documentation: {documentation}', { documentation }),
  )
  const usage = usageLine('COMMAND [FLAGS]')
  if (isComplete)
    return {
      commands: paragraphs([
        usage,
        ...sections.flatMap(({ title, commands }) => section(title, overviewRows(commands))),
      ]),
      flags: paragraphs([...tablesOf([globalSection()]), links]),
    }
  const common = sections
    .flatMap(({ commands }) => commands)
    .filter(({ path: [name = ''] }) => common_commands.includes(name))
  return {
    commands: paragraphs([
      usage,
      t('Manage the events of a calendar service, or of a calendar file of your own.'),
      ...section(
        t('Examples'),
        overview_examples.map(([line, description]) => [exampleLine(line), description] as const),
      ),
      ...section(t('Common commands'), overviewRows(common)),
    ]),
    flags: links,
  }
}

function aliasSection(aliases: Aliases): readonly Text[] {
  return section(
    t('Your aliases'),
    Object.entries(aliases).map(
      ([name, line]) => [sameText(name.padEnd(names_width)), sameText(escapeControls(line))] as const,
    ),
  )
}

function groupHelp(commands: readonly Command[], [group = '']: readonly string[]): Text {
  return joined([
    usageLine(`${group} COMMAND [FLAGS]`),
    ...section(t('Commands'), visibleCommands(commands).filter(isBelow(group)).map(summaryRow)),
    t('Run cal {group} COMMAND --help for details of a command.', { group }),
  ])
}

/** Whether a command belongs to a group: `serve reset` to `serve`. */
function isBelow(group: string | undefined): (command: Command) => boolean {
  return ({ path }) => path.length > 1 && path[0] === group
}

function visibleCommands(commands: readonly Command[]): readonly Command[] {
  return commands.filter(({ hidden }) => !hidden)
}

/** The width of the first column, which is the same in all sections. */
const names_width = 'organizers'.length

/**
 * A row for each command or group. The text for a group is the summary of the command of that name, or its commands.
 */
function overviewRows(commands: readonly Command[]): readonly HelpRow[] {
  return groupsOf(commands).map(({ name, verbs, summary, titles }) => {
    const words = verbs.join(' ')
    const listed = eachLanguage((language) =>
      [titles?.[language] ?? name, words].filter((part) => part !== name).join(': '),
    )
    return [sameText(name.padEnd(names_width)), summary ?? listed]
  })
}

function summaryRow({ path, summary }: Command): HelpRow {
  return [sameText(path.join(' ')), summary]
}

/** A name with its description. */
export type HelpRow = readonly [head: Text, text: Text]

/** `[TARGET…] [FLAGS]` */
export function usageWords({ operands = [], wrapsCommand }: Command): string {
  const words = operands.map(
    ({ name, optional, many }) => `${optional ? '[' : ''}${name}${many ? '…' : ''}${optional ? ']' : ''}`,
  )
  return [...words, '[FLAGS]', ...(wrapsCommand ? ['[-- COMMAND…]'] : [])].join(' ')
}

function usageOf(command: Command): Text {
  const { path, aliases = [] } = command
  const line = usageLine(`${path.join(' ')} ${usageWords(command)}`)
  if (aliases.length === 0) return line
  const others = aliases.map((alias) => ['cal', ...path.slice(0, -1), alias].join(' ')).join(', ')
  return t('{line}\nAliases: {others}', { line, others })
}

function usageLine(words: string): Text {
  const word = placeholder(words)
  return t('Usage: cal {word}', { word })
}

function exampleSection(examples: readonly Example[]): readonly Text[] {
  if (examples.length === 0) return []
  const list = (language: Language) =>
    examples
      .map(([line, description]) => `  # ${capitalized(description[language])}\n  ${exampleLine(line)[language]}`)
      .join('\n')
  return [t('Examples\n{list}', { list })]
}

function section(title: Text, rows: readonly HelpRow[]): readonly Text[] {
  return rows.length === 0 ? [] : tablesOf([{ title, rows }])
}

/** A table for each section, all with the same column widths. */
function tablesOf(sections: readonly FlagSection[]): readonly Text[] {
  const all = sections.flatMap(({ rows }) => rows)
  return sections.map(({ title, rows }) =>
    eachLanguage((language) => `${title[language]}\n${tableOf(rows, language, widthOf(all, language))}`),
  )
}

/** If the first column is wider, the text starts on the next line. */
const head_width_max = 28

function widthOf(rows: readonly HelpRow[], language: Language): number {
  const widths = rows.map(([head]) => head[language].length)
  return Math.min(head_width_max, Math.max(...widths))
}

function tableOf(rows: readonly HelpRow[], language: Language, width: number): string {
  return rows
    .map(([head, text]) => {
      const name = head[language]
      return name.length > width
        ? `  ${name}\n${' '.repeat(width + 4)}${text[language]}`
        : `  ${name.padEnd(width)}  ${text[language]}`.trimEnd()
    })
    .join('\n')
}

function joined(parts: readonly Text[]): Text {
  const joined_parts = paragraphs(parts)
  return eachLanguage((language) => `${joined_parts[language]}\n`)
}

function paragraphs(parts: readonly Text[]): Text {
  return eachLanguage((language) => parts.map((part) => part[language]).join('\n\n'))
}

export interface FlagSection {
  readonly group?: FlagGroup
  readonly title: Text
  readonly rows: readonly HelpRow[]
}

const titles: Readonly<Record<FlagGroup, Text>> = {
  common: t('Common flags'),
  fields: t('Fields'),
  filters: t('Filters'),
  input: t('Input'),
  output: t('Output'),
  network: t('Network'),
  testing: t('Testing'),
}

const only_title: Text = t('Flags')

const global_title: Text = t('Global flags')

/**
 * Without `isComplete`, rare flags and most global flags are omitted: all but those for output, and for commands that
 * write all but the format.
 */
export function flagSections(command: Command, isComplete: boolean): readonly FlagSection[] {
  const shown = (flags: readonly Flag[]) => flags.filter(({ rare }) => isComplete || !rare)
  const own = shown(ownFlagsOf(command))
  const global = shown(global_flags).filter(
    ({ group, name }) =>
      group === 'output' &&
      !isComplete &&
      command.effect !== 'local' &&
      command.prints !== 'nothing' &&
      (command.effect === 'reads' || name === 'output'),
  )
  const groups = keysOf(titles).filter((group) => [...own, ...global].some((flag) => flag.group === group))
  return [
    ...groups.map((group) => ({
      group,
      title: groups.length === 1 ? only_title : titles[group],
      rows: rowsOf(
        [...own, ...global]
          .filter((flag) => flag.group === group)
          .toSorted((a, b) => Number(b.parameter?.required === true) - Number(a.parameter?.required === true)),
        command,
      ),
    })),
    ...(isComplete ? [{ title: global_title, rows: rowsOf(otherFlags(command)) }] : []),
  ]
}

/** The global flags. */
export function globalSection(): FlagSection {
  return { title: global_title, rows: rowsOf(global_flags) }
}

function ownFlagsOf(command: Command): readonly Flag[] {
  return [...parameterFlags(command), ...ownFlags(command.options ?? {})]
}

/** Global flags, except those whose name the command uses itself. */
function otherFlags({ options = {}, prints }: Command): readonly Flag[] {
  return global_flags.filter(
    ({ name }) => !Object.hasOwn(options, name) && !(prints === 'nothing' && refused_output.includes(name)),
  )
}

/** A row for each flag, with its aliases: `--venue, --name TEXT`. */
function rowsOf(flags: readonly Flag[], command: Pick<Command, 'parameter_notes'> = {}): readonly HelpRow[] {
  return flags
    .filter(({ synonym_of }) => synonym_of === undefined)
    .map((flag) => {
      const aliases = flags.filter(({ synonym_of }) => synonym_of !== undefined && synonym_of === flag.positive)
      const positive = [flag, ...aliases].map((one) => one.positive).join(', ')
      return rowOf(aliases.length === 0 ? flag : { ...flag, positive }, command)
    })
}

function rowOf(flag: Flag, { parameter_notes }: Pick<Command, 'parameter_notes'>): HelpRow {
  const { name, description, parameter, option } = flag
  const head = spelledFlag(flag)
  const values = parameter ? allowedValues(parameter) : (option?.choices ?? [])
  const facts = parameter ? factsOfParameter(flag, parameter) : factsOfOption(option)
  const note = parameter && parameter_notes?.[name]
  const inLanguage = (language: Language) => {
    const listed = values.length === 0 ? '' : `: ${oneOfText(values)[language]}`
    const added = note === undefined ? '' : `; ${note[language]}`
    const bracketed = facts.length === 0 ? '' : ` (${facts.map((fact) => fact[language]).join(', ')})`
    return `${description[language]}${listed}${added}${bracketed}`
  }
  return [head, eachLanguage(inLanguage)]
}

const by_name: Text = t('name, slug or id')

function factsOfParameter({ record_kind }: Flag, parameter: Parameter): readonly Text[] {
  const standard = parameter.computed ? undefined : defaultText(parameter)
  return [
    ...(record_kind === undefined ? [] : [by_name]),
    ...(parameter.required ? [required_text] : []),
    ...(standard === undefined ? [] : [defaultFact(standard)]),
  ]
}

function factsOfOption(option: Flag['option']): readonly Text[] {
  const [standard, preset] = [option?.default, option?.preset]
  return [
    ...(standard === undefined ? [] : [defaultFact(sameText(String(standard)))]),
    ...(preset === undefined ? [] : [t('without a value: {preset}', { preset })]),
  ]
}

function defaultFact(text: Text): Text {
  return t('default: {text}', { text })
}
