// Manual pages, from the same table as help: `cal.1` with what all commands share, and a page for each group of
// commands.
import type { Language, Text } from '../../base/text/language.ts'
import type { Command } from '../core/command.ts'
import { documentedFlags, type Flag, flagsOf, ownFlags } from '../arguments/flags.ts'
import { global_options } from '../arguments/options.ts'
import { topic_names } from '../core/choices.ts'
import { topics } from './topics.ts'
import { placeholder, spelledFlag } from '../arguments/placeholders.ts'

/** Text by file name: `cal.1`, `cal-events.1`. */
export function manPages(
  all: readonly Command[],
  { language, version }: { readonly language: Language; readonly version: string },
): ReadonlyMap<string, string> {
  const commands = all.filter(({ hidden }) => !hidden)
  const groups = [...new Set(commands.map(({ path }) => path[0] ?? ''))]
  const head = (name: string) => `.TH ${name.toUpperCase()} 1 "" "cal ${version}" "cal"\n`
  const pages = groups.map(
    (group) =>
      [
        `cal-${group}.1`,
        head(`cal-${group}`) +
          groupPage(
            group,
            commands.filter(({ path }) => path[0] === group),
            language,
          ),
      ] as const,
  )
  return new Map([['cal.1', head('cal') + overview(commands, language)], ...pages])
}

const heads = {
  name: { en: 'NAME', de: 'BEZEICHNUNG' },
  synopsis: { en: 'SYNOPSIS', de: 'ÜBERSICHT' },
  commands: { en: 'COMMANDS', de: 'BEFEHLE' },
  flags: { en: 'FLAGS OF EVERY COMMAND', de: 'SCHALTER ALLER BEFEHLE' },
  see: { en: 'SEE ALSO', de: 'SIEHE AUCH' },
} as const satisfies Readonly<Record<string, Text>>

function overview(commands: readonly Command[], language: Language): string {
  const summary = {
    en: 'calendars of events, venues, organizers, categories and tags',
    de: 'Kalender mit Terminen, Orten, Veranstaltern, Kategorien und Schlagwörtern',
  }
  const groups = [...new Set(commands.map(({ path }) => path[0] ?? ''))]
  return [
    section(heads.name, language, `cal \\- ${roff(summary[language])}`),
    section(heads.synopsis, language, `.B cal\n${roff(placeholder('COMMAND [WORD…] [FLAGS]')[language])}`),
    section(
      heads.commands,
      language,
      commands.map(({ path, summary: text }) => item(`cal ${path.join(' ')}`, text[language])).join(''),
    ),
    section(heads.flags, language, flagItems(ownFlags(global_options), language)),
    ...topic_names.map((name) =>
      section(
        { en: topics[name].title.en.toUpperCase(), de: topics[name].title.de.toUpperCase() },
        language,
        `.nf\n${roff(topics[name].body()[language])}\n.fi`,
      ),
    ),
    section(heads.see, language, groups.map((group) => `.BR cal\\-${roff(group)} (1)`).join(',\n')),
  ].join('')
}

function groupPage(group: string, commands: readonly Command[], language: Language): string {
  return [
    section(
      heads.name,
      language,
      `cal\\-${roff(group)} \\- ${roff(commands.map(({ summary }) => summary[language]).join('; '))}`,
    ),
    section(
      heads.synopsis,
      language,
      commands
        .map((command) => `.B cal ${roff(command.path.join(' '))}\n${roff(wordsOf(command, language))}\n.br`)
        .join('\n'),
    ),
    ...commands.map((command) =>
      section(
        { en: command.path.join(' ').toUpperCase(), de: command.path.join(' ').toUpperCase() },
        language,
        commandText(command, language),
      ),
    ),
    section(heads.see, language, '.BR cal (1)'),
  ].join('')
}

function commandText(command: Command, language: Language): string {
  const { summary, details, operands = [], parameters = {}, options = {}, examples = [] } = command
  const synonyms = flagsOf(command).filter(({ synonym_of }) => synonym_of !== undefined)
  return [
    `${roff(summary[language])}.`,
    ...(details ? [`.PP\n${roff(details[language])}`] : []),
    operands.map(({ name, meaning }) => item(placeholder(name)[language], meaning[language])).join(''),
    flagItems([...documentedFlags(parameters), ...synonyms, ...ownFlags(options)], language),
    ...examples.map(({ line, meaning }) => `.PP\n.B cal ${roff(line)}\n.br\n${roff(meaning[language])}`),
  ]
    .filter((part) => part !== '')
    .join('\n')
}

function wordsOf({ operands = [] }: Command, language: Language): string {
  const words = operands.map(
    ({ name, optional, many }) => `${optional ? '[' : ''}${name}${many ? '…' : ''}${optional ? ']' : ''}`,
  )
  return placeholder([...words, '[FLAGS]'].join(' '))[language]
}

function flagItems(flags: readonly Flag[], language: Language): string {
  return flags
    .filter(({ option }) => !option?.hidden)
    .map((flag) => item(spelledFlag(flag)[language], flag.meaning[language]))
    .join('')
}

function section(title: Text, language: Language, body: string): string {
  return `.SH ${roff(title[language])}\n${body.trimEnd()}\n`
}

function item(term: string, text: string): string {
  return `.TP\n.B ${roff(term)}\n${roff(text)}\n`
}

/** Signs that roff reads as its own: backslash, minus, and a dot or quote at the beginning of a line. */
function roff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/gm, '\\&$1')
}
