// The candidates for the word at the cursor, which completion scripts ask for at every Tab. The words before it are
// read as the program reads them.
import type { Language } from '../../../base/text/language.ts'
import { common_statuses } from '../../../spec/lists.ts'
import { linked_kinds, resources } from '../../../spec/resources.ts'
import { groupsOf, scanLine } from '../../arguments/command-line.ts'
import { type Flag, flagsOf, ownFlags } from '../../arguments/flags.ts'
import { global_options } from '../../arguments/options.ts'
import { settingRow, setting_names } from '../../types/settings-table.ts'
import type { Command, CommandAction } from '../../types/command.ts'
import type { Session } from '../../types/session.ts'
import { commandTyped } from '../commands-for.ts'
import { candidatesFrom, line, type Source } from './candidates.ts'

/**
 * Lines `word<TAB>description`; a word replaces the whole one at the cursor. The line `<TAB>files` stands for files.
 * Prints no errors: they would appear within the line that is being typed.
 */
export const complete: CommandAction = async ({ operands }, session) => {
  // PowerShell drops an empty argument, and passes two quotes instead.
  const last = operands.at(-1)
  const begun = last === undefined || last === '""' ? '' : last
  const lines = await candidatesFor(operands.slice(0, -1), begun, { ...session, note: async () => {} }).catch(() => [])
  return {
    kind: 'text',
    text: lines
      .filter((one) => one === files_line || (one.startsWith(begun) && isOneWord(one)))
      .map((one) => `${one}\n`)
      .join(''),
  }
}

const files_line = '\tfiles'

/** Whether a line has no line feed and no control character in its word, which shells would not quote. */
function isOneWord(candidate: string): boolean {
  return /^[^\p{C}\p{Zl}\p{Zp}]+(?:\t.*)?$/u.test(candidate)
}

/** Errors: those of the parser for words that name no command. */
async function candidatesFor(typed: readonly string[], begun: string, session: Session): Promise<readonly string[]> {
  if (typed.includes('--')) return []
  const { language, runtime } = session
  const { command, commands, path, rest } = await commandTyped(scanLine(typed), runtime)
  const flags = command ? flagsOf(command) : ownFlags(global_options)
  const flagNamed = (word = '') =>
    flags.find((flag) => takesValue(flag) && (flag.positive === word || flag.short === word))
  const valuesOf = async (source: Source, before: string) => {
    if (source === 'files') return [files_line]
    // Values of lists are completed one by one.
    const [list = ''] = /^.*,/.exec(begun.slice(before.length)) ?? []
    const prefix = `${before}${list}`
    const from = { begun: begun.slice(prefix.length), typed }
    return (await candidatesFrom(source, from, session)).map((one) => prefix + one)
  }
  const flag = flagNamed(typed.at(-1))
  if (flag !== undefined) return valuesOf(valuesOfFlag(flag, language), '')
  const [assigned, name] = /^(--[^=]+)=/.exec(begun) ?? []
  if (assigned !== undefined) {
    const named = flagNamed(name)
    return named ? valuesOf(valuesOfFlag(named, language), assigned) : []
  }
  if (begun.startsWith('-')) return flagLines(flags, language)
  const operands = operandsIn(rest, (word) => flagNamed(word) !== undefined)
  if (path.length === 0) {
    const { commands: all } = await import('../commands.ts')
    return [...firstWords(all, language), ...(await candidatesFrom('aliases', { begun, typed }, session))]
  }
  const verbs = command?.path.length === 2 || operands.length > 0 ? [] : secondWords(commands, path[0] ?? '', language)
  if (verbs.length > 0 || command === undefined) return verbs
  return valuesOf(await valuesOfOperand(command, operands, language), '')
}

/** A flag whose value is optional does not take the next word. */
function takesValue({ value, preset }: Flag): boolean {
  return value !== undefined && preset === undefined
}

/** The words that are neither flags nor their values. */
function operandsIn(words: readonly string[], takesNext: (word: string) => boolean): readonly string[] {
  return words.filter((word, i) => !(word.startsWith('-') && word !== '-') && !takesNext(words[i - 1] ?? ''))
}

