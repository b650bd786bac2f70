// Reads words that name no command as a sentence, and finds the command that answers it: `what is on this weekend`,
// `alle Termine nächste Woche`, `events in lindenau`.
import { readDate, type TypedDate, typedTime } from '../../base/dates/typed-dates.ts'
import { CalError } from '../../base/errors.ts'
import type { Plural } from '../../spec/model.ts'
import { flagOf, resourceNamed, resources } from '../../spec/resources.ts'
import { inEnglish } from './german-words.ts'
import { exportLine, inOurFlags } from './unknown-flag.ts'

/** Words between others that belong to a name: `Jazz in the park`. At the ends of a sentence they mean nothing. */
const glue = wordsIn(
  'a an the of in on at by to from with for and or about around near during as into ' +
    'der die das den dem des ein eine einen einem einer im am an auf um zu zum zur von vom bei beim für mit und oder nach als über aus ab',
)

/** Words of a question or request that say nothing about what is asked for. */
const fillers = wordsIn(
  'i you we it me my us our your they there here this that these those any some all every each please just only ' +
    'now also is are was be been am do does did has have had can could would will want wants need like let lets ' +
    'should what whats which when where who whose how much show tell give see display view look print get list ' +
    'find search happening happens going coming up scheduled planned available anything something things stuff ' +
    'everything top most best popular named called titled matching containing between tagged takes take place ' +
    'exist exists off out ich du sie wir ihr es man mir mich uns mein meine meinen unser unsere bitte mal nur ' +
    'noch auch denn eigentlich so da dort hier ist sind war wird werden sein kann kannst können könnte könntest ' +
    'möchte würde soll gib gibt geben findet finden statt los ansteht anstehen steht stehen passiert läuft welche ' +
    'welcher welches welchen wann wo wer wie viel zeig zeige zeigen sag sage nenne suche such alle alles allen ' +
    'jede jeder jeden etwas aktuelle aktuellen kommende kommenden beste besten beliebteste beliebtesten meisten ' +
    'namens zwischen',
)

/** Times of the day after a date, which only the views of whole days can't express. */
const parts_of_day =
  /^(morning|evening|night|afternoon|early|late|morgens|abends?|nachts?|nachmittags?|vormittags?|früh)$/i

const counting = /^(how many|wie ?viele?|number of|count|anzahl|zahl der)\b/i

function wordsIn(text: string): ReadonlySet<string> {
  return new Set(text.split(' '))
}

/** A word that is dropped from the beginning of a request: `please`, `bitte`, `the`. */
export function isFiller(word: string): boolean {
  return fillers.has(plain(word)) || glue.has(plain(word))
}

function plain(word: string): string {
  return word.toLowerCase().replace(/^[¿]|[?!.,;]+$/g, '')
}

/** Other names of kinds, as in `cal places`. */
const other_kinds: Readonly<Record<string, Plural>> = {
  appointments: 'events',
  meetings: 'events',
  entries: 'events',
  gigs: 'events',
  veranstaltungen: 'events',
  einträge: 'events',
  places: 'venues',
  locations: 'venues',
  topics: 'categories',
  labels: 'tags',
}

export function kindNamed(word: string): Plural | undefined {
  const name = plain(word)
  return resourceNamed(inEnglish(name))?.plural ?? (Object.hasOwn(other_kinds, name) ? other_kinds[name] : undefined)
}

interface Sentence {
  readonly kind: Plural | undefined
  /** Whole days, as `cal agenda` accepts them. */
  readonly date: readonly string[] | undefined
  /** Flags of `list`. */
  readonly filters: readonly string[]
  /** What is searched for. */
  readonly content: readonly string[]
  /** Whether some of the words are those of a sentence: fillers, a date or a filter. */
  readonly isSentence: boolean
  readonly asksCount: boolean
  readonly asksAll: boolean
}

/**
 * The command that answers a sentence, as words: `agenda this weekend`, `search lindenau`. undefined if no word was
 * understood: the words are a name.
 */
