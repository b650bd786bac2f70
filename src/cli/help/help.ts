// Help, written from the table of commands: an overview, a group, or one command with all its flags.
import type { Aliases } from '../config/aliases.ts'
import { escapeControls } from '../../base/text/untrusted-text.ts'
import { type Language, type Text, sameText } from '../../base/text/language.ts'
import { resources } from '../../spec/resources.ts'
import { topic_names } from '../core/choices.ts'
import type { Command, Example, Section } from '../core/command.ts'
import { type Flag, documentedFlags, flagsOf, ownFlags } from '../arguments/flags.ts'
import { withProgramName } from '../core/runtime.ts'
import { global_options } from '../arguments/options.ts'
import { defaultText, required_text, valueText } from './parameter-words.ts'
import { placeholder, spelledFlag } from '../arguments/placeholders.ts'

export interface HelpReader {
  readonly language: Language
  readonly program: string
}

/** The help for `events list`, or for `events`: all commands that begin so are among those given. */
export function helpOf(
  commands: readonly Command[],
  path: readonly string[],
  { language, program }: HelpReader,
): string {
  const command = commands.find((candidate) => candidate.path.join(' ') === path.join(' '))
  return withProgramName(program, (command ? commandHelp(command, commands) : groupHelp(commands, path))[language])
}

/** The help for `cal` alone: every command there is. */
export function overviewOf(
  sections: readonly Section[],
  { language, program }: HelpReader,
  aliases: Aliases = {},
): string {
  return withProgramName(program, overview(sections, aliases)[language])
}

function commandHelp(command: Command, commands: readonly Command[]): Text {
  const { path, summary, details, operands = [], aliases = [], parameters = {}, options = {}, examples = [] } = command
  const synonyms = flagsOf(command).filter(({ synonym_of }) => synonym_of !== undefined)
  return joined([
    usageOf(command),
    capital(summary),
    ...(details ? [details] : []),
    ...(aliases.length > 0 ? [both(`Aliases: ${aliases.join(', ')}`, `Aliasse: ${aliases.join(', ')}`)] : []),
    ...section(
      { en: 'Commands', de: 'Befehle' },
      path.length > 1 ? [] : shown(commands).filter(isBelow(path[0])).map(summaryRow),
    ),
    ...section(
      { en: 'Arguments', de: 'Argumente' },
      operands.map(({ name, meaning }) => [placeholder(name), meaning] as const),
    ),
    ...section(
      { en: 'Documented parameters', de: 'Dokumentierte Parameter' },
      [...documentedFlags(parameters), ...synonyms].map(rowOf),
    ),
    ...section({ en: 'Flags', de: 'Optionen' }, visible(ownFlags(options)).map(rowOf)),
    ...exampleSection(examples),
    global_flags,
  ])
}

/** The list of them stands in the overview alone. */
const global_flags = both(
  'For global flags (-o FORMAT, --fields, --api-root, …), see: cal --help',
  'Globale Optionen (-o FORMAT, --fields, --api-root, …) zeigt: cal --help',
)

function overview(sections: readonly Section[], aliases: Aliases): Text {
  return joined([
    placeholder('cal COMMAND [FLAGS]'),
    ...sections.flatMap(({ title, commands }) => section(title, overviewRows(shown(commands)))),
    ...section(
      both('Your aliases', 'Eigene Aliasse'),
      Object.entries(aliases).map(
        ([name, line]) => [sameText(name.padEnd(names_width)), sameText(escapeControls(line))] as const,
      ),
    ),
    ...section({ en: 'Global flags', de: 'Globale Optionen' }, visible(ownFlags(global_options)).map(rowOf)),
    both(
      `Run cal COMMAND --help for details of a command.\nRun cal help TOPIC for one of these topics: ${topic_names.join(', ')}.`,
      `cal BEFEHL --help zeigt Einzelheiten zu einem Befehl.\ncal help THEMA zeigt eines dieser Themen: ${topic_names.join(', ')}.`,
    ),
  ])
}

function groupHelp(commands: readonly Command[], [group = '']: readonly string[]): Text {
  return joined([
    placeholder(`cal ${group} COMMAND [FLAGS]`),
    ...section({ en: 'Commands', de: 'Befehle' }, shown(commands).filter(isBelow(group)).map(summaryRow)),
    both(
      `Run cal ${group} COMMAND --help for details of a command.`,
      `cal ${group} BEFEHL --help zeigt Einzelheiten zu einem Befehl.`,
    ),
  ])
}

/** `serve reset` below `serve`. */
function isBelow(group: string | undefined): (command: Command) => boolean {
  return ({ path }) => path.length > 1 && path[0] === group
}

function shown(commands: readonly Command[]): readonly Command[] {
  return commands.filter(({ hidden }) => !hidden)
}

/** The sections of the overview share a column. */
const names_width = 'organizers'.length

