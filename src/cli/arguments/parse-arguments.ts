// Parses the arguments of a command: commander splits them into flags and operands, then each flag's value is read by
// its documented type. All errors are reported together.
import { CalError, usageError } from '../../base/errors.ts'
import type { Json } from '../../base/json.ts'
import { closest, didYouMean } from '../../base/text/closest.ts'
import { eachLanguage, sameText, t, type Text } from '../../base/text/language.ts'
import { quoted, shellWord } from '../../base/text/quoted.ts'
import { flagOf, nameOfFlag, resources } from '../../spec/resources.ts'
import type { Parameters } from '../../spec/model.ts'
import { allOptional } from '../../spec/operations.ts'
import { splitItems, read, type Values } from '../../spec/read.ts'
import {
  type Command,
  type CommandInput,
  exampleLine,
  type Option,
  type OptionValue,
  type OptionValues,
} from '../types/command.ts'
import {
  type Flag,
  flagsOf,
  flagSpelled,
  namedKind,
  namesTyped,
  placeholder,
  spelledFlag,
  takesValue,
} from './flags.ts'
import { format_names, formatNamed } from '../types/outcome.ts'
import { UnknownWordError } from './command-line.ts'
import { inKnownSpelling } from './spellings.ts'
import type { Refused } from './impossible-values.ts'
import type { GlobalOptions } from './options.ts'
import type { Command as Splitter, CommanderError, Option as SplitterOption } from 'commander'

export type ParsedInput = CommandInput<OptionValues & GlobalOptions>

interface OptionError {
  readonly flag: string
  readonly text: Text
  readonly hint?: Text
}

/** Parses the arguments after a command. Errors: `usage` with every invalid flag. */
export async function parseArguments(command: Command, words: readonly string[]): Promise<ParsedInput> {
  const flags = flagsOf(command)
  const found = splitPlainLine(words) ?? (await splitArguments(words, flags, command.path))
  const given = givenOf(flags, found)
  // Missing required values are reported later, after files have been read and prompts answered.
  const { values, problems } = read(acceptingNames(allOptional(command.parameters ?? {})), given)
  const options: Record<string, OptionValue | undefined> = {}
  const unread = readOptions(flags, found, { command, into: options })
  const errors = [
    ...[...problems, ...(await impossibleIn(command, flags, { values, options }))].map(documentedOptionError),
    ...unread,
  ]
  const operands = command.wrapsCommand ? found.operands : [...found.operands, ...found.after]
  // Errors are reported in this order: unknown flags, arguments that are missing or too many, values.
  if (options.help !== true && options.help_all !== true) await checkOperands(command, operands, words)
  if (errors.length > 0) throw usage(errors, flags)
  const names = new Set(found.typed.keys())
  if (names.size > 0) (await import('./ineffective-flags.ts')).refuseIneffective(flags, names)
  return {
    operands,
    after: command.wrapsCommand ? found.after : [],
    values: withWholeIds(values, command.parameters ?? {}),
    given,
    options,
  }
}

/**
 * The values that are of their type and yet refused. Values to write are checked as sent. The check is loaded only if
 * there are values, because it loads time zones.
 */
export async function impossibleIn(
  command: Command,
  flags: readonly Flag[],
  { values, options }: { readonly values: Values; readonly options: OptionValues },
): Promise<readonly Refused[]> {
  const hasForm = flags.some(({ name, option }) => option?.form !== undefined && options[name] !== undefined)
  if (Object.keys(values).length === 0 && !hasForm) return []
  const { impossibleOptions, impossibleValues } = await import('./impossible-values.ts')
  const { effect, resource } = command
  const sent =
    effect === 'writes' && resource
      ? (await import('../../bulk/input/parse-entry.ts')).convertedFields(resource, values)
      : values
  return [...impossibleValues(command, sent), ...impossibleOptions(flags, options)]
}

/** The values of documented parameters as text; those of repeated flags as lists. */
function givenOf(flags: readonly Flag[], { typed }: SplitArguments): Record<string, Json | undefined> {
  const given: Record<string, Json | undefined> = {}
  for (const { name, parameter, repeats, record_kind } of flags) {
    const value = typed.get(name)
    if (!parameter || value === undefined) continue
    if (!repeats || !Array.isArray(value)) given[name] = String(value)
    else given[name] = record_kind === undefined ? value.flatMap(splitItems) : namesTyped(name, value.map(String))
  }
  return given
}

