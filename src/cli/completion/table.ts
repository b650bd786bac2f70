// The completion candidates for each position of the command line, from the command declarations, for all shells.
import type { Language } from '../../base/text/language.ts'
import type { Resource } from '../../spec/model.ts'
import { resources } from '../../spec/resources.ts'
import type { Command } from '../core/command.ts'
import { settingRow, setting_names } from '../config/settings-table.ts'
import { documentedFlags, type Flag, flagsOf, ownFlags } from '../arguments/flags.ts'
import { topic_names, common_statuses } from '../core/outcome.ts'
import { global_options } from '../arguments/options.ts'

export interface Word {
  readonly word: string
  readonly meaning: string
}

/** Fixed words, or a source of candidates: `@files`, `@venues`, `@zones`. */
export type WordSource = readonly Word[] | `@${string}`

/** By position: the words before it, joined by spaces: ``, `events`, `events list`. */
export interface Completions {
  readonly subcommands: ReadonlyMap<string, readonly Word[]>
  readonly flags: ReadonlyMap<string, readonly Word[]>
  readonly global_flags: readonly Word[]
  /** `events list --venue`; `* --output` for flags of every command. */
  readonly values: ReadonlyMap<string, WordSource>
  readonly operands: ReadonlyMap<string, WordSource>
  /** Flags, as typed, that take the next word as their value. */
  readonly value_flags: readonly string[]
}

/** The source of the values of a flag, by its placeholder. */
const sources_by_placeholder: Readonly<Record<string, `@${string}`>> = {
  PROFILE: '@profiles',
  ZONE: '@zones',
  FILE: '@files',
  PATH: '@files',
  RUN: '@runs',
  ADDRESS: '@roots',
}
const sources_by_parameter: Readonly<Record<string, `@${string}`>> = {
  venue: '@venues',
  organizer: '@organizers',
  categories: '@categories',
  tags: '@tags',
  parent: '@categories',
  timezone: '@zones',
}

export function completionsOf(all: readonly Command[], language: Language): Completions {
  const commands = all.filter(({ hidden }) => !hidden)
  const word = (text: string, meaning: string): Word => ({ word: text, meaning: meaning.replace(/\s+/g, ' ') })
  const wordsOf = (flags: readonly Flag[]) =>
    flags
      .filter(({ option }) => !option?.hidden)
      .flatMap(({ positive, negative, meaning }) =>
        [positive, negative]
          .filter((spelling) => spelling !== undefined)
          .map((spelling) => word(spelling, meaning[language])),
      )
  const subcommands = new Map<string, Word[]>()
  for (const { path, summary } of commands) {
    const [first = '', second] = path
    const group = Object.values(resources).find(({ plural }) => plural === first)
    const tops = subcommands.get('') ?? []
    if (!tops.some((known) => known.word === first))
      subcommands.set('', [
        ...tops,
        word(first, second === undefined ? summary[language] : (group?.titles[language] ?? '')),
      ])
    if (second !== undefined)
      subcommands.set(first, [...(subcommands.get(first) ?? []), word(second, summary[language])])
  }
  const values = new Map<string, WordSource>()
  for (const flag of ownFlags(global_options))
    for (const spelling of spellingsWithValue(flag)) values.set(`* ${spelling}`, sourceOf(flag, language))
  for (const command of commands)
    for (const flag of ownOf(command))
      for (const spelling of spellingsWithValue(flag))
        values.set(`${command.path.join(' ')} ${spelling}`, sourceOf(flag, language))
  return {
    subcommands,
    values,
    flags: new Map(commands.map((command) => [command.path.join(' '), wordsOf(ownOf(command))])),
    global_flags: wordsOf(ownFlags(global_options)),
    operands: new Map([
      ...settingValues(),
      ...commands.flatMap((command) => {
        const source = operandOf(command, commands, language)
        return source === undefined ? [] : [[command.path.join(' '), source] as const]
      }),
    ]),
    value_flags: [...new Set(commands.flatMap(flagsOf).flatMap(spellingsWithValue))].sort(),
  }
}

function ownOf(command: Command): readonly Flag[] {
  const shared = new Set(ownFlags(global_options).map(({ name }) => name))
  return flagsOf(command).filter(({ name, parameter }) => parameter !== undefined || !shared.has(name))
}

/** A flag whose value is optional does not take the next word. */
function spellingsWithValue({ positive, short, value, preset }: Flag): readonly string[] {
  return value === undefined || preset !== undefined
    ? []
    : [positive, short].filter((spelling) => spelling !== undefined)
}

/** An empty list: no candidates, not even file names. */
function sourceOf({ name, parameter, option }: Flag, language: Language): WordSource {
  if (option?.choices) return option.choices.map((choice) => ({ word: choice, meaning: '' }))
  if (name === 'fields' || name === 'sort') return fieldWords(language)
  const [, list = ''] = /^(?:add|remove)_(\w+)$/.exec(name) ?? []
  if (option) return sources_by_placeholder[option.value ?? ''] ?? sources_by_parameter[list] ?? []
  if (parameter?.form === 'status') return common_statuses.map((status) => ({ word: status, meaning: '' }))
  if (parameter?.form === 'order') return ['asc', 'desc'].map((order) => ({ word: order, meaning: '' }))
  return parameter?.type === 'string' && parameter.form === undefined ? [] : (sources_by_parameter[name] ?? [])
}

function fieldWords(language: Language): readonly Word[] {
  const words = new Map<string, Word>([['id', { word: 'id', meaning: 'ID' }]])
  for (const { fields } of Object.values<Resource>(resources))
    for (const [name, { meaning }] of Object.entries(fields))
      words.set(name, { word: name, meaning: meaning[language] })
  return [
    ...words.values(),
    { word: 'url', meaning: '' },
    { word: 'venue.venue', meaning: '' },
    { word: 'venue.city', meaning: '' },
  ]
}

function operandOf(
  { path, resource, operands = [] }: Command,
  commands: readonly Command[],
  language: Language,
): WordSource | undefined {
  const [operand] = operands
  if (!operand) return undefined
  if (resource !== undefined && operand.name === 'TARGET') return `@${resource}`
  if (operand.name.startsWith('FILE')) return '@files'
  if (operand.name === 'PROFILE') return '@profiles'
  if (operand.name === 'SETTING') return '@settings'
  if (operand.name === 'RUN') return '@runs'
  if (path[0] === 'help')
    return [...new Set([...commands.map((command) => command.path[0] ?? ''), ...topic_names])].map((name) => ({
      word: name,
      meaning: '',
    }))
  if (path[0] === 'explain') return explained(language)
  const fixed = operand.choices ?? []
  return fixed.map((choice) => ({ word: choice, meaning: '' }))
}

/** The values of each setting, by position: `config set lang`. */
function settingValues(): readonly (readonly [place: string, source: WordSource])[] {
  return setting_names.map((name) => {
    const words = (settingRow(name).choices ?? []).map((choice) => ({ word: choice, meaning: '' }))
    return [`config set ${name}`, words.length > 0 ? words : (setting_sources[name] ?? [])]
  })
}

const setting_sources: Readonly<Record<string, `@${string}`>> = {
  profile: '@profiles',
  api_root: '@roots',
  timezone: '@zones',
}

function explained(language: Language): readonly Word[] {
  return Object.values(resources).flatMap(({ singular, title, fields, query }) => [
    { word: singular, meaning: title[language] },
    ...documentedFlags({ ...query, ...fields }).map(({ name, meaning }) => ({
      word: `${singular}.${name}`,
      meaning: meaning[language],
    })),
  ])
}
