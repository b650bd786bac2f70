// The flags of a command, their placeholders, and the parameters that take names of records.
import { isObject, itemsOf, type Json, parsedJson } from '../../base/json.ts'
import { eachLanguage, type Text, wordwise } from '../../base/text/language.ts'
import type { Values } from '../../spec/read.ts'
import { flagOf, linked_kinds } from '../../spec/resources.ts'
import type { Parameter, Parameters, Plural } from '../../spec/model.ts'
import type { Command, FlagGroup, Option } from '../types/command.ts'
import { global_options } from './options.ts'

export interface Flag {
  /** The name of the parameter or option it sets. */
  readonly name: string
  /** `--starts-after`; undefined if there is only the `--no-` form. */
  readonly positive: string | undefined
  readonly negative: string | undefined
  readonly short: string | undefined
  /** The placeholder of the value in help; undefined for boolean flags. */
  readonly value: string | undefined
  /** The value of the flag if it is given without one; undefined if it requires a value. */
  readonly preset?: string
  /** Can be repeated. */
  readonly repeats: boolean
  readonly description: Text
  readonly group: FlagGroup
  readonly rare: boolean
  readonly parameter?: Parameter
  /** The kind of the records that its value names, by name, slug or id. */
  readonly record_kind?: Plural
  readonly option?: Option
  /** The flag that it is an alias of. */
  readonly synonym_of?: string
}

/** Documented flags first, then the command's own, then global flags whose names the command doesn't use. */
export function flagsOf(command: Command): readonly Flag[] {
  const own = ownFlags(command.options ?? {})
  const global = global_flags.filter(({ name }) => own.every((flag) => flag.name !== name))
  return [...parameterFlags(command), ...own, ...global]
}

/** The flags of the documented parameters of a command, then other spellings of them. */
export function parameterFlags({
  parameters = {},
  synonyms = {},
  effect,
  parameter_group = effect === 'writes' ? 'fields' : 'filters',
  rare_parameters = [],
}: Pick<Command, 'parameters' | 'synonyms' | 'effect' | 'parameter_group' | 'rare_parameters'>): readonly Flag[] {
  const flags = Object.entries(parameters).map(([name, parameter]) => ({
    ...documentedFlag(name, parameter, parameter_group, namedKind(name, parameters)),
    ...(rare_parameters.includes(name) && { rare: true }),
  }))
  const others = Object.entries(synonyms).flatMap(([spelling, name]) =>
    flags
      .filter((flag) => flag.name === name)
      .map((flag) => ({ ...flag, positive: flagOf(spelling), synonym_of: flagOf(name) })),
  )
  return [...flags, ...others]
}

/** `-o`, `--output`; `--featured`, `--no-featured` */
export function spellingsOf({ short, positive, negative }: Flag): readonly string[] {
  return [short, positive, negative].filter((spelling) => spelling !== undefined)
}

/** The flag with this spelling. */
export function flagSpelled(flags: readonly Flag[], word: string): Flag | undefined {
  return flags.find((flag) => spellingsOf(flag).includes(word))
}

/** Whether the next word is its value. */
export function takesValue({ value, preset }: Flag): boolean {
  return value !== undefined && preset === undefined
}

/** The flags that every command takes. */
export const global_flags = ownFlags(global_options)

export function ownFlags(options: Readonly<Record<string, Option>>): readonly Flag[] {
  return Object.entries(options).map(([name, option]) => ownFlag(name, option))
}

function documentedFlag(name: string, parameter: Parameter, group: FlagGroup, record_kind: Plural | undefined): Flag {
  const isBoolean = isBooleanParameter(parameter)
  return {
    name,
    parameter,
    description: parameter.description,
    group,
    rare: parameter.rare === true,
    short: undefined,
    positive: flagOf(name),
    negative: isBoolean ? `--no-${flagOf(name).slice(2)}` : undefined,
    value: isBoolean ? undefined : valueWord(parameter, record_kind),
    repeats: parameter.type === 'array of integer',
    ...(record_kind !== undefined && { record_kind }),
  }
}

function ownFlag(name: string, option: Option): Flag {
  const isBoolean = option.type === 'boolean'
  return {
    name,
    option,
    description: option.description,
    group: option.group ?? 'common',
    rare: option.rare === true,
    short: option.short ? `-${option.short}` : undefined,
    positive: option.only === 'off' ? undefined : flagOf(name),
    negative: isBoolean && option.only !== 'on' ? `--no-${flagOf(name).slice(2)}` : undefined,
    value: isBoolean ? undefined : (option.value ?? (option.type === 'string' ? 'TEXT' : 'N')),
    repeats: option.many !== undefined,
    ...(option.preset !== undefined && { preset: option.preset }),
  }
}

/** Booleans, and parameters without a documented type that are used as booleans. */
function isBooleanParameter({ type, form }: Parameter): boolean {
  return type === 'boolean' || form === 'toggle'
}

