// The hint for a line that is not a valid command: a line that the parser accepts and the calendar confirms, or a
// sentence that says how to do what was asked for.
import { repetitionIn } from '../../../base/dates/date-words.ts'
import { CalError } from '../../../base/errors.ts'
import { type Hint, commandLine, didYouMean, proposal } from '../../../base/text/closest.ts'
import { type Text, eachLanguage, sameText, t } from '../../../base/text/language.ts'
import { shellWord } from '../../../base/text/quoted.ts'
import { nameOfFlag, resourceNamed } from '../../../spec/resources.ts'
import { type FoundCommand, UnknownWordError, commandIn, scanLine } from '../../arguments/command-line.ts'
import { flagSpelled, flagsOf, global_flags, placeholder, takesValue } from '../../arguments/flags.ts'
import { refuseIneffectiveOutput } from '../../arguments/ineffective-flags.ts'
import { parseArguments } from '../../arguments/parse-arguments.ts'
import { meaningsIn } from '../../arguments/spellings.ts'
import { wordsOfAlias } from '../../config/aliases.ts'
import { userFile } from '../../config/files.ts'
import type { Command } from '../../types/command.ts'
import { format_names } from '../../types/outcome.ts'
import type { Runtime, TryLine } from '../../types/session.ts'
import { commandTyped } from '../commands-for.ts'
import { commands } from '../commands.ts'
import {
  type Answer,
  type Proposed,
  Trial,
  type Typed,
  type TypedFlag,
  commandAt,
  flagWords,
  inOurSpelling,
  isField,
  splitLine,
} from './line.ts'
import { linesFor, rowFor, topicOf } from './match.ts'
import { intentOf, isAct, sentenceFor } from './topics.ts'
import {
  areDays,
  dateIn,
  idOf,
  inEnglish,
  isA,
  isFiller,
  isMaking,
  kindNamed,
  plain,
  splitDays,
  untilFlag,
  withoutParticle,
} from './words.ts'

/** Adds the hint to an error that names a word of the line, and replaces one whose line the parser refuses. */
export async function answerError(error: unknown, runtime: Runtime, tryLine?: TryLine): Promise<unknown> {
  if (!(error instanceof CalError)) return error
  const { line } = error.hint ?? {}
  if (error instanceof UnknownWordError) return withHint(error, await hintFor(error, runtime, tryLine))
  if (line === undefined || (await lineRefusal(line, runtime)) === undefined) return error
  const path = commandIn(commands, scanLine(line))?.path ?? []
  return withHint(error, path.length === 0 ? all_commands : t('see {line}', { line: `${commandLine(path)} --help` }))
}

function withHint(error: CalError, hint: Hint): CalError {
  return new CalError(error.code, error.text, { hint })
}

/** What was typed, and what is known of it. */
interface Context {
  readonly error: UnknownWordError
  readonly typed: Typed
  /** The command that was recognized. */
  readonly own: Command | undefined
  /** As typed, without global flags. */
  readonly argv: readonly string[]
  readonly globals: readonly string[]
}

const all_commands = t('list all commands: cal --help')

async function hintFor(error: UnknownWordError, runtime: Runtime, tryLine?: TryLine): Promise<Hint> {
  const { argv: line, globals } = await withoutGlobals(runtime.argv, runtime)
  const { argv: whole } = await withoutGlobals(error.argv ?? runtime.argv, runtime)
  // `help events lits`: the words are those of another command.
  const isUnknown = error.role === 'command'
  const isHelp = isUnknown && inEnglish(whole[0] ?? '') === 'help'
  const argv = isHelp ? whole.slice(1).filter((word) => !isFiller(word)) : whole
  if (isHelp && argv.length === 0) return all_commands
  const found = commandIn(commands, scanLine(argv))
  const kinds = line.map(kindNamed).filter((kind) => kind !== undefined)
  const { resource } = found?.command ?? {}
  // `list all venues` has no kind before the verb.
  const isOther = resource !== undefined && kinds.length > 0 && !kinds.includes(resource)
  const own = isUnknown ? undefined : found?.command
  const words = own && found ? (isOther ? line : found.rest) : error.role === 'flag' ? line : argv
  const trial = new Trial(tryLine && ((one) => tryLine([...one, ...globals])))
  const typed: Typed = { ...splitLine(words, own ? flagsOf(own) : commands.flatMap(flagsOf)), trial }
  const quoting = own && (await quotingHint(error, argv, found))
  if (quoting) return quoting
  const answers = await linesFor(typed, isOther ? [] : own?.path)
  if (isHelp) return helpHint(answers, typed, globals)
  // `config set alias.x frobnicate` is about the command of the alias.
  const named = resource === undefined && found?.path.length === 2 ? found.command : undefined
  const context: Context = { error, typed, own: own ?? named, argv: line, globals }
  const tried = [line, whole].map(commandLine)
  const untried = answers.filter((answer) => 'line' in answer).filter((one) => !tried.includes(commandLine(one.line)))
  return (await proposed(untried, context, runtime)) ?? sentenceHint(answers, context)
}

