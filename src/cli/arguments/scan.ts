// One pass over the command line before its command is known: the words that may name a command, and the flags that the
// report of an error depends on.
import { type Format, format_names } from '../core/choices.ts'
import { resourceNamed } from '../../spec/resources.ts'
import { global_options, spellingsOf } from './options.ts'

export interface ScannedLine {
  /** As typed, but `2026` and `12 2026` are written out: `month 2026`, `month 2026-12`. */
  readonly argv: readonly string[]
  /** The positions in `argv` of the first two words that are neither flags nor values of global flags. */
  readonly word_indexes: readonly number[]
  /** The first word, which may name a command; a kind of record is in the plural. undefined if there are only flags. */
  readonly first_word: string | undefined
  readonly lang: string | undefined
  readonly format: Format | undefined
  readonly debug: boolean
}

/** Never fails: errors in the line are reported when its command is known. */
export function scanLine(argv: readonly string[]): ScannedLine {
  const takes_value = spellingsOf(global_options)
  const word_indexes: number[] = []
  const typed: { lang?: string; output?: string; json?: true; debug?: true } = {}
  for (let i = 0; i < argv.length; i += 1) {
    const word = argv[i] ?? ''
    if (word === '--') break
    if (!word.startsWith('-') || word === '-') {
      if (word_indexes.length < 2) word_indexes.push(i)
      continue
    }
    const at = word.indexOf('=')
    const flag = at === -1 ? word : word.slice(0, at)
    const takes = takes_value.get(word) === true
    const value = at === -1 ? (takes ? argv[i + 1] : undefined) : word.slice(at + 1)
    if (takes) i += 1
    if (flag === '--lang' && value !== undefined) typed.lang = value
    if ((flag === '-o' || flag === '--output') && value !== undefined) typed.output = value
    if (flag === '--json') typed.json = true
    if (flag === '--debug') typed.debug = true
  }
  const named = typed.json ? 'json' : typed.output
  const line = withMonth(argv, word_indexes)
  const [first = -1] = line.word_indexes
  const word = line.argv[first]
  return {
    ...line,
    first_word: word === undefined ? undefined : pluralOf(word),
    lang: typed.lang,
    format: format_names.find((format) => format === named),
    debug: typed.debug === true,
  }
}

/** Kinds of records are accepted in the singular: `event` means `events`. */
export function pluralOf(word: string): string {
  return resourceNamed(word)?.plural ?? word
}

/** As in the Unix calendar, `2026` is a year and `12 2026` a month; so is `2026-12`. */
function withMonth(
  argv: readonly string[],
  word_indexes: readonly number[],
): Pick<ScannedLine, 'argv' | 'word_indexes'> {
  const [first = -1, second = -1] = word_indexes
  const [word = '', next = ''] = [argv[first], argv[second]]
  if (/^\d{4}(-(0[1-9]|1[0-2]))?$/.test(word))
    return { argv: [...argv.slice(0, first), 'month', ...argv.slice(first)], word_indexes: [first, first + 1] }
  if (!/^(0?[1-9]|1[0-2])$/.test(word) || !/^\d{4}$/.test(next)) return { argv, word_indexes }
  const others = argv.filter((_, i) => i !== first && i !== second)
  return { argv: ['month', `${next}-${word.padStart(2, '0')}`, ...others], word_indexes: [0, 1] }
}
