// The hint for a line that is not a valid command: a line that holds everything that was typed and that the parser
// accepts, or what was not understood and where to look.
import { durationOf } from '../../../base/dates/durations.ts'
import { readDate, typedTime } from '../../../base/dates/typed-dates.ts'
import { series_hint } from '../../../base/dates/repetition.ts'
import { CalError } from '../../../base/errors.ts'
import { commandLine, didYouMean, type Hint, proposal } from '../../../base/text/closest.ts'
import { eachLanguage, t, type Text } from '../../../base/text/language.ts'
import { shellWord } from '../../../base/text/quoted.ts'
import { findCommand, type FoundCommand, scanLine, UnknownWordError } from '../../arguments/command-line.ts'
import { flagsOf, placeholder } from '../../arguments/flags.ts'
import { refuseIneffectiveOutput } from '../../arguments/ineffective-flags.ts'
import { global_options, spellingsOf } from '../../arguments/options.ts'
import { parseArguments } from '../../arguments/parse-arguments.ts'
import { wordsOfAlias } from '../../config/alias-words.ts'
import { userFile } from '../../config/files.ts'
import { resourceNamed } from '../../../spec/resources.ts'
import type { Command } from '../../types/command.ts'
import { format_names } from '../../types/outcome.ts'
import type { Runtime, TryLine } from '../../types/session.ts'
import { commands } from '../commands.ts'
import { commandTyped } from '../commands-for.ts'
import { splitLine, type TypedFlag } from './flag-words.ts'
import { type Answer, flagWords, type Typed } from './line.ts'
import { answerTo, forCommand } from './lines.ts'
import { queryAnswers } from './querying.ts'
import { dateIn, idIn, readQuery } from './read-words.ts'
import { checked, type Proposed } from './trial.ts'
import { inEnglish, isFiller, kindNamed } from './words.ts'

/** Adds the hint to an error that names a word of the line, and replaces one whose line the parser refuses. */
export async function answered(error: unknown, runtime: Runtime, tryLine?: TryLine): Promise<unknown> {
  if (!(error instanceof CalError)) return error
  const { line } = error.hint ?? {}
  if (error instanceof UnknownWordError) return withHint(error, await hintFor(error, runtime, tryLine))
  if (line === undefined || (await isAccepted(line, runtime))) return error
  const path = pathOf(line)
  return withHint(error, path.length === 0 ? t('list all commands: cal --help') : helpFor(path))
}

function withHint(error: CalError, hint: Hint | undefined): CalError {
  return new CalError(error.code, error.text, hint ? { hint } : {})
}

/** The hint names a word of the line, if the error doesn't. */
async function hintFor(error: UnknownWordError, runtime: Runtime, tryLine?: TryLine): Promise<Hint> {
  const hint = await hintOf(error, runtime, tryLine)
  const isNamed =
    hint.line !== undefined || runtime.argv.some((word) => error.text.en.includes(word) || hint.en.includes(word))
  return isNamed ? hint : t('"{words}" is not understood; {hint}', { words: runtime.argv.join(' '), hint })
}

