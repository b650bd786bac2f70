// One line of text about an event, as `cal add` takes it: title, day, times, length, venue and terms.
import { type DateContext, endAfter, isMoment, readDate } from '../../../base/dates/written-dates.ts'
import { type ClockSpan, typedTimes } from '../../../base/dates/clock-times.ts'
import { dayOf, isDay } from '../../../base/dates/days.ts'
import { durationOf, lengthOf } from '../../../base/dates/durations.ts'
import { inexact_words, unitWords } from '../../../base/dates/date-words.ts'
import { wallAt } from '../../../base/dates/zoned-time.ts'
import { usageError } from '../../../base/errors.ts'
import { t } from '../../../base/text/language.ts'

export interface EventLine {
  /** The remaining words; may be empty. */
  readonly title: string
  /** A day, or a day and a time; undefined without a date. */
  readonly start: string | undefined
  /** Whether the line names the day of `start`; otherwise it is today. */
  readonly names_day: boolean
  /** Whether `start` is a moment such as `in 2 hours`, converted to the local time of `DateContext.zone`. */
  readonly is_moment: boolean
  /** The end, or the last day of a range such as `24-26 Dec`, in the same format as `start`. */
  readonly end: string | undefined
  /** As accepted by `durationOf`: `3h`. */
  readonly duration: string | undefined
  readonly venue: string | undefined
  /** Parts of the title that may name the venue, if none is given with `@`. */
  readonly places: readonly Place[]
  /** Names of categories or tags, without their `#`. */
  readonly terms: readonly string[]
  /** Words that would be part of the title although they seem to be something else. */
  readonly unread: Unread | undefined
}

export interface Unread {
  readonly text: string
  /** A time, a date or a duration: `halb neun`, `5/12`; a price: `12 €`; a description after `::`. */
  readonly means: 'when' | 'price' | 'description'
}

/** A preposition and what follows it, up to a date or the end: `at the Town Hall`; or the words after the date. */
interface Place {
  readonly hasPreposition: boolean
  readonly text: string
  /** With the article and without it. */
  readonly names: readonly string[]
  /** The title without this part. */
  readonly title: string
}

/** The maximum number of words of a date: `1 Jan bis in einer Woche und zwei Tagen` has nine. */
const date_words_max = 9

/** `for 1 hour 30 minutes` */
const length_words_max = 5

/** Replaces a part that was found, so that the words around it are not read as one phrase. */
const gap = '\u0000'

/**
 * Finds each part of the line; the remaining words are the title.
 *
 * Errors: `usage` for dates that are ambiguous or do not exist, and for several days with a time of day.
 */
export function parseEventLine(text: string, here: DateContext): EventLine {
  const { quoted, rest: without_title } = takeQuotedTitle(text)
  const { terms, rest: without_terms } = takeTerms(without_title)
  const { name, rest } = takeQuotedVenue(without_terms)
  const length = findLength(withTimes(rest.split(/\s+/).filter((word) => word !== '')))
  const { start, end, names_day, is_moment, words } = findStart(withTimes(length.words), here)
  const isTimed = start !== undefined && !isDay(start)
  const [description] = /(?<=\s)::.*/.exec(without_title) ?? []
  const { duration } = length
  const unread: Unread | undefined =
    description !== undefined
      ? { text: description, means: 'description' }
      : (secondDay(words, here) ??
        unreadIn(words.join(' '), {
          isTimed,
          names_day,
          hasLength: duration !== undefined || (isTimed && end !== undefined),
        }))
  const named = words.map((word) => (word === title_mark ? `"${quoted}"` : word))
  const { title, venue = name } = namesIn(named)
  const places = venue === undefined ? placesIn(named) : []
  return { title, start, end, names_day, is_moment, duration, terms, venue, places, unread }
}

/**
 * A day in a line that has one: `friday 8pm saturday`, or `to 31 december` after a start with a time, whose event would
 * end on its first day.
 */
