// Which command was meant: the words of the command line against the table.
import { CalError } from '../../base/errors.ts'
import { sameText, type Text } from '../../base/text/language.ts'
import { resourceNamed } from '../../spec/resources.ts'
import { closest } from '../../base/text/closest.ts'
import type { Command } from '../core/command.ts'
import { global_options, spellingsOf } from './options.ts'

export interface FoundCommand {
  /** undefined where the words name a group, or nothing. */
  readonly command: Command | undefined
  /** The words that were understood: `['events', 'list']`, `['events']`, `[]`. */
  readonly path: readonly string[]
  /** Everything else that was typed, in its order. */
  readonly rest: readonly string[]
}

/** Groups may be named in the singular. */
function groupWord(word: string): string {
  return resourceNamed(word)?.plural ?? word
}

/** The first word that may name a command, groups in the plural; undefined where only flags were typed. */
export function firstWordOf(typed: readonly string[]): string | undefined {
  const argv = withMonth(typed)
  const [place = -1] = wordPlaces(argv)
  const word = argv[place]
  return word === undefined ? undefined : groupWord(word)
}

/** Fails with `usage` and the nearest command where the words name none. */
export function findCommand(commands: readonly Command[], typed: readonly string[]): FoundCommand {
  const argv = withMonth(typed)
  const places = wordPlaces(argv)
  const [first, second] = places.map((place) => argv[place] ?? '')
  if (first === undefined) return { command: undefined, path: [], rest: argv }
  const group = groupWord(first)
  const inGroup = commands.filter(({ path }) => path[0] === group)
  const alone = inGroup.find(({ path }) => path.length === 1)
  const named =
    second === undefined ? undefined : inGroup.find((command) => command.path.length === 2 && isCalled(command, second))
  const command =
    named ?? alone ?? commands.find((candidate) => candidate.path.length === 1 && isCalled(candidate, first))
  if (command) return { command, path: command.path, rest: without(argv, places.slice(0, command.path.length)) }
  if (inGroup.length === 0)
    throw unknown(
      first,
      [],
      [...commands.map(({ path }) => path[0] ?? ''), '--version'],
      commands.find((candidate) => candidate.path.length === 2 && isCalled(candidate, first))?.path,
    )
  const between = argv.slice((places[0] ?? 0) + 1, places[1])
  if (second !== undefined && between.length > 0) throw verbMissing(group, inGroup)
  if (second !== undefined)
    throw unknown(
      second,
      [group],
      inGroup.flatMap(({ path, aliases = [] }) => [path[1] ?? '', ...aliases]),
    )
  return { command: undefined, path: [group], rest: without(argv, places.slice(0, 1)) }
}

/** Like the calendar of old: `2026` and `12 2026` mean a year and a month; so does `2026-12`. */
function withMonth(argv: readonly string[]): readonly string[] {
  const [first = -1, second = -1] = wordPlaces(argv)
  const [word = '', next = ''] = [argv[first], argv[second]]
  if (/^\d{4}(-(0[1-9]|1[0-2]))?$/.test(word)) return [...argv.slice(0, first), 'month', ...argv.slice(first)]
  if (!/^(0?[1-9]|1[0-2])$/.test(word) || !/^\d{4}$/.test(next)) return argv
  return ['month', `${next}-${word.padStart(2, '0')}`, ...without(argv, [first, second])]
}

function isCalled({ path, aliases = [] }: Command, word: string): boolean {
  return path.at(-1) === word || aliases.includes(word)
}

/** Where the first two words stand that are neither flags nor values of flags every command takes. */
function wordPlaces(argv: readonly string[]): readonly number[] {
  const takesValue = spellingsOf(global_options)
  const places: number[] = []
  for (let i = 0; i < argv.length && places.length < 2; i += 1) {
    const word = argv[i] ?? ''
    if (word === '--') break
    if (word.startsWith('-') && word !== '-') i += takesValue.get(word) ? 1 : 0
    else places.push(i)
  }
  return places
}

function without(argv: readonly string[], places: readonly number[]): readonly string[] {
  return argv.filter((_, i) => !places.includes(i))
}

/** `cal events --limit 3`: flags came where the command should stand. */
function verbMissing(group: string, inGroup: readonly Command[]): CalError {
  const verbs = inGroup.map(({ path }) => path[1] ?? '').join(', ')
  return new CalError(
    'usage',
    {
      en: `cal ${group} needs a command before its flags: ${verbs}`,
      de: `cal ${group} braucht vor den Schaltern einen Befehl: ${verbs}`,
    },
    { hint: sameText(`cal ${group} --help`) },
  )
}

/** `elsewhere` is a command of that name below another word: `list` of `events`. */
function unknown(
  word: string,
  before: readonly string[],
  candidates: readonly string[],
  elsewhere?: readonly string[],
): CalError {
  const near = elsewhere?.join(' ') ?? closest(word, candidates)
  return new CalError(
    'usage',
    {
      en: `there is no command "${[...before, word].join(' ')}"`,
      de: `den Befehl „${[...before, word].join(' ')}“ gibt es nicht`,
    },
    {
      hint: hintFor(word, near === undefined ? undefined : [...before, near].join(' ')),
    },
  )
}

function hintFor(word: string, meant: string | undefined): Text {
  if (/^\d[\d./-]*$/.test(word))
    return { en: 'a month is written so: cal month 2026-12', de: 'ein Monat wird so geschrieben: cal month 2026-12' }
  if (meant === undefined) return { en: 'cal --help lists all commands', de: 'cal --help nennt alle Befehle' }
  return { en: `did you mean: cal ${meant}`, de: `gemeint war vielleicht: cal ${meant}` }
}
