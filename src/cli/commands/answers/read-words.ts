// Gives every word of a line a role: a kind of record, days, a filter, a limit, text to search for, or none.
import { readDate, type TypedDate, typedTime } from '../../../base/dates/typed-dates.ts'
import { CalError } from '../../../base/errors.ts'
import type { Plural } from '../../../spec/model.ts'
import { resources } from '../../../spec/resources.ts'
import { assignmentIn, filterNamed, sortField } from './flag-words.ts'
import { fillers, glue, kindNamed, meaningsIn, plain } from './words.ts'

/** What a question or a request for a list asks for. */
export interface Query {
  readonly kind: Plural | undefined
  /** Whole days, as `cal agenda` accepts them. */
  readonly days: string | undefined
  /** Flags of `list`. */
  readonly filters: readonly string[]
  /** What is searched for. */
  readonly text: string
  readonly asksCount: boolean
  readonly asksAll: boolean
  readonly format: string | undefined
  /** Some of the words are those of a sentence: the others are not only a name. */
  readonly isSentence: boolean
  /** The words that have no role. */
  readonly left: readonly string[]
  /** A time of day was typed, which a view of whole days does not show. */
  readonly hasPart: boolean
}

const counting = /^(how many|wie ?viele?|number of|count|anzahl( der)?|zahl der)\b/i

/** Words of questions that no list answers, and of conditions that it does not know. */
const unanswered = new RegExp(
  `^(${[
    'how|why|whose|whom|wie|warum|wieso|weshalb|wem|wen|like|last|latest|letzte[nrs]?|group|grouped|gruppiere',
    'gruppiert|top|most|best|popular|biggest|cheapest|beste[nrs]?|beliebteste[nrs]?|meisten|per|pro|than|more|less|fewer',
    'cheaper|longer|shorter|mehr|weniger|länger|kürzer|günstiger|not|except|nicht|kein|keine|keinen|außer|or|oder|without|ohne',
  ].join('|')})$`,
  'i',
)

const limiting = /^(limit|first|next|top|nächste[nrs]?|ersten|nächsten|maximal|max)$/i
/** Between words that are no days, they say that days were meant: `until christmas`. */
const bounding = /^(until|till|since|before|after|bis|seit|vor)$/i

export async function readQuery(typed: readonly string[], group?: Plural): Promise<Query> {
  const words = await separateWords(typed)
  const asksCount = counting.test(words.join(' '))
  const skipped = counting.test(words[0] ?? '') ? 1 : asksCount ? 2 : 0
  const first = group ?? words.map(kindNamed).find((one) => one !== undefined) ?? 'events'
  const { words: formless, format } = takeFormat(words.slice(skipped))
  const found = await findDays(formless)
  const undated = formless.filter((_, i) => !found?.positions.has(i))
  const filtered = takeFilters(undated, group, first)
  const { kind, hasPart, content, left } = await rolesOf(filtered.words, group, found !== undefined)
  const [from, to] = [content.findIndex(isContent), content.findLastIndex(isContent)]
  const kept = from === -1 ? [] : content.slice(from, to + 1)
  // `termin 7` is a record, `7 termine` a number of them.
  const isAfter = words.findIndex((word) => kindNamed(word) !== undefined) < words.indexOf(kept[0] ?? '')
  const limit =
    ((kind !== undefined && !isAfter) || group !== undefined) &&
    kept.length === 1 &&
    /^\d{1,3}$/.test(kept[0] ?? '') &&
    found === undefined
  const has_limit = limit && !filtered.filters.includes('--limit')
  const text = has_limit ? '' : kept.join(' ')
  // A record and filters: a list has no place for its id.
  const ids =
    kept.length > 1 || found !== undefined || filtered.filters.length > 0
      ? kept.filter((word) => /^\d+$/.test(word))
      : []
  return {
    kind,
    days: found?.flags === undefined ? found?.text : undefined,
    filters: [...filtered.filters, ...(found?.flags ?? []), ...(has_limit ? ['--limit', ...kept] : [])],
    text,
    asksCount,
    asksAll: words.some((word) => /^(all|alle|alles|everything|every|sämtliche)$/i.test(word)),
    format,
    isSentence: found !== undefined || filtered.filters.length > 0 || kept.length < words.length,
    left: [...filtered.left, ...left, ...(has_limit ? [] : ids)],
    hasPart,
  }
}