function secondDay(words: readonly string[], here: DateContext): Unread | undefined {
  const parts = words
    .join(' ')
    .split(gap)
    .map((part) => part.trim())
  const alone = parts.filter((part) => part !== '').length > 1 && parts.find((part) => dayIn(part, here) !== undefined)
  if (alone) return { text: alone, means: 'when' }
  const at = words.findIndex((word, i) => words.indexOf(gap) < i && /^(to|until|till|bis|through|[–-])$/i.test(word))
  if (at === -1 || !words.includes(gap)) return undefined
  const end = words.indexOf(gap, at)
  const after = words.slice(at + 1, end === -1 ? undefined : end)
  const run = findRun(after, (text) => dateIn(text, here))
  return run?.from === 0 || (run?.from === 1 && /^(zum|the)$/i.test(after[0] ?? ''))
    ? { text: [words[at], ...after.slice(0, run.end)].join(' '), means: 'when' }
    : undefined
}

interface Without {
  readonly rest: string
}

/** Stands for the words in quotes, which are the title. */
const title_mark = '\u0001'

/** Takes `"Dinner at eight"`; the quotes of a venue or a term stay. */
function takeQuotedTitle(text: string): Without & { readonly quoted: string | undefined } {
  const [all, quoted] = /(?<=^|\s)(?<!@\s*)"([^"]+)"(?=[\s,:]|$)/.exec(text) ?? []
  return { quoted, rest: all === undefined ? text : text.replace(all, ` ${title_mark} `) }
}

/** Takes `#NAME` and `#"NAME"`; digits after `#` belong to the title: `Meetup #12`. */
function takeTerms(text: string): Without & { readonly terms: readonly string[] } {
  const terms: string[] = []
  const rest = text.replace(/(?<=^|\s)#(?:"([^"]+)"|([^\s#"]*[^\s#"\d][^\s#"]*))/gu, (_, quoted, word) => {
    terms.push(quoted ?? String(word).replace(/(?<![,;.])[,;.]+$/, ''))
    return gap
  })
  return { terms, rest: spaced(rest) }
}

function takeQuotedVenue(text: string): Without & { readonly name: string | undefined } {
  const [all, name] = /(?<=^|\s)@\s*"([^"]+)"/.exec(text) ?? []
  return { name, rest: all === undefined ? text : spaced(text.replace(all, gap)) }
}

function spaced(text: string): string {
  return text.replaceAll(gap, ` ${gap} `)
}

/** With each time of several words as one: `20 Uhr bis 22 Uhr` is not longer than `8pm`. */
function withTimes(words: readonly string[]): readonly string[] {
  const lengths = Array.from({ length: length_words_max }, (_, i) => length_words_max - i)
  // In `Q&A 10 am Freitag`, `am` is German.
  const read: ReadWords<ClockSpan> = (text, around) => (/\d am$/i.test(text) ? undefined : timesIn(text, around))
  const run = lengths.flatMap((length) => runsOf(words, read, length)).at(0)
  if (run === undefined) return words
  const { from, end } = run
  return [...withTimes(words.slice(0, from)), words.slice(from, end).join(' '), ...withTimes(words.slice(end))]
}

function timesIn(text: string, { words, after }: Around): ClockSpan | undefined {
  // `at 14 Main Street`, `(ab 18)`
  if ((after !== '' || isInBrackets(words)) && hour_alone.test(text)) return undefined
  // `20-22 Uhr 12 people`, `8 Uhr 30 Uhr`
  const isCount = after !== '' && (/^\d+ ?[–-] ?\d+ uhr \d\d$/i.test(text) || /^uhr(?!\p{L})/iu.test(after))
  return isCount ? undefined : typedTimes(text)
}

const hour_alone = /(?:^| )(?:at|um|ab|gegen|around|from) \d{1,2}$/i

