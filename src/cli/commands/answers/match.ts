// Matches words and flags with the patterns of rows, and makes the line of the first one that they have.
import type { Plural } from '../../../spec/model.ts'
import { resourceNamed } from '../../../spec/resources.ts'
import type { TypedFlag } from './flag-words.ts'
import { intentOf, namesOf, renamed } from './intents.ts'
import { type Answer, commandAt, lineOf, type Typed } from './line.ts'
import { command_rows, type PatternRow, topic_rows } from './rows.ts'
import { filterFlag, type Found, isArticle, kindsOf, slots } from './slots.ts'
import { isFiller } from './words.ts'

interface Match {
  readonly values: Readonly<Record<string, readonly string[]>>
  readonly kind: Plural | undefined
  readonly missing: string | undefined
  /** The typed flags that the pattern does not name. */
  readonly flags: readonly TypedFlag[]
}

/** The answers of the rows whose patterns match. */
export async function answersOf(rows: readonly PatternRow[], typed: Typed): Promise<readonly Answer[]> {
  const found: Answer[] = []
  for (const row of rows) {
    const match = await matchOf(row, typed)
    // A row with `-` only tells names that do not exist.
    if (match && (match.missing !== undefined || row.line[1] !== '-')) found.push(answerOf(row, match))
  }
  return found
}

/** What the words ask for: a key of `acts` or `sentences`. */
export async function topicOf(words: readonly string[], typed: Typed): Promise<string | undefined> {
  for (const row of topic_rows) if (await matchOf(row, { ...typed, words })) return row.line[0]
  return intentOf(words)
}

async function matchOf({ line, pattern }: PatternRow, typed: Typed): Promise<Match | undefined> {
  const match: Match = { values: {}, kind: undefined, missing: undefined, flags: typed.flags }
  return wordsTaken(pattern, typed.words, match, { line, typed })
}

function isFlagToken(token: string): boolean {
  return /^--?\w/.test(token)
}