/** The words that are left without days and filters: the kind, what is searched for, and what has no role. */
async function rolesOf(words: readonly string[], group: Plural | undefined, isDated: boolean) {
  let kind = group
  let hasPart = false
  const content: string[] = []
  const left: string[] = []
  for (const [i, typed_word] of words.entries()) {
    const word = idIn(typed_word) ?? typed_word
    const named = kindNamed(word)
    const isNumber = /^\d/.test(word)
    const isGrouping = /^(by|nach|je)$/i.test(word) && kindNamed(words[i + 1] ?? '') !== undefined
    const isLast = i === words.length - 1
    const isLength = isUnit(word) && isCount(words[i - 1] ?? '')
    if (i > 0 && bounding.test(word) && !/\s/.test(word)) {
      left.push(...words.slice(i))
      break
    }
    if (
      isGrouping ||
      unanswered.test(word) ||
      isLength ||
      /^[+-]?\d+(w|d|t|h|min|m)$/i.test(word) ||
      /^(-.+|[<>!]=?|!=)$/.test(word)
    )
      left.push(word)
    else if (isDated && (parts_of_day.test(word) || typedTime(word) !== undefined)) hasPart = true
    else if (isDated && (isNumber || (await areDays(word)))) left.push(word)
    else if (
      named !== undefined &&
      (!content.some((one) => isContent(one) && !/^\d+$/.test(one)) || (isLast && kind === undefined)) &&
      (kind === undefined || kind === named)
    )
      kind = named
    else if (!fillers.has(plain(word)) || /\s/.test(word)) content.push(word)
  }
  return { kind, hasPart, content, left }
}

/** The words of texts, except of names and assignments. */
async function separateWords(typed: readonly string[]): Promise<readonly string[]> {
  const words: string[] = []
  for (const word of typed) {
    const isText = /\s/.test(word) && (assignmentIn(word) !== undefined || typed.length > 1)
    const splits = /\s/.test(word) && (!isText || (await dateIn(word)) !== undefined)
    words.push(...(splits ? word.trim().split(/\s+/) : [word]).map(withoutMark))
  }
  return words
}

function isUnit(word: string): boolean {
  return units.some(([pattern]) => pattern.test(word) && word.length > 1)
}

function isCount(word: string): boolean {
  return /^\d+$/.test(word) || Object.hasOwn(numbers, word.toLowerCase())
}