function firstWords(all: readonly Command[], language: Language): readonly string[] {
  return groupsOf(all).map(({ name, summary, titles }) => line(name, (summary ?? titles)?.[language] ?? ''))
}

function secondWords(commands: readonly Command[], group: string, language: Language): readonly string[] {
  return commands
    .filter(({ path, hidden }) => !hidden && path[0] === group && path[1] !== undefined)
    .map(({ path, summary }) => line(path[1] ?? '', summary[language]))
}

function flagLines(flags: readonly Flag[], language: Language): readonly string[] {
  return flags
    .filter(({ option }) => !option?.hidden)
    .flatMap(({ positive, negative, description }) =>
      [positive, negative].flatMap((spelling) =>
        spelling === undefined ? [] : [line(spelling, description[language])],
      ),
    )
}

/** The source of the values of a flag, by its placeholder. */
const sources_by_placeholder: Readonly<Record<string, Source>> = {
  PROFILE: 'profiles',
  ZONE: 'zones',
  FILE: 'files',
  PATH: 'files',
  RUN: 'runs',
  ADDRESS: 'roots',
}
const sources_by_parameter: Readonly<Record<string, Source>> = {
  ...linked_kinds,
  parent: 'categories',
  timezone: 'zones',
}

/** An empty list: no candidates, not even file names. */
function valuesOfFlag({ name, parameter, option }: Flag, language: Language): Source {
  if (option?.choices) return option.choices
  if (name === 'fields' || name === 'sort') return fieldLines(language)
  const [, list = ''] = /^(?:add|remove)_(\w+)$/.exec(name) ?? []
  if (option) return sources_by_placeholder[option.value ?? ''] ?? sources_by_parameter[list] ?? []
  if (parameter?.form === 'status') return common_statuses
  if (parameter?.form === 'order') return ['asc', 'desc']
  return parameter?.type === 'string' && parameter.form === undefined ? [] : (sources_by_parameter[name] ?? [])
}

function fieldLines(language: Language): readonly string[] {
  const described = new Map([['id', 'ID']])
  for (const { fields } of Object.values(resources))
    for (const [name, { description }] of Object.entries(fields)) described.set(name, description[language])
  return [...[...described].map(([name, text]) => line(name, text)), 'url', 'venue.venue', 'venue.city']
}

const setting_sources: Readonly<Record<string, Source>> = { profile: 'profiles', api_root: 'roots', timezone: 'zones' }

async function valuesOfOperand(command: Command, before: readonly string[], language: Language): Promise<Source> {
  const { path, resource, operands = [] } = command
  const operand = operands[before.length] ?? (operands.at(-1)?.many ? operands.at(-1) : undefined)
  if (!operand) return []
  if (resource !== undefined && operand.name === 'TARGET') return resource
  if (operand.name.startsWith('FILE')) return 'files'
  if (operand.name === 'PROFILE') return 'profiles'
  if (operand.name === 'SETTING') return 'settings'
  if (operand.name === 'RUN') return 'runs'
  if (path.join(' ') === 'config set') {
    const name = setting_names.find((one) => one === before[0])
    return (name && (settingRow(name).choices ?? setting_sources[name])) ?? []
  }
  if (path[0] === 'help') return helpWords(before, language)
  if (path[0] === 'explain') return explainedLines(language)
  return operand.choices ?? []
}

async function helpWords([group]: readonly string[], language: Language): Promise<readonly string[]> {
  const [{ commands }, { topic_names }] = await Promise.all([
    import('../commands.ts'),
    import('../../types/outcome.ts'),
  ])
  return group === undefined
    ? [...firstWords(commands, language), ...topic_names]
    : secondWords(commands, group, language)
}

function explainedLines(language: Language): readonly string[] {
  return Object.values(resources).flatMap(({ singular, title, fields, query }) => [
    line(singular, title[language]),
    ...Object.entries({ ...query, ...fields }).map(([name, { description }]) =>
      line(`${singular}.${name}`, description[language]),
    ),
  ])
}
