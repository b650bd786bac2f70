// `cal add "Open stage friday 8pm 3h @ Blue Cellar #music"`: shows how the line was read, asks for confirmation, and
// creates the event.
import { isDay, isWall } from '../../../base/dates/days.ts'
import { isOfWholeDays } from '../../../base/dates/durations.ts'
import { closestDayWord, repetitionIn, series_hint } from '../../../base/dates/date-words.ts'
import { type DateContext, endAfter } from '../../../base/dates/written-dates.ts'
import { instantOf, instantOfUtc, isZone } from '../../../base/dates/zoned-time.ts'
import { CalError, usageError } from '../../../base/errors.ts'
import type { Json } from '../../../base/json.ts'
import { didYouMean } from '../../../base/text/closest.ts'
import { t } from '../../../base/text/language.ts'
import { repeatedText } from '../../../bulk/input/clock-changes.ts'
import type { Values } from '../../../spec/read.ts'
import { resourceNamed, resources } from '../../../spec/resources.ts'
import { UnknownWordError } from '../../arguments/command-line.ts'
import type { Command, CommandAction, CommandInput } from '../../types/command.ts'
import { calendarHere } from '../../session/session.ts'
import type { Session } from '../../types/session.ts'
import { eventSummary } from '../../input/ask-missing.ts'
import { NameLookup } from '../../../client/api/records.ts'
import { resolveInput } from '../../input/resolve-input.ts'
import { kindNamed } from '../answers/words.ts'
import { createCommand } from './records.ts'
import { createOf } from './create.run.ts'
import { type EventLine, parseEventLine, type Unread } from './event-line.ts'

/** The command whose flags the line replaces. */
const create_command: Command = { ...createCommand(resources.events), resource: 'events' }

export const add: CommandAction = async (input, session) => {
  const here = await calendarHere(session)
  const own_zone = String(input.values.timezone ?? here.zone)
  const operands = withoutKind(input.operands)
  const typed = operands.join(' ')
  const lineIn = (zone: string) => lineOf(operands, { now: here.now, zone })
  const local = lineIn(own_zone)
  const zone = isAmbiguous(local, lineIn, own_zone) ? 'UTC' : own_zone
  if (zone !== own_zone) await session.note(repeatedText(String(local.start), own_zone))
  const line = zone === own_zone ? local : lineIn(zone)
  const times = await timesOf(checked(line, typed), session)
  const { exchange } = await session.open()
  const names = new NameLookup(exchange)
  const { title, venue } = await withPlace(line, names, session)
  const terms = await termsOf(line.terms, names, input.options.create_missing === true)
  const values: Values = {
    ...input.values,
    ...(line.is_moment && { timezone: zone }),
    title,
    ...times,
    ...(venue === undefined ? {} : { venue: [venue] }),
    ...terms,
  }
  const event_input: CommandInput = { ...input, operands: [], values }
  const event = await resolveInput(create_command, event_input, session)
  for (const record of event.records ?? []) await session.note(await eventSummary(record, exchange))
  return createOf('events')({ ...event, shows_values: true }, session)
}

/** Whether the line names the second of two equal times, of which services store the first. */
function isAmbiguous({ start, is_moment }: EventLine, lineIn: (zone: string) => EventLine, zone: string): boolean {
  const exact = is_moment && isZone(zone) ? lineIn('UTC').start : undefined
  return isWall(start) && isWall(exact) && instantOf(start, zone) !== instantOfUtc(exact)
}