export function withoutMark(word: string): string {
  return word.replace(/^[¿]|[?!,;]+$|(?<=\p{L}{4})\.$/gu, '').replace(/(?<=\p{L})[’']s$/u, '')
}

function isGlue(word: string): boolean {
  return glue.has(plain(word)) || fillers.has(plain(word)) || /^(order|sort|sorted|limit)$/i.test(word)
}

function isContent(word: string): boolean {
  return !glue.has(plain(word))
}

/** Times of the day, which the views of whole days don't tell apart. */
const parts_of_day = /^(morning|evening|night|afternoon|morgens|abends?|nachts?|nachmittags?|vormittags?|früh)$/i

/** `as csv`, `als ics`, `to json` */
function takeFormat(words: readonly string[]) {
  const [before = '', last = ''] = words.slice(-2)
  const name = last.toLowerCase()
  const format = /^(ics|csv|json|ndjson|yaml|tsv)$/.test(name) ? name : other_formats[name]
  return format === undefined || !/^(as|to|into|in|als|nach|im)$/i.test(before)
    ? { words, format: undefined }
    : { words: words.slice(0, -2), format }
}

export const other_formats = meaningsIn(`
  csv: excel, xlsx
  ics: ical, icalendar
  yaml: yml`)

/** The flags of a preposition before days: `after friday`; other prepositions mean the days themselves. */
const bounds = meaningsIn(`
  --starts-after: after, nach
  --start-date: from, since, ab, seit, starting, von
  --starts-before: before, vor
  --end-date: until, till, bis, by`)

/** The longest sequence of words that names days, and the preposition before it. */
export async function findDays(words: readonly string[]) {
  for (let length = Math.min(8, words.length); length > 0; length -= 1)
    for (let from = 0; from + length <= words.length; from += 1) {
      const run = words.slice(from, from + length)
      const text = run.join(' ')
      // `eine Woche` is a length of time.
      if (isUnit(run[0] ?? '') && isCount(words[from - 1] ?? '')) continue
      if (!(await areDays(text))) continue
      const lead = /^(on|in|at|for|am|im|den|für|der|the|dem)$/i.test(run[0] ?? '')
      const short = lead && length > 1 && (await areDays(run.slice(1).join(' '))) ? run.slice(1).join(' ') : text
      const article = /^(the|dem|den|der)$/i.test(words[from - 1] ?? '') ? 1 : 0
      const before = words[from - 1 - article]?.toLowerCase() ?? ''
      const time = words[from + length]
      const hasTime = time !== undefined && typedTime(time) !== undefined
      const flag = Object.hasOwn(bounds, before) ? bounds[before] : undefined
      // `Termine von heute` are those of the day.
      const isOf = before === 'von' || flag === undefined
      const [start, end] = [from - (flag === undefined ? 0 : 1 + article), from + length + (hasTime && !isOf ? 1 : 0)]
      const positions = new Set(words.map((_, i) => i).filter((i) => i >= start && i < end))
      return {
        text: short,
        positions,
        flags:
          isOf || flag === undefined ? undefined : [flag, hasTime ? `${short} ${time}` : await boundOf(flag, short)],
      }
    }
  return undefined
}

/** `--starts-before` includes the day itself; `before friday` does not. */
async function boundOf(flag: string, days: string): Promise<string> {
  const found = flag === '--starts-before' ? await dateIn(days) : undefined
  return typeof found === 'object' && 'at' in found ? `${days} 00:00` : days
}

const date_parts =
  /\d|da[yi]|ta?g|night|abend|morgen|tomorrow|gestern|heute|mittwoch|wo?che|week|kw|monat|month|jahr|year|quart|jan|feb|m[aä]r|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz]|mon|tue|wed|thu|fri|sat|sun|mo\b|di\b|mi\b|do\b|fr\b|sa\b|so\b/i

/** Short words such as `so` and `do` are days, and words of a sentence. */
async function areDays(text: string): Promise<boolean> {
  // Parsing takes a millisecond.
  if (!date_parts.test(text)) return false
  if (/^(\p{L}{1,2}|\d{1,2}|may|sun|mon|see|now|jetzt)$/iu.test(text)) return false
  const found = await dateIn(text)
  return found !== undefined && found !== 'ambiguous' && (!('at' in found) || !found.at.includes(' '))
}

/** `ambiguous` for a date that can be read in two ways. */
export async function dateIn(text: string): Promise<TypedDate | 'ambiguous' | undefined> {
  try {
    return await readDate(text, { now: 0, zone: 'UTC' })
  } catch (error) {
    if (error instanceof CalError) return 'ambiguous'
    throw error
  }
}

/** Takes `venue = "City Hall"`, `venue:Hall`, `category Music`, `order by start`, `limit 3`, `unused` as flags. */
function takeFilters(words: readonly string[], group: Plural | undefined, kind: Plural) {
  const filters: string[] = []
  const rest: string[] = []
  const left: string[] = []
  for (let i = 0; i < words.length; i += 1) {
    const [word = '', next = '', third = ''] = words.slice(i)
    const sorted = /^(order|ordered|sort|sorted|sortiert|geordnet)$/i.test(word) && /^(by|nach)$/i.test(next)
    const state = stateIn(word, /^(an?|any|the|einen?|eine)$/i.test(next) ? [third, 3] : [next, 2], kind)
    const assigned = assignmentIn(word)
    const [, name = ''] = /^([\p{L}_-]+)(?:[=:]+)?$/u.exec(assigned?.name ?? word) ?? []
    const flag = name === '' ? undefined : filterNamed(name, kind)
    const hasSign = /[=:]$/.test(word) || /^(==?|:|is|ist)$/i.test(next)
    // `events category music`: a second kind is a filter.
    const isFilter = hasSign || (kind === 'events' && (group === kind || rest.some((one) => kindNamed(one))))
    if (sorted) {
      const field = sortField(third, kind)
      if (field === undefined) left.push(word, third)
      else filters.push('--sort', /^(desc|descending|absteigend)$/i.test(words[i + 3] ?? '') ? `-${field}` : field)
      i += /^(desc|descending|absteigend|asc|ascending|aufsteigend)$/i.test(words[i + 3] ?? '') ? 3 : 2
    } else if (isLimit(word, next) && !isUnit(third)) {
      filters.push('--limit', /^\d/.test(word) ? word : next)
      i += 1
    } else if (state) {
      filters.push(...state.flags)
      i += state.length - 1
    } else if (assigned && flag !== undefined) filters.push(flag, assigned.value)
    else if (assigned || (hasSign && flag === undefined && /^(==?|:)$/.test(next))) left.push(word)
    else if (flag === undefined || !isFilter || (kindNamed(word) === kind && !hasSign)) rest.push(word)
    else {
      const skip = /[=:]$/.test(word) ? 1 : hasSign ? 2 : 1
      // `venue City Hall and category music`: up to a word with another role.
      const end = words.findIndex((one, at) => at > i + skip && (isGlue(one) || filterNamed(one, kind) !== undefined))
      const value = words.slice(i + skip, end === -1 ? undefined : end)
      if (value.length === 0) rest.push(word)
      else filters.push(flag, value.join(' '))
      i += value.length === 0 ? 0 : skip + value.length - 1
    }
  }
  const isWhere = (word: string) => filters.length > 0 && /^(where|with|wo|mit|and|und)$/i.test(word)
  return { filters, words: rest.filter((word) => !isWhere(word)), left }
}

/** `next 5`, `5 next` */
function isLimit(word: string, next: string): boolean {
  const [named, number] = /^\d/.test(word) ? [next, word] : [word, next]
  return limiting.test(named) && /^\d{1,4}$/.test(number)
}

/** Words that are a filter by themselves: `unused`, `without venue`, `drafts`. */
function stateIn(word: string, [next, length]: readonly [word: string, length: number], kind: Plural) {
  const takes = (flag: string) => {
    const name = flag.replace(/^--(no-)?/, '').replaceAll('-', '_')
    return Object.hasOwn(resources[kind].query, name)
  }
  const one = states.find(([pattern, flag]) => pattern.test(word) && takes(flag))
  if (one) return { flags: one[2] === undefined ? [one[1]] : [one[1], one[2]], length: 1 }
  const lacking = kindNamed(next)
  if (/^(with|mit)$/i.test(word) && lacking === 'events' && takes('--has-events'))
    return { flags: ['--has-events'], length }
  if (!/^(without|ohne|no|missing)$/i.test(word)) return undefined
  if (lacking === 'events' && takes('--has-events')) return { flags: ['--no-has-events'], length }
  if (kind !== 'events' || lacking === undefined || !/^(venues|organizers|categories)$/.test(lacking)) return undefined
  return { flags: [`--no-${resources[lacking].singular}`], length }
}

const states: readonly (readonly [word: RegExp, flag: string, value?: string])[] = [
  [/^(unused|empty|orphaned|unbenutzte?n?|ungenutzte?n?|leere?n?)$/i, '--no-has-events'],
  [/^(used|benutzte?n?)$/i, '--has-events'],
  [/^(featured|hervorgehobene?n?)$/i, '--featured'],
  [/^(drafts?|entwürfe|entwurf)$/i, '--status', 'draft'],
  [/^(published|veröffentlichte?n?)$/i, '--status', 'publish'],
  [/^(trash|trashed|deleted|papierkorb|gelöschte?n?)$/i, '--status', 'trash'],
  [/^(past|vergangene?n?)$/i, '--ends-before', 'today'],
]

export const numbers = meaningsIn(`
  1: a, an, one, ein, eine, einen, einer
  2: two, zwei
  3: three, drei
  4: four, vier`)

export const units: readonly (readonly [RegExp, string])[] = [
  [/^(w|wks?|weeks?|wochen?)$/i, 'w'],
  [/^(d|days?|tage?n?)$/i, 'd'],
  [/^(h|hrs?|hours?|std|stunden?)$/i, 'h'],
  [/^(m|mins?|minutes?|minuten?)$/i, 'm'],
  [/^(months?|monate?n?)$/i, 'months'],
]

export function idIn(word: string): string | undefined {
  const [, id] = /^(?:#|id[:=]|nr\.?)?(\d+),?$/i.exec(word) ?? []
  return id
}