/** Parameters that accept names instead of ids, which are looked up before the request is sent. */
export function acceptingNames(parameters: Parameters): Parameters {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, parameter]) => {
      if (namedKind(name, parameters) === undefined) return [name, parameter]
      return [name, parameter.type === 'integer' ? { ...parameter, type: 'untyped' } : { ...parameter, form: 'names' }]
    }),
  )
}

/** Converts digits in parameters that also accept names. */
function withWholeIds(values: Values, parameters: Parameters): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      namedKind(name, parameters) !== undefined && typeof value === 'string' && /^\d{1,15}$/.test(value)
        ? Number(value)
        : value,
    ]),
  )
}

function documentedOptionError({ name, expected, value, hint }: Refused): OptionError {
  return { flag: flagOf(name), text: needs(flagOf(name), expected, value), ...(hint ? { hint } : {}) }
}

function needs(flag: string, expected: Text, value: Json | undefined): Text {
  return t('{flag} needs {expected}, not "{value}"', { flag, expected, value: String(value) })
}

function readOptions(
  flags: readonly Flag[],
  { typed }: SplitArguments,
  { command, into }: { readonly command: Command; readonly into: Record<string, OptionValue | undefined> },
): readonly OptionError[] {
  return flags.flatMap(({ name, option, positive }) => {
    const value = typed.get(name)
    if (!option || value === undefined) return []
    const error = fileAsFormat(name, value, flags, command) ?? optionError(positive ?? flagOf(name), option, value)
    if (!error) into[name] = optionValue(option, value)
    return error ? [error] : []
  })
}

/** `export -o events.csv`, where a file is named by another flag, or by the shell. */
function fileAsFormat(
  name: string,
  value: OptionValue,
  flags: readonly Flag[],
  { path, prints }: Command,
): OptionError | undefined {
  const file = String(value)
  if (name !== 'output' || !/[\\/]|\.\w+$/.test(file)) return undefined
  const format = format_names.find((one) => file.endsWith(`.${one}`)) ?? 'FORMAT'
  const hint = flagSpelled(flags, '--to')
    ? didYouMean(`--to ${file}`)
    : prints === 'nothing'
      ? t('see {line}', { line: `cal ${path.join(' ')} --help` })
      : didYouMean(`--output ${format} > ${file}`)
  return { flag: '--output', text: needs('--output', t('a format'), file), hint }
}

function optionValue({ type, many }: Option, value: OptionValue): OptionValue {
  if (many === 'commas')
    return [value]
      .flat()
      .map(String)
      .flatMap((text) => text.split(','))
      .map((text) => text.trim())
      .filter((text) => text !== '')
  return type === 'integer' || type === 'number' ? Number(value) : value
}

function optionError(flag: string, { type, choices, many }: Option, value: Json | undefined): OptionError | undefined {
  const text = String(value)
  if (many === 'commas' && /^[\s,]*$/.test(text)) return { flag, text: t('{flag} needs a value', { flag }) }
  if (type === 'integer' && !/^\d+$/.test(text))
    return { flag, text: needs(flag, t('a whole number, 0 or greater'), text) }
  if (type === 'number' && !(/^\d+(\.\d+)?$/.test(text) && Number(text) > 0))
    return { flag, text: needs(flag, t('a positive number'), text) }
  if (!choices || choices.includes(text)) return undefined
  const error = { flag, text: needs(flag, t('one of {choices}', { choices: choices.join(', ') }), text) }
  const [name = ''] = text.split('=')
  const other = Object.hasOwn(other_output, name) ? other_output[name] : undefined
  if (other) return choices.includes('table') ? { ...error, hint: other } : error
  const format = formatNamed(name)
  const near = format !== undefined && choices.includes(format) ? format : closest(text, choices)
  return near === undefined ? error : { ...error, hint: didYouMean(`${flag} ${near}`) }
}

const choose_columns = t('to choose columns: --fields id,title,start_date,venue,cost')
const choose_values = t('to choose values: --jq EXPRESSION or --template TEXT')
const pages = t('to print pages or save them as PDF: cal browse')

/** Output of other programs that is no format here. */
const other_output: Readonly<Record<string, Text>> = {
  wide: choose_columns,
  'custom-columns': choose_columns,
  jsonpath: choose_values,
  'go-template': choose_values,
  long: choose_columns,
  full: choose_columns,
  html: pages,
  pdf: pages,
}

function usage(errors: readonly OptionError[], flags: readonly Flag[]): CalError {
  const text = eachLanguage((language) => errors.map((error) => error.text[language]).join('\n'))
  const flag = flagSpelled(flags, errors[0]?.flag ?? '')
  const hint =
    errors.find((error) => error.hint)?.hint ?? (flag?.option && !flag.option.choices ? descriptionOf(flag) : undefined)
  const fields = Object.fromEntries(errors.map(({ flag, text: error }) => [nameOfFlag(flag), error]))
  return new CalError('usage', text, { fields, hint })
}