async function helpHint(answers: readonly Answer[], typed: Typed, globals: readonly string[]): Promise<Hint> {
  const line = answers.find((answer) => 'line' in answer)?.line
  const kind = typed.words.length === 1 ? kindNamed(typed.words[0] ?? '') : undefined
  if (line || kind)
    return proposal(['help', ...(kind ? [kind] : (commandIn(commands, scanLine(line ?? []))?.path ?? [])), ...globals])
  return (await howTo(typed.words, typed, undefined)) ?? all_commands
}

/** The first line that the parser accepts and that would do something. */
async function proposed(lines: readonly Proposed[], context: Context, runtime: Runtime): Promise<Hint | undefined> {
  const { trial } = context.typed
  let refused: Hint | undefined
  for (const answer of lines) {
    const { line } = answer
    const isOne = isOneFlag(answer, context)
    const isUnknownFlag = isOne || (context.own !== undefined && context.error.role === 'flag')
    const refusal = await lineRefusal([...line, ...context.globals], runtime)
    // One flag in the spelling of another program: only that flag is named.
    const whole = [...line, ...context.globals]
    const hint = didYouMean(isOne ? flagText(answer.changed[0] ?? [], context) : commandLine(whole))
    if (refusal !== undefined) {
      if (isOne) refused ??= t('{hint} ({note})', { hint, note: refusal })
      continue
    }
    const [first = '', verb] = line
    const writes = first === 'add' || commandIn(commands, scanLine(line))?.command?.effect === 'writes'
    const isTried = first === 'add' || (resourceNamed(first) !== undefined && verb !== 'edit')
    const checked = writes ? (isTried ? await trial.writes(line) : {}) : await trial.reads(line)
    if ('problem' in checked) {
      if (first === 'add' || first === 'agenda') continue
      // `--start friday --end sunday`: what the flags should be, too.
      return isUnknownFlag ? t('{hint} ({note})', { hint, note: checked.problem }) : checked.problem
    }
    const { note } = checked
    return proposal(whole, note === undefined ? hint : t('{hint} ({note})', { hint, note }))
  }
  return refused
}

/** Only one flag of the typed command is replaced: `events --category jazz` lacks a word of the command too. */
function isOneFlag({ line, changed }: Proposed, { error, typed, own }: Context): boolean {
  if (own === undefined || error.role !== 'flag' || changed.length !== 1) return false
  return own.path.every((word, i) => line[i] === word) && typed.words.every((word) => line.includes(word))
}

/** The value is repeated if it was not typed: `--output ics`. */
function flagText(changed: readonly TypedFlag[], { typed: { flags }, argv }: Context): string {
  // Of `-n5` the value is no word of its own.
  const isTyped =
    changed.length === 1 &&
    flags.some(({ name, value }) => value === changed[0]?.value && !argv.includes(`${name}${value}`))
  const shown = isTyped ? changed.map(({ name }) => ({ name, value: undefined })) : changed
  return flagWords(shown).map(shellWord).join(' ')
}

