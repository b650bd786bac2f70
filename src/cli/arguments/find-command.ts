// Finds the command that a command line names.
import { CalError } from '../../base/errors.ts'
import { sameText, type Text } from '../../base/text/language.ts'
import { shellWord } from '../../base/text/quoted.ts'
import { closest, didYouMean } from '../../base/text/closest.ts'
import type { Command } from '../core/command.ts'
import { pluralOf, type ScannedLine } from './scan.ts'

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
  const before = argv[(word_indexes[0] ?? 0) - 1]
  if (inGroup.length === 0 && before !== undefined && /^--?[a-z]/i.test(before))
    throw flagFirst(before, argv, word_indexes[0] ?? 0)
  if (inGroup.length === 0)
    throw unknown({
      word: first,
      after: argv.slice((word_indexes[0] ?? 0) + 1),
      candidates: [...commands.map(({ path }) => path[0] ?? ''), '--version'],
      elsewhere: commands.find((candidate) => candidate.path.length === 2 && isCalled(candidate, first))?.path,
    })
  const between = argv.slice((word_indexes[0] ?? 0) + 1, word_indexes[1])
  if (second !== undefined && between.length > 0) throw verbMissing(group, inGroup)
  if (second !== undefined)
    throw unknown({
      word: second,
      before: group,
      after: argv.slice((word_indexes[1] ?? 0) + 1),
      candidates: inGroup.flatMap(({ path, aliases = [] }) => [path[1] ?? '', ...aliases]),
    })
  return { command: undefined, path: [group], rest: without(argv, word_indexes.slice(0, 1)) }
}

/** `cal --timezone UTC events list`: a command's flag stands before it, so that its value looks like the command. */
function flagFirst(flag: string, argv: readonly string[], at: number): CalError {
  const line = [...argv.slice(at + 1), ...argv.slice(0, at + 1)].map(shellWord).join(' ')
  return new CalError(
    'usage',
    {
      en: `${flag} is not a global flag: put it after its command`,
      de: `${flag} gilt nicht für jeden Befehl und gehört hinter seinen Befehl`,
    },
    { hint: didYouMean(`cal ${line}`) },
  )
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
  return new CalError(
    'usage',
    {
      en: `cal ${group} needs a command: ${verbs}`,
      de: `cal ${group} erwartet vor den Optionen einen Befehl: ${verbs}`,
    },
    { hint: sameText(`cal ${group} --help`) },
  )
}

interface UnknownCommand {
  readonly word: string
  readonly before?: string
  /** The words after it. */
  readonly after: readonly string[]
  readonly candidates: readonly string[]
  /** A command of that name in another group: `list` of `events`. */
  readonly elsewhere?: readonly string[] | undefined
}

function unknown({ word, before, after, candidates, elsewhere }: UnknownCommand): CalError {
  const near = elsewhere?.join(' ') ?? closest(word, candidates)
  const typed = before === undefined ? word : `${before} ${word}`
  const meant = [...(before === undefined ? [] : [before]), near ?? '', ...after.map(shellWord)].join(' ')
  return new CalError(
    'usage',
    { en: `unknown command "${typed}"`, de: `unbekannter Befehl „${typed}“` },
    { hint: hintFor(word, near === undefined ? undefined : meant) },
  )
}

function hintFor(word: string, meant: string | undefined): Text {
  if (/^\d+$/.test(word))
    return {
      en: `to show an event: cal events get ${word}; to show a month: cal month 2026-12`,
      de: `cal events get ${word} zeigt einen Termin, cal month 2026-12 einen Monat`,
    }
  if (/^\d[\d./-]*$/.test(word))
    return { en: 'write a month as: cal month 2026-12', de: 'einen Monat so angeben: cal month 2026-12' }
  if (meant === undefined) return { en: 'list all commands: cal --help', de: 'cal --help zeigt alle Befehle' }
  return { en: `did you mean cal ${meant}`, de: `meinten Sie cal ${meant}?` }
}
