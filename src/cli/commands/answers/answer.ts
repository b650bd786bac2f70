// The hint for a line that is not a valid command: a line that the parser accepts and the calendar confirms, or a
// sentence that says how to do what was asked for.
import { durationOf } from '../../../base/dates/durations.ts'
import { timeOf } from '../../../base/dates/date-parser.ts'
import { readDate } from '../../../base/dates/typed-dates.ts'
import { repetitionIn, series_hint } from '../../../base/dates/repetition.ts'
import { CalError } from '../../../base/errors.ts'
import { commandLine, didYouMean, type Hint, proposal } from '../../../base/text/closest.ts'
import { eachLanguage, t, type Text } from '../../../base/text/language.ts'
import { shellWord } from '../../../base/text/quoted.ts'
import { resourceNamed } from '../../../spec/resources.ts'
import { findCommand, type FoundCommand, scanLine, UnknownWordError } from '../../arguments/command-line.ts'
import { flagsOf, placeholder } from '../../arguments/flags.ts'
import { refuseIneffectiveOutput } from '../../arguments/ineffective-flags.ts'
import { global_options, spellingsOf } from '../../arguments/options.ts'
import { parseArguments } from '../../arguments/parse-arguments.ts'
import { wordsOfAlias } from '../../config/alias-words.ts'
import { userFile } from '../../config/files.ts'
import type { Command } from '../../types/command.ts'
import { format_names } from '../../types/outcome.ts'
import type { Runtime, TryLine } from '../../types/session.ts'
import { commands } from '../commands.ts'
import { commandTyped } from '../commands-for.ts'
import { splitLine, type TypedFlag } from './flag-words.ts'
import { dateIn } from './changes.ts'
import { forCommand, linesFor } from './forms.ts'
import { acts, holiday_words, intentOf, lineFor, sentenceFor } from './intents.ts'
import { type Answer, flagWords, type Proposed, type Typed } from './line.ts'
import { splitDays } from './lists.ts'
import { type Checked, Trial } from './trial.ts'
import { inEnglish, isFiller, kindNamed, plain, withoutParticle } from './words.ts'

/** Adds the hint to an error that names a word of the line, and replaces one whose line the parser refuses. */
export async function answered(error: unknown, runtime: Runtime, tryLine?: TryLine): Promise<unknown> {
  if (!(error instanceof CalError)) return error
  const { line } = error.hint ?? {}
  if (error instanceof UnknownWordError) return withHint(error, await hintFor(error, runtime, tryLine))
  if (line === undefined || (await isAccepted(line, runtime))) return error
  const path = pathOf(line)
  return withHint(error, path.length === 0 ? t('list all commands: cal --help') : helpFor(path))
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
  /** What was typed, and what was executed of it. */
  readonly tried: readonly string[]
  readonly globals: readonly string[]
  readonly runtime: Runtime
  readonly trial: Trial
}

async function hintFor(error: UnknownWordError, runtime: Runtime, tryLine?: TryLine): Promise<Hint> {
  const whole = withoutGlobals(await expanded(error.argv ?? (await argvOf(error, runtime)), runtime)).argv
  const { argv: line, globals } = withoutGlobals(await expanded(runtime.argv, runtime))
  // `help events lits`: the words are those of another command.
  const isHelp = error.role === 'command' && inEnglish(whole[0] ?? '') === 'help'
  const argv = isHelp ? whole.slice(1).filter((word) => !isFiller(word)) : whole
  if (isHelp && argv.length === 0) return t('list all commands: cal --help')
  const found = foundIn(argv)
  const own = error.role === 'command' ? undefined : found?.command
  // `list all venues` has no kind before the verb.
  const kinds = line.map(kindNamed).filter((kind) => kind !== undefined)
  const isNoun = own?.resource === undefined || kinds.length === 0 || kinds.includes(own.resource)
  const flags = own ? flagsOf(own) : commands.flatMap(flagsOf)
  const typed: Typed = { ...splitLine(own && found ? (isNoun ? found.rest : line) : argv, flags), find: commandAt }
  const quoting = own && (await quotingHint(error, argv, found))
  if (quoting) return quoting
  if (typed.flags.some(({ name }) => repeat_flags.test(name)) && /^(add|new|create|events)$/.test(argv[0] ?? ''))
    return series_hint
  // `config --list`
  const member = [line[0] ?? '', line[1]?.slice(2) ?? '']
  if (line.length === 2 && line[1]?.startsWith('--') && commandAt(member)) return didYouMean(commandLine(member))
  const trial = new Trial(tryLine && ((words) => tryLine([...words, ...globals])))
  // `config set alias.x frobnicate` is about the command of the alias.
  const named = found?.command?.resource === undefined && found?.path.length === 2 ? found.command : undefined
  const tried = [line, whole].map((words) => words.join(' '))
  const context: Context = { error, typed, own: own ?? named, argv: line, tried, globals, runtime, trial }
  const answers = own && isNoun ? await forCommand(own.path, typed, trial) : await linesFor(typed, trial)
  if (isHelp) {
    const named = answers.find((answer) => 'line' in answer)
    const [word = ''] = typed.words
    const kind = typed.words.length === 1 ? kindNamed(word) : undefined
    if (named || kind) return proposal(['help', ...(kind ? [kind] : pathOf(named?.line ?? [])), ...globals])
    return (await howTo(typed.words, typed, own)) ?? t('list all commands: cal --help')
  }
  return (await proposed(answers, context)) ?? sentenceHint(answers, context)
}