/** For typographic dashes and quotes, and for the value of a flag whose quotes are missing: `--title Summer party`. */
async function quotingHint(
  { role, word }: UnknownWordError,
  argv: readonly string[],
  found: FoundCommand | undefined,
): Promise<Hint | undefined> {
  if (/^[‐-―−]-?[a-z]/i.test(word)) return didYouMean(word.replace(/^[‐-―−]-?/, '--'))
  if (/^[“”„«»‘]|[“”«»’]$/.test(word)) return t('use straight quotes: "…"')
  if (role !== 'argument' || !found?.command) return undefined
  const at = argv.indexOf(word)
  const before = argv[at - 1] ?? ''
  const [, assigned, start = before] = /^(--[^=]+)=(.+)$/s.exec(before) ?? []
  const flags = flagsOf(found.command)
  // `--all true`
  if (/^(true|yes|ja)$/i.test(word) && flagSpelled(flags, before)?.value === undefined && before.startsWith('-'))
    return didYouMean(before)
  const name = assigned ?? argv[at - 2]
  const flag = flagSpelled(flags, name ?? '')
  if (!flag) return undefined
  const values = [start, ...untilFlag(argv.slice(at))]
  const value = values.join(' ')
  // `--sort title desc`
  if (flag.name === 'sort' && /^(asc|desc)$/i.test(word))
    return didYouMean(`${name} ${/^d/i.test(word) ? '-' : ''}${start.replace(/^-/, '')}`)
  const { parameter, record_kind, option } = flag
  // `--fields id, title`
  const names = values.flatMap((one) => one.split(',')).filter((one) => one !== '')
  if (
    option?.many === 'commas' &&
    names.every((one) => /^(id|slug|url)$/.test(one) || isField(one.replace(/\..*/s, '')))
  )
    return didYouMean(`${name} ${names.join(',')}`)
  const takesSpaces =
    parameter?.form === 'datetime'
      ? (await dateIn(value)) !== undefined
      : record_kind !== undefined ||
        parameter?.form === 'cost' ||
        (parameter?.type === 'string' && parameter.form === undefined)
  return takesSpaces ? t('put the value in quotes: {quoted}', { quoted: `${name} "${value}"` }) : undefined
}

/** Why the line would be refused: the parser accepts it, and its dates can be read. */
async function lineRefusal(line: readonly string[], runtime: Runtime): Promise<Text | undefined> {
  try {
    const { command, rest } = await commandTyped(scanLine(line), runtime)
    if (!command)
      return rest.every((word) => word.startsWith('-'))
        ? undefined
        : t('unexpected argument "{extra}"', { extra: rest.join(' ') })
    const input = await parseArguments(command, rest)
    const format = input.options.json === true ? 'json' : format_names.find((name) => name === input.options.output)
    refuseIneffectiveOutput(command, input, format)
    return undefined
  } catch (error) {
    if (error instanceof CalError) return error.text
    throw error
  }
}

/**
 * The line with its alias written out. Flags that any command takes and that are no part of what is asked for go to the
 * end of the line.
 */
async function withoutGlobals(line: readonly string[], runtime: Runtime) {
  const argv: string[] = []
  const globals: string[] = []
  const typed = await expanded(line, runtime)
  for (let i = 0; i < typed.length; i += 1) {
    const word = typed[i] ?? ''
    const name = word.replace(/=.*/s, '')
    const isMoved =
      /^--(lang|api-root|profile|debug|color|timeout|max-wait|insecure-http|no-input|no-pager|confirm)$/.test(name)
    const known = isMoved && !word.includes('=') ? flagSpelled(global_flags, name) : undefined
    const length = known && takesValue(known) ? 2 : 1
    ;(isMoved ? globals : argv).push(...typed.slice(i, i + length))
    i += length - 1
  }
  return { argv, globals }
}

async function expanded(argv: readonly string[], runtime: Runtime): Promise<readonly string[]> {
  const [at = -1] = scanLine(argv).word_indexes
  const name = argv[at]
  if (name === undefined || commands.some(({ path }) => path[0] === name)) return argv
  const words = wordsOfAlias(name, (await userFile(runtime)).aliases)
  return words === undefined ? argv : [...argv.slice(0, at), ...words, ...argv.slice(at + 1)]
}

async function sentenceHint(answers: readonly Answer[], context: Context): Promise<Hint> {
  const { typed, own, argv } = context
  const isValue = (word: string) => typed.flags.some(({ value }) => value === word)
  const words = withoutParticle(argv.filter((word) => !word.startsWith('-') && !isValue(word)))
  const missing = answers.find((answer) => 'isMissing' in answer)
  // `cal -x`
  if (own === undefined && argv.length > 0 && argv.every((word) => word.startsWith('-'))) return all_commands
  const about_flags = flagsHint(answers, words, context)
  if (about_flags) return about_flags
  // `updat 5 --all`: the command that would take the words.
  const refusing = answers.find((answer) => 'left' in answer && answer.left.includes('--all'))
  const meant = own ?? (refusing && 'path' in refusing ? commandAt(refusing.path) : undefined)
  const hint = (await howTo(words.length === 0 ? argv : words, typed, meant)) ?? (await lastHint(context))
  const isKnown = (name: string) => intentOf([name]) !== undefined || inEnglish(name) !== name || /^\d/.test(name)
  if (missing && 'left' in missing && !missing.left.every(isKnown))
    return t('"{name}" was not found; {hint}', { name: missing.left[0] ?? '', hint })
  return hint
}

