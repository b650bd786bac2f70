// Rewrites command lines that name no command: user-defined aliases, the verb before the noun, days.
import type { DateContext } from '../../base/dates/date-parser.ts'
import { CalError } from '../../base/errors.ts'
import { didYouMean } from '../../base/text/closest.ts'
import { shellWord } from '../../base/text/quoted.ts'
import { resourceNamed, resources } from '../../spec/resources.ts'
import { pluralOf, type ScannedLine, scanLine } from '../arguments/command-line.ts'
import { wordsOfAlias } from '../config/alias-words.ts'
import { userFile } from '../config/files.ts'
import type { Command } from '../core/command.ts'
import type { Runtime } from '../core/runtime.ts'
import { commandsOf } from './records/records.ts'

/**
 * The line as a command; undefined if it has no known meaning. Called only if the line names no command, so an alias
 * never replaces a command.
 *
 * Errors: `usage` for a verb that writes without a kind of record, `configuration` for an alias that refers to itself.
 */
export async function rewritten(commands: readonly Command[], runtime: Runtime): Promise<ScannedLine | undefined> {
  const line = scanLine(runtime.argv)
  const { name, at } = firstOf(line)
  if (name === undefined) return undefined
  const isGroup = commands.some(({ path }) => path[0] === pluralOf(name))
  const words = isGroup ? undefined : wordsOfAlias(name, (await userFile(runtime, () => {})).aliases)
  const hasAlias = words !== undefined
  const typed = hasAlias ? { ...scanLine(replaced(line.argv, [at], words)), hasAlias } : line
  refuseVerb(typed)
  const argv = verbBeforeNoun(typed) ?? nounFirst(typed) ?? singleWord(typed) ?? (await daysOnly(typed, runtime))
  return argv === undefined ? (hasAlias ? typed : undefined) : { ...scanLine(argv), hasAlias }
}

function firstOf({ argv, word_indexes: [at = -1] }: ScannedLine) {
  return { at, name: argv[at] }
}

/** Replaces the words at these positions by others, which are inserted at the first position. */
function replaced(argv: readonly string[], indexes: readonly number[], words: readonly string[]): readonly string[] {
  return argv.flatMap((word, i) => (i === indexes[0] ? words : indexes.includes(i) ? [] : [word]))
}

function isKind(word: string): boolean {
  return Object.hasOwn(resources, pluralOf(word))
}

/** Errors: `usage`, with the equivalent command, for verbs of other programs. */
function refuseVerb({ argv, word_indexes }: ScannedLine): void {
  const [at = -1, next = -1] = word_indexes
  const [first, second] = [argv[at] ?? '', argv[next] ?? '']
  const [plural, verb, after] = isKind(first) ? [pluralOf(first), second, next] : ['events', first, at]
  const target = argv.slice(after + 1).find((word) => !word.startsWith('-'))
  if (['move', 'reschedule', 'postpone', 'mv'].includes(verb) && plural === 'events')
    throw new CalError(
      'usage',
      { en: `unknown command "${verb}"`, de: `unbekannter Befehl „${verb}“` },
      { hint: didYouMean(`cal events update ${target === undefined ? 'ID' : shellWord(target)} --shift +1d`) },
    )
  if (['sync', 'mirror', 'replicate'].includes(verb))
    throw new CalError(
      'usage',
      { en: `unknown command "${verb}"`, de: `unbekannter Befehl „${verb}“` },
      { hint: didYouMean('cal copy --from PROFILE --to PROFILE') },
    )
  const resource = resourceNamed(plural)
  if (!['restore', 'untrash', 'undelete'].includes(verb) || resource?.family !== 'term') return
  throw new CalError(
    'usage',
    {
      en: `${resource.titles.en} have no trash to restore from`,
      de: `für ${resource.titles.de} gibt es keinen Papierkorb`,
    },
    {
      hint: {
        en: 'to recreate records that a run deleted, use cal history undo',
        de: 'cal history undo legt wieder an, was ein Lauf gelöscht hat',
      },
    },
  )
}

/** `list events`, `get 5`, `ls`. Without a kind, verbs that read apply to events. */
function verbBeforeNoun({ argv, word_indexes }: ScannedLine): readonly string[] | undefined {
  const [at = -1, next] = word_indexes
  const [typed = '', noun] = [argv[at], next === undefined ? undefined : argv[next]]
  const command = commandsOf(resources.events).find(
    ({ path, aliases = [] }) => path[1] === typed || aliases.includes(typed),
  )
  const verb = command?.path[1]
  if (!command || verb === undefined) return undefined
  if (noun !== undefined && isKind(noun)) return replaced(argv, word_indexes, [pluralOf(noun), verb])
  if (command.effect === 'reads') return replaced(argv, [at], ['events', verb])
  const line = ['cal', 'events', verb, ...argv.slice(at + 1)].map(shellWord).join(' ')
  throw new CalError(
    'usage',
    {
      en: `"${typed}" needs a kind of record: ${Object.keys(resources).join(', ')}`,
      de: `„${typed}“ erwartet eine Art von Einträgen: ${Object.keys(resources).join(', ')}`,
    },
    { hint: didYouMean(line) },
  )
}

/** Other verbs after a kind: `events help`, `events find jazz`, `events open 5`. */
function nounFirst({ argv, word_indexes }: ScannedLine): readonly string[] | undefined {
  const [at = -1, next] = word_indexes
  const [noun = '', verb] = [argv[at], next === undefined ? undefined : argv[next]]
  if (verb === undefined || next === undefined || !isKind(noun)) return undefined
  if (verb === 'help') return replaced(argv, word_indexes, ['help', noun])
  if (verb === 'wait') return replaced(argv, word_indexes, ['wait', pluralOf(noun)])
  if (verb === 'open') return [...replaced(argv, word_indexes, [noun, 'get']), '--web']
  if (verb !== 'find' && verb !== 'search') return undefined
  const rest = argv.slice(next + 1)
  const flags = rest.findIndex((word) => word.startsWith('-'))
  const words = flags === -1 ? rest : rest.slice(0, flags)
  const search = words.length === 0 ? [] : ['--search', words.join(' ')]
  return [...argv.slice(0, at), noun, 'list', ...search, ...rest.slice(words.length)]
}

/** `version`, `undo`. */
function singleWord(line: ScannedLine): readonly string[] | undefined {
  const { name, at } = firstOf(line)
  if (name === 'version') return replaced(line.argv, [at], ['--version'])
  return name === 'undo' ? replaced(line.argv, [at], ['history', 'undo']) : undefined
}

/** Days without a command: `friday`, `december`, `next week`. */
async function daysOnly({ argv, word_indexes: [at = 0] }: ScannedLine, runtime: Runtime) {
  const rest = argv.slice(at)
  const flags = rest.findIndex((word) => word.startsWith('-'))
  const words = flags === -1 ? rest : rest.slice(0, flags)
  const here: DateContext = { now: runtime.now(), zone: runtime.timezone }
  const { daysCommand } = await import('../views/span.ts')
  const command = await daysCommand(words.join(' '), here)
  return command === undefined ? undefined : [...argv.slice(0, at), command, ...rest]
}