async function hintOf(error: UnknownWordError, runtime: Runtime, tryLine?: TryLine): Promise<Hint> {
  const whole = withoutGlobals(await expanded(error.argv ?? runtime.argv, runtime))
  const { argv: line, globals } = withoutGlobals(await expanded(runtime.argv, runtime))
  // `help events lits`: the words are those of another command.
  const isHelp = error.role === 'command' && inEnglish(whole.argv[0] ?? '') === 'help'
  const argv = isHelp ? whole.argv.slice(1) : whole.argv
  const found = foundIn(argv)
  const every = commands.flatMap(flagsOf)
  const find = (path: readonly string[]) => commandAt(path)
  const own = found?.command
  const typed: Typed =
    found && own && error.role !== 'command'
      ? { ...splitLine(found.rest, flagsOf(own)), find }
      : { ...splitLine(argv, every), find }
  const quoting = error.role === 'command' ? undefined : await quotingHint(error, argv, found)
  if (quoting) return quoting
  if (typed.flags.some(({ name }) => repeat_flags.test(name)) && /^(add|new|create|events)$/.test(argv[0] ?? ''))
    return series_hint
  const group = argv[0] ?? ''
  // `config --list`
  const member = [line[0] ?? '', line[1]?.slice(2) ?? '']
  if (line.length === 2 && line[1]?.startsWith('--') && commandAt(member)) return didYouMean(commandLine(member))
  const context: Context = { error, typed, own, isSure: false, argv: runtime.argv }
  if (isHelp && argv.every(isFiller)) return t('list all commands: cal --help')
  // `list all venues` has no kind before the verb.
  const kinds = runtime.argv.map(kindNamed).filter((kind) => kind !== undefined)
  const isNoun = own?.resource === undefined || kinds.length === 0 || kinds.includes(own.resource)
  const answers =
    own && isNoun && error.role !== 'command'
      ? await forCommand(own.path, typed)
      : await answerTo(
          isNoun ? typed : { ...splitLine(withoutGlobals(await expanded(runtime.argv, runtime)).argv, every), find },
        )
  const proposed = await hintAmong(answers, context, { isHelp, globals, runtime, tryLine })
  if (proposed) return proposed
  const isGroup = commands.some(({ path }) => path.length > 1 && path[0] === group)
  const path = own?.path ?? found?.path ?? (isGroup ? [group] : [])
  const words = argv.filter((one) => !one.startsWith('-'))
  if (tryLine && answers.length === 0 && path.length === 0 && words.length === argv.length && words.length > 1) {
    const result = await checked({ line: ['search', ...words], changed: [] }, typed, withGlobals(tryLine, globals))
    if ('answer' in result && result.isSure) return shown(result.answer, globals, { ...context, isSure: true })
    if ('problem' in result && result.hint)
      return t('{problem}; {hint}', { problem: result.problem, hint: result.hint })
    if ('problem' in result && words.length > 2) return helpOfKind(argv, error.word)
  }
  return lastHint(error, argv, path)
}

interface Check {
  readonly isHelp: boolean
  readonly globals: readonly string[]
  readonly runtime: Runtime
  readonly tryLine: TryLine | undefined
}

/** The first answer that the parser accepts and that would do something; else why there is none. */
async function hintAmong(
  answers: readonly Answer[],
  context: Context,
  { isHelp, globals, runtime, tryLine }: Check,
): Promise<Hint | undefined> {
  let left: Extract<Answer, { left: readonly string[] }> | undefined
  let problem: Text | undefined
  let tried: { readonly path: readonly string[]; readonly problem: Text; readonly hint?: Text } | undefined
  for (const answer of answers) {
    if ('advice' in answer) return answer.advice
    if ('left' in answer) {
      left ??= answer
      continue
    }
    if (isHelp) return proposal(['help', ...pathOf(answer.line), ...globals])
    const refusal = await refusalOf([...answer.line, ...globals], runtime)
    problem ??= refusal
    if (refusal !== undefined) continue
    const result = tryLine
      ? await checked(answer, context.typed, withGlobals(tryLine, globals))
      : { answer, isSure: false }
    if ('advice' in result) return result.advice
    if ('problem' in result) tried ??= { path: pathOf(answer.line), ...result }
    else {
      const hint = shown(result.answer, globals, { ...context, isSure: result.isSure })
      if (result.note === undefined || isOneFlag(answer, context)) return hint
      return proposal(hint.line ?? answer.line, t('{hint} ({note})', { hint, note: result.note }))
    }
  }
  const command_tried = tried && commandAt(tried.path)
  if (tried?.hint) return t('{problem}; {hint}', { problem: tried.problem, hint: tried.hint })
  if (tried && command_tried) return helpWith(command_tried, tried.problem)
  const refused = answers.find((answer) => 'line' in answer)
  const [flag] = refused?.changed[0] ?? []
  // `list -f`: the value is missing too.
  if (refused && flag?.value === undefined && flag && isOneFlag(refused, context)) return didYouMean(flag.name)
  if (left) return notUnderstood(left, context.error)
  const command = refused && commandAt(pathOf(refused.line))
  const isMissing = refused && command && refused.line.length === command.path.length
  if (command && !context.own && isMissing)
    return t('to {summary}: {line}', { summary: command.summary, line: usageOf(command) })
  return command && problem ? helpWith(command, problem) : undefined
}