/** `--limit N: maximum number of results to fetch` */
function descriptionOf(flag: Flag): Text {
  return t('{flag}: {description}', { flag: spelledFlag(flag), description: flag.description })
}

async function checkOperands(command: Command, operands: readonly string[], words: readonly string[]): Promise<void> {
  const { operands: rows = [], path, examples: [example] = [] } = command
  const missing = rows.filter(({ optional: isOptional }) => !isOptional)[operands.length]
  const [first = ''] = operands
  const [name = '', ...value] = first.split('=')
  const assigned = rows.length === 2 && operands.length === 1 && value.length > 0
  const hint = assigned
    ? didYouMean(['cal', ...path, name, shellWord(value.join('='))].join(' '))
    : missing && !missing.choices && example
      ? t('for example: {line}', { line: exampleLine(example[0]) })
      : sameText(['cal', ...path, missing?.choices?.[0] ?? '--help'].join(' '))
  if (missing)
    throw new CalError(
      'usage',
      t('{placeholder} is missing: {description}', {
        placeholder: placeholder(missing.name),
        description: missing.description,
      }),
      { hint },
    )
  // `events show me everything in june`: a sentence, no names of records.
  const namesRecords = command.resource !== undefined && path.length === 2 && rows.some(({ many }) => many)
  const told = namesRecords ? operands.filter((word) => sentence_words.test(word)) : []
  const isSentence = told.length > 1 || (told.length === 1 && operands.length > 2)
  const extra =
    (isSentence ? told[0] : undefined) ?? (rows.some(({ many }) => many) ? undefined : operands[rows.length])
  if (extra === undefined) return
  throw new UnknownWordError('argument', extra, {
    text: t('unexpected argument "{extra}"', { extra }),
    argv: [...path, ...words],
  })
}

const sentence_words = /^(me|my|the|all|everything|every|in|for|from|mir|uns|alle|alles|jeden|im|für|von)$/i

export interface SplitArguments {
  /** By flag name; repeated flags have a list, booleans are `true` or `false`. */
  readonly typed: ReadonlyMap<string, OptionValue>
  readonly operands: readonly string[]
  /** The arguments after the first `--`. */
  readonly after: readonly string[]
}

/** The result of `splitArguments`, without loading commander; undefined if there are flags other than `--help`. */
export function splitPlainLine(argv: readonly string[]): SplitArguments | undefined {
  const [words, after] = argv.includes('--')
    ? [argv.slice(0, argv.indexOf('--')), argv.slice(argv.indexOf('--') + 1)]
    : [argv, []]
  const operands = words.filter((word) => word !== '--help' && word !== '-h')
  if (operands.some((word) => word.length > 1 && word.startsWith('-'))) return undefined
  return { typed: new Map(operands.length < words.length ? [['help', true]] : []), operands, after }
}

/** Errors: `usage` for an unknown flag, and for a missing value. */
export async function splitArguments(
  argv: readonly string[],
  flags: readonly Flag[],
  path: readonly string[],
): Promise<SplitArguments> {
  const { Command, CommanderError, Option } = await import('commander')
  const words = inKnownSpelling(argv, flags)
  const end = words.indexOf('--')
  const after = end === -1 ? [] : words.slice(end + 1)
  const splitter = new Command()
    .exitOverride()
    .helpOption(false)
    .allowExcessArguments(true)
    .configureOutput({ writeErr: () => {}, outputError: () => {} })
  for (const flag of flags) addFlag(splitter, flag, Option)
  const before = end === -1 ? words : words.slice(0, end)
  refuseMistakenValues(before, flags, path)
  try {
    splitter.parse(before, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) throw errorOfCommander(error, words, { flags, path })
    throw error
  }
  const typed = new Map<string, OptionValue>(Object.entries(splitter.opts()).filter(([, value]) => value !== undefined))
  return { typed, operands: splitter.args, after }
}

function addFlag(
  splitter: Splitter,
  { name, positive, negative, short, value, repeats, preset }: Flag,
  Option: typeof SplitterOption,
): void {
  if (positive !== undefined) {
    const word = value === undefined ? '' : preset === undefined ? ' <value>' : ' [value]'
    const option = storedAs(name, new Option(`${short ? `${short}, ` : ''}${positive}${word}`), { negates: false })
    if (preset !== undefined) option.preset(preset)
    if (repeats) option.argParser((text: string, before: readonly string[] = []) => [...before, text])
    splitter.addOption(option)
  }
  if (negative === undefined) return
  splitter.addOption(storedAs(name, new Option(negative), { negates: true }))
  // In commander, a `--no-` flag without its positive form is on by default; here it must be absent.
  if (positive === undefined) splitter.setOptionValue(name, undefined)
}

