// What the slots of a pattern take: ids, names that the calendar knows, dates, files, fields.
import { shiftOf } from '../../../base/dates/durations.ts'
import type { Plural } from '../../../spec/model.ts'
import { resourceNamed, resources } from '../../../spec/resources.ts'
import { flagsOf, spellingsOf } from '../../arguments/flags.ts'
import type { Trial, TypedFlag } from './line.ts'
import { assignmentIn, commandAt, flagWords, isField, isOutputFlag, meaningOf } from './line.ts'
import {
  type WordClass,
  areDays,
  dateIn,
  daysIn,
  exportFormat,
  idOf,
  isA,
  inEnglish,
  isFiller,
  isSeparator,
  isSentence,
  kindNamed,
  plain,
} from './words.ts'

/** What a slot takes. */
export interface Found {
  readonly words: readonly string[]
  /** The kind of the records that are named. */
  readonly kind?: Plural
  /** No record has this name. */
  readonly isMissing?: true
}

/** A row whose pattern is read, and what its slots have taken so far. */
export interface Match {
  readonly line: readonly string[]
  readonly trial: Trial
  readonly values: Readonly<Record<string, readonly string[]>>
  /** The kind of the records that are named. */
  readonly kind: Plural | undefined
  /** The name that no record has. */
  readonly missing: string | undefined
  /** The typed flags that the pattern does not name. */
  readonly flags: readonly TypedFlag[]
}

export type Read = readonly string[] | Found | undefined

export interface Slot {
  /** How many of these words it may take, the likeliest first; one without it. */
  lengths?(words: readonly string[], isLast: boolean): readonly number[]
  /** undefined for words that it does not take; `next` is the word after them. */
  read(words: readonly string[], match: Match, next?: string): Read | Promise<Read>
  /** What the words are in the calendar, which is asked once the whole line matches. */
  look?(words: readonly string[], match: Match): Promise<Read>
  /** `the`, `my` before it say nothing. */
  readonly takesArticles?: true
}

const plurals = Object.values(resources).map(({ plural }) => plural)

const many = (words: readonly string[]) => words.map((_, i) => words.length - i)
const few = (words: readonly string[]) => words.map((_, i) => i + 1)
const all = (words: readonly string[]) => (words.length === 0 ? [] : [words.length])
const none = () => [0]

/** A word of this form, or what it is read as. */
function oneWord(form: RegExp | ((word: string) => string | undefined)): Slot {
  return {
    read: ([word = '']) => {
      const read = form instanceof RegExp ? (form.test(word) ? word : undefined) : form(word)
      return read ? [read] : undefined
    },
  }
}

function oneOf(...names: readonly WordClass[]): Slot {
  return oneWord((word) => (isA(word, ...names) ? word : undefined))
}

function kindOf(isTaken: (kind: Plural) => boolean): Slot {
  return {
    takesArticles: true,
    read: ([word = '']) => {
      const kind = kindNamed(word)
      return kind && isTaken(kind) ? { words: [kind], kind } : undefined
    },
  }
}

/** Ids, or the name of a record that exists. */
const target: Slot = {
  takesArticles: true,
  lengths: (words, isLast) => {
    const ids = idsAtStart(words).length
    return ids > 0 ? [ids] : words.length === 0 ? [] : [isLast ? words.length : endOfName(words)]
  },
  read: async (words, { trial, line, kind }, next) => {
    const ids = idsAtStart(words).filter((id) => id !== '')
    if (ids.length > 0 && idsAtStart(words).length < words.length) return undefined
    const name = words.join(' ')
    if (ids.length === 0 && (isSentence(words) || isA(words[0] ?? '', 'many') || words.some(kindNamed)))
      return undefined
    const about = resourceNamed(line[0] ?? '')?.plural
    const named = about ? [about] : kind ? [kind] : plurals
    const found = await Promise.all((ids.length > 0 ? ids : [name]).map((one) => trial.kindOf(one, named)))
    const known = found.find((one) => one !== undefined && one !== 'none')
    // An id that does not exist shows how the line is written, too.
    if (ids.length > 0) return { words: ids, kind: known ?? named[0] ?? 'events' }
    if (known) return { words: [name], kind: known }
    if (found[0] === 'none') return { words: [name], kind: named[0] ?? 'events', isMissing: true }
    // Without a calendar, `move next week` may begin with any word.
    return next === undefined || isSeparator(next) || /\s/.test(name)
      ? { words: [name], kind: named[0] ?? 'events' }
      : undefined
  },
}