/** Takes the last of `3h`, `for 90m`, `2 hours`, `PT2H`, but not `in 2 days`, which is a date. */
function findLength(words: readonly string[]) {
  const hasTime = /\d:\d\d|\d\s*(?:[ap]\.?m|uhr)\b|\b(?:noon|midnight|mittag|mitternacht)\b/i.test(words.join(' '))
  const read: ReadWords<string> = (text, { words, before, after }) => {
    const [, lead, length = ''] = /^(for |für )?(.+)$/i.exec(text) ?? []
    const isOther = /^(?:in|vor|\+)$/i.test(before) || /^(?:ago|of|von|der|des)$/i.test(after)
    // `Course (5 days)`
    const isOfTitle = isInBrackets(words) && (!hasTime || lengthOf(length)?.days !== 0)
    return isOther || isOfTitle || !isLength(length, hasTime || lead !== undefined) ? undefined : length
  }
  const runs = Array.from({ length: length_words_max }, (_, i) => runsOf(words, read, i + 1)).flat()
  const [run] = runs.toSorted((a, b) => b.end - a.end || a.from - b.from)
  return { duration: run && (lengthOf(run.found)?.text ?? run.found), words: run ? taken(words, run) : words }
}

/** `20h`, as in `friday 20h`, is a time of day in a line without another one, and `3D` part of a name. */
function isLength(text: string, hasTime: boolean): boolean {
  const isName = /\d(?:[DMTW]| (?!h(?!\p{L}))\p{L}{1,2})(?!\p{L})/u.test(text) && !/^P/i.test(text)
  if (isName || !/\p{L}/u.test(text)) return false
  return durationOf(text) !== undefined && (hasTime || !/^(?:(?:1[3-9]|2[0-3])|\d+ )h(?!\p{L})/iu.test(text))
}

interface FoundStart extends Pick<EventLine, 'names_day' | 'is_moment'> {
  readonly start?: string
  readonly end?: string
  /** With gaps for those of the start. */
  readonly words: readonly string[]
}

/** Finds the start: the longest sequence of words that is a date or a time. Day and time may be apart. */
function findStart(words: readonly string[], here: DateContext): FoundStart {
  const readTime: ReadWords<ClockSpan> = (text, around) =>
    hasNumberOfTitle(text, around, here) ? undefined : timesIn(text, around)
  const read: ReadWords<ClockSpan | LineDate> = (text, around) => {
    if (hasNumberOfTitle(text, around, here)) return undefined
    const found = timesIn(text, around) ?? dateIn(text, here)
    // `tomorrow 20:00-22:00 Monday Club`: two times are of one day.
    const isLonger =
      found && 'at' in found && found.end !== undefined && found.end !== endAfter(found.at, found.end.slice(11))
    return isLonger && around.words.some((word) => typedTimes(word)?.end !== undefined) ? undefined : found
  }
  // `One hour later friday 8pm`
  const isInWords = (text: string) => !/\d/.test(text) && isMoment(text)
  const run =
    findRun(words, (text, around) => (isInWords(text) ? undefined : read(text, around))) ?? findRun(words, read)
  if (!run) return { names_day: false, is_moment: false, words }
  const others = taken(words, run)
  const { found } = run
  if ('start' in found) return withDay(found, others, here)
  const { at, end, isEvening } = found
  const time = isDay(at) ? findRun(others, readTime) : undefined
  if (end !== undefined && time !== undefined)
    throw usageError(
      t('"{days}" is several days, but "{time}" is a time of day', { days: run.text, time: time.text }),
      t('specify both ends with a time: cal events create --start-date … --end-date …'),
    )
  if (isEvening && (time === undefined || time.found.start < '16:00:00'))
    throw usageError(
      t('"{text}" needs a start time', { text: run.text }),
      t('for example: {text} 20:00 3h', { text: run.text }),
    )
  if (time) return withDay(time.found, taken(others, time), here, at)
  const is_moment = end === undefined && isMoment(run.text)
  return { start: at, ...(end !== undefined && { end }), names_day: true, is_moment, words: others }
}

/**
 * Whether a number belongs to the title: `ab 18 freitag`, `20-22 Uhr 12 people`. A time of day that was recognized is
 * one word with its preposition.
 */
function hasNumberOfTitle(text: string, { words }: Around, here: DateContext): boolean {
  if (hour_alone.test(text) || / uhr \d\d$/i.test(text)) return !words.at(-1)?.includes(' ')
  return hour_alone.test(words.slice(0, 2).join(' ')) && dayIn(words.slice(2).join(' '), here) !== undefined
}

