// KIND WORDS: the line that lists or shows what is named.
import type { Plural } from '../../../spec/model.ts'
import { resources } from '../../../spec/resources.ts'
import type { TypedFlag } from './flag-words.ts'
import { intentOf, isAct } from './intents.ts'
import { type Answer, lineOf, type Typed } from './line.ts'
import type { Trial } from './trial.ts'
import { dateIn, idOf, inEnglish, isFiller, isSentence, kindNamed, separator } from './words.ts'

/** `friday jazz`, `events december`, `venues lindenau`, `show venues`, `jazz`; empty for other sentences. */
export async function listLines(words: readonly string[], typed: Typed): Promise<readonly Answer[]> {
  const { flags, trial } = typed
  const own = words.filter((word) => word !== '').map((word) => word.replace(/(?<![?!])[?!]+$/, ''))
  const [first = ''] = own
  const isAsking = (word: string) => isFiller(word) || /^(list|show|find|search)$/.test(inEnglish(word))
  // `place 4`, but `what takes place`
  const from = kindNamed(first) ? 0 : own.findIndex((word) => !isAsking(word))
  // `after friday` is not friday.
  if (own.slice(0, Math.max(from, 0)).some((word) => bounding.test(word))) return []
  const asked = from === -1 ? [] : own.slice(from, own.findLastIndex((word) => !isFiller(word)) + 1)
  const at = kindNamed(asked[0] ?? '') || !kindNamed(asked.at(-1) ?? '') ? 0 : asked.length - 1
  const kind = kindNamed(asked[at] ?? '')
  const rest = kind ? asked.toSpliced(at, 1) : asked
  const isList = /^(list|ls)$/.test(inEnglish(first)) && asked.length < own.length
  if (rest.length === 0) return kind || isList ? [lineOf([kind ?? 'events', 'list'], [], flags)] : []
  if (kind && isAct(intentOf(rest.slice(0, 1)))) return []
  const { days, others } = await splitDays(rest)
  // `where is City Hall`, `when is the jam session`
  if (days === undefined && /^(where|wo|who|wer|when|wann)$/i.test(first)) return questionLines(first, rest, typed)
  const short = kind && shortLine(kind, first, rest, typed)
  if (short) return short
  if (days !== undefined && kind !== undefined && kind !== 'events') return []
  const parts = /^(in|at|by|with|for|about|im|von|mit|bei)$/i.test(others[0] ?? '') ? others.slice(1) : others
  const name = parts.join(' ')
  if (isSentence(parts) || parts.some((word) => isFiller(word) || parts_of_day.test(word))) return []
  if (kind !== undefined && kind !== 'events') return named(kind, name, typed)
  const filter = name === '' ? [] : await filterFor(name, trial)
  if (filter === undefined) return []
  if (days !== undefined)
    return [
      lineOf(['agenda'], [...days.split(' '), ...filter], flags),
      lineOf(['events', 'list'], ['--start-date', days, '--end-date', days, ...filter], flags),
    ]
  return kind === undefined && filter[0] === '--search' && flags.length === 0
    ? [lineOf(['search'], [name], flags)]
    : [lineOf(['events', 'list'], filter, flags)]
}

/** `how many jazz concerts`, `count events next month` */
export async function countLines(words: readonly string[], typed: Typed): Promise<readonly Answer[]> {
  const rest = words.slice(/^(how|wie)$/i.test(words[0] ?? '') ? 2 : 1)
  if (rest.some((word) => bounding.test(word) || separator.test(word))) return []
  const counted = rest.filter((word) => !isFiller(word))
  const listed = await listLines(counted.some(kindNamed) ? counted : ['events', ...counted], typed)
  return listed.flatMap((answer) => {
    if (!('line' in answer) || answer.line[1] !== 'list') return []
    const isDated = answer.line[0] !== 'events' || answer.line.includes('--start-date')
    return [{ ...answer, line: [...answer.line, ...(isDated ? [] : ['--any-date']), '-o', 'count'] }]
  })
}

/**
 * A kind and one or two words that name no period: `venue 5 events`, `events without venue`, `event 44`, `event 44
 * venue`, `event 44 --title x`.
 */
