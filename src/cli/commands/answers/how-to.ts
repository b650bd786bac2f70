// Without a line to propose: what was not found or not understood, and how to do what the words ask for.
import { repetitionIn } from '../../../base/dates/date-words.ts'
import { commandLine, type Hint } from '../../../base/text/closest.ts'
import { eachLanguage, sameText, t, type Text } from '../../../base/text/language.ts'
import { resourceNamed, resources } from '../../../spec/resources.ts'
import { flagsOf, placeholder } from '../../arguments/flags.ts'
import type { Command } from '../../types/command.ts'
import { commands } from '../commands.ts'
import { intentOf, isAct, sentenceFor } from './intents.ts'
import { rowFor, topicOf } from './match.ts'
import { type Answer, commandAt, type Context, type Typed } from './line.ts'
import {
  areDays,
  idOf,
  inEnglish,
  isFiller,
  isMaking,
  isMany,
  isRequest,
  kindNamed,
  meaningsIn,
  splitDays,
  withoutParticle,
} from './words.ts'

export async function sentenceHint(answers: readonly Answer[], context: Context): Promise<Hint> {
  const { error, typed, own, argv } = context
  const isValue = (word: string) => typed.flags.some(({ value }) => value === word)
  const words = withoutParticle(argv.filter((word) => !word.startsWith('-') && !isValue(word)))
  const missing = answers.find((answer) => 'isMissing' in answer)
  const about_flags = flagsHint(answers, words, context)
  if (about_flags) return about_flags
  const kind = missing && 'path' in missing ? resourceNamed(missing.path[0] ?? '')?.plural : undefined
  // `updat 5 --all`: the command that would take the words.
  const refusing = answers.find((answer) => 'left' in answer && answer.left.includes('--all'))
  const meant = own ?? (refusing && 'path' in refusing ? commandAt(refusing.path) : undefined)
  const hint =
    (await howTo(words.length === 0 ? argv : words, typed, meant)) ??
    (kind ? sentenceFor('list', kind) : undefined) ??
    (await lastHint(context))
  const isKnown = (name: string) => intentOf([name]) !== undefined || inEnglish(name) !== name
  if (missing && 'left' in missing && !missing.left.every(isKnown))
    return t('"{name}" was not found; {hint}', { name: missing.left[0] ?? '', hint })
  const isNamed = argv.some((word) => error.text.en.includes(word) || hint.en.includes(word))
  return isNamed ? hint : t('"{words}" is not understood; {hint}', { words: argv.join(' '), hint })
}

/** What flags that no command has ask for. */
const jobs_of_flags = /^(paper|rss|merge|purge|rank|series|sync|tokens|profiles|guests|undo|overlap|edit|copy|rename)$/

/** The flags that the command does not have, and how to do what they ask for. */
function flagsHint(answers: readonly Answer[], words: readonly string[], context: Context): Hint | undefined {
  const { error, typed, own, argv } = context
  const [name = '', verb = ''] = own?.path ?? []
  // `undo --last 2`
  if (name === 'history' && verb === 'undo' && error.role === 'flag') return sentenceFor('undo')
  // `subscribe https://example.org/events.ics --name Holidays`
  const foreign = name === 'feed' ? words.find((word) => /^(https?|webcal):/i.test(word)) : undefined
  if (foreign !== undefined)
    return t('to import the events of another calendar: {line}', {
      line: commandLine(['import', foreign, '--dry-run']),
    })
  const lefts = answers.filter((answer) => 'left' in answer).filter((answer) => !answer.isMissing)
  const left = lefts.find(({ path }) => path.join(' ') === own?.path.join(' ')) ?? lefts.at(-1)
  const flags = left?.left.filter((word) => word.startsWith('-') && argv.some((one) => one.startsWith(word))) ?? []
  const command = commandAt(left?.path ?? []) ?? own
  // `cal delete --all` means events.
  const acting = flags.includes('--all') ? command : left ? undefined : commandAt(['events', ...words])
  const all = typed.flags.find((flag) => flag.name === '--all')
  if (all && acting && isAct(acting.path[1])) {
    const hasTargets = all.value !== undefined || words.length > (words.some(kindNamed) ? 2 : 1)
    return hasTargets ? undefined : filterHint(acting, typed)
  }
  // `categories delete Classical --move-to Music`
  const asked = flags.map((flag) => intentOf([flag.replace(/^--?/, '')]) ?? '').find((one) => jobs_of_flags.test(one))
  if (own && asked !== undefined) return sentenceFor(asked, own.resource)
  const takesText = /^(add|export)$/
  if (command && !takesText.test(command.path[0] ?? '') && flags.length > 0 && (own || intentOf(words) === undefined)) {
    const line = allFlagsOf(command)
    return own && flags.length === 1 && flags[0] === error.word
      ? t('list all flags: {line}', { line })
      : t('{command} has no {flags}; its flags: {line}', {
          command: commandLine(command.path),
          flags: flags.join(', '),
          line,
        })
  }
  // `events add Yoga friday --tag free`
  const isText = takesText.test(name) || (verb === 'create' && typed.words.length > 0)
  return own && !isText && error.role === 'flag' ? t('list all flags: {line}', { line: allFlagsOf(own) }) : undefined
}

