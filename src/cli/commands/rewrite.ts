// Rewrites command lines that name no command: user-defined aliases, the verb before the noun, days.
import type { DateContext } from '../../base/dates/date-parser.ts'
import { CalError } from '../../base/errors.ts'
import { didYouMean } from '../../base/text/closest.ts'
import { t, type Text } from '../../base/text/language.ts'
import { shellWord } from '../../base/text/quoted.ts'
import type { Plural } from '../../spec/model.ts'
import { resourceNamed, resources } from '../../spec/resources.ts'
import { closestWord, commandHint, isOtherCommand } from '../arguments/other-words.ts'
import { inEnglish } from '../arguments/german-words.ts'
import { answerOf, isFiller } from '../arguments/sentence.ts'
import { global_options, spellingsOf } from '../arguments/options.ts'
import { acceptedArguments, inOurFlags } from '../arguments/unknown-flag.ts'
import { flagsOf } from '../arguments/flags.ts'
import { parseArguments } from '../arguments/parse-arguments.ts'
import {
  findCommand,
  type FoundCommand,
  hintForName,
  pluralOf,
  type ScannedLine,
  scanLine,
} from '../arguments/command-line.ts'
import { shellWords, wordsOfAlias } from '../config/alias-words.ts'
import { userFile } from '../config/files.ts'
import type { Command } from '../types/command.ts'
import type { Runtime } from '../types/session.ts'
import { languageOfRun } from '../session/settings.ts'
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
  const own = line.argv.slice(at + 1)
  if (/^(cal|calctl)$/.test(name) && own.length > 0)
    throw unknownCommand(name, didYouMean(['cal', ...own].map(shellWord).join(' ')))
  if (typed !== line && (await foundIn(typed.argv))) return typed
  const argv =
    (await verbBeforeNoun(typed, expanded)) ?? nounFirst(typed) ?? singleWord(typed) ?? (await daysOnly(typed, runtime))
  if (argv !== undefined) return { ...scanLine(argv), hasAlias }
  const list = await verbless(typed)
  if (list !== undefined) return { ...scanLine(list), hasAlias }
  await refuseOtherWord(typed, expanded, { isGroup, runtime })
  return hasAlias ? typed : undefined
}