function helpWith({ path, summary }: Command, problem: Text): Text {
  return t('{problem}; to {summary}: {line}', { problem, summary, line: `${commandLine(path)} --help` })
}

/** The lines are run for this hint only, on the calendar of the line that was typed. */
function withGlobals(tryLine: TryLine, globals: readonly string[]): TryLine {
  return (argv) => tryLine([...argv, ...globals])
}

/** For typographic dashes and quotes, and for the value of a flag whose quotes are missing: `--title Summer party`. */
async function quotingHint(
  { role, word }: UnknownWordError,
  argv: readonly string[],
  found: FoundCommand | undefined,
): Promise<Hint | undefined> {
  const isArgument = role === 'argument'
  if (/^[‐-―−]-?[a-z]/i.test(word)) return didYouMean(word.replace(/^[‐-―−]-?/, '--'))
  if (/^[“”„«»‘]|[“”«»’]$/.test(word)) return t('use straight quotes: "…"')
  if (!isArgument) return undefined
  const at = argv.indexOf(word)
  const [, assigned, start] = /^(--[^=]+)=(.+)$/s.exec(argv[at - 1] ?? '') ?? []
  const name = assigned ?? argv[at - 2]
  const flag =
    found?.command && flagsOf(found.command).find(({ positive }) => positive !== undefined && positive === name)
  if (!flag) return undefined
  const rest = argv.slice(at)
  const end = rest.findIndex((one) => one.startsWith('-'))
  const value = [start ?? argv[at - 1] ?? '', ...(end === -1 ? rest : rest.slice(0, end))].join(' ')
  const { parameter, record_kind } = flag
  const takesSpaces =
    parameter?.form === 'datetime'
      ? (await dateIn(value)) !== undefined
      : record_kind !== undefined || (parameter?.type === 'string' && parameter.form === undefined)
  return takesSpaces ? t('put the value in quotes: {quoted}', { quoted: `${name} "${value}"` }) : undefined
}

const repeat_flags =
  /^--(repeats?|repeating|recurrence|recurring|recur|rrule|every|weekly|daily|monthly|wiederholen|wiederholung|wöchentlich)$/

interface Context {
  readonly error: UnknownWordError
  readonly typed: Typed
  readonly own: Command | undefined
  /** The line was tried on the calendar. */
  readonly isSure: boolean
  /** As typed. */
  readonly argv: readonly string[]
}

function shown({ line, changed, form, file }: Proposed, globals: readonly string[], context: Context): Hint {
  const whole = [...line, ...globals]
  const redirected = file === undefined ? '' : ` > ${shellWord(file)}`
  const text = `${commandLine(whole)}${redirected}`
  // One flag in the spelling of another program: only that flag is named.
  if (isOneFlag({ line, changed }, context))
    return proposal(whole, didYouMean(flagText(changed[0] ?? [], context.typed)))
  if (form === 'example') return proposal(whole, t('for example: {line}', { line: text }))
  if (form === 'title' && !context.isSure)
    return proposal(whole, t('if that is the title: {line}; otherwise use the id', { line: text }))
  if (form === 'to search') return proposal(whole, t('to search, use {typed}', { typed: text }))
  if (form === 'use' && context.own) return proposal(whole, t('use {typed}', { typed: text }))
  if (form === 'whole days') return proposal(whole, t('did you mean {line}? It shows whole days.', { line: text }))
  return proposal(whole, didYouMean(text))
}

function isOneFlag(
  { line, changed }: Pick<Proposed, 'line' | 'changed'>,
  { error, typed, own, argv }: Context,
): boolean {
  // `events --category jazz` lacks a word of the command too.
  const isTyped = own?.path.every(
    (word) => argv.includes(word) || own.aliases?.some((one) => argv.includes(one)) || resourceNamed(word),
  )
  const isOwn =
    own !== undefined && isTyped === true && error.role === 'flag' && own.path.every((word, i) => line[i] === word)
  return isOwn && changed.length === 1 && typed.words.every((word) => line.includes(word))
}

