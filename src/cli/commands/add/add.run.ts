// `cal add "Open stage friday 8pm 3h @ Blue Cellar #music"`: shows how the line was read, asks for confirmation, and
// creates the event.
import type { DateContext } from '../../../base/dates/date-parser.ts'
import type { Exchange } from '../../../base/exchange.ts'
import { dayOf, isDay } from '../../../base/dates/days.ts'
import { day_ms } from '../../../base/dates/zoned-time.ts'
import { durationOf, endOf } from '../../../base/dates/durations.ts'
import { closestDayWord } from '../../../base/dates/day-names.ts'
import { repetitionIn, series_hint } from '../../../base/dates/repetition.ts'
import { type ReadDay, typedDate, typedTime, wordReader } from '../../../base/dates/typed-dates.ts'
import { CalError } from '../../../base/errors.ts'
import type { Json } from '../../../base/json.ts'
import { didYouMean } from '../../../base/text/closest.ts'
import { t } from '../../../base/text/language.ts'
import type { Values } from '../../../spec/read.ts'
import { resourceNamed, resources } from '../../../spec/resources.ts'
import { UnknownWordError } from '../../arguments/command-line.ts'
import type { Command, CommandAction, CommandInput } from '../../types/command.ts'
import type { Session } from '../../types/session.ts'
import { endAfter } from '../../input/edits.ts'
import { create_question, eventSummary } from '../../input/event-summary.ts'
import { withIds } from '../../input/names.ts'
import { isMoment, resolveInput } from '../../input/resolve-input.ts'
import { createCommand } from '../records/records.ts'
import { createOf } from '../records/create.run.ts'

/** The command whose flags the line replaces. */
const create_command: Command = { ...createCommand(resources.events), resource: 'events' }

export const add: CommandAction = async (input, session) => {
  const { runtime, settings } = session
  const zone = input.values.timezone ?? settings.timezone ?? runtime.timezone
  const typed = input.operands.join(' ')
  const line = parseEventLine(typed, { now: runtime.now(), zone: String(zone), read: await wordReader() })
  const times = await timesOf(checked(line, typed), session)
  const { exchange } = await session.open()
  const { title, venue } = await withPlace(line, exchange, session)
  const terms = await termsOf(line.terms, { exchange, creates: input.options.create_missing === true })
  const values: Values = {
    ...input.values,
    ...(line.is_moment && { timezone: String(zone) }),
    title,
    ...times,
    ...(venue === undefined ? {} : { venue: [venue] }),
    ...terms,
  }
  const event_input: CommandInput = { ...input, operands: [], values }
  const event = await resolveInput(create_command, event_input, session)
  for (const record of event.records ?? []) await session.note(await eventSummary(record, exchange))
  if (settings.interactive && input.options.dry_run !== true) await session.confirm(create_question)
  return createOf('events')(event, { ...session, skips_confirmation: true })
}

/**
 * Errors: `usage` if the title or the date is missing. Words such as `weekly` and a mistyped day are refused, because
 * they would be part of the title.
 */
function checked(line: EventLine, typed: string): EventLine & { readonly start: string } {
  const { start, title } = line
  const repetition = repetitionIn(typed)
  if (repetition !== undefined)
    throw new CalError('usage', t('"{repetition}" repeats, but cal add creates a single event', { repetition }), {
      hint: series_hint,
    })
  const { word, meant } = mistypedDay(line) ?? {}
  if (word !== undefined && meant !== undefined)
    throw new CalError('usage', t('"{word}" is not a day', { word }), {
      hint:
        start === undefined
          ? didYouMean(meant)
          : t('did you mean {meant}? For an event today: {typed} today', { meant, typed }),
    })
  const kind = resourceNamed(typed.trim())
  if (kind)
    throw new CalError('usage', t('the title and the date are missing'), {
      hint: t('to use flags instead: cal {plural} create --help', { plural: kind.plural }),
    })
  const hint = t('for example: cal add "Open stage friday 8pm 3h @ Blue Cellar #music"')
  const text = t('no date in "{typed}"', { typed })
  // `add venue Old Mill`, `add tag family to event 7`
  if (start === undefined && typed.split(' ').some((word) => resourceNamed(word.toLowerCase())))
    throw new UnknownWordError('command', typed, { text, argv: ['new', ...typed.split(' ')] })
  if (start === undefined) throw new CalError('usage', text, { hint })
  if (title === '') throw new CalError('usage', t('no title in "{typed}"', { typed }), { hint })
  const [second] = /(?<=^|\s)\d{1,2}:\d\d(?=\s|$)/.exec(title) ?? []
  if (second !== undefined && line.end_time === undefined && !isDay(start))
    throw new CalError('usage', t('"{typed}" has two times', { typed }), {
      hint: t('for a start and an end, write {span}', { span: `${start.slice(11, 16)}-${second}` }),
    })
  return { ...line, start }
}