const record_words: Readonly<Record<Plural, string>> = {
  events: 'EVENT',
  venues: 'VENUE',
  organizers: 'ORGANIZER',
  categories: 'CATEGORY',
  tags: 'TAG',
}

function valueWord({ type, form }: Parameter, record_kind: Plural | undefined): string {
  const word = record_kind === undefined ? 'ID' : record_words[record_kind]
  // An event has one venue, although the interface takes a list.
  if (type === 'array of integer') return form === 'linked' && record_kind === 'venues' ? word : `${word},…`
  if (record_kind !== undefined) return word
  if (form === 'user' || form === 'id') return 'ID'
  if (form === 'slug') return 'SLUG'
  if (form === 'order') return 'ORDER'
  if (form === 'orderby') return 'FIELD'
  if (form === 'datetime') return 'DATE'
  if (form === 'url') return 'URL'
  if (form === 'timezone') return 'ZONE'
  if (form === 'status') return 'STATUS'
  return type === 'integer' || type === 'number' ? 'N' : 'TEXT'
}

const kinds: Readonly<Record<string, Plural>> = { ...linked_kinds, parent: 'categories' }

/**
 * The kind of the records that a parameter refers to; undefined for others, such as `venue` of venues, which is their
 * own name.
 */
export function namedKind(name: string, parameters: Parameters): Plural | undefined {
  const type = parameters[name]?.type
  return (type === 'array of integer' || type === 'integer') && Object.hasOwn(kinds, name) ? kinds[name] : undefined
}

/** Whether records must be looked up: a value is a name, or an id to write that may not exist. */
export function holdsNames(values: Values, parameters: Parameters, writes: boolean): boolean {
  return Object.entries(values).some(
    ([name, value]) =>
      namedKind(name, parameters) !== undefined &&
      [value].flat().some((item) => isName(item) || (writes && (typeof item === 'string' || isReference(item)))),
  )
}

function isReference(item: Json | undefined): boolean {
  return isObject(item) || /^\d+$/.test(String(item))
}

/** Digits are an id, any other text is a name. */
export function isName(value: Json | undefined): value is string {
  return typeof value === 'string' && value.trim() !== '' && !/^\d+$/.test(value.trim())
}

/**
 * What was typed for a field with linked records: names separated by commas, or data as JSON. Digits are ids. A text
 * with commas stays whole, because it may be one name; if the flag is repeated, an organizer is. `Smith\, John` and
 * `"Smith, John"` are always one name.
 */
export function namesTyped(field: string, texts: readonly string[]): Json {
  const [only, other] = texts
  return other === undefined
    ? partsOfTyped(field, only ?? '', false)
    : texts.flatMap((text) => partsOfTyped(field, text, true))
}

function partsOfTyped(field: string, text: string, isRepeated: boolean): string | readonly Json[] {
  const data = /^\s*[[{]/.test(text) ? parsedJson(text) : undefined
  if (data !== undefined) return itemsOf(data)
  const found = [...text.matchAll(/(?<=^|,)\s*"([^"]*)"\s*(?=,|$)|(?:\\,|[^,])+/g)]
  const names = found
    .map(([part, quoted]) => (quoted?.includes(',') ? quoted : part.replaceAll('\\,', ',').trim()))
    .filter((name) => name !== '')
  const isList =
    names.every(isId) || (field !== 'venue' && names.some(isId)) || names.some((name) => name.includes(','))
  if (names.length > 1 && !isList) {
    if (isRepeated && field === 'organizer') return [text.trim()]
    // In texts of records, semicolons, quotes and backslashes have a meaning, except in the one name of a venue.
    if (!isRepeated && (field === 'venue' || !/[;"\\]/.test(text))) return text
  }
  return names.map((name) => (isId(name) ? Number(name) : name))
}

function isId(text: string): boolean {
  return /^\d{1,15}$/.test(text)
}

/** `NAME=VALUE` → `NAME=WERT` in German. `NAME` in the catalogue is the section of a manual page. */
export function placeholder(word: string): Text {
  return wordwise(word, /(?!NAME\b)[A-Z]+/g)
}

/** The spellings of a flag and its value: `-o, --output FORMAT`, `--[no-]featured`, `--quirks[=RELEASE]`. */
export function spelledFlag({ short, positive, negative, value = '', preset }: Omit<Flag, 'repeats'>): Text {
  const both = positive !== undefined && negative !== undefined
  const long = both ? negative.replace('--no-', '--[no-]') : (positive ?? negative)
  const names = [short, long].filter((name) => name !== undefined).join(', ')
  const word = placeholder(value)
  return preset === undefined
    ? eachLanguage((language) => `${names} ${word[language]}`.trim())
    : eachLanguage((language) => `${names}[=${word[language]}]`)
}
