// The hint for a line that is not a valid command: a line that the parser accepts and the calendar confirms, or a
// sentence that says how to do what was asked for.
import { CalError } from '../../../base/errors.ts'
import { type Hint, commandLine, didYouMean, proposal } from '../../../base/text/closest.ts'
import { type Text, t } from '../../../base/text/language.ts'
import { shellWord } from '../../../base/text/quoted.ts'
import { resourceNamed } from '../../../spec/resources.ts'
import { type FoundCommand, UnknownWordError, findCommand, scanLine } from '../../arguments/command-line.ts'
import { flagsOf } from '../../arguments/flags.ts'
import { refuseIneffectiveOutput } from '../../arguments/ineffective-flags.ts'
import { global_options, spellingsOf } from '../../arguments/options.ts'
import { parseArguments } from '../../arguments/parse-arguments.ts'
import { wordsOfAlias } from '../../config/aliases.ts'
import { userFile } from '../../config/files.ts'
import { format_names } from '../../types/outcome.ts'
import type { Runtime, TryLine } from '../../types/session.ts'
import { commandTyped } from '../commands-for.ts'
import { commands } from '../commands.ts'
import { howTo, sentenceHint } from './how-to.ts'
import {
  type Answer,
  type Context,
  type Proposed,
  Trial,
  type Typed,
  type TypedFlag,
  flagWords,
  splitLine,
} from './line.ts'
import { linesFor } from './match.ts'
import { dateIn, inEnglish, isFiller, kindNamed, untilFlag } from './words.ts'

/** Adds the hint to an error that names a word of the line, and replaces one whose line the parser refuses. */
export async function answerError(error: unknown, runtime: Runtime, tryLine?: TryLine): Promise<unknown> {
  if (!(error instanceof CalError)) return error
  const { line } = error.hint ?? {}
  if (error instanceof UnknownWordError) return withHint(error, await hintFor(error, runtime, tryLine))
  if (line === undefined || (await refusalOf(line, runtime)) === undefined) return error
  const path = foundIn(line)?.path ?? []
  return withHint(error, path.length === 0 ? all_commands : t('see {line}', { line: `${commandLine(path)} --help` }))
}

function withHint(error: CalError, hint: Hint): CalError {
  return new CalError(error.code, error.text, { hint })
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
  const found = foundIn(argv)
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
  const tried = [line, whole].map((one) => one.join(' '))
  const untried = answers.filter((answer) => 'line' in answer).filter((one) => !tried.includes(one.line.join(' ')))
  return (await proposed(untried, context, runtime)) ?? sentenceHint(answers, context)
}

async function helpHint(answers: readonly Answer[], typed: Typed, globals: readonly string[]): Promise<Hint> {
  const line = answers.find((answer) => 'line' in answer)?.line
  const kind = typed.words.length === 1 ? kindNamed(typed.words[0] ?? '') : undefined
  if (line || kind) return proposal(['help', ...(kind ? [kind] : (foundIn(line ?? [])?.path ?? [])), ...globals])
  return (await howTo(typed.words, typed, undefined)) ?? all_commands
}

/** The first line that the parser accepts and that would do something. */
async function proposed(lines: readonly Proposed[], context: Context, runtime: Runtime): Promise<Hint | undefined> {
  const { trial } = context.typed
  let refused: Hint | undefined
  for (const answer of lines) {
    const { line } = answer
    const isOne = isOneFlag(answer, context)
    const refusal = await refusalOf([...line, ...context.globals], runtime)
    // One flag in the spelling of another program: only that flag is named.
    const whole = [...line, ...context.globals]
    const hint = didYouMean(isOne ? flagText(answer.changed[0] ?? [], context.typed) : commandLine(whole))
    if (refusal !== undefined) {
      if (isOne) refused ??= t('{hint} ({note})', { hint, note: refusal })
      continue
    }
    const [first = '', verb] = line
    const writes = first === 'add' || foundIn(line)?.command?.effect === 'writes'
    const isTried = first === 'add' || (resourceNamed(first) !== undefined && verb !== 'edit')
    const checked = writes ? (isTried ? await trial.writes(line) : {}) : await trial.reads(line)
    if ('problem' in checked) {
      if (first === 'add' || first === 'agenda') continue
      return isOne ? t('{hint} ({note})', { hint, note: checked.problem }) : checked.problem
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
function flagText(changed: readonly TypedFlag[], { flags }: Typed): string {
  const isTyped = changed.length === 1 && flags.some(({ value }) => value === changed[0]?.value)
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
  const name = assigned ?? argv[at - 2]
  const flag = flagsOf(found.command).find(({ positive }) => positive !== undefined && positive === name)
  if (!flag) return undefined
  const value = [start, ...untilFlag(argv.slice(at))].join(' ')
  const { parameter, record_kind } = flag
  const takesSpaces =
    parameter?.form === 'datetime'
      ? (await dateIn(value)) !== undefined
      : record_kind !== undefined || (parameter?.type === 'string' && parameter.form === undefined)
  return takesSpaces ? t('put the value in quotes: {quoted}', { quoted: `${name} "${value}"` }) : undefined
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

/**
 * The line with its alias written out. Flags that any command takes and that are no part of what is asked for go to the
 * end of the line.
 */
async function withoutGlobals(line: readonly string[], runtime: Runtime) {
  const known_flags = spellingsOf(global_options)
  const argv: string[] = []
  const globals: string[] = []
  const typed = await expanded(line, runtime)
  for (let i = 0; i < typed.length; i += 1) {
    const word = typed[i] ?? ''
    const name = word.replace(/=.*/s, '')
    const isMoved =
      /^--(lang|api-root|profile|debug|color|timeout|max-wait|insecure-http|no-input|no-pager|confirm)$/.test(name)
    const length = isMoved && known_flags.get(name)?.takes_value && !word.includes('=') ? 2 : 1
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
