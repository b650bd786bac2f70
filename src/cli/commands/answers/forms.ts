// The lines of cal that words and flags may mean, the likeliest first.
import { closest } from '../../../base/text/closest.ts'
import { commands } from '../commands.ts'
import { assignmentIn } from './flag-words.ts'
import { closestWord, intentOf, isAct, renamed } from './intents.ts'
import { type Answer, commandAt, lineOf, type Typed } from './line.ts'
import { answersOf, topicOf } from './match.ts'
import { command_rows, flag_rows, list_rows, record_rows } from './rows.ts'
import { idOf, inEnglish, isFiller, isMaking, kindNamed, plain, withoutParticle } from './words.ts'

/** The lines for words that name no command; with `path`, for words and flags that this command does not take. */
export async function linesFor(typed: Typed, path: readonly string[] = [], depth = 0): Promise<readonly Answer[]> {
  const words = inOrder([...path, ...typed.words])
  const [first = ''] = words
  const own = { ...typed, words }
  if (first === '') return flagLines(own)
  const named = await answersOf(command_rows, own)
  if (hasLine(named)) return named
  const topic = path.length > 0 ? path[1] : await topicOf(words, own)
  const asked = topic === 'of_event' ? 'update' : topic
  const isLine = asked === undefined || isAct(asked) || /^(field|undo|count|export|import|holidays)$/.test(asked)
  if (first.startsWith('-') || (path.length === 0 && !isLine)) return []
  const isList = !isAct(asked) || asked === 'get' || /^(list|ls)$/.test(first)
  const meant = isAct(asked) ? [] : [typed.words.filter((word) => !isFiller(word))]
  const commands_meant = path.length === 0 ? [words] : [typed.words, ...meant].map((rest) => [...path, ...rest])
  const answers = [
    ...named,
    ...(await answersOf(record_rows, own)),
    ...commands_meant.flatMap((one) => commandLines({ ...typed, words: one })),
    ...(isList ? await answersOf(list_rows, own) : []),
  ]
  const isDone = hasLine(answers) || asked !== undefined || depth > 2 || path.length > 0
  const near = isDone ? undefined : nearWords(words)
  const [kind = '', verb = '', ...rest] = near ?? []
  if (near && commandAt([kind, verb])) return linesFor({ ...typed, words: rest }, [kindNamed(kind) ?? kind, verb])
  return near ? linesFor({ ...typed, words: near }, [], depth + 1) : answers
}

/** Flags without a command. */
async function flagLines(typed: Typed): Promise<readonly Answer[]> {
  const [{ name } = { name: '' }, ...others] = typed.flags
  const near = closest(name, ['--version', '--help', '--help-all'])
  if (near !== undefined && others.length === 0) return [{ line: [near], changed: [] }]
  return [...(await answersOf(flag_rows, typed)), lineOf(['events', 'list'], [], typed.flags)]
}

function hasLine(answers: readonly Answer[]): boolean {
  return answers.some((answer) => 'line' in answer)
}

/** The words are those of a command: `kalender dezember`, `events list jazz`. */
function commandLines({ words, flags }: Typed): readonly Answer[] {
  const english = words.map((word, i) => (i < 2 ? inEnglish(plain(word)) : word))
  const [name = '', verb = ''] = english
  const path = commandAt([kindNamed(name) ?? name, verb]) ? [kindNamed(name) ?? name, verb] : [name]
  const rest = words.slice(path.length)
  const isTaken = (word: string) =>
    (name !== 'copy' && /[./*\d]|^-$/.test(word)) || (takes_kinds.test(name) && kindNamed(word))
  const isOther = path[1] === 'create' ? rest.length > 0 : takes_files.test(name) && !rest.every(isTaken)
  return commandAt(path) && !isOther ? [lineOf(path, rest, flags)] : []
}

/** Commands whose words are files, runs or kinds: `import events` is no line. */
const takes_files = /^(api|init|export|import|validate|restore|backup|history|copy)$/
const takes_kinds = /^(export|copy)$/

/** The words with the verb first, and in the names of commands. */
function inOrder(typed: readonly string[]): readonly string[] {
  const words = withoutParticle(withoutColons(sentenceOf(typed)).flatMap(kindAndId)).map((word) =>
    word.replace(/(?<=[^?!])[?!]+$/, ''),
  )
  const at = words.findIndex((word) => !other_programs.test(word))
  return renamed(verbFirst(words.slice(Math.max(at, 0))))
}

const other_programs = /^(cal|calctl|npx|sudo|gh|kubectl|khal|gcalcli|wp|tribe|bulk|bitte|please)$/i

/** `Termin anlegen: Teambesprechung`, `new: Carol singing` */
function withoutColons(words: readonly string[]): readonly string[] {
  return words.map((word, i) => (i < 2 && /^\p{L}+:$/u.test(word) ? word.slice(0, -1) : word))
}

/** `event/44`, as in kubectl */
function kindAndId(word: string): readonly string[] {
  const [, kind = ''] = /^([^/]+)\/\d+$/.exec(word) ?? []
  return kindNamed(kind) ? word.split('/') : [word]
}

function sentenceOf(words: readonly string[]): readonly string[] {
  const [only = ''] = words
  return words.length === 1 && assignmentIn(only) === undefined ? only.trim().split(/\s+/) : words
}

/** A verb that follows the record is that of the line: `Termin 7 auf freitag verschieben`, `15 delete`. */
function verbFirst(words: readonly string[]): readonly string[] {
  const [first = '', second = ''] = words
  // `Backup erstellen`
  if (commandAt([first.toLowerCase()])) return [first.toLowerCase(), ...words.slice(1)]
  const isVerb = (...verb: readonly string[]) =>
    /^(new|add|undo|export|import)$/.test(inEnglish(verb[0] ?? '')) || isAct(intentOf(verb))
  if (isVerb(first)) return words
  const last = words.length - 1
  // `event 15 delete`, `events delete 15`
  const isNamed = idOf(second) !== undefined || /\s/.test(second)
  const moved = [
    ...(inEnglish(words[last] ?? '') !== words[last] && isVerb(words[last] ?? '') ? [last] : []),
    ...((idOf(first) !== undefined && isVerb(second)) || (kindNamed(first) && isVerbOfKinds(second)) ? [1] : []),
    ...(kindNamed(first) && isVerb(...words.slice(isNamed ? 2 : 1).slice(0, 2)) ? [isNamed ? 2 : 1] : []),
  ]
  const [at = 0] = moved
  return [words[at] ?? '', ...words.toSpliced(at, 1)].filter((word) => word !== '')
}

/** Verbs that may follow a kind: `events export`, `venues new Hall`, `events list jazz`. */
function isVerbOfKinds(word: string): boolean {
  const english = inEnglish(plain(word))
  return isMaking(english) || /^(list|ls|count|export|import|validate|search|find)$/.test(renamed([english])[0] ?? '')
}

/** The words with the closest verb; `events lost dance` does not search for `dance`. */
function nearWords(words: readonly string[]): readonly string[] | undefined {
  const [first = '', second = '', ...rest] = words
  const kind = kindNamed(first)
  if (isFiller(kind ? second : first)) return undefined
  const verbs = kind && [
    ...commands.flatMap(({ path: [group, verb = ''] }) => (group === kind ? [verb] : [])),
    'show',
    'new',
  ]
  const near = verbs ? (second.length < 3 ? undefined : closest(second, verbs)) : closestWord(first)
  if (near === undefined || (kind && near === 'list' && rest.length > 0)) return undefined
  return kind ? [first, near, ...rest] : [near, ...words.slice(1)]
}