/** `events delete --all`: how to select records, unless a filter is typed. */
function filterHint(command: Command, { flags }: Typed): Hint | undefined {
  const takesFilter = flagsOf(command).some(({ positive }) => positive === '--where')
  if (!command.resource || !takesFilter || flags.some((flag) => flag.name === '--where')) return undefined
  return t('select {titles} by a filter: {line}; preview: --dry-run', {
    titles: resources[command.resource].titles,
    line: placeholder(`${commandLine(command.path)} --where search=WORD`),
  })
}

/** The line for the help that lists every flag. */
function allFlagsOf(command: Command): string {
  return `${commandLine(command.path)} ${flagsOf(command).some(({ rare }) => rare) ? '--help-all' : '--help'}`
}

/** The sentence for what the words ask for. */
export async function howTo(
  words: readonly string[],
  typed: Typed,
  own: Command | undefined,
): Promise<Text | undefined> {
  const [first = ''] = words
  const id = idIn(words)
  const asked = await askedBy(words, typed, own)
  const isQuestion = [first, words.at(-1) ?? ''].some((word) => question_words.test(word))
  const meant = asked ?? ownIntent(words, own) ?? (isQuestion ? 'get' : undefined)
  const name = meant === 'get' && !isQuestion && id === undefined && words.length > 2 ? 'list' : meant
  // `move it to another venue` moves an event.
  const kind = (asked === 'move' ? words.slice(0, 2) : words).map(kindNamed).find((one) => one)
  const sentence = (name && sentenceFor(name, kind, id)) || commandFor(words, own)
  // `new venue "Blue Cellar" City`
  const quoted = words.find((word) => /\s/.test(word))
  if (sentence && name === 'new' && quoted !== undefined)
    return eachLanguage((language) => sentence[language].replace('"…"', `"${quoted}"`))
  if (sentence) return sentence
  const asks = isRequest(first) && !isMany.test(first)
  if (!asks && repetitionIn(words.join(' '))) return sentenceFor('series', kind)
  // A sentence that neither asks nor begins with a kind may ask for anything.
  const isShort = words.length < 3 || kindNamed(first) !== undefined
  const isList = isQuestion || isFiller(first) || kind || (await splitDays(words)).days
  return (isShort || asks) && isList ? sentenceFor('list', kind) : undefined
}

/** What the words or flags ask for: a key of `acts` or `sentences`. */
async function askedBy(words: readonly string[], typed: Typed, own: Command | undefined): Promise<string | undefined> {
  const flags = typed.flags.map(({ name }) => name.replace(/^--?/, ''))
  // The command itself was typed, not a German word for it.
  if (own && own.resource === undefined && own.path[0] === words[0] && words[0] !== 'add') return undefined
  return (await topicOf(words, typed)) ?? (own || rowFor(words) ? undefined : intentOf(flags))
}

/** The sentences of verbs that cal has itself. */
const own_verbs = meaningsIn(`
  new: new, add, create
  list: list, ls, find, search`)

