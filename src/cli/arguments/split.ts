// Splits argv into flags and operands with commander; values stay text. Unknown flags get a suggestion.
import { Command as Splitter, CommanderError, Option as SplitterOption } from 'commander'
import { CalError, notTogether } from '../../base/errors.ts'
import { t } from '../../base/text/language.ts'
import type { OptionValue } from '../types/command.ts'
import type { Flag } from './flags.ts'
import { UnknownWordError } from './command-line.ts'

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
  const names = new Map<string, string>()
  const switched = new Set<string>()
  for (const flag of flags) {
    if (isNegated(flag)) addNegatedFlag(splitter, flag, switched)
    else addFlag(splitter, flag, names)
  }
  refuseValueForBoolean(words, flags)
  try {
    splitter.parse(end === -1 ? words : words.slice(0, end), { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) throw usageError(error, words, { flags, path })
    throw error
  }
  const typed = new Map(
    Object.entries(splitter.opts()).flatMap(([key, value]) => {
      const name = names.get(key)
      const isAbsent = value === undefined || (value === false && switched.has(`no_${name}`))
      return name === undefined || isAbsent ? [] : [[name, value] as const]
    }),
  )
  for (const { name, positive } of flags.filter(isNegated)) {
    if (!switched.has(name)) continue
    const other = positive?.replace('--no-', '--') ?? ''
    if (switched.has(other)) throw notTogether(String(positive), other)
    typed.set(name, true)
  }
  return { typed, operands: splitter.args, after }
}

function addFlag(
  splitter: Splitter,
  { name, positive, negative, short, value, repeats, preset }: Flag,
  names: Map<string, string>,
): void {
  if (positive !== undefined) {
    const option = new SplitterOption(
      `${short ? `${short}, ` : ''}${positive}${value === undefined ? '' : preset === undefined ? ' <value>' : ' [value]'}`,
    )
    if (preset !== undefined) option.preset(preset)
    // `false` comes from a flag such as `--no-venue`.
    if (repeats) option.argParser((text: string, before: readonly string[] | false = []) => [...(before || []), text])
    splitter.addOption(option)
    names.set(option.attributeName(), name)
  }
  if (negative === undefined) return
  const option = new SplitterOption(negative)
  splitter.addOption(option)
  names.set(option.attributeName(), name)
  // In commander, a `--no-` flag without its positive form is on by default; here it must be absent.
  if (positive === undefined) splitter.setOptionValue(option.attributeName(), undefined)
}

/** A flag of its own that begins with `--no-`, such as `--no-venue`; not the negation of another one. */
function isNegated({ positive }: Flag): boolean {
  return positive?.startsWith('--no-') === true
}

/** commander takes `--no-venue` for the negation of `--venue`; only its event tells them apart. */
function addNegatedFlag(splitter: Splitter, { name, positive = '' }: Flag, switched: Set<string>): void {
  const option = new SplitterOption(positive)
  const other = splitter.options.find(({ long }) => long === positive.replace('--no-', '--'))
  splitter.addOption(option)
  splitter.on(`option:${option.name()}`, () => switched.add(name))
  if (other === undefined) splitter.setOptionValue(option.attributeName(), undefined)
  else splitter.on(`option:${other.name()}`, () => switched.add(other.long ?? ''))
}

function usageError(
  error: CommanderError,
  words: readonly string[],
  { flags, path }: { readonly flags: readonly Flag[]; readonly path: readonly string[] },
): CalError {
  const spelled = /'([^']*)'/.exec(error.message)?.[1] ?? ''
  const flag = spelled.replace(/[ ,].*$/, '')
  if (error.code === 'commander.optionMissingArgument') {
    const long = /--[\w-]+/.exec(spelled)?.[0] ?? flag
    return new CalError('usage', t('{long} needs a value', { long }))
  }
  if (error.code !== 'commander.unknownOption') throw error
  const at = words.findIndex((word) => word === flag || word.startsWith(`${flag}=`))
  const spelling = words[at] ?? flag
  const name = spelling.replace(/=.*$/s, '')
  const toggle = flags.find(({ positive, negative }) => positive === name || negative === name)
  if (toggle) return takesNoValue(name, spelling, toggle)
  return new UnknownWordError('flag', name, { text: t('unknown flag {name}', { name }), argv: [...path, ...words] })
}

/** `--featured yes`: commander would take `yes` for a TARGET. */
function refuseValueForBoolean(words: readonly string[], flags: readonly Flag[]): void {
  for (const [i, word] of words.entries()) {
    const next = words[i + 1] ?? ''
    const toggle = /^(yes|no|true|false|ja|nein)$/i.test(next)
      ? flags.find(
          ({ parameter, value, positive, negative }) =>
            parameter && value === undefined && (positive === word || negative === word),
        )
      : undefined
    if (toggle) throw takesNoValue(word, `${word} ${next}`, toggle)
  }
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
    const name = word.replace(/=.*$/s, '')
    const spelling = end === -1 || i < end ? spellings[name] : undefined
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
