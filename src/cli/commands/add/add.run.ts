// `cal add "Open stage friday 8pm 3h @ Blue Cellar #music"`: shows how the line was read, asks for confirmation, and
// creates the event.
import type { Exchange } from '../../../base/exchange.ts'
import { dayOf, isDay } from '../../../base/dates/days.ts'
import { day_ms } from '../../../base/dates/zoned-time.ts'
import { durationOf, endOf } from '../../../base/dates/durations.ts'
import { typedTime, wordReader } from '../../../base/dates/typed-dates.ts'
import { CalError } from '../../../base/errors.ts'
import type { Json } from '../../../base/json.ts'
import { t } from '../../../base/text/language.ts'
import type { Values } from '../../../spec/read.ts'
import { resourceNamed, resources } from '../../../spec/resources.ts'
import type { Command, CommandAction, CommandInput } from '../../core/command.ts'
import type { Session } from '../../core/session.ts'
import { endAfter } from '../../input/edits.ts'
import { create_question, eventSummary } from '../../input/event-summary.ts'
import { withIds } from '../../input/names.ts'
import { resolveInput } from '../../input/resolve-input.ts'
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
  for (const record of event.records ?? []) await session.note(await eventSummary(record, exchange))
  if (settings.interactive) await session.confirm(create_question)
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