export async function answerOf(typed: readonly string[], group?: Plural): Promise<readonly string[] | undefined> {
  const at = typed.findIndex((word) => /^--?[a-z]/i.test(word))
  const words = at === -1 ? typed : typed.slice(0, at)
  const sentence = await readSentence(words, group)
  if (!sentence.isSentence) return undefined
  const line = commandFor(sentence)
  const [kind, verb] = line[1] === 'list' ? line : ['events', 'list']
  return [...line, ...(at === -1 ? [] : inOurFlags(typed.slice(at), kind, verb ?? 'list'))]
}

function commandFor({ kind = 'events', date, filters, content, asksCount, asksAll }: Sentence): readonly string[] {
  const text = content.join(' ')
  const search = text === '' ? [] : ['--search', text]
  const all = asksAll || asksCount ? ['--all'] : []
  const count = asksCount ? ['-o', 'count'] : []
  if (kind !== 'events') return [kind, 'list', ...filters, ...search, ...all, ...count]
  const days = date?.join(' ')
  const bounds = days === undefined ? [] : ['--start-date', days, '--end-date', days]
  if (asksCount)
    return ['events', 'list', ...filters, ...search, ...bounds, ...all, ...(days ? [] : ['--any-date']), ...count]
  if (filters.some((word) => /^--(sort|limit)$/.test(word))) return ['events', 'list', ...filters, ...search, ...bounds]
  if (date !== undefined) return ['agenda', ...date, ...filters, ...search]
  if (filters.length > 0 || text === '') return ['events', 'list', ...filters, ...search, ...all]
  return ['search', text]
}

/** `export december as ics`, `export events to csv`: the line that exports it; undefined for other words. */
export async function exportAnswer(words: readonly string[]): Promise<string | undefined> {
  const isFormat = (word: string) => /^(ics|ical|csv|json|ndjson|yaml|yml|xlsx|excel)$/i.test(word)
  const format = words.find(isFormat)
  const { kind, date, content } = await readSentence(
    words.filter((word) => !isFormat(word)),
    undefined,
  )
  if (content.length > 0 || (date === undefined && format === undefined)) return undefined
  const days = date?.join(' ')
  const bounds = days === undefined ? [] : ['--start-date', days, '--end-date', days]
  return exportLine([...(kind ? [kind] : []), ...bounds, ...(format ? ['--format', format.toLowerCase()] : [])])
}

/** A day or a moment, but no range or period. Dates that can be read in two ways count. */
export async function isMoment(text: string): Promise<boolean> {
  const found = await read(text)
  return found === 'ambiguous' || (found !== undefined && 'at' in found)
}

/** Dates that can be read in two ways count. */
export async function isDate(text: string): Promise<boolean> {
  return (await read(text)) !== undefined
}

async function read(text: string): Promise<TypedDate | 'ambiguous' | undefined> {
  try {
    return await readDate(text, { now: 0, zone: 'UTC' })
  } catch (error) {
    if (error instanceof CalError) return 'ambiguous'
    throw error
  }
}

async function readSentence(words: readonly string[], group: Plural | undefined): Promise<Sentence> {
  const { words: unfiltered, filters } = takeFilters(words, group)
  const days = await findDays(unfiltered)
  const rest = unfiltered.map((word, i) => (days?.positions.has(i) ? '' : word))
  const asked = rest.join(' ').trim()
  const asksCount = counting.test(asked)
  let kind = group
  const content: string[] = []
  for (const word of asked.replace(counting, '').split(' ')) {
    const named = kindNamed(word)
    if (
      plain(word) === '' ||
      fillers.has(plain(word)) ||
      (days !== undefined && (typedTime(word) !== undefined || parts_of_day.test(word)))
    )
      continue
    if (
      named !== undefined &&
      content.every((one) => glue.has(plain(one)) || /^\d+$/.test(one)) &&
      (kind === undefined || kind === named)
    )
      kind = named
    else content.push(word)
  }
  const [first, last] = [content.findIndex(isContent), content.findLastIndex(isContent)]
  const kept = first === -1 ? [] : content.slice(first, last + 1)
  const [count = ''] = kept
  const limit = kept.length === 1 && /^\d{1,3}$/.test(count) && days === undefined ? ['--limit', count] : []
  return {
    kind,
    date: days?.words,
    filters: [...filters, ...limit],
    content: limit.length > 0 ? [] : kept,
    isSentence: days !== undefined || filters.length > 0 || kept.length < words.length,
    asksCount,
    asksAll: words.some((word) => /^(all|alle|everything|alles)$/i.test(word)),
  }
}