/** The line that was executed, if there was one: `exportiere dezember.ics` was `export dezember.ics`. */
async function argvOf({ role }: UnknownWordError, runtime: Runtime): Promise<readonly string[]> {
  if (role === 'command') return runtime.argv
  const { path, rest } = await commandTyped(scanLine(runtime.argv), runtime)
  return [...path, ...rest]
}

/** The first answer that the parser accepts and that would do something. */
async function proposed(answers: readonly Answer[], context: Context): Promise<Hint | undefined> {
  const { globals, runtime, trial } = context
  let refused: Hint | undefined
  for (const answer of answers) {
    if (!('line' in answer) || context.tried.includes(answer.line.join(' '))) continue
    const refusal = await refusalOf([...answer.line, ...globals], runtime)
    if (refusal !== undefined && isOneFlag(answer, context))
      refused ??= t('{hint} ({note})', {
        hint: didYouMean(flagText(answer.changed[0] ?? [], context.typed)),
        note: refusal,
      })
    if (refusal !== undefined) continue
    const [first = '', verb] = answer.line
    const writes = first === 'add' || commandAt(pathOf(answer.line))?.effect === 'writes'
    const isRecord = first === 'add' || (resourceNamed(first) !== undefined && verb !== 'edit')
    const checked: Checked = writes ? (isRecord ? await trial.writes(answer.line) : {}) : await trial.reads(answer.line)
    if ('problem' in checked) {
      if (first === 'add') continue
      return checked.problem
    }
    const hint = shown(answer, context)
    return checked.note === undefined || (writes && isOneFlag(answer, context))
      ? hint
      : proposal(hint.line ?? answer.line, t('{hint} ({note})', { hint, note: checked.note }))
  }
  return refused
}

