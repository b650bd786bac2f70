// Without a line to propose: what was not found or not understood, and how to do what the words ask for.
import { repetitionIn } from '../../../base/dates/date-words.ts'
import { commandLine, type Hint } from '../../../base/text/closest.ts'
import { eachLanguage, sameText, t, type Text } from '../../../base/text/language.ts'
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
  const { typed, own, argv } = context
  const isValue = (word: string) => typed.flags.some(({ value }) => value === word)
  const words = withoutParticle(argv.filter((word) => !word.startsWith('-') && !isValue(word)))
  const missing = answers.find((answer) => 'isMissing' in answer)
  const about_flags = flagsHint(answers, words, context)
  if (about_flags) return about_flags
  // `updat 5 --all`: the command that would take the words.
  const refusing = answers.find((answer) => 'left' in answer && answer.left.includes('--all'))
  const meant = own ?? (refusing && 'path' in refusing ? commandAt(refusing.path) : undefined)
  const hint = (await howTo(words.length === 0 ? argv : words, typed, meant)) ?? (await lastHint(context))
  const isKnown = (name: string) => intentOf([name]) !== undefined || inEnglish(name) !== name
  if (missing && 'left' in missing && !missing.left.every(isKnown))
    return t('"{name}" was not found; {hint}', { name: missing.left[0] ?? '', hint })
  return hint
}

/** What flags that no command has ask for. */
const jobs_of_flags = /^(paper|rss|merge|purge|rank|series|sync|tokens|profiles|guests|undo|overlap|edit|copy|rename)$/

/** The flags that the command does not have, unless they or the words say what is asked for. */
function flagsHint(answers: readonly Answer[], words: readonly string[], context: Context): Hint | undefined {
  const { error, typed, own, argv } = context
  const lefts = answers.filter((answer) => 'left' in answer).filter((answer) => !answer.isMissing)
  const left = lefts.find(({ path }) => path.join(' ') === own?.path.join(' ')) ?? lefts.at(-1)
  const flags = left?.left.filter((word) => word.startsWith('-') && argv.some((one) => one.startsWith(word))) ?? []
  const command = commandAt(left?.path ?? []) ?? own
  // `categories delete Classical --move-to Music`
  const asked = flags.map((flag) => intentOf([flag.replace(/^--?/, '')]) ?? '').find((one) => jobs_of_flags.test(one))
  if (own && asked !== undefined) return sentenceFor(asked, own.resource)
  // `events add Yoga friday --tag free`
  const takesText = /^(add|export|create)$/.test((own ?? command)?.path.at(-1) ?? '') && typed.words.length > 0
  if (!command || takesText || typed.flags.some(({ name }) => name === '--all')) return undefined
  const line = `${commandLine(command.path)} ${flagsOf(command).some(({ rare }) => rare) ? '--help-all' : '--help'}`
  if (own && error.role === 'flag' && flags.length < 2) return t('list all flags: {line}', { line })
  return flags.length > 0 && (own || intentOf(words) === undefined)
    ? t('{command} has no {flags}; its flags: {line}', {
        command: commandLine(command.path),
        flags: flags.join(', '),
        line,
      })
    : undefined
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
  // `Abwesenheit eintragen 24.12.`
  const making = words.map(inEnglish).filter((word, i) => word !== words[i] && isMaking(word))
  const named = [
    ...making,
    view_names.test(verb) ? 'list' : verb,
    ...words.slice(0, kindNamed(first) ? 2 : 1).map(inEnglish),
  ]
    .map((word) => (isAct(word) ? word : Object.hasOwn(own_verbs, word) ? own_verbs[word] : undefined))
    .find((one) => one !== undefined)
  if (named === 'new' && repetitionIn(words.join(' '))) return 'series'
  // `event 5 friday`
  return named ?? (kindNamed(first) && /\s|^#?\d+$/.test(second) && words.length > 2 ? 'update' : own?.path.join(' '))
}

const view_names = /^(agenda|day|today|tomorrow|weekend|week|month)$/

/** The sentence for a command without a kind that the words name. */
function commandFor(words: readonly string[], own: Command | undefined): Text | undefined {
  const named = rowFor(words) ?? []
  const english = words.slice(0, 2).map(inEnglish)
  const command =
    own ??
    [named.slice(0, 2), named.slice(0, 1), english.slice(0, 1), english.slice(1), [inEnglish(words.at(-1) ?? '')]]
      .map(commandAt)
      .find((one) => one && one.resource === undefined)
  if (command && command.resource === undefined)
    return t('to {summary}: {line}', { summary: command.summary, line: usageOf(command) })
  const isGroup = commands.some(({ path: [group], resource }) => group === english[0] && resource === undefined)
  return isGroup ? t('list all commands: {line}', { line: `${commandLine(english.slice(0, 1))} --help` }) : undefined
}

/** The id of the one record that is named. */
function idIn(words: readonly string[]): string | undefined {
  const [at = -1, ...others] = words.flatMap((word, i) => (idOf(word) === undefined ? [] : [i]))
  const before = words[at - 1] ?? ''
  const isNamed = at <= 2 || kindNamed(before) !== undefined || /^(of|von)$/i.test(before)
  return isNamed && others.length === 0 ? idOf(words[at]) : undefined
}

/** At the start or the end of a line. */
const question_words = /^(who|wer|where|wo|when|wann)$/i

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
