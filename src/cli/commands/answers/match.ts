// The lines of cal that words and flags may mean, the likeliest first: those of the rows whose patterns match.
import { closest, editDistance } from '../../../base/text/closest.ts'
import type { Plural } from '../../../spec/model.ts'
import { resourceNamed, resources } from '../../../spec/resources.ts'
import { commands } from '../commands.ts'
import { type Answer, type Typed, assignmentIn, commandAt, flagWords, inOurSpelling, lineOf } from './line.ts'
import { type PatternRow, command_rows, list_rows, record_rows, topic_rows } from './rows.ts'
import { type Found, type Match, type Read, filterFlag, slots } from './slots.ts'
import { foreignWords, intentOf, isAct, mayHaveLine, namesOf } from './topics.ts'
import { idOf, inEnglish, isA, isFiller, isMaking, kindNamed, plain, renamed, withoutParticle } from './words.ts'

/** The lines for words that name no command; with `path`, for words and flags that this command does not take. */
export async function linesFor(typed: Typed, path: readonly string[] = [], depth = 0): Promise<readonly Answer[]> {
  const words = inOrder([...path, ...typed.words])
  const [first = ''] = words
  // An export has everything.
  const flags = first === 'export' ? typed.flags.filter(({ name }) => name !== '--all') : typed.flags
  const own = { ...typed, words, flags }
  if (first === '') return flagLines(typed)
  const named = await answersOf(command_rows, own)
  if (hasLine(named)) return named
  const topic = path.length > 0 ? path[1] : await topicOf(words, own)
  const asked = topic === 'of_event' ? 'update' : topic
  if (first.startsWith('-') || (path.length === 0 && asked !== undefined && !mayHaveLine(asked))) return []
  const isList = !isAct(asked) || asked === 'get' || /^(list|ls)$/.test(first)
  const meant = isAct(asked) ? [] : [typed.words.filter((word) => !isFiller(word))]
  const commands_meant = path.length === 0 ? [words] : [typed.words, ...meant].map((rest) => [...path, ...rest])
  const answers = [
    ...named,
    ...(await answersOf(record_rows, own)),
    ...commands_meant.flatMap((one) => commandLines({ ...own, words: one })),
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
  const named = await answersOf(command_rows, { ...typed, words: ['cal'] })
  return [...named, lineOf(['events', 'list'], [], typed.flags)]
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
    takes_kinds.test(name) ? kindNamed(word) !== undefined : /[./*\d]|^-$|^(GET|POST|PUT|PATCH|DELETE)$/.test(word)
  const isOther = path[1] === 'create' ? rest.length > 0 : takes_files.test(name) && !rest.every(isTaken)
  return commandAt(path) && !isOther ? [lineOf(path, rest, flags)] : []
}

/** Commands whose words are files, runs or kinds: `import events` is no line. */
const takes_files = /^(api|init|export|import|validate|restore|backup|history|copy)$/
const takes_kinds = /^(export|copy)$/

/** The words with the verb first, and in the names of commands. */
function inOrder(typed: readonly string[]): readonly string[] {
  const [only = ''] = typed
  const isSentence = typed.length === 1 && assignmentIn(only) === undefined
  // `event/44`, as in kubectl; `events-list`
  const parts = (isSentence ? only.trim().split(/\s+/) : typed).flatMap((word, i) => {
    const [name = '', part = '', ...more] = word.split(/[/:._-]/)
    const isPart = (i === 0 && /^\p{L}+$/u.test(part)) || (/^\d+$/.test(part) && word.includes('/'))
    return isPart && more.length === 0 && kindNamed(name) ? [name, part] : [word]
  })
  const words = withoutParticle(parts).map((word) => word.replace(/(?<=[^?!])[?!]+$/, ''))
  const at = words.findIndex((word) => !other_programs.test(word))
  const ordered = verbFirst(words.slice(Math.max(at, 0)))
  // `term create post_tag urgent`, as in WordPress
  const isGeneral = (word: string, next = '') =>
    /^(term|taxonomy)$/i.test(word) && /^(tags|categories)$/.test(kindNamed(next) ?? '')
  return renamed(ordered.filter((word, i) => !isGeneral(word, ordered[i + 1])))
}

const other_programs = /^(cal|calctl|npx|sudo|gh|kubectl|khal|gcalcli|wp|tribe|bulk|bitte|please)$/i

/** A verb that follows the record is that of the line: `Termin 7 auf freitag verschieben`, `15 delete`. */
function verbFirst(words: readonly string[]): readonly string[] {
  const [first = '', second = ''] = words
  // `Backup erstellen`, `Sicherung erstellen`
  const name = (second === '' ? first : inEnglish(first)).toLowerCase()
  if (commandAt([name])) return [name, ...words.slice(1)]
  const isVerb = (...verb: readonly string[]) =>
    /^(new|add|undo|export|import)$/.test(inEnglish(verb[0] ?? '')) || isAct(intentOf(verb))
  // `label create late`: the kind, not the verb.
  if (isVerb(first) && !(kindNamed(first) === 'tags' && isVerbOfKinds(second))) return words
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
  const own = commands.flatMap(({ path: [group, verb] }) => (group === (kind ?? first) && verb ? [verb] : []))
  const verbs = kind ? [...own, 'show', 'new'] : own.length > 0 ? own : undefined
  const near = verbs ? (second.length < 3 ? undefined : closest(second, verbs)) : closestWord(first)
  if (near === undefined || (kind && near === 'list' && rest.length > 0)) return undefined
  return verbs ? [first, near, ...rest] : [near, ...words.slice(1)]
}

/** The known word that a typed one misspells: a command, a kind, or a name in another program or language. */
function closestWord(typed: string): string | undefined {
  if (typed.length < 3 || !/^\p{L}+$/u.test(typed)) return undefined
  const word = typed.toLowerCase()
  const near = closest(word, [...own_words, ...foreignWords().filter((known) => known.length > 4)]) ?? word
  // Of a short word only a letter may be missing, or two change places: `pay` is not `day`.
  const isOther = word.length < 5 && near.length <= word.length && [...near].sort().join() !== [...word].sort().join()
  return near !== word && !isOther && editDistance(near, word) <= (word.length > 6 ? 2 : 1) ? near : undefined
}

const own_words = [
  ...Object.values(resources).map(({ singular }) => singular),
  ...commands.flatMap(({ path, aliases = [] }) => [...path, ...aliases]),
  ...['find', 'new', 'show', 'undo', 'version'],
]

/** The answers of the rows whose patterns match. */
async function answersOf(rows: readonly PatternRow[], typed: Typed): Promise<readonly Answer[]> {
  const found: Answer[] = []
  for (const row of rows) {
    const match = await matchOf(row, typed)
    if (match) found.push(answerOf(row, match))
  }
  return found
}

/** What the words ask for: a key of `acts` or `sentences`. */
export async function topicOf(words: readonly string[], typed: Typed): Promise<string | undefined> {
  for (const row of topic_rows) if (await matchOf(row, { ...typed, words })) return row.line[0]
  return intentOf(words)
}

function matchOf({ line, pattern }: PatternRow, { words, flags, trial }: Typed): Promise<Match | undefined> {
  return wordsTaken(pattern, words, { line, trial, values: {}, kind: undefined, missing: undefined, flags })
}

function isFlagToken(token: string): boolean {
  return /^--?\w/.test(token)
}

/** `--id|--ids=VALUE` */
async function flagTaken(token: string, match: Match): Promise<Match | undefined> {
  const [names = '', slot] = token.split('=')
  const isNamed = (name: string) => names.split('|').includes(inOurSpelling(name))
  const flag = match.flags.find(({ name, value }) => isNamed(name) && (slot === undefined || value))
  if (!flag) return undefined
  const rest = { ...match, flags: match.flags.filter((one) => one !== flag) }
  if (slot === undefined) return rest
  const values = (flag.value ?? '').split(slot === 'IDS' ? ',' : '\0')
  return withRead(rest, slot, await slots[slot]?.read(values, rest))
}

/** The words of the command that the first words name in other words: `whoami` is `doctor`. */
export function rowFor(words: readonly string[]): readonly string[] | undefined {
  const other = renamed(words)
  if (other !== words) return other
  return command_rows.find(
    ({ pattern }) =>
      pattern.length <= words.length &&
      pattern.every((token, i) => !isFlagToken(token) && token !== '' && isLiteralFor(token, words[i] ?? '')),
  )?.line
}

function isLiteralFor(token: string, word: string): boolean {
  return !Object.hasOwn(slots, token) && namesOf(word).some((one) => token.split('|').includes(one))
}

/** The match of the rest of a pattern with the rest of the words. */
async function wordsTaken(
  [token, ...tokens]: readonly string[],
  words: readonly string[],
  match: Match,
): Promise<Match | undefined> {
  if (token === undefined) {
    // `delete 5 from all` is not `delete 5`.
    const namesRecord = ['TARGET', 'IDS', 'ONE_ID'].some((slot) => match.values[slot])
    return words.every((word) => (namesRecord ? isA(word, 'polite') : isFiller(word))) ? lookedUp(match) : undefined
  }
  if (isFlagToken(token)) {
    const taken = await flagTaken(token, match)
    return taken && wordsTaken(tokens, words, taken)
  }
  const name = token.replace(/(?<=.)\?$/, '')
  const slot = Object.hasOwn(slots, name) ? slots[name] : undefined
  const from = slot?.takesArticles ? words.findIndex((word) => !isA(word, 'article')) : 0
  const own = from === -1 ? [] : words.slice(from)
  const lengths = slot?.lengths?.(own, tokens.length === 0) ?? (own.length > 0 ? [1] : [])
  for (const length of lengths) {
    const taken = own.slice(0, length)
    const read = slot
      ? await slot.read(taken, match, own[length])
      : isLiteralFor(name, taken[0] ?? '')
        ? taken
        : undefined
    const found = withRead(match, name, read)
    const rest = found && (await wordsTaken(tokens, own.slice(length), found))
    if (rest) return rest
  }
  return name === token ? undefined : wordsTaken(tokens, words, match)
}

/** The match with what the calendar knows of its names. */
async function lookedUp(match: Match): Promise<Match | undefined> {
  let found: Match | undefined = match
  for (const [slot, words] of Object.entries(match.values)) {
    const look = slots[slot]?.look
    if (look && found) found = withRead(found, slot, await look(words, match))
  }
  return found
}

function withRead(match: Match, slot: string, read: Read): Match | undefined {
  if (read === undefined) return undefined
  const { words, kind, isMissing }: Found = 'words' in read ? read : { words: read }
  return {
    ...match,
    values: { ...match.values, [slot]: words },
    kind: kind ?? match.kind,
    missing: isMissing ? words[0] : match.missing,
  }
}

/** The line of a row with what its slots took; what an optional slot did not take is left out, with its flag. */
function answerOf({ line }: PatternRow, { values, kind = 'events', missing, flags }: Match): Answer {
  const words: string[] = []
  for (const token of line) {
    const before = words.at(-1) ?? ''
    const taken = token === 'KIND' ? [kind] : Object.hasOwn(slots, token) ? values[token] : [token]
    if (taken === undefined) continue
    if (before.startsWith('--')) words.push(taken.join(' '))
    else words.push(...(token === 'DAYS' ? taken.flatMap((one) => one.split(' ')) : taken))
  }
  const named = words.map((word) => flagNamed(word, kind, values))
  const length = commandAt(named.slice(0, 2)) ? 2 : commandAt(named.slice(0, 1)) ? 1 : 0
  const path = named.slice(0, length)
  if (missing !== undefined) return { left: [missing], path: [kind, 'list'], isMissing: true }
  const isDated = flags.some(({ name }) => /^--(start|end|from|since|until|to|date|month|day|von|bis)/.test(name))
  const hasFormat = flags.some(({ name }) => /^(-o|--(format|output))$/.test(name))
  const isDropped = (word: string) => (isDated && word === '--any-date') || (hasFormat && /^(-o|json)$/.test(word))
  const rest = named.slice(length).filter((word) => !isDropped(word))
  return length === 0
    ? {
        line: [...rest, ...flagWords(flags)],
        changed: [],
      }
    : lineOf(path, rest, flags)
}

/** `--NAME`, `--add-TERM`, `--no-OTHER` for a kind. */
function flagNamed(word: string, kind: Plural, { TERM = [], OTHER = [] }: Match['values']): string {
  const other = resourceNamed(OTHER[0] ?? '')
  if (word === '--NAME') return kind === 'events' ? '--title' : '--name'
  if (word === '--no-OTHER') return `--no-${other?.singular}`
  return word === '--OTHER' && other ? filterFlag(other.plural) : word.replace('TERM', TERM[0] ?? '')
}
