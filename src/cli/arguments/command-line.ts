// One pass over the command line before its command is known: the words that may name a command, the flags that the
// report of an error depends on, and the command that the words name.
import { isMonth } from '../../base/dates/days.ts'
import { CalError } from '../../base/errors.ts'
import { proposal } from '../../base/text/closest.ts'
import { t, type Text } from '../../base/text/language.ts'
import { resourceNamed } from '../../spec/resources.ts'
import { type Format, format_names } from '../types/outcome.ts'
import type { Command } from '../types/command.ts'
import { flagSpelled, global_flags, takesValue } from './flags.ts'

export interface ScannedLine {
  /** As typed, but `2026` and `12 2026` are written out: `month 2026`, `month 2026-12`. */
  readonly argv: readonly string[]
  /** The positions in `argv` of the first two words that are neither flags nor values of global flags. */
  readonly word_indexes: readonly number[]
  /** The first word, which may name a command; a kind of record is in the plural. undefined if there are only flags. */
  readonly first_word: string | undefined
  /** The values of flags that every command takes, by name; empty for those without one. */
  readonly globals: Readonly<Record<string, string | undefined>>
  readonly lang: string | undefined
  readonly format: Format | undefined
  readonly debug: boolean
  /** Some of the words are those of an alias. */
  readonly hasAlias?: boolean
}

/** Never fails: errors in the line are reported when its command is known. */
export function scanLine(argv: readonly string[]): ScannedLine {
  const word_indexes: number[] = []
  const globals: Record<string, string | undefined> = {}
  for (let i = 0; i < argv.length; i += 1) {
    const word = argv[i] ?? ''
    if (word === '--') break
    if (!word.startsWith('-') || word === '-') {
      if (word_indexes.length < 2) word_indexes.push(i)
      continue
    }
    const at = word.indexOf('=')
    const known = flagSpelled(global_flags, at === -1 ? word : word.slice(0, at))
    const takes_next = at === -1 && known !== undefined && takesValue(known)
    if (takes_next) i += 1
    if (known) globals[known.name] = takes_next ? argv[i] : word.slice(at === -1 ? word.length : at + 1)
  }
  const named = globals.json === undefined ? globals.output : 'json'
  const line = withMonth(argv, word_indexes)
  const [first = -1] = line.word_indexes
  const word = line.argv[first]
  return {
    ...line,
    first_word: word === undefined ? undefined : pluralOf(word),
    globals,
    lang: globals.lang,
    format: format_names.find((format) => format === named),
    debug: globals.debug !== undefined,
  }
}

/** Kinds of records are accepted in the singular: `event` means `events`. */
export function pluralOf(word: string): string {
  return resourceNamed(word)?.plural ?? word
}

/** As in Unix `cal`, `2026` is a year and `12 2026` a month; so is `2026-12`. */
function withMonth(
  argv: readonly string[],
  word_indexes: readonly number[],
): Pick<ScannedLine, 'argv' | 'word_indexes'> {
  const [first = -1, second = -1] = word_indexes
  const [word = '', next = ''] = [argv[first], argv[second]]
  if (isMonth(word) || /^\d{4}$/.test(word))
    return { argv: [...argv.slice(0, first), 'month', ...argv.slice(first)], word_indexes: [first, first + 1] }
  if (!/^(0?[1-9]|1[0-2])$/.test(word) || !/^\d{4}$/.test(next)) return { argv, word_indexes }
  const others = argv.filter((_, i) => i !== first && i !== second)
  return { argv: ['month', `${next}-${word.padStart(2, '0')}`, ...others], word_indexes: [0, 1] }
}

export interface FoundCommand {
  /** undefined if the words name a group of commands, or there are none. */
  readonly command: Command | undefined
  /** The words that name it: `['events', 'list']`, `['events']`, `[]`. */
  readonly path: readonly string[]
  /** The other arguments, in order. */
  readonly rest: readonly string[]
}