/** The start at a time of day: of the given day, of one that is elsewhere in the line, or of today. */
function withDay({ start, end }: ClockSpan, words: readonly string[], here: DateContext, given?: string): FoundStart {
  const day = given === undefined ? findRun(words, (text) => dayIn(text, here)) : undefined
  const named = given ?? day?.found
  const on = `${named ?? dayOf(wallAt(here.now, here.zone))} ${start}`
  return {
    start: on,
    ...(end !== undefined && { end: endAfter(on, end) }),
    names_day: named !== undefined,
    is_moment: false,
    words: day ? taken(words, day) : words,
  }
}

interface LineDate {
  readonly at: string
  /** The end of a range. */
  readonly end?: string
  /** `tonight` needs a time. */
  readonly isEvening?: boolean
}

const number_of_days = new RegExp(`^in \\S+ \\p{L}+ \\d+ ?(?:${unitWords('day', 'week', 'month')})$`, 'iu')

/** Past dates (`Last Friday`) and whole months (`May`) are not read as dates: they are usually part of a title. */
function dateIn(text: string, here: DateContext): LineDate | undefined {
  if (/^(last|past|previous|letzte[nr]?|vorige[nr]?|vergangene[nr]?|vor) | ago$/i.test(text)) return undefined
  // `Friday Night Magic` is a title.
  if (/(evening|night|abends?)$/i.test(text) && !/^(tonight|this evening|heute abend)$/i.test(text)) return undefined
  // `In 2 weeks 3 days of jazz`: the days are no part of the date.
  if (number_of_days.test(text)) return undefined
  const date = readDate(text, here)
  if (date === undefined) return undefined
  if ('at' in date) return { at: date.at }
  if (date.isRange) return { at: date.from, end: date.to }
  return isDay(date.from) ? undefined : { at: dayOf(date.from), isEvening: true }
}

function dayIn(text: string, here: DateContext): string | undefined {
  const found = dateIn(text, here)
  return found !== undefined && found.end === undefined && isDay(found.at) ? found.at : undefined
}

/** The words of a sequence, and those next to it; empty at the ends of the line and beside a gap. */
interface Around {
  readonly words: readonly string[]
  readonly before: string
  readonly after: string
}

interface WordSpan {
  readonly from: number
  /** The position after the last word. */
  readonly end: number
}

/** A sequence of words that has a meaning. */
interface Run<T> extends WordSpan {
  readonly found: T
  readonly text: string
  readonly begins_with_time: boolean
}

type ReadWords<T> = (text: string, around: Around) => T | undefined

/**
 * The longest sequence of words that `read` accepts. Among those with the same number of words, one that does not begin
 * with a time, as in `friday 8pm Saturday Club`, and the one with the most letters: `Sun` is not a day in
 * `monday Sun Ra tribute`.
 */
function findRun<T>(words: readonly string[], read: ReadWords<T>): Run<T> | undefined {
  for (let length = Math.min(date_words_max, words.length); length > 0; length -= 1) {
    const [best] = runsOf(words, read, length).toSorted(
      (a, b) => Number(a.begins_with_time) - Number(b.begins_with_time) || b.text.length - a.text.length,
    )
    if (best) return best
  }
  return undefined
}

/** The sequences of `length` words that `read` accepts. */
function runsOf<T>(words: readonly string[], read: ReadWords<T>, length: number): readonly Run<T>[] {
  return words.slice(length - 1).flatMap((last, from) => {
    const end = from + length
    const own = words.slice(from, end)
    const written = own.join(' ').replace(/(?<![\s,:])[\s,:]+$/, '')
    const text = isInBrackets(own) ? written.slice(1, -1) : written
    if (text.includes(gap)) return []
    const after = /,$/.test(last) || words[end] === gap ? '' : (words[end] ?? '')
    // `4.7. 12 €` does not have the year 2012.
    if (/\d$/.test(text) && begins_with_currency.test(after)) return []
    const found = read(text, { words: own, before: words[from - 1] ?? '', after })
    const begins_with_time = [1, 2].some((count) => count < length && typedTimes(own.slice(0, count).join(' ')))
    return found === undefined ? [] : [{ found, text, from, end, begins_with_time }]
  })
}

