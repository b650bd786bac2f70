// Splits argv into flags and operands with commander; values stay text. Unknown flags get a suggestion.
import { Command as Splitter, CommanderError, Option as SplitterOption } from 'commander'
import { CalError } from '../../base/errors.ts'
import { t } from '../../base/text/language.ts'
import type { OptionValue } from '../types/command.ts'
import type { Flag } from './flags.ts'
import { UnknownWordError } from './command-line.ts'
import { resources } from '../../spec/resources.ts'

export interface SplitArguments {
  /** By flag name; repeated flags have a list, booleans are `true` or `false`. */
  readonly typed: ReadonlyMap<string, OptionValue>
  readonly operands: readonly string[]
  /** The arguments after the first `--`. */
  readonly after: readonly string[]
}

/** Errors: `usage` for an unknown flag, and for a missing value. */
export function splitArguments(
  argv: readonly string[],
  flags: readonly Flag[],
  path: readonly string[],
): SplitArguments {
  const words = inKnownSpelling(argv, flags)
  const end = words.indexOf('--')
  const after = end === -1 ? [] : words.slice(end + 1)
  const splitter = new Splitter()
    .exitOverride()
    .helpOption(false)
    .allowExcessArguments(true)
    .configureOutput({ writeErr: () => {}, outputError: () => {} })
  for (const flag of flags) addFlag(splitter, flag)
  refuseValueForBoolean(words, flags, path)
  try {
    splitter.parse(end === -1 ? words : words.slice(0, end), { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) throw usageError(error, words, { flags, path })
    throw error
  }
  const typed = new Map<string, OptionValue>(Object.entries(splitter.opts()).filter(([, value]) => value !== undefined))
  return { typed, operands: splitter.args, after }
}

/**
 * An option whose value is stored by the name of its flag. commander takes `--no-venue` for the negation of `--venue`,
 * here it may be a flag of its own.
 */
class FlagOption extends SplitterOption {
  readonly #name: string

  constructor(spelling: string, name: string, negates: boolean) {
    super(spelling)
    this.#name = name
    this.negate = negates
  }

  override attributeName(): string {
    return this.#name
  }
}

function addFlag(splitter: Splitter, { name, positive, negative, short, value, repeats, preset }: Flag): void {
  if (positive !== undefined) {
    const word = value === undefined ? '' : preset === undefined ? ' <value>' : ' [value]'
    const option = new FlagOption(`${short ? `${short}, ` : ''}${positive}${word}`, name, false)
    if (preset !== undefined) option.preset(preset)
    if (repeats) option.argParser((text: string, before: readonly string[] = []) => [...before, text])
    splitter.addOption(option)
  }
  if (negative === undefined) return
  splitter.addOption(new FlagOption(negative, name, true))
  // In commander, a `--no-` flag without its positive form is on by default; here it must be absent.
  if (positive === undefined) splitter.setOptionValue(name, undefined)
}

function usageError(
  error: CommanderError,
  words: readonly string[],
  { flags, path }: { readonly flags: readonly Flag[]; readonly path: readonly string[] },
): CalError {
  const spelled = /'([^']*)'/.exec(error.message)?.[1] ?? ''
  const flag = spelled.replace(/[ ,].*/s, '')
  if (error.code === 'commander.optionMissingArgument') {
    const long = /--[\w-]+/.exec(spelled)?.[0] ?? flag
    return new CalError('usage', t('{long} needs a value', { long }))
  }
  if (error.code !== 'commander.unknownOption') throw error
  const at = words.findIndex((word) => word === flag || word.startsWith(`${flag}=`))
  const spelling = words[at] ?? flag
  const name = spelling.replace(/=.*/s, '')
  const toggle = flags.find(({ positive, negative }) => positive === name || negative === name)
  if (toggle) return takesNoValue(name, spelling, toggle)
  return new UnknownWordError('flag', name, { text: t('unknown flag {name}', { name }), argv: [...path, ...words] })
}

/** `--featured yes`, `--json id,title`: commander would take `yes` and `id,title` for a TARGET. */
function refuseValueForBoolean(words: readonly string[], flags: readonly Flag[], path: readonly string[]): void {
  for (const [i, word] of words.entries()) {
    const next = words[i + 1] ?? ''
    if (word === '--json' && areFields(next))
      throw new UnknownWordError('argument', next, {
        text: t('{name} takes no value: {typed}', { name: word, typed: `${word} ${next}` }),
        argv: [...path, ...words],
      })
    const toggle = /^(yes|no|true|false|ja|nein)$/i.test(next)
      ? flags.find(
          ({ parameter, value, positive, negative }) =>
            parameter && value === undefined && (positive === word || negative === word),
        )
      : undefined
    if (toggle) throw takesNoValue(word, `${word} ${next}`, toggle)
  }
}

/** `id,title`, as gh takes them; names of records stay targets. */
function areFields(typed: string): boolean {
  const known = new Set(['id', 'slug', 'url', ...Object.values(resources).flatMap(({ fields }) => Object.keys(fields))])
  const names = typed.split(',')
  return names.length > 1 && names.every((name) => known.has(name))
}

function takesNoValue(name: string, typed: string, { positive, negative }: Flag): CalError {
  return new CalError(
    'usage',
    t('{name} takes no value: {typed}', { name, typed }),
    positive !== undefined && negative !== undefined
      ? {
          hint: t('use {positive} or {negative}', { positive, negative }),
        }
      : {},
  )
}

const spellings: Readonly<Record<string, string>> = {
  '--no-color': '--color=never',
  '--no-colour': '--color=never',
  '--format': '--output',
  ...Object.fromEntries(['csv', 'tsv', 'yaml', 'ndjson'].map((format) => [`--${format}`, `--output=${format}`])),
}

/** Replaces flags of other programs by those of `cal`; the command's own flags and values of flags are unchanged. */
export function inKnownSpelling(words: readonly string[], flags: readonly Flag[]): readonly string[] {
  const end = words.indexOf('--')
  return words.map((word, i) => {
    const name = word.replace(/=.*/s, '')
    const isFlag = Object.hasOwn(spellings, name) && (end === -1 || i < end)
    const spelling = isFlag ? spellings[name] : undefined
    if (spelling === undefined || flags.some(({ positive, negative }) => positive === name || negative === name))
      return word
    const before = words[i - 1]
    const isValue = flags.some(
      ({ positive, short, value, preset }) =>
        before !== undefined &&
        (positive === before || short === before) &&
        value !== undefined &&
        preset === undefined,
    )
    return isValue ? word : `${spelling}${word.slice(name.length)}`
  })
}