/** The value is repeated if it was not typed: `--output ics`. */
function flagText(changed: readonly TypedFlag[], { flags }: Typed): string {
  const isTyped =
    changed.length > 1 ? () => false : (value: string | undefined) => flags.some((flag) => flag.value === value)
  return changed
    .map((flag) =>
      flag.value === undefined || isTyped(flag.value) ? flag.name : flagWords([flag]).map(shellWord).join(' '),
    )
    .join(' ')
}

/** Says which words have no place in the command that was recognized. */
function notUnderstood(
  { left, path }: Extract<Answer, { left: readonly string[] }>,
  { role, word }: UnknownWordError,
): Hint {
  const command = commandAt(path)
  if (!command) return t('list all commands: {line}', { line: `${commandLine(path)} --help` })
  const line = `${commandLine(command.path)} --help`
  if (left.every((one) => one.startsWith('-')))
    return role === 'flag' && left.length === 1 && left[0] === word
      ? t('list all flags: {line}', { line })
      : t('{command} has no {flags}; its flags: {command} --help', {
          command: commandLine(command.path),
          flags: left.join(', '),
        })
  if (path.at(-1) === 'list') {
    const known = unknown_conditions.find(([words]) => left.some((one) => words.test(one)))
    if (known) return known[1]
  }
  return t('"{words}" is not understood; to {summary}: {line}', {
    words: left.join(' '),
    summary: command.summary,
    line,
  })
}

/** What no list does, and what to do instead. */
const unknown_conditions: readonly (readonly [words: RegExp, advice: Text])[] = [
  [
    /^(by|per|pro|je|nach|group(ed)?|gruppier\p{L}*|top|most|best|popular|beliebt\p{L}*|meisten)$/iu,
    t(
      'cal does not group or rank; to count the events of one venue: cal events list --venue ID --any-date -o count; for your own program: -o json',
    ),
  ],
  [
    /^(not|except|without|no|nicht|kein|keinen?|außer|ohne|or|oder|than|more|less|fewer|mehr|weniger)$/iu,
    t(
      'there is no filter for that; the filters: cal events list --help; other conditions: cal events list --all --jq EXPRESSION',
    ),
  ],
]

function lastHint({ role, word }: UnknownWordError, argv: readonly string[], path: readonly string[]): Hint {
  const command = commandAt(path)
  const line = `${commandLine(path)} --help`
  if (command && role === 'flag') return t('list all flags: {line}', { line })
  if (command)
    return t('"{words}" is not understood; to {summary}: {line}', { words: word, summary: command.summary, line })
  if (path.length > 0) return t('list all commands: {line}', { line })
  const first = argv[0] ?? ''
  if (/^\d+$/.test(first) && argv.length === 1)
    return t('to show an event: cal events get {word}; to show a month: cal month 2026-12', { word: first })
  if (/^\d[\d./-]*$/.test(word)) return t('write a month as: cal month 2026-12')
  const words = argv.filter((one) => !one.startsWith('-'))
  if (words.some((one) => kindNamed(one) ?? idIn(one))) return helpOfKind(argv, word)
  return t(
    'to look: cal agenda, cal search {word}; to create: {add}; to change: cal events update ID; all commands: cal --help',
    {
      word: shellWord(words.find((one) => !isFiller(one) && !/^wie ?viele?$/i.test(one)) ?? 'jazz'),
      add: 'cal add "Jazz friday 8pm 3h"',
    },
  )
}

function helpOfKind(argv: readonly string[], word: string): Text {
  const kind = argv.map(kindNamed).find((one) => one !== undefined) ?? 'events'
  return t('"{words}" is not understood; see {line}', { words: word, line: `cal ${kind} --help` })
}

/** `cal profile use PROFILE` */
function usageOf({ path, operands = [] }: Command): Text {
  return eachLanguage((language) =>
    [commandLine(path), ...operands.map(({ name }) => placeholder(name)[language])].join(' '),
  )
}

