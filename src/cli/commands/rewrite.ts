// Rewrites command lines that name no command: user-defined aliases, the verb before the noun, days.
import type { DateContext } from '../../base/dates/written-dates.ts'
import { usageError } from '../../base/errors.ts'
import { source_language, t } from '../../base/text/language.ts'
import { resourceNamed, resources } from '../../spec/resources.ts'
import { commandIn, pluralOf, scanLine, type ScannedLine, UnknownWordError } from '../arguments/command-line.ts'
import { meaningsIn } from '../arguments/spellings.ts'
import { wordsOfAlias } from '../config/aliases.ts'
import { userFile } from '../config/files.ts'
import { languageOfRun } from '../session/settings.ts'
import type { Command } from '../types/command.ts'
import type { Runtime } from '../types/session.ts'
import { idOf, inEnglish, isA, isNamed, relates, untilFlag, withoutParticle } from './answers/words.ts'
import { commandsOf } from './records/records.ts'

/**
 * The line as a command; undefined if it has no known meaning. Called only if the line names no command, so an alias
 * never replaces a command. German names of commands are replaced if the language is German.
 *
 * Errors: `usage` with the command that was meant, `configuration` for an alias that refers to itself.
 */
export async function rewriteLine(commands: readonly Command[], runtime: Runtime): Promise<ScannedLine | undefined> {
  const line = scanLine(runtime.argv)
  const [at = -1] = line.word_indexes
  const name = line.argv[at]
  if (name === undefined) return undefined
  const isGroup = commands.some(({ path }) => path[0] === pluralOf(name))
  const user = await userFile(runtime)
  const words = isGroup ? undefined : wordsOfAlias(name, user.aliases)
  const hasAlias = words !== undefined
  const expanded = hasAlias ? { ...scanLine(replaced(line.argv, [at], words)), hasAlias } : line
  const isTranslated = languageOfRun(line.lang, runtime.env, user.settings.lang) !== source_language
  const typed = isTranslated ? inEnglishLine(expanded) : expanded
  if (typed !== line && (await isKnown(typed))) return typed
  refuseRestore(typed)
  const argv =
    (await verbBeforeNoun(typed, runtime)) ??
    acceptedWords(typed) ??
    (await daysOnly(typed, runtime)) ??
    (await verbless(typed))
  if (argv !== undefined) return { ...scanLine(argv), hasAlias }
  return hasAlias ? typed : undefined
}

/** The first two words in English: `suche jazz` → `search jazz`, `termine löschen 15` → `events delete 15`. */
function inEnglishLine(typed: ScannedLine): ScannedLine {
  const at = typed.word_indexes[0] ?? typed.argv.length
  const whole = withoutParticle(typed.argv.slice(at))
  const line = whole.length === typed.argv.length - at ? typed : scanLine([...typed.argv.slice(0, at), ...whole])
  const { argv, word_indexes } = line
  const [first = -1, second = -1] = word_indexes
  // `kalender wechseln` is `profile use`.
  if (isNamed(argv.slice(first))) return line
  const isKindFirst = isKind(inEnglish(argv[first] ?? ''))
  const translated = argv.map((word, i) =>
    i === first ||
    (i === second && (isKindFirst || (isKind(inEnglish(word)) && inEnglish(argv[first] ?? '') !== 'search')))
      ? inEnglish(word)
      : word,
  )
  return translated.every((word, i) => word === argv[i])
    ? line
    : { ...scanLine(translated), hasAlias: typed.hasAlias ?? false }
}

/** A line that needs no rewriting. */
async function isKnown(line: ScannedLine): Promise<boolean> {
  const { commands } = await import('./commands.ts')
  return (commandIn(commands, line)?.path ?? []).length > 0
}

/** Replaces the words at these positions by others, which are inserted at the first position. */
function replaced(argv: readonly string[], indexes: readonly number[], words: readonly string[]): readonly string[] {
  return argv.flatMap((word, i) => (i === indexes[0] ? words : indexes.includes(i) ? [] : [word]))
}

function isKind(word: string): boolean {
  return Object.hasOwn(resources, pluralOf(word))
}

/** `events --limit 3` lists. Errors: `usage` for flags that `list` doesn't have, and for `event 15 --title x`. */
async function verbless({ argv, word_indexes: [at = -1] }: ScannedLine): Promise<readonly string[] | undefined> {
  const [noun = '', ...words] = argv.slice(at)
  if (!isKind(noun)) return undefined
  const group = pluralOf(noun)
  const [target = '', flag = ''] = words
  const isList = target.startsWith('-')
  if (!isList && !(/^\d+$/.test(target) && flag.startsWith('-'))) return undefined
  const line = [...argv.slice(0, at), group, 'list', ...words]
  if (isList) return line
  throw new UnknownWordError('command', group, {
    text: t('cal {group} needs a command', { group }),
  })
}

/**
 * `list events`, `get 5`, `ls`. Without a kind, verbs that read apply to events.
 *
 * Errors: `usage` for a verb that writes without a kind.
 */