/** `(20 - 24 Uhr)`, but not `(fri` of `(fri 8)`. */
function isInBrackets(words: readonly string[]): boolean {
  return (words[0] ?? '').startsWith('(') && /\)[,:]?$/.test(words.at(-1) ?? '')
}

/** The words with a gap for the sequence and a preposition before it: `on friday`, `um 20 Uhr`. */
function taken(words: readonly string[], { from, end }: WordSpan): readonly string[] {
  const leads = /^(on|at|from|am|um|ab|von|vom|gegen|around|about|ca\.?|,)$/i
  const begin = leads.test(words[from - 1] ?? '') ? from - 1 : from
  return words.map((word, i) => (i >= begin && i < end ? gap : word))
}

const { numbers, parts_of_day, holidays, feasts } = inexact_words
const hour = `(?:\\d{1,2}|${numbers})(?![\\p{L}\\d])`

/** Words that say when, how the line has to continue, and whether they matter although the line has a time or a day. */
const unread_forms: readonly (readonly [form: RegExp, unless: keyof Conditions])[] = (
  [
    // `halb neun`, `quarter past 8`, `acht Uhr`, `8 o'clock`
    [`(?:half past|quarter (?:past|to)|half|halb|viertel (?:vor|nach)|dreiviertel) ${hour}`, 'isTimed'],
    [`${hour} (?:uhr|o[’']?clock)`, 'isTimed'],
    [
      `(?:um|ab|gegen|kurz (?:vor|nach)|at|around|from|von) ${hour}(?: (?:to|bis|until|till) ${hour})?(?= *(?:,|$|\0))`,
      'isTimed',
    ],
    // `friday at 20 Top 20`
    ['(?<=\0 )(?:um|ab|gegen|at|around|from) (?:1[3-9]|2[0-3])(?![^ ])', 'isTimed'],
    // `12-13`, `1930`, `8ish`
    [
      '\\d{1,2} ?[–-] ?\\d{1,2}(?::\\d\\d)?(?![\\d./:-])|\\d{1,2}(?::[0-5]\\d|[ap]m) ?[–/-]\\S*|2[4-9]:[0-5]\\d',
      'isTimed',
    ],
    ['(?<=\0 )(?:[01]\\d|2[0-3])[0-5]\\d(?= *(?:,|$|\0))|\\d{1,2}ish', 'isTimed'],
    [`(?<=\0 )(?:,? ?(?:in the|at|am) )?(?:${parts_of_day})(?![\\p{L}\\d])`, 'isTimed'],
    // `5/12`, `5.12`, `12.3.`
    ['\\d{1,2}([./-])\\d{1,2}(?:\\1(?:\\d{2,4})?)?(?![\\d:])', 'isDated'],
    // `am 2. Advent`, `on christmas eve`: the event would be today
    [`(?:am|zum|on) (?:\\d{1,2}\\.?(?= )|${holidays})(?: \\p{L}+)?`, 'names_day'],
    // `3. Advent 17 Uhr`, `Heiligabend 16 Uhr`
    [`\\d\\.? ?advent\\p{L}*|(?:${feasts})(?![\\p{L}\\d])`, 'names_day'],
    // `bis 23`, `two hours`
    [`(?:to|until|till|bis) ${hour}(?= *(?:,|$|\0|uhr))`, 'hasLength'],
    [
      `(?:half an|halbe|anderthalb|eineinhalb|${numbers}|for|für) (?:${unitWords('hour', 'minute')})(?= *(?:,|$|\0))`,
      'hasLength',
    ],
    [`(?:for|für) (?:half an|eine halbe|${numbers}) (?:${unitWords('hour', 'minute')})`, 'hasLength'],
  ] as const
).map(([form, unless]) => [new RegExp(`(?<![\\p{L}\\d.:/-])(?:${form})`, 'iu'), unless])