function helpFor(path: readonly string[]): Text {
  return t('see {line}', { line: `${commandLine(path)} --help` })
}

/** The line that answers words without a command, if they are a sentence: `events in lindenau`. */
export async function lineForQuestion(
  words: readonly string[],
  runtime: Runtime,
): Promise<readonly string[] | undefined> {
  const query = await readQuery(words)
  const answers = query.isSentence ? queryAnswers(query, undefined, { words, flags: [], find: commandAt }) : []
  for (const answer of answers) if ('line' in answer && (await isAccepted(answer.line, runtime))) return answer.line
  return undefined
}

async function isAccepted(line: readonly string[], runtime: Runtime): Promise<boolean> {
  return (await refusalOf(line, runtime)) === undefined
}

/** Why the line would be refused: the parser accepts it, and its dates can be read. */
async function refusalOf(line: readonly string[], runtime: Runtime): Promise<Text | undefined> {
  try {
    const { command, rest } = await commandTyped(scanLine(line), runtime)
    if (!command)
      return rest.every((word) => word.startsWith('-'))
        ? undefined
        : t('unexpected argument "{extra}"', { extra: rest.join(' ') })
    const input = await parseArguments(command, rest)
    const format = input.options.json === true ? 'json' : format_names.find((name) => name === input.options.output)
    refuseIneffectiveOutput(command, input, format)
    const { duration } = input.options
    if (typeof duration === 'string' && durationOf(duration) === undefined)
      return t('--duration needs a duration such as 90m, 1h30m or 2d, not "{value}"', { value: duration })
    const dates = Object.entries(input.values).filter(([name]) => command.parameters?.[name]?.form === 'datetime')
    for (const [, value] of dates) {
      if (typeof value !== 'string' || (command.path[1] === 'update' && typedTime(value) !== undefined)) continue
      if ((await readDate(value, { now: 0, zone: 'UTC' })) === undefined)
        return t('"{text}" is not a date or period', { text: value })
    }
    return undefined
  } catch (error) {
    if (error instanceof CalError) return error.text
    throw error
  }
}

function foundIn(argv: readonly string[]): FoundCommand | undefined {
  try {
    return findCommand(commands, scanLine(argv))
  } catch (error) {
    if (error instanceof CalError) return undefined
    throw error
  }
}

function commandAt(path: readonly string[]): Command | undefined {
  const last = path.at(-1) ?? ''
  return commands.find(
    (command) =>
      command.path.length === path.length &&
      path.slice(0, -1).every((word, i) => word === command.path[i]) &&
      (command.path.at(-1) === last || command.aliases?.includes(last) === true),
  )
}

function pathOf(line: readonly string[]): readonly string[] {
  return foundIn(line)?.path ?? []
}

async function expanded(argv: readonly string[], runtime: Runtime): Promise<readonly string[]> {
  const [at = -1] = scanLine(argv).word_indexes
  const name = argv[at]
  if (name === undefined || commands.some(({ path }) => path[0] === name)) return argv
  const words = wordsOfAlias(name, (await userFile(runtime, () => {})).aliases)
  return words === undefined ? argv : [...argv.slice(0, at), ...words, ...argv.slice(at + 1)]
}

/** Flags that any command takes and that are no part of what is asked for go to the end of the line. */
function withoutGlobals(typed: readonly string[]) {
  const takes_value = spellingsOf(global_options)
  const argv: string[] = []
  const globals: string[] = []
  for (let i = 0; i < typed.length; i += 1) {
    const word = typed[i] ?? ''
    const name = word.replace(/=.*$/s, '')
    const isMoved =
      /^--(lang|api-root|profile|debug|color|timeout|max-wait|insecure-http|no-input|no-pager|confirm)$/.test(name)
    const length = isMoved && takes_value.get(name) === true && !word.includes('=') ? 2 : 1
    ;(isMoved ? globals : argv).push(...typed.slice(i, i + length))
    i += length - 1
  }
  return { argv, globals }
}