/** The first word of the title that is nearly a day or a month, in a line without a day or beside a number. */
function mistypedDay({ title, names_day }: EventLine): { readonly word: string; readonly meant: string } | undefined {
  const words = title.split(/[\s,;:]+/)
  const isNumber = (word: string | undefined) => /^\d{1,2}(\.|st|nd|rd|th)?$/.test(word ?? '')
  for (const [i, word] of words.entries()) {
    const meant = closestDayWord(word)
    if (meant === undefined) continue
    const isDate = word.length > 5 && (isNumber(words[i - 1]) || isNumber(words[i + 1]))
    if (!names_day || isDate) return { word, meant }
  }
  return undefined
}

/** `at Town Hall` at the end of the title is the venue if there is one of that name; otherwise a note says so. */
async function withPlace(
  { title, venue, places }: EventLine,
  exchange: Exchange,
  session: Session,
): Promise<Pick<EventLine, 'title' | 'venue'>> {
  for (const place of places) {
    for (const name of place.names) {
      const { venue: id } = await withIds({ venue: name }, resources.events.fields, {
        exchange,
        unknown: 'keep',
        writes: true,
        found: new Map(),
      })
      if (typeof id === 'number') return { title: place.title, venue: name }
    }
  }
  const [place] = places
  const name = place?.names.at(-1)
  if (place !== undefined && name !== undefined)
    await session.note(
      t('"{text}" is part of the title, because there is no venue "{name}". To create the venue: {line}', {
        text: place.text,
        name,
        line: `@ "${name}" --create-missing`,
      }),
    )
  return { title, venue }
}

const default_duration = '1h'

/** Without an end, the event lasts an hour, and a note says so. */
async function timesOf(
  { start, last, end_time, duration }: EventLine & { start: string },
  session: Session,
): Promise<Values> {
  const length = duration ?? end_time?.slice(0, 5)
  if (last !== undefined && length !== undefined) throw excludes(last, length)
  if (last !== undefined) return { start_date: start, end_date: last, ...(isDay(last) ? { all_day: true } : {}) }
  if (isDay(start)) {
    const whole_days = duration === undefined || (durationOf(duration) ?? 0) % day_ms === 0
    if (!whole_days || end_time !== undefined) throw timeMissing(duration ?? end_time ?? '')
    const end = duration === undefined ? start : endOf({ start, duration, all_day: true })
    return { start_date: start, end_date: dayOf(end), all_day: true }
  }
  if (end_time !== undefined && duration !== undefined)
    throw new CalError(
      'usage',
      t('the end {end_time} and the duration {duration} cannot be used together', {
        end_time: end_time.slice(0, 5),
        duration,
      }),
    )
  if (end_time !== undefined) return { start_date: start, end_date: endAfter(start, end_time) }
  const end = duration ?? default_duration
  if (duration === undefined)
    await session.note(t('No end given: the event lasts 1 hour. To specify it: 8pm 3h or 20:00-23:00.'))
  return durationOf(end) === undefined
    ? { start_date: start, end_date: endAfter(start, end) }
    : { start_date: start, end_date: endOf({ start, duration: end, all_day: false }) }
}

function excludes(end: string, length: string): CalError {
  return new CalError('usage', t('the end {end} and "{length}" cannot be used together', { end, length }))
}

function timeMissing(length: string): CalError {
  return new CalError('usage', t('"{length}" needs a start time', { length }), {
    hint: t('for example: friday 20:00 3h'),
  })
}

interface TermLookup {
  readonly exchange: Exchange
  /** `--create-missing`: a name that is neither a category nor a tag becomes a tag. */
  readonly creates: boolean
}

/** Looks up each name as a category, then as a tag. Errors: `not_found` for a name that is neither. */
async function termsOf(names: readonly string[], lookup: TermLookup): Promise<Values> {
  const [categories, tags]: [Json[], Json[]] = [[], []]
  for (const name of names) {
    const category = await termId('categories', name, lookup)
    const tag = category === undefined ? await termId('tags', name, lookup) : undefined
    if (category !== undefined) categories.push(category)
    else if (tag !== undefined || lookup.creates) tags.push(tag ?? name)
    else throw unknownTerm(name)
  }
  return { ...(categories.length > 0 ? { categories } : {}), ...(tags.length > 0 ? { tags } : {}) }
}