/** Errors: `usage` with the closest command if the words name none. */
export function findCommand(commands: readonly Command[], { argv, word_indexes }: ScannedLine): FoundCommand {
  const [first, second] = word_indexes.map((index) => argv[index] ?? '')
  if (first === undefined)
    return { command: undefined, path: [], rest: argv.map((word) => (word === '-v' ? '--version' : word)) }
  const group = pluralOf(first)
  const inGroup = commands.filter(({ path }) => path[0] === group)
  const alone = inGroup.find(({ path }) => path.length === 1)
  const named =
    second === undefined ? undefined : inGroup.find((command) => command.path.length === 2 && isCalled(command, second))
  const command =
    named ?? alone ?? commands.find((candidate) => candidate.path.length === 1 && isCalled(candidate, first))
  if (command) return { command, path: command.path, rest: without(argv, word_indexes.slice(0, command.path.length)) }
  const at = word_indexes[0] ?? 0
  const before = argv[at - 1] ?? ''
  if (inGroup.length === 0 && /^--?[a-z]/i.test(before) && !flagSpelled(global_flags, before)) {
    // `cal -m 12`: the flag is unknown, whatever follows.
    if (argv.length === at + 1) return { command: undefined, path: [], rest: argv }
    throw flagFirst(before, argv, at)
  }
  if (inGroup.length === 0)
    throw new UnknownWordError('command', first, { text: t('unknown command "{typed}"', { typed: first }) })
  const between = argv.slice(at + 1, word_indexes[1])
  if (second !== undefined && between.length > 0) throw verbMissing(group, inGroup)
  if (second !== undefined)
    throw new UnknownWordError('command', `${first} ${second}`, {
      text: t('unknown command "{word}" for cal {group}', { word: second, group: first }),
    })
  const rest = without(argv, word_indexes.slice(0, 1))
  // `events --watch`, `events -o json`
  const own = argv
    .slice((word_indexes[0] ?? 0) + 1)
    .some(
      (word) =>
        word.startsWith('-') && !/^(-h|--(help|help-all|lang|color|no-pager|debug|api-root|profile)\b)/.test(word),
    )
  if (own && resourceNamed(group) !== undefined) throw verbMissing(group, inGroup)
  return { command: undefined, path: [group], rest }
}

/** undefined if the words name no command. */
export function commandIn(commands: readonly Command[], line: ScannedLine): FoundCommand | undefined {
  try {
    return findCommand(commands, line)
  } catch (error) {
    if (error instanceof CalError) return undefined
    throw error
  }
}

/** `cal --timezone UTC events list`: a flag before the command, whose value looks like the command. */
function flagFirst(flag: string, argv: readonly string[], at: number): CalError {
  return new CalError('usage', t('{flag} is not a global flag: put it after its command', { flag }), {
    hint: proposal([...argv.slice(at + 1), ...argv.slice(0, at + 1)]),
  })
}

/** The commands that begin with the same word, without hidden ones. */
export function groupsOf(commands: readonly Command[]) {
  const shown = commands.filter(({ hidden }) => !hidden)
  return [...new Set(shown.map(({ path: [name = ''] }) => name))].map((name) => {
    const members = shown.filter(({ path }) => path[0] === name)
    return {
      name,
      members,
      verbs: members.flatMap(({ path: [, verb = []] }) => verb),
      /** Of the command of this name, if there is one. */
      summary: members.find(({ path }) => path.length === 1)?.summary,
      /** Of the records of this name. */
      titles: resourceNamed(name)?.titles,
    }
  })
}

function isCalled({ path, aliases = [] }: Command, word: string): boolean {
  return path.at(-1) === word || aliases.includes(word)
}

function without(argv: readonly string[], indexes: readonly number[]): readonly string[] {
  return argv.filter((_, i) => !indexes.includes(i))
}

/** `cal events --limit 3`: flags without a verb. */
function verbMissing(group: string, inGroup: readonly Command[]): CalError {
  const verbs = inGroup.map(({ path }) => path[1] ?? '').join(', ')
  return new UnknownWordError('command', group, { text: t('cal {group} needs a command: {verbs}', { group, verbs }) })
}

/** A word of the line that names no command, flag or argument. Its hint is made when the error is reported. */
export class UnknownWordError extends CalError {
  readonly role: 'command' | 'flag' | 'argument'
  readonly word: string
  /** The line that it belongs to, if it isn't the one that was typed. */
  readonly argv: readonly string[] | undefined

  constructor(role: UnknownWordError['role'], word: string, { text, argv }: { text: Text; argv?: readonly string[] }) {
    super('usage', text)
    this.role = role
    this.word = word
    this.argv = argv
  }
}