/** The first two words in English: `suche jazz` → `search jazz`, `termine löschen 15` → `events delete 15`. */
function inEnglishLine(line: ScannedLine): ScannedLine {
  const { argv, word_indexes } = line
  const [first = -1, second = -1] = word_indexes
  if (isOtherCommand(argv[first] ?? '', argv[second] ?? '')) return line
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

/**
 * `events --limit 3` lists. Errors: `usage` for flags that `list` doesn't have, and for `event 15 --title x`, with the
 * line that was meant.
 */
async function verbless({ argv, word_indexes: [at = -1] }: ScannedLine): Promise<readonly string[] | undefined> {
  const [noun = '', ...words] = argv.slice(at)
  if (!isKind(noun)) return undefined
  const group = pluralOf(noun)
  const [target = ''] = words
  const rest = target.startsWith('-') ? words : words.slice(1)
  if (!rest[0]?.startsWith('-') || !(target.startsWith('-') || /^\d+$/.test(target))) return undefined
  const shows = rest.some((word) => /^(-o|--(json|output|fields|jq|template|web))\b/.test(word))
  const verb = target.startsWith('-') ? 'list' : shows ? 'get' : 'update'
  const line = [...argv.slice(0, at), group, verb, ...words]
  if (verb === 'list' && (await foundIn(line, 'accepted'))) return line
  throw new CalError('usage', t('cal {group} needs a command', { group }), {
    hint: await checkedLine([group, verb, ...words]),
  })
}

/** The command of a line that needs no rewriting; undefined for an unknown one, or with `accepted` wrong arguments. */
async function foundIn(argv: readonly string[], rule?: 'accepted'): Promise<FoundCommand | undefined> {
  const { commands } = await import('./commands.ts')
  try {
    const found = findCommand(commands, scanLine(argv))
    if (rule && found.command) await parseArguments(found.command, found.rest)
    return found
  } catch (error) {
    if (error instanceof CalError) return undefined
    throw error
  }
}

/** Suggests a line, with flags of other programs replaced, and without those that its command does not have. */
async function checkedLine(words: readonly string[]): Promise<Text> {
  const found = await foundIn(words)
  const lineOf = (rest: readonly string[]) => ['cal', ...(found?.path ?? []), ...rest].map(shellWord).join(' ')
  if (!found?.command || (await foundIn(words, 'accepted')))
    return didYouMean(['cal', ...words].map(shellWord).join(' '))
  const { words: rest, dropped } = acceptedArguments(found.rest, flagsOf(found.command))
  const command = lineOf([])
  return dropped.length === 0
    ? didYouMean(lineOf(rest))
    : t('{command} has no {flags}; its flags: {command} --help', { command, flags: dropped.join(', ') })
}

/** The hint, if it suggests no line, or one that its command accepts; otherwise with that line repaired. */
async function checkedHint(hint: Text): Promise<Text> {
  const [, line] = /^did you mean cal ([^>]*)\?$/.exec(hint.en) ?? []
  const words = shellWords(line ?? '')
  if (line === undefined || words === undefined || (await foundIn(words, 'accepted'))) return hint
  return (await foundIn(words))?.command ? checkedLine(words) : hint
}

interface Rewriting {
  readonly isGroup: boolean
  readonly runtime: Runtime
}

/** Errors: `usage`, with the command that was meant. `typed` is the line before German words were translated. */
async function refuseOtherWord(line: ScannedLine, typed: ScannedLine, { isGroup, runtime }: Rewriting): Promise<void> {
  const { argv, word_indexes } = line
  const [at = -1, next = -1] = word_indexes
  const [first = '', second = ''] = [argv[at], argv[next]]
  // `--limit 5 list`: the value of a flag.
  if (/^--?[a-z]/i.test(argv[at - 1] ?? '') && !spellingsOf(global_options).has(argv[at - 1] ?? '')) return
  const group = second === '' ? undefined : resourceNamed(first)?.plural
  const word = group === undefined ? first : second
  const resource = resourceNamed(group ?? '')
  if (['restore', 'untrash', 'undelete'].includes(word) && resource?.family === 'term')
    throw new CalError('usage', t('{titles} have no trash to restore from', { titles: resource.titles }), {
      hint: t('to recreate records that a run deleted, use cal history undo'),
    })
  const words = withoutGlobals(argv.slice(group === undefined ? at : next))
  // `tag event 41 kids`, `tag 'Jazz Night' family`
  const isTagged = first === 'tag' && words.length > 1 && (isKind(word) || /\s/.test(word))
  const hint =
    (isTagged ? await commandHint(['tag', ...words], 'events') : undefined) ??
    (/^\d+$/.test(word) ? await targetHint(words, group) : await commandHint(words, group)) ??
    (group !== undefined && (await foundIn(words)) ? await checkedLine(words) : undefined) ??
    (await corrected(argv.slice(0, at), argv.slice(at), { isGroup, runtime })) ??
    (await sentenceHint(words, group)) ??
    (group !== undefined && line !== typed ? hintForName(group, words) : undefined)
  if (hint)
    throw unknownCommand(
      typed.argv.slice(at, (group !== undefined || (isGroup && next !== -1) ? next : at) + 1).join(' '),
      await checkedHint(hint),
    )
}

/** `please delete event 5`, `termnie heute`, `udno`: the line without its first words, or with a corrected one. */
async function corrected(
  before: readonly string[],
  [word = '', ...after]: readonly string[],
  { isGroup, runtime }: Rewriting,
): Promise<Text | undefined> {
  if (isGroup) return undefined
  const isRequest = isFiller(word)
  const near = isRequest ? undefined : closestWord(word)
  const start = after.findIndex((one) => !isFiller(one))
  if (near === undefined && (!isRequest || start === -1)) return undefined
  const isGerman = before.includes('de')
  const words = near === undefined ? after.slice(start) : [isGerman ? near : inEnglish(near), ...after]
  const [verb = ''] = words
  // `what is on friday` is a sentence, `can you move 41 to friday` has a command.
  if (near === undefined && !(await isCommandWord(verb))) return undefined
  const argv = [...before, ...words]
  try {
    const { commands } = await import('./commands.ts')
    const found =
      (await foundIn(argv)) ??
      findCommand(commands, (await rewritten(commands, { ...runtime, argv })) ?? scanLine(argv))
    if (found.command) await parseArguments(found.command, found.rest)
    return didYouMean(['cal', ...words].map(shellWord).join(' '))
  } catch (error) {
    if (error instanceof CalError) return error.hint
    throw error
  }
}

/** The name of a command that changes or exports something. */
async function isCommandWord(typed: string): Promise<boolean> {
  const word = inEnglish(typed)
  if (isFiller(word)) return false
  const { commands } = await import('./commands.ts')
  return (
    commands.some(({ path, aliases = [] }) => path.at(-1) === word || aliases.includes(word)) ||
    (await commandHint([typed])) !== undefined
  )
}

async function sentenceHint(words: readonly string[], group: Plural | undefined): Promise<Text | undefined> {
  const answer = await answerOf(words, group)
  return answer && didYouMean(['cal', ...answer].map(shellWord).join(' '))
}

/** `event 15`, `15 delete`, `event 15 update --title x`, `tag 15 jazz`. */
async function targetHint(
  [id = '', verb = '', ...rest]: readonly string[],
  group: Plural | undefined,
): Promise<Text | undefined> {
  const commands = commandsOf(resourceNamed(group ?? '') ?? resources.events)
  const name = commands.find(({ path, aliases = [] }) => path[1] === verb || aliases.includes(verb))?.path[1]
  if (name !== undefined)
    return didYouMean(['cal', group ?? 'events', name, id, ...inOurFlags(rest, group, name).map(shellWord)].join(' '))
  if (group === undefined) return verb === '' ? undefined : commandHint([verb, id, ...rest])
  return (
    (group === 'tags' && verb !== '' ? await commandHint(['tags', id, verb, ...rest]) : undefined) ??
    didYouMean(`cal ${group} get ${id}`)
  )
}

/** Without `--lang de` and other flags that every command has, which are no part of a sentence. */
function withoutGlobals(words: readonly string[]): readonly string[] {
  const isGlobal = (word: string | undefined) => /^--(lang|api-root|profile)$/.test(word ?? '')
  return words.filter((word, i) => !isGlobal(word) && !isGlobal(words[i - 1]))
}

function unknownCommand(typed: string, hint: Text): CalError {
  return new CalError('usage', t('unknown command "{typed}"', { typed }), { hint })
}

/**
 * `list events`, `get 5`, `ls`. Without a kind, verbs that read apply to events.
 *
 * Errors: `usage` for a sentence such as `show me what is on today`, and for a verb that writes without a kind.
 */
async function verbBeforeNoun(
  { argv, word_indexes }: ScannedLine,
  typed_line: ScannedLine,
): Promise<readonly string[] | undefined> {
  const [at = -1, next] = word_indexes
  const [typed = '', noun] = [argv[at], next === undefined ? undefined : argv[next]]
  const command = commandsOf(resources.events).find(
    ({ path, aliases = [] }) => path[1] === typed || aliases.includes(typed),
  )
  const verb = command?.path[1]
  if (!command || verb === undefined) return undefined
  if (command.effect === 'reads' && noun !== undefined) {
    const named = resourceNamed(noun)?.plural
    const sentence = await sentenceHint(argv.slice((named ? (next ?? 0) : at) + 1), named)
    const [extra = ''] = typed_line.argv.slice(at + 1)
    if (sentence) throw new CalError('usage', t('unexpected argument "{extra}"', { extra }), { hint: sentence })
  }
  if (noun !== undefined && isKind(noun)) {
    const isList = verb === 'get' && noun === pluralOf(noun) && (argv[(next ?? 0) + 1] ?? '-').startsWith('-')
    return replaced(argv, word_indexes, [pluralOf(noun), isList ? 'list' : verb])
  }
  if (command.effect === 'reads') return replaced(argv, [at], ['events', verb])
  const words = withoutGlobals(argv.slice(at + 1)).flatMap((word) =>
    word === '--all' ? ['--where', 'status=draft'] : [word],
  )
  const isText = verb === 'create' && words.length > 0 && words.every((word) => !word.startsWith('-'))
  const copies = verb === 'copy' && words.length > 1 ? await commandHint(['clone', ...words]) : undefined
  const rest = isText
    ? ['add', words.join(' ')]
    : ['events', verb, ...(words.length > 0 || verb === 'create' ? inOurFlags(words, 'events', verb) : ['15'])]
  const line = ['cal', ...rest.map(shellWord)].join(' ')
  const question = questions[verb] ?? t('specify what to {verb}', { verb })
  throw new CalError('usage', question, {
    hint: copies ?? (words.length > 0 ? didYouMean(line) : t('for example: {line}', { line })),
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

/** Days without a command: `friday`, `december`, `next week`, `events in december`. */
async function daysOnly({ argv, word_indexes: [at = 0] }: ScannedLine, runtime: Runtime) {
  const isEvents = pluralOf(argv[at] ?? '') === 'events'
  const rest = argv.slice(isEvents ? at + 1 : at)
  const flags = rest.findIndex((word) => word.startsWith('-'))
  const words = flags === -1 ? rest : rest.slice(0, flags)
  // `event 15` is a record.
  if (words.length === 0 || (isEvents && words.length === 1 && /^\d+$/.test(words[0] ?? ''))) return undefined
  const here: DateContext = { now: runtime.now(), zone: runtime.timezone }
  const { daysCommand } = await import('../views/span.ts')
  const command = await daysCommand(words.join(' '), here)
  return command === undefined ? undefined : [...argv.slice(0, at), command, ...rest]
}