async function termId(field: 'categories' | 'tags', name: string, { exchange }: TermLookup): Promise<Json | undefined> {
  const { [field]: id } = await withIds({ [field]: name }, resources.events.fields, {
    exchange,
    unknown: 'keep',
    writes: true,
    found: new Map(),
  })
  return typeof id === 'number' ? id : undefined
}

function unknownTerm(name: string): CalError {
  return new CalError('not_found', t('category or tag "{name}" not found', { name }), {
    hint: t('search for similar ones: cal search {name}; to create a tag, use --create-missing', { name }),
  })
}

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
}

/** A preposition and what follows it, up to a date or the end: `at the Town Hall`. */
interface Place {
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
  const { terms, rest: without_terms } = takeTerms(text)
  const { name, rest: without_name } = takeQuotedVenue(without_terms)
  const { end_time, rest: without_end } = takeEnd(without_name)
  const { duration, rest } = takeDuration(without_end)
  const words = rest.split(/\s+/).filter((word) => word !== '')
  const { start, last, names_day, is_moment, taken } = findStart(words, here)
  const others = words.map((word, i) => (taken.has(i) ? gap : word))
  const { title, venue = name } = namesIn(others)
  const places = venue === undefined ? placesIn(others) : []
  return { title, start, names_day, is_moment, last, end_time, duration, terms, venue, places }
}

interface Without {
  readonly rest: string
}

/** Takes `#NAME` and `#"NAME"`; digits after `#` belong to the title: `Meetup #12`. */
function takeTerms(text: string): Without & { readonly terms: readonly string[] } {
  const terms: string[] = []
  const rest = text.replace(/(?<=^|\s)#(?:"([^"]+)"|([^\s#"]*[^\s#"\d][^\s#"]*))/gu, (_, quoted, word) => {
    terms.push(quoted ?? String(word).replace(/[,;.]+$/, ''))
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

const units: Readonly<Record<string, string>> = { h: 'h', s: 'h', m: 'm', d: 'd', t: 'd', w: 'w' }

const unit_words = 'hours?|hrs?|stunden?|std|minutes?|mins?|minuten?|days?|tage?|weeks?|wochen?'

const duration_in_words = new RegExp(
  `(?<=^|\\s)(?<!(?:in|\\+)\\s*)(?:(?:for|für)\\s+)?(\\d+(?:[.,]\\d+)?)\\s*(${unit_words})(?=\\s|$)`,
  'iu',
)

/** Takes `3h`, `for 90m`, `2 hours` or `3 Tage`, but not `in 2 days`, which is a date. */
function takeDuration(text: string): Without & { readonly duration: string | undefined } {
  const written = duration_in_words.exec(text)
  if (written) {
    const [all, count = '', unit = ''] = written
    return {
      duration: `${count.replace(',', '.')}${units[unit.charAt(0).toLowerCase()]}`,
      rest: text.replace(all, spaced(gap)),
    }
  }
  const [all, word] =
    [...text.matchAll(/(?<=^|\s)(?:(?:for|für)\s+)?(\d[\d.]*[a-z][\da-z.]*)(?=\s|$)/giu)].findLast(
      ([found = '', length = '']) =>
        durationOf(length) !== undefined && !(found === length && isHourOfDay(length, text)),
    ) ?? []
  if (all === undefined || word === undefined) return { duration: undefined, rest: text }
  return { duration: word.toLowerCase(), rest: text.replace(all, spaced(gap)) }
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
        .replace(/[\s,:]+$/, '')
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
  const leads = (position: number) => /^(on|at|from|am|um|ab|von|vom|,)$/i.test(words[position] ?? '')
  return new Set(
    runs.flatMap(({ positions }) => {
      const before = (positions[0] ?? 0) - 1
      return leads(before) ? [before, ...positions] : positions
    }),
  )
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
  return words.flatMap((word, i) => {
    if (!/^(at|in|im|bei|beim)$/i.test(word)) return []
    const next_gap = words.indexOf(gap, i)
    const end = next_gap === -1 ? words.length : next_gap
    const after = words.slice(i + 1, end)
    const names = [joined(after), ...(/^(the|der|dem|den)$/i.test(after[0] ?? '') ? [joined(after.slice(1))] : [])]
    const title = joined([...words.slice(0, i), ...words.slice(end)])
    const isPlace = title !== '' && names.every((name) => /\p{L}/u.test(name))
    return isPlace ? [{ text: joined(words.slice(i, end)), names, title }] : []
  })
}

function joined(words: readonly string[]): string {
  return words
    .filter((word) => word !== gap)
    .join(' ')
    .replace(/^[\s,;:–-]+|[\s,;–-]+$/gu, '')
}