/** What flags that no command has ask for. */
const jobs_of_flags = /^(paper|merge|purge|rank|series|sync|profiles|guests|undo|overlap|edit|copy|rename)$/

/** The flags that the command does not have, unless they or the words say what is asked for. */
function flagsHint(answers: readonly Answer[], words: readonly string[], context: Context): Hint | undefined {
  const { error, typed, own, argv } = context
  const lefts = answers.filter((answer) => 'left' in answer).filter((answer) => !answer.isMissing)
  const left = lefts.find(({ path }) => path.join(' ') === own?.path.join(' ')) ?? lefts.at(-1)
  const flags = left?.left.filter((word) => word.startsWith('-') && argv.some((one) => one.startsWith(word))) ?? []
  const command = commandAt(left?.path ?? []) ?? own
  // `categories delete Classical --move-to Music`
  const names = flags.map((flag) => flag.replace(/^--?/, '')).filter((name) => !isField(name))
  const asked = names.map((name) => intentOf([name]) ?? '').find((one) => jobs_of_flags.test(one))
  if (own && asked !== undefined) return sentenceFor(asked, own.resource)
  // `events add Yoga friday --tag free`
  const named = (own ?? command)?.path.at(-1) ?? ''
  const takesText = named === 'export' || (/^(add|create)$/.test(named) && typed.words.length > 0)
  if (!command || takesText || typed.flags.some(({ name }) => name === '--all')) return undefined
  const line = `${commandLine(command.path)} ${flagsOf(command).some(({ rare }) => rare) ? '--help-all' : '--help'}`
  if (own && error.role === 'flag' && (flags.length === 0 || flags.join() === error.word)) {
    const field = nameOfFlag(inOurSpelling(flags[0] ?? ''))
    return own.path[0] === 'import' && isField(field)
      ? t('imports take values from the file: "{field}" is a field of its records', { field })
      : t('list all flags: {line}', { line })
  }
  return flags.length > 0 && (own || intentOf(words) === undefined)
    ? t('{command} has no {flags}; its flags: {line}', {
        command: commandLine(command.path),
        flags: flags.join(', '),
        line,
      })
    : undefined
}

/** The sentence for what the words ask for. */
async function howTo(words: readonly string[], typed: Typed, own: Command | undefined): Promise<Text | undefined> {
  const [first = ''] = words
  const id = idIn(words)
  const asked = await askedBy(words, typed, own)
  const isQuestion = [first, words.at(-1) ?? ''].some((word) => isA(word, 'question'))
  const meant = asked ?? ownIntent(words, own) ?? (isQuestion ? 'get' : undefined)
  const name = meant === 'get' && !isQuestion && id === undefined && words.length > 2 ? 'list' : meant
  // `move it to another venue` moves an event.
  const kind = (asked === 'move' ? words.slice(0, 2) : words).map(kindNamed).find((one) => one)
  const sentence = (name && sentenceFor(name, kind, id)) || commandFor(words, own)
  if (sentence) return sentence
  const asks = isA(plain(first), 'request') && !isA(first, 'many')
  if (!asks && repetitionIn(words.join(' '))) return sentenceFor('series', kind)
  // A sentence that neither asks nor begins with a kind may ask for anything.
  const isShort = words.length < 3 || kindNamed(first) !== undefined
  const isList = isQuestion || isFiller(first) || kind || (await splitDays(words)).days
  return (isShort || asks) && isList ? sentenceFor('list', kind) : undefined
}

/** What the words or flags ask for: a key of `acts` or `sentences`. */
async function askedBy(words: readonly string[], typed: Typed, own: Command | undefined): Promise<string | undefined> {
  // `issue create --title x` changes nothing.
  const flags = typed.flags.map(({ name }) => name.replace(/^--?/, '')).filter((name) => !isField(name))
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

async function lastHint({ error: { word }, typed, argv }: Context): Promise<Text> {
  const [first = ''] = argv
  if (/^\d+$/.test(first) && argv.length === 1)
    return t('to show an event: cal events get {word}; to show a month: cal month 2026-12', { word: first })
  if (/^\d+[./-][\d./-]*$/.test(word)) return t('write a month as: cal month 2026-12')
  // `Yoga friday 18:00`
  const isBound = argv.some((word) => isA(word, 'bound'))
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