function shown({ line, changed }: Proposed, context: Context): Hint {
  const whole = [...line, ...context.globals]
  // One flag in the spelling of another program: only that flag is named.
  const isOne = isOneFlag({ line, changed }, context)
  return proposal(whole, didYouMean(isOne ? flagText(changed[0] ?? [], context.typed) : commandLine(whole)))
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

/** What flags that no command has ask for. */
const jobs_of_flags = /^(paper|rss|merge|purge|rank|series|sync|tokens|profiles|guests|undo|overlap|edit|copy|rename)$/

/** Without a line: what was not found or not understood, and how to do what the words ask for. */
async function sentenceHint(answers: readonly Answer[], { error, typed, own, argv }: Context): Promise<Hint> {
  const isValue = (word: string) => typed.flags.some(({ value }) => value === word)
  const words = withoutParticle(argv.filter((word) => !word.startsWith('-') && !isValue(word)))
  // `undo --last 2`
  if (own?.path.join(' ') === 'history undo' && error.role === 'flag')
    return sentenceFor('undo', undefined, undefined) ?? error.text
  // `subscribe https://example.org/events.ics --name Holidays`
  const foreign = own?.path[0] === 'feed' ? words.find((word) => /^(https?|webcal):/i.test(word)) : undefined
  if (foreign !== undefined)
    return t('to import the events of another calendar: {line}', {
      line: commandLine(['import', foreign, '--dry-run']),
    })
  const missing = answers.find((answer) => 'isMissing' in answer)
  const lefts = answers.filter((answer) => 'left' in answer && answer !== missing)
  const left = lefts.find((answer) => 'path' in answer && answer.path.join(' ') === own?.path.join(' ')) ?? lefts.at(-1)
  const flags = left && 'left' in left ? left.left.filter((word) => word.startsWith('-')) : []
  const command = (left && 'path' in left ? commandAt(left.path) : undefined) ?? own
  const isAll = flags.includes('--all') && Object.hasOwn(acts, command?.path[1] ?? '')
  // `categories delete Classical --move-to Music`
  const asked = flags
    .filter((flag) => !flag.endsWith('mail'))
    .map((flag) => intentOf([flag.replace(/^--?/, '')]) ?? '')
    .find((name) => jobs_of_flags.test(name))
  const answer = own && !isAll && asked !== undefined ? sentenceFor(asked, own.resource, undefined) : undefined
  if (answer) return answer
  if (
    command &&
    !/^(add|export)$/.test(command.path[0] ?? '') &&
    flags.length > 0 &&
    !isAll &&
    (own || intentOf(words) === undefined)
  ) {
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
  const isText = /^(add|export)$/.test(own?.path[0] ?? '') || (own?.path[1] === 'create' && typed.words.length > 0)
  if (own && !isText && error.role === 'flag' && !isAll) return t('list all flags: {line}', { line: allFlagsOf(own) })
  const kind = missing && 'path' in missing ? resourceNamed(missing.path[0] ?? '')?.plural : undefined
  const hint =
    (await howTo(words.length === 0 ? argv : words, typed, own)) ??
    (kind ? sentenceFor('list', kind, undefined) : undefined) ??
    lastHint(error, argv)
  if (missing && 'left' in missing) return t('"{name}" was not found; {hint}', { name: missing.left[0] ?? '', hint })
  const isNamed = argv.some((word) => error.text.en.includes(word) || hint.en.includes(word))
  return isNamed ? hint : t('"{words}" is not understood; {hint}', { words: argv.join(' '), hint })
}

/** The line for the help that lists every flag. */
function allFlagsOf(command: Command): string {
  return `${commandLine(command.path)} ${flagsOf(command).some(({ rare }) => rare) ? '--help-all' : '--help'}`
}

/** The sentence for what the words ask for. */
async function howTo(words: readonly string[], typed: Typed, own: Command | undefined): Promise<Text | undefined> {
  const id = idIn(words)
  const asked = askedBy(words, typed, own)
  const isAdded = lineFor(words)?.line.startsWith('add ') ? 'new' : undefined
  const isQuestion = [words[0], words.at(-1)].some((word) => question_words.test(word ?? '')) ? 'get' : undefined
  const meant = asked ?? ownIntent(words, own) ?? isAdded ?? isQuestion
  const name = meant === 'get' && !isQuestion && id === undefined && words.length > 2 ? 'list' : meant
  const named_kind = words
    .map((word, i) => (i === 0 && asked === 'tag' ? undefined : kindNamed(word)))
    .find((one) => one)
  // `move it to another venue` moves an event.
  const kind =
    asked === 'move' || asked === 'earlier' ? (kindNamed(words[0] ?? '') ?? kindNamed(words[1] ?? '')) : named_kind
  const sentence = (name && sentenceFor(name, kind, id)) || commandFor(words, own)
  if (sentence) return sentence
  if (id !== undefined && words.length > 1 && words[0]?.replace('#', '') === id) return sentenceFor('update', kind, id)
  const telling = words.filter((word) => !isFiller(word) && !kindNamed(word))
  if (telling.length > 0 && telling.every((word) => holiday_words.test(plain(word))))
    return sentenceFor('holidays', kind, undefined)
  if (!isRequest(words) && repetitionIn(words.join(' '))) return sentenceFor('series', kind, undefined)
  // A sentence that neither asks nor begins with a kind may ask for anything.
  const isShort = words.length < 3 || kindNamed(words[0] ?? '') !== undefined
  const isList = isQuestion !== undefined || isFiller(words[0] ?? '') || kind || (await splitDays(words)).days
  return (isShort || isRequest(words)) && isList ? sentenceFor('list', kind, undefined) : undefined
}

/** What the words or flags ask for: a key of `acts` or `sentences`. */
function askedBy(words: readonly string[], { flags }: Typed, own: Command | undefined): string | undefined {
  // The command itself was typed, not a German word for it.
  if (own && own.resource === undefined && own.path[0] === words[0] && words[0] !== 'add') return undefined
  // `count events --by venue`
  if (!own && flags.some(({ name, value }) => /^--(group-)?by$/.test(name) && kindNamed(value ?? ''))) return 'rank'
  const asked = intentOf(words)
  // `set venue 44 "City Hall"`: the id may be that of an event.
  const kind = kindNamed(words[0] ?? '') ?? kindNamed(words[1] ?? '')
  if (asked === 'update' && kind && kind !== 'events' && idIn(words) === words[2] && words.length > 3) return 'of_event'
  return asked ?? (own || lineFor(words) ? undefined : intentOf(flags.map(({ name }) => name.replace(/^--?/, ''))))
}

/** The sentence for a command without a kind that the words name. */
function commandFor(words: readonly string[], own: Command | undefined): Text | undefined {
  const named = lineFor(words)
  const path = named ? pathOf(named.line.replaceAll(/ (…|URL)/g, '').split(' ')) : undefined
  const english = words.slice(0, 2).map(inEnglish)
  // `how do I subscribe`
  const last = words.at(-1) ?? ''
  const isLast = words.length > 1 && inEnglish(last) !== last && commandAt([inEnglish(last)])
  const verb = isLast
    ? last
    : /^(how|wie)$/i.test(words[0] ?? '')
      ? words.find((word) => commandAt([inEnglish(word)]))
      : undefined
  const command =
    own ??
    (path && commandAt(path)) ??
    [english.slice(0, 1), english.slice(1), verb ? [inEnglish(verb)] : []]
      .filter(([name = '']) => words.length === 1 || !view_names.test(name))
      .map(commandAt)
      .find((one) => one)
  if (command && command.resource === undefined) {
    const isWhole = named && named.rest.length === 0 && !/ (…|URL)/.test(named.line)
    return t('to {summary}: {line}', {
      summary: command.summary,
      line: isWhole ? `cal ${named.line}` : usageOf(command),
    })
  }
  const isGroup = commands.some(({ path: [group], resource }) => group === english[0] && resource === undefined)
  return isGroup ? t('list all commands: {line}', { line: `${commandLine(english.slice(0, 1))} --help` }) : undefined
}

/** The words ask what there is. */
function isRequest([first = '']: readonly string[]): boolean {
  return request_words.test(plain(first))
}

/** At the start or the end of a line. */
const question_words = /^(who|wer|where|wo|when|wann)$/i

const request_words =
  /^(what|whats|what's|when|which|is|are|do|does|any|anything|every|all|show|tell|give|see|view|list|find|search|get|was|wann|welche[rnsm]?|gibt|ist|sind|alle|zeige?n?|nenne|sage?|suche|finde|findet|läuft)$/

/** The id of the one record that is named: after a verb or a kind. */
function idIn(words: readonly string[]): string | undefined {
  const isId = (word: string) => /^#?\d+$/.test(word)
  const at = words.findIndex(isId)
  const before = words[at - 1] ?? ''
  const isNamed =
    at === 0 ||
    at === 1 ||
    intentOf([before]) !== undefined ||
    kindNamed(before) !== undefined ||
    (words[at] ?? '').startsWith('#')
  return isNamed && words.filter(isId).length === 1 && kindNamed(words[at + 1] ?? '') === undefined
    ? words[at]?.replace('#', '')
    : undefined
}

function ownIntent(words: readonly string[], own: Command | undefined): string | undefined {
  const typed = kindNamed(words[0] ?? '') ? words.slice(0, 2) : words.slice(0, 1)
  const verbs = [own?.resource ? (own.path[1] ?? '') : (own?.path[0] ?? ''), ...typed.map(inEnglish)]
  // `Abwesenheit eintragen 24.12.`
  const isNew = words.some((word) => inEnglish(word) !== word && /^(new|add)$/.test(inEnglish(word)))
  if (isNew || verbs.some((verb) => /^(create|new|add)$/.test(verb)))
    return repetitionIn(words.join(' ')) ? 'series' : 'new'
  if (Object.hasOwn(acts, verbs[0] ?? '')) return verbs[0]
  if (verbs.some((verb) => /^(list|ls|find|search)$/.test(verb)) || view_names.test(verbs[0] ?? '')) return 'list'
  // `venue "City Hall" phone 123`
  const isTarget = /\s|^#?\d+$/.test(words[1] ?? '')
  return kindNamed(words[0] ?? '') && isTarget && words.length > 2 ? 'update' : own?.path.join(' ')
}

const view_names = /^(agenda|day|today|tomorrow|weekend|week|month)$/

function lastHint({ word }: UnknownWordError, argv: readonly string[]): Text {
  const [first = ''] = argv
  if (/^\d+$/.test(first) && argv.length === 1)
    return t('to show an event: cal events get {word}; to show a month: cal month 2026-12', { word: first })
  if (/^\d+[./-][\d./-]*$/.test(word)) return t('write a month as: cal month 2026-12')
  return t(
    'to look: cal agenda friday, cal search WORD; to create: {add}; to change: cal events update ID; to delete: cal events delete ID; all commands: cal --help',
    {
      add: t('cal add "Jazz friday 8pm 3h"'),
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

function helpFor(path: readonly string[]): Text {
  return t('see {line}', { line: `${commandLine(path)} --help` })
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
      if (typeof value !== 'string' || (command.path[1] === 'update' && timeOf(value) !== undefined)) continue
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
  const words = wordsOfAlias(name, (await userFile(runtime)).aliases)
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
