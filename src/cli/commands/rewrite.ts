// Rewrites command lines that name no command: user-defined aliases, the verb before the noun, days.
import type { DateContext } from '../../base/dates/date-parser.ts'
import { CalError } from '../../base/errors.ts'
import { didYouMean } from '../../base/text/closest.ts'
import { t, type Text } from '../../base/text/language.ts'
import { shellWord } from '../../base/text/quoted.ts'
import { resourceNamed, resources } from '../../spec/resources.ts'
import { commandHint, inEnglish } from '../arguments/other-words.ts'
import { findCommand, pluralOf, type ScannedLine, scanLine } from '../arguments/command-line.ts'
import { wordsOfAlias } from '../config/alias-words.ts'
import { userFile } from '../config/files.ts'
import type { Command } from '../core/command.ts'
import type { Runtime } from '../core/runtime.ts'
import { languageOfRun } from '../run/settings.ts'
import { commandsOf } from './records/records.ts'

/**
 * The line as a command; undefined if it has no known meaning. Called only if the line names no command, so an alias
 * never replaces a command. German names of commands are replaced if the language is German.
 *
 * Errors: `usage` with the command that was meant, `configuration` for an alias that refers to itself.
 */
export async function rewritten(commands: readonly Command[], runtime: Runtime): Promise<ScannedLine | undefined> {
  const line = scanLine(runtime.argv)
  const { name, at } = firstOf(line)
  if (name === undefined) return undefined
  const isGroup = commands.some(({ path }) => path[0] === pluralOf(name))
  const user = await userFile(runtime, () => {})
  const words = isGroup ? undefined : wordsOfAlias(name, user.aliases)
  const hasAlias = words !== undefined
  const expanded = hasAlias ? { ...scanLine(replaced(line.argv, [at], words)), hasAlias } : line
  const isGerman = languageOfRun(line.lang, runtime.env, user.settings.lang) === 'de'
  const typed = isGerman ? inEnglishLine(expanded) : expanded
  if (typed !== line && (await namesCommand(typed))) return typed
  const argv = verbBeforeNoun(typed) ?? nounFirst(typed) ?? singleWord(typed) ?? (await daysOnly(typed, runtime))
  if (argv !== undefined) return { ...scanLine(argv), hasAlias }
  refuseOtherWord(typed, expanded)
  return hasAlias ? typed : undefined
}

/** The first two words in English: `suche jazz` → `search jazz`, `termine löschen 15` → `events delete 15`. */
function inEnglishLine(line: ScannedLine): ScannedLine {
  const { argv, word_indexes } = line
  const [first = -1, second = -1] = word_indexes
  const isKindFirst = isKind(inEnglish(argv[first] ?? ''))
  const translated = argv.map((word, i) =>
    i === first ||
    (i === second && (isKindFirst || (isKind(inEnglish(word)) && inEnglish(argv[first] ?? '') !== 'search')))
      ? inEnglish(word)
      : word,
  )
  return translated.every((word, i) => word === argv[i])
    ? line
    : { ...scanLine(translated), hasAlias: line.hasAlias ?? false }
}

async function namesCommand(line: ScannedLine): Promise<boolean> {
  const { commands } = await import('./commands.ts')
  try {
    findCommand(commands, line)
    return true
  } catch {
    return false
  }
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

/** Errors: `usage`, with the command that was meant. */
function refuseOtherWord({ argv, word_indexes }: ScannedLine, typed: ScannedLine): void {
  const [at = -1, next = -1] = word_indexes
  const [first = '', second = ''] = [argv[at], argv[next]]
  if (argv[at - 1] === '-f' && argv.length === at + 1)
    throw new CalError('usage', t('unknown flag -f'), { hint: didYouMean(`cal import ${shellWord(first)}`) })
  const group = isKind(first) && second !== '' ? pluralOf(first) : undefined
  const word = group === undefined ? first : second
  const resource = resourceNamed(group ?? '')
  if (['restore', 'untrash', 'undelete'].includes(word) && resource?.family === 'term')
    throw new CalError('usage', t('{titles} have no trash to restore from', { titles: resource.titles }), {
      hint: t('to recreate records that a run deleted, use cal history undo'),
    })
  const words = argv.slice(group === undefined ? at : next)
  const isTarget = group !== undefined && /^\d+$/.test(word)
  const hint = isTarget
    ? ((group === 'tags' && words.length > 1 ? commandHint(['tags', ...words]) : undefined) ??
      didYouMean(`cal ${group} get ${word}`))
    : commandHint(words, group)
  if (hint) throw unknownCommand(typed.argv.slice(at, (group === undefined ? at : next) + 1).join(' '), hint)
}

function unknownCommand(typed: string, hint: Text): CalError {
  return new CalError('usage', t('unknown command "{typed}"', { typed }), { hint })
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
  if (noun !== undefined && isKind(noun)) {
    const isList =
      verb === 'get' && noun === pluralOf(noun) && argv.every((word, i) => word.startsWith('-') || i <= (next ?? 0))
    return replaced(argv, word_indexes, [pluralOf(noun), isList ? 'list' : verb])
  }
  if (command.effect === 'reads') return replaced(argv, [at], ['events', verb])
  const words = argv.slice(at + 1).flatMap((word) => (word === '--all' ? ['--where', 'status=draft'] : [word]))
  const isText = verb === 'create' && words.length > 0 && words.every((word) => !word.startsWith('-'))
  const rest = isText
    ? ['add', words.join(' ')]
    : ['events', verb, ...(words.length > 0 || verb === 'create' ? words : ['15'])]
  const line = ['cal', ...rest.map(shellWord)].join(' ')
  const question = questions[verb] ?? t('specify what to {verb}', { verb })
  throw new CalError('usage', question, {
    hint: words.length > 0 ? didYouMean(line) : t('for example: {line}', { line }),
  })
}

const questions: Readonly<Record<string, Text>> = {
  create: t('specify what to create: an event, venue, organizer, category or tag'),
  update: t('specify what to update'),
  edit: t('specify what to edit'),
  delete: t('specify what to delete'),
  restore: t('specify what to restore'),
  copy: t('specify what to copy'),
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
