// The flags of a help page, by group: spelling, meaning, allowed values.
import { keysOf } from '../../base/collections.ts'
import { eachLanguage, type Language, sameText, t, type Text } from '../../base/text/language.ts'
import type { Parameter } from '../../spec/model.ts'
import type { Command, FlagGroup } from '../core/command.ts'
import { type Flag, ownFlags, parameterFlags } from '../arguments/flags.ts'
import { global_options } from '../arguments/options.ts'
import { refused_output } from '../arguments/ineffective-flags.ts'
import { spelledFlag } from '../arguments/placeholders.ts'
import { allowedValues, defaultText, oneOf, required_text } from './parameter-words.ts'

export interface FlagSection {
  readonly group?: FlagGroup
  readonly title: Text
  readonly rows: readonly FlagRow[]
}

export interface FlagRow {
  readonly head: Text
  readonly text: Text
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
  const global = shown(globalFlags()).filter(
    ({ group, name }) =>
      group === 'output' &&
      !isComplete &&
      command.effect !== 'local' &&
      command.prints !== 'nothing' &&
      (command.effect === 'reads' || name === 'output'),
  )
  const groups = groupNames().filter((group) => [...own, ...global].some((flag) => flag.group === group))
  return [
    ...groups.map((group) => ({
      group,
      title: groups.length === 1 ? only_title : titles[group],
      rows: rowsOf(requiredFirst([...own, ...global].filter((flag) => flag.group === group)), command),
    })),
    ...(isComplete ? [{ title: global_title, rows: rowsOf(otherFlags(command)) }] : []),
  ]
}

/** The global flags; without `isComplete`, only the common ones. */
export function globalSection(isComplete: boolean): FlagSection {
  const flags = globalFlags().filter(({ rare }) => isComplete || !rare)
  return { title: global_title, rows: rowsOf(flags) }
}

/** The number of the command's flags that only `--help-all` lists. */
export function rareFlagCount(command: Command): number {
  return ownFlagsOf(command).filter(({ rare }) => rare).length
}

function ownFlagsOf(command: Command): readonly Flag[] {
  return visible([...parameterFlags(command), ...ownFlags(command.options ?? {})])
}

/** Global flags, except those whose name the command uses itself. */
function otherFlags({ options = {}, prints }: Command): readonly Flag[] {
  return globalFlags().filter(
    ({ name }) => !Object.hasOwn(options, name) && !(prints === 'nothing' && refused_output.includes(name)),
  )
}

function globalFlags(): readonly Flag[] {
  return visible(ownFlags(global_options))
}

function visible(flags: readonly Flag[]): readonly Flag[] {
  return flags.filter(({ option }) => !option?.hidden)
}

function groupNames(): readonly FlagGroup[] {
  return keysOf(titles)
}

function requiredFirst(flags: readonly Flag[]): readonly Flag[] {
  const isRequired = ({ parameter }: Flag) => parameter?.required === true
  return [...flags.filter(isRequired), ...flags.filter((flag) => !isRequired(flag))]
}

/** A row for each flag, with its aliases: `--venue, --name TEXT`. */
function rowsOf(flags: readonly Flag[], command: Pick<Command, 'parameter_notes'> = {}): readonly FlagRow[] {
  return flags
    .filter(({ synonym_of }) => synonym_of === undefined)
    .map((flag) => {
      const aliases = flags.filter(({ synonym_of }) => synonym_of !== undefined && synonym_of === flag.positive)
      const positive = [flag, ...aliases].map((one) => one.positive).join(', ')
      return rowOf(aliases.length === 0 ? flag : { ...flag, positive }, command)
    })
}

function rowOf(flag: Flag, { parameter_notes }: Pick<Command, 'parameter_notes'>): FlagRow {
  const { name, meaning, parameter, option } = flag
  const head = spelledFlag(flag)
  const values = parameter ? allowedValues(parameter) : (option?.choices ?? [])
  const facts = parameter ? factsOfParameter(flag, parameter) : factsOfOption(option)
  const note = parameter && parameter_notes?.[name]
  const inLanguage = (language: Language) => {
    const listed = values.length === 0 ? '' : `: ${oneOf(values)[language]}`
    const added = note === undefined ? '' : `; ${note[language]}`
    const bracketed = facts.length === 0 ? '' : ` (${facts.map((fact) => fact[language]).join(', ')})`
    return `${meaning[language]}${listed}${added}${bracketed}`
  }
  return { head, text: eachLanguage(inLanguage) }
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