function isContent(word: string): boolean {
  return !glue.has(plain(word))
}

/** The longest sequence of words that names whole days, without a preposition before it. */
async function findDays(words: readonly string[]) {
  for (let length = Math.min(8, words.length); length > 0; length -= 1)
    for (let from = 0; from + length <= words.length; from += 1) {
      const run = words.slice(from, from + length)
      if (!(await areDays(run.join(' ')))) continue
      const lead = /^(on|in|at|for|am|im|den|für|der|the|den|dem)$/i.test(run[0] ?? '')
      const short = lead && length > 1 && (await areDays(run.slice(1).join(' '))) ? run.slice(1) : run
      return { words: short, positions: new Set(run.map((_, i) => from + i)) }
    }
  return undefined
}

/** Short words such as `so` and `do` are days, and words of a sentence. */
async function areDays(text: string): Promise<boolean> {
  const words = text.replace(/[?!,;]+$/, '')
  if (/^(\p{L}{1,2}|\d{1,2}|may|sun|mon|see|now|jetzt)$/iu.test(words)) return false
  const found = await read(words)
  return found !== undefined && found !== 'ambiguous' && (!('at' in found) || !found.at.includes(' '))
}

/** Takes `venue = "City Hall"`, `in category Music`, `order by start` as flags of `list`. */
function takeFilters(words: readonly string[], group: Plural | undefined) {
  const filters: string[] = []
  const rest: string[] = []
  const kind = group ?? words.map(kindNamed).find((one) => one !== undefined) ?? 'events'
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i] ?? ''
    const next = words[i + 1] ?? ''
    const sorted = /^(order|ordered|sort|sorted|sortiert|geordnet)$/i.test(word) && /^(by|nach)$/i.test(next)
    const field = sorted ? sortField(words[i + 2] ?? '', kind) : undefined
    if (sorted) {
      if (field !== undefined) filters.push('--sort', field)
      i += 2
      continue
    }
    const [, name = '', inline = ''] = /^([\p{L}_]+)(?:==?|:)(.*)$/u.exec(word) ?? ['', word]
    const flag = filterFlag(name, kind)
    const hasSign = word !== name || /^(==?|:|is|ist)$/i.test(next)
    // `events category music`: a second kind is a filter.
    const isNamed = flag !== undefined && (hasSign || (kind === 'events' && rest.some((one) => kindNamed(one))))
    const skip = word !== name ? (inline === '' ? 1 : 0) : hasSign ? 2 : 1
    const value = inline === '' ? words[i + skip] : inline
    if (!isNamed || flag === undefined || value === undefined) {
      rest.push(word)
      continue
    }
    filters.push(flag, value)
    i += inline === '' ? skip : 0
  }
  return { filters, words: filters.length > 0 ? rest.filter((word) => plain(word) !== 'where') : rest }
}

function filterFlag(name: string, kind: Plural): string | undefined {
  const english = inEnglish(name.toLowerCase())
  const singular = resourceNamed(english)?.singular ?? english
  const [flag] = inOurFlags([`--${singular}`], kind, 'list')
  const known = flag?.replace(/^--/, '').replaceAll('-', '_') ?? ''
  return Object.hasOwn(resources[kind].query, known) && !/^(search|page|per_page)$/.test(known)
    ? flagOf(known)
    : undefined
}

function sortField(typed: string, kind: Plural): string | undefined {
  const name = typed.toLowerCase()
  if (kind === 'events' && /^(start|date|time|datum|beginn|zeit)$/.test(name)) return 'start_date'
  if (/^(name|title|titel)$/.test(name)) return resources[kind].name
  return Object.hasOwn(resources[kind].fields, name) ? name : undefined
}