/** A group stands on one row: what it does alone, or the names of its commands. */
function overviewRows(commands: readonly Command[]): readonly Row[] {
  const groups = [...new Set(commands.map(({ path }) => path[0] ?? ''))]
  return groups.map((group) => {
    const inside = commands.filter(({ path }) => path[0] === group)
    const alone = inside.find(({ path }) => path.length === 1)
    const summary = alone ? alone.summary : groupSummary(group, inside.map(({ path }) => path[1]).join(' '))
    return [sameText(group.padEnd(names_width)), summary]
  })
}

function groupSummary(group: string, words: string): Text {
  const resource = Object.values(resources).find(({ plural }) => plural === group)
  return resource ? both(words, `${resource.titles.de}: ${words}`) : sameText(words)
}

function summaryRow({ path, summary }: Command): Row {
  return [sameText(path.join(' ')), summary]
}

type Row = readonly [head: Text, text: Text]

function usageOf({ path, operands = [], wrapsCommand: runs }: Command): Text {
  const words = operands.map(
    ({ name, optional, many }) => `${optional ? '[' : ''}${name}${many ? '…' : ''}${optional ? ']' : ''}`,
  )
  return placeholder(['cal', ...path, ...words, `[FLAGS]${runs ? ' [-- COMMAND…]' : ''}`].join(' '))
}

function visible(flags: readonly Flag[]): readonly Flag[] {
  return flags.filter(({ option }) => !option?.hidden)
}

function rowOf(flag: Flag): Row {
  const { meaning, parameter, option, synonym_of } = flag
  const spelled = spelledFlag(flag)
  if (synonym_of !== undefined) return [spelled, both(`the same as ${synonym_of}`, `dasselbe wie ${synonym_of}`)]
  const facts = parameter ? factsOfParameter(parameter) : factsOfOption(option)
  const inBrackets = (text: string, list: readonly string[]) =>
    list.length === 0 ? text : `${text} (${list.join(', ')})`
  return [spelled, both(inBrackets(meaning.en, facts.en), inBrackets(meaning.de, facts.de))]
}

interface Facts {
  readonly en: readonly string[]
  readonly de: readonly string[]
}

/** Type, necessity and default of a documented parameter; a default of null means the same as none. */
function factsOfParameter(parameter: NonNullable<Flag['parameter']>): Facts {
  const type = valueText(parameter)
  const standard = parameter.default === null ? undefined : defaultText(parameter)
  const inLanguage = (language: Language, word: string) => [
    ...(type === undefined ? [] : [type[language]]),
    ...(parameter.required ? [required_text[language]] : []),
    ...(standard === undefined ? [] : [`${word}: ${standard[language]}`]),
  ]
  return { en: inLanguage('en', 'default'), de: inLanguage('de', 'Standard') }
}

function factsOfOption(option: Flag['option']): Facts {
  const choices = option?.choices ? [option.choices.join('|')] : []
  const [standard, alone] = [option?.default, option?.alone]
  return {
    en: [
      ...choices,
      ...(standard === undefined ? [] : [`default: ${standard}`]),
      ...(alone === undefined ? [] : [`without a value: ${alone}`]),
    ],
    de: [
      ...choices,
      ...(standard === undefined ? [] : [`Standard: ${standard}`]),
      ...(alone === undefined ? [] : [`ohne Wert: ${alone}`]),
    ],
  }
}

function exampleSection(examples: readonly Example[]): readonly Text[] {
  if (examples.length === 0) return []
  const list = (language: Language) =>
    examples.map(({ line, meaning }) => `  cal ${line}\n      ${meaning[language]}`).join('\n')
  return [both(`Examples\n${list('en')}`, `Beispiele\n${list('de')}`)]
}

function section(title: Text, rows: readonly Row[]): readonly Text[] {
  if (rows.length === 0) return []
  return [both(`${title.en}\n${tableOf(rows, 'en')}`, `${title.de}\n${tableOf(rows, 'de')}`)]
}

/** Heads that are wider than the column have their text on the next line. */
const head_width_max = 34

function tableOf(rows: readonly Row[], language: Language): string {
  const width = Math.min(head_width_max, Math.max(...rows.map(([head]) => head[language].length)))
  return rows
    .map(([head, text]) => {
      const name = head[language]
      return name.length > width
        ? `  ${name}\n${' '.repeat(width + 4)}${text[language]}`
        : `  ${name.padEnd(width)}  ${text[language]}`.trimEnd()
    })
    .join('\n')
}

function capital({ en, de }: Text): Text {
  const raised = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`
  return both(raised(en), raised(de))
}

function both(en: string, de: string): Text {
  return { en, de }
}

function joined(parts: readonly Text[]): Text {
  return both(`${parts.map(({ en }) => en).join('\n\n')}\n`, `${parts.map(({ de }) => de).join('\n\n')}\n`)
}
