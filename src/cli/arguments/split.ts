// Splits argv into flags and operands; values stay text. Unknown flags get a suggestion.
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
  const end = argv.indexOf('--')
  const [line, after] = end === -1 ? [argv, []] : [argv.slice(0, end), argv.slice(end + 1)]
  refuseValueForBoolean(line, flags)
  const typed = new Map<string, OptionValue>()
  const operands: string[] = []
  const unknown: string[] = []
  const left = [...line]
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (!isFlag(word)) {
      operands.push(word)
      continue
    }
    const [, name = word, inline] = /^(--[^=]+)=(.*)$/s.exec(word) ?? /^(-[^-])(.+)$/s.exec(word) ?? []
    const flag = flags.find((one) => [one.positive, one.negative, one.short].includes(name))
    const spelling = flag ?? spellings[name]
    if (typeof spelling === 'string') left.unshift(`${spelling}${word.slice(name.length)}`)
    else if (flag === undefined || (isSwitch(flag) && inline !== undefined && name.startsWith('--'))) unknown.push(word)
    else if (isSwitch(flag)) {
      typed.set(flag.name, name !== flag.negative)
      // `-ny` is `-n -y`.
      if (inline !== undefined) left.unshift(`-${inline}`)
    } else {
      const isNext = flag.preset === undefined || !isFlag(left[0] ?? '-?')
      const value = inline ?? (isNext ? left.shift() : undefined) ?? flag.preset
      if (value === undefined) throw noValue(flag)
      typed.set(flag.name, flag.repeats ? [typed.get(flag.name) ?? [], value].flat().map(String) : value)
    }
  }
  const [first] = unknown
  if (first !== undefined) throw unknownFlag(first, argv, { flags, path })
  for (const { name, positive = '' } of flags) {
    const other = positive.startsWith('--no-') ? positive.replace('--no-', '--') : undefined
    const excluded = typed.has(name) && flags.find((flag) => flag.positive === other)
    if (other !== undefined && excluded && typed.has(excluded.name)) throw notTogether(positive, other)
  }
  return { typed, operands, after }
}

/** A negative number is an operand. */
function isFlag(word: string): boolean {
  return word.length > 1 && word.startsWith('-') && !/^-(\d+|\d*\.\d+)$/.test(word)
}

/** Whether it takes no value. */
function isSwitch({ value }: Flag): boolean {
  return value === undefined
}

function noValue({ positive }: Flag): CalError {
  return new CalError('usage', t('{long} needs a value', { long: String(positive) }))
}

function unknownFlag(
  spelling: string,
  argv: readonly string[],
  { flags, path }: { readonly flags: readonly Flag[]; readonly path: readonly string[] },
): CalError {
  const name = spelling.replace(/=.*$/s, '')
  const toggle = flags.find(({ positive, negative }) => positive === name || negative === name)
  if (toggle) return takesNoValue(name, spelling, toggle)
  return new UnknownWordError('flag', name, { text: t('unknown flag {name}', { name }), argv: [...path, ...argv] })
}

/** `--featured yes`: `yes` would be a TARGET. */
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

/** Flags of other programs, unless the command has a flag of that name. */
const spellings: Readonly<Record<string, string>> = {
  '--no-color': '--color=never',
  '--no-colour': '--color=never',
  '--format': '--output',
  ...Object.fromEntries(['csv', 'tsv', 'yaml', 'ndjson'].map((format) => [`--${format}`, `--output=${format}`])),
}
