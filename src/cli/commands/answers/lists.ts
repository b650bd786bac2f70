// KIND WORDS: the line that lists or shows what is named.
import type { Plural } from '../../../spec/model.ts'
import { resources } from '../../../spec/resources.ts'
import { dateIn, isSentence } from './changes.ts'
import type { TypedFlag } from './flag-words.ts'
import { acts, intentOf } from './intents.ts'
import { type Answer, lineOf, type Typed } from './line.ts'
import type { Trial } from './trial.ts'
import { inEnglish, isFiller, kindNamed } from './words.ts'

/** `friday jazz`, `events december`, `venues lindenau`, `show venues`, `jazz`; empty for other sentences. */
export async function listLines(words: readonly string[], typed: Typed, trial: Trial): Promise<readonly Answer[]> {
  const own = words.filter((word) => word !== '').map((word) => word.replace(/[?!]+$/, ''))
  const [first = ''] = own
  const from = own.findIndex((word) => !isFiller(word) && !/^(list|show|find|search)$/.test(inEnglish(word)))
  const to = own.findLastIndex((word) => !isFiller(word))
  // `after friday` is not friday.
  if (own.slice(0, Math.max(from, 0)).some((word) => bounding.test(word))) return []
  const asked = from === -1 ? [] : own.slice(from, to + 1)
  const at =
    asked.length === 0 ? -1 : kindNamed(asked[0] ?? '') ? 0 : kindNamed(asked.at(-1) ?? '') ? asked.length - 1 : -1
  const kind = kindNamed(asked[at] ?? '')
  const rest = asked.filter((_, i) => i !== at)
  const isList = /^(list|ls)$/.test(inEnglish(own[0] ?? '')) && asked.length < own.length
  if (rest.length === 0) return kind || isList ? [lineOf([kind ?? 'events', 'list'], [], typed)] : []
  if (kind && Object.hasOwn(acts, intentOf(rest.slice(0, 1)) ?? '')) return []
  // `where is City Hall`, `when is the jam session`
  const isQuestion = /^(where|wo|who|wer|when|wann)$/i.test(first)
  if (isQuestion && (await splitDays(rest)).days === undefined) return questionLines(first, rest, typed, trial)
  // `venue 5 events`, `events without venue`
  const last = kindNamed(rest.at(-1) ?? '')
  if (kind && kind !== 'events' && last === 'events' && rest.length === 2)
    return [lineOf(['events', 'list'], [filters[kind], rest[0] ?? ''], typed)]
  if (
    kind === 'events' &&
    last &&
    last !== 'events' &&
    rest.length === 2 &&
    /^(without|ohne|no|missing)$/i.test(rest[0] ?? '')
  )
    return last === 'tags' ? [] : [lineOf(['events', 'list'], [`--no-${resources[last].singular}`], typed)]
  const one = kind && ofId(kind, first, rest, typed)
  if (one) return [one]
  const { days, others } = await splitDays(rest)
  if (days !== undefined && kind !== undefined && kind !== 'events') return []
  const [lead = ''] = others
  const parts = /^(in|at|by|with|for|about|im|von|mit|bei)$/i.test(lead) ? others.slice(1) : others
  const name = parts.join(' ')
  const period = days === undefined ? [] : ['--start-date', days, '--end-date', days]
  if (name === '') {
    const view = days === undefined ? [] : [lineOf(['agenda'], days.split(' '), typed)]
    return [...view, lineOf(['events', 'list'], period, typed)]
  }
  if (isSentence(parts) || parts.some((word) => isFiller(word) || parts_of_day.test(word))) return []
  if (kind !== undefined && kind !== 'events') return named(kind, name, typed, trial)
  const filter = await filterFor(name, trial)
  if (filter === undefined) return []
  if (days !== undefined)
    return [
      lineOf(['agenda'], [...days.split(' '), ...filter], typed),
      lineOf(['events', 'list'], [...period, ...filter], typed),
    ]
  return kind === undefined && filter[0] === '--search' && typed.flags.length === 0
    ? [lineOf(['search'], [name], typed)]
    : [lineOf(['events', 'list'], filter, typed)]
}

/** `event 44`, `event 44 venue`, `organizer phone 12`, `event 44 --title x` */
function ofId(kind: Plural, first: string, words: readonly string[], typed: Typed): Answer | undefined {
  const id = words.find((word) => /^#?\d+$/.test(word))?.replace('#', '')
  const [field, ...more] = words.filter((word) => !/^#?\d+$/.test(word))
  if (id === undefined || words.length > 2 || more.length > 0) return undefined
  if (field !== undefined)
    return Object.hasOwn(resources[kind].fields, field)
      ? lineOf([kind, 'get'], [id, '--fields', field], typed)
      : undefined
  const isUpdate = kindNamed(first) !== undefined && typed.flags.some(isChange)
  return words.length === 1 ? lineOf([kind, isUpdate ? 'update' : 'get'], [id], typed) : undefined
}

/** Places have an address; an event has its place, time and organizer. */
async function questionLines(first: string, words: readonly string[], typed: Typed, trial: Trial) {
  const name = words.join(' ')
  const possible = /^(where|wo)$/i.test(first) ? (['venues', 'events'] as const) : (['events'] as const)
  const kind = name === '' ? 'none' : await trial.kindOf(name, possible)
  if (kind === undefined || kind === 'none') return []
  return [
    (await trial.areSeveral(kind, name)) ? lineOf(['search'], [name], typed) : lineOf([kind, 'get'], [name], typed),
  ]
}

const bounding = /^(after|before|since|until|till|from|bis|seit|vor|nach|ab)$/i

function isChange({ name }: TypedFlag): boolean {
  return !/^(-o|--(json|output|fields|jq|template|web))$/.test(name)
}

async function named(kind: Plural, name: string, typed: Typed, trial: Trial): Promise<readonly Answer[]> {
  if ((await trial.kindOf(name, [kind])) === kind)
    return [lineOf([kind, typed.flags.some(isChange) ? 'update' : 'get'], [name], typed)]
  const search = ['--search', name]
  return (await trial.finds([kind, 'list', ...search])) === false
    ? [{ left: [name], path: [kind, 'list'], isMissing: true }]
    : [lineOf([kind, 'list'], search, typed)]
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
      const text = words.slice(from, from + length).join(' ')
      const lead = /^(on|in|at|for|am|im|für)$/i.test(words[from] ?? '')
        ? words.slice(from + 1, from + length).join(' ')
        : text
      if (!(await areDays(lead))) continue
      return { days: lead, others: words.filter((_, i) => i < from || i >= from + length) }
    }
  return { days: undefined, others: words }
}

/** Times of the day, which the views of whole days don't tell apart. */
const parts_of_day = /^(morning|evening|night|afternoon|morgens|abends?|nachts?|nachmittags?|vormittags?|früh)$/i

/** Short words such as `so` and `do` are days, and words of a sentence. */
async function areDays(text: string): Promise<boolean> {
  if (text === '' || /^(\p{L}{1,2}|\d{1,2}|may|sun|mon|see|now|jetzt)$/iu.test(text)) return false
  const found = await dateIn(text)
  return found !== undefined && found !== 'ambiguous' && (!('at' in found) || !found.at.includes(' '))
}