/** A name at the end of a question: `where is the Blue Cellar`. */
const asked_name: Slot = {
  takesArticles: true,
  lengths: (words) => all(words.slice(0, words.findLastIndex((word) => !isFiller(word)) + 1)),
  read: async (words, match) => {
    if (words.some((word) => isA(word, 'bound'))) return undefined
    const found = await target.read(words, match)
    return found && 'isMissing' in found ? undefined : found
  },
}

/** The filter of events for a name: that of a record, or a search that finds some. */
const rest: Slot = {
  lengths: all,
  read: (words) =>
    words.slice(1).some((word) => isA(word, 'joining')) || isA(words[0] ?? '', 'by') ? undefined : [words.join(' ')],
}

const filter: Slot = {
  lengths: few,
  read: nameIn,
  look: async ([name = ''], { trial }) => {
    const kind = await trial.kindOf(name, ['categories', 'tags', 'venues', 'organizers'])
    if (kind !== undefined && kind !== 'none' && kind !== 'events') return [filterFlag(kind), name]
    return (await trial.finds(['events', 'list', '--search', name, '--any-date'])) === false
      ? undefined
      : ['--search', name]
  },
}

function nameIn(words: readonly string[]): readonly string[] | undefined {
  const parts = isA(words[0] ?? '', 'with') ? words.slice(1) : words
  // A number is rather the id of an event.
  const isOther =
    parts.every((word) => /^#?\d+$/.test(word)) ||
    isSentence(parts) ||
    parts.some((word) => isFiller(word) || isA(word, 'part_of_day') || kindNamed(word))
  return isOther ? undefined : [parts.join(' ')]
}

/** `--venue`, `--categories` */
export function filterFlag(kind: Plural): string {
  return `--${resources[kind].family === 'term' ? kind : resources[kind].singular}`
}

/** The slots of patterns, by name. */
export const slots: Readonly<Record<string, Slot>> = {
  A: {
    lengths: (words) => [words.findIndex((word) => !isA(word, 'article'))].map((at) => (at === -1 ? words.length : at)),
    read: (words) => words,
  },
  AS: oneOf('to'),
  ASK: {
    lengths: many,
    read: (words) =>
      words.every((word) => isFiller(word) || isA(inEnglish(word), 'asking')) &&
      !words.some((word) => isA(word, 'bound') || /^(by|um|auf|to|zu)$/i.test(word))
        ? words
        : undefined,
  },
  CALLED: oneOf('called'),
  CHANGES: {
    lengths: none,
    read: (_, { flags }) => (flags.some(({ name }) => !isOutputFlag(name) && name !== '--yes') ? [] : undefined),
  },
  DAYS: {
    lengths: many,
    read: async (words) => ((await areDays(daysIn(words))) ? [daysIn(words)] : undefined),
  },
  EVENT: kindOf((kind) => kind === 'events'),
  FIELDS: {
    lengths: all,
    read: (words, { kind = 'events' }) => {
      const command = commandAt([kind, 'update'])
      const fields = command && fieldsIn(words, kind, flagsOf(command).flatMap(spellingsOf))
      return fields && flagWords(fields)
    },
  },
  DATA_FILE: oneWord(/^[^\d\s]\S*\.(json|ndjson|ya?ml)$/),
  DATABASE: oneWord(/\.db$/),
  FIELD: oneWord((word) => (isField(word) ? word : undefined)),
  FILE: oneWord(/^[^\d\s]\S*\.(json|ndjson|csv|ya?ml|ics)$/),
  FILES: { lengths: many, read: (words) => (words.every((word) => /[./*]|^-$/.test(word)) ? words : undefined) },
  FILTER: filter,
  FORMAT: oneWord(exportFormat),
  FOUND: {
    lengths: all,
    read: nameIn,
    look: async ([name = ''], { trial, kind = 'events' }) => {
      const isFound = await trial.finds([kind, 'list', '--search', name])
      return isFound === false ? { words: [name], kind, isMissing: true } : [name]
    },
  },
  IDS: {
    lengths: (words) => all(idsAtStart(words)),
    read: (words) => {
      const ids = idsAtStart(words).filter((id) => id !== '')
      return ids.length > 0 ? ids : undefined
    },
  },
  KIND: kindOf(() => true),
  KINDS: {
    lengths: many,
    read: (words) => {
      const kinds = words.flatMap((word) => kindNamed(word) ?? [])
      return kinds.length === words.length ? [...new Set(kinds)] : undefined
    },
  },
  LAST: { lengths: many, read: (words) => (words.every(isLast) ? words : undefined) },
  MANY: oneOf('many'),
  MOMENT: {
    lengths: all,
    read: async (words) => {
      const text = words.join(' ')
      const date = /^\d{1,3}$/.test(text) ? undefined : await dateIn(text)
      // A period, such as next week, is no day.
      return date === 'ambiguous' || (date !== undefined && 'at' in date) ? [text] : undefined
    },
  },
  N: oneWord(/^\d{1,4}$/),
  NAME: asked_name,
  NAMED: {
    lengths: many,
    read: (words) => {
      const isQuoted = words.length > 1 && words.some((word) => /\s/.test(word))
      const isOther = words.slice(1).some((word) => /\d|@|^https?:/.test(word))
      const relates = words.some((word) => isSeparator(word) || isA(word, 'joining') || assignmentIn(word))
      return isQuoted || isOther || relates || isSource(words[0] ?? '') ? undefined : [words.join(' ')]
    },
  },
  ONE_ID: oneWord(idOf),
  OTHER: kindOf((kind) => kind !== 'events'),
  PAGE: {
    read: ([word = '']) => {
      const kind = resourceNamed(/^https?:.*\/(event|venue|organizer)\/[^/]+\/?$/.exec(word)?.[1] ?? '')?.plural
      return kind && { words: [word], kind }
    },
  },
  PLACE: kindOf((kind) => resources[kind].family === 'post' && kind !== 'events'),
  POST: kindOf((kind) => resources[kind].family === 'post'),
  REST: rest,
  SEARCH: {
    lengths: few,
    read: nameIn,
    look: async (words, match) => {
      const found = await filter.look?.(words, match)
      return Array.isArray(found) && found[0] === '--search' ? found.slice(1) : undefined
    },
  },
  SHIFT: { lengths: all, read: (words) => shiftIn(words.join(' ')) },
  SITE: oneWord(/^(https?|file):/i),
  SOME: { lengths: few, read: (words) => words },
  TARGET: target,
  TERM: kindOf((kind) => resources[kind].family === 'term'),
  TEXT: { lengths: all, read: (words) => [words.join(' ')] },
  TITLE: { lengths: all, read: titleIn },
  TO: oneOf('to', 'by'),
  UNDATED: {
    lengths: all,
    read: (words, match) =>
      match.flags.length === 0 && words.some((word) => /\d/.test(word)) ? undefined : titleIn(words, match),
  },
  // A name that neither is a date nor asks for anything else: `list events zirkus`.
  UNKNOWN: oneWord((word) => (/^\p{L}{3,}$/u.test(word) && nameIn([word]) ? word : undefined)),
  URL: oneWord(/^(https?:|file:)|\w\.\w/i),
  // `label event 5 late-` of kubectl removes a label.
  WORD: oneWord((word) => (/-$|=/.test(word) ? undefined : word)),
  YAML: oneWord(/\.ya?ml$/),
}

export function isLast(word: string): boolean {
  return isA(word, 'last') || (isFiller(word) && !isA(word, 'many'))
}

/** `create events from FILE` is an import. */
function isSource(word: string): boolean {
  return /^(from|aus)$/i.test(word)
}

/** The text of a new event: no kinds of other records, nothing about all of them. */
function titleIn(words: readonly string[], { flags }: Match): Read {
  const text = words.join(' ')
  // `füge allen Terminen das Schlagwort late hinzu` creates nothing.
  const isOther = words.slice(0, -1).some((word) => kindNamed(word) && kindNamed(word) !== 'events')
  const hasStart = flags.some(({ name }) => /^--(start|date|time|at|when|from)/.test(name))
  const isUnread = flags.length > 0 && !hasStart && /\d/.test(text)
  const [first = ''] = words
  const isNone = isA(first, 'many') || isSource(first) || kindNamed(first) !== undefined
  return isNone || isOther || isUnread ? undefined : [text]
}

/** `15`, `15,16`, `15 and 16`, `#15` at the start; empty texts for words between. */
function idsAtStart(words: readonly string[]): readonly string[] {
  const isId = (word: string, i: number) => idOf(word) !== undefined && !(i > 0 && shiftOf(`1${words[i + 1]}`))
  const isJoin = (word: string, i: number) => i > 0 && /^(and|und|&)$/i.test(word) && idOf(words[i + 1]) !== undefined
  const end = words.findIndex((word, i) => !isId(word, i) && !isJoin(word, i))
  return words.slice(0, end === -1 ? words.length : end).map((word) => idOf(word) ?? '')
}

/** The name ends before `to`; quotes end it too, and one word may be a name. */
function endOfName(words: readonly string[]): number {
  if (/\s/.test(words[0] ?? '')) return 1
  const to = words.findIndex((word, i) => i > 0 && isSeparator(word))
  return to === -1 ? 1 : to
}

const numbers: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['a', 'an', 'one', 'ein', 'eine', 'einen', 'einem'].map((word) => [word, '1'])),
  ...{ two: '2', zwei: '2', three: '3', drei: '3', four: '4', vier: '4' },
}

/** `+1w`, `1 week`, `eine Woche später`, `two days` as `--shift` takes them. */
function shiftIn(text: string): Read {
  const digits = text
    .replace(/ (later|nach hinten|später|weiter)$/i, '')
    .replace(/^\p{L}+(?= )/u, (word) => numbers[word.toLowerCase()] ?? word)
  const shift = shiftOf(digits)?.text.replace(/^(?=\d)/, '+')
  return shift === undefined ? undefined : [shift]
}

/** `title=x price=12`, `title "New name"`; undefined unless each word belongs to a field. */
function fieldsIn(words: readonly string[], kind: Plural, known: readonly string[]): readonly TypedFlag[] | undefined {
  const fieldOf = (name: string) =>
    meaningOf({ name: `--${name.toLowerCase()}`, value: 'x' }, known, { kind, nears: false })?.[0]?.name
  const assigned = words.map(assignmentIn)
  if (assigned.every((one) => one !== undefined)) {
    const flags = assigned.map(({ name, value }) => ({ name: fieldOf(name) ?? '', value }))
    return flags.some(({ name }) => name === '') ? undefined : flags
  }
  const [field = '', ...value] = words.filter((word, i) => i !== 1 || !isSeparator(word))
  // `City Hall` is a name.
  const isName = /^\p{Lu}/u.test(field) && known.includes(`--${field.toLowerCase()}`)
  const name = isName || isSeparator(field) ? undefined : fieldOf(plain(field).replace(/[:=]$/, ''))
  const isOther = value.some((word, i) => isA(word, 'joining') || (i > 0 && fieldOf(word) !== undefined))
  return name === undefined || value.length === 0 || isOther ? undefined : [{ name, value: value.join(' ') }]
}