function shortLine(
  kind: Plural,
  first: string,
  words: readonly string[],
  { flags }: Typed,
): readonly Answer[] | undefined {
  const [one = '', two] = words
  if (words.length > 2) return undefined
  const last = two === undefined ? undefined : kindNamed(two)
  if (kind !== 'events' && last === 'events') return [lineOf(['events', 'list'], [filters[kind], one], flags)]
  if (kind === 'events' && last && last !== 'events' && /^(without|ohne|no|missing)$/i.test(one))
    return last === 'tags' ? [] : [lineOf(['events', 'list'], [`--no-${resources[last].singular}`], flags)]
  const id = idOf(one) ?? idOf(two)
  const field = idOf(one) === undefined ? one : two
  if (id === undefined) return undefined
  if (field !== undefined)
    return Object.hasOwn(resources[kind].fields, field)
      ? [lineOf([kind, 'get'], [id, '--fields', field], flags)]
      : undefined
  const isUpdate = kindNamed(first) !== undefined && flags.some(isChange)
  return [lineOf([kind, isUpdate ? 'update' : 'get'], [id], flags)]
}

/** Places have an address; an event has its place, time and organizer. */
async function questionLines(first: string, words: readonly string[], { flags, trial }: Typed) {
  const name = words.join(' ')
  const kind = await trial.kindOf(name, /^(where|wo)$/i.test(first) ? ['venues', 'events'] : ['events'])
  if (kind === undefined || kind === 'none') return []
  return [
    (await trial.areSeveral(kind, name)) ? lineOf(['search'], [name], flags) : lineOf([kind, 'get'], [name], flags),
  ]
}

const bounding = /^(after|before|since|until|till|from|bis|seit|vor|nach|ab)$/i

function isChange({ name }: TypedFlag): boolean {
  return !/^(-o|--(json|output|fields|jq|template|web))$/.test(name)
}

async function named(kind: Plural, name: string, { flags, trial }: Typed): Promise<readonly Answer[]> {
  if ((await trial.kindOf(name, [kind])) === kind)
    return [lineOf([kind, flags.some(isChange) ? 'update' : 'get'], [name], flags)]
  const search = ['--search', name]
  return (await trial.finds([kind, 'list', ...search])) === false
    ? [{ left: [name], path: [kind, 'list'], isMissing: true }]
    : [lineOf([kind, 'list'], search, flags)]
}

const filters = { categories: '--categories', tags: '--tags', venues: '--venue', organizers: '--organizer' } as const

/** The filter of events for a name: that of a record, or a search that finds some; undefined if nothing has it. */
async function filterFor(name: string, trial: Trial): Promise<readonly string[] | undefined> {
  const kind = await trial.kindOf(name, ['categories', 'tags', 'venues', 'organizers'])
  if (kind !== undefined && kind !== 'none' && kind !== 'events') return [filters[kind], name]
  const isFound = await trial.finds(['events', 'list', '--search', name, '--any-date'])
  return isFound === false ? undefined : ['--search', name]
}

/** The days at the start or the end of the words, and the others. */
export async function splitDays(words: readonly string[]) {
  for (let length = words.length; length > 0; length -= 1)
    for (const from of new Set([0, words.length - length])) {
      const own = words.slice(from, from + length)
      const days = (/^(on|in|at|for|am|im|für)$/i.test(own[0] ?? '') ? own.slice(1) : own).join(' ')
      if (await areDays(days)) return { days, others: words.toSpliced(from, length) }
    }
  return { days: undefined, others: words }
}

/** Times of the day, which the views of whole days don't tell apart. */
const parts_of_day = /^(morning|evening|night|afternoon|morgens|abends?|nachts?|nachmittags?|vormittags?|früh)$/i

/** Short words such as `so` and `do` are days, and words of a sentence. */
export async function areDays(text: string): Promise<boolean> {
  if (text === '' || /^(\p{L}{1,2}|\d{1,2}|may|sun|mon|see|now|jetzt)$/iu.test(text)) return false
  const found = await dateIn(text)
  return found !== undefined && found !== 'ambiguous' && (!('at' in found) || !found.at.includes(' '))
}