/**
 * The option, with its value stored by the name of its flag. commander takes `--no-venue` for the negation of
 * `--venue`, here it may be a flag of its own.
 */
function storedAs(name: string, option: SplitterOption, { negates }: { readonly negates: boolean }): SplitterOption {
  option.negate = negates
  option.attributeName = () => name
  return option
}

function errorOfCommander(
  error: CommanderError,
  words: readonly string[],
  { flags, path }: { readonly flags: readonly Flag[]; readonly path: readonly string[] },
): CalError {
  const spelled = /'([^']*)'/.exec(error.message)?.[1] ?? ''
  const flag = spelled.replace(/[ ,].*/s, '')
  if (error.code === 'commander.optionMissingArgument') {
    const long = /--[\w-]+/.exec(spelled)?.[0] ?? flag
    return valueMissing(long, flagSpelled(flags, long))
  }
  if (error.code !== 'commander.unknownOption') throw error
  const at = words.findIndex((word) => word === flag || word.startsWith(`${flag}=`))
  const spelling = words[at] ?? flag
  const name = spelling.replace(/=.*/s, '')
  // `'--limit 1'`: the quotes are around both.
  const [flag_quoted = '', ...value] = spelled.split(' ')
  if (value.length > 0 && flagSpelled(flags, flag_quoted)?.value !== undefined)
    return usageError(
      t('unknown flag {name}', { name: quoted(spelled) }),
      didYouMean(`${flag_quoted} ${shellWord(value.join(' '))}`),
    )
  const toggle = flagSpelled(flags, name)
  if (toggle) return takesNoValue(name, spelling, toggle)
  return new UnknownWordError('flag', name, { text: t('unknown flag {name}', { name }), argv: [...path, ...words] })
}

function valueMissing(flag: string, known: Flag | undefined): CalError {
  return new CalError('usage', t('{flag} needs a value', { flag }), known ? { hint: descriptionOf(known) } : {})
}

/**
 * `--featured yes`, `--json id,title`: commander would take `yes` and `id,title` for a TARGET. `--title --dry-run` and
 * `--cost -n`: it would take the flag for the value; `--title=--dry-run` says so.
 */
function refuseMistakenValues(words: readonly string[], flags: readonly Flag[], path: readonly string[]): void {
  for (const [i, word] of words.entries()) {
    const next = words[i + 1] ?? ''
    if (word === '--json' && areFields(next))
      throw new UnknownWordError('argument', next, {
        text: t('{name} takes no value: {typed}', { name: word, typed: `${word} ${next}` }),
        argv: [...path, ...words],
      })
    const flag = flagSpelled(flags, word)
    if (flag && takesValue(flag) && areFlags(next, flags))
      throw usageError(
        t('{flag} needs a value, but {next} is a flag', { flag: word, next }),
        t('if it is the value: {typed}', { typed: `${flag.positive ?? word}=${next}` }),
      )
    const isAnswer = /^(yes|no|true|false|ja|nein)$/i.test(next)
    if (isAnswer && flag?.parameter && flag.value === undefined) throw takesNoValue(word, `${word} ${next}`, flag)
  }
}

/** `--dry-run`, `--limit=5`, `-n`, `-yn`; not the values `-name`, `-2d` and `-`. */
function areFlags(word: string, flags: readonly Flag[]): boolean {
  const spelled = /^-\w+$/.test(word) ? [...word.slice(1)].map((letter) => `-${letter}`) : [word.replace(/=.*/s, '')]
  return spelled.every((flag) => flagSpelled(flags, flag))
}

/** `id,title`, as gh takes them; names of records stay targets. */
function areFields(typed: string): boolean {
  const known = new Set(['id', 'slug', 'url', ...Object.values(resources).flatMap(({ fields }) => Object.keys(fields))])
  const names = typed.split(',')
  return names.length > 1 && names.every((name) => known.has(name))
}

function takesNoValue(name: string, typed: string, { positive, negative }: Flag): CalError {
  return new CalError('usage', t('{name} takes no value: {typed}', { name, typed }), {
    hint:
      positive !== undefined && negative !== undefined
        ? t('use {positive} or {negative}', { positive, negative })
        : didYouMean(name),
  })
}