const amount = String.raw`\d+(?:[.,]\d\d?)?`
const currency = String.raw`(?:[€$£]|(?:eur|euros?|usd|gbp|chf|dollars?)(?!\p{L}))`
const begins_with_currency = new RegExp(`^${currency}`, 'iu')
const price_form = new RegExp(
  `(?<![\\p{L}\\d])(?:(?:price|cost|preis|kosten|eintritt|entry|fee):? (?=[€$£]|\\d))?` +
    `(?:[€$£] ?${amount}|${amount} ?${currency})` +
    `|(?<![\\p{L}\\d])(?:price|cost|preis):? ${amount}`,
  'iu',
)

interface Conditions extends Known {
  readonly isDated: boolean
}

interface Known {
  readonly isTimed: boolean
  readonly names_day: boolean
  readonly hasLength: boolean
}

/** The first words of the title that say when, in a line that lacks just that. */
function unreadIn(text: string, { isTimed, names_day, hasLength }: Known): Unread | undefined {
  const [price] = price_form.exec(text) ?? []
  if (price !== undefined) return { text: price.trim(), means: 'price' }
  const known: Conditions = { isTimed, isDated: isTimed && names_day, hasLength, names_day }
  for (const [form, unless] of unread_forms) {
    const [found] = known[unless] ? [] : (form.exec(text) ?? [])
    if (found !== undefined) return { text: found.trim(), means: 'when' }
  }
  return undefined
}

/** Splits title and venue: the venue is the text from `@` to the next part that was found. */
function namesIn(words: readonly string[]): { readonly title: string; readonly venue: string | undefined } {
  const at = words.findIndex((word) => word.startsWith('@'))
  if (at === -1) return { title: joined(words), venue: undefined }
  const after = [words[at]?.slice(1) ?? '', ...words.slice(at + 1)].filter((word, i) => i > 0 || word !== '')
  const end = after.indexOf(gap)
  const venue = joined(end === -1 ? after : after.slice(0, end))
  const rest = end === -1 ? [] : after.slice(end)
  return { title: joined([...words.slice(0, at), ...rest]), venue: venue === '' ? undefined : venue }
}

function placesIn(words: readonly string[]): readonly Place[] {
  const at = words.lastIndexOf(gap) + 1
  const [title, last] = [joined(words.slice(0, at)), joined(words.slice(at))]
  // A number would be the id of a venue.
  const trailing =
    title === '' || !/\p{L}/u.test(last) ? [] : [{ hasPreposition: false, text: last, names: [last], title }]
  // `Open stage, Blue Cellar, friday 8pm`
  const [, before = '', after = ''] = /^(.+), ([^,]*\p{L}[^,]*)$/su.exec(joined(words)) ?? []
  const listed = after === '' ? [] : [{ hasPreposition: false, text: after, names: [after], title: before }]
  return [...namedPlaces(words), ...trailing, ...listed]
}

function namedPlaces(words: readonly string[]): readonly Place[] {
  return words.flatMap((word, i) => {
    if (!/^(at|in|im|bei|beim|venue|location|ort)$/i.test(word)) return []
    const next_gap = words.indexOf(gap, i)
    const end = next_gap === -1 ? words.length : next_gap
    const after = words.slice(i + 1, end)
    const names = [joined(after), ...(/^(the|der|dem|den)$/i.test(after[0] ?? '') ? [joined(after.slice(1))] : [])]
    const title = joined([...words.slice(0, i), ...words.slice(end)])
    const isPlace = title !== '' && names.every((name) => /\p{L}/u.test(name))
    return isPlace ? [{ hasPreposition: true, text: joined(words.slice(i, end)), names, title }] : []
  })
}

function joined(words: readonly string[]): string {
  return words
    .filter((word) => word !== gap)
    .join(' ')
    .replace(/^[\s,;:–-]+|(?<![\s,;–-])[\s,;–-]+$/gu, '')
    .replace(/^"([^"]*)"$/, '$1')
}
