// `cal add "Open stage friday 8pm 3h @ Blue Cellar #music"`: shows how the line was read, asks for confirmation, and
// creates the event.
import type { Exchange } from '../../../base/exchange.ts'
import { dayOf, isDay } from '../../../base/dates/days.ts'
import { day_ms } from '../../../base/dates/zoned-time.ts'
import { durationOf, endOf } from '../../../base/dates/durations.ts'
import { typedTime, wordReader } from '../../../base/dates/typed-dates.ts'
import { CalError } from '../../../base/errors.ts'
import { itemsOf, type Json } from '../../../base/json.ts'
import { eachLanguage, type Language, sameText, t, type Text } from '../../../base/text/language.ts'
import { textOfHtml } from '../../../base/text/untrusted-text.ts'
import { getRecord } from '../../../client/api/records.ts'
import type { Plural } from '../../../spec/model.ts'
import type { Values } from '../../../spec/read.ts'
import { resourceNamed, resources } from '../../../spec/resources.ts'
import type { Command, CommandAction, CommandInput } from '../../core/command.ts'
import type { Session } from '../../core/session.ts'
import { endAfter } from '../../input/edits.ts'
import { withIds } from '../../input/names.ts'
import { resolveInput } from '../../input/resolve-input.ts'
import { longDay } from '../../../base/dates/day-names.ts'
import { createCommand } from '../records/records.ts'
import { createOf } from '../records/create.run.ts'
import { type EventLine, parseEventLine } from './event-line.ts'

/** The command whose flags the line replaces. */
const create_command: Command = { ...createCommand(resources.events), resource: 'events' }

export const add: CommandAction = async (input, session) => {
  const { runtime, settings } = session
  const zone = input.values.timezone ?? settings.timezone ?? runtime.timezone
  const typed = input.operands.join(' ')
  const line = parseEventLine(typed, { now: runtime.now(), zone: String(zone), read: await wordReader() })
  const times = await timesOf(checked(line, typed), session)
  const { exchange } = await session.open()
  const terms = await termsOf(line.terms, { exchange, creates: input.options.create_missing === true })
  const values: Values = {
    ...input.values,
    title: line.title,
    ...times,
    ...(line.venue === undefined ? {} : { venue: [line.venue] }),
    ...terms,
  }
  const event_input: CommandInput = { ...input, operands: [], values }
  const event = await resolveInput(create_command, event_input, session)
  for (const record of event.records ?? []) await session.note(await eventText(record, exchange))
  if (settings.interactive) await session.confirm(t('Create this event?'))
  return createOf('events')(event, { ...session, skips_confirmation: true })
}

/** Errors: `usage` if the title or the date is missing. */
function checked(line: EventLine, typed: string): EventLine & { readonly start: string } {
  const { start, title } = line
  const kind = resourceNamed(typed.trim())
  if (kind)
    throw new CalError('usage', t('the title and the date are missing'), {
      hint: t('to use flags instead: cal {plural} create --help', { plural: kind.plural }),
    })
  const hint = t('for example: cal add "Open stage friday 8pm 3h @ Blue Cellar #music"')
  if (start === undefined) throw new CalError('usage', t('no date in "{typed}"', { typed }), { hint })
  if (title === '') throw new CalError('usage', t('no title in "{typed}"', { typed }), { hint })
  return { ...line, start }
}

/** Errors: `usage` if the end is missing and there is no terminal. */
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
  const end = duration ?? (await askedEnd(session))
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

async function askedEnd(session: Session): Promise<string> {
  if (!session.settings.interactive)
    throw new CalError('usage', t('the end of the event is missing'), {
      hint: t('add a duration or an end: 8pm 3h, 20:00-23:00'),
    })
  const { askText } = await import('../../prompts/questions.ts')
  return askText(t('end, such as 23:00, or duration, such as 90m:'), session, {
    error: (typed) =>
      durationOf(typed) !== undefined || typedTime(typed) !== undefined
        ? undefined
        : t('"{typed}" is neither a time nor a duration', { typed }),
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

/** The event to create, one line per field, with the names of existing records. */
async function eventText(values: Values, exchange: Exchange): Promise<Text> {
  const named = (plural: Plural, value: Json | undefined) =>
    Promise.all(itemsOf(value ?? []).map((item) => nameOf(plural, item, exchange)))
  const [venues, categories, tags] = await Promise.all([
    named('venues', values.venue),
    named('categories', values.categories),
    named('tags', values.tags),
  ])
  const lines = (language: Language): readonly (readonly [label: Text, value: string])[] => [
    [t('Title'), String(values.title)],
    [t('When'), whenOf(values, language)],
    [t('Venue'), venues.map((name) => name[language]).join(', ')],
    [t('Categories'), categories.map((name) => name[language]).join(', ')],
    [t('Tags'), tags.map((name) => name[language]).join(', ')],
    [t('Status'), String(values.status ?? '')],
  ]
  const block = (language: Language) =>
    lines(language)
      .filter(([, value]) => value !== '')
      .map(([label, value]) => `  ${label[language].padEnd(12)}  ${value}`)
      .join('\n')
  return eachLanguage(block)
}

async function nameOf(plural: Plural, item: Json, exchange: Exchange): Promise<Text> {
  if (typeof item !== 'number') return t('{item} (new)', { item: String(item) })
  const record = await getRecord(exchange, plural, { kind: 'id', id: item })
  const name = `${textOfHtml(String(record[resources[plural].name] ?? ''))} #${item}`
  return sameText(name)
}

/** `Fri 27 November 2026, 20:00–23:00` */
function whenOf({ start_date, end_date, all_day, timezone }: Values, language: Language): string {
  const [start, end] = [String(start_date), String(end_date)]
  const zone = timezone === undefined ? '' : ` (${timezone})`
  const [first, last] = [longDay(dayOf(start), language), longDay(dayOf(end), language)]
  const whole = t('all day')[language]
  if (all_day === true) return first === last ? `${first}, ${whole}` : `${first} – ${last}, ${whole}`
  const [begins, ends] = [start.slice(11, 16), end.slice(11, 16)]
  return first === last ? `${first}, ${begins}–${ends}${zone}` : `${first}, ${begins} – ${last}, ${ends}${zone}`
}
