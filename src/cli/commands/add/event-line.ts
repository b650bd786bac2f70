// One line of text about an event, as `cal add` takes it: title, day, times, length, venue and terms.
import { type DateContext, type ReadDay, typedDate } from '../../../base/dates/typed-dates.ts'
import { typedTime } from '../../../base/dates/clock-times.ts'
import { isDay } from '../../../base/dates/days.ts'
import { durationOf, inLetters } from '../../../base/dates/durations.ts'
import { unitWords } from '../../../base/dates/date-words.ts'
import { CalError } from '../../../base/errors.ts'
import { t } from '../../../base/text/language.ts'
import { isMoment } from '../../input/resolve-input.ts'

export interface EventLine {
  /** The remaining words; may be empty. */
  readonly title: string
  /** A day, or a day and a time; undefined without a date. */
  readonly start: string | undefined
  /** Whether the line names the day of `start`; otherwise it is today. */
  readonly names_day: boolean
  /** Whether `start` is a moment such as `in 2 hours`, converted to the local time of `LineContext.zone`. */
  readonly is_moment: boolean
  /** The last day of a range such as `24-26 Dec`, in the same format as `start`. */
  readonly last: string | undefined
  /** `HH:MM:SS` */
  readonly end_time: string | undefined
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

/** The maximum number of words of a date: `from 24 December to 26 December` has six. */
const date_words_max = 8

/** Replaces a part that was found, so that the words around it are not read as one phrase. */
const gap = '\u0000'

export interface LineContext extends DateContext {
  readonly read: ReadDay
}

/**
 * Finds each part of the line; the remaining words are the title.
 *
 * Errors: `usage` for dates that are ambiguous or do not exist, and for several days with a time of day.
 */
export function parseEventLine(text: string, here: LineContext): EventLine {
  const { quoted, rest: without_title } = takeQuotedTitle(text)
  const { terms, rest: without_terms } = takeTerms(without_title)
  const { name, rest: without_name } = takeQuotedVenue(without_terms)
  const { end_time, rest: without_end } = takeEnd(inDigits(without_name))
  const { duration, rest } = takeDuration(without_end)
  const words = rest.split(/\s+/).filter((word) => word !== '')
  const { start, last, names_day, is_moment, taken } = findStart(words, here)
  const others = words.map((word, i) => (taken.has(i) ? gap : word))
  const isTimed = end_time !== undefined || (start !== undefined && !isDay(start))
  const [description] = /(?<=\s)::.*/.exec(without_title) ?? []
  const unread: Unread | undefined =
    description !== undefined
      ? { text: description, means: 'description' }
      : (secondDay(others, here) ??
        unreadIn(others.join(' '), { isTimed, names_day, hasLength: (end_time ?? duration) !== undefined }))
  const named = others.map((word) => (word === title_mark ? `"${quoted}"` : word))
  const { title, venue = name } = namesIn(named)
  const places = venue === undefined ? placesIn(named) : []
  return { title, start, names_day, is_moment, last, end_time, duration, terms, venue, places, unread }
}

/** `to 31 december` after a start with a time: the event would end on its first day. */
function secondDay(words: readonly string[], here: LineContext): Unread | undefined {
  const at = words.findIndex((word, i) => words.indexOf(gap) < i && /^(to|until|till|bis|through|[–-])$/i.test(word))
  if (at === -1 || !words.includes(gap)) return undefined
  const end = words.indexOf(gap, at)
  const after = words.slice(at + 1, end === -1 ? undefined : end)
  const run = findRun(after, (text) => dateIn(text, here))
  return run?.positions[0] === 0 || (run?.positions[0] === 1 && /^(zum|the)$/i.test(after[0] ?? ''))
    ? { text: [words[at], ...after.slice(0, (run.positions.at(-1) ?? 0) + 1)].join(' '), means: 'when' }
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

/** `9 p.m.` → `9pm`, `8 Uhr 30` → `8:30`, `um 19.30` and `19.30-21.45` with colons, `um 20` → `um 20:00`. */
function inDigits(text: string): string {
  return text
    .replace(/(?<=\d\s?)([ap])\.\s?m\.?(?=[\s,]|$)/giu, '$1m')
    .replace(/(?<!\d)(\d{1,2}) ?uhr ?([0-5]\d)(?![\d.:]|\s*uhr)/giu, '$1:$2')
    .replace(/(?<=(?:^|\s)(?:um|ab|gegen|at|from) )([01]?\d|2[0-3])\.([0-5]\d)(?![\d.])/giu, '$1:$2')
    .replace(
      /(?<![\d.,:])([01]?\d|2[0-3])\.([0-5]\d)(?=\s?[-–]\s?(?:[01]?\d|2[0-3])\.(?:1[3-9]|[2-5]\d|00)(?![\d.]))/gu,
      '$1:$2',
    )
    .replace(/(?<=\d:\d\d\s?[-–]\s?)([01]?\d|2[0-3])\.([0-5]\d)(?![\d.])/gu, '$1:$2')
    .replace(
      /(?<=(?:^|\s)(?:um|ab|gegen|at|from|around) )(1[3-9]|2[0-3])(?=\s*(?:[,\0–-]|bis|to|till|until|$))/giu,
      '$1:00',
    )
}

const clock = String.raw`\d{1,2}(?:[:h]\d\d)?(?:\s*(?:am|pm|uhr|h))?`

const clock_range = new RegExp(
  String.raw`(?<![\d:.-])(${clock})\s*(?:-|–|to|until|till|bis)\s*(${clock})(?!\d|[:.-]\d)`,
  'iu',
)

/** Takes the end of `8-11pm`, `20:00–23:00` or `20 Uhr bis 23 Uhr`; the start stays in the text. */
function takeEnd(text: string): Without & { readonly end_time: string | undefined } {
  const [all = '', first = '', last = ''] = clock_range.exec(text) ?? []
  const [, half = ''] = /(am|pm|uhr|h)$/i.exec(last) ?? []
  const end_time = typedTime(last)
  const start_time = typedTime(first) ?? startBefore(first, half.toLowerCase(), end_time)
  if (start_time === undefined || end_time === undefined) return { rest: text, end_time: undefined }
  return { rest: text.replace(all, ` ${start_time.slice(0, 5)} `), end_time }
}

/** The start without am or pm: `8-11pm` starts in the evening, `11-1pm` in the morning. */
function startBefore(hour: string, half: string, end_time: string | undefined): string | undefined {
  const same = typedTime(`${hour}${half}`)
  return half === 'pm' && same !== undefined && end_time !== undefined && same >= end_time
    ? typedTime(`${hour}am`)
    : same
}

/** A unit in letters follows its number at once: `20 h` is a time of day. */
const length_form =
  /(?<=^|\s)(?<!(?:in|\+)\s*)(?:(?:for|für)\s+)?(\d+(?:[.,]\d+)?\s*\p{L}{3,}\.?|\d[\d.]*[a-z][\da-z.]*)(?=\s|$)/giu

/** Takes `3h`, `for 90m`, `2 hours` or `3 Tage`, but not `in 2 days`, which is a date. */
function takeDuration(text: string): Without & { readonly duration: string | undefined } {
  const [all, duration] =
    [...text.matchAll(length_form)].findLast(
      ([found = '', length = '']) =>
        durationOf(length) !== undefined && !(found === length && isHourOfDay(length, text)),
    ) ?? []
  return { duration: duration && inLetters(duration), rest: all === undefined ? text : text.replace(all, spaced(gap)) }
}

/** Whether `20h`, as in `friday 20h`, is a time of day: the line has no other. */
function isHourOfDay(word: string, text: string): boolean {
  return (
    /^(1[3-9]|2[0-3])h$/i.test(word) &&
    !/\d:\d\d|\d\s*(?:am|pm|uhr)\b|\b(?:noon|midnight|mittag|mitternacht)\b/i.test(text)
  )
}

interface FoundStart {
  readonly start: string | undefined
  readonly last?: string | undefined
  readonly names_day: boolean
  readonly is_moment: boolean
  readonly taken: ReadonlySet<number>
}

/** Finds the start: the longest sequence of words that is a date. Day and time may be apart. */
function findStart(words: readonly string[], here: LineContext): FoundStart {
  const run = findRun(words, (text) => dateIn(text, here))
  if (!run) return { start: undefined, names_day: false, is_moment: false, taken: new Set() }
  const others = words.map((word, i) => (run.positions.includes(i) ? gap : word))
  const { at, last, isEvening } = run.found
  if (last === undefined && !isDay(at)) return withDay(run, others, words, here)
  const time = isDay(at) ? findRun(others, typedTime) : undefined
  if (last !== undefined && time !== undefined) throw severalDays(run.text, time.text)
  if (isEvening && (time === undefined || time.found < '16:00:00')) throw noTime(run.text)
  const found = { names_day: true, is_moment: false }
  if (time) return { ...found, start: `${at} ${time.found}`, taken: positionsOf(words, run, time) }
  return { ...found, start: at, last, taken: positionsOf(words, run) }
}

/** The start from a time of day, and the day that may be elsewhere in the line. */
function withDay(
  run: Run<LineDate>,
  others: readonly string[],
  words: readonly string[],
  here: LineContext,
): FoundStart {
  const { at } = run.found
  const isTimeAlone = typedTime(run.text) !== undefined
  const day = isTimeAlone ? findRun(others, (text) => dayIn(text, here)) : undefined
  return day
    ? { start: `${day.found} ${at.slice(11)}`, names_day: true, is_moment: false, taken: positionsOf(words, run, day) }
    : { start: at, names_day: !isTimeAlone, is_moment: isMoment(run.text), taken: positionsOf(words, run) }
}

interface LineDate {
  readonly at: string
  /** The last day of a range. */
  readonly last?: string
  /** `tonight` needs a time. */
  readonly isEvening?: boolean
}

/** Past dates (`Last Friday`) and whole months (`May`) are not read as dates: they are usually part of a title. */
function dateIn(text: string, here: LineContext): LineDate | undefined {
  if (/^(last|past|letzte[nr]?|vorige[nr]?|vergangene[nr]?|vor) | ago$/i.test(text)) return undefined
  // `Friday Night Magic` is a title.
  if (/(evening|night|abends?)$/i.test(text) && !/^(tonight|this evening|heute abend)$/i.test(text)) return undefined
  const date = typedDate(text, here, here.read)
  if (date === undefined) return undefined
  if ('at' in date) return { at: date.at }
  if (date.isRange) return { at: date.from, last: date.to }
  return isDay(date.from) ? undefined : { at: date.from.slice(0, 10), isEvening: true }
}

function dayIn(text: string, here: LineContext): string | undefined {
  const found = dateIn(text, here)
  return found !== undefined && found.last === undefined && isDay(found.at) ? found.at : undefined
}

function severalDays(days: string, time: string): CalError {
  return new CalError('usage', t('"{days}" is several days, but "{time}" is a time of day', { days, time }), {
    hint: t('specify both ends with a time: cal events create --start-date … --end-date …'),
  })
}

function noTime(text: string): CalError {
  return new CalError('usage', t('"{text}" needs a start time', { text }), {
    hint: t('for example: {text} 20:00 3h', { text }),
  })
}

interface Run<T> {
  readonly found: T
  readonly text: string
  readonly positions: readonly number[]
}

/**
 * The longest sequence of words that `read` accepts. Among those with the same number of words, the one with the most
 * letters: in `monday Sun Ra tribute`, `Sun` is not a day.
 */
function findRun<T>(words: readonly string[], read: (text: string) => T | undefined): Run<T> | undefined {
  for (let length = Math.min(date_words_max, words.length); length > 0; length -= 1) {
    const runs = words.slice(length - 1).flatMap((_, from) => {
      const text = words
        .slice(from, from + length)
        .join(' ')
        .replace(/(?<![\s,:])[\s,:]+$/, '')
      const found = text.includes(gap) ? undefined : read(text)
      const positions = Array.from({ length }, (_step, i) => from + i)
      return found === undefined ? [] : [{ found, text, positions }]
    })
    const [best] = runs.toSorted((a, b) => b.text.length - a.text.length)
    if (best) return best
  }
  return undefined
}

/** The positions of the words, including a preposition before them: `on friday`, `um 20 Uhr`. */
function positionsOf(
  words: readonly string[],
  ...runs: readonly { readonly positions: readonly number[] }[]
): ReadonlySet<number> {
  const leads = (position: number) =>
    /^(on|at|from|am|um|ab|von|vom|gegen|around|about|ca\.?|,)$/i.test(words[position] ?? '')
  return new Set(
    runs.flatMap(({ positions }) => {
      const before = (positions[0] ?? 0) - 1
      return leads(before) ? [before, ...positions] : positions
    }),
  )
}

const number_words =
  'ein|eins|eine|einer|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|' +
  'an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve'
const hour = `(?:\\d{1,2}|${number_words})(?![\\p{L}\\d])`
const parts_of_day =
  'morning|afternoon|evening|night|noon|früh|morgens?|vormittags?|mittags?|nachmittags?|abends?|nachts?|mitternachts?'

const holidays =
  'advent|weihnacht\\p{L}*|heilig\\p{L}*|silvester|neujahr\\p{L}*|ostern|oster\\p{L}*|pfingst\\p{L}*|nikolaus\\p{L}*|' +
  'christmas|boxing|easter|new year\\p{L}*|halloween|thanksgiving'

const feasts =
  'heilig(?:er )?abend|silvester|neujahr|karfreitag|rosenmontag|(?:oster|pfingst)(?:sonntag|montag)|' +
  "christmas (?:eve|day)|boxing day|new year[’']?s (?:eve|day)|easter (?:sunday|monday)|good friday"

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
    // `12-13`, `1930`, `8ish`
    ['\\d{1,2} ?[–-] ?\\d{1,2}(?![\\d./:-])', 'isTimed'],
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
      `(?:half an|halbe|anderthalb|eineinhalb|${number_words}|for|für) (?:${unitWords('hour', 'minute')})(?= *(?:,|$|\0))`,
      'hasLength',
    ],
    [`(?:for|für) (?:half an|eine halbe|${number_words}) (?:${unitWords('hour', 'minute')})`, 'hasLength'],
  ] as const
).map(([form, unless]) => [new RegExp(`(?<![\\p{L}\\d.:/-])(?:${form})`, 'iu'), unless])

const amount = String.raw`\d+(?:[.,]\d\d?)?`
const price_form = new RegExp(
  `(?<![\\p{L}\\d])(?:(?:price|cost|preis|kosten|eintritt|entry|fee):? (?=[€$£]|\\d))?` +
    `(?:[€$£] ?${amount}|${amount} ?(?:[€$£]|(?:eur|euros?|usd|gbp|chf|dollars?)(?!\\p{L})))` +
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