/** `"Dinner at eight" friday 8pm`: an argument with spaces is the title if the others name the day. */
function lineOf(operands: readonly string[], here: DateContext): EventLine {
  const [first = '', ...others] = operands
  const isTitle = others.length > 0 && /\s/.test(first) && !/["#@]/.test(first)
  const quoted = isTitle ? parseEventLine([`"${first}"`, ...others].join(' '), here) : undefined
  const isWhole = quoted && [quoted, ...quoted.places].some(({ title }) => title === first)
  return isWhole && quoted.names_day ? quoted : parseEventLine(operands.join(' '), here)
}

/**
 * The words after `event` in `add event "Choir practice" friday`. Elsewhere a kind may begin a title: `Tag der offenen
 * Tür`, `"venue tour friday"`, `event planning friday`.
 *
 * Errors: `usage` for another kind of record, as in `add venue Mill friday`.
 */
function withoutKind(operands: readonly string[]): readonly string[] {
  const [first = '', ...rest] = operands
  const isKind = /^(event|termin|venue|ort|organizer|veranstalter|category|kategorie|tag|schlagwort)$/.test(first)
  const kind = isKind && rest.length > 0 ? kindNamed(first) : undefined
  if (kind === undefined) return operands
  if (kind === 'events') return /^\p{Lu}|\s/u.test(rest[0] ?? '') ? rest : operands
  throw new UnknownWordError('command', operands.join(' '), {
    text: t('cal add creates an event, not "{first}"', { first }),
    argv: ['new', ...operands],
  })
}

/**
 * Errors: `usage` if the title or the date is missing. Words such as `weekly` and a mistyped day are refused, because
 * they would be part of the title.
 */
function checked(line: EventLine, typed: string): EventLine & { readonly start: string } {
  const { start, title } = line
  const repetition = repetitionIn(typed)
  if (repetition !== undefined)
    throw usageError(t('"{repetition}" repeats, but cal add creates a single event', { repetition }), series_hint)
  const { word, meant } = mistypedDay(line) ?? {}
  if (word !== undefined && meant !== undefined)
    throw usageError(
      t('"{word}" is not a day', { word }),
      start === undefined
        ? didYouMean(meant)
        : t('did you mean {meant}? For an event today: {typed} today', { meant, typed }),
    )
  const kind = resourceNamed(typed.trim())
  if (kind)
    throw usageError(
      t('the title and the date are missing'),
      t('to use flags instead: cal {plural} create --help', { plural: kind.plural }),
    )
  const hint = t('for example: cal add "Open stage friday 8pm 3h @ Blue Cellar #music"')
  const [assignment] = /(?<=^|\s)\p{L}[\p{L}_]+=/u.exec(typed) ?? []
  if (assignment !== undefined)
    throw usageError(
      t('cal add takes a sentence, not "{assignment}"', { assignment }),
      t('to use flags instead: cal {plural} create --help', { plural: 'events' }),
    )
  const text = t('no date in "{typed}"', { typed })
  // `add Choir to event 7`
  if (start === undefined && typed.split(' ').some((word) => kindNamed(word)))
    throw new UnknownWordError('command', typed, { text, argv: ['new', ...typed.split(' ')] })
  if (start === undefined) throw usageError(text, hint)
  if (title === '') throw usageError(t('no title in "{typed}"', { typed }), hint)
  if (line.unread) throw unreadError(line.unread)
  const [second] = /(?<=^|\s)\d{1,2}:\d\d(?=\s|$)/.exec(title) ?? []
  const hasEndTime = line.end !== undefined && line.end === endAfter(start, line.end.slice(11))
  if (second !== undefined && !hasEndTime && !isDay(start))
    throw usageError(
      t('"{typed}" has two times', { typed }),
      t('for a start and an end, write {span}', { span: `${start.slice(11, 16)}-${second}` }),
    )
  return { ...line, start }
}

/** Words of another meaning are refused, because they would be part of the title. */
function unreadError({ text, means }: Unread): CalError {
  const quoted = `cal add '"Area 51" friday 8pm'`
  switch (means) {
    case 'when':
      return usageError(
        t('"{text}" could be a time, a date or a duration', { text }),
        t('write 20:30 or 8pm, 2026-12-05, 90m; quotes keep words in the title: {quoted}', { quoted }),
      )
    case 'price':
      return usageError(
        t('cal add does not take a price: "{text}"', { text }),
        t('to set it: cal events create --cost …; quotes keep words in the title: {quoted}', { quoted }),
      )
    case 'description':
      return usageError(t('"{text}" is not understood', { text }), t('for a description: --description "…"'))
  }
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
  names: NameLookup,
  session: Session,
): Promise<Pick<EventLine, 'title' | 'venue'>> {
  for (const place of places) {
    for (const name of place.names) {
      const id = await names.idOf('venues', name)
      if (id !== undefined) return { title: place.title, venue: name }
    }
  }
  const place = places.find(({ hasPreposition }) => hasPreposition)
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

/** Without an end, the event lasts an hour, and a note says so. */
async function timesOf(
  { start, end, duration }: EventLine & { readonly start: string },
  session: Session,
): Promise<Values> {
  if (end !== undefined && duration !== undefined) throw excludes(end, duration)
  if (end !== undefined) return { start_date: start, end_date: end, ...(isDay(end) ? { all_day: true } : {}) }
  if (isDay(start)) {
    if (!isOfWholeDays(duration))
      throw usageError(
        t('"{length}" needs a start time', { length: duration ?? '' }),
        t('for example: friday 20:00 3h'),
      )
    return { start_date: start, duration: duration ?? '1d', all_day: true }
  }
  if (duration === undefined)
    await session.note(t('No end given: the event lasts 1 hour. To specify it: 8pm 3h or 20:00-23:00.'))
  return { start_date: start, duration: duration ?? '1h' }
}

function excludes(end: string, duration: string): CalError {
  const end_time = isDay(end) ? end : end.slice(11, 16)
  return usageError(t('the end {end_time} and the duration {duration} cannot be used together', { end_time, duration }))
}

/**
 * Looks up each name as a category, then as a tag. With `--create-missing`, a name that is neither becomes a tag.
 * Errors: `not_found` for a name that is neither.
 */
async function termsOf(terms: readonly string[], names: NameLookup, creates: boolean): Promise<Values> {
  const [categories, tags]: [Json[], Json[]] = [[], []]
  for (const name of terms) {
    const category = await names.idOf('categories', name)
    const tag = category === undefined ? await names.idOf('tags', name) : undefined
    if (category !== undefined) categories.push(category)
    else if (tag !== undefined || creates) tags.push(tag ?? name)
    else
      throw new CalError('not_found', t('category or tag "{name}" not found', { name }), {
        hint: t('search for similar ones: cal search {name}; to create a tag, use --create-missing', { name }),
      })
  }
  return { ...(categories.length > 0 ? { categories } : {}), ...(tags.length > 0 ? { tags } : {}) }
}