async function verbBeforeNoun(
  { argv, word_indexes }: ScannedLine,
  runtime: Runtime,
): Promise<readonly string[] | undefined> {
  const [at = -1, next] = word_indexes
  const [typed = '', noun] = [argv[at], next === undefined ? undefined : argv[next]]
  const command = commandsOf(resources.events).find(
    ({ path, aliases = [] }) => path[1] === typed || aliases.includes(typed),
  )
  const verb = command?.path[1]
  if (!command || verb === undefined) return undefined
  // `show me what is on`, `get 5 as json`: no names of records.
  const hasKind = noun !== undefined && isKind(noun)
  const named = untilFlag(argv.slice((next ?? argv.length) + (hasKind ? 1 : 0)))
  // `show friday`
  const isDay = verb === 'get' && !hasKind && named.length > 0 && !named.some((word) => idOf(word) !== undefined)
  const days = isDay ? await daysOnly(scanLine(argv.toSpliced(at, 1)), runtime) : undefined
  if (days) return days
  // `get /events?per_page=5`, `get venue/20`, `get all`
  const isOther = named.some((word) => /^\/|^\p{L}+\/\d+$/u.test(word) || isA(word, 'many'))
  if (verb === 'get' && (isOther || (named.length > 1 && !named.every((word) => /^#?\d+$|\s|-/.test(word)))))
    throw new UnknownWordError('command', typed, {
      text: t('unexpected argument "{extra}"', { extra: named[0] ?? '' }),
    })
  // `remove tag family from 7` deletes no tag.
  const isSentence =
    command.effect === 'writes' && verb !== 'create' && untilFlag(argv.slice((next ?? 0) + 1)).some(relates)
  if (hasKind && !isSentence) {
    const isList = verb === 'get' && noun === pluralOf(noun) && (argv[(next ?? 0) + 1] ?? '-').startsWith('-')
    return replaced(argv, word_indexes, [pluralOf(noun), isList ? 'list' : verb])
  }
  if (command.effect === 'reads') return replaced(argv, [at], ['events', verb])
  throw new UnknownWordError('command', typed, {
    text: t('cal {verb} needs a kind of record, such as event', { verb: typed }),
  })
}

/** Errors: `usage` for `tags restore 5`: terms have no trash. */
function refuseRestore({ argv, word_indexes: [at = -1, next = -1] }: ScannedLine): void {
  const resource = resourceNamed(argv[at] ?? '')
  if (resource?.family !== 'term' || !/^(restore|untrash|undelete)$/.test(argv[next] ?? '')) return
  throw usageError(
    t('{titles} have no trash to restore from', { titles: resource.titles }),
    t('to recreate records that a run deleted, use cal history undo'),
  )
}

/** Other words that are accepted for a command; `rows.ts` has those for which a hint proposes it. */
const accepted = meaningsIn(`
  help KIND: KIND help
  wait KIND: KIND wait
  KIND get --web: KIND open
  KIND list --search: KIND find, KIND search
  --version: version
  history undo: undo`)

/** `events help`, `events find jazz`, `events open 5`, `undo`. */
function acceptedWords({ argv, word_indexes }: ScannedLine): readonly string[] | undefined {
  const [at = -1, next = argv.length] = word_indexes
  const first = argv[at] ?? ''
  const typed = isKind(first) ? word_indexes : [at]
  const key = isKind(first) ? `KIND ${argv[next]}` : first
  if (!Object.hasOwn(accepted, key)) return undefined
  const [words = '', flag] = (accepted[key] ?? '').replace('KIND', pluralOf(first)).split(' --')
  const line = replaced(argv, typed, words.split(' '))
  if (flag !== 'search') return flag === undefined ? line : [...line, `--${flag}`]
  const search = untilFlag(argv.slice(next + 1))
  const end = next + 1 + search.length
  return search.length === 0 ? line : [...line.slice(0, next + 1), '--search', search.join(' '), ...argv.slice(end)]
}

/** Days without a command: `friday`, `december`, `next week`, `events in december`. */
async function daysOnly({ argv, word_indexes: [at = 0] }: ScannedLine, runtime: Runtime) {
  const isEvents = pluralOf(argv[at] ?? '') === 'events'
  const rest = argv.slice(isEvents ? at + 1 : at)
  const words = untilFlag(rest)
  // `event 15` and `event 7 to friday` name a record.
  const isOne = words.length === 1 || /^(event|termin|veranstaltung)$/i.test(argv[at] ?? '')
  const isYear = argv[at] === 'events' && /^20\d\d$/.test(words[0] ?? '')
  if (words.length === 0 || (isEvents && isOne && !isYear && idOf(words[0]) !== undefined)) return undefined
  const here: DateContext = { now: runtime.now(), zone: runtime.timezone }
  const { daysCommand } = await import('../views/span.ts')
  const command = await daysCommand(words.join(' '), here)
  return command === undefined ? undefined : [...argv.slice(0, at), command, ...rest]
}