/** `--id|--ids=VALUE` */
async function flagTaken(token: string, match: Match, { line, typed }: Reading): Promise<Match | undefined> {
  const [names = '', slot] = token.split('=')
  const flag = match.flags.find(({ name, value }) => names.split('|').includes(name) && (slot === undefined || value))
  if (!flag) return undefined
  const flags = match.flags.filter((one) => one !== flag)
  if (slot === undefined) return { ...match, flags }
  const place = { typed, kind: match.kind, kinds: kindsOf(line), next: undefined }
  const read = foundIn(await slots[slot]?.read((flag.value ?? '').split(slot === 'IDS' ? ',' : '\0'), place))
  return read && withFound({ ...match, flags }, slot, read)
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

interface Reading {
  readonly line: readonly string[]
  readonly typed: Typed
}

/** The match of the rest of a pattern with the rest of the words. */
async function wordsTaken(
  [token, ...tokens]: readonly string[],
  words: readonly string[],
  match: Match,
  reading: Reading,
): Promise<Match | undefined> {
  if (token === undefined)
    return words.every(namesRecord(match) ? isPolite : isFiller) ? lookedUp(match, reading) : undefined
  if (isFlagToken(token)) {
    const taken = await flagTaken(token, match, reading)
    return taken && wordsTaken(tokens, words, taken, reading)
  }
  const name = token.replace(/(?<=.)\?$/, '')
  const skipped = name === token ? undefined : () => wordsTaken(tokens, words, match, reading)
  const slot = Object.hasOwn(slots, name) ? slots[name] : undefined
  if (!slot) {
    const [word] = words
    const isNamed = word !== undefined && namesOf(word).some((one) => name.split('|').includes(one))
    return (isNamed ? await wordsTaken(tokens, words.slice(1), match, reading) : undefined) ?? skipped?.()
  }
  const from = slot.takesArticles ? words.findIndex((word) => !isArticle(word)) : 0
  const own = from === -1 ? [] : words.slice(from)
  for (const length of slot.lengths?.(own, tokens.length === 0) ?? (own.length > 0 ? [1] : [])) {
    const typed = { ...reading.typed, flags: match.flags }
    const place = { typed, kind: match.kind, kinds: kindsOf(reading.line), next: own[length] }
    const found = foundIn(await slot.read(own.slice(0, length), place))
    const rest = found && (await wordsTaken(tokens, own.slice(length), withFound(match, name, found), reading))
    if (rest) return rest
  }
  return skipped?.()
}

/** The match with what the calendar knows of its names. */
async function lookedUp(match: Match, { line, typed }: Reading): Promise<Match | undefined> {
  let found: Match | undefined = match
  for (const [slot, words] of Object.entries(match.values)) {
    const look = slots[slot]?.look
    if (!look || !found) continue
    const read = foundIn(await look(words, { typed, kind: match.kind, kinds: kindsOf(line), next: undefined }))
    found = read && withFound(found, slot, read)
  }
  return found
}

function foundIn(read: readonly string[] | Found | undefined): Found | undefined {
  return read === undefined || 'words' in read ? read : { words: read }
}

function withFound(match: Match, slot: string, { words, kind, isMissing }: Found): Match {
  return {
    ...match,
    values: { ...match.values, [slot]: words },
    kind: kind ?? match.kind,
    missing: isMissing ? words[0] : match.missing,
  }
}

/** `delete 5 from all` is not `delete 5`. */
function namesRecord({ values }: Match): boolean {
  return ['TARGET', 'IDS', 'ONE_ID'].some((slot) => values[slot])
}

function isPolite(word: string): boolean {
  return /^(please|now|bitte|jetzt|wieder)$/i.test(word)
}

/** The line of a row with what its slots took; what an optional slot did not take is left out, with its flag. */
function answerOf({ line }: PatternRow, { values, kind = 'events', missing, flags }: Match): Answer {
  const words: string[] = []
  for (const token of line) {
    const before = words.at(-1) ?? ''
    const parts = token.split('&').map((part) => (part === 'KIND' ? [kind] : wordsOf(part, values)))
    if (parts.some((part) => part === undefined)) {
      if (before.startsWith('--')) words.pop()
      continue
    }
    const taken = parts.flatMap((part) => part ?? [])
    const isValue = before.startsWith('--') || parts.length > 1
    words.push(...(isValue ? [taken.join(' ')] : token === 'DAYS' ? taken.flatMap((one) => one.split(' ')) : taken))
  }
  const named = words.map((word) => flagNamed(word, kind, values))
  const length = commandAt(named.slice(0, 2)) ? 2 : commandAt(named.slice(0, 1)) ? 1 : 0
  const path = named.slice(0, length)
  if (missing !== undefined) return { left: [missing], path: [kind, 'list'], isMissing: true }
  const isDated = flags.some(({ name }) => /^--(start|end|from|since|until|to|date|month|day|von|bis)/.test(name))
  const rest = isDated ? named.slice(length).filter((word) => word !== '--any-date') : named.slice(length)
  return length === 0
    ? {
        line: [...rest, ...flags.flatMap(({ name, value }) => (value === undefined ? [name] : [name, value]))],
        changed: [],
      }
    : lineOf(path, rest, flags)
}

/** The words of a slot; a token that is no slot stands for itself. */
function wordsOf(token: string, values: Match['values']): readonly string[] | undefined {
  return Object.hasOwn(slots, token) ? values[token] : [token]
}

/** `--NAME`, `--add-TERM`, `--no-OTHER` for a kind. */
function flagNamed(word: string, kind: Plural, { TERM = [], OTHER = [] }: Match['values']): string {
  const other = resourceNamed(OTHER[0] ?? '')
  if (word === '--NAME') return kind === 'events' ? '--title' : '--name'
  if (word === '--no-OTHER') return `--no-${other?.singular}`
  return word === '--OTHER' && other ? filterFlag(other.plural) : word.replace('TERM', TERM[0] ?? '')
}