/** What the command that was recognized, or the first words, do. */
function ownIntent(words: readonly string[], own: Command | undefined): string | undefined {
  const [first = '', second = ''] = words
  const verb = (own?.resource ? own.path[1] : own?.path[0]) ?? ''
  const verbs = [view_names.test(verb) ? 'list' : verb, ...words.slice(0, kindNamed(first) ? 2 : 1).map(inEnglish)]
  // `Abwesenheit eintragen 24.12.`
  const making = words.map(inEnglish).find((word, i) => word !== words[i] && isMaking(word))
  const named = [making ?? '', ...verbs]
    .map((word) => (isAct(word) ? word : Object.hasOwn(own_verbs, word) ? own_verbs[word] : undefined))
    .find((one) => one !== undefined)
  if (named === 'new' && repetitionIn(words.join(' '))) return 'series'
  // `event 5 friday`
  return named ?? (kindNamed(first) && /\s|^#?\d+$/.test(second) && words.length > 2 ? 'update' : own?.path.join(' '))
}

/** The sentence for a command without a kind that the words name. */
function commandFor(words: readonly string[], own: Command | undefined): Text | undefined {
  const named = rowFor(words) ?? []
  const english = words.slice(0, 2).map(inEnglish)
  const command =
    own ??
    [named.slice(0, 2), named.slice(0, 1), english.slice(0, 1), english.slice(1), [inEnglish(words.at(-1) ?? '')]]
      .map(commandAt)
      .find((one) => one && (own || one.resource === undefined))
  if (command && command.resource === undefined) {
    return t('to {summary}: {line}', { summary: command.summary, line: usageOf(command) })
  }
  const isGroup = commands.some(({ path: [group], resource }) => group === english[0] && resource === undefined)
  return isGroup ? t('list all commands: {line}', { line: `${commandLine(english.slice(0, 1))} --help` }) : undefined
}

/** At the start or the end of a line. */
const question_words = /^(who|wer|where|wo|when|wann)$/i

/** The id of the one record that is named: after a verb or a kind. */
function idIn(words: readonly string[]): string | undefined {
  const at = words.findIndex((word) => idOf(word) !== undefined)
  const [word = '', next = ''] = words.slice(at)
  const before = words[at - 1] ?? ''
  const first = kindNamed(words[0] ?? '') ? 2 : 1
  const isNamed = at <= first || intentOf([before]) !== undefined || kindNamed(before) !== undefined || word[0] === '#'
  const isOne = words.filter((one) => idOf(one) !== undefined).length === 1
  return isNamed && isOne && kindNamed(next) === undefined ? idOf(word) : undefined
}

const view_names = /^(agenda|day|today|tomorrow|weekend|week|month)$/

async function lastHint({ error: { word }, typed, argv }: Context): Promise<Text> {
  const [first = ''] = argv
  if (/^\d+$/.test(first) && argv.length === 1)
    return t('to show an event: cal events get {word}; to show a month: cal month 2026-12', { word: first })
  if (/^\d+[./-][\d./-]*$/.test(word)) return t('write a month as: cal month 2026-12')
  // `Yoga friday 18:00`
  const isBound = argv.some((word) => /^(until|till|since|after|before|seit|nach|vor)$/i.test(word))
  const isDated = !isBound && typed.flags.length === 0 && (await Promise.all(argv.slice(1).map(areDays))).includes(true)
  const isEvent = isDated && !('problem' in (await typed.trial.writes(['add', ...argv])))
  return t(
    'to look: cal agenda friday, cal search WORD; to create: {add}; to change: cal events update ID; to delete: cal events delete ID; all commands: cal --help',
    {
      add: isEvent ? sameText(commandLine(['add', argv.join(' ')])) : t('cal add "Jazz friday 8pm 3h"'),
    },
  )
}

/** `cal profile use PROFILE` */
function usageOf({ path, operands = [] }: Command): Text {
  return eachLanguage((language) =>
    [
      commandLine(path),
      ...operands.filter(({ optional }) => !optional).map(({ name }) => placeholder(name)[language]),
    ].join(' '),
  )
}
